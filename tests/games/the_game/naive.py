"""A second, slow reading of the rules, written from the clauses alone: no masks, no memory, no pruning.

The tests hold the service against it. Cards are ints, a table is plain lists, and a turn is replayed from its steps.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

UP = ("up_1", "up_2")
PILES = ("up_1", "up_2", "down_1", "down_2")
Play = tuple[int, str]


@dataclass(frozen=True)
class Turn:
    """The piles as the turn began, the cards laid in it, and the hand that is left."""

    start: dict[str, list[int]]
    hand: tuple[int, ...]
    commands: dict[int, str]
    minimum: int
    whole_turn: bool = False
    laid: tuple[Play, ...] = ()

    def pile(self, name: str, after: int | None = None) -> list[int]:
        plays = self.laid if after is None else self.laid[:after]
        return self.start.get(name, []) + [card for card, pile in plays if pile == name]

    def top(self, name: str, after: int | None = None) -> int:
        cards = self.pile(name, after)
        return cards[-1] if cards else (1 if name in UP else 100)

    def shows(self, command: str, after: int | None = None) -> bool:
        return any(self.commands.get(self.top(name, after)) == command for name in PILES)

    def laid_command(self, command: str) -> bool:
        return any(self.commands.get(card) == command for card, _ in self.laid)

    def bound_to(self) -> str | None:
        """R4: since when has a `one_pile` been showing without a break, and which pile was the next card then laid on?"""
        if not self.shows("one_pile") or not self.laid:
            return None
        since = len(self.laid)
        while since > 0 and self.shows("one_pile", since - 1):
            since -= 1
        # Showing from the start: the first card chose. Else the card that brought it (the one before `since`) did.
        return self.laid[0][1] if since == 0 else self.laid[since - 1][1]

    def may_lay(self, card: int, name: str) -> bool:
        top = self.top(name)
        forward = card > top if name in UP else card < top
        trick = card == top - 10 if name in UP else card == top + 10
        if not forward and not (trick and not self.shows("no_backwards")):
            return False
        bound = self.bound_to()
        if bound is not None and bound != name:
            return False
        if self.whole_turn and self.commands.get(card) == "one_pile":
            return all(pile == name for _, pile in self.laid)
        return True

    def plays(self) -> list[Play]:
        return [(card, name) for card, name in itertools.product(sorted(self.hand), PILES) if self.may_lay(card, name)]

    def after(self, play: Play) -> Turn:
        return replace(self, hand=tuple(card for card in self.hand if card != play[0]), laid=(*self.laid, play))

    def stopped(self) -> bool:
        return bool(self.laid) and self.commands.get(self.laid[-1][0]) == "stop"

    def can_reach_minimum(self) -> bool:
        if len(self.laid) >= self.minimum or self.stopped():
            return True
        return any(self.after(play).can_reach_minimum() for play in self.plays())

    def broken_at_end(self) -> str | None:
        if self.shows("skull"):
            return "skull_showing"
        if self.laid_command("exactly_three") and len(self.laid) != 3:
            return "not_exactly_three"
        return None

    def fate(self) -> tuple[str, str | None]:
        """After a card: ("goes_on" | "ended" | "lost", reason)."""
        if self.laid_command("exactly_three") and len(self.laid) > 3:
            return "lost", "not_exactly_three"
        if self.stopped() or not self.hand:
            reason = self.broken_at_end()
            if reason is None and len(self.laid) < self.minimum and not self.stopped():
                reason = "cannot_play"
            return ("ended", None) if reason is None else ("lost", reason)
        if not self.can_reach_minimum():
            return "lost", "cannot_play"
        return "goes_on", None

    def survives(self) -> bool:
        """Whether the turn can be ended alive from here, by trying everything."""
        if len(self.laid) >= self.minimum and self.broken_at_end() is None:
            return True
        return any(self.after(play).survival(play) != "impossible" for play in self.plays())

    def survival(self, _play: Play) -> str:
        """Of the play just made."""
        fate, _ = self.fate()
        if fate == "goes_on":
            return "possible" if self.survives() else "impossible"
        return "assured" if fate == "ended" else "impossible"

    def legal(self) -> list[tuple[Play | None, str]]:
        """Every legal action with its survival; None is `end_turn`."""
        listed: list[tuple[Play | None, str]] = [(play, self.after(play).survival(play)) for play in self.plays()]
        if len(self.laid) >= self.minimum:
            listed.append((None, "impossible" if self.broken_at_end() else "assured"))
        return listed

    def over(self) -> str | None:
        if not self.laid and self.shows("skull"):
            return "skull_showing"
        return None if self.can_reach_minimum() else "cannot_play"
