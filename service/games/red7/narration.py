"""The findings of an answer: which clauses decided it, and with what cards and numbers."""

from __future__ import annotations

from service.adjudication.findings import Finding
from service.games.red7.cards import CODES, COLOURS, NUMBER, UNKNOWN, codes
from service.games.red7.colours import qualifying
from service.games.red7.deal import end_of_game
from service.games.red7.resolve import Log
from service.games.red7.rulings import SEVEN_RULE, decides_moves, decides_survival, draw_finding, seven_finding
from service.games.red7.scoring import TARGET, Score, points
from service.games.red7.standings import Standing, comparison, decided, rule_finding, set_words, standings
from service.games.red7.state import Player, Table
from service.games.red7.survival import POSSIBLE, UNDETERMINED
from service.games.red7.turn import DONE, FIVE, ONE, PALETTE, SEVEN, START, Move, Turn

_EFFECT = {SEVEN: "red7/9.1", FIVE: "red7/9.3", ONE: "red7/9.5"}
_RULED = {"effect_ignored": "red7.effect_ignored", "drew": "red7.chose_to_draw"}
_IGNORED = {7: "red7/R1", 5: "red7/R4", 1: "red7/R3"}


def over(table: Table) -> Finding:
    winner = table.winner()
    assert winner is not None
    return Finding("red7.round_over", "red7/7.1", {"player": winner.id}, "/state/players")


def of_verdict(table: Table, ranked: list[Standing], turn: Turn | None, survival: str | None) -> list[Finding]:
    findings = [rule_finding(table)]
    best = ranked[0]
    pointer = f"/state/players/{best.player.seat}/palette"
    if len(ranked) == 1:
        return [*findings, over(table)]
    if not best.strength:
        findings.append(Finding("red7.nobody_qualifies", "red7/5.3", {"what": set_words(table.rule, 0)}, "/state/players"))
    else:
        findings.append(decided(best, ranked[1], table.rule, pointer))
    player = table.active
    if player is None or turn is None:
        return findings
    at = f"/state/players/{player.seat}"
    if player is not best.player and best.strength:
        findings.append(comparison(turn, table.rule, player.id, at + "/palette"))
    findings.append(_outlook(table, player, survival, at))
    if decides_survival(table, turn):
        findings.append(seven_finding(table))
    return findings


def _outlook(table: Table, player: Player, survival: str | None, at: str) -> Finding:
    params = {"player": player.id}
    if not player.hand and not table.steps:
        return Finding("red7.must_pass", "red7/6.4", params, at + "/hand")
    if survival == POSSIBLE:
        return Finding("red7.can_survive", "red7/5.1", params, at)
    if survival == UNDETERMINED:
        hidden = UNKNOWN in player.hand
        drawing = table.effects and table.deck and any(NUMBER[card] == 3 for card in player.hand if card != UNKNOWN)
        if hidden:
            return Finding("red7.cards_unknown" if drawing else "red7.hand_unknown", "red7/5.1", params, at)
        return Finding("red7.draw_decides", "red7/9.4", params, at)
    return Finding("red7.cannot_survive", "red7/5.4", params, at)


def of_legal_actions(
    table: Table, player: Player, turn: Turn, moves: list[tuple[Move, str]], drawing: list[int]
) -> list[Finding]:
    """`drawing`: the cards that may go to the canvas and draw there."""
    findings = [rule_finding(table)]
    at = f"/state/players/{player.seat}"
    if turn.phase in _EFFECT:
        waiting = {"card": CODES[turn.source]}
        findings.append(
            Finding("red7.effect_waiting", _EFFECT[turn.phase], waiting, f"/state/turn/steps/{len(table.steps) - 1}")
        )
    elif (
        turn.phase == DONE
        and table.effects
        and table.steps[-1]["type"] == "play_to_palette"
        and NUMBER[turn.source] in _IGNORED
    ):
        number = NUMBER[turn.source]
        clause = "red7/9.3" if number == 5 and not turn.hand_cards else _IGNORED[number]
        findings.append(Finding("red7.effect_ignored", clause, {"card": CODES[turn.source]}, "/state/turn/steps"))
    played = {move.card for move, _ in moves if move.kind == PALETTE}
    barred = [card for card in turn.hand_cards if card not in played] if turn.phase in (START, FIVE) else []
    if barred:
        findings.append(Finding("red7.barred", "red7/9.6", {"cards": codes(barred), "count": len(barred)}, at + "/hand"))
    if turn.phase == START and not turn.hand_cards:
        findings.append(Finding("red7.must_pass", "red7/6.4", {"player": player.id}, at + "/hand"))
    elif not moves:
        findings.append(Finding("red7.stuck", "red7/R4", {"player": player.id}, at))
    elif turn.phase == DONE and turn.bound:
        findings.append(Finding("red7.must_survive", "red7/9.6", {"player": player.id}, at))
    else:
        findings.append(Finding("red7.may_act", "red7/6.1" if turn.phase == START else "red7/6.3", {"player": player.id}, at))
    if decides_moves(table, turn, moves) and all(finding.clause != SEVEN_RULE for finding in findings):
        findings.append(seven_finding(table))
    if drawing:
        findings.append(draw_finding(table, drawing))
    return findings


def of_refusal(reasons: list[Finding], log: Log) -> list[Finding]:
    """Why an action of the log is refused, and the rulings that decided before it."""
    cited = {reason.clause for reason in reasons}
    return reasons + [ruling for ruling in _rulings_used(log) if ruling.clause not in cited]


def of_resolution(table: Table, log: Log) -> list[Finding]:
    """How the last turn that the log ended came out, and where the round stands."""
    winner = table.winner()
    events = log.events
    rulings = _rulings_used(log)
    if winner is not None:
        return [Finding("red7.round_over", "red7/7.1", {"player": winner.id}, "/actions"), *rulings]
    findings = [rule_finding(table)._replace(pointer=None), *rulings]
    ended = next((event for event in reversed(events) if event["type"] in ("survived", "eliminated")), None)
    assert table.active is not None
    if ended is not None:
        findings.append(Finding(f"red7.{ended['type']}", ended["clause"], {"player": ended["player"]}))
    if ended is not None and ended["type"] == "survived" and events[-1]["type"] == "turn_began":
        ranked = standings(table)
        if ranked[0].strength:
            findings.append(decided(ranked[0], ranked[1], table.rule, "/actions"))
    code = "red7.turn_goes_on" if table.steps else "red7.turn_begins"
    return [*findings, Finding(code, "red7/6.1" if table.steps else "red7/3.2", {"player": table.active.id})]


def _rulings_used(log: Log) -> list[Finding]:
    """Each ruling that decided something on the way, once: those that events cite, and those that left no event."""
    used: dict[str, Finding] = {}
    for event in log.events:
        clause = event["clause"]
        if clause.startswith("red7/R") and clause not in used:
            used[clause] = Finding(_RULED.get(event["type"], "red7.seven_chose_itself"), clause, {"card": event["card"]})
    return list({**log.rulings, **used}.values())


def of_score(table: Table, winner: Player | None, banked: Score | None) -> list[Finding]:
    if winner is None:
        return [rule_finding(table), Finding("red7.round_open", "red7/7.1", {"count": len(table.still_in())}, "/state/players")]
    if banked is None:
        return [over(table), Finding("red7.one_round", "red7/7.2", {"player": winner.id})]
    at = f"/state/players/{winner.seat}/palette"
    params = {"player": winner.id, "cards": codes(banked.scored), "count": len(banked.scored), "points": points(banked.scored)}
    code = "red7.scores" if banked.scored else "red7.scores_nothing"
    findings = [over(table), rule_finding(table), Finding(code, "red7/8.2", params, at)]
    if _had_a_choice(table, winner):
        findings.append(Finding("red7.set_of_highest_card", "red7/R9", {"card": CODES[banked.scored[0]]}, at))
    if banked.game_over:
        return [*findings, end_of_game(table, banked)]
    return [*findings, Finding("red7.game_goes_on", "red7/8.4", {"target": TARGET[len(table.players)]})]


def _had_a_choice(table: Table, winner: Player) -> bool:
    """Under yellow another colour may have as many cards and more points (ruling R9)."""
    if COLOURS[table.rule] != "yellow":
        return False
    scored = qualifying(table.rule, winner.mask)
    by_colour: dict[str, list[int]] = {}
    for card in winner.palette:
        by_colour.setdefault(CODES[card][0], []).append(card)
    return any(len(cards) == len(scored) and points(cards) > points(scored) for cards in by_colour.values())
