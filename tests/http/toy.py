"""A game small enough to see through, so that the web layer is tested without any real rules."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Fault, Finding, Impossible
from service.adjudication.game import Game, Judgement, KnownCase, Operation, by_name
from service.adjudication.rulebook import Rulebook
from service.adjudication.schema import request
from service.adjudication.shapes import Cards, Flag, ListOf, Record, Text, player_id

CODES = ("A", "B", "C")

RULEBOOK = {
    "game": "toy", "title": {"en": "Toy", "pl": "Zabawka"}, "summary": {"en": "The longest hand wins.", "pl": "Wygrywa ręka."},
    "rulesets": ["toy-1"], "revision": "2026-01-01", "source": {"en": "none", "pl": "brak"},
    "sections": [{"id": "1", "title": {"en": "Winning", "pl": "Wygrana"}, "source": "Wygrana", "clauses": [
        {"id": "1.1", "text": {"en": "Most cards win.", "pl": "Wygrywa ten, kto ma najwięcej kart."}},
    ]}],
    "rulings": [{"id": "R1", "source": "1.1", "text": {"en": "A tie?", "pl": "Remis?"}, "switch": "tie", "default": "first",
                 "choices": [{"value": "first", "text": {"en": "The first.", "pl": "Pierwszy."}}]}],
    "findings": {"toy.most": {"en": "{player} has {n} {n|card|cards}.", "pl": "{player}: {n} {n|karta|karty|kart}."}},
    "faults": {"nobody": {"en": "Nobody holds a card.", "pl": "Nikt nie ma kart."}}, "words": {},
}  # fmt: skip

STATE = Record(
    {
        "players": ListOf(
            Record({"id": player_id(required=True), "hand": Cards(CODES, load_default=list)}), 1, 3, required=True
        ),
        "open": Flag(load_default=False),
    },
    required=True,
    component="ToyState",
)


def _verdict(asked: dict[str, Any]) -> Judgement:
    players = asked["state"]["players"]
    if players[0]["id"] == "crash":
        raise RuntimeError("a mistake with a secret in it")
    if players[0]["id"] == "search":
        for _ in iter(int, 1):  # an exact search that never ends
            pass
    if not any(player["hand"] for player in players):
        raise Impossible([Fault(f"/state/players/{i}/hand", "nobody") for i in range(len(players))])
    best = max(players, key=lambda player: len(player["hand"]))
    found = Finding("toy.most", "toy/1.1", {"player": best["id"], "n": len(best["hand"])}, "/state/players")
    return Judgement("toy-1", {"leader": best["id"]}, [found])


def toy(want: str = "Ania") -> Game:
    case = {"state": {"players": [{"id": "Ania", "hand": ["A", "B"]}, {"id": "Bartek", "hand": ["C"]}]}}
    verdict = Operation(
        "verdict", request(state=STATE), Record({"leader": Text(required=True)}), _verdict, "Who has the most cards."
    )
    return Game("toy", Rulebook(RULEBOOK), by_name(verdict), KnownCase("verdict", case, {"leader": want}), (1, 3))


GOOD = {"state": {"players": [{"id": "Ania", "hand": ["A", "B"]}]}}
