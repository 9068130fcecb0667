"""`openapi.yaml`: fresh, valid, complete."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from service.adjudication.registry import games
from tests.contract.asking import CONTRACT, OPERATIONS, contract, request_component, validator
from tools.openapi import text

# Files of the pages, not of the contract.
UNLISTED = re.compile(r"/(docs|desk)/.*")


def test_no_drift() -> None:
    assert CONTRACT.read_text("utf-8") == text(), "run `make openapi`"


def test_is_valid_openapi() -> None:
    assert contract()["openapi"].startswith("3.1")
    validate(contract())


def test_has_every_route_and_no_other(app: Flask) -> None:
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS") and not UNLISTED.fullmatch(rule.rule)
    }
    described = {(path, method) for path, methods in contract()["paths"].items() for method in methods}
    assert routes == described
    assert {f"/v1/{game}/{operation}" for game, operation in OPERATIONS} < {path for path, _ in described}


def test_every_error_is_a_problem() -> None:
    for path, methods in contract()["paths"].items():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                if "$ref" in response:
                    response = contract()["components"]["responses"][response["$ref"].rpartition("/")[2]]
                assert list(response["content"]) == ["application/problem+json"] or status == "200", (path, status)


def test_operations_have_examples_that_hold() -> None:
    for game, operation in OPERATIONS:
        described = contract()["paths"][f"/v1/{game}/{operation}"]["post"]
        asked = described["requestBody"]["content"]["application/json"]["examples"]
        told = described["responses"]["200"]["content"]["application/json"]["examples"]
        assert asked
        assert list(asked) == list(told)
        for example in asked.values():
            validator(request_component(game, operation)).validate(example["value"])


def test_actions_are_told_apart_by_type() -> None:
    def tagged(value: Any) -> list[Any]:
        if isinstance(value, list):
            return [found for each in value for found in tagged(each)]
        if not isinstance(value, dict):
            return []
        here = [value["discriminator"]] if "discriminator" in value else []
        return here + [found for each in value.values() for found in tagged(each)]

    for game in games():
        found = tagged({name: each for name, each in contract()["components"]["schemas"].items() if _of(game, name)})
        assert found, game
        for discriminator in found:
            assert discriminator["propertyName"] == "type"
            assert set(discriminator["mapping"].values()) <= {
                f"#/components/schemas/{n}" for n in contract()["components"]["schemas"]
            }


def _of(game: str, component: str) -> bool:
    return component.lower().startswith(game.replace("-", ""))


def test_links_lead_on() -> None:
    ids = {operation["operationId"] for methods in contract()["paths"].values() for operation in methods.values()}
    for game in games():
        links = contract()["paths"][f"/v1/{game}/resolve"]["post"]["responses"]["200"]["links"]
        assert links["legal-actions"]["operationId"] == f"{game}-legal-actions"
        assert {link["operationId"] for link in links.values()} <= ids


def test_is_served(client: FlaskClient) -> None:
    response = client.get("/openapi.yaml")
    assert response.headers["Content-Type"] == "application/yaml"
    assert response.data == CONTRACT.read_bytes()
    assert client.get("/openapi.json").get_json() == contract()
