"""Random whole games through deal, legal-actions and resolve: they never disagree."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.adjudication.registry import games
from tests.contract.asking import ask, case_requests

_TRIED = 4
_LONGEST = 400


def deals() -> list[Any]:
    return [
        pytest.param(game, request, id=f"{game}-{i}")
        for game in games()
        for i, request in enumerate(case_requests(game, "deal"))
    ]


@pytest.mark.parametrize(("game", "dealt"), deals())
def test_game(client: FlaskClient, game: str, dealt: dict[str, Any]) -> None:
    chance = random.Random(str(dealt.get("seed")))
    _, answer = ask(client, game, "deal", dealt)
    first = state = answer["state"]
    if state is None:
        assert answer["game_over"] is True
        return
    log: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    while len(log) < _LONGEST:
        _, legal = ask(client, game, "legal-actions", {"state": state})
        assert legal["needs"] == [], "everything was dealt openly"
        actions = [entry["action"] for entry in legal["actions"]]
        if legal["player"] is None:
            assert actions == []
            break
        assert actions, "a turn always has something to do"
        assert all(actions.count(action) == 1 for action in actions)
        for action in chance.sample(actions, min(_TRIED, len(actions))):
            _, done = ask(client, game, "resolve", {"state": state, "actions": [action]})
            assert (done["status"], done["applied"], done["needs"]) == ("legal", 1, []), (state, action, done["findings"])
        log.append(action)
        events += done["events"]
        state = done["state"]
    assert len(log) < _LONGEST, "games end"
    _, whole = ask(client, game, "resolve", {"state": first, "actions": log})
    assert (whole["status"], whole["applied"]) == ("legal", len(log))
    assert whole["state"] == state
    assert whole["events"] == events
    _, after = ask(client, game, "resolve", {"state": state, "actions": [log[-1]]})
    assert (after["status"], after["applied"], after["events"]) == ("illegal", 0, [])
    assert after["state"] == state
    for asked in ("verdict", "score"):
        ask(client, game, asked, {"state": state})


@pytest.mark.parametrize("game", games())
def test_the_log_stops_at_the_first_illegal_action(client: FlaskClient, game: str) -> None:
    request = next(each for each in case_requests(game, "deal") if "after" not in each)
    state = ask(client, game, "deal", request)[1]["state"]
    entry = ask(client, game, "legal-actions", {"state": state})[1]["actions"][0]
    once = ask(client, game, "resolve", {"state": state, "actions": [entry["action"]]})[1]
    twice = ask(client, game, "resolve", {"state": state, "actions": [entry["action"]] * 3})[1]
    if twice["status"] == "illegal" and twice["applied"] == 1:
        assert (twice["state"], twice["events"]) == (once["state"], once["events"])
