"""Every complete turn of the active player, in the order of `legal-actions`, cut by a limit before the work is done.

The same rules as `turn.Turn`, asked through the same `Outlook`, but walked on masks: no table is changed on the way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from service.games.red7.actions import BY_CARD, END_TURN, PASS_TURN, Action, canvas_actions, remove_action
from service.games.red7.cards import BIT, COLOUR, COLOUR_BIT, NUMBER, RULE_BIT
from service.games.red7.state import Table
from service.games.red7.survival import Rivals, colours_in
from service.games.red7.turn import CANVAS, DONE, FIVE, MOVE, ONE, PALETTE, RETURN, SEVEN, START, Turn

TurnEntry = dict[str, Any]


class _Full(Exception):
    """More turns than asked for."""


class Spot(NamedTuple):
    """Where the walk stands: own palette (as mask and in order) and hand (likewise)."""

    own: int
    palette: list[int]
    hand: int
    cards: list[int]

    def plays(self, card: int) -> Spot:
        bit = BIT[card]
        return Spot(self.own | bit, [*self.palette, card], self.hand ^ bit, [each for each in self.cards if each != card])

    def gives_up(self, card: int) -> Spot:
        return Spot(self.own ^ BIT[card], [each for each in self.palette if each != card], self.hand, self.cards)


class Turns(NamedTuple):
    """The turns, at most as many as asked for, whether there are more, and which rulings shaped them."""

    found: list[TurnEntry]
    truncated: bool
    by_seven_rule: bool  # ruling R1
    by_draw_rule: bool  # ruling R2


def all_turns(table: Table, limit: int) -> Turns:
    walk = _Walk(table, limit)
    try:
        walk.from_here()
    except _Full:
        return Turns(walk.found[:limit], True, walk.outlook.ruled, walk.draws)
    return Turns(walk.found, False, walk.outlook.ruled, walk.draws)


class _Walk:
    def __init__(self, table: Table, limit: int) -> None:
        self.turn = Turn.of(table)
        self.outlook = self.turn.outlook
        self.rule = self.turn.rule
        self.advanced = table.advanced
        self.draw_optional = table.draw_optional
        self.draws = False  # some canvas card draws, or may
        self.deck = bool(table.deck)
        self.limit = limit
        self.found: list[TurnEntry] = []

    def from_here(self) -> None:
        turn = self.turn
        spot = Spot(turn.own, turn.palette, turn.hand, turn.hand_cards)
        if turn.phase == START:
            self.start(spot)
        elif turn.phase == FIVE:
            self.followed([], spot)
        elif turn.phase == SEVEN:
            self.seven([], spot, turn.source)
        elif turn.phase == ONE:
            self.one([], spot)
        else:
            assert turn.phase == DONE
            self.settle([], spot, self.rule, self.outlook.rivals, self.deck, bound=turn.bound)

    def start(self, spot: Spot) -> None:
        self.found.append({"actions": [PASS_TURN], "survives": False})
        for card in spot.cards:
            if self.outlook.playable(spot.own, spot.hand, card):
                self.play([], spot, card)
        won = self.outlook.rivals.losing_to(spot.own, colours_in(spot.hand))
        self.to_canvas([], spot, won, self.deck)
        self.check()

    def check(self) -> None:
        if len(self.found) > self.limit:
            raise _Full

    def play(self, before: list[Action], spot: Spot, card: int) -> None:
        """`card` goes to the palette, then its effect."""
        prefix = [*before, BY_CARD[PALETTE][card]]
        spot = spot.plays(card)
        number = NUMBER[card] if self.outlook.effects else 0
        if number == 5:
            self.followed(prefix, spot)
        elif number == 7:
            self.seven(prefix, spot, card)
        elif number == 1:
            self.one(prefix, spot)
        elif number == 3 and self.deck:
            self.drew(prefix, spot)
        else:
            self.settle(prefix, spot, self.rule, self.outlook.rivals, self.deck, bound=False)

    def followed(self, prefix: list[Action], spot: Spot) -> None:
        """A 5: one more card, or nothing where no card can follow (ruling R4)."""
        followers = [card for card in spot.cards if self.outlook.playable(spot.own, spot.hand, card)]
        if not followers:
            self.settle(prefix, spot, self.rule, self.outlook.rivals, self.deck, bound=False)
        for card in followers:
            self.play(prefix, spot, card)

    def seven(self, prefix: list[Action], spot: Spot, source: int) -> None:
        outlook, rivals = self.outlook, self.outlook.rivals
        if len(spot.palette) == 1:
            outlook.ruled = True
            if not outlook.self_choice:
                self.settle(prefix, spot, self.rule, rivals, self.deck, bound=True)
                return
        rules = RULE_BIT[self.rule] | colours_in(spot.hand)
        for card in spot.palette:
            after = spot.gives_up(card)
            won = rivals.losing_to(after.own, rules | COLOUR_BIT[card])
            if won and card == source:
                outlook.ruled = True
                if not outlook.self_choice:
                    continue
            if won:
                self.finish([*prefix, BY_CARD[RETURN][card]], after, won, self.rule, True, bound=True)
                self.finish([*prefix, BY_CARD[MOVE][card]], after, won, COLOUR[card], self.deck, bound=True)

    def one(self, prefix: list[Action], spot: Spot) -> None:
        rivals = self.outlook.rivals
        chosen = False
        for index, rival in enumerate(self.turn.rivals):
            if rivals.choosable(index, len(spot.palette)):
                chosen = True
                for card in rival.palette:
                    removed = [*prefix, remove_action(rival.id, card)]
                    self.settle(removed, spot, self.rule, rivals.without(index, card), True, bound=True)
        if not chosen:
            self.settle(prefix, spot, self.rule, rivals, self.deck, bound=True)

    def drew(self, prefix: list[Action], spot: Spot) -> None:
        """A 3 with cards in the deck: nobody knows what comes, so the turn stops here."""
        ahead = self.outlook.unseen | colours_in(spot.hand)
        won = self.outlook.rivals.losing_to(spot.own, RULE_BIT[self.rule] | ahead)
        survives = True if won & RULE_BIT[self.rule] else None if won else False
        self.found.append({"actions": prefix, "survives": survives})
        self.check()

    def settle(self, prefix: list[Action], spot: Spot, rule: int, rivals: Rivals, deck: bool, *, bound: bool) -> None:
        """All that is left: a card to the canvas that survives, or the end of the turn."""
        won = rivals.losing_to(spot.own, RULE_BIT[rule] | colours_in(spot.hand))
        self.finish(prefix, spot, won, rule, deck, bound=bound)

    def finish(self, prefix: list[Action], spot: Spot, won: int, rule: int, deck: bool, *, bound: bool) -> None:
        """The same where the rules won are known: those of the hand's colours and `rule` at least."""
        if won:
            self.to_canvas(prefix, spot, won, deck)
        survives = won & RULE_BIT[rule] != 0
        if survives or not bound:
            self.found.append({"actions": [*prefix, END_TURN], "survives": survives})
        if len(self.found) > self.limit:
            raise _Full

    def to_canvas(self, prefix: list[Action], spot: Spot, won: int, deck: bool) -> None:
        size = len(spot.palette)
        drawing = self.advanced and deck
        if drawing and not self.draws:
            self.draws = any(won & COLOUR_BIT[card] and NUMBER[card] > size for card in spot.cards)
        if not drawing or not self.draw_optional:
            plays = BY_CARD[CANVAS]
            self.found += [
                {"actions": [*prefix, plays[card]], "survives": True} for card in spot.cards if won & COLOUR_BIT[card]
            ]
            return
        for card in spot.cards:
            if won & COLOUR_BIT[card]:
                for action in canvas_actions(card, NUMBER[card] > size):
                    self.found.append({"actions": [*prefix, action], "survives": True})
