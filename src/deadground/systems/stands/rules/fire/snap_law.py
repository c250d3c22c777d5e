"""Snap law: whether a mover gives one who waits his snap shot, and his standing order takes it. KIM-4.17

snap_shots.py plays by it, and foresight.py asks it beforehand. Whether the shot may be fired, firing.py says.
"""

from __future__ import annotations

import msgspec

from deadground.core.citing import cite
from deadground.space.plane import distance
from deadground.space.units import mm
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.rules.fire.ranges import range_of
from deadground.systems.stands.rules.fire.shots import Shot, chance, shot_at
from deadground.systems.stands.rules.visibility.sight_rules import is_seen, is_seen_all_along
from deadground.systems.stands.state import Stand, StandsState


def is_passing(g: Stands, shooter: Stand, target: Stand) -> bool:
    """In view now but not all turn. KIM-4.17a, KIM-R131"""
    cite("KIM-4.17a", "KIM-R27", "KIM-R131")
    return is_in_view_now(g, shooter, target) and not is_in_view_all_turn(g, shooter, target)


def is_in_view_now(g: Stands, shooter: Stand, target: Stand) -> bool:
    """Whether a mover is in view where it is; its works hide it no longer once it has moved. KIM-4.17a"""
    now = msgspec.structs.replace(target, dug_in=target.dug_in and not target.moved)
    return is_seen(g.state, shooter, now, options=g.options)


def is_in_view_all_turn(g: Stands, shooter: Stand, target: Stand) -> bool:
    """Whether a mover is in view where it began and everywhere on its way. KIM-4.17a, KIM-R131

    Its works hide it where it began and no further.
    """
    began = msgspec.structs.replace(target, at=target.start_at)
    walks = msgspec.structs.replace(target, at=target.route[-1], dug_in=False)
    if not all(is_seen(g.state, shooter, one, options=g.options) for one in (began, walks)):
        return False
    way = (*target.came_by, *target.route)
    return is_seen_all_along(g.state, shooter, walks, way, options=g.options)


def is_ambush(g: Stands, shooter: Stand, target: Stand) -> bool:
    """A mover that has come into a hidden stand's range. KIM-4.17b"""
    cite("KIM-4.17b")
    return shooter.hidden and was_out_of_range(g, shooter, target)


def is_recon_coming(g: Stands, shooter: Stand, target: Stand) -> bool:
    """Recon that has moved into a stand's range, in view all turn or not. KIM-3.2b, KIM-R89, KIM-R170"""
    if not is_recon(target):
        return False
    cite("KIM-3.2b", "KIM-R89", "KIM-R170")
    return was_out_of_range(g, shooter, target)


def was_out_of_range(g: Stands, shooter: Stand, target: Stand) -> bool:
    """Whether a mover was out of a stand's range when the turn began."""
    return distance(shooter.at, target.start_at) > range_of(g.state, shooter, "snap", g.options)


def is_recon(target: Stand) -> bool:
    return kind_of(target).troop == "recon"


def snap_shot(state: StandsState, shooter: Stand, target: Stand, options: Options) -> Shot:
    return shot_at(state, shooter, target, manner="snap", options=options)


def obeys(g: Stands, shooter: Stand, target: Stand) -> bool | None:
    """What a standing order says to a target: shoot, let it pass, or None to ask. KIM-4.17a

    `first` takes the first legal target, `armour` armoured vehicles only, `nearer:N` those within N mm, `chance:P`
    those with at least P in a hundred, and `ask` asks, hidden or not. KIM-R104
    """
    cite("KIM-4.17a", "KIM-R104")
    word, _, limit = shooter.standing_order.partition(":")
    if word == "armour":
        return kind_of(target).is_armoured_vehicle
    if word == "nearer":
        return distance(shooter.at, target.at) <= mm(int(limit))
    if word == "chance":
        return chance(snap_shot(g.state, shooter, target, g.options)) * 100 >= int(limit)
    return True if word == "first" else None
