"""The service against the second reading, on random positions and along random turns."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.adjudication.judge import judge
from service.adjudication.registry import games
from service.games.red7.cards import INDEX, codes, mask_of
from service.games.red7.colours import STRENGTH, qualifying
from tests.games.red7 import naive
from tests.games.red7.tables import states

GAME = games()["red7"]
State = dict[str, Any]


def ask(operation: str, **request: Any) -> dict[str, Any]:
    return judge(GAME, GAME.operations[operation], request)


def spelled(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(repr(sorted(action.items())) for action in actions)


@settings(max_examples=400)
@given(st.lists(st.sampled_from(naive.ALL), unique=True, max_size=9), st.sampled_from(range(7)))
def test_the_qualifying_set_is_the_best_subset_by_definition(palette: list[str], rule: int) -> None:
    want = naive.best_set(naive.LETTERS[rule], palette)
    mask = mask_of(INDEX[card] for card in palette)
    assert codes(qualifying(rule, mask)) == want
    assert STRENGTH[rule](mask) == (len(want) * 64 + INDEX[want[0]] + 1 if want else 0)


@settings(max_examples=250)
@given(states())
def test_the_verdict_ranks_by_definition(state: State) -> None:
    rule = naive.rule_of(state)
    answer = ask("verdict", state=state)
    left = [player for player in state["players"] if not player["eliminated"]]
    want = sorted(left, key=lambda player: naive.value(rule, player["palette"]), reverse=True)
    assert [each["player"] for each in answer["standings"]] == [player["id"] for player in want]
    assert [each["qualifying"] for each in answer["standings"]] == [naive.best_set(rule, p["palette"]) for p in want]
    assert answer["active"]["leads"] == naive.ahead(state)
    outcomes = [naive.survival_of(state, action) for action in naive.legal(state)]
    best = min(outcomes, key=["assured", "possible", "undetermined", "impossible"].index)
    assert answer["active"]["survival"] == ("possible" if best == "assured" else best)


@settings(max_examples=250)
@given(states(), st.randoms(use_true_random=False))
def test_legal_actions_along_a_random_turn(state: State, dice: random.Random) -> None:
    """Every listed action with its survival is the naive reading's, resolve accepts just those, and goes where it goes."""
    while True:
        answer = ask("legal-actions", state=state)
        want = naive.legal(state)
        assert spelled([each["action"] for each in answer["actions"]]) == spelled(want)
        for each in answer["actions"]:
            assert each["survival"] == naive.survival_of(state, each["action"]), each
        refused_everything_else(state, want)
        going_on = [a for a in want if a["type"] not in ("pass", "end_turn", "play_to_canvas")]
        if not going_on:
            return
        action = dice.choice(going_on)
        answer = ask("resolve", state=state, actions=[action])
        assert answer["status"] == "legal"
        expected = naive.tried(state, action)
        if any(event["type"] == "drew" for event in answer["events"]):
            naive.me(expected)["hand"].append(expected["deck"].pop(0))
        assert answer["state"] == expected
        state = answer["state"]


def refused_everything_else(state: State, legal: list[dict[str, Any]]) -> None:
    """Actions of every type with every card that is not listed are illegal."""
    cards = [*state["canvas"], *state["deck"]]
    for player in state["players"]:
        cards += player["palette"] + player["hand"]
    own = naive.me(state)
    tries: list[dict[str, Any]] = [{"type": "pass"}, {"type": "end_turn"}]
    for card in cards:
        tries += [{"type": kind, "card": card} for kind in ("play_to_palette", "return_to_deck", "move_to_canvas")]
        tries += [{"type": "remove_from_palette", "player": p["id"], "card": card} for p in state["players"]]
        tries += [{"type": "play_to_canvas", "card": card, "draw": draw} for draw in (True, False)]
        if not (naive.may_draw(state, card) and state["rulings"]["canvas_draw"] == "optional" and card in own["hand"]):
            tries.append({"type": "play_to_canvas", "card": card})
    for action in tries:
        status = ask("resolve", state=state, actions=[action])["status"]
        assert (status == "legal") == (action in legal), action


@settings(max_examples=200)
@given(states(hand=4))
def test_complete_turns(state: State) -> None:
    answer = ask("turns", state=state, limit=10000)
    got = [(tuple(map(repr, map(sorted, map(dict.items, turn["actions"])))), turn["survives"]) for turn in answer["turns"]]
    want = [(tuple(repr(sorted(a.items())) for a in actions), survives) for actions, survives in naive.complete_turns(state)]
    assert sorted(map(repr, got)) == sorted(map(repr, want))
    assert not answer["truncated"]
    for limit in (1, 2, max(1, len(want) - 1), max(1, len(want))):
        cut = ask("turns", state=state, limit=limit)
        assert cut["turns"] == answer["turns"][:limit]
        assert cut["truncated"] == (limit < len(want))


@settings(max_examples=150)
@given(states(hand=3), st.data())
def test_what_the_active_player_cannot_see_changes_nothing(state: State, data: st.DataObject) -> None:
    """Hidden cards swapped for "??" or for each other: the same legal actions, turns and verdict."""
    twin = copy.deepcopy(state)
    hidden = [(p["hand"], i) for p in twin["players"] if p is not naive.me(twin) for i in range(len(p["hand"]))]
    hidden += [(twin["deck"], i) for i in range(len(twin["deck"]))]
    cards = data.draw(st.permutations([zone[i] for zone, i in hidden]))
    for (zone, i), card in zip(hidden, cards, strict=True):
        zone[i] = data.draw(st.sampled_from(["??", card]))
    for operation in ("legal-actions", "turns", "verdict"):
        one, two = ask(operation, state=state), ask(operation, state=twin)
        one.pop("decision_id"), two.pop("decision_id")
        assert one == two


@settings(max_examples=150)
@given(st.permutations(naive.ALL), st.sampled_from(naive.LETTERS), st.integers(1, 4), st.integers(0, 3))
def test_a_three_is_judged_by_every_card_not_seen(cards: list[str], letter: str, size: int, held: int) -> None:
    """With all cards on the table, part of them in a rival's hand: the deck may hold any card that is not open."""
    three = letter + "3"
    cards = [card for card in cards if card != three]
    own, rival = cards[:2], cards[2 : 2 + size]
    hidden = cards[3 + size :]
    players = [
        {"id": "A", "palette": own, "hand": [three], "scored": [], "eliminated": False},
        {"id": "B", "palette": rival, "hand": hidden[:held], "scored": [], "eliminated": False},
    ]
    state: State = {
        "ruleset": "red7-2021", "variant": "advanced", "effects": True,
        "rulings": {"seven_may_choose_itself": True, "canvas_draw": "mandatory"},
        "players": players, "canvas": [cards[2 + size]], "deck": hidden[held:], "aside": [],
        "turn": {"player": "A", "steps": []},
    }  # fmt: skip
    own_after = [*own, three]
    ahead = [naive.value(card[0], own_after) > naive.value(card[0], rival) for card in hidden]
    if naive.value(naive.rule_of(state), own_after) > naive.value(naive.rule_of(state), rival):
        want = "possible"
    else:
        want = "undetermined" if any(ahead) else "impossible"
    for deck in (state["deck"], ["??"] * len(state["deck"]), state["deck"][:1], ["??"]):
        answer = ask("legal-actions", state={**state, "deck": deck})
        plays = {each["action"]["card"]: each["survival"] for each in answer["actions"] if "palette" in each["action"]["type"]}
        assert plays[three] == want


def test_every_number_of_fives_agrees_with_trying_every_order() -> None:
    """Chains of 5s, where the look ahead merges orders: all 5s with the bound 1s and 7s behind them."""
    rng = random.Random(5)
    for fives, canvas in itertools.product(range(1, 4), naive.LETTERS):
        cards = rng.sample([card for card in naive.ALL if card[1] == "5"], fives)
        cards += rng.sample([card for card in naive.ALL if card[1] in "17"], 4 - fives)
        rest = [card for card in naive.ALL if card not in cards and card != canvas + "2"]
        rng.shuffle(rest)
        state = {
            "ruleset": "red7-2021", "variant": "advanced", "effects": True,
            "rulings": {"seven_may_choose_itself": bool(fives % 2), "canvas_draw": "mandatory"},
            "players": [
                {"id": "A", "palette": rest[:1], "hand": cards, "scored": [], "eliminated": False},
                {"id": "B", "palette": rest[1:4], "hand": [], "scored": [], "eliminated": False},
            ],
            "canvas": [canvas + "2"], "deck": rest[4:6], "aside": [], "turn": {"player": "A", "steps": []},
        }  # fmt: skip
        answer = ask("legal-actions", state=state)
        assert spelled([each["action"] for each in answer["actions"]]) == spelled(naive.legal(state))
        for each in answer["actions"]:
            assert each["survival"] == naive.survival_of(state, each["action"])
