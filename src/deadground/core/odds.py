"""Exact odds: the code that resolves a roll, run once for every way the dice can fall.

Unordered dice are forced as multisets with their weights. Rolls that can go on for ever are cut where a line of
them is less likely than one in a thousand million, and what was cut is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Generic, TypeVar

from deadground.core.dice import DiceSource

R = TypeVar("R", bound=Hashable)

CUT = Fraction(1, 1_000_000_000)


class Cut(Exception):
    """This line of rolls is too unlikely to follow."""


@lru_cache(maxsize=256)
def falls(count: int, sides: int, ordered: bool) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Every way dice can fall, as the rule sees it, with its probability."""
    faces = range(1, sides + 1)
    whole = sides**count
    if ordered:
        return tuple((fall, Fraction(1, whole)) for fall in product(faces, repeat=count))
    return tuple(
        (fall, Fraction(factorial(count) // prod(map(factorial, Counter(fall).values())), whole))
        for fall in combinations_with_replacement(faces, count)
    )


class Forced:
    """Dice that fall as told: first along a given line, then the first way of each further roll."""

    def __init__(self, line: list[int]) -> None:
        self._line = line
        self.taken: list[int] = []
        self.widths: list[int] = []
        self.chance = Fraction(1)

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        ways = falls(count, sides, ordered)
        depth = len(self.taken)
        way = self._line[depth] if depth < len(self._line) else 0
        fall, chance = ways[way]
        self.taken.append(way)
        self.widths.append(len(ways))
        self.chance *= chance
        if self.chance < CUT:
            raise Cut
        return fall


class Odds(Generic[R]):
    """How likely each result is, exactly, and how much was cut off."""

    def __init__(self, chances: dict[R, Fraction], cut: Fraction) -> None:
        self.chances = chances
        self.cut = cut

    def of(self, wanted: Callable[[R], bool]) -> Fraction:
        return sum((chance for result, chance in self.chances.items() if wanted(result)), Fraction(0))


def odds(resolve: Callable[[DiceSource], R]) -> Odds[R]:
    """The exact odds of what `resolve` returns. It is run afresh for every line of rolls."""
    chances: dict[R, Fraction] = {}
    cut = Fraction(0)
    for result, chance in lines(resolve):
        if result is None:
            cut += chance
        else:
            chances[result[0]] = chances.get(result[0], Fraction(0)) + chance
    return Odds(chances, cut)


def lines(resolve: Callable[[DiceSource], R]) -> Iterator[tuple[tuple[R] | None, Fraction]]:
    """Every line of rolls with its result, or None where it was cut, depth first."""
    line: list[int] = []
    while True:
        dice = Forced(line)
        try:
            yield (resolve(dice),), dice.chance
        except Cut:
            yield None, dice.chance
        line = dice.taken
        while line and line[-1] + 1 == dice.widths[len(line) - 1]:
            line.pop()
        if not line:
            return
        line[-1] += 1


@lru_cache(maxsize=4096)
def at_least(needed: int, sides: int) -> Fraction:
    """The chance that one die shows a number or more."""
    return Fraction(min(sides, max(0, sides + 1 - needed)), sides)


def percent(chance: Fraction) -> str:
    """A chance as players read it."""
    return f"{chance.numerator / chance.denominator:.0%}"
