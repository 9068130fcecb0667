"""Asking the service, with every answer held against its documented shape."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Fault, Impossible, Malformed
from service.adjudication.judge import judge
from service.games.seven7s import GAME

Json = dict[str, Any]
ENVELOPE = tuple(GAME.envelope.members)


def ask(operation: str, payload: Json, language: str = "en") -> Json:
    """The answer; fails if it does not fit the shape that the contract shows."""
    answer = judge(GAME, GAME.operations[operation], payload, language)
    faults: list[Fault] = []
    GAME.operations[operation].answer.read({k: v for k, v in answer.items() if k not in ENVELOPE}, "", faults)
    GAME.envelope.read({k: answer[k] for k in ENVELOPE}, "", faults)
    assert not faults, faults
    assert answer["findings"], "an answer says why"
    return answer


def status_of(operation: str, payload: Json) -> int:
    try:
        ask(operation, payload)
    except Malformed:
        return 400
    except Impossible:
        return 422
    return 200


def deal(players: int, seed: str, **rulings: Any) -> Json:
    names = ["Ann", "Łukasz", "a/b", "~1"][:players]
    state: Json = ask("deal", {"players": names, "seed": seed, "rulings": rulings})["state"]
    return state


def resolve(state: Json, *actions: Json) -> Json:
    return ask("resolve", {"state": state, "actions": list(actions)})


def legal(state: Json) -> list[Json]:
    entries: list[Json] = ask("legal-actions", {"state": state})["actions"]
    return entries


def all_cards(state: Json) -> list[str]:
    found = [*state["deck"], *state["discard"]]
    for player in state["players"]:
        found += player["hand"] + player["fortunes"]
    for column in state["columns"].values():
        found += column
    return found
