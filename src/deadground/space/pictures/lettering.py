"""Lettered names: each kind of thing in its own hand, along rivers and roads, beside what is small."""

from __future__ import annotations

from itertools import pairwise
from math import fsum

import msgspec

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.ink import INK, PAPER, SERIF, tag, words
from deadground.space.pictures.outlines import beside, direction, length_of, middle, moved, softened, stations
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
    """Every name on the table, the weightiest first, each where it hides least."""
    taken: list[Box] = []
    drawn = []
    named = [piece for piece in art.ground.pieces if piece.name]
    for piece in sorted(named, key=lambda piece: -hand_of(piece).size):
        write = along if piece.shape == "line" and piece.kind != "bridge" else beside_piece
        drawn.append(write(art, piece, taken))
    return drawn


def hand_of(piece: Piece) -> Hand:
    return HANDS.get(piece.kind, PLAIN)


def written(art: Art, hand: Hand, content: str, **more: object) -> str:
    """A text in a hand, with a rim of paper so that it can be read on anything."""
    return tag(
        "text",
        content,
        font_family=SERIF,
        font_size=art.lettering(hand.size),
        font_style="italic" if hand.italic else None,
        font_weight="bold" if hand.bold else None,
        letter_spacing=art.lettering(hand.spacing) if hand.spacing else None,
        fill=hand.colour,
        stroke=PAPER,
        stroke_width=art.lettering(hand.size * 24 // 100),
        stroke_opacity=0.82,
        stroke_linejoin="round",
        paint_order="stroke",
        text_anchor="middle",
        **more,
    )


def width_of(art: Art, hand: Hand, text: str) -> int:
    return len(text) * (art.lettering(hand.size) * 54 // 100 + art.lettering(hand.spacing or 1))


def along(art: Art, piece: Piece, taken: list[Box]) -> str:
    """A name that follows a line, reading from west to east; in it if it is wide enough, else beside it."""
    hand = hand_of(piece)
    points = piece.points if piece.points[0][0] <= piece.points[-1][0] else tuple(reversed(piece.points))
    inside = piece.width > art.size(300)
    off = art.lettering(hand.size * 34 // 100) if inside else -piece.width / 2 - art.size(60)
    line = beside(points, off)
    id = art.define(f"way-{piece.id}", "path", "", d=softened(line, 600, closed=False), fill="none")
    half = width_of(art, hand, piece.name) // 2
    part, (x, y) = min(stops(line, half), key=lambda stop: cost(art, piece, around(stop[1], half), taken))
    taken.append(around((x, y), half))
    text = tag("textPath", words(piece.name), href=f"#{id}", startOffset=f"{part}%")
    return written(art, hand, text)


def around(at: Point, half: int) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def stops(points: tuple[Point, ...], half: int) -> list[tuple[int, Point]]:
    """Places along a line, in per cent of its length, the middle ones first."""
    lengths = [length_of(a, b) for a, b in pairwise(points)]
    whole = fsum(lengths)
    found = []
    for part in (50, 40, 60, 30, 70, 22, 78):
        left = whole * part / 100
        if half < left < whole - half:
            found.append((part, place(points, lengths, left)))
    return found or [(50, place(points, lengths, whole / 2))]


def place(points: tuple[Point, ...], lengths: list[float], left: float) -> Point:
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if left <= length:
            return moved(a, direction(a, b), left)
        left -= length
    return points[-1]


def beside_piece(art: Art, piece: Piece, taken: list[Box]) -> str:
    hand = hand_of(piece)
    size, wide = art.lettering(hand.size), width_of(art, hand, piece.name)
    choices = places(art, piece, wide, size)
    box = min(choices, key=lambda box: cost(art, piece, box, taken))
    taken.append(box)
    return written(art, hand, words(piece.name), x=(box[0] + box[2]) // 2, y=box[3] - size // 5)


COVERED = ("structure", "objective_building", "bunker", "wreck", "town", "foxholes", "bridge")
"""Kinds that a name should not hide, besides all lines and points."""


BUSY = ("woods", "orchard", "rubble", "sunflowers", "water", "marsh")
"""Kinds on which a name is harder to read."""


def cost(art: Art, piece: Piece, box: Box, taken: list[Box]) -> int:
    """How much a name in a box would hide."""
    found = 0 if is_on_table(art, box) else 50
    found += 2 if piece.kind in COVERED and boxes_meet(piece.box, box) else 0
    found += sum(20 for other in taken if boxes_meet(other, box))
    for other in art.ground.pieces:
        if other is not piece and boxes_meet(other.box, box):
            found += hidden(other, box)
    return found


def hidden(other: Piece, box: Box) -> int:
    """How much it matters that a name lies on another piece; on a line only where it truly runs through the box."""
    if other.kind in COVERED or other.shape == "point":
        return 3
    if other.shape == "area":
        return 3 if other.kind in BUSY else 0
    west, north, east, south = box
    return 4 * any(west <= x <= east and north <= y <= south for x, y in stations(other.points, 100))


def places(art: Art, piece: Piece, wide: int, size: int) -> list[Box]:
    """Where a name may stand: on the piece if it is big enough, else below it, above it, on either side."""
    west, north, east, south = box_of(piece.polygon or piece.points)
    x, y = middle(piece.polygon) if piece.polygon else piece.points[0]
    gap = art.size(70) + (art.size(130) if piece.shape == "point" else 0)
    is_full = piece.kind in COVERED
    on_it = [(x, y), (x, y + size), (x, y - size)] if east - west > wide else []
    outside = [
        *(
            (cx, cy)
            for cx in (x, x - wide // 3, x + wide // 3)
            for cy in (south + gap + size // 2, north - gap - size // 2)
        ),
        (east + gap + wide // 2, y),
        (west - gap - wide // 2, y),
    ]
    outside += [(cx, cy) for cy in (north + size, south - size) for cx, _ in outside[6:]]
    centres = [*outside, *on_it] if is_full else [*on_it, *outside]
    return [(cx - wide // 2, cy - size // 2, cx + wide // 2, cy + size // 2) for cx, cy in centres]


def is_on_table(art: Art, box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= art.ground.width and box[3] <= art.ground.height
