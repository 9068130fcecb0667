"""`POST /v1/batch`: many questions in one request. One bad item spoils no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import orjson
from flask import Flask, request

from service.adjudication.findings import Refused
from service.adjudication.game import Game
from service.adjudication.judge import judge
from service.adjudication.schema import RequestSchema
from service.adjudication.schema import request as request_schema
from service.adjudication.shapes import Anything, ListOf, Record, Text
from service.config import Settings
from service.http.answers import JSON, Answer
from service.http.body import read_json
from service.http.journal import ROUTE, log_exception
from service.http.language import language_of
from service.http.metrics import Metrics
from service.http.negotiation import require_accepted
from service.http.operations import HEADS
from service.http.problems import Problem, refusal


def envelope(items: int) -> RequestSchema:
    """The envelope's schema; what is inside each `body` is the operation's own affair."""
    item = Record(
        {
            "id": Text(0, 200, required=True, doc="Comes back with the answer."),
            "game": Text(0, 200, required=True, doc="A game's id."),
            "operation": Text(0, 200, required=True, doc="One of that game's operations."),
            "body": Anything(required=True, allow_none=True, doc="What that operation takes."),
        },
        component="BatchItem",
    )
    return request_schema(requests=ListOf(item, 1, items, required=True))


def register(app: Flask, games: Mapping[str, Game], settings: Settings, metrics: Metrics) -> None:
    schema = envelope(settings.max_batch_items)
    route = metrics.route("batch")

    def batch() -> Answer:
        environ = request.environ
        environ[ROUTE] = route
        language = language_of(environ.get("HTTP_ACCEPT_LANGUAGE"))
        try:
            require_accepted(environ, JSON)
            payload = schema.read(read_json(environ, settings.max_batch_bytes, settings.max_json_depth))
        except Refused as refused:
            return refusal(refused, language).answer(language)
        except Problem as problem:
            return problem.answer(language)
        responses = []
        counted: Counter[tuple[str, str, int]] = Counter()
        for item in payload["requests"]:
            status, body = _judge_item(games, item, language)
            responses.append({"id": item["id"], "status": status, "body": body})
            # Names that are no game's are not labels: a stranger could make any number of them.
            counted[(item["game"], item["operation"], status) if status != 404 else ("", "unknown", status)] += 1
        for (game, operation, status), times in counted.items():
            metrics.count_items(game, operation, status, times)
        return Answer(orjson.dumps({"responses": responses}), 200, HEADS[language])

    app.add_url_rule("/v1/batch", "batch", batch, methods=["POST"])


def _judge_item(games: Mapping[str, Game], item: dict[str, Any], language: str) -> tuple[int, dict[str, Any]]:
    game = games.get(item["game"])
    if game is None:
        problem = Problem("not-found", detail="unknown_game", params={"game": item["game"]})
        return problem.status, problem.body(language)
    operation = game.operations.get(item["operation"])
    if operation is None:
        names = {"game": game.id, "operation": item["operation"]}
        problem = Problem("not-found", detail="unknown_operation", params=names)
        return problem.status, problem.body(language)
    try:
        return 200, judge(game, operation, item["body"], language)
    except Refused as refused:
        problem = refusal(refused, language, game.rulebook.faults)
    except Exception as error:  # a mistake of ours in one item is no reason to withhold the other answers
        log_exception(request.environ, error)
        problem = Problem("internal")
    return problem.status, problem.body(language)
