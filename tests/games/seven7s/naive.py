"""A second, plain reading of the rules: strings and lists, one turn at a time, every card known.

It is written from the clauses alone and shares nothing with the service, so that both can be held against each other.
"""

from __future__ import annotations

import copy
import itertools
from typing import Any

TYPES = ["ages", "colors", "sins", "virtues", "fortunes", "seas", "wonders"]
COLOURS = ["red", "orange", "yellow", "green", "blue", "indigo", "violet"]
Json = dict[str, Any]


class Illegal(Exception):
    pass


def need(condition: bool) -> None:
    if not condition:
        raise Illegal


def kind(card: str) -> str:
    return card.split("-")[0]


def value(card: str) -> int:
    return int(card.split("-")[1])


def colour(card: str) -> str:
    return card.split("-")[2]


class Naive:
    """A game that goes on. `events` collects (type, player, details) of what happens."""

    def __init__(self, state: Json) -> None:
        self.state = copy.deepcopy(state)
        self.duty = "play"
        self.plays = 0
        self.looked = 0
        self.events: list[tuple[Any, ...]] = []

    def player(self, name: str) -> Json:
        found: list[Json] = [each for each in self.state["players"] if each["id"] == name]
        need(len(found) == 1)
        return found[0]

    @property
    def me(self) -> Json:
        return self.player(self.state["turn"]["player"])

    @property
    def others(self) -> list[Json]:
        return [each for each in self.state["players"] if each["id"] != self.me["id"]]

    def trump(self) -> str | None:
        column: list[str] = self.state["columns"]["colors"]
        if self.state["over"] and len(column) == 7 and not self.state["rulings"]["ending_card_counts"]:
            column = column[:6]
        colors = [card for card in column if kind(card) == "colors"]
        return colour(colors[-1]) if colors else None

    def cancelling(self) -> int:
        column: list[str] = self.state["columns"]["ages"]
        if self.state["over"] and len(column) == 7 and not self.state["rulings"]["ending_card_counts"]:
            column = column[:6]
        return len([c for c in column if self.state["rulings"]["ages_cancel"] == "any_card" or kind(c) == "ages"])

    def columns_for(self, card: str) -> list[str]:
        anywhere = kind(card) == "ages" or colour(card) == self.trump()
        return [t for t in TYPES if t == kind(card) or (anywhere and self.state["columns"][t])]

    def do(self, action: Json) -> None:
        need(not self.state["over"] and action["type"] == self.duty)
        getattr(self, "do_" + action["type"])(action)

    def lay(self, card: str, column: str, event: tuple[Any, ...]) -> bool:
        """Puts the card down and tells what it changes; true if the game is over."""
        trump, cancelling = self.trump(), self.cancelling()
        self.state["columns"][column].append(card)
        self.events.append(event)
        if len(self.state["columns"][column]) == 7:
            self.state["over"] = True
            self.me["ending_card"] = card
        if self.trump() != trump:
            self.events.append(("trump_changed", self.me["id"], self.trump()))
        if self.cancelling() > cancelling:
            self.events.append(("value_cancelled", self.me["id"], 7 - cancelling))
        if self.state["over"]:
            self.events.append(("game_over", self.me["id"]))
            self.state["turn"] = None
        return bool(self.state["over"])

    def draw(self, who: Json) -> None:
        card = self.state["deck"].pop(0)
        who["hand"].append(card)
        self.events.append(("drew", who["id"], card))

    def do_play(self, action: Json) -> None:
        card, me = action["card"], self.me
        column = action.get("column", kind(card))
        need(card in me["hand"] and column in self.columns_for(card))
        uses = (column == kind(card) or colour(card) == self.trump()) and column not in ("ages", "colors")
        uses = uses and (self.plays == 0 or self.state["rulings"]["virtues_power"])
        me["hand"].remove(card)
        self.plays += 1
        if self.lay(card, column, ("played", me["id"], card, column)):
            return
        there = {
            "sins": any(other["hand"] for other in self.others),
            "virtues": bool(self.state["deck"] or me["hand"]),
            "fortunes": bool(self.state["deck"]),
            "seas": True,
            "wonders": bool(self.state["deck"]) or any(other["hand"] for other in self.others),
        }
        if not uses or not there[column]:
            self.end_turn()
            return
        self.events.append(("power_used", me["id"], column))
        if column == "virtues" and self.state["deck"]:
            self.draw(me)
        self.duty = {"sins": "steal", "virtues": "play", "fortunes": "call", "seas": "take", "wonders": "peek"}[column]

    def do_steal(self, action: Json) -> None:
        victim = self.player(action["player"])
        need(victim["id"] != self.me["id"] and bool(victim["hand"]))
        need("card" in action or len(victim["hand"]) == 1)
        card = action.get("card", victim["hand"][0])
        column = action.get("column", kind(card))
        need(card in victim["hand"] and column in self.columns_for(card))
        victim["hand"].remove(card)
        if self.lay(card, column, ("stole", self.me["id"], victim["id"], card, column)):
            return
        if self.state["deck"]:
            self.draw(victim)
        self.end_turn()

    def do_call(self, action: Json) -> None:
        me = self.me
        card = self.state["deck"].pop(0)
        fits = value(card) == action["value"] if "value" in action else colour(card) == action["color"]
        self.events.append(("called", me["id"], action.get("value"), action.get("color")))
        self.events.append(("revealed", me["id"], card, fits))
        (me["fortunes"] if fits else self.state["discard"]).append(card)
        self.end_turn()

    def do_take(self, action: Json) -> None:
        column = self.state["columns"][action["column"]]
        need(bool(column))
        trump = self.trump()
        card = column.pop()
        self.me["hand"].append(card)
        self.events.append(("took", self.me["id"], card, action["column"]))
        if self.trump() != trump:
            self.events.append(("trump_changed", self.me["id"], self.trump()))
        self.end_turn(refill=False)

    def do_peek(self, action: Json) -> None:
        for name, count in action["hands"].items():
            need(name in [other["id"] for other in self.others] and count <= len(self.player(name)["hand"]))
        need(action["deck"] <= len(self.state["deck"]))
        there = len(self.state["deck"]) + sum(len(other["hand"]) for other in self.others)
        need(sum(action["hands"].values()) + action["deck"] == min(3, there))
        self.events.append(("peeked", self.me["id"], action["hands"], action["deck"]))
        if action["deck"] > 1:
            self.duty, self.looked = "reorder", action["deck"]
        else:
            self.end_turn()

    def do_reorder(self, action: Json) -> None:
        need(sorted(action["cards"]) == sorted(self.state["deck"][: self.looked]))
        self.state["deck"][: self.looked] = action["cards"]
        self.events.append(("reordered", self.me["id"]))
        self.end_turn()

    def end_turn(self, refill: bool = True) -> None:
        me = self.me
        while refill and len(me["hand"]) < 3 and self.state["deck"]:
            self.draw(me)
        self.events.append(("turn_ended", me["id"]))
        self.duty, self.plays = "play", 0
        names = [each["id"] for each in self.state["players"]]
        start = names.index(me["id"])
        order = [self.state["players"][(start + k) % len(names)] for k in range(1, len(names) + 1)]
        if not any(each["hand"] for each in order):
            self.state["over"], self.state["turn"] = True, None
            self.events.append(("game_over", me["id"]))
            return
        for each in itertools.takewhile(lambda other: not other["hand"], order):
            self.events.append(("player_skipped", each["id"]))
        following = next(each for each in order if each["hand"])
        self.events.append(("turn_began", following["id"]))
        self.state["turn"] = {"player": following["id"], "steps": []}


def every_action(state: Json) -> list[Json]:
    """Far more actions than any player ever has: all that the cards, columns and players of a state can be named in."""
    names = [each["id"] for each in state["players"]]
    held = [card for each in state["players"] for card in each["hand"]]
    named = [*held, *state["deck"][:4], *(column[-1] for column in state["columns"].values() if column)]
    found: list[Json] = [{"type": "play", "card": card, "column": column} for card in named for column in TYPES]
    found += [
        {"type": "steal", "player": name, "card": card, "column": column}
        for name in [*names, "nobody"] for card in held for column in TYPES
    ]  # fmt: skip
    found += [{"type": "call", "value": number} for number in range(1, 8)]
    found += [{"type": "call", "color": each} for each in COLOURS]
    found += [{"type": "take", "column": column} for column in TYPES]
    for counts in itertools.product(range(4), repeat=len(names)):
        hands = {name: count for name, count in zip(names, counts, strict=True) if count}
        found += [{"type": "peek", "hands": hands, "deck": deck} for deck in range(4)]
    for size in (1, 2, 3):
        found += [{"type": "reorder", "cards": list(cards)} for cards in itertools.permutations(state["deck"][:4], size)]
    return found


def told(event: Json) -> tuple[Any, ...]:
    """An event of the service in the words of this module."""
    fields = {
        "played": ("card", "column"), "stole": ("from", "card", "column"), "called": ("value", "color"),
        "revealed": ("card", "won"), "took": ("card", "column"), "peeked": ("hands", "deck"), "trump_changed": ("color",),
        "value_cancelled": ("value",), "power_used": ("power",), "drew": ("card",),
    }  # fmt: skip
    return (event["type"], event["player"], *(event.get(name) for name in fields.get(event["type"], ())))


def standing(state: Json) -> list[tuple[str, int, int | None]]:
    """(player, points, tie-break) in seating order, by the clauses of section 6."""
    game = Naive(state)
    highest, trump = 7 - game.cancelling(), game.trump()

    def worth(card: str) -> int:
        if colour(card) == trump:
            return highest
        return value(card) if value(card) <= highest else 0

    found = []
    for each in state["players"]:
        hand = [worth(card) for card in each["hand"]]
        ending = [worth(each["ending_card"])] if each["ending_card"] else []
        nonzero = [number for number in hand if number]
        found.append((each["id"], sum(hand + ending) + 2 * len(each["fortunes"]), min(nonzero) if nonzero else None))
    return found
