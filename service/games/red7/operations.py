"""Red7's operations: from a request to its judgement."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.game import Judgement
from service.adjudication.resolution import run
from service.games.red7 import narration
from service.games.red7.actions import spelled
from service.games.red7.cards import CODES, COLOURS, codes
from service.games.red7.colours import qualifying
from service.games.red7.resolve import Log, draw_clause, step
from service.games.red7.rulings import seven_finding, turns_draw_finding
from service.games.red7.scoring import TARGET, bank, leaders, points, standing_points
from service.games.red7.standings import rule_finding, standings
from service.games.red7.state import RULESET, Table, dump_table, has_unknown, read_table
from service.games.red7.survival import POSSIBLE, UNDETERMINED
from service.games.red7.turn import CANVAS, Turn
from service.games.red7.turns import all_turns

Request = dict[str, Any]


def legal_actions(request: Request) -> Judgement:
    table = read_table(request["state"], turn_required=True, open_hand=True)
    player = table.active
    if player is None:
        return Judgement(RULESET, {"player": None, "actions": [], "needs": []}, [narration.over(table)])
    turn = Turn.of(table)
    moves = turn.legal_moves()
    actions = []
    drawing = [move.card for move, _ in moves if move.kind == CANVAS and draw_clause(table, player, CANVAS, move.card)]
    optional = drawing if table.draw_optional else ()
    for move, survival in moves:
        asks_draw = move.kind == CANVAS and move.card in optional
        actions += [{"action": action, "survival": survival} for action in spelled(turn, move, asks_draw)]
    body = {"player": player.id, "actions": actions, "needs": []}
    return Judgement(RULESET, body, narration.of_legal_actions(table, player, turn, moves, drawing))


def turns(request: Request) -> Judgement:
    table = read_table(request["state"], turn_required=True, open_hand=True)
    if table.active is None:
        return Judgement(RULESET, {"turns": [], "truncated": False}, [narration.over(table)])
    found = all_turns(table, request["limit"])
    findings = [rule_finding(table)]
    if found.truncated:
        findings.append(Finding("red7.turns_cut", "red7/6.1", {"limit": request["limit"]}, "/limit"))
    if found.by_seven_rule:
        findings.append(seven_finding(table))
    if found.by_draw_rule:
        findings.append(turns_draw_finding(table))
    return Judgement(RULESET, {"turns": found.found, "truncated": found.truncated}, findings)


def verdict(request: Request) -> Judgement:
    table = read_table(request["state"])
    rule = table.rule
    ranked = standings(table)
    entries: list[dict[str, Any]] = []
    place = 0
    for position, standing in enumerate(ranked, 1):
        if standing.strength or not entries or entries[-1]["count"]:
            place = position  # only empty sets can be equal, and they share a place
        entries.append(
            {
                "player": standing.player.id,
                "place": place,
                "qualifying": codes(qualifying(rule, standing.player.mask)),
                "count": standing.count,
                "highest": standing.highest,
            }
        )
    best = ranked[0]
    leader = best.player if best.strength else None
    winner = table.winner()
    turn = None if table.active is None else Turn.of(table, open_hand=True)
    survival = None if turn is None else _survival(table, turn)
    body = {
        "rule": COLOURS[rule],
        "rule_card": CODES[table.canvas[-1]] if table.canvas else None,
        "standings": entries,
        "leader": leader.id if leader else None,
        "round_over": winner is not None,
        "winner": winner.id if winner else None,
        "active": None
        if table.active is None
        else {"player": table.active.id, "leads": leader is table.active, "survival": survival},
    }
    return Judgement(RULESET, body, narration.of_verdict(table, ranked, turn, survival))


def _survival(table: Table, turn: Turn) -> str:
    assert table.active is not None
    survival = turn.survival()
    return UNDETERMINED if survival != POSSIBLE and has_unknown(table.active.hand) else survival


def resolve(request: Request) -> Judgement:
    table = read_table(request["state"], turn_required=True)
    log = Log()
    outcome = run(request["actions"], lambda action, index: step(table, action, f"/actions/{index}", log))
    body = {
        "status": outcome.status,
        "applied": outcome.applied,
        "events": log.events,
        "state": dump_table(table),
        "needs": outcome.needs,
    }
    if outcome.status == "legal":
        return Judgement(RULESET, body, narration.of_resolution(table, log))
    return Judgement(RULESET, body, narration.of_refusal(outcome.findings, log))


def score(request: Request) -> Judgement:
    table = read_table(request["state"])
    winner = table.winner()
    body: dict[str, Any] = {
        "round_over": winner is not None,
        "winner": winner.id if winner else None,
        "scored": [],
        "points": None,
        "totals": [{"player": each.id, "points": points(each.scored) if table.advanced else None} for each in table.players],
        "target": TARGET[len(table.players)] if table.advanced else None,
        "game_over": winner is not None and not table.advanced,
        "game_winners": [winner.id] if winner and not table.advanced else [],
        "if_ended_now": standing_points(table),
    }
    if winner is None or not table.advanced:
        return Judgement(RULESET, body, narration.of_score(table, winner, None))
    banked = bank(table, winner)
    body |= {
        "scored": codes(banked.scored),
        "points": points(banked.scored),
        "totals": [{"player": p.id, "points": t} for p, t in zip(table.players, banked.totals, strict=True)],
        "game_over": banked.game_over,
        "game_winners": leaders(table, banked.totals) if banked.game_over else [],
    }
    return Judgement(RULESET, body, narration.of_score(table, winner, banked))
