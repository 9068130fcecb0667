"""What the workers use of the machine, read from /proc when somebody asks: a request costs nothing for it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
# In /proc/<pid>/stat, counted from behind the command's name: own time, then that of children that have ended (proc(5)).
_OWN = slice(11, 13)
_WITH_ENDED = slice(11, 15)


class Usage(NamedTuple):
    cpu_seconds: float  # of all processes of this instance, those that have ended included: it never falls
    memory_bytes: int  # of the largest worker


def usage(master: int) -> Usage | None:
    """Of the gunicorn master and its workers; None where the system has no /proc."""
    try:
        workers = (_PROC / f"{master}/task/{master}/children").read_text().split()
        ticks = _ticks(str(master), _WITH_ENDED) + sum(_ticks(pid, _OWN) for pid in workers)
        pages = max(int((_PROC / pid / "statm").read_text().split()[1]) for pid in workers or [str(master)])
    except (OSError, IndexError, ValueError):  # no Linux, or a worker has just ended: the next scrape will see
        return None
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


def _ticks(pid: str, which: slice) -> int:
    fields = (_PROC / pid / "stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[which]))
