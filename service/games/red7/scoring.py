"""Points of a round and the end of the game (red7/7.2, red7/8)."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.games.red7.cards import NUMBER, codes
from service.games.red7.colours import qualifying
from service.games.red7.state import Player, Table

TARGET = {2: 40, 3: 35, 4: 30}  # red7/8.4
CARDS_A_PLAYER = 8  # red7/3.1: seven in hand and one in the palette


def points(cards: list[int]) -> int:
    return sum(NUMBER[card] for card in cards)


class Score(NamedTuple):
    """A finished round banked: who won, what they scored, everybody's points with it, and whether the game is over."""

    winner: Player
    scored: list[int]
    totals: list[int]
    reached: bool  # somebody has the points of red7/8.4
    exhausted: bool  # too few cards are left to deal again (red7/8.5)

    @property
    def game_over(self) -> bool:
        return self.reached or self.exhausted


def bank(table: Table, winner: Player) -> Score:
    """The round's score in the advanced variant."""
    scored = qualifying(table.rule, winner.mask)  # red7/8.2, ruling R9
    totals = [points(player.scored) + (points(scored) if player is winner else 0) for player in table.players]
    left = 49 - sum(len(player.scored) for player in table.players) - len(scored)
    seats = len(table.players)
    return Score(winner, scored, totals, max(totals) >= TARGET[seats], left < CARDS_A_PLAYER * seats)


def leaders(table: Table, totals: list[int]) -> list[str]:
    """Who has the most points; several share it (ruling R7)."""
    most = max(totals)
    return [player.id for player, total in zip(table.players, totals, strict=True) if total == most]


def standing_points(table: Table) -> list[dict[str, Any]]:
    """What every player still in would qualify and score, were the round to end now."""
    result = []
    for player in table.still_in():
        cards = qualifying(table.rule, player.mask)
        result.append({"player": player.id, "qualifying": codes(cards), "points": points(cards) if table.advanced else None})
    return result
