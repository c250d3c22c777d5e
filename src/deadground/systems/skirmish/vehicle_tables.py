"""How the vehicles come out of the printed lists, their notes and our own. COT-VEH-01 to -27, LR-120 to LR-153"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from deadground.core.charts import Cell
from deadground.core.loader import load
from deadground.systems.skirmish.armies.cells import Printed
from deadground.systems.skirmish.charts import DATA, chart, whole
from deadground.systems.skirmish.gun_lists import gun
from deadground.systems.skirmish.lists import squad_guns
from deadground.systems.skirmish.vehicle_cells import (
    Coded,
    Gun,
    coded,
    crews,
    explosives,
    main_guns,
    speeds,
    vehicle_name,
)
from deadground.systems.skirmish.vehicle_lists import (
    Flag,
    MachineGun,
    Mount,
    Mounting,
    VehicleType,
    family_of,
)

LISTS = (
    "finnish_vehicles",
    "german_tanks",
    "german_tank_destroyers",
    "german_other_vehicles",
    "hungarian_vehicles",
    "italian_vehicles",
    "romanian_vehicles",
    "soviet_tanks",
    "soviet_tank_destroyers",
    "soviet_other_vehicles",
)
"""The printed lists in the order of the book."""

ENTRIES = ("name", "front", "side", "top", "apr", "he", "aamg", "hull_mg", "coax_mg", "speed", "crew")
UNLISTED = "unlisted_vehicles"
CORE_LISTS = ("house_vehicles", "core_vehicles")

Cells = dict[str, Cell]


def read_all() -> Iterator[VehicleType]:
    """Every vehicle, list by list, line by line."""
    for table in (*LISTS, UNLISTED):
        for line in chart(table).lines():
            cells = {entry: chart(table).look_up(line, entry) for entry in ENTRIES}
            yield from models(nation_of(table), line, cells)
    yield wagon("tchanka")
    yield from gun_trucks()
    for table in CORE_LISTS:
        for line in chart(table).lines():
            yield from core_vehicles(table, line)


def nation_of(table: str) -> str:
    """Whose list a table is; the vehicles that no list has are the Soviet Union's."""
    return "soviet" if table == UNLISTED else table.partition("_")[0]


def models(nation: str, line: str, cells: Cells) -> Iterator[VehicleType]:
    """The vehicles of a line: one, or one for each model that it stands for. LR-128, LR-129"""
    table = chart("vehicle_models")
    ids = [id for id in table.lines() if table.look_up(id, "vehicle").value == line]
    for id in ids:
        own = {entry: table.look_up(id, entry) for entry in ("name", "apr", "aamg")}
        yield listed(nation, line, {**cells, **own}, id)
    if not ids:
        yield listed(nation, line, cells, f"{nation}.{line}")


def listed(nation: str, line: str, cells: Cells, id: str) -> VehicleType:
    """A vehicle by the cells of its line."""
    family = family_of(f"{nation}.{line}")
    value = {entry: cell.value for entry, cell in cells.items()}
    speed, _ = speeds(value["speed"])
    crew, carried, _ = crews(value["crew"])
    weapons, _ = main_guns(value["apr"])
    flags = flags_of(nation, cells)
    shells = explosives(value["he"])
    guns = tuple(mounts(f"{nation}.{line}", weapons, shells, flags, family.mounting))
    codes = {entry: coded(value[entry])[0] for entry in ("aamg", "hull_mg", "coax_mg")}
    return VehicleType(
        id=id,
        nation=nation,
        name=vehicle_name(value["name"])[0],
        book="supplement",
        family=family.id,
        gear=family.gear,
        use=family.use,
        size=family.size,
        front=armour_cell(value["front"]),
        side=armour_cell(value["side"]),
        top=armour_cell(value["top"]),
        guns=guns,
        machine_guns=tuple(machine_guns(nation, codes, guns, flags)),
        speed_road=speed[0],
        speed_cross=speed[1] if len(speed) > 1 else 0,
        speed_water=speed[2] if len(speed) > 2 else 0,
        crew=crew,
        carried=carried,
        flags=tuple(flags),
        rows=tuple(dict.fromkeys((*(row for cell in cells.values() for row in cell.rows), *READING))),
        stand_in=is_ours(cells),
    )


READING = ("COT-VEH-01", "COT-VEH-03", "COT-VEH-04", "COT-VEH-05", "COT-VEH-17", "COT-VEH-18")
"""How a line of the printed lists is read."""


def is_ours(cells: Cells) -> bool:
    """Whether the values of a line are ours; a crew alone does not make it so."""
    return any(cell.layer == "stand_in" for entry, cell in cells.items() if entry != "crew")


def armour_cell(value: Printed) -> int | None:
    return None if value in (None, "-") else whole(value)


def marks_of(cells: Cells) -> tuple[str, ...]:
    """The marks of a line's cells, each once."""
    value = {entry: cell.value for entry, cell in cells.items()}
    found = [vehicle_name(value["name"])[1], main_guns(value["apr"])[1]]
    found += [coded(value[entry])[1] for entry in ("aamg", "hull_mg", "coax_mg")]
    found += [speeds(value["speed"])[1], crews(value["crew"])[2]]
    return tuple(dict.fromkeys(mark for marks in found for mark in marks))


def flags_of(nation: str, cells: Cells) -> list[Flag]:
    """What the marks of a line mean, and what its cells say without one. COT-VEH-16 to -24, LR-126, LR-140"""
    flags = [flag_of(nation, mark) for mark in marks_of(cells)]
    front, top = (armour_cell(cells[entry].value) for entry in ("front", "top"))
    if front is not None and top is None and "open_topped" not in flags:
        flags.append("open_topped")
    if cells["aamg"].value == "FLAK":
        flags.append("flak")
    return flags


def flag_of(nation: str, mark: str) -> Flag:
    """What a mark in a nation's list means; the sidecar is that of a motorcycle's crew."""
    if mark == "sidecar":
        return "sidecar"
    flag: Flag = msgspec.convert(chart("vehicle_notes").look_up(f"{nation}_{mark}").value, Flag)
    return flag


def mounts(
    id: str, guns: tuple[Gun, ...], he: tuple[tuple[int, int], ...], flags: list[Flag], mounting: Mounting
) -> Iterator[Mount]:
    """The main weapons with their places and arcs; HE goes to the guns in order. COT-VEH-03, COT-VEH-25"""
    nation = id.partition(".")[0]
    shells = iter(he)
    for one in guns:
        at = place_of(id, one, flags, mounting)
        turret = int(one.place[-1]) - 1 if one.place[-1:].isdigit() else 0
        has_shells = one.arm in ("gun", "howitzer", "rocket_mortar")
        yield Mount(
            arm=one.arm,
            at=at,
            turret=turret if at == "turret" else None,
            arc=arc_of(id, at, turret),
            apr=one.apr,
            he=rocket_salvo() if one.arm == "rockets" else next(shells, None) if has_shells else None,
            shots=one.shots,
            count=one.count,
            weapons=weapons_of(nation, one),
        )


def place_of(id: str, one: Gun, flags: list[Flag], mounting: Mounting) -> Mounting:
    """Where a main weapon sits. LR-134, LR-135"""
    if one.place == "Sp" or ("sponson" in flags and not one.place):
        return "sponson"
    return "hull" if id in BOW_FLAME and one.arm == "flamethrower" else mounting


BOW_FLAME = ("soviet.ot_34",)
"""Where a flamethrower has the place of the bow machine gun, and not one beside the gun. LR-215"""


def arc_of(id: str, at: Mounting, turret: int) -> tuple[int, int] | None:
    """Where a main weapon may point; None is all round. COT-VEH-22, COT-VEH-25, NS-22"""
    if at == "pivot" or (at == "turret" and turret == 0):
        return None
    if at == "sponson":
        table, line = chart("sponson_arcs"), id
    else:
        table, line = chart("turret_arcs"), "hull" if at == "hull" else f"{id}.{turret + 1}"
    return whole(table.number(line, "from")), whole(table.number(line, "to"))


def rocket_salvo() -> tuple[int, int]:
    """Circle and Impact of the 280 mm rockets. LR-145"""
    table = chart("vehicle_rockets")
    return whole(table.number("280mm", "circle")), whole(table.number("280mm", "impact"))


def weapons_of(nation: str, one: Gun) -> tuple[str, ...]:
    """The lines of the weapon tables that a main weapon may have. LR-114, LR-145"""
    if one.arm == "machine_gun":
        return (f"{nation}.mmg",) if one.word == "MMG" else squad_guns(nation)
    if one.arm == "mortar":
        return (f"{nation}.mortar_80",)
    return ("core.flamethrower",) if one.arm == "flamethrower" else ()


def machine_guns(
    nation: str,
    codes: dict[str, tuple[Coded, ...]],
    guns: tuple[Mount, ...],
    flags: list[Flag],
) -> Iterator[MachineGun]:
    """The machine guns besides the main weapons. COT-VEH-04, COT-VEH-22, LR-123, LR-134, LR-135"""
    weapons = squad_guns(nation)
    for one in codes["aamg"]:
        yield MachineGun(place="aa", weapons=weapons, count=one.count, optional=one.optional)
    for one in codes["hull_mg"]:
        yield MachineGun(place="hull", weapons=weapons, count=one.count, optional=one.optional)
    in_turret = 0 if any(one.turret == 0 for one in guns) else None
    for one in codes["coax_mg"]:
        turret = int(one.place[-1]) - 1 if one.place.startswith("Trt") else in_turret
        if one.defensive:
            yield MachineGun(place="defensive", weapons=weapons)
        elif "machine_gun_turret" in flags:
            yield MachineGun(place="turret", weapons=weapons, turret=0, count=one.count)
        elif one.place == "Cupola":
            yield MachineGun(place="cupola", weapons=weapons, turret=turret)
        else:
            yield MachineGun(place="coaxial", weapons=weapons, turret=turret, count=one.count)
    if "rear_machine_gun" in flags:
        yield MachineGun(place="rear", weapons=weapons, turret=0)


class GunTruck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A truck with a gun on it. LR-206"""

    id: str
    name: str
    truck: str
    gun: str


class GunTruckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gun_trucks: tuple[GunTruck, ...]


@cache
def truck_file() -> tuple[GunTruck, ...]:
    return load(DATA / "vehicles" / "gun_trucks.yaml").to(GunTruckFile).gun_trucks


def gun_trucks() -> Iterator[VehicleType]:
    """Trucks with guns, made of a line of each list. COT-REINF-14, LR-206"""
    for one in truck_file():
        nation, _, line = one.truck.partition(".")
        table = next(name for name in LISTS if nation_of(name) == nation and line in chart(name).lines())
        cells = {entry: chart(table).look_up(line, entry) for entry in ENTRIES}
        truck, weapon, family = listed(nation, line, cells, one.truck), gun(one.gun), family_of(one.id)
        mount = Mount(
            arm="howitzer" if "howitzer" in weapon.flags else "gun",
            at=family.mounting,
            arc=arc_of(one.id, family.mounting, 0),
            apr=weapon.apr,
            he=weapon.he,
            shots=weapon.shots,
        )
        flags: tuple[Flag, ...] = (
            ("flak", "fires_standing") if "flak" in weapon.flags else ("fires_standing",)
        )
        yield msgspec.structs.replace(
            truck,
            id=one.id,
            name=one.name,
            family=family.id,
            use=family.use,
            guns=(mount,),
            crew=(truck.crew[0], weapon.crew),
            carried=0,
            flags=flags,
            rows=("LR-206", *truck.rows, *weapon.rows),
            stand_in=True,
        )


def wagon(line: str) -> VehicleType:
    """The machine-gun wagon. COT-VEH-27, LR-147"""
    cells = {entry: chart("wagons").look_up(line, entry) for entry in chart("wagons").lines(1)}
    family = family_of(f"soviet.{line}")
    move = whole(cells["move"].value)
    return VehicleType(
        id=f"soviet.{line}",
        nation="soviet",
        name=str(cells["name"].value),
        book="supplement",
        family=family.id,
        gear=family.gear,
        use=family.use,
        size=family.size,
        front=None,
        side=None,
        top=None,
        guns=(Mount(arm="machine_gun", at=family.mounting, weapons=("soviet.hmg",)),),
        machine_guns=(),
        speed_road=move,
        speed_cross=move,
        crew=(whole(cells["drivers"].value), whole(cells["gun_crew"].value)),
        rows=cells["name"].rows,
    )


CORE_NATIONS = {"german": "german_core", "russian": "russian_core"}


def core_vehicles(table: str, line: str) -> Iterator[VehicleType]:
    """The vehicles of a line of the core lists: one, or the two versions of it. NUTS-HOUSE-10, NS-33, NS-35"""
    cells = {entry: chart(table).look_up(line, entry) for entry in chart(table).lines(1)}
    for number, apr in enumerate(str(cells["apr"].value or "-").split(" or ")):
        yield core_vehicle(line, cells, apr, "" if number == 0 else "_long")


def core_vehicle(line: str, cells: Cells, apr: str, version: str) -> VehicleType:
    value = {entry: cell.value for entry, cell in cells.items()}
    army, _, word = line.partition("_")
    nation = CORE_NATIONS.get(army, army)
    family = family_of(f"{nation}.{word}")
    road, cross = speeds(value["speed"])[0]
    crew = whole(value["crew"])
    flags: list[Flag] = ["open_topped"] if value["open"] == "yes" else []
    flags += ["howitzer"] if apr.endswith("*") else []
    flags += ["low_silhouette"] if family.id in ("tank_destroyer", "assault_gun") else []  # NS-33
    he = explosives(value["he"])
    shots = whole(value["shots"]) if value["shots"] is not None else 1
    guns = tuple(
        Mount(
            arm=one.arm,
            at=family.mounting,
            turret=0 if family.mounting == "turret" else None,
            arc=arc_of(f"{nation}.{word}", family.mounting, 0),
            apr=one.apr,
            he=he[0] if he else None,
            shots=shots,
        )
        for one in main_guns(apr)[0]
    )
    return VehicleType(
        id=f"{nation}.{word}{version}",
        nation=nation,
        name=f"{value['name']}, long gun" if version else str(value["name"]),
        book="core",
        family=family.id,
        gear=family.gear,
        use=family.use,
        size=family.size,
        front=armour_cell(value["front"]),
        side=armour_cell(value["side"]),
        top=armour_cell(value["top"]),
        guns=guns,
        machine_guns=tuple(core_machine_guns(value, guns)),
        speed_road=road,
        speed_cross=cross,
        crew=(crew,),
        carried=whole(chart("passengers").number(family.carries)) if family.carries else 0,
        flags=tuple(flags),
        rows=tuple(dict.fromkeys(row for cell in cells.values() for row in cell.rows)),
        stand_in=all(cell.layer == "stand_in" for cell in cells.values()),
    )


def core_machine_guns(value: dict[str, Printed], guns: tuple[Mount, ...]) -> Iterator[MachineGun]:
    """The machine guns of a core line, which are named. NS-28"""
    for entry in ("aa", "hull", "coaxial"):
        if value[entry] not in (None, "-"):
            turret = 0 if entry == "coaxial" and any(one.turret == 0 for one in guns) else None
            weapon = (f"core.{str(value[entry]).lower()}",)
            if entry == "aa":
                yield MachineGun(place="aa", weapons=weapon)
            elif entry == "hull":
                yield MachineGun(place="hull", weapons=weapon)
            else:
                yield MachineGun(place="coaxial", weapons=weapon, turret=turret)
