"""Where a formation begins: stand by stand, or as a line or block about a point, in millimetres. KIM-R43

A block faces one way: `columns` stands abreast, rank behind rank, `gap` between bases; its middle is at `at`.
Without `columns` it is one rank. Stands are taken in the order of the army list, from the left of the front rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from deadground.core.citing import cite
from deadground.space.bases import Base, is_under, is_wholly_in, stand
from deadground.space.ground import Ground, Piece
from deadground.space.plane import EAST, NORTH, SOUTH, WEST, Facing, Point, turned
from deadground.space.polygons import boxes_meet
from deadground.space.spots import Room, is_on
from deadground.space.units import Tenths, mm
from deadground.systems.map_file import At, Number
from deadground.systems.stands.army import Formation
from deadground.systems.stands.bridges import CROSSINGS
from deadground.systems.stands.numbers import Overrides, number

Degrees = Annotated[int, Meta(ge=0, lt=360)] | Annotated[float, Meta(ge=0, lt=360)]
Gap = Annotated[int, Meta(ge=0, le=300)]

INWARD: dict[str, Facing] = {"north": SOUTH, "east": WEST, "south": NORTH, "west": EAST}
"""The way a side looks that has its back to an edge."""


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where one stand begins."""

    at: At
    facing: Degrees | None = None


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a formation begins: `at` for a block, or `stands` one by one; with `enters` it comes in that turn.

    With an `area` of the map its player puts its stands down there before turn 1; what is said here is proposed.
    """

    at: At | None = None
    facing: Degrees | None = None
    columns: Annotated[int, Meta(ge=0, le=30)] = 0
    gap: Gap = 10
    stands: list[Spot] = []
    hidden: bool = False
    dug_in: bool = False
    enters: Annotated[int, Meta(ge=0, le=99)] = 0
    area: str = ""

    def __post_init__(self) -> None:
        if (self.at is None) == (not self.stands):
            raise ValueError("a place has either `at` for a block or `stands` one by one")


class NoPlace(Exception):
    """Where a formation cannot begin: what is wrong, and what would be right."""

    def __init__(self, problem: str, advice: str) -> None:
        super().__init__(problem, advice)
        self.problem = problem
        self.advice = advice


def bases_of(overrides: Overrides, formation: Formation, place: Placement, edge: str) -> list[Base]:
    """The bases of a formation's stands, 30 by 30 unless data says otherwise. KIM-R43"""
    cite("KIM-R43")
    usual = number(overrides, "base_width"), number(overrides, "base_depth")
    sizes = [(_size(one.width, usual[0]), _size(one.depth, usual[1])) for one in formation.stands]
    if place.stands:
        if len(place.stands) != len(sizes):
            problem = f"{len(place.stands)} places for the {len(sizes)} stands of {formation.name}"
            raise NoPlace(problem, f"{len(sizes)} of them")
        facings = [
            _facing(spot.facing if spot.facing is not None else place.facing, edge) for spot in place.stands
        ]
        points = [_point(spot.at) for spot in place.stands]
    else:
        facings = [_facing(place.facing, edge)] * len(sizes)
        points = list(_block(sizes, place, facings[0]))
    return [
        stand(point, width, depth, facing)
        for point, (width, depth), facing in zip(points, sizes, facings, strict=True)
    ]


def _block(sizes: list[tuple[Tenths, Tenths]], place: Placement, facing: Facing) -> Iterator[Point]:
    """The centres of stands in ranks about the middle of a block."""
    middle = _point(place.at or (0, 0))
    abreast = place.columns or len(sizes)
    across = max(width for width, _ in sizes) + mm(place.gap)
    behind = max(depth for _, depth in sizes) + mm(place.gap)
    ranks = -(-len(sizes) // abreast)
    for i in range(len(sizes)):
        rank, file = divmod(i, abreast)
        here = min(abreast, len(sizes) - rank * abreast)
        offset = ((2 * file - here + 1) * across // 2, (2 * rank - ranks + 1) * behind // 2)
        x, y = turned(offset, facing)
        yield middle[0] + x, middle[1] + y


def _point(at: At) -> Point:
    return mm(at[0]), mm(at[1])


def _size(own: Number | None, usual: Tenths) -> Tenths:
    return usual if own is None else mm(own)


def _facing(degrees: Number | None, edge: str) -> Facing:
    return INWARD[edge] if degrees is None else round(degrees * 10)


def set_down(room: Room, bases: list[Base], name: str, impassable: tuple[str, ...]) -> None:
    """Put bases on a table; off it, on another's base or in ground that nobody can enter is refused."""
    for i, base in enumerate(bases):
        which = f"stand {i + 1} of {name}" if len(bases) > 1 else name
        x, y = base.at
        where = f"({x / 10:g}, {y / 10:g})"
        if not is_on(room.ground, base):
            width, height = room.ground.width / 10, room.ground.height / 10
            raise NoPlace(
                f"{which} at {where} is not wholly on the table",
                f"the table is {width:g} by {height:g} mm, and the whole base lies on it",
            )
        if not room.takes(base):
            raise NoPlace(f"{which} at {where} stands on another stand", "bases do not overlap")
        wet = in_impassable(room.ground, base, impassable)
        if wet is not None:
            raise NoPlace(
                f"{which} at {where} stands in {wet.name or wet.id}, which nobody can enter",
                "a place beside it",
            )
        room.add(base)


def in_impassable(ground: Ground, base: Base, impassable: tuple[str, ...]) -> Piece | None:
    """The ground under a base that nobody can enter: open water, and what map or scenario marks so. KIM-R92"""
    cite("KIM-R92")
    barred, over = barred_ground(ground, impassable)
    (x, y), reach = base.at, base.reach
    about = (x - reach, y - reach, x + reach, y + reach)
    for piece in barred:
        if boxes_meet(piece.box, about) and is_under(base, piece.polygon):
            if any(is_wholly_in(base, crossing.polygon) for crossing in over):
                continue
            return piece
    return None


@lru_cache(maxsize=64)
def barred_ground(ground: Ground, impassable: tuple[str, ...]) -> tuple[list[Piece], list[Piece]]:
    """The pieces of a table that nobody can enter, and the crossings that carry a base over them. KIM-R92"""
    shapes = [piece for piece in ground.pieces if piece.polygon]
    barred = [
        piece
        for piece in shapes
        if piece.kind == "water" or piece.id in impassable or piece.tags.get("impassable")
    ]
    over = [piece for piece in shapes if piece.kind in CROSSINGS and piece.id not in impassable]
    return barred, over
