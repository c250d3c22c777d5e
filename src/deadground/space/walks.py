"""Walks: a path gone step by step, so that what happens on the way happens at a defined place.

A single mover takes steps of 10 tenths of path, the last one what is left. Movers together take hundredths of the
phase, each covering his own path evenly. Step 0 is where a mover starts; everything is looked at when a step ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from deadground.space.bases import SLACK, Base
from deadground.space.lazy import lazy
from deadground.space.many import rounded_quotient
from deadground.space.paths import Path, leg_facing, marks, place, without_repeats
from deadground.space.plane import Facing, Point, distance, vector
from deadground.space.units import Tenths

STEP: Tenths = 10
"""A single mover's step."""

STEPS_TOGETHER = 100
"""The steps of a phase in which several move."""

ASKEW = 500
"""One part in so many is more than a leg leads away from its facing, which is rounded to a tenth of a degree."""

Numbers: TypeAlias = npt.NDArray[np.int64]


class Mover(msgspec.Struct, frozen=True):
    """Who goes where. `turns`: he faces along his path; else he keeps his facing."""

    base: Base
    path: Path
    turns: bool = False


class Walk:
    """A mover's place at the end of every step."""

    def __init__(self, mover: Mover, ends: Sequence[int], by: int) -> None:
        self.mover = mover
        self.path = without_repeats(mover.path)
        self.ends = ends
        self.by = by
        self.marks = marks(self.path)
        self.xs, self.ys, self._legs = places(self.path, self.marks, ends, by)

    @lazy
    def points(self) -> tuple[Point, ...]:
        """Where he is at the end of every step."""
        return tuple(zip(self.xs.tolist(), self.ys.tolist(), strict=True))

    @lazy
    def facings(self) -> tuple[Facing, ...]:
        return tuple(self.facing(step) for step in range(self.steps + 1))

    def facing(self, step: int) -> Facing:
        """Where he faces at the end of a step; before the first he still faces as he stood."""
        if step == 0 or not self.mover.turns or len(self.path) < 2:
            return self.mover.base.facing
        return self._by_leg[int(self._legs[step]) if len(self.path) > 2 else 0]

    @lazy
    def _by_leg(self) -> list[Facing]:
        return [leg_facing(self.path, leg) for leg in range(len(self.path) - 1)]

    @property
    def steps(self) -> int:
        return len(self.xs) - 1

    def base_at(self, at: int, by: int = 1) -> Base:
        """The mover's base a distance along his path; at its very start he faces along it already."""
        point, leg = place(self.path, self.marks, at, by)
        base = self.mover.base
        return base.moved(point, self._by_leg[leg] if self.mover.turns else base.facing)

    def base(self, step: int) -> Base:
        """The mover's base at the end of a step."""
        base, at = self.mover.base, (int(self.xs[step]), int(self.ys[step]))
        return Base(at, base.radius, base.width, base.depth, self.facing(step))

    def swept(self, first: int, last: int) -> Base | None:
        """A rectangle that holds his base at every step from one to another, if he walks straight ahead."""
        base = self.mover.base
        if base.is_round or not first or not self.mover.turns or self._legs[first] != self._legs[last]:
            return None
        (ax, ay), (bx, by) = self.base(first).at, self.base(last).at
        far = distance((ax, ay), (bx, by))
        more = 4 * SLACK + far // ASKEW
        at = ((ax + bx) // 2, (ay + by) // 2)
        return Base(at, 0, base.width + more, base.depth + far + more, self.facing(first))

    @lazy
    def ahead(self) -> tuple[Numbers, Numbers]:
        """The directions of the facings."""
        known = {facing: vector(facing) for facing in set(self.facings)}
        found = np.array([known[facing] for facing in self.facings], dtype=np.int64)
        return found[:, 0], found[:, 1]


def places(
    path: Path, along: Sequence[Tenths], ends: Sequence[int], by: int
) -> tuple[Numbers, Numbers, Numbers]:
    """What `paths.place` gives for many distances together: the xs, the ys, and the legs they lie on."""
    if len(path) == 2 and along[1]:
        (west, north), (east, south) = path
        gone, length = np.array(ends, dtype=np.int64), along[1] * by
        xs = west + rounded_part((east - west) * gone, length)
        ys = north + rounded_part((south - north) * gone, length)
        return xs, ys, np.zeros(len(gone), dtype=np.int64)
    marked, points = np.array(along, dtype=np.int64), np.array(path, dtype=np.int64)
    at = np.array(ends, dtype=np.int64)
    after = np.searchsorted(marked, np.maximum(1, -(-at // by)))
    past = after == len(path)
    leg = np.where(past, max(0, len(path) - 2), after - 1)
    to = np.minimum(leg + 1, len(path) - 1)
    part = np.where(past, 1, at - marked[leg] * by)[:, None]
    whole = np.where(past, 1, (marked[to] - marked[leg]) * by)[:, None]
    found = points[leg] + rounded_quotient((points[to] - points[leg]) * part, whole)
    return found[:, 0], found[:, 1], leg


def rounded_part(number: Numbers, by: int) -> Numbers:
    """Numbers of one sign divided by a positive one and rounded half away from zero."""
    if number[-1] < 0:
        return -rounded_part(-number, by)
    found: Numbers = (2 * number + by) // (2 * by)
    return found


def walk(path: Path, base: Base | None = None, *, turns: bool = False) -> Walk:
    """A single mover's walk. Without a base he is a point."""
    if not path:
        raise ValueError("a path has at least one point")
    whole = marks(path)[-1]
    ends = [*range(0, whole, STEP), whole] if whole else [0]
    return Walk(Mover(base or Base(path[0]), path, turns), ends, 1)


def together(movers: Mapping[str, Mover], steps: int = STEPS_TOGETHER) -> dict[str, Walk]:
    """The walks of movers who move at the same time, all with the same number of steps."""
    walks = {}
    for name, mover in movers.items():
        if not mover.path:
            raise ValueError(f"{name}: a path has at least one point")
        whole = marks(mover.path)[-1]
        walks[name] = Walk(mover, evenly(whole, steps), steps)
    return walks


def evenly(whole: Tenths, steps: int) -> Sequence[int]:
    """How far along a path each of some equal steps ends, in parts of a tenth: as many parts as there are steps."""
    return range(0, whole * steps + 1, whole) if whole else [0] * (steps + 1)
