"""Getting stuck: soft ground tests the driver, slows a vehicle or stops it. COT-WX-09 to COT-WX-11, COT-VEH-24"""

from __future__ import annotations

from functools import lru_cache

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.crews import serving
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Read, Reckoning, against
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.rules.movement.going import going_word
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.rules.vehicles.ways import at_full_speed, left_to_drive
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_lists import VehicleType

ROWS = ("COT-WX-09", "COT-WX-10")


@lru_cache(maxsize=16)
def soft_pieces(ground: Ground) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The ground in which somebody may get stuck, and the roads that lead over it."""
    kinds = chart("soft_ground").lines()
    soft = tuple(piece for piece in ground.pieces if piece.kind in kinds)
    firm = tuple(piece for piece in ground.pieces if going_word(piece) in ("road", "bridge"))
    return soft, firm if soft else ()


def may_stick(state: SkirmishState, vehicle: Vehicle) -> bool:
    """Whether there is any ground here in which a vehicle of its type can get stuck. The core rules have none.

    COT-WX-09
    """
    cite("COT-WX-09")
    return type_of(vehicle).book == "supplement" and bool(soft_pieces(ground_of(state))[0])


def is_medium(type: VehicleType) -> bool:
    """Medium or heavier: armoured, on tracks, and thick enough in front. COT-WX-09, COT-R22"""
    cite("COT-R22")
    return type.gear == "tracked" and (type.front or 0) >= number("medium_front_armour")


def sticks_at(state: SkirmishState, vehicle: Vehicle, at: Point) -> bool:
    """Whether the ground at a place tests a vehicle: mud and marsh every one, a ploughed field the heavier ones,
    and all of it a T-35. COT-WX-09, COT-VEH-24"""
    soft, firm = soft_pieces(ground_of(state))
    under = [piece for piece in soft if piece.holds(at)]
    if not under or any(piece.holds(at) for piece in firm):
        return False
    type = type_of(vehicle)
    if "bogs_down" in type.flags:
        cite("COT-VEH-24")
        return True
    tested = [str(chart("soft_ground").look_up(piece.kind).value) for piece in under]
    return "all" in tested or is_medium(type)


def sinks(g: Skirmish, vehicle: Vehicle, before: Point, far: Tenths) -> bool:
    """A vehicle has gone so far from a place: whether the ground takes its test now, once in an activation, two
    inches into it or at once if it began there. COT-WX-09, COT-R23"""
    if vehicle.drive.bogged or not sticks_at(g.state, vehicle, vehicle.at):
        return False
    cite("COT-R23")
    began = vehicle.drive.spent == 0 and vehicle.drive.sunk == 0 and sticks_at(g.state, vehicle, before)
    vehicle.drive = vehicle.drive.but(sunk=vehicle.drive.sunk + far)
    return began or vehicle.drive.sunk >= number("into_soft_ground")


def take_stuck_test(g: Skirmish, vehicle: Vehicle) -> None:
    """1d6 against the driver's Rep: passed, and what is left of the move is halved; failed, and there is none.

    COT-WX-10, COT-R23. It can still fire. COT-WX-11
    """
    cite("COT-WX-10", "COT-WX-11")
    driver = serving(g.state, vehicle, "driver")
    rep = driver.rep if driver else 0
    die = g.roll(1, D6, "getting stuck", vehicle.side)
    many = passed(die.faces, rep)
    says = str(chart("getting_stuck").look_up(str(many)).value)
    left = left_to_drive(g.state, vehicle)
    used = vehicle.drive.spent + (left - left // 2) if many else at_full_speed(g.state, vehicle)
    vehicle.drive = vehicle.drive.but(bogged=True, spent=used, halted=many > 0)
    words = "goes on at half speed" if many else "is stuck in soft ground"
    how = Reckoning(
        who=driver.id if driver else "",
        rep=rep,
        dice=against(die.faces, rep),
        reads=(Read("Getting Stuck", says, ROWS),),
    )
    g.tell_of(
        [vehicle],
        "getting_stuck",
        f"{vehicle.name} {words}.",
        *ROWS,
        rolls=[die],
        reckoned=[how],
        vehicle=vehicle.id,
        figure=driver.id if driver else "",
        passed=many,
    )
