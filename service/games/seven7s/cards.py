"""The 49 cards: a type, a value and a colour each (seven7s/1.1), as small numbers inside and codes at the edge.

A card is `(type * 7 + value - 1) * 7 + colour`. Its pair of type and value makes it the card it is and has a bit of its own;
the colour is what the state says (seven7s/R13). An unknown card is -1, and the last entry of every table answers for it.
"""

from __future__ import annotations

from typing import Final

from service.adjudication.shapes import UNKNOWN as UNKNOWN_CODE

TYPES: Final = ("ages", "colors", "sins", "virtues", "fortunes", "seas", "wonders")
AGES, COLORS, SINS, VIRTUES, FORTUNES, SEAS, WONDERS = range(7)
COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
VALUES: Final = range(1, 8)
CARDS_IN_GAME: Final = 49
HAND_SIZE: Final = 3
FULL_COLUMN: Final = 7
UNKNOWN: Final = -1

CODE: Final = (*(f"{t}-{v}-{c}" for t in TYPES for v in VALUES for c in COLOURS), UNKNOWN_CODE)
CARD: Final = {code: i for i, code in enumerate(CODE[:-1])} | {UNKNOWN_CODE: UNKNOWN}
TYPE: Final = (*(card // 49 for card in range(343)), -1)
VALUE: Final = (*(card // 7 % 7 + 1 for card in range(343)), 0)
COLOUR: Final = (*(card % 7 for card in range(343)), -1)
BIT: Final = (*(1 << card // 7 for card in range(343)), 0)
PATTERN: Final = f"^({'|'.join(TYPES)})-[1-7]-({'|'.join(COLOURS)})$"
KNOWN_CODES: Final = CODE[:-1]
COLUMN: Final = {name: i for i, name in enumerate(TYPES)}
COLOUR_NUMBER: Final = {name: i for i, name in enumerate(COLOURS)}


def identity(code: str) -> str:
    """The pair that makes a card the card it is; its colour does not (seven7s/R13)."""
    return code.rsplit("-", 1)[0]


def fixed_colour(kind: int, value: int) -> int:
    """The Latin square of seven7s/R13, used where nobody says the colours: in dealing."""
    return (kind + value) % 7


def card_of(pair: int, colour: int) -> int:
    """The card of a pair's number (0 to 48) in that colour."""
    return pair * 7 + colour
