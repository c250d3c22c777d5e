"""Irregularity that is the same on every machine: numbers drawn from the name of what is being drawn."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

WORD = (1 << 64) - 1


class Chance:
    """An endless row of numbers that depends on a name alone."""

    def __init__(self, name: str) -> None:
        self.state = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")

    def _next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        return mixed ^ (mixed >> 31)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self._next() % (high - low + 1)

    def about(self, spread: int) -> int:
        """A whole number from -spread to spread."""
        return self.between(-spread, spread)

    def happens(self, percent: int) -> bool:
        return self._next() % 100 < percent

    def pick(self, things: Sequence[T]) -> T:
        return things[self._next() % len(things)]
