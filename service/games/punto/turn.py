"""One action: place the card turned up, or pass. `resolve` and `legal-actions` both rest on `Board.open_to`."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.resolution import Action, Refusal
from service.adjudication.shapes import UNKNOWN
from service.games.punto.cards import COLOR_OF, COLORS, COPIES, VALUE_OF
from service.games.punto.explain import cell_text, over_findings, refused_cell, setup_clause
from service.games.punto.lines import Line
from service.games.punto.outcome import blocked, outcome
from service.games.punto.state import DRAW, Table

Event = dict[str, Any]


def step(table: Table, action: Action, index: int, events: list[Event]) -> Refusal | None:
    """Applies the action and tells its events, or says why not and leaves the table as it was."""
    at = f"/actions/{index}"
    seat = table.active
    if seat is None:
        return Refusal("illegal", over_findings(table, outcome(table), at))
    refusal = _said(table, seat, action.get("card"), at)
    if refusal is not None:
        return refusal
    top = table.decks[seat][0] if table.decks[seat] else None
    card = action.get("card") if top == UNKNOWN else top
    if action["type"] == "pass":
        refusal = _may_not_pass(table, seat, card, at)
        if refusal is None:
            _pass(table, seat, card, events)
    else:
        refusal = _may_not_place(table, seat, card, action, at)
        if refusal is None:
            _place(table, seat, str(card), action["x"], action["y"], events)
    return refusal


def _said(table: Table, seat: int, said: str | None, at: str) -> Refusal | None:
    """Whether the card that the action says can be the one turned up."""
    if said is None:
        return None
    deck = table.decks[seat]
    params = {"player": table.ids[seat], "card": said}
    if not deck:
        finding = Finding("punto.deck_empty", "punto/R2", params, at)
    elif deck[0] != UNKNOWN:
        if deck[0] == said:
            return None
        finding = Finding("punto.another_card_turned_up", "punto/3.1", {**params, "top": deck[0]}, f"{at}/card")
    elif said not in table.may_hold(seat):
        finding = Finding("punto.foreign_card", setup_clause(table), params, f"{at}/card")
    elif table.shown[said] >= COPIES:
        finding = Finding("punto.all_copies_shown", "punto/1.1", params, f"{at}/card")
    else:
        return None
    return Refusal("illegal", [finding])


def _may_not_place(table: Table, seat: int, card: str | None, action: Action, at: str) -> Refusal | None:
    if not table.decks[seat]:
        return Refusal("illegal", [Finding("punto.deck_empty", "punto/R2", {"player": table.ids[seat]}, at)])
    x, y = action["x"], action["y"]
    # A cell that is closed to the highest card it can be, is closed whatever the card is.
    value = VALUE_OF[card] if card else max([VALUE_OF[code] for code in table.possible(seat)], default=0)
    if not table.board.is_open(x, y, value):
        return Refusal("illegal", refused_cell(table, card, x, y, at))
    return None if card else _undetermined(table, seat)


def _may_not_pass(table: Table, seat: int, card: str | None, at: str) -> Refusal | None:
    if not table.decks[seat]:
        return None  # punto/R2
    if card is None:  # whoever declares that a card cannot be placed has to say which
        return _undetermined(table, seat)
    cells = table.board.open_to(VALUE_OF[card])
    if cells:  # punto/R8
        params = {"card": card, "cell": cell_text(next(table.board.grid.cells(cells))), "count": cells.bit_count()}
        return Refusal("illegal", [Finding("punto.can_place", "punto/R8", params, at)])
    return None


def _undetermined(table: Table, seat: int) -> Refusal:
    needs = f"/state/players/{seat}/deck/0"
    finding = Finding("punto.card_not_known", "punto/3.1", {"player": table.ids[seat]}, f"{table.at}/players/{seat}/deck")
    return Refusal("undetermined", [finding], [needs])


def _place(table: Table, seat: int, card: str, x: int, y: int, events: list[Event]) -> None:
    if table.decks[seat][0] == UNKNOWN:
        table.shown[card] += 1
    table.decks[seat] = table.decks[seat][1:]
    player = table.ids[seat]
    first = not table.board.taken
    covered = table.board.put(x, y, card)
    clause = "punto/3.1" if first else "punto/3.2" if covered is None else "punto/3.3"
    events.append({"type": "placed", "player": player, "card": card, "x": x, "y": y, "clause": clause})
    if covered is not None:
        events.append({"type": "covered", "player": player, "card": covered, "x": x, "y": y, "clause": "punto/3.3"})
    color = COLOR_OF[card]
    lines = completed(table, color)
    if lines:
        for line in lines:
            told = {"color": COLORS[color], "cells": line.told()}
            events.append({"type": "line_completed", "player": player, **told, "clause": "punto/4.2"})
        table.active, table.passes, table.winner = None, 0, player
        events.append({"type": "round_won", "player": player, "clause": "punto/4.3"})
    else:
        _next_turn(table, seat, 0, events)


def completed(table: Table, color: int) -> list[Line]:
    """The lines of a colour, once a card of it was laid; the neutral colour has none. # punto/4.4"""
    return [] if color == table.neutral else sorted(table.board.runs(color, table.need))


def _pass(table: Table, seat: int, card: str | None, events: list[Event]) -> None:
    deck = table.decks[seat]
    if card is not None and deck[0] == UNKNOWN:
        table.shown[card] += 1
        table.decks[seat] = [card, *deck[1:]]  # it was turned up and stays on the deck # punto/R1
    clause = "punto/R2" if card is None else "punto/R1"
    events.append({"type": "passed", "player": table.ids[seat], "card": card, "clause": clause})
    passes = table.passes + 1
    if passes < table.passes_allowed:
        _next_turn(table, seat, passes, events)
        return
    one = table.state["rulings"]["blocked"] == "one"
    events.append({"type": "blocked", "player": None, "clause": "punto/R1" if one else "punto/6.1"})
    result = blocked(table)
    table.active, table.passes = None, 0
    if result.winner is None:
        table.winner = DRAW
        events.append({"type": "round_drawn", "player": None, "clause": "punto/R4"})
    else:
        table.winner = table.ids[result.winner]
        clause = "punto/6.3" if result.decided_by_dots() else "punto/6.2"
        events.append({"type": "round_won", "player": table.winner, "clause": clause})


def _next_turn(table: Table, seat: int, passes: int, events: list[Event]) -> None:
    table.active, table.passes = (seat + 1) % len(table.ids), passes  # punto/3.5
    events.append({"type": "turn_began", "player": table.ids[table.active], "clause": "punto/3.5"})


def legal_actions(table: Table, seat: int) -> list[dict[str, Any]]:
    """What `step` would accept of the active player, whose card is known or whose deck is empty."""
    deck = table.decks[seat]
    open_cells = table.board.open_to(VALUE_OF[deck[0]]) if deck else 0
    if not open_cells:
        return [{"action": {"type": "pass"}, "wins_round": pass_wins(table, seat)}]  # punto/R8
    color = COLOR_OF[deck[0]]
    winning = 0 if color == table.neutral else table.board.completing(color, table.need) & open_cells
    grid = table.board.grid
    return [
        {"action": {"type": "place", "x": x, "y": y}, "wins_round": winning & grid.bit(x, y) != 0}
        for x, y in grid.cells(open_cells)
    ]


def pass_ends_round(table: Table) -> bool:
    return table.passes + 1 >= table.passes_allowed


def pass_wins(table: Table, seat: int) -> bool:
    if not pass_ends_round(table):
        return False
    winner = blocked(table).winner
    return winner is not None and table.sides[winner] == table.sides[seat]
