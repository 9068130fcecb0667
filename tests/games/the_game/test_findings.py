"""What findings say: Polish sentences, nothing demanded of a game that is over, and resolve as telling as a verdict."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from service.adjudication.findings import Refused
from service.adjudication.judge import judge
from tests.games.the_game.tables import as_state, ask, the_game, tight_turn
from tests.vectors import vectors

CODES_OF_DEMANDS = ("shows_", "skull_to_cover", "three_demanded", "bound_to_pile", "minimum_", "survival_", "settled_at_start")
# An empty list, a slot left open, two marks in a row, or no full stop: a sentence that was not meant so.
CLUMSY = re.compile(r"\{|\}|  | [;:,.]|[:;,] ?[;:,.]|\(\)|[^.]$")


def _polish(operation: str, **request: Any) -> dict[str, str]:
    answer = judge(the_game(), the_game().operations[operation], request, "pl")
    return {each["code"].removeprefix("the-game."): each["message"] for each in answer["findings"]}


def test_polish_says_how_many_cards_the_seed_chose() -> None:
    told = _polish("deal", players=["Ann"], seed="seven")
    assert told["commands_from_seed"] == "Z ziarna wyznaczono 28 kart z komendami: 7 komend, każda na 4 kartach."


def test_polish_does_not_claim_cards_on_the_pile() -> None:
    state = {
        "players": [{"id": "Ann", "hand": ["20", "30", "40"]}],
        "commands": {"30": "one_pile"},
        "rulings": {"one_pile": "whole_turn"},
        "deck": ["60"],
        "turn": {"player": "Ann"},
    }
    plays = [{"type": "play", "card": "20", "pile": "up_1"}, {"type": "play", "card": "30", "pile": "up_2"}]
    told = _polish("resolve", state=state, actions=plays)
    assert told == {
        "one_pile_too_late": "Karta 30 nakazuje jeden stos, a w tej turze wyłożono już kartę na inny stos niż stos rosnący 2."
    }


@pytest.mark.parametrize("language", ["en", "pl"])
def test_sentences_are_whole(language: str) -> None:
    game = the_game()
    for case in vectors("the-game"):
        try:
            answer = judge(game, game.operations[case["operation"]], case["request"], language)
        except Refused:
            continue
        for each in answer["findings"]:
            assert not CLUMSY.search(each["message"]), (case["id"], each)


def test_nothing_is_demanded_once_it_is_over() -> None:
    over = 0
    for case in vectors("the-game"):
        if case["operation"] not in ("verdict", "score") or case.get("status", 200) != 200:
            continue
        answer = ask(case["operation"], **case["request"])
        if answer["status"] != "in_progress":
            over += 1
            for each in answer["findings"]:
                assert not each["code"].removeprefix("the-game.").startswith(CODES_OF_DEMANDS), (case["id"], each)
    assert over > 10


def test_pointers_point_into_the_request() -> None:
    game = the_game()
    for case in vectors("the-game"):
        if case.get("status", 200) != 200:
            continue
        for each in judge(game, game.operations[case["operation"]], case["request"])["findings"]:
            place: Any = case["request"]
            for part in each.get("pointer", "").split("/")[1:]:
                assert isinstance(place, list) or part in place, (case["id"], each)
                place = place[int(part)] if isinstance(place, list) else place[part]


@pytest.mark.parametrize("seed", range(3))
def test_resolve_tells_a_loss_as_a_verdict_does(seed: int) -> None:
    """A play that puts the minimum out of reach: the same findings as for the state that it leads to, given as such."""
    rng = random.Random(seed)
    met = 0
    for _ in range(400):
        state = as_state(*tight_turn(rng, 4))
        player, others = state["players"][0]["id"], state["turn"]["steps"]
        for entry in ask("legal-actions", state=state)["actions"]:
            answer = ask("resolve", state=state, actions=[entry["action"]])
            kinds = [event["type"] for event in answer["events"]]
            if answer["state"]["result"] != "lost" or answer["events"][-1]["reason"] != "cannot_play":
                continue
            if "turn_began" in kinds or not answer["state"]["players"][0]["hand"]:
                continue  # another player's loss, or a state that nobody can be asked about
            turn = {"player": player, "steps": [*others, entry["action"]]}
            verdict = ask("verdict", state={**answer["state"], "result": None, "turn": turn})
            assert verdict["reason"] == "cannot_play"
            assert _said(answer) == _said(verdict)
            met += 1
    assert met > 20


def _said(answer: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What the findings say, without the ruling that alone kept the game from being lost before."""
    said = [(each["code"], each["clause"], each["message"]) for each in answer["findings"]]
    return [each for each in said if each[0] != "the-game.open_from_then_on"]
