"""Which of many points lie in a polygon, all of them at once and exactly."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from deadground.space.polygons import Polygon, box_of, edges
from deadground.space.walks import Numbers

Floats: TypeAlias = npt.NDArray[np.float64]

YES, NO = 1, -1


def inside_marks(xs: Numbers, ys: Numbers, polygon: Polygon) -> Numbers:
    """For each of many points 1 if it lies in a polygon or on its edge, else -1; exactly."""
    west, north, east, south = box_of(polygon)
    marks = np.full(len(xs), NO, dtype=np.int64)
    near = np.flatnonzero((xs >= west) & (xs <= east) & (ys >= north) & (ys <= south))
    if len(near):
        marks[near] = np.where(are_inside(xs[near], ys[near], polygon), YES, NO)
    return marks


def are_inside(xs: Numbers, ys: Numbers, polygon: Polygon) -> npt.NDArray[np.bool_]:
    """All edges at once: a row for each, a column for each point. Numbers of this size are exact as floats."""
    ax, ay, bx, by = outline(polygon)
    x, y = xs - ax, ys - ay
    side = (bx - ax) * y - (by - ay) * x
    spans = (y < 0) != (ys < by)
    inside = np.logical_xor.reduce(spans & ((side > 0) == (by > ay)), axis=0)
    in_line = side == 0
    if in_line.any():
        inside |= (in_line & (x * (xs - bx) + y * (ys - by) <= 0)).any(axis=0)
    return np.asarray(inside)


@lru_cache(maxsize=1024)
def outline(polygon: Polygon) -> Floats:
    """The edges of a polygon as columns: where each starts, eastward and southward, and where it ends."""
    return np.array([(*a, *b) for a, b in edges(polygon)], dtype=np.float64).T[:, :, None]
