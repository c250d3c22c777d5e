"""Fields: what a mover meets at every point of a fine grid about him, all at once.

The grid is laid out from the mover's own place, so that moving or turning the table moves and turns every answer
with it. Between its points the ground is taken to be as at the points; who needs the exact cost of a path asks
`going.Surface`.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from typing import Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from deadground.space.bases import SLACK, Base, square_gap
from deadground.space.going import Rate, Surface
from deadground.space.octant import SCALE
from deadground.space.plane import Point, vector
from deadground.space.polygons import Box, Polygon, box_of
from deadground.space.units import Tenths, round_div
from deadground.space.walks import Numbers

Flags: TypeAlias = npt.NDArray[np.bool_]

FINE = 4
"""Fine points to a cell, each way."""


class Obstacles(msgspec.Struct, frozen=True):
    """What a mover must go round.

    `mover` is his own base; where it is a rectangle the circle about it counts, so that he may turn as he likes.
    `blockers` may not be passed, `occupied` may be passed but not stood on, and from each of `keep_away` he stays
    the given distance, edge to edge. One he is already nearer to than that may be left but not come nearer to.
    """

    mover: Base
    blockers: tuple[Base, ...] = ()
    occupied: tuple[Base, ...] = ()
    keep_away: tuple[tuple[Base, Tenths], ...] = ()

    def walls(self) -> list[tuple[Base, Tenths]]:
        """Each base that may not be passed, and how far from its edge the mover's centre stays."""
        held = [(base, self.mover.reach) for base in self.blockers]
        held += [(base, limit + self.mover.reach) for base, limit in self.keep_away]
        kept = [(base, min(margin, centre_gap(self.mover.at, base))) for base, margin in held]
        return [(base, margin) for base, margin in kept if margin > 0]


def centre_gap(point: Point, base: Base) -> Tenths:
    """How far a point is at least from a base's edge; 0 inside."""
    number, by = square_gap(Base(point), base)
    return max(0, isqrt(number // by) - base.radius)


class Window(msgspec.Struct, frozen=True):
    """The part of the table that a grid covers: cells about a start, so many to each side."""

    start: Point
    cell: Tenths
    west: int
    north: int
    east: int
    south: int

    @property
    def columns(self) -> int:
        return self.west + self.east + 1

    @property
    def rows(self) -> int:
        return self.north + self.south + 1

    def centre(self, row: int, column: int) -> Point:
        """The middle of a cell."""
        return (
            self.start[0] + (column - self.west) * self.cell,
            self.start[1] + (row - self.north) * self.cell,
        )

    def cell_of(self, point: Point) -> tuple[int, int]:
        """The row and column of the cell whose middle is nearest to a point; it may lie outside."""
        return (
            round_div(point[1] - self.start[1], self.cell) + self.north,
            round_div(point[0] - self.start[0], self.cell) + self.west,
        )

    def holds(self, row: int, column: int) -> bool:
        return 0 <= row < self.rows and 0 <= column < self.columns

    @property
    def xs(self) -> Numbers:
        """Where the fine columns lie."""
        return self.start[0] + np.arange(-self.west * FINE, self.east * FINE + 1) * (self.cell // FINE)

    @property
    def ys(self) -> Numbers:
        return self.start[1] + np.arange(-self.north * FINE, self.south * FINE + 1) * (self.cell // FINE)


class Field:
    """Rates at every fine point, as whole numbers over one denominator, and where nobody may go."""

    def __init__(self, window: Window, surface: Surface, obstacles: Obstacles) -> None:
        self.window = window
        rates = [layer.rate for layer in surface.layers]
        known = [surface.going.open, *(rate for rate in rates if rate is not None)]
        self.by = lcm(*(rate.denominator for rate in known))
        self.rates = np.full((len(window.ys), len(window.xs)), scaled(surface.going.open, self.by))
        self.barred = np.zeros(self.rates.shape, dtype=np.bool_)
        self.xs, self.ys = window.xs, window.ys
        for layer in surface.layers:
            self.lay(layer.polygon, layer.rate)
        middle = window.north * FINE, window.west * FINE
        starts_barred = self.barred[middle]
        for base, margin in obstacles.walls():
            self.mark_near(self.barred, base, margin)
        self.barred[middle] = starts_barred
        occupied = np.zeros_like(self.barred)
        for base in obstacles.occupied:
            self.mark_near(occupied, base, obstacles.mover.reach)
        self.taken: Flags = occupied[::FINE, ::FINE]

    def part(self, box: Box) -> tuple[slice, slice]:
        """The rows and columns of the fine points in a box, its edges included."""
        left, right = np.searchsorted(self.xs, (box[0], box[2] + 1))
        top, bottom = np.searchsorted(self.ys, (box[1], box[3] + 1))
        return slice(top, bottom), slice(left, right)

    def lay(self, polygon: Polygon, rate: Rate) -> None:
        """Give the fine points inside a polygon their rate; those on its edge are not in it."""
        rows, columns = self.part(box_of(polygon))
        xs, ys = self.xs[columns], self.ys[rows]
        if len(xs) and len(ys):
            inside = filled(polygon, xs, ys)
            self.barred[rows, columns][inside] = rate is None
            if rate is not None:
                self.rates[rows, columns][inside] = scaled(rate, self.by)

    def mark_near(self, marks: Flags, base: Base, margin: Tenths) -> None:
        """Mark the fine points that are nearer to a base's edge than a margin."""
        x, y = base.at
        far = margin + base.reach + SLACK
        rows, columns = self.part((x - far, y - far, x + far, y + far))
        dx, dy = (self.xs[columns] - x)[None, :], (self.ys[rows] - y)[:, None]
        if base.is_round:
            marks[rows, columns] |= dx * dx + dy * dy < (margin + base.radius) ** 2
            return
        ahead = vector(base.facing)
        along = np.abs(dx * ahead[0] + dy * ahead[1]) // SCALE - base.depth // 2
        across = np.abs(dx * ahead[1] - dy * ahead[0]) // SCALE - base.width // 2
        outside = np.maximum(along, 0) ** 2 + np.maximum(across, 0) ** 2
        marks[rows, columns] |= outside < margin * margin


def scaled(rate: Fraction | int, by: int) -> int:
    """A rate as a whole number of by-ths."""
    return int(rate * by)


def filled(polygon: Polygon, xs: Numbers, ys: Numbers) -> Flags:
    """Which points of an even grid lie inside a polygon, found row by row.

    A point is inside if it stays so when nudged to any of its four sides; a corner never is. So nothing depends on
    which way the table lies.
    """
    a = np.array(polygon, dtype=np.int64)
    b = np.concatenate((a[1:], a[:1]))
    down = (a[:, 1] <= b[:, 1])[:, None]
    upper, lower = np.where(down, a, b), np.where(down, b, a)
    nudges = [parity(upper, lower, xs, ys, low, right) for low in (False, True) for right in (False, True)]
    inside = np.logical_and.reduce(nudges)
    step = int(xs[1] - xs[0]) if len(xs) > 1 else 1
    fine = int(ys[1] - ys[0]) if len(ys) > 1 else 1
    for x, y in polygon:
        column, row = (x - int(xs[0])) // step, (y - int(ys[0])) // fine
        if 0 <= row < len(ys) and 0 <= column < len(xs) and (xs[column], ys[row]) == (x, y):
            inside[row, column] = False
    return np.asarray(inside)


def parity(upper: Numbers, lower: Numbers, xs: Numbers, ys: Numbers, low: bool, right: bool) -> Flags:
    """Whether an odd number of edges lies west of each point, points on an edge nudged one way or the other."""
    side: Literal["left", "right"] = "right" if low else "left"
    first, last = np.searchsorted(ys, upper[:, 1], side), np.searchsorted(ys, lower[:, 1], side)
    count = last - first
    edge = np.repeat(np.arange(len(upper)), count)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)
    rise = lower[edge, 1] - upper[edge, 1]
    run = (upper[edge, 0] - xs[0]) * rise + (ys[row] - upper[edge, 1]) * (lower[edge, 0] - upper[edge, 0])
    pitch = (xs[1] - xs[0] if len(xs) > 1 else 1) * rise
    column = run // pitch + 1 if right else -(-run // pitch)
    toggles = np.zeros((len(ys), len(xs) + 1), dtype=np.int64)
    np.add.at(toggles, (row, np.clip(column, 0, len(xs))), 1)
    return np.asarray(np.cumsum(toggles, axis=1)[:, :-1] % 2 == 1)
