"""The rulings with a switch, and whether they decide: what a 7 may choose (red7/R1) and the draw for a canvas card (red7/R2).

The look ahead raises `Outlook.ruled` where R1 made a difference to something on the way. Only then is the same question asked
under the other value: what was found in the end may be the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from service.adjudication.findings import Finding
from service.games.red7.cards import codes
from service.games.red7.state import Table
from service.games.red7.turn import SEVEN, Move, Turn

SEVEN_RULE = "red7/R1"
DRAW_RULE = "red7/R2"
_SEVEN_AT = "/state/rulings/seven_may_choose_itself"
_DRAW_AT = "/state/rulings/canvas_draw"


def other_turn(table: Table, *, open_hand: bool = False) -> Turn:
    """The active player's turn, were R1's switch set the other way."""
    return Turn.of(replace(table, seven_may_choose_itself=not table.seven_may_choose_itself), open_hand=open_hand)


def decides_moves(table: Table, turn: Turn, moves: list[tuple[Move, str]]) -> bool:
    if turn.outlook.ruled:
        return other_turn(table).legal_moves() != moves
    return turn.phase == SEVEN and _survives_choosing(turn, turn.source)


def decides_survival(table: Table, turn: Turn) -> bool:
    if turn.outlook.ruled:
        return other_turn(table, open_hand=True).survival() != turn.survival()
    if turn.phase != SEVEN or not _survives_choosing(turn, turn.source):
        return False
    return not any(_survives_choosing(turn, card) for card in turn.palette if card != turn.source)


def _survives_choosing(turn: Turn, card: int) -> bool:
    """Could the turn be survived if the waiting 7 chose this card?"""
    return any(turn.outlook.chosen(turn.own, turn.hand, card, to_canvas=to_canvas) for to_canvas in (False, True))


def seven_finding(table: Table, at: str | None = _SEVEN_AT) -> Finding:
    code = "red7.seven_may_choose_itself" if table.seven_may_choose_itself else "red7.seven_may_not_choose_itself"
    return Finding(code, SEVEN_RULE, {}, at)


def draw_finding(table: Table, cards: Sequence[int], at: str | None = _DRAW_AT) -> Finding:
    """What R2 makes of laying these cards on the canvas."""
    return Finding(
        "red7.canvas_may_draw" if table.draw_optional else "red7.canvas_must_draw", DRAW_RULE, {"cards": codes(cards)}, at
    )


def turns_draw_finding(table: Table) -> Finding:
    return Finding("red7.turns_may_draw" if table.draw_optional else "red7.turns_must_draw", DRAW_RULE, {}, _DRAW_AT)
