"""Ways for a vehicle to a place: straight, back, or with a turn, as near as it can come. NS-21

Nothing here is a rule of its own: every way is judged by `ways.py`. Pages and bots ask for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from deadground.space.bases import Base, gap_is_within
from deadground.space.paths import cut, length
from deadground.space.plane import FULL_TURN, Facing, Point, along, distance, facing_of, minus
from deadground.space.units import Tenths
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.movement.going import path_cost
from deadground.systems.skirmish.rules.vehicles.ways import (
    DriveWay,
    headings,
    mover_for,
    turn_between,
    way_faults,
)
from deadground.systems.skirmish.state import BASE, INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle

NEAREST = INCH // 4
"""How finely it is looked how far a way can be gone."""

ASIDE: Sequence[Facing] = (0, 450, -450, 900, -900)
"""How far a vehicle turns for the first stretch of a way round something."""

LONGER: Sequence[Tenths] = (0, 6 * INCH)
"""How much longer than it must be that stretch may be."""

ROUND = 16
"""In so many places about a hull room is looked for."""


def driver_of(men: Sequence[Figure], vehicle: Vehicle) -> Figure | None:
    """The one of some men who drives a vehicle."""
    return next((one for one in men if one.aboard == vehicle.id and "driver" in one.berth.posts), None)


def way_to(state: SkirmishState, vehicle: Vehicle, to: Point, manner: str = "") -> DriveWay | None:
    """The way that brings a vehicle nearest to a place; None if there is none that it can go.

    It turns on the spot for a place that its hull covers, goes back for one behind it, and otherwise ahead:
    straight, or with a turn on the way where one may be made. `manner` is `turn`, `reverse` or `drive`, where its
    player says so.
    """
    heading = facing_of(minus(to, vehicle.at)) if to != vehicle.at else vehicle.facing
    if manner == "turn" or (not manner and distance(vehicle.at, to) < vehicle.depth // 2):
        return turned_towards(state, vehicle, heading)
    behind = turn_between(vehicle.facing, heading) > FULL_TURN // 3
    backwards = manner == "reverse" or (behind and manner != "drive")
    straight = longest(state, vehicle, DriveWay((to,), backwards))
    if straight is not None and straight.points == (to,):
        return straight
    bent = () if backwards else round_about(state, vehicle, to)
    found = [way for way in (straight, *bent) if way is not None and nearer(vehicle, way, to)]
    return min(found, key=lambda way: distance(way.points[-1], to), default=None)


def nearer(vehicle: Vehicle, way: DriveWay, to: Point) -> bool:
    """Whether a way brings a vehicle nearer to a place at all."""
    return bool(way.points) and distance(way.points[-1], to) < distance(vehicle.at, to)


def turned_towards(state: SkirmishState, vehicle: Vehicle, heading: Facing) -> DriveWay | None:
    """Turning on the spot, as far towards a heading as it may. NS-21"""
    by = (heading - vehicle.facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    most = vehicle.drive.turn_left
    by = max(-most, min(most, by))
    way = DriveWay(facing=(vehicle.facing + by) % FULL_TURN)
    return way if by and not way_faults(state, vehicle, way, "") else None


def longest(state: SkirmishState, vehicle: Vehicle, way: DriveWay) -> DriveWay | None:
    """As much of a way as can be gone; None if none of it can. What stops a vehicle stops it once."""
    if not way_faults(state, vehicle, way, ""):
        return way
    path = (vehicle.at, *way.points)
    can, cannot, found = 0, length(path), None
    while cannot - can > NEAREST:
        half = (can + cannot) // 2
        tried = msgspec.structs.replace(way, points=tuple(cut(path, half)[1:]))
        if way_faults(state, vehicle, tried, ""):
            cannot = half
        else:
            can, found = half, tried
    return found


def round_about(state: SkirmishState, vehicle: Vehicle, to: Point) -> Iterator[DriveWay]:
    """Ways of two stretches: the first as long as it must be before the turn, or a little longer."""
    needed = number("straight_before_turning")
    for by in ASIDE:
        least = needed if by else max(0, needed - vehicle.drive.run)
        for more in LONGER:
            corner = along(vehicle.at, (vehicle.facing + by) % FULL_TURN, least + more + 1)
            if way_faults(state, vehicle, DriveWay((corner,)), ""):
                break
            way = longest(state, vehicle, DriveWay((corner, to)))
            if way is not None:
                yield way


def cost_of(state: SkirmishState, vehicle: Vehicle, way: DriveWay) -> Tenths:
    """What a way uses of a vehicle's speed, as inches on a road. NS-21"""
    path = (vehicle.at, *way.points)
    return path_cost(state, path, mover_for(state, vehicle, way)) or 0


def stood(vehicle: Vehicle, way: DriveWay) -> Vehicle:
    """A vehicle as it stands at the end of a way."""
    there = copy(vehicle)
    path = (vehicle.at, *way.points)
    if way.points:
        there.at, there.facing = path[-1], headings(path, way)[-1]
    if way.facing is not None:
        there.facing = way.facing
    return there


def about(vehicle: Vehicle) -> list[Point]:
    """Places for men round a hull, as near to it as they can stand."""
    near = number("beside_a_vehicle")
    found = []
    for part in range(2 * ROUND):
        bearing = part * FULL_TURN // (2 * ROUND)
        for far in range(vehicle.width // 2, vehicle.reach + near + BASE, BASE // 2):
            base = Base(along(vehicle.at, bearing, far), radius=BASE)
            if not gap_is_within(base, vehicle.base, BASE // 8):
                found.append(base.at)
                break
    return found
