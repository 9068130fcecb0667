"""The 72 cards: four colours, each with the values 1 to 9 twice."""

from __future__ import annotations

from collections.abc import Iterable

COLORS = ("R", "Y", "G", "B")
VALUES = range(1, 10)
COPIES = 2  # punto/1.1
TOTAL = 72
IN_COLOR = 18

CODES = [f"{color}{value}" for color in COLORS for value in VALUES]
COLOR_OF = {code: COLORS.index(code[0]) for code in CODES}
VALUE_OF = {code: int(code[1]) for code in CODES}
FACES = {code: (COLOR_OF[code], VALUE_OF[code]) for code in CODES}
CODES_OF = [frozenset(code for code in CODES if COLOR_OF[code] == color) for color in range(len(COLORS))]
_ORDER = {code: i for i, code in enumerate(CODES)}


def set_of(color: int) -> list[str]:
    """All cards of a colour in the order 1, 1, 2, 2, … 9, 9."""
    return [f"{COLORS[color]}{value}" for value in VALUES for _ in range(COPIES)]


def in_order(cards: Iterable[str]) -> list[str]:
    """Sorted by colour (R, Y, G, B) and value."""
    return sorted(cards, key=_ORDER.__getitem__)
