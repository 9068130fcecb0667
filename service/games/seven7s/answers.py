"""The shapes of the answers: they document and test, and are never run on the way out."""

from __future__ import annotations

from service.adjudication.shapes import Choice, Flag, Integer, ListOf, MapOf, Record, Shape, Tagged, Text, player_id
from service.games.seven7s.cards import COLOURS, TYPES
from service.games.seven7s.schema import ACTION, COMPLETE_STATE, PENDING, card

_NEEDS = ListOf(Text(1), required=True, doc="JSON Pointers to the cards that must be known and that nobody says.")


def _player(*, allow_none: bool = False) -> Text:
    return player_id(required=True, allow_none=allow_none)


def _column() -> Choice:
    return Choice(*TYPES, required=True)


def _event(name: str, doc: str, **members: Shape) -> Record:
    common: dict[str, Shape] = {"player": _player(), "clause": Text(1, required=True)}
    component = "Seven7sEvent" + "".join(part.capitalize() for part in name.split("_"))
    return Record({**common, **members}, component=component, doc=doc)


EVENT = Tagged(
    {
        "played": _event("played", "A card from hand lies in a column.", card=card(required=True), column=_column()),
        "stole": _event(
            "stole", "A card of an opponent lies in a column.",
            **{"from": _player(), "card": card(required=True), "column": _column()},
        ),
        "called": _event("called", "A value or a colour was named.", value=Integer(1, 7), color=Choice(*COLOURS)),
        "took": _event("took", "The last card of a column went into hand.", card=card(required=True), column=_column()),
        "peeked": _event(
            "peeked", "Cards were looked at.",
            hands=MapOf(player_id(), Integer(1, 3), required=True), deck=Integer(0, 3, required=True),
        ),
        "reordered": _event("reordered", "The cards looked at are back on top of the deck."),
        "revealed": _event(
            "revealed", "The top card of the deck was turned up.", card=card(required=True), won=Flag(required=True)
        ),
        "trump_changed": _event(
            "trump_changed", "The trump colour is another than before.",
            color=Choice(*COLOURS, required=True, allow_none=True),
        ),
        "value_cancelled": _event(
            "value_cancelled", "The next highest value is worth nothing.", value=Integer(1, 7, required=True)
        ),
        "power_used": _event(
            "power_used", "The power of this column is used.",
            power=Choice("sins", "virtues", "fortunes", "seas", "wonders", required=True),
        ),
        "drew": _event("drew", "A card was drawn into hand.", card=card(unknown=True, required=True)),
        "turn_ended": _event("turn_ended", "The turn is over."),
        "player_skipped": _event("player_skipped", "A player without cards is passed over."),
        "turn_began": _event("turn_began", "The next player's turn."),
        "game_over": _event("game_over", "The game is over."),
    }
)  # fmt: skip

DEAL = Record({"state": COMPLETE_STATE})

LEGAL_ACTIONS = Record(
    {
        "player": _player(allow_none=True),
        "actions": ListOf(
            Record(
                {
                    "action": ACTION,
                    "ends_game": Flag(required=True, allow_none=True, doc="null where it depends on an unknown card."),
                },
                component="Seven7sLegalAction",
            ),
            required=True,
        ),
        "needs": _NEEDS,
    }
)

VERDICT = Record(
    {
        "status": Choice("in_progress", "over", required=True),
        "trump": Choice(*COLOURS, required=True, allow_none=True),
        "cancelled": ListOf(Integer(1, 7), 0, 7, required=True, doc="Values worth nothing, highest first."),
        "highest_value": Integer(0, 7, required=True, doc="What cards of the trump colour are worth."),
        "columns": ListOf(
            Record(
                {"type": _column(), "cards": Integer(0, 7, required=True), "room": Integer(0, 7, required=True)},
                component="Seven7sColumnRoom",
            ),
            7, 7, required=True,
        ),
        "ended_by": _player(allow_none=True),
        "active": Record(
            {"player": _player(), "pending": Choice(*PENDING, required=True)},
            component="Seven7sActive", required=True, allow_none=True,
        ),
    }
)  # fmt: skip

RESOLVE = Record(
    {
        "status": Choice("legal", "illegal", "undetermined", required=True),
        "applied": Integer(0, 500, required=True),
        "events": ListOf(EVENT, required=True),
        "state": COMPLETE_STATE,
        "needs": _NEEDS,
    }
)

SCORE = Record(
    {
        "over": Flag(required=True),
        "standings": ListOf(
            Record(
                {
                    "player": _player(),
                    "points": Integer(0, required=True, allow_none=True),
                    "cards": ListOf(
                        Record(
                            {
                                "card": card(unknown=True, required=True),
                                "worth": Integer(0, 7, required=True, allow_none=True),
                            },
                            component="Seven7sCardWorth",
                        ),
                        required=True,
                    ),
                    "fortunes": Integer(0, required=True, doc="Points for the cards won with Fortunes."),
                    "tie_break": Integer(1, 7, required=True, allow_none=True),
                },
                component="Seven7sStanding",
            ),
            2, 4, required=True, doc="Best first.",
        ),
        "winners": ListOf(player_id(), required=True, doc="In seating order; empty while a card is unknown."),
    }
)  # fmt: skip
