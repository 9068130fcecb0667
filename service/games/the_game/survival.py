"""The lookahead: can the active player still end this turn without losing the game?

The search is exact. What keeps it small, and why that loses nothing:

1. *A "3!" in the turn means exactly three cards.* So the ways to survive fall into two kinds: turns that lay no "3!" from here
   on (`_freely`), and turns of three cards in all (`_in_three`), which are at most three plays deep.

2. *Once the minimum is laid, only blocking tops need covering* (a skull, a `no_backwards`, a `one_pile`). Take any surviving
   continuation without a "3!", and in it the first card laid on a pile q whose top t blocks nothing. Leave out that card and
   all later cards on q. What remains still survives: the other piles get the same cards; q keeps showing t, so at every moment
   no more bans on tricks, no more `one_pile` and no more skulls show than before, and a legal trick stays legal. Where a
   `one_pile` binds the shortened turn to a pile z, the card that began this (or the lock that held already) is in the full
   turn too, and a `one_pile` has been showing there ever since, so the full turn was bound to z as well and its remaining
   cards lie on z. The turn's cards lie on no more piles than before (ruling R4, `whole_turn`). If the card that ended the
   turn was left out (a stop), `end_turn` does it: the minimum is laid. Repeating this leaves a continuation that covers
   blocking tops only.

3. *A skull on top can be covered only by a card that fits it*, which must be in the hand now: the pile does not change until
   then. No such card, no survival.

4. What has been found out about a moment is kept: the tops, the cards in hand, the lock, the home pile and the cards laid (up
   to the minimum; in `_in_three` all of them and whether a "3!" is among them) decide everything that follows.
"""

from __future__ import annotations

from service.games.the_game.cards import EITHER_WAY, numbers
from service.games.the_game.turn import Book, Position, lay, playable


class Lookahead:
    """One search for one turn; `survives` may be asked for many moments of it."""

    __slots__ = ("_blocking", "_book", "_minimum", "_seen_freely", "_seen_in_three")

    def __init__(self, book: Book, minimum: int) -> None:
        self._book = book
        self._minimum = minimum
        self._blocking = book.skull | book.no_backwards | book.one_pile
        self._seen_freely: dict[tuple[object, ...], bool] = {}
        self._seen_in_three: dict[tuple[Position, int], bool] = {}

    def survives(self, at: Position, hand: int) -> bool:
        """Whether some way to go on from `at` with these cards, or `end_turn` at once, ends the turn without losing."""
        if not at.three and self._freely(at, hand & ~self._book.three):
            return True
        return (at.three or bool(hand & self._book.three)) and self._in_three(at, hand)

    def _freely(self, at: Position, hand: int) -> bool:
        """No "3!" was laid, and `hand` has none that could be."""
        book, minimum = self._book, self._minimum
        skulls = [pile for pile, top in enumerate(at.tops) if book.skull >> top & 1]
        enough = at.laid >= minimum
        if enough and not skulls:
            return True
        if any(not hand & EITHER_WAY[pile][at.tops[pile]] for pile in skulls):
            return False
        key = (at.tops, hand, at.lock, at.home, min(at.laid, minimum))
        found = self._seen_freely.get(key)
        if found is None:
            found = self._seen_freely[key] = self._freely_by_card(at, hand, skulls, enough)
        return found

    def _freely_by_card(self, at: Position, hand: int, skulls: list[int], enough: bool) -> bool:
        book = self._book
        masks = playable(book, at, hand)
        if len(skulls) < 2:
            # One card may do: one that is no skull, covers the only one showing, and is the last of the minimum or a stop.
            last = ~book.skull if at.laid + 1 >= self._minimum else book.stop
            if any(masks[pile] & last for pile in (skulls or range(4))):
                return True
        for pile, mask in enumerate(masks):
            if not mask or (enough and not self._blocking >> at.tops[pile] & 1):
                continue
            for card in numbers(mask & ~book.stop):  # a stop that survives was found above
                if self._freely(lay(book, at, card, pile), hand ^ 1 << card):
                    return True
        return False

    def _in_three(self, at: Position, hand: int) -> bool:
        """Three cards in all, the "3!" among them (or it is another three-card turn, which survives as well)."""
        book = self._book
        left = 3 - at.laid
        skulls = [pile for pile, top in enumerate(at.tops) if book.skull >> top & 1]
        if left <= 0 or len(skulls) > left:
            return left == 0 and not skulls
        if not at.three and not hand & book.three:
            return False
        if left == 1:
            # The third card covers the skull, if one shows, and is none itself; it may be a stop (the-game/4.4).
            last = hand & ~book.skull if at.three else hand & book.three
            masks = playable(book, at, last)
            return any(masks[pile] for pile in (skulls or range(4)))
        key = (at, hand)
        found = self._seen_in_three.get(key)
        if found is None:
            found = self._seen_in_three[key] = self._in_three_by_card(at, hand)
        return found

    def _in_three_by_card(self, at: Position, hand: int) -> bool:
        book = self._book
        for pile, mask in enumerate(playable(book, at, hand & ~book.stop)):  # a stop before the third card breaks the "3!"
            for card in numbers(mask):
                if self._in_three(lay(book, at, card, pile), hand ^ 1 << card):
                    return True
        return False
