"""Around every request: its id, its log line, its metrics. One WSGI wrapper instead of a chain of Flask hooks."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import orjson

from service.http.body import refuse
from service.http.cors import Cors
from service.http.keys import CLIENT
from service.http.language import language_of
from service.http.metrics import Clients, Metrics, Route
from service.http.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Write = Callable[[bytes], Any]
ROUTE = "arbiter.route"
REQUEST_ID = "arbiter.request_id"
_OURS = re.compile(r"[A-Za-z0-9._~:@/+=-]{1,128}").fullmatch
_PATH_SHOWN = 512


def to_stdout(line: bytes) -> None:
    """One write a line, so that the lines of several workers do not mix. A log that cannot be written fails no request."""
    with suppress(OSError):
        os.write(1, line)


def request_id(environ: WSGIEnvironment) -> str:
    """The caller's `X-Request-ID` if it is one that can be logged and sent back safely, else a new one."""
    given = environ.get("HTTP_X_REQUEST_ID")
    if given is not None and _OURS(given):
        return str(given)
    return os.urandom(16).hex()


class Journal:
    def __init__(
        self, app: WSGIApplication, metrics: Metrics, write: Write | None, cors: Cors, clients: Clients | None = None
    ) -> None:
        self._app = app
        self._write = write
        self._head = cors.head
        self._clients = clients
        self._other = metrics.route("other")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter_ns()
        environ[REQUEST_ID] = identity = request_id(environ)
        sent: list[Any] = ["500", 0]
        head = self._head

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            sent[0] = status[:3]
            headers.append(("X-Request-ID", identity))
            headers += head(environ)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        try:
            if _is_plain(environ["PATH_INFO"]):
                body = self._app(environ, start)
            else:
                body = refuse(environ, start, Problem("not-found"))
        except Exception as error:  # what Flask does not catch: it happens before a request context is there
            log_exception(environ, error)
            body = Problem("internal").answer(language_of(environ.get("HTTP_ACCEPT_LANGUAGE")))(environ, start)
        self._close(environ, sent[0], body, perf_counter_ns() - began)
        return body

    def _close(self, environ: WSGIEnvironment, status: str, body: Iterable[bytes], nanoseconds: int) -> None:
        route: Route = environ.get(ROUTE, self._other)
        route.observe(status, nanoseconds / 1e9)
        if self._clients is not None and CLIENT in environ:
            self._clients.count(environ[CLIENT], status)
        if self._write is None:
            return
        line = {
            "time": datetime.now(UTC),
            "request_id": environ[REQUEST_ID],
            "method": environ["REQUEST_METHOD"][:32],
            "path": _text(environ.get("PATH_INFO", "")),
            "game": route.game or None,
            "operation": route.operation,
            "status": int(status),
            "duration_us": nanoseconds // 1000,
            "bytes": sum(map(len, body)) if isinstance(body, tuple | list) else None,
        }
        if CLIENT in environ:
            line["client"] = environ[CLIENT]
        self._write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z))


def _is_plain(path: str) -> bool:
    """Flask's routing takes `//v1/games` and `v1/games` for `/v1/games`; what guards an address by its name does not."""
    return not path or (path[0] == "/" and path[1:2] != "/")


def log_exception(environ: WSGIEnvironment, error: BaseException) -> None:
    """The stack trace goes to the log under the request's id, never to the client."""
    line = {
        "time": datetime.now(UTC),
        "level": "error",
        "request_id": environ.get(REQUEST_ID),
        "path": _text(environ.get("PATH_INFO", "")),
        "error": f"{type(error).__name__}: {error}".encode("utf-8", "replace").decode()[:1000],
        "trace": "".join(traceback.format_exception(error)).encode("utf-8", "replace").decode(),
    }
    sys.stderr.buffer.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z))
    sys.stderr.buffer.flush()


def _text(path: str) -> str:
    """WSGI hands bytes over as Latin-1; the log is UTF-8 and takes no half characters."""
    if path.isascii():
        return path[:_PATH_SHOWN]
    return path.encode("latin-1", "replace").decode("utf-8", "replace")[:_PATH_SHOWN]
