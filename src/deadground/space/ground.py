"""Ground: a table's size and the pieces that lie on it. It knows what things are called, not what they do.

Pieces are listed from the ground up. Where two overlap, the height of the ground comes from the last hill or fold
there, and everything else from the later piece. A table is never changed: smoke or a fallen wall makes a new one
(`with_pieces`), and everything cached for the old one goes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from deadground.space.kinds import KINDS, RELIEF
from deadground.space.plane import Point, on_table
from deadground.space.polygons import Box, Polygon, box_of, boxes_meet, covers, fault_of, widened
from deadground.space.units import REACH, LengthUnit, Tenths

if TYPE_CHECKING:
    from deadground.space.borders import Border

Shape = Literal["area", "line", "point"]

MOST_CORNERS = 20_000
"""More corners than this on one table are refused: sight over them would no longer be quick."""

MOST_IN_PIECE = 4_000


class GroundError(Exception):
    """What is wrong with a table: where in its data, what, and what would be right."""

    def __init__(self, at: tuple[str | int, ...], problem: str, advice: str = "") -> None:
        self.at = at
        self.problem = problem
        self.advice = advice
        super().__init__(f"{problem}{f' ({advice})' if advice else ''}")


ONE_OF = {"woods": "wood", "sunflowers": "field of sunflowers", "foxholes": "foxhole", "rails": "railway"}
"""Kinds that are many by their word, where a sentence speaks of one piece."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One piece of terrain.

    `level` is the height of the ground inside, in levels above or below the table. `height` is how far what stands
    there rises above the ground, in tenths. An area has a polygon; so has a line with a width; a thin line (a wall,
    a hedge) has points only.
    """

    id: str
    kind: str
    shape: Shape
    points: tuple[Point, ...]
    width: Tenths = 0
    level: int = 0
    height: Tenths = 0
    floors: int = 0
    name: str = ""
    tags: dict[str, Any] = {}
    polygon: Polygon = ()

    @property
    def called(self) -> str:
        """The piece in a sentence, as one thing: its name, or its kind."""
        return self.name or f"the {ONE_OF.get(self.kind, self.kind.replace('_', ' '))}"

    @cached_property
    def box(self) -> Box:
        return box_of(self.polygon or self.points)

    @property
    def is_relief(self) -> bool:
        return self.kind in RELIEF

    def holds(self, point: Point) -> bool:
        """Whether a point is in the piece or on its edge."""
        if not self.polygon:
            return False
        west, north, east, south = self.box
        return west <= point[0] <= east and north <= point[1] <= south and covers(self.polygon, point)


def piece(
    id: str,
    kind: str,
    shape: Shape,
    points: Iterable[Point],
    *,
    width: Tenths = 0,
    at: tuple[str | int, ...] = (),
    **more: Any,
) -> Piece:
    """A checked piece. `at` is where its data stands, for the error."""
    corners = tuple((x, y) for x, y in points)
    outside = next((point for point in corners if not on_table(point)), None)
    if outside is not None:
        raise GroundError(at, f"{id}: the point {outside} is further out than {REACH} tenths")
    if len(corners) > MOST_IN_PIECE:
        raise GroundError(at, f"{id} has {len(corners)} corners; a piece may have {MOST_IN_PIECE}")
    polygon = outline(id, kind, shape, corners, width, at)
    return Piece(id=id, kind=kind, shape=shape, points=corners, width=width, polygon=polygon, **more)


def outline(
    id: str, kind: str, shape: Shape, points: tuple[Point, ...], width: Tenths, at: tuple[str | int, ...]
) -> Polygon:
    """The polygon a piece covers, or none for a thin line or a point."""
    if kind not in KINDS:
        raise GroundError((*at, "kind"), f"{id}: no terrain is called '{kind}'", f"one of {', '.join(KINDS)}")
    if shape not in KINDS[kind]:
        allowed = " or ".join(KINDS[kind])
        raise GroundError(at, f"{id}: {kind} is drawn as {allowed}, not as {shape}")
    if shape == "point":
        if len(points) != 1:
            raise GroundError(at, f"{id}: one point is wanted, not {len(points)}")
        return ()
    if shape == "line":
        return widened_line(id, points, width, at)
    fault = fault_of(points)
    if fault:
        raise GroundError((*at, "polygon"), f"{id}: {fault}")
    return points


def widened_line(id: str, points: tuple[Point, ...], width: Tenths, at: tuple[str | int, ...]) -> Polygon:
    if len(points) < 2 or any(a == b for a, b in pairwise(points)):
        raise GroundError((*at, "line"), f"{id}: a line has at least 2 points, no two in a row the same")
    if width < 0:
        raise GroundError((*at, "width"), f"{id}: a width is not negative")
    if width == 0:
        return ()
    polygon = widened(points, width)
    fault = fault_of(polygon)
    if fault:
        raise GroundError(
            (*at, "line"),
            f"{id}: the line turns too sharply for its width",
            "ease the bend or make it narrower",
        )
    return polygon


class Ground:
    """A table."""

    def __init__(
        self,
        width: Tenths,
        height: Tenths,
        pieces: Iterable[Piece],
        *,
        unit: LengthUnit = "mm",
        level_height: Tenths = 0,
        name: str = "",
    ) -> None:
        self.width = width
        self.height = height
        self.pieces = tuple(pieces)
        self.unit: LengthUnit = unit
        self.level_height = level_height
        self.name = name
        self._check()

    def _check(self) -> None:
        if not (0 < self.width <= REACH and 0 < self.height <= REACH):
            raise GroundError(("size",), f"a table is up to {REACH} tenths of a millimetre a side")
        corners = sum(len(piece.polygon or piece.points) for piece in self.pieces)
        if corners > MOST_CORNERS:
            raise GroundError(("features",), f"the table has {corners} corners; {MOST_CORNERS} is the most")
        seen: set[str] = set()
        for i, one in enumerate(self.pieces):
            if one.id in seen:
                raise GroundError(("features", i, "id"), f"two pieces are called '{one.id}'")
            seen.add(one.id)
            if not boxes_meet(one.box, (0, 0, self.width, self.height)):
                raise GroundError(("features", i), f"{one.id} lies off the table")

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    def with_pieces(self, more: Iterable[Piece], without: Iterable[str] = ()) -> Ground:
        """The same table with some pieces added on top and some taken away."""
        gone = set(without)
        kept = [piece for piece in self.pieces if piece.id not in gone]
        return Ground(
            self.width,
            self.height,
            [*kept, *more],
            unit=self.unit,
            level_height=self.level_height,
            name=self.name,
        )

    def on(self, point: Point) -> bool:
        """Whether a point is on the table."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height

    def pieces_near(self, box: Box) -> list[Piece]:
        """Every piece whose box meets a box, from the ground up."""
        west, north, east, south = box
        return [
            piece
            for piece, (w, n, e, s) in self._boxed
            if w <= east and west <= e and n <= south and north <= s
        ]

    def pieces_on(self, start: Point, end: Point) -> list[Piece]:
        """Every piece whose box a straight line passes, from the ground up."""
        (ax, ay), (bx, by) = start, end
        dx, dy = bx - ax, by - ay
        west, east, north, south = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        return [
            piece
            for piece, (w, n, e, s) in self._boxed
            if w <= east and west <= e and n <= south and north <= s
            if abs(dx * (n + s - 2 * ay) - dy * (w + e - 2 * ax)) <= abs(dy) * (e - w) + abs(dx) * (s - n)
        ]

    @cached_property
    def _boxed(self) -> tuple[tuple[Piece, Box], ...]:
        return tuple((piece, piece.box) for piece in self.pieces)

    def pieces_at(self, point: Point) -> tuple[Piece, ...]:
        """Every piece a point lies in, from the ground up."""
        x, y = point
        return tuple(
            [
                piece
                for piece, (w, n, e, s), outline in self._outlined
                if w <= x <= e and n <= y <= s and outline.covers(point)
            ]
        )

    @cached_property
    def _outlined(self) -> tuple[tuple[Piece, Box, Border], ...]:
        """The areas with their outlines, of which only the edges beside a point are looked at."""
        from deadground.space.borders import border_of  # borders rest on this module

        areas = [piece for piece in self.pieces if piece.polygon]
        return tuple((piece, piece.box, border_of(piece.polygon, closed=True)) for piece in areas)

    def level_at(self, point: Point) -> int:
        """The level of the ground at a point: that of the last hill or fold there."""
        return next((piece.level for piece in reversed(self.pieces_at(point)) if piece.is_relief), 0)
