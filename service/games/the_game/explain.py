"""Why a verdict, a list of actions or a resolution is as it is, in facts."""

from __future__ import annotations

from service.adjudication.findings import Finding, pointer
from service.games.the_game.cards import NO_BACKWARDS, NUMBER, ONE_PILE, PILE_INDEX, PILES, SKULL, numbers
from service.games.the_game.endings import IN_PROGRESS, WON, Showing, Standing, showing
from service.games.the_game.refusals import binding, finding, settled_at_start
from service.games.the_game.rulings import AT, for_whole_turn
from service.games.the_game.state import Table
from service.games.the_game.survival import IMPOSSIBLE, UNDETERMINED
from service.games.the_game.turn import CANNOT_PLAY, NO_PILE, SKULL_SHOWING, Book, reaches, shown

_FORCE = {"silence": "5.2", "no_backwards": "5.3", "one_pile": "5.4", "draw_one": "5.5"}


def why_standing(table: Table, stands: Standing) -> list[Finding]:
    """Why the game is over, or that it is not."""
    if table.result is not None:
        # How a stated loss came about is not known, so neither 6.2 nor a command can be cited: R1 says what loses.
        return [finding(f"stated_{table.result}", "6.3" if table.result == WON else "R1", "/state/result")]
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
            if each.command == SKULL
        ]
    return why_cannot_play(table)


def why_cannot_play(table: Table, action: str | None = None) -> list[Finding]:
    """The minimum is out of reach (the-game/6.2), and what is to blame for it.

    `action` points to the action that led there; the request then does not show the table as it is now.
    """
    assert table.seat is not None
    hand, _ = table.hand_of(table.seat)
    laid, minimum = table.at.laid, table.minimum
    at = action or pointer("state", "players", table.seat, "hand")
    said = {"player": table.ids[table.seat], "tops": list(table.tops), "laid": laid, "minimum": minimum}
    found = [finding("cannot_play" if hand else "no_card_left", "6.2", at, cards=numbers(hand), **said)]
    held = laid + hand.bit_count()
    if held < minimum:  # only with a draw pile: nobody without cards is to play once it is empty
        found.append(finding("hand_too_small" if held else "hand_empty", "R9", at, cards=held))
    else:
        found += settled_at_start(table, action or "/state/deck")
    for each in showing(table):
        if each.command in (NO_BACKWARDS, ONE_PILE) and _would_reach(table, each.command, hand):
            code, clause = ("for_no_backwards", "5.3") if each.command == NO_BACKWARDS else ("for_one_pile", "5.4")
            here = action or pointer("state", "piles", each.pile)
            found.append(finding(code, clause, here, card=each.card, pile=each.pile))
    found += for_whole_turn(table, action or AT)
    if table.steps:
        found.append(finding("judged_after_each_card", "R2", action or "/state/turn/steps"))
    return found


def _would_reach(table: Table, command: str, hand: int) -> bool:
    """Whether the minimum would be in reach if nothing carried this command."""
    at = table.at._replace(lock=NO_PILE) if command == ONE_PILE else table.at
    book = Book({str(card): name for card, name in table.book.of.items() if name != command}, table.book.whole_turn)
    return reaches(book, at, hand, table.minimum)


def what_holds(table: Table) -> list[Finding]:
    """The commands that bind the turn: the lasting ones that show, a skull to cover, a "3!" to fulfil."""
    found: list[Finding] = []
    for each in showing(table):
        at = pointer("state", "piles", each.pile)
        if each.command in _FORCE:
            found.append(finding(f"shows_{each.command}", _FORCE[each.command], at, card=each.card, pile=each.pile))
        elif each.command == SKULL and table.steps:
            found.append(finding("skull_to_cover", _skull_clause(table, each), at, card=each.card, pile=each.pile))
    if table.seat is not None and table.at.three:
        found.append(finding("three_demanded", _three_clause(table), "/state/turn/steps", laid=table.at.laid))
    if table.seat is not None and table.at.lock != NO_PILE:
        found.append(finding("bound_to_pile", binding(table), "/state/turn/steps", pile=PILES[table.at.lock]))
    return found


def _skull_clause(table: Table, skull: Showing) -> str:
    """A skull that covers a skull has to be covered by the-game/R5."""
    pile = table.piles[PILE_INDEX[skull.pile]]
    return "R5" if len(pile) > 1 and table.book.skull >> NUMBER[pile[-2]] & 1 else "4.3"


def _three_clause(table: Table) -> str:
    """A covered "3!" still holds, by the-game/R6."""
    return "4.4" if shown(table.tops) & table.book.three else "R6"


def how_far(table: Table) -> list[Finding]:
    """What the turn still asks for."""
    assert table.seat is not None
    clause = "3.1" if table.deck_left else "3.2"
    said = {"player": table.ids[table.seat], "laid": table.at.laid, "minimum": table.minimum}
    code = "minimum_laid" if table.at.laid >= table.minimum else "minimum_to_lay"
    return [finding(code, clause, "/state/turn", **said), *settled_at_start(table, "/state/deck")]


def prospects(table: Table, survival: str) -> list[Finding]:
    """Whether the active player can get through this turn, and what that hangs on."""
    assert table.seat is not None
    hand, hidden = table.hand_of(table.seat)
    player, at = table.ids[table.seat], "/state/turn"
    if survival == UNDETERMINED:
        return [finding("survival_undetermined", "R2", at, player=player, hidden=hidden)]
    if survival == IMPOSSIBLE:
        return [finding("survival_impossible", "4.1", at, player=player), finding("not_lost_yet", "R2", at)]
    lightning = table.book.skull | table.book.three
    if table.at.laid + len(table.hands[table.seat]) < table.minimum:
        clause = "R9"  # too few cards, but one of them is a stop
    elif table.at.three or (hand | shown(table.tops)) & lightning:
        clause = "4.1"
    else:
        clause = "6.2"
    return [finding("survival_possible", clause, at, player=player)]


def which_are_fatal(table: Table, total: int, too_few: int, breaking: int) -> list[Finding]:
    """How many of the listed actions lose the game: by the-game/6.2, and by a command."""
    found = []
    if too_few:
        found.append(finding("fatal_minimum", "R2", "/state/turn", count=too_few, total=total, minimum=table.minimum))
    if breaking:
        found.append(finding("fatal_commands", "4.1", "/state/turn", count=breaking, total=total))
    return found


def stop_on_skull(table: Table, stop: int, pile: int, index: int) -> list[Finding]:
    """A stop is about to be laid here, and ends the turn well because it covers a skull (the-game/R5)."""
    skull = table.tops[pile]
    if not table.book.skull >> skull & 1:
        return []
    return [finding("stop_on_skull", "R5", f"/actions/{index}", card=stop, skull=skull, pile=PILES[pile])]


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
        return why_cannot_play(table, at)
    if reason == SKULL_SHOWING:
        return [
            finding("skull_left", _skull_clause(table, each), at, player=player, card=each.card, pile=each.pile)
            for each in showing(table)
            if each.command == SKULL
        ]
    if table.at.laid <= 3:
        return [finding("not_three", _three_clause(table), at, player=player, laid=table.at.laid)]
    late = table.book.three >> NUMBER[table.steps[-1]["card"]] & 1  # the "3!" itself, or a card after it
    return [finding("fourth_after_three", "R6" if late else "R1", at, player=player, laid=table.at.laid)]
