"""Random whole matches: deal, legal-actions, resolve and deal again, step by step beside the plain reading."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from service.games.punto import GAME
from tests.games.punto import naive
from tests.games.punto.playing import State, ask, choose, dealt, some_state


def cards(state: State) -> Counter[str]:
    on_board = [card for cell in state["board"] for card in cell["cards"]]
    return Counter([*state["out"], *on_board, *[card for player in state["players"] for card in player["deck"]]])


def check_result(state: State) -> None:
    """verdict and score of a finished round."""
    score, verdict = ask("score", state=state), ask("verdict", state=state)
    line = any(
        naive.lines(naive.tops(state), color, naive.need(state)) for player in state["players"] for color in player["colors"]
    )
    assert score["by"] == ("line" if line else "blocked")
    assert score["winner"] == verdict["winner"] == state["winner"]
    assert verdict["status"] == ("won" if line else "drawn" if state["winner"] == "draw" else "blocked")
    assert score["removed"] == naive.removed(state, state["winner"])
    assert score["tally"] == ([] if line else naive.tally(state))
    lucky = [] if state["winner"] == "draw" else naive.mates(state, state["winner"])
    for player, counted in zip(state["players"], score["rounds_won"], strict=True):
        assert counted["won"] == player["rounds_won"] + (player["id"] in lucky)


def candidates(state: State, rng: random.Random) -> list[dict[str, Any]]:
    """Actions worth trying: every cell in or next to the board, some far away, and a pass."""
    around = {(x + dx, y + dy) for x, y in [*naive.tops(state), (0, 0)] for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)}
    cells = [(x, y) for x, y in around if abs(x) <= 50 and abs(y) <= 50] + [(rng.randint(-50, 50), rng.randint(-50, 50))]
    return [{"type": "pass"}, *[{"type": "place", "x": x, "y": y} for x, y in cells]]


@pytest.mark.parametrize("seed", range(16))
def test_match(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(seed, rounds_to_win=1 + seed % 3)
    total = cards(state)
    assert total.total() == 72
    assert set(total.values()) == {2}
    for _ in range(20):
        state, log, start = play_round(state, rng, dodge=seed // 4 % 2 == 0)
        assert cards(state) == total
        whole = ask("resolve", state=start, actions=log)  # one call audits the round's log
        assert (whole["status"], whole["applied"], whole["state"]) == ("legal", len(log), state)
        check_result(state)
        after = ask("deal", after=state, seed=f"{seed} again")
        if after["game_over"]:
            assert after["game_winners"] == ask("score", state=state)["match_winners"] != []
            assert after["state"] is None
            return
        assert cards(after["state"]) == total
        check_next(state, after["state"])
        state = after["state"]
    pytest.fail("a match should end")


def play_round(state: State, rng: random.Random, dodge: bool) -> tuple[State, list[dict[str, Any]], State]:
    start = state
    log: list[dict[str, Any]] = []
    plain = copy.deepcopy(state)
    for _ in range(400):
        listed = ask("legal-actions", state=state)
        assert listed["player"] == (state["turn"] or {"player": None})["player"]
        found = [tuple(each["action"].values()) for each in listed["actions"]]
        assert found == naive.legal(plain)
        if not found:
            return state, log, start
        action = choose(listed["actions"], rng, dodge)
        answer = ask("resolve", state=state, actions=[action])
        assert answer["status"] == "legal"
        naive.play(plain, action)
        state = answer["state"]
        assert state == plain
        wins = next(each["wins_round"] for each in listed["actions"] if each["action"] == action)
        won = [event["player"] for event in answer["events"] if event["type"] == "round_won"]
        assert wins == any(listed["player"] in naive.mates(state, name) for name in won)
        log.append(action)
    pytest.fail("a round should end")


def check_next(state: State, following: State) -> None:
    ids = [player["id"] for player in state["players"]]
    starter = state["starter"] if state["winner"] == "draw" else ids[(ids.index(state["winner"]) + 1) % len(ids)]
    assert following["starter"] == following["turn"]["player"] == starter
    assert following["board"] == []
    assert following["winner"] is None
    gone = naive.removed(state, state["winner"])
    assert following["out"][: len(state["out"]) + 1] == [*state["out"], *([gone] if gone else [])] or gone is None
    for before, now in zip(state["players"], following["players"], strict=True):
        own = Counter(card for card in now["deck"] if card[0] in before["colors"])
        if state["mode"] == "free_for_all":  # every card of a colour that is not out is back with its owner
            out: Counter[str] = Counter(following["out"])
            assert own == Counter({f"{c}{v}": 2 - out[f"{c}{v}"] for c in before["colors"] for v in range(1, 10)})
        kept = Counter(card for card in before["deck"] if card[0] == state["neutral"])
        assert not kept - Counter(now["deck"])
    if state["mode"] == "teams":
        sizes = [len(player["deck"]) for player in following["players"]]
        assert sizes[0] - sizes[2] in (0, 1)
        assert sizes[1] - sizes[3] in (0, 1)


@pytest.mark.parametrize("seed", range(40))
def test_resolve_accepts_exactly_what_is_listed(seed: int) -> None:
    rng = random.Random(seed)
    state = some_state(seed)
    listed = [each["action"] for each in ask("legal-actions", state=state)["actions"]]
    for action in candidates(state, rng):
        answer = ask("resolve", state=state, actions=[action])
        assert answer["status"] == ("legal" if action in listed else "illegal")
        if answer["status"] == "illegal":
            assert answer["state"] == state
            assert answer["findings"]


def test_answers_fit_their_shapes() -> None:
    for seed in range(40):
        state = some_state(seed)
        for operation in ("legal-actions", "verdict", "score"):
            check_shape(operation, ask(operation, state=state))
        check_shape("resolve", ask("resolve", state=state, actions=[{"type": "pass"}]))
        if state["winner"]:
            check_shape("deal", ask("deal", after=state, seed="x"))


def check_shape(operation: str, answer: dict[str, Any]) -> None:
    envelope = set(GAME.envelope.members)
    faults: list[Any] = []
    GAME.operations[operation].answer.read({k: v for k, v in answer.items() if k not in envelope}, "", faults)
    GAME.envelope.read({k: v for k, v in answer.items() if k in envelope}, "", faults)
    assert not faults
    assert answer["findings"]
