"""What a game is to the rest of the service: an id, a rulebook, and operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.rulebook import Rulebook
from service.adjudication.schema import RequestSchema
from service.adjudication.shapes import Choice, ListOf, Record, Shape, Text


@dataclass(frozen=True, slots=True)
class Judgement:
    """An operation's answer before it is put into words: plain JSON values and the facts behind them."""

    ruleset: str
    body: dict[str, Any]
    findings: list[Finding]


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing a client may ask of a game.

    `judge` gets the request as `request.read` returned it (defaults filled in) and must not change it; it raises `Impossible`
    with every fault when no table can look so. `answer` describes the body (without the envelope): it documents and tests,
    and is never run on the way out.
    """

    name: str
    request: RequestSchema
    answer: Record
    judge: Callable[[dict[str, Any]], Judgement]
    summary: str


@dataclass(frozen=True, slots=True)
class KnownCase:
    """A request whose answer is known: readiness judges it, so that "ready" means "judges right"."""

    operation: str
    request: dict[str, Any]
    want: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    rulebook: Rulebook
    operations: Mapping[str, Operation]
    known_case: KnownCase
    players: tuple[int, int]
    envelope: Record = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "envelope", _envelope(self))


def by_name(*each: Operation) -> dict[str, Operation]:
    return {operation.name: operation for operation in each}


def _envelope(game: Game) -> Record:
    """Section 2 of the contract: what every answer of a game operation carries."""
    clause_ids = [f"{game.id}/{clause}" for clause in game.rulebook.clauses]
    finding: dict[str, Shape] = {
        "code": Text(1, required=True),
        "clause": Choice(*clause_ids, required=True),
        "message": Text(1, required=True),
        "pointer": Text(0),
    }
    return Record(
        {
            "game": Choice(game.id, required=True),
            "ruleset": Choice(*game.rulebook.rulesets, required=True),
            "decision_id": Text(71, 71, required=True, doc="sha256: and 64 hex digits"),
            "findings": ListOf(Record(finding, component=f"{component_prefix(game.id)}Finding"), required=True),
        }
    )


def component_prefix(game_id: str) -> str:
    """`the-game` names its OpenAPI components `TheGame…`."""
    return "".join(part.capitalize() for part in game_id.split("-"))
