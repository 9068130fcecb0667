"""Hidden cards: what is judged with them must hold for every card they may be."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from service.adjudication.findings import Impossible
from service.games.punto.cards import CODES
from tests.games.punto.playing import State, ask, some_state


def hide(state: State, rng: random.Random, share: float, top: bool) -> State:
    hidden = copy.deepcopy(state)
    for player in hidden["players"]:
        player["deck"] = ["??" if rng.random() < share else card for card in player["deck"]]
    if hidden["turn"] is not None:
        seat = [player["id"] for player in hidden["players"]].index(hidden["turn"]["player"])
        if hidden["players"][seat]["deck"]:
            hidden["players"][seat]["deck"][0] = "??" if top else state["players"][seat]["deck"][0]
    return hidden


def resolved(state: State, action: dict[str, Any]) -> dict[str, Any]:
    return ask("resolve", state=state, actions=[action])


@pytest.mark.parametrize("seed", range(40))
def test_other_cards_do_not_matter(seed: int) -> None:
    """legal-actions and verdict use only what the active player sees."""
    state = some_state(seed)
    hidden = hide(state, random.Random(seed), 1, top=False)
    for operation in ("legal-actions", "verdict", "score"):
        known, unknown = ask(operation, state=state), ask(operation, state=hidden)
        assert {**known, "decision_id": ""} == {**unknown, "decision_id": ""}


@pytest.mark.parametrize("seed", range(40))
def test_a_hidden_top_card(seed: int) -> None:
    state = some_state(seed)
    if state["turn"] is None:
        return
    seat = [player["id"] for player in state["players"]].index(state["turn"]["player"])
    if not state["players"][seat]["deck"]:
        return
    rng = random.Random(seed)
    hidden = hide(state, rng, 0.7, top=True)
    top = state["players"][seat]["deck"][0]
    pointer = f"/state/players/{seat}/deck/0"
    assert ask("legal-actions", state=hidden)["needs"] == [pointer]
    assert ask("verdict", state=hidden)["active"] == {"player": state["turn"]["player"], "card": "??", "can_place": None}
    cells = [(cell["x"], cell["y"]) for cell in state["board"]] or [(0, 0)]
    actions: list[dict[str, Any]] = [{"type": "pass"}]
    for x, y in rng.sample(cells, min(4, len(cells))):
        actions.append({"type": "place", "x": x, "y": y})
        if abs(x) < 49 and abs(y) < 49:
            actions.append({"type": "place", "x": x + rng.randint(-2, 2), "y": y + rng.randint(-2, 2)})
    for action in actions:
        known = resolved(state, action)
        said = resolved(hidden, {**action, "card": top})
        assert (said["status"], said["events"]) == (known["status"], known["events"])
        unsaid = resolved(hidden, action)
        outcomes = {resolved(hidden, {**action, "card": card})["status"] for card in CODES}
        if outcomes == {"illegal"} and action["type"] != "pass":  # a pass declares something about a card: it must be known
            assert unsaid["status"] == "illegal"
        else:
            assert (unsaid["status"], unsaid["needs"]) == ("undetermined", [pointer])
            assert unsaid["state"] == hidden


@pytest.mark.parametrize("seed", range(30))
def test_hiding_never_makes_a_state_impossible(seed: int) -> None:
    state = some_state(seed)
    for share in (0.2, 1):
        ask("verdict", state=hide(state, random.Random(seed), share, top=True))


@pytest.mark.parametrize("seed", range(30))
def test_one_card_too_many(seed: int) -> None:
    state = some_state(seed)
    for card in ("??", state["players"][0]["colors"][0] + "5"):
        more = copy.deepcopy(state)
        more["players"][0]["deck"].append(card)
        with pytest.raises(Impossible) as refused:
            ask("verdict", state=more)
        assert {fault.code for fault in refused.value.faults} <= {"too_many_cards", "too_many_copies", "more_cards_than_owned"}
