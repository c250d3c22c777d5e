"""Geometry for the eye: rounded corners, lines beside lines, rows across a shape, points scattered in it.

Nothing here answers a rule's question. Only sums, products, quotients and roots are used, which come out alike on
every machine; sums of fractions go through `fsum`, because Python's own `sum` differs between its versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import joined, whole
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, box_of, double_area, edges, where_in

Direction = tuple[float, float]


def direction(a: Point, b: Point) -> Direction:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy) or 1.0
    return dx / length, dy / length


def length_of(a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return sqrt(dx * dx + dy * dy)


def moved(point: Point, along: Direction, by: float) -> Point:
    return whole(point[0] + along[0] * by), whole(point[1] + along[1] * by)


def shifted(points: Sequence[Point], dx: int, dy: int) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in points)


def clockwise(polygon: Polygon) -> Polygon:
    """The corners in clockwise order as seen on the table, so that the inside is on the right."""
    return polygon if double_area(polygon) > 0 else tuple(reversed(polygon))


def softened(points: Sequence[Point], radius: int, closed: bool = True) -> str:
    """A path with its corners rounded: it leaves each leg `radius` before the corner, at most 45 % of the leg."""
    count = len(points)
    parts: list[str] = []
    for i, corner in enumerate(points):
        if not closed and i in (0, count - 1):
            parts.append(f"{'L' if i else 'M'}{corner[0]}{joined(corner[1])}")
            continue
        before, after = points[i - 1], points[(i + 1) % count]
        start = moved(corner, direction(corner, before), min(radius, 0.45 * length_of(corner, before)))
        end = moved(corner, direction(corner, after), min(radius, 0.45 * length_of(corner, after)))
        parts.append(f"{'L' if parts else 'M'}{start[0]}{joined(start[1])}")
        parts.append(f"Q{corner[0]}{joined(corner[1])}{joined(end[0])}{joined(end[1])}")
    return "".join(parts) + ("Z" if closed else "")


def flattened(points: Sequence[Point], radius: int, closed: bool = True) -> tuple[Point, ...]:
    """The outline that `softened` draws, as corners: four to each rounded one."""
    found: list[Point] = []
    count = len(points)
    for i, corner in enumerate(points):
        if not closed and i in (0, count - 1):
            found.append(corner)
            continue
        before, after = points[i - 1], points[(i + 1) % count]
        start = moved(corner, direction(corner, before), min(radius, 0.45 * length_of(corner, before)))
        end = moved(corner, direction(corner, after), min(radius, 0.45 * length_of(corner, after)))
        found += [bent(start, corner, end, t) for t in (0.0, 0.33, 0.67, 1.0)]
    return tuple(point for i, point in enumerate(found) if i == 0 or point != found[i - 1])


def bent(start: Point, corner: Point, end: Point, t: float) -> Point:
    """A point on the curve that rounds a corner."""
    a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    x = a * start[0] + b * corner[0] + c * end[0]
    return whole(x), whole(a * start[1] + b * corner[1] + c * end[1])


def beside(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A line to the right of a line (to its left, if negative), corners mitred."""
    found = []
    for i, corner in enumerate(points):
        ways = [direction(points[j], points[j + 1]) for j in (i - 1, i) if 0 <= j < len(points) - 1]
        (ax, ay), (bx, by_) = ways[0], ways[-1]
        x, y = -ay - by_, ax + bx
        scale = (x * x + y * y) / 2
        found.append(moved(corner, (x / scale, y / scale), by) if scale > 0.3 else corner)
    return tuple(found)


def shrunk(polygon: Polygon, by: float) -> Polygon | None:
    """A clockwise polygon moved inward, or None where it would turn over."""
    count = len(polygon)
    found: list[Point] = []
    for i, corner in enumerate(polygon):
        (ax, ay), (bx, by_) = direction(polygon[i - 1], corner), direction(corner, polygon[(i + 1) % count])
        x, y = -ay - by_, ax + bx
        scale = (x * x + y * y) / 2
        if scale < 0.05:
            return None
        found.append(moved(corner, (x / scale, y / scale), by))
    for i in range(count):
        (ax, ay), (bx, by_) = (polygon[i], polygon[(i + 1) % count])
        (cx, cy), (dx, dy) = (found[i], found[(i + 1) % count])
        if (bx - ax) * (dx - cx) + (by_ - ay) * (dy - cy) < 0:
            return None
    return tuple(found)


def deepest(polygon: Polygon) -> tuple[float, Polygon]:
    """How far a clockwise polygon can be moved inward, and what is left of it then."""
    low, high, best = 0.0, 20_000.0, polygon
    for _ in range(20):
        middle = (low + high) / 2
        smaller = shrunk(polygon, middle)
        if smaller is None:
            high = middle
        else:
            low, best = middle, smaller
    return low, best


def long_way(polygon: Polygon) -> Direction:
    """The direction in which a shape is longest."""
    points = [*polygon, *(point for a, b in edges(polygon) for point in stations((a, b), 100))]
    count, sx, sy = len(points), sum(x for x, _ in points), sum(y for _, y in points)
    offsets = [(count * x - sx, count * y - sy) for x, y in points]
    xx, yy = sum(x * x for x, _ in offsets), sum(y * y for _, y in offsets)
    xy = float(sum(x * y for x, y in offsets))
    half = (xx - yy) / 2
    along = half + sqrt(half * half + xy * xy)
    length = sqrt(along * along + xy * xy)
    if length < 1e-6 * (xx + yy):
        return (0.0, 1.0) if yy > xx else (1.0, 0.0)
    return along / length, xy / length


def rows(polygon: Polygon, way: Direction, apart: float) -> Iterator[tuple[Point, Point]]:
    """The chords of a polygon in one direction, so far apart."""
    (ux, uy), (nx, ny) = way, (-way[1], way[0])
    across = [nx * x + ny * y for x, y in polygon]
    at = min(across) + apart / 2
    while at < max(across):
        cuts = []
        for i, (a, b) in enumerate(edges(polygon)):
            s, t = across[i], across[(i + 1) % len(polygon)]
            if (s > at) != (t > at):
                part = (at - s) / (t - s)
                x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
                cuts.append((ux * x + uy * y, (whole(x), whole(y))))
        cuts.sort()
        for one, other in zip(cuts[::2], cuts[1::2], strict=False):
            yield one[1], other[1]
        at += apart


def stations(points: Sequence[Point], apart: float, closed: bool = False) -> Iterator[Point]:
    """Points along a line, so far apart."""
    for at, _ in walked(points, apart, closed):
        yield at


def walked(points: Sequence[Point], apart: float, closed: bool = False) -> Iterator[tuple[Point, Direction]]:
    """Points along a line with the direction there, so far apart, beginning half a step in."""
    left = apart / 2
    legs = list(zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False))
    for a, b in legs:
        way, length = direction(a, b), length_of(a, b)
        while left < length:
            yield moved(a, way, left), way
            left += apart
        left -= length


def edge_distance(point: Point, polygon: Polygon) -> float:
    """How far a point is from the nearest edge."""
    return sqrt(min(square_to(point, a, b) for a, b in edges(polygon)))


def square_to(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    part = max(0.0, min(1.0, (px * dx + py * dy) / (dx * dx + dy * dy)))
    x, y = px - dx * part, py - dy * part
    return x * x + y * y


def scattered(polygon: Polygon, apart: int, chance: Chance, jitter: int = 38) -> Iterator[Point]:
    """Points in a polygon, about so far apart, from north to south, shaken by some per cent of a step."""
    west, north, east, south = box_of(polygon)
    shake, step = apart * jitter // 100, apart * 7 // 8
    for row, y in enumerate(range(north - apart // 2, south + apart, step)):
        for x in range(west - apart + (row % 2) * apart // 2, east + apart, apart):
            point = x + chance.about(shake), y + chance.about(shake)
            if where_in(point, polygon) > 0:
                yield point


def middle(polygon: Polygon) -> Point:
    """A point well inside a polygon: the middle of its longest level chord near the centre of its area."""
    area = double_area(polygon)
    y = sum((a[1] + b[1]) * (a[0] * b[1] - b[0] * a[1]) for a, b in edges(polygon)) / (3 * area)
    x = sum((a[0] + b[0]) * (a[0] * b[1] - b[0] * a[1]) for a, b in edges(polygon)) / (3 * area)
    centre = whole(x), whole(y)
    if where_in(centre, polygon) > 0:
        return centre
    a, b = max(rows(polygon, (1.0, 0.0), 40), key=lambda chord: length_of(*chord), default=polygon[:2])
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
