"""The Game and The Game: Extreme."""

from __future__ import annotations

from service.adjudication.game import Game, KnownCase, Operation, by_name
from service.adjudication.rulebook import Rulebook
from service.games.the_game import schema
from service.games.the_game.cards import GAME_ID, MAX_PLAYERS
from service.games.the_game.deal import deal
from service.games.the_game.operations import legal_actions, resolve, score, verdict

# The leaflet's own example: an ascending pile shows 47, a 37 goes on it. Then the team has beaten the game.
_KNOWN = KnownCase(
    operation="resolve",
    request={
        "state": {
            "ruleset": "the-game-original",
            "players": [{"id": "Tim", "hand": ["37"]}],
            "piles": {"up_1": ["47"]},
            "turn": {"player": "Tim"},
        },
        "actions": [{"type": "play", "card": "37", "pile": "up_1"}],
    },
    want={"status": "legal", "applied": 1, "state": {"piles": {"up_1": ["47", "37"]}, "result": "won"}},
)

GAME = Game(
    id=GAME_ID,
    rulebook=Rulebook.beside(__file__),
    operations=by_name(
        Operation("deal", schema.DEAL_REQUEST, schema.DEAL_ANSWER, deal, "Shuffle, deal and assign the commands"),
        Operation(
            "legal-actions", schema.STATE_REQUEST, schema.LEGAL_ACTIONS_ANSWER, legal_actions,
            "What the active player may do, and which of it can be survived",
        ),
        Operation(
            "verdict", schema.STATE_REQUEST, schema.VERDICT_ANSWER, verdict,
            "Whether the game is over and why, and which commands are in force",
        ),
        Operation("resolve", schema.RESOLVE_REQUEST, schema.RESOLVE_ANSWER, resolve, "Carry actions out one by one"),
        Operation("score", schema.STATE_REQUEST, schema.SCORE_ANSWER, score, "How many cards the team has laid"),
    ),
    known_case=_KNOWN,
    players=(1, MAX_PLAYERS),
)  # fmt: skip
