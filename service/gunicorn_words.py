"""What gunicorn itself says, in our forms: its log lines as JSON, its refusals as problem details."""

from __future__ import annotations

import logging
import os
import socket
from datetime import UTC, datetime

import orjson


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


def write_error(client: socket.socket, status: int, reason: str, message: str) -> None:
    """Stands in for gunicorn's HTML page where a request never reaches the application: a broken request line or header."""
    from service.http.answers import COMMON
    from service.http.problems import Problem

    problem = Problem("bad-request" if status < 500 else "internal").body("en") | {"status": status}
    body = orjson.dumps(problem)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/problem+json\r\nContent-Language: en\r\n"
        f"Vary: Accept-Language\r\nX-Request-ID: {os.urandom(16).hex()}\r\n"
        f"{''.join(f'{name}: {value}' + chr(13) + chr(10) for name, value in COMMON)}Content-Length: {len(body)}\r\n\r\n"
    )
    client.sendall(head.encode("latin-1") + body)
