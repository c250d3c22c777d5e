"""Which straight moves of a grid cross a thin line, many at once and exactly."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from deadground.space.fields import Flags
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.space.polygons import Segment, edges
from deadground.space.walks import Numbers

Ends = tuple[Numbers, Numbers, Numbers, Numbers]
"""From x, from y, to x, to y, of many moves."""


def reaches(piece: Piece, moves: Ends) -> Numbers:
    """How many edges of a piece each move reaches that it does not start on.

    A line with a width is paid for on its near side only, so of its edges those it leaves by are not counted.
    """
    lines = edges(piece.polygon) if piece.polygon else pairwise(piece.points)
    counts = sum((reaches_edge(line, moves).astype(np.int64) for line in lines), np.zeros(len(moves[0]), np.int64))
    return (counts + 1) // 2 if piece.polygon else counts


def reaches_edge(line: Segment, moves: Ends) -> Flags:
    """Whether each move touches or crosses a segment without starting on it or running along it."""
    (px, py), (qx, qy) = line
    ax, ay, bx, by = moves
    from_line = side(px, py, qx, qy, ax, ay)
    to_line = side(px, py, qx, qy, bx, by)
    p_side, q_side = side(ax, ay, bx, by, px, py), side(ax, ay, bx, by, qx, qy)
    meets = (np.sign(from_line) * np.sign(to_line) <= 0) & (np.sign(p_side) * np.sign(q_side) <= 0)
    runs_along = (from_line == 0) & (to_line == 0)
    return np.asarray(meets & ~runs_along & ~((from_line == 0) & on_line((px, py), (qx, qy), ax, ay)))


def side(ax: int, ay: int, bx: int, by: int, x: Numbers, y: Numbers) -> Numbers:
    raise NotImplementedError


def on_line(p: Point, q: Point, x: Numbers, y: Numbers) -> Flags:
    """Whether points on the line through p and q lie between the two."""
    return np.asarray((x - p[0]) * (x - q[0]) + (y - p[1]) * (y - q[1]) <= 0)
