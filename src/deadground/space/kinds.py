"""What terrain is called, and how each kind may be drawn on a map. What a kind does is a system's business."""

from __future__ import annotations

AREA, LINE, POINT = "area", "line", "point"

RELIEF = ("hill", "ridge", "fold")
"""Kinds that give the ground its height."""

KINDS: dict[str, tuple[str, ...]] = {
    "hill": (AREA,),
    "ridge": (AREA,),
    "fold": (AREA,),
    "woods": (AREA,),
    "brush": (AREA,),
    "orchard": (AREA,),
    "wheat": (AREA,),
    "sunflowers": (AREA,),
    "field": (AREA,),
    "mud": (AREA,),
    "marsh": (AREA,),
    "water": (AREA,),
    "rubble": (AREA,),
    "town": (AREA,),
    "structure": (AREA,),
    "objective_building": (AREA,),
    "bunker": (AREA,),
    "trench": (AREA, LINE),
    "foxholes": (AREA,),
    "wreck": (AREA,),
    "minefield": (AREA,),
    "smoke": (AREA,),
    "road": (LINE,),
    "track": (LINE,),
    "rails": (LINE,),
    "river": (LINE,),
    "stream": (LINE,),
    "gully": (LINE, AREA),
    "bridge": (AREA, LINE),
    "ford": (AREA,),
    "hedge": (LINE,),
    "fence": (LINE,),
    "wall": (LINE,),
    "wire": (LINE,),
    "sewer_entry": (POINT,),
    "start_position": (POINT,),
    "marker": (POINT,),
}
