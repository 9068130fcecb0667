"""A real `python -m service` for a test."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tools.bench.server import ROOT, STOPPING, children, free_port


def start(environment: dict[str, str]) -> subprocess.Popen[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PROMETHEUS_")}
    return subprocess.Popen(
        [sys.executable, "-m", "service"],
        cwd=ROOT,
        env={**inherited, **STOPPING, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Running:
    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None, chunked: bool = False,
        source: str = "127.0.0.1",
    ) -> tuple[int, dict[str, str], bytes]:  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(source, 0))
        try:
            pieces = None if body is None else [body[i : i + 65536] for i in range(0, len(body), 65536)]
            connection.request(method, path, pieces if chunked else body, headers or {}, encode_chunked=chunked)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def raw(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
            connection.sendall(request)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
            return answer

    def workers(self) -> set[int]:
        return children(self.process.pid)

    def until_ready(self) -> None:
        for _ in range(200):
            if self.process.poll() is not None:
                raise AssertionError(self.process.communicate())
            try:
                if self.ask("GET", "/health/live")[0] == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("does not answer")


@contextmanager
def running(**environment: str) -> Iterator[Running]:
    port = free_port()
    process = start({"PORT": str(port), "WORKERS": "2", **environment})
    try:
        server = Running(process, port)
        server.until_ready()
        yield server
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
