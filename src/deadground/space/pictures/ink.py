"""Strokes and fills: SVG as plain strings, whole numbers, attributes only. One palette for every picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from deadground.space.plane import Point

PAPER, PAPER_DARK = "#f3e8ce", "#e2d0a8"
INK, FAINT, RED = "#3b2f25", "#8a7659", "#9c3b2b"
SHADOW = "#3a2c1c"
GRASS = "#a59a62"
HILL = ("#ead7a8", "#dfc48c", "#d2af74", "#c49b61")
SLAG = ("#cbbfae", "#b5a695", "#9f8f7f")
HACHURE, DEEP = "#7d5c36", "#d3c79c"
WOODS_FLOOR, BRUSH_FLOOR, ORCHARD_FLOOR = "#b9c08a", "#d3d3a0", "#d5d6a4"
CROWN_LINE = "#3d4a28"
WHEAT, WHEAT_DARK, STALK = "#e9cf7e", "#bd9539", "#d8b65c"
LEAF, PETAL, SEED = "#a8b06c", "#e5b62f", "#6b4423"
FIELD, FURROW, FURROW_LIGHT = "#dcc493", "#a98a58", "#eddcb4"
MUD, MUD_DARK, PUDDLE = "#bfa07a", "#8b6a45", "#a3aca4"
WATER, WATER_LINE, BANK, RIPPLE = "#a3bdc3", "#6f929c", "#51707a", "#d5e2e1"
MARSH, REED = "#c3cba6", "#5f7145"
ROAD, ROAD_EDGE, RUT = "#e6d4ac", "#6d5639", "#a88d62"
BALLAST, SLEEPER, RAIL = "#d2c4ab", "#6b5138", "#4a4744"
STONE, STONE_DARK, STONE_LIGHT = "#b3a795", "#6f6455", "#d3c9b7"
ROOFS = (("#c27a58", "#9d573d"), ("#b98c5a", "#93683f"), ("#a9886b", "#80644c"), ("#c08765", "#985f45"))
SLATE = ("#98999a", "#74777b")
CONCRETE, CONCRETE_DARK = "#bcb8ac", "#85806f"
TOWN_FLOOR = "#e0cda3"
EARTH, EARTH_DARK = "#c9a877", "#5d4429"
SERIF = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element. An underscore in an attribute's name stands for a hyphen; nothing is left out but None."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def words(text: str) -> str:
    return escape(text)


def group(parts: Iterable[str], /, **attributes: object) -> str:
    content = "".join(parts)
    return tag("g", content, **attributes) if content else ""


def fill(d: str, colour: str, opacity: float | None = None, **more: object) -> str:
    return tag("path", d=d, fill=colour, fill_opacity=opacity, **more) if d else ""


def stroke(d: str, colour: str, width: int, opacity: float | None = None, **more: object) -> str:
    return (
        tag("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_opacity=opacity, **more)
        if d
        else ""
    )


def whole(x: float) -> int:
    """The nearest whole number, half away from zero."""
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)


def run(points: Sequence[Point], closed: bool = False) -> str:
    """A path through points, written with steps relative to the one before: short, and it packs well."""
    x, y = points[0]
    steps = []
    for px, py in points[1:]:
        steps.append(f"{px - x}{joined(py - y)}")
        x, y = px, py
    start = f"M{points[0][0]}{joined(points[0][1])}"
    return start + ("l" + spaced(steps) if steps else "h0") + ("z" if closed else "")


def joined(number: int) -> str:
    """A number after another: a minus sign is separator enough."""
    return str(number) if number < 0 else f" {number}"


def spaced(steps: list[str]) -> str:
    return "".join(step if i == 0 or step.startswith("-") else f" {step}" for i, step in enumerate(steps))


def line(x: float, y: float, dx: float, dy: float) -> str:
    """A short stroke from a point."""
    return f"M{whole(x)}{joined(whole(y))}l{whole(dx)}{joined(whole(dy))}"


def dots(points: Iterable[Point]) -> str:
    """Zero-length strokes: with round caps, discs as wide as the stroke."""
    return "".join(f"M{x}{joined(y)}h0" for x, y in points)


def ellipse(x: int, y: int, rx: int, ry: int) -> str:
    return f"M{x - rx}{joined(y)}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0z"
