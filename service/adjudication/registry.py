"""Finds the games: every package under `service.games` that exports `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from service import games as games_package
from service.adjudication.game import Game


@cache
def games() -> Mapping[str, Game]:
    """All games by id, in alphabetical order."""
    found = {}
    for module in pkgutil.iter_modules(games_package.__path__):
        game: Game = importlib.import_module(f"{games_package.__name__}.{module.name}").GAME
        found[game.id] = game
    return dict(sorted(found.items()))
