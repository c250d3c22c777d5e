"""Bases: what a figure or a stand covers. Distances edge to edge, contact, overlap, front and flank.

A base is round (`radius`) or rectangular (`width` across the front, `depth` front to back). Corners of a turned
rectangle are rounded to the lattice, so two bases set side by side may miss each other by a hair: contact and
overlap allow `CONTACT` tenths.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from math import isqrt

import msgspec

from deadground.space.plane import (
    FULL_TURN,
    Facing,
    Point,
    Vector,
    cross,
    distance,
    minus,
    root,
    root_of_quotient,
    square,
    turned,
)
from deadground.space.polygons import Polygon, Segment, covers, do_cross, edges
from deadground.space.units import Tenths

CONTACT = 2
"""Bases no further apart than this touch; bases that reach no deeper than this into each other do not overlap."""


SLACK = 4
"""More than the corners of two rectangles gain when they are rounded to the lattice."""


class Base(msgspec.Struct, frozen=True, gc=False):
    """A base on the table. Round if `radius` is given, else a rectangle."""

    at: Point
    radius: Tenths = 0
    width: Tenths = 0
    depth: Tenths = 0
    facing: Facing = 0

    @property
    def is_round(self) -> bool:
        return self.width == 0

    @property
    def corners(self) -> Polygon:
        """Front left, front right, rear right, rear left; of a round base its centre alone."""
        return rectangle(self.at, self.width, self.depth, self.facing) if self.width else (self.at,)

    @property
    def reach(self) -> Tenths:
        """No part of the base is further from its centre than this."""
        return half_diagonal(self.width, self.depth) if self.width else self.radius

    def moved(self, at: Point, facing: Facing | None = None) -> Base:
        turned_to = self.facing if facing is None else facing % FULL_TURN
        return Base(at, self.radius, self.width, self.depth, turned_to)


@lru_cache(maxsize=1024)
def half_diagonal(width: Tenths, depth: Tenths) -> Tenths:
    """From the centre of a rectangle to its corners, and a little more."""
    return root(width**2 + depth**2) // 2 + 1


def round_base(at: Point, diameter: Tenths, facing: Facing = 0) -> Base:
    return Base(at, radius=(diameter + 1) // 2, facing=facing)


def stand(at: Point, width: Tenths, depth: Tenths, facing: Facing = 0) -> Base:
    return Base(at, width=width, depth=depth, facing=facing % FULL_TURN)


@lru_cache(maxsize=65_536)
def rectangle(at: Point, width: Tenths, depth: Tenths, facing: Facing) -> Polygon:
    """The corners of a rectangle about a centre: front left, front right, rear right, rear left."""
    x, y = at
    (lx, ly), (rx, ry) = front_corners(width, depth, facing)
    return (x + lx, y + ly), (x + rx, y + ry), (x - lx, y - ly), (x - rx, y - ry)


@lru_cache(maxsize=16_384)
def front_corners(width: Tenths, depth: Tenths, facing: Facing) -> tuple[Vector, Vector]:
    """Where the front corners of a rectangle lie from its centre, left and right."""
    half_w, half_d = width // 2, depth // 2
    return turned((-half_w, -half_d), facing), turned((half_w, -half_d), facing)


def front_edge(base: Base) -> Segment:
    """The front edge of a rectangle, from left to right."""
    return base.corners[0], base.corners[1]


def middle_of_rear(base: Base) -> Point:
    """The middle of the rear edge, from which some arcs of fire open."""
    if base.is_round:
        return base.at
    back = turned((0, base.depth // 2), base.facing)
    return base.at[0] + back[0], base.at[1] + back[1]


def middle_of_front(base: Base) -> Point:
    if base.is_round:
        return base.at
    ahead = turned((0, -(base.depth // 2)), base.facing)
    return base.at[0] + ahead[0], base.at[1] + ahead[1]


def point_to_segment(point: Point, segment: Segment) -> tuple[int, int]:
    """The square of the distance from a point to a segment, as a fraction."""
    (ax, ay), (bx, by) = segment
    x, y = point[0] - ax, point[1] - ay
    abx, aby = bx - ax, by - ay
    along, whole = abx * x + aby * y, abx * abx + aby * aby
    if along <= 0:
        return x * x + y * y, 1
    if along >= whole:
        x, y = point[0] - bx, point[1] - by
        return x * x + y * y, 1
    off = abx * y - aby * x
    return off * off, whole


def less(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] * b[1] < b[0] * a[1]


def square_gap(a: Base, b: Base) -> tuple[int, int]:
    """The square of the distance between two bases as if round ones were points, as a fraction."""
    if a.is_round and b.is_round:
        return square(minus(a.at, b.at)), 1
    if a.is_round or b.is_round:
        disc, box = (a, b) if a.is_round else (b, a)
        if covers(box.corners, disc.at):
            return 0, 1
        return nearest(disc.at, box.corners)
    return square_gap_of_rectangles(a, b)


@lru_cache(maxsize=4096)
def square_gap_of_rectangles(a: Base, b: Base) -> tuple[int, int]:
    """The same of two rectangles. Kept, because one is asked about before and after a step."""
    one, other = a.corners, b.corners
    if are_on_each_other(one, other):
        return 0, 1
    found = (nearest_corner(one, other), nearest_corner(other, one))
    return found[0] if less(*found) else found[1]


def nearest_corner(points: Polygon, corners: Polygon) -> tuple[int, int]:
    """The square of the distance from a rectangle to the nearest of some points outside it, as a fraction.

    A point is nearest to a side that it lies outside of, so no other sides are looked at.
    """
    if not has_area(corners):
        return least(nearest(point, corners) for point in points)
    number, of = -1, 1
    ax, ay = corners[-1]
    for bx, by in corners:
        east, south = bx - ax, by - ay
        whole = east * east + south * south
        for px, py in points:
            x, y = px - ax, py - ay
            off = east * y - south * x
            if off >= 0:
                continue
            along = east * x + south * y
            if along <= 0:
                found, part = x * x + y * y, 1
            elif along >= whole:
                found, part = (px - bx) ** 2 + (py - by) ** 2, 1
            else:
                found, part = off * off, whole
            if number < 0 or found * of < number * part:
                number, of = found, part
        ax, ay = bx, by
    return number, of


def least(fractions: Iterable[tuple[int, int]]) -> tuple[int, int]:
    return reduce(lambda a, b: b if less(b, a) else a, fractions)


def are_on_each_other(one: Polygon, other: Polygon) -> bool:
    """Whether the corners of two rectangles, rounded as they are, have a point in common: no side parts them."""
    if has_area(one) and has_area(other):
        return not (is_parted(one, other) or is_parted(other, one))
    if covers(one, other[0]) or covers(other, one[0]):
        return True
    return any(do_cross(p, q) for p in edges(one) for q in edges(other))


def has_area(corners: Polygon) -> bool:
    """Whether the four corners of a rectangle, rounded as they are, still run clockwise about something."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return (cx - ax) * (dy - by) > (cy - ay) * (dx - bx)


def is_parted(one: Polygon, other: Polygon) -> bool:
    """Whether all of a polygon lies outside one side of another, whose corners run clockwise about it."""
    ax, ay = one[-1]
    for bx, by in one:
        east, south = bx - ax, by - ay
        for x, y in other:
            if east * (y - ay) >= south * (x - ax):
                break
        else:
            return True
        ax, ay = bx, by
    return False


def meets(line: Segment, corners: Polygon) -> bool:
    """Whether a segment has a point in common with a rectangle whose corners run clockwise: no line parts them."""
    (px, py), (qx, qy) = line
    ax, ay = corners[-1]
    for bx, by in corners:
        east, south = bx - ax, by - ay
        if east * (py - ay) < south * (px - ax) and east * (qy - ay) < south * (qx - ax):
            return False
        ax, ay = bx, by
    east, south = qx - px, qy - py
    sides = [east * (y - py) - south * (x - px) for x, y in corners]
    return min(sides) <= 0 <= max(sides)


def nearest(point: Point, polygon: Polygon) -> tuple[int, int]:
    """The square of the distance from a point to a polygon's edge, as a fraction."""
    number, by = -1, 1
    for edge in edges(polygon):
        found, whole = point_to_segment(point, edge)
        if number < 0 or found * by < number * whole:
            number, by = found, whole
    return number, by


def square_gap_to_way(base: Base, way: Segment) -> tuple[int, int]:
    """The square of the distance from a straight way to a base as if a round one were a point, as a fraction."""
    if base.is_round:
        return point_to_segment(base.at, way)
    corners = base.corners
    if meets(way, corners):
        return 0, 1
    return least(
        [*(point_to_segment(corner, way) for corner in corners), *(nearest(end, corners) for end in way)]
    )


def half_across(base: Base, line: Vector) -> Tenths:
    """How far a base reaches to either side of a line through its middle."""
    if base.is_round or line == (0, 0):
        return base.radius
    area = max(abs(cross(line, minus(corner, base.at))) for corner in base.corners)
    return root_of_quotient(area * area, square(line))


def gap(a: Base, b: Base) -> Tenths:
    """The distance from edge to edge, 0 where bases touch or overlap."""
    number, by = square_gap(a, b)
    return max(0, root_of_quotient(number, by) - a.radius - b.radius)


def gap_is_within(a: Base, b: Base, limit: Tenths) -> bool:
    """Whether two bases are at most `limit` apart, edge to edge, exactly."""
    if not may_be_within(a, b, limit):
        return False
    if a.width and b.width and limit >= 0 and room_to_shift(a, b) > 0:
        return True
    number, by = square_gap(a, b)
    reach = limit + a.radius + b.radius
    return reach >= 0 and number <= reach * reach * by


def gap_is_under(a: Base, b: Base, limit: Tenths) -> bool:
    """Whether two bases are closer than `limit`, edge to edge, exactly; at the limit they are not."""
    return may_be_within(a, b, limit) and is_gap_under(square_gap(a, b), a, b, limit)


def comes_under(now: Base, before: Base, other: Base, limit: Tenths) -> bool:
    """Whether a base is closer to another than `limit`, and closer than it was before."""
    if not may_be_within(now, other, limit):
        return False
    gap = square_gap(now, other)
    return is_gap_under(gap, now, other, limit) and less(gap, square_gap(before, other))


def is_gap_under(square: tuple[int, int], a: Base, b: Base, limit: Tenths) -> bool:
    """Whether the gap of two bases is less than `limit`, by what `square_gap` gives for them."""
    number, by = square
    reach = limit + a.radius + b.radius
    return reach > 0 and number < reach * reach * by


def may_be_within(a: Base, b: Base, limit: Tenths) -> bool:
    """Whether two bases could be at most `limit` apart, by their centres: no is sure, yes is not.

    No corner is further from its centre than half of both sides together, nor than half of the diagonal; the first
    costs less, and settles most.
    """
    sides = a.width + a.depth + b.width + b.depth
    far = limit + sides // 2 + a.radius + b.radius + SLACK
    dx, dy = a.at[0] - b.at[0], a.at[1] - b.at[1]
    square = dx * dx + dy * dy
    if far < 0 or square > far * far:
        return False
    if not sides:
        return True
    far += half_diagonal(a.width, a.depth) + half_diagonal(b.width, b.depth) - sides // 2
    return far >= 0 and square <= far * far


def touch(a: Base, b: Base) -> bool:
    """Base contact."""
    return gap_is_within(a, b, CONTACT)


def overlap(a: Base, b: Base) -> bool:
    """Whether one base lies on another, deeper than contact."""
    if not may_be_within(a, b, 0):
        return False
    if room_to_shift(a, b) > 0:
        return True
    thin_a, thin_b = shrunk(a), shrunk(b)
    if not (a.is_round or b.is_round):
        return are_on_each_other(thin_a.corners, thin_b.corners)
    number, by = square_gap(thin_a, thin_b)
    reach = thin_a.radius + thin_b.radius
    return number < reach * reach * by or (number == 0 and not (a.is_round and b.is_round))


def room_to_shift(a: Base, b: Base) -> Tenths:
    """How far a base that overlaps another may be shifted and turned and is sure to overlap it still.

    By the circles within both, less what rounding could take; 0 or less where nothing is sure.
    """
    inner = a.radius + b.radius + min(a.width, a.depth) // 2 + min(b.width, b.depth) // 2
    return inner - 2 * SLACK - distance(a.at, b.at)


def room_to_slide(a: Base, b: Base) -> Tenths:
    """How far a base that overlaps another may be shifted, but not turned, and is sure to overlap it still."""
    room = room_to_shift(a, b)
    if a.is_round or b.is_round:
        return room
    one, other = shrunk(a).corners, shrunk(b).corners
    if not (has_area(one) and has_area(other)):
        return room
    return max(room, min(depth_of(one, other), depth_of(other, one)) - SLACK)


def depth_of(one: Polygon, other: Polygon) -> Tenths:
    """How deep a polygon reaches into another past the side of it that is soonest left; rounded down."""
    found = []
    ax, ay = one[-1]
    for bx, by in one:
        east, south = bx - ax, by - ay
        deepest = max([east * (y - ay) - south * (x - ax) for x, y in other])
        found.append(deepest // (isqrt(east * east + south * south) + 1))
        ax, ay = bx, by
    return min(found)


def shrunk(base: Base) -> Base:
    """A base made smaller by half of `CONTACT` on every side."""
    if base.is_round:
        return Base(base.at, radius=max(0, base.radius - CONTACT // 2))
    width, depth = max(1, base.width - CONTACT), max(1, base.depth - CONTACT)
    return Base(base.at, width=width, depth=depth, facing=base.facing)


def is_wholly_behind_front(base: Base, of: Base) -> bool:
    """Whether a base lies wholly behind the line through another's front edge; touching the line is behind."""
    left, right = front_edge(of)
    line = minus(right, left)
    for corner in base.corners:
        behind = cross(line, minus(corner, left))
        if behind < 0:
            return False
        if base.radius and behind * behind < base.radius**2 * square(line):
            return False
    return True


def is_under(base: Base, polygon: Polygon) -> bool:
    """Whether any part of a base lies in or on a polygon."""
    if covers(polygon, base.at):
        return True
    if base.is_round:
        number, by = nearest(base.at, polygon)
        return number <= base.radius**2 * by
    if any(covers(polygon, corner) for corner in base.corners) or covers(base.corners, polygon[0]):
        return True
    return any(do_cross(p, q) for p in edges(base.corners) for q in edges(polygon))


def is_wholly_in(base: Base, polygon: Polygon) -> bool:
    """Whether the whole of a base lies in a polygon."""
    if not all(covers(polygon, corner) for corner in base.corners):
        return False
    if base.is_round:
        number, by = nearest(base.at, polygon)
        return number >= base.radius**2 * by
    return not any(crosses_inside(p, q) for p in edges(base.corners) for q in edges(polygon))


def crosses_inside(p: Segment, q: Segment) -> bool:
    """Whether two segments cross at a point inside both."""
    (a, b), (c, d) = p, q
    ab, cd = minus(b, a), minus(d, c)
    return (
        cross(ab, minus(c, a)) * cross(ab, minus(d, a)) < 0
        and cross(cd, minus(a, c)) * cross(cd, minus(b, c)) < 0
    )
