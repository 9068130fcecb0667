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
    cases = [case for case in vectors(game.id) if case["operation"] == operation.name]
    # Cases with a comment and short requests explain best; the id decides between equals, so that the choice does not depend on
    # the order of the files.
    cases.sort(key=lambda case: (not case["comment"], len(str(case["request"])), case["id"]))
    seen: set[Any] = set()
    good = 0
    for case in cases:
        example = _judged(game, operation, case)
        if example.status == 200 and good == _GOOD:
            continue
        kind = _kind(example)
        if kind not in seen:
            seen.add(kind)
            good += example.status == 200
            yield example


def _kind(example: Example) -> Any:
    """Two answers of one kind teach no more than one."""
    if example.status != 200:
        return example.status
    first = example.answer["findings"][0]["code"] if example.answer["findings"] else None
    return example.answer.get("status"), first


def _judged(game: Game, operation: Operation, case: dict[str, Any]) -> Example:
    name = case["id"].replace("/", ".")
    summary = case["comment"] or "A worked example."
    try:
        return Example(name, summary, case["request"], 200, judge(game, operation, case["request"]))
    except Refused as refused:
        problem = refusal(refused, "en", game.rulebook.faults)
        return Example(name, summary, case["request"], problem.status, problem.body("en"))


def text() -> str:
    return dump(build(games(), examples()))


if __name__ == "__main__":
    TARGET.write_text(text(), "utf-8")
    print(f"{TARGET.name} written")
