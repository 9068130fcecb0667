"""Whole games from the deal to the end, played at random through the operations."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.adjudication.findings import Fault
from tests.games.the_game.tables import ask, the_game

ALL = {str(n) for n in range(2, 100)}


def _cards(state: dict[str, Any]) -> list[str]:
    return [
        *state["deck"],
        *(card for player in state["players"] for card in player["hand"]),
        *(card for pile in state["piles"].values() for card in pile),
    ]


def _choose(rng: random.Random, listed: list[dict[str, Any]], state: dict[str, Any]) -> dict[str, Any]:
    """Mostly a careful move (small steps, no fatal ones), so that games last; now and then anything."""
    if rng.random() < 0.02:
        return rng.choice(listed)
    alive = [each for each in listed if each["survival"] != "impossible"] or listed
    ends = [each for each in alive if each["action"]["type"] == "end_turn"]
    if ends and rng.random() < 0.8:
        return ends[0]

    def distance(each: dict[str, Any]) -> int:
        action = each["action"]
        if action["type"] == "end_turn":
            return 50
        up = action["pile"].startswith("up")
        pile = state["piles"][action["pile"]]
        top = int(pile[-1]) if pile else (1 if up else 100)
        return int(action["card"]) - top if up else top - int(action["card"])

    return min(alive, key=distance)


@pytest.mark.parametrize("seed", range(24))
def test_a_whole_game(seed: int) -> None:
    rng = random.Random(seed)
    names = ["Ann", "Bob", "Cy", "Dot", "Eve"][: 1 + seed % 5]
    options: dict[str, Any] = {"rulings": {"one_pile": rng.choice(("from_then_on", "whole_turn"))}}
    if seed % 3 == 0:
        options["ruleset"] = "the-game-original"
    first = ask("deal", players=names, seed=f"game {seed}", **options)["state"]
    state = first
    log: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    while state["result"] is None:
        answer = ask("legal-actions", state=state)
        assert answer["player"] == state["turn"]["player"]
        chosen = _choose(rng, answer["actions"], state)
        step = ask("resolve", state=state, actions=[chosen["action"]])
        _holds(chosen, step)
        log.append(chosen["action"])
        events += step["events"]
        state = step["state"]
        assert sorted(_cards(state)) == sorted(ALL), "cards are conserved"
        assert ask("verdict", state=state)["status"] == (state["result"] or "in_progress")
    # The whole log at once tells the same story, and nothing can be done after the end.
    whole = ask("resolve", state=first, actions=log)
    assert (whole["status"], whole["applied"], whole["events"], whole["state"]) == ("legal", len(log), events, state)
    beyond = ask("resolve", state=first, actions=[*log, {"type": "end_turn"}])
    assert (beyond["status"], beyond["applied"], beyond["state"]) == ("illegal", len(log), state)


def _holds(chosen: dict[str, Any], step: dict[str, Any]) -> None:
    """What a survival promises about the action itself."""
    assert (step["status"], step["applied"]) == ("legal", 1)
    acted = step["events"][0]["player"]
    lost = [event for event in step["events"] if event["type"] == "lost" and event["player"] == acted]
    kinds = [event["type"] for event in step["events"]]
    if chosen["survival"] == "assured":
        assert "turn_ended" in kinds
    elif chosen["survival"] == "possible":
        assert "turn_ended" not in kinds
        assert not lost


@pytest.mark.parametrize("seed", range(12))
def test_an_impossible_play_always_ends_lost(seed: int) -> None:
    """From an action without survival on, every way to go on loses before the next player's turn."""
    rng = random.Random(seed)
    met = 0
    for attempt in range(40):
        state = ask("deal", players=["Ann"], seed=f"{seed}/{attempt}")["state"]
        for _ in range(30):
            if state["result"] is not None:
                break
            listed = ask("legal-actions", state=state)["actions"]
            fatal = [each for each in listed if each["survival"] == "impossible"]
            if fatal:
                _always_loses(rng, state, rng.choice(fatal)["action"])
                met += 1
                break
            state = ask("resolve", state=state, actions=[rng.choice(listed)["action"]])["state"]
    assert met > 0


def _always_loses(rng: random.Random, state: dict[str, Any], action: dict[str, Any]) -> None:
    for _ in range(20):
        answer = ask("resolve", state=state, actions=[action])
        assert "turn_ended" not in [event["type"] for event in answer["events"]]
        state = answer["state"]
        if state["result"] is not None:
            assert state["result"] == "lost"
            return
        action = rng.choice(ask("legal-actions", state=state)["actions"])["action"]
    raise AssertionError("the turn never ended")


def test_a_game_that_is_won() -> None:
    """Cards dealt in order: the team lays them upwards in pairs from the first to the last."""
    hands = [[str(n) for n in range(2 + 7 * i, 9 + 7 * i)] for i in range(2)]
    players = [{"id": name, "hand": hand} for name, hand in zip(("Ann", "Bob"), hands, strict=True)]
    deck = [str(n) for n in range(16, 100)]
    state: dict[str, Any] = {"ruleset": "the-game-original", "players": players, "deck": deck, "turn": {"player": "Ann"}}
    log: list[dict[str, Any]] = []
    while state.get("result") is None:
        hand = next(player["hand"] for player in state["players"] if player["id"] == state["turn"]["player"])
        piles = state.get("piles", {})
        own, pile = sorted(map(int, hand)), "up_1" if state["turn"]["player"] == "Ann" else "up_2"
        assert not piles.get(pile) or own[0] > int(piles[pile][-1])
        actions = [{"type": "play", "card": str(card), "pile": pile} for card in own[: 2 if state["deck"] else 1]]
        actions += [{"type": "end_turn"}] * (len(own) > len(actions))
        log += actions
        answer = ask("resolve", state=state, actions=actions)
        assert answer["status"] == "legal", answer["findings"]
        state = answer["state"]
    assert state["result"] == "won"
    assert ask("score", state=state)["laid"] == 98
    assert ask("score", state=state)["beaten"] is True
    assert len(log) > 140


def test_every_answer_fits_its_schema() -> None:
    """The answer shapes are strict: nothing missing, nothing extra, for every operation along a game."""
    state = ask("deal", players=["Ann", "Bob"], seed="schema")["state"]
    _fits("deal", players=["Ann", "Bob"], seed="schema")
    for _ in range(60):
        for operation in ("legal-actions", "verdict", "score"):
            answer = _fits(operation, state=state)
            if operation == "legal-actions":
                listed = answer["actions"]
        if not listed:
            break
        action = listed[len(state["deck"]) % len(listed)]["action"]
        _fits("resolve", state=state, actions=[action, {"type": "end_turn", "drawn": ["2", "??"]}])
        state = ask("resolve", state=state, actions=[action])["state"]
    assert state["result"] is not None


def _fits(operation: str, **request: Any) -> dict[str, Any]:
    answer = ask(operation, **request)
    game = the_game()
    faults: list[Fault] = []
    body = {name: value for name, value in answer.items() if name not in game.envelope.members}
    game.operations[operation].answer.read(body, "", faults)
    game.envelope.read({name: value for name, value in answer.items() if name in game.envelope.members}, "", faults)
    assert not faults, (operation, faults)
    assert answer["findings"], "every answer says why"
    return answer
