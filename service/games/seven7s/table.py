"""The table as the rules see it: small numbers, changed in place by `turn.apply` and by nothing else."""

from __future__ import annotations

from typing import Any

from service.games.seven7s.cards import AGES, CODE, COLORS, COLOUR, FULL_COLUMN, TYPE, TYPES


class Table:
    """All cards, whose turn it is, and what is left to do in it.

    `shown` has the bit of every card known to lie somewhere: such a card cannot be behind a "??". `pending` is the duty of the
    active player (`play`, `steal`, `call`, `take`, `peek`, `reorder`) and None without a turn.
    """

    __slots__ = (
        "active", "any_card_cancels", "columns", "deck", "discard", "ending", "ending_card_counts", "fortunes", "hands", "ids",
        "over", "pending", "ruleset", "seats", "shown", "steps", "virtues_power",
    )  # fmt: skip

    ruleset: str
    any_card_cancels: bool
    virtues_power: bool
    ending_card_counts: bool
    ids: list[str]
    seats: dict[str, int]
    hands: list[list[int]]
    fortunes: list[list[int]]
    ending: list[int | None]
    columns: list[list[int]]
    deck: list[int]
    discard: list[int]
    active: int | None
    steps: list[dict[str, Any]]
    pending: str | None
    over: bool
    shown: int

    def counted(self, column: int) -> list[int]:
        """A column's cards that set the trump colour or cancel: all but the one that ended the game (seven7s/R8)."""
        cards = self.columns[column]
        if self.over and len(cards) == FULL_COLUMN and not self.ending_card_counts:
            return cards[:-1]
        return cards

    def trump_card(self) -> int | None:
        """The last colors card in the colors column (seven7s/4.2); none, no trump colour (seven7s/R3)."""
        for card in reversed(self.counted(COLORS)):
            if TYPE[card] == COLORS:
                return card
        return None

    def trump(self) -> int | None:
        card = self.trump_card()
        return None if card is None else COLOUR[card]

    def cancelled(self) -> int:
        """How many values, from 7 down, are worth nothing (seven7s/6.3, R1)."""
        cards = self.counted(AGES)
        return len(cards) if self.any_card_cancels else sum(TYPE[card] == AGES for card in cards)

    def seen_by_active(self) -> int:
        """The cards the active player sees: the open ones and the own hand, whatever else the state knows."""
        seen = [self.hands[self.active]] if self.active is not None else []
        bits = 0
        for cards in (*seen, *self.fortunes, *self.columns, self.discard):
            for card in cards:
                bits |= 1 << card // 7 if card >= 0 else 0
        return bits


def dump(table: Table) -> dict[str, Any]:
    """The state as it goes over the wire, every default written out."""
    players = [
        {
            "id": player,
            "hand": [CODE[card] for card in table.hands[seat]],
            "fortunes": [CODE[card] for card in table.fortunes[seat]],
            "ending_card": None if (ending := table.ending[seat]) is None else CODE[ending],
        }
        for seat, player in enumerate(table.ids)
    ]
    return {
        "ruleset": table.ruleset,
        "rulings": {
            "ages_cancel": "any_card" if table.any_card_cancels else "ages_only",
            "virtues_power": table.virtues_power,
            "ending_card_counts": table.ending_card_counts,
        },
        "players": players,
        "columns": {name: [CODE[card] for card in table.columns[i]] for i, name in enumerate(TYPES)},
        "deck": [CODE[card] for card in table.deck],
        "discard": [CODE[card] for card in table.discard],
        "turn": None if table.active is None else {"player": table.ids[table.active], "steps": list(table.steps)},
        "over": table.over,
    }
