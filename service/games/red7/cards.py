"""The 49 cards as small ints, so that the higher card is the greater int and a set of cards is one bit mask."""

from __future__ import annotations

from collections.abc import Iterable

from service.adjudication.shapes import UNKNOWN as UNKNOWN_CODE

COLOURS = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")  # red7/1.1: from high to low
LETTERS = "ROYGBIV"
RED, ORANGE, YELLOW, GREEN, BLUE, INDIGO, VIOLET = range(7)
UNKNOWN = -1

# red7/2.1, red7/2.2: number first, then colour. V1 is 0, R1 is 6, V2 is 7, … R7 is 48.
CODES = (*(LETTERS[6 - i % 7] + str(i // 7 + 1) for i in range(49)), UNKNOWN_CODE)  # CODES[UNKNOWN] is "??"
INDEX = {code: card for card, code in enumerate(CODES[:-1])} | {UNKNOWN_CODE: UNKNOWN}
CARD_CODES = tuple(letter + str(number) for letter in LETTERS for number in range(1, 8))  # the order before a shuffle

NUMBER = tuple(i // 7 + 1 for i in range(49))
COLOUR = tuple(6 - i % 7 for i in range(49))
ODD = tuple(number % 2 == 1 for number in NUMBER)

# A card's bit stands in two 49-bit halves: by number in the low one (7 bits a number, so the highest bit is the highest card)
# and by colour in the high one (7 bits a colour). Each colour rule reads the half in which its cards are neighbours.
HALF = (1 << 49) - 1
BIT = (*((1 << i) | (1 << (49 + COLOUR[i] * 7 + NUMBER[i] - 1)) for i in range(49)), 0)  # BIT[UNKNOWN] is nothing
RULE_BIT = tuple(1 << colour for colour in range(7))
COLOUR_BIT = (*(1 << colour for colour in COLOUR), 0)


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def colours_of(cards: Iterable[int]) -> int:
    """The colours of these cards, a bit each."""
    colours = 0
    for card in cards:
        colours |= COLOUR_BIT[card]
    return colours


def codes(cards: Iterable[int]) -> list[str]:
    return [CODES[card] for card in cards]
