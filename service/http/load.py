"""How many are waiting for a worker. A queue that only grows is of no use to anyone in it: beyond a length it is cut short.

The workers take one request at a time, so the work done at once is bounded by their number. Those waiting stand in the queue of
the listening socket, whose length Linux tells in the socket's TCP_INFO. Whoever is served while too many stand behind them gets
a 503 with `Retry-After` instead of a judgement, which empties the queue some times faster.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence

RETRY_AFTER = 1
_UNACKED = slice(24, 28)
_listeners: tuple[socket.socket, ...] = ()


def watch(listeners: Sequence[socket.socket]) -> None:
    """The worker's listening sockets; without them nobody is known to wait."""
    global _listeners
    _listeners = tuple(listeners) if hasattr(socket, "TCP_INFO") else ()


def waiting() -> int:
    longest = 0
    for listener in _listeners:
        try:
            told = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 28)
        except OSError:  # not TCP
            continue
        longest = max(longest, int.from_bytes(told[_UNACKED], sys.byteorder))
    return longest
