"""A sight line drawn with its reasons: solid to where it is blocked, dashed beyond, thick inside pieces."""

from __future__ import annotations

from deadground.space.pictures.drawn import Options, map_svg
from deadground.space.pictures.ink import INK, PAPER, SERIF, group, run, stroke, tag, words
from deadground.space.plane import Point, between
from deadground.space.sight import Finding, Stretch, Verdict
from deadground.space.units import shown

SEEN, BLOCKED, BEYOND = "#2f6b3a", "#a3271b", "#8d7a66"


def sight_overlay(verdict: Verdict, unit: int = 0) -> str:
    """The line as a group to lay over a map. `unit` is the width of the line in tenths; 0 suits the table."""
    ground = verdict.trace.ground
    wide = unit or max(ground.width, ground.height) // 520
    trace = verdict.trace
    stop = block_point(verdict)
    colour = SEEN if verdict.seen else BLOCKED
    solid = run((trace.start, stop or trace.end))
    parts = [stroke(solid, PAPER, wide * 3, 0.75, stroke_linecap="round")]
    parts += [inside(stretch, wide, colour) for passage in trace.passages for stretch in passage.stretches]
    if stop:
        parts.append(stroke(run((stop, trace.end)), BEYOND, wide, stroke_dasharray=f"{wide * 5} {wide * 4}"))
    parts.append(stroke(solid, colour, wide))
    parts += [notch(crossing.at, wide, colour) for crossing in trace.crossings]
    parts += [
        end_mark(trace.start, wide, colour, full=True),
        end_mark(trace.end, wide, colour, full=verdict.seen),
    ]
    parts += lengths(verdict, wide)
    if stop and verdict.why:
        parts += [cross_at(stop, wide), reason(verdict, verdict.why, stop, wide)]
    return group([tag("title", words(told(verdict))), *parts])


def sight_svg(verdict: Verdict, options: Options | None = None) -> str:
    """The line on its map, as a picture of its own."""
    return map_svg(verdict.trace.ground, options, sight_overlay(verdict))


def block_point(verdict: Verdict) -> Point | None:
    """Where the line ends: where the blocking finding bites, or so far along as it says."""
    why, trace = verdict.why, verdict.trace
    if why is None:
        return None
    if why.at is not None:
        return why.at
    return between(trace.start, trace.end, min(why.begins, trace.length), trace.length or 1)


def told(verdict: Verdict) -> str:
    """The verdict in words, for those who cannot see the picture."""
    unit = verdict.trace.ground.unit
    line = f"Sight line of {shown(verdict.trace.length, unit)}: "
    if verdict.why is None:
        return line + "seen."
    at = shown(verdict.why.begins, unit)
    return f"{line}blocked after {at}: {verdict.why.reason}{cited(verdict.why)}."


def cited(finding: Finding) -> str:
    return f" ({', '.join(finding.rows)})" if finding.rows else ""


def inside(stretch: Stretch, wide: int, colour: str) -> str:
    return stroke(run((stretch.enters, stretch.leaves)), colour, wide * 4, 0.45)


def notch(at: Point, wide: int, colour: str) -> str:
    return stroke(f"M{at[0]} {at[1]}h0", PAPER, wide * 5, stroke_linecap="round") + stroke(
        f"M{at[0]} {at[1]}h0", colour, wide * 3, stroke_linecap="round"
    )


def end_mark(at: Point, wide: int, colour: str, full: bool) -> str:
    return tag(
        "circle",
        cx=at[0],
        cy=at[1],
        r=wide * 4,
        fill=colour if full else PAPER,
        stroke=INK,
        stroke_width=wide,
    )


def cross_at(at: Point, wide: int) -> str:
    x, y = at
    r = wide * 6
    d = f"M{x - r} {y - r}l{2 * r} {2 * r}M{x - r} {y + r}l{2 * r} {-2 * r}"
    return stroke(d, PAPER, wide * 5, stroke_linecap="round") + stroke(
        d, BLOCKED, wide * 3, stroke_linecap="round"
    )


def lengths(verdict: Verdict, wide: int) -> list[str]:
    """How far the line runs inside each piece, lettered beside it; a stretch too short to letter is left out."""
    unit = verdict.trace.ground.unit
    written = []
    for passage in verdict.trace.passages:
        for stretch in passage.stretches:
            if stretch.length >= wide * 12:
                x, y = between(stretch.enters, stretch.leaves, 1, 2)
                text = f"{passage.piece.kind.replace('_', ' ')} {shown(stretch.length, unit)}"
                written.append(lettered(text, (x, y - wide * 6), wide, "#2f261d"))
    return written


def lettered(text: str, at: Point, wide: int, colour: str, anchor: str = "middle", size: int = 9) -> str:
    return tag(
        "text",
        words(text),
        x=at[0],
        y=at[1],
        font_family=SERIF,
        font_size=wide * size // 2,
        text_anchor=anchor,
        fill=colour,
        stroke=PAPER,
        stroke_width=wide * 5 // 4,
        stroke_opacity=0.9,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def reason(verdict: Verdict, why: Finding, at: Point, wide: int) -> str:
    """Why the line is blocked, and under which rows, on the side of the cross where there is room."""
    ground = verdict.trace.ground
    west = at[0] > ground.width // 2
    x = at[0] + (-10 if west else 10) * wide
    anchor = "end" if west else "start"
    low = at[1] > ground.height - 20 * wide
    y = at[1] + (-14 if low else 12) * wide
    rows = [lettered(", ".join(why.rows), (x, y + 6 * wide), wide, INK, anchor, 8)] if why.rows else []
    return lettered(why.reason, (x, y), wide, BLOCKED, anchor, 11) + "".join(rows)
