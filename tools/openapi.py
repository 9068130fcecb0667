"""`make openapi`: writes openapi.yaml from the schemas, with examples from the vectors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.adjudication.findings import Refused
from service.adjudication.game import Game, Operation
from service.adjudication.judge import judge
from service.adjudication.registry import games
from service.http.openapi import Example, Examples, build, dump
from service.http.problems import refusal
from tests.vectors import vectors

TARGET = Path(__file__).parents[1] / "openapi.yaml"
_GOOD = 3


def examples() -> Examples:
    """For each operation a few answers that differ in kind, and one refusal of each status."""
    return {
        (game.id, operation.name): list(_chosen(game, operation))
        for game in games().values()
        for operation in game.operations.values()
    }


def _chosen(game: Game, operation: Operation) -> Iterator[Example]:
    cases = [case for case in vectors(game.id) if case["operation"] == operation.name and case["comment"]]
    # Short requests explain best; the id decides between equals, so that the choice does not depend on the files' order.
    cases.sort(key=lambda case: (len(str(case["request"])), case["id"]))
    kinds: set[tuple[int, Any]] = set()
    good = 0
    for case in cases:
        example = _judged(game, operation, case)
        kind = (example.status, example.answer.get("status") if example.status == 200 else None)
        wanted = example.status != 200 or good < _GOOD
        if kind in kinds or not wanted:
            continue
        kinds.add(kind)
        good += example.status == 200
        yield example


def _judged(game: Game, operation: Operation, case: dict[str, Any]) -> Example:
    name = case["id"].replace("/", ".")
    try:
        return Example(name, case["comment"], case["request"], 200, judge(game, operation, case["request"]))
    except Refused as refused:
        problem = refusal(refused, "en", game.rulebook.faults)
        return Example(name, case["comment"], case["request"], problem.status, problem.body("en"))


def text() -> str:
    return dump(build(games(), examples()))


if __name__ == "__main__":
    TARGET.write_text(text(), "utf-8")
    print(f"{TARGET.name} written")
