"""The card to drive, and how a vehicle goes its way: step by step, until somebody comes into sight. NS-21"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.core.requests.ground import why_no_facing
from deadground.space.bases import overlap
from deadground.space.paths import Path, cut, length, marks, place
from deadground.space.plane import Facing, Point, along, distance
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import commander_of_vehicle, is_at_work, vehicle_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
)
from deadground.systems.skirmish.rules.movement import arriving
from deadground.systems.skirmish.rules.movement.going import path_cost
from deadground.systems.skirmish.rules.movement.standing import put, turn
from deadground.systems.skirmish.rules.movement.walking import STEP
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import Sighting, could_trigger
from deadground.systems.skirmish.rules.vehicles.bogging import may_stick, sinks, take_stuck_test
from deadground.systems.skirmish.rules.vehicles.speeds import speed, type_of
from deadground.systems.skirmish.rules.vehicles.ways import (
    ROWS,
    DriveWay,
    at_full_speed,
    headings,
    left_to_drive,
    mover_for,
    rolled,
    turn_between,
    turned,
    way_faults,
)
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle

TRIES = 6
MOST_POINTS = 12


class DrivePlan(Plan, frozen=True):
    """Where each driver takes his vehicle."""

    ways: dict[str, DriveWay]


@card_law("drive")
class DriveCard(CardLaw[DrivePlan]):
    """Drive, or turn on the spot: given to the driver. What is left of the speed can be used later on. NS-21"""

    plan_type = DrivePlan
    plan_words = "a plan of ways"
    label = "Drive"
    rows = ("NUTS-ACT-08", "NS-21")

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        vehicle = vehicle_of(state, figure)
        if vehicle is None or "driver" not in figure.berth.posts:
            return Fault(figure.id, f"{figure.name} drives nothing", self.rows)
        if not is_at_work(state, figure):
            return Fault(figure.id, f"{vehicle.name} cannot act", self.rows)
        if vehicle.condition == "immobile":
            return Fault(figure.id, f"{vehicle.name} cannot move", ("COT-AFV-01",))
        if not left_to_drive(state, vehicle):
            return Fault(figure.id, f"{vehicle.name} has used its speed", self.rows)
        return None

    def plan_faults(
        self, view: SkirmishView, plan: DrivePlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state, faults = view.state, []
        ends = []
        for id, way in plan.ways.items():
            vehicle, where = state.vehicles[state.figures[id].aboard], f"{at}.plan.ways.{id}"
            if way.facing is not None and (wrong := why_no_facing(way.facing)):
                faults.append(Fault(f"{where}.facing", wrong, self.rows))
            elif len(way.points) > MOST_POINTS:
                faults.append(Fault(where, f"a way has at most {MOST_POINTS} points", self.rows))
            else:
                faults += way_faults(state, vehicle, way, where)
            ends.append((vehicle, vehicle.base.moved((vehicle.at, *way.points)[-1])))
        for (one, base), (other, its) in combinations(ends, 2):
            if overlap(base, its):
                reason = f"{one.name} and {other.name} would stand on each other"
                faults.append(Fault(f"{at}.plan.ways", reason, ("NS-01",)))
        return faults

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Random ways ahead or back, with a turn before them now and then."""
        ways: dict[str, Any] = {}
        for one in figures:
            vehicle = view.state.vehicles[one.aboard]
            for _ in range(TRIES):
                way = somewhere(vehicle, left_to_drive(view.state, vehicle), rng)
                order = Order("", self.id, (), None, {"ways": {**ways, one.id: way}})
                if not self.faults(view, order, "", targets):
                    ways[one.id] = way
                    break
        return {"ways": ways} if ways else None

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """A vehicle that has not moved yet is worth asking about; so is one that was stopped on its way, and one
        with half of its speed left."""
        return any(is_worth_asking(view.state, view.state.vehicles[one.aboard]) for one in figures)

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: DrivePlan) -> Procedure:
        return Drives(tuple((id, plan.ways[id]) for id in figures))


def is_worth_asking(state: SkirmishState, vehicle: Vehicle) -> bool:
    left = left_to_drive(state, vehicle)
    return vehicle.drive.halted or 2 * left >= speed(type_of(vehicle))


def somewhere(vehicle: Vehicle, most: Tenths, rng: Random) -> dict[str, Any]:
    """A random way: straight, or after a turn."""
    backwards = rng.random() < 0.2
    by = rng.choice((0, 0, rng.randint(-900, 900)))
    heading = vehicle.facing + by + (1800 if backwards else 0)
    end = along(vehicle.at, heading, rng.randint(1, max(1, most // (4 if backwards else 1))))
    return {"points": [list(end)], "backwards": backwards}


@procedure("skirmish.drive", rows=("NS-21",))
class Drives(Procedure):
    """Vehicles of an active group go their ways, one after the other. NS-21

    One that comes into sight of somebody halts there: what is left of its speed it can be told to use again.
    """

    trips: tuple[tuple[str, DriveWay], ...]

    @step
    def next_one(self, g: Skirmish) -> Next:
        if not self.trips:
            return Done()
        (driver, way), *left = self.trips
        self.trips = tuple(left)
        vehicle = vehicle_of(g.state, g.figure(driver))
        if vehicle is None or not is_at_work(g.state, g.figure(driver)):
            return Go(self.next_one)
        stopped = bool(way_faults(g.state, vehicle, way, "value"))
        way = as_far_as_it_goes(g.state, vehicle, way) if stopped else way
        sighting = roll(g, vehicle, way)
        if stopped:
            stop_short(g, vehicle)
        return Call(links.met(sighting, extra=False), then=self.next_one) if sighting else Go(self.next_one)


def as_far_as_it_goes(state: SkirmishState, vehicle: Vehicle, way: DriveWay) -> DriveWay:
    """A way up to what stops it, that those who ordered it could not know of. NR-272"""
    cite("NR-272")
    path, open_ = (vehicle.at, *way.points), DriveWay()
    for gone in range(STEP, length(path), STEP):
        tried = DriveWay(cut(path, gone)[1:], way.backwards)
        if way_faults(state, vehicle, tried, ""):
            break
        open_ = tried
    return open_


def stop_short(g: Skirmish, vehicle: Vehicle) -> None:
    """A vehicle that ran into something goes no further in this activation; nobody is told into whom. NR-272"""
    spent = max(vehicle.drive.spent, at_full_speed(g.state, vehicle))
    vehicle.drive = vehicle.drive.but(spent=spent, halted=False)
    text = f"{vehicle.name} is stopped on its way: there is something before it."
    g.tell("left_out", text, "NR-272", to=g.seats_of(vehicle.side), vehicle=vehicle.id)


def roll(g: Skirmish, vehicle: Vehicle, way: DriveWay, *, unwilling: bool = False) -> Sighting | None:
    """A vehicle goes its way, turning where its path does, until somebody comes into sight. NS-21, NUTS-SIGHT-02

    To duck back or to leave uses nothing of its speed and its turns. In ground in which it can get stuck it is
    tested on the way, and told again how it goes on. COT-WX-09
    """
    path = (vehicle.at, *way.points)
    spotter = commander_of_vehicle(g.state, vehicle)
    watching = [spotter] if spotter else []
    start, facing, looking, whole = vehicle.at, vehicle.facing, headings(path, way), length(path)
    along_it = marks(path)
    gone, sighting = 0, None
    if way.points:
        vehicle.drive = vehicle.drive.but(moving=True, moved_in=g.state.turn)
    is_watched = g.state.knowledge != "open" or bool(could_trigger(g, watching))
    ends = [*range(STEP, whole, STEP), whole] if whole else []
    is_soft = not unwilling and may_stick(g.state, vehicle)
    before, sunk_in = start, False
    for gone in ends if is_watched or is_soft else ends[-1:]:
        spot, leg = place(path, along_it, gone)
        put(vehicle, spot)
        turn(vehicle, looking[leg])
        sighting = arriving.come_about(g, "driving", watching)
        sunk_in = is_soft and sinks(g, vehicle, before, distance(before, spot))
        before = spot
        if sighting is not None or sunk_in:
            break
    if not unwilling:
        use_up(g, vehicle, facing, cut(path, gone), way)
    if sunk_in:
        take_stuck_test(g, vehicle)
    elif sighting is None and way.facing is not None:
        by = turn_between(vehicle.facing, way.facing)
        vehicle.drive = turned(vehicle.drive, by)
        turn(vehicle, way.facing)
        sighting = arriving.come_about(g, "driving", watching)
    if sighting is not None and not unwilling:
        vehicle.drive = vehicle.drive.but(halted=True)
    look_round(g)
    tell_drive(g, vehicle, start, gone, way)
    return sighting


def use_up(g: Skirmish, vehicle: Vehicle, facing: Facing, trodden: Path, way: DriveWay) -> None:
    """What a way has used of a vehicle's speed and turns. Who has used more than half has Fast Moved. NS-21"""
    cite("NS-21")
    drive = vehicle.drive
    for heading, leg in zip(headings(trodden, way), pairwise(trodden), strict=True):
        drive = rolled(turned(drive, turn_between(facing, heading)), distance(*leg))
        facing = heading
    spent = drive.spent + (path_cost(g.state, trodden, mover_for(g.state, vehicle, way)) or 0)
    fast = drive.fast or 2 * spent > speed(type_of(vehicle))
    vehicle.drive = drive.but(spent=spent, fast=fast, halted=False, stirred=True)


def tell_drive(g: Skirmish, vehicle: Vehicle, start: Point, gone: Tenths, way: DriveWay) -> None:
    """For those who see it. A vehicle that goes so fast is told of as such."""
    fast = ", and has Fast Moved" if vehicle.drive.fast and gone else ""
    how = f'{"reverses" if way.backwards else "drives"} {gone / INCH:.1f}"' if gone else "turns"
    g.tell_of(
        [vehicle],
        "drives",
        f"{vehicle.name} {how}{fast}.",
        *ROWS,
        vehicle=vehicle.id,
        start=start,
        end=vehicle.at,
    )
