"""Buildings: roofs with a ridge and two tints, a shadow as long as the house is high; towns; bunkers."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    CONCRETE,
    CONCRETE_DARK,
    EARTH,
    FAINT,
    HACHURE,
    INK,
    ROOFS,
    SHADOW,
    SLATE,
    TOWN_FLOOR,
    fill,
    run,
    stroke,
    whole,
)
from deadground.space.pictures.outlines import (
    clockwise,
    deepest,
    direction,
    length_of,
    long_way,
    moved,
    rows,
    shifted,
    shrunk,
    softened,
    stations,
    walked,
)
from deadground.space.pictures.relief import wedge
from deadground.space.pictures.ruins import ruin
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, edges

Tints = tuple[str, str]


def structure(art: Art, piece: Piece) -> None:
    look = piece.tags.get("look")
    if look == "ruin":
        ruin(art, piece)
    elif look == "chimney":
        chimney(art, piece)
    else:
        house(
            art,
            clockwise(piece.polygon),
            max(piece.floors, 1),
            art.chance(piece).pick(ROOFS),
            art.chance(piece),
        )


def objective_building(art: Art, piece: Piece) -> None:
    """As any building, in slate, with a heavy outline."""
    if piece.tags.get("look") == "ruin":
        ruin(art, piece)
    else:
        house(art, clockwise(piece.polygon), max(piece.floors, 1), SLATE, art.chance(piece))
    art.put("houses", stroke(run(clockwise(piece.polygon), closed=True), INK, art.size(44)))


def house(art: Art, shape: Polygon, floors: int, tints: Tints, chance: Chance) -> None:
    art.put("shadows", fill(cast(shape, art.size(50 + 42 * floors)), SHADOW, 0.34))
    art.put("houses", *(gable(art, shape, tints, chance) if len(shape) == 4 else hips(art, shape, tints)))


def cast(shape: Polygon, by: int) -> str:
    """The ground that a shape's shadow covers, falling to the south-east."""
    dx, dy = by, by * 6 // 5
    parts = [run(shifted(shape, dx, dy), closed=True)]
    for a, b in edges(shape):
        side = clockwise((a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy)))
        if (b[0] - a[0]) * dy != (b[1] - a[1]) * dx:
            parts.append(run(side, closed=True))
    return "".join(parts)


def gable(art: Art, shape: Polygon, tints: Tints, chance: Chance) -> list[str]:
    """A roof of two slopes over four corners, the ridge along the longer side."""
    a, b, c, d = shape
    if length_of(a, b) + length_of(c, d) < length_of(b, c) + length_of(d, a):
        a, b, c, d = b, c, d, a
    start, end = half_way(d, a), half_way(b, c)
    halves = ((a, b, end, start), (start, end, c, d))
    lit = 0 if is_lit(a, b) else 1
    drawn = [fill(run(half, closed=True), tints[0 if i == lit else 1]) for i, half in enumerate(halves)]
    drawn.append(stroke(tiles(art, (a, b), (d, c), chance), INK, art.size(9), 0.4))
    is_small = length_of(a, b) < art.size(320)
    outline, ridge = (art.size(14), art.size(9)) if is_small else (art.size(24), art.size(18))
    drawn.append(stroke(run(shape, closed=True), INK, outline, stroke_linejoin="round"))
    drawn.append(stroke(run((start, end)), INK, ridge))
    drawn.append(
        stroke(
            run((start, end)),
            "#f0dcbb",
            art.size(8),
            0.8,
            transform=f"translate({-art.size(8)} {-art.size(9)})",
        )
    )
    if length_of(a, b) > art.size(500):
        drawn.append(stack(art, start, end, chance))
    return drawn


def half_way(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def is_lit(a: Point, b: Point) -> bool:
    """Whether the outer side of an edge of a clockwise shape looks to the light in the north-west."""
    return (b[1] - a[1]) * -10 + (b[0] - a[0]) * 11 > 0


def tiles(art: Art, one: tuple[Point, Point], other: tuple[Point, Point], chance: Chance) -> str:
    """Thin strokes from eave to eave."""
    length = length_of(*one)
    count = max(2, whole(length / art.size(78)))
    drawn = []
    for i in range(1, count):
        part = (i + chance.about(22) / 100) / count
        drawn.append(run((on(one, part), on(other, part))))
    return "".join(drawn)


def on(segment: tuple[Point, Point], part: float) -> Point:
    (ax, ay), (bx, by) = segment
    return whole(ax + (bx - ax) * part), whole(ay + (by - ay) * part)


def stack(art: Art, start: Point, end: Point, chance: Chance) -> str:
    """A chimney on the ridge, with its own small shadow."""
    x, y = on((start, end), chance.between(18, 34) / 100)
    r = art.size(34)
    box = run(((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)), closed=True)
    shade = run(((x - r, y + r), (x + r, y - r), (x + 4 * r, y + 2 * r), (x + 2 * r, y + 4 * r)), closed=True)
    hole = stroke(f"M{x} {y}h0", INK, art.size(26), stroke_linecap="round")
    return fill(shade, SHADOW, 0.35) + fill(box, "#a8674c", stroke=INK, stroke_width=art.size(12)) + hole


def hips(art: Art, shape: Polygon, tints: Tints) -> list[str]:
    """A roof over any shape: one slope from each edge up to a flat or a ridge, light or dark by where it looks."""
    _, top = deepest(shape)
    drawn = []
    for i, (a, b) in enumerate(edges(shape)):
        c, d = top[(i + 1) % len(top)], top[i]
        tint = tints[0] if is_lit(a, b) else tints[1]
        drawn.append(
            fill(
                run((a, b, c, d), closed=True),
                tint,
                stroke=INK,
                stroke_width=art.size(9),
                stroke_linejoin="round",
            )
        )
    drawn.append(
        fill(
            run(top, closed=True),
            "#b49a80" if tints != SLATE else "#86888b",
            stroke=INK,
            stroke_width=art.size(14),
        )
    )
    drawn.append(stroke(run(shape, closed=True), INK, art.size(24), stroke_linejoin="round"))
    return drawn


def chimney(art: Art, piece: Piece) -> None:
    """A tall factory chimney from above: a ring of brick and a long shadow."""
    shape = clockwise(piece.polygon)
    x, y = sum(p[0] for p in shape) // len(shape), sum(p[1] for p in shape) // len(shape)
    r = art.size(190)
    d = softened(shape, art.size(90))
    art.put("shadows", fill(cast(shape, art.size(420)), SHADOW, 0.32))
    art.put(
        "houses",
        fill(d, ROOFS[0][1], stroke=INK, stroke_width=art.size(24)),
        stroke(f"M{x} {y}h0", ROOFS[0][0], 2 * r, stroke_linecap="round"),
        stroke(f"M{x} {y}h0", INK, r, stroke_linecap="round"),
    )


def town(art: Art, piece: Piece) -> None:
    """Houses in gardens along the streets, inside a dotted bound."""
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(110))
    art.put(
        "floor",
        fill(d, TOWN_FLOOR),
        stroke(
            d, FAINT, art.size(24), stroke_dasharray=f"{art.size(16)} {art.size(44)}", stroke_linecap="round"
        ),
    )
    gardens, homes = [], []
    for row in rows(shape, long_way(shape), art.size(265)):
        for place in stations(row, art.size(315)):
            at = place[0] + chance.about(art.size(24)), place[1] + chance.about(art.size(24))
            plot = oblong(art, at, facing_way(art, piece, at), chance)
            if not all(piece.holds(corner) for corner in plot):
                continue
            if chance.happens(88) and all(art.is_free(corner, piece, art.size(20)) for corner in (at, *plot)):
                homes.append(plot)
            elif art.is_free(at, piece, art.size(90)):
                gardens.append(plot)
    rows_ = "".join(beds(art, plot) for plot in gardens)
    art.put("floor", stroke(rows_, "#8f9a5c", art.size(20), 0.8))
    for plot in homes:
        art.put("shadows", fill(cast(plot, art.size(56)), SHADOW, 0.34))
        art.put("houses", *gable(art, plot, chance.pick(ROOFS), chance))


def facing_way(art: Art, piece: Piece, at: Point) -> tuple[float, float]:
    """The direction of the nearest street, so that houses stand along it; without one, the town's own."""
    best, found = float(art.size(1400) ** 2), long_way(piece.polygon)
    for other in art.above(piece):
        if other.kind not in ("road", "track"):
            continue
        for place, way in walked(other.points, art.size(120)):
            gap = (place[0] - at[0]) ** 2 + (place[1] - at[1]) ** 2
            if gap < best:
                best, found = gap, way
    return found


def oblong(art: Art, at: Point, way: tuple[float, float], chance: Chance) -> Polygon:
    long, wide = art.size(chance.between(82, 124)), art.size(chance.between(54, 70))
    across = (-way[1], way[0])
    front, back = moved(at, way, long), moved(at, way, -long)
    return (
        moved(back, across, -wide),
        moved(front, across, -wide),
        moved(front, across, wide),
        moved(back, across, wide),
    )


def beds(art: Art, plot: Polygon) -> str:
    """Rows of a kitchen garden where a house might stand."""
    a, b, c, d = plot
    return "".join(run((on((a, d), part), on((b, c), part))) for part in (0.1, 0.37, 0.63, 0.9))


def bunker(art: Art, piece: Piece) -> None:
    """Concrete in a bank of earth, with a slit in each face."""
    shape = clockwise(piece.polygon)
    inner = shrunk(shape, art.size(120)) or shape
    bank, slits = [], []
    chance = art.chance(piece)
    for (x, y), (wx, wy) in walked(shape, art.size(48), closed=True):
        reach = -art.size(chance.between(60, 120))
        half = art.size(10)
        bank.append(wedge((x, y), (-wy * reach, wx * reach), (wx * half, wy * half), inward=True))
    for a, b in edges(inner):
        way, middle = direction(a, b), half_way(a, b)
        slits.append(
            run((moved(middle, way, -length_of(a, b) * 0.28), moved(middle, way, length_of(a, b) * 0.28)))
        )
    d = run(shape, closed=True)
    art.put("works", fill("".join(bank), HACHURE, 0.8))
    art.put("shadows", fill(cast(shape, art.size(46)), SHADOW, 0.35))
    art.put(
        "houses",
        fill(d, EARTH, stroke=INK, stroke_width=art.size(22), stroke_linejoin="round"),
        fill(
            run(inner, closed=True), CONCRETE, stroke=INK, stroke_width=art.size(26), stroke_linejoin="round"
        ),
        fill(run(shrunk(inner, art.size(90)) or inner, closed=True), CONCRETE_DARK, 0.55),
        stroke("".join(slits), INK, art.size(46)),
    )
