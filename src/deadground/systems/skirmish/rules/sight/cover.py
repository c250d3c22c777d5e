"""Cover or Concealment: who has which, against whom. NUTS-LOS-06 to NUTS-LOS-08

Concealment counts in the In Sight Test alone; cover counts when shots and blasts fall, and gives its own die in
some tests. All questions run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.memory import Memory
from deadground.space.bases import CONTACT, Base, gap_is_within, meets
from deadground.space.ground import Ground, Piece
from deadground.space.lookout import Lookout
from deadground.space.paths import is_near
from deadground.space.plane import Point, along, cross, dot, is_within, minus, vector
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.state import BASE, Figure, Marker, SkirmishState
from deadground.systems.skirmish.terrain import (
    called,
    defensive_value,
    is_given,
    is_near_outline,
    terrain,
    terrain_of,
)
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type

Gives = Literal["cover", "concealment"]


class Cover(msgspec.Struct, frozen=True):
    """What covers a figure: the piece, its name and Defensive Value, and whether the figure is inside it."""

    piece: str
    name: str
    value: int
    inside: bool


def is_stationary(figure: TablePiece) -> bool:
    """A figure is moving only while the activation in which it moves lasts. NR-36"""
    cite("NR-36")
    return not figure.is_moving


def is_in_cover(state: SkirmishState, figure: TablePiece, from_: Point, options: Options = DEFAULTS) -> bool:
    """Whether a figure is in cover from a place. NUTS-LOS-06, NUTS-LOS-07"""
    return cover_between(state, figure, from_, options) is not None


def cover_between(
    state: SkirmishState, figure: TablePiece, from_: Point, options: Options = DEFAULTS
) -> Cover | None:
    """The best cover a figure has from a place: the ground it is in, or what lies across the line close to it;
    else the shield of a gun."""
    found = cover_at(state, figure.at, from_, is_stationary(figure), (figure.id, figure.aboard))
    return found or (shield(state, figure, from_) if state.guns else None)


def shield(state: SkirmishState, figure: TablePiece, from_: Point) -> Cover | None:
    """What covers one who serves a gun from its front: he is beside it and not before it. NS-34"""
    gun = state.guns.get(figure.berth.gun) if isinstance(figure, Figure) else None
    if gun is None or gun.aboard or gun.is_out:
        return None
    cite("NS-34")
    ahead, line = vector(gun.facing), minus(from_, gun.at)
    is_front = dot(ahead, line) >= abs(cross(ahead, line))
    behind = dot(ahead, minus(figure.at, gun.at)) <= 0
    if not (is_front and behind and gap_is_within(figure.base, gun.base, number("beside_a_gun"))):
        return None
    return Cover(gun.id, f"the shield of {gun.name}", 0, False)


def cover_at(
    state: SkirmishState, at: Point, from_: Point, stationary: bool = True, but: tuple[str, ...] = ()
) -> Cover | None:
    """The same for somebody who would stand at a place; `but` are vehicles that do not count, such as his own."""
    cite("NUTS-LOS-06", "NUTS-LOS-07")
    found = [*covers(ground_of(state), at, from_, stationary, "cover"), *dug(state, at, "cover", stationary)]
    if state.vehicles:
        found += (one for one in behind_vehicles(state, at, from_) if one.piece not in but)
    return max(found, key=lambda cover: cover.value) if found else None


def is_concealed(state: SkirmishState, figure: TablePiece, from_: Point, options: Options = DEFAULTS) -> bool:
    """Whether a figure is concealed from a place. It can be seen and shot at all the same. NUTS-LOS-06"""
    cite("NUTS-LOS-06", "NUTS-LOS-07")
    found = covers(ground_of(state), figure.at, from_, is_stationary(figure), "concealment")
    return bool(found) or next(dug(state, figure.at, "concealment", is_stationary(figure)), None) is not None


def behind_vehicles(state: SkirmishState, at: Point, from_: Point) -> Iterator[Cover]:
    """Vehicles and wrecks that lie across a line within an inch of its end: as good as their side, 1 at least.

    NUTS-LOS-07, NR-36, NS-10
    """
    cite("NUTS-LOS-07", "NS-10", "NR-271")
    if chart("cover_list").look_up("behind_vehicle", "cover").value == "no":
        return
    near = number("behind_a_vehicle")
    for one in state.vehicles.values():
        is_close = one.on_table and one.at != at and gap_is_within(Base(at), one.base, near)
        if is_close and meets((from_, at), one.base.corners):
            side = vehicle_type(one.type).side or 0
            yield Cover(one.id, one.name, max(side, number("least_cover_of_a_vehicle")), False)


def dug(state: SkirmishState, at: Point, gives: Gives, stationary: bool) -> Iterator[Cover]:
    """What a Defensive Position that was dug for this battle gives to somebody in it. NUTS-PEF-09, NS-10"""
    for marker in state.markers.values():
        if marker.kind == "trench" and is_in_trench(marker, at):
            trench = terrain("trench")
            cite("NUTS-PEF-09", *trench.rows)
            if is_given(trench.cover if gives == "cover" else trench.concealment, stationary):
                yield Cover(marker.id, "the trench", trench.value, True)


def is_in_trench(marker: Marker, at: Point) -> bool:
    """Whether a place is on the line of a trench, half an inch to either side of it. NUTS-PEF-09, NS-10"""
    ends = tuple(along(marker.at, (marker.facing + turn) % 3600, marker.across // 2) for turn in (900, 2700))
    return is_near(at, ends, BASE)


COVERS: Memory[Hashable, tuple[Cover, ...]] = Memory(50_000)
"""What the ground gives, by all that it depends on."""


def covers(ground: Ground, at: Point, from_: Point, stationary: bool, gives: Gives) -> tuple[Cover, ...]:
    """Everything of the ground that gives somebody at a place cover, or concealment, from another place."""
    question = (ground, at, from_, stationary, gives)
    return COVERS.recall(question, lambda: tuple(found_on(*question)))


def found_on(ground: Ground, at: Point, from_: Point, stationary: bool, gives: Gives) -> Iterator[Cover]:
    """What `covers` says, worked out. NUTS-LOS-06, NUTS-LOS-07, NUTS-LOS-08"""
    for piece in ground.pieces_at(at):
        if piece.kind != "wreck" and is_given_by(piece, gives, stationary):
            yield cover_of(piece, inside=True)
        elif piece.kind == "fold" and gives == "cover" and not piece.holds(from_) and lines_fold(piece, at):
            cite("COT-R89")
            yield cover_of(piece, inside=False)
    for piece in close_across(ground, at, from_):
        if is_given_by(piece, gives, stationary):
            yield cover_of(piece, inside=False)


def lines_fold(piece: Piece, at: Point) -> bool:
    """Whether a figure in a fold is in contact with its edge: it sees and is seen as if outside. COT-R89"""
    return is_near_outline(piece, at, BASE + CONTACT)


def is_given_by(piece: Piece, gives: Gives, stationary: bool) -> bool:
    terrain = terrain_of(piece)
    given = is_given(terrain.cover if gives == "cover" else terrain.concealment, stationary)
    if given:
        cite(*terrain.rows)
    return given


def cover_of(piece: Piece, *, inside: bool) -> Cover:
    return Cover(piece.id, called(piece), defensive_value(piece), inside)


@lru_cache(maxsize=8)
def lookout(ground: Ground) -> Lookout:
    """Where the lines over linear cover and wrecks are kept."""
    pieces = [piece for piece in ground.pieces if is_linear(piece)]
    return Lookout(Ground(ground.width, ground.height, pieces, unit=ground.unit), ())


def is_linear(piece: Piece) -> bool:
    """Whether a piece gives cover or concealment to those behind it, and not to those in it."""
    terrain = terrain_of(piece)
    given = (terrain.cover, terrain.concealment) != ("no", "no")
    return given and (piece.kind == "wreck" or (piece.shape == "line" and not piece.polygon))


def close_across(ground: Ground, at: Point, from_: Point) -> Iterator[Piece]:
    """Linear cover, and wrecks, that lie across the line from a place, close to its end. NR-36"""
    limit = number("behind_cover")
    trace = lookout(ground).trace(from_, at)
    for crossing in trace.crossings:
        if is_within(crossing.at, at, limit):
            yield crossing.piece
    for passage in trace.passages:
        if is_within(passage.stretches[-1].leaves, at, limit) and not passage.piece.holds(from_):
            yield passage.piece
