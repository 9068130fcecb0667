"""Asking over HTTP, and what must be true of every answer whatever the game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson
import yaml
from flask.testing import FlaskClient

from service.adjudication.findings import Fault
from service.adjudication.game import Game, Operation, component_prefix
from service.adjudication.registry import games
from service.adjudication.shapes import Record
from service.http.openapi.shapes import PROBLEM, answer_shape
from tests.vectors import vectors

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
STATUSES = {200, 400, 422}
OPERATIONS = [(game.id, operation) for game in games().values() for operation in game.operations]


def case_requests(game: str, operation: str, status: int = 200) -> list[dict[str, Any]]:
    return [case["request"] for case in vectors(game) if case["operation"] == operation and case.get("status", 200) == status]


def ask(client: FlaskClient, game: str, operation: str, body: Any, language: str | None = None) -> tuple[int, dict[str, Any]]:
    """Status and answer, after checking what the contract promises of every one."""
    headers = {"Accept-Language": language} if language else {}
    response = client.post(f"/v1/{game}/{operation}", data=orjson.dumps(body), content_type="application/json", headers=headers)
    answer: dict[str, Any] = orjson.loads(response.data)
    assert response.status_code in STATUSES, (body, answer)
    assert response.headers["Content-Language"] == (language or "en")
    assert response.headers["Vary"] == "Accept-Language"
    assert response.headers["X-Request-ID"]
    if response.status_code == 200:
        assert response.headers["Content-Type"] == "application/json"
        check_answer(games()[game], games()[game].operations[operation], answer)
    else:
        assert response.headers["Content-Type"] == "application/problem+json"
        check_problem(answer, response.status_code)
    return response.status_code, answer


def check_answer(game: Game, operation: Operation, answer: dict[str, Any]) -> None:
    fits(_shape(game.id, operation.name), answer)
    name = component_prefix(game.id) + component_prefix(operation.name) + "Answer"
    validator(name).validate(answer)
    assert answer["findings"], "an answer says why"
    for finding in answer["findings"]:
        assert finding["code"] in game.rulebook.findings
        assert finding["code"].startswith(f"{game.id}.")


def check_problem(problem: dict[str, Any], status: int) -> None:
    fits(PROBLEM, problem)
    validator("Problem").validate(problem)
    assert problem["status"] == status
    assert problem["errors"], "all faults are named"
    assert len({tuple(each.values()) for each in problem["errors"]}) == len(problem["errors"]), "each fault once"


def fits(shape: Record, value: dict[str, Any]) -> None:
    """Nothing missing, nothing extra, nothing left to fill in."""
    faults: list[Fault] = []
    read = shape.read(value, "", faults)
    assert not faults, (faults, value)
    assert read == value, "defaults are written out in answers"


@cache
def _shape(game: str, operation: str) -> Record:
    return answer_shape(games()[game], games()[game].operations[operation])


@cache
def contract() -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(CONTRACT.read_bytes(), Loader=yaml.CSafeLoader)
    return document


@cache
def validator(component: str) -> jsonschema_rs.Draft202012Validator:
    """Of a schema as `openapi.yaml` has it, read by a JSON Schema library that knows nothing of ours."""
    schema = {"$ref": f"#/components/schemas/{component}", "components": contract()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def request_component(game: str, operation: str) -> str:
    return component_prefix(game) + component_prefix(operation) + "Request"


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, below in value.items() for text in (key, *strings(below))]
    if isinstance(value, list):
        return [text for below in value for text in strings(below)]
    return [value] if isinstance(value, str) else []
