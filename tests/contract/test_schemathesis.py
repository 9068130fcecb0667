"""schemathesis over the whole contract: examples, coverage, fuzzing and the stateful walk along the links, all checks on."""

from __future__ import annotations

import copy
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from service import create_app
from service.adjudication.registry import games
from service.config import Settings
from tests.contract.asking import case_requests, contract, request_component, validator

# The same cases every time: no example database, nothing random.
STEADY: dict[str, Any] = {
    "derandomize": True,
    "database": None,
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
}
CONFIG = {
    # The walk goes along the links that the contract names, not along guessed ones; bad requests are the other phases' part.
    "phases": {"stateful": {"inference": {"algorithms": []}, "generation": {"mode": "positive"}}},
    "checks": {
        # A state can fit the schema and still be one that no table has: that, and nothing malformed, is a 422. A clause of
        # no rulebook is a 404.
        "positive_data_acceptance": {"expected-statuses": [200, 404, 422]},
        "negative_data_rejection": {"expected-statuses": [400, 404, 406, 413, 415]},
    },
}


def _document() -> dict[str, Any]:
    """The contract, with the links' bodies taken whole and not mixed with generated parts."""
    document = copy.deepcopy(contract())
    for path in document["paths"].values():
        for operation in path.values():
            for response in operation["responses"].values():
                for link in response.get("links", {}).values():
                    link["x-schemathesis"] = {"merge_body": False}
    return document


schema = schemathesis.openapi.from_dict(_document(), config=schemathesis.Config.from_dict(CONFIG))
# Without the deadline: a collection of this process's garbage may take longer than any judgement.
schema.app = create_app(Settings(request_log=False, max_judging_ms=0))
REAL = {
    f"/v1/{game.id}/{operation}": (game.id, operation, case_requests(game.id, operation))
    for game in games().values()
    for operation in game.operations
}


@schema.hook
def flatmap_body(context: Any, body: Any) -> st.SearchStrategy[Any]:
    """Generated bodies are rarely real tables: half of the well-formed ones give way to a vector's."""
    real = REAL.get(context.operation.path)
    if real is None or not isinstance(body, dict):
        return st.just(body)
    game, operation, requests = real
    if not requests or not validator(request_component(game, operation)).is_valid(body):
        return st.just(body)
    return st.just(body) | st.sampled_from(requests)


@schema.parametrize()
@settings(max_examples=60, **STEADY)
def test_every_operation(case: Any) -> None:
    case.call_and_validate()


def _walk(game: str) -> type:
    """deal, legal-actions, resolve, legal-actions …: along a game's links, as far as they lead."""
    part = schema.include(path_regex=f"^/v1/{game}/")
    machine: Any = part.as_state_machine()

    class Walk(machine):  # type: ignore[misc]
        def validate_response(self, response: Any, case: Any, **kwargs: Any) -> None:
            if case.body == {"state": None}:  # followed from the deal after a finished game: nothing is left to ask about
                assert response.status_code == 400
                return
            super().validate_response(response, case, **kwargs)

    test: Any = Walk.TestCase
    test.settings = settings(max_examples=40, stateful_step_count=20, **STEADY)
    return type(f"TestWalk_{game.replace('-', '_')}", (test,), {})


for _game in games():
    _test = _walk(_game)
    globals()[_test.__name__] = _test
del _test
