"""What a squad carries: grenades and knives, sabres, special equipment. COT-UNIT-02 to -05, NS-06, LR-207"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from deadground.core.roster import Man, Roster
from deadground.systems.skirmish.armies.throws import Throws
from deadground.systems.skirmish.lists import nation, unit
from deadground.systems.skirmish.rules.troops.equipment import (
    VEST,
    assault_equipment,
    assault_loadout,
    common_gear,
    engineer_equipment,
    weapon_of,
)
from deadground.systems.skirmish.rules.troops.unit_types import has_sabres

STORES = ("ap_mines", "at_mines")
"""What belongs to the squad and to nobody in it."""


def equipped(dice: Throws, roster: Roster, picks: Mapping[str, str]) -> Roster:
    """The squad with everything it carries."""
    made = unit(roster.nation, roster.unit)
    carried = [Counter(usual_gear(roster, man)) for man in roster.men]
    for extra, at in core_extras(roster):
        carried[at].update(extra)
    if has_sabres(roster.nation, roster.unit):
        for one in carried:
            one["sabre"] += 1
    roster = with_gear(roster, carried)
    if made.type == "assault":
        return given(roster, *assault_equipment(dice, roster.nation, picks.get("special", "")))
    return given(roster, *engineer_equipment(dice)) if made.type == "engineer" else roster


def usual_gear(roster: Roster, man: Man) -> dict[str, int]:
    """What a man carries by his role and his unit."""
    found = Counter(common_gear("everybody"))
    if man.role == "launcher":
        found.update(common_gear("launcher"))
    if unit(roster.nation, roster.unit).type == "assault":
        loadout = assault_loadout(roster.options)
        found.update({item: count for item, count in loadout.items() if item not in found})
    return dict(found)


def core_extras(roster: Roster) -> list[tuple[dict[str, int], int]]:
    """What core lists give besides: Molotovs to two Russians, a satchel to a man of the first squad. NS-06"""
    if nation(roster.nation).book != "core":
        return []
    riflemen = [i for i, man in enumerate(roster.men) if man.role == "rifleman"]
    found = []
    if roster.nation == "russian_core":
        found += [(common_gear("molotov_man"), at) for at in riflemen[:2]]
    if roster.squad == 1 and riflemen:
        found.append((common_gear("satchel_man"), riflemen[-1]))
    return found


def given(roster: Roster, item: str, count: int) -> Roster:
    """Special equipment: vests to everybody, mines to the squad, the rest man by man from the last upwards."""
    change = msgspec.structs.replace
    if item in STORES:
        return change(roster, stores={item: count})
    men = list(roster.men)
    if item == VEST:
        return change(roster, men=tuple(change(man, gear={**man.gear, VEST: 1}) for man in men))
    for i in range(count):
        at = len(men) - 1 - i % len(men)
        if item == "flamethrower":
            flames = weapon_of(roster.nation, item)
            men[at] = change(men[at], weapons=(flames.id if flames else "", *men[at].weapons))
        else:
            carried = Counter(men[at].gear)
            carried[item] += 1
            men[at] = change(men[at], gear=dict(carried))
    return change(roster, men=tuple(men))


def with_gear(roster: Roster, carried: list[Counter[str]]) -> Roster:
    men = tuple(
        msgspec.structs.replace(man, gear=dict(gear)) for man, gear in zip(roster.men, carried, strict=True)
    )
    return msgspec.structs.replace(roster, men=men)
