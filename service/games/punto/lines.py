"""Lines: cards of one colour next to each other in a row, a column or a diagonal."""

from __future__ import annotations

from typing import NamedTuple

from service.games.punto.cards import COLORS
from service.games.punto.grid import Cell, Grid, numbers


class Line(NamedTuple):
    """A whole run of one colour, its cells in ascending order. Lines sort by colour, then by their cells."""

    color: int
    cells: tuple[Cell, ...]

    def told(self) -> list[list[int]]:
        return [list(cell) for cell in self.cells]

    def dump(self, player: str) -> dict[str, object]:
        return {"color": COLORS[self.color], "player": player, "cells": self.told()}


def runs(grid: Grid, color: int, mask: int, least: int) -> list[Line]:
    """Every whole run of at least so many cells of the set, in all four directions. # punto/4.1"""
    found: list[Line] = []
    if mask.bit_count() < least:
        return found
    for step in grid.steps:
        pairs = mask & mask >> step
        threes = pairs & pairs >> step
        if not threes:  # and so no longer one: the quickest way out of most directions, as `least` is 3 at least
            continue
        begins = threes & ~(mask << step)
        for i in range(3, least):
            begins &= mask >> (i * step)
            if not begins:
                break
        else:
            for start in numbers(begins):
                end = start
                while mask >> end & 1:
                    end += step
                found.append(Line(color, tuple(grid.cell(number) for number in range(start, end, step))))
    return found


def completing(grid: Grid, mask: int, need: int) -> int:
    """The cells where one more of the set would make a run of `need` or more, whatever they hold now."""
    found = 0
    for step in grid.steps:
        before, after = [-1], [-1]  # the cells with k of the set right before and right after them
        for k in range(1, need):
            before.append(before[-1] & mask << (k * step))
            after.append(after[-1] & mask >> (k * step))
        for k in range(need):
            found |= before[k] & after[need - 1 - k]
    return found
