"""Inside: what a judgement takes without HTTP, and Red7's verdicts and turns on parsed tables.

The floor of a judgement is orjson reading the same request and writing the same answer: the least that any service in Python
that speaks JSON would spend on it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import orjson

from service.adjudication.judge import judge
from service.adjudication.registry import games
from service.games.red7.cards import CODES
from service.games.red7.standings import standings
from service.games.red7.state import Table, read_table
from service.games.red7.turns import all_turns
from tools.bench.positions import Played, by_chance, fixed, played
from tools.bench.timing import Spread, each, measure, micro, ratios

LOG = 500
_POSITIONS = 2000
ONE_OF_EACH = ["R1", "O2", "Y3", "G4", "B5", "I6", "V7"]


class Timed(NamedTuple):
    what: str
    micros: Spread
    floors: Spread  # as a multiple of the floor


def judgements(repeats: int) -> Iterator[Timed]:
    for game in games().values():
        for name in ("verdict", "legal-actions"):
            for kind, requests in (("fixed", fixed(game.id, name)), ("random", by_chance(game.id, name))):
                ask = partial(judge, game, game.operations[name])
                echoed = [(orjson.dumps(request), ask(request)) for request in requests]
                times = measure({"ours": each(ask, requests), "floor": each(_echo, echoed)}, repeats=repeats)
                yield Timed(
                    f"{game.id} {name}, {kind} positions",
                    micro(times["ours"], len(requests)),
                    ratios(times["ours"], times["floor"]),
                )


def _echo(exchange: tuple[bytes, dict[str, Any]]) -> None:
    orjson.loads(exchange[0])
    orjson.dumps(exchange[1])


# Red7 on tables -----------------------------------------------------------------------------------------------------------


def red7_state(chance: random.Random, hand: list[str] | int, *, effects: bool) -> dict[str, Any]:
    """Two players with a card in each palette, Ania to play; her hand is given or is so many cards."""
    left = [code for code in CODES[:49] if isinstance(hand, int) or code not in hand]
    chance.shuffle(left)
    own = [left.pop() for _ in range(hand)] if isinstance(hand, int) else hand
    players = [
        {"id": "Ania", "palette": [left.pop()], "hand": own},
        {"id": "Bartek", "palette": [left.pop()], "hand": [left.pop() for _ in range(7)]},
    ]
    canvas = [left.pop()]
    table = {"players": players, "canvas": canvas, "deck": left, "turn": {"player": "Ania"}}
    return {"variant": "advanced", "effects": effects, **table}


def table_of(state: dict[str, Any]) -> Table:
    request = games()["red7"].operations["verdict"].request.read({"state": state})
    return read_table(request["state"])


def palettes(chance: random.Random) -> Table:
    """2 to 4 palettes of 1 to 7 cards."""
    left = list(CODES[:49])
    chance.shuffle(left)
    players = [
        {"id": f"player {seat}", "palette": [left.pop() for _ in range(chance.randint(1, 7))], "hand": []}
        for seat in range(chance.randint(2, 4))
    ]
    return table_of({"variant": "basic", "players": players, "canvas": [left.pop()], "turn": None})


def red7(repeats: int) -> Iterator[Timed]:
    """Random positions (many: a few hands full of 5s weigh as hundreds of others), and fixed ones: the vectors' tables, and a
    hand with a card of each number."""
    chance = random.Random(7)
    verdicts = [palettes(chance) for _ in range(_POSITIONS)]
    vectors = [table_of(request["state"]) for request in fixed("red7", "verdict", 40)]
    one_of_each = {effects: red7_state(random.Random(1), ONE_OF_EACH, effects=effects) for effects in (False, True)}
    named = " ".join(ONE_OF_EACH)
    tables = {
        "turns of 7 cards without effects, random": _random_tables(chance, effects=False),
        "turns of 7 cards with effects, random": _random_tables(chance, effects=True),
        f"turns of {named} without effects": [table_of(one_of_each[False])],
        f"turns of {named} with effects": [table_of(one_of_each[True])],
    }
    # The floor is something in pure Python that no version of ours changes: the palettes' cards sorted, as anyone would begin.
    jobs = {
        "floor": each(_sorted_palettes, verdicts),
        "verdict of 2 to 4 palettes": each(standings, verdicts),
        "verdict of the vectors' tables": each(standings, vectors),
    }
    counts = {"floor": _POSITIONS, "verdict of 2 to 4 palettes": _POSITIONS, "verdict of the vectors' tables": len(vectors)}
    for what, laid in tables.items():
        jobs[what] = each(_all_turns, laid)
        counts[what] = len(laid)
    times = measure(jobs, repeats=repeats, seconds=0.1)
    single = {what: [time / counts[what] for time in found] for what, found in times.items()}
    for what, found in single.items():
        if what != "floor":
            yield Timed(f"red7 {what}", micro(found), ratios(found, single["floor"]))


def _random_tables(chance: random.Random, *, effects: bool) -> list[Table]:
    return [table_of(red7_state(chance, 7, effects=effects)) for _ in range(_POSITIONS)]


def _all_turns(table: Table) -> None:
    all_turns(table, 1_000_000)


def _sorted_palettes(table: Table) -> None:
    for player in table.players:
        sorted(player.palette)


# Logs ---------------------------------------------------------------------------------------------------------------------


class Audited(NamedTuple):
    """A whole game's log in one call, as a share of as many single calls; and the same for 500 actions along the line."""

    game: str
    actions: int
    share: Spread
    of_500: Spread


def longest(game_id: str) -> Played:
    return max(played(game_id), key=lambda game: len(game.actions))


def audits(repeats: int) -> Iterator[Audited]:
    """No game lasts for 500 actions: that figure is drawn from the cost of a log's beginning and of the whole of it."""
    for game in games().values():
        log = longest(game.id)
        some = max(1, len(log.actions) // 4)
        whole = {"state": log.first, "actions": log.actions}
        part = {"state": log.first, "actions": log.actions[:some]}
        steps = [{"state": state, "actions": [action]} for state, action in zip(log.states, log.actions, strict=True)]
        ask = partial(judge, game, game.operations["resolve"])
        times = measure({"whole": each(ask, [whole]), "part": each(ask, [part]), "steps": each(ask, steps)}, repeats=repeats)
        yield audited(game.id, some, len(log.actions), times["whole"], times["part"], times["steps"])


def audited(game_id: str, some: int, actions: int, whole: list[float], part: list[float], steps: list[float]) -> Audited:
    """Of the time for the whole log, for `some` of its actions, and for all of them one by one; a figure a repeat."""
    of_500 = []
    for all_, beginning, single in zip(whole, part, steps, strict=True):
        slope = (all_ - beginning) / (actions - some)
        of_500.append((all_ + slope * (LOG - actions)) / (single / actions * LOG))
    return Audited(game_id, actions, ratios(whole, steps), Spread.of(of_500))
