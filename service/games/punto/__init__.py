"""Punto: cards of your colour in a line on a board of six by six cells."""

from service.adjudication.game import Game, KnownCase
from service.adjudication.rulebook import Rulebook
from service.games.punto.operations import OPERATIONS

GAME = Game(
    id="punto",
    rulebook=Rulebook.beside(__file__),
    operations=OPERATIONS,
    known_case=KnownCase(
        operation="verdict",
        request={
            "state": {
                "players": [{"id": "ann", "colors": ["R", "Y"]}, {"id": "bob", "colors": ["G", "B"]}],
                "board": [{"x": x, "y": x, "cards": ["B1", f"R{x + 2}"][-1 - x % 2 :]} for x in range(5)],
            }
        },
        want={
            "status": "won",
            "winner": "ann",
            "lines": [{"color": "R", "player": "ann", "cells": [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4]]}],
            "active": None,
        },
    ),
    players=(2, 4),
)
