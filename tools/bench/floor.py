"""The floor: bare Flask with orjson. Parses the same body and returns a JSON of the same size; nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import orjson
from flask import Flask, Response, request


def create_floor() -> Flask:
    """`FLOOR_ANSWERS` names a file with the answer of every path."""
    app = Flask(__name__)
    answers = orjson.loads(Path(os.environ["FLOOR_ANSWERS"]).read_bytes())

    def view(answer: object) -> Response:
        orjson.loads(request.get_data())
        return Response(orjson.dumps(answer), mimetype="application/json")

    for path, answer in answers.items():
        app.add_url_rule(path, path, lambda answer=answer: view(answer), methods=["POST"])
    app.add_url_rule("/health/live", "live", lambda: Response("{}", mimetype="application/json"))
    return app
