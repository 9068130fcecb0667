"""Carrying an action out: verified first, then done, so that a refused action leaves the table as it was."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.resolution import Refusal
from service.games.red7 import refusals
from service.games.red7.cards import BIT, CODES, COLOUR, COLOURS, INDEX, NUMBER, UNKNOWN
from service.games.red7.colours import STRENGTH
from service.games.red7.rulings import DRAW_RULE, SEVEN_RULE, draw_finding, other_turn, seven_finding
from service.games.red7.state import Action, Player, Table
from service.games.red7.turn import CANVAS, DONE, END, KIND, MOVE, PALETTE, PASS, REMOVE, RETURN, Move, Turn

Event = dict[str, Any]


class Log:
    """What the actions did: events in order, and each ruling that decided something without an event to say so."""

    __slots__ = ("events", "rulings")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.rulings: dict[str, Finding] = {}

    def rule(self, finding: Finding) -> None:
        self.rulings.setdefault(finding.clause, finding)


def step(table: Table, action: Action, at: str, log: Log) -> Refusal | None:
    """Applies one action and tells its events; or says why it is refused (`at` is the action's pointer)."""
    player = table.active
    if player is None:
        return refusals.round_over(table, at)
    turn = Turn.of(table)
    kind = KIND[action["type"]]
    card = INDEX[action["card"]] if "card" in action else UNKNOWN
    move = Move(kind, card, turn.rival_index(action["player"])) if kind == REMOVE else Move(kind, card)
    refused = refusals.of_move(table, turn, move, action, at)
    ruled = turn.outlook.ruled and bool(refusals.of_move(table, other_turn(table), move, action, at)) != bool(refused)
    if ruled and refused and all(finding.clause != SEVEN_RULE for finding in refused):
        refused.append(seven_finding(table, at))
    refused = refused or _draw_refusal(table, player, action, move, at)
    if refused:
        return Refusal("illegal", refused)
    if ruled:
        log.rule(seven_finding(table, at))
    _DO[kind](table, player, turn, move, action, log)
    return None


def draw_clause(table: Table, player: Player, kind: int, card: int) -> str | None:
    """The clause by which this play draws a card (or may), if it does."""
    if not table.deck:
        return None
    if kind == PALETTE and table.effects and NUMBER[card] == 3:
        return "red7/9.4"
    if kind == CANVAS and table.advanced and NUMBER[card] > len(player.palette):
        return "red7/8.1"
    return None


def _draw_refusal(table: Table, player: Player, action: Action, move: Move, at: str) -> list[Finding] | None:
    """Ruling R2's `draw` and the `drawn` card: asked for where there is a draw, agreeing with the deck."""
    clause = draw_clause(table, player, move.kind, move.card)
    if "draw" in action and not (clause and table.draw_optional):
        return [Finding("red7.draw_not_optional", "red7/R2", {"card": CODES[move.card]}, at + "/draw")]
    drawn = INDEX[action["drawn"]] if "drawn" in action else None
    if drawn is None:
        return None
    if clause is None or not action.get("draw", True):
        by = "red7/9.4" if move.kind == PALETTE else "red7/8.1"
        return [Finding("red7.no_draw", by, {"card": CODES[move.card]}, at + "/drawn")]
    top = table.deck[0]
    said = {"said": CODES[drawn]}
    if drawn in (UNKNOWN, top):
        return None
    if top != UNKNOWN:
        return [Finding("red7.other_card_on_top", clause, {**said, "top": CODES[top]}, at + "/drawn")]
    if (table.shown() | BIT[move.card]) & BIT[drawn]:
        return [Finding("red7.drawn_elsewhere", clause, said, at + "/drawn")]
    return None


def _leave_hand(player: Player, card: int) -> None:
    player.hand.remove(card if card in player.hand else UNKNOWN)  # a "??" was this card all along


def _draw(table: Table, player: Player, action: Action, clause: str, log: Log) -> None:
    card = table.deck.pop(0)
    if card == UNKNOWN:
        card = INDEX[action.get("drawn", CODES[UNKNOWN])]
    player.hand.append(card)
    log.events.append({"type": "drew", "player": player.id, "clause": clause, "card": CODES[card]})


def _event(kind: str, player: Player, clause: str, **fields: Any) -> Event:
    return {"type": kind, "player": player.id, "clause": clause, **fields}


def _play_to_palette(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    card = move.card
    clause = draw_clause(table, player, PALETTE, card)
    _leave_hand(player, card)
    player.palette.append(card)
    player.mask |= BIT[card]
    table.steps.append(action)
    by_five = "red7/9.3" if turn.source != UNKNOWN else "red7/6.1"
    log.events.append(_event("played_to_palette", player, by_five, card=CODES[card]))
    if clause:
        _draw(table, player, action, clause, log)
    elif table.effects and NUMBER[card] % 2:
        ignored = _ignored_by(table, player, card, log)
        if ignored:
            log.events.append(_event("effect_ignored", player, ignored, card=CODES[card]))


def _ignored_by(table: Table, player: Player, card: int, log: Log) -> str | None:
    """The clause by which the effect of the odd card just played is ignored, if it is."""
    if NUMBER[card] == 3:
        return "red7/9.4"  # the deck is empty, else it had been drawn from
    turn = Turn.of(table)
    if turn.outlook.ruled and other_turn(table).phase != turn.phase:
        log.rule(seven_finding(table, None))
    if turn.phase != DONE:
        return None
    return {7: "red7/R1", 5: "red7/R4" if player.hand else "red7/9.3", 1: "red7/R3"}[NUMBER[card]]


def _play_to_canvas(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    card = move.card
    clause = draw_clause(table, player, CANVAS, card)
    _leave_hand(player, card)
    table.canvas.append(card)
    by = "red7/6.3" if table.steps else "red7/6.2"
    log.events.append(_event("played_to_canvas", player, by, card=CODES[card], rule=COLOURS[COLOUR[card]]))
    draws = action.get("draw", True)
    if clause and not draws:
        log.rule(Finding("red7.chose_not_to_draw", DRAW_RULE, {"card": CODES[card]}))
    elif clause and not table.draw_optional:
        log.rule(draw_finding(table, [card], None))
    if clause and draws:
        _draw(table, player, action, DRAW_RULE if table.draw_optional else clause, log)
    _end(table, player, True, _survival_clause(turn, COLOUR[card]), log)


def _choice_clause(turn: Turn, move: Move) -> str:
    return SEVEN_RULE if move.card == turn.source else "red7/9.1"


def _return_to_deck(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    _take_from_palette(player, move.card)
    table.deck.insert(0, move.card)
    table.steps.append(action)
    log.events.append(_event("returned_to_deck", player, _choice_clause(turn, move), card=CODES[move.card]))


def _move_to_canvas(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    _take_from_palette(player, move.card)
    table.canvas.append(move.card)
    table.steps.append(action)
    rule = COLOURS[COLOUR[move.card]]
    log.events.append(_event("moved_to_canvas", player, _choice_clause(turn, move), card=CODES[move.card], rule=rule))


def _remove_from_palette(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    rival = turn.rivals[move.rival]
    _take_from_palette(rival, move.card)
    table.deck.insert(0, move.card)
    table.steps.append(action)
    event = _event("removed_from_palette", player, "red7/9.5", card=CODES[move.card])
    log.events.append({**event, "from": rival.id})


def _take_from_palette(player: Player, card: int) -> None:
    player.palette.remove(card)
    player.mask &= ~BIT[card]


def _end_turn(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    survives = turn.leads()
    _end(table, player, survives, _survival_clause(turn, turn.rule) if survives else "red7/5.4", log)


def _survival_clause(turn: Turn, rule: int) -> str:
    """More cards than everybody, or as many and the highest card."""
    return "red7/5.1" if STRENGTH[rule](turn.own) >> 6 > turn.outlook.rivals.best(rule) >> 6 else "red7/5.2"


def _pass(table: Table, player: Player, turn: Turn, move: Move, action: Action, log: Log) -> None:
    _end(table, player, False, "red7/6.4", log)


def _end(table: Table, player: Player, survives: bool, clause: str, log: Log) -> None:
    log.events.append(_event("survived" if survives else "eliminated", player, clause))
    if not survives:  # red7/5.4
        table.aside += player.hand + player.palette
        player.hand, player.palette, player.mask, player.eliminated = [], [], 0, True
    table.steps = []
    winner = table.winner()
    if winner is not None:
        table.active = None
        log.events.append(_event("round_won", winner, "red7/7.1"))
        return
    seats = len(table.players)
    following = (table.players[(player.seat + k) % seats] for k in range(1, seats))
    table.active = next(each for each in following if not each.eliminated)
    log.events.append(_event("turn_began", table.active, "red7/3.2"))


_DO = {
    PASS: _pass,
    PALETTE: _play_to_palette,
    CANVAS: _play_to_canvas,
    RETURN: _return_to_deck,
    MOVE: _move_to_canvas,
    REMOVE: _remove_from_palette,
    END: _end_turn,
}
