"""The table of a round: read from a request's state, and written back complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from service.adjudication.findings import Impossible
from service.games.red7.cards import CODES, COLOUR, INDEX, RED, UNKNOWN, mask_of
from service.games.red7.faults import state_faults

RULESET = "red7-2021"
Action = dict[str, Any]


@dataclass(slots=True)
class Player:
    id: str
    seat: int
    palette: list[int]
    hand: list[int]
    scored: list[int]
    eliminated: bool
    mask: int  # of the palette


@dataclass(slots=True)
class Table:
    """Everything that lies on the table, cards as ints, oldest first (the deck: top first)."""

    advanced: bool
    effects: bool
    seven_may_choose_itself: bool
    draw_optional: bool
    players: list[Player]
    canvas: list[int]
    deck: list[int]
    aside: list[int]
    active: Player | None
    steps: list[Action]

    @property
    def rule(self) -> int:
        return COLOUR[self.canvas[-1]] if self.canvas else RED  # red7/1.2

    def still_in(self) -> list[Player]:
        return [player for player in self.players if not player.eliminated]

    def winner(self) -> Player | None:
        """The last one in (red7/7.1), or None while the round goes on."""
        left = self.still_in()
        return left[0] if len(left) == 1 else None

    def shown(self) -> int:
        """Every card that the state shows anywhere, as a mask."""
        mask = mask_of(self.canvas) | mask_of(self.deck) | mask_of(self.aside)
        for player in self.players:
            mask |= player.mask | mask_of(player.hand) | mask_of(player.scored)
        return mask


def read_table(state: dict[str, Any], at: str = "/state", *, turn_required: bool = False, open_hand: bool = False) -> Table:
    """The table of a state; raises `Impossible` with every fault.

    `turn_required`: the operation asks about the active player (unless the round is over). `open_hand`: and about their hand.
    """
    faults = state_faults(state, at, turn_required=turn_required, open_hand=open_hand)
    if faults:
        raise Impossible(faults)
    index = INDEX
    players = []
    for seat, each in enumerate(state["players"]):
        palette = [index[code] for code in each["palette"]]
        players.append(
            Player(
                each["id"], seat, palette, [index[code] for code in each["hand"]], [index[code] for code in each["scored"]],
                each["eliminated"], mask_of(palette),
            )
        )  # fmt: skip
    turn = state["turn"]
    rulings = state["rulings"]
    return Table(
        advanced=state["variant"] == "advanced",
        effects=state["effects"],
        seven_may_choose_itself=rulings["seven_may_choose_itself"],
        draw_optional=rulings["canvas_draw"] == "optional",
        players=players,
        canvas=[index[code] for code in state["canvas"]],
        deck=[index[code] for code in state["deck"]],
        aside=[index[code] for code in state["aside"]],
        active=next(player for player in players if player.id == turn["player"]) if turn else None,
        steps=list(turn["steps"]) if turn else [],
    )


def dump_table(table: Table) -> dict[str, Any]:
    """The complete state, all defaults written out."""
    code = CODES
    return {
        "ruleset": RULESET,
        "variant": "advanced" if table.advanced else "basic",
        "effects": table.effects,
        "rulings": {
            "seven_may_choose_itself": table.seven_may_choose_itself,
            "canvas_draw": "optional" if table.draw_optional else "mandatory",
        },
        "players": [
            {
                "id": player.id,
                "palette": [code[card] for card in player.palette],
                "hand": [code[card] for card in player.hand],
                "scored": [code[card] for card in player.scored],
                "eliminated": player.eliminated,
            }
            for player in table.players
        ],
        "canvas": [code[card] for card in table.canvas],
        "deck": [code[card] for card in table.deck],
        "aside": [code[card] for card in table.aside],
        "turn": None if table.active is None else {"player": table.active.id, "steps": table.steps},
    }


def has_unknown(cards: list[int]) -> bool:
    return UNKNOWN in cards
