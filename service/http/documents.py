"""Serving what is read, not judged: documents made once, each of one media type."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, request

from service.http.answers import Document
from service.http.journal import ROUTE
from service.http.metrics import Metrics
from service.http.negotiation import require_accepted


def serve(app: Flask, metrics: Metrics, rule: str, name: str, find: Callable[..., Document]) -> None:
    """GET `rule` answers with the document that `find(**path values)` returns; `find` may raise `Problem`."""
    route = metrics.route(name)

    def view(**values: str) -> Response:
        environ = request.environ
        environ[ROUTE] = route
        document = find(**values)
        require_accepted(environ, document.content_type)
        return document.answer(environ)

    app.add_url_rule(rule, name, view, methods=["GET"])
