"""Guns that men serve and push: what the printed lists say of each. COT-GUN-01 to COT-GUN-08, NUTS-HOUSE-12, NS-34

A type's id is its list and its line, `german.pak_40`. Lengths are whole inches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.own_book import per_book
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.list_switches import thrown
from deadground.systems.skirmish.vehicle_cells import explosives, one_gun
from deadground.systems.skirmish.weapons import all_weapons

GUN_LISTS = (
    "finnish_guns",
    "german_guns",
    "hungarian_guns",
    "italian_guns",
    "romanian_guns",
    "soviet_guns",
)
"""The printed lists in the order of the book."""
CORE_GUN_LISTS = ("house_guns", "core_guns")
CORE_NATIONS = {"german": "german_core", "russian": "russian_core"}

Weight = Literal["light", "medium", "heavy", "immobile"]
GunFlag = Literal["howitzer", "flak"]


class GunType(msgspec.Struct, frozen=True, kw_only=True):
    """A type of gun. `defence` is the Defensive Value that the core lists give a gun. NS-34"""

    id: str
    nation: str
    name: str
    book: Literal["supplement", "core"]
    apr: int
    he: tuple[int, int] | None
    """Blast circle and Impact."""
    shots: int = 1
    """Its rate of fire. LR-113"""
    apr_far: tuple[int, int] | None = None
    """Up to how many inches its APR holds, and the APR beyond. COT-WEAP-14"""
    weight: Weight
    crew: int
    defence: int | None = None
    flags: tuple[GunFlag, ...] = ()
    """howitzer: COT-GUN-08; flak: it may fire at aircraft."""
    rows: tuple[str, ...] = ()
    stand_in: bool = False


@per_book
def all_guns() -> dict[str, GunType]:
    """Every gun of every list by id."""
    return {one.id: one for one in read_all()}


def gun(id: str, options: Options = DEFAULTS) -> GunType:
    """A gun by id, as the options have it; asking for it cites its table."""
    try:
        found = all_guns()[id]
    except KeyError:
        raise KeyError(f"no gun is called '{id}': {did_you_mean(id, all_guns())}") from None
    cite(*found.rows)
    for one in thrown(id, options):
        found = msgspec.structs.replace(found, shots=one.shots or found.shots)
    return found


TAPER_BORE = "german.pak_28_20"
"""The gun that is the large-bore rifle of the weapon list too. LR-103"""


def read_all() -> Iterator[GunType]:
    """Every gun, list by list, line by line."""
    for table in GUN_LISTS:
        for line in chart(table).lines():
            yield listed(table.partition("_")[0], table, line)
    for table in CORE_GUN_LISTS:
        for line in chart(table).lines():
            yield core_gun(table, line)


def listed(nation: str, table: str, line: str) -> GunType:
    """A gun by the cells of its line."""
    cells = {entry: chart(table).look_up(line, entry) for entry in ("name", "apr", "he", "crew", "notes")}
    weapon = one_gun(str(cells["apr"].value))
    he = explosives(cells["he"].value)
    name, notes = str(cells["name"].value), str(cells["notes"].value)
    flags: list[GunFlag] = ["howitzer"] if weapon.arm == "howitzer" else []
    flags += ["flak"] if re.search(r"\bAA\b|Flak|ItK", f"{name} {notes}") else []
    return GunType(
        id=f"{nation}.{line}",
        nation=nation,
        name=name,
        book="supplement",
        apr=whole(weapon.apr),
        he=he[0] if he else None,
        shots=weapon.shots,
        apr_far=all_weapons()[f"{nation}.atr"].plain.apr_far if f"{nation}.{line}" == TAPER_BORE else None,
        weight=weight_of(notes),
        crew=whole(cells["crew"].value),
        flags=tuple(flags),
        rows=tuple(dict.fromkeys(row for cell in cells.values() for row in cell.rows)),
    )


def weight_of(notes: str) -> Weight:
    """The weight class among a gun's notes. COT-GUN-07, LR-158"""
    weight: Weight = msgspec.convert(notes.split()[0].rstrip(",").lower(), Weight)
    return weight


def core_gun(table: str, line: str) -> GunType:
    """A gun of the core lists. NUTS-HOUSE-12, NS-34"""
    cells = {entry: chart(table).look_up(line, entry) for entry in chart(table).lines(1)}
    army, _, word = line.partition("_")
    nation = CORE_NATIONS.get(army, army)
    weapon = one_gun(str(cells["apr"].value))
    he = explosives(cells["he"].value)
    return GunType(
        id=f"{nation}.{word}",
        nation=nation,
        name=str(cells["name"].value),
        book="core",
        apr=whole(weapon.apr),
        he=he[0] if he else None,
        weight=weight_of(str(cells["size"].value)),
        crew=whole(cells["crew"].value),
        defence=whole(cells["dv"].value),
        flags=("howitzer",) if weapon.arm == "howitzer" else (),
        rows=tuple(dict.fromkeys(row for cell in cells.values() for row in cell.rows)),
        stand_in=all(cell.layer == "stand_in" for cell in cells.values()),
    )
