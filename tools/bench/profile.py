"""`make bench-profile`: where the time of a request goes, inside the service; the mean over positions of played games."""

from __future__ import annotations

import argparse
import cProfile
import io
import pstats
from collections.abc import Callable
from typing import Any

import orjson

from service import create_app
from service.adjudication.game import Game, Operation
from service.adjudication.judge import decision_id
from service.adjudication.registry import games
from service.adjudication.texts import DEFAULT_LANGUAGE
from service.config import Settings
from service.http.strict_json import parse
from tools.bench.positions import OPERATIONS, by_chance
from tools.bench.timing import measure, micro

STAGES = ("parse", "schema", "rules", "findings", "decision id", "dump", "http")
_DEPTH = 32


def stages(game: Game, operation: Operation, requests: list[dict[str, Any]], repeats: int = 5) -> dict[str, float]:
    """Microseconds a request of each stage. `http` is what the application takes beside all the others (negotiation, answer,
    metrics, log line), without gunicorn."""
    raws = [orjson.dumps(request) for request in requests]
    payloads = [parse(raw, _DEPTH) for raw in raws]
    read = [operation.request.read(payload) for payload in payloads]
    judged = [operation.judge(request) for request in read]
    tell = game.rulebook.tell
    answers = [
        {"findings": tell(each.findings, DEFAULT_LANGUAGE), "decision_id": "sha256:" + 64 * "0", **each.body} for each in judged
    ]
    whole = _application(f"/v1/{game.id}/{operation.name}", raws)
    jobs: dict[str, Callable[[], object]] = {
        "parse": lambda: [parse(raw, _DEPTH) for raw in raws],
        "schema": lambda: [operation.request.read(payload) for payload in payloads],
        "rules": lambda: [operation.judge(request) for request in read],
        "findings": lambda: [tell(each.findings, DEFAULT_LANGUAGE) for each in judged],
        "decision id": lambda: [
            decision_id(game, operation.name, each.ruleset, request) for each, request in zip(judged, read, strict=True)
        ],
        "dump": lambda: [orjson.dumps(answer) for answer in answers],
        "http": whole,
    }
    times = measure(jobs, repeats=repeats)
    found = {name: micro(each, len(requests)).median for name, each in times.items()}
    found["http"] = max(0.0, found["http"] - sum(found[name] for name in STAGES[:-1]))
    return found


def _application(path: str, raws: list[bytes]) -> Callable[[], object]:
    app = create_app(Settings(request_log=False))

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        assert status.startswith("200"), status
        return bytes

    def run() -> None:
        for raw in raws:
            app.wsgi_app(
                {
                    "REQUEST_METHOD": "POST", "PATH_INFO": path, "CONTENT_TYPE": "application/json",
                    "CONTENT_LENGTH": str(len(raw)), "wsgi.input": io.BytesIO(raw), "HTTP_ACCEPT": "*/*",
                },
                start,
            )  # fmt: skip

    return run


def main() -> None:
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
                    functions(_application(f"/v1/{game.id}/{name}", [orjson.dumps(each) for each in requests]), given.functions)


def functions(job: Callable[[], object], how_many: int) -> None:
    profile = cProfile.Profile()
    profile.enable()
    for _ in range(20):
        job()
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(how_many)


if __name__ == "__main__":
    main()
