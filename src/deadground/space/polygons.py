"""Polygons with lattice corners: inside or not, area, faults, and lines with a width turned into polygons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from deadground.space.plane import Point, cross, dot, minus

Polygon = tuple[Point, ...]
Segment = tuple[Point, Point]
Box = tuple[int, int, int, int]
"""West, north, east, south."""


def edges(polygon: Polygon) -> Iterator[Segment]:
    return zip(polygon, polygon[1:] + polygon[:1], strict=True)


def double_area(polygon: Polygon) -> int:
    """Twice the area; positive when the corners run clockwise as seen on the table."""
    return sum(cross(a, b) for a, b in edges(polygon))


def box_of(points: tuple[Point, ...]) -> Box:
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        return (
            (ax if ax < bx else bx),
            (ay if ay < by else by),
            (bx if ax < bx else ax),
            (by if ay < by else ay),
        )
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def boxes_meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def is_on_segment(point: Point, segment: Segment) -> bool:
    (ax, ay), (bx, by) = segment
    x, y = point
    if (bx - ax) * (y - ay) != (by - ay) * (x - ax):
        return False
    return (x - ax) * (x - bx) + (y - ay) * (y - by) <= 0


def where_in(point: Point, polygon: Polygon) -> int:
    """1 inside, 0 on the edge, -1 outside; exactly."""
    return where_among(point, edges(polygon))


def where_among(point: Point, sides: Iterable[Segment]) -> int:
    """The same by a polygon's edges; those that lie wholly above or below the point may be left out."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in sides:
        if (ay > y and by > y) or (ay < y and by < y):
            continue
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and (x - ax) * (x - bx) + (y - ay) * (y - by) <= 0:
            return 0
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            inside = not inside
    return 1 if inside else -1


def covers(polygon: Polygon, point: Point) -> bool:
    """Whether a point is in a polygon or on its edge."""
    return where_in(point, polygon) >= 0


def do_cross(p: Segment, q: Segment) -> bool:
    """Whether two segments have a point in common."""
    (ax, ay), (bx, by) = p
    (cx, cy), (dx, dy) = q
    x, y = bx - ax, by - ay
    c_side, d_side = x * (cy - ay) - y * (cx - ax), x * (dy - ay) - y * (dx - ax)
    if (c_side > 0 and d_side > 0) or (c_side < 0 and d_side < 0):
        return False
    x, y = dx - cx, dy - cy
    a_side, b_side = x * (ay - cy) - y * (ax - cx), x * (by - cy) - y * (bx - cx)
    if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
        return False
    if a_side and b_side and c_side and d_side:
        return True
    a, b, c, d = p[0], p[1], q[0], q[1]
    return is_on_segment(c, p) or is_on_segment(d, p) or is_on_segment(a, q) or is_on_segment(b, q)


def fault_of(polygon: Polygon) -> str | None:
    """What is wrong with a polygon: too few corners, no area, a corner twice, edges that cross."""
    if len(polygon) < 3:
        return f"a polygon has at least 3 corners, not {len(polygon)}"
    if len(set(polygon)) < len(polygon):
        twice = next(point for i, point in enumerate(polygon) if point in polygon[:i])
        return f"the corner {twice} is there twice"
    if double_area(polygon) == 0:
        return "it has no area"
    return crossing_edges(polygon)


def crossing_edges(polygon: Polygon) -> str | None:
    """The first two edges that cross, swept from west to east so that long polygons stay quick."""
    count = len(polygon)
    order = sorted(range(count), key=lambda i: min(polygon[i][0], polygon[(i + 1) % count][0]))
    live: list[int] = []
    for i in order:
        edge = (polygon[i], polygon[(i + 1) % count])
        west = min(edge[0][0], edge[1][0])
        live = [j for j in live if max(polygon[j][0], polygon[(j + 1) % count][0]) >= west]
        for j in live:
            other = (polygon[j], polygon[(j + 1) % count])
            near = (i - j) % count in (1, count - 1)
            if folds_back(edge, other) if near else do_cross(edge, other):
                return f"its edges from {edge[0]} and from {other[0]} cross"
        live.append(i)
    return None


def folds_back(a: Segment, b: Segment) -> bool:
    """Whether two edges that share a corner run over each other."""
    shared = a[1] if a[1] in b else a[0]
    one = a[0] if shared == a[1] else a[1]
    other = b[0] if shared == b[1] else b[1]
    v, w = minus(one, shared), minus(other, shared)
    return cross(v, w) == 0 and dot(v, w) > 0


def widened(line: tuple[Point, ...], width: int) -> Polygon:
    """A line with a width as a polygon: both sides offset by half the width, corners mitred.

    A mitre longer than twice the half width is cut off square. Offsets are made in floating point and rounded
    once to the lattice, so the polygon itself is exact from then on.
    """
    left = [offset_corner(line, i, width / 2) for i in range(len(line))]
    right = [offset_corner(line, i, -width / 2) for i in range(len(line))]
    whole = [point for corner in left for point in corner]
    whole += [point for corner in reversed(right) for point in reversed(corner)]
    return tuple(point for i, point in enumerate(whole) if point != whole[i - 1])


def offset_corner(line: tuple[Point, ...], i: int, half: float) -> list[Point]:
    """The one or two points beside a corner of a line, at a distance to its left (or right, if negative)."""
    normals = [normal(line[j], line[j + 1]) for j in (i - 1, i) if 0 <= j < len(line) - 1]
    if len(normals) == 1:
        (nx, ny) = normals[0]
        return [shifted(line[i], half * nx, half * ny)]
    (ax, ay), (bx, by) = normals
    scale = 1 + ax * bx + ay * by
    if scale < 0.5:
        return [shifted(line[i], half * ax, half * ay), shifted(line[i], half * bx, half * by)]
    return [shifted(line[i], half * (ax + bx) / scale, half * (ay + by) / scale)]


def normal(a: Point, b: Point) -> tuple[float, float]:
    """The unit vector to the left of a leg."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return dy / length, -dx / length


def shifted(point: Point, x: float, y: float) -> Point:
    """A point moved by a vector. The vector is rounded, not the sum, so that both sides of a line are alike."""
    return point[0] + half_away(x), point[1] + half_away(y)


def half_away(x: float) -> int:
    return int(x + 0.5) if x >= 0 else -int(-x + 0.5)
