"""`GET /`: the page. Its files live in `service/desk`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from flask import Flask

from service import desk
from service.adjudication.game import Game
from service.http.answers import Document, Head
from service.http.documents import serve
from service.http.metrics import Metrics

_FILES = Path(str(desk.__file__)).parent
_POLICY: Head = (
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
)


def register(app: Flask, games: Mapping[str, Game], metrics: Metrics) -> None:
    page = Document(_index(games).encode(), "text/html; charset=utf-8", _POLICY)
    style = Document((_FILES / "desk.css").read_bytes(), "text/css; charset=utf-8")
    serve(app, metrics, "/", "desk", lambda: page)
    serve(app, metrics, "/desk/desk.css", "desk-asset", lambda: style)


def _index(games: Mapping[str, Game]) -> str:
    rows = "\n".join(
        f"<li><h2>{escape(game.rulebook.title['en'])}</h2><p>{escape(game.rulebook.summary['en'])}</p>"
        f'<p lang="pl">{escape(game.rulebook.summary["pl"])}</p>'
        f'<p><a href="v1/games/{game.id}">the game</a> <a href="v1/games/{game.id}/rules">its rules</a></p></li>'
        for game in games.values()
    )
    return (_FILES / "index.html").read_text("utf-8").replace("<!-- games -->", rows)
