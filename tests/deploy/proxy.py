"""The shipped proxy configuration, run by a real nginx for a test."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

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
def proxied(*ports: int, replace: tuple[str, str] | None = None) -> Iterator[int]:
    """nginx before the instances on these ports of this machine; gives the port it listens on.

    `replace`: one thing that a test cannot wait for, as it is shipped and as it is here.
    """
    port = free_port()
    text = configuration(f"127.0.0.1:{port}", [f"127.0.0.1:{each}" for each in ports])
    if replace is not None:
        assert text.count(replace[0]) == 1
        text = text.replace(*replace)
    # Its errors go to a file: a pipe that nobody reads would be full after some hundred of them, and nginx would wait for ever.
    with TemporaryDirectory() as folder, (Path(folder) / "errors").open("w+b") as errors:
        process = subprocess.Popen(_command(Path(folder), text, "-g", "daemon off;"), stdout=subprocess.DEVNULL, stderr=errors)
        try:
            _wait(port, process, Path(errors.name))
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=10)


class Fake:
    """An instance that answers everything with one status, or, with none, never; keeps the headers of what it was asked."""

    def __init__(self, status: int | None = 200) -> None:
        self.asked: list[Message] = []
        self.paths: list[str] = []
        self.gone = Event()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                fake.asked.append(self.headers)
                fake.paths.append(self.path)
                self.rfile.read(int(self.headers.get("Content-Length", "0")))
                if status is None:
                    fake.gone.wait(20)
                    return
                self.send_response(status)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])

    def __enter__(self) -> Fake:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.gone.set()
        self._server.shutdown()
        self._server.server_close()


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
