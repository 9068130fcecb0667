"""A closed loop of clients: each sends its next request when the last is answered. Every answer is checked for its status."""

from __future__ import annotations

import multiprocessing
import socket
import statistics
import time
from typing import NamedTuple

from tools.bench.server import Server


class Measured(NamedTuple):
    """Requests a second, processor time of the workers per request, and latency percentiles (µs)."""

    throughput: float
    cpu_us: float
    p50: float
    p99: float


def measure(server: Server, path: str, body: bytes, seconds: float, clients: int = 4) -> Measured:
    request = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Accept: */*\r\nConnection: close\r\n\r\n"
    ).encode() + body
    context = multiprocessing.get_context("fork")
    results: multiprocessing.Queue[list[float]] = context.Queue()
    cpu = server.cpu_seconds()
    began = time.perf_counter()
    processes = [context.Process(target=_client, args=(server.port, request, seconds, results)) for _ in range(clients)]
    for process in processes:
        process.start()
    times = [each for _ in processes for each in results.get(timeout=seconds + 30)]
    elapsed = time.perf_counter() - began
    for process in processes:
        process.join()
    used = server.cpu_seconds() - cpu
    if len(times) < 2:
        raise RuntimeError(f"{path}: no answers")
    cuts = statistics.quantiles(times, n=100)
    return Measured(len(times) / elapsed, used / len(times) * 1e6, cuts[49] * 1e6, cuts[98] * 1e6)


def _client(port: int, request: bytes, seconds: float, results: multiprocessing.Queue[list[float]]) -> None:
    times = []
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        with socket.create_connection(("127.0.0.1", port), 10) as connection:
            connection.sendall(request)
            first = connection.recv(65536)
            if not first.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(first[:300])
            while connection.recv(65536):
                pass
        times.append(time.perf_counter() - began)
    results.put(times)
