"""A whole site on loopback: nginx before two instances, as in `deploy/`. Ends what it started, and nothing else."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from tests.load.traffic import ask_once
from tools.bench.server import ROOT, children, free_port
from tools.proxy import configuration

# Time enough for every answer on a machine that is busy with other tests as well: what is told too late is not at issue here.
ENVIRONMENT = {
    "WORKERS": "2", "REQUEST_LOG": "off", "GRACEFUL_TIMEOUT": "5",
    "MAX_JUDGING_MS": "20000", "MAX_BATCH_MS": "20000", "TIMEOUT": "60",
}  # fmt: skip
LIVE = b"GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n"


def nginx_path() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


class Instance:
    """One `python -m service` with two workers, in a process group of its own."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PROMETHEUS_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service"],
            cwd=ROOT,
            env={**kept, **ENVIRONMENT, "PORT": str(self.port)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        until_answers(self.port)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def workers(self) -> set[int]:
        return children(self.pid)

    def stop(self) -> None:
        """SIGTERM: finish what you are doing and go."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(40) == 0

    def kill(self) -> None:
        """As if the machine had gone: master and workers at once."""
        assert self.process is not None
        os.killpg(self.pid, signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


class Site:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.instances = [Instance(), Instance()]
        self.port = free_port()
        self._nginx: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Site:
        try:
            for instance in self.instances:
                instance.start()
            self._start_nginx()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _start_nginx(self) -> None:
        config = self._folder / "nginx.conf"
        addresses = [f"127.0.0.1:{instance.port}" for instance in self.instances]
        config.write_text(configuration(f"127.0.0.1:{self.port}", addresses), "utf-8")
        command = [str(nginx_path()), "-p", f"{self._folder}/", "-c", str(config), "-g", "daemon off;"]
        self._nginx = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_answers(self.port)

    def close(self) -> None:
        if self._nginx is not None and self._nginx.poll() is None:
            self._nginx.terminate()
            self._nginx.wait(20)
        for instance in self.instances:
            instance.close()

    def workers(self) -> set[int]:
        return set().union(*(instance.workers() for instance in self.instances))


def until_answers(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            if ask_once(port, LIVE)[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"port {port} does not answer")


def memory_kb(pid: int) -> int:
    """What the process holds that no other one shares."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))
