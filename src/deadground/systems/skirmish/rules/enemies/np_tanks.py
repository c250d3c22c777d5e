"""What vehicles that nobody plays do when they are active: their table, their way, their fire. NUTS-NP-07 to -09

A group rolls once, against its leader's Rep (NR-76), and every vehicle of it does what the table says (NR-267).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Literal, cast

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import FULL_TURN, Point, along, distance, facing_of, minus, square
from deadground.space.units import Tenths
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.crews import crew_of, machines_against, vehicles_in
from deadground.systems.skirmish.game import (
    Skirmish,
    enemies_of,
    members,
    named_together,
    take_first,
    their_side,
)
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.armour.gun_orders import gun_plan
from deadground.systems.skirmish.rules.enemies.np_tables import confide
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import fire_plan
from deadground.systems.skirmish.rules.leaders.leadership import leader_of
from deadground.systems.skirmish.rules.movement.going import path_cost
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.rules.vehicles.driving import roll
from deadground.systems.skirmish.rules.vehicles.ducking import is_covered
from deadground.systems.skirmish.rules.vehicles.ways import (
    DriveWay,
    left_to_drive,
    mover_for,
    way_faults,
)
from deadground.systems.skirmish.state import INCH
from deadground.systems.skirmish.vehicle import QUARTER, Vehicle, VehicleId

Line = Literal["full_speed", "half_speed", "halt", "cover_in_the_path", "stay_or_nearest_cover", "under_fire"]

WORDS: dict[Line, str] = {
    "full_speed": "at full speed towards the enemy",
    "half_speed": "at half speed towards the enemy",
    "halt": "halt",
    "cover_in_the_path": "take cover in their path and fire",
    "stay_or_nearest_cover": "stay in cover, or take the nearest",
    "under_fire": "seeks cover, for it is under fire",
}
"""What they mean to do, as their diary says it."""

ROWS: dict[str, str] = {"attack": "NUTS-NP-08", "defend": "NUTS-NP-09"}

TURNS = tuple(sign * n * QUARTER // 6 for n in range(7) for sign in (1, -1))[1:]
EVERY = 2 * INCH
"""Ways are looked for in these directions, straight on first, and every so far."""


@procedure("skirmish.np_drives", rows=("NUTS-NP-07",))
class NpDrives(Procedure):
    """Vehicles of a side nobody plays roll on their table, drive, and fire. NUTS-NP-07, NR-78"""

    group: str
    says: str = ""
    waiting: tuple[VehicleId, ...] = ()

    @step
    def begin(self, g: Skirmish) -> Next:
        vehicles = at_work(g, self.group)
        if not vehicles or not known_enemies(g, their_side(members(g.state, self.group))):
            return Done()
        self.waiting = tuple(one.id for one in vehicles)
        self.says = ask_tank_table(g, self.group)
        return Go(self.next_vehicle)

    @step
    def next_vehicle(self, g: Skirmish) -> Next:
        """One after the other goes its way, until somebody comes into sight. NUTS-SIGHT-02"""
        if not self.waiting:
            return Go(self.fire)
        first, self.waiting = take_first(self.waiting)
        vehicle = g.state.vehicles[first]
        if vehicle not in at_work(g, self.group) or vehicle.condition != "sound":
            return Go(self.next_vehicle)
        way = way_for(g, vehicle, cast(Line, self.says))
        vehicle.drive = vehicle.drive.but(fired_on=False)
        sighting = roll(g, vehicle, way) if way else None
        return (
            Call(links.met(sighting, extra=False), then=self.next_vehicle)
            if sighting
            else Go(self.next_vehicle)
        )

    @step
    def fire(self, g: Skirmish) -> Next:
        """At vehicles whenever they can, at others only if they see none. NUTS-NP-07"""
        cite("NUTS-NP-07")
        shots, guns = [], []
        for vehicle in at_work(g, self.group):
            foes = targets_of(g, vehicle)
            men = [one for one in crew_of(g.state, vehicle) if one.able and not one.doing.fired]
            shots += fire_plan(g.state, men, foes, g.options, turning=[one.id for one in men])
            guns += [shot for one in men for shot in gun_plan(g.state, one, foes, g.options)]
        if not shots and not guns:
            return Done()
        return Call(ActiveFire(tuple(shots), (), tuple(guns)), then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        return Done()


def at_work(g: Skirmish, group: str) -> list[Vehicle]:
    """The vehicles of a group that can act of their own will."""
    return [
        one
        for one in vehicles_in(g.state, group)
        if one.status == "carry_on" and not one.is_out and any(man.able for man in crew_of(g.state, one))
    ]


def ask_tank_table(g: Skirmish, group: str) -> Line:
    """What the table says for the opposite of the player's mission. NUTS-NP-08, NUTS-NP-09, NS-11, NR-74"""
    men = members(g.state, group)
    leader = leader_of(g.state, group)
    side = g.state.sides[their_side(men)]
    attacks = g.state.mission in ("defend", "patrol") or (not g.state.mission and side.attacker)
    mission = "attack" if attacks else "defend"
    row = ROWS[mission]
    cite(row, "NR-74", "NR-76", "NS-11")
    rep = leader.rep if leader else 0
    dice = g.roll(number("np_tank_dice"), D6, "NP tanks", side.id)
    many = at_most_two(passed(dice.faces, rep))
    says = cast(Line, chart("np_tanks").look_up(mission, str(many)).value)
    names = named_together(vehicles_in(g.state, group))
    text = f"{names}, {many}d6 passed against Rep {rep}: {WORDS[says]}."
    confide(g, side.id, text, row, rolls=[dice])
    return says


def known_enemies(g: Skirmish, side: str) -> list[TablePiece]:
    """The vehicles, guns and men that a side knows of: it sees them, or they are in the open. NR-108"""
    foes: list[TablePiece] = [*machines_against(g.state, side), *enemies_of(g.state, side)]
    return [one for one in foes if g.is_known(one, side)]


def prey_of(g: Skirmish, vehicle: Vehicle) -> TablePiece | None:
    """Whom a vehicle goes for: the nearest enemy vehicle, and only if there is none the nearest of the others.

    NUTS-NP-08, NUTS-NP-09
    """
    foes = known_enemies(g, vehicle.side)
    tanks = [one for one in foes if isinstance(one, Vehicle)]
    return min(tanks or foes, key=lambda one: square(minus(one.at, vehicle.at)), default=None)


def targets_of(g: Skirmish, vehicle: Vehicle) -> list[TablePiece]:
    """Whom its crew fires at: vehicles, and only if it sees none guns and men. NUTS-NP-07, NR-267"""
    foes = known_enemies(g, vehicle.side)
    seen = [one for one in foes if line_is_open(g.state, vehicle, one, g.options)]
    return [one for one in seen if isinstance(one, Vehicle)] or seen


def way_for(g: Skirmish, vehicle: Vehicle, says: Line) -> DriveWay | None:
    """Where a vehicle goes; None where it stays. Under fire in the open it seeks cover first. NUTS-NP-07"""
    prey = prey_of(g, vehicle)
    if prey is None:
        return None
    if vehicle.drive.fired_on and not is_covered(g.state, vehicle, prey, g.options):
        cite("NUTS-NP-07")
        confide(g, vehicle.side, f"{vehicle.name} {WORDS['under_fire']}.", "NUTS-NP-07")
        return cover_for(g, vehicle, prey, with_line=False)
    match says:
        case "full_speed" | "half_speed":
            whole = left_to_drive(g.state, vehicle)
            return towards(g, vehicle, prey, whole if says == "full_speed" else whole // 2)
        case "cover_in_the_path" | "stay_or_nearest_cover":
            if is_covered(g.state, vehicle, prey, g.options):
                return None
            return cover_for(g, vehicle, prey, with_line=says == "cover_in_the_path")
    return None


def towards(g: Skirmish, vehicle: Vehicle, prey: TablePiece, most: Tenths) -> DriveWay | None:
    """The way over road or open ground that brings it nearest to its prey; a turn if none does. NUTS-NP-08"""
    cite("NUTS-NP-08")

    def left(way: DriveWay) -> int:
        return distance(way.points[-1], prey.at)

    found = ways_about(g, vehicle, most, prey.at)
    ways = [way for way in found if not way.backwards and is_easy(g, vehicle, way)]
    best = min(ways, key=left, default=None)
    if best is not None and left(best) < distance(vehicle.at, prey.at):
        return best
    return turned_to(g, vehicle, prey.at)


def cover_for(g: Skirmish, vehicle: Vehicle, prey: TablePiece, *, with_line: bool) -> DriveWay | None:
    """The nearest place in cover from its prey, with a line to fire along if that is wanted; where there is none a
    turn towards it. NUTS-NP-09, NR-74"""
    cite("NUTS-NP-09", "NR-74")

    def is_good(way: DriveWay) -> bool:
        there = copy(vehicle)
        there.at = way.points[-1]
        there.facing = vehicle.facing if way.facing is None else way.facing
        there.drive = vehicle.drive.but(moving=False)
        return is_covered(g.state, there, prey, g.options) and (
            not with_line or line_is_open(g.state, there, prey, g.options)
        )

    ways = ways_about(g, vehicle, left_to_drive(g.state, vehicle), prey.at)
    found = (
        way for way in sorted(ways, key=lambda way: distance(vehicle.at, way.points[-1])) if is_good(way)
    )
    return next(found, None) or turned_to(g, vehicle, prey.at)


def ways_about(g: Skirmish, vehicle: Vehicle, most: Tenths, looks_at: Point) -> Iterator[DriveWay]:
    """Straight ways that a vehicle may drive, ahead after a turn or back, and its front to the enemy if it may turn
    so at the end."""
    for backwards, turns in ((False, TURNS), (True, (0,))):
        for by in turns:
            heading = vehicle.facing + by + (FULL_TURN // 2 if backwards else 0)
            for far in range(EVERY, most + 1, EVERY):
                way = DriveWay((along(vehicle.at, heading, far),), backwards)
                if not costs_at_most(g, vehicle, way, most) or way_faults(g.state, vehicle, way, ""):
                    break
                fronted = DriveWay(way.points, backwards, facing_of(minus(looks_at, way.points[-1])))
                yield way if way_faults(g.state, vehicle, fronted, "") else fronted


def costs_at_most(g: Skirmish, vehicle: Vehicle, way: DriveWay, most: Tenths) -> bool:
    cost = path_cost(g.state, (vehicle.at, *way.points), mover_for(g.state, vehicle, way))
    return cost is not None and cost <= most


def is_easy(g: Skirmish, vehicle: Vehicle, way: DriveWay) -> bool:
    """Whether a way leads over roads and open ground alone. NUTS-NP-08"""
    mover = mover_for(g.state, vehicle, way)
    cost = path_cost(g.state, (vehicle.at, *way.points), mover)
    open_ = mover.open * distance(vehicle.at, way.points[-1])
    return cost is not None and cost <= open_ + INCH // 10


def turned_to(g: Skirmish, vehicle: Vehicle, at: Point) -> DriveWay | None:
    """A turn on the spot to face somebody, as far as it may turn."""
    wanted = facing_of(minus(at, vehicle.at)) if at != vehicle.at else vehicle.facing
    by = (wanted - vehicle.facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    by = max(-QUARTER, min(QUARTER, by))
    way = DriveWay((), facing=(vehicle.facing + by) % FULL_TURN)
    return None if not by or way_faults(g.state, vehicle, way, "") else way
