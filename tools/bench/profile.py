"""`make bench-profile`: where the time of a request goes, inside the service; the mean over positions of played games."""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import subprocess
import sys
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from service.adjudication.game import Game, Operation
from service.adjudication.judge import decision_id, judge
from service.adjudication.registry import games
from service.adjudication.texts import DEFAULT_LANGUAGE
from service.http.metrics import Metrics
from service.http.strict_json import parse
from tools.bench.application import application, calling, log_to_nowhere
from tools.bench.positions import OPERATIONS, by_chance
from tools.bench.timing import Job, each, measure, micro

STAGES = ("parse", "schema", "rules", "findings", "decision id", "dump", "metrics", "log line", "http")
_DEPTH = 32
_METRICS_DIR = "PROMETHEUS_MULTIPROC_DIR"


def stages(game: Game, operation: Operation, requests: list[dict[str, Any]], repeats: int = 5) -> dict[str, float]:
    """Microseconds a request of each stage, without gunicorn.

    `log line` is what the whole application takes more with its log on than with it off; `http` is what is left of the whole:
    negotiation, reading, time limits, headers, the request's id.
    """
    raws = [orjson.dumps(request) for request in requests]
    payloads = [parse(raw, _DEPTH) for raw in raws]
    read = [operation.request.read(payload) for payload in payloads]
    judged = [operation.judge(request) for request in read]
    tell = game.rulebook.tell
    sent = list(zip(judged, payloads, strict=True))
    answers = [judge(game, operation, payload) for payload in payloads]
    route = Metrics().route(operation.name, game.id)
    jobs: dict[str, Job] = {
        "parse": each(lambda raw: parse(raw, _DEPTH), raws),
        "schema": each(operation.request.read, payloads),
        "rules": each(operation.judge, read),
        "findings": each(lambda pair: tell(pair[0].findings, pair[1], DEFAULT_LANGUAGE), sent),
        "decision id": each(
            lambda pair: decision_id(game, operation.name, pair[0].ruleset, pair[1]), zip(judged, read, strict=True)
        ),
        "dump": each(orjson.dumps, answers),
        "metrics": each(lambda _: route.observe("200", 0.0003), raws),
        "whole": whole(game, operation.name, raws, request_log=True),
        "silent": whole(game, operation.name, raws, request_log=False),
    }
    with log_to_nowhere():
        times = measure(jobs, repeats=repeats)
    found = {name: micro(time, len(requests)).median for name, time in times.items()}
    all_of_it = found.pop("whole")
    found["log line"] = all_of_it - found.pop("silent")
    found["http"] = all_of_it - sum(found.values())
    return found


def whole(game: Game, operation: str, raws: list[bytes], *, request_log: bool) -> Job:
    app = application(request_log=request_log)
    return each(lambda job: job(), [calling(app, f"/v1/{game.id}/{operation}", raw) for raw in raws])


def main() -> None:
    """The metrics of several workers lie in files. Their library looks for the directory when it is imported: it must be there
    before the process begins."""
    if _METRICS_DIR in os.environ:
        profile()
        return
    with TemporaryDirectory(prefix="arbiter-metrics-") as folder:
        command = [sys.executable, "-m", "tools.bench.profile", *sys.argv[1:]]
        status = subprocess.run(command, env={**os.environ, _METRICS_DIR: folder}).returncode
    raise SystemExit(status)


def profile() -> None:
    parser = argparse.ArgumentParser(prog="make bench-profile", description=__doc__)
    parser.add_argument("--game", choices=list(games()))
    parser.add_argument("--operation", choices=[*OPERATIONS])
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="also the N functions that take the most time")
    given = parser.parse_args()
    print(f"{'µs a request':26}" + "".join(f"{name:>12}" for name in (*STAGES, "all")))
    for game in games().values():
        for name in OPERATIONS:
            if given.game in (None, game.id) and given.operation in (None, name):
                requests = by_chance(game.id, name)
                found = stages(game, game.operations[name], requests)
                figures = [*found.values(), sum(found.values())]
                print(f"{game.id + ' ' + name:26}" + "".join(f"{figure:12.1f}" for figure in figures), flush=True)
                if given.functions:
                    functions(
                        whole(game, name, [orjson.dumps(request) for request in requests], request_log=True), given.functions
                    )


def functions(job: Callable[[], object], how_many: int) -> None:
    taken = cProfile.Profile()
    with log_to_nowhere():
        taken.enable()
        for _ in range(20):
            job()
        taken.disable()
    pstats.Stats(taken).sort_stats("tottime").print_stats(how_many)


if __name__ == "__main__":
    main()
