"""Roads with ruts, tracks, rails with sleepers, bridges."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.ink import (
    BALLAST,
    INK,
    RAIL,
    ROAD,
    ROAD_EDGE,
    RUT,
    SHADOW,
    SLEEPER,
    dots,
    fill,
    line,
    run,
    stroke,
)
from deadground.space.pictures.outlines import beside, clockwise, long_way, rows, shifted, softened, walked
from deadground.space.plane import Point
from deadground.space.polygons import Polygon

PLANK = "#c8a873"
PAVEMENT, CARRIAGEWAY = "#ddd2bb", "#d3c7b0"


def road(art: Art, piece: Piece) -> None:
    width = max(piece.width, art.size(150))
    d = softened(piece.points, width * 2, closed=False)
    chance = art.chance(piece)
    art.put("way edges", stroke(d, ROAD_EDGE, width))
    if piece.tags.get("look") == "paved":
        street(art, piece, width, d)
        return
    art.put("ways", stroke(d, ROAD, width - art.size(40)))
    for part in (-24, 24):
        rut = softened(beside(piece.points, width * part / 100), width * 2, closed=False)
        gaps = f"{art.size(chance.between(480, 700))} {art.size(70)} {art.size(160)} {art.size(50)}"
        art.put("way marks", stroke(rut, RUT, width * 7 // 100, 0.35))
        art.put("way marks", stroke(rut, RUT, art.size(20), stroke_dasharray=gaps))
    tufts = [
        line(x + chance.about(width // 12), y + chance.about(width // 12), art.size(30), art.size(1) * -8)
        for (x, y), _ in walked(piece.points, art.size(230))
    ]
    art.put("way marks", stroke("".join(tufts), RUT, art.size(14), 0.9, stroke_linecap="round"))


def street(art: Art, piece: Piece, width: int, d: str) -> None:
    """A paved street: pavements, kerbs, and rows of setts between them."""
    art.put("ways", stroke(d, PAVEMENT, width - art.size(40)), stroke(d, ROAD_EDGE, width * 82 // 100, 0.8))
    art.put("kerbs", stroke(d, CARRIAGEWAY, width * 82 // 100 - art.size(30)))
    for row, part in enumerate(range(-34, 35, 7)):
        setts = softened(beside(piece.points, width * part / 100), width * 2, closed=False)
        gaps = f"{art.size(58 + row % 3 * 8)} {art.size(20)}"
        art.put("way marks", stroke(setts, "#a99b83", width * 5 // 100, 0.42, stroke_dasharray=gaps))


def track(art: Art, piece: Piece) -> None:
    width = max(piece.width, art.size(110))
    d = softened(piece.points, width * 2, closed=False)
    gaps = f"{art.size(170)} {art.size(52)}"
    art.put("tracks", stroke(d, ROAD, width, 0.75))
    for part in (-22, 22):
        rut = softened(beside(piece.points, width * part / 100), width * 2, closed=False)
        art.put("tracks", stroke(rut, RUT, art.size(46), 0.4))
        art.put("tracks", stroke(rut, ROAD_EDGE, art.size(20), 0.9, stroke_dasharray=gaps))
    grass = f"{art.size(28)} {art.size(110)}"
    art.put("tracks", stroke(d, "#a59a62", art.size(34), 0.55, stroke_dasharray=grass))


def rails(art: Art, piece: Piece) -> None:
    width = max(piece.width, art.size(120))
    d = softened(piece.points, width * 2, closed=False)
    art.put("rails", stroke(d, BALLAST, width))
    chance = art.chance(piece)
    gravel = [
        (x + chance.about(width * 45 // 100), y + chance.about(width * 45 // 100))
        for (x, y), _ in walked(piece.points, art.size(34))
    ]
    art.put("rails", stroke(dots(gravel), RUT, art.size(17), 0.8, stroke_linecap="round"))
    art.put(
        "rails", stroke(d, SLEEPER, width * 64 // 100, 0.9, stroke_dasharray=f"{art.size(40)} {art.size(62)}")
    )
    for part in (-20, 20):
        rail = softened(beside(piece.points, width * part / 100), width * 2, closed=False)
        art.put("rails", stroke(rail, "#e9e2d2", art.size(36), 0.6), stroke(rail, RAIL, art.size(22)))


def bridge(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon or ())
    if not shape:
        half = art.size(75)
        shape = clockwise((*beside(piece.points, -half), *reversed(beside(piece.points, half))))
    way = long_way(shape)
    planks = "".join(run(row) for row in rows(shape, (-way[1], way[0]), art.size(44)))
    d = run(shape, closed=True)
    art.put(
        "bridges",
        fill(run(shifted(shape, art.size(36), art.size(46)), closed=True), SHADOW, 0.35),
        fill(d, PLANK),
        stroke(planks, ROAD_EDGE, art.size(11), 0.85),
        stroke(d, ROAD_EDGE, art.size(14)),
        stroke(parapets(shape, way), INK, art.size(42), stroke_linecap="round"),
        stroke(parapets(shape, way), PLANK, art.size(20), stroke_linecap="round"),
    )


def parapets(shape: Polygon, way: tuple[float, float]) -> str:
    """The edges of a deck that run along it."""
    count = len(shape)
    drawn: list[str] = []
    for i in range(count):
        a, b = shape[i], shape[(i + 1) % count]
        if is_along(a, b, way):
            drawn.append(run((a, b)))
    return "".join(drawn)


def is_along(a: Point, b: Point, way: tuple[float, float]) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return abs(dx * way[0] + dy * way[1]) > abs(dx * way[1] - dy * way[0])
