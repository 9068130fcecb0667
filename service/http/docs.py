"""`/openapi.yaml`, `/openapi.json`, `/docs` and `/problems/…`: the contract, for machines and for people without internet."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from flask import Flask
from swagger_ui_bundle import swagger_ui_path

from service.http.answers import Document, Head
from service.http.documents import serve
from service.http.metrics import Metrics
from service.http.problems import KINDS, Problem
from service.http.swagger import for_swagger_ui

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
YAML = "application/yaml"
_PAGE = Path(__file__).with_name("docs_page")
_POLICY: Head = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
)
_ASSETS = {
    "init.js": (_PAGE, "text/javascript; charset=utf-8"),
    "docs.css": (_PAGE, "text/css; charset=utf-8"),
    "swagger-ui-bundle.js": (Path(str(swagger_ui_path)), "text/javascript; charset=utf-8"),
    "swagger-ui.css": (Path(str(swagger_ui_path)), "text/css; charset=utf-8"),
    "favicon-32x32.png": (Path(str(swagger_ui_path)), "image/png"),
}


def register(app: Flask, metrics: Metrics) -> None:
    serve(app, metrics, "/openapi.yaml", "openapi.yaml", _yaml)
    serve(app, metrics, "/openapi.json", "openapi.json", _json)
    serve(app, metrics, "/docs", "docs", _page)
    serve(app, metrics, "/docs/<asset>", "docs-asset", _asset)
    serve(app, metrics, "/problems/<problem>", "problem", _problem)


@cache
def _contract() -> dict[str, Any]:
    """Read when first asked for: most workers never are."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = yaml.load(CONTRACT.read_bytes(), Loader=loader)
    return document


@cache
def _yaml() -> Document:
    return Document(CONTRACT.read_bytes(), YAML)


@cache
def _json() -> Document:
    return Document.of(_contract())


@cache
def _page() -> Document:
    return Document((_PAGE / "index.html").read_bytes(), "text/html; charset=utf-8", _POLICY)


@cache
def _browser_document() -> Document:
    return Document.of(for_swagger_ui(_contract()))


@cache
def _static(name: str) -> Document:
    folder, content_type = _ASSETS[name]
    return Document((folder / name).read_bytes(), content_type, _POLICY)


def _asset(asset: str) -> Document:
    if asset == "openapi.json":
        return _browser_document()
    if asset not in _ASSETS:
        raise Problem("not-found")
    return _static(asset)


@cache
def _kinds() -> dict[str, Document]:
    return {kind: Document.of({"type": f"/problems/{kind}", **entry}) for kind, entry in KINDS.items()}


def _problem(problem: str) -> Document:
    found = _kinds().get(problem)
    if found is None:
        raise Problem("not-found")
    return found
