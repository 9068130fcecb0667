"""The games' operations: one explicit rule for each, made from the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, request

from service.adjudication.findings import Fault, Malformed, Refused
from service.adjudication.game import Game, Operation
from service.adjudication.judge import judge
from service.adjudication.texts import LANGUAGES
from service.config import Settings
from service.http import load
from service.http.answers import JOSE, JSON, Answer, json_head
from service.http.body import Limits, read_json
from service.http.deadline import OutOfTime, within
from service.http.journal import ROUTE
from service.http.language import language_of
from service.http.metrics import Metrics
from service.http.negotiation import prefers, require_accepted
from service.http.problems import Problem, refusal
from service.http.signing import Signer

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HEADS = {language: json_head(language) for language in LANGUAGES}
_UNSIGNED = {language: json_head(language, vary="Accept, Accept-Language") for language in LANGUAGES}
_SIGNED = {language: json_head(language, JOSE, vary="Accept, Accept-Language") for language in LANGUAGES}
# What the games' own schemas allow: a limit as high need not be checked.
_MOST_ACTIONS = 500


def register(
    app: Flask, games: Mapping[str, Game], settings: Settings, metrics: Metrics, signer: Signer | None
) -> dict[str, OperationView]:
    """Returns the views by their paths."""
    views = {}
    for game in games.values():
        for operation in game.operations.values():
            path = f"/v1/{game.id}/{operation.name}"
            views[path] = view = OperationView(game, operation, settings, metrics, signer)
            app.add_url_rule(path, f"{game.id}.{operation.name}", view.from_flask, methods=["POST"])
    return views


class OperationView:
    """One operation's view. What does not change between requests is bound here, once."""

    def __init__(
        self, game: Game, operation: Operation, settings: Settings, metrics: Metrics, signer: Signer | None = None
    ) -> None:
        self._game = game
        self._operation = operation
        size = dict(settings.max_operation_bytes).get(operation.name, settings.max_body_bytes)
        self._limits = Limits(size, settings.max_json_depth, settings.max_list_items)
        self._actions = settings.max_actions if settings.max_actions < _MOST_ACTIONS else None
        self._seconds = settings.max_judging_ms / 1000
        self._waiting = settings.max_waiting
        self._signer = signer
        self._heads = HEADS if signer is None else _UNSIGNED
        self._route = metrics.route(operation.name, game.id)

    def from_flask(self) -> Answer:
        return self.answer(request.environ)

    def answer(self, environ: WSGIEnvironment) -> Answer:
        environ[ROUTE] = self._route
        language = language_of(environ.get("HTTP_ACCEPT_LANGUAGE"))
        try:
            signed = self._signer is not None and prefers(environ.get("HTTP_ACCEPT"), JOSE, JSON)
            if not signed:
                require_accepted(environ, JSON)
            payload = read_json(environ, self._limits)
            check_load(self._waiting)
            if self._actions is not None:
                check_actions(payload, self._actions)
            if signed:
                return within(self._seconds, lambda: self._signed(payload, language))
            body = within(self._seconds, lambda: orjson.dumps(judge(self._game, self._operation, payload, language)))
        except Refused as refused:
            return refusal(refused, language, self._game.rulebook.faults).answer(language)
        except OutOfTime:
            return out_of_time(self._seconds).answer(language)
        except Problem as problem:
            return problem.answer(language)
        return Answer(body, 200, self._heads[language])

    def _signed(self, payload: Any, language: str) -> Answer:
        assert self._signer is not None
        answer = judge(self._game, self._operation, payload, language)
        return Answer(self._signer.sign(self._game, self._operation.name, payload, answer), 200, _SIGNED[language])


def check_load(most: int) -> None:
    if most and load.waiting() > most:
        raise Problem("overloaded", head=(("Retry-After", str(load.RETRY_AFTER)),))


def check_actions(payload: Any, most: int) -> None:
    """An operator may allow shorter logs than the games do."""
    actions = payload.get("actions") if isinstance(payload, dict) else None
    if isinstance(actions, list) and len(actions) > most:
        raise Malformed([Fault("/actions", "too_many_items", {"limit": most})])


def out_of_time(seconds: float, detail: str | None = None) -> Problem:
    return Problem("out-of-time", detail=detail, params={"ms": round(seconds * 1000)})
