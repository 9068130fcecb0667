"""What gunicorn itself says, in our forms: its log lines as JSON, its refusals as problem details."""

from __future__ import annotations

import logging
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus

import orjson

_LOG = logging.getLogger("gunicorn.error")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "message": record.getMessage().encode("utf-8", "replace").decode(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, option=orjson.OPT_UTC_Z).decode()


def refuse(client: socket.socket, status: int, error: BaseException) -> None:
    """A request that never reaches the application: a broken request line or header. Logged by its kind, never by its words."""
    identity = os.urandom(16).hex()
    _LOG.warning("A request was refused: %s, %d, request_id %s", type(error).__name__, status, identity)
    with suppress(OSError):
        client.sendall(_problem("bad-request", status, identity))


def write_error(client: socket.socket, status: int, reason: str, message: str) -> None:
    """Stands in for gunicorn's HTML page for whatever else goes wrong outside of the application."""
    client.sendall(_problem("internal", status, os.urandom(16).hex()))


def _problem(kind: str, status: int, identity: str) -> bytes:
    from service.config import Settings
    from service.http.cors import Cors
    from service.http.problems import Problem

    everyones = Cors(Settings.from_environment().cors_origins).head({"REQUEST_METHOD": "GET"})
    body = orjson.dumps(Problem(kind).body("en") | {"status": status})
    head = [
        ("Connection", "close"), ("Content-Type", "application/problem+json"), ("Content-Language", "en"),
        ("Vary", "Accept-Language"), ("X-Request-ID", identity), *everyones, ("Content-Length", str(len(body))),
    ]  # fmt: skip
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in head), "", ""]
    return "\r\n".join(lines).encode("latin-1") + body
