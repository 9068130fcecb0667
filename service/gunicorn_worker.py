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
# seconds, as far as it can; those that come to a worker without a word are set aside, so many of them.
_KEPT_BACK = 10
_SET_ASIDE = 200
_STATUS = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}
_OUR_FAULT = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


class Worker(SyncWorker):  # type: ignore[misc]
    wait_fds: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._silent: dict[socket.socket, tuple[Any, socket.socket, Any]] = {}

    def run(self) -> None:
        gunicorn.util.close_graceful = close
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            for listener in self.sockets:
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, _KEPT_BACK)
        load.watch(self.sockets)
        deadline.client_seconds = Settings.from_environment().max_client_ms / 1000
        super().run()

    def wait(self, timeout: float) -> list[Any] | None:
        """Until somebody comes, or one of those set aside speaks."""
        listening = self.wait_fds
        self.wait_fds = [*listening, *self._silent]
        try:
            ready: list[Any] | None = super().wait(timeout)
        finally:
            self.wait_fds = listening
        self._hear(ready or [])
        return ready and [each for each in ready if each in listening]

    def _hear(self, ready: list[Any]) -> None:
        for client in ready:
            if client in self._silent:
                self._serve(*self._silent.pop(client))

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        if self._silent:  # where there is always somebody new, nobody waits
            self._hear(select.select([*self._silent], [], [], 0)[0])
        if select.select([client], [], [], 0)[0]:
            self._serve(listener, client, addr)
            return
        self._silent[client] = (listener, client, addr)
        if len(self._silent) > _SET_ASIDE:
            oldest = next(iter(self._silent))
            del self._silent[oldest]
            oldest.close()

    def _serve(self, listener: Any, client: socket.socket, addr: Any) -> None:
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
