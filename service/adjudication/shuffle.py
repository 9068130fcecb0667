"""The published shuffle: anyone can check a deal from its seed with nothing but SHA-256."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")
_RANGE = 1 << 64


def _numbers(seed: str) -> Iterator[int]:
    k = 0
    while True:
        yield from struct.unpack(">4Q", hashlib.sha256(f"{seed}:{k}".encode()).digest())
        k += 1


class Shuffler:
    """One stream of numbers a deal; every shuffle of that deal goes on where the last one stopped."""

    def __init__(self, seed: str) -> None:
        self._stream = _numbers(seed)

    def below(self, n: int) -> int:
        ceiling = _RANGE // n * n
        for number in self._stream:
            if number < ceiling:
                return number % n
        raise AssertionError("the stream never ends")

    def shuffle(self, cards: list[T]) -> list[T]:
        """Fisher-Yates in place, from the last index down; returns the same list."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards
