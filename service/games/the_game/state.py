"""The table: a state read into lists, small numbers and bit masks, and written out again in full.

`Table` copies what a request holds, so that judging never changes the request; `resolve` then changes the copy in place.
"""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Impossible
from service.adjudication.shapes import UNKNOWN
from service.games.the_game.cards import BASE, HAND_SIZE, NUMBER, PILE_INDEX, PILES, mask_of
from service.games.the_game.faults import state_faults
from service.games.the_game.schema import WHOLE_TURN
from service.games.the_game.turn import Book, Position, Tops, lay

State = dict[str, Any]


class Table:
    """One game in progress (or over). `seat` is the active player's, or None."""

    __slots__ = ("at", "book", "deck", "hands", "ids", "piles", "result", "seat", "seen", "state", "steps", "taken")

    def __init__(self, state: State) -> None:
        self.state = state
        self.book = Book(state["commands"], state["rulings"]["one_pile"] == WHOLE_TURN)
        self.ids: list[str] = [player["id"] for player in state["players"]]
        self.hands: list[list[str]] = [list(player["hand"]) for player in state["players"]]
        self.piles: list[list[str]] = [list(state["piles"][name]) for name in PILES]
        self.deck: list[str] = state["deck"]
        self.taken = 0  # so many cards have been drawn from the front of `deck`
        self.result: str | None = state["result"]
        turn = state["turn"]
        self.seat: int | None = None if turn is None else self.ids.index(turn["player"])
        self.steps: list[dict[str, Any]] = [] if turn is None else list(turn["steps"])
        self.at = self._replayed()
        # Every card whose place is known: a hidden card is none of these.
        self.seen = mask_of(self.deck)
        for cards in (*self.hands, *self.piles):
            self.seen |= mask_of(cards)

    def _replayed(self) -> Position:
        """The moment of the turn, from the tops before it and its steps: their order decides what `one_pile` binds to."""
        under = [len(pile) for pile in self.piles]
        places = [PILE_INDEX[step["pile"]] for step in self.steps]
        for place in places:
            under[place] -= 1
        tops = tuple(NUMBER[pile[n - 1]] if n else BASE[i] for i, (pile, n) in enumerate(zip(self.piles, under, strict=True)))
        at = Position(tops)  # type: ignore[arg-type]
        for step, place in zip(self.steps, places, strict=True):
            at = lay(self.book, at, NUMBER[step["card"]], place)
        return at

    @property
    def tops(self) -> Tops:
        return self.at.tops

    @property
    def deck_left(self) -> int:
        return len(self.deck) - self.taken

    @property
    def minimum(self) -> int:
        """The cards a turn must lay. Nothing is drawn before a turn ends, so the draw pile now is that of its start (R7)."""
        return 2 if self.deck_left else 1  # the-game/3.1, 3.2

    @property
    def hand_size(self) -> int:
        return HAND_SIZE[len(self.ids)]

    @property
    def remaining(self) -> int:
        """The cards in hands and draw pile."""
        return sum(map(len, self.hands)) + self.deck_left

    def hand_of(self, seat: int) -> tuple[int, int]:
        """The known cards of a hand, and the number of hidden ones."""
        hand = self.hands[seat]
        return mask_of(hand), hand.count(UNKNOWN)

    def dump(self) -> State:
        """The complete state, all defaults written out."""
        playing = self.seat is not None and self.result is None
        turn = {"player": self.ids[self.seat or 0], "steps": self.steps} if playing else None
        return {
            "ruleset": self.state["ruleset"],
            "rulings": self.state["rulings"],
            "commands": self.state["commands"],
            "players": [{"id": name, "hand": hand} for name, hand in zip(self.ids, self.hands, strict=True)],
            "piles": dict(zip(PILES, self.piles, strict=True)),
            "deck": self.deck[self.taken :],
            "turn": turn,
            "result": self.result,
        }


def read_table(state: State, *, acting: bool = False, open_hand: bool = False) -> Table:
    """The table of a request; raises `Impossible` with every fault.

    `acting`: somebody must be to act unless it is over. `open_hand`: the active player's own cards must be known.
    """
    faults = state_faults(state, acting, open_hand)
    if faults:
        raise Impossible(faults)
    return Table(state)
