"""`GET /`, the page, and `GET /rules/<game>`, the rulebooks. Their files live in `service/desk`.

The assets' address names a digest of all of them, so a browser may keep them for good and never mixes two versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask
from jinja2 import Environment, FileSystemLoader

from service import desk
from service.adjudication.game import Game
from service.http.answers import Document, Head
from service.http.documents import serve
from service.http.metrics import Metrics
from service.http.problems import Problem

_FILES = Path(str(desk.__file__)).parent
_STATIC = _FILES / "static"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_POLICY: Head = (
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
)
_HTML = "text/html; charset=utf-8"
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_FIRST = "public, max-age=0, must-revalidate"


def register(app: Flask, games: Mapping[str, Game], metrics: Metrics) -> None:
    @cache
    def page() -> Document:
        return Document(_rendered("index.html", games=games.values()), _HTML, _POLICY, _ASK_FIRST)

    @cache
    def rules(game: str) -> Document:
        found = games[game]
        body = _rendered("rules.html", games=games.values(), game=found, rules=found.rulebook)
        return Document(body, _HTML, _POLICY, _ASK_FIRST)

    def find_rules(game: str) -> Document:
        if game not in games:
            raise Problem("not-found", detail="unknown_game", params={"game": game})
        return rules(game)

    serve(app, metrics, "/", "desk", page)
    serve(app, metrics, "/rules/<game>", "desk-rules", find_rules)
    serve(app, metrics, "/desk/<revision>/<path:name>", "desk-asset", _asset)


def _asset(revision: str, name: str) -> Document:
    file = _files().get(name)
    if file is None:
        raise Problem("not-found")
    # Whoever still has an older page gets what there is now, but is not to keep it under the old address.
    return _document(name, _FOR_GOOD if revision == _revision() else _ASK_FIRST)


@cache
def _document(name: str, keep: str) -> Document:
    return Document(_files()[name], _TYPES[Path(name).suffix], (), keep)


@cache
def _files() -> dict[str, bytes]:
    found = sorted(path for path in _STATIC.rglob("*") if path.suffix in _TYPES)
    return {path.relative_to(_STATIC).as_posix(): path.read_bytes() for path in found}


@cache
def _revision() -> str:
    return sha256(b"".join(name.encode() + b"\0" + body for name, body in _files().items())).hexdigest()[:12]


def _rendered(template: str, **values: object) -> bytes:
    names = list(_files())
    adapters = [Path(name).stem for name in names if name.startswith("games/") and name.count(".") == 1]
    environment = Environment(loader=FileSystemLoader(_FILES / "pages"), autoescape=True, trim_blocks=True)
    text = environment.get_template(template).render(
        assets=f"desk/{_revision()}",
        styles=("base.css", "desk.css", "cards.css", "print.css"),
        modules=[name for name in names if name.endswith(".js") and name not in ("early.js", "main.js", "rules.js")],
        adapters=[name for name in adapters if name != "generic"],
        examples=[Path(name).stem for name in names if name.startswith("examples/")],
        **values,
    )
    return text.encode()
