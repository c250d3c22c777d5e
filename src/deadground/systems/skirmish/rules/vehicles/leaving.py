"""Vehicles that hunker down, and those that leave the battlefield. NS-20, NS-21, NUTS-VEH-05, NR-262"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.core.citing import cite
from deadground.space.paths import cut
from deadground.space.plane import FULL_TURN, Facing, Point, along, distance
from deadground.space.spots import is_on
from deadground.space.units import Tenths
from deadground.systems.skirmish.crews import aboard
from deadground.systems.skirmish.game import Chained, Skirmish, ground_of
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.armour.knocked_out import abandon
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.leaders.leadership import hand_over
from deadground.systems.skirmish.rules.movement.going import path_cost, within_allowance
from deadground.systems.skirmish.rules.movement.status import vehicle_becomes
from deadground.systems.skirmish.rules.reactions.casualties import note, out_of_it
from deadground.systems.skirmish.rules.reactions.reaction import finish
from deadground.systems.skirmish.rules.vehicles.driving import roll
from deadground.systems.skirmish.rules.vehicles.ways import DriveWay, at_full_speed, mover_for, what_stops
from deadground.systems.skirmish.state import DOWN, INCH, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle, VehicleId

EDGES: Sequence[Facing] = (0, 900, 1800, 2700)
BEARINGS: Sequence[Facing] = tuple(range(0, FULL_TURN, FULL_TURN // 16))
"""Where a way off the table is looked for if none of the four straight ones is open."""
SLACK = INCH // 8
"""So near to the edge a hull touches it: bearings are rounded."""


@procedure("skirmish.vehicle_hunkers", rows=("NUTS-VEH-04", "NS-21"))
class VehicleHunkersDown(Chained):
    """A vehicle stays where it is, buttons up, and does nothing until it passes a Recover Test. NS-21"""

    vehicle: VehicleId

    @step
    def hunker(self, g: Skirmish) -> Next:
        vehicle = g.state.vehicles[self.vehicle]
        vehicle.drive = vehicle.drive.but(moving=False)
        text = f"{vehicle.name} hunkers down: it stays and buttons up."
        g.tell_of([vehicle], "vehicle_hunkers", text, *self.rows, vehicle=vehicle.id)
        finish(vehicle)
        return Done()


@procedure("skirmish.vehicle_leaves", rows=("NS-21", "NR-262"))
class VehicleLeavesBattlefield(Chained):
    """A vehicle makes for the nearest edge at full speed, at once and in every phase of its side. NS-21, NR-262"""

    vehicle: VehicleId
    goal: tuple[Point, ...] = ()
    """How far it comes this time; nothing before it has set out."""
    gets_off: bool = False

    @step
    def set_out(self, g: Skirmish) -> Next:
        g.card(self)
        vehicle = g.state.vehicles[self.vehicle]
        if vehicle.condition == "immobile":
            return Go(self.get_out)
        vehicle.drive = vehicle.drive.but(fast=True)
        goal, self.gets_off = way_off(g.state, vehicle)
        mover, far = mover_for(g.state, vehicle, DriveWay()), at_full_speed(g.state, vehicle)
        self.goal = within_allowance(g.state, (vehicle.at, goal), far, mover)[-1:]
        self.gets_off = self.gets_off and self.goal == (goal,)
        text = f"{vehicle.name} makes for the edge of the table."
        g.tell_of([vehicle], "vehicle_leaves", text, *self.rows, vehicle=vehicle.id)
        return Go(self.drive)

    @step
    def get_out(self, g: Skirmish) -> Next:
        """What cannot move is left behind. NR-263"""
        vehicle = g.state.vehicles[self.vehicle]
        finish(vehicle)
        abandon(g, vehicle, "NR-263")
        return Done()

    @step
    def drive(self, g: Skirmish) -> Next:
        """Who comes into sight on the way is met, and then it drives on."""
        vehicle = g.state.vehicles[self.vehicle]
        if vehicle.is_out or vehicle.status != "leave_battlefield" or vehicle.condition == "immobile":
            return Done()
        way = DriveWay(self.goal)
        if self.goal != (vehicle.at,) and not what_stops(g.state, vehicle, (vehicle.at, *self.goal), way):
            sighting = roll(g, vehicle, way, unwilling=True)
            if sighting is not None:
                return Call(links.met(sighting, extra=False), then=self.drive)
        finish(vehicle)
        if self.gets_off and self.goal == (vehicle.at,):
            drive_off(g, vehicle)
        return Done()


def way_off(state: SkirmishState, vehicle: Vehicle) -> tuple[Point, bool]:
    """Where a vehicle makes for, and whether it is off the table there: straight ahead to the nearest edge to which
    nothing stops it, else as far as it comes on any way. NS-21, NR-262"""
    cite("NR-262")
    straight = sorted((to_edge(state, vehicle, bearing) for bearing in EDGES), key=lambda end: end[1])
    slanting = sorted((to_edge(state, vehicle, bearing) for bearing in BEARINGS), key=lambda end: end[1])
    farthest, best = 0, vehicle.at
    for end, far in (*straight, *slanting):
        comes = free_run(state, vehicle, end)
        if comes == far:
            return end, True
        if comes > farthest:
            farthest, best = comes, cut((vehicle.at, end), comes)[-1]
    return best, False


def to_edge(state: SkirmishState, vehicle: Vehicle, bearing: Facing) -> tuple[Point, Tenths]:
    """Where a hull that goes straight touches the edge of the table, and how far it is."""
    ground, base = ground_of(state), vehicle.base
    low, high = 0, ground.width + ground.height
    while low < high:
        middle = (low + high + 1) // 2
        fits = is_on(ground, base.moved(along(vehicle.at, bearing, middle), bearing))
        low, high = (middle, high) if fits else (low, middle - 1)
    end = along(vehicle.at, bearing, max(0, low - SLACK))
    return end, distance(vehicle.at, end)


def free_run(state: SkirmishState, vehicle: Vehicle, end: Point) -> Tenths:
    """How far a vehicle can go straight to a place before anything stops its hull."""
    whole = distance(vehicle.at, end)
    mover, gone = mover_for(state, vehicle, DriveWay()), 0
    for far in [*range(INCH, whole, INCH), whole] if whole else ():
        path = cut((vehicle.at, end), far)
        is_open = path_cost(state, path, mover) is not None and first_flame(state, path) is None
        if not is_open or what_stops(state, vehicle, path, DriveWay(path[1:])):
            break
        gone = far
    return gone


def drive_off(g: Skirmish, vehicle: Vehicle) -> None:
    """A vehicle is off the table, with all who are in it or on it and what it tows. NS-21, NUTS-MOVE-11"""
    vehicle.drive = vehicle.drive.but(moving=False, fast=False)
    vehicle_becomes(g, vehicle, "gone")
    text = f"{vehicle.name} leaves the battlefield."
    for one in aboard(g.state, vehicle):
        if one.status in DOWN:
            continue
        was = one.status
        note(one, "left" if one.berth.in_vehicle else "brought_off")
        out_of_it(g, one, "gone")
        hand_over(g, one, was)
    g.tell_of([vehicle], "left", text, "NS-21", "NUTS-MOVE-11", vehicle=vehicle.id, side=vehicle.side)
