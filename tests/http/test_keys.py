"""API keys: who may ask, what is logged, what stays open."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service.config import Settings, WrongSetting
from service.http import app as app_module
from service.http.app import build
from tests.http.test_problems import check
from tests.http.toy import GOOD, toy

VERDICT = "/v1/toy/verdict"
KEYS = {"league": "correct horse battery staple", "club": "ÿes"}


def hashed(**keys: str) -> str:
    return ",".join(f"{name}:{sha256(key.encode('latin-1')).hexdigest()}" for name, key in keys.items())


@pytest.fixture
def lines() -> list[bytes]:
    return []


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, lines: list[bytes]) -> FlaskClient:
    monkeypatch.setattr(app_module, "to_stdout", lines.append)
    settings = Settings.from_environment({"API_KEYS": hashed(**KEYS)})
    return build(settings, {"toy": toy()}).test_client()


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.mark.parametrize("headers", [bearer(KEYS["league"]), {"X-API-Key": KEYS["league"]}, {"Authorization": "bearer  ÿes"}])
def test_a_key_opens(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post(VERDICT, json=GOOD, headers=headers).status_code == 200
    assert client.get("/v1/games", headers=headers).status_code == 200


@pytest.mark.parametrize("before", ["/", "//", "/" * 9])
def test_no_way_around(client: FlaskClient, before: str) -> None:
    """Routing would forget the slashes."""
    for path in ("/v1/games", VERDICT):
        response = client.post("/", json=GOOD, environ_overrides={"PATH_INFO": before + path})
        check(response, 404, "not-found")
    check(client.get("/", environ_overrides={"PATH_INFO": "v1/games"}), 404, "not-found")


@pytest.mark.parametrize(
    ("headers", "wrong"),
    [({}, False), (bearer(""), False), ({"Authorization": "Basic bGVhZ3Vl"}, False), (bearer("nonsense"), True),
     (bearer(sha256(KEYS["league"].encode()).hexdigest()), True), (bearer("league"), True), ({"X-API-Key": "x" * 9000}, True)],
)  # fmt: skip
def test_nothing_else_does(client: FlaskClient, headers: dict[str, str], wrong: bool) -> None:
    for path in (VERDICT, "/v1/batch", "/v1/games", "/v1/games/toy/rules", "/v1/nowhere", "/v1"):
        response = client.post(path, json=GOOD, headers=headers) if path == VERDICT else client.get(path, headers=headers)
        check(response, 401, "unauthorized")
        assert response.headers["WWW-Authenticate"].startswith('Bearer realm="arbiter"')
        assert ("invalid_token" in response.headers["WWW-Authenticate"]) == wrong


def test_the_rest_stays_open(client: FlaskClient) -> None:
    for path in ("/", "/health/live", "/health/ready", "/metrics", "/openapi.json", "/docs", "/.well-known/jwks.json"):
        assert client.get(path).status_code == 200
    assert client.options(VERDICT).status_code == 204


def test_the_name_is_logged_and_counted_never_the_key(client: FlaskClient, lines: list[bytes]) -> None:
    client.post(VERDICT, json=GOOD, headers=bearer(KEYS["league"]))
    client.post(VERDICT, json=GOOD, headers=bearer("guess me"))
    assert [orjson.loads(line).get("client") for line in lines] == ["league", None]
    metrics = client.get("/metrics").get_data(as_text=True)
    assert 'arbiter_client_requests_total{client="league",status="200"} 1.0' in metrics
    shown = metrics + b"".join(lines).decode()
    assert not any(secret in shown for secret in ("horse", "guess", sha256(KEYS["league"].encode()).hexdigest()))


def test_without_keys_nothing_is_counted_by_client(client: FlaskClient) -> None:
    plain = build(Settings(request_log=False), {"toy": toy()}).test_client()
    assert plain.post(VERDICT, json=GOOD).status_code == 200
    assert "arbiter_client" not in plain.get("/metrics").get_data(as_text=True)


@pytest.mark.parametrize("text", ["league", "league:abc", f"a b:{'0' * 64}", f"league:{'0' * 63}G", ","])
def test_wrong_settings_are_told_without_being_shown(text: str) -> None:
    with pytest.raises(WrongSetting) as told:
        Settings.from_environment({"API_KEYS": text})
    assert "API_KEYS must be name:hash pairs" in str(told.value)
    assert "not '" not in str(told.value)


def test_secrets_are_not_in_the_settings_words() -> None:
    settings = Settings.from_environment({"API_KEYS": hashed(**KEYS), "RATE_LIMIT_STORAGE": "redis://:pass@host/0"})
    assert "pass" not in repr(settings)
    assert "club" not in repr(settings)


def test_metrics_on_a_port_of_their_own() -> None:
    client = build(Settings(request_log=False, metrics_port=9100), {"toy": toy()}).test_client()

    def status(path: str, port: int, **kwargs: Any) -> int:
        return client.open(path, base_url=f"http://localhost:{port}", **kwargs).status_code

    assert status("/metrics", 9100) == 200
    assert status("/metrics", 8000) == 404
    assert status("/health/live", 9100) == 404
    assert status(VERDICT, 9100, method="POST", json=GOOD) == 404
    assert status(VERDICT, 8000, method="POST", json=GOOD) == 200
