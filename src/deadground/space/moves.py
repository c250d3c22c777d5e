"""Moves on a grid: what it costs to go from each cell to sixteen others near it, and straight from the start.

Costs are whole numbers of `Moves.by`-ths of a tenth, so that nothing is lost before the end.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from deadground.space.fields import FINE, Field, Flags, Window
from deadground.space.going import Bar, Surface
from deadground.space.plane import distance
from deadground.space.polygons import Segment, boxes_meet, edges
from deadground.space.screens import YES, inside_marks
from deadground.space.walks import Numbers

NEVER = 1 << 60
"""The cost of what cannot be done."""

DIRECTIONS = (
    *((0, -1), (1, 0), (0, 1), (-1, 0)),
    *((1, -1), (1, 1), (-1, 1), (-1, -1)),
    *((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)),
)
"""Columns east and rows south. The order settles which of two equally cheap ways is shown."""

WEIGHTS = (1, 2, 2, 2, 1)
"""How much each of the five fine points under a move counts towards its rate."""

WEIGHT = sum(WEIGHTS)

MOST_RINGS = 48
"""Cells further from the start than this are not tried straight."""

Ends = tuple[Numbers, Numbers, Numbers, Numbers]
"""From x, from y, to x, to y, of many moves."""


class Moves:
    """All moves on a window of ground."""

    def __init__(self, window: Window, surface: Surface, field: Field) -> None:
        self.window = window
        self.field = field
        self.by = WEIGHT * field.by
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
        span = distance((0, 0), (east * window.cell, south * window.cell))
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
        furthest = min(MOST_RINGS, max(window.west, window.east, window.north, window.south))
        for ring in range(1, furthest + 1):
            south, east = around(ring)
            row, column = window.north + south, window.west + east
            inside = (row >= 0) & (row < window.rows) & (column >= 0) & (column < window.columns)
            row, column = row[inside], column[inside]
            costs[row, column] = self._ring(ring, south[inside], east[inside])
        return costs

    def _ring(self, ring: int, south: Numbers, east: Numbers) -> Numbers:
        window, count = self.window, ring * FINE
        k = np.arange(count + 1)[None, :]
        row = window.north * FINE + nearest_part(south[:, None] * k, ring)
        column = window.west * FINE + nearest_part(east[:, None] * k, ring)
        rates = self.field.rates[row, column]
        doubled = 2 * rates.sum(axis=1) - rates[:, 0] - rates[:, -1]
        ends = zip((south * window.cell).tolist(), (east * window.cell).tolist(), strict=True)
        span = np.array([distance((0, 0), end) for end in ends], dtype=np.int64)
        costs = -(-(span * doubled * (WEIGHT // 2)) // count)
        tolls = sum(
            (times_met(bar, self._from_start(south, east)) * self._toll(bar) for bar in self.bars), 0 * costs
        )
        barred = self.field.barred[row, column].any(axis=1)
        return np.where(barred, NEVER, np.minimum(costs + tolls, NEVER))

    def _from_start(self, south: Numbers, east: Numbers) -> Ends:
        x, y = self.window.start
        here = np.zeros_like(east)
        return here + x, here + y, x + east * self.window.cell, y + south * self.window.cell


def around(ring: int) -> tuple[Numbers, Numbers]:
    """Rows south and columns east of all cells that many rings out."""
    line = np.arange(-ring, ring + 1)
    inner = line[1:-1]
    south = np.concatenate((0 * line - ring, 0 * line + ring, inner, inner))
    east = np.concatenate((line, line, 0 * inner - ring, 0 * inner + ring))
    return south, east


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
