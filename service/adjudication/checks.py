"""Faults of a state that all games share (section 3 of the contract)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from service.adjudication.findings import Fault
from service.adjudication.shapes import UNKNOWN


class Zone(NamedTuple):
    """A place where cards lie, with its pointer. A hidden one may hold "??"."""

    pointer: str
    cards: Sequence[str]
    hidden: bool


def card_faults(
    zones: Iterable[Zone], copies: int, total: int, identity: Callable[[str], Any] = lambda card: card, at: str = "/state"
) -> list[Fault]:
    """Cards in more places than there are copies, "??" where cards lie open, more cards than the game has.

    `identity` says which codes are the same card, `at` where the state lies. Every place of a card too many is named.
    """
    faults: list[Fault] = []
    places: dict[Any, list[tuple[str, str]]] = {}
    count = 0
    for zone in zones:
        count += len(zone.cards)
        for i, card in enumerate(zone.cards):
            if card != UNKNOWN:
                places.setdefault(identity(card), []).append((f"{zone.pointer}/{i}", card))
            elif not zone.hidden:
                faults.append(Fault(f"{zone.pointer}/{i}", "open_card_unknown"))
    for found in places.values():
        if len(found) > copies:
            faults += [
                Fault(at, "too_many_copies", {"card": card, "places": len(found), "copies": copies}) for at, card in found
            ]
    if count > total:
        faults.append(Fault(at, "too_many_cards", {"cards": count, "limit": total}))
    return faults


def player_faults(ids: Sequence[str], at: str, suffix: str = "/id") -> list[Fault]:
    """Two players of one id."""
    seen: set[str] = set()
    faults = []
    for i, each in enumerate(ids):
        if each in seen:
            faults.append(Fault(f"{at}/{i}{suffix}", "duplicate_player", {"player": each}))
        seen.add(each)
    return faults
