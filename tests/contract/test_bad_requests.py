"""Spoiled requests: refused with the place of the fault, and never a mistake of ours."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.adjudication.registry import games
from tests.contract.asking import OPERATIONS, ask, case_requests, request_component, validator
from tests.contract.spoiling import is_object, is_typed, mutated, of_another_type, parts, places, replaced, request_record

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2, 1e3, 0.5, -0.0, 2**63, 2**64 - 1, 1e300, "", "??", "R1", "zzz", "ż" * 41,
    "\u0000", "😀",
    [], {}, [[]], [{}], {"": 1}, ["??"] * 600, {"type": "pass"}, {"player": "a", "steps": []},
]  # fmt: skip


def chosen(game: str, operation: str, n: int) -> list[dict[str, Any]]:
    requests = case_requests(game, operation)
    return random.Random(f"{game} {operation}").sample(requests, min(n, len(requests)))


@pytest.mark.parametrize(("game", "operation"), OPERATIONS)
def test_unknown_fields_anywhere(client: FlaskClient, game: str, operation: str) -> None:
    schema = games()[game].operations[operation].request
    for payload in chosen(game, operation, 4):
        for place in filter(is_object, list(places(request_record(schema, payload), payload))):
            spoiled = replaced(payload, place.path, {**place.value, "z/z~z": 1})
            status, problem = ask(client, game, operation, spoiled)
            assert status == 400
            found = [(each["pointer"], each["code"]) for each in problem["errors"]]
            assert found == [(place.pointer + "/z~1z~0z", "unknown_field")]
            assert not validator(request_component(game, operation)).is_valid(spoiled)


@pytest.mark.parametrize(("game", "operation"), OPERATIONS)
def test_wrong_types_anywhere(client: FlaskClient, game: str, operation: str) -> None:
    schema = games()[game].operations[operation].request
    for payload in chosen(game, operation, 4):
        for place in filter(is_typed, list(places(request_record(schema, payload), payload))):
            spoiled = replaced(payload, place.path, of_another_type(place.value))
            status, problem = ask(client, game, operation, spoiled)
            assert status == 400, (place.pointer, problem)
            assert all(each["pointer"].startswith(place.pointer) for each in problem["errors"]), (place.pointer, problem)
            assert not validator(request_component(game, operation)).is_valid(spoiled)


@pytest.mark.parametrize(("game", "operation"), OPERATIONS)
def test_two_faults_are_both_named(client: FlaskClient, game: str, operation: str) -> None:
    payload = chosen(game, operation, 1)[0]
    spoiled = {**payload, "first": 1, "second": 2}
    _, problem = ask(client, game, operation, spoiled)
    assert {each["pointer"] for each in problem["errors"]} == {"/first", "/second"}


@pytest.mark.parametrize(("game", "operation"), OPERATIONS)
def test_mutated_requests(client: FlaskClient, game: str, operation: str) -> None:
    """Whatever is sent gets an answer of the contract; the published schema says which requests are well formed."""
    chance = random.Random(f"{game} {operation} mutated")
    requests = case_requests(game, operation) + case_requests(game, operation, 422)
    pool = [*ODD, *(part for payload in chosen(game, operation, 12) for part in parts(payload))]
    well_formed = validator(request_component(game, operation))
    for _ in range(250):
        spoiled = mutated(chance.choice(requests), chance, pool)
        status, answer = ask(client, game, operation, spoiled)
        assert well_formed.is_valid(spoiled) == (status != 400), (spoiled, answer)
