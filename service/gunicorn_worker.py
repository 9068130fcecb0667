"""gunicorn's sync worker, with a bound on the time a client may take, and with the queue behind it in sight."""

from __future__ import annotations

import socket
import sys
from fcntl import ioctl
from termios import FIONREAD
from typing import Any

import gunicorn.util
from gunicorn.workers.sync import SyncWorker

from service.config import Settings
from service.http import deadline, load

_LINGER = 0.25
_PIECES = 16
_NUMBER = bytes(4)


class Worker(SyncWorker):  # type: ignore[misc]
    def run(self) -> None:
        gunicorn.util.close_graceful = close
        load.watch(self.sockets)
        deadline.client_seconds = Settings.from_environment().max_client_ms / 1000
        super().run()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        try:
            deadline.guard_client()
            try:
                super().handle(listener, client, addr)
            finally:
                deadline.rest()
        except deadline.SlowClient:  # raised while the connection was being closed anyway
            deadline.rest()
            client.close()


def close(client: socket.socket, timeout: float = _LINGER, max_drain: int = 65536) -> None:
    """Stands in for gunicorn's graceful close, which waits up to two seconds for the client to close first.

    A worker serves one client at a time, so a client that never closes would hold it all that while. Waiting is of use only
    where something was sent that nobody read: closing over it would cost the client our answer.
    """
    try:
        if int.from_bytes(ioctl(client.fileno(), FIONREAD, _NUMBER), sys.byteorder):
            client.shutdown(socket.SHUT_WR)
            client.settimeout(timeout / _PIECES)
            for _ in range(_PIECES):
                if not client.recv(4096):
                    break
    except OSError:
        pass
    finally:
        client.close()
