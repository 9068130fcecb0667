"""Partial knowledge: hiding cards never turns legal into illegal, and saying them gives the same table."""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest

from tests.games.seven7s.asking import Json, ask, deal, legal, resolve

HIDDEN = "??"


def walk(seed: int, players: int, **rulings: bool) -> list[tuple[Json, Json]]:
    """A random game as (state, action) pairs; the actions do not say what they turn up."""
    rng = random.Random(seed)
    state = deal(players, f"hidden {seed}", **rulings)
    found: list[tuple[Json, Json]] = []
    while not state["over"] and len(found) < 60:
        action = rng.choice(legal(state))["action"]
        found.append((state, action))
        state = resolve(state, action)["state"]
    return found


def hide(state: Json, rng: random.Random, share: float, own: bool) -> Json:
    """The same state with a share of its hidden cards unknown."""
    state = copy.deepcopy(state)
    zones = [state["deck"]]
    zones += [p["hand"] for p in state["players"] if own or p["id"] != state["turn"]["player"]]
    for zone in zones:
        for i in range(len(zone)):
            if rng.random() < share:
                zone[i] = HIDDEN
    return state


def agrees(hidden: list[str], real: list[str]) -> bool:
    known = Counter(card for card in hidden if card != HIDDEN)
    return len(hidden) == len(real) and not known - Counter(real)


def spelled(action: Json, events: list[Json]) -> Json:
    """The action saying everything that it turned up."""
    action = dict(action)
    drew = [event for event in events if event["type"] == "drew"]
    refill = [event["card"] for event in drew if event["clause"] == "seven7s/3.3"]
    by_power = [event["card"] for event in drew if event["clause"] != "seven7s/3.3"]
    if action["type"] != "take":
        action["refilled"] = refill
    if by_power:
        action["drawn"] = by_power[0]
    for event in events:
        if event["type"] == "revealed":
            action["revealed"] = event["card"]
    return action


@pytest.mark.parametrize("seed", range(12))
def test_hidden_cards(seed: int) -> None:
    rng = random.Random(seed)
    for state, action in walk(seed, 2 + seed % 3, virtues_power=seed % 2 == 0):
        real = resolve(state, action)
        hidden = hide(state, rng, rng.choice((0.3, 1.0)), own=True)
        full = spelled(action, real["events"])
        assert resolve(state, full)["events"] == real["events"]
        said = resolve(hidden, full)
        assert said["status"] == "legal", said["findings"]
        assert said["events"] == real["events"]
        for ours, theirs in zip(said["state"]["players"], real["state"]["players"], strict=True):
            assert agrees(ours["hand"], theirs["hand"])
            assert {**ours, "hand": []} == {**theirs, "hand": []}
        assert all(a in (HIDDEN, b) for a, b in zip(said["state"]["deck"], real["state"]["deck"], strict=True))
        assert said["state"]["columns"] == real["state"]["columns"]
        unsaid = resolve(hidden, action)
        if action["type"] == "call" and hidden["deck"][0] == HIDDEN:
            assert (unsaid["status"], unsaid["needs"], unsaid["applied"]) == ("undetermined", ["/state/deck/0"], 0)
        else:
            assert unsaid["status"] == "legal"
        if action["type"] == "steal":
            victim = next(p for p in state["players"] if p["id"] == action["player"])
            pulled = resolve(hidden, {"type": "steal", "player": action["player"]})
            if len(victim["hand"]) > 1:
                assert (pulled["status"], pulled["needs"]) == ("undetermined", ["/actions/0/card"])


@pytest.mark.parametrize("seed", range(6))
def test_only_what_the_active_player_sees(seed: int) -> None:
    """Verdicts and legal actions do not change with the deck's order and others' hands, but for steals and the reordering."""
    rng = random.Random(seed)
    for state, action in walk(100 + seed, 2 + seed % 3):
        hidden = hide(state, rng, 1.0, own=False)
        assert ask("verdict", {"state": hidden}) | {"decision_id": ""} == ask("verdict", {"state": state}) | {"decision_id": ""}
        if action["type"] == "reorder":
            listed = ask("legal-actions", {"state": hidden})
            count = len(action["cards"])
            assert (listed["actions"], listed["needs"]) == ([], [f"/state/deck/{i}" for i in range(count)])
        elif action["type"] == "steal":
            assert [entry["action"] for entry in legal(hidden)] == [
                {"type": "steal", "player": p["id"]}
                for p in hidden["players"]
                if p["id"] != hidden["turn"]["player"] and p["hand"]
            ]
        else:
            assert legal(hidden) == legal(state)


@pytest.mark.parametrize("seed", range(4))
def test_an_unknown_steal_ends_the_game_as_its_cards_do(seed: int) -> None:
    """`ends_game` of a steal without card against every card it may be, in the column of its type."""
    for state, action in walk(200 + seed, 3):
        if action["type"] != "steal":
            continue
        hidden = hide(state, random.Random(0), 1.0, own=False)
        pairs = {card.rsplit("-", 1)[0] for zone in _open(hidden) for card in zone}
        kinds = ["ages", "colors", "sins", "virtues", "fortunes", "seas", "wonders"]
        for entry in legal(hidden):
            ends = set()
            for kind in kinds:
                for value in range(1, 8):
                    if f"{kind}-{value}" not in pairs:
                        said = {**entry["action"], "card": f"{kind}-{value}-red"}
                        ends.add(resolve(hidden, said)["state"]["over"])
            assert entry["ends_game"] is (ends.pop() if len(ends) == 1 else None)


def _open(state: Json) -> list[list[str]]:
    own = next(p["hand"] for p in state["players"] if p["id"] == state["turn"]["player"])
    return [own, state["discard"], *state["columns"].values(), *(p["fortunes"] for p in state["players"])]
