"""The vectors as test data: `tests/vectors/<game>/*.json`, each a list of cases.

A case is {"id", "clauses", "comment", "operation", "request", "want", "status"}: `want` is a subset of the answer that must
match, `status` is the HTTP status (200 unless said). The vectors are part of the
product: clients in other languages can run them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
# The contract gives these lists no order of their own.
UNORDERED = {("actions",), ("turns",), ("state", "aside")}


@cache
def vectors(game: str) -> tuple[dict[str, Any], ...]:
    found: list[dict[str, Any]] = []
    for path in sorted((ROOT / game).glob("*.json")):
        found += json.loads(path.read_text("utf-8"))
    return tuple(found)


def differences(want: Any, got: Any, at: tuple[Any, ...] = ()) -> list[str]:
    """Where an answer does not match what a vector wants of it; empty when it fits."""
    if isinstance(want, dict) and isinstance(got, dict):
        found = []
        for key, value in want.items():
            if key not in got:
                found.append(f"{_path(at)}: no {key!r}")
            else:
                found += differences(value, got[key], (*at, key))
        return found
    if isinstance(want, list) and isinstance(got, list):
        if at in UNORDERED:
            want, got = sorted(want, key=_canonical), sorted(got, key=_canonical)
        if len(want) != len(got):
            return [f"{_path(at)}: {len(want)} wanted, {len(got)} got: {want} / {got}"]
        return [text for i, (a, b) in enumerate(zip(want, got, strict=True)) for text in differences(a, b, (*at, i))]
    return [] if want == got and type(want) is type(got) else [f"{_path(at)}: wanted {want!r}, got {got!r}"]


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _path(at: tuple[Any, ...]) -> str:
    return "/" + "/".join(map(str, at))
