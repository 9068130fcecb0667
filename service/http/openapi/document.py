"""The OpenAPI 3.1 document, assembled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from service import __version__
from service.adjudication.game import Game
from service.adjudication.shapes import Components

Examples = Mapping[tuple[str, str], Sequence["Example"]]


class Example(NamedTuple):
    """A request and what became of it: a vector, judged."""

    name: str
    summary: str
    request: Any
    status: int
    answer: dict[str, Any]


_DESCRIPTION = """\
A stateless service that judges card games. It deals, lists what may be played, says who leads and why, applies actions and
scores rounds. Every answer is a pure function of its request: nothing is stored, there is no clock and there are no dice.

Every answer carries `findings`: facts in words (English or Polish, after `Accept-Language`), each citing the clause of the
rulebook it rests on. An illegal action is an answer (200), never an error. A request that does not fit the schema is a 400, a
state that no table can have is a 422; both name every fault with a JSON Pointer.

An operator may ask for API keys (401 without one), limit how much one client asks (429), and have answers signed: with
`Accept: application/jose` the answer is then a compact JWS, to be checked with the keys of `/.well-known/jwks.json`.
"""


def build(games: Mapping[str, Game], examples: Examples) -> dict[str, Any]:
    from service.http.openapi import fixed, operations

    components: Components = {}
    paths: dict[str, Any] = {}
    for game in games.values():
        for operation in game.operations.values():
            told = examples.get((game.id, operation.name), ())
            paths[f"/v1/{game.id}/{operation.name}"] = {"post": operations.describe(game, operation, told, components)}
    paths |= fixed.paths(games, examples, components)
    tags = [{"name": game.id, "description": game.rulebook.summary["en"]} for game in games.values()]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Arbiter",
            "version": __version__,
            "summary": "Judges card games, and says which clause decided.",
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            *tags,
            {"name": "batch", "description": "Many questions in one request."},
            {"name": "rulebooks", "description": "The games and their rules as data, in both languages."},
            {"name": "service", "description": "Health, metrics, and this document."},
        ],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "responses": fixed.problem_responses(),
            "headers": fixed.HEADERS,
            "parameters": fixed.PARAMETERS,
            "securitySchemes": fixed.SECURITY_SCHEMES,
        },
    }


class _Dumper(yaml.SafeDumper):
    """No anchors: every place says what it has."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.Node:
    """Lists of plain values on one line: a hand of cards reads better so."""
    plain = all(not isinstance(item, dict | list) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=plain)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)


def dump(document: dict[str, Any]) -> str:
    """As YAML, always the same for the same document."""
    heading = "# Made from the schemas and the vectors by `make openapi`; edit those, not this.\n"
    return heading + yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=128)
