"""Quick looks at all steps of a walk at once: where a mover surely is, or surely is not, near something.

Whole numbers throughout. A screen may leave a step open; it never calls one wrongly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from deadground.space.bases import Base
from deadground.space.octant import SCALE
from deadground.space.plane import vector
from deadground.space.polygons import Polygon, edges
from deadground.space.units import Tenths
from deadground.space.walks import Body, Numbers, Walk, base_of

YES, NO = 1, -1

SLACK = 4
"""Corners of bases are rounded to the lattice; a screen allows this many tenths for it."""


def offsets(walk: Walk, to: Body) -> tuple[Numbers, Numbers]:
    """From the mover to a body, at each step."""
    if isinstance(to, Walk):
        if to.steps != walk.steps:
            raise ValueError(f"a walk of {walk.steps} steps and one of {to.steps} are not on one clock")
        return to.xs - walk.xs, to.ys - walk.ys
    return to.at[0] - walk.xs, to.at[1] - walk.ys


def square_distances(walk: Walk, to: Body) -> Numbers:
    """The squares of the distances from centre to centre."""
    dx, dy = offsets(walk, to)
    return dx * dx + dy * dy


def may_be_near(walk: Walk, to: Body, limit: Tenths) -> npt.NDArray[np.bool_]:
    """At which steps a mover's edge may be within a distance of a body's edge.

    Two straight-sided bases are further apart than the gap between their shadows on any line; the lines looked at
    are the sides of both.
    """
    other = base_of(to)
    dx, dy = offsets(walk, to)
    reach = limit + walk.mover.base.reach + other.reach + SLACK
    near: npt.NDArray[np.bool_] = dx * dx + dy * dy <= reach * reach
    steps = np.flatnonzero(near)
    mine = axes(walk.facings, steps)
    theirs = axes(to.facings if isinstance(to, Walk) else (to.facing,) * len(walk.points), steps)
    for ux, uy in (*sides(mine, walk.mover.base), *sides(theirs, other)):
        apart = np.abs(dx[steps] * ux + dy[steps] * uy)
        shadows = half_shadow(walk.mover.base, mine, ux, uy) + half_shadow(other, theirs, ux, uy)
        near[steps] &= apart - shadows <= (limit + SLACK) * SCALE
    return near


Axis = tuple[Numbers, Numbers]


def axes(facings: tuple[int, ...], steps: npt.NDArray[np.intp]) -> Axis:
    """The directions in which a base faces at some steps."""
    known = {facing: vector(facing) for facing in set(facings)}
    ahead = np.array([known[facings[step]] for step in steps], dtype=np.int64).reshape(-1, 2)
    return ahead[:, 0], ahead[:, 1]


def sides(ahead: Axis, base: Base) -> tuple[Axis, ...]:
    """The two directions across a rectangle's sides; a round base has none."""
    return () if base.is_round else (ahead, (-ahead[1], ahead[0]))


def half_shadow(base: Base, ahead: Axis, ux: Numbers, uy: Numbers) -> Numbers:
    """Half of what a base covers on a line in direction u, as long as that vector."""
    if base.is_round:
        return np.full(len(ux), base.radius * SCALE, dtype=np.int64)
    along = np.abs(ahead[0] * ux + ahead[1] * uy) // SCALE + 1
    across = np.abs(ahead[0] * uy - ahead[1] * ux) // SCALE + 1
    half: Numbers = (along * base.depth + across * base.width + 1) // 2
    return half


def inside_marks(xs: Numbers, ys: Numbers, polygon: Polygon) -> Numbers:
    """For each of many points 1 if it lies in a polygon or on its edge, else -1; exactly."""
    inside = np.zeros(len(xs), dtype=np.bool_)
    on_edge = np.zeros(len(xs), dtype=np.bool_)
    for (ax, ay), (bx, by) in edges(polygon):
        side = (bx - ax) * (ys - ay) - (by - ay) * (xs - ax)
        ahead = (xs - ax) * (xs - bx) + (ys - ay) * (ys - by)
        on_edge |= (side == 0) & (ahead <= 0)
        spans = (ay > ys) != (by > ys)
        inside ^= spans & ((side > 0) == (by > ay))
    return np.where(inside | on_edge, YES, NO)
