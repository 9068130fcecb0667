"""The steps of the turn so far: whether they fit the table, and what they leave to do.

Whether a step was legal when taken is not judged again. Until a turn ends nothing in it can change the trump colour, so the
trump colour of now was that of every step.
"""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Fault
from service.games.seven7s.cards import BIT, CARD, COLUMN, TYPE, UNKNOWN, VIRTUES
from service.games.seven7s.powers import DUTY, has_effect, opponents_cards, power_given
from service.games.seven7s.table import Table

Step = dict[str, Any]


def column_of(action: Step, card: int) -> int:
    """The column said, or the card's own."""
    column: str | None = action.get("column")
    return TYPE[card] if column is None else COLUMN[column]


def judge_steps(table: Table, faults: list[Fault]) -> str | None:
    """What is pending after the steps of the active player's turn; what is wrong with them goes into `faults`."""
    assert table.active is not None
    if not table.steps:
        if not table.hands[table.active]:
            faults.append(Fault("/state/turn/player", "active_without_card", {"player": table.ids[table.active]}))
        return "play"
    _judge_places(table, faults)
    _judge_draws(table, faults)
    pending: str | None = "play"
    for i, step in enumerate(table.steps):
        at = f"/state/turn/steps/{i}"
        if step["type"] != pending:
            faults.append(Fault(at, "step_out_of_form"))
            return None
        if step["type"] == "play":
            pending = _left_by_play(table, i)
        elif step["type"] == "peek":
            if step["deck"] > len(table.deck):
                faults.append(Fault(f"{at}/deck", "peek_beyond_deck", {"cards": step["deck"], "deck": len(table.deck)}))
            pending = "reorder" if step["deck"] > 1 else None
        else:
            pending = None
        if pending is None:
            faults.append(Fault(at, "step_ends_turn"))
            return None
    return pending


def _left_by_play(table: Table, i: int) -> str | None:
    """The duty that step `i`, a play, leaves behind."""
    if i > 0 and not table.virtues_power:
        return None  # seven7s/R7
    card = CARD[table.steps[i]["card"]]
    power = power_given(card, column_of(table.steps[i], card), table.trump())
    if power is None:
        return None
    if i == len(table.steps) - 1:
        assert table.active is not None
        own, others = len(table.hands[table.active]), opponents_cards(table, table.active)
        # The draw by Virtues is behind us: what it drew is in the hand.
        if not has_effect(power, own, others, 0 if power == VIRTUES else len(table.deck)):
            return None
    return DUTY[power]


def _judge_places(table: Table, faults: list[Fault]) -> None:
    """The cards played in this turn are the last of their columns, in order (seven7s/3.4)."""
    later = [0] * 7
    for i in range(len(table.steps) - 1, -1, -1):
        step = table.steps[i]
        if step["type"] != "play":
            continue
        card = CARD[step["card"]]
        column = column_of(step, card)
        later[column] += 1
        cards = table.columns[column]
        lies = cards[-later[column]] if later[column] <= len(cards) else None
        if lies is None or (lies != UNKNOWN and BIT[lies] != BIT[card]):
            faults.append(Fault(f"/state/turn/steps/{i}/card", "step_contradicts", {"card": step["card"]}))


def _judge_draws(table: Table, faults: list[Fault]) -> None:
    """The cards said to be drawn in this turn are in the hand, each once, unless a later step played them.

    A "??" in the hand may be any one card that does not show elsewhere.
    """
    assert table.active is not None
    hand = table.hands[table.active]
    placed = {BIT[card] for card in hand}
    hidden = hand.count(UNKNOWN)
    behind = 0  # the cards that a "??" was found to be
    for i in range(len(table.steps) - 1, -1, -1):
        step = table.steps[i]
        said = [(f"refilled/{k}", code) for k, code in enumerate(step.get("refilled", ()))]
        if step["type"] == "play" and "drawn" in step:
            said.append(("drawn", step["drawn"]))
        for where, code in said:
            bit = BIT[CARD[code]]
            if bit in placed:
                placed.remove(bit)
            elif bit and hidden and not (table.shown | behind) & bit:
                hidden -= 1
                behind |= bit
            elif bit:
                faults.append(Fault(f"/state/turn/steps/{i}/{where}", "step_contradicts", {"card": code}))
        if step["type"] == "play":
            placed.add(BIT[CARD[step["card"]]])
