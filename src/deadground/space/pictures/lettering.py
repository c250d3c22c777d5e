"""Lettered names: each kind of thing in its own hand, along rivers and roads, beside what is small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.ink import INK, PAPER, SERIF, tag, whole, words
from deadground.space.pictures.outlines import beside, length_of, middle, softened
from deadground.space.plane import Point
from deadground.space.polygons import Box, box_of, boxes_meet


class Hand(msgspec.Struct, frozen=True):
    """How a kind of name is written."""

    size: int
    colour: str = INK
    italic: bool = False
    bold: bool = False
    spacing: int = 0


PLACE = Hand(300, bold=True, spacing=40)
HOUSE = Hand(200)
LAND = Hand(230, "#6b4a26", italic=True, spacing=22)
GREEN = Hand(230, "#33401f", italic=True, spacing=14)
WET = Hand(230, "#2f525f", italic=True, spacing=34)
WAY = Hand(190, "#5a452b", italic=True, spacing=8)
PLAIN = Hand(190, italic=True)

HANDS: dict[str, Hand] = {
    **dict.fromkeys(("town",), PLACE),
    **dict.fromkeys(("structure", "objective_building", "bunker"), HOUSE),
    **dict.fromkeys(("hill", "ridge", "fold", "gully"), LAND),
    **dict.fromkeys(("woods", "brush", "orchard", "field", "wheat", "sunflowers", "hedge"), GREEN),
    **dict.fromkeys(("river", "stream", "water", "marsh", "ford"), WET),
    **dict.fromkeys(("road", "track", "rails", "bridge"), WAY),
}


def names(art: Art) -> list[str]:
    """Every name on the table, the weightiest first, none over another where there is room."""
    taken: list[Box] = []
    drawn = []
    named = [piece for piece in art.ground.pieces if piece.name]
    for piece in sorted(named, key=lambda piece: -hand_of(piece).size):
        if piece.shape == "line" and not piece.name.isdigit():
            drawn.append(along(art, piece))
        else:
            drawn.append(beside_piece(art, piece, taken))
    return drawn


def hand_of(piece: Piece) -> Hand:
    return HANDS.get(piece.kind, PLAIN)


def written(art: Art, hand: Hand, content: str, **more: object) -> str:
    """A text in a hand, with a rim of paper so that it can be read on anything."""
    return tag(
        "text",
        content,
        font_family=SERIF,
        font_size=art.size(hand.size),
        font_style="italic" if hand.italic else None,
        font_weight="bold" if hand.bold else None,
        letter_spacing=art.size(hand.spacing) if hand.spacing else None,
        fill=hand.colour,
        stroke=PAPER,
        stroke_width=art.size(hand.size * 24 // 100),
        stroke_opacity=0.82,
        stroke_linejoin="round",
        paint_order="stroke",
        text_anchor="middle",
        **more,
    )


def width_of(art: Art, hand: Hand, text: str) -> int:
    return len(text) * (art.size(hand.size) * 54 // 100 + art.size(hand.spacing or 1))


def along(art: Art, piece: Piece) -> str:
    """A name that follows a line, reading from west to east, on the longest leg's side of it."""
    hand = hand_of(piece)
    points = piece.points if piece.points[0][0] <= piece.points[-1][0] else tuple(reversed(piece.points))
    off = art.size(hand.size * 34 // 100) if piece.width > art.size(300) else -piece.width / 2 - art.size(60)
    line = beside(points, off)
    id = art.define(f"way-{piece.id}", "path", "", d=softened(line, 600, closed=False), fill="none")
    text = tag("textPath", words(piece.name), href=f"#{id}", startOffset=f"{offset_of(points)}%")
    return written(art, hand, text)


def offset_of(points: tuple[Point, ...]) -> int:
    """Where along a line, in per cent, the middle of its straightest long leg lies."""
    lengths = [length_of(a, b) for a, b in pairwise(points)]
    inner = range(1, len(lengths) - 1) if len(lengths) > 2 else range(len(lengths))
    best = max(inner, key=lambda i: lengths[i])
    return min(80, max(20, whole(100 * (sum(lengths[:best]) + lengths[best] / 2) / sum(lengths))))


def beside_piece(art: Art, piece: Piece, taken: list[Box]) -> str:
    hand = hand_of(piece)
    size, wide = art.size(hand.size), width_of(art, hand, piece.name)
    choices = [box for box in places(art, piece, wide, size) if is_on_table(art, box)]
    free = [box for box in choices if not any(boxes_meet(box, other) for other in taken)]
    west, north, east, south = (free or choices or list(places(art, piece, wide, size)))[0]
    taken.append((west, north, east, south))
    return written(art, hand, words(piece.name), x=(west + east) // 2, y=south - size // 5)


def places(art: Art, piece: Piece, wide: int, size: int) -> Iterator[Box]:
    """Where a name may stand: on the piece if it is big enough, else below it, above it, on either side."""
    west, north, east, south = box_of(piece.polygon or piece.points)
    x, y = middle(piece.polygon) if piece.polygon else piece.points[0]
    gap = art.size(70) + (art.size(130) if piece.shape == "point" else 0)
    is_building = piece.kind in ("structure", "objective_building", "bunker", "wreck")
    if piece.polygon and east - west > wide and not is_building:
        for lift in (0, size, -size):
            yield (x - wide // 2, y + lift - size // 2, x + wide // 2, y + lift + size // 2)
    middles = ((x, south + gap + size // 2), (x, north - gap - size // 2))
    sides = ((east + gap + wide // 2, y), (west - gap - wide // 2, y))
    for cx, cy in (*middles, *sides, (x, y)):
        yield (cx - wide // 2, cy - size // 2, cx + wide // 2, cy + size // 2)


def is_on_table(art: Art, box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= art.ground.width and box[3] <= art.ground.height
