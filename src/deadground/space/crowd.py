"""A crowd: many bases sorted into squares of the table, so that the few about a place are found at once."""

from __future__ import annotations

from collections.abc import Iterable

from deadground.space.bases import SLACK, Base
from deadground.space.units import Tenths

SQUARE: Tenths = 1024
"""The side of a square: a few bases wide."""


class Crowd:
    """Bases by the squares that their centres lie in. Each keeps the number that it was given in."""

    def __init__(self, bases: Iterable[Base]) -> None:
        self.bases = list(bases)
        self.reach = max([base.reach for base in self.bases], default=0)
        self._squares: dict[tuple[int, int], list[int]] = {}
        for number, base in enumerate(self.bases):
            x, y = base.at
            self._squares.setdefault((x // SQUARE, y // SQUARE), []).append(number)

    def about(self, base: Base, limit: Tenths = 0) -> list[int]:
        """The numbers, in order, of those that could be at most `limit` from a base: who is left out is not."""
        far = limit + base.reach + self.reach + SLACK
        x, y = base.at
        found: list[int] = []
        for across in range((x - far) // SQUARE, (x + far) // SQUARE + 1):
            for down in range((y - far) // SQUARE, (y + far) // SQUARE + 1):
                found += self._squares.get((across, down), ())
        return sorted(found)
