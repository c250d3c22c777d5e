"""The ground under a hull: what no vehicle can stand on or drive over, and what it meets on its way. NS-21"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from deadground.core.citing import cite
from deadground.space.bases import Base
from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point, distance
from deadground.space.polygons import Polygon, Segment, covers, do_cross, edges
from deadground.systems.skirmish.rules.movement.going import Mover, going_word, surfaces

SOLID = ("door", "linear", "never")
"""What the whole of a hull must keep off where its driver cannot cross it; of other ground his way alone counts."""


def in_the_way_of(ground: Ground, mover: Mover, area: Polygon) -> Piece | None:
    """A building, a wall or a wreck that a vehicle cannot go over and that an area under it meets. NS-21"""
    cite("NS-21")
    return next((piece for piece in solid(ground, mover) if meet(area, piece)), None)


def solid(ground: Ground, mover: Mover) -> Iterator[Piece]:
    surface, _ = surfaces(ground, mover)
    closed = [layer.piece for layer in surface.layers if layer.rate is None]
    closed += [bar.piece for bar in surface.bars if bar.toll is None]
    return (piece for piece in closed if going_word(piece) in SOLID)


def meet(area: Polygon, piece: Piece) -> bool:
    """Whether an area and a piece of the ground have a point in common."""
    sides = list(edges(piece.polygon)) if piece.polygon else list(pairwise(piece.points))
    if any(do_cross(one, other) for one in edges(area) for other in sides):
        return True
    first = (piece.polygon or piece.points)[0]
    return covers(area, first) or bool(piece.polygon and covers(piece.polygon, area[0]))


def swept(base: Base, leg: Segment) -> Base:
    """All that a base covers that goes straight ahead, or straight back, from one place to another."""
    start, end = leg
    middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    return Base(middle, width=base.width, depth=base.depth + distance(start, end), facing=base.facing)


def stands_on(ground: Ground, mover: Mover, base: Base) -> Piece | None:
    """What a hull may not stand on: a building, a wall, a wreck. NS-21, NS-01"""
    return in_the_way_of(ground, mover, base.corners)


def can_be_there(ground: Ground, mover: Mover, at: Point) -> bool:
    """Whether a vehicle can be on the ground under its middle. NS-21, NS-39"""
    return surfaces(ground, mover)[0].rate_at(at) is not None
