"""Arcs of fire and templates: wedges, circles, squares, strips."""

from __future__ import annotations

import msgspec

from deadground.space.bases import Base, gap_is_within, is_under, middle_of_front, middle_of_rear, rectangle
from deadground.space.plane import FULL_TURN, Facing, Point, along, cross, is_within, minus, vector
from deadground.space.polygons import Polygon
from deadground.space.units import Tenths


class Wedge(msgspec.Struct, frozen=True):
    """Everything within half its width either side of a facing, seen from its tip. 3600 is all round."""

    tip: Point
    facing: Facing
    width: Facing

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the wedge, its edges and tip included; exactly."""
        if self.width >= FULL_TURN:
            return True
        v = minus(point, self.tip)
        if v == (0, 0):
            return True
        left = vector(self.facing - self.width // 2)
        right = vector(self.facing + self.width // 2)
        if self.width <= FULL_TURN // 2:
            ahead = cross(left, v) >= 0 and cross(v, right) >= 0
            return ahead and not self._directly_behind(v)
        return cross(left, v) >= 0 or cross(v, right) >= 0

    def _directly_behind(self, v: tuple[int, int]) -> bool:
        """For a wedge of no width the line behind the tip passes both tests."""
        ahead = vector(self.facing)
        return self.width < FULL_TURN // 2 and v[0] * ahead[0] + v[1] * ahead[1] < 0


def arc(base: Base, width: Facing, origin: str = "centre") -> Wedge:
    """A base's arc of fire: from its `centre`, the middle of its `rear` edge, or of its `front` edge."""
    tips = {"centre": base.at, "rear": middle_of_rear(base), "front": middle_of_front(base)}
    return Wedge(tips[origin], base.facing, width)


class Circle(msgspec.Struct, frozen=True):
    """A round template."""

    at: Point
    radius: Tenths

    def touches(self, base: Base) -> bool:
        """Whether any part of a base is under the template."""
        if base.is_round:
            return is_within(self.at, base.at, self.radius + base.radius)
        return gap_is_within(Base(self.at, radius=self.radius), base, 0)


class Patch(msgspec.Struct, frozen=True):
    """A template with straight edges: a square, a burnt strip, the ground under a flight path."""

    corners: Polygon

    def touches(self, base: Base) -> bool:
        return is_under(base, self.corners)


def square_template(at: Point, side: Tenths, facing: Facing = 0) -> Patch:
    return Patch(rectangle(at, side, side, facing))


def strip(start: Point, facing: Facing, length: Tenths, width: Tenths) -> Patch:
    """A strip that runs from a point in a direction, half its width to either side."""
    end = along(start, facing, length)
    left, right = facing - 900, facing + 900
    corners = (
        along(start, left, width // 2),
        along(end, left, width // 2),
        along(end, right, width // 2),
        along(start, right, width // 2),
    )
    return Patch(corners)
