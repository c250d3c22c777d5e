"""Where the stands of a group come to stand when they are dragged to a place: in kept shape, in line or in file, or
along the edge of the cover that is near."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from deadground.space.bases import Base, nearest
from deadground.space.beside import nearest_along
from deadground.space.formations import (
    Member,
    Slot,
    along_cover,
    as_they_are,
    in_file,
    in_line,
    settled,
    unrolled,
)
from deadground.space.ground import Piece
from deadground.space.paths import point_at
from deadground.space.plane import Point, along, distance, facing_of, minus
from deadground.space.polygons import box_of, boxes_meet
from deadground.space.units import Tenths, mm, round_div
from deadground.systems.stands.game import enemies_of, ground_of, kind_of
from deadground.systems.stands.rules.cards.command import middle_of_edge
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.terrain import terrain_of

Formation = Literal["", "kept", "line", "file", "cover"]
"""What a group is dragged into. "" is the shape it has, or along cover if it is dropped near some."""

SNAP: Tenths = mm(30)
"""Cover no further from where a group is dropped than this is lined."""

SPACING: Tenths = mm(5)
"""What is left between bases in line, in file and along cover."""


def middle_of(stands: Sequence[Stand]) -> Point:
    count = len(stands)
    return (
        round_div(sum(stand.at[0] for stand in stands), count),
        round_div(sum(stand.at[1] for stand in stands), count),
    )


def threat_to(state: StandsState, side: str, at: Point) -> Point:
    """Where danger comes from: the nearest enemy in view, else the middle of the enemy's edge."""
    known = [enemy.at for enemy in enemies_of(state, side) if not enemy.hidden]
    if known:
        return min(known, key=lambda enemy: (distance(enemy, at), enemy))
    return next(middle_of_edge(state, other) for other in state.sides if other != side)


def places_for(
    state: StandsState,
    stands: Sequence[Stand],
    to: Point,
    shape: Formation,
    taken: Iterable[Base],
    most: Tenths,
) -> dict[str, tuple[Base, bool]]:
    """Where each stand is wanted, and whether it lines cover there and should face as the place has it."""
    middle = middle_of(stands)
    anchor = to if distance(middle, to) <= most else along(middle, facing_of(minus(to, middle)), most)
    slots, lines_cover = slots_for(state, stands, anchor, shape)
    if not lines_cover:
        slots = slots_for(state, stands, to, shape if shape != "cover" else "kept")[0]
    slots = [msgspec.structs.replace(slot, base=on_table(state, slot.base)) for slot in slots]
    found = settled(slots, ground_of(state), taken)
    placed = {one.id: (one.base, lines_cover) for one in found.placed}
    wanted = {slot.member.id: (slot.base, False) for slot in slots}
    return {stand.id: placed.get(stand.id, wanted[stand.id]) for stand in stands}


def on_table(state: StandsState, base: Base) -> Base:
    """A base drawn in from beyond the edge."""
    ground, half = ground_of(state), base.reach
    x, y = base.at
    return base.moved((min(max(x, half), ground.width - half), min(max(y, half), ground.height - half)))


def slots_for(
    state: StandsState, stands: Sequence[Stand], anchor: Point, shape: Formation
) -> tuple[list[Slot], bool]:
    """The places of a formation about an anchor, and whether they lie along cover."""
    members = [Member(stand.id, stand.base) for stand in stands]
    threat = threat_to(state, stands[0].side, anchor)
    facing = facing_of(minus(threat, anchor))
    if shape == "line":
        return in_line(members, anchor, facing, SPACING), False
    if shape == "file":
        return in_file(members, anchor, facing, SPACING), False
    likes_cover = all(not kind_of(stand).is_vehicle for stand in stands)
    if shape == "cover" or (shape == "" and likes_cover):
        piece = cover_at(state, anchor)
        if piece is not None:
            return lining(members, piece, anchor, threat), True
    return as_they_are(members, anchor), False


def lining(members: Sequence[Member], piece: Piece, anchor: Point, threat: Point) -> list[Slot]:
    """Along the edge of cover on the side away from the threat; one who is dropped inside stays inside.

    Who then has the threat behind him turns to it.
    """
    slots = along_cover(members, piece, anchor, threat, SPACING)
    if not piece.holds(anchor) or all(piece.holds(slot.base.at) for slot in slots):
        return slots
    edge = unrolled(piece)
    beyond = point_at(edge, nearest_along(edge, anchor))
    outside = beyond[0] + 4 * (beyond[0] - anchor[0]), beyond[1] + 4 * (beyond[1] - anchor[1])
    inside = along_cover(members, piece, anchor, outside, SPACING)
    return [
        msgspec.structs.replace(
            slot, base=slot.base.moved(slot.base.at, facing_of(minus(threat, slot.base.at))), lines=()
        )
        for slot in inside
    ]


def cover_at(state: StandsState, at: Point) -> Piece | None:
    """The concealing ground whose edge is nearest to a place, if it is near enough to be lined. KIM-3.1b"""
    box = (at[0] - SNAP, at[1] - SNAP, at[0] + SNAP, at[1] + SNAP)
    best: tuple[int, Piece] | None = None
    for piece in ground_of(state).pieces:
        if not piece.polygon or not terrain_of(piece).conceals or not boxes_meet(box_of(piece.polygon), box):
            continue
        number, by = nearest(at, piece.polygon)
        if number <= SNAP * SNAP * by and (best is None or number // by < best[0]):
            best = number // by, piece
    return best[1] if best else None
