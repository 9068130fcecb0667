"""Unknown cards in the acting hand: judged when the turn ends, never earlier, and never wrongly refused."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.red7 import naive
from tests.games.red7.tables import states
from tests.games.red7.test_naive import ask

State = dict[str, Any]


def masked(state: State, data: st.DataObject) -> State:
    twin = copy.deepcopy(state)
    for zone in [player["hand"] for player in twin["players"]] + [twin["deck"]]:
        for i in range(len(zone)):
            if data.draw(st.booleans()):
                zone[i] = "??"
    return twin


def forget(state: State, known: State) -> State:
    """The true state with "??" wherever the masked one has it; hands as sorted bags."""
    twin = copy.deepcopy(state)
    for player, other in zip(twin["players"], known["players"], strict=True):
        hidden = other["hand"].count("??")
        shown = [card for card in player["hand"] if card in other["hand"]]
        assert len(shown) + hidden == len(player["hand"])
        player["hand"] = sorted(shown) + ["??"] * hidden
    return twin


@settings(max_examples=200)
@given(states(hand=4), st.data())
def test_a_legal_turn_stays_legal_when_cards_are_hidden(state: State, data: st.DataObject) -> None:
    turns = ask("turns", state=state)["turns"]
    turn = data.draw(st.sampled_from(turns))["actions"]
    open_answer = ask("resolve", state=state, actions=turn)
    assert open_answer["status"] == "legal"
    answer = ask("resolve", state=masked(state, data), actions=turn)
    assert answer["status"] == "legal", answer["findings"]
    ended = [[e["type"] for e in each["events"] if e["type"] in ("survived", "eliminated")] for each in (open_answer, answer)]
    assert ended[0] == ended[1]
    sizes = [[len(p["hand"]) for p in each["state"]["players"]] for each in (open_answer, answer)]
    assert sizes[0] == sizes[1]
    forget(open_answer["state"], answer["state"])


@settings(max_examples=200)
@given(states(hand=4), st.data())
def test_an_unknown_hand_can_be_played_from_but_not_against_what_shows(state: State, data: st.DataObject) -> None:
    own = naive.me(state)
    own["hand"] = ["??"] * len(own["hand"])
    shown = [*state["canvas"], *state["deck"]]
    for player in state["players"]:
        shown += player["palette"] + player["hand"]
    card = data.draw(st.sampled_from(naive.ALL))
    answer = ask("resolve", state=state, actions=[{"type": "play_to_palette", "card": card}])
    if not own["hand"] or card in shown:
        assert answer["status"] == "illegal"
        assert answer["findings"][0]["code"] == "red7.not_in_hand"
    elif len(own["hand"]) > 1 or card[1] not in "17" or not state["effects"]:
        assert answer["status"] == "legal"
        assert naive.me(answer["state"])["hand"].count("??") >= len(own["hand"]) - 1


@settings(max_examples=150)
@given(states(hand=3), st.data())
def test_the_verdict_of_a_hidden_hand(state: State, data: st.DataObject) -> None:
    """`possible` if the known cards suffice, else `undetermined`: never a claim about cards nobody knows."""
    known = copy.deepcopy(state)
    own = naive.me(state)
    hidden = data.draw(st.integers(1, 3))
    own["hand"] = own["hand"] + ["??"] * hidden
    survival = ask("verdict", state=known)["active"]["survival"]
    want = "possible" if survival == "possible" else "undetermined"
    assert ask("verdict", state=state)["active"]["survival"] == want
