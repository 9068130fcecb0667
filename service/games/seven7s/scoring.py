"""Points and winners (seven7s/6), of a finished game or as if it ended now."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.games.seven7s.cards import CODE, COLOUR, COLOURS, UNKNOWN, VALUE
from service.games.seven7s.reasons import cancel_findings, end_findings, ender, finding, trump_findings
from service.games.seven7s.table import Table

POINTS_OF_A_FORTUNE = 2  # seven7s/6.2
_NO_TIE_BREAK = 8  # worse than any worth: seven7s/R12


def worth(card: int, trump: int | None, cancelled: int) -> int | None:
    """What a card counts (seven7s/6.3, 6.4): nothing if its value is cancelled, the highest value left if it is trump."""
    if card == UNKNOWN:
        return None
    highest = 7 - cancelled  # with all seven cancelled 0: seven7s/R2
    if COLOUR[card] == trump:
        return highest
    return VALUE[card] if VALUE[card] <= highest else 0


def score(table: Table) -> tuple[dict[str, Any], list[Finding]]:
    """The body of `score` and its findings."""
    trump, cancelled = table.trump(), table.cancelled()
    standings = [_standing(table, seat, trump, cancelled) for seat in range(len(table.ids))]
    ranked = sorted(standings, key=_rank)
    known = all(standing["points"] is not None for standing in standings)
    best = _rank(ranked[0])
    winners = [standing["player"] for standing in standings if known and _rank(standing) == best]
    findings = _end(table) + cancel_findings(table) + trump_findings(table)
    if trump is not None:
        findings.append(finding("trump_worth", "6.4", None, color=COLOURS[trump], worth=7 - cancelled))
    findings += _points_findings(table, standings) + _winner_findings(table, ranked, winners)
    return {"over": table.over, "standings": ranked, "winners": winners}, findings


def _standing(table: Table, seat: int, trump: int | None, cancelled: int) -> dict[str, Any]:
    hand = [(card, worth(card, trump, cancelled)) for card in table.hands[seat]]
    ending = table.ending[seat]
    cards = hand if ending is None else [*hand, (ending, worth(ending, trump, cancelled))]  # seven7s/5.2
    fortunes = POINTS_OF_A_FORTUNE * len(table.fortunes[seat])
    known = all(value is not None for _, value in cards)
    return {
        "player": table.ids[seat],
        "points": sum(value or 0 for _, value in cards) + fortunes if known else None,  # seven7s/6.1
        "cards": [{"card": CODE[card], "worth": value} for card, value in cards],
        "fortunes": fortunes,
        "tie_break": min((value for _, value in hand if value), default=None) if known else None,
    }


def _rank(standing: dict[str, Any]) -> tuple[bool, int, int]:
    """Better ones first (seven7s/6.5): points, then the lowest worth in hand; unknown ones last."""
    if standing["points"] is None:
        return True, 0, 0
    return False, -standing["points"], standing["tie_break"] or _NO_TIE_BREAK


def _end(table: Table) -> list[Finding]:
    return end_findings(table) if table.over else [finding("as_if_ended", "5.1", "/state/over")]


def _points_findings(table: Table, standings: list[dict[str, Any]]) -> list[Finding]:
    found = []
    for seat, standing in enumerate(standings):
        at = f"/state/players/{seat}"
        if standing["points"] is None:
            found.append(finding("points_unknown", "6.1", f"{at}/hand", player=standing["player"]))
        else:
            worths = [card["worth"] for card in standing["cards"]]
            params = {"player": standing["player"], "n": standing["points"], "worths": worths}
            found.append(finding("points" if worths else "no_points", "6.1", at, **params))
        if standing["fortunes"]:
            cards = len(table.fortunes[seat])
            found.append(
                finding("fortunes", "6.2", f"{at}/fortunes", player=standing["player"], n=cards, points=standing["fortunes"])
            )
    last = ender(table)
    if last is not None:
        card = standings[last]["cards"][-1]
        at = f"/state/players/{last}/ending_card"
        found.append(finding("ending_card", "5.2", at, player=table.ids[last], card=card["card"], worth=card["worth"]))
    return found


def _winner_findings(table: Table, ranked: list[dict[str, Any]], winners: list[str]) -> list[Finding]:
    if not winners:
        return [finding("winners_unknown", "6.5", "/state/players")]
    best = ranked[0]
    level = [standing for standing in ranked if standing["points"] == best["points"]]
    points = best["points"]
    if len(winners) > 1:
        return [finding("shared", "6.5", None, players=winners, n=points)]
    if len(level) == 1:
        return [finding("most_points", "6.5", None, player=winners[0], n=points)]
    params = {"player": winners[0], "n": points, "worth": best["tie_break"]}
    return [finding("tie_broken", "6.5", None, **params), finding("tie_break_worth", "R12", None)]
