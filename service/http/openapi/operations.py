"""One game operation in OpenAPI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.adjudication.game import Game, Operation, component_prefix
from service.adjudication.shapes import Components
from service.http.openapi.document import Example
from service.http.openapi.fixed import JUDGED, LANGUAGE_HEADERS, LANGUAGE_PARAMETERS, SECURITY, problems
from service.http.openapi.shapes import answer_shape

SIGNED: dict[str, Any] = {
    "schema": {
        "type": "string",
        "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$",
        "description": "The answer signed, as a compact JWS; a 406 where the operator has set no signing key.",
    }
}


def operation_id(game: Game, operation: str) -> str:
    return f"{game.id}-{operation}"


def describe(game: Game, operation: Operation, examples: Sequence[Example], components: Components) -> dict[str, Any]:
    request_name = component_prefix(game.id) + component_prefix(operation.name) + "Request"
    components[request_name] = operation.request.describe(components)
    good = [example for example in examples if example.status == 200]
    asked: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{request_name}"}}
    told: dict[str, Any] = {"schema": answer_shape(game, operation).describe(components)}
    if good:
        asked["examples"] = {each.name: {"summary": each.summary, "value": each.request} for each in good}
        told["examples"] = {each.name: {"summary": each.summary, "value": each.answer} for each in good}
    answered: dict[str, Any] = {
        "description": "The answer, with the clauses it rests on.",
        "headers": LANGUAGE_HEADERS,
        "content": {"application/json": told, "application/jose": SIGNED},
    }
    links = _links(game, operation)
    if links:
        answered["links"] = links
    return {
        "operationId": operation_id(game, operation.name),
        "tags": [game.id],
        "summary": operation.summary,
        "parameters": LANGUAGE_PARAMETERS,
        "requestBody": {"required": True, "content": {"application/json": asked}},
        "responses": dict(sorted({"200": answered, **_refusals(examples), **problems(*JUDGED)}.items())),
        "security": SECURITY,
    }


def _refusals(examples: Sequence[Example]) -> dict[str, Any]:
    """400 and 422, each with a real example where a vector has one."""
    responses = problems(400, 422)
    for status in (400, 422):
        bad = [example for example in examples if example.status == status]
        if bad:
            content = {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {each.name: {"summary": each.summary, "value": each.answer} for each in bad},
            }
            description = "Malformed request" if status == 400 else "Impossible state"
            responses[str(status)] = {
                "description": description,
                "headers": LANGUAGE_HEADERS,
                "content": {"application/problem+json": content},
            }
    return responses


def _links(game: Game, operation: Operation) -> dict[str, Any]:
    """Where to go from an answer: its state can be asked about, its first action can be played."""
    links: dict[str, Any] = {}
    if operation.name in ("deal", "resolve"):
        for asked in ("legal-actions", "verdict", "score"):
            if asked in game.operations:
                links[asked] = {
                    "operationId": operation_id(game, asked),
                    "description": f"Ask for the {asked.replace('-', ' ')} of the state in this answer.",
                    "requestBody": {"state": "$response.body#/state"},
                }
    if operation.name == "legal-actions" and "resolve" in game.operations:
        links["resolve"] = {
            "operationId": operation_id(game, "resolve"),
            "description": "Take the first action listed.",
            "requestBody": {"state": "$request.body#/state", "actions": ["$response.body#/actions/0/action"]},
        }
    return links
