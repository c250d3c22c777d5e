"""Points on the map and what drifts over it: sewer entries, starting places, markers, smoke."""

from __future__ import annotations

from deadground.space.ground import Piece
from deadground.space.octant import SCALE
from deadground.space.pictures.art import Art
from deadground.space.pictures.ink import INK, PAPER, RED, SHADOW, STONE_DARK, fill, group, run, stroke, tag
from deadground.space.pictures.outlines import clockwise, edge_distance, scattered, shrunk, softened
from deadground.space.pictures.trees import lobed
from deadground.space.plane import Point, vector

IRON = "#77736b"
FACINGS = {"north": 0, "east": 900, "south": 1800, "west": 2700}


def sewer_entry(art: Art, piece: Piece) -> None:
    x, y = piece.points[0]
    r = art.size(120)
    if piece.tags.get("type") == "collapsed":
        chance = art.chance(piece)
        art.put(
            "marks",
            fill(lobed(chance, (x, y), r * 14 // 10, 8), "#a8977c", stroke=INK, stroke_width=art.size(14)),
        )
        art.put("marks", fill(lobed(chance, (x, y), r, 7), "#241c15"))
        art.put(
            "marks",
            stroke(
                ladder(x, y, r),
                "#cdbb98",
                art.size(18),
            ),
        )
        return
    art.put(
        "marks",
        stroke(
            f"M{x + art.size(14)} {y + art.size(18)}h0",
            SHADOW,
            2 * r + art.size(40),
            0.35,
            stroke_linecap="round",
        ),
    )
    for width, colour in (
        (2 * r + art.size(40), INK),
        (2 * r, IRON),
        (r * 3 // 2, INK),
        (r * 3 // 2 - art.size(20), "#938f86"),
    ):
        art.put("marks", stroke(f"M{x} {y}h0", colour, width, stroke_linecap="round"))
    half = r // 2
    bars = "".join(
        f"M{x + off} {y - half}v{2 * half}M{x - half} {y + off}h{2 * half}"
        for off in (-half * 2 // 3, 0, half * 2 // 3)
    )
    art.put("marks", stroke(bars, INK, art.size(13)))


def ladder(x: int, y: int, r: int) -> str:
    west, north, half, fifth = x - r // 2, y - r // 2, r // 2, r // 5
    rungs = "".join(f"M{west} {y + off}h{half}" for off in (-fifth, fifth))
    return f"M{west} {north}v{r}M{west + half} {north}v{r}{rungs}"


def start_position(art: Art, piece: Piece) -> None:
    """A ring with an arrow the way the unit faces."""
    x, y = piece.points[0]
    r = art.size(170)
    art.put(
        "marks", stroke(ring((x, y), r), PAPER, art.size(64), 0.8), stroke(ring((x, y), r), RED, art.size(34))
    )
    facing = FACINGS.get(str(piece.tags.get("facing", "")))
    if facing is not None:
        art.put("marks", fill(arrow((x, y), facing, r), RED))
    art.put("marks", stroke(f"M{x - r // 2} {y}h{r}M{x} {y - r // 2}v{r}", RED, art.size(26)))


def ring(at: Point, r: int) -> str:
    return f"M{at[0] - r} {at[1]}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def arrow(at: Point, facing: int, r: int) -> str:
    """An arrowhead just outside a ring."""
    east, south = vector(facing)

    def place(ahead: int, aside: int) -> Point:
        return at[0] + (east * ahead - south * aside) // SCALE, at[1] + (
            south * ahead + east * aside
        ) // SCALE

    return run((place(r * 2, 0), place(r * 13 // 10, r // 2), place(r * 13 // 10, -r // 2)), closed=True)


def marker(art: Art, piece: Piece) -> None:
    """A surveyor's peg with a small pennant."""
    x, y = piece.points[0]
    r = art.size(60)
    pole = f"M{x} {y}v{-6 * r}"
    pennant = f"M{x} {y - 6 * r}l{4 * r} {r}l{-4 * r} {r}z"
    art.put(
        "marks",
        stroke(f"M{x} {y}l{3 * r} {2 * r}", SHADOW, art.size(26), 0.35, stroke_linecap="round"),
        stroke(pole, INK, art.size(26), stroke_linecap="round"),
        fill(pennant, RED, stroke=INK, stroke_width=art.size(14), stroke_linejoin="round"),
        stroke(f"M{x} {y}h0", INK, art.size(70), stroke_linecap="round"),
    )


def smoke(art: Art, piece: Piece) -> None:
    shape = clockwise(piece.polygon)
    chance = art.chance(piece)
    inner = shrunk(shape, art.size(180)) or shape
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, colour, opacity in (("0", "#fbf8f0", 0.82), (".55", "#e4dfd4", 0.62), ("1", "#b9b3a7", 0))
    )
    puff = art.define("puff", "radialGradient", stops, cx=".4", cy=".36", r=".62")
    puffs = []
    for x, y in scattered(inner, art.size(250), chance):
        r = art.size(chance.between(260, 380))
        reach = edge_distance((x, y), shape) + art.size(50)
        puffs.append(tag("circle", cx=x, cy=y, r=min(r, int(reach)), fill=f"url(#{puff})"))
    d = softened(shape, art.size(300))
    art.put(
        "smoke",
        fill(d, "#d9d4c8", 0.5),
        group(puffs),
        stroke(
            d,
            STONE_DARK,
            art.size(14),
            0.7,
            stroke_dasharray=f"{art.size(12)} {art.size(40)}",
            stroke_linecap="round",
        ),
    )
