"""What surely keeps a walker and somebody who stands from seeing each other, step by step and all steps at once.

A line that crosses the outline of a wood or a building well away from its corners is blocked if neither end is
inside it, or if one is and too much of the line lies inside; so is one that crosses a hill that neither end stands
on, if the one who stands is lower, and one that crosses a hedge that neither end is close to. Nothing else is said
here: whatever is not surely blocked is looked at by the rules. NUTS-LOS-01, NUTS-LOS-04, NS-08, NS-10, NS-40
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from deadground.core.citing import is_heard
from deadground.space.borders import border_of, squares_to
from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point, cross, dot, minus, vector
from deadground.space.polygons import Polygon
from deadground.space.screens import NO, inside_marks
from deadground.space.units import Tenths
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.terrain import is_near_outline, terrain_of

Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]

SCREENS = ("woods", "building", "hill")

EDGES = {"woods": "edge_of_woods", "building": "window"}
"""Pieces that one sees out of, and how near to their outline one has to be for it."""

OFF_CORNERS = 20
"""A line this far from both ends of an edge that it crosses goes through the piece, whatever is rounded."""

ROUNDED = 3
"""Where a line crosses an edge is rounded to the lattice; this many tenths allow for it."""

SHARP = 32
"""A corner whose tangent, squared, is less than one part in this is too sharp to be sure of that."""


class Screens(msgspec.Struct, frozen=True, eq=False):
    """The pieces of a ground that can block a line, and the edges of all of them as arrays."""

    pieces: tuple[Piece, ...]
    owner: Numbers
    """The number of the piece that each edge belongs to."""
    ax: Numbers
    ay: Numbers
    bx: Numbers
    by: Numbers

    def near(self, west: int, north: int, east: int, south: int) -> npt.NDArray[np.intp]:
        """The numbers of the edges whose boxes meet a box."""
        beside = (np.minimum(self.ax, self.bx) <= east) & (np.maximum(self.ax, self.bx) >= west)
        level = (np.minimum(self.ay, self.by) <= south) & (np.maximum(self.ay, self.by) >= north)
        return np.flatnonzero(beside & level)


@lru_cache(maxsize=16)
def screens(ground: Ground) -> Screens:
    """The pieces of a ground that block a line right through them."""
    pieces = tuple(piece for piece in ground.pieces if is_screen(piece))
    sides = [border_of(piece.polygon or piece.points, closed=bool(piece.polygon)).sides for piece in pieces]
    owner = np.array([number for number, own in enumerate(sides) for _ in own], dtype=np.int64)
    edges = np.array([edge for own in sides for edge in own], dtype=np.int64).reshape(-1, 4).T
    return Screens(pieces, owner, *edges)


def is_screen(piece: Piece) -> bool:
    sight = terrain_of(piece).sight
    if piece.polygon:
        return sight in SCREENS and not has_sharp_corner(piece.polygon)
    return sight == "hedge" and piece.shape == "line"


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
    return Places(ground, xs, ys).hidden_from(stands)


class Places:
    """Places on a ground, as arrays: those that a man comes through, or those where some stand."""

    def __init__(self, ground: Ground, xs: Numbers, ys: Numbers) -> None:
        self.ground = ground
        self.screens = screens(ground)
        self.xs, self.ys = xs, ys
        self.box = int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())
        self._clear: dict[int, Flags] = {}
        self._deep: dict[int, Flags] = {}

    def hidden_from(self, at: Point) -> Flags:
        """Which of them are surely hidden from somebody who stands at a place, and he from them."""
        blocked = np.zeros(len(self.xs), dtype=np.bool_)
        x, y = at
        west, north, east, south = self.box
        near = self.screens.near(min(west, x), min(north, y), max(east, x), max(south, y))
        if len(near):
            lines = Lines(self.screens, near, self.xs, self.ys, at)
            found = near[lines.crossed.any(axis=0)]
            for which in sorted({*self.screens.owner[found].tolist()} - seen_past(self.ground, at)):
                blocked |= self.stopped_by(which, lines)
                if blocked.all():
                    break
        return blocked

    def stopped_by(self, which: int, lines: Lines) -> Flags:
        """Which of some lines a piece surely stops.

        One who is in a wood or a building sees out of it at its edge alone: not from deeper inside, nor along more
        than a short stretch of it. NUTS-LOS-04, NS-10, NS-40
        """
        piece, edges = self.screens.pieces[which], np.flatnonzero(lines.owner == which)
        crossed, outside = lines.crossed[:, edges].any(axis=1), self.clear_of(which)
        sight = terrain_of(piece).sight
        if sight not in EDGES:
            return np.asarray(crossed & outside)
        if piece.holds(lines.at):
            at_edge = is_near_outline(piece, lines.at, number(EDGES[sight]))
            stopped = lines.runs_on(edges, from_end=True) if at_edge else crossed
            return np.asarray(stopped & outside)
        if outside.all():
            return np.asarray(crossed)
        within = self.deep_in(which, number(EDGES[sight])) | lines.runs_on(edges, from_end=False)
        return np.asarray(crossed & (outside | within))

    def deep_in(self, which: int, edge: Tenths) -> Flags:
        """Which of them are surely further from a piece's outline than its edge reaches."""
        if which not in self._deep:
            self._deep[which] = are_far(self.screens.pieces[which], self.xs, self.ys, edge)
        return self._deep[which]

    def clear_of(self, which: int) -> Flags:
        """Which of them lie outside a piece, or too far from a hedge to look over it."""
        if which not in self._clear:
            self._clear[which] = are_clear_of(self.screens.pieces[which], self.xs, self.ys)
        return self._clear[which]


def are_clear_of(piece: Piece, xs: Numbers, ys: Numbers) -> Flags:
    if piece.polygon:
        return np.asarray(inside_marks(xs, ys, piece.polygon) == NO)
    return are_far(piece, xs, ys, number("over_a_hedge"))


def are_far(piece: Piece, xs: Numbers, ys: Numbers, limit: Tenths) -> Flags:
    """Which of some places are surely further than this from a piece's outline, or from its line."""
    border = border_of(piece.polygon or piece.points, closed=bool(piece.polygon))
    edges = np.array(border.sides, dtype=np.float64)
    return np.asarray(squares_to(xs, ys, edges[:, 0], edges[:, 1]) > (limit + 1) ** 2)


FEW = 5
"""For fewer lines than this it does not pay to look at them together."""

HIDDEN: dict[tuple[Ground, Point, Point], bool] = {}
"""Lines that were looked at together, and whether their ends are surely hidden from each other."""

MOST_NOTED = 200_000


def note_hidden(ground: Ground, at: Point, others: Iterable[Point]) -> None:
    """Look at the lines from a place to many others together, before each is asked about."""
    unknown = [there for there in others if (ground, at, there) not in HIDDEN and there != at]
    if len(unknown) < FEW or is_heard():
        return
    if len(HIDDEN) > MOST_NOTED:
        HIDDEN.clear()
    xs, ys = np.array(unknown, dtype=np.int64).T
    for there, is_hidden in zip(unknown, Places(ground, xs, ys).hidden_from(at).tolist(), strict=True):
        HIDDEN[ground, at, there] = HIDDEN[ground, there, at] = is_hidden


def is_noted_hidden(ground: Ground, start: Point, end: Point) -> bool:
    """Whether a line is known to be surely blocked; no says nothing. Who listens to citations hears the rules."""
    return HIDDEN.get((ground, start, end), False) and not is_heard()


@lru_cache(maxsize=20_000)
def seen_past(ground: Ground, at: Point) -> frozenset[int]:
    """The pieces that somebody at a place may see over: a hill he is on or as high as, a hedge he is close to."""
    return frozenset(
        which for which, piece in enumerate(screens(ground).pieces) if sees_past(ground, piece, at)
    )


def sees_past(ground: Ground, piece: Piece, at: Point) -> bool:
    sight = terrain_of(piece).sight
    if sight == "hedge":
        return is_near_outline(piece, at, number("over_a_hedge"))
    return sight == "hill" and (piece.holds(at) or ground.level_at(at) >= piece.level)


class Lines:
    """The lines from some places to one, and which of some edges each crosses well away from the edge's ends."""

    def __init__(
        self, screens: Screens, edges: npt.NDArray[np.intp], xs: Numbers, ys: Numbers, at: Point
    ) -> None:
        x, y = at
        self.at, self.owner = at, screens.owner[edges]
        self.dx, self.dy = dx, dy = (xs - x)[:, None], (ys - y)[:, None]
        ax, ay = screens.ax[edges] - x, screens.ay[edges] - y
        bx, by = screens.bx[edges] - x, screens.by[edges] - y
        side_a, side_b = dx * ay - dy * ax, dx * by - dy * bx
        off = OFF_CORNERS * (np.abs(dx) + np.abs(dy))
        parted = ((side_a > off) & (side_b < -off)) | ((side_a < -off) & (side_b > off))
        ex, ey = bx - ax, by - ay
        self.here = here = ey * ax - ex * ay
        self.there = there = ex * (dy - ay) - ey * (dx - ax)
        self.crossed: Flags = parted & (((here > 0) & (there < 0)) | ((here < 0) & (there > 0)))

    def runs_on(self, edges: npt.NDArray[np.intp], *, from_end: bool) -> Flags:
        """Which lines cross one of some edges further from their end, or from their start, than one sees out."""
        crossed, here, there = self.crossed[:, edges], self.here[edges], self.there[:, edges]
        part = (here if from_end else -there) / np.where(crossed, here - there, 1)
        length = np.sqrt(self.dx * self.dx + self.dy * self.dy)
        return np.asarray((crossed & (part * length > number("edge_slant") + ROUNDED)).any(axis=1))


def directions(facings: Sequence[int]) -> Numbers:
    """Facings as vectors, eastward and southward parts apart."""
    return np.array([vector(one) for one in facings], dtype=np.int64).T


def in_arc(xs: Numbers, ys: Numbers, ahead: Numbers, stands: Point, facing: int) -> Flags:
    """At which places a walker who looks ahead has the other in his front arc, or the other has him. NUTS-LOS-02"""
    east, south = vector(facing)
    dx, dy = xs - stands[0], ys - stands[1]
    return np.asarray((east * dx + south * dy >= 0) | (ahead[0] * dx + ahead[1] * dy <= 0))
