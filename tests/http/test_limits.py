"""The limits of a request: its size by operation, its lists, its log, the time spent on it, and those waiting behind it."""

from __future__ import annotations

import json
import signal
import threading
import time
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service.adjudication.registry import games
from service.config import Settings
from service.http import deadline, load
from service.http.app import build
from service.http.deadline import OutOfTime, within
from service.http.strict_json import parse
from tests.http.test_batch import item
from tests.http.test_problems import check
from tests.http.toy import GOOD, toy

VERDICT = "/v1/toy/verdict"
SEARCH = {"state": {"players": [{"id": "search"}]}}


def client(**settings: Any) -> FlaskClient:
    return build(Settings(request_log=False, **settings), {"toy": toy()}).test_client()


def test_body_size_by_operation() -> None:
    small = client(max_operation_bytes=(("verdict", 80),))
    assert small.post(VERDICT, json=GOOD).status_code == 200
    body = check(small.post(VERDICT, data=orjson.dumps(GOOD) + b" " * 80, content_type="application/json"), 413, "too-large")
    assert "80" in body["detail"]
    assert client(max_operation_bytes=(("deal", 80),)).post(
        VERDICT, data=orjson.dumps(GOOD) + b" " * 80, content_type="application/json"
    ).status_code == 200  # fmt: skip


def test_lists_have_a_length() -> None:
    long = {"state": {"players": [{"id": "Ania", "hand": ["A"] * 501}]}}
    body = check(client(max_list_items=500).post(VERDICT, json=long), 400, "malformed")
    assert [(each["pointer"], each["code"]) for each in body["errors"]] == [("/state/players/0/hand", "too_many_items")]
    assert client(max_list_items=501).post(VERDICT, json=long).status_code == 200


def test_every_long_list_is_named() -> None:
    raw = orjson.dumps({"a/b": [1] * 4, "c": [[2] * 3, {"d": [3] * 9}], "e": ["," * 20]})
    with pytest.raises(Exception) as refused:  # noqa: PT011
        parse(raw, 32, 3)
    assert [fault.pointer for fault in refused.value.faults] == ["/a~1b", "/c/1/d"]  # type: ignore[attr-defined]
    assert parse(b'"' + b"," * 50 + b'"', 32, 3) == "," * 50


def test_the_default_lets_an_impossible_table_be_impossible() -> None:
    """Over-full lists are the game's affair (422), far beyond any table."""
    app = build(Settings(request_log=False), games()).test_client()
    state = {"variant": "basic", "players": [{"id": "a", "hand": ["??"] * 1999}, {"id": "b"}]}
    assert app.post("/v1/red7/verdict", json={"state": state}).status_code == 422


def test_a_log_may_be_held_shorter() -> None:
    app = build(Settings(request_log=False, max_actions=2), games()).test_client()
    state = {"variant": "basic", "turn": {"player": "a"}, "players": [{"id": "a", "hand": ["R1"]}, {"id": "b"}]}
    asked: dict[str, Any] = {"state": state, "actions": [{"type": "pass"}] * 3}
    body = check(app.post("/v1/red7/resolve", json=asked), 400, "malformed")
    assert [(each["pointer"], each["code"]) for each in body["errors"]] == [("/actions", "too_many_items")]
    batch = {"requests": [{"id": "1", "game": "red7", "operation": "resolve", "body": asked}]}
    assert app.post("/v1/batch", json=batch).get_json()["responses"][0]["status"] == 400
    asked["actions"].pop()
    assert app.post("/v1/red7/resolve", json=asked).status_code == 200


def test_a_batch_holds_each_to_its_operation() -> None:
    app = client(max_operation_bytes=(("verdict", 10),))
    assert app.post(VERDICT, json=GOOD).status_code == 413
    answers = app.post("/v1/batch", json={"requests": [item("a"), item("b", operation="x")]}).get_json()["responses"]
    assert [each["status"] for each in answers] == [413, 404]


def test_a_search_is_given_up() -> None:
    hurried = client(max_judging_ms=100)
    for _ in range(3):
        began = time.monotonic()
        response = hurried.post(VERDICT, json=SEARCH, headers={"Accept-Language": "pl"})
        assert 0.1 <= time.monotonic() - began < 1.5
        body = check(response, 503, "out-of-time")
        assert body["detail"] == "Rozsądzanie przerwano po 100 ms."
        assert hurried.post(VERDICT, json=GOOD).status_code == 200


def test_a_search_in_a_batch_spoils_no_other_item() -> None:
    hurried = client(max_judging_ms=60)
    requests = [item("a"), item("b", body=SEARCH), item("c"), item("d", body=SEARCH), item("e", operation="x"), item("f")]
    answers = hurried.post("/v1/batch", json={"requests": requests}).get_json()["responses"]
    assert [each["status"] for each in answers] == [200, 503, 200, 503, 404, 200]


def test_a_batch_as_a_whole_has_its_time() -> None:
    hurried = client(max_judging_ms=2000, max_batch_ms=150)
    requests = [item("a"), item("b", body=SEARCH), item("c"), item("d", game="chess"), *[item("e", body=SEARCH)] * 20]
    began = time.monotonic()
    answers = hurried.post("/v1/batch", json={"requests": requests}).get_json()["responses"]
    assert time.monotonic() - began < 1.5
    assert [each["status"] for each in answers] == [200, 503, 503, 404, *[503] * 20]
    assert "batch" in answers[2]["body"]["detail"]


def test_a_batch_answers_with_so_many_bytes() -> None:
    small = client(max_batch_answer_bytes=1024)
    requests = [*[item(str(i)) for i in range(40)], item("x", game="chess")]
    response = small.post("/v1/batch", json={"requests": requests})
    answers = response.get_json()["responses"]
    assert [each["id"] for each in answers] == [each["id"] for each in requests]
    statuses = [each["status"] for each in answers]
    told = statuses.index(503)
    assert statuses == [200] * told + [503] * (40 - told) + [404]
    assert len(json.dumps(answers[: told - 1])) < 1024 + 40 * told
    assert "1024 bytes" in answers[told]["body"]["detail"]
    assert answers[told]["body"]["type"] == "/problems/overloaded"


def test_no_limit_is_no_limit() -> None:
    assert client(max_judging_ms=0, max_batch_ms=0).post(VERDICT, json=GOOD).status_code == 200
    answers = client(max_judging_ms=0, max_batch_ms=0).post("/v1/batch", json={"requests": [item("a")]}).get_json()
    assert answers["responses"][0]["status"] == 200


def _forever() -> None:
    while True:
        pass


def test_the_deadline_survives_a_finalizer_that_swallows_it() -> None:
    swallowed = []

    def stubborn() -> None:
        try:
            _forever()
        except OutOfTime:
            swallowed.append(1)
        _forever()

    with pytest.raises(OutOfTime):
        within(0.05, stubborn)
    assert swallowed == [1]
    time.sleep(3 * deadline.TICK)  # nothing comes after


def test_the_timer_stops_when_there_is_nothing_to_guard() -> None:
    assert within(5, lambda: 7) == 7
    assert signal.getitimer(signal.ITIMER_REAL)[1] == deadline.TICK
    time.sleep(4 * deadline.TICK)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    with pytest.raises(OutOfTime):
        within(0.05, _forever)


def test_in_another_thread_nothing_is_limited() -> None:
    told: list[int] = []
    thread = threading.Thread(target=lambda: told.append(within(0.001, lambda: sum(range(3_000_000)))))
    thread.start()
    thread.join()
    assert told == [sum(range(3_000_000))]


def test_too_many_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = client(max_waiting=10)
    monkeypatch.setattr(load, "waiting", lambda: 11)
    response = busy.post(VERDICT, json=GOOD)
    check(response, 503, "overloaded")
    assert response.headers["Retry-After"] == "1"
    check(busy.post("/v1/batch", json={"requests": [item("a")]}), 503, "overloaded")
    assert busy.get("/health/ready").status_code == 200
    assert client(max_waiting=11).post(VERDICT, json=GOOD).status_code == 200
    assert client(max_waiting=0).post(VERDICT, json=GOOD).status_code == 200
