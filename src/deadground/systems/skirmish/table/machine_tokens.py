"""Vehicles and guns on the table as a seat sees them: what each is drawn as, its parts, and its card.

Everything comes from a view: of an enemy's crew and chambers it holds only what is known, and the rest is "".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from deadground.core.scene import Berth, Line, Machine, Mark, Plate, Token
from deadground.core.view import View
from deadground.space.plane import Point, along
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import aboard, crew_of
from deadground.systems.skirmish.gun_lists import GunType, all_guns
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.rules.armour.faces import armour_at
from deadground.systems.skirmish.rules.vehicles.pushing import most_by_hand
from deadground.systems.skirmish.state import BASE, INCH, Figure, SkirmishState, side_of
from deadground.systems.skirmish.table.symbols import (
    LYING,
    MARKS,
    STATES,
    symbol_of_gun,
    symbol_of_vehicle,
)
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_kinds import footprint
from deadground.systems.skirmish.vehicle_lists import Mount, VehicleType, all_vehicles
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type
from deadground.systems.skirmish.weapons import weapon

SkirmishView = View[SkirmishState]

FACES: tuple[Literal["front", "side", "rear", "top"], ...] = ("front", "side", "rear", "top")

LETTERS = 4
"""Letters beside a vehicle or a gun."""

SEAT = BASE * 11 // 10
"""How large one is drawn who rides on something."""

PLACES: dict[str, str] = {
    "aa": "anti-aircraft",
    "hull": "hull",
    "coaxial": "co-axial",
    "cupola": "cupola",
    "rear": "rear",
    "turret": "turret",
    "defensive": "close-defence",
}
"""Where a machine gun sits, in words."""

CONDITIONS: dict[str, str] = {
    "immobile": "immobile",
    "disabled": "knocked out",
    "destroyed": "destroyed",
}


def machine_tokens(view: SkirmishView) -> Iterator[Token]:
    """Every vehicle and gun on the table, and all who are seen to ride on one."""
    state = view.state
    for vehicle in state.vehicles.values():
        if vehicle.on_table:
            yield vehicle_token(view, vehicle)
    for gun in state.guns.values():
        if gun.on_table:
            yield gun_token(view, gun)


def vehicle_token(view: SkirmishView, vehicle: Vehicle) -> Token:
    state, type = view.state, vehicle_type(vehicle.type, view.options)
    crew = crew_of(state, vehicle)
    tow = next((gun for gun in state.guns.values() if gun.aboard == vehicle.id), None)
    machine = Machine(
        turrets=vehicle.turrets,
        hatch="" if vehicle.is_out else "shut" if vehicle.buttoned else "open",
        chamber=chamber(view, vehicle.side, bool(vehicle.unloaded), any(one.apr for one in type.guns)),
        condition=vehicle.condition,
        burning=vehicle.burning,
        tows=symbol_of_gun(gun_type(tow.type)) if tow else "",
        men=tuple(map(berth, crew)),
        plates=plates(type, view.options),
        guns=tuple(guns_of(type)),
        speeds=speeds(type),
    )
    return Token(
        id=vehicle.id,
        at=vehicle.at,
        facing=vehicle.facing,
        width=vehicle.width,
        depth=vehicle.depth,
        side=vehicle.side,
        symbol=symbol_of_vehicle(type),
        letters=short(vehicle.name),
        title=vehicle.name,
        lines=tuple(lines_of_vehicle(state, vehicle, type, machine)),
        marks=marks(signs_of_vehicle(vehicle, machine)),
        mine=side_of(state, view.seat) == vehicle.side,
        unit=vehicle.unit,
        strength=1,
        state=", ".join(wrong_with(vehicle)),
        group=next((one.group for one in crew if one.group), ""),
        machine=machine,
    )


def gun_token(view: SkirmishView, gun: Gun) -> Token:
    state, type = view.state, gun_type(gun.type, view.options)
    crew = [one for one in state.figures.values() if one.berth.gun == gun.id and one.status != "gone"]
    machine = Machine(
        kind="gun",
        chamber=chamber(view, gun.side, gun.unloaded, gun.condition == "sound"),
        condition=gun.condition,
        men=tuple(map(berth, crew)),
        guns=(words_of_gun(type),),
        speeds=by_hand(type),
    )
    return Token(
        id=gun.id,
        at=gun.at,
        facing=gun.facing,
        width=gun.width,
        depth=gun.depth,
        side=gun.side,
        symbol=symbol_of_gun(type),
        letters=short(gun.name),
        title=gun.name,
        lines=tuple(lines_of_gun(type, machine)),
        marks=marks(("unloaded",) if machine.chamber == "empty" else ()),
        mine=side_of(state, view.seat) == gun.side,
        unit=next((one.unit for one in crew), ""),
        strength=1,
        state="destroyed" if gun.is_out else "",
        machine=machine,
    )


def seen_as(id: str) -> tuple[str, Tenths, Tenths, Machine] | None:
    """How a vehicle or a gun of a type is drawn of which no more is known; None for what is neither. NR-108"""
    if id in all_vehicles():
        type = vehicle_type(id)
        return symbol_of_vehicle(type), *footprint(type.size), Machine(turrets=(0,) * type.turrets)
    if id in all_guns():
        return symbol_of_gun(gun_type(id)), *footprint("gun"), Machine(kind="gun")
    return None


def rider_token(drawn: Token, vehicle: Vehicle, place: int, many: int) -> Token:
    """One who rides, as he sits on the deck or in the bed."""
    at, change = seat_at(vehicle, place, many), msgspec.structs.replace
    return change(drawn, at=at, facing=vehicle.facing, width=SEAT, depth=SEAT)


def seat_at(vehicle: Vehicle, place: int, many: int) -> Point:
    """Where one of several sits: two abreast from the middle of the hull back, three where they are many."""
    abreast = 2 if many <= 6 else 3
    rank, file = divmod(place, abreast)
    ranks = -(-many // abreast)
    aside = (2 * file + 1 - abreast) * vehicle.width // (2 * abreast)
    back = vehicle.depth * 46 // 100 * (rank + 1) // (ranks + 1) + vehicle.depth * 4 // 100
    behind = along(vehicle.at, (vehicle.facing + 1800) % 3600, back)
    return along(behind, (vehicle.facing + (900 if aside >= 0 else 2700)) % 3600, abs(aside))


def riders_on(state: SkirmishState, vehicle: Vehicle) -> list[Figure]:
    """Those who are known to ride in it or on it, and are there to be drawn."""
    return [one for one in aboard(state, vehicle) if not one.berth.in_vehicle and one.status not in LYING]


def berth(man: Figure) -> Berth:
    rep = man.rep or man.shown_rep
    serves = " and ".join(post.replace("_", " ") for post in man.berth.posts).replace("number", "crew")
    return Berth(man.id, serves, man.name, f"Rep {rep}" if rep else "", how_he_is(man))


def how_he_is(man: Figure) -> str:
    return LYING.get(man.status) or STATES.get(man.status, "")


def chamber(view: SkirmishView, side: str, is_empty: bool, has_one: bool) -> Literal["", "loaded", "empty"]:
    """Whether a main gun is loaded is for its own side to know. NS-23"""
    if not has_one or side_of(view.state, view.seat) != side:
        return ""
    return "empty" if is_empty else "loaded"


def plates(type: VehicleType, options: Options) -> tuple[Plate, ...]:
    """The four Armor Ratings; none where there is no armour. NUTS-VEH-03"""
    found = ((face, armour_at(type, face, options)) for face in FACES)
    return tuple(Plate(face, str(rating)) for face, rating in found if rating is not None)


def guns_of(type: VehicleType) -> Iterator[str]:
    for one in type.guns:
        yield words_of_mount(one)
    for gun in type.machine_guns:
        many = f"{gun.count} " if gun.count > 1 else ""
        yield f"{many}{PLACES[gun.place]} {weapon(gun.weapons[0]).name}"


def words_of_mount(mount: Mount) -> str:
    """A main weapon in words: what it can do to armour and to men."""
    if mount.apr is None:
        names = weapon(mount.weapons[0]).name if mount.weapons else mount.arm.replace("_", " ")
        return f"{mount.count} {names}" if mount.count > 1 else names
    return fire_words(mount.arm, mount.apr, mount.he, mount.shots)


def words_of_gun(type: GunType) -> str:
    return fire_words("howitzer" if "howitzer" in type.flags else "gun", type.apr, type.he, type.shots)


def fire_words(arm: str, apr: int, he: tuple[int, int] | None, shots: int) -> str:
    high = f", HE {he[0]}/{he[1]}" if he else ""
    often = f", {shots} shots" if shots > 1 else ""
    return f"{arm.replace('_', ' ').capitalize()}, APR {apr}{high}{often}"


def speeds(type: VehicleType) -> str:
    water = f", {type.speed_water} in water" if type.speed_water else ""
    return f"{type.speed_road} inches on a road, {type.speed_cross} across country{water}"


def by_hand(type: GunType) -> str:
    most = most_by_hand(type)
    return f'A {type.weight} gun: {most / INCH:g}" by hand' if most else f"A {type.weight} gun: only in tow"


def lines_of_vehicle(
    state: SkirmishState, vehicle: Vehicle, type: VehicleType, machine: Machine
) -> Iterator[Line]:
    """Its card in words, for who reads or hears it."""
    yield Line(type.name, type.rows[:1], type.stand_in)
    yield from crew_lines(machine)
    if machine.plates:
        faces = ", ".join(f"{one.face} {one.rating}" for one in machine.plates)
        yield Line(f"Armour: {faces}", ("NUTS-VEH-03",))
    for words in machine.guns:
        yield Line(words, ("NUTS-VEH-02",))
    yield Line(machine.speeds, ("NS-21",))
    riders = riders_on(state, vehicle)
    if riders:
        on = "on the deck" if riders[0].berth.on_deck else "inside"
        yield Line(f"Carries {', '.join(one.name for one in riders)} {on}", ("NS-30",))


def lines_of_gun(type: GunType, machine: Machine) -> Iterator[Line]:
    yield Line(type.name, type.rows[:1], type.stand_in)
    yield from crew_lines(machine)
    yield Line(machine.guns[0], ("NS-34",))
    yield Line(machine.speeds, ("COT-GUN-07",))


def crew_lines(machine: Machine) -> Iterator[Line]:
    for one in machine.men:
        worth = one.worth or "Rep not known"
        state = f", {one.state}" if one.state else ""
        yield Line(f"{one.serves.capitalize()}: {one.name}, {worth}{state}", ("NS-29",))


def wrong_with(vehicle: Vehicle) -> Iterator[str]:
    """What keeps a vehicle from being as it should."""
    if vehicle.condition in CONDITIONS:
        yield CONDITIONS[vehicle.condition]
    if vehicle.burning:
        yield "burning"
    if vehicle.status in STATES and not vehicle.is_out:
        yield STATES[vehicle.status]


def signs_of_vehicle(vehicle: Vehicle, machine: Machine) -> Iterator[str]:
    """The signs a vehicle carries, those that matter most first."""
    held = {
        "burning": vehicle.burning,
        "destroyed": vehicle.condition == "destroyed",
        "knocked_out": vehicle.condition == "disabled",
        "immobile": vehicle.condition == "immobile",
        "ducked": vehicle.status == "duck_back",
        "hunkered": vehicle.status == "hunker_down",
        "leaving": vehicle.status == "leave_battlefield",
        "unloaded": machine.chamber == "empty",
        "buttoned": vehicle.buttoned,
        "fast_vehicle": vehicle.is_fast,
        "rolling": vehicle.is_moving,
    }
    over = ("ducked", "hunkered", "leaving", "buttoned", "fast_vehicle", "rolling", "unloaded")
    yield from (sign for sign, is_so in held.items() if is_so and not (vehicle.is_out and sign in over))


def marks(signs: Iterable[str]) -> tuple[Mark, ...]:
    return tuple(Mark(sign, MARKS[sign]) for sign in signs)


def short(name: str) -> str:
    """What is written on it: its number, or how its name begins."""
    last = name.split()[-1]
    return last if len(last) <= LETTERS else name.removeprefix("the ")[:LETTERS].capitalize()
