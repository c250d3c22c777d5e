"""Water and wet ground: rivers with banks and flow lines, streams, fords, marsh, mud, and dry gullies."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    BANK,
    EARTH,
    HACHURE,
    MARSH,
    MUD,
    MUD_DARK,
    PUDDLE,
    REED,
    RIPPLE,
    SHADOW,
    STONE_DARK,
    STONE_LIGHT,
    WATER,
    WATER_LINE,
    dots,
    ellipse,
    fill,
    group,
    line,
    stroke,
)
from deadground.space.pictures.outlines import (
    beside,
    clockwise,
    edge_distance,
    flattened,
    scattered,
    shifted,
    softened,
    walked,
)
from deadground.space.pictures.relief import hachures, wedge
from deadground.space.pictures.trees import tuft
from deadground.space.plane import Point


def river(art: Art, piece: Piece) -> None:
    flowing(art, piece, max(piece.width, art.size(60)), flows=(-28, -6, 18, 33))


def stream(art: Art, piece: Piece) -> None:
    flowing(art, piece, max(piece.width, art.size(50)), flows=(0,))


def flowing(art: Art, piece: Piece, width: int, flows: tuple[int, ...]) -> None:
    d = softened(piece.points, width * 2, closed=False)
    chance = art.chance(piece)
    art.put(
        "water",
        stroke(d, BANK, width + art.size(26), stroke_linejoin="round"),
        stroke(d, WATER_LINE, width - art.size(6), stroke_linejoin="round"),
        stroke(d, WATER, width - min(art.size(60), width // 4), stroke_linejoin="round"),
    )
    for part in flows:
        way = softened(beside(piece.points, width * part / 100), width * 2, closed=False)
        parts = (chance.between(260, 420), chance.between(160, 320), 90, 220)
        gaps = " ".join(str(art.size(one)) for one in parts)
        art.put(
            "water", stroke(way, RIPPLE, art.size(15), 0.95, stroke_dasharray=gaps, stroke_linecap="round")
        )
        lower = softened(beside(piece.points, width * (part + 5) / 100), width * 2, closed=False)
        art.put(
            "water",
            stroke(lower, WATER_LINE, art.size(11), 0.9, stroke_dasharray=gaps, stroke_linecap="round"),
        )


def water(art: Art, piece: Piece) -> None:
    """A pond: rings of ripples that follow the shore."""
    shape = clockwise(piece.polygon)
    d = softened(shape, art.size(300))
    rings = [
        stroke(d, WATER_LINE, art.size(150), 0.55),
        stroke(d, RIPPLE, art.size(2 * 150 + 14), 0.75),
        stroke(d, WATER, art.size(2 * 150 - 14)),
        stroke(d, WATER_LINE, art.size(120), 0.45),
    ]
    chance = art.chance(piece)
    waves = "".join(
        wave(art, at)
        for at in scattered(shape, art.size(300), chance)
        if edge_distance(at, shape) > art.size(230)
    )
    art.put(
        "water",
        fill(d, WATER),
        group(
            [*rings, stroke(waves, RIPPLE, art.size(14), stroke_linecap="round")],
            clip_path=art.clip(piece.id, d),
        ),
        stroke(d, BANK, art.size(26)),
    )


def wave(art: Art, at: Point) -> str:
    r = art.size(40)
    return f"M{at[0] - 2 * r} {at[1]}q{r} {-r // 2} {2 * r} 0t{2 * r} 0"


def marsh(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(240))
    places = [
        at for at in scattered(shape, art.size(185), chance) if edge_distance(at, shape) > art.size(105)
    ]
    pools = [at for i, at in enumerate(places) if i % 3 == 0]
    reeds = [at for i, at in enumerate(places) if i % 3]
    art.put(
        "floor",
        fill(d, MARSH),
        fill("".join(pool(art, chance, at) for at in pools), WATER, 0.85),
        stroke(
            "".join(bar(art, chance, at) for at in pools), BANK, art.size(12), 0.8, stroke_linecap="round"
        ),
        stroke(
            "".join(bar(art, chance, at) for at in reeds), WATER_LINE, art.size(14), stroke_linecap="round"
        ),
        stroke("".join(tuft(art, at) for at in reeds), REED, art.size(15), stroke_linecap="round"),
        stroke(
            d,
            BANK,
            art.size(16),
            0.8,
            stroke_dasharray=f"{art.size(100)} {art.size(40)} {art.size(20)} {art.size(40)}",
        ),
    )


def pool(art: Art, chance: Chance, at: Point) -> str:
    return ellipse(at[0], at[1], art.size(chance.between(50, 90)), art.size(chance.between(22, 36)))


def bar(art: Art, chance: Chance, at: Point) -> str:
    """A level stroke, as wet ground is drawn."""
    length = art.size(chance.between(70, 120))
    return line(at[0] - length // 2, at[1] + art.size(8), length, 0)


def mud(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(220))
    places = [at for at in scattered(shape, art.size(200), chance) if edge_distance(at, shape) > art.size(90)]
    pools = "".join(pool(art, chance, at) for i, at in enumerate(places) if i % 2 == 0)
    churned = "".join(
        wave(art, at)
        for at in scattered(shape, art.size(150), chance)
        if edge_distance(at, shape) > art.size(80)
    )
    art.put(
        "floor",
        fill(d, MUD),
        stroke(churned, MUD_DARK, art.size(15), 0.65, stroke_linecap="round"),
        fill(pools, MUD_DARK, 0.7, transform=f"translate(0 {-art.size(8)})"),
        fill(pools, PUDDLE),
        stroke(
            d,
            MUD_DARK,
            art.size(18),
            0.8,
            stroke_dasharray=f"{art.size(70)} {art.size(30)} {art.size(14)} {art.size(30)}",
        ),
    )


def ford(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(90))
    stones = list(scattered(shape, art.size(78), chance))
    art.put(
        "bridges",
        fill(d, RIPPLE, 0.75),
        stroke(
            dots(shifted(stones, art.size(8), art.size(10))), BANK, art.size(42), 0.6, stroke_linecap="round"
        ),
        stroke(dots(stones), STONE_DARK, art.size(42), stroke_linecap="round"),
        stroke(dots(stones), STONE_LIGHT, art.size(30), stroke_linecap="round"),
        stroke(d, BANK, art.size(16), stroke_dasharray=f"{art.size(40)} {art.size(34)}"),
    )


def gully(art: Art, piece: Piece) -> None:
    """A cut in the ground: hachures fall from both lips to a dark bottom."""
    if piece.shape == "area":
        shape = clockwise(piece.polygon)
        d = softened(shape, art.size(150))
        cut = fill(
            hachures(art.chance(piece), shape, art.size(58), art.size(170), inward=True), HACHURE, 0.85
        )
        art.put("works", fill(d, EARTH), cut, stroke(d, HACHURE, art.size(22)))
        return
    width = max(piece.width, art.size(80))
    d = softened(piece.points, width, closed=False)
    art.put(
        "works",
        stroke(d, HACHURE, width),
        stroke(d, EARTH, width - art.size(34)),
        stroke(
            softened(beside(piece.points, width * 0.06), width, closed=False), SHADOW, width * 38 // 100, 0.22
        ),
        fill(lips(art, piece, width), HACHURE, 0.9),
    )


def lips(art: Art, piece: Piece, width: int) -> str:
    chance = art.chance(piece)
    line_ = flattened(piece.points, width, closed=False)
    drawn = []
    for side in (-1, 1):
        for at, (wx, wy) in walked(beside(line_, side * width * 0.5), art.size(56)):
            reach = -side * width * chance.between(20, 40) / 100
            half = art.size(56) * 0.22
            drawn.append(wedge(at, (-wy * reach, wx * reach), (wx * half, wy * half), inward=True))
    return "".join(drawn)
