"""What a bot makes of its view: who is where, what is wanted, where it is dangerous and where one can shoot."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from deadground.core.memory import Memory
from deadground.core.own_book import current
from deadground.core.view import View
from deadground.space.ground import Ground, Piece
from deadground.space.lazy import lazy
from deadground.space.plane import Facing, Point, distance
from deadground.space.units import inches
from deadground.systems.skirmish.bots.chances import fitness, reach_of, threat, worth
from deadground.systems.skirmish.bots.land import QUARTERS, Bools, Floats, Land, facing_to, land_of
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.enemies.np_places import buildings
from deadground.systems.skirmish.scenario_file import PLACES, goals_of
from deadground.systems.skirmish.state import DOWN, INCH, LOST, Figure, SkirmishState, side_of
from deadground.systems.skirmish.victory import is_home

OPEN, COVERED = 0.5, 0.17
"""The chance of a usual man to hit with one die, in the open and in cover."""

TOGETHER = 7 * INCH
"""Enemies in one square of this side are taken together."""

A_MOVE, REACH = 8.0, 36
MAY_COME = 0.3
"""How much of an enemy's danger is feared from where he may be next."""

MAY_BE = 0.5
"""How many dice are feared from a place on a patrol that nobody knows yet."""

READY = 0.3
"""Who is less of a threat than this does not watch anything."""

SHOT = 24
"""How far a target may be that is worth a place, in inches."""

BESIDES = 0.1
"""What further targets are worth: a man shoots at one."""

VEHICLE = 5.0
"""What a vehicle is worth beside men."""

MOST_ODDS = 9.9
"""The balance against nobody, and the most there is."""

TOWARDS: dict[str, Facing] = {"north": 1800, "east": 2700, "south": 0, "west": 900}
"""Which way a side goes that comes from an edge."""

FIELDS: Memory[Hashable, tuple[Floats, Floats, Floats]] = Memory(400)
"""Where danger and targets were found to be; the requests of one turn mostly ask about the same enemies."""

OVERLOOKED: Memory[Hashable, Bools] = Memory(400)
"""Which squares some enemies were found to see, by their squares."""

SQUARES_KEPT = 1000
"""For how many squares it is remembered what a shot from there or at it comes to."""


HOLDING = ("hold", "delay")
"""Goals that are reached when nothing happens."""


class Aim(msgspec.Struct, frozen=True):
    """The place that counts. `guard`: it is enough to keep the enemy from it. Lengths in inches.

    `home`: it is one's own edge, and nothing more is wanted than to get there.
    """

    name: str
    at: Point
    within: float
    clear: float
    guard: bool
    home: bool = False


class Picture:
    """A battle as one side sees it at one moment."""

    def __init__(self, view: View[Any]) -> None:
        state: SkirmishState = view.state
        self.view = view
        self.state = state
        self.options = view.options
        self.side = side_of(state, view.seat)
        self.land: Land = land_of(state)
        in_it = [one for one in men_on_table(state) if one.status not in LOST]
        self.friends = [one for one in in_it if one.side == self.side]
        self.foes = [one for one in in_it if one.side != self.side and one.status != "leave_battlefield"]
        self.able_foes = [one for one in self.foes if one.able]
        self.armour = [one for one in state.vehicles.values() if not one.is_out]
        self.turns_left = state.last_turn - state.turn

    @lazy
    def aim(self) -> Aim:
        """The place one's own goal names, else the one the enemy must not have, else where the enemy is.

        Who wins by holding on keeps what he has, whatever else there is to take.
        """
        goals = goals_of(self.state)
        for goal in sorted(goals, key=lambda goal: (goal.side == self.side) == self.holds):
            if goal.kind == "scout":
                return self._patrol(float(goal.within))
            if goal.kind in PLACES:
                at = inches(goal.at[0]), inches(goal.at[1])
                kept = (goal.side == self.side) == (goal.kind == "delay")
                return Aim(name_of(self.land.ground, at), at, float(goal.within), float(goal.clear), kept)
        return Aim("the field", self.middle_of_foes, 4.0, 12.0, False)

    @lazy
    def holds(self) -> bool:
        """Whether our side wins when nothing happens."""
        return any(goal.kind in HOLDING and goal.side == self.side for goal in goals_of(self.state))

    @lazy
    def they_hold(self) -> bool:
        """Whether the enemy wins when nothing happens: then he does not come."""
        return any(goal.kind in HOLDING and goal.side != self.side for goal in goals_of(self.state))

    def _patrol(self, within: float) -> Aim:
        """The nearest place nobody knows; then home, or who is left if too few can still go there. NS-11"""
        here = middle([one.at for one in self.friends]) if self.friends else (0, 0)
        if self.unknown:
            return Aim("what may be there", nearest(self.unknown, here), 4.0, 12.0, False)
        men = [one for one in self.state.figures.values() if one.side == self.side]
        may_go = [one for one in men if one.able or is_home(self.state, one, inches(within))]
        if 2 * len(may_go) <= len(men):
            return Aim("whoever is left there", nearest(self._haunts(), here), 4.0, 12.0, False)
        ground, edge = self.land.ground, self.state.sides[self.side].edge
        home = {
            "north": (here[0], INCH),
            "south": (here[0], ground.height - INCH),
            "west": (INCH, here[1]),
            "east": (ground.width - INCH, here[1]),
        }
        return Aim("our own lines", home[edge], within, 12.0, False, home=True)

    @lazy
    def unknown(self) -> list[Point]:
        """On a patrol: the question marks, the houses that are silent and those nobody came near to. NUTS-PEF-07"""
        if not self.state.mission:
            return []
        near, silent = self.state.near_houses, self.state.silent_houses
        houses = [one for one in buildings(self.state) if one.id not in near or one.id in silent]
        return [*(one.at for one in self.state.pefs.values()), *(middle_of(house) for house in houses)]

    def _haunts(self) -> list[Point]:
        """Where enemies are, else where they were last seen, else the houses they may be in."""
        known = [one.at for one in self.foes] or [ghost.at for ghost in self.state.ghosts.values()]
        houses = [middle_of(house) for house in buildings(self.state)]
        return known or houses or [self.middle_of_foes]

    @lazy
    def middle_of_foes(self) -> Point:
        """The middle of the enemies one knows of, else of where they may be, else that of the table."""
        seen = [*(one.at for one in self.foes), *(one.at for one in self.armour if one.side != self.side)]
        seen = seen or [ghost.at for ghost in self.state.ghosts.values()]
        known = seen or self.unknown
        if not known:
            return self.land.ground.width // 2, self.land.ground.height // 2
        return middle(known)

    @lazy
    def balance(self) -> float:
        """Our strength over theirs."""
        ours = sum(worth(one) * fitness(one) for one in self.friends)
        theirs = sum(worth(one) * fitness(one) for one in self.foes)
        ours += VEHICLE * sum(one.side == self.side for one in self.armour)
        theirs += VEHICLE * sum(one.side != self.side for one in self.armour)
        return min(MOST_ODDS, ours / theirs) if theirs else MOST_ODDS

    @property
    def odds(self) -> str:
        """The balance as it is told; nothing where there is nobody to count."""
        return f"{self.balance:.1f} to 1" if any(fitness(one) for one in self.foes) else ""

    @lazy
    def leads(self) -> bool:
        """Whether we would win by losses if the battle ended now."""
        ours, theirs = (
            sum(one.status in LOST and (one.side == self.side) == own for one in self.state.figures.values())
            for own in (True, False)
        )
        return theirs > ours and any(
            goal.kind == "losses" and goal.side == self.side and theirs >= goal.men
            for goal in goals_of(self.state)
        )

    @property
    def towards(self) -> Facing:
        """Which way the side goes."""
        return TOWARDS[self.state.sides[self.side].edge]

    @lazy
    def danger(self) -> Floats:
        """About how many dice hit a man who stands in each square, if everybody who sees him shoots."""
        return self._fields[0]

    @lazy
    def targets(self) -> Floats:
        """About how good the targets are that one sees from each square."""
        return self._fields[1]

    @lazy
    def watched(self) -> Floats:
        """1 for each square that an enemy who can act sees, else 0."""
        return self._fields[2]

    @lazy
    def _fields(self) -> tuple[Floats, Floats, Floats]:
        seen = ((self.land.square(one.at), *menace(one)) for one in self.foes)
        looks = (*seen, *self._feared())
        key = (self.land.ground, looks)
        return FIELDS.recall(key, lambda: fields(self.land, looks))

    def _feared(self) -> list[Look]:
        """Where enemies who stand together may be after their next move: on towards the place that counts."""
        goal = self.land.square(self.aim.at)
        together: dict[tuple[int, int], list[Figure]] = {}
        for one in self.able_foes:
            together.setdefault((one.at[0] // TOGETHER, one.at[1] // TOGETHER), []).append(one)
        found = []
        for men in together.values():
            at = self.land.square(middle([one.at for one in men]))
            dice = sum(threat(one) for one in men) * MAY_COME
            found.append((self.land.onward(at, goal, A_MOVE), dice, REACH, 0.0))
        return found + [(self.land.square(at), MAY_BE, REACH, 0.0) for at in self.unknown]

    @lazy
    def taken(self) -> NDArray[np.intp]:
        """How many keep others from standing in the middle of each square."""
        here = [one for one in self.state.figures.values() if one.on_table]
        lying = np.array([self.land.square(one.at) for one in here if one.status in DOWN], np.int32)
        standing = [self.land.beside(one.at) for one in here if one.status not in DOWN]
        return np.bincount(np.concatenate((lying, *standing)), minlength=self.land.size)

    def nearest_foe(self, at: Point, most: int = 10**6) -> Figure | None:
        """The nearest enemy who can still do anything."""
        if not self.able_foes:
            return None
        x, y = at
        apart = [(one.at[0] - x) ** 2 + (one.at[1] - y) ** 2 for one in self.able_foes]
        least = min(apart)
        return self.able_foes[apart.index(least)] if least <= most * most else None

    def sees(self, at: Point) -> bool:
        """Whether an enemy who can still do anything may see a man at a place."""
        return bool(self._overlooked[self.land.square(at)])

    @lazy
    def _overlooked(self) -> Bools:
        squares = frozenset(self.land.square(one.at) for one in self.able_foes)
        return OVERLOOKED.recall((self.land.ground, squares), lambda: self.land.seen_from_any(squares))

    def faces(self, at: Point) -> Facing | None:
        """Where a man at a place had better look: to the nearest enemy, else to the place that counts."""
        foe = self.nearest_foe(at)
        there = foe.at if foe else self.aim.at
        return None if there == at else facing_to(at, there)

    def in_cover(self, one: Figure, from_: Point) -> bool:
        """Whether a man is covered from a place, by eye."""
        if one.doing.moving and not self.land.inside[1][self.land.square(one.at)]:
            return not self.land.inside[0][self.land.square(one.at)] and self.land.is_covered(one.at, from_)
        return self.land.is_covered(one.at, from_)


def middle(points: list[Point]) -> Point:
    """The middle of some points."""
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


def nearest(points: list[Point], here: Point) -> Point:
    """The nearest of some points."""
    return min(points, key=lambda at: (distance(at, here), at))


def middle_of(house: Piece) -> Point:
    """The middle of a building."""
    west, north, east, south = house.box
    return (west + east) // 2, (north + south) // 2


@lru_cache(maxsize=SQUARES_KEPT)
def name_of(ground: Ground, at: Point) -> str:
    """A place by the nearest house that has a name."""
    houses = [piece for piece in ground.pieces if piece.name and piece.floors and piece.polygon]
    if not houses:
        return "the place that counts"
    nearest = min(houses, key=lambda piece: min(distance(corner, at) for corner in piece.polygon))
    return f"the ground by {nearest.name}"


def target(foe: Figure) -> float:
    """What an enemy is worth as a target."""
    return worth(foe) * {"carry_on": 1.0, "duck_back": 0.6}.get(foe.status, 0.3)


Menace = tuple[float, int, float]
"""An enemy's threat, his reach in inches, his worth as a target."""

Look = tuple[int, float, int, float]
"""His square, and the same."""

MENACES: Memory[Hashable, Menace] = Memory(2000)
"""What enemies were found to be, by all that it depends on."""


def menace(foe: Figure) -> Menace:
    """What an enemy is to us."""
    key = (
        foe.arms.weapons,
        foe.arms.empty,
        foe.status,
        bool(foe.melee.fighting),
        foe.rank,
        foe.star,
        current(),
    )
    return MENACES.recall(key, lambda: (threat(foe), reach_of(foe), target(foe)))


@lru_cache(maxsize=SQUARES_KEPT)
def exposed(land: Land, square: int, reach: int) -> Floats:
    """The chance of being hit, for a man in every square, by one die from a square."""
    seen = land.seen(square) & (land.inches_from(square) <= reach)
    return np.where(land.covered_from(square), np.float32(COVERED), np.float32(OPEN)) * seen


@lru_cache(maxsize=SQUARES_KEPT)
def shot_at(land: Land, square: int) -> Floats:
    """The chance to hit a man in a square with one die from every other."""
    seen = land.seen(square) & (land.inches_from(square) <= SHOT)
    his_cover = land.covered[(land.quarters_to(square) + QUARTERS // 2) % QUARTERS, square]
    return np.where(his_cover, np.float32(COVERED), np.float32(OPEN)) * seen


def fields(land: Land, looks: tuple[Look, ...]) -> tuple[Floats, Floats, Floats]:
    """Danger and targets for every square, and whether it is watched."""
    danger, best, others, watched = (np.zeros(land.size, np.float32) for _ in range(4))
    for square, dice, reach, value in looks:
        danger += exposed(land, square, reach) * np.float32(dice)
        if value:
            shot = shot_at(land, square) * np.float32(value)
            np.maximum(best, shot, out=best)
            others += shot
        if value and dice > READY:
            np.maximum(watched, land.seen(square), out=watched)
    return danger, best + (others - best) * np.float32(BESIDES), watched
