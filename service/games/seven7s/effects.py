"""Doing a verified move: the table changes, events tell what happened, notes say which rulings decided it."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.games.seven7s.cards import (
    AGES,
    BIT,
    CODE,
    COLORS,
    COLOUR,
    COLOURS,
    SEAS,
    SINS,
    TYPE,
    TYPES,
    UNKNOWN,
    VIRTUES,
    WONDERS,
)
from service.games.seven7s.moves import Move
from service.games.seven7s.powers import CLAUSE_OF_POWER, DUTY
from service.games.seven7s.table import Table

Event = dict[str, Any]


class Record:
    """What a run of moves did: events in order and, once each, the findings behind them."""

    __slots__ = ("_noted", "events", "notes")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.notes: list[Finding] = []
        self._noted: set[str] = set()

    def event(self, type_: str, player: str, clause: str, **fields: Any) -> None:
        self.events.append({"type": type_, "player": player, "clause": f"seven7s/{clause}", **fields})

    def note(self, code: str, clause: str, move: Move, **params: Any) -> None:
        if code not in self._noted:
            self._noted.add(code)
            self.notes.append(Finding(f"seven7s.{code}", f"seven7s/{clause}", params, move.at))

    def cites(self, clause: str) -> bool:
        return any(note.clause == f"seven7s/{clause}" for note in self.notes)


def apply(table: Table, move: Move, record: Record) -> None:
    """Makes the move on the table. The move must have been verified on it, and have no `needs`."""
    trump, cancelled = table.trump(), table.cancelled()
    table.steps.append(move.action)
    _DOERS[move.action["type"]](table, move, record)
    if move.seventh:
        table.over = True  # before the trump colour and the cancelled values are told: seven7s/R8
        table.ending[move.seat] = move.card  # seven7s/5.2, R9
    _tell_changes(table, move, record, trump, cancelled)
    if move.power is not None:
        record.event("power_used", table.ids[move.seat], CLAUSE_OF_POWER[move.power], power=TYPES[move.power])
    _note_power(table, move, record)
    _draw(table, move, record)
    table.pending = move.pending
    if move.seventh:
        record.event("game_over", table.ids[move.seat], "5.1")
        _finish(table)
    elif move.pending is None:
        _end_turn(table, move, record)


def _take_from_hand(table: Table, seat: int, card: int) -> None:
    hand = table.hands[seat]
    hand.remove(card if card in hand else UNKNOWN)
    table.shown |= BIT[card]


def _do_play(table: Table, move: Move, record: Record) -> None:
    _take_from_hand(table, move.seat, move.card)
    table.columns[move.column].append(move.card)
    record.event("played", table.ids[move.seat], "3.1", card=CODE[move.card], column=TYPES[move.column])


def _do_steal(table: Table, move: Move, record: Record) -> None:
    _take_from_hand(table, move.victim, move.card)
    table.columns[move.column].append(move.card)
    player, victim = table.ids[move.seat], table.ids[move.victim]
    record.event("stole", player, "4.4", **{"from": victim, "card": CODE[move.card], "column": TYPES[move.column]})
    if move.seventh:
        record.note("pulled_seventh", "R9", move, card=CODE[move.card], player=player)


def _do_call(table: Table, move: Move, record: Record) -> None:
    player, action = table.ids[move.seat], move.action
    named = {"value": action["value"]} if "value" in action else {"color": action["color"]}
    record.event("called", player, "4.6", **named)
    record.event("revealed", player, "4.6", card=CODE[move.card], won=move.won)
    del table.deck[0]
    table.shown |= BIT[move.card]
    (table.fortunes[move.seat] if move.won else table.discard).append(move.card)


def _do_take(table: Table, move: Move, record: Record) -> None:
    table.hands[move.seat].append(table.columns[move.column].pop())
    record.event("took", table.ids[move.seat], "4.7", card=CODE[move.card], column=TYPES[move.column])
    if move.column == SEAS:
        record.note("took_from_seas", "R6", move, card=CODE[move.card])


def _do_peek(table: Table, move: Move, record: Record) -> None:
    action = move.action
    record.event("peeked", table.ids[move.seat], "4.8", hands=dict(action["hands"]), deck=action["deck"])
    looked = sum(action["hands"].values()) + action["deck"]
    if looked < 3:
        record.note("fewer_to_look_at", "R11", move, cards=looked)


def _do_reorder(table: Table, move: Move, record: Record) -> None:
    assert move.top is not None
    table.deck[: len(move.top)] = move.top
    for card in move.top:
        table.shown |= BIT[card]
    record.event("reordered", table.ids[move.seat], "4.8")


_DOERS = {
    "play": _do_play, "steal": _do_steal, "call": _do_call, "take": _do_take, "peek": _do_peek, "reorder": _do_reorder,
}  # fmt: skip


def _tell_changes(table: Table, move: Move, record: Record, trump: int | None, cancelled: int) -> None:
    """The trump colour and the cancelled values, where they are no longer what they were."""
    player = table.ids[move.seat]
    now = table.trump()
    if now != trump:
        record.event("trump_changed", player, "4.2", color=None if now is None else COLOURS[now])
        if move.action["type"] == "take":
            record.note("trump_fell_back", "R3", move, card=CODE[move.card], color="no_trump" if now is None else COLOURS[now])
    if table.cancelled() > cancelled:
        record.event("value_cancelled", player, "6.3", value=7 - cancelled)
        if TYPE[move.card] != AGES:
            record.note("foreign_card_cancels", "R1", move, card=CODE[move.card], value=7 - cancelled)
        else:
            _note_foreign(table, move, record)
    elif move.column == AGES and move.action["type"] != "take" and (not move.seventh or table.ending_card_counts):
        record.note("foreign_card_spares", "R1", move, card=CODE[move.card])
    if move.seventh and (move.column == AGES or (move.column == COLORS and TYPE[move.card] == COLORS)):
        counts = "ending_card_counts" if table.ending_card_counts else "ending_card_ignored"
        record.note(counts, "R8", move, card=CODE[move.card], column=TYPES[move.column])


def _note_foreign(table: Table, move: Move, record: Record) -> None:
    """An ages card cancels the next value; which one that is hangs on what the other cards in its column do."""
    foreign = sum(TYPE[card] != AGES for card in table.columns[AGES])
    if foreign and not record.cites("R1"):
        record.note("foreign_cards_cancel" if table.any_card_cancels else "foreign_cards_spare", "R1", move, n=foreign)


def _note_power(table: Table, move: Move, record: Record) -> None:
    """Which clause or ruling decided about the power of a card played."""
    if move.action["type"] != "play":
        return
    card, column = CODE[move.card], TYPES[move.column]
    if move.seventh:
        record.note("seventh_card", "5.2", move, card=card, column=column, player=table.ids[move.seat])
    elif move.idle is not None:
        clause = "R11" if move.idle in (SINS, WONDERS) else "R7" if move.idle == VIRTUES else "R10"
        record.note("power_idle", clause, move, power=TYPES[move.idle])
    elif move.power is not None:
        if move.ruled:
            record.note("power_kept", "R7", move, card=card)
        if TYPE[move.card] == AGES:
            record.note("ages_of_trump", "R5", move, card=card, color=COLOURS[COLOUR[move.card]], power=column)
        elif TYPE[move.card] != move.column:
            record.note("power_by_trump", "4.3", move, card=card, color=COLOURS[COLOUR[move.card]], power=column)
        if move.power == VIRTUES and move.drawn is None:
            record.note("nothing_to_draw", "R7", move)
    elif move.ruled:
        record.note("power_switched_off", "R7", move, card=card)
    elif TYPE[move.card] == AGES and move.column in DUTY:
        record.note("ages_without_power", "4.1", move, card=card, column=column)


def _draw(table: Table, move: Move, record: Record) -> None:
    """The cards drawn by Virtues or by the victim of Sins, then the refill."""
    if move.drawn is not None:
        _draw_one(table, move.drawer, move.drawn)
        clause = "4.5" if move.drawer == move.seat else "4.4"
        record.event("drew", table.ids[move.drawer], clause, card=CODE[move.drawn])
    for card in move.refilled:
        _draw_one(table, move.seat, card)
        record.event("drew", table.ids[move.seat], "3.3", card=CODE[card])


def _draw_one(table: Table, seat: int, card: int) -> None:
    del table.deck[0]
    table.shown |= BIT[card]
    table.hands[seat].append(card)


def _end_turn(table: Table, move: Move, record: Record) -> None:
    record.event("turn_ended", table.ids[move.seat], "3.3")
    if move.next_seat is None:
        record.event("game_over", table.ids[move.seat], "R10")
        record.note("nobody_has_cards", "R10", move)
        table.over = True
        _finish(table)
        return
    for seat in move.skipped:
        record.event("player_skipped", table.ids[seat], "R10")
        record.note("skipped", "R10", move, player=table.ids[seat])
    record.event("turn_began", table.ids[move.next_seat], "3.1")
    table.active = move.next_seat
    table.pending = "play"
    table.steps = []


def _finish(table: Table) -> None:
    table.active = None
    table.pending = None
    table.steps = []
