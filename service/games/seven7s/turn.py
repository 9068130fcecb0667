"""The one verifier: what an action would do, or why it may not be done. `effects.apply` then does it.

`resolve` and `legal-actions` both ask here, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from service.adjudication.resolution import Action, Refusal
from service.games.seven7s.cards import (
    BIT,
    CARD,
    CODE,
    COLOUR,
    COLOUR_NUMBER,
    FULL_COLUMN,
    TYPE,
    TYPES,
    UNKNOWN,
    VALUE,
    VIRTUES,
    card_of,
)
from service.games.seven7s.moves import Move, Stop, close_turn, draw, illegal, no_draw, no_refill
from service.games.seven7s.powers import (
    CLAUSE_OF_DUTY,
    DUTY,
    has_effect,
    may_lie,
    may_lie_elsewhere,
    opponents_cards,
    power_given,
)
from service.games.seven7s.reasons import ruling_on_power
from service.games.seven7s.steps import column_of
from service.games.seven7s.table import Table


def verify(table: Table, action: Action, index: int) -> Move | Refusal:
    """The move an action makes (with `needs`, if a card is missing), or the refusal of an illegal one. Changes nothing."""
    move = Move(action, index, table.active or 0)
    try:
        if table.over:
            raise illegal("over", "5.1" if any(card is not None for card in table.ending) else "R10", f"/actions/{index}")
        assert table.active is not None
        if action["type"] != table.pending:
            raise illegal(
                f"not_{table.pending}", CLAUSE_OF_DUTY[table.pending or ""], f"/actions/{index}/type",
                player=table.ids[table.active], type=action["type"],
            )  # fmt: skip
        _VERIFIERS[action["type"]](table, move)
    except Stop as stop:
        if move.ruled:
            stop.refusal.findings.append(ruling_on_power(table))
        return stop.refusal
    return move


def _play(table: Table, move: Move) -> None:
    action, seat = move.action, move.seat
    card = move.card = CARD[action["card"]]
    hand = table.hands[seat]
    _check_in_hand(table, seat, card, "3.1", f"{move.at}/card")
    move.column = column_of(action, card)
    trump = table.trump()
    _check_column(table, move, trump)
    shown = table.shown | BIT[card]
    if _ends_as_seventh(table, move):
        return
    own, deck = len(hand) - 1, table.deck
    power = power_given(card, move.column, trump)
    if power is not None and not has_effect(power, own, opponents_cards(table, seat), len(deck)):
        move.idle, power = power, None
    if power is not None and table.steps:
        move.ruled = True  # seven7s/R7: only a card played by Virtues has steps before it
        power = power if table.virtues_power else None
    move.power = power
    if power == VIRTUES and deck:  # seven7s/4.5
        move.drawer = seat
        move.drawn = draw(deck, [action.get("drawn")], shown, f"{move.at}/drawn", "4.5")[0]
    else:
        no_draw(move, "R7" if VIRTUES in (power, move.idle) else "4.5")
    if power is not None:
        move.pending = DUTY[power]
        no_refill(move, "3.3")
        return
    sizes = [len(each) for each in table.hands]
    sizes[seat] -= 1
    close_turn(table, move, sizes, deck, shown)


def _steal(table: Table, move: Move) -> None:
    action = move.action
    victim = table.seats.get(action["player"])
    at = f"{move.at}/player"
    if victim is None:
        raise illegal("no_such_player", "4.4", at, player=action["player"])
    if victim == move.seat:
        raise illegal("not_an_opponent", "4.4", at, player=action["player"])
    hand = table.hands[victim]
    if not hand:
        raise illegal("empty_hand", "R11", at, player=action["player"])
    move.victim = victim
    if "card" in action:
        _check_in_hand(table, victim, CARD[action["card"]], "4.4", f"{move.at}/card")
        _steal_card(table, move, CARD[action["card"]])
    elif len(hand) == 1 and hand[0] != UNKNOWN:
        _steal_card(table, move, hand[0])
    else:
        _steal_unsaid(table, move)


def _steal_card(table: Table, move: Move, card: int) -> None:
    """The pulled card goes into its column; its power is not used (seven7s/4.4)."""
    move.card = card
    move.column = column_of(move.action, card)
    _check_column(table, move, table.trump())
    if _ends_as_seventh(table, move):
        return  # seven7s/R9
    shown = table.shown | BIT[card]
    deck = table.deck
    sizes = [len(each) for each in table.hands]
    if deck:
        move.drawer = move.victim
        move.drawn = draw(deck, [move.action.get("drawn")], shown, f"{move.at}/drawn", "4.4")[0]
        shown |= BIT[move.drawn]
        deck = deck[1:]
    else:
        no_draw(move, "R10")
        sizes[move.victim] -= 1
    close_turn(table, move, sizes, deck, shown)


def _steal_unsaid(table: Table, move: Move) -> None:
    """Nobody says which card was pulled: undetermined, unless it is illegal whatever card it was."""
    at = f"{move.at}/column"
    reason: Stop | None = None
    for card in _pullable(table, move.victim):
        trial = Move(move.action, move.index, move.seat, victim=move.victim)
        try:
            _steal_card(table, trial, card)
        except Stop as stop:
            if reason is None or reason.refusal.findings[0].pointer == at:
                reason = stop
        else:
            move.needs = [f"{move.at}/card"]
            return
    assert reason is not None
    if reason.refusal.findings[0].pointer == at:
        raise illegal("no_card_fits", "4.4", at, player=move.action["player"], column=move.action["column"])
    raise reason


def _pullable(table: Table, victim: int) -> Iterator[int]:
    """Every card the pulled one may be: those known in the hand and, for a "??", all that show nowhere, in any colour."""
    hand = table.hands[victim]
    for card in hand:
        if card != UNKNOWN:
            yield card
    if UNKNOWN in hand:
        trump = table.trump()
        # To the rules a colour is either the trump colour or not.
        colours = range(2) if trump is None else (trump, (trump + 1) % 7)
        for pair in range(49):
            if not table.shown >> pair & 1:
                yield from (card_of(pair, colour) for colour in colours)


def _call(table: Table, move: Move) -> None:
    action, deck = move.action, table.deck
    sizes = [len(each) for each in table.hands]
    shown = table.shown
    top = deck[0]
    if "revealed" in action:
        said = CARD[action["revealed"]]
        if top == UNKNOWN:
            if shown & BIT[said]:
                raise illegal("shows_elsewhere", "R13", f"{move.at}/revealed", card=action["revealed"])
        elif top != said:
            raise illegal("drawn_differs", "4.6", f"{move.at}/revealed", card=action["revealed"], deck=CODE[top])
        top = said
    close_turn(table, move, sizes, deck[1:], shown | BIT[top])
    if top == UNKNOWN:
        move.needs = ["/state/deck/0"]
    else:
        fits = VALUE[top] == action["value"] if "value" in action else COLOUR[top] == COLOUR_NUMBER[action["color"]]
        move.card, move.won = top, fits  # seven7s/4.6


def _take(table: Table, move: Move) -> None:
    move.column = TYPES.index(move.action["column"])
    column = table.columns[move.column]
    if not column:
        raise illegal("empty_column", "4.7", f"{move.at}/column", column=move.action["column"])
    move.card = column[-1]
    sizes = [len(each) for each in table.hands]
    sizes[move.seat] += 1
    close_turn(table, move, sizes, table.deck, table.shown, refills=False)  # seven7s/4.7


def _peek(table: Table, move: Move) -> None:
    action, at = move.action, move.at
    for player, count in action["hands"].items():
        seat = table.seats.get(player)
        if seat is None:
            raise illegal("no_such_player", "4.8", f"{at}/hands", player=player)
        if seat == move.seat:
            raise illegal("not_an_opponent", "4.8", f"{at}/hands", player=player)
        if count > len(table.hands[seat]):
            raise illegal("hand_too_small", "4.8", f"{at}/hands", player=player, said=count, cards=len(table.hands[seat]))
    if action["deck"] > len(table.deck):
        raise illegal("deck_too_small", "4.8", f"{at}/deck", said=action["deck"], cards=len(table.deck))
    looked = sum(action["hands"].values()) + action["deck"]
    wanted = min(3, opponents_cards(table, move.seat) + len(table.deck))
    if looked != wanted:
        raise illegal("peek_count", "4.8" if wanted == 3 else "R11", at, said=looked, wanted=wanted)
    if action["deck"] > 1:
        move.pending = "reorder"
        no_refill(move, "3.3")
    else:
        close_turn(table, move, [len(each) for each in table.hands], table.deck, table.shown)


def _reorder(table: Table, move: Move) -> None:
    count = table.steps[-1]["deck"]
    looked = table.deck[:count]
    said = [CARD[code] for code in move.action["cards"]]
    at = f"{move.at}/cards"
    if len(said) != count:
        raise illegal("reorder_count", "4.8", at, said=len(said), wanted=count)
    if len({BIT[card] for card in said}) != count:
        raise illegal("reorder_repeats", "4.8", at)
    for k, card in enumerate(said):
        if card not in looked and table.shown & BIT[card]:
            raise illegal("not_looked_at", "4.8", f"{at}/{k}", card=CODE[card])
    missing = [card for card in looked if card != UNKNOWN and card not in said]
    if missing:
        raise illegal("left_out", "4.8", at, cards=[CODE[card] for card in missing])
    shown = table.shown
    for card in said:
        shown |= BIT[card]
    move.top = said
    close_turn(table, move, [len(each) for each in table.hands], said + table.deck[count:], shown)


def _check_in_hand(table: Table, seat: int, card: int, clause: str, at: str) -> None:
    """The card is in that hand, or may be behind a "??" of it."""
    hand = table.hands[seat]
    if card in hand:
        return
    if UNKNOWN not in hand:
        raise illegal("not_in_hand", clause, at, card=CODE[card], player=table.ids[seat])
    if table.shown & BIT[card]:
        raise illegal("shows_elsewhere", "R13", at, card=CODE[card])


def _check_column(table: Table, move: Move, trump: int | None) -> None:
    card, column = move.card, move.column
    if may_lie(table, card, column, trump):
        return
    at = f"{move.at}/column"
    if not may_lie_elsewhere(card, trump):
        clause = "3.1" if move.victim < 0 else "4.4"
        raise illegal("foreign_column", clause, at, card=CODE[card], type=TYPES[TYPE[card]], column=TYPES[column])
    raise illegal("no_such_column", "R4", at, card=CODE[card], column=TYPES[column])


def _ends_as_seventh(table: Table, move: Move) -> bool:
    """The seventh card of a column ends the game at once: no power, no draw, no refill (seven7s/5.1, 5.2, 5.3)."""
    if len(table.columns[move.column]) != FULL_COLUMN - 1:
        return False
    no_draw(move, "5.3" if move.victim < 0 else "R9")
    no_refill(move, "5.2")
    move.seventh = move.over = True
    return True


_VERIFIERS: dict[str, Callable[[Table, Move], None]] = {
    "play": _play,
    "steal": _steal,
    "call": _call,
    "take": _take,
    "peek": _peek,
    "reorder": _reorder,
}
