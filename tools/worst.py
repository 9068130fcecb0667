"""Looks for the requests that take longest to judge: `python -m tools.worst red7 --seconds 60`.

A hill-climber. It starts from the vectors and from logs of random games, changes a request a little (moves cards between lists,
takes a part from another request, grows a list, plays a log on), and keeps the change if judging takes longer. What it finds
for each operation is written to `tests/vectors/<game>/worst.json`; a test holds those under the limit.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from service.adjudication.findings import Refused
from service.adjudication.game import Game
from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.vectors import ROOT, vectors

_LARGEST = 30_000
_BARREN = 400
Request = dict[str, Any]
Path_ = tuple[Any, ...]


def cost(game: Game, operation: str, request: Request, times: int = 2) -> float:
    """Seconds of CPU to judge it, the least of a few tries; 0 for what gets no answer."""
    least = float("inf")
    for _ in range(times):
        began = time.thread_time()
        try:
            orjson.dumps(judge(game, game.operations[operation], request))
        except Refused:
            return 0.0
        least = min(least, time.thread_time() - began)
    return least


def places(value: Any, at: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    yield at, value
    if isinstance(value, dict):
        for key, below in value.items():
            yield from places(below, (*at, key))
    elif isinstance(value, list):
        for i, below in enumerate(value):
            yield from places(below, (*at, i))


def kind(at: Path_) -> Path_:
    """Where something stands, whichever of a list it is."""
    return tuple("*" if isinstance(part, int) else part for part in at)


class Climber:
    def __init__(self, game: Game, chance: random.Random) -> None:
        self.game = game
        self.chance = chance
        self.seeds: dict[str, list[Request]] = defaultdict(list)
        self.parts: dict[Path_, list[Any]] = defaultdict(list)
        for case in vectors(game.id):
            if case.get("status", 200) == 200:
                self.learn(case["operation"], case["request"])
        for i in range(6):
            self.play(f"worst {i}")

    def learn(self, operation: str, request: Request) -> None:
        self.seeds[operation].append(request)
        for at, value in places(request):
            if at:
                self.parts[kind(at)].append(value)

    def play(self, seed: str) -> None:
        """A random game: its states are asked about, its log is audited whole."""
        deal = {**self.chance.choice([each for each in self.seeds["deal"] if "after" not in each]), "seed": seed}
        state = first = self.ask("deal", deal)["state"]
        log: list[Any] = []
        while len(log) < 500:
            actions = self.ask("legal-actions", {"state": state})["actions"]
            if not actions:
                break
            log.append(self.picked(actions))
            state = self.ask("resolve", {"state": state, "actions": log[-1:]})["state"]
            if len(log) % 5 == 0:
                for operation in ("legal-actions", "verdict", "score", "turns"):
                    if operation in self.game.operations:
                        self.learn(operation, {"state": state})
        if log:
            self.learn("resolve", {"state": first, "actions": log})

    def picked(self, actions: list[dict[str, Any]]) -> Any:
        """Mostly one that keeps the game going: long games are the long logs."""
        going = [each for each in actions if each.get("survival") != "impossible" and each["action"].get("type") != "pass"]
        return self.chance.choice(going if going and self.chance.random() < 0.95 else actions)["action"]

    def ask(self, operation: str, request: Request) -> dict[str, Any]:
        return judge(self.game, self.game.operations[operation], request)

    def played_on(self, request: Request) -> None:
        """A log grows by some legal actions, or is cut where it stops being legal."""
        for _ in range(self.chance.choice((1, 5, 40))):
            try:
                told = self.ask("resolve", request)
                if told["status"] != "legal":
                    del request["actions"][max(1, told["applied"]) :]
                    return
                actions = self.ask("legal-actions", {"state": told["state"]})["actions"]
            except Refused:
                return
            if not actions or len(request["actions"]) >= 500:
                return
            request["actions"].append(self.picked(actions))

    def changed(self, request: Request) -> Request:
        request = copy.deepcopy(request)
        if isinstance(request.get("actions"), list) and self.chance.random() < 0.4:
            self.played_on(request)
            return request
        for _ in range(self.chance.choice((1, 1, 2, 3, 6))):
            self.change(request)
        return request

    def change(self, request: Request) -> None:
        spots = [(at, value) for at, value in places(request) if at]
        at, value = self.chance.choice(spots)
        *above, last = at
        parent: Any = request
        for part in above:
            parent = parent[part]
        lists = [each for _, each in spots if isinstance(each, list)]
        roll = self.chance.random()
        if roll < 0.35 and len(lists) > 1:
            source, target = self.chance.sample(lists, 2)
            if source and all(type(each) is type(source[0]) for each in target):
                for _ in range(self.chance.choice((1, 1, 1, 4, len(source)))):
                    if source:
                        target.insert(self.chance.randint(0, len(target)), source.pop(self.chance.randrange(len(source))))
        elif roll < 0.5 and isinstance(value, list):
            others = self.parts.get((*kind(at), "*"))
            if others:
                value += copy.deepcopy(self.chance.choices(others, k=self.chance.choice((1, 1, 3, 20))))
        elif roll < 0.6 and isinstance(parent, list):
            del parent[last]
        elif roll < 0.72 and isinstance(value, dict):
            here = kind(at)
            members = [
                each for each in self.parts if len(each) == len(here) + 1 and each[:-1] == here and each[-1] not in value
            ]
            if members:
                member = self.chance.choice(members)
                value[member[-1]] = copy.deepcopy(self.chance.choice(self.parts[member]))
        elif roll < 0.77 and isinstance(value, int) and not isinstance(value, bool):
            parent[last] = value * 2 + 1
        else:
            parent[last] = copy.deepcopy(self.chance.choice(self.parts.get(kind(at)) or [value]))

    def climb(self, operation: str, seconds: float) -> tuple[float, Request]:
        """Up from many starts, anew whenever nothing gets better for a while."""
        ranked = sorted(((cost(self.game, operation, each), i) for i, each in enumerate(self.seeds[operation])), reverse=True)
        best = self.seeds[operation][ranked[0][1]]  # which may be what an earlier run found
        best_cost = cost(self.game, operation, best, 5)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            here = self.seeds[operation][ranked[min(int(self.chance.expovariate(0.2)), len(ranked) - 1)][1]]
            height, barren = cost(self.game, operation, here, 3), 0
            while barren < _BARREN and time.monotonic() < until:
                other = self.changed(here)
                barren += 1
                if len(orjson.dumps(other)) > _LARGEST:
                    continue
                first = cost(self.game, operation, other)
                if first <= height * 1.02:
                    if first > height * 0.97 and self.chance.random() < 0.3:
                        here = other  # sideways: the way up may begin there
                    continue
                measured = cost(self.game, operation, other, 5)  # once more: the machine may have been busy
                if measured > height * 1.01:
                    here, height, barren = other, measured, 0
            height = cost(self.game, operation, here, 5)
            if height > best_cost:
                best_cost, best = height, here
        return best_cost, best


def case_of(game: Game, operation: str, request: Request) -> dict[str, Any]:
    answer = judge(game, game.operations[operation], request)
    want = {
        name: value for name, value in answer.items()
        if name not in ("findings", "decision_id") and len(orjson.dumps(value)) < 1000
    }  # fmt: skip
    identity = f"{game.id}/worst/{operation}"
    return {"id": identity, "clauses": [], "comment": "", "operation": operation, "request": request, "want": want}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("--seconds", type=float, default=20, help="for each operation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--operation", default=None, help="only this one")
    options = parser.parse_args()
    game = games()[options.game]
    climber = Climber(game, random.Random(f"{options.game} {options.seed}"))
    cases = []
    for operation in game.operations:
        if options.operation not in (None, operation):
            cases += [case for case in vectors(game.id) if case["id"] == f"{game.id}/worst/{operation}"]
            continue
        found, request = climber.climb(operation, options.seconds)
        print(f"{game.id} {operation}: {found * 1000:.2f} ms, {len(orjson.dumps(request))} bytes", flush=True)
        cases.append(case_of(game, operation, request))
    target = Path(ROOT) / game.id / "worst.json"
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    target.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
