"""The hardest requests known: tables found by `tools/worst.py`, and bodies as large and as odd as they may be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from service.adjudication.registry import games
from tests.fuzz.mangling import sent
from tests.vectors import ROOT, vectors

# Of CPU time, the least of a few tries: on a machine that is busy with other things as well.
LIMIT = 0.1
SIZE = 256 * 1024


def least(path: str, body: bytes, tries: int = 3) -> tuple[int, float]:
    told = [sent().post(path, body) for _ in range(tries)]
    return told[0][0], min(took for _, _, _, took in told)


@pytest.mark.parametrize("game", games())
def test_the_worst_tables_known(game: str) -> None:
    cases = json.loads((ROOT / game / "worst.json").read_text("utf-8"))
    assert {case["operation"] for case in cases} == set(games()[game].operations)
    for case in cases:
        status, took = least(f"/v1/{game}/{case['operation']}", orjson.dumps(case["request"]))
        assert status == 200
        assert took < LIMIT, (case["id"], took)


@pytest.mark.parametrize("game", games())
def test_every_vector_is_quick(game: str) -> None:
    slow = []
    for case in vectors(game):
        path, body = f"/v1/{game}/{case['operation']}", orjson.dumps(case["request"])
        took = sent().post(path, body)[3]
        if took > LIMIT / 4:
            took = least(path, body)[1]
        if took > LIMIT / 4:
            slow.append((case["id"], took))
    assert not slow


def _grown(value: Any, items: int) -> Any:
    """Every list as long as it may be, by repeating what is in it."""
    if isinstance(value, dict):
        return {key: _grown(below, items) for key, below in value.items()}
    if isinstance(value, list) and value:
        return (value * items)[:items]
    return value


FILLERS = {
    "white space": b"{" + b" " * (SIZE - 2) + b"}",
    "open brackets": b"[" * SIZE,
    "nested": b'{"state":' + b"[" * (SIZE // 2 - 10) + b"]" * (SIZE // 2 - 10) + b"}",
    "wide nesting": b"[" + b"[[[[]]]]," * (SIZE // 9 - 2) + b"[]]",
    "one string": b'{"state":"' + b"x" * (SIZE - 20) + b'"}',
    "escapes": b'{"state":"' + b"\\u0041" * (SIZE // 6 - 4) + b'"}',
    "backslashes": b'{"state":"' + b"\\\\" * (SIZE // 2 - 10) + b'"}',
    "one key many times": b"{" + b'"a":1,' * (SIZE // 6 - 2) + b'"b":1}',
    "many keys": b"{" + b",".join(b'"%05x":1' % i for i in range(SIZE // 10 - 1)) + b"}",
    "many keys in the state": b'{"state":{' + b",".join(b'"%05x":1' % i for i in range(SIZE // 10 - 3)) + b"}}",
    "long number": b'{"state":' + b"9" * (SIZE - 20) + b"}",
    "small numbers": b'{"state":[' + b"0," * (SIZE // 2 - 10) + b"0]}",
    "steps": b'{"state":{"players":[],"turn":{"player":"a","steps":[' + b'{"type":"pass"},' * 1999 + b'{"type":"pass"}]}}}',
    "actions": b'{"state":{},"actions":[' + b'{"type":"x"},' * 1999 + b"1]}",
}


@pytest.mark.parametrize("filler", FILLERS)
def test_bodies_as_large_as_may_be(filler: str) -> None:
    body = FILLERS[filler]
    assert len(body) <= SIZE
    for game in games():
        status, took = least(f"/v1/{game}/resolve", body, 2)
        assert status == 400
        assert took < LIMIT, (game, took)


@pytest.mark.parametrize("game", games())
def test_tables_with_lists_as_long_as_may_be(game: str) -> None:
    """Far more cards than the game has, in every place at once."""
    for operation in games()[game].operations:
        cases = [case["request"] for case in vectors(game) if case["operation"] == operation and case.get("status", 200) == 200]
        for request in cases[:: max(1, len(cases) // 4)]:
            for items in (9_000, 2_000, 500, 100):
                body = orjson.dumps(_lists_grown(request, items))
                if len(body) <= SIZE:
                    status, took = least(f"/v1/{game}/{operation}", body, 2)
                    assert status in (200, 400, 422)
                    assert took < LIMIT, (operation, items, took, len(body))


BATCHES: dict[str, Callable[[int], Any]] = {
    "wrong cards": lambda i: ("red7", "verdict", {"state": {"players": [{"id": "a", "hand": ["X"] * 900}]}}),
    "one card everywhere": lambda i: (
        "red7", "verdict", {"state": {"variant": "basic", "players": [{"id": "a", "hand": ["R7"] * 800}, {"id": "b"}]}},
    ),
    "unknown members": lambda i: ("punto", "verdict", {f"{i}.{j}": 1 for j in range(300)}),
    "all turns": lambda i: ("red7", "turns", {**_worst("red7", "turns"), "limit": 10000}),
    "worst verdicts": lambda i: ("red7", "verdict", _worst("red7", "verdict")),
    "worst actions": lambda i: ("the-game", "legal-actions", _worst("the-game", "legal-actions")),
}  # fmt: skip


def _worst(game: str, operation: str) -> Any:
    return next(case["request"] for case in vectors(game) if case["id"] == f"{game}/worst/{operation}")


@pytest.mark.parametrize("kind", BATCHES)
def test_batches_as_large_as_may_be(kind: str) -> None:
    """A batch is bounded in its time and in its answer, whatever is in it."""
    items = []
    for i in range(500):
        game, operation, body = BATCHES[kind](i)
        items.append({"id": str(i), "game": game, "operation": operation, "body": body})
    raw = orjson.dumps({"requests": items})
    while len(raw) > 2 * 1024 * 1024:
        items = items[: len(items) * 9 // 10]
        raw = orjson.dumps({"requests": items})
    status, _, answer, took = sent().post("/v1/batch", raw)
    assert status == 200
    assert len(answer) < 12 * 1024 * 1024
    assert took < 1.0 or sent().post("/v1/batch", raw)[3] < 1.0, took


def _lists_grown(request: Any, items: int) -> Any:
    """Lists of cards grow, lists of players do not: too many players would hide the rest."""
    if isinstance(request, dict):
        return {
            key: [_lists_grown(each, items) for each in below] if key == "players" and isinstance(below, list)
            else _grown(below, items) if isinstance(below, list) else _lists_grown(below, items)
            for key, below in request.items()
        }  # fmt: skip
    return request
