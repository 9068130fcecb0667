"""The paths that are there whatever the games, and the parts that all paths share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.adjudication.game import Game
from service.adjudication.shapes import Components, Record
from service.config import Settings
from service.http.batch import envelope
from service.http.openapi import shapes
from service.http.openapi.document import Examples
from service.http.problems import KINDS

HEADERS: dict[str, Any] = {
    "RequestId": {
        "description": "The id this request is logged under.", "schema": {"type": "string"}, "required": True,
    },
    "ContentLanguage": {
        "description": "The language of the sentences.", "schema": {"type": "string", "enum": ["en", "pl"]}, "required": True,
    },
    "RetryAfter": {
        "description": "Seconds after which to try again.", "schema": {"type": "string", "pattern": "^[1-9][0-9]*$"},
    },
    "Challenge": {
        "description": "How to say who asks: `Bearer`.", "schema": {"type": "string"}, "required": True,
    },
}  # fmt: skip
PARAMETERS: dict[str, Any] = {
    "AcceptLanguage": {
        "name": "Accept-Language", "in": "header", "required": False, "schema": {"type": "string"}, "example": "en",
        "description": "English (default) or Polish sentences.",
    },
    "RequestId": {
        "name": "X-Request-ID", "in": "header", "required": False, "schema": {"type": "string"},
        "description": "Up to 128 letters, digits and `._~:@/+=-`; anything else is replaced by a new id.",
    },
}  # fmt: skip
_REQUEST_ID = {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}}
LANGUAGE_HEADERS: dict[str, Any] = {**_REQUEST_ID, "Content-Language": {"$ref": "#/components/headers/ContentLanguage"}}
LANGUAGE_PARAMETERS = [{"$ref": "#/components/parameters/AcceptLanguage"}, {"$ref": "#/components/parameters/RequestId"}]
SECURITY_SCHEMES: dict[str, Any] = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "An API key, where the operator asks for one."},
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "The same key in a header of its own."},
}
# Most instances ask for no key, so none is an allowed choice.
SECURITY: list[dict[str, list[str]]] = [{}, {"bearer": []}, {"key": []}]
_KIND_OF = {
    400: "malformed", 401: "unauthorized", 404: "not-found", 406: "not-acceptable", 408: "too-slow", 413: "too-large",
    415: "unsupported-media-type", 422: "impossible", 429: "too-many-requests", 500: "internal", 503: "overloaded",
}  # fmt: skip
_HEADER_OF = {401: ("WWW-Authenticate", "Challenge"), 429: ("Retry-After", "RetryAfter"), 503: ("Retry-After", "RetryAfter")}
_DESCRIPTIONS = {503: "Overloaded, or judging took longer than the operator allows"}
# What any operation below /v1 may answer where the operator has set keys or limits.
GUARDED = (401, 429)
JUDGED = (*GUARDED, 406, 408, 413, 415, 500, 503)


def _component(status: int) -> str:
    return "".join(part.capitalize() for part in _KIND_OF[status].split("-"))


def problems(*statuses: int) -> dict[str, Any]:
    return {str(status): {"$ref": f"#/components/responses/{_component(status)}"} for status in sorted(statuses)}


def problem_responses() -> dict[str, Any]:
    return {
        _component(status): {
            "description": _DESCRIPTIONS.get(status) or KINDS[kind]["title"]["en"],
            "headers": {**LANGUAGE_HEADERS, **_own_header(status)},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status, kind in _KIND_OF.items()
    }


def _own_header(status: int) -> dict[str, Any]:
    if status not in _HEADER_OF:
        return {}
    name, component = _HEADER_OF[status]
    return {name: {"$ref": f"#/components/headers/{component}"}}


def paths(games: Mapping[str, Game], examples: Examples, components: Components) -> dict[str, Any]:
    shapes.PROBLEM.describe(components)
    game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "enum": list(games)}}
    first = next(iter(games.values()), None)
    sample = next(iter(first.rulebook.clauses), "1.1") if first else "1.1"
    clause = {
        "name": "clause", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}, "example": sample,
        "description": "A clause or a ruling: 5.2, R4.",
    }  # fmt: skip
    kind = {"name": "problem", "in": "path", "required": True, "schema": {"type": "string", "enum": list(KINDS)}}

    def read(name: str, tag: str, summary: str, shape: Record, *parameters: dict[str, Any], also: tuple[int, ...] = ()) -> Any:
        content = {"application/json": {"schema": shape.describe(components)}}
        return {"get": _get(name, tag, summary, content, *parameters, also=also)}

    def page(name: str, summary: str, media_type: str, *parameters: dict[str, Any], also: tuple[int, ...] = ()) -> Any:
        return {"get": _get(name, "service", summary, {media_type: {"schema": {"type": "string"}}}, *parameters, also=also)}

    return {
        "/v1/batch": {"post": _batch(examples, components)},
        "/v1/games": read("games", "rulebooks", "All games and their operations.", shapes.GAMES, also=GUARDED),
        "/v1/games/{game}": read(
            "game", "rulebooks", "One game and its operations.", shapes.GAME, game, also=(*GUARDED, 404)
        ),
        "/v1/games/{game}/rules": read(
            "rules", "rulebooks", "A game's rulebook, with its register of rulings.",
            shapes.RULEBOOK, game, also=(*GUARDED, 404),
        ),
        "/v1/games/{game}/rules/{clause}": {
            "get": _get(
                "clause", "rulebooks", "One clause or ruling.",
                {"application/json": {"schema": {
                    "oneOf": [shapes.CLAUSE.describe(components), shapes.RULING.describe(components)]}}},
                game, clause, also=(*GUARDED, 404),
            )
        },
        "/problems/{problem}": read(
            "problem", "service", "What a kind of problem means.", shapes.PROBLEM_KIND, kind, also=(404,)
        ),
        "/health/live": read("live", "service", "Whether the process answers.", shapes.LIVE),
        "/health/ready": read("ready", "service", "Whether it judges known cases right.", shapes.READY, also=(503,)),
        "/metrics": page("metrics", "Metrics for Prometheus.", "text/plain"),
        "/.well-known/jwks.json": read(
            "jwks", "service", "The public keys behind signed answers; none where nothing is signed.", shapes.JWKS
        ),
        "/openapi.yaml": {"get": _get(
            "openapi-yaml", "service", "This document.", {"application/yaml": {"schema": {"type": "object"}}}
        )},
        "/openapi.json": {"get": _get(
            "openapi-json", "service", "This document as JSON.", {"application/json": {"schema": {"type": "object"}}}
        )},
        "/docs": page("docs", "A browser for this API that needs no internet.", "text/html"),
        "/": page("desk", "The page for people.", "text/html"),
        "/rules/{game}": page("desk-rules", "A game's rulebook for people.", "text/html", game, also=(404,)),
    }  # fmt: skip


def _get(name: str, tag: str, summary: str, content: Any, *parameters: dict[str, Any], also: tuple[int, ...] = ()) -> Any:
    operation: dict[str, Any] = {"operationId": name, "tags": [tag], "summary": summary}
    if parameters:
        operation["parameters"] = list(parameters)
    answered = {"description": "Here it is.", "headers": _REQUEST_ID, "content": content}
    secured = {"security": SECURITY} if 401 in also else {}
    return {**operation, "responses": {"200": answered, **problems(*sorted({*also, 406}), 500)}, **secured}


def _batch(examples: Examples, components: Components) -> Any:
    """The envelope, with one good and one unknown request as its example."""
    components["BatchRequest"] = envelope(Settings().max_batch_items).describe(components)
    asked: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/BatchRequest"}}
    told: dict[str, Any] = {"schema": shapes.BATCH_ANSWER.describe(components)}
    for (game, operation), each in examples.items():
        good = [example for example in each if example.status == 200]
        if operation == "verdict" and good:
            item = {"id": "t4", "game": game, "operation": operation, "body": good[0].request}
            asked["examples"] = {"one": {"summary": "One verdict.", "value": {"requests": [item]}}}
            answer = {"id": "t4", "status": 200, "body": good[0].answer}
            told["examples"] = {"one": {"summary": "One verdict.", "value": {"responses": [answer]}}}
            break
    return {
        "operationId": "batch",
        "tags": ["batch"],
        "summary": "Up to 500 requests at once; one bad item spoils no other.",
        "parameters": LANGUAGE_PARAMETERS,
        "requestBody": {"required": True, "content": {"application/json": asked}},
        "responses": {
            "200": {
                "description": "The answers in the order of the requests, each with its own status.",
                "headers": LANGUAGE_HEADERS,
                "content": {"application/json": told},
            },
            **problems(400, *JUDGED),
        },
        "security": SECURITY,
    }
