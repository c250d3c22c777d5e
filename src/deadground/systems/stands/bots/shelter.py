"""Cover close by: whether a stand in the open is under fire, and where it could step out of it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from deadground.space.plane import FULL_TURN, Point, along, facing_of, is_within, minus
from deadground.space.units import Tenths
from deadground.systems.stands.bots.chances import is_fighter, table
from deadground.systems.stands.bots.moves import APART
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.fire.ranges import distance, in_arc
from deadground.systems.stands.rules.movement.routes import route_faults
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.rules.visibility.sight_rules import has_line_of_fire, is_in_cover
from deadground.systems.stands.state import Stand

BESIDE: tuple[Tenths, ...] = (500, 350)
"""Cover is beside a stand if a step of so much takes it in, the longer tried first."""

DIRECTIONS = 16


def shelter(picture: Picture, one: Stand) -> Point | None:
    """Where a stand could step into cover from open ground under fire; None if it need not or cannot."""
    if not is_in_the_open(picture, one) or not is_under_fire(picture, one):
        return None
    return cover_beside(picture, one)


def is_in_the_open(picture: Picture, one: Stand) -> bool:
    """Whether a fighter on the table stands in the open with cover somewhere near."""
    state = picture.state
    far = float(picture.grid.refuge[picture.grid.cell(one.at)])
    if far > BESIDE[0] + 400 or not is_fighter(kind_of(one)) or one.hidden or one.in_contact_with:
        return False
    return not is_in_cover(state, one) and not is_dug_in(state, one)


def is_under_fire(picture: Picture, one: Stand) -> bool:
    """Whether an enemy on the table could hit a stand from where he is, if it is in the open."""
    state = picture.state
    return any(
        table(picture.date, foe.kind, one.kind).at(distance(foe, one)) > 0
        and in_arc(state, foe, one)
        and has_line_of_fire(state, foe, one, options=picture.options)
        for foe in picture.foes
    )


def cover_beside(picture: Picture, one: Stand) -> Point | None:
    """A place in cover beside a stand that a Move card would let it go to, and where nobody stands."""
    mover = copy(one)
    mover.order = "move"
    for end in steps_into_cover(picture, one):
        if any(other.id != one.id and is_within(other.at, end, APART) for other in picture.friends):
            continue
        mover.arrow = facing_of(minus(end, one.at))
        if not route_faults(picture.state, mover, (end,), options=picture.options):
            return end
    return None


def steps_into_cover(picture: Picture, one: Stand) -> Iterator[Point]:
    """Places in cover all about a stand."""
    there = copy(one)
    for far in BESIDE:
        for step in range(DIRECTIONS):
            there.at = along(one.at, step * FULL_TURN // DIRECTIONS, far)
            if picture.grid.ground.on(there.at) and is_in_cover(picture.state, there):
                yield there.at
