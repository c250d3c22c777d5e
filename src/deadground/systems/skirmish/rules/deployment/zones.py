"""Zones: the ground on which some men come on, as the scenario and its map name it. NR-206"""

from __future__ import annotations

from functools import cache

from deadground.space.plane import Point
from deadground.space.polygons import Polygon, covers
from deadground.space.units import inches
from deadground.systems.maps import Edge, Map
from deadground.systems.skirmish.game import map_named
from deadground.systems.skirmish.scenario_file import Comes
from deadground.systems.skirmish.state import BASE, INCH

Box = tuple[int, int, int, int]
"""West, north, east, south."""

SECTION = inches(24)
"""A section of the table is two feet square; they are counted down the columns, from the north-west. NR-206"""


class Zone:
    """Areas of one table, with the name that players read."""

    def __init__(self, name: str, areas: tuple[Polygon, ...]) -> None:
        self.name, self.areas = name, areas
        xs, ys = zip(*(point for area in areas for point in area), strict=True)
        self.box: Box = min(xs), min(ys), max(xs), max(ys)

    def holds(self, at: Point) -> bool:
        """Whether the middle of a base may be there."""
        return any(covers(area, at) for area in self.areas)


class NoZone(ValueError):
    """The map knows no such place: what it is, and what would be right."""

    def __init__(self, problem: str, right: str) -> None:
        super().__init__(problem)
        self.problem, self.right = problem, right


@cache
def zone_of(map_name: str, comes: Comes) -> Zone:
    """Where men come on, or set up."""
    found = map_named(map_name)
    if comes.turn:
        strips = tuple(strip(one) for one in way_on(found, comes.by))
        if not strips:
            known = ", ".join(("north", "east", "south", "west", *found.entry))
            raise NoZone(f"nobody can come on by '{comes.by}'", f"one of {known}")
        return Zone(way_on_named(found, comes.by), strips)
    if comes.area in found.areas:
        return Zone(f"the area {in_words(comes.area)}", (found.areas[comes.area],))
    if comes.area and comes.area not in found.setup:
        known = ", ".join((*found.areas, *found.setup)) or "none: say `sections`"
        raise NoZone(f"the map has no area '{comes.area}'", known)
    numbers, there = found.setup.get(comes.area, comes.sections), sections_of(found)
    if not numbers or not set(numbers) <= set(there):
        raise NoZone(f"sections {list(numbers)}", f"some of 1 to {len(there)}, or an `area`")
    return Zone(sections_named(numbers), tuple(there[number] for number in numbers))


def sections_of(found: Map) -> dict[int, Polygon]:
    """The sections of a table that is two feet or a multiple of it each way, by their numbers. NR-206"""
    wide, high = found.ground.width // SECTION, found.ground.height // SECTION
    corners = ((x * SECTION, y * SECTION) for x in range(wide) for y in range(high))
    return {number: square_at(corner) for number, corner in enumerate(corners, 1)}


def square_at(corner: Point) -> Polygon:
    (x, y), side = corner, SECTION
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def sections_named(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return f"section {numbers[0]}"
    *first, last = numbers
    return f"sections {', '.join(map(str, first))} and {last}"


def way_on(found: Map, by: str) -> tuple[Edge, ...]:
    """The stretches of the table's edge by which men come on: those the map calls so, or a whole edge."""
    return found.entry.get(by, ()) or whole_edge(found, by)


def whole_edge(found: Map, edge: str) -> tuple[Edge, ...]:
    """An edge of the table from corner to corner; nothing for another word."""
    east, south = found.ground.width, found.ground.height
    corners = {
        "north": ((0, 0), (east, 0)),
        "east": ((east, 0), (east, south)),
        "south": ((0, south), (east, south)),
        "west": ((0, 0), (0, south)),
    }
    return (Edge(*corners[edge], edge, edge),) if edge in corners else ()


def way_on_named(found: Map, by: str) -> str:
    return f"the {by} edge" if by not in found.entry else f"the way on of {in_words(by)}"


def in_words(name: str) -> str:
    return name.replace("_", " ")


def strip(stretch: Edge) -> Polygon:
    """The inch of table along a stretch of its edge, in which those who come on by it are put down."""
    (ax, ay), (bx, by) = sorted((stretch.start, stretch.end))
    flat = ay == by
    deep = INCH if (ay == 0 if flat else ax == 0) else -INCH
    if flat:
        return (ax, ay), (bx, by), (bx, by + deep), (ax, ay + deep)
    return (ax, ay), (bx, by), (bx + deep, by), (ax + deep, ay)


def touches(at: Point, stretch: Edge) -> bool:
    """Whether a base there touches a stretch of the table's edge. NR-205"""
    (ax, ay), (bx, by) = sorted((stretch.start, stretch.end))
    near = min(max(at[0], ax), bx), min(max(at[1], ay), by)
    return (at[0] - near[0]) ** 2 + (at[1] - near[1]) ** 2 <= BASE * BASE
