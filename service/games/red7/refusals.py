"""Why an action is illegal: the clause it breaks, with the cards and numbers."""

from __future__ import annotations

from service.adjudication.findings import Finding
from service.adjudication.resolution import Refusal
from service.games.red7.cards import BIT, CODES, COLOUR, COLOURS, NUMBER, UNKNOWN, codes
from service.games.red7.standings import comparison
from service.games.red7.state import Action, Table
from service.games.red7.turn import CANVAS, DONE, END, MOVE, ONE, PALETTE, PASS, REMOVE, RETURN, SEVEN, START, Move, Turn

_WAITING = {SEVEN: "red7/9.1", ONE: "red7/9.5"}


def round_over(table: Table, at: str) -> Refusal:
    winner = table.winner()
    assert winner is not None
    return Refusal("illegal", [Finding("red7.round_over", "red7/7.1", {"player": winner.id}, at)])


def of_move(table: Table, turn: Turn, move: Move, action: Action, at: str) -> list[Finding] | None:
    """None if the move is legal."""
    if not turn.fits_form(move.kind, move.card):
        return [_out_of_form(turn, move, at)]
    misplaced = _misplaced(table, turn, move, action, at)
    if misplaced:
        return [misplaced]
    if turn.allows(move):
        return None
    return _fatal(table, turn, move, at)


def _out_of_form(turn: Turn, move: Move, at: str) -> Finding:
    if turn.phase not in (START, DONE):
        clause = _WAITING.get(turn.phase, "red7/9.3")
        return Finding("red7.effect_waiting", clause, {"card": CODES[turn.source]}, at)
    if move.kind in (RETURN, MOVE, REMOVE):
        clause = "red7/9.5" if move.kind == REMOVE else "red7/9.1"
        return Finding("red7.no_effect_waiting", clause, {"number": 1 if move.kind == REMOVE else 7}, at)
    if move.kind == END:
        return Finding("red7.nothing_played", "red7/6.4", {}, at)
    if move.kind == PASS:
        return Finding("red7.pass_too_late", "red7/6.4", {"card": CODES[turn.source]}, at)
    return Finding("red7.palette_already", "red7/6.1", {"card": CODES[turn.source]}, at)


def _misplaced(table: Table, turn: Turn, move: Move, action: Action, at: str) -> Finding | None:
    """The card or player that the move names is not there to be named."""
    kind, card, rival = move
    named = {"card": CODES[card]}
    if kind in (PALETTE, CANVAS):
        if turn.hand & BIT[card] or (turn.blind and not table.shown() & BIT[card]):
            return None
        clause = "red7/6.1" if kind == PALETTE else "red7/6.3" if turn.phase != START else "red7/6.2"
        return Finding("red7.not_in_hand", clause, named, at + "/card")
    if kind in (RETURN, MOVE):
        if card not in turn.palette:
            return Finding("red7.not_in_own_palette", "red7/9.1", named, at + "/card")
        if card not in turn.choices():
            return Finding("red7.seven_itself", "red7/R1", named, at + "/card")
    if kind == REMOVE:
        who = {"player": action["player"]}
        if rival == UNKNOWN:
            return Finding("red7.no_such_rival", "red7/9.5", who, at + "/player")
        if card not in turn.rivals[rival].palette:
            return Finding("red7.not_in_their_palette", "red7/9.5", {**who, **named}, at + "/card")
        if not turn.outlook.rivals.choosable(rival, turn.size):
            sizes = {"theirs": len(turn.rivals[rival].palette), "own": turn.size}
            return Finding("red7.smaller_palette", "red7/9.5", {**who, **sizes}, at + "/player")
    return None


def _fatal(table: Table, turn: Turn, move: Move, at: str) -> list[Finding]:
    """The move is in order but does not, or cannot, end in survival."""
    kind, card, _ = move
    assert table.active is not None
    # Later in a log the palette meant is no longer the one that the request shows.
    pointer = f"/state/players/{table.active.seat}/palette" if at == "/actions/0" else at
    if kind == CANVAS:
        clause = "red7/6.3" if turn.phase != START else "red7/6.2"
        finding = Finding("red7.canvas_without_survival", clause, {"card": CODES[card], "rule": COLOURS[COLOUR[card]]}, at)
        return [finding, comparison(turn, COLOUR[card], table.active.id, pointer)]
    if kind == END:
        bound = [each for each in turn.palette if NUMBER[each] in (1, 7)]
        finding = Finding("red7.bound_to_survive", "red7/9.6", {"cards": codes(bound)}, at)
        return [finding, comparison(turn, turn.rule, table.active.id, pointer)]
    if kind == PALETTE:
        return [Finding("red7.no_survival_after", "red7/9.6", {"card": CODES[card], "number": NUMBER[card]}, at)]
    return [Finding("red7.choice_without_survival", "red7/R4", {"card": CODES[card], "source": CODES[turn.source]}, at)]
