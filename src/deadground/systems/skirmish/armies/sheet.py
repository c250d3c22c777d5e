"""A roster as a sheet: every word that stands on it, as plain data for paper and page alike. COT-SQUAD-02"""

from __future__ import annotations

from calendar import month_name

from deadground.core.citing import way_in
from deadground.core.roster import Man, Roster, RosterSheet, SheetMan, SheetWeapon
from deadground.systems.skirmish.armies.check import faults_of
from deadground.systems.skirmish.armies.rosters import CREW, ROLE_NAMES
from deadground.systems.skirmish.armies.weapon_words import (
    impact_words,
    note_words,
    range_words,
    target_words,
)
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.lists import all_nations, all_units, column, nation, unit
from deadground.systems.skirmish.rules.troops.equipment import all_gear, weapon_of
from deadground.systems.skirmish.weapons import CATEGORIES, Weapon, all_weapons

DAGGER = "†"
STAND_IN = f"{DAGGER} a stand-in of ours, where the book's own table is missing"
HOUSE = "House roster: it breaks its list"
NOTICE = (
    "Compatible with NUTS! Final Version and NUTS! Clash of Titans. Not affiliated with or endorsed by their "
    "publisher; you need the books."
)
BLANK_MEN = 12
BLANK_WEAPONS = 6


@way_in
def sheet(roster: Roster) -> RosterSheet:
    """The sheet of a roster, a house roster with everything it breaks."""
    faults = faults_of(roster)
    listed = roster.nation in all_nations()
    used = weapons_on(roster) if listed else {}
    marked = listed and (
        nation(roster.nation).stand_in or any(one.stand_in for one in used.values()) or is_ours(roster)
    )
    return RosterSheet(
        title=roster.roster,
        subtitle=subtitle(roster),
        facts=facts(roster) if listed else (),
        men=tuple(line(man) for man in roster.men),
        weapons=tuple(weapon_line(one) for one in used.values()),
        explained=explained(roster),
        house=HOUSE if faults else "",
        faults=tuple(
            f"{where(roster, fault.at)}: {fault.reason} ({', '.join(fault.rows)})" for fault in faults
        ),
        notes=(*((STAND_IN,) if marked else ()), NOTICE),
        ours=marked and any(man.gear for man in roster.men),
    )


def blank_sheet(of: str = "", id: str = "") -> RosterSheet:
    """An empty sheet: for any squad, or for a unit of a nation with as many lines as it has men. COT-SQUAD-10"""
    title, lines = "", BLANK_MEN
    facts_: tuple[tuple[str, str], ...] = (("Nation", ""), ("Unit", ""), ("Date", ""))
    notes: tuple[str, ...] = (NOTICE,)
    if of and id:
        made = unit(of, id)
        says = column(of, id, 1943, {})
        mark = DAGGER if made.stand_in else ""
        title = f"{nation(of).adjective} {made.name}{mark}"
        facts_ = (("Full strength", str(says.men)), ("Squads in a platoon", str(says.squads)), ("Date", ""))
        lines = says.men
        notes = (STAND_IN, NOTICE) if mark else (NOTICE,)
    return RosterSheet(
        title="",
        subtitle=title,
        facts=facts_,
        men=(SheetMan(),) * lines,
        weapons=(SheetWeapon(),) * BLANK_WEAPONS,
        explained=(),
        house="",
        faults=(),
        notes=notes,
    )


def subtitle(roster: Roster) -> str:
    """Nation, unit and date in one line; a stand-in list with its dagger."""
    if roster.nation not in all_nations():
        return f"{roster.nation}, {roster.unit}, {roster.year}"
    whose = nation(roster.nation)
    known = all_units(roster.nation).get(roster.unit)
    name = known.name if known else roster.unit.capitalize()
    mark = DAGGER if whose.stand_in or (known and known.stand_in) else ""
    date = f"{month_name[roster.month]} {roster.year}" if 1 <= roster.month <= 12 else str(roster.year)
    return f"{whose.adjective} {name}{mark}, {date}"


def facts(roster: Roster) -> tuple[tuple[str, str], ...]:
    """What holds for the squad as a whole."""
    found = [("Men", str(len(roster.men)))]
    if roster.unit != CREW and roster.unit in all_units(roster.nation):
        says = column(roster.nation, roster.unit, roster.year, roster.options)
        found += [("Full strength", str(says.men)), ("Squad", f"{roster.squad} of {says.squads}")]
    if roster.supply:
        words = [f"{kind.replace('_', ' ')} {whose}" for kind, whose in roster.supply.items()]
        found.append(("Equipment", ", ".join(words)))
    if roster.stores:
        found.append(("Stores", carried(roster.stores)))
    if roster.note:
        found.append(("Note", roster.note))
    if roster.made and roster.made.seed:
        found.append(("Dice seed", roster.made.seed))
    return tuple(found)


def line(man: Man) -> SheetMan:
    return SheetMan(
        name=man.name,
        role=ROLE_NAMES[man.role] + (", Star" if man.star else ""),
        rep=str(man.rep),
        weapons=", ".join(weapon_name(id) for id in man.weapons),
        attributes=", ".join(attribute_name(id) for id in man.attributes),
        carries=carried(man.gear),
        star=man.star,
    )


def weapon_name(id: str) -> str:
    one = all_weapons().get(id)
    return id if one is None else one.name + (DAGGER if one.stand_in else "")


def attribute_name(id: str) -> str:
    one = attributes().get(id)
    return id if one is None else one.name + (DAGGER if one.ours else "")


def carried(things: dict[str, int]) -> str:
    names = {
        id: all_gear()[id].name + (DAGGER if all_gear()[id].ours else "") for id in things if id in all_gear()
    }
    return ", ".join(
        f"{count} {names.get(id, id)}" if count > 1 else names.get(id, id) for id, count in things.items()
    )


def weapons_on(roster: Roster) -> dict[str, Weapon]:
    """Every weapon that somebody has, grenades and charges included, each once, in the order of the tables."""
    found: dict[str, Weapon] = {}
    for man in roster.men:
        gear = [weapon_of(roster.nation, item) for item in man.gear if item in all_gear()]
        for one in [*(all_weapons().get(id) for id in man.weapons), *gear]:
            if one is not None:
                found.setdefault(one.id, one)
    return dict(sorted(found.items(), key=lambda item: CATEGORIES.index(item[1].category)))


def weapon_line(one: Weapon) -> SheetWeapon:
    return SheetWeapon(
        name=weapon_name(one.id),
        range=range_words(one),
        target=target_words(one),
        impact=impact_words(one),
        rank=str(one.rank),
        notes="; ".join(note_words(one)),
    )


def explained(roster: Roster) -> tuple[tuple[str, str], ...]:
    """What the attributes of these men do."""
    ids = dict.fromkeys(id for man in roster.men for id in man.attributes if id in attributes())
    return tuple((attribute_name(id), attributes()[id].does) for id in ids)


def is_ours(roster: Roster) -> bool:
    """Whether something on the sheet besides the weapons is a stand-in."""
    gear = any(man.gear for man in roster.men)  # how much of it is nowhere printed: LR-207
    traits = any(attributes()[id].ours for man in roster.men for id in man.attributes if id in attributes())
    known = all_units(roster.nation).get(roster.unit)
    return gear or traits or bool(known and known.stand_in)


def where(roster: Roster, at: str) -> str:
    """The place of a fault in words: the man's name, else the field."""
    steps = at.split(".")
    if steps[0] == "men" and len(steps) > 1 and steps[1].isdigit():
        return roster.men[int(steps[1])].name
    return steps[0]
