"""What is asked in the measurements: fixed positions from the vectors, random ones from games played by chance."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import orjson

from service.adjudication.game import Game
from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.vectors import vectors

State = dict[str, Any]
Action = dict[str, Any]
OPERATIONS = ("legal-actions", "verdict", "resolve", "score")
_GAMES_PLAYED = 12


class Played(NamedTuple):
    """A game played by chance: how it began, and the state before each action."""

    first: State
    states: list[State]
    actions: list[Action]


def answered(game_id: str, operation: str) -> list[dict[str, Any]]:
    """The vectors' requests that are answered, shortest first."""
    found = [case["request"] for case in vectors(game_id) if case["operation"] == operation and case.get("status", 200) == 200]
    return sorted(found, key=lambda request: len(orjson.dumps(request)))


def fixed(game_id: str, operation: str, how_many: int = 9) -> list[dict[str, Any]]:
    """Vectors spread evenly over their sizes."""
    found = answered(game_id, operation)
    return found if len(found) <= how_many else [found[(2 * i + 1) * len(found) // (2 * how_many)] for i in range(how_many)]


@cache
def played(game_id: str) -> tuple[Played, ...]:
    game = games()[game_id]
    deals = [request for request in answered(game_id, "deal") if "after" not in request]
    return tuple(play(game, deals[i % len(deals)] | {"seed": f"bench {i}"}, random.Random(i)) for i in range(_GAMES_PLAYED))


def play(game: Game, deal: dict[str, Any], chance: random.Random) -> Played:
    first = state = judge(game, game.operations["deal"], deal)["state"]
    states: list[State] = []
    actions: list[Action] = []
    while entries := judge(game, game.operations["legal-actions"], {"state": state})["actions"]:
        action = _picked(entries, chance)
        states.append(state)
        actions.append(action)
        state = judge(game, game.operations["resolve"], {"state": state, "actions": [action]})["state"]
    return Played(first, states, actions)


def _picked(entries: list[dict[str, Any]], chance: random.Random) -> Action:
    """By chance, but nobody loses on purpose: random play would end most games after a few turns."""
    fatal = ("impossible", "lost")
    good = [entry for entry in entries if entry.get("survival") not in fatal and entry["action"]["type"] != "pass"]
    action: Action = chance.choice(good or entries)["action"]
    return action


def by_chance(game_id: str, operation: str, how_many: int = 40) -> list[dict[str, Any]]:
    """Requests about positions from the middle of played games."""
    chance = random.Random(f"{game_id} {operation}")
    moments = [(each.states[i], each.actions[i]) for each in played(game_id) for i in range(len(each.states))]
    picked = chance.sample(moments, min(how_many, len(moments)))
    if operation == "resolve":
        return [{"state": state, "actions": [action]} for state, action in picked]
    return [{"state": state} for state, _ in picked]
