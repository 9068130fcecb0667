"""Random whole games, step by step against the naive reading, with what must hold in every one of them."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.games.seven7s.asking import Json, all_cards, ask, deal, legal, resolve
from tests.games.seven7s.naive import TYPES, Illegal, Naive, every_action, standing, told

RULINGS: list[Json] = [
    {"ages_cancel": cancel, "virtues_power": power, "ending_card_counts": counts}
    for cancel, power, counts in itertools.product(("any_card", "ages_only"), (True, False), (True, False))
]


def canonical(action: Json) -> str:
    return str(sorted((key, str(item)) for key, item in action.items()))


def lying(state: Json) -> int:
    """Cards that are out of hands and deck; only Seas brings one back."""
    return sum(map(len, state["columns"].values())) + len(state["discard"]) + sum(len(p["fortunes"]) for p in state["players"])


def pick(rng: random.Random, entries: list[Json], prefer: str) -> Json:
    """A random action; games that prefer a type reach its corners more often."""
    preferred = [e for e in entries if e["action"].get("column") == prefer and not e["ends_game"]]
    return rng.choice(preferred or entries) if rng.random() < 0.7 else rng.choice(entries)


@pytest.mark.parametrize("number", range(32))
def test_whole_games(number: int) -> None:
    rng = random.Random(number)
    state = deal(2 + number % 3, f"whole {number}", **RULINGS[number % 8])
    if number % 4 == 3:  # a short deck: empty draw piles and players without cards
        state["discard"] = state["deck"][8:]
        state["deck"] = state["deck"][:8]
    first, naive, log, events = state, Naive(state), [], []
    cards = sorted(all_cards(state))
    turn_start = lying(state)
    while not state["over"]:
        entries = legal(state)
        entry = pick(rng, entries, TYPES[number % 7])
        answer = resolve(state, entry["action"])
        assert answer["status"] == "legal", entry
        naive.events = []
        naive.do(entry["action"])
        assert [told(event) for event in answer["events"]] == naive.events
        state = answer["state"]
        assert {**state, "turn": None} == {**naive.state, "turn": None}
        assert (state["turn"] or {}).get("player") == (naive.state["turn"] or {}).get("player")
        assert entry["ends_game"] is state["over"]
        assert sorted(all_cards(state)) == cards
        log.append(entry["action"])
        events += answer["events"]
        kinds = [event["type"] for event in answer["events"]]
        if "turn_ended" in kinds:
            # Every turn leaves a card more on the table, but for Seas: a game that does not end cycles through Seas alone.
            assert lying(state) > turn_start or ("took" in kinds and lying(state) == turn_start)
            turn_start = lying(state)
        assert len(log) < 500
    audit = resolve(first, *log)
    assert (audit["status"], audit["applied"], audit["state"], audit["events"]) == ("legal", len(log), state, events)
    score = ask("score", {"state": state})
    by_seat = {each["player"]: (each["points"], each["tie_break"]) for each in score["standings"]}
    assert [(name, *by_seat[name]) for name in by_seat] == sorted(standing(state), key=lambda each: (-each[1], each[2] or 8))


@pytest.mark.parametrize("number", range(9))
def test_listed_is_accepted_and_nothing_else(number: int) -> None:
    """legal-actions against the naive reading of far more actions; a sample of the unlisted is refused by resolve."""
    rng = random.Random(1000 + number)
    state = deal(2 + number % 3, f"listed {number}", **RULINGS[number % 8])
    if number % 3 == 2:
        state["discard"] = state["deck"][5:]
        state["deck"] = state["deck"][:5]
    naive = Naive(state)
    while not state["over"]:
        entries = legal(state)
        listed = {canonical(entry["action"]): entry["action"] for entry in entries}
        assert len(listed) == len(entries), "each once"
        accepted = set()
        refused = []
        for action in every_action(state):
            trial = Naive(naive.state)
            trial.duty, trial.plays, trial.looked = naive.duty, naive.plays, naive.looked
            if action["type"] != naive.duty:
                refused.append(action)
                continue
            try:
                trial.do(action)
            except Illegal:
                refused.append(action)
            else:
                accepted.add(canonical(action))
        assert accepted == set(listed)
        for action in rng.sample(refused, 3):
            answer = resolve(state, action)
            assert (answer["status"], answer["applied"], answer["state"]) == ("illegal", 0, state)
        action = rng.choice(list(listed.values()))
        naive.do(action)
        state = resolve(state, action)["state"]


def test_a_cycle_of_seas_goes_on_for_ever() -> None:
    """Two players with a seas card each may take it back turn after turn: legal, and the same table comes again."""
    state: Json = {
        "players": [{"id": "a", "hand": ["seas-1-red"]}, {"id": "b", "hand": ["seas-2-red"]}],
        "turn": {"player": "a"},
    }
    actions: list[Any] = []
    for _ in range(125):
        for card in ("seas-1-red", "seas-2-red"):
            actions += [{"type": "play", "card": card}, {"type": "take", "column": "seas"}]
    answer = resolve(state, *actions)
    assert (answer["status"], answer["applied"]) == ("legal", 500)
    assert answer["state"]["players"] == [{**player, "fortunes": [], "ending_card": None} for player in state["players"]]
