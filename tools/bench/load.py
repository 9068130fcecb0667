"""A closed loop of clients: each sends its next request when the last is answered. Every answer is checked for its status."""

from __future__ import annotations

import multiprocessing
import socket
import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple

from tools.bench.server import Server


class Measured(NamedTuple):
    """Requests a second, processor time of the workers per request, and latency percentiles (µs)."""

    throughput: float
    cpu_us: float
    p50: float
    p99: float


def post(path: str, body: bytes) -> bytes:
    """The bytes of a request."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Accept: */*\r\nConnection: close\r\n\r\n"
    ).encode() + body


def measure(server: Server, requests: Sequence[bytes], seconds: float, clients: int = 4) -> Measured:
    """The requests are sent in turn, by every client."""
    context = multiprocessing.get_context("fork")
    results: multiprocessing.Queue[list[float]] = context.Queue()
    cpu = server.cpu_seconds()
    began = time.perf_counter()
    processes = [
        context.Process(target=_client, args=(server.port, [*requests[i:], *requests[:i]], seconds, results))
        for i in range(clients)
    ]
    for process in processes:
        process.start()
    times = [each for _ in processes for each in results.get(timeout=seconds + 30)]
    elapsed = time.perf_counter() - began
    for process in processes:
        process.join()
    used = server.cpu_seconds() - cpu
    if len(times) < 2:
        raise RuntimeError("no answers")
    cuts = statistics.quantiles(times, n=100)
    return Measured(len(times) / elapsed, used / len(times) * 1e6, cuts[49] * 1e6, cuts[98] * 1e6)


def _client(port: int, requests: list[bytes], seconds: float, results: multiprocessing.Queue[list[float]]) -> None:
    times: list[float] = []
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        ask(port, requests[len(times) % len(requests)])
        times.append(time.perf_counter() - began)
    results.put(times)


def ask(port: int, request: bytes) -> bytes:
    """The answer's bytes; anything but a 200 is an error."""
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(request)
        answer = connection.recv(65536)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(answer[:300])
        pieces = [answer]
        while piece := connection.recv(65536):
            pieces.append(piece)
        return b"".join(pieces)
