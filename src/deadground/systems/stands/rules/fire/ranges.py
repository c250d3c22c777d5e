"""How far, in which arc and from which side a stand fires. KIM-4.7 to KIM-4.9, KIM-4.18b, KIM-4.19b"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from deadground.core.citing import cite
from deadground.space import plane
from deadground.space.arcs import Wedge, arc
from deadground.space.bases import Base, is_wholly_behind_front
from deadground.space.units import Tenths
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.kinds import Kind
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.state import OrderWord, Stand, StandsState

Manner = Literal["direct", "indirect", "speculative", "area", "air", "melee", "defensive", "snap"]
"""How a shot comes about."""

STRAIGHT: tuple[Manner, ...] = ("direct", "snap", "defensive")
"""The manners of direct fire. KIM-4.18a"""

LOBBED: tuple[Manner, ...] = ("indirect", "speculative", "area")
"""The manners of indirect fire, which only artillery has. KIM-4.13a"""

ARMED_VEHICLES = ("tank", "spg", "armoured_car", "apc")
"""Vehicles that have at least machine guns; trucks, jeeps and their like have no range at all. KIM-R15"""


def order_of(stand: Stand) -> OrderWord:
    """The order a stand obeys, as far as the reader of this state knows it."""
    return stand.order or stand.shown_order


def distance(a: Stand, b: Stand) -> Tenths:
    """From centre to centre. KIM-R43"""
    return plane.distance(a.at, b.at)


def range_of(
    state: StandsState, shooter: Stand, manner: Manner = "direct", options: Options = DEFAULTS
) -> Tenths:
    """How far a stand can fire at all; 0 for one that has no weapon. KIM-4.7a, KIM-4.18b, KIM-R07, KIM-R15"""
    reach = weapon_range(state, kind_of(shooter), manner)
    if manner in STRAIGHT and option(options, "direct_fire_limit") == "300":
        return min(reach, number(state, "range_strict_direct"))
    return reach


def weapon_range(state: StandsState, kind: Kind, manner: Manner = "direct") -> Tenths:
    """The range chart. KIM-4.7a"""
    cite("KIM-4.7a")
    if manner in LOBBED:
        return number(state, "indirect_range") if kind.artillery else 0
    if kind.artillery:
        return number(state, "range_artillery_direct")
    if kind.is_infantry:
        return number(state, "range_infantry")
    if kind.troop == "at_gun":
        return number(state, "range_at_guns")
    if kind.troop in ARMED_VEHICLES:
        return number(state, "range_armour" if kind.gun else "range_machine_guns")
    return 0


def is_armed(state: StandsState, stand: Stand) -> bool:
    """Whether a stand ever fires: recon does not, and what has no range cannot. KIM-3.2a, KIM-4.7a"""
    kind = kind_of(stand)
    if kind.troop == "recon":
        cite("KIM-3.2a")
        return False
    return weapon_range(state, kind) > 0


def gun_range(state: StandsState, kind: Kind, manner: Manner = "direct") -> Tenths:
    """How far a stand's gun group counts: hand-held weapons less far than small arms. KIM-4.7a, KIM-R13"""
    if not kind.gun:
        return 0
    return number(state, "range_infantry_at") if kind.is_infantry else weapon_range(state, kind, manner)


def arc_width(state: StandsState, shooter: Stand) -> int:
    """The arc of fire in degrees; a turret that moved keeps to its front. KIM-4.9a, KIM-4.19b, KIM-R81"""
    kind = kind_of(shooter)
    if kind.is_infantry:
        return number(state, "arc_infantry")
    if not kind.turret:
        return number(state, "arc_other")
    return number(state, "arc_moved" if order_of(shooter) == "move_and_fire" else "arc_turret")


def in_arc(state: StandsState, shooter: Stand, target: Stand) -> bool:
    """Whether a target's centre lies in the arc. KIM-4.9a, KIM-R55"""
    return bears_on(state, shooter, target.at)


def bears_on(state: StandsState, shooter: Stand, spot: plane.Point) -> bool:
    """Whether a spot lies in the arc, which opens from the middle of the rear edge. KIM-4.9a, KIM-R55

    A hidden stand faces as its owner likes when it is placed. KIM-4.9b
    """
    if shooter.hidden:
        cite("KIM-4.9b")
        return True
    cite("KIM-4.9a", "KIM-R55")
    return arc_of(shooter.base, arc_width(state, shooter)).holds(spot)


@lru_cache(maxsize=1024)
def arc_of(base: Base, width: int) -> Wedge:
    """The arc of a base, so many degrees wide; kept, because it is held against one target after the other."""
    return arc(base, width * 10, "rear")


def is_flank(shooter: Stand, target: Stand) -> bool:
    """Whether the shooter's whole base lies behind the line of the target's front edge. KIM-4.8a, KIM-R54"""
    cite("KIM-4.8a", "KIM-R54")
    return is_wholly_behind_front(shooter.base, target.base)
