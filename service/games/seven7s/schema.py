"""The shapes of requests and answers (contract section 9)."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Fault
from service.adjudication.schema import deal_request, request
from service.adjudication.shapes import Card, Cards, Choice, Flag, Integer, ListOf, MapOf, Record, Shape, Tagged, player_id
from service.games.seven7s.cards import COLOURS, KNOWN_CODES, PATTERN, TYPES

RULESET = "seven7s-2016"
PENDING = ("play", "steal", "call", "take", "peek", "reorder")
HIDDEN_PATTERN = PATTERN.replace("^", r"^(\?\?|").replace("$", ")$")


def card(*, unknown: bool = False, **kwargs: Any) -> Card:
    return Card(KNOWN_CODES, unknown=unknown, pattern=HIDDEN_PATTERN if unknown else PATTERN, **kwargs)


def cards(*, unknown: bool = False, **kwargs: Any) -> Cards:
    return Cards(KNOWN_CODES, unknown=unknown, pattern=HIDDEN_PATTERN if unknown else PATTERN, **kwargs)


def _rulings(complete: bool) -> Record:
    """The switches; in answers all of them are written out."""

    def filled(value: Any) -> dict[str, Any]:
        return {"required": True} if complete else {"load_default": value}

    members: dict[str, Shape] = {
        "ages_cancel": Choice("any_card", "ages_only", doc="What cancels a value (ruling R1).", **filled("any_card")),
        "virtues_power": Flag(doc="Whether the card played by Virtues uses its power (ruling R7).", **filled(True)),
        "ending_card_counts": Flag(doc="Whether the ending card sets trump and cancels (ruling R8).", **filled(False)),
    }
    if complete:
        return Record(members, component="Seven7sCompleteRulings", required=True)
    return Record(members, component="Seven7sRulings", load_default=lambda: {name: m.default() for name, m in members.items()})


def _one_of_value_and_color(action: dict[str, Any], at: str, faults: list[Fault]) -> None:
    if ("value" in action) == ("color" in action):
        faults.append(Fault(at, "value_or_color"))


_ONE_CALL = {"oneOf": [{"required": ["value"]}, {"required": ["color"]}]}
_REFILLED = {"refilled": cards(unknown=True, doc="All cards drawn at the end of the turn, in order.")}
ACTION = Tagged(
    {
        "play": Record(
            {
                "card": card(required=True),
                "column": Choice(*TYPES, doc="The card's own type unless said."),
                "drawn": card(unknown=True, doc="The card drawn by Virtues."),
                **_REFILLED,
            },
            component="Seven7sPlay",
            doc="Lay a card from hand into a column.",
        ),
        "steal": Record(
            {
                "player": player_id(required=True),
                "card": card(doc="The card pulled at random; the caller says it."),
                "column": Choice(*TYPES, doc="The card's own type unless said."),
                "drawn": card(unknown=True, doc="The card the victim draws."),
                **_REFILLED,
            },
            component="Seven7sSteal",
            doc="Sins: a random card of an opponent is put into a column.",
        ),
        "call": Record(
            {
                "value": Integer(1, 7),
                "color": Choice(*COLOURS),
                "revealed": card(doc="The top card of the deck."),
                **_REFILLED,
            },
            check=_one_of_value_and_color,
            extra=_ONE_CALL,
            component="Seven7sCall",
            doc="Fortunes: name a value or a colour, then the top card of the deck is turned up.",
        ),
        "take": Record(
            {"column": Choice(*TYPES, required=True)},
            component="Seven7sTake",
            doc="Seas: the last card of a column goes into hand; nothing is drawn at the end of the turn.",
        ),
        "peek": Record(
            {
                "hands": MapOf(player_id(), Integer(1, 3), required=True, doc="How many cards of which opponent."),
                "deck": Integer(0, 3, required=True, doc="How many cards from the top of the deck."),
                **_REFILLED,
            },
            component="Seven7sPeek",
            doc="Wonders: look at 3 cards, or all there are.",
        ),
        "reorder": Record(
            {"cards": cards(required=True, doc="The cards looked at in the deck, the new top first."), **_REFILLED},
            component="Seven7sReorder",
            doc="Wonders: put the cards looked at back on top of the deck.",
        ),
    },
    required=True,
)


def _state(complete: bool) -> Record:
    """A state as asked (nearly all may be left out) or as answered (complete, "??" only where cards are hidden)."""

    def listed(hidden: bool) -> Cards:
        return cards(unknown=True, load_default=list) if not complete else cards(unknown=hidden, required=True)

    def either(**default: Any) -> dict[str, Any]:
        return {"required": True} if complete else default

    name = "Seven7sComplete" if complete else "Seven7s"
    columns: dict[str, Shape] = {kind: listed(False) for kind in TYPES}
    player: dict[str, Shape] = {
        "id": player_id(required=True),
        "hand": listed(True),
        "fortunes": listed(False),
        "ending_card": card(unknown=not complete, allow_none=True, **either(load_default=None)),
    }
    turn: dict[str, Shape] = {"player": player_id(required=True), "steps": ListOf(ACTION, **either(load_default=list))}
    return Record(
        {
            "ruleset": Choice(RULESET, **either(load_default=RULESET)),
            "rulings": _rulings(complete),
            "players": ListOf(Record(player, component=f"{name}Player"), 2, 4, required=True),
            "columns": Record(columns, component=f"{name}Columns", **either(load_default=lambda: {kind: [] for kind in TYPES})),
            "deck": listed(True),
            "discard": listed(False),
            "turn": Record(turn, component=f"{name}Turn", allow_none=True, **either(load_default=None)),
            "over": Flag(**either(load_default=False)),
        },
        component=f"{name}State",
        required=True,
    )


STATE_REQUEST = request(state=_state(False))
RESOLVE_REQUEST = request(state=_state(False), actions=ListOf(ACTION, 1, 500, required=True))
DEAL_REQUEST = deal_request(2, 4, {"rulings": _rulings(False)})
COMPLETE_STATE = _state(True)
