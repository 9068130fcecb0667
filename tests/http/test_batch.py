from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.test_problems import check
from tests.http.toy import GOOD


def item(identity: str, **changes: Any) -> dict[str, Any]:
    return {"id": identity, "game": "toy", "operation": "verdict", "body": GOOD, **changes}


def test_each_item_has_its_own_fate(client: FlaskClient) -> None:
    impossible = {"state": {"players": [{"id": "a"}]}}
    crash = {"state": {"players": [{"id": "crash"}]}}
    requests = [
        item("good"), item("no game", game="chess"), item("no operation", operation="shuffle"), item("no object", body=None),
        item("malformed", body={"state": {}}), item("impossible", body=impossible), item("crash", body=crash), item("good"),
    ]  # fmt: skip
    response = client.post("/v1/batch", json={"requests": requests}, headers={"Accept-Language": "pl"})
    assert response.status_code == 200
    assert response.headers["Content-Language"] == "pl"
    answers = response.get_json()["responses"]
    assert [each["id"] for each in answers] == [each["id"] for each in requests]
    assert [each["status"] for each in answers] == [200, 404, 404, 400, 400, 422, 500, 200]
    single = client.post("/v1/toy/verdict", json=GOOD, headers={"Accept-Language": "pl"})
    assert answers[0]["body"] == answers[-1]["body"] == single.get_json()
    for answer in answers[1:-1]:
        assert list(answer["body"]) == ["type", "title", "status", "detail", "errors"]
        assert answer["body"]["status"] == answer["status"]
    alone = client.post("/v1/toy/verdict", json=impossible, headers={"Accept-Language": "pl"})
    assert answers[5]["body"] == alone.get_json()


@pytest.mark.parametrize(
    ("envelope", "pointer", "code"),
    [
        ({}, "/requests", "missing_field"),
        ({"requests": []}, "/requests", "too_few_items"),
        ({"requests": [item("x")] * 501}, "/requests", "too_many_items"),
        ({"requests": {}}, "/requests", "not_a_list"),
        ({"requests": [item("x")], "more": 1}, "/more", "unknown_field"),
        ({"requests": [7]}, "/requests/0", "not_an_object"),
        ({"requests": [item("x"), item("y", id=7)]}, "/requests/1/id", "not_a_string"),
        ({"requests": [item("x", game=None)]}, "/requests/0/game", "not_a_string"),
        ({"requests": [item("x", priority=1)]}, "/requests/0/priority", "unknown_field"),
        ([], "", "not_an_object"),
    ],
)
def test_a_malformed_envelope(client: FlaskClient, envelope: Any, pointer: str, code: str) -> None:
    body = check(client.post("/v1/batch", json=envelope), 400, "malformed")
    assert [(each["pointer"], each["code"]) for each in body["errors"]] == [(pointer, code)]


def test_an_item_without_a_body_spoils_no_other(client: FlaskClient) -> None:
    bare = {"id": "x", "game": "toy", "operation": "verdict"}
    answers = client.post("/v1/batch", json={"requests": [bare, item("y")]}).get_json()["responses"]
    assert [each["status"] for each in answers] == [400, 200]


def test_500_items_fit(client: FlaskClient) -> None:
    answers = client.post("/v1/batch", json={"requests": [item(str(i)) for i in range(500)]}).get_json()["responses"]
    assert [each["id"] for each in answers] == [str(i) for i in range(500)]
    assert {each["status"] for each in answers} == {200}


def test_items_are_counted_by_game_and_operation_only_where_they_exist(client: FlaskClient) -> None:
    client.post("/v1/batch", json={"requests": [item("a"), item("b"), item("c", game="x" * 99), item("d", body=1)]})
    metrics = client.get("/metrics").get_data(as_text=True)
    assert 'arbiter_batch_items_total{game="toy",operation="verdict",status="200"} 2.0' in metrics
    assert 'arbiter_batch_items_total{game="toy",operation="verdict",status="400"} 1.0' in metrics
    assert 'arbiter_batch_items_total{game="",operation="unknown",status="404"} 1.0' in metrics
    assert "xxx" not in metrics
