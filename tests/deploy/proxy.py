"""The shipped proxy configuration, run by a real nginx for a test."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.server import free_port
from tools.proxy import configuration

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def check(text: str) -> str:
    """What `nginx -t` says; raises if it refuses the configuration."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(_command(Path(folder), text, "-t"), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stderr


def _command(folder: Path, text: str, *more: str) -> list[str]:
    assert NGINX is not None
    # Started as root, nginx lets an unprivileged user do the work, who must get at the files below.
    folder.chmod(0o755)
    (folder / "nginx.conf").write_text(text)
    # As in the container: everything nginx writes lies below its prefix. (-e: before the configuration is read.)
    return [NGINX, "-e", "stderr", "-p", f"{folder}/", "-c", str(folder / "nginx.conf"), *more]


@contextmanager
def proxied(*ports: int) -> Iterator[int]:
    """nginx before the instances on these ports of this machine; gives the port it listens on."""
    port = free_port()
    text = configuration(f"127.0.0.1:{port}", [f"127.0.0.1:{each}" for each in ports])
    # Its errors go to a file: a pipe that nobody reads would be full after some hundred of them, and nginx would wait for ever.
    with TemporaryDirectory() as folder, (Path(folder) / "errors").open("w+b") as errors:
        process = subprocess.Popen(_command(Path(folder), text, "-g", "daemon off;"), stdout=subprocess.DEVNULL, stderr=errors)
        try:
            _wait(port, process, Path(errors.name))
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=10)


def _wait(port: int, process: subprocess.Popen[bytes], errors: Path) -> None:
    for _ in range(100):
        if process.poll() is not None:
            raise AssertionError(errors.read_text())
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nginx does not answer")
