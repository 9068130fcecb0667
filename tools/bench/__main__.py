"""`make bench`: every figure a ratio against a floor of the same run; kept in docs/benchmarks.md with the growth curves."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tools.bench import curves, inside, over_http, report, svg

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DEPLOY = ROOT / "deploy" / "README.md"
_CAPACITY_THERE = re.compile(r"(<!-- capacity[^>]*-->).*?(<!-- end -->)", re.DOTALL)
_HEAD = """# How fast it is

Written by `make bench`. {machine}

Each figure is a ratio measured within one run, the contenders taking turns, and stands with half the distance between the least
and the greatest of {repeats} repeats. Ratios hold on other machines; the microseconds beside them do not.

The floor over HTTP is a bare Flask application in the same run, under the same gunicorn with {workers} workers of the same
class and the same configuration: it parses the same body with orjson, returns the same answer, and does nothing else.
`throughput` and `by processor` are shares of the floor (1.00 is as fast; on a busy machine trust the processor time), `p50` and
`p99` are multiples of its latency; service and floor take turns at being first. A target over HTTP must be met in both columns.
The service has its metrics, request log, findings and decision ids on. Bodies are positions of the vectors and of games played
by chance.
"""
_CAPACITY = """## Capacity

What that comes to in cores, the proxy not counted; [deploy/README.md](../deploy/README.md) says how to read it.
"""
_INSIDE = """## Inside

A judgement without HTTP, from parsed JSON to the answer; the floor is orjson reading the request and writing the answer.
"""
_RED7 = """Red7 on parsed tables; the floor is Python sorting the palettes. Turns: all complete ones of a hand of 7, 2 players,
palettes of 1.
"""
_LOGS = """## Logs and batches

Over HTTP, by one client, one request after another: a whole game's log in one `resolve` against a `resolve` for each action
(processor time), and 500 verdicts in one batch against 500 requests. No game lasts for 500 actions; that column goes on along
the line from a quarter of the log to the whole of it.
"""
_INSIDE_LOGS = "The same logs inside, where a single `resolve` takes some 60 µs and not 300:"
_GROWTH = """## Growth

![Growth curves](growth.svg)

Processor time, without HTTP; the first column of figures in µs, the others as multiples of it.
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.6, help="of load for each figure and repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--print", action="store_true", help="print only, keep nothing in docs/")
    given = parser.parse_args()
    pieces: list[str] = []

    def say(text: str) -> None:
        pieces.append(text.strip())
        print(text.strip() + "\n", flush=True)

    say(_HEAD.format(machine=report.machine(), repeats=given.repeats, workers=given.workers))
    targets_at = len(pieces)
    with over_http.both(given.workers) as (ours, bare):
        rows = list(over_http.operations(ours, bare, given.seconds, given.repeats))
        batches = list(over_http.batches(ours, given.repeats))
        logs = list(over_http.logs(ours, given.repeats))
        memory = ours.memory_mb()
    start = over_http.start_up(given.workers, given.repeats)
    say("## Over HTTP")
    say(report.http(rows))
    say(report.median_table(rows))
    say(_CAPACITY)
    capacity = report.capacity(rows, logs, batches)
    say(capacity)
    say(_INSIDE)
    say(report.timed(list(inside.judgements(given.repeats)), "orjson"))
    say(_RED7)
    red7 = list(inside.red7(given.repeats))
    say(report.timed(red7, "the sort"))
    say(_LOGS)
    say(report.audited(logs))
    say(report.batched(batches))
    say(_INSIDE_LOGS)
    say(report.audited(list(inside.audits(given.repeats))))
    say(_GROWTH)
    charts = curves.all_charts(given.repeats)
    for chart in charts:
        say(report.chart(chart))
    targets = report.targets(rows, red7, logs, batches, start, memory)
    kept = report.target_table(targets)
    print(kept)
    if not given.print:
        DOCS.mkdir(exist_ok=True)
        pieces[targets_at:targets_at] = ["## Targets", kept]
        (DOCS / "benchmarks.md").write_text("\n\n".join(pieces) + "\n", "utf-8")
        (DOCS / "growth.svg").write_text(svg.page(charts), "utf-8")
        deploy = DEPLOY.read_text("utf-8")
        DEPLOY.write_text(_CAPACITY_THERE.sub(lambda found: f"{found[1]}\n{capacity}\n{found[2]}", deploy), "utf-8")
    missed = report.missed(targets)
    if missed:
        raise SystemExit(missed)


if __name__ == "__main__":
    main()
