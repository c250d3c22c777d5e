"""What surely keeps a walker and somebody who stands from seeing each other, step by step and all steps at once.

A line that crosses the outline of a wood or a building well away from its corners, with neither end inside it, is
blocked; so is one that crosses a hill that neither end stands on, if the one who stands is lower. Nothing else is
said here: whatever is not surely blocked is looked at by the rules. NUTS-LOS-01, NUTS-LOS-04, NS-08, NS-40
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point, cross, dot, minus, vector
from deadground.space.polygons import Polygon
from deadground.space.screens import NO, inside_marks
from deadground.systems.skirmish.terrain import terrain_of

Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]

SCREENS = ("woods", "building", "hill")

OFF_CORNERS = 20
"""A line this far from both ends of an edge that it crosses goes through the piece, whatever is rounded."""

SHARP = 32
"""A corner whose tangent, squared, is less than one part in this is too sharp to be sure of that."""


class Outline(msgspec.Struct, frozen=True, eq=False):
    """The edges of one piece that blocks sight, as arrays."""

    piece: Piece
    ax: Numbers
    ay: Numbers
    bx: Numbers
    by: Numbers


@lru_cache(maxsize=16)
def outlines(ground: Ground) -> tuple[Outline, ...]:
    """The pieces of a ground that block a line right through them."""
    found = []
    for piece in ground.pieces:
        if piece.polygon and terrain_of(piece).sight in SCREENS and not has_sharp_corner(piece.polygon):
            corners = np.array([*piece.polygon, piece.polygon[0]], dtype=np.int64)
            a, b = corners[:-1], corners[1:]
            found.append(Outline(piece, a[:, 0], a[:, 1], b[:, 0], b[:, 1]))
    return tuple(found)


def has_sharp_corner(polygon: Polygon) -> bool:
    """Whether a corner of a polygon has less than ten degrees."""
    for i, corner in enumerate(polygon):
        before, after = minus(polygon[i - 1], corner), minus(polygon[(i + 1) % len(polygon)], corner)
        along = dot(before, after)
        if along > 0 and SHARP * cross(before, after) ** 2 < along**2:
            return True
    return False


def surely_blocked(ground: Ground, xs: Numbers, ys: Numbers, stands: Point) -> Flags:
    """At which of some places a walker and one who stands are surely hidden from each other by the ground."""
    blocked = np.zeros(len(xs), dtype=np.bool_)
    x, y = stands
    west, east = min(int(xs.min()), x), max(int(xs.max()), x)
    north, south = min(int(ys.min()), y), max(int(ys.max()), y)
    level = ground.level_at(stands)
    for outline in outlines(ground):
        w, n, e, s = outline.piece.box
        if w > east or e < west or n > south or s < north or outline.piece.holds(stands):
            continue
        if terrain_of(outline.piece).sight == "hill" and level >= outline.piece.level:
            continue
        outside = inside_marks(xs, ys, outline.piece.polygon) == NO
        blocked |= crosses(outline, xs, ys, x, y) & outside
        if blocked.all():
            break
    return blocked


def crosses(outline: Outline, xs: Numbers, ys: Numbers, x: int, y: int) -> Flags:
    """Whether the line from each place to a point crosses an edge of an outline well away from its ends."""
    dx, dy = (xs - x)[:, None], (ys - y)[:, None]
    ax, ay, bx, by = outline.ax - x, outline.ay - y, outline.bx - x, outline.by - y
    side_a, side_b = dx * ay - dy * ax, dx * by - dy * bx
    off = OFF_CORNERS * (np.abs(dx) + np.abs(dy))
    parted = ((side_a > off) & (side_b < -off)) | ((side_a < -off) & (side_b > off))
    if not parted.any():
        return np.zeros(len(xs), dtype=np.bool_)
    ex, ey = outline.bx - outline.ax, outline.by - outline.ay
    here = ex * -ay + ey * ax
    there = ex * (dy - ay) - ey * (dx - ax)
    across = ((here > 0) & (there < 0)) | ((here < 0) & (there > 0))
    return np.asarray((parted & across).any(axis=1))


def in_arc(xs: Numbers, ys: Numbers, facings: Sequence[int], stands: Point, facing: int) -> Flags:
    """At which places the walker has the other in his front arc, or the other has him. NUTS-LOS-02"""
    ahead = np.array([vector(one) for one in facings], dtype=np.int64)
    east, south = vector(facing)
    dx, dy = xs - stands[0], ys - stands[1]
    return (east * dx + south * dy >= 0) | (ahead[:, 0] * dx + ahead[:, 1] * dy <= 0)
