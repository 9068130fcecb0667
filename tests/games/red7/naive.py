"""A second reading of the Red7 rules: slow, by definition, sharing no code with the service.

Cards are strings; a position is a plain dict; what may be done is found by trying it on a copy. Hands must be open.
"""

from __future__ import annotations

import copy
import itertools
from typing import Any

LETTERS = "ROYGBIV"
NAMES = dict(zip(LETTERS, ("red", "orange", "yellow", "green", "blue", "indigo", "violet"), strict=True))
ALL = [letter + str(number) for letter in LETTERS for number in range(1, 8)]
State = dict[str, Any]
Action = dict[str, Any]


def height(card: str) -> tuple[int, int]:
    return int(card[1]), -LETTERS.index(card[0])


def follows(rule: str, cards: tuple[str, ...]) -> bool:
    numbers = sorted(int(card[1]) for card in cards)
    colours = {card[0] for card in cards}
    if rule == "R":
        return len(cards) == 1
    if rule == "O":
        return len(set(numbers)) == 1
    if rule == "Y":
        return len(colours) == 1
    if rule == "G":
        return all(number % 2 == 0 for number in numbers)
    if rule == "B":
        return len(colours) == len(cards)
    if rule == "I":
        return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return all(number <= 3 for number in numbers)


def best_set(rule: str, palette: list[str]) -> list[str]:
    """The largest set that follows the rule; of those the one that is highest card by card."""
    ordered = sorted(palette, key=height, reverse=True)
    for size in range(len(ordered), 0, -1):
        fitting = [each for each in itertools.combinations(ordered, size) if follows(rule, each)]
        if fitting:
            return list(max(fitting, key=lambda cards: [height(card) for card in cards]))
    return []


def rule_of(state: State) -> str:
    return str(state["canvas"][-1][0]) if state["canvas"] else "R"


def value(rule: str, palette: list[str]) -> tuple[int, tuple[int, int]]:
    cards = best_set(rule, palette)
    return (len(cards), height(cards[0])) if cards else (0, (0, 0))


def ahead(state: State) -> bool:
    """Does the active player survive, were the turn to end now?"""
    rule = rule_of(state)
    mine = value(rule, me(state)["palette"])
    return mine[0] > 0 and all(mine > value(rule, rival["palette"]) for rival in rivals(state))


def me(state: State) -> dict[str, Any]:
    return next(player for player in state["players"] if player["id"] == state["turn"]["player"])


def rivals(state: State) -> list[dict[str, Any]]:
    return [p for p in state["players"] if not p["eliminated"] and p["id"] != state["turn"]["player"]]


def waiting(state: State) -> str | None:
    """The odd card whose effect must be resolved next, if there is one."""
    steps = state["turn"]["steps"]
    if not state["effects"] or not steps or steps[-1]["type"] != "play_to_palette":
        return None
    card = str(steps[-1]["card"])
    own = me(state)
    if card[1] == "7":
        others = [each for each in own["palette"] if each != card]
        return card if others or state["rulings"]["seven_may_choose_itself"] else None
    if card[1] == "1":
        sizes = [len(rival["palette"]) for rival in rivals(state)]
        return card if any(size >= len(own["palette"]) and size > 0 for size in sizes) else None
    if card[1] == "5":
        return card if any(allowed(state, {"type": "play_to_palette", "card": each}) for each in own["hand"]) else None
    return None


def candidates(state: State) -> list[Action]:
    """Everything that the form of a turn has room for now, survival left aside."""
    own = me(state)
    steps = state["turn"]["steps"]
    palette = [{"type": "play_to_palette", "card": card} for card in own["hand"]]
    canvas: list[Action] = []
    for card in own["hand"]:
        asked = may_draw(state, card) and state["rulings"]["canvas_draw"] == "optional"
        canvas += [
            {"type": "play_to_canvas", "card": card, **({"draw": d} if asked else {})}
            for d in ([True, False] if asked else [0])
        ]
    if not steps:
        return [{"type": "pass"}, *palette, *canvas]
    card = waiting(state)
    if card is None:
        return [*canvas, {"type": "end_turn"}]
    if card[1] == "5":
        return list(palette)
    if card[1] == "7":
        chosen = [c for c in own["palette"] if c != card or state["rulings"]["seven_may_choose_itself"]]
        return [{"type": kind, "card": c} for c in chosen for kind in ("return_to_deck", "move_to_canvas")]
    return [
        {"type": "remove_from_palette", "player": rival["id"], "card": c}
        for rival in rivals(state) if len(rival["palette"]) >= len(own["palette"]) for c in rival["palette"]
    ]  # fmt: skip


def may_draw(state: State, card: str) -> bool:
    return state["variant"] == "advanced" and int(card[1]) > len(me(state)["palette"]) and bool(state["deck"])


def bound(state: State) -> bool:
    played = [step["card"][1] for step in state["turn"]["steps"] if step["type"] == "play_to_palette"]
    return bool(state["effects"]) and ("1" in played or "7" in played)


def tried(state: State, action: Action) -> State:
    """The position after the action, the turn not yet ended; nothing is drawn."""
    after = copy.deepcopy(state)
    own = me(after)
    kind, card = action["type"], action.get("card")
    if kind == "play_to_palette":
        own["hand"].remove(card)
        own["palette"].append(card)
    elif kind == "play_to_canvas":
        own["hand"].remove(card)
        after["canvas"].append(card)
    elif kind == "move_to_canvas":
        own["palette"].remove(card)
        after["canvas"].append(card)
    elif kind == "return_to_deck":
        own["palette"].remove(card)
        after["deck"].insert(0, card)
    elif kind == "remove_from_palette":
        next(p for p in after["players"] if p["id"] == action["player"])["palette"].remove(card)
        after["deck"].insert(0, card)
    after["turn"]["steps"].append(action)
    return after


def allowed(state: State, action: Action) -> bool:
    after = tried(state, action)
    if action["type"] == "pass":
        return True
    if action["type"] == "play_to_canvas":
        return ahead(after)
    if action["type"] == "end_turn":
        return not bound(state) or ahead(state)
    return not bound(after) or can_survive(after)


def can_survive(state: State) -> bool:
    """Is there a way on, by known cards only, that ends in survival?"""
    for action in legal(state):
        if action["type"] == "pass":
            continue
        after = tried(state, action)
        if ahead(after) if action["type"] in ("play_to_canvas", "end_turn") else can_survive(after):
            return True
    return False


def legal(state: State) -> list[Action]:
    return [action for action in candidates(state) if allowed(state, action)]


def unseen(state: State) -> list[str]:
    seen = [*state["canvas"], *me(state)["hand"]]
    for player in state["players"]:
        seen += player["palette"] + player["scored"]
    return [card for card in ALL if card not in seen]


def drawing_helps(state: State) -> bool:
    """Is there a 3 ahead in this turn whose drawn card could save the player?"""
    steps = state["turn"]["steps"]
    if state["effects"] and state["deck"] and steps and steps[-1]["type"] == "play_to_palette" and steps[-1]["card"][1] == "3":
        for card in unseen(state):
            after = copy.deepcopy(state)
            after["canvas"].append(card)
            if ahead(after):
                return True
        return False
    plays = [action for action in legal(state) if action["type"] == "play_to_palette"]
    return any(drawing_helps(tried(state, action)) for action in plays)


def survival_of(state: State, action: Action) -> str:
    after = tried(state, action)
    if action["type"] == "pass":
        return "impossible"
    if action["type"] in ("play_to_canvas", "end_turn"):
        return "assured" if ahead(after) else "impossible"
    if can_survive(after):
        return "possible"
    return "undetermined" if drawing_helps(after) else "impossible"


def complete_turns(state: State, before: tuple[Action, ...] = ()) -> list[tuple[tuple[Action, ...], bool | None]]:
    """Every complete turn with how it ends; at a draw it stops."""
    found: list[tuple[tuple[Action, ...], bool | None]] = []
    for action in legal(state):
        after = tried(state, action)
        turn = (*before, action)
        if action["type"] in ("pass", "play_to_canvas", "end_turn"):
            found.append((turn, action["type"] != "pass" and ahead(after)))
        elif action["type"] == "play_to_palette" and action["card"][1] == "3" and state["effects"] and state["deck"]:
            ends = {ahead(tried(after, each)) for each in legal(after)}
            ends |= {True} if drawing_helps(after) else set()
            found.append((turn, ends.pop() if len(ends) == 1 else None))
        else:
            found += complete_turns(after, turn)
    return found


def resolved(state: State, action: Action) -> State:
    """The position after a legal action, all its consequences drawn: cards, elimination, the next turn."""
    drew = (action["type"] == "play_to_palette" and state["effects"] and action["card"][1] == "3" and bool(state["deck"])) or (
        action["type"] == "play_to_canvas" and may_draw(state, action["card"]) and action.get("draw", True)
    )
    after = tried(state, action)
    own = me(after)
    if drew:
        own["hand"].append(after["deck"].pop(0))
    if action["type"] not in ("pass", "end_turn", "play_to_canvas"):
        return after
    if action["type"] == "pass" or not ahead(after):
        after["aside"] += own["hand"] + own["palette"]
        own.update(hand=[], palette=[], eliminated=True)
    players = after["players"]
    seat = players.index(own)
    left = [p for p in players[seat + 1 :] + players[: seat + 1] if not p["eliminated"]]
    after["turn"] = {"player": left[0]["id"], "steps": []} if len(left) > 1 else None
    return after


def count(state: State, depth: int) -> int:
    if state["turn"] is None:
        return 0
    actions = legal(state)
    return len(actions) if depth == 1 else sum(count(resolved(state, action), depth - 1) for action in actions)
