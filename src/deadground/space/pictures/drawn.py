"""Whole pictures of a table: the map on its sheet, and a thumbnail."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from deadground.space.ground import Ground, Piece
from deadground.space.pictures import sheet
from deadground.space.pictures.art import LAYERS, Art
from deadground.space.pictures.drawings import DRAWINGS
from deadground.space.pictures.ink import PAPER, group, tag, words
from deadground.space.pictures.lettering import names
from deadground.space.pictures.thumbnails import simply
from deadground.space.plane import distance

DETAIL = {"in": 100, "ft": 100, "mm": 62}
"""How big trees and houses are drawn, in per cent, by the unit of the table: stands are smaller than figures."""

MOST_COVERED = 6
"""A table is drawn in full up to this many times its own area."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a map picture shows besides the terrain."""

    names: bool = True
    framed: bool = True
    scale_bar: bool = True
    north: bool = True
    grid: int = 0
    """Tenths between grid lines; none for 0."""
    title: str = ""
    note: str = ""
    detail: int = 0
    """Size of trees and houses in per cent; 0 for what suits the table's unit."""
    prefix: str = "dg"
    """Begins every id, so that several pictures can stand in one page."""


def map_svg(ground: Ground, options: Options | None = None, overlay: str = "") -> str:
    """A map as SVG, one unit to a tenth of a millimetre. `overlay` is drawn on top of the terrain."""
    chosen = options or Options()
    art = Art(ground, chosen.detail or detail_of(ground), chosen.prefix)
    draw_pieces(art)
    lettered = names(art) if chosen.names else []
    table = [group(art.layers[layer]) for layer in LAYERS]
    if chosen.grid:
        table.append(sheet.grid(ground, chosen.grid))
    table += [group(lettered), overlay]
    edge = f"{chosen.prefix}-table"
    clip = tag("clipPath", tag("path", d=sheet.box(0, 0, ground.width, ground.height)), id=edge)
    definitions = [sheet.paper_definition(chosen.prefix), clip, *art.definitions.values()]
    parts = [
        tag("defs", "".join(definitions)),
        sheet.paper(ground, chosen.prefix, chosen.framed),
        group(table, clip_path=f"url(#{edge})"),
        *(surroundings(ground, chosen) if chosen.framed else []),
    ]
    return document(ground, "".join(parts), framed=chosen.framed, title=chosen.title)


def draw_pieces(art: Art) -> None:
    """Every piece in full, as long as the table is not covered many times over; what is left, simply."""
    room = MOST_COVERED * art.ground.width * art.ground.height
    for piece in art.ground.pieces:
        if ink_of(piece) <= room:
            room -= ink_of(piece)
            DRAWINGS[piece.kind](art, piece)
        else:
            art.put("floor", simply(art.ground, (piece,)))


def ink_of(piece: Piece) -> int:
    """About how much of a table a piece takes up: its box, or the length of a line times its width."""
    if piece.shape == "line":
        return sum(distance(a, b) for a, b in pairwise(piece.points)) * max(piece.width, 400)
    west, north, east, south = piece.box
    return (east - west) * (south - north)


def detail_of(ground: Ground) -> int:
    """The size of trees and houses: a table bigger than a door is drawn coarser, so that it stays as light."""
    return DETAIL[ground.unit] * max(18_288, ground.width, ground.height) // 18_288


def surroundings(ground: Ground, options: Options) -> list[str]:
    drawn = [*sheet.frame(ground), sheet.cartouche(ground, options.title or ground.name, options.note)]
    if options.scale_bar:
        drawn.append(sheet.scale_bar(ground))
    if options.north:
        drawn.append(sheet.north_arrow(ground))
    return drawn


def document(ground: Ground, content: str, *, framed: bool, title: str = "") -> str:
    m = sheet.margin(ground) if framed else 0
    height = ground.height + m + (sheet.bottom(ground) if framed else 0)
    heading = tag("title", words(title or ground.name or "Map")) + tag("desc", words(described(ground)))
    return (
        tag(
            "svg",
            heading + content,
            xmlns="http://www.w3.org/2000/svg",
            role="img",
            viewBox=f"{-m} {-m} {ground.width + 2 * m} {height}",
        )
        + "\n"
    )


def described(ground: Ground) -> str:
    """What the picture shows, in words: how many pieces of each kind, and what has a name."""
    counts: dict[str, int] = {}
    for piece in ground.pieces:
        counts[piece.kind] = counts.get(piece.kind, 0) + 1
    kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counts.items())
    called = ", ".join(piece.name for piece in ground.pieces if piece.name)
    return f"A table with {kinds or 'nothing on it'}." + (f" Named: {called}." if called else "")


def thumbnail_svg(ground: Ground, prefix: str = "dg-small") -> str:
    """The table small and simple, without frame or names."""
    edge = f"{prefix}-table"
    box = sheet.box(0, 0, ground.width, ground.height)
    clip = tag("clipPath", tag("path", d=box), id=edge)
    content = (
        tag("defs", clip)
        + tag("path", d=box, fill=PAPER)
        + group([simply(ground, ground.pieces)], clip_path=f"url(#{edge})")
    )
    return document(ground, content, framed=False)
