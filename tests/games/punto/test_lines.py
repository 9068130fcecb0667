"""Lines and open cells, as bits, against a reading cell by cell."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.games.punto.board import Board
from service.games.punto.cards import CODES, COLOR_OF, COLORS, VALUE_OF
from tests.games.punto import naive


def random_board(rng: random.Random) -> list[dict[str, Any]]:
    """A connected board within the square, anywhere on the table, of few colours so that there are lines."""
    x, y = rng.choice([(0, 0), (rng.randint(-50, 50), rng.randint(-50, 50)), (50, -50), (-50, 50)])
    board = {(x, y): "R1"}
    palette = rng.sample(CODES, 6) if rng.random() < 0.5 else [code for code in CODES if code[0] in "RB"]
    board[x, y] = rng.choice(palette)
    for _ in range(rng.randrange(36)):
        cell = rng.choice([cell for cell in naive.places(board, "R9") if cell not in board] or [(x, y)])
        board[cell] = rng.choice(palette)
    return [{"x": x, "y": y, "cards": [card]} for (x, y), card in board.items()]


@pytest.mark.parametrize("seed", range(40))
def test_lines(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        cells = random_board(rng)
        board = Board(cells)
        plain = naive.tops({"board": cells})
        for color, name in enumerate(COLORS):
            for least in (3, 4, 5):
                found = sorted(list(line.cells) for line in board.runs(color, least))
                assert found == naive.lines(plain, name, least)


@pytest.mark.parametrize("seed", range(40))
def test_open_and_winning_cells(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(3):
        cells = random_board(rng)
        board = Board(cells)
        plain = naive.tops({"board": cells})
        card = rng.choice(CODES)
        found = list(board.grid.cells(board.open_to(VALUE_OF[card])))
        assert found == naive.places(plain, card)
        for need in (4, 5):
            wins = set(board.grid.cells(board.completing(COLOR_OF[card], need) & board.open_to(VALUE_OF[card])))
            for cell in found:
                lines = naive.lines({**plain, cell: card}, card[0], need)
                assert (cell in wins) == any(cell in line for line in lines)


@pytest.mark.parametrize("seed", range(20))
def test_putting_cards_keeps_the_board_as_if_read_anew(seed: int) -> None:
    rng = random.Random(seed)
    board = Board([])
    for _ in range(72):
        card = rng.choice(CODES)
        cells = list(board.grid.cells(board.open_to(VALUE_OF[card])))
        if not cells:
            continue
        board.put(*rng.choice(cells), card)
        anew = Board(board.dump())
        assert board.bounds == anew.bounds
        for code in ("R1", "Y5", "B9"):
            ours = list(board.grid.cells(board.open_to(VALUE_OF[code])))
            assert ours == list(anew.grid.cells(anew.open_to(VALUE_OF[code])))
            assert sorted(board.runs(COLOR_OF[code], 3)) == sorted(anew.runs(COLOR_OF[code], 3))


def test_lines_on_boards_too_wide_to_play_on() -> None:
    """Their faults are all named, so that their lines must be found, too."""
    board = Board([{"x": x, "y": y, "cards": ["R1"]} for x in range(-50, 51, 20) for y in range(-50, 51)])
    assert [len(line.cells) for line in board.runs(0, 5)] == [101] * 6
    assert Board([{"x": x, "y": -x, "cards": ["G1"]} for x in range(-50, 51)]).runs(2, 101)
