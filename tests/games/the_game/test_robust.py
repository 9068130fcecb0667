"""Damaged requests: each is answered, malformed or impossible, and nothing else ever happens; words exist in both languages."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from service.adjudication.findings import Fault, Impossible, Malformed
from service.adjudication.judge import judge
from tests.games.the_game.tables import the_game
from tests.vectors import vectors

ODD: tuple[Any, ...] = (
    None, True, 0, 3.0, -1, "", "??", "2", "50", "99", "100", "02", "٣", [], {}, ["??"], ["5", "6"], "up_1", "won", "stop",
    "skull", "one_pile", "no_backwards", "exactly_three", "draw_one", "Ann", {"player": "Ann"}, {"type": "end_turn"},
    {"type": "play", "card": "50", "pile": "down_1"}, {"type": "play", "card": "50", "pile": "up_1", "drawn": ["??"]},
)  # fmt: skip


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        found.append((value, key))
        _places(value[key], found)
    return found


def _damage(rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
    damaged = copy.deepcopy(request)
    for _ in range(rng.choice((1, 1, 1, 2))):
        places = _places(damaged, [])
        if not places:
            break
        where, key = rng.choice(places)
        other, other_key = rng.choice(places)
        kind = rng.random()
        if kind < 0.2:
            del where[key]
        elif kind < 0.5:
            where[key] = copy.deepcopy(rng.choice(ODD))
        elif kind < 0.8:
            where[key] = copy.deepcopy(other[other_key])
        elif isinstance(where, list):
            where.insert(key, copy.deepcopy(rng.choice(ODD)))
        else:
            where[str(rng.choice(ODD))] = copy.deepcopy(rng.choice(ODD))
    return damaged


@pytest.mark.parametrize("seed", range(4))
def test_damaged_requests(seed: int) -> None:
    rng = random.Random(seed)
    game = the_game()
    cases = vectors("the-game")
    outcomes = {200: 0, 400: 0, 422: 0}
    for _ in range(700):
        case = rng.choice(cases)
        name = case["operation"] if rng.random() < 0.9 else rng.choice(list(game.operations))
        operation = game.operations[name]
        request = _damage(rng, case["request"])
        before = copy.deepcopy(request)
        language = rng.choice(("en", "pl"))
        try:
            answer = judge(game, operation, request, language)
        except Malformed as error:
            outcomes[400] += 1
            assert game.rulebook.tell_faults(error.faults, language)
        except Impossible as error:
            outcomes[422] += 1
            assert game.rulebook.tell_faults(error.faults, language)
        else:
            outcomes[200] += 1
            faults: list[Fault] = []
            body = {name: value for name, value in answer.items() if name not in game.envelope.members}
            operation.answer.read(body, "", faults)
            assert not faults, (request, faults)
            assert all(finding["message"] for finding in answer["findings"])
            assert answer["findings"]
        assert request == before, "judging changed the request"
    assert min(outcomes.values()) > 10


def test_every_finding_and_fault_is_told() -> None:
    """Codes that the rules emit have words, and no words are left without a code."""
    from pathlib import Path

    import service.games.the_game as package

    folder = Path(package.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    rulebook = the_game().rulebook
    prefixes = ("survival_", "shows_", "stated_")  # completed by a value
    for code in rulebook.findings.entries:
        name = code.removeprefix("the-game.")
        assert f'"{name}"' in source or name.startswith(prefixes), f"{code} is told but never found"
