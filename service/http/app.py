"""The application: routes, errors, and the journal around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.adjudication.game import Game
from service.config import Settings
from service.http import batch, desk, docs, health, operations, rulebooks
from service.http.answers import Bodiless
from service.http.journal import Journal, log_exception, to_stdout
from service.http.language import language_of
from service.http.metrics import Metrics
from service.http.operations import OperationView
from service.http.problems import Problem, from_http_exception

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class _Service(Flask):
    """Flask, with a short way to the operations.

    Matching, contexts and signals cost more than judging most tables. An operation's address is a plain string and its view
    needs nothing but the WSGI environment, so a POST to one goes straight to it, unless something is registered to run before
    or after requests (an extension): then all go the long way.
    """

    direct: Mapping[str, OperationView] = {}

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        view = self.direct.get(environ["PATH_INFO"])
        if view is None or environ["REQUEST_METHOD"] != "POST" or self.before_request_funcs or self.after_request_funcs:
            return super().wsgi_app(environ, start_response)
        return view.answer(environ)(environ, start_response)

    def make_default_options_response(self) -> Response:
        """What this very address allows; no body."""
        allowed = Flask.make_default_options_response(self).allow.as_set()
        return Bodiless(status=204, head=(("Allow", ", ".join(sorted(name.upper() for name in allowed))),))


def build(settings: Settings, games: Mapping[str, Game]) -> Flask:
    app = _Service("service", static_folder=None, template_folder="desk")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    # No redirects: an address is right or it is a 404.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    metrics = Metrics(settings.workers)
    app.direct = operations.register(app, games, settings, metrics)
    batch.register(app, games, settings, metrics)
    rulebooks.register(app, games, metrics)
    health.register(app, games, metrics)
    docs.register(app, metrics)
    desk.register(app, games, metrics)
    app.register_error_handler(Problem, _problem)
    app.register_error_handler(HTTPException, _http_exception)
    app.register_error_handler(Exception, _mistake)
    app.wsgi_app = Journal(app.wsgi_app, metrics, to_stdout if settings.request_log else None)  # type: ignore[method-assign]
    return app


def _language() -> str:
    return language_of(request.environ.get("HTTP_ACCEPT_LANGUAGE"))


def _problem(problem: Problem) -> Response:
    return problem.answer(_language())


def _http_exception(error: HTTPException) -> Response:
    return from_http_exception(error).answer(_language())


def _mistake(error: Exception) -> Response:
    log_exception(request.environ, error)
    return Problem("internal").answer(_language())
