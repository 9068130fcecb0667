"""Cells as bits: a set of cells is one int, so lines, neighbours and the square cost a few shifts of whole boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

Cell = tuple[int, int]
Bounds = tuple[int, int, int, int]  # the least and the greatest x, the least and the greatest y
SQUARE = 6  # punto/3.4
REACH = SQUARE - 1
EDGE = 50  # cells beyond -50 to 50 do not exist
_NARROW = 16
_WIDE = 128


def bounds_of(cells: Collection[Cell]) -> Bounds:
    """Of the cells taken; of the middle while there are none."""
    if not cells:
        return 0, 0, 0, 0
    xs, ys = zip(*cells, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


@cache
def _every(stride: int, columns: int) -> int:
    """The lowest bit of so many columns: whatever fits into one column, times this, stands in all of them."""
    return sum(1 << (column * stride) for column in range(columns))


class Grid:
    """Which bit stands for which cell. Bits ascend with x, then with y.

    A board within the square reaches at most `REACH` cells further to each side, eleven in a column, so that with a stride of
    16 the bits between two columns are never taken and no line runs from one column's end into the next column. Boards that are
    too wide to be played on get a stride that holds every cell there is, to have all their faults named.
    """

    __slots__ = ("left", "low", "steps", "stride")

    def __init__(self, bounds: Bounds) -> None:
        left, right, low, high = bounds
        self.stride = _NARROW if right - left < SQUARE and high - low < SQUARE else _WIDE
        self.left = left - REACH
        self.low = low - REACH
        # From a cell to the next one of its row, its column and its two diagonals. # punto/4.1
        self.steps = (self.stride, 1, self.stride + 1, self.stride - 1)

    def bit(self, x: int, y: int) -> int:
        """The set of just this cell; empty for a cell that no card can reach."""
        column, row = x - self.left, y - self.low
        return 1 << (column * self.stride + row) if column >= 0 and 0 <= row < self.stride else 0

    def cell(self, number: int) -> Cell:
        column, row = divmod(number, self.stride)
        return column + self.left, row + self.low

    def cells(self, mask: int) -> Iterator[Cell]:
        """The cells of a set, by x, then by y."""
        for number in numbers(mask):
            yield self.cell(number)

    def rectangle(self, left: int, right: int, low: int, high: int) -> int:
        """All cells between these coordinates, both ends included; empty if there are none."""
        if high < low:
            return 0
        column = ((1 << (high - low + 1)) - 1) << (low - self.low)
        return (column * _every(self.stride, right - left + 1)) << ((left - self.left) * self.stride)

    def around(self, mask: int) -> int:
        """The set and every cell that touches it by a side or a corner."""
        mask |= mask << 1 | mask >> 1
        return mask | mask << self.stride | mask >> self.stride

    def connected(self, mask: int) -> bool:
        reached = mask & -mask
        while True:
            grown = self.around(reached) & mask
            if grown == reached:
                return reached == mask
            reached = grown


def numbers(mask: int) -> Iterator[int]:
    """The numbers of the bits set, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
