"""The 98 cards, the four piles and the seven commands, as small numbers and bit masks.

A card is its number 2 to 99; a set of cards is an int with bit n for card n. The pile cards 1 and 100, from which the piles
start, are numbers too, so that an empty pile has a top like any other.
"""

from __future__ import annotations

from service.adjudication.shapes import UNKNOWN

GAME_ID = "the-game"
EXTREME = "the-game-extreme"
ORIGINAL = "the-game-original"
RULESETS = (EXTREME, ORIGINAL)

LOWEST, HIGHEST = 2, 99
CODES: tuple[str, ...] = tuple(str(n) for n in range(LOWEST, HIGHEST + 1))  # the-game/1.1
TOTAL = len(CODES)
NUMBER: dict[str, int] = {code: int(code) for code in CODES}
BIT: dict[str, int] = {code: 1 << int(code) for code in CODES}

PILES = ("up_1", "up_2", "down_1", "down_2")  # the-game/1.3
PILE_INDEX = {name: i for i, name in enumerate(PILES)}
ASCENDING = (True, True, False, False)
BASE = (1, 1, 100, 100)

STOP, SKULL, EXACTLY_THREE = "stop", "skull", "exactly_three"
SILENCE, NO_BACKWARDS, ONE_PILE, DRAW_ONE = "silence", "no_backwards", "one_pile", "draw_one"
COMMANDS = (STOP, SKULL, EXACTLY_THREE, SILENCE, NO_BACKWARDS, ONE_PILE, DRAW_ONE)  # the order in which `deal` assigns them
LASTING = (SILENCE, NO_BACKWARDS, ONE_PILE, DRAW_ONE)  # the order of section 5
COPIES = 4  # of each command, the-game/1.2

MAX_PLAYERS = 5
HAND_SIZE = (0, 8, 7, 6, 6, 6)  # by the number of players, the-game/2.1
TRICK = 10  # the-game/3.4


def _higher(top: int) -> int:
    return sum(1 << n for n in range(max(top + 1, LOWEST), HIGHEST + 1))


def _lower(top: int) -> int:
    return sum(1 << n for n in range(LOWEST, min(top, HIGHEST + 1)))


def _trick(n: int) -> int:
    return 1 << n if LOWEST <= n <= HIGHEST else 0


# Which cards fit on a top, for each pile: FORWARD by 3.3 alone, EITHER_WAY with the backwards trick of 3.4.
_UP = tuple(_higher(top) for top in range(101))
_DOWN = tuple(_lower(top) for top in range(101))
_UP_TRICK = tuple(_UP[top] | _trick(top - TRICK) for top in range(101))
_DOWN_TRICK = tuple(_DOWN[top] | _trick(top + TRICK) for top in range(101))
Fits = tuple[tuple[int, ...], ...]
FORWARD: Fits = (_UP, _UP, _DOWN, _DOWN)
EITHER_WAY: Fits = (_UP_TRICK, _UP_TRICK, _DOWN_TRICK, _DOWN_TRICK)


def numbers(mask: int) -> list[int]:
    """The cards of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(cards: list[str]) -> int:
    """The known cards of a list as a set."""
    mask = 0
    for card in cards:
        if card != UNKNOWN:
            mask |= BIT[card]
    return mask
