"""Why an action is illegal, in facts. Several reasons may hold at once: all are given."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.shapes import UNKNOWN
from service.games.the_game.cards import ASCENDING, EITHER_WAY, FORWARD, PILES
from service.games.the_game.endings import LOST, WON, showing, standing
from service.games.the_game.state import Table
from service.games.the_game.turn import NO_PILE, SKULL_SHOWING


def finding(code: str, clause: str, pointer: str | None = None, **params: Any) -> Finding:
    return Finding(f"the-game.{code}", f"the-game/{clause}", params, pointer)


def already_over(table: Table, index: int) -> list[Finding]:
    at = f"/actions/{index}"
    status, reason = standing(table)
    if status == WON:
        return [finding("over_won", "6.3", at)]
    if status == LOST and reason == SKULL_SHOWING:
        return [finding("over_skull", "R11", at)]
    if status == LOST and reason is not None:
        return [finding("over_cannot_play", "6.2", at)]
    return [finding("over_lost", "4.1", at)]


def not_in_hand(table: Table, code: str, index: int) -> list[Finding]:
    assert table.seat is not None
    at = f"/actions/{index}/card"
    player = table.ids[table.seat]
    if UNKNOWN in table.hands[table.seat]:  # it could have been a hidden card, were it not shown elsewhere
        return [finding("card_elsewhere", "1.1", at, card=code, player=player)]
    return [finding("not_in_hand", "3.1", at, card=code, player=player)]


def does_not_go(table: Table, card: int, pile: int, index: int) -> list[Finding]:
    """A play against 3.3, 5.3 or 5.4 (the-game/R1)."""
    at, name, top, moment = f"/actions/{index}", PILES[pile], table.tops[pile], table.at
    said = {"card": card, "pile": name, "top": top}
    found: list[Finding] = []
    if not EITHER_WAY[pile][top] >> card & 1:
        found.append(finding("not_higher" if ASCENDING[pile] else "not_lower", "3.3", at, **said))
    elif not FORWARD[pile][top] >> card & 1:
        for ban in showing(table):
            if ban.command == "no_backwards":
                clause = "R3" if ban.pile == name else "5.3"
                found.append(finding("trick_barred", clause, at, ban=ban.card, ban_pile=ban.pile, **said))
    if moment.lock not in (NO_PILE, pile):
        found.append(finding("bound_elsewhere", "5.4", f"{at}/pile", bound=PILES[moment.lock], **said))
    late = table.book.whole_turn and moment.home not in (NO_PILE, pile)
    if late and table.book.one_pile >> card & 1:
        found.append(finding("one_pile_too_late", "R4", at, **said))
    return found


def too_few(table: Table, index: int) -> list[Finding]:
    clause = "3.1" if table.deck_left else "3.2"
    return [finding("too_few_laid", clause, f"/actions/{index}", laid=table.at.laid, minimum=table.minimum)]


def no_draw(index: int) -> list[Finding]:
    return [finding("no_draw", "3.5", f"/actions/{index}/drawn")]


def drawn_count(said: int, count: int, only_one: bool, index: int) -> list[Finding]:
    return [finding("drawn_count", "5.5" if only_one else "3.5", f"/actions/{index}/drawn", said=said, count=count)]


def drawn_differs(said: str, card: str, index: int, i: int) -> list[Finding]:
    return [finding("drawn_differs", "3.5", f"/actions/{index}/drawn/{i}", said=said, card=card)]


def drawn_elsewhere(card: str, index: int, i: int) -> list[Finding]:
    return [finding("drawn_elsewhere", "1.1", f"/actions/{index}/drawn/{i}", card=card)]
