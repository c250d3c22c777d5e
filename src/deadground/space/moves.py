"""Moves on a grid: what it costs to go from each cell to sixteen others near it, and straight from the start.

Costs are whole numbers of `Moves.by`-ths of a tenth, so that nothing is lost before the end.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from deadground.space.fields import FINE, Field, Flags, Window
from deadground.space.going import Bar, Surface
from deadground.space.plane import root
from deadground.space.polygons import Segment, boxes_meet, edges
from deadground.space.screens import YES, inside_marks
from deadground.space.walks import Numbers

NEVER = 1 << 60
"""The cost of what cannot be done."""

BARRED = 1 << 40
"""The rate of a fine point where nobody may go, above any sum of others."""

DIRECTIONS = (
    *((0, -1), (1, 0), (0, 1), (-1, 0)),
    *((1, -1), (1, 1), (-1, 1), (-1, -1)),
    *((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)),
)
"""Columns east and rows south. The order settles which of two equally cheap ways is shown."""

WEIGHTS = (1, 2, 2, 2, 1)
"""How much each of the five fine points under a move counts towards its rate."""

WEIGHT = sum(WEIGHTS)

PARTS = 64
"""Lengths of moves are taken in parts of a tenth, so that many short ones add up to what one long one measures."""

MOST_RINGS = 32
"""Cells further from the start than this are not tried straight."""

Ends = tuple[Numbers, Numbers, Numbers, Numbers]
"""From x, from y, to x, to y, of many moves."""


class Spokes(NamedTuple):
    """The cells of one ring about the start, and the fine points under the straight way to each."""

    south: Numbers
    east: Numbers
    rows: npt.NDArray[np.int32]
    columns: npt.NDArray[np.int32]


class Moves:
    """All moves on a window of ground."""

    def __init__(self, window: Window, surface: Surface, field: Field) -> None:
        self.window = window
        self.field = field
        self.by = WEIGHT * field.by * PARTS
        edge = (
            window.centre(0, 0)[0],
            window.centre(0, 0)[1],
            window.centre(0, window.columns - 1)[0],
            window.centre(window.rows - 1, 0)[1],
        )
        self.bars = [bar for bar in surface.bars if boxes_meet(bar.box, edge)]
        self.steps = np.stack([self._step(*way) for way in DIRECTIONS])

    def _step(self, east: int, south: int) -> Numbers:
        """The cost of one direction's move from every cell, or `NEVER`."""
        window = self.window
        costs = np.full((window.rows, window.columns), NEVER, dtype=np.int64)
        rows = np.arange(max(0, -south), window.rows - max(0, south))
        columns = np.arange(max(0, -east), window.columns - max(0, east))
        if len(rows) == 0 or len(columns) == 0:
            return costs
        total, barred = self._under(rows, columns, east, south)
        span = root((east * east + south * south) * (window.cell * PARTS) ** 2)
        found = np.where(barred, NEVER, total * span)
        found += self._step_tolls(rows, columns, east, south)
        costs[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = np.minimum(found, NEVER)
        return costs

    def _under(self, rows: Numbers, columns: Numbers, east: int, south: int) -> tuple[Numbers, Flags]:
        """The weighted rates under a move from each of some cells, and whether it is barred."""
        total = np.zeros((len(rows), len(columns)), dtype=np.int64)
        barred = np.zeros(total.shape, dtype=np.bool_)
        for k, weight in enumerate(WEIGHTS):
            top, left = rows[0] * FINE + k * south, columns[0] * FINE + k * east
            area = (slice(top, top + len(rows) * FINE, FINE), slice(left, left + len(columns) * FINE, FINE))
            total += weight * self.field.rates[area]
            barred |= self.field.barred[area]
        return total, barred

    def _step_tolls(self, rows: Numbers, columns: Numbers, east: int, south: int) -> Numbers:
        """The tolls of moves in one direction, each thin line once."""
        cell, (x0, y0) = self.window.cell, self.window.centre(0, 0)
        tolls = np.zeros((len(rows), len(columns)), dtype=np.int64)
        for bar in self.bars:
            west, north, far, deep = bar.box
            down = np.flatnonzero(
                (y0 + rows * cell >= north - 2 * cell) & (y0 + rows * cell <= deep + 2 * cell)
            )
            right = np.flatnonzero(
                (x0 + columns * cell >= west - 2 * cell) & (x0 + columns * cell <= far + 2 * cell)
            )
            if len(down) and len(right):
                y, x = np.meshgrid(y0 + rows[down] * cell, x0 + columns[right] * cell, indexing="ij")
                ends = (x.ravel(), y.ravel(), x.ravel() + east * cell, y.ravel() + south * cell)
                met = np.minimum(times_met(bar, ends), 1).reshape(y.shape)
                tolls[np.ix_(down, right)] += met * self._toll(bar)
        return tolls

    def _toll(self, bar: Bar) -> int:
        return NEVER >> 8 if bar.toll is None else bar.toll * self.by

    def straight(self) -> Numbers:
        """The cost of going straight from the start to each cell, for cells that are not too far."""
        window = self.window
        costs = np.full((window.rows, window.columns), NEVER, dtype=np.int64)
        costs[window.north, window.west] = 0
        rates = np.where(self.field.barred, BARRED, self.field.rates).reshape(-1)
        furthest = min(MOST_RINGS, max(window.west, window.east, window.north, window.south))
        for ring in range(1, furthest + 1):
            spokes = spokes_to(ring)
            row, column = window.north + spokes.south, window.west + spokes.east
            held = (row >= 0) & (row < window.rows) & (column >= 0) & (column < window.columns)
            costs[row[held], column[held]] = self._ring(ring, spokes, held, rates)
        costs += self._straight_tolls()
        return np.minimum(costs, NEVER, out=costs)

    def _ring(self, ring: int, spokes: Spokes, held: Flags, rates: Numbers) -> Numbers:
        """The costs straight to the cells of one ring."""
        window, across = self.window, self.field.rates.shape[1]
        middle = window.north * FINE * across + window.west * FINE
        under = rates[spokes.rows[held] * across + spokes.columns[held] + middle]
        doubled = 2 * under.sum(axis=1) - under[:, 0] - under[:, -1]
        south, east = spokes.south[held], spokes.east[held]
        span = roots((south * south + east * east) * (window.cell * PARTS) ** 2)
        free = doubled < BARRED
        costs = -(-(span * np.where(free, doubled, 0) * (WEIGHT // 2)) // (ring * FINE))
        return np.where(free, costs, NEVER)

    def _straight_tolls(self) -> Numbers:
        """The tolls of going straight from the start to each cell."""
        window, (x0, y0) = self.window, self.window.centre(0, 0)
        y, x = np.indices((window.rows, window.columns)).reshape(2, -1) * window.cell
        here = np.zeros_like(x)
        ends = (here + window.start[0], here + window.start[1], x + x0, y + y0)
        tolls = sum((times_met(bar, ends) * self._toll(bar) for bar in self.bars), here)
        return np.minimum(tolls, NEVER).reshape(window.rows, window.columns)


@lru_cache(maxsize=MOST_RINGS)
def spokes_to(ring: int) -> Spokes:
    line = np.arange(-ring, ring + 1)
    inner = line[1:-1]
    south = np.concatenate((0 * line - ring, 0 * line + ring, inner, inner))
    east = np.concatenate((line, line, 0 * inner - ring, 0 * inner + ring))
    part = np.arange(ring * FINE + 1)[None, :]
    rows, columns = (nearest_part(way[:, None] * part, ring).astype(np.int32) for way in (south, east))
    return Spokes(south, east, rows, columns)


def roots(squares: Numbers) -> Numbers:
    """Square roots rounded to the nearest whole number; as `plane.root`, many at once."""
    below = np.sqrt(squares.astype(np.float64)).astype(np.int64)
    below -= below * below > squares
    return np.asarray(below + (squares - below * below > below))


def nearest_part(numbers: Numbers, by: int) -> Numbers:
    """Quotients rounded to the nearest whole number, half away from zero."""
    return np.asarray(np.sign(numbers) * ((2 * np.abs(numbers) + by) // (2 * by)))


def times_met(bar: Bar, moves: Ends) -> Numbers:
    """How often each of many moves reaches a line that it does not start on, or comes into one with a width."""
    polygon = bar.piece.polygon
    lines = edges(polygon) if polygon else pairwise(bar.piece.points)
    met = np.zeros(len(moves[0]), dtype=np.int64)
    for line in lines:
        met += reaches(line, moves)
    if polygon:
        starts_inside = inside_marks(moves[0], moves[1], polygon) == YES
        met = (met + 1 - starts_inside) // 2
    return met


def reaches(line: Segment, moves: Ends) -> Flags:
    """Whether each of many moves touches or crosses a segment without starting on its line."""
    (px, py), (qx, qy) = line
    ax, ay, bx, by = moves
    starts = np.sign((qx - px) * (ay - py) - (qy - py) * (ax - px))
    ends = np.sign((qx - px) * (by - py) - (qy - py) * (bx - px))
    p = np.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
    q = np.sign((bx - ax) * (qy - ay) - (by - ay) * (qx - ax))
    return np.asarray((starts != 0) & (starts * ends <= 0) & (p * q <= 0))
