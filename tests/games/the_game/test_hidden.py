"""Hidden cards: what a player cannot see changes nothing, and what is hidden is taken as said."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests.games.the_game.tables import as_state, ask, tight_turn


def _played_on(seed: int) -> dict[str, Any]:
    """A dealt game some turns on, in mid-turn or at the start of one."""
    rng = random.Random(seed)
    players = ["Ann", "Bob", "Cy", "Dot", "Eve"][: 1 + seed % 5]
    state: dict[str, Any] = ask("deal", players=players, seed=f"hidden {seed}")["state"]
    for _ in range(rng.randint(1, 12)):
        listed = ask("legal-actions", state=state)["actions"]
        alive = [each for each in listed if each["survival"] != "impossible"]
        if not alive:
            break
        following = ask("resolve", state=state, actions=[rng.choice(alive)["action"]])["state"]
        if following["result"] is not None:
            break
        state = following
    return state


@pytest.mark.parametrize("seed", range(20))
def test_only_what_the_player_sees_counts(seed: int) -> None:
    """Hiding the draw pile and the other hands changes no list of actions, no verdict and no score."""
    state = _played_on(seed)
    hidden = copy.deepcopy(state)
    hidden["deck"] = ["??"] * len(hidden["deck"])
    for player in hidden["players"]:
        if player["id"] != hidden["turn"]["player"]:
            player["hand"] = ["??"] * len(player["hand"])
    for operation in ("legal-actions", "verdict", "score"):
        assert _body(ask(operation, state=hidden)) == _body(ask(operation, state=state))


@pytest.mark.parametrize("seed", range(20))
def test_a_hidden_game_follows_the_open_one(seed: int) -> None:
    """With everything hidden and each draw said, a log leads to the same events and open cards."""
    rng = random.Random(seed)
    state = _played_on(seed)
    hidden = copy.deepcopy(state)
    hidden["deck"] = ["??"] * len(hidden["deck"])
    for player in hidden["players"]:
        player["hand"] = ["??"] * len(player["hand"])
    for _ in range(15):
        listed = ask("legal-actions", state=state)["actions"]
        alive = [each["action"] for each in listed if each["survival"] != "impossible"]
        if not alive:
            break
        action = rng.choice(alive)
        answer = ask("resolve", state=state, actions=[action])
        drawn = [event["cards"] for event in answer["events"] if event["type"] == "drew"]
        said = {**action, "drawn": drawn[0]} if drawn else action
        blind = ask("resolve", state=hidden, actions=[said])
        assert blind["status"] == "legal", (hidden, said, blind["findings"])
        if answer["state"]["result"] is not None:
            # A loss for want of a playable card cannot be told from a hidden hand; nothing else may differ.
            assert answer["events"][: len(blind["events"])] == blind["events"]
            break
        assert blind["events"] == answer["events"]
        assert blind["state"]["piles"] == answer["state"]["piles"]
        sizes = [len(player["hand"]) for player in blind["state"]["players"]]
        assert sizes == [len(player["hand"]) for player in answer["state"]["players"]]
        state, hidden = answer["state"], blind["state"]


@pytest.mark.parametrize("seed", range(6))
def test_a_hidden_card_in_the_own_hand(seed: int) -> None:
    """Survival is possible if the known cards are enough, else undetermined; the game is not over by 6.2."""
    rng = random.Random(seed)
    for _ in range(60):
        turn, players, deck = tight_turn(rng, 5)
        if turn.over() == "skull_showing":
            continue
        for play in [None, *turn.plays()]:
            moment = turn if play is None else turn.after(play)
            if not moment.hand or moment.fate()[0] == "ended" or moment.stopped():
                continue
            state = as_state(moment, players, deck)
            size = len(moment.hand) + len(moment.laid)
            if size >= (0, 8, 7, 6, 6, 6)[players]:
                continue
            state["players"][0]["hand"] = [*state["players"][0]["hand"], "??"]
            answer = ask("verdict", state=state)
            assert answer["status"] == "in_progress"
            assert answer["active"]["survival"] == ("possible" if moment.survives() else "undetermined"), state


def _body(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in ("decision_id",)}
