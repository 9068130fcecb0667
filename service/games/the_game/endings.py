"""Whether the game is over, and why."""

from __future__ import annotations

from typing import NamedTuple

from service.games.the_game.cards import LASTING, PILES
from service.games.the_game.state import Table
from service.games.the_game.turn import CANNOT_PLAY, SKULL_SHOWING, reaches, shown

IN_PROGRESS, WON, LOST = "in_progress", "won", "lost"


class Standing(NamedTuple):
    status: str
    reason: str | None = None


def standing(table: Table) -> Standing:
    """How the game stands. A state given with `result` has no reason: it does not say how it came to it."""
    if table.result is not None:
        return Standing(table.result)
    skull = bool(shown(table.tops) & table.book.skull)
    if not table.remaining:
        return Standing(LOST, SKULL_SHOWING) if skull else Standing(WON)  # the-game/4.3, 6.3
    if table.seat is None:
        return Standing(IN_PROGRESS)
    if skull and not table.steps:
        return Standing(LOST, SKULL_SHOWING)  # the-game/R11
    hand, hidden = table.hand_of(table.seat)
    if not hidden and not reaches(table.book, table.at, hand, table.minimum):
        return Standing(LOST, CANNOT_PLAY)  # the-game/6.2
    return Standing(IN_PROGRESS)


class Showing(NamedTuple):
    """A command on top of a pile."""

    command: str
    card: int
    pile: str


def showing(table: Table) -> list[Showing]:
    """The commands on top of the piles, lightning ones too."""
    of = table.book.of
    return [Showing(of[top], top, PILES[pile]) for pile, top in enumerate(table.tops) if top in of]


def in_force(table: Table) -> list[str]:
    """The lasting commands that hold (the-game/5.1), each once."""
    shows = {each.command for each in showing(table)}
    return [command for command in LASTING if command in shows]
