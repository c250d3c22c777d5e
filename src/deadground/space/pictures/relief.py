"""Hills, ridges and folds: tinted, with a contour at the foot and hachures that point downhill."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.pictures.art import Art
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    DEEP,
    FAINT,
    HACHURE,
    HILL,
    INK,
    SHADOW,
    SLAG,
    fill,
    group,
    joined,
    line,
    run,
    stroke,
    whole,
)
from deadground.space.pictures.outlines import (
    clockwise,
    edge_distance,
    flattened,
    length_of,
    long_way,
    rows,
    scattered,
    shifted,
    softened,
    walked,
)
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, boxes_meet


def hill(art: Art, piece: Piece) -> None:
    is_slag = piece.tags.get("look") == "slag"
    tints, ink = (SLAG, "#5b5148") if is_slag else (HILL, HACHURE)
    shape = clockwise(piece.polygon)
    rise(art, piece, shape, tints[min(max(piece.level, 1), len(tints)) - 1], ink)
    if is_slag:
        clinker(art, piece)


def ridge(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    rise(art, piece, shape, HILL[min(max(piece.level, 1), len(HILL)) - 1], HACHURE)
    spine = backbone(shape)
    if len(spine) > 1:
        d = softened(spine, 400, closed=False)
        art.put("relief", stroke(d, HILL[0], art.size(150), 0.55, stroke_linecap="round"))
        art.put(
            "relief",
            stroke(d, HACHURE, art.size(14), 0.8, stroke_dasharray=f"{art.size(170)} {art.size(60)}"),
        )


def fold(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    d = softened(shape, art.size(380))
    clip = art.clip(piece.id, d)
    art.put(
        "relief",
        fill(d, DEEP),
        group(
            [
                stroke(softened(shifted(shape, 40, 50), art.size(380)), DEEP, art.size(900), 0.35),
                fill(
                    f"{frame(shape)}{softened(shifted(shape, art.size(95), art.size(115)), art.size(380))}",
                    SHADOW,
                    0.2,
                    fill_rule="evenodd",
                ),
                fill(
                    hachures(
                        art.chance(piece),
                        flattened(shape, art.size(380)),
                        art.size(62),
                        art.size(230),
                        inward=True,
                    ),
                    HACHURE,
                    0.75,
                ),
            ],
            clip_path=clip,
        ),
        stroke(d, HACHURE, art.size(20), stroke_dasharray=f"{art.size(120)} {art.size(45)}"),
    )
    under_trees(art, piece, d)


def frame(shape: Polygon) -> str:
    """A box well round a shape, to shade all of it but what a second outline leaves out."""
    xs, ys = [p[0] for p in shape], [p[1] for p in shape]
    west, north, east, south = min(xs) - 500, min(ys) - 500, max(xs) + 500, max(ys) + 500
    return run([(west, north), (east, north), (east, south), (west, south)], closed=True)


def rise(art: Art, piece: Piece, shape: Polygon, tint: str, ink: str) -> None:
    """Ground that stands above what is round it: a shadow to the south-east, a band of slope, hachures, a foot."""
    radius = art.size(380)
    d = softened(shape, radius)
    clip = art.clip(piece.id, d)
    slope = art.size(330)
    art.put(
        "relief",
        fill(softened(shifted(shape, art.size(60), art.size(75)), radius), SHADOW, 0.2),
        fill(d, tint),
        group(
            [
                stroke(d, ink, slope * 2, 0.1),
                stroke(d, ink, slope, 0.1),
                stroke(
                    softened(shifted(shape, art.size(-70), art.size(-90)), radius), SHADOW, art.size(200), 0.1
                ),
                stroke(
                    softened(shifted(shape, art.size(60), art.size(70)), radius),
                    "#fff6dc",
                    art.size(150),
                    0.3,
                ),
                fill(
                    hachures(art.chance(piece), flattened(shape, radius), art.size(64), slope, inward=False),
                    ink,
                    0.72,
                ),
            ],
            clip_path=clip,
        ),
        stroke(d, ink, art.size(22), 0.9),
    )
    under_trees(art, piece, d)


def under_trees(art: Art, piece: Piece, d: str) -> None:
    """Where woods cover a slope its foot is drawn again over the crowns."""
    woods = [
        other for other in art.above(piece) if other.kind == "woods" and boxes_meet(other.box, piece.box)
    ]
    if woods:
        canopy = "".join(run(clockwise(other.polygon), closed=True) for other in woods)
        foot = [
            stroke(d, "#f3e8ce", art.size(64), 0.55),
            stroke(d, HACHURE, art.size(30), stroke_dasharray=f"{art.size(120)} {art.size(50)}"),
        ]
        art.put("contours", group(foot, clip_path=art.clip(f"canopy-{piece.id}", canopy)))


def hachures(chance: Chance, shape: Polygon, apart: int, length: int, inward: bool) -> str:
    """Wedges across the slope along the edge, thick above and thin below."""
    drawn = []
    for (x, y), (wx, wy) in walked(shape, apart, closed=True):
        nx, ny = -wy, wx
        reach = chance.between(length * 45 // 100, length * 110 // 100)
        lean = chance.about(18) / 100
        dx, dy = (nx + wx * lean) * reach, (ny + wy * lean) * reach
        half = apart * chance.between(13, 24) / 100
        drawn.append(wedge((x, y), (dx, dy), (wx * half, wy * half), inward))
    return "".join(drawn)


def wedge(foot: Point, into: tuple[float, float], side: tuple[float, float], inward: bool) -> str:
    """A thin triangle between an edge and a place inside it; thick at the edge when the ground falls inward."""
    (x, y), (dx, dy), (sx, sy) = foot, into, side
    if inward:
        start, tip, end = (x - sx, y - sy), (x + dx, y + dy), (x + sx, y + sy)
    else:
        start, tip, end = (x + dx - sx, y + dy - sy), (x, y), (x + dx + sx, y + dy + sy)
    (ax, ay), (bx, by), (cx, cy) = ((whole(p[0]), whole(p[1])) for p in (start, tip, end))
    return f"M{ax}{joined(ay)}l{bx - ax}{joined(by - ay)}{joined(cx - bx)}{joined(cy - by)}z"


def backbone(shape: Polygon) -> tuple[Point, ...]:
    """The middle line of a long shape, from end to end."""
    ux, uy = long_way(shape)
    chords = [max(group_, key=lambda c: length_of(*c)) for group_ in by_station(shape, (-uy, ux))]
    middles = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in chords]
    return tuple(middles[1:-1])


def by_station(shape: Polygon, across: tuple[float, float]) -> list[list[tuple[Point, Point]]]:
    """Chords across a shape at nine places along it."""
    ux, uy = across[1], -across[0]
    along = [ux * x + uy * y for x, y in shape]
    apart = (max(along) - min(along)) / 9
    found: dict[int, list[tuple[Point, Point]]] = {}
    for a, b in rows(shape, across, apart):
        found.setdefault(whole((ux * a[0] + uy * a[1] - min(along)) / apart - 0.5), []).append((a, b))
    return [found[key] for key in sorted(found)]


def clinker(art: Art, piece: Piece) -> None:
    """Loose slag: flecks and small stones on a heap."""
    chance = art.chance(piece)
    shape = clockwise(piece.polygon)
    flecks = [
        line(x, y, chance.between(12, 50), chance.about(22))
        for x, y in scattered(shape, art.size(190), chance)
        if edge_distance((x, y), shape) > art.size(120)
    ]
    art.put("relief", stroke("".join(flecks), INK, art.size(16), 0.5, stroke_linecap="round"))
    pale = [
        line(x, y, 26, 9)
        for x, y in scattered(shape, art.size(330), chance)
        if edge_distance((x, y), shape) > art.size(150)
    ]
    art.put("relief", stroke("".join(pale), FAINT, art.size(26), 0.6, stroke_linecap="round"))
