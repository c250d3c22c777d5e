"""What grows tall: woods, orchards, brush and hedges, as crowns with a light side and a shadow."""

from __future__ import annotations

from math import sqrt

from deadground.space.ground import Piece
from deadground.space.octant import SCALE
from deadground.space.pictures.art import Art
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    BRUSH_FLOOR,
    CROWN_LINE,
    ORCHARD_FLOOR,
    SHADOW,
    WOODS_FLOOR,
    dots,
    fill,
    group,
    line,
    run,
    stroke,
    tag,
)
from deadground.space.pictures.outlines import (
    clockwise,
    edge_distance,
    long_way,
    moved,
    rows,
    scattered,
    shrunk,
    softened,
    stations,
    walked,
)
from deadground.space.plane import Point, vector

SIZES = (150, 122, 98)
"""Half the width of a big, a middling and a small crown."""

TINTS = (("#7f9455", "#a3b575"), ("#728a4c", "#95ab69"), ("#8d9b58", "#b3ba7a"))
FRUIT = ("#93a862", "#bccb88")
SCRUB = (("#9aa565", "#bdc288"), ("#8b9a5a", "#afb87c"))


def woods(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(120))
    art.put(
        "floor",
        fill(d, WOODS_FLOOR),
        stroke(d, CROWN_LINE, art.size(14), 0.55, stroke_dasharray=f"{art.size(30)} {art.size(55)}"),
    )
    trees = [*edge_trees(art, piece, chance), *inner_trees(art, piece, chance)]
    plant(art, trees, "t", TINTS, shadow=art.size(66))


def edge_trees(art: Art, piece: Piece, chance: Chance) -> list[tuple[Point, int]]:
    """An irregular row of trees just inside the edge."""
    line_ = shrunk(clockwise(piece.polygon), art.size(105)) or clockwise(piece.polygon)
    found = []
    for at, _ in walked(line_, art.size(172), closed=True):
        size = chance.pick((0, 1, 1, 2))
        point = at[0] + chance.about(art.size(34)), at[1] + chance.about(art.size(34))
        if chance.happens(94) and is_rooted(art, piece, point, art.size(SIZES[size] * 45 // 100)):
            found.append((point, size))
    return found


def inner_trees(art: Art, piece: Piece, chance: Chance) -> list[tuple[Point, int]]:
    found = []
    for point in scattered(clockwise(piece.polygon), art.size(218), chance):
        size = chance.pick((0, 0, 0, 1))
        if is_rooted(art, piece, point, art.size(185)) and chance.happens(96):
            found.append((point, size))
    return found


def is_rooted(art: Art, piece: Piece, point: Point, from_edge: int) -> bool:
    """Whether a tree may stand at a point: on the table, so far inside its piece, under nothing else."""
    return (
        art.ground.on(point)
        and is_deep(art, piece, point, from_edge)
        and art.is_free(point, piece, art.size(70))
    )


def is_deep(art: Art, piece: Piece, point: Point, from_edge: int) -> bool:
    return piece.holds(point) and edge_distance(point, piece.polygon) >= from_edge


def orchard(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(60))
    art.put(
        "floor",
        fill(d, ORCHARD_FLOOR),
        stroke(d, CROWN_LINE, art.size(12), 0.6, stroke_dasharray=f"{art.size(60)} {art.size(40)}"),
    )
    way = long_way(shape)
    grass = [run(row) for row in rows(shape, way, art.size(112))]
    art.put(
        "floor",
        stroke(
            "".join(grass), "#a3a467", art.size(10), 0.6, stroke_dasharray=f"{art.size(26)} {art.size(60)}"
        ),
    )
    trees = []
    for row in rows(shape, way, art.size(255)):
        for x, y in stations(row, art.size(250)):
            point = x + chance.about(art.size(12)), y + chance.about(art.size(12))
            if is_rooted(art, piece, point, art.size(60)):
                trees.append((point, 2))
    plant(art, trees, "f", (FRUIT,), shadow=art.size(46))


def brush(art: Art, piece: Piece) -> None:
    if piece.tags.get("look") == "orchard":
        orchard(art, piece)
        return
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(170))
    art.put(
        "floor",
        fill(d, BRUSH_FLOOR),
        stroke(d, CROWN_LINE, art.size(12), 0.55, stroke_dasharray=f"{art.size(24)} {art.size(46)}"),
    )
    bushes, tufts = [], []
    for point in scattered(shape, art.size(128), chance):
        if is_rooted(art, piece, point, art.size(48)):
            bushes += [(point, chance.between(0, 1))] if chance.happens(64) else []
            tufts += [point] if chance.happens(30) else []
    art.put(
        "floor",
        stroke("".join(tuft(art, at) for at in tufts), "#7c8049", art.size(11), stroke_linecap="round"),
    )
    plant(art, bushes, "b", SCRUB, shadow=art.size(26))


def tuft(art: Art, at: Point) -> str:
    """Three blades of grass."""
    x, y = at
    return "".join(line(x, y, art.size(dx), art.size(1) * -dy) for dx, dy in ((-20, 28), (1, 40), (22, 28)))


def hedge(art: Art, piece: Piece) -> None:
    chance = art.chance(piece)
    bushes = []
    for (x, y), (wx, wy) in walked(piece.points, art.size(84)):
        off = chance.about(art.size(16))
        bushes.append(((x + int(-wy * off), y + int(wx * off)), chance.between(0, 1)))
    d = run(piece.points)
    art.put(
        "shadows",
        stroke(
            d,
            SHADOW,
            art.size(110),
            0.28,
            transform=f"translate({art.size(30)} {art.size(40)})",
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
    )
    art.put("lines", stroke(d, TINTS[1][0], art.size(70), stroke_linejoin="round"))
    art.put("lines", group(used(art, bushes, "h", TINTS[:2])))


def plant(
    art: Art, trees: list[tuple[Point, int]], name: str, tints: tuple[tuple[str, str], ...], shadow: int
) -> None:
    """Crowns from north to south, each over the one behind it, with their shadows below them all."""
    trees.sort(key=lambda tree: (tree[0][1], tree[0][0]))
    shades = dots((x + shadow, y + shadow * 6 // 5) for (x, y), _ in trees)
    wide = art.size(2 * half_width(name, 1))
    art.put(
        "crowns",
        stroke(shades, SHADOW, wide, 0.3, stroke_linecap="round"),
        group(used(art, trees, name, tints)),
    )


def half_width(name: str, size: int) -> int:
    return {"t": SIZES[size], "f": 88, "b": (66, 52, 52)[size], "h": (58, 46, 46)[size]}[name]


def used(
    art: Art, trees: list[tuple[Point, int]], name: str, tints: tuple[tuple[str, str], ...]
) -> list[str]:
    drawn = []
    for (x, y), size in trees:
        kind = Chance(f"{name} {x} {y}").between(0, len(tints) * 2 - 1)
        id = art.define(f"{name}{size}{kind}", "g", crown(art, name, size, kind, tints[kind % len(tints)]))
        drawn.append(f'<use href="#{id}" x="{x}" y="{y}"/>')
    return drawn


def crown(art: Art, name: str, size: int, kind: int, tint: tuple[str, str]) -> str:
    """A crown about the origin: its body, its lit side, a few strokes of ink on the dark side."""
    chance = Chance(f"crown {name} {size} {kind}")
    half = art.size(half_width(name, size))
    lobes = 9 if name == "t" else 7
    return (
        tag(
            "path",
            d=lobed(chance, (0, 0), half, lobes),
            fill=tint[0],
            stroke=CROWN_LINE,
            stroke_width=art.size(11),
        )
        + fill(lobed(chance, (-half // 5, -half // 4), half * 60 // 100, lobes - 2), tint[1])
        + stroke(leaves(chance, half), CROWN_LINE, art.size(10), 0.7, stroke_linecap="round")
    )


def lobed(chance: Chance, at: Point, half: int, lobes: int) -> str:
    """A round shape with bulging leaves."""
    points = []
    turn = chance.between(0, 3599)
    for i in range(lobes):
        east, south = vector((turn + i * 3600 // lobes + chance.about(120)) % 3600)
        reach = half * chance.between(80, 96) // 100
        points.append((at[0] + east * reach // SCALE, at[1] + south * reach // SCALE))
    parts = [f"M{points[0][0]} {points[0][1]}"]
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        bulge = moved(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), outward(at, a, b), half * 0.34)
        parts.append(f"Q{bulge[0]} {bulge[1]} {b[0]} {b[1]}")
    return "".join(parts) + "Z"


def outward(at: Point, a: Point, b: Point) -> tuple[float, float]:
    x, y = (a[0] + b[0]) / 2 - at[0], (a[1] + b[1]) / 2 - at[1]
    length = sqrt(x * x + y * y) or 1.0
    return x / length, y / length


def leaves(chance: Chance, half: int) -> str:
    """Small strokes on the side away from the light."""
    drawn = []
    for turn in (1000, 1350, 1700, 2050):
        east, south = vector((turn + chance.about(120)) % 3600)
        reach = half * chance.between(38, 70) // 100
        drawn.append(line(east * reach // SCALE, south * reach // SCALE, half // 6, -half // 9))
    return "".join(drawn)
