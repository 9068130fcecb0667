"""Request ids and log lines."""

from __future__ import annotations

import re
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.http.app import build
from tests.http.toy import GOOD, toy


@pytest.mark.parametrize("given", ["a", "match-7:move/12@home~1.0+x=", "x" * 128])
def test_a_request_id_is_taken_and_returned(client: FlaskClient, given: str) -> None:
    for response in (
        client.post("/v1/toy/verdict", json=GOOD, headers={"X-Request-ID": given}),
        client.get("/nope", headers={"X-Request-ID": given}),
    ):
        assert response.headers.getlist("X-Request-ID") == [given]


@pytest.mark.parametrize("given", [None, "", "x" * 129, "a b", 'a"b', "zażółć", "a\tb", "{}"])
def test_or_a_new_one_is_made(client: FlaskClient, given: str | None) -> None:
    overrides = {} if given is None else {"HTTP_X_REQUEST_ID": given.encode().decode("latin-1")}
    made = {client.get("/health/live", environ_overrides=overrides).headers["X-Request-ID"] for _ in range(3)}
    assert len(made) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in made)


def test_one_line_a_request(capfd: pytest.CaptureFixture[str]) -> None:
    client = build(Settings(), {"toy": toy()}).test_client()
    response = client.post("/v1/toy/verdict", json=GOOD, headers={"X-Request-ID": "r-1"})
    client.get("/zażółć?secret=1")
    client.post("/v1/toy/verdict", data=b"{", content_type="application/json")
    client.head("/v1/games")
    lines = [orjson.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(lines) == 4
    first: dict[str, Any] = lines[0]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", first.pop("time"))
    assert 0 < first.pop("duration_us") < 5_000_000
    assert first == {
        "request_id": "r-1", "method": "POST", "path": "/v1/toy/verdict", "game": "toy", "operation": "verdict",
        "status": 200, "bytes": len(response.data),
    }  # fmt: skip
    assert (lines[1]["path"], lines[1]["status"], lines[1]["game"]) == ("/zażółć", 404, None)
    assert (lines[2]["operation"], lines[2]["status"]) == ("verdict", 400)
    assert (lines[3]["method"], lines[3]["bytes"]) == ("HEAD", 0)


def test_odd_paths_are_logged_and_harm_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    client = build(Settings(), {"toy": toy()}).test_client()
    for path in ("/%ff%fe", "/%0a%0d%00", "/" + "x" * 5000, "/\udcff".encode("utf-8", "surrogateescape").decode("latin-1")):
        client.get("/", environ_overrides={"PATH_INFO": path})
    lines = capfd.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all(len(orjson.loads(line)["path"]) <= 512 for line in lines)
    assert all(len(line) < 4096 for line in lines)


def test_the_log_can_be_off(capfd: pytest.CaptureFixture[str]) -> None:
    build(Settings(request_log=False), {"toy": toy()}).test_client().get("/health/live")
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("host", ["a b", "[::1", "x" * 5000, "a/b?c", "", "\xff"])
def test_a_host_that_is_none_gets_an_answer(client: FlaskClient, host: str) -> None:
    response = client.post("/v1/toy/verdict", json=GOOD, environ_overrides={"HTTP_HOST": host})
    assert response.status_code in (200, 400)
    assert response.headers["X-Request-ID"]


def test_the_short_way_and_the_long_way_answer_alike(capfd: pytest.CaptureFixture[str]) -> None:
    """A hook on requests, as extensions register them, sends operations through all of Flask."""
    short = build(Settings(), {"toy": toy()})
    long = build(Settings(), {"toy": toy()})
    hooked = []
    long.before_request(lambda: hooked.append(1))
    for body in (GOOD, {}, {"state": {"players": [{"id": "a"}]}}, {"state": {"players": [{"id": "crash"}]}}):
        sent = {"json": body, "headers": {"X-Request-ID": "same", "Accept-Language": "pl"}}
        one, other = (app.test_client().post("/v1/toy/verdict", **sent) for app in (short, long))
        assert (one.status_code, one.data, list(one.headers)) == (other.status_code, other.data, list(other.headers))
    assert len(hooked) == 4
    lines = [orjson.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["status"] for line in lines] == [200, 200, 400, 400, 422, 422, 500, 500]
    assert {line["operation"] for line in lines} == {"verdict"}
