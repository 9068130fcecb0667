"""Random Red7 positions for property tests."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from tests.games.red7.naive import ALL

IDS = ["Ania", "Bartek", "a/b~c", "7"]


@st.composite
def states(draw: st.DrawFn, *, hand: int = 4, palette: int = 4) -> dict[str, Any]:
    """An open position at the start of somebody's turn."""
    cards = draw(st.permutations(ALL))
    seats = draw(st.integers(2, 4))
    players = []
    for seat in range(seats):
        size, held = draw(st.integers(0, palette)), draw(st.integers(0, hand))
        players.append(
            {"id": IDS[seat], "palette": cards[:size], "hand": cards[size : size + held], "scored": [], "eliminated": False}
        )
        cards = cards[size + held :]
    out = draw(st.integers(0, seats - 2))
    for player in players[:out]:
        player.update(palette=[], hand=[], eliminated=True)
    canvas, deck = draw(st.integers(0, 2)), draw(st.integers(0, 3))
    return {
        "ruleset": "red7-2021",
        "variant": draw(st.sampled_from(["basic", "advanced"])),
        "effects": draw(st.booleans()),
        "rulings": {
            "seven_may_choose_itself": draw(st.booleans()),
            "canvas_draw": draw(st.sampled_from(["mandatory", "optional"])),
        },
        "players": players,
        "canvas": cards[:canvas],
        "deck": cards[canvas : canvas + deck],
        "aside": [],
        "turn": {"player": players[draw(st.integers(out, seats - 1))]["id"], "steps": []},
    }


def without(state: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in copy.deepcopy(state).items() if key not in keys}
