"""The questions a client may ask about a round of Punto."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.game import Judgement, by_name
from service.adjudication.game import Operation as Op
from service.adjudication.resolution import run
from service.adjudication.shapes import UNKNOWN
from service.games.punto import schema
from service.games.punto.cards import VALUE_OF
from service.games.punto.deal import judge_deal
from service.games.punto.explain import cell_text, outcome_findings, over_findings
from service.games.punto.faults import read
from service.games.punto.outcome import outcome
from service.games.punto.scoring import match_winners, removed_card, rounds_won, score_findings
from service.games.punto.state import DRAW, RULESET, Table, dump
from service.games.punto.turn import Event, legal_actions, pass_ends_round, step


def judge_legal_actions(request: dict[str, Any]) -> Judgement:
    table = read(request["state"], turn_needed=True)
    seat = table.active
    if seat is None:
        return Judgement(RULESET, {"player": None, "actions": [], "needs": []}, over_findings(table, outcome(table)))
    at = f"/state/players/{seat}/deck"
    body: dict[str, Any]
    if table.decks[seat][:1] == [UNKNOWN]:
        body = {"player": table.ids[seat], "actions": [], "needs": [f"{at}/0"]}
        return Judgement(RULESET, body, [Finding("punto.card_not_known", "punto/3.1", {"player": table.ids[seat]}, f"{at}/0")])
    actions = legal_actions(table, seat)
    body = {"player": table.ids[seat], "actions": actions, "needs": []}
    return Judgement(RULESET, body, _choice(table, seat, actions, at))


def _choice(table: Table, seat: int, actions: list[dict[str, Any]], at: str) -> list[Finding]:
    """What the active player has to choose from, and why."""
    params: dict[str, Any] = {"player": table.ids[seat], "card": next(iter(table.decks[seat]), None)}
    if actions[0]["action"]["type"] == "place":
        on_top = sum((each["action"]["x"], each["action"]["y"]) in table.board.stacks for each in actions)
        params |= {"count": len(actions), "on_top": on_top, "beside": len(actions) - on_top}
        findings = [Finding("punto.cells_open", "punto/3.1", params, f"{at}/0")]
        wins = [cell_text((each["action"]["x"], each["action"]["y"])) for each in actions if each["wins_round"]]
        if wins:
            findings.append(Finding("punto.wins_at", "punto/4.3", {**params, "cells": wins, "need": table.need}, f"{at}/0"))
        return findings
    if table.decks[seat]:
        findings = [Finding("punto.cannot_place", "punto/R8", params, f"{at}/0")]
    else:
        findings = [Finding("punto.deck_empty", "punto/R2", params, at)]
    code = "punto.pass_ends_round" if pass_ends_round(table) else "punto.pass_ends_nothing"
    return [*findings, Finding(code, "punto/R1", params, "/state/turn/passes")]


def judge_verdict(request: dict[str, Any]) -> Judgement:
    table = read(request["state"])
    result = outcome(table, table.lines)
    winner = None if result.winner is None else table.ids[result.winner]
    body = {
        "status": result.status,
        "winner": DRAW if result.status == "drawn" else winner,
        "lines": [] if winner is None else [line.dump(winner) for line in result.lines],
        "active": None if table.active is None else _active(table, table.active),
    }
    return Judgement(RULESET, body, outcome_findings(table, result))


def _active(table: Table, seat: int) -> dict[str, Any]:
    card = table.decks[seat][0] if table.decks[seat] else None
    can_place: bool | None = False  # punto/R2
    if card == UNKNOWN:
        can_place = None
    elif card is not None:
        can_place = table.board.open_to(VALUE_OF[card]) != 0
    return {"player": table.ids[seat], "card": card, "can_place": can_place}


def judge_resolve(request: dict[str, Any]) -> Judgement:
    table = read(request["state"], turn_needed=True)
    events: list[Event] = []
    result = run(request["actions"], lambda action, index: step(table, action, index, events))
    findings = result.findings + _passes(table, request["actions"][: result.applied], events)
    if result.status == "legal":
        findings += outcome_findings(table, outcome(table))
        if table.active is not None:
            findings.insert(0, Finding("punto.turn_passes", "punto/3.5", {"player": table.ids[table.active]}))
    body = {
        "status": result.status,
        "applied": result.applied,
        "events": events,
        "state": dump(table),
        "needs": result.needs,
    }
    return Judgement(RULESET, body, findings)


def _passes(table: Table, applied: list[dict[str, Any]], events: list[Event]) -> list[Finding]:
    """What ruling R1 made of the passes in a log: the last one blocked the round, or none of them did."""
    passes = [index for index, action in enumerate(applied) if action["type"] == "pass"]
    if not passes:
        return []
    if all(event["type"] != "blocked" for event in events[-2:]):
        return [Finding("punto.pass_ends_nothing", "punto/R1", {}, f"/actions/{passes[0]}")]
    by = "punto.blocked_by_one" if table.state["rulings"]["blocked"] == "one" else "punto.blocked_by_all"
    return [Finding(by, "punto/R1", {}, f"/actions/{passes[-1]}")]


def judge_score(request: dict[str, Any]) -> Judgement:
    table = read(request["state"])
    result = outcome(table, table.lines)
    winner = None if result.winner is None else table.ids[result.winner]
    won = rounds_won(table, result)
    winners = match_winners(table, won)
    body = {
        "round_over": result.over,
        "winner": DRAW if result.status == "drawn" else winner,
        "by": {"won": "line", "blocked": "blocked", "drawn": "blocked", "in_progress": None}[result.status],
        "lines": [] if winner is None else [line.dump(winner) for line in result.lines],
        "removed": removed_card(table, result),
        "tally": [
            {"player": name, "lines": count.lines, "dots": count.dots}
            for name, count in zip(table.ids, result.tally, strict=bool(result.tally))
        ],
        "rounds_won": [{"player": name, "won": rounds} for name, rounds in zip(table.ids, won, strict=True)],
        "match_over": bool(winners),
        "match_winners": winners,
    }
    return Judgement(RULESET, body, outcome_findings(table, result) + score_findings(table, result))


OPERATIONS = by_name(
    Op("deal", schema.DEAL, schema.DEALT, judge_deal, "Set up a round: the first one, or the next one after a finished round."),
    Op("legal-actions", schema.STATE_REQUEST, schema.LEGAL_ACTIONS, judge_legal_actions, "What the active player may do now."),
    Op("verdict", schema.STATE_REQUEST, schema.VERDICT, judge_verdict, "Who has won the round, by which lines."),
    Op("resolve", schema.RESOLVE, schema.RESOLVED, judge_resolve, "Apply actions: the events one by one and the state after."),
    Op("score", schema.STATE_REQUEST, schema.SCORE, judge_score, "The round's result, the card taken out, and the match."),
)
