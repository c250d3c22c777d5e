"""Whether a vehicle crew can be: how many, their Reps, small arms and what they carry. COT-SQUAD-02, NS-31"""

from __future__ import annotations

from collections.abc import Iterator

from deadground.core.citing import cite
from deadground.core.faults import Fault, did_you_mean
from deadground.core.roster import Man, Roster
from deadground.systems.skirmish.armies.check_people import attribute_faults, star_faults
from deadground.systems.skirmish.armies.rosters import CREW_ROLES, ROLE_NAMES, short_id
from deadground.systems.skirmish.lists import nation, own_weapons, weapon_list
from deadground.systems.skirmish.rules.troops.equipment import all_gear, common_gear
from deadground.systems.skirmish.rules.troops.unit_types import why_no_woman
from deadground.systems.skirmish.weapons import all_weapons

MOST_CREW = 8
HIGHEST_REP = 6
CREW_ARMS = ("pistol", "smg")
"""What men in a vehicle have for themselves. NS-31"""

ROWS = ("COT-SQUAD-02",)


def crew_faults(roster: Roster) -> Iterator[Fault]:
    """What is wrong with a vehicle crew. COT-SQUAD-02"""
    cite(*ROWS)
    if len(roster.men) > MOST_CREW:
        yield Fault("men", f"a crew has at most {MOST_CREW} men", ROWS)
    yield from star_faults(roster)
    for i, man in enumerate(roster.men):
        if man.role not in CREW_ROLES:
            yield Fault(f"men.{i}.role", f"a crew has no {ROLE_NAMES[man.role]}", ROWS)
        if not 1 <= man.rep <= HIGHEST_REP:
            yield Fault(f"men.{i}.rep", f"a Rep is from 1 to {HIGHEST_REP}", ROWS)
        yield from arms_faults(roster, i, man)
        if man.woman and (fault := why_no_woman(roster.nation, roster.unit, man.post)):
            yield Fault(f"men.{i}.woman", fault.reason, fault.rows)
        yield from attribute_faults(roster, i, man)


def arms_faults(roster: Roster, at: int, man: Man) -> Iterator[Fault]:
    """Pistols and SMGs of their own list, a grenade and a knife; more where it was issued. NS-31, LR-207"""
    own = {f"{weapon_list(roster.nation)}.{line}" for line in CREW_ARMS}
    for j, id in enumerate(man.weapons):
        if id not in all_weapons():
            known = [short_id(roster.nation, one) for one in own_weapons(roster.nation)]
            reason = f"there is no weapon '{id}': {did_you_mean(id, known)}"
            yield Fault(f"men.{at}.weapons.{j}", reason, nation(roster.nation).rows)
        elif id not in own and id not in roster.issued and id not in roster.kept:
            reason = f"crewmen have pistols and SMGs of their own list, not {all_weapons()[id].name}"
            yield Fault(f"men.{at}.weapons.{j}", reason, ("NS-31",))
    limits = common_gear("everybody")
    for item, count in man.gear.items():
        where = f"men.{at}.gear.{item}"
        if item not in all_gear():
            reason = f"there is nothing called '{item}' to carry: {did_you_mean(item, all_gear())}"
            yield Fault(where, reason, ("COT-SQUAD-15",))
        elif not 1 <= count <= limits.get(item, 0) and item not in roster.issued:
            reason = f"{count} x {all_gear()[item].name}: a crewman has {limits.get(item, 0) or 'none'}"
            yield Fault(where, reason, ("LR-207",))
