"""Special equipment by die, the assault vest, and whose weapons an ally has.

COT-UNIT-02 to COT-UNIT-05, COT-EQUIP-01 to COT-EQUIP-04
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.core.loader import load
from deadground.space.units import Tenths, inches
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.cells import bands, in_band
from deadground.systems.skirmish.armies.throws import Throws, how_many, one_die, one_of
from deadground.systems.skirmish.charts import DATA, chart, whole
from deadground.systems.skirmish.lists import nation, weapon_list
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.weapons import CATEGORIES, Weapon, all_weapons

VEST = "sn42_vest"
WHOLE_SQUAD = 0
"""The count of something that every man of the squad has."""


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a man may carry besides his weapon: `weapon` is a line of his nation's tables, `shared` one for all."""

    id: str
    name: str
    weapon: str = ""
    shared: str = ""
    melee: Literal["", "one_hand"] = ""
    ours: bool = False
    rows: tuple[str, ...] = ()


class GearFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gear: tuple[Gear, ...]


@cache
def all_gear() -> dict[str, Gear]:
    """Everything that can be carried, by id."""
    return {one.id: one for one in load(DATA / "gear" / "gear.yaml").to(GearFile).gear}


def gear(id: str) -> Gear:
    found = all_gear().get(id)
    if found is None:
        raise KeyError(f"nothing to carry is called '{id}': {did_you_mean(id, all_gear())}")
    return found


def weapon_of(of: str, id: str) -> Weapon | None:
    """The weapon that a thing carried is, for a man of this nation; None for a vest or where his list lacks it."""
    one = gear(id)
    if one.shared:
        lists = ("supplement", "core") if nation(of).book == "supplement" else ("core",)
        found = (all_weapons().get(f"{whose}.{one.shared}") for whose in lists)
        return next((weapon for weapon in found if weapon), None)
    return all_weapons().get(f"{weapon_list(of)}.{one.weapon}") if one.weapon else None


def assault_loadout(options: Options) -> dict[str, int]:
    """What every figure of an assault squad carries besides; one satchel each. COT-UNIT-02, LR-030, LR-041"""
    table = chart("assault_loadout")
    found = {item: whole(table.number(item, "count")) for item in table.lines()}
    if option(options, "smoke_grenades") == "off":
        del found["smoke_grenade"]
    return found


def common_gear(man: str) -> dict[str, int]:
    """What soldiers carry besides their weapon: everybody, and some more than the others. NS-06, LR-207"""
    table = chart("common_gear")
    counts = {item: whole(table.number(man, item)) for item in table.lines(1)}
    return {item: count for item, count in counts.items() if count}


def assault_equipment(dice: Throws, of: str, prefer: str = "") -> tuple[str, int]:
    """The special equipment of an assault squad, and how many. COT-UNIT-03

    Cluster grenades are for Germans (LR-030), vests for Soviets (LR-031); who may choose and does not say, rolls.
    """
    table = chart("assault_equipment")
    die = str(one_die(dice, "assault squad special equipment"))
    choices = [str(table.look_up(die, "item").value)]
    other = table.look_up(die, "or").value
    if (other, of) in (("geballte_ladung", "german"), (VEST, "soviet")):
        choices.append(str(other))
    item = prefer if prefer in choices else one_of(dice, choices, "which special equipment")
    if item == VEST:
        return VEST, WHOLE_SQUAD
    return item, how_many(dice, str(table.look_up(die, "count").value), f"how many: {gear(item).name}")


def engineer_equipment(dice: Throws) -> tuple[str, int]:
    """The special equipment of an engineer squad, and how many. COT-UNIT-05"""
    table = chart("engineer_equipment")
    die = str(one_die(dice, "engineer squad special equipment"))
    item = str(table.look_up(die, "item").value)
    return item, how_many(dice, str(table.look_up(die, "count").value), f"how many: {gear(item).name}")


def impact_on(impact: int, carrying: Mapping[str, int]) -> int:
    """The Impact of a hit on a man: 1 lower in a vest, never below 0. COT-EQUIP-01, LR-058"""
    cite("COT-EQUIP-01")
    if not carrying.get(VEST):
        return impact
    return max(0, impact + whole(chart("assault_vest").number(VEST, "impact")))


def vest_move(carrying: Iterable[tuple[str, int]]) -> Tenths:
    """What a vest takes from a man's normal move, and with it from a fast one. COT-EQUIP-01, LR-059"""
    if not any(item == VEST and count for item, count in carrying):
        return 0
    return inches(whole(chart("assault_vest").number(VEST, "move")))


def why_no_availability(of: str, options: Options) -> Fault | None:
    """Why a nation does not roll for foreign equipment; None if it may. COT-EQUIP-02, LR-061"""
    cite("COT-EQUIP-02")
    whose = nation(of)
    if not whose.force:
        reason = f"{whose.adjective} units have their own equipment and do not roll for another's"
        return Fault("supply", reason, ("COT-EQUIP-02",))
    if of == "italian" and option(options, "italian_equipment_roll") == "off":
        reason = "Italian units roll for German equipment only with the option italian_equipment_roll"
        return Fault("supply", reason, ("COT-EQUIP-02", "LR-061"))
    return None


def availability(dice: Throws, of: str, options: Options) -> dict[str, str]:
    """Whose equipment a unit may have, by category: one die for each. COT-EQUIP-02, COT-EQUIP-03, LR-062"""
    fault = why_no_availability(of, options)
    if fault:
        raise Refused(fault)
    return {category: supplier(dice, of, category) for category in CATEGORIES}


def supplier(dice: Throws, of: str, category: str) -> str:
    """Whose weapons of a category the unit has: the nation's own, German or Soviet ones. COT-EQUIP-03"""
    cell = chart("equipment_availability").look_up(category, nation(of).force)
    die = one_die(dice, f"equipment availability: {category.replace('_', ' ')}")
    given = in_band(bands(cell.value), die).gives.lower()
    return of if given == "national" else given


def suppliers(of: str, category: str) -> tuple[str, ...]:
    """Whose weapons of a category the table can give."""
    if not nation(of).force:
        return (of,)
    cell = chart("equipment_availability").look_up(category, nation(of).force)
    return tuple(of if one.gives == "National" else one.gives.lower() for one in bands(cell.value))


def why_not_supplied(of: str, one: Weapon, supply: Mapping[str, str]) -> Fault | None:
    """Why a unit cannot have a weapon of another list; None if it can. COT-EQUIP-04

    A national result ties a category to the nation's own list; another allows, and does not force (LR-062).
    """
    if one.nation in (weapon_list(of), "supplement"):
        return None
    cite("COT-EQUIP-04")
    if supply.get(one.category, of) == one.nation:
        return None
    reason = f"the {one.nation} {one.name} is no weapon of the {nation(of).adjective} list"
    if nation(of).force:
        reason += f", and no equipment roll gave the unit {one.nation} {one.category.replace('_', ' ')}"
    return Fault("", reason, ("COT-EQUIP-04",))
