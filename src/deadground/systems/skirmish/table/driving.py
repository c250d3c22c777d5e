"""Ways of vehicles as they are laid out on the table: where each becomes fast, and who comes into sight on it."""

from __future__ import annotations

import msgspec

from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.space.paths import Path, cut, length, marks, place
from deadground.space.plane import Facing, Point
from deadground.space.units import Tenths
from deadground.systems.skirmish.crews import commander_of_vehicle
from deadground.systems.skirmish.rules.movement.going import path_cost
from deadground.systems.skirmish.rules.movement.walking import STEP
from deadground.systems.skirmish.rules.sight.sighting import opponents, see_each_other
from deadground.systems.skirmish.rules.vehicles.finding_ways import NEAREST, cost_of
from deadground.systems.skirmish.rules.vehicles.ways import (
    DriveWay,
    headings,
    mover_for,
)
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle

SkirmishView = View[SkirmishState]


class Trip(msgspec.Struct, frozen=True):
    """A way of a vehicle as it is laid out."""

    vehicle: str
    driver: str
    way: DriveWay


def where_fast(state: SkirmishState, vehicle: Vehicle, way: DriveWay, half: Tenths) -> Tenths | None:
    """How far along a way more than half of the speed is used; None if it is not, or was before. NS-21"""
    path = (vehicle.at, *way.points)
    mover = mover_for(state, vehicle, way)
    if vehicle.drive.spent >= half or vehicle.drive.spent + cost_of(state, vehicle, way) <= half:
        return None
    can, cannot = 0, length(path)
    while cannot - can > NEAREST:
        middle = (can + cannot) // 2
        spent = vehicle.drive.spent + (path_cost(state, cut(path, middle), mover) or 0)
        can, cannot = (middle, cannot) if spent <= half else (can, middle)
    return cannot


class Met(msgspec.Struct, frozen=True):
    """Who comes into sight of a vehicle on its way, where it is then, and where it looks."""

    enemy: str
    at: Point
    facing: Facing
    gone: Tenths


def first_met(view: SkirmishView, trip: Trip) -> Met | None:
    """Who of those whom its reader knows comes into sight first on a vehicle's way. NUTS-VEH-08, NUTS-SIGHT-02"""
    state = copy_state(view.state)
    vehicle = state.vehicles[trip.vehicle]
    spotter = commander_of_vehicle(state, vehicle)
    path: Path = (vehicle.at, *trip.way.points)
    if spotter is None or len(path) == 1:
        return None
    strange = [
        foe for foe in opponents(state, vehicle.side) if not see_each_other(state, spotter, foe, view.options)
    ]
    looking, along_it, whole = headings(path, trip.way), marks(path), length(path)
    for gone in [*range(STEP, whole, STEP), whole] if strange else ():
        vehicle.at, leg = place(path, along_it, gone)
        vehicle.facing = looking[leg]
        for foe in strange:
            if see_each_other(state, spotter, foe, view.options):
                return Met(foe.id, vehicle.at, vehicle.facing, gone)
    return None
