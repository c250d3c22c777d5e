"""Vehicles: what the printed lists say of each, mark by mark. COT-VEH-01 to -15, NUTS-VEH-01 to -03, NUTS-HOUSE-10

A type's id is its list and its line, `german.tiger_i`; a captured one keeps it. Lengths are whole inches,
bearings degrees clockwise from straight ahead. The lists of the core rules are the house-rule vehicles and, for
the rest, ours (NS-33); their Armor Ratings are of another scale, and a battle has one of the two (LR-011).
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.core.own_book import per_book
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.charts import DATA
from deadground.systems.skirmish.list_switches import thrown
from deadground.systems.skirmish.vehicle_cells import Arm

Book = Literal["supplement", "core"]
Gear = Literal["tracked", "half_tracked", "wheeled", "skis", "horse_drawn"]
Mounting = Literal["turret", "hull", "pivot", "sponson"]
Face = Literal["front", "side", "rear", "top", "bottom"]

Flag = Literal[
    "howitzer",
    "optional_machine_gun",
    "open_topped",
    "two_loaders",
    "two_drivers",
    "amphibious",
    "commander_loads",
    "commander_guns",
    "low_silhouette",
    "rocket",
    "converted",
    "sponson",
    "rear_machine_gun",
    "machine_gun_turret",
    "snow_and_ice",
    "heavy_turret",
    "bogs_down",
    "no_bow_gunner",
    "flak",
    "sidecar",
    "fires_standing",
]
"""What a mark or a cell says of a vehicle beyond its numbers."""


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """A main weapon and where it sits."""

    arm: Arm
    at: Mounting
    turret: int | None = None
    """Which turret it is in, counted from the main one; None for one that is in no turret."""
    arc: tuple[int, int] | None = None
    """From one bearing to another; None is all round."""
    apr: int | None = None
    he: tuple[int, int] | None = None
    """Blast circle and Impact."""
    shots: int = 1
    """Its rate of fire. LR-113"""
    count: int = 1
    """How many fire together. LR-145"""
    weapons: tuple[str, ...] = ()
    """Of a machine gun, mortar or flamethrower: the lines of the weapon tables to choose from."""


class MachineGun(msgspec.Struct, frozen=True, kw_only=True):
    """A machine gun besides the main weapons."""

    place: Literal["aa", "hull", "coaxial", "cupola", "rear", "turret", "defensive"]
    weapons: tuple[str, ...]
    """Lines of the weapon tables, to choose from."""
    turret: int | None = None
    """Which turret it is in."""
    count: int = 1
    optional: bool = False
    """Whether the owner says if it is there. LR-139"""


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What vehicles of a kind share and no list prints. NUTS-VEH-01, NUTS-VEH-02, NS-21, LR-215"""

    id: str
    name: str
    gear: Gear
    mounting: Literal["turret", "hull", "pivot"]
    use: Literal["fighting", "transport"]
    size: Literal["tank", "car", "jeep"]
    vehicles: tuple[str, ...]
    carries: str = ""


class FlagWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flag in words, and the rows that say what comes of it."""

    id: Flag
    name: str
    says: str
    rows: tuple[str, ...]


class VehicleType(msgspec.Struct, frozen=True, kw_only=True):
    """A type of vehicle. Armour is None where there is none. NUTS-VEH-01"""

    id: str
    nation: str
    """In whose list it stands."""
    name: str
    book: Book
    family: str
    gear: Gear
    use: Literal["fighting", "transport"]
    size: Literal["tank", "car", "jeep"]
    front: int | None
    side: int | None
    top: int | None
    guns: tuple[Mount, ...]
    machine_guns: tuple[MachineGun, ...]
    speed_road: int
    speed_cross: int
    """0 where it cannot go. COT-VEH-26"""
    speed_water: int = 0
    crew: tuple[int, ...]
    """By compartment, the hull first. COT-VEH-05"""
    carried: int = 0
    """How many men besides."""
    flags: tuple[Flag, ...] = ()
    rows: tuple[str, ...] = ()
    stand_in: bool = False

    @property
    def is_armoured(self) -> bool:
        """NUTS-VEH-03"""
        return self.front is not None

    @property
    def turrets(self) -> int:
        """How many turrets it has. COT-VEH-25"""
        seats = (*(one.turret for one in self.guns), *(one.turret for one in self.machine_guns))
        return len({turret for turret in seats if turret is not None})

    @property
    def men(self) -> int:
        """How many crew it."""
        return sum(self.crew)


class FamilyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    families: tuple[Family, ...]


class FlagFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    flags: tuple[FlagWords, ...]


@cache
def flags() -> dict[str, FlagWords]:
    """Every flag by id."""
    return {one.id: one for one in load(DATA / "vehicles" / "flags.yaml").to(FlagFile).flags}


@cache
def families() -> dict[str, Family]:
    """Every family by id."""
    return {one.id: one for one in load(DATA / "vehicles" / "families.yaml").to(FamilyFile).families}


@cache
def family_of(id: str) -> Family:
    """The family of a vehicle of the lists."""
    return next(one for one in families().values() if id in one.vehicles)


@per_book
def all_vehicles() -> dict[str, VehicleType]:
    """Every vehicle of every list by id."""
    from deadground.systems.skirmish.vehicle_tables import read_all

    return {one.id: one for one in read_all()}


def vehicle(id: str, options: Options = DEFAULTS) -> VehicleType:
    """A vehicle by id, as the options have it; asking for it cites its table."""
    try:
        found = all_vehicles()[id]
    except KeyError:
        raise KeyError(f"no vehicle is called '{id}': {did_you_mean(id, all_vehicles())}") from None
    cite("NUTS-VEH-02", *found.rows)
    return switched(found, options)


def switched(found: VehicleType, options: Options) -> VehicleType:
    """A vehicle with the corrections that the options turn off or on. LR-112, LR-128, LR-132"""
    change = msgspec.structs.replace
    for one in thrown(found.id, options):
        if one.shots:
            found = change(found, guns=tuple(change(gun, shots=one.shots) for gun in found.guns))
        if one.arm:
            flags = tuple(flag for flag in found.flags if flag != "howitzer")
            found = change(found, guns=tuple(change(gun, arm=one.arm) for gun in found.guns), flags=flags)
        if one.turned:
            found = change(found, crew=found.crew[::-1])
    return found


def armour_of(one: VehicleType, face: Face) -> int | None:
    """The Armor Rating of a face; None for a vehicle without armour. NUTS-VEH-03, COT-VEH-02

    From above an open top is 0, and the Top value of such a vehicle is that of its bottom (NR-95, LR-126).
    """
    cite("NUTS-VEH-03")
    if one.front is None or one.side is None:
        return None
    if face == "front":
        return one.front
    if face == "side":
        return one.side
    if face == "rear":
        return rear_armour(one, one.side)
    if one.book == "supplement":
        cite("COT-VEH-02")
    if face == "top" and "open_topped" in one.flags:
        return 0
    return one.top or 0


def rear_armour(one: VehicleType, side: int) -> int:
    """Half the side, rounded down; in the core lists all of it. COT-VEH-02, NR-95"""
    if one.book == "core":
        cite("NR-95")
        return side
    cite("COT-VEH-02")
    return side // 2
