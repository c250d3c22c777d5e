"""What tests ask of the shapes on a table."""

from __future__ import annotations

from deadground.core.scene import Shape
from deadground.space.plane import Point
from deadground.space.polygons import covers


def is_in(shape: Shape, at: Point) -> bool:
    """Whether a place lies in an area: inside one more of its closed lines than it is kept out by."""
    return sum(covers(line, at) for line in (shape.points, *shape.rings)) % 2 == 1
