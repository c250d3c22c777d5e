"""Exact odds: the code that resolves a roll, run once for every way the dice can fall.

Unordered dice are forced as multisets with their weights. Rolls that can go on for ever are cut where a line of
them is less likely than one in a thousand million, and what was cut is reported.

Many dice fall in too many ways to try them all. Where a rule tells only some faces of a roll apart (a success or
none, passed or failed), `alike` says so, and one of each kind is forced with the weight of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Generic, TypeVar

from deadground.core.dice import DiceSource

R = TypeVar("R", bound=Hashable)

CUT = Fraction(1, 1_000_000_000)

Alike = Mapping[str, tuple[int, ...]]
"""For rolls whose purpose begins so: the highest face of each kind of faces that the rule does not tell apart."""


class Cut(Exception):
    """This line of rolls is too unlikely to follow."""


@lru_cache(maxsize=256)
def falls(
    count: int, sides: int, ordered: bool, kinds: tuple[int, ...] = ()
) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Every way dice can fall, as the rule sees it, with its probability. Of each kind the highest face stands."""
    tops = sorted({top for top in kinds if 0 < top < sides} | {sides}) if kinds else range(1, sides + 1)
    weight = {top: top - below for below, top in zip((0, *tops), tops, strict=False)}
    whole = sides**count
    if ordered:
        return tuple(
            (fall, Fraction(prod(weight[face] for face in fall), whole))
            for fall in product(tops, repeat=count)
        )
    return tuple(
        (fall, Fraction(orders(fall) * prod(weight[face] for face in fall), whole))
        for fall in combinations_with_replacement(tops, count)
    )


def orders(fall: tuple[int, ...]) -> int:
    """In how many orders dice can show these faces."""
    return factorial(len(fall)) // prod(map(factorial, Counter(fall).values()))


class Forced:
    """Dice that fall as told: first along a given line, then the first way of each further roll."""

    def __init__(self, line: list[int], alike: Alike | None = None, cut: Fraction = CUT) -> None:
        self._line = line
        self._alike = alike or {}
        self._cut = cut
        self.taken: list[int] = []
        self.widths: list[int] = []
        self.chance = Fraction(1)

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        kinds = next((tops for word, tops in self._alike.items() if purpose.startswith(word)), ())
        ways = falls(count, sides, ordered, kinds)
        depth = len(self.taken)
        way = self._line[depth] if depth < len(self._line) else 0
        fall, chance = ways[way]
        self.taken.append(way)
        self.widths.append(len(ways))
        self.chance *= chance
        if self.chance < self._cut:
            raise Cut
        return fall


class Odds(Generic[R]):
    """How likely each result is, exactly, and how much was cut off."""

    def __init__(self, chances: dict[R, Fraction], cut: Fraction) -> None:
        self.chances = chances
        self.cut = cut

    def of(self, wanted: Callable[[R], bool]) -> Fraction:
        return sum((chance for result, chance in self.chances.items() if wanted(result)), Fraction(0))


def odds(resolve: Callable[[DiceSource], R], alike: Alike | None = None, *, cut: Fraction = CUT) -> Odds[R]:
    """The exact odds of what `resolve` returns. It is run afresh for every line of rolls.

    Where every line comes to an end, however long, `cut` may be 0: nothing is left out then.
    """
    chances: dict[R, Fraction] = {}
    left_out = Fraction(0)
    for result, chance in lines(resolve, alike, cut):
        if result is None:
            left_out += chance
        else:
            chances[result[0]] = chances.get(result[0], Fraction(0)) + chance
    return Odds(chances, left_out)


def lines(
    resolve: Callable[[DiceSource], R], alike: Alike | None = None, cut: Fraction = CUT
) -> Iterator[tuple[tuple[R] | None, Fraction]]:
    """Every line of rolls with its result, or None where it was cut, depth first."""
    line: list[int] = []
    while True:
        dice = Forced(line, alike, cut)
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
