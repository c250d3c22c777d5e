"""The lie of the land as a bot sees it at a glance: squares of an inch with cover, going, sight and distances.

Everything here is an estimate, made once for a ground and kept: the rules measure exactly, a sergeant judges by
eye. It knows nothing but the ground, so nothing it keeps is secret.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deadground.core.memory import Memory
from deadground.space.ground import Ground, Piece
from deadground.space.plane import FULL_TURN, Facing, Point, along, distance, facing_of, minus
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.rules.movement.going import surfaces
from deadground.systems.skirmish.rules.sight.cover import found_on, is_linear
from deadground.systems.skirmish.state import BASE, INCH, SkirmishState
from deadground.systems.skirmish.terrain import terrain_of

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]

FINE = INCH // 2
"""The side of the small squares that lines of sight are looked up in."""

INTO = 2
"""How many inches of a house or wood a line may cross at one of its ends."""

QUARTERS = 16
"""From how many sides the cover of a square is looked at."""

FROM = 6 * INCH
"""From how far away."""

FAR = np.float32(1e6)
WALK = 18 * INCH
"""Farther than this nobody walks in one go."""

TOLL = 2.0
"""What it costs to cross a wall, a door or a window. NS-39"""

POINTS_KEPT = 20_000
"""How many points a land remembers something about."""

STARTS_KEPT, RINGS_KEPT = 2_000, 400
"""From how many points it remembers what walks cost; from how many what one passes on the way, and how far all
squares are."""

WALKED = (np.arange(8)[:, None] + 0.5) / 8
"""At which parts of a walk the ground is looked at."""

TURN = FULL_TURN // QUARTERS
STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


@lru_cache(maxsize=POINTS_KEPT)
def facing_to(at: Point, there: Point) -> Facing:
    """Where somebody at a place faces who looks at another."""
    return facing_of(minus(there, at))


class Land:
    """The squares of a ground, row by row in one line; a square is a number."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.columns = max(1, -(-ground.width // INCH))
        self.rows = max(1, -(-ground.height // INCH))
        self.size = self.rows * self.columns
        self.column_of: Ints = np.tile(np.arange(self.columns, dtype=np.int32), self.rows)
        self.row_of: Ints = np.repeat(np.arange(self.rows, dtype=np.int32), self.columns)
        self._seen: dict[int, Bools] = {}
        self._covered_from: dict[int, Bools] = {}
        self._ways: dict[tuple[int, int, int], Floats] = {}
        self._rings: dict[tuple[int, int], Ints] = {}
        self._lines_near: dict[int, NDArray[np.int64]] = {}
        self._besides: Memory[Point, Ints] = Memory(POINTS_KEPT)
        self._onward: Memory[tuple[int, int, float], int] = Memory(POINTS_KEPT)
        self._inches: Memory[int, Floats] = Memory(RINGS_KEPT)
        self._passed: Memory[tuple[Point, int], Ints] = Memory(RINGS_KEPT)
        self._walks: Memory[Point, dict[int, float]] = Memory(STARTS_KEPT)

    def square(self, at: Point) -> int:
        """The square a point lies in; of one off the table the nearest."""
        column, row = at[0] // INCH, at[1] // INCH
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            column, row = min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)
        return row * self.columns + column

    def middle(self, square: int) -> Point:
        """The middle of a square, a little off the edge of the table."""
        row, column = divmod(square, self.columns)
        return column * INCH + INCH // 2, row * INCH + INCH // 2

    def around(self, square: int, inches: int) -> Ints:
        """The squares within so many inches of a square."""
        found = self._rings.get((square, inches))
        if found is None:
            row, column = divmod(square, self.columns)
            apart = (self.row_of - row) ** 2 + (self.column_of - column) ** 2
            found = self._rings[square, inches] = np.nonzero(apart <= inches * inches)[0].astype(np.int32)
        return found

    def beside(self, at: Point) -> Ints:
        """The squares in whose middle nobody else can stand while somebody stands at a point."""
        return self._besides.recall(at, lambda: self._all_beside(at))

    def _all_beside(self, at: Point) -> Ints:
        near = self.around(self.square(at), 2).tolist()
        return np.array([square for square in near if distance(self.middle(square), at) < 2 * BASE], np.int32)

    @cached_property
    def _offsets(self) -> tuple[Ints, Ints]:
        """How many rows down and columns across every square may lie from another."""
        down = np.arange(1 - self.rows, self.rows, dtype=np.int32)[:, None]
        right = np.arange(1 - self.columns, self.columns, dtype=np.int32)[None, :]
        return down, right

    def _from(self, table: NDArray[Any], square: int) -> NDArray[Any]:
        """The part of a table by offsets that tells of every square as seen from one."""
        row, column = divmod(square, self.columns)
        down = slice(self.rows - 1 - row, 2 * self.rows - 1 - row)
        right = slice(self.columns - 1 - column, 2 * self.columns - 1 - column)
        return table[..., down, right].reshape(*table.shape[:-2], -1)

    @cached_property
    def _distances(self) -> Floats:
        return np.hypot(*self._offsets).astype(np.float32)

    def inches_from(self, square: int) -> Floats:
        """How far every square is from one, in inches; kept, so nobody may write in it."""
        return self._inches.recall(square, lambda: self._from(self._distances, square))

    def inches_to_edge(self, edge: str) -> Floats:
        """How far every square is from an edge of the table, in inches."""
        away = {
            "north": self.row_of,
            "south": self.rows - 1 - self.row_of,
            "west": self.column_of,
            "east": self.columns - 1 - self.column_of,
        }[edge]
        return away.astype(np.float32)

    @cached_property
    def inside(self) -> tuple[Bools, Bools, Bools]:
        """Squares that cover a man who keeps still, one who moves, and that conceal him."""
        still, always, hidden = (np.zeros(self.size, np.bool_) for _ in range(3))
        for square in range(self.size):
            for piece in self.ground.pieces_at(self.middle(square)):
                terrain = terrain_of(piece)
                still[square] |= terrain.cover != "no" and piece.kind != "wreck"
                always[square] |= terrain.cover == "all" and piece.kind != "wreck"
                hidden[square] |= terrain.concealment != "no"
        return still, always, hidden

    @cached_property
    def covered(self) -> NDArray[np.bool_]:
        """From which quarters each square is covered, for one who keeps still: a line for each quarter."""
        found = np.repeat(self.inside[0][None, :], QUARTERS, axis=0)
        near = self._near([piece for piece in self.ground.pieces if is_linear(piece)], INCH)
        for square in np.nonzero(near & ~self.inside[0])[0].tolist():
            at = self.middle(square)
            for quarter in range(QUARTERS):
                there = along(at, quarter * TURN, FROM)
                found[quarter, square] = any(found_on(self.ground, at, there, True, "cover"))
        return found

    @cached_property
    def _quarters(self) -> Ints:
        down, right = self._offsets
        turn = np.arctan2(-right, down) / (2 * np.pi) * QUARTERS
        return np.rint(turn).astype(np.int32) % QUARTERS

    def quarters_to(self, square: int) -> Ints:
        """In which quarter a square lies, as seen from every other one."""
        return self._from(self._quarters, square)

    def is_covered(self, at: Point, from_: Point) -> bool:
        """Whether a man who keeps still at a place is covered from another."""
        if at == from_:
            return False
        quarter = (facing_to(at, from_) + TURN // 2) // TURN % QUARTERS
        return bool(self.covered[quarter, self.square(at)])

    def covered_from(self, square: int) -> Bools:
        """The squares that are covered from one."""
        found = self._covered_from.get(square)
        if found is None:
            found = self.covered[self.quarters_to(square), np.arange(self.size)]
            self._covered_from[square] = found
        return found

    @cached_property
    def _labels(self) -> tuple[Ints, Ints, int]:
        """Which house or wood, and which hill, each small square is in, 0 for none; how many columns they have."""
        columns, rows = 2 * self.columns + 1, 2 * self.rows + 1
        closed, hills = np.zeros(columns * rows, np.int32), np.zeros(columns * rows, np.int32)
        for number, piece in enumerate(self.ground.pieces, 1):
            sight = terrain_of(piece).sight
            if sight not in ("woods", "building", "hill") or not piece.polygon:
                continue
            west, north, east, south = (value // FINE for value in piece.box)
            for row in range(max(0, north), min(rows - 1, south) + 1):
                for column in range(max(0, west), min(columns - 1, east) + 1):
                    if piece.holds((column * FINE + FINE // 2, row * FINE + FINE // 2)):
                        (hills if sight == "hill" else closed)[row * columns + column] = number
        return closed, hills, columns

    @cached_property
    def _levels(self) -> Ints:
        return np.array([self.ground.level_at(self.middle(one)) for one in range(self.size)], np.int32)

    def seen(self, square: int) -> Bools:
        """The squares that can be seen from one, whichever way somebody looks."""
        found = self._seen.get(square)
        if found is None:
            found = self._seen[square] = self._look(square)
        return found

    def seen_from_any(self, squares: Iterable[int]) -> Bools:
        """The squares that can be seen from any of some."""
        found = np.zeros(self.size, np.bool_)
        for square in squares:
            found |= self.seen(square)
        return found

    @cached_property
    def _lines(self) -> tuple[NDArray[np.intp], Ints]:
        """For every square relative to another: the small squares of the line to it, and its length in steps.

        A line has a step for each inch down or across, whichever are more, and stays at its end after that.
        """
        _, _, columns = self._labels
        down, right = self._offsets
        away = np.maximum(np.maximum(np.abs(down), np.abs(right)), 1)
        steps = np.arange(max(self.rows, self.columns))[:, None, None]
        share = np.minimum(steps / away, 1.0)
        where = np.floor(2 * down * share) * columns + np.floor(2 * right * share)
        return where.astype(np.intp), away.astype(np.int32)

    def _look(self, square: int) -> Bools:
        closed, hills, columns = self._labels
        row, column = divmod(square, self.columns)
        lines, lengths = self._lines
        longest = max(row, self.rows - 1 - row, column, self.columns - 1 - column)
        start = (2 * row + 1) * columns + 2 * column + 1
        where = self._from(lines[: longest + 1], square) + start
        label = closed[where]
        found: Bools = ~label.any(axis=0)
        doubtful = np.nonzero(~found)[0]
        found[doubtful] = self._through(square, doubtful, label[:, doubtful], self._from(lengths, square))
        if self._has_hills:
            doubtful = np.nonzero(found)[0]
            found[doubtful] = self._over_hills(square, doubtful, hills[where[:, doubtful]])
        for hedge, close in self._hedges:
            if not close[square]:
                found &= ~self._behind_hedge(square, hedge, close)
        return found

    def _through(self, square: int, to: NDArray[np.intp], label: Ints, away: Ints) -> Bools:
        """Which lines that touch houses and woods pass them: inside the same one, or a little way out or in."""
        here, there = label[0], label[-1]
        steps = np.arange(len(label))[:, None]
        out = steps <= INTO if self._edge[square] else steps < 0
        free = (label == 0) | ((label == here) & (out | (here == there)))
        free |= (label == there) & (away[to] - steps <= INTO) & self._edge[to]
        return np.asarray(free.all(axis=0))

    @cached_property
    def _hedges(self) -> list[tuple[Piece, Bools]]:
        """The hedges, each with the squares that are close to it."""
        hedges = [piece for piece in self.ground.pieces if terrain_of(piece).sight == "hedge"]
        return [(piece, self._near([piece], INCH)) for piece in hedges]

    @cached_property
    def _edge(self) -> Bools:
        """Squares from which one sees out of the house or wood they may be in."""
        closed = [piece for piece in self.ground.pieces if terrain_of(piece).sight in ("woods", "building")]
        return self._near(closed, INCH)

    @cached_property
    def _has_hills(self) -> bool:
        return bool(self._labels[1].any())

    def _over_hills(self, square: int, to: NDArray[np.intp], label: Ints) -> Bools:
        """Which lines are not stopped by a hill that neither end is on."""
        low = np.minimum(self._levels[to], self._levels[square])
        heights = np.array([0, *(piece.level for piece in self.ground.pieces)], np.int32)[label]
        free = (label == 0) | (label == label[0]) | (label == label[-1]) | (low >= heights)
        return np.asarray(free.all(axis=0))

    def _behind_hedge(self, square: int, hedge: Piece, close: Bools) -> Bools:
        """The squares that a hedge hides from one that is not close to it: it lies between, with room behind it."""
        lines = np.array([(*one, *other) for one, other in pairwise(hedge.points)], np.int64).T[:, :, None]
        return np.asarray((crossed(lines, self.middle(square), self._middles) > 0) & ~close)

    def _near(self, pieces: list[Piece], reach: int) -> Bools:
        """The squares whose middle is within a distance of the lines of some pieces."""
        near = np.zeros(self.size, np.bool_)
        x, y = self._middles
        for piece in pieces:
            outline = piece.polygon + piece.polygon[:1] if piece.polygon else piece.points
            for (ax, ay), (bx, by) in pairwise(outline):
                dx, dy = bx - ax, by - ay
                share = np.clip(((x - ax) * dx + (y - ay) * dy) / max(1, dx * dx + dy * dy), 0, 1)
                near |= np.hypot(x - ax - share * dx, y - ay - share * dy) <= reach
        return near

    @cached_property
    def _middles(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The middles of all squares, across and down."""
        across, down = (line.astype(np.int64) * INCH + INCH // 2 for line in (self.column_of, self.row_of))
        return across, down

    @cached_property
    def _paces(self) -> Floats:
        """What an inch costs in every square."""
        surface, _ = surfaces(self.ground)
        rates = [surface.rate_at(self.middle(square)) for square in range(self.size)]
        return np.array([FAR if rate is None else float(rate) for rate in rates], np.float32)

    @cached_property
    def _barriers(self) -> NDArray[np.int64]:
        """The lines that cost two inches to cross: their ends, a line for each number."""
        lines = [
            (*one, *other)
            for piece in self.ground.pieces
            if terrain_of(piece).going in ("linear", "door")
            for one, other in pairwise(piece.polygon + piece.polygon[:1] if piece.polygon else piece.points)
        ]
        return np.array(lines, np.int64).reshape(-1, 4).T[:, :, None]

    @cached_property
    def _edges(self) -> list[list[tuple[int, float]]]:
        """What it costs to go from each square to its neighbours, in inches."""
        found: list[list[tuple[int, float]]] = [[] for _ in range(self.size)]
        x, y = self._middles
        for down, right in STEPS:
            row, column = self.row_of + down, self.column_of + right
            here = np.nonzero((row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns))[0]
            there = here + down * self.columns + right
            pace = (self._paces[here] + self._paces[there]) / 2
            toll = TOLL * crossed(self._barriers, (x[here], y[here]), (x[there], y[there]))
            cost = math.hypot(down, right) * pace + toll
            for square, to, inches in zip(here.tolist(), there.tolist(), cost.tolist(), strict=True):
                if inches < FAR / 2:
                    found[square].append((to, inches))
        return found

    def walks(self, start: Point, squares: list[int]) -> list[float]:
        """About what it costs to walk straight from a point to the middle of each of some squares, in inches."""
        known = self._walks.recall(start, dict)
        new = [square for square in squares if square not in known]
        if new:
            known.update(zip(new, self._walk(start, np.array(new, np.int32)).tolist(), strict=True))
        return [known[square] for square in squares]

    def _walk(self, start: Point, squares: Ints) -> Floats:
        x, y = start
        over, down = self._middles[0][squares], self._middles[1][squares]
        pace = self._paces[self.passed(start, squares)].sum(axis=0) / len(WALKED)
        length = np.hypot(over - x, down - y) / INCH
        toll = TOLL * crossed(self._near_lines(self.square(start)), start, (over, down))
        return np.asarray(length * pace + toll, np.float32)

    def passed(self, start: Point, squares: Ints) -> Ints:
        """The squares one passes on the straight way from a point to each of some squares: a column for each."""
        x, y = start
        over, down = self._middles[0][squares], self._middles[1][squares]
        across = (x + (over - x) * WALKED).astype(np.int32) // INCH
        along = (y + (down - y) * WALKED).astype(np.int32) // INCH
        return along * self.columns + across

    def passed_around(self, start: Point, inches: int) -> Ints:
        """The same for all squares within so many inches of the one the point lies in; kept for a while."""
        return self._passed.recall(
            (start, inches), lambda: self.passed(start, self.around(self.square(start), inches))
        )

    def _near_lines(self, square: int) -> NDArray[np.int64]:
        """The lines that somebody in a square may come to cross, as columns of ends."""
        found = self._lines_near.get(square)
        if found is None:
            cx, cy, dx, dy = self._barriers
            x, y = self.middle(square)
            near = (np.minimum(cx, dx) <= x + WALK) & (np.maximum(cx, dx) >= x - WALK)
            near &= (np.minimum(cy, dy) <= y + WALK) & (np.maximum(cy, dy) >= y - WALK)
            found = self._lines_near[square] = self._barriers[:, near[:, 0]]
        return found

    def ways(self, goal: int, turned: int = 0, wing: int = 0) -> Floats:
        """How far every square is from a goal on foot, in inches.

        With a wing the ground to one side of the line that leads to it in a direction counts for more: -1 keeps to
        the left, 1 to the right.
        """
        key = (goal, turned, wing)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._spread(goal, turned, wing)
        return found

    def onward(self, square: int, goal: int, inches: float) -> int:
        """Where somebody will be who goes so far from a square towards a goal."""
        return self._onward.recall((square, goal, inches), lambda: self._go_on(square, goal, inches))

    def _go_on(self, square: int, goal: int, inches: float) -> int:
        ways = self.ways(goal)
        left = float(ways[square]) - inches
        while ways[square] > left and square != goal:
            steps = [to for to, _ in self._edges[square]]
            best = min(steps, key=lambda to: ways[to], default=square)
            if ways[best] >= ways[square]:
                break
            square = best
        return square

    def _spread(self, goal: int, turned: int, wing: int) -> Floats:
        """Outwards from a goal. Steps are taken backwards, which costs the same but for what is slow at one end."""
        weight = self._leaning(goal, turned, wing)
        far = [float(FAR)] * self.size
        far[goal] = 0.0
        waiting = [(0.0, goal)]
        edges = self._edges
        while waiting:
            so_far, square = heappop(waiting)
            if so_far > far[square]:
                continue
            for to, cost in edges[square]:
                total = so_far + cost * weight[to]
                if total < far[to]:
                    far[to] = total
                    heappush(waiting, (total, to))
        return np.array(far, np.float32)

    def _leaning(self, goal: int, turned: int, wing: int) -> list[float]:
        if not wing:
            return [1.0] * self.size
        row, column = divmod(goal, self.columns)
        angle = np.radians(turned / 10)
        right = (self.column_of - column) * np.cos(angle) + (self.row_of - row) * np.sin(angle)
        return [1.35 if away < 2 else 1.0 for away in (right * wing).tolist()]


Points = tuple[NDArray[np.int64] | int, NDArray[np.int64] | int]
"""Points across and down, or one."""


def crossed(lines: NDArray[np.int64], start: Points, end: Points) -> Ints:
    """How many of some lines are crossed on the straight way from each of some points to another."""
    (ax, ay), (bx, by), (cx, cy, dx, dy) = start, end, lines
    over, down = bx - ax, by - ay
    one = over * (cy - ay) > down * (cx - ax)
    other = over * (dy - ay) > down * (dx - ax)
    mine = (dx - cx) * (ay - cy) > (dy - cy) * (ax - cx)
    theirs = (dx - cx) * (by - cy) > (dy - cy) * (bx - cx)
    return np.asarray(((one != other) & (mine != theirs)).sum(axis=0, dtype=np.int32))


@lru_cache(maxsize=8)
def land(ground: Ground) -> Land:
    return Land(ground)


def land_of(state: SkirmishState) -> Land:
    """The land of a battle."""
    return land(ground_of(state))
