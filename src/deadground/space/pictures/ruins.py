"""What war has left: roofless walls, rubble, wrecks."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    INK,
    SHADOW,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    dots,
    fill,
    group,
    joined,
    line,
    run,
    stroke,
)
from deadground.space.pictures.outlines import (
    clockwise,
    direction,
    edge_distance,
    length_of,
    long_way,
    moved,
    rows,
    scattered,
    shifted,
    shrunk,
    softened,
)
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, edges

RUST = ("#8c6a50", "#6e5140")


def ruin(art: Art, piece: Piece) -> None:
    """Walls with gaps, remains of rooms, debris on the floor."""
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    inner = shrunk(shape, art.size(46)) or shape
    d = run(shape, closed=True)
    rooms = partitions(art, inner, chance)
    walls = broken(art, inner, chance)
    shade = f"translate({art.size(30 + 26 * piece.floors)} {art.size(36 + 31 * piece.floors)})"
    art.put("shadows", stroke(walls, SHADOW, art.size(120), 0.26, transform=shade))
    art.put(
        "houses",
        fill(d, "#d8c9ae"),
        group(debris(art, shape, chance, art.size(150)), clip_path=art.clip(piece.id, d)),
        stroke(rooms, INK, art.size(64)),
        stroke(rooms, STONE, art.size(38)),
        stroke(d, INK, art.size(10), 0.6, stroke_dasharray=f"{art.size(40)} {art.size(40)}"),
        stroke(walls, INK, art.size(104), stroke_linejoin="miter"),
        stroke(walls, "#c0ab90", art.size(74), stroke_linejoin="miter"),
        stroke(walls, INK, art.size(9), 0.6, stroke_dasharray=f"{art.size(8)} {art.size(60)}"),
    )


def broken(art: Art, shape: Polygon, chance: Chance) -> str:
    """The outline with breaches in it, the corners standing."""
    drawn = []
    for a, b in edges(shape):
        length, way = length_of(a, b), direction(a, b)
        if length < art.size(420):
            drawn.append(run((a, b)))
            continue
        gap = min(length * 0.3, art.size(chance.between(160, 420)))
        at = length * chance.between(25, 75) / 100 - gap / 2
        drawn += [run((a, moved(a, way, at))), run((moved(a, way, at + gap), b))]
    return "".join(drawn)


def partitions(art: Art, shape: Polygon, chance: Chance) -> str:
    """Stumps of the walls between rooms."""
    ux, uy = direction(*max(edges(shape), key=lambda edge: length_of(*edge)))
    drawn = []
    for a, b in rows(shape, (-uy, ux), art.size(640)):
        way, length = direction(a, b), length_of(a, b)
        reach = length * chance.between(25, 55) / 100
        start = a if chance.happens(50) else moved(b, way, -reach)
        drawn.append(run((start, moved(start, way, reach))))
    return "".join(drawn)


def debris(art: Art, shape: Polygon, chance: Chance, apart: int) -> list[str]:
    """Stones and splintered beams."""
    stones = list(scattered(shape, apart, chance, jitter=48))
    small, big = stones[::2], stones[1::2]
    beams = [line(x, y, chance.about(art.size(110)), chance.about(art.size(110))) for x, y in big[::4]]
    return [
        stroke(
            dots(shifted(small, art.size(9), art.size(11))), SHADOW, art.size(40), 0.4, stroke_linecap="round"
        ),
        stroke(dots(small), STONE_LIGHT, art.size(36), stroke_linecap="round"),
        fill(
            "".join(stone(art, chance, at) for at in big),
            STONE,
            stroke=STONE_DARK,
            stroke_width=art.size(11),
            stroke_linejoin="round",
        ),
        stroke("".join(beams), "#5a432c", art.size(24), stroke_linecap="round"),
    ]


def stone(art: Art, chance: Chance, at: Point) -> str:
    """A lump with five corners, one of eight shapes."""
    shape = Chance(f"stone {chance.between(1, 8)}")
    r = art.size(shape.between(26, 58))
    corners = [(-100, -20), (-30, -80), (70, -60), (95, 30), (0, 85)]
    lump = [((x + shape.about(28)) * r // 100, (y + shape.about(28)) * r // 100) for x, y in corners]
    return f"M{at[0]}{joined(at[1])}m" + run(lump, closed=True)[1:]


def rubble(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    d = softened(shape, art.size(150))
    heap = softened(shrunk(shape, art.size(240)) or shape, art.size(200))
    art.put(
        "floor",
        fill(softened(shifted(shape, art.size(26), art.size(32)), art.size(150)), SHADOW, 0.22),
        fill(d, "#d0c0a4"),
        fill(heap, "#c0ae92", 0.8),
        group(debris(art, shape, chance, art.size(122)), clip_path=art.clip(piece.id, d)),
        fill(
            corner_walls(art, shape, chance),
            "#b3937a",
            stroke=INK,
            stroke_width=art.size(14),
            stroke_linejoin="round",
        ),
        stroke(d, STONE_DARK, art.size(16), stroke_dasharray=f"{art.size(50)} {art.size(28)}"),
    )


def corner_walls(art: Art, shape: Polygon, chance: Chance) -> str:
    """Here and there the corner of a wall still stands."""
    drawn = []
    for x, y in scattered(shape, art.size(760), chance):
        if edge_distance((x, y), shape) < art.size(200):
            continue
        r, w = art.size(chance.between(120, 190)), art.size(42)
        sx, sy = chance.pick((-1, 1)), chance.pick((-1, 1))
        steps = [(sx * r, 0), (0, sy * w), (sx * (w - r), 0), (0, sy * (r - w)), (-sx * w, 0)]
        drawn.append(f"M{x}{joined(y)}l" + " ".join(f"{dx} {dy}" for dx, dy in steps) + "z")
    return "".join(drawn)


def wreck(art: Art, piece: Piece) -> None:
    """A burnt-out hull: a waggon or tram with its ribs, a tank with its turret, or a lorry with its cab."""
    shape = clockwise(piece.polygon)
    look = piece.tags.get("look", "lorry")
    way = long_way(shape)
    d = run(shape, closed=True)
    art.put("shadows", fill(run(shifted(shape, art.size(40), art.size(48)), closed=True), SHADOW, 0.35))
    art.put("houses", fill(d, RUST[0], stroke=INK, stroke_width=art.size(26), stroke_linejoin="round"))
    parts = {"tank": tank, "waggon": waggon, "tram": tram}.get(str(look), lorry)
    art.put("houses", *parts(art, shape, way))
    chance = art.chance(piece)
    soot = [at for at in scattered(shape, art.size(150), chance) if chance.happens(45)]
    art.put("houses", stroke(dots(soot), "#2c241d", art.size(70), 0.35, stroke_linecap="round"))


def waggon(art: Art, shape: Polygon, way: tuple[float, float]) -> list[str]:
    ribs = "".join(run(row) for row in rows(shape, (-way[1], way[0]), art.size(130)))
    inner = shrunk(shape, art.size(64)) or shape
    return [
        fill(run(inner, closed=True), RUST[1], stroke=INK, stroke_width=art.size(12)),
        stroke(ribs, INK, art.size(18), 0.8),
    ]


def tram(art: Art, shape: Polygon, way: tuple[float, float]) -> list[str]:
    """A long car with a clerestory along its roof."""
    roof = shrunk(shape, art.size(60)) or shape
    light = shrunk(shape, art.size(170)) or roof
    ribs = "".join(run(row) for row in rows(light, (-way[1], way[0]), art.size(150)))
    return [
        fill(run(roof, closed=True), "#b39a6c", stroke=INK, stroke_width=art.size(12)),
        fill(run(light, closed=True), "#8f6f4d", stroke=INK, stroke_width=art.size(12)),
        stroke(ribs, INK, art.size(12), 0.8),
    ]


def tank(art: Art, shape: Polygon, way: tuple[float, float]) -> list[str]:
    """Tracks on both sides, a turret knocked askew, its gun."""
    inner = shrunk(shape, art.size(112)) or shape
    x, y = sum(p[0] for p in shape) // len(shape), sum(p[1] for p in shape) // len(shape)
    links = "".join(run(row) for row in rows(shape, (-way[1], way[0]), art.size(52)))
    gun = line(
        x, y, (way[0] * 0.8 - way[1] * 0.6) * art.size(560), (way[1] * 0.8 + way[0] * 0.6) * art.size(560)
    )
    return [
        stroke(links, INK, art.size(14), 0.9),
        fill(run(inner, closed=True), RUST[0], stroke=INK, stroke_width=art.size(16)),
        stroke(gun, INK, art.size(62), stroke_linecap="round"),
        stroke(gun, RUST[1], art.size(34), stroke_linecap="round"),
        stroke(f"M{x} {y}h0", INK, art.size(300), stroke_linecap="round"),
        stroke(f"M{x} {y}h0", RUST[1], art.size(260), stroke_linecap="round"),
        stroke(f"M{x - art.size(30)} {y - art.size(30)}h0", INK, art.size(76), stroke_linecap="round"),
    ]


def lorry(art: Art, shape: Polygon, way: tuple[float, float]) -> list[str]:
    chords = list(rows(shape, (-way[1], way[0]), art.size(90)))
    cab = chords[len(chords) * 2 // 3 :][:1]
    inner = shrunk(shape, art.size(60)) or shape
    return [
        stroke("".join(run(row) for row in chords[: len(chords) * 2 // 3]), INK, art.size(13), 0.8),
        stroke(run(inner, closed=True), INK, art.size(14), 0.9),
        stroke("".join(run(row) for row in cab), INK, art.size(44)),
    ]
