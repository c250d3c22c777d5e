"""Draws docs/pictures/specimen.svg: every kind of terrain, each with its name, and the other looks some have.

`python tools/specimen.py` writes it; `python tools/specimen.py --check` says whether it is up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from deadground.space.ground import Ground, Piece, Shape, piece
from deadground.space.kinds import KINDS, LINE, POINT
from deadground.space.pictures import Options, map_svg
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.drawings import LOOKS
from deadground.space.pictures.ink import INK, SERIF, tag, words
from deadground.space.plane import Point

FILE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "specimen.svg"

WIDE, TALL, ACROSS = 2400, 2200, 8
"""A field of the sheet in tenths, and how many stand side by side."""

WIDTHS = {
    "road": 560,
    "track": 380,
    "rails": 420,
    "river": 620,
    "stream": 220,
    "gully": 380,
    "bridge": 420,
    "trench": 130,
}
BLOCKS = ("structure", "objective_building", "bunker", "wreck", "bridge", "ford")
BLOB: list[Point] = [
    (350, 560),
    (700, 300),
    (1200, 380),
    (1650, 260),
    (2050, 560),
    (2120, 1050),
    (1800, 1480),
    (1250, 1380),
    (700, 1540),
    (330, 1150),
]
SMALL: list[Point] = [
    (750, 780),
    (1000, 560),
    (1420, 600),
    (1620, 900),
    (1450, 1260),
    (1000, 1330),
    (740, 1120),
]
BLOCK: list[Point] = [(560, 520), (1780, 400), (1880, 1180), (660, 1300)]
HULL: list[Point] = [(560, 720), (1760, 640), (1800, 1060), (600, 1140)]
WING: list[Point] = [(420, 420), (1900, 360), (1930, 900), (1080, 950), (1110, 1480), (460, 1510)]
BEND: list[Point] = [(0, 1150), (650, 720), (1350, 1180), (2400, 640)]
THIN: list[Point] = [(300, 1200), (850, 640), (1500, 1150), (2100, 700)]


def samples() -> list[tuple[str, str]]:
    """Every kind, and after it every other look it has."""
    found = []
    for kind in KINDS:
        found.append((kind, ""))
        found += [(kind, look) for look in LOOKS.get(kind, ())]
    return found


def outline(kind: str, look: str) -> tuple[Shape, list[Point]]:
    shapes = KINDS[kind]
    if shapes[0] == POINT:
        return "point", [(1200, 900)]
    if shapes[0] == LINE or kind in ("trench", "bridge"):
        return "line", BEND if kind in WIDTHS and kind not in ("trench", "bridge") else THIN
    if look == "crater":
        return "area", SMALL
    if look == "chimney":
        return "area", [(950, 700), (1400, 680), (1420, 1120), (970, 1140)]
    if kind == "wreck":
        return "area", HULL
    if kind == "objective_building" or look == "ruin":
        return "area", WING
    return "area", BLOCK if kind in BLOCKS else BLOB


def specimen(i: int, kind: str, look: str) -> Piece:
    shape, points = outline(kind, look)
    x, y = i % ACROSS * WIDE, i // ACROSS * TALL
    shift = Chance(f"specimen {kind} {look}").about(40)
    tags = {"look": look} if look else {}
    if kind == "start_position":
        tags["facing"] = "east"
    width = WIDTHS.get(kind, 0) if shape == "line" else 0
    if kind == "bridge":
        points = [(350, 900), (2050, 900)]
    placed = [(px + x, py + y + (0 if shape == "line" else shift)) for px, py in points]
    floors = {"structure": 2, "objective_building": 3}.get(kind, 0)
    level = {"hill": 1, "ridge": 1, "fold": -1}.get(kind, 0)
    return piece(
        f"{kind}_{look or 'plain'}", kind, shape, placed, width=width, floors=floors, level=level, tags=tags
    )


def label(i: int, kind: str, look: str) -> str:
    text = f"{kind.replace('_', ' ')}, {look}" if look else kind.replace("_", " ")
    x, y = i % ACROSS * WIDE + WIDE // 2, i // ACROSS * TALL + TALL - 260
    return tag(
        "text",
        words(text),
        x=x,
        y=y,
        font_family=SERIF,
        font_size=210,
        font_style="italic",
        text_anchor="middle",
        fill=INK,
    )


def drawn() -> str:
    shown = samples()
    deep = -(-len(shown) // ACROSS)
    pieces = [specimen(i, kind, look) for i, (kind, look) in enumerate(shown)]
    ground = Ground(ACROSS * WIDE, deep * TALL, pieces, unit="in", name="Every kind of terrain")
    labels = "".join(label(i, kind, look) for i, (kind, look) in enumerate(shown))
    return map_svg(ground, Options(names=False, scale_bar=False, north=False, prefix="specimen"), labels)


def main() -> int:
    if "--check" in sys.argv[1:]:
        return 0 if FILE.read_text("utf-8") == drawn() else 1
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(drawn(), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
