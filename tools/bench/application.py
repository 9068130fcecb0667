"""The application called as gunicorn calls it, without gunicorn."""

from __future__ import annotations

import io
from collections.abc import Callable

from flask import Flask

from service import create_app
from service.config import Settings
from tools.bench.timing import Job


def application() -> Flask:
    return create_app(Settings(request_log=False))


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
