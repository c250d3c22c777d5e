"""Reach: where a mover could get to within an allowance, as cells, outlines and the cost to each cell.

A grid of cells is laid out from the mover's place. Each cell's cost is that of the cheapest way there, straight or
by moves in sixteen directions: a good picture and a good guide, a few hundredths dearer than the best path at most.
The exact cost of a path is `going.Surface`'s to tell.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from deadground.space.bases import Base
from deadground.space.cells import Run, outlines, runs
from deadground.space.fields import Field, Flags, Obstacles, Window
from deadground.space.going import Surface
from deadground.space.ground import Ground
from deadground.space.moves import DIRECTIONS, NEVER, Moves
from deadground.space.plane import Point
from deadground.space.polygons import Polygon
from deadground.space.units import Tenths
from deadground.space.walks import Numbers

CELL_SIZES = {"mm": 100, "in": 128, "ft": 128}
"""A centimetre, and half an inch, as nearly as four fine points to a cell allow. No cell is larger of itself."""

LEAST_CELL: Tenths = 32

CELLS_TO_EDGE = 32
"""Short moves get smaller cells, so that about this many lie between the mover and the furthest he could go."""

MOST_CELLS = 40_000
"""On larger windows the cells are made larger."""


class Reach:
    """What a mover can reach. Cells are known by row and column of `window`."""

    def __init__(self, window: Window, ground: Ground, moves: Moves, costs: Numbers, taken: Flags) -> None:
        self.window = window
        self.ground = ground
        self._moves = moves
        self._costs = costs
        self.cells: Flags = (costs < NEVER) & ~taken

    @cached_property
    def costs(self) -> Numbers:
        """The cost to each cell in tenths, rounded to the nearest; -1 where the mover cannot get."""
        by = self._moves.by
        return np.where(self._costs < NEVER, (self._costs + by // 2) // by, -1)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The cells where the mover may stop, as rows with first and last column."""
        return runs(self.cells)

    @property
    def outlines(self) -> tuple[Polygon, ...]:
        """The outlines of those cells on the table, clockwise, holes the other way."""
        return tuple(tuple(self._corner(*corner) for corner in line) for line in outlines(self.cells))

    def _corner(self, column: int, row: int) -> Point:
        x, y = self.window.centre(row, column)
        half = self.window.cell // 2
        return min(max(x - half, 0), self.ground.width), min(max(y - half, 0), self.ground.height)

    def holds(self, point: Point) -> bool:
        """Whether the mover may stop in the cell in which a point lies."""
        row, column = self.window.cell_of(point)
        return self.window.holds(row, column) and bool(self.cells[row, column])

    def nearest_to(self, point: Point) -> tuple[int, int]:
        """The cell nearest to a point where the mover may stop; at a tie the cheaper one, then the first."""
        rows, columns = np.nonzero(self.cells)
        if len(rows) == 0:
            return self.window.north, self.window.west
        x0, y0 = self.window.centre(0, 0)
        dx, dy = x0 + columns * self.window.cell - point[0], y0 + rows * self.window.cell - point[1]
        best = np.lexsort((columns, rows, self._costs[rows, columns], dx * dx + dy * dy))[0]
        return int(rows[best]), int(columns[best])

    def way_to(self, row: int, column: int) -> tuple[Point, ...]:
        """The middles of the cells on the cheapest way to a cell, from the start."""
        way = [(row, column)]
        while way[-1] != (self.window.north, self.window.west):
            way.append(self._before(*way[-1]))
        return tuple(self.window.centre(*cell) for cell in reversed(way))

    def _before(self, row: int, column: int) -> tuple[int, int]:
        """The cell from which a cell was reached; the start if straight."""
        for which, (east, south) in enumerate(DIRECTIONS):
            at = row - south, column - east
            if (
                self.window.holds(*at)
                and self._costs[at] + self._moves.steps[which][at] == self._costs[row, column]
            ):
                return at
        return self.window.north, self.window.west


def reach(
    surface: Surface,
    mover: Base,
    allowance: Tenths,
    obstacles: Obstacles | None = None,
    *,
    cell: Tenths | None = None,
    until: Point | None = None,
) -> Reach:
    """Where a mover can get to. `until` stops the search once the cell of that point is settled."""
    if allowance < 0:
        raise ValueError(f"an allowance of {allowance} tenths")
    if not surface.ground.on(mover.at):
        raise ValueError(f"the mover's place {mover.at} is off the table")
    window = window_for(surface, mover.at, allowance, cell)
    held = obstacles or Obstacles(mover)
    field = Field(window, surface, held)
    moves = Moves(window, surface, field)
    goal = None if until is None else window.cell_of(until)
    costs = cheapest(moves, allowance, goal if goal and window.holds(*goal) else None)
    return Reach(window, surface.ground, moves, costs, field.taken)


def window_for(surface: Surface, at: Point, allowance: Tenths, cell: Tenths | None) -> Window:
    """The cells that could be reached if all ground were the best there is, and that lie on the table."""
    ground = surface.ground
    best = min([surface.going.open, *(layer.rate for layer in surface.layers if layer.rate is not None)])
    furthest = allowance * best.denominator // best.numerator
    even = furthest // CELLS_TO_EDGE // 4 * 4
    size = cell or max(LEAST_CELL, min(CELL_SIZES[ground.unit], even))
    if size < 4 or size % 4:
        raise ValueError(f"cells of {size} tenths; a multiple of 4 is wanted")
    while True:
        most = furthest // size
        sides = (at[0], at[1], ground.width - at[0], ground.height - at[1])
        west, north, east, south = (min(most, side // size) for side in sides)
        if (west + east + 1) * (north + south + 1) <= MOST_CELLS:
            return Window(at, size, west, north, east, south)
        size *= 2


def cheapest(moves: Moves, allowance: Tenths, goal: tuple[int, int] | None) -> Numbers:
    """The least cost to each cell within an allowance, `NEVER` beyond it.

    Cells are settled in batches: all whose cost is less than one move above the least open one, since no way over
    another open cell could make them cheaper.
    """
    shape = moves.steps.shape[1:]
    limit = allowance * moves.by + moves.by // 2
    steps = moves.steps.reshape(len(DIRECTIONS), -1)
    shifts = np.array([south * shape[1] + east for east, south in DIRECTIONS])[:, None]
    least_step = int(steps.min())
    costs = moves.straight().reshape(-1)
    costs[costs > limit] = NEVER
    is_open = np.ones(len(costs), dtype=np.bool_)
    end = -1 if goal is None else goal[0] * shape[1] + goal[1]
    while end < 0 or is_open[end]:
        waiting = np.flatnonzero(is_open & (costs < NEVER))
        if len(waiting) == 0:
            break
        batch = waiting[costs[waiting] < costs[waiting].min() + least_step]
        is_open[batch] = False
        new = costs[batch] + steps[:, batch]
        kept = new <= limit
        np.minimum.at(costs, (batch + shifts)[kept], new[kept])
    return costs.reshape(shape)
