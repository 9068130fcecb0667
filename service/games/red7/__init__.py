"""Red7: basic and advanced, each with or without the effects of odd cards."""

from __future__ import annotations

from service.adjudication.game import Game, KnownCase, Operation, by_name
from service.adjudication.rulebook import Rulebook
from service.games.red7 import schema
from service.games.red7.deal import deal
from service.games.red7.operations import legal_actions, resolve, score, turns, verdict

# The rulebook's own example of a tie broken by the highest card.
_KNOWN = KnownCase(
    "verdict",
    {
        "state": {
            "variant": "basic",
            "players": [{"id": "Bartek", "palette": ["R5", "O6", "Y2"]}, {"id": "Ania", "palette": ["R7", "O2", "B2"]}],
            "canvas": ["G4"],
            "turn": {"player": "Bartek"},
        }
    },
    {"rule": "green", "leader": "Bartek", "round_over": False},
)

GAME = Game(
    id="red7",
    rulebook=Rulebook.beside(__file__),
    operations=by_name(
        Operation("deal", schema.DEAL_REQUEST, schema.DEAL_ANSWER, deal, "Deal the first round, or the next one"),
        Operation(
            "legal-actions", schema.STATE_REQUEST, schema.LEGAL_ANSWER, legal_actions, "What the active player may do now"
        ),
        Operation("verdict", schema.STATE_REQUEST, schema.VERDICT_ANSWER, verdict, "Who leads, who survives, and why"),
        Operation("resolve", schema.RESOLVE_REQUEST, schema.RESOLVE_ANSWER, resolve, "Carry out actions, effect by effect"),
        Operation("score", schema.STATE_REQUEST, schema.SCORE_ANSWER, score, "The round's points and the game's standing"),
        Operation("turns", schema.TURNS_REQUEST, schema.TURNS_ANSWER, turns, "Every complete turn of the active player"),
    ),
    known_case=_KNOWN,
    players=schema.PLAYERS,
)
