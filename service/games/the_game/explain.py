"""Why a verdict, a list of actions or a resolution is as it is, in facts."""

from __future__ import annotations

from service.adjudication.findings import Finding, pointer
from service.games.the_game.cards import numbers
from service.games.the_game.endings import IN_PROGRESS, WON, Standing, showing
from service.games.the_game.refusals import finding
from service.games.the_game.state import Table
from service.games.the_game.turn import CANNOT_PLAY, NO_PILE, SKULL_SHOWING, Book, Position, reaches

_FORCE = {"silence": "5.2", "no_backwards": "5.3", "one_pile": "5.4", "draw_one": "5.5"}


def why_standing(table: Table, stands: Standing) -> list[Finding]:
    """Why the game is over, or that it is not."""
    if table.result is not None:
        clause = "6.3" if table.result == WON else "6.2"
        return [finding(f"stated_{table.result}", clause, "/state/result")]
    if stands.status == WON:
        return [finding("beaten", "6.3")]
    if stands.status == IN_PROGRESS:
        return [finding("goes_on", "6.3", remaining=table.remaining)]
    if stands.reason == SKULL_SHOWING:
        clause = "R11" if table.remaining else "4.3"
        code = "skull_at_start" if table.remaining else "skull_at_end"
        return [
            finding(code, clause, pointer("state", "piles", each.pile), card=each.card, pile=each.pile)
            for each in showing(table)
            if each.command == "skull"
        ]
    return why_cannot_play(table)


def why_cannot_play(table: Table) -> list[Finding]:
    """The minimum is out of reach (the-game/6.2), and which commands are to blame for it."""
    assert table.seat is not None
    hand, _ = table.hand_of(table.seat)
    at = pointer("state", "players", table.seat, "hand")
    said = {
        "player": table.ids[table.seat],
        "cards": numbers(hand),
        "tops": list(table.tops),
        "laid": table.at.laid,
        "minimum": table.minimum,
    }
    found = [finding("cannot_play", "6.2", at, **said)]
    if table.minimum == 2 and table.at.laid == 0 and len(table.hands[table.seat]) < 2:
        found.append(finding("hand_too_small", "R9", at, cards=len(table.hands[table.seat])))
    for each in showing(table):
        if each.command in ("no_backwards", "one_pile") and _would_reach(table, each.command, hand):
            code, clause = ("for_no_backwards", "5.3") if each.command == "no_backwards" else ("for_one_pile", "5.4")
            found.append(finding(code, clause, pointer("state", "piles", each.pile), card=each.card, pile=each.pile))
    if table.steps:
        found.append(finding("judged_after_each_card", "R2", "/state/turn/steps", laid=table.at.laid))
    return found


def _would_reach(table: Table, command: str, hand: int) -> bool:
    """Whether the minimum would be in reach if nothing carried this command."""
    others = {str(card): name for card, name in table.book.of.items() if name != command}
    at = table.at._replace(lock=NO_PILE) if command == "one_pile" else table.at
    return reaches(Book(others, table.book.whole_turn), at, hand, table.minimum)


def what_holds(table: Table) -> list[Finding]:
    """The commands that bind the turn: the lasting ones that show, a skull to cover, a "3!" to fulfil."""
    found: list[Finding] = []
    for command, card, pile in showing(table):
        at = pointer("state", "piles", pile)
        if command in _FORCE:
            found.append(finding(f"shows_{command}", _FORCE[command], at, card=card, pile=pile))
        elif command == "skull" and table.steps:
            found.append(finding("skull_to_cover", "4.3", at, card=card, pile=pile))
    if table.seat is not None and table.at.three:
        found.append(finding("three_demanded", "4.4", "/state/turn/steps", laid=table.at.laid))
    if table.seat is not None and table.at.lock != NO_PILE:
        found.append(finding("bound_to_pile", "R4", "/state/turn/steps", pile=_pile(table.at)))
    return found


def _pile(at: Position) -> str:
    return ("up_1", "up_2", "down_1", "down_2")[at.lock]


def how_far(table: Table) -> Finding:
    """What the turn still asks for."""
    assert table.seat is not None
    clause = "3.1" if table.deck_left else "3.2"
    said = {"player": table.ids[table.seat], "laid": table.at.laid, "minimum": table.minimum}
    code = "minimum_laid" if table.at.laid >= table.minimum else "minimum_to_lay"
    return finding(code, clause, "/state/turn", **said)


def what_became(table: Table, reason: str | None, applied: int) -> list[Finding]:
    """What the last of the applied actions led to."""
    at = f"/actions/{applied - 1}"
    if table.result == WON:
        return [finding("beaten", "6.3", at)]
    if table.result is None or reason is None:
        return [finding("all_legal", "R1", None, applied=applied)]
    assert table.seat is not None
    player = table.ids[table.seat]
    if reason == CANNOT_PLAY:
        hand, _ = table.hand_of(table.seat)
        said = {"player": player, "cards": numbers(hand), "tops": list(table.tops), "laid": table.at.laid}
        return [finding("cannot_play", "6.2", at, minimum=table.minimum, **said)]
    if reason == SKULL_SHOWING:
        skulls = [each for each in showing(table) if each.command == "skull"]
        return [finding("skull_left", "4.3", at, player=player, card=each.card, pile=each.pile) for each in skulls]
    code = "fourth_after_three" if table.at.laid > 3 else "not_three"
    return [finding(code, "R6" if table.at.laid > 3 else "4.4", at, player=player, laid=table.at.laid)]
