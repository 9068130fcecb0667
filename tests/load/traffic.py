"""Steady traffic of mixed questions whose answers are known, every one of them checked, byte for byte."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections import Counter
from functools import cache
from types import TracebackType
from typing import Any, NamedTuple

import orjson

from service import create_app
from service.adjudication.registry import games
from service.config import Settings
from tests.vectors import vectors

_TIMEOUT = 30.0
_EACH = 6


class Question(NamedTuple):
    request: bytes
    status: int
    body: bytes


@cache
def questions() -> list[Question]:
    """A few vectors of every operation of every game, good and bad, a batch, a document."""
    client = create_app(Settings(request_log=False)).test_client()
    chance = random.Random("load")
    asked: list[tuple[str, str, bytes]] = [
        ("GET", "/v1/games", b""),
        ("GET", "/v1/nowhere", b""),
        ("GET", "/health/ready", b""),
    ]
    items: list[dict[str, Any]] = []
    for game in games():
        for operation in games()[game].operations:
            cases = [case["request"] for case in vectors(game) if case["operation"] == operation]
            for request in chance.sample(cases, min(_EACH, len(cases))):
                asked.append(("POST", f"/v1/{game}/{operation}", orjson.dumps(request)))
                items.append({"id": str(len(items)), "game": game, "operation": operation, "body": request})
    asked.append(("POST", "/v1/batch", orjson.dumps({"requests": items[::5]})))
    found = []
    for method, path, body in asked:
        response = client.open(path, method=method, data=body, content_type="application/json")
        found.append(Question(raw(method, path, body), response.status_code, response.data))
    return found


@cache
def heavy() -> Question:
    """A batch that keeps a worker busy for some tenths of a second."""
    worst = next(case["request"] for case in vectors("red7") if case["id"] == "red7/worst/verdict")
    items = [{"id": str(i), "game": "red7", "operation": "verdict", "body": worst} for i in range(500)]
    body = orjson.dumps({"requests": items})
    response = (
        create_app(Settings(request_log=False)).test_client().post("/v1/batch", data=body, content_type="application/json")
    )
    return Question(raw("POST", "/v1/batch", body), response.status_code, response.data)


def raw(method: str, path: str, body: bytes) -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


class Client:
    """One kept-open connection. Knows just enough HTTP, so that asking costs less than answering."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._left = b""

    def ask(self, request: bytes) -> tuple[int, bytes]:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), _TIMEOUT)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(request)
        return self.read(self._socket)

    def read(self, connection: socket.socket) -> tuple[int, bytes]:
        got = self._left
        while b"\r\n\r\n" not in got:
            piece = connection.recv(65536)
            if not piece:
                self.close()
                raise ConnectionError("closed without an answer")
            got += piece
        head, _, body = got.partition(b"\r\n\r\n")
        lowered = head.lower() + b"\r\n"
        length = int(lowered.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(body) < length:
            piece = connection.recv(65536)
            if not piece:
                self.close()
                raise ConnectionError("closed in the middle of an answer")
            body += piece
        self._left = body[length:]
        if b"connection: close" in lowered:
            self.close()
        return int(head[9:12]), body[:length]

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._left = b""


def ask_once(port: int, request: bytes) -> tuple[int, bytes]:
    client = Client(port)
    try:
        return client.ask(request)
    finally:
        client.close()


class Traffic:
    """So many questions a second from some clients while the block runs; `rate` 0 is as fast as they can."""

    def __init__(self, port: int, rate: float, clients: int = 4, most: int | None = None) -> None:
        self._port = port
        self._pause = clients / rate if rate else 0.0
        self._most = None if most is None else most // clients
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run, args=(i,), daemon=True) for i in range(clients)]
        self._asked = 0
        self.answered = 0
        self.slowest = 0.0
        self.refused = 0
        self.wrong: Counter[str] = Counter()

    def __enter__(self) -> Traffic:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        self.join()

    def join(self) -> None:
        """Until all are done, however many there are; but not while nothing is answered any more."""
        for thread in self._threads:
            while thread.is_alive():
                before = self._asked
                thread.join(2 * _TIMEOUT)
                assert not thread.is_alive() or self._asked > before, "a question without an answer"

    def _run(self, number: int) -> None:
        client = Client(self._port)
        chance = random.Random(number)
        asked, begun = 0, time.monotonic()
        while not self._stop.is_set() and asked != self._most:
            self._one(client, chance.choice(questions()))
            asked += 1
            behind = begun + asked * self._pause - time.monotonic()
            if behind > 0:
                self._stop.wait(behind)
        client.close()

    def _one(self, client: Client, question: Question) -> None:
        began = time.monotonic()
        wrong = None
        status, body = 0, b""
        try:
            status, body = client.ask(question.request)
        except Exception as error:
            client.close()
            wrong = f"lost: {error!r}"
        took = time.monotonic() - began
        refused = status == 503 and question.status != 503 and b"/problems/" in body
        if wrong is None and not refused and (status, body) != (question.status, question.body):
            wrong = f"wrong: {status} instead of {question.status}: {body[:200]!r}"
        with self._lock:
            self._asked += 1
            self.answered += wrong is None and not refused
            self.refused += refused
            self.slowest = max(self.slowest, took)
            if wrong is not None:
                self.wrong[wrong] += 1
