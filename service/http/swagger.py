"""The contract for Swagger UI's eyes: the bundled version reads OpenAPI 3.0, ours is 3.1.

Only what is shown differs, and only here; `/openapi.yaml` and `/openapi.json` are the contract.
"""

from __future__ import annotations

from typing import Any

_UNKNOWN_TO_3_0 = frozenset({"propertyNames", "$schema", "$id", "contentMediaType", "jsonSchemaDialect", "webhooks"})
# Their values are data or names, not schemas: a card called "const" stays what it is.
_DATA = frozenset({"example", "default", "enum", "value", "parameters", "requestBody"})


def for_swagger_ui(document: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = _lower(document)
    return {**shown, "openapi": "3.0.3"}


def _lower(value: Any, *, named: bool = False) -> Any:
    """`named`: the keys of this object are names that someone chose (fields, components), not keywords."""
    if isinstance(value, list):
        return [_lower(each) for each in value]
    if not isinstance(value, dict):
        return value
    if named:
        return {name: _lower(each) for name, each in value.items()}
    lowered: dict[str, Any] = {}
    for key, below in value.items():
        if key in _UNKNOWN_TO_3_0:
            continue
        if key == "type" and below == "null":
            lowered |= {"nullable": True, "enum": [None]}
        elif key == "const":
            lowered["enum"] = [below]
        elif key == "anyOf" and {"type": "null"} in below:
            others = [_lower(each) for each in below if each != {"type": "null"}]
            lowered |= {"nullable": True, **({"allOf": others} if len(others) == 1 else {"anyOf": others})}
        elif key in _DATA and not (key == "parameters" and isinstance(below, list)):
            lowered[key] = below if key not in ("parameters", "requestBody") else _lower(below)
        else:
            lowered[key] = _lower(below, named=key in ("properties", "schemas", "responses", "mapping", "headers"))
    return lowered
