"""Everything that is not an answer: its status, its type, its language, and all its faults."""

from __future__ import annotations

import io
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.problems import KINDS
from tests.http.toy import GOOD

VERDICT = "/v1/toy/verdict"


def check(response: TestResponse, status: int, kind: str) -> dict[str, Any]:
    assert response.status_code == status, response.data
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Vary"] == "Accept-Language"
    assert response.headers["X-Request-ID"]
    body: dict[str, Any] = orjson.loads(response.data)
    assert list(body) == ["type", "title", "status", "detail", "errors"]
    assert body["type"] == f"/problems/{kind}"
    assert body["status"] == status
    return body


def test_all_faults_at_once_in_both_languages(client: FlaskClient) -> None:
    bad = {"state": {"players": [{"id": "", "hand": ["A", "X"]}, {"id": 7, "seat": 1}], "open": "yes"}, "extra": None}
    english = check(client.post(VERDICT, json=bad), 400, "malformed")
    assert {(each["pointer"], each["code"]) for each in english["errors"]} == {
        ("/state/players/0/id", "too_short"),
        ("/state/players/0/hand/1", "not_a_card"),
        ("/state/players/1/id", "not_a_string"),
        ("/state/players/1/seat", "unknown_field"),
        ("/state/open", "not_a_boolean"),
        ("/extra", "unknown_field"),
    }
    response = client.post(VERDICT, json=bad, headers={"Accept-Language": "pl-PL, en;q=0.5"})
    polish = check(response, 400, "malformed")
    assert response.headers["Content-Language"] == "pl"
    assert polish["title"] == "Niepoprawne żądanie"
    assert [each["code"] for each in polish["errors"]] == [each["code"] for each in english["errors"]]
    assert all(a["detail"] != b["detail"] for a, b in zip(english["errors"], polish["errors"], strict=True))


def test_a_flood_of_faults_is_cut(client: FlaskClient) -> None:
    many = {"state": {"players": [{"id": "a", "hand": ["X"] * 1500}]}}
    body = check(client.post(VERDICT, json=many), 400, "malformed")
    assert len(body["errors"]) == 1000
    assert body["detail"] == "There are more faults than 1000; `errors` has the first of them."


def test_impossible_state(client: FlaskClient) -> None:
    body = check(client.post(VERDICT, json={"state": {"players": [{"id": "a"}, {"id": "b"}]}}), 422, "impossible")
    assert [each["pointer"] for each in body["errors"]] == ["/state/players/0/hand", "/state/players/1/hand"]
    assert body["errors"][0] == {"pointer": "/state/players/0/hand", "code": "nobody", "detail": "Nobody holds a card."}


@pytest.mark.parametrize("payload", [[], "state", 1, None, True, [GOOD]])
def test_a_body_that_is_no_object(client: FlaskClient, payload: Any) -> None:
    response = client.post(VERDICT, data=orjson.dumps(payload), content_type="application/json")
    body = check(response, 400, "malformed")
    assert body["errors"][0]["code"] == "not_an_object"
    assert body["errors"][0]["pointer"] == ""


@pytest.mark.parametrize("raw", [b"", b"{", b"NaN", b'{"state":{},"state":{}}', b"[" * 40 + b"]" * 40, b"\xff\xfe{\x00}\x00"])
def test_what_is_no_json(client: FlaskClient, raw: bytes) -> None:
    body = check(client.post(VERDICT, data=raw, content_type="application/json"), 400, "malformed")
    assert len(body["errors"]) == 1


def test_no_mistake_of_ours_is_shown(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    response = client.post(VERDICT, json={"state": {"players": [{"id": "crash"}]}}, headers={"X-Request-ID": "r-1"})
    check(response, 500, "internal")
    assert b"secret" not in response.data
    assert b"Traceback" not in response.data
    logged = orjson.loads(capsys.readouterr().err)
    assert logged["request_id"] == "r-1"
    assert "RuntimeError: a mistake with a secret in it" in logged["trace"]


@pytest.mark.parametrize(
    "path", ["/nope", "/v1", "/v1/", "/v1/toy", "/v1/toy/verdict/", "/v1//toy/verdict", "/v1/toy/nope", "/v1/nope/verdict",
             "/v1/games/", "/v1/games/nope", "/v1/games/nope/rules", "/v1/games/toy/rules/9.9", "/v1/games/toy/rules/",
             "/docs/x.js", "/docs/..%2f..%2fpyproject.toml", "/problems/nope", "/%00", "/%ff%fe", "/ż"],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
def test_nothing_there(client: FlaskClient, path: str, method: str) -> None:
    response = client.open(path, method=method)
    if method == "POST" and response.status_code == 405:  # the address exists for GET
        assert "/v1/games/" in path or "/docs/" in path or "/problems/" in path
    elif method == "HEAD":
        assert response.status_code == 404
        assert response.data == b""
    else:
        check(response, 404, "not-found")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "TRACE", "QUERY", "CONNECT", "PROPFIND", "BREW"])
def test_other_methods_on_an_operation(client: FlaskClient, method: str) -> None:
    response = client.open(VERDICT, method=method)
    check(response, 405, "method-not-allowed")
    assert response.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("path", ["/", "/v1/games", "/v1/games/toy", "/metrics", "/health/live", "/openapi.yaml", "/docs"])
def test_other_methods_on_a_document(client: FlaskClient, path: str) -> None:
    for method in ("POST", "DELETE", "TRACE", "QUERY"):
        response = client.open(path, method=method)
        check(response, 405, "method-not-allowed")
        assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_options_tells_what_this_address_takes(client: FlaskClient) -> None:
    response = client.options(VERDICT)
    assert (response.status_code, response.data, response.headers["Allow"]) == (204, b"", "OPTIONS, POST")
    assert client.options("/v1/games").headers["Allow"] == "GET, HEAD, OPTIONS"
    check(client.options("/nope"), 404, "not-found")


def test_not_acceptable(client: FlaskClient) -> None:
    check(client.post(VERDICT, json=GOOD, headers={"Accept": "text/html"}), 406, "not-acceptable")
    check(client.post("/v1/batch", json={}, headers={"Accept": "application/xml"}), 406, "not-acceptable")
    for path in ("/v1/games", "/v1/games/toy/rules/1.1", "/health/live", "/health/ready", "/openapi.json"):
        check(client.get(path, headers={"Accept": "text/html"}), 406, "not-acceptable")
    for path in ("/metrics", "/docs", "/"):
        check(client.get(path, headers={"Accept": "application/json"}), 406, "not-acceptable")
    assert client.get("/docs", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}).status_code == 200


@pytest.mark.parametrize(
    "content_type", [None, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=cp1250"]
)
def test_unsupported_media_type(client: FlaskClient, content_type: str | None) -> None:
    response = client.post(VERDICT, data=orjson.dumps(GOOD), content_type=content_type)
    check(response, 415, "unsupported-media-type")


def test_content_encoding(client: FlaskClient) -> None:
    for encoding, status in (("gzip", 415), ("br", 415), ("identity", 200), ("Identity", 200)):
        assert client.post(VERDICT, json=GOOD, headers={"Content-Encoding": encoding}).status_code == status


def padded(size: int) -> bytes:
    raw = orjson.dumps(GOOD)
    return raw + b" " * (size - len(raw))


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("path", "limit"), [(VERDICT, 256 * 1024), ("/v1/batch", 2 * 1024 * 1024)])
def test_too_large(client: FlaskClient, path: str, limit: int, chunked: bool) -> None:
    def post(size: int) -> TestResponse:
        stream = io.BytesIO(padded(size))
        if chunked:
            return client.post(
                path, input_stream=stream, content_type="application/json",
                environ_overrides={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
            )  # fmt: skip
        return client.post(path, data=padded(size), content_type="application/json")

    assert post(limit).status_code != 413
    body = check(post(limit + 1), 413, "too-large")
    assert str(limit) in body["detail"]
    check(post(limit * 3), 413, "too-large")


def test_a_body_that_breaks_off(client: FlaskClient) -> None:
    raw = orjson.dumps(GOOD)
    for announced in (str(len(raw) + 10), "-5", "x", "²"):
        overrides = {"CONTENT_LENGTH": announced, "wsgi.input": io.BytesIO(raw)}
        response = client.post(VERDICT, content_type="application/json", environ_overrides=overrides)
        assert check(response, 400, "malformed")["errors"][0]["code"] == "unreadable_body"


class Broken(io.RawIOBase):
    def read(self, size: int = -1) -> bytes:
        raise ConnectionResetError("gone")


def test_a_client_that_leaves(client: FlaskClient) -> None:
    for overrides in ({"CONTENT_LENGTH": "10"}, {"wsgi.input_terminated": True}, {"CONTENT_LENGTH": "9999999"}):
        response = client.post(
            VERDICT, content_type="application/json", environ_overrides={**overrides, "wsgi.input": Broken()}
        )
        assert response.status_code in (400, 413)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_explained_where_its_type_points(client: FlaskClient, kind: str) -> None:
    body = client.get(f"/problems/{kind}").get_json()
    assert body["status"] == KINDS[kind]["status"]
    for part in ("title", "about"):
        assert body[part]["en"] != body[part]["pl"]


def test_what_was_sent_is_quoted_only_so_far(client: FlaskClient) -> None:
    assert len(client.get("/v1/games/" + "x" * 5000).data) < 400
