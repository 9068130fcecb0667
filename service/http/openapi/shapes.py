"""The shapes of what the service says beside the games' own answers, in the same terms as those."""

from __future__ import annotations

from typing import Any

from service.adjudication.game import Game, Operation, component_prefix
from service.adjudication.shapes import Anything, Choice, Integer, ListOf, Record, Shape, Text
from service.http.problems import KINDS


def bilingual(**kwargs: Any) -> Record:
    return Record(
        {"en": Text(1, required=True), "pl": Text(1, required=True)}, component="Bilingual", doc="English and Polish.", **kwargs
    )


PROBLEM = Record(
    {
        "type": Choice(*(f"/problems/{kind}" for kind in KINDS), required=True, doc="The kind; GET it to read more."),
        "title": Text(1, required=True),
        "status": Integer(400, 599, required=True),
        "detail": Text(1, required=True),
        "errors": ListOf(
            Record(
                {
                    "pointer": Text(required=True, doc="JSON Pointer into the request; empty for the whole of it."),
                    "code": Text(1, required=True, doc="Never changes with the language."),
                    "detail": Text(1, required=True),
                },
                component="Fault",
            ),
            required=True,
            doc="Every fault found, not only the first.",
        ),
    },
    component="Problem",
    doc="Problem details, RFC 9457.",
)

_CLAUSE: dict[str, Shape] = {
    "id": Text(1, required=True, doc="As findings cite it: red7/5.2"),
    "clause": Text(1, required=True),
    "section": Text(1, required=True, doc="R for rulings."),
    "source": Text(required=True, doc="The section of the printed rules it rests on."),
    "text": bilingual(required=True),
}
_CHOICE = Record({"value": Anything(required=True), "text": bilingual(required=True)}, component="RulingChoice")
_RULING: dict[str, Shape] = {
    "switch": Text(1, required=True, allow_none=True, doc="The member of `rulings` that decides it; null where it is fixed."),
    "choices": ListOf(_CHOICE, required=True),
    "default": Anything(required=True, allow_none=True),
}
CLAUSE = Record(_CLAUSE, component="Clause")
RULING = Record({**_CLAUSE, **_RULING}, component="Ruling", doc="A disputed question and how it is settled.")

GAME = Record(
    {
        "id": Text(1, required=True),
        "title": bilingual(required=True),
        "summary": bilingual(required=True),
        "players": Record({"min": Integer(1, required=True), "max": Integer(1, required=True)}, required=True),
        "rulesets": ListOf(Text(1), 1, required=True),
        "revision": Text(1, required=True, doc="Of the rules as they are judged here; part of every decision id."),
        "operations": ListOf(
            Record({"name": Text(1, required=True), "summary": Text(1, required=True), "path": Text(1, required=True)}),
            1,
            required=True,
        ),
        "rules": Text(1, required=True, doc="Where the rulebook is."),
    },
    component="Game",
)
GAMES = Record({"games": ListOf(GAME, required=True)}, component="Games")
RULEBOOK = Record(
    {
        "game": Text(1, required=True),
        "title": bilingual(required=True),
        "rulesets": ListOf(Text(1), 1, required=True),
        "revision": Text(1, required=True),
        "source": bilingual(required=True),
        "sections": ListOf(
            Record(
                {
                    "id": Text(1, required=True),
                    "title": bilingual(required=True),
                    "source": Text(required=True),
                    "clauses": ListOf(CLAUSE, required=True),
                },
                component="Section",
            ),
            required=True,
        ),
        "rulings": ListOf(RULING, required=True),
    },
    component="Rulebook",
)
PROBLEM_KIND = Record(
    {
        "type": Text(1, required=True),
        "status": Integer(400, 599, required=True),
        "title": bilingual(required=True),
        "about": bilingual(required=True),
    },
    component="ProblemKind",
)
LIVE = Record({"status": Choice("live", required=True)}, component="Live")
READY = Record({"status": Choice("ready", required=True), "games": ListOf(Text(1), required=True)}, component="Ready")
JWKS = Record(
    {
        "keys": ListOf(
            Record(
                {
                    "kty": Choice("OKP", required=True),
                    "crv": Choice("Ed25519", required=True),
                    "x": Text(43, 43, required=True, doc="The public key, base64url."),
                    "kid": Text(43, 43, required=True, doc="Its thumbprint (RFC 7638), as signed answers name it."),
                    "use": Choice("sig", required=True),
                    "alg": Choice("Ed25519", required=True),
                },
                component="PublicKey",
            ),
            required=True,
            doc="The present key first, then former ones.",
        )
    },
    component="PublicKeys",
)
BATCH_ANSWER = Record(
    {
        "responses": ListOf(
            Record(
                {
                    "id": Text(required=True),
                    "status": Integer(200, 599, required=True),
                    "body": Anything({"type": "object"}, required=True, doc="The answer, or a problem, as if asked alone."),
                },
                component="BatchResponse",
            ),
            required=True,
            doc="In the order of the requests.",
        )
    },
    component="BatchAnswer",
)


def answer_shape(game: Game, operation: Operation) -> Record:
    """The whole answer of an operation: the envelope that all share, and its own members."""
    name = component_prefix(game.id) + component_prefix(operation.name) + "Answer"
    return Record({**game.envelope.members, **operation.answer.members}, component=name, doc=operation.answer.doc)
