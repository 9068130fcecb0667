"""Why an action is illegal, in facts. Several reasons may hold at once: all are given."""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.shapes import UNKNOWN
from service.games.the_game.cards import ASCENDING, EITHER_WAY, FORWARD, ONE_PILE, PILES
from service.games.the_game.endings import WON, showing, standing
from service.games.the_game.rulings import for_whole_turn
from service.games.the_game.state import Table
from service.games.the_game.turn import CANNOT_PLAY, NO_PILE, SKULL_SHOWING, shown


def finding(code: str, clause: str, pointer: str | None = None, **params: Any) -> Finding:
    return Finding(f"the-game.{code}", f"the-game/{clause}", params, pointer)


def already_over(table: Table, reason: str | None, index: int) -> list[Finding]:
    """An action after the end; `reason` is why the game was lost, null where the state just says that it is."""
    at = f"/actions/{index}"
    if standing(table).status == WON:
        return [finding("over_won", "6.3", at)]
    if reason is None:
        return [finding("over_lost", "R1", at)]
    if reason == CANNOT_PLAY:
        return [finding("over_cannot_play", "6.2", at), *for_whole_turn(table, at)]
    if reason != SKULL_SHOWING:
        return [finding("over_not_three", "4.4", at)]
    if table.result is not None:  # lost by an action of this log
        return [finding("over_skull_left", "4.3", at)]
    return [finding("over_skull", "R11", at) if table.remaining else finding("over_skull_at_end", "4.3", at)]


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
        found.append(finding("bound_elsewhere", binding(table), f"{at}/pile", bound=PILES[moment.lock], **said))
    late = table.book.whole_turn and moment.home not in (NO_PILE, pile)
    if late and table.book.one_pile >> card & 1:
        found.append(finding("one_pile_too_late", "R4", at, **said))
    return found


def binding(table: Table) -> str:
    """What binds the turn to its pile: a `one_pile` that showed as it began, or by the-game/R4 one laid in mid-turn."""
    laid = {step["card"] for step in table.steps}
    older = any(each.command == ONE_PILE and str(each.card) not in laid for each in showing(table))
    return "5.4" if older else "R4"


def too_few(table: Table, index: int) -> list[Finding]:
    at = f"/actions/{index}"
    clause = "3.1" if table.deck_left else "3.2"
    return [finding("too_few_laid", clause, at, laid=table.at.laid, minimum=table.minimum), *settled_at_start(table, at)]


def settled_at_start(table: Table, at: str) -> list[Finding]:
    """Where the-game/R7 decides: one card is laid, the draw would empty the pile, and still two are asked for."""
    assert table.seat is not None
    only_one = shown(table.tops) & table.book.draw_one
    drawn = 1 if only_one else table.hand_size - len(table.hands[table.seat])
    if table.at.laid != 1 or not 0 < table.deck_left <= drawn:
        return []
    return [finding("settled_at_start", "R7", at, deck=table.deck_left)]


def no_draw(index: int) -> list[Finding]:
    return [finding("no_draw", "3.5", f"/actions/{index}/drawn")]


def drawn_count(said: int, count: int, clause: str, index: int) -> list[Finding]:
    return [finding("drawn_count", clause, f"/actions/{index}/drawn", said=said, count=count)]


def drawn_differs(said: str, card: str, index: int, i: int) -> list[Finding]:
    return [finding("drawn_differs", "3.5", f"/actions/{index}/drawn/{i}", said=said, card=card)]


def drawn_elsewhere(card: str, index: int, i: int) -> list[Finding]:
    return [finding("drawn_elsewhere", "1.1", f"/actions/{index}/drawn/{i}", card=card)]
