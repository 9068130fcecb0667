"""Times inside one process: processor time, interleaved, so that a noisy moment of the machine hits every contender alike."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterable, Mapping
from time import process_time
from typing import NamedTuple, TypeVar

Job = Callable[[], object]
T = TypeVar("T")


class Spread(NamedTuple):
    """The median over the repeats, and half the distance from the least to the greatest."""

    median: float
    half: float
    values: tuple[float, ...] = ()

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        known = tuple(values)
        return cls(statistics.median(known), (max(known) - min(known)) / 2, known)

    def over(self, divisor: float) -> Spread:
        return Spread.of([each / divisor for each in self.values])

    def __str__(self) -> str:
        digits = 2 if self.median < 10 else 1 if self.median < 100 else 0
        return f"{self.median:.{digits}f}±{self.half:.{digits}f}"


def each(do: Callable[[T], object], items: Iterable[T]) -> Job:
    """Does it to every item and keeps nothing: a thousand answers held at once would measure the memory and not the work."""
    todo = list(items)

    def run() -> None:
        for item in todo:
            do(item)

    return run


def measure(jobs: Mapping[str, Job], *, repeats: int = 5, seconds: float = 0.03) -> dict[str, list[float]]:
    """Seconds a call of each job, one figure a repeat. Every repeat runs all jobs, each for about so long."""
    rounds = {name: _rounds(job, seconds) for name, job in jobs.items()}
    times: dict[str, list[float]] = {name: [] for name in jobs}
    # The collector stays on, it is part of the price; as in a worker what was there before is not its business.
    gc.collect()
    gc.freeze()
    try:
        for _ in range(repeats):
            gc.collect()
            for name, job in jobs.items():
                count = range(rounds[name])
                began = process_time()
                for _ in count:
                    job()
                times[name].append((process_time() - began) / rounds[name])
    finally:
        gc.unfreeze()
    return times


def _rounds(job: Job, seconds: float) -> int:
    job()
    rounds = 1
    while True:
        began = process_time()
        for _ in range(rounds):
            job()
        took = process_time() - began
        if took > seconds / 4:
            return max(1, round(rounds * seconds / took))
        rounds *= 4


def ratios(ours: list[float], floor: list[float]) -> Spread:
    """Ours in terms of the floor's, repeat by repeat."""
    return Spread.of([mine / bare for mine, bare in zip(ours, floor, strict=True)])


def micro(times: list[float], calls: int = 1) -> Spread:
    """Microseconds, where a job makes so many calls."""
    return Spread.of([each / calls * 1e6 for each in times])
