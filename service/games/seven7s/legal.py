"""What the active player may do now: every candidate put to the verifier that `resolve` uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from service.adjudication.resolution import Action, Refusal
from service.games.seven7s.cards import CODE, COLOURS, FULL_COLUMN, TYPES, UNKNOWN, VALUES
from service.games.seven7s.powers import may_lie
from service.games.seven7s.table import Table
from service.games.seven7s.turn import verify


def legal_actions(table: Table) -> list[dict[str, Any]]:
    """The entries of `legal-actions`, in the order of the hand, the seats, the columns."""
    entries = []
    for action in _candidates(table):
        move = verify(table, action, 0)
        if isinstance(move, Refusal):
            continue
        ends: bool | None = move.over
        if action["type"] == "steal" and "card" not in action:
            ends = _unknown_pull_ends(table)
        entries.append({"action": action, "ends_game": ends})
    return entries


def unknown_to_reorder(table: Table) -> list[str]:
    """The cards looked at in the deck that the state does not show; they can then be put back in no known order."""
    if table.pending != "reorder":
        return []
    return [f"/state/deck/{i}" for i in range(table.steps[-1]["deck"]) if table.deck[i] == UNKNOWN]


def _candidates(table: Table) -> Iterator[Action]:
    assert table.active is not None
    if table.pending == "play":
        for card in table.hands[table.active]:
            for column in _columns(table, card):
                yield {"type": "play", "card": CODE[card], "column": column}
    elif table.pending == "steal":
        yield from _steals(table)
    elif table.pending == "call":
        yield from ({"type": "call", "value": value} for value in VALUES)
        yield from ({"type": "call", "color": colour} for colour in COLOURS)
    elif table.pending == "take":
        yield from ({"type": "take", "column": column} for column in TYPES)
    elif table.pending == "peek":
        yield from _peeks(table)
    elif not unknown_to_reorder(table):
        for cards in permutations(table.deck[: table.steps[-1]["deck"]]):
            yield {"type": "reorder", "cards": [CODE[card] for card in cards]}


def _columns(table: Table, card: int) -> list[str]:
    """Only columns that the verifier lets the card lie in: refusing the others one by one would cost more than all the rest."""
    trump = table.trump()
    return [name for column, name in enumerate(TYPES) if may_lie(table, card, column, trump)]


def _steals(table: Table) -> Iterator[Action]:
    for seat, hand in enumerate(table.hands):
        if seat == table.active:
            continue
        for card in hand:
            if card != UNKNOWN:
                for column in _columns(table, card):
                    yield {"type": "steal", "player": table.ids[seat], "card": CODE[card], "column": column}
        if UNKNOWN in hand:
            yield {"type": "steal", "player": table.ids[seat]}


def _peeks(table: Table) -> Iterator[Action]:
    others = [seat for seat in range(len(table.ids)) if seat != table.active]
    for *counts, deck in product(*(range(len(table.hands[seat]) + 1) for seat in others), range(min(3, len(table.deck)) + 1)):
        hands = {table.ids[seat]: count for seat, count in zip(others, counts, strict=True) if count}
        if sum(counts) + deck <= 3:
            yield {"type": "peek", "hands": hands, "deck": deck}


def _unknown_pull_ends(table: Table) -> bool | None:
    """Whether pulling a "??" into the column of its type ends the game: None where that depends on the card.

    It may be any card that the active player does not see.
    """
    if not table.deck and sum(map(len, table.hands)) == 1:
        return True  # seven7s/R10: the last card of all hands is gone
    seen = table.seen_by_active()
    kinds = {pair // 7 for pair in range(49) if not seen >> pair & 1}
    ends = {len(table.columns[kind]) == FULL_COLUMN - 1 for kind in kinds}
    return ends.pop() if len(ends) == 1 else None
