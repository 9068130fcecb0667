"""Moves as they go over the wire. The dictionaries are made once and shared: nobody changes an action."""

from __future__ import annotations

from typing import Any

from service.games.red7.cards import CODES
from service.games.red7.turn import CANVAS, END, KINDS, MOVE, PALETTE, PASS, REMOVE, RETURN, Move, Turn

Action = dict[str, Any]

_CARDS = CODES[:-1]
PASS_TURN: Action = {"type": KINDS[PASS]}
END_TURN: Action = {"type": KINDS[END]}
BY_CARD: dict[int, tuple[Action, ...]] = {
    kind: tuple({"type": KINDS[kind], "card": code} for code in _CARDS) for kind in (PALETTE, CANVAS, RETURN, MOVE)
}
# Ruling R2: where the draw is optional a canvas play is two actions.
WITH_DRAW = tuple(tuple({"type": KINDS[CANVAS], "card": code, "draw": draw} for draw in (True, False)) for code in _CARDS)
_ALONE = tuple((action,) for action in BY_CARD[CANVAS])


def canvas_actions(card: int, draw_optional: bool) -> tuple[Action, ...]:
    return WITH_DRAW[card] if draw_optional else _ALONE[card]


def remove_action(player_id: str, card: int) -> Action:
    return {"type": KINDS[REMOVE], "player": player_id, "card": CODES[card]}


def spelled(turn: Turn, move: Move, draw_optional: bool) -> tuple[Action, ...]:
    """The fullest spellings of a move, without what it turns up."""
    if move.kind == CANVAS:
        return canvas_actions(move.card, draw_optional)
    if move.kind == REMOVE:
        return (remove_action(turn.rivals[move.rival].id, move.card),)
    if move.kind == PASS:
        return (PASS_TURN,)
    return (END_TURN,) if move.kind == END else (BY_CARD[move.kind][move.card],)
