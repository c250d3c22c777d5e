"""Where a vehicle may be driven: its turns, what its way costs, and room for its hull all along it. NS-21, NS-01"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.bases import Base, overlap
from deadground.space.paths import Path
from deadground.space.plane import FULL_TURN, Facing, Point, distance, facing_of, minus
from deadground.space.spots import is_on
from deadground.space.units import Tenths, inches, shown
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, others_in_box, within_box
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.movement.going import Mover, path_cost
from deadground.systems.skirmish.rules.vehicles.hull import in_the_way_of, swept
from deadground.systems.skirmish.rules.vehicles.speeds import mover_of, speed, type_of
from deadground.systems.skirmish.state import BASE, SkirmishState
from deadground.systems.skirmish.vehicle import QUARTER, Drive, Vehicle

ROWS = ("NS-21",)
SLIGHT: Facing = 5
"""No turn at all: bearings are rounded to a tenth of a degree."""


class DriveWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a vehicle goes: the points of its path, forwards or backwards, and where its hull looks at the end."""

    points: tuple[Point, ...] = ()
    backwards: bool = False
    facing: int | None = None


def mover_for(state: SkirmishState, vehicle: Vehicle, way: DriveWay) -> Mover:
    """What ground costs a vehicle on a way; with a gun in tow that cannot be pushed all ground counts alike."""
    mover = mover_of(type_of(vehicle), backwards=way.backwards)
    if not is_held_back(state, vehicle):
        return mover
    return msgspec.structs.replace(mover, road=1, open=1, slow=2)


def left_to_drive(state: SkirmishState, vehicle: Vehicle) -> Tenths:
    """What is left of its speed in this activation, in inches on a road; a gun that cannot be pushed holds it back.

    NS-21, COT-GUN-07, LR-157
    """
    return max(0, at_full_speed(state, vehicle) - vehicle.drive.spent)


def at_full_speed(state: SkirmishState, vehicle: Vehicle) -> Tenths:
    """What a vehicle has before it has used any of it. NS-21, COT-GUN-07, LR-157"""
    whole = speed(type_of(vehicle))
    return min(whole, number("immobile_gun_in_tow")) if is_held_back(state, vehicle) else whole


def is_held_back(state: SkirmishState, vehicle: Vehicle) -> bool:
    """Whether a vehicle tows a gun that goes no faster than four inches. COT-GUN-07, LR-157"""
    gun = towed_by(state, vehicle)
    if not gun:
        return False
    cite("COT-GUN-07")
    return gun_type(gun).weight == "immobile"


def towed_by(state: SkirmishState, vehicle: Vehicle) -> str:
    """The type of the gun that a vehicle tows; "" if it tows none."""
    return next((gun.type for gun in state.guns.values() if gun.aboard == vehicle.id), "")


def headings(path: Path, way: DriveWay) -> list[Facing]:
    """Where the hull looks on each leg of a path."""
    back = FULL_TURN // 2 if way.backwards else 0
    return [(facing_of(minus(b, a)) + back) % FULL_TURN for a, b in pairwise(path)]


def turn_between(one: Facing, other: Facing) -> Facing:
    """How far a hull turns from one facing to another, the short way round."""
    by = (other - one) % FULL_TURN
    return min(by, FULL_TURN - by)


def turned(drive: Drive, by: Facing) -> Drive:
    """What is left of a vehicle's turns when it has turned so far. NS-21"""
    return drive if by <= SLIGHT else drive.but(run=0, turn_left=drive.turn_left - by)


def rolled(drive: Drive, far: Tenths) -> Drive:
    """The same when it has gone so far: it may turn again after each full 8". NS-21"""
    if not far:
        return drive
    run = drive.run + far
    return drive.but(run=run, turn_left=QUARTER if run >= number("straight_before_turning") else 0)


def why_no_turn(vehicle: Vehicle, drive: Drive, by: Facing) -> str:
    """Why it may not turn so far here; "" if it may: 90 degrees before it moves and after each full 8". NS-21"""
    cite("NS-21")
    if by <= max(drive.turn_left, SLIGHT):
        return ""
    if by > QUARTER:
        return f"{vehicle.name} turns 90 degrees at a time, and not {by / 10:g}"
    if drive.turn_left:
        return f"{vehicle.name} has {drive.turn_left / 10:g} degrees left to turn here, and not {by / 10:g}"
    far, wanted = shown(drive.run, "in"), shown(number("straight_before_turning"), "in")
    return f"{vehicle.name} has gone {far} since it turned, and turns again after {wanted}"


def way_faults(state: SkirmishState, vehicle: Vehicle, way: DriveWay, at: str) -> list[Fault]:
    """Everything that is wrong with a way: its turns, its cost, what the hull would meet. NS-21, NS-01, NS-39"""
    path = (vehicle.at, *way.points)
    turns = list(turn_faults(vehicle, path, way, at))
    if turns:
        return turns
    stops = what_stops(state, vehicle, path, way)
    if len(path) == 1 or stops:
        return [Fault(f"{at}.points", stops, ("NS-01", *ROWS))] if stops else []
    mover = mover_for(state, vehicle, way)
    cost = path_cost(state, path, mover)
    if cost is None:
        return [Fault(f"{at}.points", f"{vehicle.name} cannot cross that ground", (*ROWS, "NS-39"))]
    most = left_to_drive(state, vehicle)
    if cost > most:
        return [Fault(f"{at}.points", too_far(vehicle, way, cost, most), (*ROWS, "COT-VEH-05"))]
    if first_flame(state, path):
        return [Fault(f"{at}.points", f"{vehicle.name} does not drive into flame", ("NR-231",))]
    return []


def too_far(vehicle: Vehicle, way: DriveWay, cost: Tenths, most: Tenths) -> str:
    """More than its speed, in words: backwards half of its speed across country."""
    type = type_of(vehicle)
    if way.backwards:
        back = inches(type.speed_cross) // 2
        return f"{vehicle.name} goes backwards at half its speed across country, {shown(back, 'in')} in all"
    used = shown(cost, "in")
    return f"{vehicle.name} has {shown(most, 'in')} on a road to go, and the way costs {used}"


def turn_faults(vehicle: Vehicle, path: Path, way: DriveWay, at: str) -> Iterator[Fault]:
    """The first turn on a way that it may not make. NS-21"""
    drive, facing = vehicle.drive, vehicle.facing
    legs = [*zip(headings(path, way), pairwise(path), strict=True)]
    for place, (heading, (start, end)) in enumerate(legs):
        by = turn_between(facing, heading)
        if why := why_no_turn(vehicle, drive, by):
            yield Fault(f"{at}.points[{place}]", why, ROWS)
            return
        drive, facing = rolled(turned(drive, by), distance(start, end)), heading
    if way.facing is not None and (why := why_no_turn(vehicle, drive, turn_between(facing, way.facing))):
        yield Fault(f"{at}.facing", why, ROWS)


def what_stops(state: SkirmishState, vehicle: Vehicle, path: Path, way: DriveWay) -> str:
    """What a hull would leave or run into on a way, in words; "" if nothing. NS-01, NS-21"""
    heading = vehicle.facing
    for heading, leg in zip(headings(path, way), pairwise(path), strict=True):
        base = vehicle.base.moved(leg[0], heading)
        if why := why_no_room(state, vehicle, base.moved(leg[1]), swept(base, leg), way):
            return why
    end = vehicle.base.moved(path[-1], heading if way.facing is None else way.facing)
    return why_no_room(state, vehicle, end, end, way)


def why_no_room(state: SkirmishState, vehicle: Vehicle, end: Base, area: Base, way: DriveWay) -> str:
    """Why a hull cannot come to stand somewhere over an area; "" if it can."""
    ground = ground_of(state)
    if not is_on(ground, end):
        return f"{vehicle.name} would leave the table"
    piece = in_the_way_of(ground, mover_for(state, vehicle, way), area.corners)
    if piece is not None:
        return f"{piece.called} is in the way of {vehicle.name}"
    one = in_its_way(state, vehicle, area)
    return f"{one.name} is in the way of {vehicle.name}" if one else ""


def in_its_way(state: SkirmishState, vehicle: Vehicle, area: Base) -> TablePiece | None:
    """Who or what stands where a hull would go: it pushes nobody aside, and goes by those who lie there.

    NS-01, NR-231
    """
    cite("NR-231")
    men = [
        one
        for one in within_box(state, area.at, area.at, area.reach + BASE)
        if one.status not in ("gone", "obviously_dead", "out_of_the_fight")
    ]
    others = [one for one in others_in_box(state, area.at, area.at, area.reach) if one.id != vehicle.id]
    return next((one for one in [*men, *others] if overlap(area, one.base)), None)
