"""The colour rules (red7/4): how strong a palette is under each rule, and which of its cards qualify.

A strength is one int, count * 64 + highest card + 1, and 0 for an empty qualifying set: the greater int is the better set by
red7/5.1 and red7/5.2, and no two non-empty palettes share one, because they share no card.
"""

from __future__ import annotations

from service.games.red7.cards import COLOUR, HALF, INDEX, LETTERS, NUMBER

_EVEN = sum(127 << 7 * (number - 1) for number in (2, 4, 6))
_LOW = sum(127 << 7 * (number - 1) for number in (1, 2, 3))


def _strength(cards: list[int]) -> int:
    return len(cards) * 64 + max(cards) + 1 if cards else 0


def _one_number(number: int) -> tuple[int, ...]:
    """Strength of the cards of one number, by the 7 bits of that number."""
    return tuple(_strength([7 * (number - 1) + i for i in range(7) if bits >> i & 1]) for bits in range(128))


def _one_colour(letter: str) -> tuple[int, ...]:
    return tuple(_strength([INDEX[letter + str(i + 1)] for i in range(7) if bits >> i & 1]) for bits in range(128))


def _longest_run(bits: int) -> tuple[int, int]:
    """Length and top number of the longest run; of equal runs the higher, which has the higher card (red7/4.9)."""
    best = (0, 0)
    for top in range(7, 0, -1):
        length = 0
        while top - length > 0 and bits >> (top - length - 1) & 1:
            length += 1
        best = max(best, (length, top))
    return best


_N1, _N2, _N3, _N4, _N5, _N6, _N7 = (_one_number(number) for number in range(1, 8))
_CR, _CO, _CY, _CG, _CB, _CI, _CV = (_one_colour(letter) for letter in LETTERS)
_COUNT = tuple(bits.bit_count() * 64 for bits in range(128))
_RUN = tuple(_longest_run(bits) for bits in range(128))
_RUN_STRENGTH = tuple(length * 64 + 7 * (top - 1) for length, top in _RUN)
_RUN_SHIFT = tuple(7 * max(top - 1, 0) for _, top in _RUN)


def red(palette: int) -> int:  # red7/4.1
    half = palette & HALF
    return 64 + half.bit_length() if half else 0


def orange(p: int) -> int:  # red7/4.2
    return max(
        _N7[p >> 42 & 127], _N6[p >> 35 & 127], _N5[p >> 28 & 127], _N4[p >> 21 & 127], _N3[p >> 14 & 127], _N2[p >> 7 & 127],
        _N1[p & 127],
    )  # fmt: skip


def yellow(p: int) -> int:  # red7/4.3
    p >>= 49
    return max(
        _CR[p & 127], _CO[p >> 7 & 127], _CY[p >> 14 & 127], _CG[p >> 21 & 127], _CB[p >> 28 & 127], _CI[p >> 35 & 127],
        _CV[p >> 42],
    )  # fmt: skip


def green(palette: int) -> int:  # red7/4.4
    half = palette & _EVEN
    return half.bit_count() * 64 + half.bit_length() if half else 0


def blue(palette: int) -> int:  # red7/4.5
    half = palette & HALF
    fold = half | half >> 28
    fold |= fold >> 14
    return _COUNT[(fold | fold >> 7) & 127] + half.bit_length()


def indigo(palette: int) -> int:  # red7/4.6
    fold = palette >> 49
    fold |= fold >> 28
    fold |= fold >> 14
    numbers = (fold | fold >> 7) & 127
    # the highest card of the run's top number
    return _RUN_STRENGTH[numbers] + (palette >> _RUN_SHIFT[numbers] & 127).bit_length() if numbers else 0


def violet(palette: int) -> int:  # red7/4.7
    half = palette & _LOW
    return half.bit_count() * 64 + half.bit_length() if half else 0


STRENGTH = (red, orange, yellow, green, blue, indigo, violet)


def qualifying(rule: int, palette: int) -> list[int]:
    """The qualifying set under a rule (red7/4.9), highest card first."""
    cards = [card for card in range(48, -1, -1) if palette >> card & 1]
    if not cards:
        return []
    strength = STRENGTH[rule](palette)
    return _PICK[rule](cards, (strength & 63) - 1) if strength else []


def _by_run(cards: list[int], highest: int) -> list[int]:
    run: list[int] = []
    for card in cards[cards.index(highest) :]:
        if not run or NUMBER[card] == NUMBER[run[-1]] - 1:
            run.append(card)
    return run


def _by_colour(cards: list[int], highest: int) -> list[int]:
    first: dict[int, int] = {}
    for card in cards:
        first.setdefault(COLOUR[card], card)
    return list(first.values())


_PICK = (
    lambda cards, highest: [highest],
    lambda cards, highest: [card for card in cards if NUMBER[card] == NUMBER[highest]],
    lambda cards, highest: [card for card in cards if COLOUR[card] == COLOUR[highest]],
    lambda cards, highest: [card for card in cards if NUMBER[card] % 2 == 0],
    _by_colour,
    _by_run,
    lambda cards, highest: [card for card in cards if NUMBER[card] <= 3],
)
