"""The turn: which cards may be laid where, what a laid card changes, and how a turn can end.

`Position` is all of a turn that later cards depend on; it never changes, `lay` makes the next one. Everything that asks "may
I?" or "what then?" (legal-actions, resolve, the lookahead) goes through `playable`, `lay` and `outcome`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from service.games.the_game.cards import (
    BASE,
    BIT,
    COMMANDS,
    DRAW_ONE,
    EITHER_WAY,
    EXACTLY_THREE,
    FORWARD,
    NO_BACKWARDS,
    ONE_PILE,
    SKULL,
    STOP,
    numbers,
)

Tops = tuple[int, int, int, int]
NO_PILE = -1
MIXED = 4

SKULL_SHOWING = "skull_showing"
NOT_EXACTLY_THREE = "not_exactly_three"
CANNOT_PLAY = "cannot_play"


class Book:
    """What the rules need to know of this table: where each command is printed, and the ruling on `one_pile`."""

    __slots__ = ("draw_one", "no_backwards", "of", "one_pile", "skull", "stop", "three", "whole_turn")

    def __init__(self, commands: Mapping[str, str], whole_turn: bool) -> None:
        self.of = {int(card): command for card, command in commands.items()}
        masks = dict.fromkeys(COMMANDS, 0)
        for card, command in commands.items():
            masks[command] |= BIT[card]
        self.stop = masks[STOP]
        self.skull = masks[SKULL]
        self.three = masks[EXACTLY_THREE]
        self.no_backwards = masks[NO_BACKWARDS]
        self.one_pile = masks[ONE_PILE]
        self.draw_one = masks[DRAW_ONE]
        self.whole_turn = whole_turn


class Position(NamedTuple):
    """A moment of a turn.

    `lock`: the pile that `one_pile` binds the turn to. `home`: the pile that all cards of this turn lie on, or MIXED.
    """

    tops: Tops = BASE
    laid: int = 0
    three: bool = False
    lock: int = NO_PILE
    home: int = NO_PILE


class Outcome(NamedTuple):
    """What a laid card brings about besides itself. `lost` is the reason when it is fatal; the turn then does not end."""

    ends: bool
    lost: str | None


def shown(tops: Tops) -> int:
    a, b, c, d = tops
    return 1 << a | 1 << b | 1 << c | 1 << d


def playable(book: Book, at: Position, hand: int) -> list[int]:
    """For each pile the cards of `hand` that may be laid on it."""
    a, b, c, d = at.tops
    # the-game/5.3: judged by what shows before the card is laid, so a trick cannot cover its own ban (R3)
    fits = FORWARD if shown(at.tops) & book.no_backwards else EITHER_WAY
    masks = [hand & fits[0][a], hand & fits[1][b], hand & fits[2][c], hand & fits[3][d]]
    if at.lock != NO_PILE:  # the-game/5.4
        masks = [mask if pile == at.lock else 0 for pile, mask in enumerate(masks)]
    if book.whole_turn and at.home != NO_PILE:  # the-game/R4: the command reaches back to the cards laid before it
        masks = [mask if pile == at.home else mask & ~book.one_pile for pile, mask in enumerate(masks)]
    return masks


def lay(book: Book, at: Position, card: int, pile: int) -> Position:
    """The moment after `card` was laid on `pile`."""
    before = at.tops
    tops: Tops = (*before[:pile], card, *before[pile + 1 :])  # type: ignore[assignment]
    lock = at.lock
    if not shown(tops) & book.one_pile:
        lock = NO_PILE  # the-game/R4: the demand ends when no such card shows any more
    elif lock == NO_PILE:
        lock = pile  # the turn's first card chooses, or the command has just been laid: both bind to this pile
    home = pile if at.home in (NO_PILE, pile) else MIXED
    return Position(tops, at.laid + 1, at.three or bool(book.three >> card & 1), lock, home)


def breach(book: Book, at: Position) -> str | None:
    """The lightning command that a turn ending now would break, if any."""
    if shown(at.tops) & book.skull:  # the-game/4.3
        return SKULL_SHOWING
    if at.three and at.laid != 3:  # the-game/4.4
        return NOT_EXACTLY_THREE
    return None


def reaches(book: Book, at: Position, hand: int, minimum: int) -> bool:
    """Whether some sequence of legal plays brings the turn to its minimum (the-game/6.2, R2). A stop is enough."""
    need = minimum - at.laid
    if need <= 0:
        return True
    masks = playable(book, at, hand)
    if need == 1:
        return any(masks)
    if (masks[0] | masks[1] | masks[2] | masks[3]) & book.stop:
        return True
    for pile, mask in enumerate(masks):
        for card in numbers(mask):
            if any(playable(book, lay(book, at, card, pile), hand ^ 1 << card)):
                return True
    return False


def outcome(book: Book, at: Position, card: int, hand: int, hidden: int, minimum: int) -> Outcome:
    """What follows from `card` having been laid (`at`), with `hand` and so many hidden cards left."""
    if at.three and at.laid > 3:  # the-game/R1, R6: lost at that moment, whatever else shows
        return Outcome(False, NOT_EXACTLY_THREE)
    stopped = bool(book.stop >> card & 1)
    if stopped or not (hand or hidden):  # the-game/4.2: a stop ends the turn; so does an empty hand
        lost = breach(book, at)
        if lost is None and not stopped and at.laid < minimum:
            lost = CANNOT_PLAY
        return Outcome(True, lost)
    # While a hidden card is in the hand, nobody can say that it could not be laid.
    if at.laid < minimum and not hidden and not reaches(book, at, hand, minimum):
        return Outcome(False, CANNOT_PLAY)
    return Outcome(False, None)
