"""What a vehicle or a gun of a type is on the table: its base, its seats, what it can carry and tow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from deadground.core.citing import cite
from deadground.space.units import Tenths, inches
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.gun_lists import GunType
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.vehicle_lists import VehicleType

Seat = tuple[Post, ...]
"""What one man of a crew serves as."""

ORDER: Sequence[Post] = get_args(Post)
"""Seats are filled in this order. NS-29"""

OTHER_TURRETS: Sequence[Post] = ("turret_2", "turret_3", "turret_4", "turret_5")

ALONE: Mapping[int, tuple[Seat, ...]] = {
    1: (("commander", "driver"),),
    2: (("commander", "gunner", "loader"), ("driver",)),
    3: (("commander", "loader"), ("driver",), ("gunner",)),
}
"""Crews of one compartment that are too small for a man at each post. NS-29"""


def footprint(size: str) -> tuple[Tenths, Tenths]:
    """How wide and how deep a base is, by the size of what stands on it. NS-21"""
    width, depth = (inches(whole(chart("footprints").number(size, side)) / 10) for side in ("width", "depth"))
    return width, depth


def seats(type: VehicleType) -> tuple[Seat, ...]:
    """What each man of a full crew serves as, in the order in which seats are filled. NS-29, COT-VEH-18"""
    cite("NS-29", "COT-VEH-18")
    hull, *turrets = type.crew
    if not turrets and hull in ALONE:
        return ALONE[hull]
    main, hull = (turrets[0], hull) if turrets else (3, hull - 3)
    found = [*in_turret(type, main), *in_hull(type, hull)]
    for post, men in zip(OTHER_TURRETS, turrets[1:], strict=False):
        found += [(post,), *numbers(men - 1)]
    if "two_loaders" in type.flags and ("number",) in found:
        found[found.index(("number",))] = ("second_loader",)
    return tuple(sorted(found, key=lambda seat: ORDER.index(seat[0])))


def in_turret(type: VehicleType, men: int) -> list[Seat]:
    """Those in the turret, or about the gun: the commander does what nobody else does. NS-29, COT-VEH-18"""
    if men == 1:
        return [("commander", "gunner", "loader")]
    if men == 2:
        aims = "commander_guns" in type.flags
        return [("commander", "gunner"), ("loader",)] if aims else [("commander", "loader"), ("gunner",)]
    return [("commander",), ("gunner",), ("loader",), *numbers(men - 3)]


def in_hull(type: VehicleType, men: int) -> list[Seat]:
    """Those in the hull: the driver, who serves its machine gun if it has one, and a second driver. COT-VEH-18"""
    found: list[Seat] = [("driver",)]
    bow = any(one.place == "hull" for one in type.machine_guns)
    if bow and "no_bow_gunner" not in type.flags:
        found.append(("hull_gunner",))
    if "two_drivers" in type.flags:
        found.append(("second_driver",))
    wanted = found[:men]
    return [*wanted, *numbers(men - len(wanted))]


def numbers(men: int) -> list[Seat]:
    return [("number",)] * men


def rides_on_deck(type: VehicleType) -> bool:
    """Whether men ride on it and not inside: a tank has no room for them. NS-30"""
    return not type.carried


def carries(type: VehicleType) -> int:
    """How many men ride in it, or on the deck of a tank. NS-30"""
    cite("NS-30")
    return type.carried or (whole(chart("passengers").number("tank_deck")) if type.size == "tank" else 0)


def why_no_tow(type: VehicleType, gun: GunType) -> str:
    """Why a vehicle cannot tow a gun; "" if it can. NR-230"""
    cite("NR-230")
    if type.gear in ("skis", "horse_drawn"):
        return "it has no hook"
    if type.size == "jeep" and gun.weight != "light":
        return f"{gun.name} is a {gun.weight} gun, and it tows light ones"
    return ""
