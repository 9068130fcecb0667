"""Actions carried out one by one: what `resolve` does with a log.

Each action is judged completely before anything is changed, so a refused one leaves the table as it was.
"""

from __future__ import annotations

from typing import Any

from service.adjudication.findings import Finding
from service.adjudication.resolution import Action, Refusal
from service.adjudication.shapes import UNKNOWN
from service.games.the_game import refusals
from service.games.the_game.cards import BIT, FORWARD, LASTING, NUMBER, PILE_INDEX
from service.games.the_game.endings import IN_PROGRESS, LOST, WON, standing
from service.games.the_game.explain import stop_on_skull
from service.games.the_game.rulings import reach_parts, ruling
from service.games.the_game.state import Table
from service.games.the_game.turn import CANNOT_PLAY, NO_PILE, Position, breach, lay, outcome, playable, reaches, shown

COMMAND_CLAUSE = {"silence": "5.2", "no_backwards": "5.3", "one_pile": "5.4", "draw_one": "5.5"}
LOST_CLAUSE = {"skull_showing": "4.3", "not_exactly_three": "4.4", "cannot_play": "6.2"}


class Referee:
    """Carries actions out on a table and keeps the events.

    `reason`: why the game is lost, where that is known. `notes`: rulings that decided on the way and that no event tells.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[dict[str, Any]] = []
        self.notes: list[Finding] = []
        stands = standing(table)
        self.over = stands.status != IN_PROGRESS
        self.reason = stands.reason
        self._ruled = table.book.whole_turn  # ruling R4 is told once, and under `whole_turn` where it forbids or loses
        self._index = 0
        self._note_reach()

    def step(self, action: Action, index: int) -> Refusal | None:
        """Carries the action out, or says why it cannot be."""
        if self.over:
            return _illegal(refusals.already_over(self.table, self.reason, index))
        self._index = index
        return self._play(action, index) if action["type"] == "play" else self._end(action, index)

    def _play(self, action: Action, index: int) -> Refusal | None:
        table, at = self.table, self.table.at
        assert table.seat is not None
        code, pile = action["card"], PILE_INDEX[action["pile"]]
        card, hand = NUMBER[code], table.hands[table.seat]
        if code in hand:
            place = hand.index(code)
        elif UNKNOWN in hand and not table.seen >> card & 1:
            place = hand.index(UNKNOWN)
        else:
            return _illegal(refusals.not_in_hand(table, code, index))
        if not playable(table.book, at, 1 << card)[pile]:
            return _illegal(refusals.does_not_go(table, card, pile, index))
        rest = hand[:place] + hand[place + 1 :]
        after = lay(table.book, at, card, pile)
        known = sum(BIT[each] for each in rest if each != UNKNOWN)
        ends, lost = outcome(table.book, after, card, known, rest.count(UNKNOWN), table.minimum)
        drawn = self._drawn(action, index, rest, after, 1 << card) if ends and lost is None else self._no_draw(action, index)
        if isinstance(drawn, Refusal):
            return drawn
        stopped = table.book.stop >> card & 1
        if stopped and lost is None:
            self.notes += stop_on_skull(table, card, pile, index)
        if table.book.one_pile >> card & 1 and at.home not in (NO_PILE, pile):
            self._note_ruling(refusals.finding("one_pile_from_then_on", "R4", f"/actions/{index}", card=card))
        self._lay(action, card, pile, rest, after)
        if lost is not None:
            self._lose(lost)
        elif ends:
            self._turn_over(drawn, "4.2" if stopped else "R10" if table.deck_left else "3.5")
        elif known & table.book.one_pile:
            self._note_reach()
        return None

    def _end(self, action: Action, index: int) -> Refusal | None:
        table = self.table
        assert table.seat is not None
        if table.at.laid < table.minimum:
            return _illegal(refusals.too_few(table, index))
        lost = breach(table.book, table.at)
        hand = table.hands[table.seat]
        drawn = self._drawn(action, index, hand, table.at, 0) if lost is None else self._no_draw(action, index)
        if isinstance(drawn, Refusal):
            return drawn
        if lost is not None:
            self._lose(lost)
        else:
            self._turn_over(drawn, "3.5")
        return None

    def _note_reach(self) -> None:
        """The game goes on; but were it lost by now under the other value of ruling R4?"""
        if not self._ruled and not self.over and reach_parts(self.table):
            self._note_ruling(ruling(self.table, f"/actions/{self._index}"))

    def _note_ruling(self, note: Finding) -> None:
        if not self._ruled:
            self._ruled = True
            self.notes.append(note)

    def _no_draw(self, action: Action, index: int) -> list[str] | Refusal:
        return _illegal(refusals.no_draw(index)) if action.get("drawn") else []

    def _drawn(self, action: Action, index: int, hand: list[str], at: Position, played: int) -> list[str] | Refusal:
        """The cards drawn at the end of the turn: those of the draw pile, and where it hides them those said."""
        table = self.table
        only_one = shown(at.tops) & table.book.draw_one
        wanted = 1 if only_one else table.hand_size - len(hand)  # the-game/5.5, 3.5
        cards = table.deck[table.taken : table.taken + wanted]
        said: list[str] | None = action.get("drawn")
        if said is None:
            return cards
        if len(said) != len(cards):
            return _illegal(refusals.drawn_count(len(said), len(cards), self._draw_clause(hand, at), index))
        seen = table.seen | played
        for i, card in enumerate(said):
            if card == UNKNOWN or card == cards[i]:
                continue
            if cards[i] != UNKNOWN:
                return _illegal(refusals.drawn_differs(card, cards[i], index, i))
            if seen & BIT[card]:
                return _illegal(refusals.drawn_elsewhere(card, index, i))
            seen |= BIT[card]
            cards[i] = card
        return cards

    def _draw_clause(self, hand: list[str], at: Position) -> str:
        """What settles how many cards are drawn by a player with this hand."""
        table = self.table
        only_one = (shown(at.tops) & table.book.draw_one).bit_count()
        if only_one:
            return "5.5" if only_one == 1 and table.deck_left else "R8"
        if not table.deck_left:
            return "6.1"
        return "3.5" if hand else "R10"

    def _lay(self, action: Action, card: int, pile: int, rest: list[str], after: Position) -> None:
        table, code = self.table, action["card"]
        assert table.seat is not None
        covered = table.tops[pile]
        trick = not FORWARD[pile][covered] >> card & 1
        clause = "3.3" if not trick else "R3" if table.book.no_backwards >> card & 1 else "3.4"
        self._event("played", clause, card=code, pile=action["pile"])
        for name, number in (("command_lifted", covered), ("command_in_force", card)):
            command = table.book.of.get(number)
            if command in LASTING:
                clause = "5.1" if name == "command_lifted" else COMMAND_CLAUSE[command]
                self._event(name, clause, command=command, card=str(number), pile=action["pile"])
        table.hands[table.seat] = rest
        table.piles[pile].append(code)
        table.seen |= 1 << card
        table.steps.append(action)
        table.at = after

    def _turn_over(self, drawn: list[str], clause: str) -> None:
        table = self.table
        seat = table.seat
        assert seat is not None
        if drawn:
            self._event("drew", self._draw_clause(table.hands[seat], table.at), cards=drawn)
            table.hands[seat] = table.hands[seat] + drawn
            table.taken += len(drawn)
            for card in drawn:
                table.seen |= BIT.get(card, 0)
        self._event("turn_ended", clause)
        if not table.hands[seat]:
            self._event("player_finished", "3.6")
        if table.remaining:
            self._next_turn(seat)
        else:
            self._event("won", "6.3")
            self._close(WON)

    def _next_turn(self, seat: int) -> None:
        """The turn passes on; those without cards are skipped once the draw pile is empty (the-game/3.6)."""
        table = self.table
        players = len(table.ids)
        following = [(seat + k) % players for k in range(1, players + 1)]
        table.seat = next(each for each in following if table.hands[each] or table.deck_left)
        table.steps = []
        table.at = Position(table.tops)
        self._event("turn_began", "2.2")
        hand, hidden = table.hand_of(table.seat)
        if not hidden and not reaches(table.book, table.at, hand, table.minimum):
            self._lose(CANNOT_PLAY)
        elif hand & table.book.one_pile:
            self._note_reach()

    def _lose(self, reason: str) -> None:
        self._event("lost", LOST_CLAUSE[reason], reason=reason)
        self.reason = reason
        self._close(LOST)

    def _close(self, result: str) -> None:
        self.over = True
        self.table.result = result

    def _event(self, kind: str, clause: str, **fields: Any) -> None:
        assert self.table.seat is not None
        event = {"type": kind, "player": self.table.ids[self.table.seat], "clause": f"the-game/{clause}"}
        event.update(fields)
        self.events.append(event)


def _illegal(findings: list[Finding]) -> Refusal:
    return Refusal("illegal", findings)
