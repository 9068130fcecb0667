"""Ruling R4, the switch `one_pile`: whether it decides, and how that is told.

The two values part only over a `one_pile` card in the acting hand, and `whole_turn` allows less than `from_then_on`. Where an
answer may hang on the ruling, the same question is asked of the same table under the other value.
"""

from __future__ import annotations

from copy import copy

from service.adjudication.findings import Finding
from service.games.the_game.state import Table
from service.games.the_game.turn import NO_PILE, Book, playable, reaches

AT = "/state/rulings/one_pile"


def holds_one_pile(table: Table) -> bool:
    """Whether the acting hand is known to hold such a card: without one both values give the same answer."""
    return table.seat is not None and bool(table.hand_of(table.seat)[0] & table.book.one_pile)


def under_the_other(table: Table) -> Table:
    """The same table under the other value; to be looked at only."""
    other = copy(table)
    other.book = _other_book(table)
    return other


def lists_late(table: Table) -> bool:
    """Whether a `one_pile` of the acting hand may be laid away from the turn's other cards: under one value only."""
    at = table.at
    if table.seat is None or at.home == NO_PILE:
        return False
    ones = table.hand_of(table.seat)[0] & table.book.one_pile
    return any(mask for pile, mask in enumerate(playable(table.book, at, ones)) if pile != at.home)


def reach_parts(table: Table) -> bool:
    """Whether the minimum of this turn is in reach under one value and not under the other (the-game/6.2)."""
    if table.seat is None or table.at.laid >= table.minimum:
        return False
    hand, hidden = table.hand_of(table.seat)
    if hidden or not hand & table.book.one_pile:
        return False
    mine, other = (reaches(book, table.at, hand, table.minimum) for book in (table.book, _other_book(table)))
    return mine != other


def ruling(table: Table, at: str = AT) -> Finding:
    return _told("held_by_whole_turn" if table.book.whole_turn else "open_from_then_on", at)


def for_whole_turn(table: Table, at: str) -> list[Finding]:
    """The minimum is out of reach; the ruling's words where it would not be under its other value."""
    if not table.book.whole_turn or not reach_parts(table):
        return []
    return [_told("for_whole_turn", at)]


def _told(code: str, at: str) -> Finding:
    return Finding(f"the-game.{code}", "the-game/R4", {}, at)


def _other_book(table: Table) -> Book:
    book = copy(table.book)
    book.whole_turn = not book.whole_turn
    return book
