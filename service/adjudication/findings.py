"""The facts that rules code emits. Words for them live in each game's rulebook data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

NO_PARAMS: Mapping[str, Any] = {}


class Finding(NamedTuple):
    """Why an answer is as it is: a code, the clause it rests on, and the values its sentence is filled with."""

    code: str
    clause: str
    params: Mapping[str, Any] = NO_PARAMS
    pointer: str | None = None


class Fault(NamedTuple):
    """What is wrong with a request, and where (a JSON Pointer into it)."""

    pointer: str
    code: str
    params: Mapping[str, Any] = NO_PARAMS


# No real table has so many faults; a hostile body could have a hundred thousand, and the answer would be fifty times its size.
MOST_FAULTS = 1000


class Faults(list[Fault]):
    """The faults as they are found. Beyond `MOST_FAULTS` nobody looks for more: `Enough` ends the reading."""

    def append(self, fault: Fault) -> None:
        super().append(fault)
        if len(self) > MOST_FAULTS:
            raise Enough


class Enough(Exception):
    """So much is wrong that the rest is not looked at."""


class Refused(Exception):
    """A request that gets no answer; carries every fault found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults


class Malformed(Refused):
    """The request does not fit the schema (400)."""


class Impossible(Refused):
    """The schema fits, but no table can look so (422)."""


def pointer(*parts: str | int) -> str:
    """A JSON Pointer from its parts, escaped as RFC 6901 asks."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
