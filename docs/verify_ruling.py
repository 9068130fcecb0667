#!/usr/bin/env python3
"""Checks a signed ruling: that a key of the set signed it and, if the request is given, that it answers that very request.

    python docs/verify_ruling.py ruling.jws jwks.json [request.json]

Needs joserfc (pip install joserfc) and nothing of the service: a ruling can be proved when the service is long gone. Prints the
answer if all is well; else says why not and ends with status 1.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

ALGORITHM = "Ed25519"
TYPE = "arbiter-ruling+jws"


NOT_GIVEN = object()


class NotProved(Exception):
    """The ruling is not what it is said to be."""


def verify(ruling: str, keys: dict[str, Any], request: Any = NOT_GIVEN) -> dict[str, Any]:
    """What was signed; raises `NotProved`."""
    # A ruling that lists every turn is larger than the library takes by itself.
    registry = jws.JWSRegistry(algorithms=[ALGORITHM])
    registry.max_payload_length = len(ruling)
    if not isinstance(keys, dict) or not isinstance(keys.get("keys"), list):
        raise NotProved("the keys are no JWK set")
    try:
        signed = jws.deserialize_compact(ruling.strip(), KeySet.import_key_set(keys), registry=registry)  # type: ignore[arg-type]
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise NotProved(f"the signature does not hold: {error}") from None
    if signed.headers().get("typ") != TYPE:
        raise NotProved("it is signed, but it is no ruling")
    ruled: dict[str, Any] = json.loads(signed.payload)
    if request is not NOT_GIVEN and digest(request) != ruled["request_digest"]:
        raise NotProved("it is a ruling on another request")
    return ruled


def digest(request: Any) -> str:
    """SHA-256 over canonical JSON (RFC 8785)."""
    text = json.dumps(canonical(request), separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> Any:
    """Keys in the order of their UTF-16 code units, whole numbers without a point; a ruling's request has no other numbers."""
    if isinstance(value, dict):
        return {key: canonical(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))}
    if isinstance(value, list):
        return [canonical(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read(name: str) -> str:
    try:
        return Path(name).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise NotProved(f"{name} cannot be read: {error}") from None


def read_json(name: str) -> Any:
    try:
        return json.loads(read(name), object_pairs_hook=members)
    except (ValueError, RecursionError) as error:
        raise NotProved(f"{name} has no JSON that could be meant: {error}") from None


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The service refuses a key that stands twice, so no ruling is about such a request."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def main(arguments: list[str]) -> int:
    if not 2 <= len(arguments) <= 3:
        print(__doc__, file=sys.stderr)
        return 2
    ruling, keys, *request = arguments
    try:
        ruled = verify(read(ruling), read_json(keys), read_json(request[0]) if request else NOT_GIVEN)
    except NotProved as error:
        print(f"NOT PROVED: {error}", file=sys.stderr)
        return 1
    told = [f"{ruled['game']} {ruled['operation']}", ruled["ruleset"], f"rules of {ruled['revision']}", ruled["decision_id"]]
    print("Proved:", ", ".join(told))
    if not request:
        print(f"The request was not given; it must be the one with the digest {ruled['request_digest']}.")
    print(json.dumps(ruled["answer"], indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
