"""Every vector of every game, judged without HTTP; and no clause without a vector."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from service.adjudication.findings import Impossible, Malformed
from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.vectors import differences, vectors

CASES = [pytest.param(game, case, id=case["id"]) for game in games() for case in vectors(game)]


@pytest.mark.parametrize(("game_id", "case"), CASES)
def test_vector(game_id: str, case: dict[str, Any]) -> None:
    game = games()[game_id]
    payload = copy.deepcopy(case["request"])
    status = case.get("status", 200)
    try:
        got = judge(game, game.operations[case["operation"]], payload)
    except Malformed as error:
        assert status == 400, error.faults
        got = {"errors": game.rulebook.tell_faults(error.faults, "en")}
    except Impossible as error:
        assert status == 422, error.faults
        got = {"errors": game.rulebook.tell_faults(error.faults, "en")}
    else:
        assert status == 200, got
        for finding in got["findings"]:
            _resolves(finding.get("pointer", ""), payload)
    assert not differences(case.get("want", {}), got)
    assert payload == case["request"], "judging changed the request"


def _resolves(pointer: str, payload: Any) -> None:
    """A finding points into the request as it was sent, defaults left out."""
    here = payload
    for part in pointer.split("/")[1:]:
        here = here[int(part)] if isinstance(here, list) else here[part.replace("~1", "/").replace("~0", "~")]


@pytest.mark.parametrize("game_id", games())
def test_ids_are_unique(game_id: str) -> None:
    ids = [case["id"] for case in vectors(game_id)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game_id", games())
def test_every_clause_and_ruling_has_a_vector(game_id: str) -> None:
    cited = {clause for case in vectors(game_id) for clause in case["clauses"]}
    known = {f"{game_id}/{clause}" for clause in games()[game_id].rulebook.clauses}
    assert not known - cited, "clauses without a vector"
    assert not cited - known, "vectors that cite no clause of the rulebook"
