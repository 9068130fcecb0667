"""What the columns do (seven7s/4): who may lie where, which power a card gives, and whether that power has any effect."""

from __future__ import annotations

from typing import Final

from service.games.seven7s.cards import AGES, COLOUR, FORTUNES, SEAS, SINS, TYPE, VIRTUES, WONDERS
from service.games.seven7s.table import Table

# The duty that a column's power lays on the active player; ages and colors act by lying there (seven7s/4.1, 4.2).
DUTY: Final = {SINS: "steal", VIRTUES: "play", FORTUNES: "call", SEAS: "take", WONDERS: "peek"}
CLAUSE_OF_POWER: Final = {SINS: "4.4", VIRTUES: "4.5", FORTUNES: "4.6", SEAS: "4.7", WONDERS: "4.8"}
CLAUSE_OF_DUTY: Final = {"play": "3.1", "steal": "4.4", "call": "4.6", "take": "4.7", "peek": "4.8", "reorder": "4.8"}


def may_lie_elsewhere(card: int, trump: int | None) -> bool:
    """Ages cards and cards of the trump colour may lie in any column that exists (seven7s/4.1, 4.3)."""
    return TYPE[card] == AGES or COLOUR[card] == trump


def may_lie(table: Table, card: int, column: int, trump: int | None) -> bool:
    """Its own column a card may always join or start (seven7s/3.1, R4)."""
    return TYPE[card] == column or (bool(table.columns[column]) and may_lie_elsewhere(card, trump))


def power_given(card: int, column: int, trump: int | None) -> int | None:
    """The power a card uses in a column: its own column's, or any as a card of the trump colour (seven7s/3.2, 4.3, R5)."""
    if column in DUTY and (TYPE[card] == column or COLOUR[card] == trump):
        return column
    return None


def has_effect(power: int, own: int, others: int, deck: int) -> bool:
    """Whether there are cards for the power to work on: in the own hand, in the opponents' hands, in the draw pile."""
    if power == SINS:
        return others > 0  # seven7s/R11
    if power == VIRTUES:
        return own + deck > 0  # seven7s/R7
    if power == FORTUNES:
        return deck > 0  # seven7s/R10
    if power == WONDERS:
        return others + deck > 0  # seven7s/R11
    return True  # seven7s/R6: Seas can always take the card just played


def opponents_cards(table: Table, seat: int) -> int:
    return sum(map(len, table.hands)) - len(table.hands[seat])
