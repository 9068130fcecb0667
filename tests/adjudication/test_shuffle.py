"""The published shuffle against a reading of its own, straight from its description."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from service.adjudication.shuffle import Shuffler


def numbers(seed: str, count: int) -> list[int]:
    found: list[int] = []
    k = 0
    while len(found) < count:
        digest = hashlib.sha256((seed + ":" + str(k)).encode("utf-8")).digest()
        found += [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
        k += 1
    return found


@given(st.text(min_size=1, max_size=20).filter(lambda s: s.isprintable()), st.integers(2, 98), st.integers(2, 60))
def test_two_shuffles_share_one_stream(seed: str, first: int, second: int) -> None:
    stream = iter(numbers(seed, 400))
    want = []
    for size in (first, second):
        cards = list(range(size))
        for i in range(size - 1, 0, -1):
            number = next(n for n in stream if n < (2**64 // (i + 1)) * (i + 1))
            cards[i], cards[number % (i + 1)] = cards[number % (i + 1)], cards[i]
        want.append(cards)
    shuffler = Shuffler(seed)
    assert [shuffler.shuffle(list(range(first))), shuffler.shuffle(list(range(second)))] == want


def test_numbers_beyond_the_last_whole_multiple_are_rejected() -> None:
    shuffler = Shuffler("x")
    n = 3
    ceiling = 2**64 // n * n
    shuffler._stream = iter([ceiling, 2**64 - 1, ceiling - 1])
    assert shuffler.below(n) == (ceiling - 1) % n
