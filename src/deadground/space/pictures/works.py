"""Obstacles and field works: walls, fences, wire, trenches, foxholes, mines."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.octant import SCALE
from deadground.space.pictures.art import Art
from deadground.space.pictures.ink import (
    EARTH,
    EARTH_DARK,
    HACHURE,
    INK,
    RED,
    SHADOW,
    STONE_LIGHT,
    dots,
    ellipse,
    fill,
    line,
    run,
    stroke,
)
from deadground.space.pictures.outlines import (
    beside,
    clockwise,
    edge_distance,
    middle,
    rows,
    scattered,
    softened,
    stations,
    walked,
)
from deadground.space.pictures.relief import backbone
from deadground.space.plane import Point, vector

TIMBER = ("#a98456", "#8a6844", "#bb9a6b")


def wall(art: Art, piece: Piece) -> None:
    if piece.tags.get("look") == "barricade":
        barricade(art, piece)
        return
    d = run(piece.points)
    art.put(
        "shadows",
        stroke(d, SHADOW, art.size(80), 0.35, transform=f"translate({art.size(28)} {art.size(34)})"),
    )
    art.put("lines", stroke(d, INK, art.size(92), stroke_linecap="square", stroke_linejoin="round"))
    for off, gaps in ((-17, "60 16 84 16 46 16"), (17, "44 16 70 16 90 16")):
        stones = run(beside(piece.points, art.size(off)))
        dashes = " ".join(str(art.size(int(part))) for part in gaps.split())
        art.put("lines", stroke(stones, STONE_LIGHT, art.size(27), stroke_dasharray=dashes))


def barricade(art: Art, piece: Piece) -> None:
    """Timber, doors and bedsteads thrown across a street."""
    chance = art.chance(piece)
    drawn: list[str] = []
    art.put(
        "shadows",
        stroke(
            run(piece.points),
            SHADOW,
            art.size(150),
            0.3,
            transform=f"translate({art.size(30)} {art.size(36)})",
        ),
    )
    beams = []
    for (x, y), _ in walked(piece.points, art.size(58)):
        facing = chance.between(0, 3599)
        east, south = vector(facing)
        reach = art.size(chance.between(80, 150))
        dx, dy = east * reach // SCALE, south * reach // SCALE
        beams.append((run(((x - dx, y - dy), (x + dx, y + dy))), chance.pick(TIMBER)))
    for d, tint in beams:
        drawn += [stroke(d, INK, art.size(52)), stroke(d, tint, art.size(32))]
    art.put("lines", *drawn)


def fence(art: Art, piece: Piece) -> None:
    posts = list(stations(piece.points, art.size(165)))
    art.put(
        "shadows",
        stroke(
            run(piece.points),
            SHADOW,
            art.size(22),
            0.3,
            transform=f"translate({art.size(22)} {art.size(30)})",
        ),
    )
    for off in (-13, 13):
        art.put("lines", stroke(run(beside(piece.points, art.size(off))), "#5f4930", art.size(13)))
    ends = [piece.points[0], *posts, piece.points[-1]]
    art.put("lines", stroke(dots(ends), INK, art.size(58), stroke_linecap="round"))
    art.put("lines", stroke(dots(ends), "#b99a6c", art.size(32), stroke_linecap="round"))


def wire(art: Art, piece: Piece) -> None:
    """Crosses between two strands."""
    r = art.size(62)
    crosses = []
    for (x, y), (wx, wy) in walked(piece.points, art.size(150)):
        for sx, sy in ((wx - wy, wy + wx), (wx + wy, wy - wx)):
            crosses.append(line(x - sx * r / 1.4, y - sy * r / 1.4, sx * r * 1.43, sy * r * 1.43))
    reach = max(piece.width // 2, art.size(44))
    for off in (-reach, reach):
        art.put(
            "lines",
            stroke(
                run(beside(piece.points, off)),
                INK,
                art.size(11),
                stroke_dasharray=f"{art.size(60)} {art.size(14)}",
            ),
        )
    art.put("lines", stroke("".join(crosses), INK, art.size(20), stroke_linecap="round"))


def trench(art: Art, piece: Piece) -> None:
    """A dug line in bays, with earth thrown up on both sides."""
    spine = piece.points if piece.shape == "line" else backbone(clockwise(piece.polygon))
    if piece.shape == "area":
        d = softened(clockwise(piece.polygon), art.size(120))
        art.put(
            "works",
            fill(d, EARTH, 0.7),
            stroke(d, HACHURE, art.size(14), stroke_dasharray=f"{art.size(26)} {art.size(30)}"),
        )
    if len(spine) < 2:
        return
    bays = crenellated(art, spine)
    width = min(max(piece.width, art.size(100)), art.size(170)) if piece.shape == "line" else art.size(120)
    d = run(bays)
    art.put(
        "works",
        stroke(d, EARTH, width * 2, stroke_linejoin="round", stroke_linecap="round"),
        stroke(
            d,
            HACHURE,
            width * 2,
            0.55,
            stroke_dasharray=f"{art.size(13)} {art.size(40)}",
            stroke_linejoin="round",
        ),
        stroke(d, EARTH, width + art.size(44), stroke_linejoin="round", stroke_linecap="round"),
        stroke(d, INK, width, stroke_linejoin="round", stroke_linecap="round"),
        stroke(d, EARTH_DARK, width - art.size(28), stroke_linejoin="round", stroke_linecap="round"),
        stroke(
            d,
            "#8f6d45",
            width // 3,
            0.8,
            stroke_linejoin="round",
            transform=f"translate({art.size(12)} {art.size(14)})",
        ),
    )


def crenellated(art: Art, spine: tuple[Point, ...]) -> list[Point]:
    """A line that jogs from side to side, bay by bay."""
    reach, found = art.size(70), [spine[0]]
    for i, ((x, y), (wx, wy)) in enumerate(walked(spine, art.size(330))):
        side = reach if i % 2 else -reach
        half = art.size(120)
        for along in (-half, half):
            found.append((x + int(wx * along - wy * side), y + int(wy * along + wx * side)))
    return [*found, spine[-1]]


def foxholes(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    if piece.tags.get("look") == "crater":
        crater(art, piece)
        return
    d = softened(shape, art.size(140))
    art.put(
        "works",
        fill(d, EARTH, 0.4),
        stroke(d, HACHURE, art.size(14), stroke_dasharray=f"{art.size(26)} {art.size(34)}"),
    )
    chance = art.chance(piece)
    pits = [
        at
        for at in scattered(shape, art.size(290), chance, jitter=16)
        if edge_distance(at, shape) > art.size(95)
    ]
    pits = pits or [middle(shape)]
    spoil, holes, rims = [], [], []
    for x, y in pits:
        rx, ry = art.size(chance.between(62, 84)), art.size(chance.between(50, 64))
        spoil.append(ellipse(x + art.size(10), y - art.size(12), rx + art.size(44), ry + art.size(40)))
        holes.append(ellipse(x, y, rx, ry))
        rims.append(ellipse(x + art.size(8), y + art.size(10), rx * 7 // 10, ry * 6 // 10))
    art.put("works", fill("".join(spoil), EARTH, stroke=HACHURE, stroke_width=art.size(9)))
    art.put("works", fill("".join(holes), EARTH_DARK, stroke=INK, stroke_width=art.size(15)))
    art.put("works", fill("".join(rims), "#8f6d45", 0.8))


def crater(art: Art, piece: Piece) -> None:
    """One shell hole: a rim of thrown earth, rays, a dark bottom."""
    shape = clockwise(piece.polygon)
    x, y = middle(shape)
    chance = art.chance(piece)
    d = softened(shape, art.size(170))
    inner = softened(
        [((px - x) * 62 // 100 + x, (py - y) * 62 // 100 + y) for px, py in shape], art.size(170)
    )
    floor = softened(
        [
            ((px - x) * 34 // 100 + x + art.size(14), (py - y) * 34 // 100 + y + art.size(18))
            for px, py in shape
        ],
        art.size(170),
    )
    rays = []
    for px, py in stations(shape, art.size(66), closed=True):
        part = chance.between(66, 104)
        rays.append(
            run(
                (
                    ((px - x) * part // 100 + x, (py - y) * part // 100 + y),
                    ((px - x) * (part + 14) // 100 + x, (py - y) * (part + 14) // 100 + y),
                )
            )
        )
    art.put(
        "bridges",
        fill(d, EARTH, 0.85),
        stroke("".join(rays), HACHURE, art.size(16), stroke_linecap="round"),
        fill(inner, "#94734b", stroke=INK, stroke_width=art.size(14)),
        fill(floor, EARTH_DARK),
    )


def minefield(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    hatch = "".join(run(row) for row in rows(shape, (0.7071, -0.7071), art.size(130)))
    chance = art.chance(piece)
    mines = [
        at
        for at in scattered(shape, art.size(300), chance, jitter=20)
        if edge_distance(at, shape) > art.size(90)
    ]
    d = run(shape, closed=True)
    art.put(
        "works",
        stroke(hatch, RED, art.size(14), 0.5),
        stroke(d, RED, art.size(30), stroke_dasharray=f"{art.size(90)} {art.size(45)}"),
        stroke(dots(mines), "#f3e8ce", art.size(120), stroke_linecap="round"),
        stroke(dots(mines), RED, art.size(92), stroke_linecap="round"),
        stroke(dots(mines), "#f3e8ce", art.size(52), stroke_linecap="round"),
        stroke(dots(mines), RED, art.size(26), stroke_linecap="round"),
    )
