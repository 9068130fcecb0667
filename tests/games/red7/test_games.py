"""Whole games: counted trees, and random play with its invariants in every variant."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.games.red7 import naive, perft

GAME = games()["red7"]
PERFT = json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))
VARIANTS = list(itertools.product(("basic", "advanced"), (False, True), (2, 3, 4), (True, False), ("mandatory", "optional")))


def ask(operation: str, **request: Any) -> dict[str, Any]:
    return judge(GAME, GAME.operations[operation], request)


@pytest.mark.parametrize("case", PERFT, ids=lambda case: str(case["deal"]["seed"]))
def test_counted_trees(case: dict[str, Any]) -> None:
    table = perft.dealt(case["deal"])
    assert [perft.count(table, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]


@pytest.mark.parametrize("case", PERFT, ids=lambda case: str(case["deal"]["seed"]))
def test_counted_trees_by_the_second_reading(case: dict[str, Any]) -> None:
    state = ask("deal", **case["deal"])["state"]
    assert [naive.count(state, depth) for depth in (1, 2)] == case["counts"][:2]


def all_cards(state: dict[str, Any]) -> list[str]:
    cards = state["canvas"] + state["deck"] + state["aside"]
    for player in state["players"]:
        cards = cards + player["palette"] + player["hand"] + player["scored"]
    return sorted(cards)


@pytest.mark.parametrize(("variant", "effects", "seats", "itself", "canvas_draw"), VARIANTS)
def test_random_games(variant: str, effects: bool, seats: int, itself: bool, canvas_draw: str) -> None:
    """Rounds to the end of the game: 49 cards always, what is listed is accepted, every round ends with a survivor."""
    dice = random.Random(f"{variant}{effects}{seats}{itself}{canvas_draw}")
    rulings = {"seven_may_choose_itself": itself, "canvas_draw": canvas_draw}
    players = ["Ania", "Bartek", "Celina", "Darek"][:seats]
    dealt = ask("deal", players=players, seed="game", variant=variant, effects=effects, rulings=rulings)
    for _ in range(12):
        if dealt["game_over"]:
            break
        state = play_round(dealt["state"], dice)
        score = ask("score", state=state)
        dealt = ask("deal", after=state, seed=f"next {dice.random()}")
        assert dealt["game_over"] == score["game_over"]
        assert dealt["game_winners"] == score["game_winners"]
        if dealt["state"]:
            banked = {p["id"]: sum(int(c[1]) for c in p["scored"]) for p in dealt["state"]["players"]}
            assert [banked[t["player"]] for t in score["totals"]] == [t["points"] for t in score["totals"]]
            assert all_cards(dealt["state"]) == sorted(naive.ALL)


def play_round(first: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    state, log, events = first, [], []
    while state["turn"] is not None:
        listed = ask("legal-actions", state=state)
        choice = dice.choices(
            listed["actions"], [0.1 if each["survival"] == "impossible" else 1 for each in listed["actions"]]
        )[0]
        answer = ask("resolve", state=state, actions=[choice["action"]])
        assert answer["status"] == "legal", choice
        survived = [event["player"] for event in answer["events"] if event["type"] == "survived"]
        assert bool(survived) == (choice["survival"] == "assured")
        for player in answer["state"]["players"]:
            if player["id"] in survived:
                assert naive.best_set(naive.rule_of(answer["state"]), player["palette"]), "survived with nothing that qualifies"
        want = naive.resolved(state, choice["action"])
        state = answer["state"]
        assert {**state, "aside": sorted(state["aside"])} == {**want, "aside": sorted(want["aside"])}
        log.append(choice["action"])
        events += answer["events"]
        assert all_cards(state) == sorted(naive.ALL)
    assert events[-1]["type"] == "round_won"
    assert ask("verdict", state=state)["winner"] == events[-1]["player"]
    whole = [ask("resolve", state=first, actions=log[i : i + 500]) for i in range(0, len(log), 500)]
    assert whole[0]["applied"] == len(log) <= 500
    assert whole[0]["events"] == events
    assert whole[0]["state"] == state
    return state
