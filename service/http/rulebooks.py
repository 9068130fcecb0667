"""`GET /v1/games…`: the games and their rulebooks as data, in both languages at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from service.adjudication.game import Game
from service.adjudication.rulebook import Clause
from service.http.answers import Document
from service.http.documents import serve
from service.http.metrics import Metrics
from service.http.problems import Problem

RULINGS = "R"


def register(app: Flask, games: Mapping[str, Game], metrics: Metrics) -> None:
    listed = Document.of({"games": [about(game) for game in games.values()]})
    abouts = {game.id: Document.of(about(game)) for game in games.values()}
    rulebooks = {game.id: Document.of(rulebook(game)) for game in games.values()}
    clauses = {
        game.id: {clause.id: Document.of(clause_entry(game, clause)) for clause in game.rulebook.clauses.values()}
        for game in games.values()
    }

    def of_game(table: Mapping[str, Any], game: str) -> Any:
        if game not in table:
            raise Problem("not-found", detail="unknown_game", params={"game": game})
        return table[game]

    def find_clause(game: str, clause: str) -> Document:
        found: Document | None = of_game(clauses, game).get(clause)
        if found is None:
            raise Problem("not-found", detail="unknown_clause", params={"game": game, "clause": clause})
        return found

    serve(app, metrics, "/v1/games", "games", lambda: listed)
    serve(app, metrics, "/v1/games/<game>", "game", lambda game: of_game(abouts, game))
    serve(app, metrics, "/v1/games/<game>/rules", "rules", lambda game: of_game(rulebooks, game))
    serve(app, metrics, "/v1/games/<game>/rules/<clause>", "clause", find_clause)


def about(game: Game) -> dict[str, Any]:
    low, high = game.players
    rules = game.rulebook
    return {
        "id": game.id,
        "title": rules.title,
        "summary": rules.summary,
        "players": {"min": low, "max": high},
        "rulesets": list(rules.rulesets),
        "revision": rules.revision,
        "operations": [
            {"name": operation.name, "summary": operation.summary, "path": f"/v1/{game.id}/{operation.name}"}
            for operation in game.operations.values()
        ],
        "rules": f"/v1/games/{game.id}/rules",
    }


def rulebook(game: Game) -> dict[str, Any]:
    rules = game.rulebook
    return {
        "game": game.id,
        "title": rules.title,
        "rulesets": list(rules.rulesets),
        "revision": rules.revision,
        "source": rules.source,
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "source": section.source,
                "clauses": [clause_entry(game, each) for each in rules.clauses.values() if each.section == section.id],
            }
            for section in rules.sections
        ],
        "rulings": [clause_entry(game, each) for each in rules.clauses.values() if each.section == RULINGS],
    }


def clause_entry(game: Game, clause: Clause) -> dict[str, Any]:
    """A clause; a ruling has in addition its switch, its choices and the default (null and empty where it is fixed)."""
    entry: dict[str, Any] = {
        "id": f"{game.id}/{clause.id}",
        "clause": clause.id,
        "section": clause.section,
        "source": clause.source,
        "text": clause.text,
    }
    if clause.section == RULINGS:
        entry |= {"switch": clause.switch, "choices": list(clause.choices), "default": clause.default}
    return entry
