"""The tables, as Markdown: what is printed is what is kept in docs/benchmarks.md."""

from __future__ import annotations

import math
import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tools.bench.curves import Chart
from tools.bench.inside import Audited, Timed
from tools.bench.over_http import Batched, Row
from tools.bench.timing import Spread

Cells = Sequence[str]


def table(head: Cells, rows: Iterable[Cells]) -> str:
    """A Markdown table, in columns to be read as it stands."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]

    def written(cells: Cells) -> str:
        words = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "| " + " | ".join(words) + " |"

    rule = "|" + "|".join("-" * (width + 1) + ("-" if i == 0 else ":") for i, width in enumerate(widths)) + "|"
    return "\n".join([written(lines[0]), rule, *map(written, lines[1:])])


def http(rows: Sequence[Row]) -> str:
    def line(row: Row) -> Cells:
        return [
            f"{row.game} {row.operation}", str(row.throughput), str(row.by_cpu), str(row.p50), str(row.p99),
            f"{row.cpu_us[0]} / {row.cpu_us[1]}", f"{row.rates[0]} / {row.rates[1]}",
        ]  # fmt: skip

    head = ["operation", "throughput", "by processor", "p50", "p99", "CPU µs, ours / floor", "requests/s, ours / floor"]
    return table(head, map(line, rows))


def medians(rows: Sequence[Row]) -> dict[str, tuple[Spread, Spread]]:
    """By operation, over the games: throughput and processor time as shares of the floor."""
    names = dict.fromkeys(row.operation for row in rows)
    return {
        name: (
            _over_the_games([row.throughput for row in rows if row.operation == name]),
            _over_the_games([row.by_cpu for row in rows if row.operation == name]),
        )
        for name in names
    }


def _over_the_games(each: Sequence[Spread]) -> Spread:
    """The median of the games' medians; the spread is that of the medians repeat by repeat."""
    repeats = Spread.of([statistics.median(values) for values in zip(*[one.values for one in each], strict=True)])
    return repeats._replace(median=statistics.median(one.median for one in each))


def median_table(rows: Sequence[Row]) -> str:
    head = ["median over the games", "throughput", "by processor"]
    return table(head, [[name, str(rate), str(cpu)] for name, (rate, cpu) in medians(rows).items()])


def timed(rows: Sequence[Timed], floor: str) -> str:
    return table(["inside", "µs", f"times {floor}"], [[row.what, str(row.micros), str(row.floors)] for row in rows])


def audited(rows: Sequence[Audited]) -> str:
    head = ["whole log in one resolve", "actions", "of as many single ones", "of 500 single ones"]
    return table(head, [[row.game, str(row.actions), str(row.share), str(row.of_500)] for row in rows])


def batched(rows: Sequence[Batched]) -> str:
    head = ["500 verdicts in one batch", "of the single ones' time", "of their processor time"]
    return table(head, [[row.game, str(row.clock), str(row.cpu)] for row in rows])


def chart(each: Chart) -> str:
    """Microseconds at the least size, then multiples of them."""
    sizes = sorted({size for curve in each.curves for size, _ in curve.points})
    if len(sizes) > 10:
        sizes = [size for size in sizes if size in (1, 5, 10, 20, 30, 40, 50, 60, 70)]
    rows = []
    for curve in each.curves:
        known = dict(curve.points)
        first = curve.points[0][1]
        cells = [str(known[size].over(first.median)) if size in known else "" for size in sizes[1:]]
        rows.append([curve.name, str(first), *cells])
    return table([each.title, f"µs at {sizes[0]}", *[f"× at {size}" for size in sizes[1:]]], rows)


USED = 0.6  # of an instance's cores: what the autoscaler aims at; the rest is for bursts and for the queue to stay short
WORKERS = 2  # of an instance, with a core for each
CORE_HOUR = 0.04  # US dollars, an assumption: a shared virtual core at a large provider, on demand
RATES = (1_000, 10_000, 100_000)


class Size(NamedTuple):
    """What so many requests a second take."""

    rate: int
    busy: float  # cores
    instances: int

    @property
    def dollars(self) -> float:
        """An hour of those instances, busy or not."""
        return self.instances * WORKERS * CORE_HOUR

    @property
    def of_a_million(self) -> float:
        return self.dollars / (self.rate * 3600) * 1e6


def size(rate: int, micros: float) -> Size:
    """One instance more than needed, so that one may be away."""
    busy = rate * micros / 1e6
    return Size(rate, busy, math.ceil(busy / (WORKERS * USED)) + 1)


def capacity(rows: Sequence[Row], logs: Sequence[Audited], batches: Sequence[Batched]) -> str:
    """What the measured processor time comes to: all operations of all games asked equally often."""
    micros = statistics.mean(row.cpu_us[0].median for row in rows)
    sizes = [size(rate, micros) for rate in RATES]
    head = [
        "requests a second", "cores busy", f"instances of {WORKERS} workers at {USED:.0%}", "their cores", "US$ an hour",
        "US$ a million requests",
    ]  # fmt: skip
    lines = [
        [
            f"{each.rate:,}", f"{each.busy:.1f}", str(each.instances), str(each.instances * WORKERS), f"{each.dollars:.2f}",
            f"{each.of_a_million:.4f}",
        ]
        for each in sizes
    ]  # fmt: skip
    return (
        f"{micros:.0f} µs of processor time a request on average: {1e6 / micros:,.0f} requests a second on a core, "
        f"{1e6 / micros * USED:,.0f} at {USED:.0%} of it. At US$ {CORE_HOUR} a core hour:\n\n{table(head, lines)}\n\n"
        f"A batch of 500 verdicts costs {_range([each.cpu for each in batches])} of 500 requests by the processor, by game; "
        f"a whole game's log in one `resolve` {_range([each.share for each in logs])} of a request for each action: clients "
        "that can batch should."
    )


def _range(each: Sequence[Spread]) -> str:
    found = [one.median for one in each]
    return f"{min(found):.2f} to {max(found):.2f}"


class Target:
    """One promise, and what was measured."""

    def __init__(self, what: str, measured: Spread, limit: float, unit: str = "", *, at_least: bool = False) -> None:
        self.what = what
        self.met = measured.median >= limit if at_least else measured.median <= limit
        self._cells = [
            what,
            f"{'≥' if at_least else '≤'} {limit:.3g}{unit}",
            f"{measured}{unit}",
            "yes" if self.met else "NO",
        ]

    def cells(self) -> Cells:
        return self._cells


def targets(
    rows: Sequence[Row],
    red7: Sequence[Timed],
    logs: Sequence[Audited],
    batches: Sequence[Batched],
    start: Spread,
    memory: Sequence[float],
) -> list[Target]:
    """A share of the floor is a promise by the clock and by processor time: neither may fail it."""
    share = medians(rows)
    by_name = {row.what.removeprefix("red7 "): row.micros for row in red7}
    return [
        *[
            Target(f"{name} over HTTP, {what}", spread, limit, at_least=True)
            for name, limit in (("verdict", 0.65), ("legal-actions", 0.5))
            for what, spread in zip(("of the floor's throughput", "of the floor, by processor"), share[name], strict=True)
        ],
        Target("Red7 verdict of 2 to 4 palettes", by_name["verdict of 2 to 4 palettes"], 3, " µs"),
        Target("Red7 turns of 7 cards, no effects", by_name["turns of 7 cards without effects, random"], 50, " µs"),
        Target("Red7 turns of 7 cards, with effects", by_name["turns of 7 cards with effects, random"], 150, " µs"),
        Target("log of 500, of 500 single requests (worst game), by processor", max(each.of_500 for each in logs), 0.1),
        Target("batch of 500, of 500 single requests (worst game)", max(each.clock for each in batches), 1 / 3),
        Target("the same by processor", max(each.cpu for each in batches), 1 / 3),
        Target("start to first answer", start, 1.5, " s"),
        Target("memory of the largest worker", Spread.of(memory)._replace(median=max(memory)), 80, " MB"),
    ]


def target_table(each: Sequence[Target]) -> str:
    return table(["target", "wanted", "measured", "met"], [target.cells() for target in each])


def missed(each: Sequence[Target]) -> str | None:
    """One line for whoever waits for the exit status."""
    names = [target.what for target in each if not target.met]
    return f"make bench: {len(names)} of {len(each)} targets missed: {'; '.join(names)}" if names else None


def machine() -> str:
    model = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    today = datetime.now(UTC).date().isoformat()
    load = os.getloadavg()[0]
    return (
        f"{today}, {model}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}; "
        f"load average {load:.1f} at the start."
    )
