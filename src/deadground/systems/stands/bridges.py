"""The ground with its bridges down: what is left of one bars the way, and the road that led over it is cut there.

KIM-1.2l, KIM-R132
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from deadground.space.ground import Ground, Piece
from deadground.space.paths import Path, without_repeats
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, boxes_meet, widened
from deadground.space.sight import stretches_in

CROSSINGS = ("bridge", "ford")
ROADS = ("road", "track")
RUIN = "wreck"
"""The kind of ground that a bridge becomes: it lifts nobody out of what it crossed, and hides nobody."""

BLOWN = "blown"
"""The tag of a bridge that is down."""


@lru_cache(maxsize=64)
def ground_without(ground: Ground, impassable: tuple[str, ...]) -> Ground:
    """A table without those bridges and fords that are among the pieces nobody crosses; itself if none is."""
    down = [piece for piece in ground.pieces if piece.kind in CROSSINGS and piece.id in impassable]
    if not down:
        return ground
    pieces: list[Piece] = []
    for piece in ground.pieces:
        if piece in down:
            name = f"{piece.name or piece.kind} (blown)"
            pieces.append(replace(piece, kind=RUIN, name=name, tags={**piece.tags, BLOWN: True}))
        elif piece.kind in ROADS:
            pieces += cut_road(ground, piece, [one.polygon for one in down])
        else:
            pieces.append(piece)
    return Ground(
        ground.width,
        ground.height,
        pieces,
        unit=ground.unit,
        level_height=ground.level_height,
        name=ground.name,
    )


def cut_road(ground: Ground, road: Piece, gaps: list[Polygon]) -> list[Piece]:
    """A road as the stretches of it that no gap takes out; one that leads over none is as it was."""
    ways = [road.points]
    for gap in gaps:
        ways = [part for way in ways for part in outside(way, gap)]
    if ways == [road.points]:
        return [road]
    parts = [
        replace(road, id=f"{road.id}.{i}", points=way, polygon=widened(way, road.width) if road.width else ())
        for i, way in enumerate(ways, 1)
    ]
    return [part for part in parts if boxes_meet(part.box, (0, 0, ground.width, ground.height))]


def outside(way: Path, gap: Polygon) -> Iterator[Path]:
    """The parts of a line that lie outside an area."""
    part: list[Point] = [way[0]]
    for start, end in pairwise(way):
        for stretch in stretches_in(gap, start, end):
            yield from line_of([*part, stretch.enters])
            part = [stretch.leaves]
        part.append(end)
    yield from line_of(part)


def line_of(points: list[Point]) -> Iterator[Path]:
    """A part of a line, unless it is a single point."""
    way = without_repeats(points)
    if len(way) > 1:
        yield way
