"""The cards laid: which cells are open to a card, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from service.games.punto.cards import COLOR_OF, COLORS, FACES, VALUE_OF, VALUES
from service.games.punto.grid import EDGE, REACH, SQUARE, Cell, Grid, bounds_of
from service.games.punto.lines import Line, completing, runs

Obstacle = Literal["first_in_the_middle", "not_touching", "outside_the_square", "not_lower"]


class Board:
    """Stacks by cell in the order they were begun, with the showing cards as sets of cells by colour and by value."""

    __slots__ = ("bounds", "colors", "grid", "stacks", "taken", "values", "window")

    def __init__(self, cells: Iterable[Mapping[str, Any]]) -> None:
        self.stacks: dict[Cell, list[str]] = {}
        begin = self.stacks.setdefault
        for cell in cells:
            begin((cell["x"], cell["y"]), cell["cards"])
        self.bounds = bounds_of(self.stacks)
        self.grid = grid = Grid(self.bounds)
        self.colors = colors = [0] * len(COLORS)
        self.values = values = [0] * (VALUES.stop)
        taken = 0
        stride = grid.stride
        first = grid.left * stride + grid.low
        for (x, y), cards in self.stacks.items():
            bit = 1 << (x * stride + y - first)  # `grid.bit`, for a cell that is on the grid
            taken |= bit
            face = FACES.get(cards[-1])
            if face is not None:  # not "??", a fault that is named elsewhere
                color, value = face
                colors[color] |= bit
                values[value] |= bit
        self.taken = taken
        self._measure()

    def _measure(self) -> None:
        """The cells of every 6 by 6 square that holds all the cards. # punto/3.4"""
        left, right = self.columns()
        low, high = self.rows()
        self.window = self.grid.rectangle(left, right, low, high)

    def columns(self) -> tuple[int, int]:
        """The x from where to where a card may lie. # punto/3.4"""
        return max(self.bounds[1] - REACH, -EDGE), min(self.bounds[0] + REACH, EDGE)

    def rows(self) -> tuple[int, int]:
        """The y from where to where a card may lie. # punto/3.4"""
        return max(self.bounds[3] - REACH, -EDGE), min(self.bounds[2] + REACH, EDGE)

    @property
    def fits(self) -> bool:
        left, right, low, high = self.bounds
        return right - left < SQUARE and high - low < SQUARE

    def open_to(self, value: int) -> int:
        """The set of cells where a card of this value may be placed. Every judgement of a placement rests on it."""
        if not self.taken:
            return self.grid.bit(0, 0)  # punto/3.1
        beside = self.grid.around(self.taken) & ~self.taken & self.window  # punto/3.2, punto/3.4
        on_top = 0
        for lower in range(1, value):
            on_top |= self.values[lower]  # punto/3.3
        return beside | on_top

    def is_open(self, x: int, y: int, value: int) -> bool:
        return self.open_to(value) & self.grid.bit(x, y) != 0

    def obstacles(self, x: int, y: int) -> list[Obstacle]:
        """Why a cell is not open to a card, once `is_open` has said so."""
        if not self.stacks:
            return ["first_in_the_middle"]
        if (x, y) in self.stacks:
            return ["not_lower"]
        found: list[Obstacle] = []
        if not any((x + dx, y + dy) in self.stacks for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            found.append("not_touching")
        left, right = self.columns()
        low, high = self.rows()
        if not (left <= x <= right and low <= y <= high):
            found.append("outside_the_square")
        return found

    def put(self, x: int, y: int, card: str) -> str | None:
        """Lays the card; gives the card it covers."""
        bit = self.grid.bit(x, y)
        below = self.stacks.get((x, y))
        covered = below[-1] if below else None
        if below and covered:
            self.stacks[x, y] = [*below, card]
            self.colors[COLOR_OF[covered]] ^= bit
            self.values[VALUE_OF[covered]] ^= bit
        else:
            self.stacks[x, y] = [card]
            self.taken |= bit
            left, right, low, high = self.bounds
            if len(self.stacks) == 1 or not (left <= x <= right and low <= y <= high):
                self.bounds = bounds_of(self.stacks)
                self._measure()
        self.colors[COLOR_OF[card]] |= bit
        self.values[VALUE_OF[card]] |= bit
        return covered

    def top(self, x: int, y: int) -> str:
        return self.stacks[x, y][-1]

    def runs(self, color: int, least: int) -> list[Line]:
        return runs(self.grid, color, self.colors[color], least)

    def completing(self, color: int, need: int) -> int:
        """The cells where a card of this colour would complete a line."""
        return completing(self.grid, self.colors[color], need)

    def dump(self) -> list[dict[str, Any]]:
        return [{"x": x, "y": y, "cards": list(cards)} for (x, y), cards in self.stacks.items()]
