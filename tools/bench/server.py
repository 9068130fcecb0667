"""A gunicorn of our own for the length of a measurement, and what its workers have used of the processor."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
# gunicorn loses the signal to stop for a worker that is forked but does not listen to signals yet, and then waits this long.
STOPPING = {"GRACEFUL_TIMEOUT": "5"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def children(pid: int) -> set[int]:
    """A gunicorn's workers, by the id of its master."""
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


class Server:
    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port

    def workers(self) -> set[int]:
        return children(self.process.pid)

    def cpu_seconds(self) -> float:
        """Time of all workers on a processor so far. (They have a thread each; `stat` tells but hundredths of a second.)"""
        return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in self.workers()) / 1e9

    def memory_mb(self) -> list[float]:
        """Resident memory of each worker."""
        page = os.sysconf("SC_PAGE_SIZE")
        return [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page / 1e6 for pid in self.workers()]


@contextmanager
def serving(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port, process)
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait(15)


@contextmanager
def service(workers: int) -> Iterator[Server]:
    port = free_port()
    with serving(["-m", "service"], port, _environment(port, workers)) as server:
        yield server


@contextmanager
def floor(workers: int, answers: Path) -> Iterator[Server]:
    """Under the same gunicorn with the very configuration of the service."""
    port = free_port()
    command = ["-m", "gunicorn", "--config", "python:tools.bench.floor_conf", "tools.bench.floor:create_floor()"]
    with serving(command, port, _environment(port, workers) | {"FLOOR_ANSWERS": str(answers)}) as server:
        yield server


def _environment(port: int, workers: int) -> dict[str, str]:
    return {"PORT": str(port), "WORKERS": str(workers), "HOST": "127.0.0.1", **STOPPING}


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if process.poll() is not None:
            raise RuntimeError("the server did not start")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server does not answer")
