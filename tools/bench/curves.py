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
from tools.bench.inside import longest, red7_state
from tools.bench.positions import by_chance
from tools.bench.timing import Job, Spread, each, measure, micro

_SAMPLES = 20
FIVES = ["R5", "O5", "Y5", "G5", "B5", "I5", "V5"]


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


def hands(repeats: int) -> Chart:
    def states(size: int, effects: bool) -> list[dict[str, Any]]:
        chance = random.Random(size)
        return [{"state": red7_state(chance, size, effects=effects)} for _ in range(_SAMPLES)]

    curves = []
    for operation in ("verdict", "legal-actions", "turns"):
        for effects in (False, True):
            more = {"limit": 10_000} if operation == "turns" else {}
            jobs = {
                size: _judging("red7", operation, [{**state, **more} for state in states(size, effects)])
                for size in range(1, 9)
            }
            curves.append(_curve(f"{operation}, {'with' if effects else 'no'} effects", jobs, _SAMPLES, repeats))
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
    """Every 5 leads to a card more, in any order: the turns grow as the orders do, the look ahead as the sets."""
    others = ["R2", "O4", "Y6", "G2", "B4", "I6", "V2"]

    def states(count: int) -> list[dict[str, Any]]:
        chance = random.Random(count)
        return [
            {"state": red7_state(chance, [*FIVES[:count], *others[: 7 - count]], effects=True)} for _ in range(_SAMPLES // 4)
        ]

    curves = []
    for operation in ("verdict", "legal-actions", "turns"):
        more = {"limit": 1000} if operation == "turns" else {}
        name = "turns, the first 1000" if more else operation
        jobs = {count: _judging("red7", operation, [{**state, **more} for state in states(count)]) for count in range(8)}
        curves.append(_curve(name, jobs, _SAMPLES // 4, repeats))
    return Chart("Red7 with effects: 5s in a hand of 7", "5s", curves)


def all_charts(repeats: int) -> list[Chart]:
    return [chart(repeats) for chart in (hands, logs, batches, fives)]
