"""The mind of a bot: a plan and a temper, drawn when it sits down and kept to the end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Generic, TypeVar

PLAN = "My plan"
"""How the line of a note begins that tells plan and temper. The diary has it once, however often a bot says it."""

T = TypeVar("T")
Plan = TypeVar("Plan")
Temper = TypeVar("Temper")


class Drawn(Generic[Plan, Temper]):
    """What a bot drew at the start: two numbers, and nothing else.

    A system names its plans and tempers, with how often each is drawn.
    """

    usual: Mapping[Plan, int]
    """The weights of the plans where a scenario gives none."""
    tempers: Mapping[Temper, int]

    def __init__(self, rng: Random) -> None:
        self._plan, self._temper = rng.random(), rng.random()

    @property
    def temper(self) -> Temper:
        return drawn(self.tempers, self._temper)

    def plan_of(self, weights: Mapping[Plan, int]) -> Plan:
        """The plan, by the weights that a scenario gives, or by the usual ones."""
        usable = {plan: weight for plan, weight in weights.items() if weight}
        return drawn(usable or self.usual, self._plan)


def drawn(weights: Mapping[T, int], luck: float) -> T:
    """What a number from 0 to 1 draws from a weighted list."""
    mark = luck * sum(weights.values())
    for thing, weight in weights.items():
        mark -= weight
        if mark < 0:
            return thing
    return list(weights)[-1]


def with_plan(plan: str, rest: str) -> str:
    """A note that begins with the plan, in a line of its own."""
    return f"{plan}\n{rest}"


def stronger(balance: float) -> str:
    """Who is the stronger, in words that fit the odds as they are told: to a tenth."""
    odds = round(balance, 1)
    if odds == 1:
        return "we are evenly matched"
    return "we are the stronger" if odds > 1 else "they are the stronger"
