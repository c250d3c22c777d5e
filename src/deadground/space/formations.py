"""Formations: a group's members set down about an anchor, in line, in file, in the shape they have, or along cover.

Each formation first says where the members would best stand. Members are put in order along it by where they stand
now, so that their ways do not cross. Then each is set down in turn; one who would stand off the table, on another,
or where he cannot get goes to the nearest legal spot, or is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from deadground.space.bases import Base
from deadground.space.beside import nearest_along, shifted
from deadground.space.ground import Ground, Piece
from deadground.space.paths import Path, legs, marks, place
from deadground.space.plane import (
    Facing,
    Point,
    Vector,
    along,
    between,
    cross,
    distance,
    dot,
    facing_of,
    is_within,
    minus,
    turned,
    vector,
)
from deadground.space.polygons import Segment, box_of, boxes_meet, do_cross
from deadground.space.spots import SPOT_RINGS, SPOT_STEP, Room, nearest_spot
from deadground.space.units import Tenths, round_div


class Member(msgspec.Struct, frozen=True):
    """One of a group: who, where he stands, and how far from there he may be set down."""

    id: str
    base: Base
    limit: Tenths | None = None


class Slot(msgspec.Struct, frozen=True):
    """Where a formation wants a member. He is not moved from there across any of the `lines`."""

    member: Member
    base: Base
    lines: tuple[Segment, ...] = ()


class Placed(msgspec.Struct, frozen=True):
    """Where a member is set down, and whether that is where the formation wanted him."""

    id: str
    base: Base
    as_wanted: bool


class Formation(msgspec.Struct, frozen=True):
    """The members set down, in the order of the formation, and those for whom there is no room."""

    placed: tuple[Placed, ...]
    left_over: tuple[str, ...]


def in_line(members: Sequence[Member], anchor: Point, facing: Facing, spacing: Tenths) -> list[Slot]:
    """Side by side and facing one way, the middle of the line at the anchor, `spacing` between their bases."""
    right = facing + 900
    ordered = by_projection(members, vector(right))
    stops = spread([half_width(member.base) for member in ordered], spacing)
    middle = stops[-1] // 2 if stops else 0
    return [
        Slot(member, member.base.moved(along(anchor, right, stop - middle), facing))
        for member, stop in zip(ordered, stops, strict=False)
    ]


def in_file(members: Sequence[Member], anchor: Point, facing: Facing, spacing: Tenths) -> list[Slot]:
    """One behind the other, the first of them at the anchor: he who stands furthest forward now."""
    back = facing + 1800
    ordered = by_projection(members, vector(back))
    stops = spread([half_depth(member.base) for member in ordered], spacing)
    return [
        Slot(member, member.base.moved(along(anchor, back, stop - stops[0]), facing))
        for member, stop in zip(ordered, stops, strict=False)
    ]


def as_they_are(members: Sequence[Member], anchor: Point, turn: Facing = 0) -> list[Slot]:
    """In the shape they have, moved so that its middle comes to the anchor, and turned by an angle."""
    count = max(1, len(members))
    x = round_div(sum(member.base.at[0] for member in members), count)
    y = round_div(sum(member.base.at[1] for member in members), count)
    slots = []
    for member in members:
        east, south = turned(minus(member.base.at, (x, y)), turn)
        base = member.base.moved((anchor[0] + east, anchor[1] + south), member.base.facing + turn)
        slots.append(Slot(member, base))
    return slots


def along_cover(
    members: Sequence[Member], piece: Piece, anchor: Point, threat: Point, spacing: Tenths, off: Tenths = 1
) -> list[Slot]:
    """Along a wall or the edge of a piece, about the place nearest to the anchor, facing a threat.

    They stand on the side of that line away from the threat: behind a wall, inside the near edge of a wood, outside
    the far side of a house. `off` is left between line and bases.
    """
    line = unrolled(piece)
    along_it = marks(line)
    whole, middle = along_it[-1], centre_on(piece, line, anchor)
    leg = place(line, along_it, middle)[1]
    ahead = minus(line[leg + 1], line[leg])
    ordered = sorted(
        by_projection(members, ahead), key=lambda member: offset_on(piece, line, member.base.at, middle)
    )
    stops = spread([half_width(member.base) for member in ordered], spacing)
    length = stops[-1]
    first = middle - length // 2 if piece.polygon else max(0, min(middle - length // 2, whole - length))
    slots = []
    for member, stop in zip(ordered, stops, strict=False):
        at, leg = place(line, along_it, max(0, min(first + stop, whole)))
        slots.append(behind(member, at, minus(line[leg + 1], line[leg]), threat, off, line))
    return slots


def behind(member: Member, at: Point, ahead: Vector, threat: Point, off: Tenths, line: Path) -> Slot:
    """A slot beside a point of a line, on the side away from a threat. A rectangle squares up to the line."""
    away = -1 if cross(ahead, minus(threat, at)) > 0 else 1
    stands = shifted(at, ahead, away * (half_depth(member.base) + off))
    squared = facing_of((ahead[1] * away, -ahead[0] * away))
    facing = facing_of(minus(threat, stands)) if member.base.is_round else squared
    about = SPOT_STEP * SPOT_RINGS + member.base.reach + off
    near = (at[0] - about, at[1] - about, at[0] + about, at[1] + about)
    lines = tuple(leg for leg in legs(line) if boxes_meet(box_of(leg), near))
    return Slot(member, member.base.moved(stands, facing), lines)


def unrolled(piece: Piece) -> Path:
    """The line to stand along. The edge of a piece is gone round twice, so that no place on it is near an end."""
    if piece.shape == "point":
        raise ValueError(f"{piece.id} is a point; nobody can line it")
    return (*piece.polygon, *piece.polygon, piece.polygon[0]) if piece.polygon else piece.points


def centre_on(piece: Piece, line: Path, anchor: Point) -> Tenths:
    """How far along the line the place nearest to the anchor is; on an edge the one in the middle of two rounds."""
    at, whole = nearest_along(line, anchor), marks(line)[-1]
    return at + whole // 2 if piece.polygon and at < whole // 4 else at


def offset_on(piece: Piece, line: Path, point: Point, middle: Tenths) -> Tenths:
    """How far from the middle a point stands along the line; round an edge the shorter way."""
    offset = nearest_along(line, point) - middle
    if not piece.polygon:
        return offset
    once = marks(line)[-1] // 2
    return (offset + once // 2) % once - once // 2


def by_projection(members: Sequence[Member], way: Vector) -> list[Member]:
    """Members in the order in which they stand in a direction; at a tie in the order given."""
    return sorted(members, key=lambda member: dot(member.base.at, way))


def half_width(base: Base) -> Tenths:
    return base.radius if base.is_round else base.width // 2


def half_depth(base: Base) -> Tenths:
    return base.radius if base.is_round else base.depth // 2


def spread(halves: Sequence[Tenths], spacing: Tenths) -> list[Tenths]:
    """Where the middle of each base comes when they stand side by side; at the end, where the last one ends."""
    if spacing < 0:
        raise ValueError(f"a spacing of {spacing} tenths")
    stops, at = [], 0
    for half in halves:
        stops.append(at + half)
        at += 2 * half + spacing
    return [*stops, max(0, at - spacing)]


def settled(
    slots: Sequence[Slot],
    ground: Ground,
    others: Iterable[Base] = (),
    allowed: Callable[[str, Point], bool] = lambda _id, _at: True,
) -> Formation:
    """A formation's members set down legally: first all who can stand where it wants them, then the others."""
    room = Room(ground, others)
    found: dict[str, Base] = {}
    for is_search in (False, True):
        for slot in slots:
            base = None if slot.member.id in found else legal(slot, room, allowed, is_search)
            if base is not None:
                room.add(base)
                found[slot.member.id] = base
    placed = [slot for slot in slots if slot.member.id in found]
    return Formation(
        tuple(
            Placed(one.member.id, found[one.member.id], found[one.member.id] == one.base) for one in placed
        ),
        tuple(slot.member.id for slot in slots if slot.member.id not in found),
    )


def legal(slot: Slot, room: Room, allowed: Callable[[str, Point], bool], is_search: bool) -> Base | None:
    """A slot if it is legal or, in a search, the nearest legal spot to it.

    A slot out of a member's reach is first drawn in to where he can get, on whichever side of the lines that is.
    """
    member, wanted, lines = slot.member, slot.base, slot.lines
    start, limit = member.base.at, member.limit
    if limit is not None and not is_within(start, wanted.at, limit):
        whole = distance(start, wanted.at)
        wanted, lines = wanted.moved(between(start, wanted.at, max(0, limit - 1), whole)), ()

    def may_stand(at: Point) -> bool:
        if limit is not None and not is_within(start, at, limit):
            return False
        if any(do_cross((slot.base.at, at), line) for line in lines):
            return False
        return allowed(member.id, at)

    if is_search:
        return nearest_spot(room, wanted, may_stand)
    return slot.base if may_stand(slot.base.at) and room.takes(slot.base) else None
