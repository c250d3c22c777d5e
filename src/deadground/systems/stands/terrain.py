"""What each kind of ground does to sight, and how a base lies on it: in what, at what edge, how high."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import msgspec

from deadground.core.charts import Chart, ChartFile, cells_of
from deadground.core.loader import load
from deadground.space.bases import CONTACT, Base
from deadground.space.borders import border_of
from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point, distance, minus, root, square
from deadground.space.polygons import Polygon, box_of
from deadground.space.sight import stretches_in
from deadground.space.units import Tenths

FILE = Path(__file__).parent / "data" / "terrain.yaml"


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of ground does to sight; data/terrain.yaml says what the words mean. KIM-R102"""

    conceals: bool
    blocks: bool
    low: bool
    lifts: bool
    works: bool
    overhead: bool


@cache
def terrain() -> dict[str, Terrain]:
    """What ground does, by kind."""
    document = load(FILE)
    file = document.to(ChartFile)
    chart = Chart(file, cells_of(document, file))
    kinds, does = chart.axes
    return {
        kind: Terrain(**{word: bool(chart.number(kind, word)) for word in does.values})
        for kind in kinds.values
    }


def terrain_of(piece: Piece) -> Terrain:
    return terrain()[piece.kind]


def may_matter(piece: Piece) -> bool:
    """Whether the rules of a look ask about a piece that a line passes through."""
    does = terrain_of(piece)
    return piece.is_relief or does.conceals or does.blocks


class Lie(msgspec.Struct, frozen=True):
    """How a base lies on the ground. It is in a piece when its centre is. KIM-R102"""

    level: int
    conceals: tuple[Piece, ...]
    """What conceals it, from the ground up."""
    blocks: tuple[Piece, ...]
    """What closes its view."""
    works: Piece | None
    overhead: Piece | None
    """What hides it from the air."""
    relief: frozenset[str]
    """The hills, ridges and folds it is on."""
    rise: Piece | None
    """The hill or ridge whose slope it stands on."""
    lip: int
    """The level of the ground round the fold it is in."""
    fold: Piece | None


@lru_cache(maxsize=16_384)
def lie_at(ground: Ground, at: Point) -> Lie:
    """How a base lies on the ground whose centre is at a place, however it is turned."""
    here = ground.pieces_at(at)
    lifted = any(terrain_of(piece).lifts for piece in here)
    held = [piece for piece in here if not (lifted and terrain_of(piece).low)]
    relief = [piece for piece in held if piece.is_relief]
    top = relief[-1] if relief else None
    below = relief[-2].level if len(relief) > 1 else 0
    in_fold = top is not None and top.level < below
    return Lie(
        level=top.level if top else 0,
        conceals=tuple(piece for piece in held if terrain_of(piece).conceals),
        blocks=tuple(piece for piece in held if terrain_of(piece).blocks),
        works=next((piece for piece in reversed(held) if terrain_of(piece).works), None),
        overhead=next((piece for piece in reversed(held) if terrain_of(piece).overhead), None),
        relief=frozenset(piece.id for piece in relief),
        rise=top if top and top.level > 0 and not in_fold else None,
        lip=below,
        fold=top if in_fold else None,
    )


@lru_cache(maxsize=8192)
def touched_edges(ground: Ground, base: Base) -> frozenset[str]:
    """The pieces that conceal or close the view and whose edge a base touches, from within or without. KIM-3.1d"""
    x, y = base.at
    reach = base.reach + CONTACT
    return frozenset(
        piece.id
        for piece in ground.pieces_near((x - reach, y - reach, x + reach, y + reach))
        if piece.polygon and (terrain_of(piece).conceals or terrain_of(piece).blocks)
        if border_of(piece.polygon, closed=True).is_touched(base.corners, CONTACT)
    )


@lru_cache(maxsize=65_536)
def crest_between(polygon: Polygon, viewer: Point, at: Point) -> Tenths | None:
    """How far from a viewer the crest lies that a place on a hill or ridge is behind; None if it is not behind it.

    The crest is half way through the piece along the line of view, which is drawn out to both sides of it.
    """
    if viewer == at:
        return None
    dx, dy = minus(at, viewer)
    west, north, east, south = box_of(polygon)
    times = root(square((east - west, south - north))) // distance(viewer, at) + 2
    start = viewer[0] - dx * times, viewer[1] - dy * times
    end = at[0] + dx * times, at[1] + dy * times
    here, there = distance(start, at), distance(start, viewer)
    for stretch in stretches_in(polygon, start, end):
        if stretch.begins <= here <= stretch.ends:
            is_behind = 2 * (there - stretch.begins) < stretch.length < 2 * (here - stretch.begins)
            return stretch.begins + stretch.length // 2 - there if is_behind else None
    return None
