"""The lookahead: can the active player still end this turn without losing the game?

The search is exact. It keeps small because it needs to find only one *shortest* surviving continuation, and such a one has a
narrow form. Each statement below is proved by showing that a continuation of another form could be made shorter.

1. *A "3!" in the turn means exactly three cards.* So the ways to survive are of two kinds: turns that lay no "3!" from here
   on (`_freely`), and turns of three cards in all (`_in_three`), at most three plays deep. The rest is about the first kind,
   once the minimum is laid; then no skull showing means survival at once, and every card must serve to cover one.

2. *Only blocking tops are covered* (a skull, a `no_backwards`, a `one_pile`). Else take the first card laid on a pile q whose
   top t blocks nothing, and leave out that card and all later ones on q. The other piles get the same cards; q keeps showing
   t, so at every moment no more bans on tricks, no more `one_pile` and no more skulls show than before. Where a `one_pile`
   binds the shortened turn to a pile z, the card that began this (or the lock that held already) is in the full turn too, and
   a `one_pile` has been showing there ever since, so the full turn was bound to z as well and its remaining cards lie on z.
   The turn's cards lie on no more piles than before (ruling R4, `whole_turn`). If the card that ended the turn was left out
   (a stop), `end_turn` does it, as the minimum is laid.

3. *A skull is covered by a card that fits it*, which must be in hand now: the pile does not change until then. Skulls may
   follow on it, but at last a card that is none must fit one of these; and two piles need two such cards.

4. *Bound to one pile while a `one_pile` shows on another*, the turn stays bound, and a skull elsewhere stays uncovered.

5. *A `one_pile` laid forwards is followed by a trick on it, or by nothing.* The next card f must go on it. Were f laid
   forwards as well, it would have fitted the card below, and the `one_pile` could be left out.

6. *A skull laid forwards on a skull is followed there by a trick.* Were the next card f on it laid forwards, it would have
   fitted the skull below, which lets everything happen in between just as the upper one does; the upper one could be left
   out.

7. *A `no_backwards` c laid forwards on a card t that is no `one_pile` stays on top.* It could be covered only forwards (no
   tricks while it shows), by an f that would have fitted t. If f is a `one_pile` or a stop, leave out c: until f is laid t
   shows, which forbids no more than c did. Else lay f in place of c, and nothing later: f forbids no more than c. So no trick
   follows, and such a c is of use only as one of the forward cards of 8.

8. *While some `no_backwards` is sure to show, forward cards must cover the skulls, one distinct card each.* No pile without a
   skull needs a card (as in 2: all cards go forwards anyway), and on a skull's pile its last card would have fitted the
   skull. A stop ends the turn and a `one_pile` binds it, so at most one of these is used, as the last card (under
   `whole_turn` a `one_pile` only where the turn's cards lie). The other way round: where the turn is not bound, such a set of
   cards always does, ban or no ban. A `no_backwards` is sure to show where the hand has nothing higher (lower) to cover it
   but others of its kind.

9. *Where the turn is not bound and 8 finds no cards, a trick must help.* (A turn of forward cards would have been found.) So
   two cards 10 apart must be in hand, or one that is a trick on a blocking top; and before the trick every `no_backwards`
   that shows now must be covered. At the end each of their piles and of the skulls' piles has a last card of its own that is
   no skull, so the hand must have as many. One of them at most is a stop or a `one_pile`: either is the very last of the
   turn, as after a `one_pile` the next card goes on top of it.

10. *While a `no_backwards` shows and the turn is not bound*, a trick being needed (9), each `no_backwards` pile must first be
    covered, by a forward card that is none itself (7), and by 5 a `one_pile` can only be the last of these. Any other of
    these cards may as well be laid at once: it goes forwards, and no more is forbidden afterwards. Of two such piles one is
    covered by such a card, so trying these two is enough; likewise with one such pile, unless a `one_pile` with a trick to
    follow goes on it.

11. What has been found out about a moment is kept: tops, cards in hand, lock, home pile (ruling R4) and the number of cards
    laid decide everything that follows. Once the minimum is laid that number matters no more, nor by 2 do tops that block
    nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from service.games.the_game.cards import EITHER_WAY, FORWARD, numbers
from service.games.the_game.turn import MIXED, NO_PILE, Book, Position, lay, playable

ASSURED, POSSIBLE, IMPOSSIBLE, UNDETERMINED = "assured", "possible", "impossible", "undetermined"

BACKWARDS = tuple(
    tuple(e & ~f for e, f in zip(either, forward, strict=True)) for either, forward in zip(EITHER_WAY, FORWARD, strict=True)
)


class Lookahead:
    """One search for one turn; `survives` may be asked for many moments of it.

    `leans`: some way found lays a `one_pile` in mid-turn. As long as it does not, all ways found are open under both values of
    ruling R4; and what is not found under `from_then_on` is not there under `whole_turn`, which allows less.
    """

    __slots__ = ("_blocking", "_book", "_last", "_minimum", "_seen_freely", "_seen_in_three", "leans")

    def __init__(self, book: Book, minimum: int) -> None:
        self._book = book
        self._minimum = minimum
        self._blocking = book.skull | book.no_backwards | book.one_pile
        self._last = book.stop | book.one_pile
        self.leans = False
        self._seen_freely: dict[tuple[object, ...], bool] = {}
        self._seen_in_three: dict[tuple[Position, int], bool] = {}

    def survives(self, at: Position, hand: int) -> bool:
        """Whether some way to go on from `at` with these cards, or `end_turn` at once, ends the turn without losing."""
        if not at.three and self._freely(at, hand & ~self._book.three):
            return True
        return (at.three or bool(hand & self._book.three)) and self._in_three(at, hand)

    def _skulls(self, at: Position) -> list[int]:
        return [pile for pile, top in enumerate(at.tops) if self._book.skull >> top & 1]

    def _freely(self, at: Position, hand: int) -> bool:
        """No "3!" was laid, and `hand` has none that could be."""
        skulls = self._skulls(at)
        enough = at.laid >= self._minimum
        if enough and not skulls:
            return True
        if at.home == MIXED and self._book.whole_turn:
            hand &= ~self._book.one_pile  # the-game/R4: such a card can be laid no more in this turn
        key = self._key(at, hand, enough)
        found = self._seen_freely.get(key)
        if found is None:
            if skulls and not _distinct([self._covers(pile, at.tops[pile], hand) for pile in skulls]):  # 3
                found = False
            else:
                found = self._when_enough(at, hand, skulls) if enough else self._by_any_card(at, hand, skulls)
            self._seen_freely[key] = found
        return found

    def _when_enough(self, at: Position, hand: int, skulls: list[int]) -> bool:
        """The minimum is laid, but a skull shows."""
        if at.lock == NO_PILE:
            if self._covered_forwards(at, hand, skulls):  # 8
                return True
            if self._banned_for_good(at, hand) or not self._trick_in_reach(at, hand, len(skulls)):  # 8, 9
                return False
        elif self._bound_for_good(at) and any(pile != at.lock for pile in skulls):  # 4
            return False
        return self._by_covering(at, hand, skulls)

    def _covers(self, pile: int, skull: int, hand: int) -> int:
        """The cards that could be the first other than skulls on this skull, were nothing forbidden."""
        book = self._book
        fitting = hand & EITHER_WAY[pile][skull]
        covers = fitting & ~book.skull
        todo = reached = fitting & book.skull
        while todo:
            low = todo & -todo
            todo ^= low
            # 6: a skull that goes forwards here serves only to lay a trick on it
            fits = BACKWARDS if FORWARD[pile][skull] & low else EITHER_WAY
            fitting = hand & fits[pile][low.bit_length() - 1]
            covers |= fitting & ~book.skull
            todo |= fitting & book.skull & ~reached
            reached |= fitting & book.skull
        return covers

    def _key(self, at: Position, hand: int, enough: bool) -> tuple[object, ...]:
        home = at.home if self._book.whole_turn and hand & self._book.one_pile else NO_PILE
        if not enough:
            return (at.tops, hand, at.lock, home, at.laid)
        blocking = self._blocking
        return (tuple([top if blocking >> top & 1 else 0 for top in at.tops]), hand, at.lock, home)

    def _bound_for_good(self, at: Position) -> bool:
        ones = self._book.one_pile
        return at.lock != NO_PILE and any(ones >> top & 1 for pile, top in enumerate(at.tops) if pile != at.lock)

    def _banned_for_good(self, at: Position, hand: int) -> bool:
        bans = self._book.no_backwards
        others = hand & ~bans
        return any(bans >> top & 1 and not others & FORWARD[pile][top] for pile, top in enumerate(at.tops))

    def _trick_in_reach(self, at: Position, hand: int, skulls: int) -> bool:
        """Whether a trick could still be laid at all (9)."""
        tops = [(pile, top) for pile, top in enumerate(at.tops) if self._blocking >> top & 1]
        bans = sum(self._book.no_backwards >> top & 1 for _, top in tops)
        plain = (hand & ~self._book.skull & ~self._last).bit_count()
        if skulls + bans > plain + bool(hand & self._last):
            return False
        return bool(hand & hand >> 10) or any(hand & BACKWARDS[pile][top] for pile, top in tops)

    def _covered_forwards(self, at: Position, hand: int, skulls: list[int]) -> bool:
        """Whether distinct cards laid forwards can cover these skulls (8). The turn is not bound to a pile."""
        book = self._book
        fits = [FORWARD[pile][at.tops[pile]] for pile in skulls]
        plain = [hand & fit & ~book.skull & ~self._last for fit in fits]
        if _distinct(plain):
            return True
        barred = book.whole_turn and (len(skulls) > 1 or at.home != skulls[0])
        for late, last in ((False, hand & book.stop), (True, 0 if barred else hand & book.one_pile)):
            if any(last & fit and _distinct(plain[:i] + plain[i + 1 :]) for i, fit in enumerate(fits)):
                self.leans |= late
                return True
        return False

    def _enough(self, at: Position, masks: list[int], piles: Iterable[int], cards: int) -> bool:
        """Whether one of these cards can be laid on one of these piles."""
        late = False
        for pile in piles:
            fitting = masks[pile] & cards
            if fitting & ~self._book.one_pile:
                return True
            late |= fitting != 0
        self.leans |= late and at.laid > 0
        return late

    def _by_any_card(self, at: Position, hand: int, skulls: list[int]) -> bool:
        """The minimum is not laid yet."""
        book = self._book
        masks = playable(book, at, hand)
        if len(skulls) < 2:
            # One card may do: one that is no skull, covers the only one showing, and is the last of the minimum or a stop.
            last = ~book.skull if at.laid + 1 >= self._minimum else book.stop
            if self._enough(at, masks, skulls or range(4), last):
                return True
        for pile, mask in enumerate(masks):
            for card in numbers(mask & ~book.stop):  # a stop that survives was found above
                if self._freely(lay(book, at, card, pile), hand ^ 1 << card):
                    self.leans |= bool(at.laid and book.one_pile >> card & 1)
                    return True
        return False

    def _by_covering(self, at: Position, hand: int, skulls: list[int]) -> bool:
        """One card after another on the blocking tops."""
        book = self._book
        masks = playable(book, at, hand)
        if len(skulls) == 1 and self._enough(at, masks, skulls, ~book.skull):
            return True
        masks = [mask & ~book.stop for mask in masks]  # a stop that survives was found above
        for pile, mask in self._worth_covering(at, hand, masks):
            top = at.tops[pile]
            forward = FORWARD[pile][top]
            if not book.one_pile >> top & 1:
                mask &= ~(forward & book.no_backwards)  # 7
            dull = forward & (book.one_pile | (book.skull if pile in skulls else 0))
            for card in numbers(mask):
                rest = hand ^ 1 << card
                if dull >> card & 1 and not rest & BACKWARDS[pile][card]:  # 5, 6
                    continue
                if self._freely(lay(book, at, card, pile), rest):
                    self.leans |= bool(book.one_pile >> card & 1)
                    return True
        return False

    def _worth_covering(self, at: Position, hand: int, masks: list[int]) -> list[tuple[int, int]]:
        """The piles to try, each with its cards (2, 10)."""
        book = self._book
        bans = [pile for pile, top in enumerate(at.tops) if book.no_backwards >> top & 1]
        if bans and at.lock == NO_PILE:
            others = [(pile, masks[pile] & ~book.one_pile) for pile in bans[:2]]
            if len(bans) > 1:
                return others
            ones = masks[bans[0]] & book.one_pile
            if not any(hand & BACKWARDS[bans[0]][card] for card in numbers(ones)):
                return others
        return [(pile, masks[pile]) for pile, top in enumerate(at.tops) if masks[pile] and self._blocking >> top & 1]

    def _in_three(self, at: Position, hand: int) -> bool:
        """Three cards in all, the "3!" among them (or it is another three-card turn, which survives as well)."""
        book = self._book
        left = 3 - at.laid
        skulls = self._skulls(at)
        if left <= 0 or len(skulls) > left:
            return left == 0 and not skulls
        if not at.three and not hand & book.three:
            return False
        if left == 1:
            # The third card covers the skull, if one shows, and is none itself; it may be a stop (the-game/4.4).
            last = hand & ~book.skull if at.three else hand & book.three
            masks = playable(book, at, last)
            return self._enough(at, masks, skulls or range(4), last)
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
                    self.leans |= bool(at.laid and book.one_pile >> card & 1)
                    return True
        return False


def _distinct(choices: list[int]) -> bool:
    """Whether each of these sets of cards can give a card of its own (Hall's theorem; there are at most four)."""
    if len(choices) == 1:
        return choices[0] != 0
    unions = [0]
    for choice in choices:
        unions += [union | choice for union in unions]
    # unions[k] joins the sets whose bits are set in k
    return all(union.bit_count() >= k.bit_count() for k, union in enumerate(unions))
