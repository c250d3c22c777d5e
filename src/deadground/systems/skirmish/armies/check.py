"""Whether a roster keeps to its list: every fault with its place, reason and rows.

COT-SQUAD-02, COT-SQUAD-09 to COT-SQUAD-15

Faults of the frame (nation, unit, year) come alone, because nothing else can be judged without them. A house roster
may break its list; what it breaks is told all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from deadground.core.citing import cite, way_in
from deadground.core.faults import Fault, did_you_mean
from deadground.core.loader import DataError, Document, FileRefused
from deadground.core.roster import Man, Role, Roster
from deadground.core.system import why_not_set
from deadground.systems.skirmish.armies.check_arms import arms_faults, issued_faults
from deadground.systems.skirmish.armies.check_crew import HIGHEST_REP, crew_faults
from deadground.systems.skirmish.armies.check_people import people_faults
from deadground.systems.skirmish.armies.rosters import ATTACHED, CREW, CREW_ROLES, ROLE_NAMES, roster_from
from deadground.systems.skirmish.armies.squads import has_loaders, rep_in_role
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import (
    Column,
    all_nations,
    all_units,
    column,
    nation,
    unit,
    years,
)
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.troops.equipment import suppliers, why_no_availability
from deadground.systems.skirmish.rules.troops.unit_types import always_has_kommissar, why_not_stiffened

LONGEST_NAME, LONGEST_NOTE = 40, 400


@way_in
def faults_of(roster: Roster) -> list[Fault]:
    """Everything that is wrong with a roster; each fault cites its rows."""
    found = list(frame_faults(roster))
    if not found:
        found = [*name_faults(roster), *option_faults(roster), *issued_faults(roster)]
        found += crew_faults(roster) if roster.unit == CREW else squad_faults(roster)
    for fault in found:
        cite(*fault.rows)
    return found


@way_in
def checked_roster(document: Document, *, house: bool = False) -> Roster:
    """The roster in a file; one that breaks its list is refused line by line, unless it is a house roster."""
    roster = roster_from(document)
    found = faults_of(roster)
    if found and not (roster.house or house):
        raise FileRefused([placed(document, fault) for fault in found])
    return as_house(roster) if found else roster


def as_house(roster: Roster) -> Roster:
    """The roster marked as one that breaks its list."""
    return msgspec.structs.replace(roster, house=True)


def placed(document: Document, fault: Fault) -> DataError:
    """A fault at its line of a file."""
    way = tuple(int(step) if step.isdigit() else step for step in fault.at.split(".") if step)
    return document.error(way, fault.reason, ", ".join(fault.rows))


def frame_faults(roster: Roster) -> Iterator[Fault]:
    """Whose squad it is, and when. COT-SQUAD-09"""
    if roster.nation not in all_nations():
        reason = f"there is no list of '{roster.nation}': {did_you_mean(roster.nation, all_nations())}"
        yield Fault("nation", reason, ("COT-SQUAD-09",))
        return
    known = [*all_units(roster.nation), CREW]
    if roster.unit not in known:
        whose = nation(roster.nation).adjective
        reason = f"the {whose} list has no '{roster.unit}': {did_you_mean(roster.unit, known)}"
        yield Fault("unit", reason, (*nation(roster.nation).rows, "COT-SQUAD-10"))
    if not 0 <= roster.month <= 12:
        yield Fault("month", f"there is no month {roster.month}", ("COT-SQUAD-09",))
        return
    (first_year, first_month), (last_year, last_month) = years()
    early = (roster.year, roster.month or first_month) < (first_year, first_month)
    late = (roster.year, roster.month) > (last_year, last_month)
    if early or late:
        reason = f"the lists run from {first_month}/{first_year} to {last_month}/{last_year}"
        yield Fault("year", reason, ("COT-SQUAD-09",))


def name_faults(roster: Roster) -> Iterator[Fault]:
    """Names that can be read and printed. COT-SQUAD-02"""
    if not roster.men:
        yield Fault("men", "there is nobody in it", ("COT-SQUAD-02",))
    texts = [("roster", roster.roster), *((f"men.{i}.name", man.name) for i, man in enumerate(roster.men))]
    if len(roster.note) > LONGEST_NOTE or not roster.note.isprintable():
        yield Fault("note", f"a note has at most {LONGEST_NOTE} letters that can be printed")
    for at, text in texts:
        if not text.strip() or len(text) > LONGEST_NAME or not text.isprintable():
            yield Fault(at, f"a name has 1 to {LONGEST_NAME} letters that can be printed")


def option_faults(roster: Roster) -> Iterator[Fault]:
    """Options that there are. COT-SQUAD-02"""
    for name, value in roster.options.items():
        if why := why_not_set(option.known, name, value):
            found = option.known.get(name)
            yield Fault(f"options.{name}", why, (found.ruling,)) if found else Fault("options", why)


def squad_faults(roster: Roster) -> list[Fault]:
    """What is wrong with a squad."""
    says = column(roster.nation, roster.unit, roster.year, roster.options)
    return [
        *number_faults(roster, says),
        *size_faults(roster, says),
        *role_faults(roster, says),
        *rep_faults(roster, says),
        *supply_faults(roster),
        *stiffening_faults(roster),
        *arms_faults(roster, says),
        *people_faults(roster),
    ]


def number_faults(roster: Roster, says: Column) -> Iterator[Fault]:
    """Its number in the platoon, which has so many squads. COT-SQUAD-10"""
    if not 1 <= roster.squad <= says.squads:
        reason = f"a platoon of these has {says.squads} squads, so there is no squad {roster.squad}"
        yield Fault("squad", reason, ("COT-SQUAD-10", *says.rows))


def size_faults(roster: Roster, says: Column) -> Iterator[Fault]:
    """Never more than the paper strength; attached figures do not count. COT-SQUAD-11, LR-034"""
    ranks = [i for i, man in enumerate(roster.men) if man.role not in ATTACHED]
    for at in ranks[says.men :]:
        reason = f"the squad has {len(ranks)} men, {says.men} is its full strength"
        yield Fault(f"men.{at}", reason, ("COT-SQUAD-11", *says.rows))


def role_faults(roster: Roster, says: Column) -> Iterator[Fault]:
    """Each place once, and the special weapons manned before there are riflemen. COT-SQUAD-12, COT-SQUAD-15

    Medics belong to the platoon, which has one. NUTS-WOUND-07
    """
    allowed = places(roster, says)
    seen: Counter[Role] = Counter()
    for i, man in enumerate(roster.men):
        seen[man.role] += 1
        most = allowed.get(man.role)
        if man.role in CREW_ROLES:
            yield Fault(f"men.{i}.role", f"a squad has no {ROLE_NAMES[man.role]}", ("COT-SQUAD-15",))
        elif man.role == "medic" and seen["medic"] > 1:
            yield Fault(f"men.{i}.role", "a platoon has one medic", ("NUTS-WOUND-07", "NUTS-WOUND-08"))
        elif most is not None and seen[man.role] > most:
            count = "no" if most == 0 else f"only {most}"
            reason = f"the column has {count} {ROLE_NAMES[man.role]}"
            yield Fault(f"men.{i}.role", reason, ("COT-SQUAD-15", *says.rows))
    if seen["rifleman"]:
        yield from unmanned(seen, allowed, says)


def unmanned(seen: Counter[Role], allowed: dict[Role, int], says: Column) -> Iterator[Fault]:
    """Specialist roles that stand empty beside riflemen. COT-SQUAD-12"""
    for role, most in allowed.items():
        wanted = min(most, seen["lmg_gunner"]) if role == "lmg_assistant" else most
        if seen[role] < wanted and is_certain(role, says):
            reason = f"there are riflemen, but no {ROLE_NAMES[role]}: specialists are filled first"
            yield Fault("men", reason, ("COT-SQUAD-12",))


def places(roster: Roster, says: Column) -> dict[Role, int]:
    """How many men of each specialist role a column has at most. COT-SQUAD-12, COT-SQUAD-15"""
    gives = [band.gives for band in says.lmg]
    guns = max(int(one) if one.isdigit() else 1 for one in gives)
    loaders = guns if has_loaders(roster.nation, gives[-1]) else 0
    return {
        "nco": 1,
        "jr_nco": 1,
        "lmg_gunner": guns,
        "lmg_assistant": loaders,
        "launcher": says.launchers,
    }


def is_certain(role: Role, says: Column) -> bool:
    """Whether a column gives a role without a die: an LMG that is rolled for may be absent. COT-ARMY-10"""
    return role not in ("lmg_gunner", "lmg_assistant") or says.lmg[0].gives != "0"


def rep_faults(roster: Roster, says: Column) -> Iterator[Fault]:
    """Reps that the bands of the column can give; in a campaign they grow and shrink. COT-SQUAD-14"""
    for i, man in enumerate(roster.men):
        if not 1 <= man.rep <= HIGHEST_REP:
            yield Fault(f"men.{i}.rep", f"a Rep is from 1 to {HIGHEST_REP}", ("COT-SQUAD-14",))
            continue
        reps = possible_reps(roster, says, man)
        if roster.start != "campaign" and man.rep not in reps:
            shown = ", ".join(map(str, sorted(reps)))
            reason = f"Rep {man.rep} is not in the bands of the column: {shown}"
            yield Fault(f"men.{i}.rep", reason, ("COT-SQUAD-14", *says.rows))


def possible_reps(roster: Roster, says: Column, man: Man) -> set[int]:
    """The Reps a man can have been made with. COT-SQUAD-14, NS-05"""
    if man.star:
        return {number("star_rep")}
    if man.role == "medic":
        return {int(cell) for cell in [chart("grades").number("medic", "1")] if cell}
    if man.role == "nco" and roster.stiffening == "sergeant":
        return {number("veteran_sergeant_rep")}
    if man.role == "kommissar":
        return {int(band.gives) for band in column("soviet", "nkvd", roster.year, roster.options).reps}
    if says.reps:
        return {int(band.gives) for band in says.reps}
    grades = chart("grades")
    rolled = (whole(grades.number(roster.grade, str(die))) for die in range(1, 7))
    return {rep_in_role(rep, man.role) for rep in rolled}


def supply_faults(roster: Roster) -> Iterator[Fault]:
    """Foreign equipment that the table can give. COT-EQUIP-02, COT-EQUIP-03"""
    if not roster.supply:
        return
    fault = why_no_availability(roster.nation, roster.options)
    if fault:
        yield fault
        return
    categories = chart("equipment_availability").lines()
    for category, supplier in roster.supply.items():
        if category not in categories:
            reason = f"there is no category '{category}': {', '.join(categories)}"
            yield Fault("supply", reason, ("COT-EQUIP-03",))
        elif supplier not in suppliers(roster.nation, category):
            known = ", ".join(suppliers(roster.nation, category))
            reason = f"the table gives no {supplier} {category.replace('_', ' ')}: {known}"
            yield Fault(f"supply.{category}", reason, ("COT-EQUIP-03",))


def stiffening_faults(roster: Roster) -> Iterator[Fault]:
    """The Kommissar, where one must be and where one may. COT-UNIT-08, COT-UNIT-09"""
    if roster.stiffening:
        fault = why_not_stiffened(roster.nation, roster.unit, roster.stiffening)
        if fault:
            yield fault
    must = always_has_kommissar(roster.nation, roster.unit)
    found = [i for i, man in enumerate(roster.men) if man.role == "kommissar"]
    if must and not found:
        name = unit(roster.nation, roster.unit).name
        yield Fault("men", f"a squad of {name} always has a Kommissar", ("COT-UNIT-08",))
    allowed = 1 if must or roster.stiffening == "zampolit" else 0
    for at in found[allowed:]:
        reason = (
            "one Kommissar is all" if allowed else "this squad has no Kommissar; stiffen it with a zampolit"
        )
        yield Fault(f"men.{at}.role", reason, ("COT-UNIT-09",))
