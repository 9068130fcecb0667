"""A state of the contract as the table the rules work on, and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from service.adjudication.shapes import UNKNOWN
from service.games.punto.board import Board
from service.games.punto.cards import CODES, CODES_OF, COLORS, COPIES, IN_COLOR
from service.games.punto.lines import Line

DRAW = "draw"
RULESET = "punto-2018"
_HIDDEN = frozenset((UNKNOWN,))


@cache
def _codes(*colors: int) -> frozenset[str]:
    return _HIDDEN.union(*[CODES_OF[color] for color in colors])


@dataclass(slots=True)
class Table:
    """A round as it stands. Seats and colours are numbers here; `state` is the request's, never changed."""

    state: dict[str, Any]
    at: str  # the pointer of `state` in the request
    ids: list[str]
    colors: list[list[int]]  # of each seat, in the order R, Y, G, B
    sides: list[int]  # who wins together: a seat's own number, in teams that of the team's first seat
    neutral: int | None
    need: int  # punto/4.2
    board: Board
    decks: list[list[str]]
    shown: Counter[str]  # how many copies of each card the state shows anywhere
    active: int | None
    passes: int
    winner: str | None  # an id, or `DRAW`
    lines: list[Line] | None = None  # the complete ones of the state as it was read, once they are known

    @property
    def owned(self) -> list[int]:
        """The colours that win: all but the neutral one. # punto/4.4"""
        return sorted({color for colors in self.colors for color in colors})

    @property
    def passes_allowed(self) -> int:
        """With this many passes in a row the round is blocked. # punto/R1"""
        return 1 if self.state["rulings"]["blocked"] == "one" else len(self.ids)

    def owner(self, color: int) -> int:
        """The seat of a colour, in teams the first one of its team."""
        return next(seat for seat, colors in enumerate(self.colors) if color in colors)

    def complete_lines(self) -> list[Line]:
        """The lines that end the round, whosever they are. # punto/4.3"""
        return sorted(line for color in self.owned for line in self.board.runs(color, self.need))

    def team(self, side: int) -> list[int]:
        """The seats that win together."""
        return [seat for seat, its in enumerate(self.sides) if its == side]

    def may_hold(self, seat: int) -> frozenset[str]:
        """What a deck can have by the colours of its cards; "??" is any of them."""
        return _codes(*self.colors[seat]) if self.neutral is None else _codes(*self.colors[seat], self.neutral)

    def possible(self, seat: int) -> list[str]:
        """What the hidden cards of a deck can still be: its colours, as far as not all copies are shown."""
        own = self.may_hold(seat)
        return [code for code in CODES if code in own and self.shown[code] < COPIES]

    def unseen(self, color: int) -> int:
        """How many cards of a colour the state does not show."""
        return IN_COLOR - sum(min(self.shown[code], COPIES) for code in CODES_OF[color])


def lay_out(state: dict[str, Any], at: str) -> Table:
    """The table of a state, whatever its faults."""
    players = state["players"]
    teams = state["mode"] == "teams"
    neutral, turn, board = state["neutral"], state["turn"], state["board"]
    ids = [player["id"] for player in players]
    decks = [player["deck"] for player in players]
    return Table(
        state=state,
        at=at,
        ids=ids,
        colors=[sorted(COLORS.index(color) for color in player["colors"]) for player in players],
        sides=[seat % 2 if teams else seat for seat in range(len(players))],
        neutral=None if neutral is None else COLORS.index(neutral),
        need=5 if teams or len(players) == 2 else 4,  # punto/4.2
        board=Board(board),
        decks=decks,
        shown=Counter(chain(state["out"], *decks, *[cell["cards"] for cell in board])),
        active=ids.index(turn["player"]) if turn is not None and turn["player"] in ids else None,
        passes=turn["passes"] if turn is not None else 0,
        winner=state["winner"],
    )


def dump(table: Table) -> dict[str, Any]:
    """The complete state: all defaults written out."""
    state = table.state
    players = [
        {"id": player["id"], "colors": player["colors"], "deck": deck, "rounds_won": player["rounds_won"]}
        for player, deck in zip(state["players"], table.decks, strict=True)
    ]
    turn = None if table.active is None else {"player": table.ids[table.active], "passes": table.passes}
    return {
        "ruleset": state["ruleset"],
        "mode": state["mode"],
        "rulings": state["rulings"],
        "rounds_to_win": state["rounds_to_win"],
        "players": players,
        "neutral": state["neutral"],
        "board": table.board.dump(),
        "out": state["out"],
        "starter": state["starter"],
        "turn": turn,
        "winner": table.winner,
    }
