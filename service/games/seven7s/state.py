"""Reading a state: JSON to table, with every fault of an impossible one (contract sections 3 and 9)."""

from __future__ import annotations

from typing import Any

from service.adjudication.checks import Zone, card_faults, player_faults
from service.adjudication.findings import Fault, Impossible
from service.games.seven7s.cards import BIT, CARD, CARDS_IN_GAME, FULL_COLUMN, HAND_SIZE, TYPE, TYPES, UNKNOWN, identity
from service.games.seven7s.steps import judge_steps
from service.games.seven7s.table import Table

State = dict[str, Any]


def parse(state: State, *, acts: bool = False, open_hand: bool = False) -> Table:
    """The table of a state; raises `Impossible` with all faults.

    `acts`: the question needs a turn while the game goes on. `open_hand`: it needs the active player's own hand.
    """
    table = _read(state)
    faults = player_faults(table.ids, "/state/players")
    faults += _card_faults(state, table)
    faults += _hand_faults(table)
    faults += _column_faults(table)
    faults += _end_faults(table)
    turn = state["turn"]
    if turn is None:
        if acts and not table.over:
            faults.append(Fault("/state/turn", "turn_missing"))
    elif table.over:
        faults.append(Fault("/state/turn", "turn_after_end"))
    elif turn["player"] not in table.seats:
        faults.append(Fault("/state/turn/player", "turn_names_nobody", {"player": turn["player"]}))
    else:
        seat = table.active = table.seats[turn["player"]]
        table.steps = list(turn["steps"])
        table.pending = judge_steps(table, faults)
        if open_hand:
            at = f"/state/players/{seat}/hand/"
            faults += [Fault(f"{at}{i}", "own_hand_unknown") for i, card in enumerate(table.hands[seat]) if card == UNKNOWN]
    if faults:
        raise Impossible(faults)
    return table


def _read(state: State) -> Table:
    table = Table()
    rulings, players = state["rulings"], state["players"]
    table.ruleset = state["ruleset"]
    table.any_card_cancels = rulings["ages_cancel"] == "any_card"
    table.virtues_power = rulings["virtues_power"]
    table.ending_card_counts = rulings["ending_card_counts"]
    table.ids = [player["id"] for player in players]
    table.seats = {player: seat for seat, player in enumerate(table.ids)}
    table.hands = [[CARD[code] for code in player["hand"]] for player in players]
    table.fortunes = [[CARD[code] for code in player["fortunes"]] for player in players]
    table.ending = [None if player["ending_card"] is None else CARD[player["ending_card"]] for player in players]
    table.columns = [[CARD[code] for code in state["columns"][kind]] for kind in TYPES]
    table.deck = [CARD[code] for code in state["deck"]]
    table.discard = [CARD[code] for code in state["discard"]]
    table.over = state["over"]
    table.active = table.pending = None
    table.steps = []
    table.shown = 0
    for cards in (*table.hands, *table.fortunes, *table.columns, table.deck, table.discard):
        for card in cards:
            table.shown |= BIT[card]
    return table


def _card_faults(state: State, table: Table) -> list[Fault]:
    """A card twice, too many cards, "??" among open cards. The zones are walked in words only when a count is off."""
    hidden = (*table.hands, table.deck)
    open_ = (*table.fortunes, *table.columns, table.discard)
    unknown = sum(zone.count(UNKNOWN) for zone in hidden)
    total = sum(map(len, hidden)) + sum(map(len, open_))
    if table.shown.bit_count() + unknown == total <= CARDS_IN_GAME:
        return []
    zones = []
    for seat, player in enumerate(state["players"]):
        zones.append(Zone(f"/state/players/{seat}/hand", player["hand"], True))
        zones.append(Zone(f"/state/players/{seat}/fortunes", player["fortunes"], False))
    zones += [Zone(f"/state/columns/{kind}", state["columns"][kind], False) for kind in TYPES]
    zones += [Zone("/state/deck", state["deck"], True), Zone("/state/discard", state["discard"], False)]
    return card_faults(zones, 1, CARDS_IN_GAME, identity)


def _hand_faults(table: Table) -> list[Fault]:
    return [
        Fault(f"/state/players/{seat}/hand", "hand_too_large", {"player": table.ids[seat], "cards": len(hand)})
        for seat, hand in enumerate(table.hands)
        if len(hand) > HAND_SIZE
    ]


def _column_faults(table: Table) -> list[Fault]:
    faults = []
    for i, column in enumerate(table.columns):
        at = f"/state/columns/{TYPES[i]}"
        if len(column) > FULL_COLUMN:
            faults.append(Fault(at, "column_too_long", {"column": TYPES[i], "cards": len(column)}))
        elif len(column) == FULL_COLUMN and not table.over:
            faults.append(Fault(at, "full_column_not_over", {"column": TYPES[i]}))
        if column and column[0] != UNKNOWN and TYPE[column[0]] != i:
            faults.append(Fault(f"{at}/0", "column_begun_by_another_type", {"column": TYPES[i]}))
    full = [TYPES[i] for i, column in enumerate(table.columns) if len(column) == FULL_COLUMN]
    if len(full) > 1:
        faults.append(Fault("/state/columns", "two_full_columns", {"columns": full}))
    return faults


def _end_faults(table: Table) -> list[Fault]:
    """`over` and the ending cards against the columns and hands (seven7s/5.1, 5.2, R10, R14)."""
    faults = []
    seventh = [column[6] for column in table.columns if len(column) == FULL_COLUMN]
    bits = {BIT[card] for card in seventh}
    for seat, card in enumerate(table.ending):
        if card is not None and (card == UNKNOWN or BIT[card] not in bits):
            faults.append(Fault(f"/state/players/{seat}/ending_card", "not_the_seventh_card", {"player": table.ids[seat]}))
    claims = sum(card is not None for card in table.ending)
    if seventh and claims != 1:
        faults.append(Fault("/state/players", "not_one_ending_card", {"cards": claims}))
    if table.over and any(table.hands) and not any(len(column) >= FULL_COLUMN for column in table.columns):
        faults.append(Fault("/state/over", "over_without_cause"))
    return faults
