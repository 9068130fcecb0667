"""`POST /v1/batch`: many questions in one request. One bad item spoils no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from time import monotonic
from typing import Any

import orjson
from flask import Flask, request

from service.adjudication.findings import Refused
from service.adjudication.game import Game, Operation
from service.adjudication.judge import judge
from service.adjudication.schema import RequestSchema
from service.adjudication.schema import request as request_schema
from service.adjudication.shapes import Anything, ListOf, Record, Text
from service.config import Settings
from service.http.answers import JSON, Answer
from service.http.body import Limits, read_json
from service.http.deadline import OutOfTime, within
from service.http.journal import ROUTE, log_exception
from service.http.language import language_of
from service.http.metrics import Metrics
from service.http.negotiation import require_accepted
from service.http.operations import HEADS, check_actions, check_load, out_of_time
from service.http.problems import Problem, refusal


def envelope(items: int) -> RequestSchema:
    """The envelope's schema; what is inside each `body` is the operation's own affair."""
    item = Record(
        {
            "id": Text(0, 200, required=True, doc="Comes back with the answer."),
            "game": Text(0, 200, required=True, doc="A game's id."),
            "operation": Text(0, 200, required=True, doc="One of that game's operations."),
            "body": Anything(
                load_default=None, allow_none=True, doc="What that operation takes; without one that item is a 400."
            ),
        },
        component="BatchItem",
    )
    return request_schema(requests=ListOf(item, 1, items, required=True))


def register(app: Flask, games: Mapping[str, Game], settings: Settings, metrics: Metrics) -> None:
    view = _Batch(games, settings, metrics)
    app.add_url_rule("/v1/batch", "batch", view.answer, methods=["POST"])


class _Batch:
    def __init__(self, games: Mapping[str, Game], settings: Settings, metrics: Metrics) -> None:
        self._games = games
        self._metrics = metrics
        self._route = metrics.route("batch")
        self._schema = envelope(settings.max_batch_items)
        self._limits = Limits(
            settings.max_batch_bytes, settings.max_json_depth, max(settings.max_list_items, settings.max_batch_items)
        )
        self._waiting = settings.max_waiting
        self._actions = settings.max_actions
        self._sizes = dict(settings.max_operation_bytes)
        self._seconds = settings.max_judging_ms / 1000
        self._seconds_in_all = settings.max_batch_ms / 1000
        self._bytes_in_all = settings.max_batch_answer_bytes

    def answer(self) -> Answer:
        environ = request.environ
        environ[ROUTE] = self._route
        language = language_of(environ.get("HTTP_ACCEPT_LANGUAGE"))
        try:
            require_accepted(environ, JSON)
            payload = self._schema.read(read_json(environ, self._limits))
            check_load(self._waiting)
        except Refused as refused:
            return refusal(refused, language).answer(language)
        except Problem as problem:
            return problem.answer(language)
        parts: list[bytes] = []
        size = 0
        counted: Counter[tuple[str, str, int]] = Counter()
        until = monotonic() + self._seconds_in_all if self._seconds_in_all else None
        for item in payload["requests"]:
            if size < self._bytes_in_all:
                status, body = self._in_time(item, language, until)
            else:
                status, body = self._out_of_room(item, language)
            parts.append(orjson.dumps({"id": item["id"], "status": status, "body": body}))
            size += len(parts[-1])
            # Names that are no game's are not labels: a stranger could make any number of them.
            counted[(item["game"], item["operation"], status) if status != 404 else ("", "unknown", status)] += 1
        for (game, operation, status), times in counted.items():
            self._metrics.count_items(game, operation, status, times)
        return Answer(b'{"responses":[' + b",".join(parts) + b"]}", 200, HEADS[language])

    def _in_time(self, item: dict[str, Any], language: str, until: float | None) -> tuple[int, dict[str, Any]]:
        """An item that takes too long is given up; one whose turn does not come in time is not begun."""
        seconds, whole = self._seconds, False
        if until is not None:
            left = until - monotonic()
            if left < seconds or not seconds:
                seconds, whole = max(left, 0.001), True
        if whole and seconds <= 0.001:
            return self._given_up(item, out_of_time(self._seconds_in_all, "batch_out_of_time"), language)
        try:
            return within(seconds, lambda: self._judge(item, language))
        except OutOfTime:
            problem = out_of_time(self._seconds_in_all, "batch_out_of_time") if whole else out_of_time(seconds)
            return problem.status, problem.body(language)

    def _out_of_room(self, item: dict[str, Any], language: str) -> tuple[int, dict[str, Any]]:
        return self._given_up(
            item, Problem("overloaded", detail="batch_out_of_room", params={"bytes": self._bytes_in_all}), language
        )

    def _given_up(self, item: dict[str, Any], problem: Problem, language: str) -> tuple[int, dict[str, Any]]:
        """What would be a 404 in any case stays one."""
        try:
            self._operation(item)
        except Problem as unknown:
            problem = unknown
        return problem.status, problem.body(language)

    def _operation(self, item: dict[str, Any]) -> tuple[Game, Operation]:
        game = self._games.get(item["game"])
        if game is None:
            raise Problem("not-found", detail="unknown_game", params={"game": item["game"]})
        operation = game.operations.get(item["operation"])
        if operation is None:
            raise Problem("not-found", detail="unknown_operation", params={"game": game.id, "operation": item["operation"]})
        return game, operation

    def _check_size(self, operation: Operation, body: Any) -> None:
        """What is too large for the operation by itself is too large here."""
        limit = self._sizes.get(operation.name)
        if limit is not None and len(orjson.dumps(body)) > limit:
            raise Problem("too-large", params={"limit": limit})

    def _judge(self, item: dict[str, Any], language: str) -> tuple[int, dict[str, Any]]:
        try:
            game, operation = self._operation(item)
        except Problem as unknown:
            return unknown.status, unknown.body(language)
        try:
            self._check_size(operation, item["body"])
            check_actions(item["body"], self._actions)
            return 200, judge(game, operation, item["body"], language)
        except Refused as refused:
            problem = refusal(refused, language, game.rulebook.faults)
        except Problem as too_large:
            problem = too_large
        except Exception as error:  # a mistake of ours in one item is no reason to withhold the other answers
            log_exception(request.environ, error)
            problem = Problem("internal")
        return problem.status, problem.body(language)
