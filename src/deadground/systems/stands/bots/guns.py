"""Guns: when they wait, when they follow the battle, and when they look for a better field of fire."""

from __future__ import annotations

import numpy as np

from deadground.space.plane import distance
from deadground.systems.stands.bots.grid import AWAY, RADIUS
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.staff import Staff
from deadground.systems.stands.bots.standing import Task
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.fire.indirect import SPARED
from deadground.systems.stands.rules.movement.allowance import chart_move
from deadground.systems.stands.state import Stand

OUT_OF_REACH = 5000
"""Enemies further off than this come into no gun's sights where it stands."""

INDIRECT = 8000
"""How far artillery fires at what others see."""

GUNS_REACH = 6500
"""How near artillery wants to be to its place, or to whom it fires at: well within 800 mm."""

FIELD_OF_FIRE = 2000
"""How near to its place an anti-tank gun wants to be: its best shots are those under 300 mm."""

A_VIEW = 0.15
"""What a shot must be worth for which a gun leaves a place without a view."""

UNTIL, LYING_IN_WAIT = 2, 4
"""So many turns a gun waits at least where it was put: on the table, and in hiding."""


def should_displace(staff: Staff, one: Stand, task: Task) -> bool:
    """Whether an anti-tank gun that has no shot goes elsewhere: after the battle, or to where it has a view."""
    picture = staff.picture
    if picture.state.turn <= UNTIL or staff.posture == "beaten" or one.in_contact_with:
        return False
    nearest = picture.nearest_foe(one.at)
    if nearest is None or distance(nearest.at, one.at) > OUT_OF_REACH:
        return staff.posture == "attack" and task.far > FIELD_OF_FIRE + 200
    if one.hidden and picture.state.turn <= LYING_IN_WAIT:
        return False
    return is_blind(picture, one) and has_a_view_nearby(picture, one)


def is_blind(picture: Picture, one: Stand) -> bool:
    """Whether no enemy that is known can be shot at from where a gun stands."""
    return not picture.targets(one.kind)[picture.grid.cell(one.at)]


def has_a_view_nearby(picture: Picture, one: Stand) -> bool:
    """Whether a march brings a gun to where a shot is worth something."""
    grid, cell = picture.grid, picture.grid.cell(one.at)
    pace = chart_move(picture.state, one, "open")
    free = grid.walk(cell) & (pace >= AWAY) & ~grid.about(grid.barred, cell)
    free[RADIUS, RADIUS] = False
    return bool(np.where(free, grid.about(picture.targets(one.kind), cell), 0).max() > A_VIEW)


def battery_marks(picture: Picture) -> list[Stand]:
    """The enemies that shells from out of sight can hurt: no armour, and no headquarters or columns.

    Those who were seen as the turn began, for only at them may a battery fire; if nobody was, all. KIM-4.13a
    """
    soft = [
        foe
        for foe in picture.enemies
        if kind_of(foe).troop not in SPARED and not kind_of(foe).is_armoured_vehicle
    ]
    return [foe for foe in soft if foe.seen_at_start] or soft


def nearest_mark(picture: Picture, one: Stand) -> Stand | None:
    """The nearest enemy that a battery could fire at, in reach or not."""
    marks = battery_marks(picture)
    return min(marks, key=lambda foe: (distance(foe.at, one.at), foe.id), default=None)


def should_come_up(picture: Picture, one: Stand, task: Task | None) -> bool:
    """Whether artillery is too far back: nobody it could hurt is in its range; nor, if nobody is known, the place
    that counts."""
    if task is None or one.hidden:
        return False
    mark = nearest_mark(picture, one)
    return task.far > GUNS_REACH if mark is None else distance(mark.at, one.at) > INDIRECT
