"""Whether the arms of a roster come from its list: weapons, notes, gear. COT-SQUAD-15, COT-EQUIP-04, COT-UNIT-03"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deadground.core.faults import Fault, did_you_mean
from deadground.core.roster import Man, Roster
from deadground.systems.skirmish.armies.arms import MP44_ORDER
from deadground.systems.skirmish.armies.gear import STORES
from deadground.systems.skirmish.armies.people import KOMMISSAR_ARMS
from deadground.systems.skirmish.armies.rosters import ROLE_NAMES, short_id
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import (
    Column,
    in_service,
    nation,
    own_weapons,
    squad_guns,
    unit,
    weapon_list,
)
from deadground.systems.skirmish.rules.troops.equipment import (
    VEST,
    all_gear,
    assault_loadout,
    common_gear,
    weapon_of,
    why_not_supplied,
)
from deadground.systems.skirmish.rules.troops.unit_types import has_sabres
from deadground.systems.skirmish.weapons import all_weapons

HIGHEST = {"1/2d6": 3, "1d6": 6}
"""The most that a printed number of things can come to."""


def arms_faults(roster: Roster, says: Column) -> Iterator[Fault]:
    """What is wrong with what they have."""
    for i, man in enumerate(roster.men):
        if not man.weapons and man.role != "medic":
            yield Fault(f"men.{i}", "he has no weapon", ("COT-SQUAD-15",))
        for j, id in enumerate(man.weapons):
            fault = why_not_this_weapon(roster, says, man, id)
            if fault:
                yield Fault(f"men.{i}.weapons.{j}", fault.reason, fault.rows)
    yield from kept_faults(roster)
    yield from note_faults(roster)
    yield from gear_faults(roster)


def why_not_this_weapon(roster: Roster, says: Column, man: Man, id: str) -> Fault | None:
    """Why a man cannot have a weapon; None if he can. COT-SQUAD-15, COT-EQUIP-04, LR-115"""
    one = all_weapons().get(id)
    if one is None:
        known = [short_id(roster.nation, own) for own in own_weapons(roster.nation)]
        return Fault("", f"there is no weapon '{id}': {did_you_mean(id, known)}", nation(roster.nation).rows)
    if id in roster.kept:
        return None
    if not in_service(id, roster.year, roster.month, roster.options):
        return Fault("", f"the {one.name} is not in service yet", ("LR-088", "COT-WEAP-15"))
    if id in roster.issued or id in special_weapons(roster):
        return why_not_listed(roster, id)
    return why_not_listed(roster, id) or why_not_by_role(roster, says, man, id)


def why_not_listed(roster: Roster, id: str) -> Fault | None:
    """Why a weapon is in no list the unit may use."""
    one = all_weapons()[id]
    if id in nation(roster.nation).borrows or one.kind == "flamethrower":
        return None
    if one.nation == "core" and weapon_list(roster.nation) == "core" and id not in own_weapons(roster.nation):
        reason = f"the {nation(roster.nation).adjective} list has no {one.name}"
        return Fault("", reason, nation(roster.nation).rows)
    return why_not_supplied(roster.nation, one, roster.supply)


def why_not_by_role(roster: Roster, says: Column, man: Man, id: str) -> Fault | None:
    """Why a man of his role does not get this weapon from the column."""
    one = all_weapons()[id]
    if one.kind in column_kinds(roster, says, man):
        return None
    if same_line(id, role_weapons(roster, says, man)):
        return None
    if one.category != "small_arms" and man.role != "lmg_gunner":
        reason = f"no column issues a {one.name}; a scenario may (write it under `issued`)"
        return Fault("", reason, ("LR-115", "COT-SQUAD-15"))
    offered = ", ".join(all_weapons()[own].name for own in role_weapons(roster, says, man))
    reason = f"the column gives the {ROLE_NAMES[man.role]} {offered}, not {one.name}"
    return Fault("", reason, ("COT-SQUAD-15", *says.rows))


def role_weapons(roster: Roster, says: Column, man: Man) -> tuple[str, ...]:
    """What the column and its notes let a man of his role have."""
    own = weapon_list(roster.nation)
    if man.role == "kommissar":
        return tuple(f"soviet.{line}" for line in KOMMISSAR_ARMS)
    if man.role == "nco":
        return says.nco
    if man.role == "jr_nco":
        return says.jr_nco
    if man.role == "lmg_gunner":
        rolled = any(band.gives == "atr" for band in says.lmg)
        return (*squad_guns(roster.nation), f"{own}.pistol", *((f"{own}.atr",) if rolled else ()))
    if man.role == "medic":
        return (f"{own}.pistol",)
    key = f"{roster.nation}_{unit(roster.nation, roster.unit).column}"
    more = [f"{own}.{line}" for line in noted_weapons(key, man)]
    return tuple(dict.fromkeys((*says.first_riflemen, *says.riflemen, *more)))


def noted_weapons(key: str, man: Man) -> list[str]:
    """What the notes of a column add for a rifleman, launcher man or assistant. COT-ARMY-11, COT-ARMY-12"""
    found = []
    if key in chart("notes_rifles").lines() and man.role == "rifleman":
        found.append(str(chart("notes_rifles").look_up(key, "weapon").value))
    if key in chart("notes_mp44").lines() and man.role in MP44_ORDER:
        found.append(str(chart("notes_mp44").look_up(key, "weapon").value))
    return found


def column_kinds(roster: Roster, says: Column, man: Man) -> tuple[str, ...]:
    """Kinds that may come from any list the supply allows: a foreign LMG serves as well. COT-EQUIP-04"""
    return ("lmg",) if man.role == "lmg_gunner" and roster.supply.get("machine_guns") else ()


def same_line(id: str, offered: tuple[str, ...]) -> bool:
    """Whether a weapon is offered, or is the same line of a supplier's list."""
    line = id.partition(".")[2]
    return any(line == own.partition(".")[2] for own in offered)


def special_weapons(roster: Roster) -> tuple[str, ...]:
    """The weapon that special equipment can be: a flamethrower. COT-UNIT-03, COT-UNIT-05"""
    flames = weapon_of(roster.nation, "flamethrower")
    special = unit(roster.nation, roster.unit).type in ("assault", "engineer")
    return (flames.id,) if special and flames else ()


def kept_faults(roster: Roster) -> Iterator[Fault]:
    """Only special weapons are kept from one battle to the next. COT-SQUAD-08, LR-027"""
    for i, id in enumerate(roster.kept):
        one = all_weapons().get(id)
        if one is None or not one.special:
            name = one.name if one else id
            reason = f"{name}: only special weapons are kept from one battle to the next"
            yield Fault(f"kept.{i}", reason, ("COT-SQUAD-08", "LR-027"))


def note_faults(roster: Roster) -> Iterator[Fault]:
    """No more of a weapon than the note of the column gives. COT-ARMY-11, COT-ARMY-12"""
    own = weapon_list(roster.nation)
    key = f"{roster.nation}_{unit(roster.nation, roster.unit).column}"
    rifles, dice = chart("notes_rifles"), chart("notes_mp44")
    if key in rifles.lines():
        id = f"{own}.{rifles.look_up(key, 'weapon').value}"
        most = whole(rifles.number(key, "riflemen"))
        barred = rifles.look_up(key, "unless_nco_has").value
        nco_has = any(man.role == "nco" and f"{own}.{barred}" in man.weapons for man in roster.men)
        yield from too_many(roster, id, ("rifleman",), 0 if nco_has else most, "COT-ARMY-11")
    if key in dice.lines():
        id = f"{own}.{dice.look_up(key, 'weapon').value}"
        most = HIGHEST[str(dice.look_up(key, "dice").value)]
        yield from too_many(roster, id, MP44_ORDER, most, "COT-ARMY-12")


def too_many(roster: Roster, id: str, roles: tuple[str, ...], most: int, row: str) -> Iterator[Fault]:
    """Those who have a weapon though the note gives it to fewer, unless it was issued. COT-ARMY-11, COT-ARMY-12"""
    having = [i for i, man in enumerate(roster.men) if man.role in roles and id in man.weapons]
    for at in having[most:] if id not in roster.issued else ():
        count = f"at most {most}" if most else "none"
        reason = f"{all_weapons()[id].name}: {count} of them may have one in this squad"
        yield Fault(f"men.{at}.weapons", reason, (row,))


def gear_faults(roster: Roster) -> Iterator[Fault]:
    """Gear that exists, and no more of it than the unit can have."""
    limits, shared = gear_limits(roster), special_limits(roster)
    extra = {short_id(roster.nation, id) for id in roster.issued}
    total: Counter[str] = Counter()
    where: dict[str, str] = {}
    for item, count in roster.stores.items():
        total[item] += count
        where[item] = f"stores.{item}"
        if item not in STORES:
            reason = f"a squad has no '{item}' together: {did_you_mean(item, STORES)}"
            yield Fault(f"stores.{item}", reason, ("COT-UNIT-05",))
    for i, man in enumerate(roster.men):
        flames = sum(map(is_flames, man.weapons))
        total["flamethrower"] += flames
        if flames and total["flamethrower"] > shared.get("flamethrower", 0):
            where.setdefault("flamethrower", f"men.{i}.weapons")
        for item, count in man.gear.items():
            at = f"men.{i}.gear.{item}"
            if item not in all_gear():
                reason = f"there is nothing called '{item}' to carry: {did_you_mean(item, all_gear())}"
                yield Fault(at, reason, ("COT-SQUAD-15",))
            elif count < 1:
                yield Fault(at, "a number from 1 up, or leave it out", ("COT-SQUAD-15",))
            elif item not in extra and not (man.role == "launcher" and item == "rifle_grenade"):
                over = count - limits.get(item, 0)
                total[item] += max(over, 0)
                if total[item] > shared.get(item, 0):
                    where.setdefault(item, at)
    for item, count in total.items():
        if item in all_gear() and count > shared.get(item, 0) and item not in extra:
            fault = too_much(roster, item, count, shared.get(item, 0))
            yield Fault(where[item], fault.reason, fault.rows)
    special = unit(roster.nation, roster.unit).type in ("assault", "engineer")
    if special and len([item for item in total if total[item] and item in shared]) > 1:
        reason = "a squad has one roll of special equipment, so one kind of it"
        yield Fault("men", reason, ("COT-UNIT-03", "COT-UNIT-05"))


def issued_faults(roster: Roster) -> Iterator[Fault]:
    """What a scenario has issued is a weapon, or something to carry. LR-115"""
    for i, id in enumerate(roster.issued):
        if id not in all_weapons() and id not in all_gear():
            known = [*(short_id(roster.nation, own) for own in own_weapons(roster.nation)), *all_gear()]
            reason = f"there is nothing called '{id}' to issue: {did_you_mean(id, known)}"
            yield Fault(f"issued.{i}", reason, ("LR-115",))


def is_flames(id: str) -> bool:
    return id in all_weapons() and all_weapons()[id].kind == "flamethrower"


def too_much(roster: Roster, item: str, count: int, most: int) -> Fault:
    """Why a squad cannot have so much of something."""
    name, rows = all_gear()[item].name, all_gear()[item].rows
    if item == "sabre":
        return Fault("men", "this unit is not trained to fight with the sabre", ("COT-UNIT-04",))
    if item == VEST:
        return Fault("men", "SN-42 vests are for Soviet assault squads", ("COT-UNIT-03", "COT-EQUIP-01"))
    kind = unit(roster.nation, roster.unit).name
    given = f"{most} at most" if most else "none"
    return Fault("men", f"{count} x {name} more than the men of {kind} carry; {given} by the lists", rows)


def gear_limits(roster: Roster) -> dict[str, int]:
    """What each man may carry without a die. COT-UNIT-03, COT-UNIT-04"""
    made = unit(roster.nation, roster.unit)
    found = dict(common_gear("everybody"))
    if made.type == "assault":
        found |= assault_loadout(roster.options)
        if roster.nation == "soviet":
            found[VEST] = 1
    if has_sabres(roster.nation, roster.unit):
        found["sabre"] = 1
    return found


def special_limits(roster: Roster) -> dict[str, int]:
    """What a squad may have besides by its equipment roll, or by the core lists. COT-SQUAD-15, COT-UNIT-03"""
    made = unit(roster.nation, roster.unit)
    if made.type in ("assault", "engineer"):
        table = chart(f"{made.type}_equipment")
        found: dict[str, int] = {}
        for die in table.lines():
            count = str(table.look_up(die, "count").value)
            items = [str(table.look_up(die, "item").value)]
            if made.type == "assault" and roster.nation == "german":
                items.append(str(table.look_up(die, "or").value))
            found |= {item: HIGHEST.get(count, 1) for item in items if item in all_gear() and item != VEST}
        return found
    if nation(roster.nation).book == "core":
        satchels = {"satchel": 1} if roster.squad == 1 else {}
        return satchels | ({"molotov": 2} if roster.nation == "russian_core" else {})
    return {}
