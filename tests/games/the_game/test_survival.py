"""The lookahead against a search that prunes nothing, and its size in the worst cases found."""

from __future__ import annotations

import random

import pytest

from service.games.the_game.cards import numbers
from service.games.the_game.survival import Lookahead
from service.games.the_game.turn import Book, Position, Tops, breach, lay, outcome, playable

KINDS = ("stop", "skull", "skull", "exactly_three", "no_backwards", "no_backwards", "one_pile")


def exhaustive(book: Book, minimum: int, at: Position, hand: int, seen: dict[tuple[Position, int], bool]) -> bool:
    """Every continuation, remembering whole positions only."""
    key = (at, hand)
    if key not in seen:
        seen[key] = (at.laid >= minimum and breach(book, at) is None) or any(
            _ends_alive(book, minimum, at, hand, card, pile, seen)
            for pile, mask in enumerate(playable(book, at, hand))
            for card in numbers(mask)
        )
    return seen[key]


def _ends_alive(
    book: Book, minimum: int, at: Position, hand: int, card: int, pile: int, seen: dict[tuple[Position, int], bool]
) -> bool:
    after, rest = lay(book, at, card, pile), hand ^ 1 << card
    ends, lost = outcome(book, after, card, rest, 0, minimum)
    if lost is not None:
        return False
    return ends or exhaustive(book, minimum, after, rest, seen)


def _random_table(rng: random.Random, size: int) -> tuple[Book, Position, int]:
    """Cards that are often 10 apart, nearly all of them with commands: where clever pruning would go wrong."""
    pool: list[int] = []
    while len(pool) < size + 4:
        card = rng.choice(pool) + rng.choice((-10, 10)) if pool and rng.random() < 0.5 else rng.randint(2, 99)
        if 2 <= card <= 99 and card not in pool:
            pool.append(card)
    rng.shuffle(pool)
    commands: dict[str, str] = {}
    for card in pool:
        kind = rng.choice(KINDS)
        if rng.random() < 0.8 and list(commands.values()).count(kind) < 4:
            commands[str(card)] = kind
    tops: Tops = (pool[0], pool[1], pool[2], pool[3])
    return Book(commands, rng.random() < 0.4), Position(tops), sum(1 << card for card in pool[4:])


@pytest.mark.parametrize(("seed", "size", "tables"), [(1, 4, 2500), (2, 6, 1200), (3, 8, 500)])
def test_the_lookahead_is_exact(seed: int, size: int, tables: int) -> None:
    rng = random.Random(seed)
    answers = {True: 0, False: 0}
    for _ in range(tables):
        book, at, hand = _random_table(rng, size)
        minimum = rng.choice((1, 2))
        seen: dict[tuple[Position, int], bool] = {}
        lookahead = Lookahead(book, minimum)
        for _ in range(4):
            want = exhaustive(book, minimum, at, hand, seen)
            assert lookahead.survives(at, hand) is want, (at, numbers(hand), book.of, minimum)
            answers[want] += 1
            plays = [(card, pile) for pile, mask in enumerate(playable(book, at, hand & ~book.stop)) for card in numbers(mask)]
            skulls = [play for play in plays if book.skull >> play[0] & 1]
            if not plays or (at.three and at.laid >= 3):
                break
            card, pile = rng.choice(skulls or plays)
            at, hand = lay(book, at, card, pile), hand ^ 1 << card
    assert min(answers.values()) > 100, "both answers must be met often"


WORST = [  # found by hill climbing over tops, hands and commands
    ((12, 17, 96, 99), (56, 69, 36, 81, 91, 79, 26, 66), "81s 91s 56o 66n 99n 79s 96n 69s"),
    ((25, 18, 93, 99), (50, 37, 47, 38, 57, 46, 85, 40), "47o 37s 40s 46s 50o 57o 25n 38s 18n"),
    ((7, 33, 97, 96), (80, 90, 91, 81, 87, 71, 70, 54), "81o 91s 96n 90s 97n 80s 7n 33n 87s"),
    ((6, 10, 96, 83), (21, 17, 73, 19, 11, 32, 76, 37), "21o 19s 11s 17s 6n 73s 10n 32n 37n"),
    ((3, 11, 95, 89), (66, 34, 39, 31, 44, 82, 41, 35), "41o 31s 35s 34s 39s 11n 3n 89n 95n"),
]


@pytest.mark.parametrize("whole_turn", [False, True])
@pytest.mark.parametrize(("tops", "hand", "printed"), WORST)
def test_the_worst_cases_stay_small(tops: Tops, hand: tuple[int, ...], printed: str, whole_turn: bool) -> None:
    """All first plays of a full hand: a few thousand moments looked at, some ten milliseconds."""
    letters = {"s": "skull", "o": "one_pile", "n": "no_backwards"}
    book = Book({word[:-1]: letters[word[-1]] for word in printed.split()}, whole_turn)
    at, cards = Position(tops), sum(1 << card for card in hand)
    lookahead = Lookahead(book, 2)
    for pile, mask in enumerate(playable(book, at, cards)):
        for card in numbers(mask):
            lookahead.survives(lay(book, at, card, pile), cards ^ 1 << card)
    assert len(lookahead._seen_freely) + len(lookahead._seen_in_three) < 3000
