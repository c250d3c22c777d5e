"""Maps as they are drawn for a page."""

from __future__ import annotations

from functools import lru_cache

from deadground.space.ground import Ground
from deadground.space.pictures import Options, map_svg
from deadground.systems.kit.shelves import Shelf
from deadground.systems.maps import Map


def drawing(maps: Shelf[Map], name: str) -> str:
    """A map as SVG, drawn once; "" if there is none of this name."""
    return drawn(maps.named(name).ground) if name in maps.known() else ""


@lru_cache(maxsize=64)
def drawn(ground: Ground) -> str:
    return map_svg(ground, Options(framed=False, prefix="dg-map"))
