"""Which states are impossible, against a second reading of the contract's list, on tables shaken at random."""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest

from service.adjudication.findings import Impossible, Malformed
from tests.games.punto import naive
from tests.games.punto.playing import State, ask, some_state


def impossible(state: State, turn_needed: bool) -> bool:
    return (
        wrong_names(state)
        or wrong_colors(state)
        or wrong_cards(state)
        or wrong_board(state)
        or wrong_match(state)
        or wrong_round(state, turn_needed)
    )


def names(state: State) -> list[str]:
    return [player["id"] for player in state["players"]]


def wrong_names(state: State) -> bool:
    ids = names(state)
    turn = state["turn"]
    return (
        len(set(ids)) < len(ids)
        or "draw" in ids
        or state["starter"] not in [None, *ids]
        or state["winner"] not in [None, "draw", *ids]
        or (turn is not None and turn["player"] not in ids)
    )


def wrong_colors(state: State) -> bool:
    colors = [sorted(player["colors"]) for player in state["players"]]
    free = sorted(set("RYGB") - {color for each in colors for color in each})
    if state["mode"] == "teams":
        right = colors[0] == colors[2] and colors[1] == colors[3] and sorted(colors[0] + colors[1]) == sorted("RYGB")
        right = right and len(colors[0]) == 2
    elif len(colors) == 2:
        right = [len(each) for each in colors] == [2, 2] and not free
    else:
        right = all(len(each) == 1 for each in colors) and len(free) == 4 - len(colors)
    neutral = free[0] if len(colors) == 3 and free else None
    return not right or state["neutral"] != neutral


def wrong_cards(state: State) -> bool:
    decks = [player["deck"] for player in state["players"]]
    open_cards = state["out"] + [card for cell in state["board"] for card in cell["cards"]]
    everything = Counter(open_cards + [card for deck in decks for card in deck])
    if "??" in open_cards or everything.total() > 72:
        return True
    if any(count > 2 for card, count in everything.items() if card != "??"):
        return True
    for seat, player in enumerate(state["players"]):
        allowed = [*player["colors"], state["neutral"]]
        if any(card[0] not in allowed for card in player["deck"] if card != "??"):
            return True
        mates = [seat % 2, seat % 2 + 2] if state["mode"] == "teams" else [seat]
        left = sum(2 - everything[f"{color}{value}"] for color in allowed if color for value in range(1, 10))
        if sum(decks[mate].count("??") for mate in mates) > left:
            return True
    return False


def wrong_board(state: State) -> bool:
    cells = [(cell["x"], cell["y"]) for cell in state["board"]]
    if len(set(cells)) < len(cells):
        return True
    for cell in state["board"]:
        values = [int(card[1]) for card in cell["cards"]]
        if values != sorted(set(values)):
            return True
    if not cells:
        return False
    reached = {cells[0]}
    for _ in cells:
        reached |= {(x, y) for x, y in cells for a, b in reached if max(abs(x - a), abs(y - b)) == 1}
    return len(reached) < len(cells) or not naive.fits(cells)


def wrong_match(state: State) -> bool:
    won = [player["rounds_won"] for player in state["players"]]
    uneven = state["mode"] == "teams" and (won[0] != won[2] or won[1] != won[3])
    return uneven or any(rounds >= state["rounds_to_win"] for rounds in won)


def wrong_round(state: State, turn_needed: bool) -> bool:
    turn, winner = state["turn"], state["winner"]
    owned = [color for color in "RYGB" if naive.owner(state, color)]
    lines = [run for color in owned for run in naive.lines(naive.tops(state), color, naive.need(state))]
    over = winner is not None or bool(lines)
    if lines and not set.intersection(*[set(run) for run in lines]):
        return True
    if lines and winner is not None:
        owner = naive.owner(state, naive.tops(state)[lines[0][0]][0])
        if winner == "draw" or owner is None or winner not in naive.mates(state, owner):
            return True
    if not lines and winner is not None and winner != naive.blocked_winner(state):
        return True
    if turn is None:
        return turn_needed and not over
    limit = 1 if state["rulings"]["blocked"] == "one" else len(state["players"])
    return over or turn["passes"] >= limit


def shake(state: State, rng: random.Random) -> None:
    """One change to a state, often an impossible one."""
    player = rng.choice(state["players"])
    ids = [*names(state), "draw", "eve", None]
    cell = rng.choice(state["board"]) if state["board"] else None
    card = rng.choice("RYGB") + str(rng.randint(1, 9))
    what = rng.randrange(18)
    if what == 0:
        player["colors"] = rng.sample("RYGB", rng.randint(1, 2))
    elif what == 1:
        state["neutral"] = rng.choice([None, *"RYGB"])
    elif what == 2:
        player["deck"].insert(0, card)
    elif what == 3:
        player["deck"] = ["??" for _ in player["deck"]] + ["??"] * rng.randint(0, 1)
    elif what == 4:
        player["deck"] = player["deck"][: rng.randrange(5)]
    elif what == 5:
        state["out"].append(rng.choice([card, "??"]))
    elif what == 6:
        state["winner"] = rng.choice(ids)
    elif what == 7:
        state["turn"] = None
    elif what == 8:
        state["turn"] = {"player": rng.choice(ids[:-1]), "passes": rng.randrange(5)}
    elif what == 9:
        state["starter"] = rng.choice(ids)
    elif what == 10:
        player["rounds_won"] = rng.randrange(3)
    elif what == 11:
        player["id"] = rng.choice(ids[:-1])
    elif what == 12:
        state["board"] = rng.sample(state["board"], rng.randrange(len(state["board"]) + 1))
    elif what == 13:
        state["turn"], state["winner"] = None, rng.choice(ids)
    elif what == 14:
        state["rulings"]["blocked"] = rng.choice(["all", "one"])
    elif cell is not None and what == 15:
        cell["x" if rng.random() < 0.5 else "y"] += rng.choice([-1, 1])
    elif cell is not None and what == 16:
        cell["cards"].append(card)
    elif cell is not None:
        color = cell["cards"][-1][0]
        for other in rng.sample(state["board"], min(12, len(state["board"]))):  # lines come up
            other["cards"][-1] = color + other["cards"][-1][1]


@pytest.mark.parametrize("seed", range(60))
def test_impossible_states(seed: int) -> None:
    rng = random.Random(seed)
    base = copy.deepcopy(some_state(seed % 20))
    for player in base["players"]:  # fewer cards are allowed, and leave room for changes that are possible
        player["deck"] = player["deck"][: rng.randrange(20)]
    for _ in range(12):
        state = copy.deepcopy(base)
        for _ in range(rng.randint(1, 3)):
            shake(state, rng)
        for operation in ("verdict", "legal-actions"):
            wrong = impossible(state, operation == "legal-actions")
            try:
                ask(operation, state=state)
            except Impossible as refused:
                assert wrong, refused.faults
                assert all(fault.pointer.startswith("/state") for fault in refused.faults)
            except Malformed:
                pytest.fail("the schema fits")
            else:
                assert not wrong
