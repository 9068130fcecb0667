"""Where a turn stands, and the one verifier: listing, resolving and the look ahead all ask what `Turn.allows` asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from service.games.red7.cards import BIT, COLOUR_BIT, INDEX, NUMBER, RULE_BIT, UNKNOWN, mask_of
from service.games.red7.state import Player, Table
from service.games.red7.survival import ASSURED, IMPOSSIBLE, POSSIBLE, UNDETERMINED, Outlook, Rivals, colours_in

PASS, PALETTE, CANVAS, RETURN, MOVE, REMOVE, END = range(7)
KINDS = ("pass", "play_to_palette", "play_to_canvas", "return_to_deck", "move_to_canvas", "remove_from_palette", "end_turn")
KIND = {name: kind for kind, name in enumerate(KINDS)}

# Where a turn stands: nothing played yet; an effect waits to be resolved; or all that is left is the canvas or the end.
START, FIVE, SEVEN, ONE, DONE = range(5)
# The kinds of move that the form of a turn has room for (red7/6, red7/9).
FORM = {START: {PASS, PALETTE, CANVAS}, FIVE: {PALETTE}, SEVEN: {RETURN, MOVE}, ONE: {REMOVE}, DONE: {CANVAS, END}}

_ALL_CARDS = mask_of(range(49))


class Move(NamedTuple):
    """An action without what it turns up. `rival` is an index into the turn's rivals (a 1's choice)."""

    kind: int
    card: int = UNKNOWN
    rival: int = UNKNOWN


class Turn:
    """One moment of the active player's turn, seen with that player's eyes.

    `blind` counts the "??" in the active hand: while there are any, what needs a look at the whole hand waits for the end of
    the turn (section 4 of the contract). `source` is the last card played to the palette, whose effect may be waiting; a turn
    is `bound` to end in survival once a 1 or a 7 was played in it (red7/9.6).
    """

    __slots__ = (
        "blind",
        "bound",
        "hand",
        "hand_cards",
        "outlook",
        "own",
        "palette",
        "phase",
        "rivals",
        "rule",
        "size",
        "source",
    )

    def __init__(self, table: Table, player: Player, *, open_hand: bool) -> None:
        self.rule = table.rule
        self.rivals = [each for each in table.players if not each.eliminated and each is not player]
        self.palette = player.palette
        self.own = player.mask
        self.size = len(player.palette)
        self.hand_cards = [card for card in player.hand if card != UNKNOWN]
        self.hand = mask_of(self.hand_cards)
        self.blind = 0 if open_hand else len(player.hand) - len(self.hand_cards)
        self.outlook = Outlook(
            self.rule,
            Rivals([each.mask for each in self.rivals], [len(each.palette) for each in self.rivals]),
            effects=table.effects,
            self_choice=table.seven_may_choose_itself,
            deck=bool(table.deck),
            unseen=colours_in(_unseen(table, player)) if table.effects and table.deck else 0,
        )
        played = [INDEX[step["card"]] for step in table.steps if step["type"] == "play_to_palette"]
        self.source = played[-1] if played else UNKNOWN
        self.bound = table.effects and any(NUMBER[card] in (1, 7) for card in played)
        if not table.steps:
            self.phase = START
        elif table.effects and table.steps[-1]["type"] == "play_to_palette":
            self.phase = self._waiting_effect(self.source)
        else:
            self.phase = DONE

    @classmethod
    def of(cls, table: Table, *, open_hand: bool = False) -> Turn:
        """The active player's turn. `open_hand` leaves the "??" in that hand out."""
        assert table.active is not None
        return cls(table, table.active, open_hand=open_hand)

    def _waiting_effect(self, card: int) -> int:
        """The phase after `card` came into the palette: its effect waits, or there is none (any more)."""
        number = NUMBER[card]
        outlook = self.outlook
        if number == 7:
            if self.size > 1:
                return SEVEN
            outlook.ruled = True
            return SEVEN if outlook.self_choice else DONE  # ruling R1
        if number == 1:
            sizes = range(len(self.rivals))
            return ONE if any(outlook.rivals.choosable(i, self.size) for i in sizes) else DONE  # ruling R3
        if number == 5:
            followers = self.blind or any(outlook.playable(self.own, self.hand, each) for each in self.hand_cards)
            return FIVE if followers else DONE  # red7/9.3, ruling R4
        return DONE

    # The verifier ----------------------------------------------------------------------------------------------------------

    def fits_form(self, kind: int, card: int) -> bool:
        """Has the form of a turn room for this kind of move now?"""
        if self.phase != FIVE or self.blind == 0 or kind not in FORM[DONE]:
            return kind in FORM[self.phase]
        # While unknown cards are left in hand, nobody can say that a 5's effect is not ignored.
        if kind == END or self.still_blind(card):
            return True
        # The card was the last unknown one: with it the whole hand is known, and ruling R4 can be judged.
        hand = self.hand | BIT[card]
        return not any(self.outlook.playable(self.own, hand, each) for each in [*self.hand_cards, card])

    def allows(self, move: Move) -> bool:
        """Is this move legal now? The card must be known to be at hand; that is asked before (`has`, `choices`)."""
        kind, card, rival = move
        if not self.fits_form(kind, card):
            return False
        if kind == PALETTE:
            return self.still_blind(card) or self.outlook.playable(self.own, self.hand, card)
        if kind == CANVAS:  # red7/6.2, red7/6.3
            return self.outlook.rivals.losing_to(self.own, COLOUR_BIT[card]) != 0
        if kind in (RETURN, MOVE):
            return self.blind > 0 or self.outlook.chosen(self.own, self.hand, card, to_canvas=kind == MOVE)
        if kind == REMOVE:
            return self.blind > 0 or self.outlook.removed(self.own, self.hand, rival, card)
        return kind == PASS or not self.bound or self.leads()  # ruling R4: bound to survive at the end

    def still_blind(self, card: int) -> bool:
        """Are there still unknown cards in hand once `card` has left it?"""
        return self.blind > (0 if self.hand & BIT[card] else 1)

    def leads(self) -> bool:
        return self.outlook.rivals.losing_to(self.own, RULE_BIT[self.rule]) != 0

    def rival_index(self, player_id: str) -> int:
        """The rival of this id, or UNKNOWN: nobody, the player's own self, or somebody eliminated."""
        for index, rival in enumerate(self.rivals):
            if rival.id == player_id:
                return index
        return UNKNOWN

    def choices(self) -> list[int]:
        """What a 7 may choose: a card of the own palette, the 7 itself included or not (ruling R1)."""
        if self.outlook.self_choice:
            return self.palette
        return [card for card in self.palette if card != self.source]

    def targets(self) -> Iterator[tuple[int, int]]:
        """What a 1 may choose: (rival, card)."""
        for index, rival in enumerate(self.rivals):
            if self.outlook.rivals.choosable(index, self.size):
                for card in rival.palette:
                    yield index, card

    # Listing ---------------------------------------------------------------------------------------------------------------

    def candidates(self) -> Iterator[Move]:
        form = FORM[self.phase]
        if PASS in form:
            yield Move(PASS)
        if PALETTE in form:
            yield from (Move(PALETTE, card) for card in self.hand_cards)
        if CANVAS in form:
            yield from (Move(CANVAS, card) for card in self.hand_cards)
        if RETURN in form:
            yield from (Move(kind, card) for card in self.choices() for kind in (RETURN, MOVE))
        if REMOVE in form:
            yield from (Move(REMOVE, card, index) for index, card in self.targets())
        if END in form:
            yield Move(END)

    def legal_moves(self) -> list[tuple[Move, str]]:
        """Every legal move with what it means for the player's survival of this turn, in a stable order."""
        found = []
        for move in self.candidates():
            if move.kind == PALETTE:
                outcome = self.outlook.prospect(self.own, self.hand, move.card)
                if outcome is not None:
                    found.append((move, outcome))
            elif self.allows(move):
                found.append((move, self._survival_of(move.kind)))
        return found

    def _survival_of(self, kind: int) -> str:
        if kind == CANVAS:
            return ASSURED
        if kind == END:
            return ASSURED if self.leads() else IMPOSSIBLE
        return IMPOSSIBLE if kind == PASS else POSSIBLE  # a 1's or 7's effect is legal only where survival is possible

    def survival(self) -> str:
        """The best the player can do from here; never `assured`, the turn is not over."""
        if self.phase in (START, DONE):
            rules = colours_in(self.hand) | (RULE_BIT[self.rule] if self.phase == DONE else 0)
            if self.outlook.rivals.lose_somewhere(self.own, rules):
                return POSSIBLE
        best = IMPOSSIBLE
        for move in self.candidates():
            if move.kind == PALETTE:
                outcome = self.outlook.prospect(self.own, self.hand, move.card)
                if outcome == POSSIBLE:
                    return POSSIBLE
                if outcome == UNDETERMINED:
                    best = UNDETERMINED
            elif move.kind in (RETURN, MOVE, REMOVE) and self.allows(move):
                return POSSIBLE
        return best


def _unseen(table: Table, player: Player) -> int:
    """Cards that are neither open on the table nor in the own hand. Deck, aside and other hands are never looked at."""
    seen = mask_of(table.canvas) | mask_of(player.hand)
    for each in table.players:
        seen |= each.mask | mask_of(each.scored)
    return _ALL_CARDS & ~seen
