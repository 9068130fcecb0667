"""gunicorn's sync worker, with a bound on the time a client may take, and with the queue behind it in sight."""

from __future__ import annotations

import select
import socket
import sys
from fcntl import ioctl
from http import HTTPStatus
from termios import FIONREAD
from typing import Any

import gunicorn.util
from gunicorn.http import errors
from gunicorn.workers.sync import SyncWorker

from service.config import Settings
from service.gunicorn_words import refuse
from service.http import deadline, load

_LINGER = 0.25
_PIECES = 16
_NUMBER = bytes(4)
# A browser opens connections before it has anything to ask. The kernel keeps those back until they say something, for so many
# seconds; one that comes to a worker without a word is closed, at once or, where the kernel cannot do that, soon.
_KEPT_BACK = 10
_DEFERS = hasattr(socket, "TCP_DEFER_ACCEPT")
_SILENCE = 0.0 if _DEFERS else 1.0
_STATUS = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}
_OUR_FAULT = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


class Worker(SyncWorker):  # type: ignore[misc]
    def run(self) -> None:
        gunicorn.util.close_graceful = close
        if _DEFERS:
            for listener in self.sockets:
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, _KEPT_BACK)
        load.watch(self.sockets)
        deadline.client_seconds = Settings.from_environment().max_client_ms / 1000
        super().run()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        if not select.select([client], [], [], _SILENCE)[0]:
            client.close()
            return
        try:
            deadline.guard_client()
            try:
                super().handle(listener, client, addr)
            finally:
                deadline.rest()
        except deadline.SlowClient:  # raised while the connection was being closed anyway
            deadline.rest()
            client.close()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """What never reached the application. gunicorn's own way writes the client's address and the header at fault, which may
        be a key, into the log."""
        if isinstance(exc, errors.ParseException) and not isinstance(exc, _OUR_FAULT):
            refuse(client, _STATUS.get(type(exc), HTTPStatus.BAD_REQUEST), exc)
        else:
            super().handle_error(req, client, addr, exc)


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
