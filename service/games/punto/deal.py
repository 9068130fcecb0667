"""Setting up: the first round from a seed, and the next one from a round that is over."""

from __future__ import annotations

from typing import Any

from service.adjudication.checks import player_faults
from service.adjudication.findings import Fault, Finding, Impossible
from service.adjudication.game import Judgement
from service.adjudication.shapes import UNKNOWN
from service.adjudication.shuffle import Shuffler
from service.games.punto.cards import COLOR_OF, COLORS, in_order, set_of
from service.games.punto.explain import setup_clause
from service.games.punto.faults import read
from service.games.punto.outcome import Outcome, outcome
from service.games.punto.scoring import match_winners, removed_card, rounds_won, score_findings
from service.games.punto.state import DRAW, RULESET, Table, lay_out

NEUTRAL = len(COLORS) - 1
SHARE = 6  # punto/2.2


def judge_deal(request: dict[str, Any]) -> Judgement:
    return _next_round(request) if "after" in request else _first_round(request)


def _first_round(request: dict[str, Any]) -> Judgement:
    ids: list[str] = request["players"]
    faults = player_faults(ids, "/players", suffix="")
    faults += [Fault(f"/players/{seat}", "player_called_draw") for seat, name in enumerate(ids) if name == DRAW]
    if faults:
        raise Impossible(faults)
    teams = request["mode"] == "teams"
    own = 2 if teams or len(ids) == 2 else 1
    colors = [[own * (seat % 2 if teams else seat) + i for i in range(own)] for seat in range(len(ids))]
    cards = [[card for color in each for card in set_of(color)] for each in colors]
    shuffler = Shuffler(request["seed"])
    if teams:  # punto/2.4
        decks = _halves(shuffler, cards[:2])
    elif len(ids) == 3:  # punto/2.2
        neutral = shuffler.shuffle(set_of(NEUTRAL))
        decks = [deck + neutral[seat * SHARE : (seat + 1) * SHARE] for seat, deck in enumerate(cards)]
    else:  # punto/2.1, punto/2.3
        decks = cards
    for deck in decks:  # punto/2.5
        shuffler.shuffle(deck)
    state = {
        "ruleset": RULESET,
        "mode": request["mode"],
        "rulings": request["rulings"],
        "rounds_to_win": request["rounds_to_win"],
        "players": [
            {"id": name, "colors": [COLORS[color] for color in each], "deck": deck, "rounds_won": 0}
            for name, each, deck in zip(ids, colors, decks, strict=True)
        ],
        "neutral": COLORS[NEUTRAL] if len(ids) == 3 else None,
        **_fresh(ids[0], []),  # punto/2.6
    }
    table = lay_out(state, "/state")
    findings = [
        Finding("punto.dealt", setup_clause(table), {"players": len(ids), "cards": len(decks[0])}, "/players"),
        Finding("punto.first_seat_starts", "punto/2.6", {"player": ids[0]}, "/players/0"),
    ]
    return _dealt(state, [], findings)


def _fresh(starter: str, out: list[str]) -> dict[str, Any]:
    """What is the same at the start of every round."""
    return {"board": [], "out": out, "starter": starter, "turn": {"player": starter, "passes": 0}, "winner": None}


def _halves(shuffler: Shuffler, teams: list[list[str]]) -> list[list[str]]:
    """Each team's cards mixed and halved, in seat order; an odd card goes to the first member. # punto/2.4, punto/R9"""
    decks: list[list[str]] = [[] for _ in range(4)]
    for first, cards in enumerate(teams):
        shuffler.shuffle(cards)
        middle = (len(cards) + 1) // 2
        decks[first], decks[first + 2] = cards[:middle], cards[middle:]
    return decks


def _next_round(request: dict[str, Any]) -> Judgement:
    table = _finished(request["after"])
    result = outcome(table)
    won = rounds_won(table, result)
    winners = match_winners(table, won)
    findings = score_findings(table, result)
    if winners:
        return _dealt(None, winners, findings)
    shuffler = Shuffler(request["seed"])
    removed = removed_card(table, result)
    out = [*table.state["out"], *([removed] if removed else [])]
    decks, left_over = _collected(table, removed, shuffler)
    for deck in decks:  # punto/5.1
        shuffler.shuffle(deck)
    starter = _starter(table, result)
    state = {
        **table.state,
        "players": [
            {**player, "deck": deck, "rounds_won": rounds}
            for player, deck, rounds in zip(table.state["players"], decks, won, strict=True)
        ],
        **_fresh(starter, out + left_over),
    }
    findings += _next_findings(table, result, starter, left_over)
    return _dealt(state, [], findings)


def _finished(state: dict[str, Any]) -> Table:
    """The table of a round that is over and hides nothing; raises `Impossible` with every fault."""
    at = "/after"
    faults: list[Fault] = []
    try:
        table = read(state, at)
        if not outcome(table).over:
            faults.append(Fault(at, "not_finished"))
    except Impossible as error:
        faults += error.faults
    faults += [
        Fault(f"{at}/players/{seat}/deck/{i}", "card_must_be_known")
        for seat, player in enumerate(state["players"])
        for i, card in enumerate(player["deck"])
        if card == UNKNOWN
    ]
    if faults:
        raise Impossible(faults)
    return table


def _collected(table: Table, removed: str | None, shuffler: Shuffler) -> tuple[list[list[str]], list[str]]:
    """The decks before they are shuffled, and the neutral cards that nobody gets. # punto/5.1"""
    played = [card for cards in table.board.stacks.values() for card in cards]
    if removed:
        played.remove(removed)
    sides = sorted(set(table.sides))
    own = []
    for side in sides:
        cards = [*played, *[card for seat in table.team(side) for card in table.decks[seat]]]
        own.append(in_order(card for card in cards if COLOR_OF[card] in table.colors[side]))
    if table.state["mode"] == "teams":
        return _halves(shuffler, own), []
    if table.neutral is None:
        return own, []
    neutral = shuffler.shuffle(in_order(card for card in played if COLOR_OF[card] == table.neutral))
    share = len(neutral) // len(sides)
    decks = [
        own[seat]
        + [card for card in table.decks[seat] if COLOR_OF[card] == table.neutral]
        + neutral[seat * share : (seat + 1) * share]
        for seat in sides
    ]
    return decks, neutral[share * len(sides) :]  # punto/R7


def _starter(table: Table, result: Outcome) -> str:
    if result.winner is not None:
        return table.ids[(result.winner + 1) % len(table.ids)]  # punto/5.2
    starter: str | None = table.state["starter"]
    return table.ids[0] if starter is None else starter  # punto/R4


def _next_findings(table: Table, result: Outcome, starter: str, left_over: list[str]) -> list[Finding]:
    teams = table.state["mode"] == "teams"
    clause = "punto/R9" if teams else "punto/5.1"
    findings = [Finding("punto.teams_mixed_anew" if teams else "punto.cards_returned", clause)]
    if table.neutral is not None:
        findings.append(Finding("punto.neutral_shared_anew", "punto/5.1"))
    if left_over:
        findings.append(Finding("punto.neutral_left_over", "punto/R7", {"cards": left_over, "count": len(left_over)}))
    if result.winner is None:
        code = "punto.first_seat_starts" if table.state["starter"] is None else "punto.starts_again"
        findings.append(Finding(code, "punto/R4", {"player": starter}))
    else:
        winner = table.ids[result.winner]
        findings.append(Finding("punto.left_of_winner_starts", "punto/5.2", {"player": starter, "winner": winner}))
    return findings


def _dealt(state: dict[str, Any] | None, winners: list[str], findings: list[Finding]) -> Judgement:
    body = {"state": state, "game_over": bool(winners), "game_winners": winners}
    return Judgement(RULESET, body, findings)
