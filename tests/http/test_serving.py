"""The real thing: `python -m service` under gunicorn."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.adjudication.registry import games
from tests.http.serving import Running, running, start
from tools.bench.server import ROOT, free_port

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as each:
        yield each


def known_case() -> tuple[str, bytes, dict[str, Any]]:
    game = next(iter(games().values()))
    return f"/v1/{game.id}/{game.known_case.operation}", orjson.dumps(game.known_case.request), game.known_case.want


def counted(server: Running, operation: str) -> float:
    text = server.ask("GET", "/metrics")[2].decode()
    return sum(
        float(n) for n in re.findall(rf'^arbiter_requests_total{{[^}}]*operation="{operation}"[^}}]*}} (\S+)$', text, re.M)
    )


def test_judges(server: Running) -> None:
    path, body, want = known_case()
    status, headers, answer = server.ask("POST", path, body, JSON)
    assert status == 200
    assert headers["Content-Type"] == "application/json"
    assert headers["X-Request-ID"]
    assert orjson.loads(answer).items() >= {name: value for name, value in want.items() if not isinstance(value, dict)}.items()
    assert server.ask("POST", path, body, JSON, chunked=True)[2] == answer
    status, headers, nothing = server.ask("HEAD", "/v1/games")
    assert (status, nothing) == (200, b"")
    assert int(headers["Content-Length"]) > 0


def test_metrics_are_right_across_workers(server: Running) -> None:
    before = counted(server, "games")
    for _ in range(40):
        server.ask("GET", "/v1/games")
    assert {counted(server, "games") - before for _ in range(6)} == {40.0}


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [256 * 1024 + 1, 3_000_000])
def test_too_large_is_told_to_a_client_that_is_still_sending(server: Running, size: int, chunked: bool) -> None:
    path, body, _ = known_case()
    status, headers, answer = server.ask("POST", path, body + b" " * (size - len(body)), JSON, chunked=chunked)
    assert (status, headers["Content-Type"]) == (413, "application/problem+json")
    assert orjson.loads(answer)["type"] == "/problems/too-large"


def test_a_broken_chunk_is_the_clients_fault(server: Running) -> None:
    path, _, _ = known_case()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = server.raw(head.encode() + b"zz\r\n{}\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"unreadable_body" in answer


@pytest.mark.parametrize(
    ("request_line", "status"),
    [(b"nonsense", 400), (b"GET /" + b"x" * 9000 + b" HTTP/1.1", 414), (b"GET / HTTP/9.9", 400), (b"get / HTTP/1.1", 400),
     (b"GET / HTTP/1.1\r\nBad Header: 1", 400), (b"GET / HTTP/1.1\r\nX: " + b"x" * 20000, 431)],
)  # fmt: skip
def test_what_never_reaches_the_application_is_a_problem_too(server: Running, request_line: bytes, status: int) -> None:
    head, _, body = server.raw(request_line + b"\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status}".encode())
    assert b"Content-Type: application/problem+json" in head
    assert b"X-Request-ID: " in head
    problem = orjson.loads(body)
    assert (problem["type"], problem["status"]) == ("/problems/bad-request", status)


def test_odd_methods(server: Running) -> None:
    path, _, _ = known_case()
    for method in ("TRACE", "QUERY", "DELETE"):
        status, headers, _ = server.ask(method, path)
        assert (status, headers["Allow"]) == (405, "OPTIONS, POST")


def test_a_long_address_is_answered(server: Running) -> None:
    status, headers, _ = server.ask("GET", "/v1/games/" + "x" * 7000)
    assert (status, headers["Content-Type"]) == (404, "application/problem+json")


def test_a_killed_worker_is_replaced_and_its_counts_stay() -> None:
    with running() as server:
        for _ in range(10):
            server.ask("GET", "/v1/games")
        killed = server.workers()
        os.kill(min(killed), signal.SIGKILL)
        deadline = time.monotonic() + 10
        while len(server.workers() - {min(killed)}) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        for _ in range(10):
            assert server.ask("GET", "/v1/games")[0] == 200
        assert counted(server, "games") == 20


def test_logs_and_a_clean_stop(tmp_path: Path) -> None:
    left = tmp_path / "counter_1.db"
    left.write_bytes(b"of the last run")
    port = free_port()
    process = start({"PORT": str(port), "WORKERS": "2", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)})
    server = Running(process, port)
    server.until_ready()
    assert not left.exists()
    path, body, _ = known_case()
    server.ask("POST", path, body, {**JSON, "X-Request-ID": "r-7"})
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    first, *lines = out.splitlines()
    assert first == f"Arbiter: page http://127.0.0.1:{port}/  docs http://127.0.0.1:{port}/docs"
    logged = [orjson.loads(line) for line in lines]
    assert [line["status"] for line in logged if line["request_id"] == "r-7"] == [200]
    assert all(orjson.loads(line)["level"] for line in err.splitlines())


def failed_start(**environment: str) -> str:
    process = start(environment)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert out == ""
    return err


def test_a_busy_port_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert failed_start(PORT=str(port)) == f"arbiter: port {port} on 127.0.0.1 is in use; set PORT to another\n"


def test_a_wrong_setting_is_one_clear_line() -> None:
    assert failed_start(PORT="eighty") == "arbiter: PORT must be a whole number from 1 to 65535, not 'eighty'\n"
    assert failed_start(WORKERS="0") == "arbiter: WORKERS must be a whole number from 1 to 256, not '0'\n"
    assert "\n" not in failed_start(HOST="256.256.256.256")[:-1]


def test_make_run_says_the_same() -> None:
    """What the README tells people to type: the error is make's only news."""
    said = subprocess.run(["make", "-n", "--no-print-directory", "run"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.rstrip().endswith("-m service")
