"""How stands get to where they are dragged: a legal way for each, as near to what was wished as the rules allow.

A way is shortened to the allowance, drawn out to the least a stand must go, led along a road where that takes it
further, and round ground or enemies that are in the way. What it then runs into is foreseen as far as the seat can
know it. Where no way is legal the straight one is given, with its faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import chain
from typing import Protocol

import msgspec

from deadground.core.faults import Fault
from deadground.core.view import View
from deadground.space.bases import Base, gap_is_within
from deadground.space.beside import nearest_along
from deadground.space.fields import Obstacles
from deadground.space.paths import Path, cut, length, marks, place, straightened, without_repeats
from deadground.space.plane import Point, along, between, distance, facing_of, minus
from deadground.space.reach import reach
from deadground.space.routes import ending_at, pulled_straight
from deadground.space.units import Tenths
from deadground.systems.stands.game import enemies_of, ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.movement.allowance import allowance, minimum
from deadground.systems.stands.rules.movement.courses import Course
from deadground.systems.stands.rules.movement.going import Footing, bases_along, box_of_path
from deadground.systems.stands.rules.movement.route_guide import few_turns, surface_of
from deadground.systems.stands.rules.movement.routes import end_base, lies_on, route_faults
from deadground.systems.stands.state import Stand, StandsState

SHORTER = (90, 80, 70, 60, 50)
"""Parts in a hundred of a way that are tried where the whole of it is not legal."""

ASIDE = (1, -1, 2, -2)
"""How many bases to the right an end is moved where another stands on it."""

MOST_SEARCHES = 1
"""How many ways of a group are searched for over the ground: a search is what takes time."""

HELPED = {"KIM-2.1b", "KIM-2.2b", "KIM-2.4a", "KIM-R92"}
"""The rows of faults that another way may not have: too short, too many turns, through an enemy or a lake."""


class March(msgspec.Struct, frozen=True):
    """A stand's way: from where it stands, its facing at the end, and how far it gets before something stops it."""

    stand: Stand
    path: Path
    facing: int | None
    allowed: Tenths
    least: Tenths
    stop: Tenths
    stopped_by: str = ""
    rows: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def end(self) -> Base:
        """Where it comes to stand, as far as can be foreseen."""
        if self.stop >= length(self.path):
            return end_base(self.stand, self.path, self.facing)
        return end_base(self.stand, cut(self.path, self.stop), None)


Stop = tuple[Tenths, str, tuple[str, ...]]
"""How far a mover gets, what stops it in words, and the rows."""


class Law(Protocol):
    """What a kind of turn asks of a way. What was found of a way is kept for as long as the gesture lasts."""

    stops: dict[tuple[str, Path], Stop]

    def allowed(self, stand: Stand, path: Path) -> Tenths: ...

    def least(self, stand: Stand, path: Path) -> Tenths: ...

    def faults(self, stand: Stand, path: Path, facing: int | None) -> list[Fault]: ...

    halts: bool
    """Whether enemies stop a mover at the halt range."""


class DayLaw:
    """Routes of the movement phase, or planned with a card. KIM-2.1a to KIM-2.5d"""

    halts = True

    def __init__(self, view: View[StandsState]) -> None:
        self.view = view
        self.kept: dict[tuple[str, str, Path], Tenths] = {}
        self.stops: dict[tuple[str, Path], Stop] = {}

    def allowed(self, stand: Stand, path: Path) -> Tenths:
        key = stand.id, stand.order, path
        if key not in self.kept:
            self.kept[key] = allowance(self.view.state, stand, path).tenths
        return self.kept[key]

    def off_road(self, stand: Stand) -> Tenths:
        return DayLaw.allowed(self, stand, (stand.at,))

    def least(self, stand: Stand, path: Path) -> Tenths:
        if self.view.options.get("minimum_move") == "off":
            return 0
        state = self.view.state
        return minimum(state, min(self.allowed(stand, path), self.off_road(stand)))

    def faults(self, stand: Stand, path: Path, facing: int | None) -> list[Fault]:
        return route_faults(self.view.state, stand, path[1:], facing, options=self.view.options)


class OffRoadLaw(DayLaw):
    """The same without the road bonus: for a group of which not all follow the road and that stays together."""

    def allowed(self, stand: Stand, path: Path) -> Tenths:
        return min(super().allowed(stand, path), self.off_road(stand))


class Marching:
    """Ways for several stands, one after the other; none ends on another or on one of the bases taken."""

    def __init__(self, view: View[StandsState], law: Law, taken: Iterable[Base]) -> None:
        self.view = view
        self.state = view.state
        self.law = law
        self.taken = list(taken)
        self.searches = MOST_SEARCHES
        self.bends: list[tuple[Point, Path]] = []
        """Where a search set out from and by which bends it went: those who follow try the same."""

    def march(self, stand: Stand, end: Base, facing: int | None = None, via: Sequence[Point] = ()) -> March:
        """The way of one stand towards an end; its end is taken from then on."""
        direct = self.fitted(stand, without_repeats((stand.at, *via, end.at)))
        path = direct if self.is_good(stand, direct, facing) else None
        if not via and len(direct) > 1:
            path = self.better(stand, end.at, path, facing)
        found = self.foreseen(stand, direct if path is None else path, facing)
        self.taken.append(found.end)
        return found

    def better(self, stand: Stand, goal: Point, path: Path | None, facing: int | None) -> Path | None:
        """A legal way that comes nearer to the goal than the one there is, or any if there is none."""
        if path is None or length(path) < distance(stand.at, goal):
            for other in self.by_roads(stand, goal):
                if self.is_good(stand, other, facing) and is_nearer(other, path, goal):
                    path = other
        if path is not None or not self.can_be_helped(stand, (stand.at, goal), facing):
            return path
        ways = chain(self.round_about(stand, goal), self.parts(stand, goal))
        return next((one for one in ways if self.is_good(stand, one, facing)), None)

    def can_be_helped(self, stand: Stand, path: Path, facing: int | None) -> bool:
        """Whether another way to the goal could be legal: no way helps against a card, an arrow or morale."""
        wrong = self.law.faults(stand, self.fitted(stand, path), facing)
        return all(set(fault.rows) & HELPED for fault in wrong)

    def is_good(self, stand: Stand, path: Path, facing: int | None) -> bool:
        base = end_base(stand, path, facing)
        if len(path) > 1 and any(lies_on(base, other) for other in self.taken):
            return False
        return not self.law.faults(stand, path, facing)

    def fitted(self, stand: Stand, path: Path) -> Path:
        """A way cut to the allowance that it earns, or drawn out to the least that it must cover."""
        for _ in range(2):
            allowed = self.law.allowed(stand, path)
            if length(path) <= allowed:
                break
            path = cut_to(path, allowed)
        least = self.law.least(stand, path)
        if len(path) > 1 and length(path) < least:
            longer = drawn_out(path, least)
            path = longer if ground_of(self.state).on(longer[-1]) else path
        return path

    def by_roads(self, stand: Stand, goal: Point) -> Iterator[Path]:
        """Ways along each road that comes near to both the stand and the goal. KIM-2.3a, KIM-2.2b"""
        limit = number(self.state, "road_reach")
        there = stand.base.moved(goal)
        for road in Footing(self.state, box_of_path((stand.at, goal), stand.base, limit)).roads:
            is_line = road.points != road.polygon
            if is_line and road.comes_within(stand.base, limit) and road.comes_within(there, limit):
                yield self.fitted(stand, along_road(stand.at, goal, road.points))

    def round_about(self, stand: Stand, goal: Point) -> Iterator[Path]:
        """Ways round what is in the way: as another of the group went, else by a search."""
        for start, bends in self.bends:
            dx, dy = minus(stand.at, start)
            yield self.fitted(stand, without_repeats((stand.at, *((x + dx, y + dy) for x, y in bends), goal)))
        if not self.searches or not ground_of(self.state).on(goal):
            return
        self.searches -= 1
        straight = self.fitted(stand, (stand.at, goal))
        enemies = tuple(one.base for one in enemies_of(self.state, stand.side))
        held, surface = Obstacles(stand.base, blockers=enemies), surface_of(self.state)
        found = reach(surface, stand.base, self.law.allowed(stand, straight), held, until=goal)
        way = pulled_straight(surface, ending_at(surface, found, goal, held), held)
        way = few_turns(self.state, way)
        self.bends.append((stand.at, way[1:-1]))
        yield self.fitted(stand, way)

    def parts(self, stand: Stand, goal: Point) -> Iterator[Path]:
        """Ways that end a base to the side of the straight one, then shorter and shorter parts of it."""
        straight = self.fitted(stand, without_repeats((stand.at, goal)))
        aside = facing_of(minus(goal, stand.at)) + 900
        for bases in ASIDE:
            yield self.fitted(stand, (stand.at, along(straight[-1], aside, bases * stand.width)))
        for part in SHORTER:
            yield self.fitted(stand, cut(straight, length(straight) * part, 100))

    def foreseen(self, stand: Stand, path: Path, facing: int | None) -> March:
        """A way with what it will run into: bad going, and enemies in view. KIM-2.4a, KIM-2.5b"""
        faults = tuple(self.law.faults(stand, path, facing))
        allowed, least = self.law.allowed(stand, path), self.law.least(stand, path)
        whole = length(path)
        found: Stop = whole, "", ()
        if len(path) > 1:
            found = self.ground_stop(stand, path)
            if self.law.halts:
                halt, enemy = self.halt_stop(stand, cut(path, found[0]))
                if enemy:
                    found = halt, f"halts before {enemy}", ("KIM-2.4a",)
        return March(stand, path, facing, allowed, least, *found, faults)

    def ground_stop(self, stand: Stand, path: Path) -> Stop:
        """How far a mover gets before bad going stops it, and what it is in then. KIM-2.5b"""
        key = stand.id, path
        if key not in self.law.stops:
            self.law.stops[key] = self.found_stop(stand, path)
        return self.law.stops[key]

    def found_stop(self, stand: Stand, path: Path) -> Stop:
        moving = copy(stand)
        moving.route, moving.walk_from = straightened(path), 0
        course = Course(self.state, moving)
        if course.stop is None:
            return length(path), "", ()
        felt = course.footing.felt(course.base_at(course.stop))
        what = felt[0].name if felt else "bad going"
        return course.stop, f"stops one base inside {what}", ("KIM-2.5b", "KIM-R45")

    def halt_stop(self, stand: Stand, path: Path) -> tuple[Tenths, str]:
        """Where an enemy in view stops a mover, and his name; "" if none does. KIM-2.4a"""
        halt, gone = number(self.state, "halt_range"), 0
        far = halt + length(path) + 2 * stand.base.reach
        near = [
            one
            for one in enemies_of(self.state, stand.side)
            if not one.hidden and distance(one.at, stand.at) <= far + one.base.reach
        ]
        if not near or len(path) < 2:
            return length(path), ""
        before = stand.base
        for base in bases_along(stand.base, path):
            for enemy in near:
                closer = distance(base.at, enemy.at) < distance(before.at, enemy.at)
                if closer and gap_is_within(base, enemy.base, halt - 1):
                    return gone, enemy.name
            gone += distance(before.at, base.at)
            before = base
        return length(path), ""


def is_nearer(path: Path, than: Path | None, goal: Point) -> bool:
    return than is None or distance(path[-1], goal) < distance(than[-1], goal)


def cut_to(path: Path, most: Tenths) -> Path:
    """A path cut so that it measures no more than a length; cutting may gain a tenth."""
    for at in range(most, max(-1, most - 4), -1):
        shorter = cut(path, at)
        if length(shorter) <= most:
            return shorter
    return path[:1]


def drawn_out(path: Path, least: Tenths) -> Path:
    """A path with its last leg carried straight on until it measures at least a length."""
    *before, last = path
    whole = distance(before[-1], last)
    more = least - length(path)
    while True:
        longer = (*before, between(before[-1], last, whole + more, whole))
        if length(longer) >= least:
            return longer
        more += 1  # a point is rounded to the lattice


def along_road(start: Point, goal: Point, line: Sequence[Point]) -> Path:
    """From a place to a road, along it, and off it to a goal."""
    road = tuple(line)
    stops = marks(road)
    first, last = nearest_along(road, start), nearest_along(road, goal)
    on_the_way = [
        point for point, at in zip(road, stops, strict=True) if min(first, last) < at < max(first, last)
    ]
    ends = place(road, stops, first)[0], place(road, stops, last)[0]
    middle = on_the_way if first <= last else on_the_way[::-1]
    return straightened(without_repeats((start, ends[0], *middle, ends[1], goal)))
