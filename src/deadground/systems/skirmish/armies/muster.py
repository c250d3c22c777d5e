"""A player's own squad in a battle: whether a roster fits the place that a scenario has for it, and its men there.

The game's set-up holds the roster itself, never the name of a file, so that a replay needs nobody's files.
COT-SQUAD-02
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from deadground.core.citing import way_in
from deadground.core.faults import Fault, SetupError, did_you_mean
from deadground.core.loader import DataError, document
from deadground.core.roster import Role, Roster
from deadground.systems.skirmish.armies.check import faults_of, name_faults
from deadground.systems.skirmish.armies.check_crew import HIGHEST_REP
from deadground.systems.skirmish.armies.rosters import CREW, plain, roster_from
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.lists import all_nations, nation, variant_of
from deadground.systems.skirmish.rules.troops.equipment import all_gear
from deadground.systems.skirmish.scenario_file import Man, Scenario, SideFile, UnitFile
from deadground.systems.skirmish.state import Rank
from deadground.systems.skirmish.weapons import all_weapons

DETAIL = "rosters"
"""Where a set-up keeps them, by side."""

RANKS: dict[Role, Rank] = {"jr_nco": "junior_nco"}
LEADERS: tuple[Rank, ...] = ("first_squad_leader", "squad_leader")
SECOND_HALF: tuple[Role, ...] = ("jr_nco", "lmg_gunner", "lmg_assistant")
"""The machine gun and the Junior NCO are the second half of the squad, all others the first. NS-03"""

MOST_CARRIED = 99


def roster_of(given: Any) -> Roster:
    """A roster from plain values; a `SetupError` says what is no roster."""
    try:
        return roster_from(document(msgspec.json.encode(given).decode(), "the roster"))
    except (DataError, msgspec.MsgspecError, TypeError) as fault:
        raise SetupError(str(fault)) from None


@way_in
def checked_rosters(scenario: Scenario, given: Any) -> dict[str, Any]:
    """The rosters of a set-up as they are kept; a `SetupError` names everything that does not fit."""
    if not isinstance(given, Mapping):
        raise SetupError("rosters are given by side")
    sides = {side.id: side for side in scenario.file.sides}
    found: dict[str, Any] = {}
    for id, value in given.items():
        if id not in sides:
            raise SetupError(f"there is no side '{id}': {did_you_mean(str(id), sides)}")
        roster = roster_of(value)
        misfits = misfits_of(scenario, sides[id], roster)
        if misfits:
            raise SetupError("; ".join(f"{roster.roster}: {fault.reason}" for fault in misfits))
        found[id] = msgspec.json.decode(msgspec.json.encode(plain(roster)))  # as a save gives it back
    return found


@way_in
def misfits_of(scenario: Scenario, side: SideFile, roster: Roster) -> list[Fault]:
    """Everything that keeps a roster from this battle: what it breaks of its list, and what the place asks."""
    found = list(unplayable(roster)) if roster.house else [broken(roster, one) for one in faults_of(roster)]
    return [*found, *place_faults(side, roster)]


def unplayable(roster: Roster) -> Iterator[Fault]:
    """What even a house roster cannot have: things that are in no list at all. COT-SQUAD-02"""
    yield from name_faults(roster)
    for i, man in enumerate(roster.men):
        if not 1 <= man.rep <= HIGHEST_REP:
            yield Fault(f"men.{i}.rep", f"{man.name}: a Rep is from 1 to {HIGHEST_REP}", ("COT-SQUAD-14",))
        things = (("weapons", man.weapons, all_weapons()), ("attributes", man.attributes, attributes()))
        for field, has, known in (*things, ("gear", tuple(man.gear), all_gear())):
            for one in has:
                if one not in known:
                    yield Fault(f"men.{i}.{field}", f"{man.name}: '{one}' is in no list")
        if any(not 0 <= count <= MOST_CARRIED for count in man.gear.values()):
            yield Fault(f"men.{i}.gear", f"{man.name}: nobody carries more than {MOST_CARRIED} of a thing")


def broken(roster: Roster, fault: Fault) -> Fault:
    """A fault of the list, with the way out of it."""
    steps = fault.at.split(".")
    man = roster.men[int(steps[1])].name + ": " if len(steps) > 1 and steps[0] == "men" else ""
    return Fault(fault.at, f"{man}{fault.reason} (or accept it as a house roster)", fault.rows)


def place_faults(side: SideFile, roster: Roster) -> Iterator[Fault]:
    """What the place of a scenario asks of a roster. COT-SQUAD-02"""
    place = side.roster
    if place is None:
        yield Fault("", f"the {side.name} side of this battle has its own men; it takes no roster")
        return
    nations = place.nations or (side.nation,)
    if roster.nation not in nations:
        known = " or ".join(nation(one).adjective for one in nations if one in all_nations())
        yield Fault("nation", f"this side is {known}, the roster is {shown_nation(roster)}")
    if roster.unit == CREW:
        yield Fault("unit", "a vehicle crew cannot fight this battle")
    if place.year and roster.year != place.year:
        yield Fault("year", f"this battle is in {place.year}, the roster is of {roster.year}")
    most = len(unit_for(side).men) + len(place.room)
    if not place.least <= len(roster.men) <= most:
        yield Fault("men", f"{place.least} to {most} men fight here, the roster has {len(roster.men)}")
    if not any(man.role == "nco" for man in roster.men):
        yield Fault("men", "somebody must lead it: there is no NCO", ("COT-SQUAD-12",))


def shown_nation(roster: Roster) -> str:
    return nation(roster.nation).adjective if roster.nation in all_nations() else f"'{roster.nation}'"


def unit_for(side: SideFile) -> UnitFile:
    """The unit whose place a roster takes."""
    wanted = side.roster.unit if side.roster else ""
    return next(unit for unit in side.units if unit.id == wanted)


def mustered(side: SideFile, roster: Roster) -> SideFile:
    """The side with the men of a roster in the places of its own."""
    place, unit = side.roster, unit_for(side)
    spots = [*(man.at for man in unit.men), *(place.room if place else ())]
    facing = next(iter(unit.men)).facing
    names = unique_names(roster)
    men = []
    for i, man in enumerate(roster.men):
        men.append(
            Man(
                name=names[i],
                at=spots[i],
                facing=facing,
                rep=man.rep,
                rank=rank_of(man.role, unit),
                half=2 if man.role in SECOND_HALF else 1,
                weapons=man.weapons,
                attributes=man.attributes,
                gear=man.gear,
                star=man.star,
                medic=man.role == "medic",
                woman=man.woman,
                loads_for=gunner_of(roster, i, names),
            )
        )
    change = msgspec.structs.replace
    variant = variant_of(roster.nation, roster.unit)
    own = change(unit, name=roster.roster, men=tuple(men), variant=variant)
    return change(side, units=tuple(own if one is unit else one for one in side.units))


def rank_of(role: Role, unit: UnitFile) -> Rank:
    """A man's rank by his role; whoever leads it has that of the leader whose place he takes. NS-03"""
    if role == "nco":
        return next((man.rank for man in unit.men if man.rank in LEADERS), "squad_leader")
    return RANKS.get(role, "soldier")


def unique_names(roster: Roster) -> list[str]:
    """What the men are called on the table: no two the same."""
    names: list[str] = []
    for man in roster.men:
        name, number = man.name.strip(), 2
        while name in names:
            name, number = f"{man.name.strip()} {number}", number + 1
        names.append(name)
    return names


def gunner_of(roster: Roster, at: int, names: list[str]) -> str:
    """The gunner a man loads for: the first assistant the first gunner's, and so on."""
    if roster.men[at].role != "lmg_assistant":
        return ""
    before = sum(man.role == "lmg_assistant" for man in roster.men[:at])
    gunners = [name for man, name in zip(roster.men, names, strict=True) if man.role == "lmg_gunner"]
    return gunners[before] if before < len(gunners) else ""


def with_rosters(scenario: Scenario, details: Mapping[str, Any]) -> Scenario:
    """The scenario with the squads that the players brought."""
    given = details.get(DETAIL)
    if not given:
        return scenario
    sides = tuple(
        mustered(side, roster_of(given[side.id])) if side.id in given else side
        for side in scenario.file.sides
    )
    file = msgspec.structs.replace(scenario.file, sides=sides)
    return msgspec.structs.replace(scenario, file=file)
