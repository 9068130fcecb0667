"""The games' operations: one explicit rule for each, made from the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import orjson
from flask import Flask, request

from service.adjudication.findings import Refused
from service.adjudication.game import Game, Operation
from service.adjudication.judge import judge
from service.adjudication.texts import LANGUAGES
from service.config import Settings
from service.http.answers import JSON, Answer, json_head
from service.http.body import read_json
from service.http.journal import ROUTE
from service.http.language import language_of
from service.http.metrics import Metrics
from service.http.negotiation import require_accepted
from service.http.problems import Problem, refusal

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HEADS = {language: json_head(language) for language in LANGUAGES}


def register(app: Flask, games: Mapping[str, Game], settings: Settings, metrics: Metrics) -> dict[str, OperationView]:
    """Returns the views by their paths."""
    views = {}
    for game in games.values():
        for operation in game.operations.values():
            path = f"/v1/{game.id}/{operation.name}"
            views[path] = view = OperationView(game, operation, settings, metrics)
            app.add_url_rule(path, f"{game.id}.{operation.name}", view, methods=["POST"])
    return views


class OperationView:
    """One operation's view. What does not change between requests is bound here, once."""

    def __init__(self, game: Game, operation: Operation, settings: Settings, metrics: Metrics) -> None:
        self._game = game
        self._operation = operation
        self._limit = settings.max_body_bytes
        self._depth = settings.max_json_depth
        self._route = metrics.route(operation.name, game.id)

    def __call__(self) -> Answer:
        return self.answer(request.environ)

    def answer(self, environ: WSGIEnvironment) -> Answer:
        environ[ROUTE] = self._route
        language = language_of(environ.get("HTTP_ACCEPT_LANGUAGE"))
        try:
            require_accepted(environ, JSON)
            payload = read_json(environ, self._limit, self._depth)
            answer = judge(self._game, self._operation, payload, language)
        except Refused as refused:
            return refusal(refused, language, self._game.rulebook.faults).answer(language)
        except Problem as problem:
            return problem.answer(language)
        return Answer(orjson.dumps(answer), 200, HEADS[language])
