"""The ground as a bot sees it at a glance: a grid of squares with cover, going, sight and distances.

Everything here is an estimate, made once for a map and kept: the rules measure exactly, a player judges by eye. It
knows nothing but the map, so nothing it keeps is secret.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.space.units import REACH
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.rules.movement.going import Says, going_of
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.terrain import terrain_of

CELL = 250
"""The side of a square, in tenths of a millimetre: a little less than a base."""

RADIUS = 18
"""How many squares a window reaches from its middle: the longest direct shot, 450 mm."""

SIZE = 2 * RADIUS + 1
SAMPLES = 24

Scalar = TypeVar("Scalar", bound=np.generic)
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Cells = NDArray[np.int32]

OFF_X, OFF_Y = np.meshgrid(np.arange(-RADIUS, RADIUS + 1), np.arange(-RADIUS, RADIUS + 1))
AWAY: Floats = (np.hypot(OFF_X, OFF_Y) * CELL).astype(np.float32)
"""How far each square of a window is from its middle, in tenths."""

FARTHEST = REACH // CELL + RADIUS
APART: Floats = (
    np.hypot(*np.meshgrid(np.arange(-FARTHEST, FARTHEST + 1), np.arange(-FARTHEST, FARTHEST + 1)))
).astype(np.float32)
"""How far squares are apart, in squares, by rows and columns; the middle is none and none."""


def apart(down: int, right: int) -> Floats:
    """How far each square of a window is from one so far down and to the right of its middle, in squares."""
    top, left = FARTHEST - RADIUS - down, FARTHEST - RADIUS - right
    return APART[top : top + SIZE, left : left + SIZE]


SHARES: Floats = (np.arange(1, SAMPLES + 1) / SAMPLES).astype(np.float32)[:, None, None]


def all_from(said: Bools) -> Bools:
    """At which samples of each line everything up to there says yes."""
    found = said.copy()
    for sample in range(1, len(found)):
        found[sample] &= found[sample - 1]
    return found


def sampled(row: int, col: int) -> Cells:
    """Which squares of a window the samples of all lines from its middle lie in. Halves are rounded to even rows
    and columns, so that it matters whether those of the middle are even or odd."""
    rows = np.rint(row + OFF_Y * SHARES).astype(np.int32) - row + RADIUS
    cols = np.rint(col + OFF_X * SHARES).astype(np.int32) - col + RADIUS
    return np.asarray(rows * SIZE + cols, np.int32)


SAMPLED = [[sampled(row, col) for col in (0, 1)] for row in (0, 1)]

FAR = np.float32(1e6)

BY_ROAD = 520
"""Whoever keeps so near to the middle of a road marches by it."""

NUMBERS = np.arange(1, SAMPLES + 1, dtype=np.int16)[:, None, None]

LEVEL = np.int16(10 * SAMPLES)
"""A level of the ground in whole numbers, so that a sample's share of one is whole too."""

EYES = np.int16(SAMPLES)
"""How high the eyes of a stand are: a tenth of a level."""

THROUGH = 1000
"""How much closed ground direct fire goes through. KIM-R50"""

COVERED = np.float32(0.78)
"""What cover leaves of a chance to be hit, roughly."""

DEEP = 450
"""How far into bad going a move may run: one base depth, and what its own half takes."""


CLOSE: Bools = np.asarray(AWAY <= THROUGH, np.bool_)
"""The squares of a window that closed ground does not hide from its middle."""


class Window(NamedTuple):
    """What can be said of the squares about one: to which the line is open, which can be shot at from it, and from
    which a stand in it can be shot at."""

    line: Bools
    shot: Bools
    under_fire: Bools


class Grid:
    """A map in squares. Two-dimensional fields are indexed by row and column and padded by a window all round."""

    def __init__(self, ground: Ground, says: Says, cleared: frozenset[str] = frozenset()) -> None:
        self.cols = ground.width // CELL + 1
        self.rows = ground.height // CELL + 1
        self.ground = ground
        shape = (self.rows + 2 * RADIUS, self.cols + 2 * RADIUS)
        self.cover: Bools = np.zeros(shape, np.bool_)
        self.closed: Bools = np.zeros(shape, np.bool_)
        self.bad: Bools = np.zeros(shape, np.bool_)
        self.road: Bools = np.zeros(shape, np.bool_)
        self.mines: Bools = np.zeros(shape, np.bool_)
        self.barred: Bools = np.ones(shape, np.bool_)
        self.level: NDArray[np.int16] = np.zeros(shape, np.int16)
        for row in range(self.rows):
            for col in range(self.cols):
                self._read(row + RADIUS, col + RADIUS, says, cleared)
        self.corridors: tuple[list[list[bool]], ...] = tuple(
            self.strip(piece.points, BY_ROAD).tolist()
            for piece in ground.pieces
            if going_of(piece, says) == "road"
        )
        """For each road, row by row, the squares from which it is near enough to march by it."""
        self._windows: dict[tuple[int, int], Window] = {}
        self._walks: dict[tuple[int, int], Bools] = {}
        self._fields: dict[tuple[int, int, int], Floats] = {}
        self._rows: dict[tuple[int, int, int], list[list[float]]] = {}

    def _read(self, row: int, col: int, says: Says, cleared: frozenset[str]) -> None:
        """What one square is, by the ground at its middle; mines that were cleared are none."""
        here = [one for one in self.ground.pieces_at(self.middle(row, col)) if one.id not in cleared]
        words = [going_of(piece, says) for piece in here]
        lifted = any(terrain_of(piece).lifts for piece in here)
        held = [piece for piece in here if not (lifted and terrain_of(piece).low)]
        on_road = "road" in words or "crossing" in words
        self.cover[row, col] = any(terrain_of(piece).conceals for piece in held)
        self.closed[row, col] = any(terrain_of(piece).blocks for piece in held)
        self.mines[row, col] = "mines" in words
        self.bad[row, col] = not on_road and ("bad" in words or "mines" in words)
        self.road[row, col] = on_road
        self.barred[row, col] = "impassable" in words and not on_road
        relief = [piece.level for piece in held if piece.is_relief]
        self.level[row, col] = relief[-1] if relief else 0

    def strip(self, line: Sequence[Point], half: float) -> Bools:
        """The squares whose middles are no further than so much from a line."""
        x = (np.arange(self.cover.shape[1]) - RADIUS)[None, :] * CELL + CELL // 2
        y = (np.arange(self.cover.shape[0]) - RADIUS)[:, None] * CELL + CELL // 2
        near = np.zeros(self.cover.shape, np.bool_)
        for (ax, ay), (bx, by) in pairwise(line):
            dx, dy = bx - ax, by - ay
            share = np.clip(((x - ax) * dx + (y - ay) * dy) / max(1, dx * dx + dy * dy), 0, 1)
            near |= np.hypot(ax + share * dx - x, ay + share * dy - y) <= half
        return near

    def cell(self, at: Point) -> tuple[int, int]:
        """The row and column of a point."""
        row, col = at[1] // CELL, at[0] // CELL
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            row, col = min(max(row, 0), self.rows - 1), min(max(col, 0), self.cols - 1)
        return row + RADIUS, col + RADIUS

    def middle(self, row: int, col: int) -> Point:
        """The point in the middle of a square, on the table."""
        x, y = (int(col) - RADIUS) * CELL + CELL // 2, (int(row) - RADIUS) * CELL + CELL // 2
        return min(x, self.ground.width - CELL), min(y, self.ground.height - CELL)

    def window(self, cell: tuple[int, int]) -> Window:
        """The window of a square; made when it is first wanted."""
        found = self._windows.get(cell)
        if found is None:
            found = self._windows[cell] = self._look(*cell)
        return found

    def walk(self, cell: tuple[int, int]) -> Bools:
        """Which squares about one a straight march from it reaches; worked out when it is first wanted."""
        found = self._walks.get(cell)
        if found is None:
            found = self._walks[cell] = self._walk(*cell)
        return found

    def _look(self, row: int, col: int) -> Window:
        """Lines from one square to all about it, sampled."""
        line = self._line(row, col)
        shot = line & CLOSE if self.deep[row, col] else line
        under_fire = line & (~self.about(self.deep, (row, col)) | CLOSE)
        return Window(line, shot, under_fire)

    def _along(self, field: NDArray[Scalar], row: int, col: int) -> NDArray[Scalar]:
        """What a field says at the samples of all the lines from a square."""
        found: NDArray[Scalar] = self.about(field, (row, col)).ravel().take(SAMPLED[row % 2][col % 2])
        return found

    def _line(self, row: int, col: int) -> Bools:
        """Between which squares direct fire passes: 100 of concealing ground at most, no higher ground between."""
        between: Bools = np.ones((SIZE, SIZE), np.bool_)
        if self.about(self.cover, (row, col)).any() or self.about(self.closed, (row, col)).any():
            cover = self._along(self.cover, row, col)
            about = all_from(cover[::-1])[::-1]
            if self.cover[row, col]:
                about = about | all_from(cover)
            crossed = self._along(self.closed, row, col) | about
            depth = np.add.reduce(crossed, 0, dtype=np.uint8) / np.float64(SAMPLES) * AWAY
            between &= depth <= THROUGH
        if np.ptp(self.about(self.level, (row, col))):
            between &= ~self._is_hidden(row, col)
        return between

    def _is_hidden(self, row: int, col: int) -> Bools:
        """Which squares lie behind higher ground: the line to them from the eyes is below it somewhere."""
        levels = self._along(self.level, row, col) * LEVEL
        here, there = self.level[row, col] * LEVEL, levels[-1]
        own = all_from(levels == here)
        own |= all_from((levels == there)[::-1])[::-1]
        above = levels > here + (there - here) // SAMPLES * NUMBERS + EYES
        above &= ~own
        return np.asarray(above.any(0), np.bool_)

    def _walk(self, row: int, col: int) -> Bools:
        """Which squares a straight march reaches in one go: not through what bars it, and into bad going only at
        its very end."""
        free: Bools = np.ones((SIZE, SIZE), np.bool_)
        if self.about(self.barred, (row, col)).any():
            free &= ~self._along(self.barred, row, col).any(0)
        if self.about(self.bad, (row, col)).any():
            bad = self._along(self.bad, row, col)
            if self.bad[row, col]:
                bad &= ~all_from(bad)
            left = (1 - SHARES[:, 0, 0][bad.argmax(0)]) * AWAY
            free &= ~bad.any(0) | (left <= DEEP)
        return free

    def about(self, field: NDArray[Scalar], cell: tuple[int, int]) -> NDArray[Scalar]:
        """The part of a field that lies in the window of a square."""
        row, col = cell
        return field[row - RADIUS : row + RADIUS + 1, col - RADIUS : col + RADIUS + 1]

    def ways(self, goal: tuple[int, int], slow: int) -> Floats:
        """How far every square is from a goal, in tenths of open going; bad going counts `slow` tenths of it."""
        key = (*goal, slow)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = self._spread(goal, slow / 10)
        return found

    def ways_by_row(self, goal: tuple[int, int], slow: int) -> list[list[float]]:
        """The same as plain rows of numbers, for those who go from square to square."""
        key = (*goal, slow)
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = self.ways(goal, slow).tolist()
        return found

    def _spread(self, goal: tuple[int, int], slow: float) -> Floats:
        """Dijkstra from the goal over eight neighbours."""
        cost = np.where(self.bad, slow, np.where(self.road, 0.72, 1.0))
        cost = np.where(self.mines, slow + 6.0, cost)
        cost[self.barred] = np.inf
        steps = cost.tolist()
        rows, cols = self.cover.shape
        best = [[float(FAR)] * cols for _ in range(rows)]
        best[goal[0]][goal[1]] = 0.0
        queue = [(0.0, goal[0], goal[1])]
        while queue:
            far, row, col = heapq.heappop(queue)
            if far > best[row][col]:
                continue
            for down, right, length in NEIGHBOURS:
                r, c = row + down, col + right
                if not (0 <= r < rows and 0 <= c < cols):
                    continue
                there = far + length * (steps[row][col] + steps[r][c]) / 2
                if there < best[r][c]:
                    best[r][c] = there
                    heapq.heappush(queue, (there, r, c))
        return np.asarray(best, np.float32)

    @cached_property
    def has_mines(self) -> bool:
        return bool(self.mines.any())

    @cached_property
    def shield(self) -> Floats:
        """What the cover of each square leaves of a chance to be hit in it."""
        return np.where(self.cover, COVERED, np.float32(1))

    @cached_property
    def deep(self) -> Bools:
        """The squares so far inside closed ground that one sees no more than 100 from them."""
        found = self.closed.copy()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                found &= np.roll(self.closed, (down, right), (0, 1))
        return found

    @cached_property
    def refuge(self) -> Floats:
        """How far each square is from the nearest cover that can be stood in, in tenths, up to a window's reach."""
        rows, cols = self.cover.shape
        far = np.full((rows, cols), FAR, np.float32)
        good = self.cover & ~self.barred
        for down, right in zip(OFF_Y.ravel(), OFF_X.ravel(), strict=True):
            reach = np.float32(np.hypot(down, right) * CELL)
            if reach > 1500:
                continue
            moved = np.zeros_like(good)
            to_r, to_c = (
                slice(max(0, -down), rows - max(0, down)),
                slice(max(0, -right), cols - max(0, right)),
            )
            from_r, from_c = (
                slice(max(0, down), rows + min(0, down)),
                slice(max(0, right), cols + min(0, right)),
            )
            moved[to_r, to_c] = good[from_r, from_c]
            far = np.where(moved, np.minimum(far, reach), far)
        return far


NEIGHBOURS = tuple(
    (down, right, CELL * (1.4142 if down and right else 1.0))
    for down in (-1, 0, 1)
    for right in (-1, 0, 1)
    if down or right
)


@lru_cache(maxsize=32)
def grid(ground: Ground, says: Says, cleared: frozenset[str]) -> Grid:
    """The grid of a table; made once."""
    return Grid(ground, says, cleared)


def grid_of(state: StandsState) -> Grid:
    """The grid of a battle's table."""
    cleared = frozenset(one.id for one in state.minefields.values() if one.cleared)
    return grid(ground_of(state), Says(state.impassable, state.steep, state.works_are_bad_going), cleared)
