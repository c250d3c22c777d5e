"""Map files: a table's size, what lies on it, and the zones and places that scenarios refer to.

Lengths in a file are in the file's unit; a `Map` has everything in tenths of a millimetre. Whatever is wrong with a
file is said with its line and with what would be right.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import msgspec

from deadground.core.advice import near
from deadground.core.files import KindOfFile, Sound
from deadground.core.loader import DataError, Document, document, load
from deadground.space.ground import Ground, GroundError, Piece, Shape, piece
from deadground.space.kinds import KINDS
from deadground.space.pictures import Options, map_svg
from deadground.space.pictures.drawings import LOOKS
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, fault_of
from deadground.space.units import LengthUnit, Tenths, amount, shown, tenths
from deadground.systems.map_file import At, EdgeFile, Feature, MapFile, Number

MOST_CORNERS = 6_000
MOST_IN_PIECE = 500
"""More corners than these are refused before any is looked at."""

LEAST_SIDE, MOST_SIDE = 2_000, 60_000
"""A table is at least 200 mm and at most 6 m a side."""

MOST_HEIGHT = 5_000
"""Nothing on a table is higher than half a metre."""

STAND_IN = "† stand-in: our own, the book's map is a picture"

RIGHT = {
    "polygon": "at least 3 corners in order round the piece, none twice, edges that do not cross",
    "line": "at least 2 points, no two in a row the same",
}
"""What would be right where the geometry itself says only what is wrong."""


class Edge(msgspec.Struct, frozen=True):
    """A stretch of the table's edge, to come in by or to leave by."""

    start: Point
    end: Point
    edge: str = ""
    id: str = ""
    sections: tuple[int, ...] = ()


class Map(msgspec.Struct, frozen=True, kw_only=True):
    """A map as the systems use it: lengths in tenths of a millimetre."""

    name: str
    ground: Ground
    stand_in: bool
    """Ours, where the book's own map was a picture."""
    note: str
    light: str
    entry: dict[str, tuple[Edge, ...]]
    exits: tuple[Edge, ...]
    setup: dict[str, tuple[int, ...]]
    objectives: dict[str, tuple[int, ...]]
    areas: dict[str, Polygon]
    """Where a side sets up, as polygons."""
    places: dict[str, dict[str, tuple[Point, ...]]]
    """Groups of points by what they are for and whose they are."""


def read_map(path: Path | str) -> Map:
    """The map in a file."""
    return from_document(load(path))


def parse_map(text: str, name: str = "<text>") -> Map:
    return from_document(document(text, name))


def from_document(source: Document) -> Map:
    return _Reader(source).map()


def map_from(source: Document, id: str) -> Map:
    """A map on a shelf; the name of its file tells nothing more."""
    return from_document(source)


def picture(found: Map) -> str:
    """A map as SVG, with its name; a stand-in is marked."""
    if not found.stand_in:
        return map_svg(found.ground, Options(title=found.name))
    return map_svg(found.ground, Options(title=f"{found.name} †", note=STAND_IN))


def checked(source: Document, file: Path) -> Sound:
    """A map that somebody wrote."""
    found = from_document(source)
    ground, mark = found.ground, ", a stand-in" if found.stand_in else ""
    size = f"{shown(ground.width, ground.unit)} by {shown(ground.height, ground.unit)}"
    corners = sum(len(piece.points) for piece in ground.pieces)
    about = f"the map '{found.name}'{mark}, {size}, {len(ground.pieces)} pieces with {corners} corners"
    return Sound(about, partial(picture, found))


FILES = KindOfFile("a map", ("size", "unit", "features"), checked)


class _Reader:
    """Turns a file into a map, and complaints into lines."""

    def __init__(self, source: Document) -> None:
        self.source = source
        self.file = source.to(MapFile)
        self.unit: LengthUnit = self.file.unit

    def map(self) -> Map:
        file = self.file
        self.width, self.height = self._size()
        self._count()
        zones = file.zones
        return Map(
            name=file.name,
            ground=self._ground(),
            stand_in=file.stand_in,
            note=file.note,
            light=file.light,
            entry={side: self._edges(found, "entry", side) for side, found in zones.entry.items()},
            exits=self._edges(zones.exits, "exits"),
            setup={side: tuple(found) for side, found in zones.setup.items()},
            objectives={side: tuple(found) for side, found in zones.objectives.items()},
            areas={side: self._area(found, side) for side, found in zones.areas.items()},
            places={
                what: {whose: self._points(points, "places", what, whose) for whose, points in groups.items()}
                for what, groups in file.places.items()
            },
        )

    def _size(self) -> tuple[Tenths, Tenths]:
        width, height = (self._length(side, "size", i) for i, side in enumerate(self.file.size))
        for i, side in enumerate((width, height)):
            if not LEAST_SIDE <= side <= MOST_SIDE:
                raise self._wrong(
                    ("size", i),
                    f"a table {shown(side, self.unit)} a side",
                    f"{self._range(LEAST_SIDE, MOST_SIDE)}; is the unit '{self.unit}' right?",
                )
        return width, height

    def _count(self) -> None:
        """Refuse doubled ids and too many corners before any geometry is done."""
        total = 0
        seen: dict[str, int] = {}
        for i, feature in enumerate(self.file.features):
            first = seen.setdefault(feature.id, i)
            if first != i:
                advice = f"the other stands in line {self.source.line(('features', first, 'id'))}"
                raise self._wrong(("features", i, "id"), f"two pieces are called '{feature.id}'", advice)
            corners = len(feature.polygon or feature.line or ())
            total += corners
            if corners > MOST_IN_PIECE:
                problem = f"{feature.id} has {corners} corners"
                raise self._wrong(("features", i), problem, f"a piece has at most {MOST_IN_PIECE}")
        if total > MOST_CORNERS:
            problem = f"the map has {total} corners"
            raise self._wrong(("features",), problem, f"a map has at most {MOST_CORNERS}")

    def _ground(self) -> Ground:
        level_height = self._length(self.file.level_height, "level_height")
        if not 0 <= level_height <= MOST_HEIGHT:
            raise self._wrong(("level_height",), "a level of that height", self._range(0, MOST_HEIGHT))
        try:
            pieces = [self._piece(feature, i) for i, feature in enumerate(self.file.features)]
            return Ground(
                self.width,
                self.height,
                pieces,
                unit=self.unit,
                level_height=level_height,
                name=self.file.name,
            )
        except GroundError as fault:
            advice = fault.advice or RIGHT.get(str(fault.at[-1]) if fault.at else "", "")
            raise self._wrong(fault.at, self._in_units(fault.problem), advice) from None

    def _piece(self, feature: Feature, i: int) -> Piece:
        at: tuple[str | int, ...] = ("features", i)
        self._check_kind(feature, at)
        shape, where, given = self._shape(feature, at)
        points = [
            self._point(point, *where, *([] if shape == "point" else [k])) for k, point in enumerate(given)
        ]
        width = self._length(feature.width, *at, "width")
        if not 0 <= width <= min(self.width, self.height):
            raise self._wrong(
                (*at, "width"), f"{feature.id} is {feature.width} wide", "narrower than the table"
            )
        height = self._length(feature.height, *at, "height")
        if not 0 <= height <= MOST_HEIGHT:
            raise self._wrong(
                (*at, "height"), f"{feature.id} is {feature.height} high", self._range(0, MOST_HEIGHT)
            )
        tags = dict(feature.tags) | ({"look": feature.look} if feature.look else {})
        return piece(
            feature.id,
            feature.kind,
            shape,
            points,
            width=width,
            at=at,
            level=feature.level,
            height=height,
            floors=feature.floors,
            name=feature.name,
            tags=tags,
        )

    def _check_kind(self, feature: Feature, at: tuple[str | int, ...]) -> None:
        if feature.kind not in KINDS:
            close = near(feature.kind, KINDS)
            advice = f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(KINDS)}"
            raise self._wrong((*at, "kind"), f"{feature.id}: no terrain is called '{feature.kind}'", advice)
        looks = LOOKS.get(feature.kind, ())
        if feature.look and feature.look not in looks:
            advice = f"{feature.kind} can look like {', '.join(looks)}" if looks else "leave `look` out"
            raise self._wrong(
                (*at, "look"), f"{feature.id}: no {feature.kind} looks like '{feature.look}'", advice
            )

    def _shape(
        self, feature: Feature, at: tuple[str | int, ...]
    ) -> tuple[Shape, tuple[str | int, ...], list[At]]:
        found: list[tuple[Shape, str, list[At]]] = []
        if feature.polygon is not None:
            found.append(("area", "polygon", feature.polygon))
        if feature.line is not None:
            found.append(("line", "line", feature.line))
        if feature.point is not None:
            found.append(("point", "point", [feature.point]))
        if len(found) != 1:
            problem = f"{feature.id} has {len(found)} shapes"
            raise self._wrong(at, problem, "exactly one of `polygon`, `line` and `point` says where it lies")
        shape, field, points = found[0]
        if feature.width and shape != "line":
            raise self._wrong((*at, "width"), f"{feature.id}: a {field} has no width", "only a line has one")
        return shape, (*at, field), points

    def _edges(self, found: list[EdgeFile], *path: str) -> tuple[Edge, ...]:
        return tuple(
            Edge(
                self._on_edge(one.start, "zones", *path, i, "from"),
                self._on_edge(one.end, "zones", *path, i, "to"),
                one.edge,
                one.id,
                tuple(one.sections),
            )
            for i, one in enumerate(found)
        )

    def _on_edge(self, point: At, *path: str | int) -> Point:
        x, y = self._point(point, *path)
        if x not in (0, self.width) and y not in (0, self.height):
            raise self._wrong(path, f"{self._shown((x, y))} is not on the table's edge", "one that is")
        return x, y

    def _area(self, corners: list[At], side: str) -> Polygon:
        path = ("zones", "areas", side)
        area = self._points(corners, *path)
        fault = "too many corners" if len(area) > MOST_IN_PIECE else fault_of(area)
        if fault:
            raise self._wrong(
                path, f"the area of {side}: {self._in_units(fault)}", "a polygon whose edges do not cross"
            )
        return area

    def _points(self, points: list[At], *path: str) -> tuple[Point, ...]:
        return tuple(self._point(point, *path, i) for i, point in enumerate(points))

    def _point(self, given: At, *path: str | int) -> Point:
        x, y = (self._length(number, *path) for number in given)
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            right = (
                f"0 to {amount(self.width, self.unit):f} across, 0 to {amount(self.height, self.unit):f} down"
            )
            raise self._wrong(path, f"({given[0]}, {given[1]}) lies off the table", right)
        return x, y

    def _length(self, number: Number, *path: str | int) -> Tenths:
        if abs(number) > 1e6:
            raise self._wrong(path, f"{number} is no length for a table", f"in {self.unit}")
        return tenths(number, self.unit)

    def _range(self, low: Tenths, high: Tenths) -> str:
        return f"from {shown(low, self.unit)} to {shown(high, self.unit)}"

    def _shown(self, point: Point) -> str:
        return f"({amount(point[0], self.unit):f}, {amount(point[1], self.unit):f})"

    def _in_units(self, problem: str) -> str:
        """A complaint about points with the points as the file has them."""
        return re.sub(r"\((-?\d+), (-?\d+)\)", lambda m: self._shown((int(m[1]), int(m[2]))), problem)

    def _wrong(self, path: tuple[str | int, ...], problem: str, advice: str = "") -> DataError:
        return self.source.error(path, problem, advice)
