"""The application: routes, errors, and the journal around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.adjudication.game import Game
from service.config import Settings
from service.http import batch, desk, docs, health, operations, proofs, ratelimit, rulebooks
from service.http.answers import Bodiless
from service.http.cors import Cors
from service.http.journal import Journal, log_exception, to_stdout
from service.http.keys import Keys
from service.http.language import language_of
from service.http.metrics import Metrics
from service.http.operations import OperationView
from service.http.ports import MetricsPort
from service.http.problems import Problem, from_http_exception
from service.http.signing import signer_and_keys

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class _Service(Flask):
    """Flask, with a short way to the operations.

    Matching, contexts and signals cost more than judging most tables. An operation's address is a plain string and its view
    needs nothing but the WSGI environment, so a POST to one goes straight to it, unless something is registered to run before
    or after requests (an extension): then all go the long way.
    """

    direct: Mapping[str, OperationView] = {}
    cors: Cors

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        view = self.direct.get(environ["PATH_INFO"])
        if view is None or environ["REQUEST_METHOD"] != "POST" or self.before_request_funcs or self.after_request_funcs:
            return super().wsgi_app(environ, start_response)
        return view.answer(environ)(environ, start_response)

    def make_default_options_response(self) -> Response:
        """What this very address allows; no body."""
        allowed = Flask.make_default_options_response(self).allow.as_set()
        allow = ("Allow", ", ".join(sorted(name.upper() for name in allowed)))
        return Bodiless(status=204, head=(allow, *self.cors.preflight(request.environ)))


def build(settings: Settings, games: Mapping[str, Game]) -> Flask:
    app = _Service("service", static_folder=None, template_folder="desk")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    # No redirects: an address is right or it is a 404.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    app.cors = Cors(settings.cors_origins)
    metrics = Metrics(settings.workers)
    signer, public_keys = signer_and_keys(settings)
    ratelimit.register(app, settings)
    app.direct = operations.register(app, games, settings, metrics, signer)
    batch.register(app, games, settings, metrics)
    rulebooks.register(app, games, metrics)
    health.register(app, games, metrics)
    docs.register(app, metrics)
    proofs.register(app, public_keys, metrics)
    desk.register(app, games, metrics)
    app.register_error_handler(Problem, _problem)
    app.register_error_handler(HTTPException, _http_exception)
    app.register_error_handler(Exception, _mistake)
    app.wsgi_app = _wrapped(app, settings, metrics)  # type: ignore[assignment,method-assign]
    return app


def _wrapped(app: _Service, settings: Settings, metrics: Metrics) -> WSGIApplication:
    """What is not asked for is not in the way of a request."""
    inner: WSGIApplication = app.wsgi_app
    if settings.api_keys:
        inner = Keys(inner, settings.api_keys)
    if settings.metrics_port:
        inner = MetricsPort(inner, settings.metrics_port)
    clients = metrics.clients() if settings.api_keys else None
    return Journal(inner, metrics, to_stdout if settings.request_log else None, app.cors, clients)


def _language() -> str:
    return language_of(request.environ.get("HTTP_ACCEPT_LANGUAGE"))


def _problem(problem: Problem) -> Response:
    return problem.answer(_language())


def _http_exception(error: HTTPException) -> Response:
    return from_http_exception(error).answer(_language())


def _mistake(error: Exception) -> Response:
    log_exception(request.environ, error)
    return Problem("internal").answer(_language())
