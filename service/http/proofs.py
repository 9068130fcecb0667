"""`GET /.well-known/jwks.json`: the public keys (RFC 7517) behind signed answers; none where nothing is signed."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Flask

from service.http.answers import Document
from service.http.documents import serve
from service.http.metrics import Metrics


def register(app: Flask, public_keys: dict[str, Any], metrics: Metrics) -> None:
    keys = Document(orjson.dumps(public_keys))
    serve(app, metrics, "/.well-known/jwks.json", "jwks", lambda: keys)
