"""A small picture of a table: flat colours, no single trees, for lists and menus."""

from __future__ import annotations

from collections.abc import Iterable

from deadground.space.ground import Ground, Piece
from deadground.space.pictures.ink import (
    BRUSH_FLOOR,
    CONCRETE,
    CROWN_LINE,
    DEEP,
    EARTH,
    FIELD,
    HACHURE,
    HILL,
    INK,
    LEAF,
    MARSH,
    MUD,
    ORCHARD_FLOOR,
    PAPER,
    RAIL,
    RED,
    ROAD,
    ROAD_EDGE,
    ROOFS,
    STONE,
    STONE_DARK,
    TOWN_FLOOR,
    WATER,
    WHEAT,
    dots,
    fill,
    stroke,
)
from deadground.space.pictures.outlines import clockwise, softened

WOOD = "#8da064"

AREAS: dict[str, tuple[str, str]] = {
    "hill": (HILL[1], HACHURE),
    "ridge": (HILL[1], HACHURE),
    "fold": (DEEP, HACHURE),
    "woods": (WOOD, CROWN_LINE),
    "brush": (BRUSH_FLOOR, CROWN_LINE),
    "orchard": (ORCHARD_FLOOR, CROWN_LINE),
    "wheat": (WHEAT, HACHURE),
    "sunflowers": (LEAF, HACHURE),
    "field": (FIELD, HACHURE),
    "mud": (MUD, HACHURE),
    "marsh": (MARSH, STONE_DARK),
    "water": (WATER, STONE_DARK),
    "rubble": (STONE, STONE_DARK),
    "town": (TOWN_FLOOR, INK),
    "structure": (ROOFS[0][1], INK),
    "objective_building": (ROOFS[0][0], INK),
    "bunker": (CONCRETE, INK),
    "wreck": (STONE_DARK, INK),
    "minefield": (PAPER, RED),
    "smoke": ("#e4dfd4", STONE),
    "bridge": (ROAD, INK),
    "ford": (ROAD, WATER),
}
"""Fill and outline by kind; what is not here is earth."""

LINES: dict[str, str] = {
    "road": ROAD,
    "track": ROAD,
    "rails": RAIL,
    "river": WATER,
    "stream": WATER,
    "gully": EARTH,
    "bridge": ROAD,
    "hedge": WOOD,
    "fence": ROAD_EDGE,
    "wall": STONE_DARK,
    "wire": INK,
}


def simply(ground: Ground, pieces: Iterable[Piece]) -> str:
    """Pieces of a table in their order, lines with an edge."""
    unit = max(ground.width, ground.height) // 360
    return "".join(simple(piece, unit) for piece in pieces)


def simple(piece: Piece, unit: int) -> str:
    if piece.shape == "area":
        inside, edge = AREAS.get(piece.kind, (EARTH, HACHURE))
        return fill(softened(clockwise(piece.polygon), 4 * unit), inside, stroke=edge, stroke_width=unit)
    if piece.shape == "point":
        return stroke(dots(piece.points), RED, 5 * unit, stroke_linecap="round")
    d = softened(piece.points, 2 * max(piece.width, unit), closed=False)
    colour = LINES.get(piece.kind, EARTH)
    if piece.width < 2 * unit:
        return stroke(d, colour, 2 * unit)
    return stroke(d, ROAD_EDGE, piece.width) + stroke(d, colour, piece.width - unit)
