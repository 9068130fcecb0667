"""The shapes of The Game's requests and answers."""

from __future__ import annotations

from typing import Any

from service.adjudication.schema import deal_request, request
from service.adjudication.shapes import (
    Card,
    Cards,
    Choice,
    Flag,
    Integer,
    ListOf,
    MapOf,
    Record,
    Shape,
    Tagged,
    Text,
    player_id,
)
from service.games.the_game.cards import CODES, COMMANDS, COPIES, EXTREME, LASTING, MAX_PLAYERS, PILES, RULESETS, TOTAL

_CARD = r"^([2-9]|[1-9][0-9])$"
_CARD_OR_HIDDEN = r"^([2-9]|[1-9][0-9]|\?\?)$"
FROM_THEN_ON, WHOLE_TURN = "from_then_on", "whole_turn"


def _card(required: bool = True) -> Card:
    return Card(CODES, pattern=_CARD, required=required)


def _cards(required: bool = False, doc: str | None = None) -> Cards:
    default: dict[str, Any] = {} if required else {"load_default": list}
    return Cards(CODES, pattern=_CARD_OR_HIDDEN, required=required, doc=doc, **default)


def _drawn() -> Cards:
    return Cards(CODES, pattern=_CARD_OR_HIDDEN, doc="All cards drawn at the end of the turn, in order.")


def _rulings(complete: bool) -> Record:
    choice = Choice(FROM_THEN_ON, WHOLE_TURN, required=True) if complete else _one_pile()
    filled: dict[str, Any] = {} if complete else {"load_default": lambda: {"one_pile": FROM_THEN_ON}}
    return Record({"one_pile": choice}, required=complete, doc="The switches of the rulings (the-game/R4).", **filled)


def _one_pile() -> Choice:
    return Choice(FROM_THEN_ON, WHOLE_TURN, load_default=FROM_THEN_ON)


def _commands(required: bool = False, filled: bool = True) -> MapOf:
    default: dict[str, Any] = {"load_default": dict} if filled and not required else {}
    return MapOf(
        _card(), Choice(*COMMANDS), high=COPIES * len(COMMANDS), required=required,
        doc="Which cards carry which command (the-game/1.2).", **default,
    )  # fmt: skip


def _ruleset(required: bool = False) -> Choice:
    return Choice(*RULESETS, required=True) if required else Choice(*RULESETS, load_default=EXTREME)


ACTION = Tagged(
    {
        "play": Record(
            {"card": _card(), "pile": Choice(*PILES, required=True), "drawn": _drawn()},
            component="TheGamePlay",
            doc="Lays a card from hand on a pile. `drawn` only where the card ends the turn.",
        ),
        "end_turn": Record({"drawn": _drawn()}, component="TheGameEndTurn", doc="Ends the turn and refills the hand."),
    },
    component="TheGameAction",
    required=True,
)


def _player(complete: bool) -> Record:
    name = "TheGameCompletePlayer" if complete else "TheGamePlayer"
    return Record({"id": player_id(required=True), "hand": _cards(complete)}, component=name)


def _piles(complete: bool) -> Record:
    filled: dict[str, Any] = {} if complete else {"load_default": lambda: {name: [] for name in PILES}}
    members: dict[str, Shape] = {name: _cards(complete) for name in PILES}
    return Record(members, required=complete, doc="Oldest card first, so the last one shows.", **filled)


def _turn(complete: bool) -> Record:
    steps = ListOf(ACTION, required=True) if complete else ListOf(ACTION, load_default=list)
    members: dict[str, Shape] = {"player": player_id(required=True), "steps": steps}
    name = "TheGameCompleteTurn" if complete else "TheGameTurn"
    doc = "Whose turn it is and what was laid in it so far."
    if complete:
        return Record(members, component=name, doc=doc, required=True, allow_none=True)
    return Record(members, component=name, doc=doc, allow_none=True, load_default=None)


def _result(complete: bool) -> Choice:
    if complete:
        return Choice("won", "lost", required=True, allow_none=True)
    return Choice("won", "lost", allow_none=True, load_default=None)


def _state(complete: bool) -> Record:
    """The request's state, or the complete one of an answer with everything written out."""
    return Record(
        {
            "ruleset": _ruleset(complete),
            "rulings": _rulings(complete),
            "commands": _commands(complete),
            "players": ListOf(_player(complete), 1, MAX_PLAYERS, required=True, doc="In seating order."),
            "piles": _piles(complete),
            "deck": _cards(complete, doc="The draw pile, top card first."),
            "turn": _turn(complete),
            "result": _result(complete),
        },
        component="TheGameCompleteState" if complete else "TheGameState",
        required=True,
    )


STATE = _state(False)
COMPLETE_STATE = _state(True)

STATE_REQUEST = request(state=STATE)
RESOLVE_REQUEST = request(state=STATE, actions=ListOf(ACTION, 1, 500, required=True))
DEAL_REQUEST = deal_request(
    1, MAX_PLAYERS, {"ruleset": _ruleset(), "rulings": _rulings(False), "commands": _commands(filled=False)}
)

_SURVIVAL = ("assured", "possible", "impossible", "undetermined")
_STATUS = Choice("in_progress", "won", "lost", required=True)
_REASONS = ("cannot_play", "skull_showing", "not_exactly_three")
_NEEDS = "Pointers to the cards that must be known; The Game never needs one."


def _name() -> Shape:
    return player_id(required=True)


def _clause() -> Shape:
    return Text(1, required=True)


def _event(name: str, **members: Shape) -> Record:
    return Record({"player": _name(), "clause": _clause(), **members}, component=f"TheGameEvent{name}")


def _pile_name() -> Choice:
    return Choice(*PILES, required=True)


def _lasting(name: str) -> Record:
    return _event(name, command=Choice(*LASTING, required=True), card=_card(), pile=_pile_name())


EVENT = Tagged(
    {
        "played": _event("Played", card=_card(), pile=_pile_name()),
        "command_lifted": _lasting("CommandLifted"),
        "command_in_force": _lasting("CommandInForce"),
        "drew": _event("Drew", cards=Cards(CODES, pattern=_CARD_OR_HIDDEN, low=1, required=True)),
        "turn_ended": _event("TurnEnded"),
        "player_finished": _event("PlayerFinished"),
        "turn_began": _event("TurnBegan"),
        "lost": _event("Lost", reason=Choice(*_REASONS, required=True)),
        "won": _event("Won"),
    },
    component="TheGameEvent",
)


def _needs() -> ListOf:
    return ListOf(Text(1), required=True, doc=_NEEDS)


_LEGAL_ACTION = Record(
    {"action": ACTION, "survival": Choice(*_SURVIVAL, required=True, doc="Looks at this turn only.")},
    component="TheGameLegalAction",
)

DEAL_ANSWER = Record({"state": COMPLETE_STATE})
LEGAL_ACTIONS_ANSWER = Record(
    {
        "player": player_id(required=True, allow_none=True),
        "actions": ListOf(_LEGAL_ACTION, required=True),
        "needs": _needs(),
    }
)
VERDICT_ANSWER = Record(
    {
        "status": _STATUS,
        "reason": Choice(*_REASONS, required=True, allow_none=True),
        "minimum": Integer(1, 2, required=True),
        "laid_this_turn": Integer(0, 8, required=True),
        "in_force": ListOf(Choice(*LASTING), high=len(LASTING), required=True),
        "active": Record(
            {"player": _name(), "survival": Choice(*_SURVIVAL[1:], required=True)},
            component="TheGameActive", required=True, allow_none=True,
        ),
    }
)  # fmt: skip
RESOLVE_ANSWER = Record(
    {
        "status": Choice("legal", "illegal", "undetermined", required=True),
        "applied": Integer(0, 500, required=True),
        "events": ListOf(EVENT, required=True),
        "state": COMPLETE_STATE,
        "needs": _needs(),
    }
)
SCORE_ANSWER = Record(
    {
        "status": _STATUS,
        "laid": Integer(0, TOTAL, required=True),
        "remaining": Integer(0, TOTAL, required=True),
        "beaten": Flag(required=True),
    }
)
