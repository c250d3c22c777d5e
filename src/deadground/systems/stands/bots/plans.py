"""The plan and the temper of `steady`: drawn when it sits down, kept to the end, told when the battle is over."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Literal

import msgspec

from deadground.core.minds import PLAN, Drawn, stronger
from deadground.space.units import Tenths
from deadground.systems.kit.plans import USUAL, Plan, weights
from deadground.systems.stands.bots.picture import Aim, Picture
from deadground.systems.stands.scenario_file import SCENARIOS

Posture = Literal["attack", "hold", "beaten"]

PLAN_WORDS: dict[Plan, str] = {
    "left": "the main effort goes in on the left",
    "right": "the main effort goes in on the right",
    "centre": "the main effort goes in at the centre",
    "hold": "hold first, and counter-attack when the enemy has spent himself",
}


class Temper(msgspec.Struct, frozen=True):
    """How a commander weighs danger against gain.

    `caution` multiplies every danger, `good_shot` is the least chance for which he halts to fire, `charge_at` the
    odds in stands at which he charges, and `gives_up` the balance of strength at which he calls himself beaten.
    """

    name: str
    words: str
    caution: float
    good_shot: float
    charge_at: int
    gives_up: float


TEMPERS: Mapping[Temper, int] = {
    Temper("cautious", "I am cautious: no ground is worth a battalion", 1.3, 0.15, 3, 0.40): 1,
    Temper("even", "I am even-tempered: a fair risk for a fair gain", 1.0, 0.20, 3, 0.33): 2,
    Temper("bold", "I am bold: time is worth more than safety", 0.75, 0.25, 2, 0.25): 1,
}


class Resolve(msgspec.Struct, frozen=True):
    """What a commander may set his mind on, in words of the diary; None leaves it as it was drawn."""

    words: str
    plan: Plan | None = None
    temper: Temper | None = None
    posture: Posture | None = None


class Craft(msgspec.Struct, frozen=True, kw_only=True):
    """What a commander has learned of the handling of his troops.

    Armour `keeps_off` so far from enemies on foot, hand-held weapons and close assault, and `stands_off` so far
    from a place they hold while there is time. He `looks` along the lines of fire from where he means to go, or
    takes the grid's word for them. `danger` and `shots` multiply what each counts in the choice of ground. When
    `mostly` all of a unit have a shot, those who have none wait for them. An enemy nearer than `near` is one to
    reckon with this very turn: nobody keeps down before him.
    """

    keeps_off: Tenths = 1600
    stands_off: Tenths = 3100
    looks: bool = False
    danger: float = 1.0
    shots: float = 1.0
    mostly: float = 0.6
    near: Tenths = 2500


class Mind(Drawn[Plan, Temper]):
    """The plan and the temper of a bot."""

    usual, tempers = USUAL, TEMPERS
    resolve: Resolve | None = None
    """What is made up, and not left to what was drawn and how things stand."""
    craft: Craft = Craft()

    def made_up(self, resolve: Resolve) -> Mind:
        """The same mind, set on something."""
        mind = copy(self)
        mind.resolve = resolve
        return mind

    @property
    def temper(self) -> Temper:
        return (self.resolve and self.resolve.temper) or super().temper

    def plan(self, picture: Picture) -> Plan:
        """The plan, by the weights the scenario gives to the side."""
        if self.resolve and self.resolve.plan:
            return self.resolve.plan
        return self.plan_of(weights(SCENARIOS, picture.state.scenario, picture.side))

    def told(self, picture: Picture) -> str:
        """Plan and temper in plain words, with the reason."""
        plan, main = self.plan(picture), main_aim(picture, self.plan(picture))
        where = f"; what counts most: {main.name} ({worth(main)})" if main else ""
        strong = stronger(picture.balance)
        return (
            f"{PLAN}: {PLAN_WORDS[plan]}{where}. {self.temper.words}. By what we are told, {strong}: "
            f"{picture.balance:.1f} to 1."
        )


def worth(aim: Aim) -> str:
    """What a place brings, in words."""
    denied = f", and {aim.denies} kept from them" if aim.denies else ""
    return f"{aim.points} point{'' if aim.points == 1 else 's'}{denied}"


def main_aim(picture: Picture, plan: Plan) -> Aim | None:
    """Where a plan puts its weight: by the side of the table, and by what hangs on the place."""
    if not picture.aims:
        return None
    if plan == "left":
        return max(picture.aims, key=lambda aim: (picture.leftness(aim.at), aim.at))
    if plan == "right":
        return min(picture.aims, key=lambda aim: (picture.leftness(aim.at), aim.at))
    return max(picture.aims, key=lambda aim: (aim.weight, -abs(picture.leftness(aim.at)), aim.at))
