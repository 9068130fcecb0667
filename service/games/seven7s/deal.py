"""Dealing (seven7s/2): anyone can check it from the seed."""

from __future__ import annotations

from typing import Any

from service.adjudication.checks import player_faults
from service.adjudication.findings import Impossible
from service.adjudication.shuffle import Shuffler
from service.games.seven7s.cards import BIT, CARDS_IN_GAME, HAND_SIZE, TYPE, TYPES, card_of, fixed_colour
from service.games.seven7s.table import Table

FIRST_ORDER = tuple(card_of(pair, fixed_colour(pair // 7, pair % 7 + 1)) for pair in range(CARDS_IN_GAME))


def deal(request: dict[str, Any], ruleset: str) -> Table:
    """A fresh table for the players in seating order."""
    ids: list[str] = request["players"]
    faults = player_faults(ids, "/players", "")
    if faults:
        raise Impossible(faults)
    cards = Shuffler(request["seed"]).shuffle(list(FIRST_ORDER))
    opening = len(ids) * HAND_SIZE
    rulings = request["rulings"]
    table = Table()
    table.ruleset = ruleset
    table.any_card_cancels = rulings["ages_cancel"] == "any_card"
    table.virtues_power = rulings["virtues_power"]
    table.ending_card_counts = rulings["ending_card_counts"]
    table.ids = ids
    table.seats = {player: seat for seat, player in enumerate(ids)}
    table.hands = [cards[i : i + HAND_SIZE] for i in range(0, opening, HAND_SIZE)]  # seven7s/2.1
    table.fortunes = [[] for _ in ids]
    table.ending = [None] * len(ids)
    table.columns = [[] for _ in TYPES]
    table.columns[TYPE[cards[opening]]].append(cards[opening])  # seven7s/2.2
    table.deck = cards[opening + 1 :]
    table.discard = []
    table.active = 0  # seven7s/2.3
    table.steps = []
    table.pending = "play"
    table.over = False
    table.shown = sum(BIT[card] for card in cards)
    return table
