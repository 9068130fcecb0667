"""The rules alone stay far below the cost of a request, even on a full board."""

from __future__ import annotations

import time
import timeit
from typing import Any

from service.games.punto import GAME
from service.games.punto.cards import CODES
from tests.games.punto.playing import ask, dealt


def best(judge: Any, request: dict[str, Any]) -> float:
    """Seconds of processor time for one call, of the least disturbed of several runs."""
    return min(timeit.repeat(lambda: judge(request), timer=time.process_time, number=20, repeat=10)) / 20


def test_full_board() -> None:
    cells = [(x, y) for x in range(6) for y in range(6)]
    tops = [code for code in CODES if code[1] in "12345678"]
    board = [{"x": x, "y": y, "cards": [tops[(7 * x + 11 * y) % 32]]} for x, y in cells]
    players = [{"id": "ann", "colors": ["R", "Y"], "deck": ["R9"]}, {"id": "bob", "colors": ["G", "B"]}]
    operation = GAME.operations["legal-actions"]
    request = operation.request.read({"state": {"players": players, "board": board, "turn": {"player": "ann"}}})
    assert len(operation.judge(request).body["actions"]) == 36
    assert best(operation.judge, request) < 0.001


def test_a_log_costs_less_than_its_actions_one_by_one() -> None:
    state = start = dealt(2)
    log: list[dict[str, Any]] = []
    while actions := ask("legal-actions", state=state)["actions"]:
        log.append(min(actions, key=lambda each: each["wins_round"])["action"])
        state = ask("resolve", state=state, actions=log[-1:])["state"]
    operation = GAME.operations["resolve"]
    whole = operation.request.read({"state": start, "actions": log})
    one = operation.request.read({"state": start, "actions": log[:1]})
    assert operation.judge(whole).body["applied"] == len(log) > 30
    assert best(operation.judge, whole) < len(log) / 2 * best(operation.judge, one)
