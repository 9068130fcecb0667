"""What a round that is over brings: the card taken out, the rounds won, the match."""

from __future__ import annotations

from service.adjudication.findings import Finding
from service.games.punto.cards import VALUE_OF, in_order
from service.games.punto.outcome import Outcome
from service.games.punto.state import Table


def removed_card(table: Table, outcome: Outcome) -> str | None:
    """The highest showing card of the lines that decide. # punto/4.5, punto/R5, punto/R6"""
    cards = in_order({table.board.top(*cell) for line in outcome.lines for cell in line.cells})
    return max(cards, key=VALUE_OF.__getitem__) if cards else None  # the first of equal ones, so R, Y, G, B


def rounds_won(table: Table, outcome: Outcome) -> list[int]:
    """With this round in; in teams it counts for both members. # punto/4.3"""
    won = [player["rounds_won"] for player in table.state["players"]]
    if outcome.winner is None:
        return won
    side = table.sides[outcome.winner]
    return [rounds + (its == side) for rounds, its in zip(won, table.sides, strict=True)]


def match_winners(table: Table, won: list[int]) -> list[str]:
    """Who has won enough rounds, in seating order. # punto/5.3"""
    return [name for name, rounds in zip(table.ids, won, strict=True) if rounds >= table.state["rounds_to_win"]]


def score_findings(table: Table, outcome: Outcome) -> list[Finding]:
    """The card taken out and the standing of the match."""
    found = []
    removed = removed_card(table, outcome)
    if removed is not None and outcome.winner is not None:
        params = {"card": removed, "player": table.ids[outcome.winner]}
        at = f"{table.at}/board"
        found.append(Finding("punto.card_taken_out", "punto/4.5", params, at))
        if outcome.status == "blocked":
            found.append(Finding("punto.highest_of_counted_lines", "punto/R6", params, at))
        elif len(outcome.lines) > 1 or len(outcome.lines[0].cells) > table.need:
            found.append(Finding("punto.highest_of_all_lines", "punto/R5", params, at))
    won = rounds_won(table, outcome)
    target = table.state["rounds_to_win"]
    winners = match_winners(table, won)
    if winners:
        found.append(Finding("punto.match_won", "punto/5.3", {"players": winners, "target": target}))
    else:
        standing = [f"{name} {rounds}" for name, rounds in zip(table.ids, won, strict=True)]
        found.append(Finding("punto.match_goes_on", "punto/5.3", {"target": target, "standing": standing}))
    return found
