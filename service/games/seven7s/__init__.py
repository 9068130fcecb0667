"""Siedem (Seven7s) by Jason Tagmire: seven columns, seven powers, and the seventh card ends the game."""

from service.adjudication.game import Game, KnownCase
from service.adjudication.rulebook import Rulebook
from service.games.seven7s.operations import OPERATIONS

# The scoring example of the rulebook: two cards in the ages column, trump blue (seven7s/6.3, 6.4).
_EXAMPLE = {
    "players": [
        {"id": "1", "hand": ["sins-5-violet", "seas-4-red", "virtues-7-green"]},
        {"id": "2", "hand": ["virtues-5-orange", "wonders-2-red", "fortunes-6-blue"]},
    ],
    "columns": {"ages": ["ages-3-green", "ages-1-orange"], "colors": ["colors-6-red", "colors-3-blue"]},
}

GAME = Game(
    id="seven7s",
    rulebook=Rulebook.beside(__file__),
    operations=OPERATIONS,
    known_case=KnownCase("score", {"state": _EXAMPLE}, {"over": False, "winners": ["2"]}),
    players=(2, 4),
)
