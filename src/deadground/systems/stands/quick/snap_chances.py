"""What standing orders by chance make of a mover, asked at every step of its walk. KIM-4.17a, KIM-R104

The chance of a snap shot hangs on who fires at whom, how far off, and on the target's shelter and the side that it
shows. What it came to is kept by these, and the ground is looked at only where it decides. A mover at whom even the
kindest shot at any range of its walk is not likely enough is surely let pass.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from deadground.core.memory import Memory
from deadground.core.own_book import current
from deadground.space.plane import distance
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.firers import firer_of
from deadground.systems.stands.rules.fire.ranges import is_flank, order_of
from deadground.systems.stands.rules.fire.shots import ARMOUR_HIT, chance, shot_at
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.rules.visibility.sight_rules import is_in_cover
from deadground.systems.stands.state import Stand, StandsState

CHANCES: Memory[Hashable, Fraction] = Memory(5_000)
"""The chances of snap shots, by all that they depend on."""

PARTS: Memory[Hashable, tuple[Tenths, ...]] = Memory(1_000)
"""Where parts of a range end along which a kind of stand has the same chances."""


class Posture(NamedTuple):
    """How a target is met: in cover, dug in, from its flank or rear."""

    in_cover: bool
    dug_in: bool
    flank: bool


class SnapChances:
    """The chances of one stand's snap shots at another, wherever that is, for as long as their orders hold."""

    def __init__(self, state: StandsState, options: Options, shooter: Stand, target: Stand) -> None:
        self.state, self.options, self.shooter, self.target = state, options, shooter, target
        self.least = int(shooter.standing_order.partition(":")[2])
        self.circumstances = current(), state.year, state.month, *state.numbers.items(), *options.items()
        self.ends = PARTS.recall((self.circumstances, shooter.kind), self._ends)
        """Where the parts of a range end along which chances are the same."""
        self._taken: dict[tuple[Tenths, Posture], bool] = {}

    def takes(self, target: Stand) -> bool:
        """Whether the order takes the shot at the target where it is now."""
        end = self._end_of(distance(self.shooter.at, target.at))
        flank = kind_of(target).is_armoured_vehicle and is_flank(self.shooter, target)
        dug_in = is_dug_in(self.state, target)
        covered, bare = (self._is_taken(end, Posture(cover, dug_in, flank)) for cover in (True, False))
        # Whether the target is in cover is a look at the ground: it is taken only where something hangs on it.
        if covered == bare:
            return bare
        return covered if is_in_cover(self.state, target, self.shooter.at) else bare

    def surely_passes(self, nearest: Tenths, farthest: Tenths) -> bool:
        """Whether the order takes no shot at any range from one to another, however the target is met."""
        kindest = kindest_posture(self.state)
        first, last = self._end_of(nearest), self._end_of(farthest)
        # Along a part chances are the same, so its end stands for all of it.
        ends = [end for end in (*self.ends, last) if first <= end <= last]
        return not any(self._is_taken(end, kindest) for end in ends)

    def _end_of(self, away: Tenths) -> Tenths:
        """Where the part ends that a range is in."""
        return next((end for end in self.ends if away <= end), self.ends[-1] + 1)

    def _is_taken(self, away: Tenths, posture: Posture) -> bool:
        found = self._taken.get((away, posture))
        if found is None:
            question = self.circumstances, as_shooter(self.shooter), as_target(self.target), away, posture
            chance = CHANCES.recall(question, lambda: self._worked_out(away, posture))
            found = self._taken[away, posture] = chance * 100 >= self.least
        return found

    def _ends(self) -> tuple[Tenths, ...]:
        firer = firer_of(self.state, self.shooter, "snap", self.options)
        return tuple(sorted({firer.reach, firer.gun_reach, *ARMOUR_HIT.axes[1].bands.values()}))

    def _worked_out(self, away: Tenths, posture: Posture) -> Fraction:
        x, y = self.shooter.at
        there, how = replace(self.target, at=(x + away, y)), posture._asdict()
        return chance(shot_at(self.state, self.shooter, there, manner="snap", options=self.options, **how))


def goes_by_chance(shooter: Stand) -> bool:
    """Whether a stand is told to take shots that are likely enough."""
    return shooter.standing_order.startswith("chance:")


def kindest_posture(state: StandsState) -> Posture:
    """How a target is met by the likeliest shot: a scenario may turn any of these round. KIM-8.2e"""
    return Posture(
        *[number(state, name) < 0 for name in ("modifier_cover", "modifier_dug_in", "modifier_flank")]
    )


def as_shooter(one: Stand) -> Hashable:
    """What decides of a shooter, but its place."""
    return one.kind, order_of(one), one.fixed, one.hits


def as_target(one: Stand) -> Hashable:
    """What decides of a target, but its place and its works."""
    return one.kind, one.specialist, order_of(one)
