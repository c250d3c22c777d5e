"""Quick looks at all steps of a walk at once: where a mover surely is, or surely is not, near something.

A screen may leave a step open; it never calls one wrongly. Where it uses double precision it leaves open whatever
is not clear by a hundredth of a tenth.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from deadground.space.bases import Base
from deadground.space.octant import SCALE
from deadground.space.plane import vector
from deadground.space.polygons import Polygon, box_of, edges
from deadground.space.units import Tenths
from deadground.space.walks import Body, Numbers, Walk, base_of

Floats: TypeAlias = npt.NDArray[np.float64]
Steps: TypeAlias = npt.NDArray[np.intp]
Axis: TypeAlias = tuple[Numbers, Numbers]

YES, NO = 1, -1

SURE = 0.01
"""How clear an answer in double precision must be, in tenths, to stand without an exact check."""

FAR, UNKNOWN = 1e9, -1.0

SLACK = 4
"""Corners of bases are rounded to the lattice; a screen allows this many tenths for it."""


def offsets(walk: Walk, to: Body, last: int) -> tuple[Numbers, Numbers]:
    """From the mover to a body, at each step up to the last asked about."""
    xs, ys = walk.xs[: last + 1], walk.ys[: last + 1]
    if isinstance(to, Walk):
        if to.steps != walk.steps:
            raise ValueError(f"a walk of {walk.steps} steps and one of {to.steps} are not on one clock")
        return to.xs[: last + 1] - xs, to.ys[: last + 1] - ys
    return to.at[0] - xs, to.at[1] - ys


def square_distances(walk: Walk, to: Body, last: int) -> Numbers:
    """The squares of the distances from centre to centre."""
    dx, dy = offsets(walk, to, last)
    return dx * dx + dy * dy


def first_near(walk: Walk, to: Body, limit: Tenths) -> int:
    """A step before which a mover is surely not within a distance of a body; past the last step if never."""
    reach = limit + walk.mover.base.reach + base_of(to).reach + SLACK
    near = square_distances(walk, to, walk.steps) <= reach * reach
    first = int(near.argmax())
    return first if near[first] else len(near)


def rough_gaps(walk: Walk, to: Body, limit: Tenths, last: int) -> Floats:
    """The gap between a mover and a body at each step, edge to edge and to a hair.

    It is `FAR` where it is surely more than the limit, and `UNKNOWN` where the two may overlap. Three looks, each
    at the steps the one before left open: from centre to centre; the gap between the shadows of the two on lines
    square to their sides, which they are at least apart; and from corners to sides.
    """
    dx, dy = offsets(walk, to, last)
    gaps = np.full(len(dx), FAR)
    reach = limit + walk.mover.base.reach + base_of(to).reach + SLACK
    steps = np.flatnonzero(dx * dx + dy * dy <= reach * reach)
    if len(steps):
        apart = shadow_gap(walk, to, steps, dx[steps], dy[steps])
        gaps[steps[apart <= SLACK * SCALE]] = UNKNOWN
        clear = steps[(apart > SLACK * SCALE) & (apart <= (limit + SLACK) * SCALE)]
        if len(clear):
            gaps[clear] = corner_gap(walk, to, clear)
    return gaps


def shadow_gap(walk: Walk, to: Body, steps: Steps, dx: Numbers, dy: Numbers) -> Numbers:
    """The widest gap between shadows at some steps, times `SCALE`; negative where all shadows overlap."""
    mine, theirs = ahead(walk, steps), ahead(to, steps)
    widest = np.full(len(steps), -(1 << 60), dtype=np.int64)
    for ux, uy in (*sides(mine, walk.mover.base), *sides(theirs, base_of(to))):
        shadows = half_shadow(walk.mover.base, mine, ux, uy) + half_shadow(base_of(to), theirs, ux, uy)
        widest = np.maximum(widest, np.abs(dx * ux + dy * uy) - shadows)
    return widest


def ahead(body: Body, steps: Steps) -> Axis:
    """The directions in which a body faces at some steps; one for all if it does not turn."""
    if isinstance(body, Walk) and body.mover.turns:
        return body.ahead[0][steps], body.ahead[1][steps]
    east, south = vector(base_of(body).facing)
    return np.array([east], dtype=np.int64), np.array([south], dtype=np.int64)


def sides(ahead: Axis, base: Base) -> tuple[Axis, ...]:
    """The two directions across a rectangle's sides; a round base has none."""
    return () if base.is_round else (ahead, (-ahead[1], ahead[0]))


def half_shadow(base: Base, ahead: Axis, ux: Numbers, uy: Numbers) -> Numbers:
    """Half of what a base covers on a line in direction u, as long as that vector."""
    if base.is_round:
        return np.array([base.radius * SCALE], dtype=np.int64)
    along = np.abs(ahead[0] * ux + ahead[1] * uy) // SCALE + 1
    across = np.abs(ahead[0] * uy - ahead[1] * ux) // SCALE + 1
    half: Numbers = (along * base.depth + across * base.width + 1) // 2
    return half


def corner_gap(walk: Walk, to: Body, steps: Steps) -> Floats:
    """The gaps at steps where the two are known to be clear of each other."""
    mine, theirs = corners(walk, steps), corners(to, steps)
    between = np.minimum(nearest_side(mine, theirs), nearest_side(theirs, mine))
    return np.sqrt(between) - walk.mover.base.radius - base_of(to).radius


def corners(body: Body, steps: Steps) -> Floats:
    """The corners of a body at some steps: step, corner, x and y."""
    if isinstance(body, Base):
        return np.array([body.corners], dtype=np.float64)
    shapes = {facing: body.mover.base.moved((0, 0), facing).corners for facing in set(body.facings)}
    facings = [body.facings[step] for step in steps] if body.mover.turns else [body.mover.base.facing]
    about = np.array([shapes[facing] for facing in facings], dtype=np.float64)
    at = np.stack((body.xs[steps], body.ys[steps]), axis=-1)
    return np.asarray(about + at[:, None, :])


def nearest_side(points: Floats, shape: Floats) -> Floats:
    """The square of the least distance from any of some points to any side of a shape, step by step."""
    side = np.concatenate((shape[:, 1:], shape[:, :1]), axis=1) - shape
    east, south = side[:, None, :, 0], side[:, None, :, 1]
    x = points[:, :, None, 0] - shape[:, None, :, 0]
    y = points[:, :, None, 1] - shape[:, None, :, 1]
    part = (x * east + y * south) / np.maximum(east * east + south * south, 1)
    part = np.minimum(np.maximum(part, 0), 1)
    x -= part * east
    y -= part * south
    return np.asarray((x * x + y * y).min(axis=(1, 2)))


def inside_marks(xs: Numbers, ys: Numbers, polygon: Polygon) -> Numbers:
    """For each of many points 1 if it lies in a polygon or on its edge, else -1; exactly."""
    west, north, east, south = box_of(polygon)
    marks = np.full(len(xs), NO, dtype=np.int64)
    near = np.flatnonzero((xs >= west) & (xs <= east) & (ys >= north) & (ys <= south))
    if len(near):
        marks[near] = np.where(are_inside(xs[near], ys[near], polygon), YES, NO)
    return marks


def are_inside(xs: Numbers, ys: Numbers, polygon: Polygon) -> npt.NDArray[np.bool_]:
    """All edges at once: a row for each, a column for each point. Numbers of this size are exact as floats."""
    ax, ay, bx, by = outline(polygon)
    x, y = xs - ax, ys - ay
    side = (bx - ax) * y - (by - ay) * x
    spans = (y < 0) != (ys < by)
    inside = np.logical_xor.reduce(spans & ((side > 0) == (by > ay)), axis=0)
    in_line = side == 0
    if in_line.any():
        inside |= (in_line & (x * (xs - bx) + y * (ys - by) <= 0)).any(axis=0)
    return np.asarray(inside)


@lru_cache(maxsize=1024)
def outline(polygon: Polygon) -> Floats:
    """The edges of a polygon as columns: where each starts, eastward and southward, and where it ends."""
    return np.array([(*a, *b) for a, b in edges(polygon)], dtype=np.float64).T[:, :, None]
