"""Problem details (RFC 9457): everything that is not an answer looks like this."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from werkzeug.exceptions import HTTPException

from service.adjudication.findings import MOST_FAULTS, Impossible, Refused
from service.adjudication.rulebook import COMMON_FAULTS, tell_faults
from service.adjudication.texts import Catalogue
from service.http.answers import PROBLEM, Answer, Head, json_head

_TEXTS = json.loads(Path(__file__).with_name("problems.json").read_text("utf-8"))
KINDS: Mapping[str, dict[str, Any]] = _TEXTS["kinds"]
_DETAILS = Catalogue(_TEXTS["details"])
_SHOWN = 80

_KIND_OF_STATUS = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "unsupported-media-type"}


class Problem(Exception):
    """Raised where a request cannot be answered; `detail` names the sentence when the kind has several."""

    def __init__(
        self, kind: str, *, detail: str | None = None, params: Mapping[str, Any] | None = None,
        errors: Sequence[dict[str, str]] = (), head: Head = (),
    ) -> None:  # fmt: skip
        super().__init__(kind)
        self.kind = kind
        self.status: int = KINDS[kind]["status"]
        self.detail = detail or kind
        self.params = {name: _shown(value) for name, value in (params or {}).items()}
        self.errors = errors
        self.head = head

    def body(self, language: str) -> dict[str, Any]:
        """The problem as a member of a batch answer carries it, and as `answer` sends it."""
        return {
            "type": f"/problems/{self.kind}",
            "title": KINDS[self.kind]["title"][language],
            "status": self.status,
            "detail": _DETAILS.say(self.detail, self.params, language),
            "errors": list(self.errors),
        }

    def answer(self, language: str) -> Answer:
        return Answer(orjson.dumps(self.body(language)), self.status, [*json_head(language, PROBLEM), *self.head])


def refusal(refused: Refused, language: str, faults: Catalogue = COMMON_FAULTS) -> Problem:
    """A request that does not fit (400) or that no table fits (422), with every fault told in the game's words."""
    kind = "impossible" if isinstance(refused, Impossible) else "malformed"
    told = tell_faults(faults, refused.faults[:MOST_FAULTS], language)
    found = len(refused.faults)
    detail = kind if found == len(told) else "too_many_faults"
    return Problem(kind, detail=detail, params={"n": found, "told": len(told)}, errors=told)


def from_http_exception(error: HTTPException) -> Problem:
    """What Flask and werkzeug refuse by themselves."""
    kind = _KIND_OF_STATUS.get(error.code or 500)
    if kind == "method-not-allowed":
        allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
        return Problem(kind, params={"allowed": allowed}, head=(("Allow", allowed),))
    if kind == "not-found":
        return Problem(kind)
    return Problem("bad-request" if error.code is not None and error.code < 500 else "internal")


def _shown(value: Any) -> Any:
    """What a client sent is quoted back only so far."""
    return value[:_SHOWN] + "…" if isinstance(value, str) and len(value) > _SHOWN else value
