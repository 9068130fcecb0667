"""Faults of a state that all games share (section 3 of the contract)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from service.adjudication.findings import Enough, Fault, Faults
from service.adjudication.shapes import UNKNOWN


class Zone(NamedTuple):
    """A place where cards lie, with its pointer. A hidden one may hold "??"."""

    pointer: str
    cards: Sequence[str]
    hidden: bool


def card_faults(
    zones: Iterable[Zone], copies: int, total: int, identity: Callable[[str], Any] = lambda card: card, at: str = "/state"
) -> list[Fault]:
    """More cards than the game has, "??" where cards lie open, cards in more places than there are copies.

    `identity` says which codes are the same card, `at` where the state lies. Every place of a card too many is named, up to
    what `Faults` takes.
    """
    zones = tuple(zones)
    counts = Counter(card for zone in zones for card in zone.cards)
    names = {code: identity(code) for code in counts if code != UNKNOWN}
    places: Counter[Any] = Counter()
    for code, name in names.items():
        places[name] += counts[code]
    faults = Faults()
    with suppress(Enough):
        if counts.total() > total:
            faults.append(Fault(at, "too_many_cards", {"cards": counts.total(), "limit": total}))
        for zone in zones:
            if not zone.hidden and UNKNOWN in zone.cards:
                for i, card in enumerate(zone.cards):
                    if card == UNKNOWN:
                        faults.append(Fault(f"{zone.pointer}/{i}", "open_card_unknown"))
        for name, times in places.items():
            if times > copies:
                params = {"places": times, "copies": copies}
                for zone in zones:
                    for i, card in enumerate(zone.cards):
                        if names.get(card) == name:
                            faults.append(Fault(f"{zone.pointer}/{i}", "too_many_copies", {"card": card, **params}))
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
