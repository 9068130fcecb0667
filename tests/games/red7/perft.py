"""Counted game trees: how many legal sequences of so many actions a deal has. No one can fudge them."""

from __future__ import annotations

import copy
from typing import Any

from service.adjudication.judge import judge
from service.adjudication.registry import games
from service.games.red7.actions import spelled
from service.games.red7.resolve import Log, draw_clause, step
from service.games.red7.state import Table, read_table
from service.games.red7.turn import CANVAS, Turn


def dealt(request: dict[str, Any]) -> Table:
    game = games()["red7"]
    state = judge(game, game.operations["deal"], request)["state"]
    return read_table(game.operations["legal-actions"].request.read({"state": state})["state"])


def count(table: Table, depth: int) -> int:
    if table.active is None:
        return 0
    turn = Turn.of(table)
    actions: list[dict[str, Any]] = []
    for move, _ in turn.legal_moves():
        asks = move.kind == CANVAS and table.draw_optional and draw_clause(table, table.active, CANVAS, move.card) is not None
        actions += spelled(turn, move, asks)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = copy.deepcopy(table)
        assert step(after, action, "", Log()) is None
        total += count(after, depth - 1)
    return total
