"""Running a log of actions: the one loop behind every game's `resolve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from service.adjudication.findings import Finding

Action = dict[str, Any]


@dataclass(slots=True)
class Refusal:
    """Why an action is not applied. A refused action leaves the table as it was."""

    status: Literal["illegal", "undetermined"]
    findings: list[Finding]
    needs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Resolution:
    status: str = "legal"
    applied: int = 0
    findings: list[Finding] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)


def run(actions: Sequence[Action], step: Callable[[Action, int], Refusal | None]) -> Resolution:
    """Applies the actions in order and stops at the first that is refused."""
    for index, action in enumerate(actions):
        refusal = step(action, index)
        if refusal is not None:
            return Resolution(refusal.status, index, refusal.findings, refusal.needs)
    return Resolution(applied=len(actions))
