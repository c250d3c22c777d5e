"""The sheet a map is drawn on: paper, frame with figures along it, title, scale bar, arrow, grid."""

from __future__ import annotations

from deadground.space.ground import Ground
from deadground.space.pictures.chance import Chance
from deadground.space.pictures.ink import (
    FAINT,
    GRASS,
    INK,
    PAPER,
    PAPER_DARK,
    SERIF,
    dots,
    fill,
    group,
    line,
    run,
    stroke,
    tag,
    words,
)
from deadground.space.units import IN_TENTHS, shown

LETTERS = {"font_family": SERIF, "fill": INK}
FAINTLY = {"font_family": SERIF, "fill": "#6a563d"}


def step_of(ground: Ground) -> int:
    """How far apart the figures along the frame stand: some inches, feet or hundreds of millimetres, 20 at most."""
    step = {"in": 6 * 254, "ft": 3048, "mm": 1000}[ground.unit]
    return step * (1 + max(ground.width, ground.height) // (step * 20))


def margin(ground: Ground) -> int:
    return max(ground.width, ground.height) // 32


def bottom(ground: Ground) -> int:
    """The strip below the table that carries title, scale and arrow."""
    return margin(ground) * 3


def box(x: int, y: int, width: int, height: int) -> str:
    return f"M{x} {y}h{width}v{height}h{-width}z"


def paper(ground: Ground, prefix: str, framed: bool) -> str:
    """Warm paper, a little darker to the edges, with flecks and here and there a tuft of grass."""
    m = margin(ground) if framed else 0
    x, y, width, height = -m, -m, ground.width + 2 * m, ground.height + m + (bottom(ground) if framed else 0)
    vignette = f"url(#{prefix}-paper)"
    sheet_ = fill(box(x, y, width, height), PAPER) + fill(box(x, y, width, height), vignette)
    return sheet_ + washes(ground, prefix) + meadow(ground)


def washes(ground: Ground, prefix: str) -> str:
    """Faint patches of green and brown, as a wet brush leaves them, on the open ground."""
    chance = Chance(f"wash {ground.name}")
    long = max(ground.width, ground.height)
    patches = []
    for i in range(16):
        x, y = chance.between(0, ground.width), chance.between(0, ground.height)
        rx, ry = chance.between(long // 14, long // 7), chance.between(long // 20, long // 10)
        patches.append(tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=f"url(#{prefix}-wash{i % 2})"))
    return group(patches, clip_path=f"url(#{prefix}-table)")


def paper_definition(prefix: str) -> str:
    stops = tag("stop", offset=".55", stop_color=PAPER_DARK, stop_opacity=0) + tag(
        "stop", offset="1", stop_color=PAPER_DARK, stop_opacity=0.75
    )
    parts = [tag("radialGradient", stops, id=f"{prefix}-paper", cx=".5", cy=".48", r=".72")]
    for i, colour in enumerate(("#c9c486", "#d9b983")):
        soft = tag("stop", offset="0", stop_color=colour, stop_opacity=0.42) + tag(
            "stop", offset="1", stop_color=colour, stop_opacity=0
        )
        parts.append(tag("radialGradient", soft, id=f"{prefix}-wash{i}"))
    return "".join(parts)


def meadow(ground: Ground) -> str:
    chance = Chance(f"meadow {ground.name}")
    tufts, flecks = [], []
    size = max(ground.width, ground.height) / 18_000
    for _ in range(ground.width * ground.height // max(1, int(700_000 * size * size))):
        x, y = chance.between(60, ground.width - 60), chance.between(60, ground.height - 60)
        if chance.happens(55):
            tufts += [line(x, y, -16 * size, -30 * size), line(x + 22 * size, y, 14 * size, -34 * size)]
        else:
            flecks.append((x, y))
    return stroke("".join(tufts), GRASS, int(12 * size) or 1, 0.75, stroke_linecap="round") + stroke(
        dots(flecks), FAINT, int(20 * size) or 1, 0.35, stroke_linecap="round"
    )


def grid(ground: Ground, apart: int) -> str:
    lines = [f"M{x} 0v{ground.height}" for x in range(apart, ground.width, apart)]
    lines += [f"M0 {y}h{ground.width}" for y in range(apart, ground.height, apart)]
    return stroke("".join(lines), INK, 8, 0.28, stroke_dasharray="40 40")


def frame(ground: Ground) -> list[str]:
    """A neat line, a heavy line, and figures at every step along all four sides."""
    m = margin(ground)
    w, h = ground.width, ground.height
    thin, heavy = max(6, m // 40), max(12, m // 14)
    gap = m // 5
    ticks, figures = [], []
    step = step_of(ground)
    for at in range(0, w + 1, step):
        ticks.append(f"M{at} {-gap}v{gap}M{at} {h}v{gap}")
        figures += [
            figure(at, -gap - m // 4, mark(ground, at)),
            figure(at, h + gap + m // 2, mark(ground, at)),
        ]
    for at in range(step, h + 1, step):
        ticks.append(f"M{-gap} {at}h{gap}M{w} {at}h{gap}")
        y = at + m // 8
        figures += [figure(-gap - m // 3, y, mark(ground, at)), figure(w + gap + m // 3, y, mark(ground, at))]
    size = m * (30 if len(mark(ground, w)) > 3 else 38) // 100
    return [
        stroke(box(0, 0, w, h), INK, heavy),
        stroke(box(-gap, -gap, w + 2 * gap, h + 2 * gap), INK, thin),
        stroke("".join(ticks), INK, thin),
        group(figures, font_family=SERIF, font_size=size, fill=INK, text_anchor="middle"),
    ]


def mark(ground: Ground, at: int) -> str:
    return str(at // IN_TENTHS[ground.unit])


def figure(x: int, y: int, text: str) -> str:
    return tag("text", words(text), x=x, y=y)


def cartouche(ground: Ground, title: str, note: str) -> str:
    """The title in the south-west below the table, with the size and a note under it."""
    m = margin(ground)
    y = ground.height + m * 19 // 10
    size = f"{shown(ground.width, ground.unit)} by {shown(ground.height, ground.unit)}"
    below = " · ".join(part for part in (size, note) if part)
    tall = min(m * 95 // 100, ground.width * 58 // (72 * max(1, len(title))))
    return tag(
        "text",
        words(title),
        x=0,
        y=y,
        font_size=tall,
        font_weight="bold",
        letter_spacing=tall // 20,
        **LETTERS,
    ) + tag(
        "text", words(below), x=0, y=y + m * 6 // 10, font_size=m * 42 // 100, font_style="italic", **FAINTLY
    )


def scale_bar(ground: Ground) -> str:
    """Alternating black and paper, four parts; none on a table too small for one."""
    m = margin(ground)
    part = step_of(ground) // (1 if ground.unit == "ft" else 2)
    if part * 8 > ground.width:
        return ""
    x, y, tall = ground.width - 5 * part - m * 5 // 2, ground.height + m * 17 // 10, m // 6
    bars = "".join(box(x + i * part, y, part, tall) for i in (0, 2))
    figures = [figure(x + i * part, y - m // 5, mark(ground, i * part)) for i in range(5)]
    unit = {"in": "inches", "ft": "feet", "mm": "millimetres"}[ground.unit]
    return group(
        [
            stroke(box(x, y, 4 * part, tall), INK, max(6, m // 40)),
            fill(bars, INK),
            group(figures, text_anchor="middle"),
            tag("text", unit, x=x + 2 * part, y=y + m * 2 // 3, text_anchor="middle", font_style="italic"),
        ],
        font_family=SERIF,
        font_size=m * 38 // 100,
        fill=INK,
    )


def north_arrow(ground: Ground) -> str:
    """An arrow to the table's north edge."""
    m = margin(ground)
    x, y = ground.width - m, ground.height + m * 16 // 10
    tall, wide = m * 9 // 10, m * 28 // 100
    left = run(((x, y - tall // 2), (x - wide, y + tall // 2), (x, y + tall // 4)), closed=True)
    right = run(((x, y - tall // 2), (x + wide, y + tall // 2), (x, y + tall // 4)), closed=True)
    return (
        fill(left, PAPER, stroke=INK, stroke_width=max(6, m // 30), stroke_linejoin="round")
        + fill(right, INK, stroke=INK, stroke_width=max(6, m // 30), stroke_linejoin="round")
        + tag(
            "text",
            "N",
            x=x,
            y=y + tall // 2 + m * 45 // 100,
            text_anchor="middle",
            font_family=SERIF,
            font_size=m // 2,
            font_weight="bold",
            fill=INK,
        )
    )
