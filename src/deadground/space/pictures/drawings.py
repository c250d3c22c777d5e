"""Which drawing belongs to which kind of terrain, and which kinds can be drawn in more than one way."""

from __future__ import annotations

from collections.abc import Callable

from deadground.space.ground import Piece
from deadground.space.pictures import crops, houses, marks, relief, ruins, trees, ways, wet, works
from deadground.space.pictures.art import Art

Drawing = Callable[[Art, Piece], None]

DRAWINGS: dict[str, Drawing] = {
    "hill": relief.hill,
    "ridge": relief.ridge,
    "fold": relief.fold,
    "woods": trees.woods,
    "brush": trees.brush,
    "orchard": trees.orchard,
    "wheat": crops.wheat,
    "sunflowers": crops.sunflowers,
    "field": crops.field,
    "mud": wet.mud,
    "marsh": wet.marsh,
    "water": wet.water,
    "rubble": ruins.rubble,
    "town": houses.town,
    "structure": houses.structure,
    "objective_building": houses.objective_building,
    "bunker": houses.bunker,
    "trench": works.trench,
    "foxholes": works.foxholes,
    "wreck": ruins.wreck,
    "minefield": works.minefield,
    "smoke": marks.smoke,
    "road": ways.road,
    "track": ways.track,
    "rails": ways.rails,
    "river": wet.river,
    "stream": wet.stream,
    "gully": wet.gully,
    "bridge": ways.bridge,
    "ford": wet.ford,
    "hedge": trees.hedge,
    "fence": works.fence,
    "wall": works.wall,
    "wire": works.wire,
    "sewer_entry": marks.sewer_entry,
    "start_position": marks.start_position,
    "marker": marks.marker,
}

LOOKS: dict[str, tuple[str, ...]] = {
    "hill": ("slag",),
    "brush": ("orchard",),
    "structure": ("ruin", "chimney"),
    "objective_building": ("ruin",),
    "foxholes": ("crater",),
    "wall": ("barricade",),
    "wreck": ("tank", "tram", "waggon"),
    "road": ("paved",),
}
"""Other ways to draw a kind, chosen by a piece's tag `look`. They change nothing but the picture."""
