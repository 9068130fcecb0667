"""The facts that answers are told with: trump colour, cancelled values, the end, the duty of the active player."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.games.seven7s.cards import AGES, CODE, COLORS, COLOUR, COLOURS, FULL_COLUMN, TYPE, TYPES
from service.games.seven7s.powers import CLAUSE_OF_DUTY
from service.games.seven7s.table import Table


def finding(code: str, clause: str, pointer: str | None = None, **params: Any) -> Finding:
    return Finding(f"seven7s.{code}", f"seven7s/{clause}", params, pointer)


def trump_findings(table: Table) -> list[Finding]:
    card = table.trump_card()
    at = "/state/columns/colors"
    if card is None:
        found = [finding("no_trump", "R3", at)]
    else:
        found = [finding("trump", "4.2", at, color=COLOURS[COLOUR[card]], card=CODE[card])]
    return found + _ending_card_findings(table, COLORS)


def cancel_findings(table: Table) -> list[Finding]:
    at = "/state/columns/ages"
    cancelled = table.cancelled()
    cards = table.counted(AGES)
    foreign = sum(TYPE[card] != AGES for card in cards)
    found = [finding("cancelled", "6.3", at, n=cancelled, values=list(range(7, 7 - cancelled, -1)))] if cancelled else []
    if not cancelled:
        found.append(finding("nothing_cancelled", "6.3", at))
    if foreign:
        found.append(finding("foreign_cards_cancel" if table.any_card_cancels else "foreign_cards_spare", "R1", at, n=foreign))
    if cancelled == 7:
        found.append(finding("all_cancelled", "R2", at))
    return found + _ending_card_findings(table, AGES)


def _ending_card_findings(table: Table, column: int) -> list[Finding]:
    """Ruling R8, where the card that ended the game lies where it could count."""
    cards = table.columns[column]
    if not table.over or len(cards) != FULL_COLUMN or (column == COLORS and TYPE[cards[-1]] != COLORS):
        return []
    code = "ending_card_counts" if table.ending_card_counts else "ending_card_ignored"
    return [finding(code, "R8", f"/state/columns/{TYPES[column]}/6", card=CODE[cards[-1]], column=TYPES[column])]


def ender(table: Table) -> int | None:
    """The seat of the player whose card ended the game."""
    return next((seat for seat, card in enumerate(table.ending) if card is not None), None)


def end_findings(table: Table) -> list[Finding]:
    if not table.over:
        longest = max(range(7), key=lambda i: len(table.columns[i]))
        if not table.columns[longest]:
            return [finding("no_columns", "5.1", "/state/columns")]
        return [finding("in_progress", "5.1", "/state/columns", column=TYPES[longest], n=len(table.columns[longest]))]
    seat = ender(table)
    if seat is None:
        return [finding("nobody_has_cards", "R10", "/state/players")]
    card = table.ending[seat]
    assert card is not None
    column = next(TYPES[i] for i, cards in enumerate(table.columns) if len(cards) == FULL_COLUMN)
    at = f"/state/players/{seat}/ending_card"
    return [finding("ended_by", "5.1", at, player=table.ids[seat], card=CODE[card], column=column)]


def ruling_on_power(table: Table) -> Finding:
    """What ruling R7 says of a card played by Virtues."""
    return finding("with_power" if table.virtues_power else "without_power", "R7", None)


def duty_findings(table: Table) -> list[Finding]:
    """What the active player has to do now; nothing when it is nobody's turn."""
    if table.active is None or table.pending is None:
        return []
    player = table.ids[table.active]
    if table.pending == "play" and table.steps:
        return [finding("must_play_again", "4.5", None, player=player), ruling_on_power(table)]
    return [finding(f"must_{table.pending}", CLAUSE_OF_DUTY[table.pending], None, player=player)]
