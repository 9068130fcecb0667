"""Over HTTP: every operation against the floor, a batch against single requests, the start, the memory."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson

from service.adjudication.judge import judge
from service.adjudication.registry import games
from tools.bench.inside import Audited, audited, longest
from tools.bench.load import Measured, ask, measure, post
from tools.bench.positions import OPERATIONS, by_chance, fixed
from tools.bench.server import Server, floor, service
from tools.bench.timing import Spread

_FIXED, _BY_CHANCE = 4, 8
BATCH = 500
_BATCHES = 6
_AUDITS = 100
_STEPS = 8
T = TypeVar("T")


class Row(NamedTuple):
    """One operation's figures; shares of the floor are above 1 where the service is better."""

    game: str
    operation: str
    throughput: Spread  # of the floor's
    by_cpu: Spread  # the floor's processor time of ours: what the throughput would be on a machine with nothing else to do
    p50: Spread  # times the floor's
    p99: Spread
    rates: tuple[Spread, Spread]  # requests a second, ours and the floor's
    cpu_us: tuple[Spread, Spread]


def requests(game: str, operation: str) -> list[dict[str, Any]]:
    return [*fixed(game, operation, _FIXED), *by_chance(game, operation, _BY_CHANCE)]


@contextmanager
def both(workers: int) -> Iterator[tuple[Server, Server]]:
    """The service and the floor side by side; the floor's answers are the service's own."""
    answers = {
        f"/v1/{game.id}/{name}/{i}": judge(game, game.operations[name], request)
        for game in games().values()
        for name in OPERATIONS
        for i, request in enumerate(requests(game.id, name))
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.json"
        path.write_bytes(orjson.dumps(answers))
        with service(workers) as ours, floor(workers, path) as bare:
            yield ours, bare


def operations(ours: Server, bare: Server, seconds: float, repeats: int) -> Iterator[Row]:
    for game in games():
        for name in OPERATIONS:
            bodies = [orjson.dumps(request) for request in requests(game, name)]
            asked = [post(f"/v1/{game}/{name}", body) for body in bodies]
            echoed = [post(f"/v1/{game}/{name}/{i}", body) for i, body in enumerate(bodies)]
            mine, floors = partial(measure, ours, asked, seconds), partial(measure, bare, echoed, seconds)
            yield _row(game, name, in_turn(repeats, mine, floors))


def in_turn(repeats: int, one: Callable[[], T], other: Callable[[], T]) -> list[tuple[T, T]]:
    """Both, repeat by repeat; who is first changes, so that what the first leaves behind falls on either."""
    pairs = []
    for i in range(repeats):
        if i % 2:
            later = other()
            pairs.append((one(), later))
        else:
            pairs.append((one(), other()))
    return pairs


def _row(game: str, operation: str, pairs: list[tuple[Measured, Measured]]) -> Row:
    def spread(field: str, side: int) -> Spread:
        return Spread.of([getattr(pair[side], field) for pair in pairs])

    return Row(
        game,
        operation,
        Spread.of([mine.throughput / bare.throughput for mine, bare in pairs]),
        Spread.of([bare.cpu_us / mine.cpu_us for mine, bare in pairs]),
        Spread.of([mine.p50 / bare.p50 for mine, bare in pairs]),
        Spread.of([mine.p99 / bare.p99 for mine, bare in pairs]),
        (spread("throughput", 0), spread("throughput", 1)),
        (spread("cpu_us", 0), spread("cpu_us", 1)),
    )


class Batched(NamedTuple):
    """A batch of verdicts as a share of as many single requests, by the clock and by processor time."""

    game: str
    clock: Spread
    cpu: Spread


def batches(server: Server, repeats: int) -> Iterator[Batched]:
    for game in games():
        known = requests(game, "verdict")
        bodies = [known[i % len(known)] for i in range(BATCH)]
        singles = [post(f"/v1/{game}/verdict", orjson.dumps(body)) for body in bodies]
        items = [{"id": str(i), "game": game, "operation": "verdict", "body": body} for i, body in enumerate(bodies)]
        batch = [post("/v1/batch", orjson.dumps({"requests": items}))] * _BATCHES
        pairs = in_turn(repeats, partial(_one_after_another, server, batch), partial(_one_after_another, server, singles))
        yield Batched(
            game,
            Spread.of([whole[0] / _BATCHES / single[0] for whole, single in pairs]),
            Spread.of([whole[1] / _BATCHES / single[1] for whole, single in pairs]),
        )


def logs(server: Server, repeats: int) -> Iterator[Audited]:
    """A whole game's log in one request against a request for each action, by processor time."""
    for game in games():
        log = longest(game)
        some, path = max(1, len(log.actions) // 4), f"/v1/{game}/resolve"
        steps = [
            post(path, orjson.dumps({"state": state, "actions": [action]}))
            for state, action in zip(log.states, log.actions, strict=True)
        ] * _STEPS
        whole, part = (
            [post(path, orjson.dumps({"state": log.first, "actions": log.actions[:size]}))] * _AUDITS
            for size in (len(log.actions), some)
        )
        times = [[_one_after_another(server, requests)[1] for requests in (whole, part, steps)] for _ in range(repeats)]
        yield audited(
            game,
            some,
            len(log.actions),
            [each[0] / _AUDITS for each in times],
            [each[1] / _AUDITS for each in times],
            [each[2] / _STEPS for each in times],
        )


def _one_after_another(server: Server, requests: list[bytes]) -> tuple[float, float]:
    """Seconds by the clock and of processor time."""
    cpu, began = server.cpu_seconds(), time.perf_counter()
    for request in requests:
        ask(server.port, request)
    return time.perf_counter() - began, server.cpu_seconds() - cpu


def start_up(workers: int, repeats: int) -> Spread:
    """Seconds from the start of `python -m service` to the first answer to a question."""
    game = next(iter(games()))
    request = post(f"/v1/{game}/verdict", orjson.dumps(requests(game, "verdict")[0]))
    took = []
    for _ in range(repeats):
        began = time.perf_counter()
        with service(workers) as server:
            ask(server.port, request)
            took.append(time.perf_counter() - began)
    return Spread.of(took)
