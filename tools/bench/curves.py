"""Growth: how the time of an answer rises with the hand, the log, the batch, and the 5s in a Red7 hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import orjson

from service.adjudication.judge import judge
from service.adjudication.registry import games
from tools.bench.application import application, calling
from tools.bench.inside import ONE_OF_EACH, longest, red7_state
from tools.bench.positions import by_chance
from tools.bench.timing import Job, Spread, each, measure, micro

_SAMPLES = 100
_MOST = 8
FIVES = ["R5", "O5", "Y5", "G5", "B5", "I5", "V5"]
FIXED = [*ONE_OF_EACH, "R7"]


class Curve(NamedTuple):
    """Microseconds at each size."""

    name: str
    points: list[tuple[int, Spread]]


class Chart(NamedTuple):
    title: str
    axis: str
    curves: list[Curve]


def _curve(name: str, jobs: Mapping[int, Job], calls: int, repeats: int) -> Curve:
    times = measure({str(size): job for size, job in jobs.items()}, repeats=repeats, seconds=0.02)
    return Curve(name, [(size, micro(times[str(size)], calls)) for size in jobs])


def _judging(game_id: str, operation: str, requests: list[dict[str, Any]]) -> Job:
    game = games()[game_id]
    return each(partial(judge, game, game.operations[operation]), requests)


def holding(state: dict[str, Any], hand: list[str]) -> dict[str, Any]:
    """The same table where the first player has only some of their cards; the rest is in the deck, so that none is missing."""
    first, *others = state["players"]
    rest = [card for card in first["hand"] if card not in hand]
    return {**state, "players": [{**first, "hand": hand}, *others], "deck": [*rest, *state["deck"]]}


def hands(repeats: int) -> Chart:
    """The same hands growing card by card, so that a curve shows the size and not the luck of the deal."""
    tables = {
        "": [red7_state(random.Random(sample), _MOST, effects=False) for sample in range(_SAMPLES)],
        ", fixed": [red7_state(random.Random(1), FIXED, effects=False)],
    }
    asked = [("verdict", ""), ("legal-actions", ""), ("turns", ""), ("turns", ", fixed")]
    curves = []
    for operation, kind in asked:
        more = {"limit": 10_000} if operation == "turns" else {}
        for effects in (False, True):
            jobs = {}
            for size in range(1, _MOST + 1):
                states = [holding(each, each["players"][0]["hand"][:size]) | {"effects": effects} for each in tables[kind]]
                jobs[size] = _judging("red7", operation, [{"state": state, **more} for state in states])
            name = f"{operation}, {'with' if effects else 'no'} effects{kind}"
            curves.append(_curve(name, jobs, len(tables[kind]), repeats))
    return Chart("Red7: cards in hand", "cards", curves)


def logs(repeats: int) -> Chart:
    curves = []
    for game_id in games():
        log = longest(game_id)
        sizes = sorted({1, 5, *range(10, len(log.actions), 10), len(log.actions)})
        jobs = {size: _judging(game_id, "resolve", [{"state": log.first, "actions": log.actions[:size]}]) for size in sizes}
        curves.append(_curve(game_id, jobs, 1, repeats))
    return Chart("resolve: actions in the log", "actions", curves)


def batches(repeats: int) -> Chart:
    """The whole application, without gunicorn."""
    app = application()
    curves = []
    for game_id in games():
        bodies = by_chance(game_id, "verdict")
        jobs: dict[int, Job] = {}
        for size in (1, 10, 50, 100, 200, 300, 400, 500):
            items = [
                {"id": str(i), "game": game_id, "operation": "verdict", "body": bodies[i % len(bodies)]} for i in range(size)
            ]
            jobs[size] = calling(app, "/v1/batch", orjson.dumps({"requests": items}))
        curves.append(_curve(game_id, jobs, 1, repeats))
    return Chart("batch: verdicts in one request", "verdicts", curves)


def fives(repeats: int) -> Chart:
    """Every 5 leads to a card more, in any order: the turns grow as the orders do, the look ahead as the sets.

    The tables stay, a card of the hand becomes a 5.
    """
    others = ["R2", "O4", "Y6", "G2", "B4", "I6", "V2"]

    tables = [red7_state(random.Random(sample), [*FIVES, *others], effects=True) for sample in range(_SAMPLES // 10)]
    curves = []
    for operation in ("verdict", "legal-actions", "turns"):
        more = {"limit": 1000} if operation == "turns" else {}
        name = "turns, the first 1000" if more else operation
        jobs = {}
        for count in range(8):
            states = [holding(each, [*FIVES[:count], *others[: 7 - count]]) for each in tables]
            jobs[count] = _judging("red7", operation, [{"state": state, **more} for state in states])
        curves.append(_curve(name, jobs, len(tables), repeats))
    return Chart("Red7 with effects: 5s in a hand of 7", "5s", curves)


def all_charts(repeats: int) -> list[Chart]:
    return [chart(repeats) for chart in (hands, logs, batches, fives)]
