"""Dealing: the first round, and the next one after a finished round (red7/3, red7/8.3)."""

from __future__ import annotations

from typing import Any

from service.adjudication.checks import player_faults
from service.adjudication.findings import Fault, Finding, Impossible
from service.adjudication.game import Judgement
from service.adjudication.shuffle import Shuffler
from service.games.red7.cards import CARD_CODES, CODES, INDEX
from service.games.red7.scoring import Score, bank, leaders
from service.games.red7.state import RULESET, Player, Table, dump_table, read_table

HAND = 7


def deal(request: dict[str, Any]) -> Judgement:
    return _next_round(request["after"], request["seed"]) if "after" in request else _first_round(request)


def _first_round(request: dict[str, Any]) -> Judgement:
    faults = player_faults(request["players"], "/players", "")
    if faults:
        raise Impossible(faults)
    players = [Player(each, seat, [], [], [], False, 0) for seat, each in enumerate(request["players"])]
    rulings = request["rulings"]
    table = Table(
        advanced=request["variant"] == "advanced",
        effects=request["effects"],
        seven_may_choose_itself=rulings["seven_may_choose_itself"],
        draw_optional=rulings["canvas_draw"] == "optional",
        players=players, canvas=[], deck=[], aside=[], active=None, steps=[],
    )  # fmt: skip
    return _dealt(table, request["seed"], [])


def _next_round(state: dict[str, Any], seed: str) -> Judgement:
    table = read_table(state, "/after")
    winner = table.winner()
    if winner is None:
        raise Impossible([Fault("/after", "not_finished")])
    if not table.advanced:  # red7/7.2
        return _over([winner.id], Finding("red7.one_round", "red7/7.2", {"player": winner.id}))
    score = bank(table, winner)
    if score.game_over:
        return _over(leaders(table, score.totals), end_of_game(table, score))
    winner.scored += score.scored
    for player in table.players:
        player.palette, player.hand, player.mask, player.eliminated = [], [], 0, False
    banked = Finding("red7.banked", "red7/8.3", {"player": winner.id, "count": len(score.scored)})
    return _dealt(table, seed, [banked])


def end_of_game(table: Table, score: Score) -> Finding:
    most = max(score.totals)
    params = {"players": leaders(table, score.totals), "points": most}
    if score.reached:
        return Finding("red7.target_reached", "red7/8.4", params)
    code = "red7.shared_win" if len(params["players"]) > 1 else "red7.deck_exhausted"  # type: ignore[arg-type]
    return Finding(code, "red7/R7" if code == "red7.shared_win" else "red7/8.5", params)


def _over(winners: list[str], finding: Finding) -> Judgement:
    return Judgement(RULESET, {"state": None, "game_over": True, "game_winners": winners}, [finding])


def _dealt(table: Table, seed: str, findings: list[Finding]) -> Judgement:
    """Shuffles every card that nobody has scored, and deals hands, palettes and the turn."""
    scored = {card for player in table.players for card in player.scored}
    cards = Shuffler(seed).shuffle([INDEX[code] for code in CARD_CODES if INDEX[code] not in scored])
    seats = len(table.players)
    for seat, player in enumerate(table.players):  # red7/3.1
        player.hand = cards[HAND * seat : HAND * (seat + 1)]
        player.palette = [cards[HAND * seats + seat]]
    table.canvas, table.aside, table.steps = [], [], []
    table.deck = cards[(HAND + 1) * seats :]
    highest = max(table.players, key=lambda player: player.palette[0])
    table.active = table.players[(highest.seat + 1) % seats]  # red7/3.2, ruling R8
    starts = {"player": table.active.id, "holder": highest.id, "card": CODES[highest.palette[0]]}
    clause = "red7/R8" if findings else "red7/3.2"
    findings = [*findings, Finding("red7.starts", clause, starts)]
    return Judgement(RULESET, {"state": dump_table(table), "game_over": False, "game_winners": []}, findings)
