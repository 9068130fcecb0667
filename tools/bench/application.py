"""The application called as gunicorn calls it, without gunicorn."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask

from service import create_app
from service.config import Settings
from tools.bench.timing import Job


def application(*, request_log: bool = False) -> Flask:
    return create_app(Settings(request_log=request_log))


@contextmanager
def log_to_nowhere() -> Iterator[None]:
    """What is written on standard output meanwhile is written, but to /dev/null: a log line costs what it costs in earnest."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def calling(app: Flask, path: str, raw: bytes) -> Job:
    """Posts the body; anything but a 200 is an error."""

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        if not status.startswith("200"):
            raise RuntimeError(f"{path}: {status}")
        return bytes

    def run() -> object:
        environ = {
            "REQUEST_METHOD": "POST", "PATH_INFO": path, "QUERY_STRING": "", "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(raw)), "wsgi.input": io.BytesIO(raw), "wsgi.url_scheme": "http", "HTTP_ACCEPT": "*/*",
            "SERVER_NAME": "bench", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
            "SCRIPT_NAME": "",
        }  # fmt: skip
        return app.wsgi_app(environ, start)

    return run
