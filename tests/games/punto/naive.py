"""A second reading of Punto's rules, as plain as can be: cell by cell, card by card, nothing shared with the service."""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]
Tops = dict[Cell, str]
State = dict[str, Any]
COLORS = "RYGB"
CELLS = [(x, y) for x in range(-50, 51) for y in range(-50, 51)]


def tops(state: State) -> Tops:
    return {(cell["x"], cell["y"]): cell["cards"][-1] for cell in state["board"]}


def need(state: State) -> int:
    return 5 if state["mode"] == "teams" or len(state["players"]) == 2 else 4


def fits(cells: list[Cell]) -> bool:
    return any(
        all(left <= x < left + 6 and low <= y < low + 6 for x, y in cells)
        for left in range(cells[0][0] - 5, cells[0][0] + 1)
        for low in range(cells[0][1] - 5, cells[0][1] + 1)
    )


def may_place(board: Tops, card: str, cell: Cell) -> bool:
    if not board:
        return cell == (0, 0)
    if cell in board:
        return board[cell][1] < card[1]
    if not (-50 <= cell[0] <= 50 and -50 <= cell[1] <= 50):
        return False
    touches = any(max(abs(cell[0] - x), abs(cell[1] - y)) == 1 for x, y in board)
    return touches and fits([*board, cell])


def places(board: Tops, card: str) -> list[Cell]:
    near = {(x + dx, y + dy) for x, y in [*board, (0, 0)] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return sorted(cell for cell in near if may_place(board, card, cell))


def lines(board: Tops, color: str, length: int) -> list[list[Cell]]:
    """All whole runs of at least this length."""
    found = []
    for cell in board:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = []
            x, y = cell
            while board.get((x, y), "-")[0] == color:
                run.append((x, y))
                x, y = x + dx, y + dy
            begins = board.get((cell[0] - dx, cell[1] - dy), "-")[0] != color
            if begins and len(run) >= length:
                found.append(run)
    return sorted(found)


def owner(state: State, color: str) -> str | None:
    for player in state["players"]:
        if color in player["colors"]:
            name: str = player["id"]
            return name
    return None


def mates(state: State, player: str) -> list[str]:
    ids = [each["id"] for each in state["players"]]
    if state["mode"] != "teams":
        return [player]
    seat = ids.index(player)
    return [ids[seat % 2], ids[seat % 2 + 2]]


def tally(state: State) -> list[dict[str, Any]]:
    board = tops(state)
    counted = []
    for player in state["players"]:
        runs = [run for color in player["colors"] for run in lines(board, color, need(state) - 1)]
        dots = sum(int(board[cell][1]) for run in runs for cell in run)
        counted.append({"player": player["id"], "lines": len(runs), "dots": dots})
    return counted


def blocked_winner(state: State) -> str:
    counted = tally(state)[:2] if state["mode"] == "teams" else tally(state)
    best = min(counted, key=lambda each: (-each["lines"], each["dots"]))
    same = [each for each in counted if (each["lines"], each["dots"]) == (best["lines"], best["dots"])]
    if best["lines"] == 0 or len(same) > 1:
        return "draw"
    name: str = best["player"]
    return name


def removed(state: State, winner: str) -> str | None:
    """The highest card of the winner's lines: the complete ones, or those of one card less."""
    if winner == "draw":
        return None
    board = tops(state)
    colors = next(player["colors"] for player in state["players"] if player["id"] == winner)
    for length in (need(state), need(state) - 1):
        cells = [cell for color in colors for run in lines(board, color, length) for cell in run]
        if cells:
            return min((board[cell] for cell in cells), key=lambda card: (-int(card[1]), COLORS.index(card[0])))
    return None


def legal(state: State) -> list[tuple[Any, ...]]:
    """("place", x, y) and ("pass",)."""
    turn = state["turn"]
    if turn is None:
        return []
    deck = next(player["deck"] for player in state["players"] if player["id"] == turn["player"])
    cells = places(tops(state), deck[0]) if deck else []
    return [("place", *cell) for cell in cells] or [("pass",)]


def play(state: State, action: dict[str, Any]) -> None:
    """Applies a legal action to the state in place."""
    players = state["players"]
    name = state["turn"]["player"]
    seat = [player["id"] for player in players].index(name)
    passes = 0
    if action["type"] == "place":
        card = players[seat]["deck"].pop(0)
        for cell in state["board"]:
            if (cell["x"], cell["y"]) == (action["x"], action["y"]):
                cell["cards"].append(card)
                break
        else:
            state["board"].append({"x": action["x"], "y": action["y"], "cards": [card]})
        if card[0] != state["neutral"] and lines(tops(state), card[0], need(state)):
            state["turn"], state["winner"] = None, name
            return
    else:
        passes = state["turn"]["passes"] + 1
        if passes == (1 if state["rulings"]["blocked"] == "one" else len(players)):
            state["turn"], state["winner"] = None, blocked_winner(state)
            return
    state["turn"] = {"player": players[(seat + 1) % len(players)]["id"], "passes": passes}
