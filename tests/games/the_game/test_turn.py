"""The service against the naive reading: the same legal actions, the same survival, the same fate of every play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.the_game.naive import PILES, Play, Turn
from tests.games.the_game.tables import as_state, ask, tight_turn


@pytest.mark.parametrize(("seed", "largest", "tables"), [(1, 4, 350), (2, 5, 250), (3, 6, 150), (4, 8, 60)])
def test_turns_agree_with_the_naive_reading(seed: int, largest: int, tables: int) -> None:
    rng = random.Random(seed)
    for _ in range(tables):
        turn, players, deck = tight_turn(rng, largest)
        while True:
            state = as_state(turn, players, deck)
            if _agrees_that_it_is_over(turn, state):
                break
            _agrees_on_actions(turn, state)
            further = [play for play in turn.plays() if turn.after(play).fate()[0] == "goes_on"]
            if not further:
                break
            turn = turn.after(rng.choice(further))


def _agrees_that_it_is_over(turn: Turn, state: dict[str, Any]) -> bool:
    reason = turn.over()
    verdict = ask("verdict", state=state)
    assert verdict["reason"] == reason, state
    assert verdict["status"] == ask("score", state=state)["status"] == ("lost" if reason else "in_progress")
    if reason is None:
        assert verdict["active"]["survival"] == ("possible" if turn.survives() else "impossible"), state
        return False
    assert verdict["active"]["survival"] == "impossible"
    assert ask("legal-actions", state=state)["player"] is None
    assert all(_resolve(state, action)["status"] == "illegal" for action in _candidates(turn))
    return True


def _agrees_on_actions(turn: Turn, state: dict[str, Any]) -> None:
    listed = ask("legal-actions", state=state)["actions"]
    want = {_spelled(play): survival for play, survival in turn.legal()}
    have = {_spelled_action(each["action"]): each["survival"] for each in listed}
    assert have == want, state
    assert len(have) == len(listed), "an action is listed twice"
    for action in _candidates(turn):
        answer = _resolve(state, action)
        assert (answer["status"] == "legal") == (_spelled_action(action) in want), (state, action)
        if answer["status"] == "legal":
            _agrees_on_fate(turn, action, answer)


def _agrees_on_fate(turn: Turn, action: dict[str, Any], answer: dict[str, Any]) -> None:
    if action["type"] == "play":
        fate, reason = turn.after((int(action["card"]), action["pile"])).fate()
    else:
        reason = turn.broken_at_end()
        fate = "lost" if reason else "ended"
    kinds = [event["type"] for event in answer["events"]]
    assert ("turn_ended" in kinds) == (fate == "ended")
    if fate == "lost":
        assert answer["events"][-1]["type"] == "lost"
        assert answer["events"][-1]["reason"] == reason
        assert answer["state"]["result"] == "lost"
        assert answer["state"]["turn"] is None
    elif fate == "goes_on":
        assert answer["state"]["turn"]["steps"][-1] == action


def _candidates(turn: Turn) -> list[dict[str, Any]]:
    """Every action with a card in hand, legal or not, one with a foreign card, and `end_turn`."""
    plays = [{"type": "play", "card": str(card), "pile": pile} for card in turn.hand for pile in PILES]
    foreign = next(card for card in range(2, 100) if card not in turn.hand)
    return [*plays, {"type": "play", "card": str(foreign), "pile": "up_1"}, {"type": "end_turn"}]


def _resolve(state: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    return ask("resolve", state=state, actions=[action])


def _spelled(play: Play | None) -> tuple[str, str]:
    return ("", "") if play is None else (str(play[0]), play[1])


def _spelled_action(action: dict[str, Any]) -> tuple[str, str]:
    return action.get("card", ""), action.get("pile", "")
