"""What makes a state impossible (422): no table can look so. Every fault is named, not the first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.adjudication.checks import Zone, card_faults, player_faults
from service.adjudication.findings import Fault
from service.adjudication.shapes import UNKNOWN

State = dict[str, Any]


def state_faults(state: State, at: str, *, turn_required: bool, open_hand: bool) -> list[Fault]:
    players = state["players"]
    faults: list[Fault] = []
    ids = [player["id"] for player in players]
    if len(set(ids)) != len(ids):
        faults += player_faults(ids, f"{at}/players")
    if not _cards_fit(state):
        faults += card_faults(_zones(state, at), 1, 49, at=at)
    left = 0
    for i, player in enumerate(players):
        if not player["eliminated"]:
            left += 1
        elif player["palette"] or player["hand"]:
            faults.append(Fault(f"{at}/players/{i}", "eliminated_with_cards", {"player": player["id"]}))
        if player["scored"] and state["variant"] == "basic":
            faults.append(Fault(f"{at}/players/{i}/scored", "scored_in_basic"))
    if left == 0:
        faults.append(Fault(f"{at}/players", "nobody_left"))
    return faults + _turn_faults(state, at, left, turn_required, open_hand)


def _cards_fit(state: State) -> bool:
    """A quick proof that no card is faulty; where it fails, `card_faults` says which are."""
    open_cards = [*state["canvas"]]
    hidden = state["deck"] + state["aside"]
    for player in state["players"]:
        open_cards += player["palette"]
        open_cards += player["scored"]
        hidden += player["hand"]
    if UNKNOWN in open_cards:
        return False
    everything = open_cards + hidden
    unknown = hidden.count(UNKNOWN)
    return len(everything) <= 49 and len(set(everything)) == len(everything) - unknown + (unknown > 0)


def _zones(state: State, at: str) -> Iterator[Zone]:
    for i, player in enumerate(state["players"]):
        yield Zone(f"{at}/players/{i}/palette", player["palette"], False)
        yield Zone(f"{at}/players/{i}/hand", player["hand"], True)
        yield Zone(f"{at}/players/{i}/scored", player["scored"], False)
    yield Zone(f"{at}/canvas", state["canvas"], False)
    yield Zone(f"{at}/deck", state["deck"], True)
    yield Zone(f"{at}/aside", state["aside"], True)


def _turn_faults(state: State, at: str, left: int, turn_required: bool, open_hand: bool) -> list[Fault]:
    turn = state["turn"]
    if turn is None:
        return [Fault(f"{at}/turn", "turn_missing")] if turn_required and left > 1 else []
    if left == 1:
        return [Fault(f"{at}/turn", "turn_after_end")]
    for i, player in enumerate(state["players"]):
        if player["id"] == turn["player"] and not player["eliminated"]:
            faults = _step_faults(state, player, turn["steps"], f"{at}/turn/steps") if turn["steps"] else []
            if open_hand:
                hand = f"{at}/players/{i}/hand"
                faults += [Fault(f"{hand}/{k}", "own_hand_unknown") for k, c in enumerate(player["hand"]) if c == UNKNOWN]
            return faults
    return [Fault(f"{at}/turn/player", "turn_names_nobody", {"player": turn["player"]})]


_FOLLOW_UPS = {"7": ("return_to_deck", "move_to_canvas"), "5": ("play_to_palette",), "1": ("remove_from_palette",)}


def _step_faults(state: State, player: dict[str, Any], steps: list[dict[str, Any]], at: str) -> list[Fault]:
    """Steps that break the form of a turn (red7/6, red7/9) or whose cards are not where they put them."""
    faults: list[Fault] = []
    expected: tuple[str, ...] = ("play_to_palette",)
    shown = {card for zone in _zones(state, "") for card in zone.cards}
    played: set[str] = set()
    left_palette = {step["card"] for step in steps if step["type"] in ("return_to_deck", "move_to_canvas")}
    for i, step in enumerate(steps):
        kind = step["type"]
        if kind in ("pass", "end_turn", "play_to_canvas"):
            faults.append(Fault(f"{at}/{i}", "step_ends_turn"))
            expected = ()
            continue
        if kind not in expected:
            faults.append(Fault(f"{at}/{i}", "step_out_of_form"))
        card = step["card"]
        if kind == "play_to_palette":
            lies_there = card not in played and (card in left_palette or card in player["palette"])
            played.add(card)
        elif kind == "move_to_canvas":
            lies_there = state["canvas"][-1:] == [card]
        else:  # returned or removed: now on top of the deck
            lies_there = _may_lie_in(state["deck"][:1], card, shown)
        if not lies_there:
            faults.append(Fault(f"{at}/{i}/card", "step_contradicts", {"card": card}))
        drawn = step.get("drawn", UNKNOWN)
        if drawn != UNKNOWN and not _may_lie_in(player["hand"], drawn, shown):
            faults.append(Fault(f"{at}/{i}/drawn", "step_contradicts", {"card": drawn}))
        expected = _FOLLOW_UPS.get(card[1], ()) if state["effects"] and kind == "play_to_palette" else ()
    return faults


def _may_lie_in(zone: list[str], card: str, shown: set[str]) -> bool:
    """The card is there, or a "??" is that it can still be."""
    return card in zone or (UNKNOWN in zone and card not in shown)
