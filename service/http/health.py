"""Liveness says the process answers; readiness says it judges right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Flask, Response, request

from service.adjudication.game import Game
from service.adjudication.judge import judge
from service.http.answers import JSON, Answer
from service.http.journal import ROUTE, log_exception
from service.http.metrics import CONTENT_TYPE, Metrics
from service.http.negotiation import require_accepted
from service.http.problems import Problem

_UNCACHED = (("Cache-Control", "no-store"),)
_JSON = (("Content-Type", JSON), *_UNCACHED)
_METRICS = (("Content-Type", CONTENT_TYPE), *_UNCACHED)


def register(app: Flask, games: Mapping[str, Game], metrics: Metrics) -> None:
    live_route, ready_route, metrics_route = metrics.route("live"), metrics.route("ready"), metrics.route("metrics")

    def live() -> Response:
        request.environ[ROUTE] = live_route
        require_accepted(request.environ, JSON)
        return Answer(orjson.dumps({"status": "live"}), 200, _JSON)

    def ready() -> Response:
        request.environ[ROUTE] = ready_route
        require_accepted(request.environ, JSON)
        verdicts = {game.id: _judges_right(game) for game in games.values()}
        wrong = [game for game, right in verdicts.items() if not right]
        if wrong:
            raise Problem("not-ready", params={"games": wrong}, head=(("Cache-Control", "no-store"),))
        return Answer(orjson.dumps({"status": "ready", "games": list(verdicts)}), 200, _JSON)

    def scrape() -> Response:
        request.environ[ROUTE] = metrics_route
        require_accepted(request.environ, "text/plain")
        return Answer(metrics.exposition(), 200, _METRICS)

    app.add_url_rule("/health/live", "live", live, methods=["GET"])
    app.add_url_rule("/health/ready", "ready", ready, methods=["GET"])
    app.add_url_rule("/metrics", "metrics", scrape, methods=["GET"])


def _judges_right(game: Game) -> bool:
    case = game.known_case
    try:
        return _contains(judge(game, game.operations[case.operation], case.request), case.want)
    except Exception as error:
        log_exception(request.environ, error)
        return False


def _contains(got: Any, want: Any) -> bool:
    """`want` names the members that matter; lists must agree whole."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and _contains(got[key], value) for key, value in want.items())
    return bool(got == want)
