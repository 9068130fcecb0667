"""What no table can look like: all faults of a state at once (sections 3 and 7 of the contract)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from service.adjudication.checks import Zone, card_faults, player_faults
from service.adjudication.findings import Fault
from service.adjudication.shapes import UNKNOWN
from service.games.the_game.cards import (
    ASCENDING,
    BIT,
    COPIES,
    EITHER_WAY,
    EXACTLY_THREE,
    HAND_SIZE,
    NUMBER,
    ORIGINAL,
    PILES,
    SKULL,
    STOP,
    TOTAL,
)

State = dict[str, Any]


def state_faults(state: State, acting: bool, open_hand: bool) -> list[Fault]:
    """Every fault of the state; `acting` and `open_hand` as for `read_table`."""
    ids = [player["id"] for player in state["players"]]
    faults = command_faults(state["ruleset"], state["commands"], "/state/commands")
    faults += player_faults(ids, "/state/players")
    faults += _zone_faults(state)
    faults += _pile_faults(state["piles"])
    faults += _hand_faults(state)
    faults += _result_faults(state)
    turn = state["turn"]
    if turn is not None:
        faults += _turn_faults(state, ids, open_hand)
    elif acting and state["result"] is None and _cards_left(state):
        faults.append(Fault("/state/turn", "turn_missing"))
    return faults


def command_faults(ruleset: str, commands: Mapping[str, str], at: str) -> list[Fault]:
    if not commands:
        return []
    if ruleset == ORIGINAL:
        return [Fault(at, "commands_in_original")]
    counted = Counter(commands.values())
    return [  # the-game/1.2
        Fault(at, "too_many_of_command", {"command": command, "count": count, "limit": COPIES})
        for command, count in counted.items()
        if count > COPIES
    ]


def _zone_faults(state: State) -> list[Fault]:
    piles = state["piles"]
    flat = [*state["deck"]]
    for player in state["players"]:
        flat += player["hand"]
    hidden = flat.count(UNKNOWN)
    for name in PILES:
        flat += piles[name]
    # Most tables are sound, and seen to be so by counting: nothing twice, no "??" in the piles.
    distinct = len(flat) - hidden + (1 if hidden else 0)
    if len(flat) <= TOTAL and len(set(flat)) == distinct and flat.count(UNKNOWN) == hidden:
        return []
    zones = [Zone(f"/state/players/{i}/hand", player["hand"], True) for i, player in enumerate(state["players"])]
    zones += [Zone(f"/state/piles/{name}", piles[name], False) for name in PILES]
    zones.append(Zone("/state/deck", state["deck"], True))
    return card_faults(zones, copies=1, total=TOTAL)


def _pile_faults(piles: Mapping[str, list[str]]) -> Iterator[Fault]:
    """Cards that do not fit on the one below (the-game/3.3, 3.4). A pile may start anywhere; "??" contradicts nothing."""
    for pile, name in enumerate(PILES):
        fits = EITHER_WAY[pile]
        for i, (below, card) in enumerate(pairwise(piles[name])):
            if UNKNOWN not in (below, card) and not fits[NUMBER[below]] & BIT[card]:
                code = "breaks_ascending" if ASCENDING[pile] else "breaks_descending"
                yield Fault(f"/state/piles/{name}/{i + 1}", code, {"card": card, "below": below})


def _hand_faults(state: State) -> Iterator[Fault]:
    """Hands larger than the-game/2.1; the active player's with the cards laid in this turn."""
    limit = HAND_SIZE[len(state["players"])]
    turn = state["turn"]
    for i, player in enumerate(state["players"]):
        cards = len(player["hand"])
        if turn is not None and turn["player"] == player["id"]:
            cards += len(turn["steps"])
        if cards > limit:
            yield Fault(f"/state/players/{i}/hand", "hand_too_large", {"cards": cards, "limit": limit})


def _result_faults(state: State) -> Iterator[Fault]:
    if state["result"] is None:
        return
    if state["turn"] is not None:
        yield Fault("/state/turn", "turn_after_end")
    if state["result"] == "won":
        if _cards_left(state):
            yield Fault("/state/result", "won_with_cards_left")
        for name in PILES:
            pile = state["piles"][name]
            if pile and state["commands"].get(pile[-1]) == SKULL:
                yield Fault("/state/result", "won_with_skull", {"card": pile[-1]})


def _turn_faults(state: State, ids: list[str], open_hand: bool) -> Iterator[Fault]:
    turn = state["turn"]
    if turn["player"] not in ids:
        yield Fault("/state/turn/player", "turn_names_nobody", {"player": turn["player"]})
    else:
        seat = ids.index(turn["player"])
        hand = state["players"][seat]["hand"]
        if not hand:
            yield Fault(f"/state/players/{seat}/hand", "active_without_cards", {"player": turn["player"]})
        elif open_hand:
            for i, card in enumerate(hand):
                if card == UNKNOWN:
                    yield Fault(f"/state/players/{seat}/hand/{i}", "own_hand_unknown")
    yield from _step_faults(state)


def _step_faults(state: State) -> Iterator[Fault]:
    """Steps must be plays that end no turn, and the last cards of their piles in order."""
    steps = state["turn"]["steps"]
    commands = state["commands"]
    left = {name: len(cards) for name, cards in state["piles"].items()}
    for step in steps:
        if step["type"] == "play":
            left[step["pile"]] -= 1
    three = False
    laid = 0
    for i, step in enumerate(steps):
        at = f"/state/turn/steps/{i}"
        if step["type"] != "play" or commands.get(step["card"]) == STOP:
            yield Fault(at, "step_ends_turn")
            if step["type"] != "play":
                continue
        if step.get("drawn"):
            yield Fault(f"{at}/drawn", "step_out_of_form")
        card, pile = step["card"], step["pile"]
        place = left[pile]
        left[pile] += 1
        if place < 0 or state["piles"][pile][place] not in (card, UNKNOWN):
            yield Fault(at, "step_contradicts", {"card": card})
        laid += 1
        three = three or commands.get(card) == EXACTLY_THREE
        if three and laid > 3:
            yield Fault(at, "fourth_card")


def _cards_left(state: State) -> bool:
    return bool(state["deck"]) or any(player["hand"] for player in state["players"])
