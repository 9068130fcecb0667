"""The shapes of Red7's requests and answers (section 6 of the contract)."""

from __future__ import annotations

from service.adjudication.schema import deal_request, request
from service.adjudication.shapes import (
    Card,
    Cards,
    Choice,
    Flag,
    Integer,
    ListOf,
    Record,
    Shape,
    Tagged,
    Text,
    always,
    player_id,
)
from service.games.red7.cards import CARD_CODES, COLOURS
from service.games.red7.state import RULESET

PLAYERS = (2, 4)
MAX_ACTIONS = 500
_SURVIVAL = ("assured", "possible", "impossible", "undetermined")
_EVENTS = (
    "played_to_palette", "played_to_canvas", "moved_to_canvas", "returned_to_deck", "removed_from_palette", "drew",
    "effect_ignored", "survived", "eliminated", "turn_began", "round_won",
)  # fmt: skip


def _cards(doc: str) -> Cards:
    return Cards(CARD_CODES, load_default=list, doc=doc)


def _card(*, unknown: bool = False, required: bool = True) -> Card:
    return Card(CARD_CODES, unknown=unknown, required=required)


def rulings() -> Record:
    return Record(
        {
            "seven_may_choose_itself": Flag(load_default=True, doc="Ruling R1"),
            "canvas_draw": Choice("mandatory", "optional", load_default="mandatory", doc="Ruling R2"),
        },
        component="Red7Rulings",
        load_default=lambda: {"seven_may_choose_itself": True, "canvas_draw": "mandatory"},
    )


ACTION = Tagged(
    {
        "play_to_palette": Record(
            {"card": _card(), "drawn": _card(unknown=True, required=False)},
            component="Red7PlayToPalette", doc="A card from hand to the own palette; `drawn` is what a 3 drew.",
        ),
        "play_to_canvas": Record(
            {"card": _card(), "draw": Flag(), "drawn": _card(unknown=True, required=False)},
            component="Red7PlayToCanvas", doc="A card from hand to the canvas; it ends the turn.",
        ),
        "return_to_deck": Record(
            {"card": _card()}, component="Red7ReturnToDeck", doc="A 7 puts an own palette card on the deck."
        ),
        "move_to_canvas": Record(
            {"card": _card()}, component="Red7MoveToCanvas", doc="A 7 puts an own palette card on the canvas."
        ),
        "remove_from_palette": Record(
            {"player": player_id(required=True), "card": _card()},
            component="Red7RemoveFromPalette", doc="A 1 puts a rival's palette card on the deck.",
        ),
        "end_turn": Record({}, component="Red7EndTurn", doc="Ends the turn after a card was played to the palette."),
        "pass": Record({}, component="Red7Pass", doc="Gives up the round; the only action of its turn."),
    },
    component="Red7Action",
)  # fmt: skip


def state(**kwargs: object) -> Record:
    player = Record(
        {
            "id": player_id(required=True),
            "palette": _cards("Open cards before the player, oldest first."),
            "hand": _cards('Cards in hand; "??" for one that is not known.'),
            "scored": _cards("Cards scored in earlier rounds (advanced)."),
            "eliminated": Flag(load_default=False),
        },
        component="Red7Player",
    )
    turn = Record(
        {"player": player_id(required=True), "steps": ListOf(ACTION, load_default=list)},
        component="Red7Turn", allow_none=True, load_default=None,
    )  # fmt: skip
    members: dict[str, Shape] = {
        "ruleset": Choice(RULESET, load_default=RULESET),
        "variant": Choice("basic", "advanced", required=True),
        "effects": Flag(load_default=False, doc="Expert effects of odd cards (section 9 of the rules)."),
        "rulings": rulings(),
        "players": ListOf(player, *PLAYERS, required=True, doc="In seating order."),
        "canvas": _cards("Oldest first; the last card says the rule in force. Empty: red."),
        "deck": _cards("Top card first."),
        "aside": _cards("Cards of eliminated players, in no order."),
        "turn": turn,
    }
    return Record(members, component="Red7State", **kwargs)  # type: ignore[arg-type]


STATE_REQUEST = request(state=state(required=True))
RESOLVE_REQUEST = request(state=state(required=True), actions=ListOf(ACTION, 1, MAX_ACTIONS, required=True))
TURNS_REQUEST = request(state=state(required=True), limit=Integer(1, 10000, load_default=1000))
DEAL_REQUEST = deal_request(
    *PLAYERS,
    {
        "variant": Choice("basic", "advanced", required=True),
        "effects": Flag(load_default=False),
        "rulings": rulings(),
    },
    after=state(),
)

# Answers ------------------------------------------------------------------------------------------------------------------


def _record(members: dict[str, Shape], component: str | None = None) -> Record:
    """A record of an answer: every member is there."""
    return Record({name: always(shape) for name, shape in members.items()}, component=component)


def _open_cards() -> Cards:
    return Cards(CARD_CODES, unknown=False)


def _some_player(*, allow_none: bool = False) -> Text:
    return player_id(allow_none=allow_none)


def _code(*, allow_none: bool = False) -> Card:
    return Card(CARD_CODES, allow_none=allow_none)


_COLOUR = Choice(*COLOURS)
_EVENT = Record(
    {
        "type": Choice(*_EVENTS, required=True),
        "player": player_id(required=True),
        "clause": Text(1, required=True),
        "card": Card(CARD_CODES, unknown=True),
        "rule": Choice(*COLOURS),
        "from": player_id(),
    },
    component="Red7Event",
)
_POINTS = Integer(0, allow_none=True)

DEAL_ANSWER = _record({"state": state(allow_none=True), "game_over": Flag(), "game_winners": ListOf(player_id())}, "Red7Dealt")
LEGAL_ANSWER = _record(
    {
        "player": _some_player(allow_none=True),
        "actions": ListOf(_record({"action": ACTION, "survival": Choice(*_SURVIVAL)}, "Red7LegalAction")),
        "needs": ListOf(Text(1)),
    },
    "Red7LegalActions",
)
RESOLVE_ANSWER = _record(
    {
        "status": Choice("legal", "illegal", "undetermined"),
        "applied": Integer(0, MAX_ACTIONS),
        "events": ListOf(_EVENT),
        "state": state(),
        "needs": ListOf(Text(1)),
    },
    "Red7Resolution",
)
VERDICT_ANSWER = _record(
    {
        "rule": _COLOUR,
        "rule_card": _code(allow_none=True),
        "standings": ListOf(
            _record(
                {
                    "player": player_id(),
                    "place": Integer(1, 4),
                    "qualifying": _open_cards(),
                    "count": Integer(0, 49),
                    "highest": _code(allow_none=True),
                },
                "Red7Standing",
            )
        ),
        "leader": _some_player(allow_none=True),
        "round_over": Flag(),
        "winner": _some_player(allow_none=True),
        "active": Record(
            {
                "player": player_id(required=True),
                "leads": Flag(required=True),
                "survival": Choice("possible", "impossible", "undetermined", required=True),
            },
            component="Red7Active", allow_none=True,
        ),
    },
    "Red7Verdict",
)  # fmt: skip
SCORE_ANSWER = _record(
    {
        "round_over": Flag(),
        "winner": _some_player(allow_none=True),
        "scored": _open_cards(),
        "points": _POINTS,
        "totals": ListOf(_record({"player": player_id(), "points": _POINTS}, "Red7Total")),
        "target": Integer(30, 40, allow_none=True),
        "game_over": Flag(),
        "game_winners": ListOf(player_id()),
        "if_ended_now": ListOf(
            _record({"player": player_id(), "qualifying": _open_cards(), "points": _POINTS}, "Red7IfEndedNow")
        ),
    },
    "Red7Score",
)
TURNS_ANSWER = _record(
    {
        "turns": ListOf(
            _record({"actions": ListOf(ACTION, 1), "survives": Flag(allow_none=True)}, "Red7CompleteTurn"), 0, 10000
        ),
        "truncated": Flag(),
    },
    "Red7Turns",
)
