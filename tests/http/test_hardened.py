"""A real server against clients that are slow, silent, or too many."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Iterator

import orjson
import pytest
from gunicorn.config import Config
from gunicorn.workers.sync import SyncWorker

from service.gunicorn_worker import Worker
from tests.http.serving import Running, running, start
from tests.http.test_serving import JSON, failed_start, known_case
from tools.bench.server import free_port

PATH, BODY, _ = known_case()
HEAD = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()
CARDS = [colour + number for number in "7654321" for colour in "ROYGBIV"]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """One worker: whoever holds it, holds everything."""
    with running(WORKERS="1", MAX_CLIENT_MS="500", MAX_WAITING="3") as each:
        yield each


def opened(server: Running, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), 10)
    connection.sendall(sent)
    return connection


def answer(connection: socket.socket) -> bytes:
    with connection:
        told = b""
        try:
            while piece := connection.recv(65536):
                told += piece
        except ConnectionResetError:
            pass
        return told


def judges_soon(server: Running) -> None:
    began = time.monotonic()
    assert server.ask("POST", PATH, BODY, JSON)[0] == 200
    assert time.monotonic() - began < 3


def test_a_slow_body_is_told_so(server: Running) -> None:
    slow = opened(server, HEAD + BODY[:10])
    judges_soon(server)
    told = answer(slow)
    assert told.startswith(b"HTTP/1.1 408")
    assert orjson.loads(told.partition(b"\r\n\r\n")[2])["type"] == "/problems/too-slow"


def test_a_byte_at_a_time_is_no_way_around(server: Running) -> None:
    slow = opened(server, HEAD)
    began = time.monotonic()
    with slow:
        for byte in BODY:
            try:
                slow.sendall(bytes([byte]))
            except OSError:
                break
            time.sleep(0.1)
            if time.monotonic() - began > 3:
                break
    assert time.monotonic() - began < 2.5
    judges_soon(server)


@pytest.mark.parametrize("sent", [b"POST", HEAD[:40]])
def test_silence_holds_no_worker(server: Running, sent: bytes) -> None:
    silent = opened(server, sent)
    judges_soon(server)
    assert b"500" not in answer(silent)[:20]


def test_an_answer_nobody_takes_holds_no_worker(server: Running) -> None:
    hand = [card for card in CARDS if card[1] in "157"]
    players = [{"id": "a", "palette": ["R2"], "hand": hand}, {"id": "b", "palette": ["R4", "O4"]}]
    state = {"variant": "basic", "effects": True, "players": players, "turn": {"player": "a"}, "deck": ["Y2"]}
    body = orjson.dumps({"state": state, "limit": 10000})
    head = f"POST /v1/red7/turns HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", server.port))
    with deaf:
        deaf.sendall(head.encode() + body)
        judges_soon(server)


def test_a_client_that_does_not_close_holds_no_worker(server: Running) -> None:
    lingering = []
    began = time.monotonic()
    for _ in range(5):
        lingering.append(opened(server, HEAD + BODY))
        assert lingering[-1].recv(15) == b"HTTP/1.1 200 OK"
    assert time.monotonic() - began < 1
    for each in lingering:
        each.close()


def test_too_many_waiting_are_told_to_come_back(server: Running) -> None:
    slow = opened(server, HEAD)
    waiting = [opened(server, HEAD + BODY) for _ in range(9)]
    told = [answer(each) for each in waiting]
    slow.close()
    statuses = [each[9:12] for each in told]
    assert statuses.count(b"503") + statuses.count(b"200") == 9
    assert 3 <= statuses.count(b"200") <= 5
    refused = next(each for each in told if each[9:12] == b"503")
    assert b"Retry-After: 1\r\n" in refused
    assert b"/problems/overloaded" in refused
    judges_soon(server)


def test_metrics_on_a_port_of_their_own() -> None:
    port = free_port()
    with running(METRICS_PORT=str(port), API_KEYS=f"a:{'0' * 64}") as server:
        for path in ("/metrics", "//metrics", "/%2fmetrics"):
            assert server.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()).startswith(b"HTTP/1.1 404"), path
        inner = Running(server.process, port)
        assert inner.ask("GET", "/metrics")[0] == 200
        assert inner.ask("GET", "/health/live")[0] == 404
        assert server.ask("POST", PATH, BODY, JSON)[0] == 401


def test_connections_without_a_word_hold_nobody() -> None:
    """A browser opens some in advance; 40 of them before one worker."""
    with running(WORKERS="1") as server:
        silent = [opened(server) for _ in range(40)]
        began = time.monotonic()
        assert server.ask("POST", PATH, BODY, JSON)[0] == 200
        assert time.monotonic() - began < 1
        silent[7].sendall(HEAD + BODY)
        assert answer(silent[7]).startswith(b"HTTP/1.1 200")
        for each in silent:
            each.close()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Worker, list[object]]]:
    """A worker that never ran, and whom it served."""
    served: list[object] = []
    monkeypatch.setattr(SyncWorker, "handle", lambda self, listener, client, addr: served.append(client))
    monkeypatch.setattr(SyncWorker, "notify", lambda self: None)
    each = Worker(0, 0, [], None, 30, Config(), None)
    door = socket.create_server(("127.0.0.1", 0))
    each.wait_fds, each.PIPE = [door], (door, door)
    yield each, served
    each.tmp.close()
    door.close()


def test_whoever_comes_without_a_word_is_heard_later(worker: tuple[Worker, list[object]]) -> None:
    """The kernel cannot keep everybody back: with its queue full it hands connections over before they have said anything."""
    each, served = worker
    pairs = [socket.socketpair() for _ in range(202)]
    for near, _ in pairs:
        each.handle(None, near, None)
    assert served == []
    assert [near.fileno() for near, _ in pairs[:3]] == [-1, -1, pairs[2][0].fileno()], "the oldest are let go"
    pairs[7][1].sendall(b"GET")
    assert each.wait(1) == []
    assert served == [pairs[7][0]]
    pairs[9][1].sendall(b"GET")
    new = socket.socketpair()
    new[1].sendall(b"GET")
    each.handle(None, new[0], None)
    assert served == [pairs[7][0], pairs[9][0], new[0]]
    for near, far in [*pairs, new]:
        near.close()
        far.close()


def test_what_is_announced_and_never_sent_is_refused_soon() -> None:
    with running(WORKERS="1") as server:
        began = time.monotonic()
        told = answer(opened(server, HEAD.replace(str(len(BODY)).encode(), b"99999999")))
        assert told.startswith(b"HTTP/1.1 413")
        assert time.monotonic() - began < 4


def test_no_word_of_a_broken_request_is_logged() -> None:
    port = free_port()
    process = start({"PORT": str(port), "WORKERS": "1", "GRACEFUL_TIMEOUT": "5"})
    server = Running(process, port)
    server.until_ready()
    told = server.raw(b"GET /v1/games?secret=hunter2 HTTP/1.1\r\nHost: x\r\nAuthorization Bearer hunter2\r\n\r\n")
    assert told.startswith(b"HTTP/1.1 400")
    assert server.raw(b"hunter2\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert server.raw(b"GET / HTTP/1.1\r\nHost: x\r\nSCRIPT_NAME: /hunter2\r\n\r\n")[9:12] in (b"200", b"400")
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert "hunter2" not in out + err
    assert "ip=" not in err
    assert b"\r\nAccess-Control-Allow-Origin: *\r\n" in told
    identity = told.partition(b"X-Request-ID: ")[2][:32].decode()
    assert identity in err


def test_wrong_settings_are_one_clear_line() -> None:
    port = str(free_port())
    assert failed_start(PORT=port, PROMETHEUS_MULTIPROC_DIR="/proc/foo") == (
        "arbiter: PROMETHEUS_MULTIPROC_DIR cannot be written to: '/proc/foo': No such file or directory\n"
    )
    assert failed_start(PORT=port, MAX_OPERATION_BYTES="verdit=4096").startswith("arbiter: MAX_OPERATION_BYTES: no game has")
    assert failed_start(PORT=port, TIMEOUT="5").startswith(
        "arbiter: TIMEOUT must be longer than a request may take: more than 22 s"
    )
    for storage in (
        "redis://:secret@host:notaport/0",
        "redis+cluster://host",
        "redis+sentinel://host",
        "redis://",
        "redis://127.0.0.1:99999/0",
        "redis://[::1:]/0",
    ):
        said = failed_start(PORT=port, RATE_LIMIT="3/minute", RATE_LIMIT_STORAGE=storage)
        assert said == "arbiter: RATE_LIMIT_STORAGE must be memory:// or the address of a Redis, redis://host:6379/0\n"
    assert failed_start(PORT=port, METRICS_PORT=port) == "arbiter: METRICS_PORT must be another port than PORT\n"
    assert failed_start(PORT=port, SIGNING_KEY="hunter2") == "arbiter: SIGNING_KEY must be an Ed25519 key as PEM or JWK\n"
    assert failed_start(PORT=port, RATE_LIMIT="lots").startswith("arbiter: RATE_LIMIT must be limits like 100/minute")
