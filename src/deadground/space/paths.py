"""Paths: the way a mover goes, as a tuple of points. A path of one point is a mover that stays where it is.

A leg's length is its root rounded to the nearest tenth, and lengths add as whole numbers. A place along a path is
rounded once to the lattice, so a path cut at a distance may measure a tenth more or less than that distance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

import msgspec

from deadground.space.bases import point_to_segment
from deadground.space.ground import Ground
from deadground.space.plane import (
    NORTH,
    Facing,
    Point,
    between,
    distance,
    facing_of,
    is_within,
    minus,
    on_table,
)
from deadground.space.polygons import Segment
from deadground.space.units import LengthUnit, Tenths, shown, shown_at

Path = tuple[Point, ...]

MOST_LEGS = 200
"""A leg gains at most half a tenth by rounding. This many of them gain 10 mm at most, however they are drawn."""


class PathFault(msgspec.Struct, frozen=True):
    """What is wrong with a path: a word for it, the point where, and by how much if it is a matter of length."""

    kind: str
    at: int
    says: str
    over: Tenths = 0


def legs(path: Path) -> Iterator[Segment]:
    return pairwise(path)


@lru_cache(maxsize=10_000)
def marks(path: Path) -> tuple[Tenths, ...]:
    """How far along the path each of its points lies."""
    return tuple(accumulate((distance(a, b) for a, b in legs(path)), initial=0))


def length(path: Path) -> Tenths:
    return marks(path)[-1]


def place(path: Path, along: Sequence[Tenths], at: int, by: int = 1) -> tuple[Point, int]:
    """The point at/by tenths along a path whose marks are known, and the leg it lies on.

    A corner belongs to the leg that ends there; the start to the first leg that leads anywhere.
    """
    if not 0 <= at <= along[-1] * by:
        raise ValueError(f"a place {at}/{by} tenths along a path that is {along[-1]} tenths long")
    after = bisect_left(along, max(1, -(-at // by)))
    if after == len(along):
        return path[-1], max(0, len(path) - 2)
    before = after - 1
    whole = along[after] - along[before]
    return between(path[before], path[after], at - along[before] * by, whole * by), before


def point_at(path: Path, at: int, by: int = 1) -> Point:
    """The point a distance along a path; `by` makes the distance a fraction."""
    return place(path, marks(path), at, by)[0]


def facing_at(path: Path, at: int, by: int = 1, otherwise: Facing = NORTH) -> Facing:
    """Where a mover faces who looks along his path. One who stays put faces `otherwise`."""
    along = marks(path)
    if along[-1] == 0:
        return otherwise
    return leg_facing(path, place(path, along, at, by)[1])


def leg_facing(path: Path, leg: int) -> Facing:
    return facing_of(minus(path[leg + 1], path[leg]))


def cut(path: Path, at: int, by: int = 1) -> Path:
    """The part of a path up to a distance along it."""
    along = marks(path)
    end, leg = place(path, along, at, by)
    kept = without_repeats(path[: leg + 1])
    return kept if end == kept[-1] else (*kept, end)


def rest(path: Path, at: int, by: int = 1) -> Path:
    """The part of a path from a distance along it to its end."""
    along = marks(path)
    start, _ = place(path, along, at, by)
    return without_repeats((start, *(p for p, mark in zip(path, along, strict=True) if mark * by > at)))


def without_repeats(points: Sequence[Point]) -> Path:
    """Points without those that repeat the one before."""
    return tuple(point for i, point in enumerate(points) if i == 0 or point != points[i - 1])


def straightened(path: Path) -> Path:
    """A path without points that lie on the straight line between their neighbours."""
    kept: list[Point] = []
    for point in without_repeats(path):
        while len(kept) > 1 and is_straight_on(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def is_straight_on(a: Point, b: Point, c: Point) -> bool:
    """Whether going from a over b to c needs no turn."""
    first, then = minus(b, a), minus(c, b)
    ahead = first[0] * then[0] + first[1] * then[1]
    return first[0] * then[1] == first[1] * then[0] and ahead > 0


def turns(path: Path) -> int:
    """How often a path changes direction."""
    return max(0, len(straightened(path)) - 2)


def faults(
    path: Path,
    ground: Ground,
    *,
    start: Point | None = None,
    limit: Tenths | None = None,
    unit: LengthUnit = "mm",
) -> list[PathFault]:
    """Everything that is wrong with a path as it was drawn, in the unit of its table.

    One with too many legs is not looked at further.
    """
    if not path:
        return [PathFault("empty", 0, "a path has at least one point")]
    if len(path) - 1 > MOST_LEGS:
        return [PathFault("legs", MOST_LEGS, f"{len(path) - 1} legs; {MOST_LEGS} is the most")]
    found = []
    if start is not None and path[0] != start:
        begins, stands = shown_at(path[0], unit), shown_at(start, unit)
        found.append(PathFault("start", 0, f"the path begins at {begins}, the mover stands at {stands}"))
    found += [fault for i in range(len(path)) for fault in point_faults(path, i, ground, unit)]
    if limit is not None and all(on_table(point) for point in path) and length(path) > limit:
        over = length(path) - limit
        at = bisect_left(marks(path), limit + 1)
        says = f"{shown(length(path), unit)} long, {shown(over, unit)} too long"
        found.append(PathFault("length", at, says, over))
    return found


def point_faults(path: Path, i: int, ground: Ground, unit: LengthUnit) -> Iterator[PathFault]:
    if not ground.on(path[i]):
        yield PathFault("off_table", i, f"the point {shown_at(path[i], unit)} is off the table")
    if i and path[i] == path[i - 1]:
        yield PathFault("no_leg", i, f"the point {shown_at(path[i], unit)} repeats the one before")


def is_near(point: Point, line: Sequence[Point], limit: Tenths) -> bool:
    """Whether a point is at most `limit` from a line, exactly."""
    if len(line) == 1:
        return is_within(point, line[0], limit)
    pairs = (point_to_segment(point, leg) for leg in pairwise(line))
    return any(number <= limit * limit * by for number, by in pairs)
