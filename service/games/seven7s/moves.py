"""A move: an action found legal, with everything it will do; and how an action is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.resolution import Action, Refusal
from service.games.seven7s.cards import BIT, CARD, CODE, HAND_SIZE, UNKNOWN
from service.games.seven7s.table import Table


@dataclass(slots=True)
class Move:
    """What an action does, found without touching the table. With `needs` a card is missing and the move cannot be made."""

    action: Action
    index: int
    seat: int
    card: int = UNKNOWN  # the card played, pulled, turned up or taken
    column: int = -1
    victim: int = -1
    won: bool = False
    power: int | None = None  # the power used with the play
    idle: int | None = None  # the power given that has no effect
    ruled: bool = False  # seven7s/R7 decides whether the power given is used
    seventh: bool = False
    drawer: int = -1
    drawn: int | None = None
    top: list[int] | None = None  # the cards put back by reorder
    pending: str | None = None  # what is left to do in this turn
    refilled: list[int] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    next_seat: int | None = None
    over: bool = False
    needs: list[str] = field(default_factory=list)

    @property
    def at(self) -> str:
        return f"/actions/{self.index}"


class Stop(Exception):
    """An action is refused; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def illegal(code: str, clause: str, pointer: str | None = None, **params: Any) -> Stop:
    return Stop(Refusal("illegal", [Finding(f"seven7s.{code}", f"seven7s/{clause}", params, pointer)]))


def draw(deck: Sequence[int], said: Sequence[str | None], shown: int, where: str, clause: str) -> list[int]:
    """The cards drawn from the top of `deck`, with those said in the places of "??"; raises `Stop` where they disagree."""
    cards = []
    for k, code in enumerate(said):
        top = deck[k]
        card = UNKNOWN if code is None else CARD[code]
        if card in (UNKNOWN, top):
            card = top
        elif top != UNKNOWN:
            raise illegal("drawn_differs", clause, where.format(k), card=code, deck=CODE[top])
        elif shown & BIT[card]:
            raise illegal("shows_elsewhere", "R13", where.format(k), card=code)
        shown |= BIT[card]
        cards.append(card)
    return cards


def no_draw(move: Move, clause: str) -> None:
    """Nothing is drawn by a power in this action; saying a card of such a draw is illegal."""
    if "drawn" in move.action:
        raise illegal("no_draw", clause, f"{move.at}/drawn", card=move.action["drawn"])


def no_refill(move: Move, clause: str) -> None:
    """The action does not refill the hand; saying so with cards is illegal."""
    said = move.action.get("refilled")
    if said:
        raise illegal("refill_length", clause, f"{move.at}/refilled", said=len(said), drawn=0)


def close_turn(table: Table, move: Move, sizes: list[int], deck: Sequence[int], shown: int, refills: bool = True) -> None:
    """The end of the turn: the hand refilled to 3, then the next player who has a card.

    `sizes` are the hands' sizes after the action, `deck` the draw pile that is left.
    """
    seat = move.seat
    count = max(0, min(HAND_SIZE - sizes[seat], len(deck))) if refills else 0  # seven7s/3.3, R15; after Seas none, 4.7
    said = move.action.get("refilled")
    if said is not None and len(said) != count:
        raise illegal("refill_length", "3.3", f"{move.at}/refilled", said=len(said), drawn=count)
    move.refilled = draw(deck, said or [None] * count, shown, f"{move.at}/refilled/{{}}", "3.3")
    sizes[seat] += count
    move.pending = None
    if not any(sizes):
        move.over = True  # seven7s/R10
        return
    players = len(sizes)
    follower = (seat + 1) % players
    while not sizes[follower]:
        move.skipped.append(follower)  # seven7s/R10
        follower = (follower + 1) % players
    move.next_seat = follower
