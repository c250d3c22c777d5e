"""The picture of a battle that is over: its ground, the routes, and where pieces were lost."""

from __future__ import annotations

import re

from deadground.server.api_after import AfterBattle, Route
from deadground.space.pictures.ink import INK, PAPER, tag, words

COLOURS = (("#8e3324", "#55190f"), ("#2d5068", "#17303f"), ("#6d5f12", "#3f370a"), ("#5d3a6b", "#35203e"))
"""Line and edge by a side's sign, as on the table."""


def after_svg(after: AfterBattle, ground: str) -> str:
    """The whole sheet: the map, what happened on it, and a strip with title and legend below."""
    unit = max(after.width, after.height) // 300
    signs = {side.id: side.sign for side in after.sides}
    drawn = [route_svg(route, signs.get(route.side, 0), unit) for route in after.routes]
    crosses = [cross_svg(route, signs.get(route.side, 0), unit) for route in after.routes if route.lost]
    below = strip(after, unit)
    inside = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", ground)
    height = after.height + 22 * unit
    paper = tag("path", d=f"M0 0h{after.width}v{height}h{-after.width}z", fill=PAPER)
    return tag(
        "svg",
        paper + inside + "".join(drawn) + "".join(crosses) + below,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {after.width} {height}",
    )


def route_svg(route: Route, sign: int, unit: int) -> str:
    """A route as a line that ends in a spot."""
    line, edge = COLOURS[sign]
    points = " ".join(f"{x},{y}" for x, y in route.points)
    x, y = route.points[-1]
    way = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    under = tag("polyline", points=points, stroke=PAPER, stroke_width=1.6 * unit, stroke_opacity=0.6, **way)
    over = tag("polyline", points=points, stroke=line, stroke_width=0.7 * unit, **way)
    spot = tag("circle", cx=x, cy=y, r=1.6 * unit, fill=line, stroke=edge, stroke_width=unit / 2)
    return under + over + ("" if route.lost or route.left else spot)


def cross_svg(route: Route, sign: int, unit: int) -> str:
    """Where a piece was lost, and in which turn."""
    x, y = route.points[-1]
    _, edge = COLOURS[sign]
    arm = 2 * unit
    d = f"M{x - arm} {y - arm}L{x + arm} {y + arm}M{x + arm} {y - arm}L{x - arm} {y + arm}"
    cross = tag("path", d=d, stroke=PAPER, stroke_width=2.2 * unit) + tag(
        "path", d=d, stroke=edge, stroke_width=unit
    )
    halo = {"stroke": PAPER, "stroke_width": unit, "paint_order": "stroke", "font_weight": 600}
    return cross + text(str(route.lost), x + 2.6 * unit, y - unit, 4 * unit, fill=edge, **halo)


def strip(after: AfterBattle, unit: int) -> str:
    """Title, verdict and who lost what."""
    top = after.height
    parts = [
        tag("path", d=f"M0 {top}H{after.width}", stroke=INK, stroke_width=unit / 2),
        text(after.title, 4 * unit, top + 8 * unit, 7 * unit, font_weight=600),
        text(after.outcome.reason, 4 * unit, top + 15 * unit, 4 * unit),
    ]
    for i, side in enumerate(after.sides):
        line, edge = COLOURS[side.sign]
        x, y = after.width - 76 * unit, top + (7 + 7 * i) * unit
        parts.append(tag("circle", cx=x, cy=y - 1.4 * unit, r=2 * unit, fill=line, stroke=edge))
        parts.append(text(f"{side.name}: {side.lost} of {side.pieces} lost", x + 4 * unit, y, 4.4 * unit))
    return "".join(parts)


def text(content: str, x: float, y: float, size: float, **more: object) -> str:
    given = {"fill": INK, "font_family": "Georgia, serif", **more}
    return tag("text", words(content), x=x, y=y, font_size=size, **given)
