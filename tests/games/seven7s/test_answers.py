"""Answers as documents: their words in both languages, their shapes, and states that must not break anything."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.adjudication.findings import Impossible, Malformed
from service.games import seven7s
from service.games.seven7s.cards import CARD, CODE, KNOWN_CODES, UNKNOWN, identity
from tests.games.seven7s.asking import Json, ask, deal, legal, resolve, status_of
from tests.games.seven7s.naive import every_action
from tests.vectors import vectors

FOLDER = Path(seven7s.__file__).parent


def test_codes_and_numbers() -> None:
    assert len(KNOWN_CODES) == 343
    assert len({identity(code) for code in KNOWN_CODES}) == 49
    assert all(CARD[CODE[card]] == card for card in range(343))
    assert CODE[UNKNOWN] == "??"


def test_every_finding_has_words_and_every_word_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    used = {f"seven7s.{code}" for code in re.findall(r'"([a-z_]+)"', source)}
    used |= {
        f"seven7s.{prefix}_{duty}"
        for prefix in ("must", "not")
        for duty in ("play", "steal", "call", "take", "peek", "reorder")
    }
    assert set(seven7s.GAME.rulebook.findings.entries) <= used


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in vectors("seven7s")])
def test_shapes_and_languages_of_every_vector(case: Json) -> None:
    try:
        english = ask(case["operation"], case["request"])
        polish = ask(case["operation"], case["request"], "pl")
    except (Malformed, Impossible) as error:
        for language in ("en", "pl"):
            assert all(each["detail"] for each in seven7s.GAME.rulebook.tell_faults(error.faults, language))
        return
    assert english["decision_id"] == polish["decision_id"]
    assert [f["code"] for f in english["findings"]] == [f["code"] for f in polish["findings"]]
    assert all("{" not in f["message"] for f in english["findings"] + polish["findings"])
    for found in english["findings"]:
        if "pointer" in found:
            look_up(case["request"], found["pointer"])


def look_up(document: Any, pointer: str) -> Any:
    """A finding's pointer points into the request; a member that was left out may be its last part."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, dict) and key not in document:
            return None
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def mutate(state: Json, rng: random.Random) -> None:
    """One change such as a careless client makes."""
    zones = [state["deck"], state["discard"], *state["columns"].values()]
    zones += [p["hand"] for p in state["players"]] + [p["fortunes"] for p in state["players"]]
    change = rng.randrange(8)
    zone = rng.choice(zones)
    if change == 0 and zone:
        zone.pop(rng.randrange(len(zone)))
    elif change == 1:
        zone.append(rng.choice(KNOWN_CODES))
    elif change == 2 and zone:
        zone[rng.randrange(len(zone))] = "??"
    elif change == 3:
        state["over"] = not state["over"]
    elif change == 4:
        rng.choice(state["players"])["ending_card"] = rng.choice([*KNOWN_CODES, *(zone or [None])])
    elif change == 5:
        state["turn"] = rng.choice([None, {"player": rng.choice(state["players"])["id"]}, {"player": "nobody"}])
    elif change == 6 and state["turn"]:
        state["turn"].setdefault("steps", []).append(
            rng.choice([
                {"type": "play", "card": rng.choice(KNOWN_CODES)}, {"type": "take", "column": "seas"},
                {"type": "call", "value": 1}, {"type": "peek", "hands": {}, "deck": rng.randrange(4)},
                {"type": "reorder", "cards": []},
                *({"type": "play", "card": column[-1], "column": name} for name, column in state["columns"].items() if column),
            ])
        )  # fmt: skip
    else:
        kind = rng.choice(list(state["columns"]))
        state["columns"][kind] = [*state["columns"][kind], *state["deck"][:6]]
        del state["deck"][:6]


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 10**9), depth=st.integers(0, 25), changes=st.integers(1, 4))
def test_odd_states_are_answered_or_refused(seed: int, depth: int, changes: int) -> None:
    """Whatever a state looks like, each operation answers in its shape or names faults; nothing breaks."""
    rng = random.Random(seed)
    state = deal(rng.randint(2, 4), str(seed))
    for _ in range(depth):
        if state["over"]:
            break
        state = resolve(state, rng.choice(legal(state))["action"])["state"]
    state = copy.deepcopy(state)
    for _ in range(changes):
        mutate(state, rng)
    possible = status_of("verdict", {"state": state})
    assert possible in (200, 422)
    assert status_of("score", {"state": state}) == possible
    listed = status_of("legal-actions", {"state": state})
    assert listed in (200, 422)
    if listed == 200:
        for entry in legal(state):
            answer = resolve(state, entry["action"])
            assert answer["status"] in ("legal", "undetermined")
            assert status_of("verdict", {"state": answer["state"]}) == 200, "a possible state leads to possible states"
            if entry["ends_game"] is not None and answer["status"] == "legal":
                assert answer["state"]["over"] is entry["ends_game"]


@pytest.mark.parametrize("seed", range(6))
def test_any_action_is_answered(seed: int) -> None:
    """Actions at random, with draws at random said: legal, illegal or undetermined, and only legal ones change the table."""
    rng = random.Random(seed)
    state = deal(2 + seed % 3, f"any {seed}")
    for zone in (state["deck"], *(p["hand"] for p in state["players"])):
        zone[:] = [card if rng.random() < 0.7 else "??" for card in zone]
    said = ["??", *KNOWN_CODES[:: 7 + seed]]
    refused = 0
    while not state["over"] and refused < 400:
        action = dict(rng.choice(every_action(state)))
        if "??" in (action.get("card"), *action.get("cards", ())):
            continue
        if rng.random() < 0.3 and action["type"] in ("play", "steal"):
            action["drawn"] = rng.choice(said)
        if rng.random() < 0.3 and action["type"] != "take":
            action["refilled"] = [rng.choice(said) for _ in range(rng.randrange(3))]
        if rng.random() < 0.3 and action["type"] in ("play", "steal"):
            action.pop("column", None)
        if rng.random() < 0.3 and action["type"] == "steal":
            action.pop("card", None)
        answer = resolve(state, action)
        if answer["status"] != "legal":
            assert (answer["applied"], answer["events"], answer["state"]) == (0, [], state)
            assert bool(answer["needs"]) is (answer["status"] == "undetermined")
            refused += 1
        state = answer["state"]
        assert status_of("verdict", {"state": state}) == 200


def test_the_known_case_of_readiness() -> None:
    case = seven7s.GAME.known_case
    answer = ask(case.operation, case.request)
    assert {key: answer[key] for key in case.want} == case.want
