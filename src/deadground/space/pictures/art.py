"""The drawing board: layers that lie one on another, and what a terrain drawing needs to know of the table."""

from __future__ import annotations

from collections.abc import Iterable

from deadground.space.ground import Ground, Piece
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import tag
from deadground.space.pictures.outlines import square_to
from deadground.space.plane import Point
from deadground.space.polygons import boxes_meet, covers

LAYERS = (
    "relief",
    "floor",
    "water",
    "works",
    "tracks",
    "way edges",
    "ways",
    "kerbs",
    "way marks",
    "rails",
    "bridges",
    "shadows",
    "lines",
    "houses",
    "crowns",
    "contours",
    "smoke",
    "marks",
)
"""From the paper up. Within a layer pieces lie in the order of the map."""


class Art:
    """One picture being drawn."""

    def __init__(self, ground: Ground, detail: int, prefix: str) -> None:
        self.ground = ground
        self.detail = detail
        self.prefix = prefix
        self.layers: dict[str, list[str]] = {name: [] for name in LAYERS}
        self.definitions: dict[str, str] = {}
        self.order = {piece.id: i for i, piece in enumerate(ground.pieces)}
        self.boxes = {piece.id: piece.box for piece in ground.pieces}

    def put(self, layer: str, *drawn: str) -> None:
        self.layers[layer] += [one for one in drawn if one]

    def size(self, tenths: int) -> int:
        """A length that suits the table: what stands on a table of stands is drawn smaller."""
        return max(1, tenths * self.detail // 100)

    def lettering(self, tenths: int) -> int:
        """A size for writing that can be read when the whole table is in view."""
        long = max(self.ground.width, self.ground.height)
        return max(1, tenths * long // 18_288)

    def chance(self, piece: Piece) -> Chance:
        return Chance(f"{piece.kind} {piece.id}")

    def define(self, name: str, element: str, content: str, **attributes: object) -> str:
        """Something to refer to, kept once; its id as written in the picture."""
        id = f"{self.prefix}-{name}"
        self.definitions.setdefault(id, tag(element, content, id=id, **attributes))
        return id

    def clip(self, name: str, d: str) -> str:
        """A clip path, as an attribute's value."""
        return f"url(#{self.define(f'in-{name}', 'clipPath', tag('path', d=d))})"

    def is_free(self, point: Point, piece: Piece, margin: int) -> bool:
        """Whether nothing that lies on top of a piece covers a point, with some margin beside lines."""
        x, y = point
        near = (x - margin, y - margin, x + margin, y + margin)
        return not any(
            boxes_meet(self.boxes[other.id], near) and is_on(point, other, margin)
            for other in self.above(piece)
        )

    def above(self, piece: Piece) -> Iterable[Piece]:
        later = self.ground.pieces[self.order[piece.id] + 1 :]
        return (other for other in later if not other.is_relief and other.kind not in ("smoke", "minefield"))


def is_on(point: Point, piece: Piece, margin: int) -> bool:
    if piece.shape == "area":
        return covers(piece.polygon, point)
    legs = zip(piece.points, piece.points[1:], strict=False)
    reach = piece.width // 2 + margin
    if piece.shape == "point":
        (x, y), (px, py) = piece.points[0], point
        return (x - px) ** 2 + (y - py) ** 2 < reach * reach
    return any(square_to(point, a, b) < reach * reach for a, b in legs)
