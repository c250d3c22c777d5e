"""Borders: the outline of an area, or a line, made ready for many questions about bases near it.

Of a long outline only the few edges near a base can matter to it. They are picked by their boxes; what is asked of
them is answered by the same exact predicates as ever, so nothing here changes an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from deadground.space.bases import SLACK, Base, has_area, is_under, meets, point_to_segment
from deadground.space.many import Bools, Floats, Ints
from deadground.space.paths import Path
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, Segment, box_of, covers, do_cross, edges, where_among
from deadground.space.units import Tenths

BAND: Tenths = 512
"""Edges are sorted into bands this high, and those into squares this wide, so that one looks through those beside
a place only."""


Boxed = tuple[int, int, int, int, int, int, Segment]
"""An edge with its box before it: west, north, east, south; and the first column and band it is in."""


class Border:
    """A closed outline, or an open line."""

    def __init__(self, points: tuple[Point, ...], *, closed: bool) -> None:
        self.points = points
        self.closed = closed
        self.sides: tuple[Segment, ...] = tuple(edges(points) if closed else pairwise(points))
        self._bands: dict[int, list[Segment]] = {}
        self._squares: dict[tuple[int, int], list[Boxed]] = {}
        for side in self.sides:
            west, north, east, south = box_of(side)
            left, top = west // BAND, north // BAND
            for band in range(top, south // BAND + 1):
                self._bands.setdefault(band, []).append(side)
                for column in range(left, east // BAND + 1):
                    boxed = (west, north, east, south, left, top, side)
                    self._squares.setdefault((column, band), []).append(boxed)

    def sides_near(self, west: int, north: int, east: int, south: int) -> list[Segment]:
        """The edges whose boxes meet a box, each once: in the first of the squares that it shares with the box."""
        found: list[Segment] = []
        left, top = west // BAND, north // BAND
        for band in range(top, south // BAND + 1):
            for column in range(left, east // BAND + 1):
                for w, n, e, s, first, upper, side in self._squares.get((column, band), ()):
                    meets_box = w <= east and west <= e and n <= south and north <= s
                    if meets_box and column in (left, first) and band in (top, upper):
                        found.append(side)
        return found

    def covers(self, point: Point) -> bool:
        """Whether a point lies in a closed border or on it."""
        return self.closed and where_among(point, self._bands.get(point[1] // BAND, ())) >= 0

    def is_near(self, point: Point, limit: Tenths) -> bool:
        """Whether a point is at most `limit` from the line itself, exactly."""
        x, y = point
        near = self.sides_near(x - limit, y - limit, x + limit, y + limit)
        return any_within(point, near, limit)

    def by_circles(self, base: Base, limit: Tenths) -> bool | None:
        """Whether a base comes at most so near to what the border holds, as far as the circles in and about the
        base can tell; None where they cannot."""
        x, y = base.at
        far = limit + base.reach + SLACK
        near = self.sides_near(x - far, y - far, x + far, y + far)
        if not near:
            return self.covers(base.at)
        inner = base.radius if base.is_round else min(base.width, base.depth) // 2 - SLACK
        if any_within(base.at, near, limit + inner):
            return True
        return None if any_within(base.at, near, far) else self.covers(base.at)

    @cached_property
    def _arrays(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The edges for many questions at once: where each starts and ends, and its box."""
        starts = np.array([a for a, _ in self.sides], dtype=np.float64).reshape(-1, 2)
        ends = np.array([b for _, b in self.sides], dtype=np.float64).reshape(-1, 2)
        return starts, ends, np.minimum(starts, ends).T, np.maximum(starts, ends).T

    @property
    def ends(self) -> tuple[Floats, Floats]:
        """Where the edges start, and where they end."""
        return self._arrays[:2]

    def ends_between(self, north: int, south: int) -> tuple[Floats, Floats]:
        """Where the edges start and end that come between two lines across the table."""
        starts, ends, low, high = self._arrays
        beside = (low[1] <= south) & (high[1] >= north)
        return starts[beside], ends[beside]

    def lies_under(self, base: Base) -> bool:
        """Whether any part of a base lies in or on a closed border; as `bases.is_under`."""
        if base.is_round:
            return is_under(base, self.points)
        corners = base.corners
        if not has_area(corners):
            return is_under(base, self.points)
        near = self.sides_near(*box_of(corners))
        return any(meets(side, corners) for side in near) or self.covers(base.at)

    def comes_within(self, corners: Polygon, limit: Tenths) -> bool:
        """Whether a base with these corners, or its outline, comes at most so near to the line itself, exactly."""
        return covers(corners, self.sides[0][0]) or self.is_touched(corners, limit)

    def is_touched(self, corners: Polygon, limit: Tenths) -> bool:
        """Whether the outline of a base comes at most so near to the line itself, exactly."""
        west, north, east, south = box_of(corners)
        near = self.sides_near(west - limit, north - limit, east + limit, south + limit)
        if not near:
            return False
        sides = tuple(edges(corners))
        if any(do_cross(p, q) for p in sides for q in near):
            return True
        return limit > 0 and any(are_near(sides, line, limit) for line in near)

    def is_met(self, path: Path, reach: Tenths) -> bool:
        """Whether anything that reaches so far about a point of a path could touch what the border holds.

        No is sure, yes is not: the corridor along the path is looked at with its ends rounded off.
        """
        if self.covers(path[0]):
            return True
        for leg in pairwise(path):
            west, north, east, south = box_of(leg)
            for side in self.sides_near(west - reach, north - reach, east + reach, south + reach):
                if do_cross(leg, side) or are_near((leg, leg[::-1]), side, reach):
                    return True
        return False


def squares_to(xs: Ints, ys: Ints, starts: Floats, ends: Floats) -> Floats:
    """The square of the distance from each point to the nearest of some segments, in double precision."""
    if not len(starts):
        return np.full(len(xs), np.inf)
    dx, dy = (ends - starts).T[:, :, None]
    x, y = xs - starts[:, 0, None], ys - starts[:, 1, None]
    along = (x * dx + y * dy) / np.maximum(dx * dx + dy * dy, 1.0)
    along = np.minimum(np.maximum(along, 0.0), 1.0)
    x -= along * dx
    y -= along * dy
    found: Floats = (x * x + y * y).min(axis=0)
    return found


def are_inside(xs: Ints, ys: Ints, starts: Floats, ends: Floats) -> Bools:
    """Whether points that lie on none of an outline's edges lie inside it; those to the west may be left out."""
    (ax, ay), (bx, by) = starts.T[:, :, None], ends.T[:, :, None]
    spans = (ay > ys) != (by > ys)
    rise = np.where(by == ay, 1.0, by - ay)
    crossed = spans & (xs < ax + (bx - ax) * (ys - ay) / rise)
    found: Bools = np.logical_xor.reduce(crossed, axis=0)
    return found


def any_within(point: Point, sides: Iterable[Segment], limit: Tenths) -> bool:
    """Whether a point is at most `limit` from any of some segments, exactly."""
    square = limit * limit
    for side in sides:
        number, by = point_to_segment(point, side)
        if number <= square * by:
            return limit >= 0
    return False


def are_near(sides: Iterable[Segment], line: Segment, limit: Tenths) -> bool:
    """Whether any of some sides comes within a limit of a segment that it does not cross.

    Only the first end of each side is looked at: they are the sides of an outline, or one side both ways round.
    """
    square = limit * limit
    for side in sides:
        for point, segment in ((side[0], line), (line[0], side), (line[1], side)):
            number, by = point_to_segment(point, segment)
            if number <= square * by:
                return True
    return False


@lru_cache(maxsize=4096)
def border_of(points: tuple[Point, ...], *, closed: bool) -> Border:
    """The border of a polygon, or of a line; made once."""
    return Border(points, closed=closed)
