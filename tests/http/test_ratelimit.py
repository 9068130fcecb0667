"""So many requests a client."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.http.app import build
from service.http.ratelimit import client_of
from tests.http.test_problems import check
from tests.http.toy import GOOD, toy
from tools.bench.server import ROOT, free_port

VERDICT = "/v1/toy/verdict"


def client(**settings: Any) -> FlaskClient:
    return build(Settings(request_log=False, rate_limit="3/minute", **settings), {"toy": toy()}).test_client()


def statuses(asking: FlaskClient, times: int = 4, **kwargs: Any) -> list[int]:
    return [asking.post(VERDICT, json=GOOD, **kwargs).status_code for _ in range(times)]


def test_more_is_refused_with_the_time_to_wait() -> None:
    asking = client()
    assert statuses(asking, 3) == [200] * 3
    response = asking.post(VERDICT, json=GOOD)
    body = check(response, 429, "too-many-requests")
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert response.headers["Retry-After"] in body["detail"]
    check(asking.get("/v1/games"), 429, "too-many-requests")
    assert asking.options(VERDICT).status_code == 204
    for path in ("/health/live", "/health/ready", "/metrics", "/", "/openapi.yaml"):
        assert asking.get(path).status_code == 200


def test_clients_are_told_apart_by_address() -> None:
    asking = client()
    for address in ("10.0.0.1", "10.0.0.2", "2001:db8::1"):
        assert statuses(asking, environ_overrides={"REMOTE_ADDR": address}) == [200, 200, 200, 429]
    assert statuses(asking, 1, environ_overrides={"REMOTE_ADDR": "2001:db8::2"}) == [429], "the same network"


def test_a_forged_address_is_not_believed() -> None:
    asking = client()
    assert [statuses(asking, 1, headers={"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(4)] == [200, 200, 200, 429]
    behind = client(trusted_proxies=1)
    forged = [f"1.1.1.{i}, 10.0.0.1" for i in range(4)]
    assert [statuses(behind, 1, headers={"X-Forwarded-For": each})[0] for each in forged] == [200, 200, 200, 429]
    assert statuses(behind, 1, headers={"X-Forwarded-For": "1.1.1.1, 10.0.0.2"}) == [200]


@pytest.mark.parametrize(
    ("forwarded", "proxies", "expected"),
    [("1.1.1.1, 2.2.2.2", 0, "9.9.9.9"), ("1.1.1.1, 2.2.2.2", 1, "2.2.2.2"), ("1.1.1.1, 2.2.2.2", 2, "1.1.1.1"),
     ("1.1.1.1", 2, "9.9.9.9"), ("", 1, "9.9.9.9"), ("::ffff:1.2.3.4", 1, "1.2.3.4"), ("[2001:db8::1]", 1, "2001:db8::/64"),
     ("nonsense" * 99, 1, ("nonsense" * 99)[:64])],
)  # fmt: skip
def test_whose_address_counts(forwarded: str, proxies: int, expected: str) -> None:
    assert client_of({"REMOTE_ADDR": "9.9.9.9", "HTTP_X_FORWARDED_FOR": forwarded}, proxies) == expected


def test_a_key_is_a_client() -> None:
    asking = client(api_keys=tuple((name, sha256(name.encode()).digest()) for name in ("a", "b")))
    assert statuses(asking, headers={"X-API-Key": "a"}) == [200, 200, 200, 429]
    assert statuses(asking, headers={"X-API-Key": "b"}) == [200, 200, 200, 429]
    assert statuses(asking, 1, headers={"X-API-Key": "c"}) == [401]


@pytest.fixture
def redis() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    server = shutil.which("redis-server")
    if server is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    process = subprocess.Popen(
        [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL
    )
    try:
        time.sleep(0.5)
        yield process, f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def test_several_instances_count_together_and_go_on_without_redis(redis: tuple[subprocess.Popen[bytes], str]) -> None:
    process, address = redis
    one, other = client(rate_limit_storage=address), client(rate_limit_storage=address)
    assert statuses(one, 2) == [200, 200]
    assert statuses(other, 2) == [200, 429]
    process.kill()
    process.wait()
    assert statuses(other, 4) == [200, 200, 200, 429], "counted alone, and no request fails"


def test_a_redis_that_never_answers_is_one_that_is_away() -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        asking = client(rate_limit_storage=f"redis://127.0.0.1:{mute.getsockname()[1]}/0")
        began = time.monotonic()
        assert statuses(asking, 4) == [200, 200, 200, 429]
        assert time.monotonic() - began < 3


def test_nothing_is_imported_for_what_is_off() -> None:
    """What is off costs nothing: not even memory."""
    code = "import sys, service; service.create_app(); print([m for m in sys.modules if m in ('limits', 'joserfc', 'redis')])"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
