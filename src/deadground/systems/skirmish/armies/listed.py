"""The army lists as a page needs them: nations and units, what a unit's column says, and what men can have."""

from __future__ import annotations

from deadground.core.roster import ArmyLists, Listed, ListedNation, ListedUnit, Role, UnitOffer
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.armies.choices import offer
from deadground.systems.skirmish.armies.rosters import ATTACHED, CREW_ROLES, ROLE_NAMES, SQUAD_ROLES
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.lists import (
    Nation,
    all_nations,
    all_units,
    column,
    nation,
    nations,
    own_weapons,
    weapon_list,
    years,
)
from deadground.systems.skirmish.rules.troops.equipment import all_gear
from deadground.systems.skirmish.weapons import Weapon, all_weapons


def every_list(*, core: bool = False) -> ArmyLists:
    """The nations on offer, or those of the core rules alone, and everything a man of any of them can have."""
    (first, _), (last, _) = years()
    return ArmyLists(
        nations=[listed_nation(one) for one in nations(supplement=not core).values()],
        first_year=first,
        last_year=last,
        roles=role_names((*SQUAD_ROLES, *ATTACHED)),
        crew_roles=role_names(CREW_ROLES),
        attributes=[Listed(one.id, one.name, one.does, one.ours) for one in attributes().values()],
        gear=[Listed(one.id, one.name, "", one.ours) for one in all_gear().values()],
    )


def role_names(roles: tuple[Role, ...]) -> dict[str, str]:
    return {role: ROLE_NAMES[role][0].upper() + ROLE_NAMES[role][1:] for role in roles}


def listed_nation(one: Nation) -> ListedNation:
    units = [ListedUnit(unit.id, unit.name, unit.stand_in) for unit in all_units(one.id).values()]
    return ListedNation(one.id, one.name, one.adjective, one.stand_in, units)


def unit_offer(of: str, unit: str, year: int, month: int) -> UnitOffer:
    """A unit at a date; a `KeyError` names what there is not."""
    return UnitOffer(
        offer=offer(of, unit, year, month), says=column_words(of, unit, year), weapons=weapons_for(of)
    )


def column_words(of: str, unit: str, year: int) -> list[tuple[str, str]]:
    """What a unit's column says, line by line."""
    says = column(of, unit, year, DEFAULTS)
    strength = f"{says.base} + 1d{says.die}, at most {says.men}" if says.die else str(says.men)
    bands = ", ".join(f"{band_words(one.low, one.high)}: Rep {one.gives}" for one in says.reps)
    guns = ", ".join(f"{band_words(one.low, one.high)}: {one.gives}" for one in says.lmg)
    found = [("Strength", strength), ("Reps by one die", bands or "by grade")]
    if len(says.lmg) > 1:
        found.append(("Machine guns by one die", guns))
    elif says.lmg[0].gives != "0":
        found.append(("Machine guns", says.lmg[0].gives))
    if says.launchers:
        found.append(("Grenade launchers", str(says.launchers)))
    if says.rep_die:
        found.append(("Rep dice", f"{says.rep_die:+}"))
    return [*found, ("Squads in a platoon", str(says.squads))]


def band_words(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def weapons_for(of: str) -> list[Listed]:
    """Every weapon, those of the nation's own list first and by their line alone."""
    own = own_weapons(of)
    rest = [one for one in all_weapons().values() if one.id not in own]
    return [
        *(listed_weapon(one, one.id.removeprefix(f"{weapon_list(of)}."), "") for one in own.values()),
        *(listed_weapon(one, one.id, list_name(one.nation)) for one in rest),
    ]


def listed_weapon(one: Weapon, id: str, of: str) -> Listed:
    return Listed(id, one.name, of, one.stand_in)


def list_name(of: str) -> str:
    return nation(of).adjective if of in all_nations() else "Any army"
