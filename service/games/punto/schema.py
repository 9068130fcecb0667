"""The shapes of Punto's requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.adjudication.findings import Fault, Malformed
from service.adjudication.schema import RequestSchema, deal_request, request
from service.adjudication.shapes import (
    Anything,
    Card,
    Cards,
    Choice,
    Components,
    Flag,
    Integer,
    JsonSchema,
    ListOf,
    Record,
    Shape,
    Tagged,
    Text,
    player_id,
)
from service.games.punto.cards import CODES, COLORS
from service.games.punto.grid import EDGE
from service.games.punto.state import DRAW, RULESET

_FOUR_IN_TEAMS: JsonSchema = {
    "if": {"required": ["mode"], "properties": {"mode": {"const": "teams"}}},
    "then": {"properties": {"players": {"minItems": 4}}},
}


def _coordinate(**kwargs: Any) -> Integer:
    return Integer(-EDGE, EDGE, required=True, **kwargs)


def _mode(**kwargs: Any) -> Choice:
    return Choice("free_for_all", "teams", doc="In teams, seats 1 and 3, and 2 and 4, play together.", **kwargs)


_BLOCKED = "The round ends when all players in turn cannot place (`all`), or as soon as one cannot (`one`). Ruling R1."


def _rulings(**kwargs: Any) -> Record:
    blocked = Choice("all", "one", load_default="all", doc=_BLOCKED)
    return Record({"blocked": blocked}, component="PuntoRulings", **kwargs)


def _complete_rulings() -> Record:
    blocked = Choice("all", "one", required=True, doc=_BLOCKED)
    return Record({"blocked": blocked}, component="PuntoRulingsComplete", required=True)


def _rounds_to_win(**kwargs: Any) -> Integer:
    return Integer(1, 9, doc="How many rounds win the match.", **kwargs)


def _four_in_teams(value: dict[str, Any], at: str, faults: list[Fault]) -> None:
    if value["mode"] == "teams" and len(value["players"]) != 4:
        faults.append(Fault(f"{at}/players", "teams_of_four"))


def _state(complete: bool, **kwargs: Any) -> Record:
    """A state as clients send it, most of it optional; or, in answers, with everything written out."""

    def given(default: Any) -> dict[str, Any]:
        return {"required": True} if complete else {"load_default": default}

    suffix = "Complete" if complete else ""
    player = {
        "id": player_id(required=True),
        "colors": ListOf(Choice(*COLORS), 1, 2, required=True),
        "deck": Cards(CODES, doc="Top card first; the active player's first card is the one turned up.", **given(list)),
        "rounds_won": Integer(0, **given(0)),
    }
    cell = {
        "x": _coordinate(),
        "y": _coordinate(),
        "cards": Cards(CODES, low=1, required=True, doc="The lowest first: the last one shows."),
    }
    turn = {"player": player_id(required=True), "passes": Integer(0, doc="Passes in a row so far.", **given(0))}
    members: dict[str, Shape] = {
        "ruleset": Choice(RULESET, **given(RULESET)),
        "mode": _mode(**given("free_for_all")),
        "rulings": _complete_rulings() if complete else _rulings(load_default=lambda: {"blocked": "all"}),
        "rounds_to_win": _rounds_to_win(**given(2)),
        "players": ListOf(Record(player, component=f"PuntoPlayer{suffix}"), 2, 4, required=True, doc="In seating order."),
        "neutral": Choice(*COLORS, allow_none=True, doc="With three players the colour that nobody owns.", **given(None)),
        "board": ListOf(Record(cell, component="PuntoCell"), **given(list)),
        "out": Cards(CODES, doc="Cards out of the game.", **given(list)),
        "starter": player_id(allow_none=True, doc="Who started the round.", **given(None)),
        "turn": Record(turn, component=f"PuntoTurn{suffix}", allow_none=True, **given(None)),
        "winner": player_id(allow_none=True, doc=f"Who won the round, `{DRAW}`, or null.", **given(None)),
    }
    return Record(members, check=_four_in_teams, extra=_FOUR_IN_TEAMS, component=f"PuntoState{suffix}", **kwargs)


STATE = _state(complete=False, required=True)
COMPLETE_STATE = _state(complete=True, required=True)

_SAID = Card(CODES, doc="The card turned up; where the deck shows it, saying it is optional and must agree.")
_PLACE = {"x": _coordinate(), "y": _coordinate()}
ACTION = Tagged(
    {
        "place": Record({**_PLACE, "card": _SAID}, component="PuntoPlace"),
        "pass": Record({"card": _SAID}, component="PuntoPass"),
    }
)

STATE_REQUEST = request(state=STATE)
RESOLVE = request(state=STATE, actions=ListOf(ACTION, 1, 500, required=True))


class _Deal(RequestSchema):
    def read(self, payload: Any) -> dict[str, Any]:
        loaded = super().read(payload)
        faults: list[Fault] = []
        _four_in_teams(loaded, "", faults)
        if faults:
            raise Malformed(faults)
        return loaded

    def describe(self, components: Components) -> JsonSchema:
        return {**super().describe(components), **_FOUR_IN_TEAMS}


DEAL = deal_request(
    2,
    4,
    {
        "mode": _mode(load_default="free_for_all"),
        "rulings": _rulings(load_default=lambda: {"blocked": "all"}),
        "rounds_to_win": _rounds_to_win(load_default=2),
    },
    after=_state(complete=False),
    base=_Deal,
)


# Answers: they document and test what the operations give.


def _players_list(**kwargs: Any) -> ListOf:
    return ListOf(player_id(), required=True, **kwargs)


_LINE = Record(
    {
        "color": Choice(*COLORS, required=True),
        "player": player_id(required=True),
        "cells": ListOf(ListOf(Integer(-EDGE, EDGE), 2, 2), 3, 6, required=True, doc="Pairs of x and y, ascending."),
    },
    component="PuntoLine",
)
_WINNER = player_id(required=True, allow_none=True, doc=f"A player, `{DRAW}`, or null.")
_NEEDS = ListOf(Text(1), required=True, doc="Pointers to the cards that must be known.")


def _event(name: str, members: Mapping[str, Shape] | None = None, player: Shape | None = None) -> Record:
    actor = player or player_id(required=True)
    members = {"player": actor, **(members or {}), "clause": Text(1, required=True)}
    return Record(members, component=f"Punto{name}Event")


_NOBODY = Anything({"type": "null"}, required=True)
_AT = {"card": Card(CODES, required=True), **_PLACE}
_EVENTS = {
    "placed": _event("Placed", _AT),
    "covered": _event("Covered", _AT),
    "passed": _event("Passed", {"card": Card(CODES, required=True, allow_none=True)}),
    "line_completed": _event("LineCompleted", {"color": _LINE.members["color"], "cells": _LINE.members["cells"]}),
    "blocked": _event("Blocked", player=_NOBODY),
    "round_won": _event("RoundWon"),
    "round_drawn": _event("RoundDrawn", player=_NOBODY),
    "turn_began": _event("TurnBegan"),
}

LISTED = Tagged({"place": Record(_PLACE, component="PuntoListedPlace"), "pass": Record({}, component="PuntoListedPass")})
LISTED.required = True

LEGAL_ACTIONS = Record(
    {
        "player": player_id(required=True, allow_none=True),
        "actions": ListOf(
            Record({"action": LISTED, "wins_round": Flag(required=True)}, component="PuntoLegalAction"), required=True
        ),
        "needs": _NEEDS,
    },
    component="PuntoLegalActions",
)

VERDICT = Record(
    {
        "status": Choice("in_progress", "won", "blocked", "drawn", required=True),
        "winner": _WINNER,
        "lines": ListOf(_LINE, required=True, doc="The whole runs that decide."),
        "active": Record(
            {
                "player": player_id(required=True),
                "card": Card(CODES, unknown=True, required=True, allow_none=True),
                "can_place": Flag(required=True, allow_none=True),
            },
            required=True,
            allow_none=True,
            component="PuntoActive",
        ),
    },
    component="PuntoVerdict",
)

RESOLVED = Record(
    {
        "status": Choice("legal", "illegal", "undetermined", required=True),
        "applied": Integer(0, 500, required=True),
        "events": ListOf(Tagged(_EVENTS), required=True),
        "state": COMPLETE_STATE,
        "needs": _NEEDS,
    },
    component="PuntoResolved",
)

SCORE = Record(
    {
        "round_over": Flag(required=True),
        "winner": _WINNER,
        "by": Choice("line", "blocked", required=True, allow_none=True),
        "lines": ListOf(_LINE, required=True),
        "removed": Card(CODES, required=True, allow_none=True, doc="The card that leaves the game."),
        "tally": ListOf(
            Record(
                {
                    "player": player_id(required=True),
                    "lines": Integer(0, required=True),
                    "dots": Integer(0, required=True),
                },
                component="PuntoTally",
            ),
            required=True,
        ),
        "rounds_won": ListOf(
            Record({"player": player_id(required=True), "won": Integer(0, required=True)}, component="PuntoRoundsWon"),
            required=True,
        ),
        "match_over": Flag(required=True),
        "match_winners": _players_list(),
    },
    component="PuntoScore",
)

DEALT = Record(
    {
        "state": _state(complete=True, required=True, allow_none=True),
        "game_over": Flag(required=True),
        "game_winners": _players_list(),
    },
    component="PuntoDealt",
)
