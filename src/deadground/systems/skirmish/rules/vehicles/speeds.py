"""How fast a vehicle is, and what ground costs it: in inches of its road speed, so that all is in proportion.

NS-21, COT-VEH-05, COT-VEH-19
"""

from __future__ import annotations

from fractions import Fraction

from deadground.core.citing import cite
from deadground.space.units import Tenths, inches, round_div
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.movement.going import Mover
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_lists import VehicleType
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type


def type_of(vehicle: Vehicle) -> VehicleType:
    return vehicle_type(vehicle.type)


def speed(type: VehicleType) -> Tenths:
    """What it may use of its road speed when active. NS-21, COT-VEH-05"""
    cite("NS-21", "COT-VEH-05")
    return inches(type.speed_road)


def mover_of(type: VehicleType, *, backwards: bool = False) -> Mover:
    """What an inch of ground costs it. By the core lists open ground is as good as a road; by those of the
    supplement it is across country. Backwards it goes at half its speed across country, wherever it is.

    NS-21, COT-VEH-05, COT-VEH-19
    """
    cite("NS-21", "COT-VEH-05")
    across = Fraction(type.speed_road, type.speed_cross)
    afloat = Fraction(type.speed_road, type.speed_water) if is_amphibious(type) else None
    toll = number("crossing_linear_on_tracks")
    return Mover(
        column=("wheels" if type.gear in ("wheeled", "horse_drawn") else "tracks")
        + ("_afloat" if afloat else ""),
        road=2 * across if backwards else 1,
        open=2 * across if backwards else 1 if type.book == "core" else across,
        slow=2 * across,
        water=afloat,
        linear=round_div(toll * across.numerator, across.denominator),
    )


def is_amphibious(type: VehicleType) -> bool:
    """Whether it goes into water. COT-VEH-19"""
    cite("COT-VEH-19")
    return type.speed_water > 0
