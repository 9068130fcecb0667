"""States that no table can show. Every fault is named, not just the first."""

from __future__ import annotations

from collections import Counter
from typing import Any

from service.adjudication.checks import Zone, card_faults, player_faults
from service.adjudication.findings import Fault, Impossible
from service.adjudication.shapes import UNKNOWN
from service.games.punto.cards import COLORS, COPIES, TOTAL, VALUE_OF
from service.games.punto.outcome import blocked
from service.games.punto.state import DRAW, Table, lay_out

SHORTEST_LINE = 4  # punto/4.2


def read(state: dict[str, Any], at: str = "/state", *, turn_needed: bool = False) -> Table:
    """The table of a state that can be; raises `Impossible` with every fault.

    `turn_needed`: the operation asks what the active player does, so that an unfinished round must say whose turn it is.
    """
    table = lay_out(state, at)
    faults = _players(table)
    colors = _colors(table)
    faults += colors
    faults += _cards(table)
    faults += _board(table)
    faults += _match(table)
    faults += _turn(table)
    if not colors:  # whose lines and cards they are is not known otherwise
        faults += _owners(table)
        faults += _round(table, turn_needed)
    elif turn_needed and state["turn"] is None and state["winner"] is None and len(state["board"]) < SHORTEST_LINE:
        faults.append(Fault(f"{at}/turn", "turn_missing"))  # too few cards for anybody's line to have ended the round
    if faults:
        raise Impossible(faults)
    return table


def _players(table: Table) -> list[Fault]:
    faults = player_faults(table.ids, f"{table.at}/players")
    for seat, name in enumerate(table.ids):
        if name == DRAW:
            faults.append(Fault(f"{table.at}/players/{seat}/id", "player_called_draw"))
    return faults


def _colors(table: Table) -> list[Fault]:
    """Each side has its number of colours, none of them another side's; three players leave one to be neutral."""
    faults = []
    teams = table.state["mode"] == "teams"
    count = 2 if teams or len(table.ids) == 2 else 1
    owners: dict[int, int] = {}
    for seat, colors in enumerate(table.colors):
        pointer = f"{table.at}/players/{seat}/colors"
        if len(set(colors)) != count or len(colors) != count:
            faults.append(Fault(pointer, "wrong_number_of_colors", {"player": table.ids[seat], "count": count}))
        mate = table.colors[table.sides[seat]]
        if set(mate) != set(colors):
            faults.append(Fault(pointer, "team_colors_differ", {"player": table.ids[table.sides[seat]]}))
        for color in dict.fromkeys(colors):
            owner = owners.setdefault(color, seat)
            if table.sides[owner] != table.sides[seat]:
                params = {"color": COLORS[color], "player": table.ids[owner]}
                faults.append(Fault(pointer, "color_of_an_opponent", params))
    free = [color for color in range(len(COLORS)) if color not in owners]
    expected = free[0] if len(table.ids) == 3 and len(free) == 1 else None
    if table.neutral != expected:
        wanted = "null" if expected is None else COLORS[expected]
        faults.append(Fault(f"{table.at}/neutral", "wrong_neutral", {"wanted": wanted}))
    return faults


def _cards(table: Table) -> list[Fault]:
    state, at = table.state, table.at
    faults = []
    for seat, deck in enumerate(table.decks):
        own = table.may_hold(seat)
        if not own.issuperset(deck):
            faults += [
                Fault(f"{at}/players/{seat}/deck/{i}", "foreign_card", {"card": card, "player": table.ids[seat]})
                for i, card in enumerate(deck)
                if card not in own
            ]
    shown = table.shown
    hidden = sum([deck.count(UNKNOWN) for deck in table.decks])
    if hidden != shown[UNKNOWN] or shown.total() > TOTAL or _too_many_copies(shown):
        zones = [Zone(f"{at}/players/{seat}/deck", deck, True) for seat, deck in enumerate(table.decks)]
        zones += [Zone(f"{at}/board/{i}/cards", cell["cards"], False) for i, cell in enumerate(state["board"])]
        zones.append(Zone(f"{at}/out", state["out"], False))
        faults += card_faults(zones, COPIES, TOTAL, at=at)
    return faults


def _too_many_copies(shown: Counter[str]) -> bool:
    counts = shown.values()
    return max(counts, default=0) > COPIES and any(count > COPIES for card, count in shown.items() if card != UNKNOWN)


def _owners(table: Table) -> list[Fault]:
    """More hidden cards than a player, or a team, can have left."""
    if UNKNOWN not in table.shown:
        return []
    faults = []
    spare = 0 if table.neutral is None else table.unseen(table.neutral)
    for side in sorted(set(table.sides)):
        team = table.team(side)
        hidden = sum(table.decks[seat].count(UNKNOWN) for seat in team)
        left = sum(table.unseen(color) for color in table.colors[side]) + spare
        if hidden > left:
            faults += [
                Fault(f"{table.at}/players/{seat}/deck", "more_cards_than_owned", {"player": table.ids[seat], "left": left})
                for seat in team
            ]
    return faults


def _board(table: Table) -> list[Fault]:
    faults = []
    seen: set[tuple[int, int]] = set()
    cells = table.state["board"]
    some_twice = len(table.board.stacks) < len(cells)
    for i, cell in enumerate(cells):
        cards = cell["cards"]
        if len(cards) == 1 and not some_twice:
            continue
        x, y = cell["x"], cell["y"]
        if (x, y) in seen:
            faults.append(Fault(f"{table.at}/board/{i}", "cell_twice", {"x": x, "y": y}))
        seen.add((x, y))
        for j in range(1, len(cards)):
            below, above = cards[j - 1], cards[j]
            if UNKNOWN not in (below, above) and VALUE_OF[below] >= VALUE_OF[above]:  # punto/3.3
                params = {"x": x, "y": y, "card": above, "below": below}
                faults.append(Fault(f"{table.at}/board/{i}/cards/{j}", "stack_does_not_rise", params))
    board = table.board
    if not board.fits:  # punto/3.4
        left, right, low, high = board.bounds
        params = {"columns": right - left + 1, "rows": high - low + 1}
        faults.append(Fault(f"{table.at}/board", "board_too_wide", params))
    if not board.grid.connected(board.taken):  # punto/3.2
        faults.append(Fault(f"{table.at}/board", "board_not_connected"))
    return faults


def _match(table: Table) -> list[Fault]:
    state, at = table.state, table.at
    faults = []
    won = [player["rounds_won"] for player in state["players"]]
    for seat, rounds in enumerate(won):
        pointer = f"{at}/players/{seat}/rounds_won"
        if rounds >= state["rounds_to_win"]:  # punto/5.3
            faults.append(Fault(pointer, "match_already_won", {"player": table.ids[seat], "limit": state["rounds_to_win"]}))
        if rounds != won[table.sides[seat]]:
            faults.append(Fault(pointer, "team_rounds_differ", {"player": table.ids[table.sides[seat]]}))
    starter, winner = state["starter"], state["winner"]
    if starter is not None and starter not in table.ids:
        faults.append(Fault(f"{at}/starter", "no_such_player", {"player": starter}))
    if winner is not None and winner != DRAW and winner not in table.ids:
        faults.append(Fault(f"{at}/winner", "no_such_player", {"player": winner}))
    return faults


def _turn(table: Table) -> list[Fault]:
    turn, at = table.state["turn"], table.at
    if turn is None:
        return []
    faults = []
    if table.active is None:
        faults.append(Fault(f"{at}/turn/player", "turn_names_nobody", {"player": turn["player"]}))
    if turn["passes"] >= table.passes_allowed:  # punto/R1
        faults.append(Fault(f"{at}/turn/passes", "too_many_passes", {"limit": table.passes_allowed - 1}))
    if table.winner is not None:
        faults.append(Fault(f"{at}/turn", "turn_after_end"))
    return faults


def _round(table: Table, turn_needed: bool) -> list[Fault]:
    """Lines, winner and turn must tell the same story."""
    faults = []
    turn, winner, at = table.state["turn"], table.winner, table.at
    table.lines = lines = table.complete_lines()
    if lines:
        # One card was the last, and it completed all of them. # punto/4.3
        if not set.intersection(*[set(line.cells) for line in lines]):
            faults.append(Fault(f"{at}/board", "lines_apart"))
        if turn is not None and winner is None:
            faults.append(Fault(f"{at}/turn", "turn_after_end"))
        owners = {table.owner(line.color) for line in lines}
        if winner == DRAW or (winner in table.ids and table.sides[table.ids.index(winner)] not in owners):
            params = {"player": table.ids[min(owners)]}
            faults.append(Fault(f"{at}/winner", "line_of_another" if winner != DRAW else "line_not_drawn", params))
    elif winner == DRAW or winner in table.ids:
        result = blocked(table).winner
        if winner != (DRAW if result is None else table.ids[result]):
            if result is None:
                faults.append(Fault(f"{at}/winner", "nobody_wins_blocked"))
            else:
                faults.append(Fault(f"{at}/winner", "another_wins_blocked", {"player": table.ids[result]}))
    elif turn is None and winner is None and turn_needed:
        faults.append(Fault(f"{at}/turn", "turn_missing"))
    return faults
