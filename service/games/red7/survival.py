"""The look ahead inside one turn: can the active player still survive it (red7/5, red7/9.6, ruling R4)?

Everything here works on masks: `own` is the active palette, `hand` the known cards still in hand. A turn is a chain of 5s, then
one other card, then its effect, then perhaps a card to the canvas. So a card to the canvas matters by its colour only, and what
is left of the turn after the palette is settled is one question: under which of these rules does `own` beat every rival?
"""

from __future__ import annotations

from collections.abc import Iterator

from service.games.red7.cards import BIT, COLOUR_BIT, HALF, NUMBER, RULE_BIT
from service.games.red7.colours import STRENGTH

ASSURED, POSSIBLE, UNDETERMINED, IMPOSSIBLE = "assured", "possible", "undetermined", "impossible"

_RULES_IN = tuple(tuple(rule for rule in range(7) if bits >> rule & 1) for bits in range(128))
_REVERSED = tuple(int(f"{bits:07b}"[::-1], 2) for bits in range(128))


def colours_in(mask: int) -> int:
    """The colours of a mask's cards, a bit each (a number's seven bits run from violet up, the colours from red down)."""
    fold = mask & HALF
    fold |= fold >> 28
    fold |= fold >> 14
    return _REVERSED[(fold | fold >> 7) & 127]


def cards_in(mask: int) -> Iterator[int]:
    mask &= HALF
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Rivals:
    """The palettes of the other players still in. Strengths are found once a rule, when first asked for."""

    __slots__ = ("_best", "_easiest", "masks", "sizes")

    def __init__(self, masks: list[int], sizes: list[int]) -> None:
        self.masks = masks
        self.sizes = sizes
        self._best: list[int | None] = [None] * 7
        self._easiest: dict[tuple[int, int], int] = {}

    def best(self, rule: int) -> int:
        """What has to be beaten under a rule."""
        best = self._best[rule]
        if best is None:
            best = self._best[rule] = max(map(STRENGTH[rule], self.masks))
        return best

    def losing_to(self, own: int, rules: int) -> int:
        """Those of these rules under which `own` beats every rival (red7/5.1 to 5.3: strictly, and not with an empty set)."""
        won = 0
        known = self._best
        for rule in _RULES_IN[rules]:
            best = known[rule]
            if STRENGTH[rule](own) > (self.best(rule) if best is None else best):
                won |= RULE_BIT[rule]
        return won

    def lose_somewhere(self, own: int, rules: int) -> bool:
        """`losing_to` where only whether there is such a rule matters."""
        known = self._best
        for rule in _RULES_IN[rules]:
            best = known[rule]
            if STRENGTH[rule](own) > (self.best(rule) if best is None else best):
                return True
        return False

    def choosable(self, index: int, size: int) -> bool:
        """May a 1 choose from this palette, the player's own having `size` cards? Not from a smaller one (red7/9.5)."""
        return 0 < self.sizes[index] >= size

    def without(self, index: int, card: int) -> Rivals:
        masks, sizes = self.masks.copy(), self.sizes.copy()
        masks[index] ^= BIT[card]
        sizes[index] -= 1
        return Rivals(masks, sizes)

    def easiest(self, rule: int, size: int) -> int:
        """The least that has to be beaten under a rule after a 1 has removed the card that helps most."""
        known = self._easiest.get((rule, size))
        if known is None:
            strength = STRENGTH[rule]
            each = [strength(mask) for mask in self.masks]
            known = max(each)
            for index, mask in enumerate(self.masks):
                if self.choosable(index, size):
                    others = max(each[:index] + each[index + 1 :], default=0)
                    known = min(known, max(others, min(strength(mask ^ BIT[card]) for card in cards_in(mask))))
            self._easiest[(rule, size)] = known
        return known


class Outlook:
    """What does not change while one player looks ahead in their turn."""

    __slots__ = ("_fives", "deck", "effects", "rivals", "rule", "ruled", "self_choice", "unseen")

    def __init__(self, rule: int, rivals: Rivals, *, effects: bool, self_choice: bool, deck: bool, unseen: int) -> None:
        self.rule = rule
        self.rivals = rivals
        self.effects = effects
        self.self_choice = self_choice
        self.deck = deck
        self.unseen = unseen  # the colours among the cards that the player has not seen
        self.ruled = False  # something that was asked here comes out otherwise under the other value of ruling R1
        self._fives: dict[int, str] = {}

    def settled(self, own: int, hand: int, rule: int) -> bool:
        """Survives by ending the turn under `rule`, or by a hand card on the canvas."""
        return self.rivals.lose_somewhere(own, RULE_BIT[rule] | colours_in(hand))

    def played(self, own: int, hand: int, card: int) -> str:
        """The best that can come of the turn after `card` was played to the palette (`own` has it, `hand` no longer)."""
        number = NUMBER[card]
        if not self.effects or number % 2 == 0:
            return POSSIBLE if self.settled(own, hand, self.rule) else IMPOSSIBLE
        if number == 5:
            return self.after_five(own, hand)
        if number == 3:
            return self.after_three(own, hand)
        if number == 7:
            return POSSIBLE if self.after_seven(own, hand, card) else IMPOSSIBLE
        return POSSIBLE if self.after_one(own, hand) else IMPOSSIBLE

    def prospect(self, own: int, hand: int, card: int) -> str | None:
        """What playing `card` to the palette can come to; None if it may not be played.

        A 1 or a 7 may be played only into a turn that can end in survival (red7/9.6).
        """
        bit = BIT[card]
        outcome = self.played(own | bit, hand & ~bit, card)
        return None if outcome != POSSIBLE and self.effects and NUMBER[card] in (1, 7) else outcome

    def playable(self, own: int, hand: int, card: int) -> bool:
        return not self.effects or NUMBER[card] not in (1, 7) or self.prospect(own, hand, card) is not None

    def after_five(self, own: int, hand: int) -> str:
        """One more card (red7/9.3); if none can be played the effect is ignored (ruling R4).

        `own` and `hand` together never change along a chain of 5s, so the hand alone says where in the chain this is: the order
        in which the 5s came does not matter, and 2^(number of 5s) positions are looked at instead of every order.
        """
        known = self._fives.get(hand)
        if known is not None:
            return known
        best, followed = IMPOSSIBLE, False
        for card in cards_in(hand):
            outcome = self.played(own | BIT[card], hand ^ BIT[card], card)
            if NUMBER[card] not in (1, 7):
                followed = True
            if outcome == POSSIBLE:
                best, followed = POSSIBLE, True
                break
            if outcome == UNDETERMINED:
                best = UNDETERMINED
        if not followed:
            best = POSSIBLE if self.settled(own, hand, self.rule) else IMPOSSIBLE
        self._fives[hand] = best
        return best

    def after_three(self, own: int, hand: int) -> str:
        """A drawn card can help on the canvas, and may have any colour that the player has not seen all cards of (red7/9.4)."""
        if self.settled(own, hand, self.rule):
            return POSSIBLE
        return UNDETERMINED if self.deck and self.rivals.lose_somewhere(own, self.unseen) else IMPOSSIBLE

    def chosen(self, own: int, hand: int, card: int, *, to_canvas: bool) -> bool:
        """Can the turn still be survived after a 7 has put `card` of the own palette on the deck or the canvas?"""
        rule = COLOUR_BIT[card] if to_canvas else RULE_BIT[self.rule]
        return self.rivals.lose_somewhere(own & ~BIT[card], rule | colours_in(hand))

    def after_seven(self, own: int, hand: int, seven: int) -> bool:
        others = own & ~BIT[seven]
        if not others & HALF:
            self.ruled = True
            if not self.self_choice:  # ruling R1: nothing to choose, the effect is ignored
                return self.settled(own, hand, self.rule)
        rules = RULE_BIT[self.rule] | colours_in(hand)
        # A palette is never weaker than one with a card less, so what does not win whole need not be taken apart.
        reach = self.rivals.losing_to(own, rules | colours_in(own))
        if not reach:
            return False
        for card in cards_in(others):
            if self.rivals.lose_somewhere(own ^ BIT[card], reach & (rules | COLOUR_BIT[card])):
                return True
        if self.rivals.lose_somewhere(others, reach & (rules | COLOUR_BIT[seven])):
            self.ruled = True
            return self.self_choice  # ruling R1
        return False

    def removed(self, own: int, hand: int, index: int, card: int) -> bool:
        """Can the turn still be survived after a 1 has taken `card` from that rival?"""
        return self.rivals.without(index, card).lose_somewhere(own, RULE_BIT[self.rule] | colours_in(hand))

    def after_one(self, own: int, hand: int) -> bool:
        size = (own & HALF).bit_count()
        rules = RULE_BIT[self.rule] | colours_in(hand)
        if not any(self.rivals.choosable(index, size) for index in range(len(self.rivals.masks))):
            return self.rivals.lose_somewhere(own, rules)  # ruling R3: nothing to choose, the effect is ignored
        return any(STRENGTH[rule](own) > self.rivals.easiest(rule, size) for rule in _RULES_IN[rules])
