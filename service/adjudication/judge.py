"""The way of a request: payload → schema → rules → findings in words. HTTP, batch and readiness all go through here."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson

from service.adjudication.game import Game, Operation
from service.adjudication.texts import DEFAULT_LANGUAGE


def judge(game: Game, operation: Operation, payload: Any, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
    """The answer as plain JSON values; raises `Malformed` or `Impossible`."""
    request = operation.request.read(payload)
    judgement = operation.judge(request)
    return {
        "game": game.id,
        "ruleset": judgement.ruleset,
        "decision_id": decision_id(game, operation.name, judgement.ruleset, request),
        "findings": game.rulebook.tell(judgement.findings, payload, language),
        **judgement.body,
    }


def decision_id(game: Game, operation: str, ruleset: str, request: dict[str, Any]) -> str:
    """SHA-256 over canonical JSON (sorted keys, no white space, UTF-8): one request under one set of rules has one id."""
    canonical = orjson.dumps(
        {"game": game.id, "operation": operation, "request": request, "revision": game.rulebook.revision, "ruleset": ruleset},
        option=orjson.OPT_SORT_KEYS,
    )
    return "sha256:" + hashlib.sha256(canonical).hexdigest()
