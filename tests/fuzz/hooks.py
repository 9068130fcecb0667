"""For schemathesis against a real server: generated bodies are rarely real tables, so half become a vector's."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import strategies as st

from service.adjudication.registry import games
from tests.contract.asking import case_requests, request_component, validator


@schemathesis.hook
def flatmap_body(context: Any, body: Any) -> st.SearchStrategy[Any]:
    _, _, game, operation = [*context.operation.path.split("/"), "", "", ""][:4]
    if not isinstance(body, dict) or game not in games() or operation not in games()[game].operations:
        return st.just(body)
    requests = case_requests(game, operation)
    if not requests or not validator(request_component(game, operation)).is_valid(body):
        return st.just(body)
    return st.just(body) | st.sampled_from(requests)
