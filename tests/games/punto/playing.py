"""Asking the service, and random rounds to ask it about."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from service.adjudication.judge import judge
from service.games.punto import GAME

State = dict[str, Any]
NAMES = ["ann", "李", "a/b~c", "draw?"]
TABLES = [(2, "free_for_all"), (3, "free_for_all"), (4, "free_for_all"), (4, "teams")]


def ask(operation: str, language: str = "en", **request: Any) -> dict[str, Any]:
    return judge(GAME, GAME.operations[operation], request, language)


def dealt(seed: int, **options: Any) -> State:
    """A first round for a table that depends on the seed."""
    players, mode = TABLES[seed % 4]
    options = {"mode": mode, "rulings": {"blocked": "one" if seed % 3 == 0 else "all"}, **options}
    state: State = ask("deal", players=NAMES[:players], seed=f"seed {seed}", **options)["state"]
    return state


def choose(actions: list[dict[str, Any]], rng: random.Random, dodge: bool) -> dict[str, Any]:
    """A random one; who dodges wins only when there is nothing else, so that boards fill up."""
    quiet = [each for each in actions if not each["wins_round"]]
    action: dict[str, Any] = rng.choice(quiet if dodge and quiet else actions)["action"]
    return action


@cache
def some_state(seed: int) -> State:
    """A round somewhere in its middle, or finished. Not to be changed."""
    rng = random.Random(seed)
    state = dealt(seed)
    for _ in range(rng.randrange(75)):
        actions = ask("legal-actions", state=state)["actions"]
        if not actions:
            break
        state = ask("resolve", state=state, actions=[choose(actions, rng, dodge=True)])["state"]
    return state
