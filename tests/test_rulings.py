"""A ruling that decides is cited: where the other value of its switch changes an answer, both answers name the ruling.

Asked of every vector, and of positions of games played at random. Only the echo of the switch in `state.rulings` may differ
without a word.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from service.adjudication.findings import Refused
from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.vectors import vectors

Answer = dict[str, Any]

_GAMES_EACH = 12
_LONGEST = 60


class Switch(NamedTuple):
    game: str
    clause: str
    name: str
    default: Any
    values: tuple[Any, ...]

    def set_to(self, value: Any, request: Answer) -> Answer:
        """The same question under this value of the switch."""
        asked = copy.deepcopy(request)
        place = asked.get("state") or asked.get("after") or asked
        place["rulings"] = {**place.get("rulings", {}), self.name: value}
        return asked

    def silent(self, answer: Answer) -> Answer:
        """The answer without its words, its id and the echo of this switch."""
        told = {key: value for key, value in answer.items() if key not in ("findings", "decision_id")}
        if told.get("state"):
            rulings = {key: value for key, value in told["state"]["rulings"].items() if key != self.name}
            told["state"] = {**told["state"], "rulings": rulings}
        return told


SWITCHES = [
    Switch(game.id, f"{game.id}/{ruling.id}", ruling.switch, ruling.default, tuple(each["value"] for each in ruling.choices))
    for game in games().values()
    for ruling in game.rulebook.clauses.values()
    if ruling.switch is not None
]


def answered(switch: Switch, operation: str, request: Answer, language: str = "en") -> Answer | None:
    """None where no table can look so: some states exist under one value of a switch only."""
    game = games()[switch.game]
    try:
        return judge(game, game.operations[operation], request, language)
    except Refused:
        return None


def uncited(switch: Switch, operation: str, request: Answer) -> list[str]:
    """What is wrong with the answers to one question under all values of a switch."""
    answers = {value: answered(switch, operation, switch.set_to(value, request)) for value in switch.values}
    given = {value: answer for value, answer in answers.items() if answer is not None}
    wrong = [
        f"{operation} under {switch.name}={value}: {switch.clause} is told twice"
        for value, answer in given.items()
        if len({finding["code"] for finding in _cites(switch, answer)}) < len(_cites(switch, answer))
    ]
    told = [switch.silent(answer) for answer in given.values()]
    if all(each == told[0] for each in told):
        return wrong
    return wrong + [
        f"{operation} under {switch.name}={value} differs, and {switch.clause} is not cited"
        for value, answer in given.items()
        if not _cites(switch, answer)
    ]


def _cites(switch: Switch, answer: Answer) -> list[Answer]:
    return [finding for finding in answer["findings"] if finding["clause"] == switch.clause]


VECTORS = [
    pytest.param(switch, case, id=f"{switch.name}-{case['id']}")
    for switch in SWITCHES
    for case in vectors(switch.game)
    if case.get("status", 200) == 200
]


@pytest.mark.parametrize(("switch", "case"), VECTORS)
def test_vector(switch: Switch, case: dict[str, Any]) -> None:
    assert not uncited(switch, case["operation"], case["request"])


# Games by chance -----------------------------------------------------------------------------------------------------------


def deals(game: str, chance: random.Random) -> dict[str, Any]:
    """A first round of the game, with what brings its rulings into play."""
    least, most = games()[game].players
    names = ["Ania", "Bartek", "Celina", "Darek", "Ewa"][: chance.randint(max(2, least), most)]
    request: dict[str, Any] = {"players": names, "seed": str(chance.random())}
    if game == "red7":
        return {**request, "variant": chance.choice(["basic", "advanced", "advanced"]), "effects": chance.random() < 0.8}
    if game == "the-game":
        # Commands on the cards that will be in the first hands: of the 98 cards only 4 say "one pile".
        hands = [card for player in dealt(game, request)["players"] for card in player["hand"]]
        commands = ["one_pile"] * 4 + chance.sample(["stop", "skull", "exactly_three", "no_backwards"] * 2, 4)
        return {**request, "commands": dict(zip(chance.sample(hands, 8), commands, strict=True))}
    return request


def dealt(game: str, request: dict[str, Any]) -> dict[str, Any]:
    state: dict[str, Any] = judge(games()[game], games()[game].operations["deal"], request)["state"]
    return state


def positions(switch: Switch, seed: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """States of one game played at random, each with the actions that led from the first state to it."""
    chance = random.Random(f"{switch.name}/{seed}")
    request = deals(switch.game, chance)
    request["rulings"] = {each.name: chance.choice(each.values) for each in SWITCHES if each.game == switch.game}
    state = dealt(switch.game, request)
    log: list[dict[str, Any]] = []
    while len(log) < _LONGEST:
        yield state, log
        legal = answered(switch, "legal-actions", {"state": state})
        if legal is None or not legal["actions"]:
            return
        action = chance.choice(legal["actions"])["action"]
        done = answered(switch, "resolve", {"state": state, "actions": [action]})
        assert done is not None
        assert done["status"] == "legal"
        state, log = done["state"], [*log, action]


@pytest.mark.parametrize("seed", range(_GAMES_EACH))
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: f"{switch.game}-{switch.name}")
def test_games_by_chance(switch: Switch, seed: int) -> None:
    chance = random.Random(seed)
    first: dict[str, Any] = {}
    for state, log in positions(switch, seed):
        first = first or state
        for operation, request in questions(switch, state, chance):
            assert not uncited(switch, operation, request), (operation, request)
        # Whole logs too, with more of the same behind them: what is illegal in the end was decided long before.
        if len(log) % 7 == 6:
            for actions in (log, log + log[-2:]):
                assert not uncited(switch, "resolve", {"state": first, "actions": actions}), (first, actions)


def questions(switch: Switch, state: dict[str, Any], chance: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "verdict", {"state": state}
    yield "score", {"state": state}
    yield "legal-actions", {"state": state}
    if switch.game == "red7":
        yield "turns", {"state": state, "limit": chance.choice([20, 200, 1000])}
    listed = []  # under any value: what only the other one allows is asked about as well
    for value in switch.values:
        legal = answered(switch, "legal-actions", switch.set_to(value, {"state": state}))
        listed += [entry["action"] for entry in legal["actions"] if entry["action"] not in listed] if legal else []
    for action in chance.sample(listed, min(6, len(listed))):
        yield "resolve", {"state": state, "actions": [action]}
        if switch.game == "red7" and action["type"] == "play_to_canvas":
            yield "resolve", {"state": state, "actions": [{**action, "draw": False}]}


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: f"{switch.game}-{switch.name}")
def test_the_property_can_fail(switch: Switch) -> None:
    """Every switch changes the answer to some vector; else the tests above would say nothing about it."""
    changed = 0
    for case in vectors(switch.game):
        if case.get("status", 200) == 200:
            asked = [switch.set_to(value, case["request"]) for value in switch.values]
            answers = [answered(switch, case["operation"], each) for each in asked]
            told = [switch.silent(answer) for answer in answers if answer is not None]
            changed += any(each != told[0] for each in told)
    assert changed
