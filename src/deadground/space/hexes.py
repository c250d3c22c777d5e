"""Hexes: names, directions, distances, lines, rings and grains on a sheet without end.

The convention, once for all modules. A hex is called by its row and its number: W44. After row Z come AA, BB, CC.
Numbers rise from west to east. Hexes stand on a point, so that a row runs straight from west to east, and every
second row (B, D, F ...) lies half a hex further east: A1 touches B0 and B1, B1 touches A1 and A2. Directions are
named for a map with row A in the north; a map with row A in the south (`HexMap.north`) mirrors them.

Inside, a hex is its row and its slant, which is the same all along a line from north-west to south-east. Steps then
add up like vectors. Sorting hexes gives the order A1, A2, A10, B1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

import msgspec

from deadground.space.plane import Point, root_of_quotient
from deadground.space.polygons import Polygon, Segment
from deadground.space.units import Tenths, round_div

MOST_ROWS = 26 * 9
"""No row name is longer than nine letters."""

MOST_NUMBER = 999

NAME = re.compile(r"([A-Z])(\1{0,8})(0|[1-9][0-9]{0,2})")
UNTIDY_NAME = re.compile(r"([A-Z]+)[ -]?0*(?=[0-9])")


class HexError(Exception):
    """What is wrong with a hex, a hex map or a loop, and what would be right."""

    def __init__(self, problem: str, advice: str = "") -> None:
        self.problem = problem
        self.advice = advice
        super().__init__(f"{problem}{f' ({advice})' if advice else ''}")


class NotAHexName(HexError):
    """A text that names no hex on any map."""


class Direction(IntEnum):
    """The six ways out of a hex, clockwise from north. A direction is also the name of the hexside it crosses."""

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5

    def turned(self, sixths: int) -> Direction:
        """The direction some sixths of a full turn clockwise from this one."""
        return Direction((self + sixths) % 6)

    @property
    def mirrored(self) -> Direction:
        """The direction with north and south exchanged."""
        return Direction((2 - self) % 6)


STEPS = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
"""What each direction adds to row and slant."""


class Hex(msgspec.Struct, frozen=True, order=True, gc=False):
    """One hex. Beyond row A and number 0 there are hexes too, but without a name."""

    row: int
    slant: int

    @staticmethod
    def at(row: int, number: int) -> Hex:
        """The hex in a row, counted from A = 0, with a number."""
        return Hex(row, number - row // 2)

    @staticmethod
    def named(text: str) -> Hex:
        match = NAME.fullmatch(text)
        if match is None:
            raise NotAHexName(f"'{text[:20]}' is not a hex", right_name(text))
        letter, more, number = match.groups()
        return Hex.at(26 * len(more) + ord(letter) - ord("A"), int(number))

    @property
    def number(self) -> int:
        return self.slant + self.row // 2

    @property
    def has_name(self) -> bool:
        return 0 <= self.row < MOST_ROWS and 0 <= self.number <= MOST_NUMBER

    @property
    def name(self) -> str:
        if not self.has_name:
            raise NotAHexName(f"{self} has no name")
        return f"{row_name(self.row)}{self.number}"

    def __str__(self) -> str:
        return self.name if self.has_name else f"the hex in row {self.row + 1} with number {self.number}"

    def step(self, direction: Direction, count: int = 1) -> Hex:
        row, slant = STEPS[direction]
        return Hex(self.row + count * row, self.slant + count * slant)

    @property
    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around, in the order of the directions."""
        return tuple(Hex(self.row + row, self.slant + slant) for row, slant in STEPS)


def row_name(row: int) -> str:
    """A, B ... Z, AA, BB ... ZZ, AAA."""
    return chr(ord("A") + row % 26) * (row // 26 + 1)


def right_name(text: str) -> str:
    """How a text that is not a hex name might become one."""
    tidy = UNTIDY_NAME.sub(r"\1", text[:20].strip().upper(), count=1)
    if NAME.fullmatch(tidy):
        return f"did you mean {tidy}?"
    if re.fullmatch(r"[A-Z]{2,9}[0-9]{1,3}", tidy):
        return "after row Z come AA, BB, CC: one letter, repeated"
    return f"a row and a number up to {MOST_NUMBER}, such as W44 or AA7"


class Hexside(msgspec.Struct, frozen=True, order=True, gc=False):
    """What two adjacent hexes share. It is the same from either side; `first` is the hex that sorts first."""

    first: Hex
    second: Hex

    def __post_init__(self) -> None:
        if distance(self.first, self.second) != 1:
            raise HexError(f"{self.first} and {self.second} share no hexside", "they are not adjacent")
        if self.first > self.second:
            first, second = self.second, self.first
            msgspec.structs.force_setattr(self, "first", first)
            msgspec.structs.force_setattr(self, "second", second)

    @staticmethod
    def named(text: str) -> Hexside:
        names = text.split("-")
        if len(names) != 2:
            raise NotAHexName(f"'{text[:20]}' is not a hexside", "two adjacent hexes, such as W44-X43")
        return Hexside(Hex.named(names[0]), Hex.named(names[1]))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


def distance(a: Hex, b: Hex) -> int:
    """The least number of steps from one hex to another."""
    rows, slants = b.row - a.row, b.slant - a.slant
    return max(abs(rows), abs(slants), abs(rows + slants))


def ways(a: Hex, b: Hex) -> tuple[tuple[Direction, int], ...]:
    """How b lies from a: the directions of a shortest way, each with its number of steps.

    None for the same hex, one along a straight line, otherwise two neighbouring ones, the second clockwise.
    """
    rows, slants = b.row - a.row, b.slant - a.slant
    for one in Direction:
        other = one.turned(1)
        (row1, slant1), (row2, slant2) = STEPS[one], STEPS[other]
        along_one = slants * row2 - rows * slant2
        along_other = rows * slant1 - slants * row1
        if along_one > 0 and along_other >= 0:
            return tuple((way, n) for way, n in ((one, along_one), (other, along_other)) if n)
    return ()


def direction(a: Hex, b: Hex) -> Direction | None:
    """The direction from a to b if b lies straight along one."""
    found = ways(a, b)
    return found[0][0] if len(found) == 1 else None


def turned(a: Hex, about: Hex, sixths: int) -> Hex:
    """A hex carried round another by some sixths of a full turn clockwise."""
    result = about
    for way, count in ways(about, a):
        result = result.step(way.turned(sixths), count)
    return result


def lines(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The readings of the straight line from centre to centre: one, or two where it runs along a hexside.

    A line is cut into as many equal parts as it is hexes long, and at each cut the hex there is taken. Where a cut
    falls on a hexside, one reading always takes the hex that sorts first, the other always the other.
    """
    readings = line_read(a, b, 0), line_read(a, b, 1)
    return readings if readings[0] != readings[1] else readings[:1]


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The straight line, ties to the hex that sorts first. From b to a it is the same hexes backwards."""
    return line_read(a, b, 0)


def line_read(a: Hex, b: Hex, up: int) -> tuple[Hex, ...]:
    """One reading. Of row, slant and their sum the longest goes by whole steps, so only one needs rounding."""
    length = distance(a, b)
    rows, slants = b.row - a.row, b.slant - a.slant
    met = [a]
    for i in range(1, length + 1):
        row, slant = rounded(rows * i, length, up), rounded(slants * i, length, up)
        if abs(rows + slants) == length:
            slant = (rows + slants) * i // length - row
        met.append(Hex(a.row + row, a.slant + slant))
    return tuple(met)


def rounded(number: int, by: int, up: int) -> int:
    """The nearest whole number to number/by; a half goes up or down as told."""
    return (2 * number + by - 1 + up) // (2 * by)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly a distance, clockwise from the one straight to the north-west."""
    if radius < 0:
        raise HexError(f"{radius} is no radius", "0 or more")
    if radius == 0:
        return (centre,)
    corners = ((centre.step(way.turned(-1), radius), way.turned(1)) for way in Direction)
    return tuple(corner.step(side, i) for corner, side in corners for i in range(radius))


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at most a distance away, sorted."""
    inner = (found for nearer in range(radius) for found in ring(centre, nearer))
    return tuple(sorted((*ring(centre, radius), *inner)))


Grain = tuple[Hex, ...]
"""A chain of adjacent hexes: straight, or a zigzag between two neighbouring directions."""


def grain(a: Hex, b: Hex) -> Grain | None:
    """The straight grain between two hexes, ends included, or none. Adjacent hexes have one of a single step."""
    found = ways(a, b)
    if len(found) != 1:
        return None
    way, count = found[0]
    return tuple(a.step(way, i) for i in range(count + 1))


def alternate_grains(a: Hex, b: Hex) -> tuple[Grain, ...]:
    """The zigzags between two hexes, sorted: none, one, or two where either direction may come first.

    The steps alternate strictly between two neighbouring directions, so there are at least two of them.
    """
    found = ways(a, b)
    if len(found) != 2 or abs(found[0][1] - found[1][1]) > 1:
        return ()
    (one, ones), (other, others) = found
    length = ones + others
    starts = [(one, other)] * (ones >= others) + [(other, one)] * (others >= ones)
    return tuple(sorted(followed(a, (pair[i % 2] for i in range(length))) for pair in starts))


def followed(start: Hex, directions: Iterable[Direction]) -> tuple[Hex, ...]:
    """The hexes met on a walk, the start included."""
    met = [start]
    for way in directions:
        met.append(met[-1].step(way))
    return tuple(met)


def grains(a: Hex, b: Hex) -> tuple[Grain, ...]:
    """Every grain between two hexes, straight or zigzag."""
    straight = grain(a, b)
    return (straight,) if straight else alternate_grains(a, b)


def is_grain(hexes: tuple[Hex, ...]) -> bool:
    """Whether a chain of hexes is a grain, straight or zigzag."""
    return len(hexes) > 1 and hexes in grains(hexes[0], hexes[-1])


class Layout(msgspec.Struct, frozen=True):
    """Where hexes lie on the plane. All centres and corners are lattice points, so neighbours fit without a gap.

    `half` is half a hex's width from west to east. `rise` is half its straight side, to the nearest tenth of what a
    regular hex would have; corners lie one or two rises above and below the centre, rows three rises apart.
    `origin` is the centre of A0. `south` is 1 if later rows lie further south, else -1.
    """

    half: Tenths
    origin: Point = (0, 0)
    south: int = 1

    def __post_init__(self) -> None:
        if self.half < 1:
            raise HexError(f"a hex cannot be {2 * self.half} tenths wide", "at least 2 tenths")

    @property
    def rise(self) -> Tenths:
        return root_of_quotient(self.half * self.half, 3)

    def centre(self, at: Hex) -> Point:
        x, y = self.origin
        return x + self.half * (2 * at.slant + at.row), y + self.south * 3 * self.rise * at.row

    def corners(self, at: Hex) -> Polygon:
        """The six corners, clockwise from the northern one."""
        (x, y), half, rise = self.centre(at), self.half, self.rise
        east, west = x + half, x - half
        return (
            (x, y - 2 * rise),
            (east, y - rise),
            (east, y + rise),
            (x, y + 2 * rise),
            (west, y + rise),
            (west, y - rise),
        )

    def side(self, hexside: Hexside) -> Segment:
        """The two corners that adjacent hexes share, in the order of their coordinates."""
        a, b = sorted(set(self.corners(hexside.first)) & set(self.corners(hexside.second)))
        return a, b

    def hexes_at(self, point: Point) -> tuple[Hex, ...]:
        """The hexes a point lies in or on the edge of, exactly: one, two on a side, three on a corner; sorted."""
        x, y = point[0] - self.origin[0], self.south * (point[1] - self.origin[1])
        unit = 6 * self.half * self.rise
        row, slant = 2 * self.half * y, 3 * self.rise * x - self.half * y
        guess = Hex(round_div(row, unit), round_div(slant, unit))
        near = sorted((guess, *guess.neighbours))
        return tuple(one for one in near if lies_within(row - one.row * unit, slant - one.slant * unit, unit))


def lies_within(row: int, slant: int, unit: int) -> bool:
    """Whether an offset from a hex's centre is in the hex or on its edge; a step is `unit` long."""
    return max(abs(2 * row + slant), abs(row + 2 * slant), abs(row - slant)) <= unit
