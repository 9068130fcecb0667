"""`/metrics` on a port of its own, so that a proxy can let everyone in and nobody to the metrics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from service.http.body import refuse
from service.http.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class MetricsPort:
    """Around the application: that port has nothing else, and no other port has it."""

    def __init__(self, app: WSGIApplication, port: int) -> None:
        self._app = app
        self._port = str(port)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if (environ["SERVER_PORT"] == self._port) == (environ["PATH_INFO"] == "/metrics"):
            return self._app(environ, start_response)
        return refuse(environ, start_response, Problem("not-found"))
