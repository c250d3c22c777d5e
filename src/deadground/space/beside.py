"""Places beside a line: how far along it something stands, and points to its left and right."""

from __future__ import annotations

from itertools import pairwise
from math import isqrt

from deadground.space.paths import Path, marks
from deadground.space.plane import Point, Vector, between, distance, dot, minus, square
from deadground.space.polygons import Segment
from deadground.space.units import Tenths, round_div


def nearest_part(line: Segment, point: Point) -> Tenths:
    """How far along a segment the place nearest to a point is."""
    ab = minus(line[1], line[0])
    ahead = max(0, min(square(ab), dot(ab, minus(point, line[0]))))
    return round_div(ahead * distance(*line), square(ab))


def nearest_along(path: Path, point: Point) -> Tenths:
    """How far along a path the place nearest to a point is; the first, if several are as near."""
    best: tuple[int, Tenths] | None = None
    for leg, begins in zip(pairwise(path), marks(path), strict=False):
        if leg[0] != leg[1]:
            part = nearest_part(leg, point)
            away = square(minus(between(*leg, part, distance(*leg)), point))
            if best is None or away < best[0]:
                best = away, begins + part
    return best[1] if best else 0


def shifted(point: Point, ahead: Vector, side: Tenths) -> Point:
    """A point moved to the right of a direction (to the left, if negative)."""
    scale = isqrt(square(ahead) << 20)
    return (
        point[0] + round_div(-ahead[1] * side << 10, scale),
        point[1] + round_div(ahead[0] * side << 10, scale),
    )
