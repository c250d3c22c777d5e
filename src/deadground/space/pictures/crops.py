"""Fields: furrows along their length, wheat in rows of ears, sunflowers."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    FIELD,
    FURROW,
    FURROW_LIGHT,
    INK,
    LEAF,
    PETAL,
    SEED,
    SHADOW,
    STALK,
    WHEAT,
    WHEAT_DARK,
    dots,
    ellipse,
    fill,
    group,
    run,
    stroke,
)
from deadground.space.pictures.outlines import (
    clockwise,
    edge_distance,
    length_of,
    long_way,
    moved,
    rows,
    scattered,
    shifted,
    softened,
    stations,
)
from deadground.space.plane import Point

TINTS = (FIELD, "#d9c08a", "#e1cb9d", "#d3bd91")


def field(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(50))
    way = long_way(shape)
    dark = [wavy(chance, a, b, art) for a, b in rows(shape, way, art.size(96))]
    light = [run(shifted((a, b), art.size(16), art.size(22))) for a, b in rows(shape, way, art.size(96))]
    art.put(
        "floor",
        fill(d, chance.pick(TINTS)),
        stroke("".join(light), FURROW_LIGHT, art.size(16), 0.7),
        stroke("".join(dark), FURROW, art.size(15), 0.8),
        stroke(d, FURROW, art.size(22), 0.9),
    )


def wavy(chance: Chance, a: Point, b: Point, art: Art) -> str:
    """A furrow: nearly straight, ending now sooner, now later."""
    length = length_of(a, b)
    if length < art.size(200):
        return run((a, b))
    way = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    start = moved(a, way, chance.between(0, art.size(60)))
    end = moved(b, way, -chance.between(0, art.size(60)))
    bend = moved(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), (-way[1], way[0]), chance.about(art.size(14)))
    return f"M{start[0]} {start[1]}Q{bend[0]} {bend[1]} {end[0]} {end[1]}"


def wheat(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(60))
    ears = [shaken(chance, row, art) for row in rows(shape, long_way(shape), art.size(74))]
    stalks = "".join(ears)
    art.put(
        "floor",
        fill(softened(shifted(shape, art.size(26), art.size(34)), art.size(60)), SHADOW, 0.25),
        fill(d, WHEAT),
        stroke(stalks, STALK, art.size(44), 0.75, stroke_dasharray=dashes(art, 130, 30)),
        stroke(stalks, WHEAT_DARK, art.size(15), 0.95, stroke_dasharray=dashes(art, 44, 38)),
        stroke(
            stalks,
            "#fbeeb9",
            art.size(13),
            0.9,
            stroke_dasharray=dashes(art, 20, 93),
            transform=f"translate(0 {-art.size(20)})",
        ),
        group(wind(art, piece), clip_path=art.clip(piece.id, d)),
        stroke(d, WHEAT_DARK, art.size(22)),
    )


def wind(art: Art, piece: Piece) -> list[str]:
    """Lighter and darker patches where the wind lies on the corn."""
    chance = art.chance(piece)
    places = list(scattered(clockwise(piece.polygon), art.size(1300), chance))
    patches = [
        ellipse(x, y, art.size(chance.between(420, 720)), art.size(chance.between(130, 240)))
        for x, y in places
    ]
    return [fill("".join(patches[::2]), WHEAT_DARK, 0.14), fill("".join(patches[1::2]), "#fff3c0", 0.2)]


def shaken(chance: Chance, row: tuple[Point, Point], art: Art) -> str:
    """A row whose first ear stands anywhere."""
    a, b = row
    length = length_of(a, b) or 1.0
    return run(
        (moved(a, ((b[0] - a[0]) / length, (b[1] - a[1]) / length), chance.between(0, art.size(40))), b)
    )


def dashes(art: Art, on: int, off: int) -> str:
    return f"{art.size(on)} {art.size(off)}"


def sunflowers(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(60))
    heads: list[Point] = []
    for row in rows(shape, long_way(shape), art.size(124)):
        for x, y in stations(row, art.size(118)):
            head = x + chance.about(art.size(20)), y + chance.about(art.size(20))
            if edge_distance(head, shape) > art.size(44):
                heads.append(head)
    at = dots(heads)
    shade = dots(shifted(heads, art.size(22), art.size(28)))
    art.put(
        "floor",
        fill(softened(shifted(shape, art.size(32), art.size(40)), art.size(60)), SHADOW, 0.28),
        fill(d, LEAF),
        stroke(
            "".join(run(row) for row in rows(shape, long_way(shape), art.size(124))),
            "#7f8b4a",
            art.size(34),
            0.6,
            stroke_dasharray=dashes(art, 60, 30),
        ),
        stroke(shade, INK, art.size(76), 0.28, stroke_linecap="round"),
        stroke(at, PETAL, art.size(74), stroke_linecap="round"),
        stroke(
            at,
            "#f3d36a",
            art.size(56),
            0.8,
            stroke_linecap="round",
            transform=f"translate({-art.size(6)} {-art.size(7)})",
        ),
        stroke(at, SEED, art.size(34), stroke_linecap="round"),
        stroke(d, "#6c7740", art.size(22)),
    )
