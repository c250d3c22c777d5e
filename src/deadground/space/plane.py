"""Points and directions on the table. Origin north-west, x runs east, y runs south.

Every constructed point is rounded once to the lattice, half away from zero; every predicate on lattice points is
exact. A facing is 0 to 3599 tenths of a degree, clockwise from north.
"""

from __future__ import annotations

from math import atan2, isqrt, pi

from deadground.space.octant import COS, SCALE, SIN
from deadground.space.units import REACH, Tenths, round_div

Point = tuple[int, int]
Vector = tuple[int, int]
Facing = int

FULL_TURN = 3600
NORTH, EAST, SOUTH, WEST = 0, 900, 1800, 2700


def on_table(point: Point) -> bool:
    """Whether a point is where arithmetic on points is exact."""
    return abs(point[0]) <= REACH and abs(point[1]) <= REACH


def minus(a: Point, b: Point) -> Vector:
    return a[0] - b[0], a[1] - b[1]


def cross(a: Vector, b: Vector) -> int:
    """Positive when b lies clockwise of a, as seen on the table (y runs south)."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1]


def square(v: Vector) -> int:
    return v[0] * v[0] + v[1] * v[1]


def root(number: int) -> int:
    """The square root rounded to the nearest whole number."""
    below = isqrt(number)
    return below + (number - below * below > below)


def root_of_quotient(number: int, by: int) -> int:
    """The root of number/by rounded to the nearest whole number, exactly, half upward."""
    below = isqrt(number // by)
    return below + (4 * number >= (2 * below + 1) ** 2 * by)


def distance(a: Point, b: Point) -> Tenths:
    """The length of a leg: its root rounded to the nearest tenth."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    number = dx * dx + dy * dy
    below = isqrt(number)
    return below + (number - below * below > below)


def is_within(a: Point, b: Point, limit: Tenths) -> bool:
    """Whether two points are at most `limit` apart, exactly."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy <= limit * limit


def direction(facing: Facing) -> Vector:
    """What `vector` gives, worked out. Symmetric in the octants."""
    quarter, rest = divmod(facing, 900)
    if rest <= 450:
        sine, cosine = SIN[rest], COS[rest]
    else:
        sine, cosine = COS[900 - rest], SIN[900 - rest]
    east, north = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[quarter]
    return east, -north


VECTORS: tuple[Vector, ...] = tuple(direction(facing) for facing in range(FULL_TURN))


def vector(facing: Facing) -> Vector:
    """The direction of a facing, `SCALE` long."""
    return VECTORS[facing % FULL_TURN]


def facing_of(v: Vector) -> Facing:
    """The facing nearest to a vector, the lower at a tie. A zero vector faces north.

    It is guessed in floating point and settled exactly.
    """
    if v == (0, 0):
        return NORTH
    quarter = 0
    while not (v[0] >= 0 and v[1] < 0):
        v, quarter = (v[1], -v[0]), quarter + 1
    low = min(int(atan2(v[0], -v[1]) * 1800 / pi), 899)
    while cross(VECTORS[low], v) < 0:
        low -= 1
    while low < 899 and cross(VECTORS[low + 1], v) >= 0:
        low += 1
    nearer = low if cross(VECTORS[low], v) <= cross(v, VECTORS[low + 1]) else low + 1
    return (quarter * 900 + nearer) % FULL_TURN


def along(start: Point, facing: Facing, length: Tenths) -> Point:
    """The point a length from `start` in a direction."""
    east, south = vector(facing)
    return start[0] + round_div(east * length, SCALE), start[1] + round_div(south * length, SCALE)


def between(a: Point, b: Point, part: int, whole: int) -> Point:
    """The point part/whole of the way from a to b."""
    ax, ay = a
    return ax + round_div((b[0] - ax) * part, whole), ay + round_div((b[1] - ay) * part, whole)


def turned(v: Vector, facing: Facing) -> Vector:
    """A vector given for a piece that faces north, turned to another facing."""
    east, south = vector(facing)
    return (
        round_div(-v[0] * south - v[1] * east, SCALE),
        round_div(v[0] * east - v[1] * south, SCALE),
    )
