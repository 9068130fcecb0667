"""Time limits that hold in the middle of a search, without the rules knowing of them.

A timer of the operating system ticks while a request is being served; a tick past the deadline raises in the main thread,
wherever it is: in a deep recursion as well as in a read from a client that sends a byte a second. The rules are pure functions
on tables of their own, so a judgement broken off leaves nothing behind. A budget counted by the searches themselves was the
other way: it costs every node of every search, and bounds only the searches that thought of it.

A request costs two assignments, not two system calls: the timer ticks on from one request to the next, and stops at the first
tick that finds nothing to guard. Signals reach the main thread only, so in any other thread (a server of another kind) nothing
is limited; the sync workers that `gunicorn_conf.py` asks for judge in their main thread.
"""

from __future__ import annotations

import atexit
import errno
import os
import signal
import threading
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import TypeVar

T = TypeVar("T")
TICK = 0.05
_MAIN = threading.main_thread().ident


class OutOfTime(BaseException):
    """Judging took too long. Not an `Exception`: nothing on the way may take it for a mistake and go on."""


class SlowClient(OSError):
    """The client did not send or take in time. To the server it is a connection that broke."""

    def __init__(self) -> None:
        super().__init__(errno.EPIPE, "too slow")


_until = 0.0
_error: type[BaseException] | None = None
_ticking = False
_usable: bool | None = None
# What guards between judgements: a server that bounds its clients sets it.
client_seconds = 0.0


def guard_client(most: float | None = None) -> None:
    """From here on the client's time counts, if it is limited."""
    if client_seconds:
        _arm(client_seconds if most is None else min(most, client_seconds), SlowClient)
    else:
        rest()


def rest() -> None:
    global _error
    _error = None


def within(seconds: float, work: Callable[[], T]) -> T:
    """`work()`; raises `OutOfTime` if it takes longer. 0 is no limit."""
    if not seconds or threading.get_ident() != _MAIN:
        return work()
    _arm(seconds, OutOfTime)
    try:
        try:
            return work()
        finally:
            guard_client()
    except OutOfTime:
        guard_client()  # a tick may have come right before the other one
        raise


def _arm(seconds: float, error: type[BaseException]) -> None:
    global _until, _error, _ticking, _usable
    if _usable is None:
        _usable = _take_signal()
    if not _usable or threading.get_ident() != _MAIN:
        return
    _until = monotonic() + seconds
    _error = error
    if not _ticking:
        _ticking = True
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)


def _take_signal() -> bool:
    """Whether the alarm is ours: whoever embeds the service and uses it already keeps it."""
    if threading.get_ident() != _MAIN:
        return False
    if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        return False
    signal.signal(signal.SIGALRM, _tick)
    return True


def _tick(_number: int, _frame: FrameType | None) -> None:
    """Raises at every tick until what it interrupts has noticed: what is raised inside a finalizer is lost."""
    if _error is None:
        _stop()
    elif monotonic() >= _until:
        raise _error


def _stop() -> None:
    global _ticking
    _ticking = False
    signal.setitimer(signal.ITIMER_REAL, 0)


def _forked() -> None:
    """Timers are not inherited."""
    global _error, _ticking
    _error, _ticking = None, False


os.register_at_fork(after_in_child=_forked)
atexit.register(_stop)  # after that the alarm would end the process in its own way
