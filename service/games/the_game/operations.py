"""The operations of The Game: a request that fits the schema in, a judgement out."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.adjudication.game import Judgement
from service.adjudication.resolution import run
from service.games.the_game import rulings
from service.games.the_game.cards import PILES, numbers
from service.games.the_game.endings import IN_PROGRESS, WON, in_force, standing
from service.games.the_game.explain import how_far, prospects, what_became, what_holds, which_are_fatal, why_standing
from service.games.the_game.play import Referee
from service.games.the_game.refusals import finding
from service.games.the_game.state import Table, read_table
from service.games.the_game.survival import ASSURED, IMPOSSIBLE, POSSIBLE, UNDETERMINED, Lookahead
from service.games.the_game.turn import CANNOT_PLAY, breach, lay, outcome, playable


def legal_actions(request: dict[str, Any]) -> Judgement:
    table = read_table(request["state"], acting=True, open_hand=True)
    stands = standing(table)
    ruleset = request["state"]["ruleset"]
    if stands.status != IN_PROGRESS or table.seat is None:
        return Judgement(ruleset, {"player": None, "actions": [], "needs": []}, why_standing(table, stands))
    listed = _listed(table)
    total = len(listed.actions)
    fatal = sum(each["survival"] == IMPOSSIBLE for each in listed.actions)
    findings = [*how_far(table), *what_holds(table), *which_are_fatal(table, total, listed.too_few, fatal - listed.too_few)]
    if listed.one_pile and _list_hangs_on_ruling(table, listed, fatal):
        findings.append(rulings.ruling(table))
    return Judgement(ruleset, {"player": table.ids[table.seat], "actions": listed.actions, "needs": []}, findings)


class _Listed(NamedTuple):
    """Every legal action, and how many of them lose by the-game/6.2.

    `one_pile`: the hand holds such a card, and `leans`: what survives lays one in mid-turn. Without either, ruling R4 decides
    nothing.
    """

    actions: list[dict[str, Any]]
    too_few: int
    one_pile: bool
    leans: bool


def _list_hangs_on_ruling(table: Table, listed: _Listed, fatal: int) -> bool:
    """Whether the list would be another under the other value of ruling R4."""
    if table.book.whole_turn:
        if not fatal and not table.steps:
            return False
    elif rulings.lists_late(table):
        return True
    elif not listed.leans and fatal < len(listed.actions):
        return False
    other = rulings.under_the_other(table)
    return standing(other).status != IN_PROGRESS or _listed(other).actions != listed.actions


def _listed(table: Table) -> _Listed:
    """Plays by card and pile, then `end_turn`."""
    assert table.seat is not None
    book, at, minimum = table.book, table.at, table.minimum
    hand, _ = table.hand_of(table.seat)
    masks = playable(book, at, hand)
    lookahead = Lookahead(book, minimum)
    listed: list[dict[str, Any]] = []
    too_few = 0
    for card in numbers(masks[0] | masks[1] | masks[2] | masks[3]):
        rest = hand ^ 1 << card
        for pile, mask in enumerate(masks):
            if mask >> card & 1:
                after = lay(book, at, card, pile)
                ends, lost = outcome(book, after, card, rest, 0, minimum)
                if lost is None:
                    survival = ASSURED if ends else POSSIBLE if lookahead.survives(after, rest) else IMPOSSIBLE
                else:
                    survival = IMPOSSIBLE
                    too_few += lost == CANNOT_PLAY
                listed.append({"action": {"type": "play", "card": str(card), "pile": PILES[pile]}, "survival": survival})
    if at.laid >= minimum:
        listed.append({"action": {"type": "end_turn"}, "survival": IMPOSSIBLE if breach(book, at) else ASSURED})
    return _Listed(listed, too_few, bool(hand & book.one_pile), lookahead.leans)


def verdict(request: dict[str, Any]) -> Judgement:
    table = read_table(request["state"])
    stands = standing(table)
    findings = why_standing(table, stands)
    active = None
    if table.seat is not None:
        over = stands.status != IN_PROGRESS
        survival, leans = (IMPOSSIBLE, False) if over else _best(table)
        active = {"player": table.ids[table.seat], "survival": survival}
        if not over:
            findings += how_far(table) + prospects(table, survival)
            if (leans or survival != POSSIBLE) and rulings.holds_one_pile(table) and _verdict_hangs_on_ruling(table, survival):
                findings.append(rulings.ruling(table))
    if stands.status == IN_PROGRESS:  # nothing is demanded of anybody once it is over
        findings += what_holds(table)
    body = {
        "status": stands.status,
        "reason": stands.reason,
        "minimum": table.minimum,
        "laid_this_turn": len(table.steps),
        "in_force": in_force(table),
        "active": active,
    }
    return Judgement(request["state"]["ruleset"], body, findings)


def _verdict_hangs_on_ruling(table: Table, survival: str) -> bool:
    other = rulings.under_the_other(table)
    return standing(other).status != IN_PROGRESS or _best(other)[0] != survival


def _best(table: Table) -> tuple[str, bool]:
    """The best the active player can do, and whether that leans on a `one_pile` laid in mid-turn.

    Hidden cards are left out; only they could help where the known ones do not.
    """
    assert table.seat is not None
    hand, hidden = table.hand_of(table.seat)
    lookahead = Lookahead(table.book, table.minimum)
    if lookahead.survives(table.at, hand):
        return POSSIBLE, lookahead.leans
    return UNDETERMINED if hidden else IMPOSSIBLE, lookahead.leans


def resolve(request: dict[str, Any]) -> Judgement:
    table = read_table(request["state"], acting=True)
    referee = Referee(table)
    done = run(request["actions"], referee.step)
    became = what_became(table, referee.reason, done.applied) if done.status == "legal" else done.findings
    findings = became + referee.notes
    body = {
        "status": done.status,
        "applied": done.applied,
        "events": referee.events,
        "state": table.dump(),
        "needs": done.needs,
    }
    return Judgement(request["state"]["ruleset"], body, findings)


def score(request: dict[str, Any]) -> Judgement:
    table = read_table(request["state"])
    stands = standing(table)
    laid = sum(map(len, table.piles))
    body = {"status": stands.status, "laid": laid, "remaining": table.remaining, "beaten": stands.status == WON}
    counted = finding("counted", "6.3", "/state/piles", laid=laid, remaining=table.remaining)
    findings = [counted, *why_standing(table, stands)]
    if stands.status == IN_PROGRESS and rulings.reach_parts(table):
        findings.append(rulings.ruling(table))
    return Judgement(request["state"]["ruleset"], body, findings)
