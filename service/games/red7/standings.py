"""Who stands where under the rule in force, and what decides between two palettes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from service.adjudication.findings import Finding
from service.games.red7.cards import CODES, COLOURS, GREEN, RED, VIOLET
from service.games.red7.colours import STRENGTH
from service.games.red7.state import Player, Table
from service.games.red7.turn import Turn


@dataclass(frozen=True, slots=True)
class Standing:
    strength: int
    player: Player

    @property
    def count(self) -> int:
        return self.strength >> 6

    @property
    def highest(self) -> str | None:
        return CODES[(self.strength & 63) - 1] if self.strength else None


def standings(table: Table) -> list[Standing]:
    """Players still in, best first; equal (empty) sets in seating order."""
    strength = STRENGTH[table.rule]
    found = [Standing(strength(player.mask), player) for player in table.players if not player.eliminated]
    found.sort(key=lambda standing: -standing.strength)
    return found


def rule_finding(table: Table) -> Finding:
    """Which colour rule is in force (red7/4.1 to 4.7)."""
    rule = table.rule
    params = {"rule": COLOURS[rule], "what": f"rule.{COLOURS[rule]}"}
    if table.canvas:
        card = {"card": CODES[table.canvas[-1]]}
        return Finding("red7.rule_in_force", f"red7/4.{rule + 1}", {**params, **card}, f"/state/canvas/{len(table.canvas) - 1}")
    return Finding("red7.starting_rule", "red7/1.2", params, "/state/canvas")


def set_words(rule: int, count: int) -> str:
    """The words for the cards of a qualifying set; a single card needs none of the rule's."""
    return "set.one" if rule == RED or (count <= 1 and rule not in (GREEN, VIOLET)) else f"set.{COLOURS[rule]}"


def decided(better: Standing, worse: Standing, rule: int, pointer: str) -> Finding:
    """Why one palette is better than another: more cards (red7/5.1), or the higher card (red7/5.2)."""
    params: dict[str, Any] = {
        "player": better.player.id, "count": better.count, "rival": worse.player.id, "rival_count": worse.count,
        "what": set_words(rule, better.count),
    }  # fmt: skip
    if better.count != worse.count:
        return Finding("red7.more_cards", "red7/5.1", params, pointer)
    params |= {"card": better.highest, "rival_card": worse.highest}
    return Finding("red7.higher_card", "red7/5.2", params, pointer)


def comparison(turn: Turn, rule: int, player_id: str, pointer: str) -> Finding:
    """Why the active player does not survive under a rule: the best rival against their palette."""
    strength = STRENGTH[rule]
    own = strength(turn.own)
    if not own:
        return Finding("red7.empty_set", "red7/5.3", {"player": player_id, "what": set_words(rule, 0)}, pointer)
    best = max((Standing(strength(rival.mask), rival) for rival in turn.rivals), key=lambda each: each.strength)
    params: dict[str, Any] = {
        "player": player_id, "count": own >> 6, "rival": best.player.id, "rival_count": best.count,
        "what": set_words(rule, best.count),
    }  # fmt: skip
    if best.count != own >> 6:
        return Finding("red7.fewer_cards", "red7/5.1", params, pointer)
    params |= {"card": CODES[(own & 63) - 1], "rival_card": best.highest}
    return Finding("red7.lower_card", "red7/5.2", params, pointer)
