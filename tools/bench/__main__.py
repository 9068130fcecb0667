"""One table: every operation of every game against the floor, and what it takes inside."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import orjson

from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.vectors import vectors
from tools.bench.load import Measured, measure
from tools.bench.server import floor, service

HEADING = (
    f"{'operation':26} {'throughput':>16} {'cpu µs':>13} {'of floor':>9} {'by cpu':>6} {'p50':>6} {'p99':>6} {'inside µs':>10}"
)
Case = tuple[str, str, dict[str, Any]]


def cases() -> list[Case]:
    """For each operation the request of middling size among the vectors that are answered."""
    chosen: list[Case] = []
    for game in games().values():
        for operation in game.operations:
            fitting = [
                case["request"]
                for case in vectors(game.id)
                if case["operation"] == operation and case.get("status", 200) == 200
            ]
            fitting.sort(key=lambda request: len(orjson.dumps(request)))
            if fitting:
                chosen.append((game.id, operation, fitting[len(fitting) // 2]))
    return chosen


def inside(game_id: str, operation: str, request: dict[str, Any]) -> float:
    """Microseconds of a judgement without HTTP; the best of several rounds."""
    game = games()[game_id]
    asked = game.operations[operation]
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        times = 0
        while time.process_time() - began < 0.05:
            judge(game, asked, request)
            times += 1
        best = min(best, (time.process_time() - began) / times)
    return best * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--seconds", type=float, default=1.5, help="of load for each figure and repeat")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    chosen = cases()
    answers = {
        f"/v1/{game}/{operation}": judge(games()[game], games()[game].operations[operation], request)
        for game, operation, request in chosen
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.json"
        path.write_bytes(orjson.dumps(answers))
        with service(given.workers) as ours, floor(given.workers, path) as bare:
            print(HEADING)
            rows: dict[str, list[Row]] = {}
            for game, operation, request in chosen:
                body = orjson.dumps(request)
                pairs: list[tuple[Measured, Measured]] = []
                for _ in range(given.repeats):  # interleaved, so that a noisy moment hits both
                    where = f"/v1/{game}/{operation}"
                    pairs.append((measure(ours, where, body, given.seconds), measure(bare, where, body, given.seconds)))
                row = Row(pairs)
                rows.setdefault(operation, []).append(row)
                print(f"{game + ' ' + operation:26} {row} {inside(game, operation, request):10.1f}", flush=True)
            print()
            for operation, each in rows.items():
                share = statistics.median(row.share for row in each)
                by_cpu = statistics.median(row.by_cpu for row in each)
                print(f"{operation:26} {share:.2f} of the floor's throughput, {by_cpu:.2f} by processor time (medians)")
            print(f"memory of the largest worker: {ours.memory_mb():.0f} MB")


class Row:
    """One operation's figures. By processor time the ratio holds on a busy machine too; the throughput's then does not."""

    def __init__(self, pairs: list[tuple[Measured, Measured]]) -> None:
        ratios = [ours.throughput / bare.throughput for ours, bare in pairs]
        self.share = statistics.median(ratios)
        self._spread = (max(ratios) - min(ratios)) / 2
        self._rates = [statistics.median(pair[side].throughput for pair in pairs) for side in (0, 1)]
        self._cpu = [statistics.median(pair[side].cpu_us for pair in pairs) for side in (0, 1)]
        self.by_cpu = self._cpu[1] / self._cpu[0]
        self._p50 = statistics.median(ours.p50 / bare.p50 for ours, bare in pairs)
        self._p99 = statistics.median(ours.p99 / bare.p99 for ours, bare in pairs)

    def __str__(self) -> str:
        rates = f"{self._rates[0]:6.0f}/{self._rates[1]:.0f}"
        cpu = f"{self._cpu[0]:.0f}/{self._cpu[1]:.0f}"
        return (
            f"{rates:>16} {cpu:>13} {self.share:5.2f}±{self._spread:.2f} {self.by_cpu:6.2f} {self._p50:6.2f} {self._p99:6.2f}"
        )


if __name__ == "__main__":
    main()
