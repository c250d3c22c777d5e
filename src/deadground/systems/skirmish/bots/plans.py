"""The plan and the temper of `sergeant`: drawn when he sits down, kept to the end, told when the battle is over."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar

import msgspec

from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.scenario_file import Plan, scenario_ids, scenario_named

USUAL: Mapping[Plan, int] = {"left": 1, "right": 1, "centre": 1, "hold": 1}
"""The weights of the plans where a scenario gives none."""

PLAN_WORDS: dict[Plan, str] = {
    "left": "round by the left",
    "right": "round by the right",
    "centre": "straight at it, one half shooting while the other goes",
    "hold": "into cover first and let them come, then go in",
}

T = TypeVar("T")


class Temper(msgspec.Struct, frozen=True):
    """How a sergeant weighs danger against gain.

    `caution` multiplies every danger, `charge_at` is how many men he wants for each enemy in a charge, `hunts_at`
    the balance of strength at which he goes after the enemy, `gives_up` the one at which he is beaten.
    """

    name: str
    words: str
    caution: float
    charge_at: int
    hunts_at: float
    gives_up: float


TEMPERS: tuple[tuple[Temper, int], ...] = (
    (Temper("cautious", "I am cautious: I want to bring these men home", 1.25, 3, 2.0, 0.35), 1),
    (Temper("even", "I am even-tempered: a fair risk for a fair gain", 1.0, 2, 1.6, 0.25), 2),
    (Temper("bold", "I am bold: who hesitates is shot at longer", 0.8, 2, 1.35, 0.2), 1),
)


class Mind:
    """What a bot drew at the start: two numbers, and nothing else."""

    def __init__(self, rng: Random) -> None:
        self._plan, self._temper = rng.random(), rng.random()

    @property
    def temper(self) -> Temper:
        return drawn(dict(TEMPERS), self._temper)

    def plan(self, picture: Picture) -> Plan:
        """The plan, by the weights the scenario gives to the side."""
        usable = {plan: weight for plan, weight in weights(picture).items() if weight}
        return drawn(usable or dict(USUAL), self._plan)

    def told(self, picture: Picture) -> str:
        """Plan and temper in plain words, with the reason."""
        aim = picture.aim
        verb = "hold" if aim.guard else "take"
        strong = "we are the stronger" if picture.balance >= 1.0 else "they are the stronger"
        return (
            f"My plan, to {verb} {aim.name}: {PLAN_WORDS[self.plan(picture)]}. {self.temper.words}. "
            f"As far as I can see, {strong}: {picture.balance:.1f} to 1."
        )


def weights(picture: Picture) -> Mapping[Plan, int]:
    if picture.state.scenario not in scenario_ids():
        return {}
    sides = scenario_named(picture.state.scenario).file.sides
    return next((side.plans for side in sides if side.id == picture.side), {})


def drawn(weights: Mapping[T, int], luck: float) -> T:
    """What a number from 0 to 1 draws from a weighted list."""
    mark = luck * sum(weights.values())
    for thing, weight in weights.items():
        mark -= weight
        if mark < 0:
            return thing
    return list(weights)[-1]
