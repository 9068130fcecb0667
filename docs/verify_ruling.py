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


class NotProved(Exception):
    """The ruling is not what it is said to be."""


def verify(ruling: str, keys: dict[str, Any], request: Any = None) -> dict[str, Any]:
    """What was signed; raises `NotProved`."""
    try:
        signed = jws.deserialize_compact(ruling.strip(), KeySet.import_key_set(keys), algorithms=[ALGORITHM])  # type: ignore[arg-type]
    except (JoseError, ValueError) as error:
        raise NotProved(f"the signature does not hold: {error}") from None
    if signed.headers().get("typ") != TYPE:
        raise NotProved("it is signed, but it is no ruling")
    ruled: dict[str, Any] = json.loads(signed.payload)
    if request is not None and digest(request) != ruled["request_digest"]:
        raise NotProved("it is a ruling on another request")
    return ruled


def digest(request: Any) -> str:
    """SHA-256 over canonical JSON: keys sorted, no white space, UTF-8."""
    canonical = json.dumps(request, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def main(arguments: list[str]) -> int:
    if not 2 <= len(arguments) <= 3:
        print(__doc__, file=sys.stderr)
        return 2
    ruling, keys, *request = (Path(name).read_text("utf-8") for name in arguments)
    try:
        ruled = verify(ruling, json.loads(keys), json.loads(request[0]) if request else None)
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
