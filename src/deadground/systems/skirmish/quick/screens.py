"""What surely keeps a walker and somebody who stands from seeing each other, step by step and all steps at once.

A line that crosses the outline of a wood or a building well away from its corners is blocked if neither end is
inside it, or if one is and too much of the line lies inside; so is one that crosses a hill that neither end stands
on, if the one who stands is lower, and one that crosses a hedge that neither end is close to. Nothing else is said
here: whatever is not surely blocked is looked at by the rules. NUTS-LOS-01, NUTS-LOS-04, NS-08, NS-10, NS-40
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from deadground.core.memory import is_quick
from deadground.space.borders import border_of, squares_to
from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point, cross, dot, minus, vector
from deadground.space.polygons import Box, Polygon, box_of, boxes_meet
from deadground.space.screens import NO, inside_marks
from deadground.space.units import Tenths
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import AnyPiece
from deadground.systems.skirmish.terrain import is_near_outline, terrain_of

Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

SCREENS = ("woods", "building", "hill")

EDGES = {"woods": "edge_of_woods", "building": "window"}
"""Pieces that one sees out of, and how near to their outline one has to be for it."""

OFF_CORNERS = 20
"""A line this far from both ends of an edge that it crosses goes through the piece, whatever is rounded."""

ROUNDED = 3
"""Where a line crosses an edge is rounded to the lattice; this many tenths allow for it."""

PLACES_KEPT = 4_000
"""From how many places it is kept how the edges lie."""

SHARP = 32
"""A corner whose tangent, squared, is less than one part in this is too sharp to be sure of that."""


class Screens(msgspec.Struct, frozen=True, eq=False):
    """The pieces of a ground that can block a line, and the edges of all of them as arrays."""

    pieces: tuple[Piece, ...]
    owner: Numbers
    """The number of the piece that each edge belongs to; the edges of a piece lie together."""
    ends: Floats
    """Where each edge starts, and where it ends: eastward and southward parts, edge by edge. Whole numbers of this
    size are exact as floats."""
    edges: tuple[str | None, ...]
    """Which number says how near to its outline one who is in a piece has to be to see out of it, if any does."""
    boxes: tuple[Box, ...]
    """What lies about each piece: the piece itself, and all places from which one looks over a hedge."""
    sides: Floats
    """The sides of these boxes: western, northern, eastern, southern."""
    low: Floats
    """The western and northern sides of their boxes, and the eastern and southern."""
    high: Floats

    def near(self, west: int, north: int, east: int, south: int) -> npt.NDArray[np.intp]:
        """The numbers of the edges whose boxes meet a box."""
        beside = (self.low[0] <= east) & (self.high[0] >= west)
        level = (self.low[1] <= south) & (self.high[1] >= north)
        return np.flatnonzero(beside & level)

    def are_near(self, low: Floats, high: Floats) -> Flags:
        """For each piece (a row) and each of some boxes, with these sides: whether they meet."""
        west, north, east, south = self.sides[..., None]
        return np.asarray((low[0] <= east) & (high[0] >= west) & (low[1] <= south) & (high[1] >= north))


@lru_cache(maxsize=16)
def screens(ground: Ground) -> Screens:
    """The pieces of a ground that block a line right through them."""
    pieces = tuple(piece for piece in ground.pieces if is_screen(piece))
    sides = [border_of(piece.polygon or piece.points, closed=bool(piece.polygon)).sides for piece in pieces]
    owner = np.array([number for number, own in enumerate(sides) for _ in own], dtype=np.int64)
    edges = np.array([edge for own in sides for edge in own], dtype=np.float64).reshape(-1, 4).T
    ends = edges.reshape(2, 2, -1)
    sees_out = tuple(EDGES.get(terrain_of(piece).sight) for piece in pieces)
    boxes = tuple(box_about(piece) for piece in pieces)
    sides_of_boxes = np.array(boxes, dtype=np.float64).reshape(-1, 4).T
    return Screens(pieces, owner, ends, sees_out, boxes, sides_of_boxes, ends.min(axis=0), ends.max(axis=0))


def box_about(piece: Piece) -> Box:
    west, north, east, south = box_of(piece.polygon or piece.points)
    more = 0 if piece.polygon else number("over_a_hedge") + 1
    return west - more, north - more, east + more, south + more


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
        # The tangent is the cross product over this one; squares, so that no angle is worked out. What is wider
        # than a right angle is not sharp.
        if along > 0 and SHARP * cross(before, after) ** 2 < along**2:
            return True
    return False


class Places:
    """Places on a ground, as arrays: those that a man comes through, or those where some stand."""

    def __init__(self, ground: Ground, xs: Numbers, ys: Numbers) -> None:
        self.ground = ground
        self.screens = screens(ground)
        self.xs, self.ys = xs, ys
        self._clear: dict[int, Flags | None] = {}
        self._deep: dict[int, Flags] = {}

    @property
    def spots(self) -> tuple[Numbers, Numbers]:
        return self.xs, self.ys

    @cached_property
    def box(self) -> Box:
        return int(self.xs.min()), int(self.ys.min()), int(self.xs.max()), int(self.ys.max())

    def hidden_from(self, at: Point) -> Flags:
        """Which of them are surely hidden from somebody who stands at a place, and he from them."""
        blocked = np.zeros(len(self.xs), dtype=np.bool_)
        x, y = at
        west, north, east, south = self.box
        near = self.screens.near(min(west, x), min(north, y), max(east, x), max(south, y))
        if len(near):
            lines = Lines(self.ground, near, self.xs, self.ys, at)
            # What most lines cross mostly hides everybody, and then nothing else has to be looked at.
            for which in lines.most_crossed():
                if which not in seen_past(self.ground, at):
                    blocked |= self.stopped_by(which, lines)
                    if blocked.all():
                        break
        return blocked

    def stopped_by(self, which: int, lines: Lines) -> Flags:
        """Which of some lines a piece surely stops.

        One who is in a wood or a building sees out of it at its edge alone: not from deeper inside, nor along more
        than a short stretch of it. NUTS-LOS-04, NS-10, NS-40
        """
        crossed, outside, edge = lines.crossing(which), self.clear_of(which), self.screens.edges[which]
        if edge is not None and which in close_to(self.ground, lines.at):
            # He is in it himself: from its edge he sees out, as far as the line leaves it near him.
            at_edge = is_near_outline(self.screens.pieces[which], lines.at, number(edge))
            stopped = lines.run_on(which, from_end=True) if at_edge else crossed
            return stopped if outside is None else np.asarray(stopped & outside)
        if outside is None:
            return crossed
        if edge is None:
            return np.asarray(crossed & outside)
        within = self.deep_in(which, number(edge)) | lines.run_on(which, from_end=False)
        return np.asarray(crossed & (outside | within))

    def deep_in(self, which: int, edge: Tenths) -> Flags:
        """Which of them are surely further from a piece's outline than its edge reaches."""
        if which not in self._deep:
            self._deep[which] = are_far(self.screens.pieces[which], self.xs, self.ys, edge)
        return self._deep[which]

    def clear_of(self, which: int) -> Flags | None:
        """Which of them lie outside a piece, or too far from a hedge to look over it; None for all."""
        if which not in self._clear:
            clear = self.are_clear_of(which)
            self._clear[which] = None if clear is None or clear.all() else clear
        return self._clear[which]

    def are_clear_of(self, which: int) -> Flags | None:
        if not boxes_meet(self.box, self.screens.boxes[which]):
            return None
        piece = self.screens.pieces[which]
        if piece.polygon:
            return np.asarray(inside_marks(self.xs, self.ys, piece.polygon) == NO)
        return are_far(piece, self.xs, self.ys, number("over_a_hedge"))


class Spots(Places):
    """Places where men stand. They stand there for long, so what each is close to is kept."""

    def __init__(self, ground: Ground, places: Sequence[Point]) -> None:
        super().__init__(ground, *np.array(places, dtype=np.int64).T)
        self.close = [close_to(ground, at) for at in places]

    def are_clear_of(self, which: int) -> Flags | None:
        clear = [which not in close for close in self.close]
        return None if all(clear) else np.array(clear)


def are_far(piece: Piece, xs: Numbers, ys: Numbers, limit: Tenths) -> Flags:
    """Which of some places are surely further than this from a piece's outline, or from its line."""
    border = border_of(piece.polygon or piece.points, closed=bool(piece.polygon))
    return np.asarray(squares_to(xs, ys, *border.ends) > (limit + 1) ** 2)


FEW = 5
"""For fewer lines than this it does not pay to look at them together."""

HIDDEN: dict[Ground, dict[Point, dict[Point, bool]]] = {}
"""Lines that were looked at together, and whether their ends are surely hidden from each other.

By ground and place, so that whoever asks about many lines from a place finds all at once.
"""

MOST_NOTED, GROUNDS = 4_000, 16
"""On how many places of how many grounds something is kept."""

NOTHING: Mapping[Point, bool] = {}


def lines_from(ground: Ground, at: Point) -> Mapping[Point, bool]:
    """What is known of the lines from a place, by where they end."""
    places = HIDDEN.get(ground)
    return NOTHING if places is None else places.get(at, NOTHING)


def note_line(ground: Ground, at: Point, there: Point, is_hidden: bool) -> None:
    """Whether a line is surely blocked, there and back."""
    places = HIDDEN[ground]
    places.setdefault(at, {})[there] = places.setdefault(there, {})[at] = is_hidden


def make_room(ground: Ground) -> None:
    """Before lines are noted: where there are too many by now, all are forgotten."""
    if ground not in HIDDEN and len(HIDDEN) >= GROUNDS:
        HIDDEN.clear()
    if len(HIDDEN.setdefault(ground, {})) > MOST_NOTED:
        HIDDEN[ground].clear()


def note_hidden(ground: Ground, at: Point, others: Iterable[Point]) -> None:
    """Look at the lines from a place to many others together, before each is asked about."""
    known = lines_from(ground, at)
    unknown = [there for there in others if there not in known and there != at]
    if len(unknown) < FEW or not is_quick():
        return
    make_room(ground)
    for there, is_hidden in zip(unknown, Spots(ground, unknown).hidden_from(at).tolist(), strict=True):
        note_line(ground, at, there, is_hidden)


def is_noted_hidden(ground: Ground, start: Point, end: Point) -> bool:
    """Whether a line is known to be surely blocked; no says nothing. Who listens to citations hears the rules."""
    return lines_from(ground, start).get(end, False) and is_quick()


def not_surely_hidden(
    ground: Ground, at: Point, others: Sequence[AnyPiece], places: Sequence[Point] | None = None
) -> Sequence[AnyPiece]:
    """Those of some pieces that the ground does not surely hide from a place, nor the place from them.

    `places`: where they stand, for whoever asks about the same men again and again.
    """
    if not is_quick() or not others:
        return others
    if places is None:
        places = [one.at for one in others]
    noted = list(map(lines_from(ground, at).get, places))
    if noted.count(None) >= FEW:
        note_hidden(ground, at, places)
        noted = list(map(lines_from(ground, at).get, places))
    return [one for one, is_hidden in zip(others, noted, strict=True) if not is_hidden]


@lru_cache(maxsize=20_000)
def seen_past(ground: Ground, at: Point) -> frozenset[int]:
    """The pieces that somebody at a place may see over: a hill he is on or as high as, a hedge he is close to."""
    return frozenset(
        which for which, piece in enumerate(screens(ground).pieces) if sees_past(ground, piece, at)
    )


@lru_cache(maxsize=20_000)
def close_to(ground: Ground, at: Point) -> frozenset[int]:
    """The pieces that a place is in, and the hedges that it is not surely too far from to look over."""
    x, y = at
    there = screens(ground)
    return frozenset(
        which
        for which, (west, north, east, south) in enumerate(there.boxes)
        if west <= x <= east and north <= y <= south and is_close(there.pieces[which], at)
    )


def is_close(piece: Piece, at: Point) -> bool:
    return piece.holds(at) if piece.polygon else is_near_outline(piece, at, number("over_a_hedge") + 1)


def sees_past(ground: Ground, piece: Piece, at: Point) -> bool:
    sight = terrain_of(piece).sight
    if sight == "hedge":
        return is_near_outline(piece, at, number("over_a_hedge"))
    return sight == "hill" and (piece.holds(at) or ground.level_at(at) >= piece.level)


@lru_cache(maxsize=PLACES_KEPT)
def edges_from(ground: Ground, at: Point) -> Floats:
    """The edges of a ground as they lie from a place, a column for each.

    In its rows: where it begins and ends, the end that is to the left of who looks at it first, and twice the area
    between it and the place.
    """
    (ax, ay), (bx, by) = screens(ground).ends - np.array(at, dtype=np.float64)[:, None]
    turned = by * ax > bx * ay
    ax, bx, ay, by = np.where(turned, (bx, ax, by, ay), (ax, bx, ay, by))
    return np.array([ax, ay, bx, by, bx * ay - by * ax])


class Lines:
    """The lines from some places to one, and which of some edges each crosses well away from the edge's ends.

    In every table a row is an edge, a column a line.
    """

    def __init__(
        self, ground: Ground, edges: npt.NDArray[np.intp], xs: Numbers, ys: Numbers, at: Point
    ) -> None:
        self.at, self.owner = at, screens(ground).owner[edges].tolist()
        ax, ay, bx, by, self.before = edges_from(ground, at)[:, edges, None]
        self.dx, self.dy = dx, dy = xs - float(at[0]), ys - float(at[1])
        off = OFF_CORNERS * (np.abs(dx) + np.abs(dy))
        left, right = ay * dx - ax * dy, bx * dy - by * dx
        self.to = left + right
        self.crossed: Flags = (left > off) & (right > off) & (self.to > self.before)

    def most_crossed(self) -> list[int]:
        """The pieces whose outlines are crossed, those that most lines cross first."""
        times: dict[int, int] = {}
        for which, many in zip(self.owner, self.crossed.sum(axis=1).tolist(), strict=True):
            if many:
                times[which] = times.get(which, 0) + many
        return sorted(times, key=lambda which: -times[which])

    def rows_of(self, which: int) -> slice:
        first = self.owner.index(which)
        return slice(first, first + self.owner.count(which))

    def crossing(self, which: int) -> Flags:
        """Which lines cross the outline of a piece."""
        return np.asarray(self.crossed[self.rows_of(which)].any(axis=0))

    def run_on(self, which: int, *, from_end: bool) -> Flags:
        """Which lines cross a piece's outline further from their end, or from their start, than one sees out."""
        rows = self.rows_of(which)
        crossed, before, to = self.crossed[rows], self.before[rows], self.to[rows]
        part = (before if from_end else to - before) / np.where(crossed, to, 1)
        length = np.sqrt(self.dx * self.dx + self.dy * self.dy)
        return np.asarray((crossed & (part * length > number("edge_slant") + ROUNDED)).any(axis=0))


def directions(facings: Sequence[int]) -> Numbers:
    """Facings as vectors, eastward and southward parts apart."""
    return np.array([vector(one) for one in facings], dtype=np.int64).T


def in_arc(xs: Numbers, ys: Numbers, ahead: Numbers, stands: Point, facing: int) -> Flags:
    """At which places a walker who looks ahead has the other in his front arc, or the other has him. NUTS-LOS-02"""
    east, south = vector(facing)
    dx, dy = xs - stands[0], ys - stands[1]
    return np.asarray((east * dx + south * dy >= 0) | (ahead[0] * dx + ahead[1] * dy <= 0))
