"""Why an answer is as it is: the findings that several operations share."""

from __future__ import annotations

from service.adjudication.findings import Finding
from service.adjudication.shapes import UNKNOWN
from service.games.punto.cards import COLORS
from service.games.punto.grid import Cell
from service.games.punto.outcome import Count, Outcome
from service.games.punto.state import Table


def cell_text(cell: Cell) -> str:
    return f"({cell[0]}, {cell[1]})"


def setup_clause(table: Table) -> str:
    """Who owns which cards, by the number of players."""
    if table.state["mode"] == "teams":
        return "punto/2.4"
    return {2: "punto/2.1", 3: "punto/2.2", 4: "punto/2.3"}[len(table.ids)]


def refused_cell(table: Table, card: str | None, x: int, y: int, at: str) -> list[Finding]:
    """Why a card cannot lie there; without a card, why none that it can be."""
    board = table.board
    found = []
    for obstacle in board.obstacles(x, y):
        where = {"x": x, "y": y, "card": card or UNKNOWN}
        if obstacle == "first_in_the_middle":
            found.append(Finding("punto.first_in_the_middle", "punto/3.1", where, at))
        elif obstacle == "not_lower":
            code = "punto.not_lower" if card else "punto.nothing_covers"
            found.append(Finding(code, "punto/3.3", {**where, "there": board.top(x, y)}, at))
        elif obstacle == "not_touching":
            found.append(Finding("punto.not_touching", "punto/3.2", where, at))
        else:
            (left, right), (low, high) = board.columns(), board.rows()
            limits = {"left": left, "right": right, "low": low, "high": high}
            found.append(Finding("punto.outside_the_square", "punto/3.4", {**where, **limits}, at))
    return found


def over_findings(table: Table, outcome: Outcome, at: str | None = None) -> list[Finding]:
    """Why nobody may do anything any more."""
    clause = "punto/4.3" if outcome.status == "won" else "punto/6.1"
    return [Finding("punto.round_is_over", clause, {}, at), *outcome_findings(table, outcome)]


def outcome_findings(table: Table, outcome: Outcome) -> list[Finding]:
    """How the round stands, and by which clause."""
    at = f"{table.at}/board"
    if outcome.status == "won":
        found = _lines(table, outcome, at)
    elif outcome.status == "in_progress":
        found = [Finding("punto.no_line_yet", "punto/4.2", {"need": table.need}, at)]
    else:
        found = _blocked(table, outcome, at)
    return found + _neutral_lines(table, at)


def _lines(table: Table, outcome: Outcome, at: str) -> list[Finding]:
    assert outcome.winner is not None
    player = table.ids[outcome.winner]
    return [
        Finding(
            "punto.line_wins",
            "punto/4.3",
            {
                "player": player, "color": COLORS[line.color], "length": len(line.cells), "need": table.need,
                "cells": [cell_text(cell) for cell in line.cells],
            },
            at,
        )
        for line in outcome.lines
    ]  # fmt: skip


def _neutral_lines(table: Table, at: str) -> list[Finding]:
    if table.neutral is None:
        return []
    color = COLORS[table.neutral]
    return [
        Finding("punto.neutral_line", "punto/4.4", {"color": color, "cells": [cell_text(cell) for cell in line.cells]}, at)
        for line in sorted(table.board.runs(table.neutral, table.need))
    ]


def _blocked(table: Table, outcome: Outcome, at: str) -> list[Finding]:
    """The tally and what it decides."""
    tally = outcome.tally
    length = table.need - 1
    most = max(count.lines for count in tally)
    found = []
    for seat, count in enumerate(tally):
        params = {"player": table.ids[seat], "lines": count.lines, "dots": count.dots, "length": length}
        found.append(Finding("punto.tally", "punto/R3", params, at))
    if outcome.winner is None:
        if most == 0:
            found.append(Finding("punto.drawn_without_lines", "punto/R4", {"length": length}, at))
        else:
            fewest = min(count.dots for count in tally if count.lines == most)
            found.append(Finding("punto.drawn_by_dots", "punto/R4", {"lines": most, "dots": fewest, "length": length}, at))
        return found
    won = {"player": table.ids[outcome.winner], "lines": most, "dots": tally[outcome.winner].dots, "length": length}
    if _tied(tally, most):
        found.append(Finding("punto.fewer_dots", "punto/6.3", won, at))
    else:
        found.append(Finding("punto.most_lines", "punto/6.2", won, at))
    if table.state["mode"] == "teams":
        found.append(Finding("punto.first_seat_named", "punto/R6", won, at))
    return found


def _tied(tally: list[Count], most: int) -> bool:
    return len({count for count in tally if count.lines == most}) > 1
