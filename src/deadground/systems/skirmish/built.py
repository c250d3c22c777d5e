"""Buildings that were not on the map: set down where a squad is found in one and there is none. NUTS-PEF-09, NS-09

A marker holds what the table gave; the ground of the battle has a piece for each, like those of its map.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from deadground.space.ground import Ground, Piece, piece
from deadground.space.plane import Point
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.state import Building, Marker, SkirmishState


class Built(msgspec.Struct, frozen=True):
    """A building that was set down: where its middle is, its kind, levels, areas on each, and Defensive Value."""

    id: str
    at: Point
    kind: str
    levels: int
    areas: int
    value: int

    @property
    def size(self) -> tuple[int, int]:
        """How wide and how deep: two areas side by side, four in a square. NS-09"""
        area, across = number("building_area"), 2 if self.areas in (2, 4) else self.areas
        return across * area, self.areas // across * area

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        (x, y), (width, depth) = self.at, self.size
        west, north = x - width // 2, y - depth // 2
        east, south = west + width, north + depth
        return (west, north), (east, north), (east, south), (west, south)

    def marker(self) -> Marker:
        building = Building(self.kind, self.levels, self.areas, self.value)
        return Marker(self.id, "building", self.at, self.size[0], building=building)


def built_of(marker: Marker, building: Building) -> Built:
    """A building as its marker has it."""
    return Built(marker.id, marker.at, building.kind, building.levels, building.areas, building.value)


def buildings_down(state: SkirmishState) -> tuple[Built, ...]:
    """Everything that was set down in this battle."""
    return tuple(built_of(one, one.building) for one in state.markers.values() if one.building)


def piece_of(one: Built) -> Piece:
    """A building as a piece of the ground."""
    name, tags = f"the {one.kind}", {"dv": one.value}
    return piece(one.id, "structure", "area", one.corners, floors=one.levels, name=name, tags=tags)


@lru_cache(maxsize=64)
def with_buildings(ground: Ground, built: tuple[Built, ...]) -> Ground:
    """The ground with these buildings on it."""
    return ground.with_pieces(piece_of(one) for one in built)
