"""How a round stands or ended: by a line, blocked with its tally, or drawn."""

from __future__ import annotations

from typing import Literal, NamedTuple

from service.games.punto.cards import VALUE_OF
from service.games.punto.lines import Line
from service.games.punto.state import DRAW, Table

Status = Literal["in_progress", "won", "blocked", "drawn"]


class Count(NamedTuple):
    """What a seat's colours have when the round is blocked. # punto/6.2, punto/6.3"""

    lines: int
    dots: int


class Outcome(NamedTuple):
    status: Status
    winner: int | None  # a seat
    lines: list[Line]  # those that decide
    tally: list[Count]  # of every seat, when blocked

    @property
    def over(self) -> bool:
        return self.status != "in_progress"


class Blocked(NamedTuple):
    """The result that `6.2` and `6.3` give on a board without a complete line."""

    winner: int | None
    lines: list[Line]
    tally: list[Count]

    def decided_by_dots(self) -> bool:
        most = max(count.lines for count in self.tally)
        return len({count for count in self.tally if count.lines == most}) > 1


def outcome(table: Table, lines: list[Line] | None = None) -> Outcome:
    """What the table shows; a complete line needs no `winner` to end the round. `lines`: where they are known already."""
    if lines is None:
        lines = table.complete_lines()
    if lines:
        return Outcome("won", _who_laid(table, lines), lines, [])
    if table.winner is None:
        return Outcome("in_progress", None, [], [])
    result = blocked(table)
    return Outcome("drawn" if result.winner is None else "blocked", *result)


def _who_laid(table: Table, lines: list[Line]) -> int:
    if table.winner is None or table.winner == DRAW:
        return table.owner(lines[0].color)
    return table.ids.index(table.winner)  # punto/4.3


def blocked(table: Table) -> Blocked:
    """Who wins a round in which nobody can place. # punto/6.1"""
    lines: list[list[Line]] = []
    tally = []
    for colors in table.colors:
        # No run can be longer: it would be a complete line. # punto/R3
        own = sorted(line for color in colors for line in table.board.runs(color, table.need - 1))
        lines.append(own)
        # Line by line, so that a card in two of them counts twice. # punto/R3
        dots = sum(VALUE_OF[table.board.top(*cell)] for line in own for cell in line.cells)
        tally.append(Count(len(own), dots))
    winner = _best(table, tally)
    return Blocked(winner, [] if winner is None else lines[winner], tally)


def _best(table: Table, tally: list[Count]) -> int | None:
    """The seat that wins, in teams the first of its team; nobody if the round is drawn. # punto/R4, punto/R6"""
    sides = sorted(set(table.sides))
    most = max(tally[side].lines for side in sides)  # punto/6.2
    if most == 0:
        return None
    leading = [side for side in sides if tally[side].lines == most]
    fewest = min(tally[side].dots for side in leading)  # punto/6.3
    best = [side for side in leading if tally[side].dots == fewest]
    return best[0] if len(best) == 1 else None
