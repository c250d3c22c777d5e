"""Lanes of fire: the lines from guns to armour they could hit, which their own side keeps free."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from deadground.space.sight import bases_in_the_way
from deadground.systems.stands.bots.grid import Bools, Grid
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.shots import WORTH_BEING_SEEN, marks_of
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.visibility.look import Look
from deadground.systems.stands.rules.visibility.sight_rules import ground_is_open
from deadground.systems.stands.state import Stand

BROAD = 350
"""Half of what a lane takes: whoever stands nearer to the line has his base in it."""


class Lane(NamedTuple):
    """The line from a gun to what it could shoot at, and those of its own side who stand in it."""

    gun: Stand
    target: Stand
    barred_by: frozenset[str]


def lanes_of(picture: Picture) -> list[Lane]:
    """For each anti-tank gun the line to the best armour it could hit, if at most its own side bars it."""
    guns = (one for one in picture.own if kind_of(one).troop == "at_gun" and not one.in_contact_with)
    return [lane for gun in guns if (lane := lane_of(picture, gun)) is not None]


def lane_of(picture: Picture, gun: Stand) -> Lane | None:
    for chance, target in marks_of(picture, gun, armour_only=True):
        if chance * 100 < WORTH_BEING_SEEN:
            break
        look = Look(picture.state, gun, target, picture.options, False, ("KIM-4.18a",))
        if not ground_is_open(look):
            continue
        others = look.others() if option(picture.options, "stands_block_fire") == "on" else []
        barring = {way.id for way in bases_in_the_way(gun.at, target.at, others)}
        if all(picture.state.stands[id].side == picture.side for id in barring):
            return Lane(gun, target, frozenset(barring))
    return None


def squares_of(grid: Grid, lanes: list[Lane]) -> Bools | None:
    """The squares that some lanes take; None if there are no lanes."""
    strips = [grid.strip((lane.gun.at, lane.target.at), BROAD) for lane in lanes]
    return np.logical_or.reduce(strips) if strips else None
