"""The five questions a client may ask, each answered from a request that fits its schema."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.game import Judgement, Operation, by_name
from service.adjudication.resolution import Action, Refusal, run
from service.games.seven7s import answers, schema
from service.games.seven7s.cards import CODE, COLOURS, FULL_COLUMN, TYPES
from service.games.seven7s.deal import deal
from service.games.seven7s.effects import Record, apply
from service.games.seven7s.legal import legal_actions, unknown_to_reorder
from service.games.seven7s.reasons import cancel_findings, duty_findings, end_findings, ender, finding, trump_findings
from service.games.seven7s.scoring import score
from service.games.seven7s.state import parse
from service.games.seven7s.table import Table, dump
from service.games.seven7s.turn import verify

Request = dict[str, Any]


def _judge_deal(request: Request) -> Judgement:
    table = deal(request, schema.RULESET)
    opening = next(CODE[column[0]] for column in table.columns if column)
    findings = [
        finding("dealt", "2.1", None, players=len(table.ids), deck=len(table.deck)),
        finding("opened", "2.2", None, card=opening),
        finding("starts", "2.3", "/players/0", player=table.ids[0]),
        finding("fixed_colours", "R13", None),
    ]
    return Judgement(schema.RULESET, {"state": dump(table)}, findings)


def _judge_legal_actions(request: Request) -> Judgement:
    table = parse(request["state"], acts=True, open_hand=True)
    if table.over:
        body: dict[str, Any] = {"player": None, "actions": [], "needs": []}
        return Judgement(schema.RULESET, body, end_findings(table))
    assert table.active is not None
    actions, needs = legal_actions(table), unknown_to_reorder(table)
    findings = duty_findings(table)
    if table.pending in ("play", "steal"):
        findings += trump_findings(table)
    if needs:
        findings.append(finding("reorder_unknown", "4.8", needs[0], n=len(needs)))
    return Judgement(schema.RULESET, {"player": table.ids[table.active], "actions": actions, "needs": needs}, findings)


def _judge_verdict(request: Request) -> Judgement:
    table = parse(request["state"])
    trump, cancelled, seat = table.trump(), table.cancelled(), ender(table)
    body = {
        "status": "over" if table.over else "in_progress",
        "trump": None if trump is None else COLOURS[trump],
        "cancelled": list(range(7, 7 - cancelled, -1)),
        "highest_value": 7 - cancelled,
        "columns": [
            {"type": kind, "cards": len(column), "room": FULL_COLUMN - len(column)}
            for kind, column in zip(TYPES, table.columns, strict=True)
        ],
        "ended_by": None if seat is None else table.ids[seat],
        "active": None if table.active is None else {"player": table.ids[table.active], "pending": table.pending},
    }
    findings = end_findings(table) + trump_findings(table) + cancel_findings(table) + duty_findings(table)
    return Judgement(schema.RULESET, body, findings)


def _judge_resolve(request: Request) -> Judgement:
    table = parse(request["state"], acts=True)
    record = Record()

    def step(action: Action, index: int) -> Refusal | None:
        move = verify(table, action, index)
        if isinstance(move, Refusal):
            return move
        if move.needs:
            return Refusal("undetermined", [_missing(table, action, index)], move.needs)
        apply(table, move, record)
        return None

    resolution = run(request["actions"], step)
    if resolution.status == "legal":
        after = end_findings(table) if table.over else duty_findings(table)
        told = {note.clause for note in record.notes if note.clause == "seven7s/R7"}  # a ruling is told once
        findings = record.notes + [each._replace(pointer=None) for each in after if each.clause not in told]
    else:
        findings = resolution.findings + record.notes
    body = {
        "status": resolution.status,
        "applied": resolution.applied,
        "events": record.events,
        "state": dump(table),
        "needs": resolution.needs,
    }
    return Judgement(schema.RULESET, body, findings)


def _missing(table: Table, action: Action, index: int) -> Finding:
    if action["type"] == "steal":
        return finding("pulled_unknown", "4.4", f"/actions/{index}", player=action["player"])
    return finding("top_unknown", "4.6", f"/actions/{index}", deck=len(table.deck))


def _judge_score(request: Request) -> Judgement:
    body, findings = score(parse(request["state"]))
    return Judgement(schema.RULESET, body, findings)


OPERATIONS = by_name(
    Operation("deal", schema.DEAL_REQUEST, answers.DEAL, _judge_deal, "Deal a game of Siedem from a seed."),
    Operation(
        "legal-actions", schema.STATE_REQUEST, answers.LEGAL_ACTIONS, _judge_legal_actions,
        "List what the active player may do now, and which of it ends the game.",
    ),
    Operation(
        "verdict", schema.STATE_REQUEST, answers.VERDICT, _judge_verdict,
        "Say the trump colour, the cancelled values, the room in the columns and whether the game is over.",
    ),
    Operation(
        "resolve", schema.RESOLVE_REQUEST, answers.RESOLVE, _judge_resolve,
        "Apply actions in order and tell their effects one by one.",
    ),
    Operation(
        "score", schema.STATE_REQUEST, answers.SCORE, _judge_score,
        "Count the points and name the winners, as if the game ended now when it is not over.",
    ),
)  # fmt: skip
