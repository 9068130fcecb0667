"""Pages of other origins, and the headers of every answer."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.http.app import build
from tests.http.toy import GOOD, toy

VERDICT = "/v1/toy/verdict"
PAGE = "https://desk.example"
ASKING = {"Origin": PAGE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


def client(**settings: Any) -> FlaskClient:
    return build(Settings(request_log=False, **settings), {"toy": toy()}).test_client()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/docs", 200),
        ("/v1/games", 200),
        ("/health/live", 200),
        ("/metrics", 200),
        ("/nowhere", 404),
        (VERDICT, 405),
    ],
)
def test_every_answer_is_guarded(path: str, status: int) -> None:
    response = client().get(path)
    assert response.status_code == status
    names = [name for name, _ in response.headers]
    for name, value in {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Access-Control-Allow-Origin": "*",
    }.items():
        assert response.headers[name] == value
        assert names.count(name) == 1
    if response.mimetype == "text/html":
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Credentials" not in response.headers
    assert "Set-Cookie" not in response.headers


def test_everyone_may_by_default() -> None:
    response = client().options(VERDICT, headers=ASKING)
    assert response.status_code == 204
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    allowed = response.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"content-type", "authorization", "x-api-key", "accept-language"} <= set(allowed)
    assert response.headers["Access-Control-Max-Age"]
    answer = client().post(VERDICT, json=GOOD, headers={"Origin": PAGE})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]


def test_plain_options_say_no_more_than_what_is_allowed() -> None:
    response = client().options(VERDICT)
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert "Access-Control-Allow-Methods" not in response.headers
    assert client().options("/v1/nowhere", headers=ASKING).status_code == 404


@pytest.mark.parametrize(("origin", "allowed"), [(PAGE, True), ("https://evil.example", False), ("null", False)])
def test_a_list_of_origins(origin: str, allowed: bool) -> None:
    listed = client(cors_origins=("https://other.example", PAGE))
    for response in (
        listed.options(VERDICT, headers={**ASKING, "Origin": origin}),
        listed.post(VERDICT, json=GOOD, headers={"Origin": origin}),
        listed.post(VERDICT, json={}, headers={"Origin": origin}),
        listed.get("/v1/games", headers={"Origin": origin}),
    ):
        assert response.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert "Origin" in response.headers.getlist("Vary")
    assert ("Access-Control-Allow-Methods" in listed.options(VERDICT, headers={**ASKING, "Origin": origin}).headers) == allowed


def test_none_may() -> None:
    response = client(cors_origins=()).options(VERDICT, headers=ASKING)
    assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


def test_a_preflight_needs_no_key() -> None:
    keyed = client(api_keys=(("a", b"0" * 32),))
    assert keyed.options(VERDICT, headers=ASKING).headers["Access-Control-Allow-Methods"]
    assert keyed.post(VERDICT, json=GOOD, headers={"Origin": PAGE}).headers["Access-Control-Allow-Origin"] == "*"
