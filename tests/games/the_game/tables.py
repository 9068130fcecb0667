"""Random tables: crafted to be tight (tricks, few fitting cards, many commands), as dealt ones hardly ever are."""

from __future__ import annotations

import random
from typing import Any

from service.adjudication.game import Game
from service.adjudication.judge import judge
from service.adjudication.registry import games
from tests.games.the_game.naive import PILES, UP, Turn

HAND_SIZE = (0, 8, 7, 6, 6, 6)
BIASED = ("skull", "skull", "no_backwards", "one_pile", "exactly_three", "stop", "silence")


def the_game() -> Game:
    return games()["the-game"]


def ask(operation: str, **request: Any) -> dict[str, Any]:
    game = the_game()
    return judge(game, game.operations[operation], request)


def tight_turn(rng: random.Random, largest: int) -> tuple[Turn, int, list[int]]:
    """The start of a turn, the number of players, and the draw pile."""
    players = rng.randint(1, 5)
    cards = list(range(2, 100))
    rng.shuffle(cards)
    hand = [cards.pop() for _ in range(rng.randint(1, min(largest, HAND_SIZE[players])))]
    piles: dict[str, list[int]] = {}
    for name in PILES:
        kind, near = rng.random(), rng.choice(hand)
        if kind < 0.4:
            top = near + 10 if name in UP else near - 10
        elif kind < 0.8:
            top = rng.randint(75, 99) if name in UP else rng.randint(2, 25)
        else:
            top = rng.randint(1, 99)
        piles[name] = [top] if top in cards else []
        if piles[name]:
            cards.remove(top)
    commands: dict[int, str] = {}
    for card in [*hand, *(card for pile in piles.values() for card in pile)]:
        command = rng.choice(BIASED)
        if rng.random() < 0.75 and list(commands.values()).count(command) < 4:
            commands[card] = command
    deck = cards[: rng.choice((0, 3, 5))]
    return Turn(piles, tuple(hand), commands, 2 if deck else 1, rng.random() < 0.5), players, deck


def as_state(turn: Turn, players: int, deck: list[int]) -> dict[str, Any]:
    """The same moment as a request's state; the first seat is to play, the others have no cards."""
    hands = [[str(card) for card in turn.hand], *([] for _ in range(players - 1))]
    return {
        "rulings": {"one_pile": "whole_turn" if turn.whole_turn else "from_then_on"},
        "commands": {str(card): command for card, command in turn.commands.items()},
        "players": [{"id": f"p{i}", "hand": hand} for i, hand in enumerate(hands)],
        "piles": {name: [str(card) for card in turn.pile(name)] for name in PILES},
        "deck": [str(card) for card in deck],
        "turn": {"player": "p0", "steps": [{"type": "play", "card": str(card), "pile": pile} for card, pile in turn.laid]},
    }
