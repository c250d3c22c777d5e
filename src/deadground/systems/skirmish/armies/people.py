"""Who is in a squad: attributes, morale, the Kommissar. COT-SQUAD-03, COT-UNIT-07 to COT-UNIT-11"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.roster import Man, Roster
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.cells import in_band
from deadground.systems.skirmish.armies.throws import Throws, one_die, one_of
from deadground.systems.skirmish.attributes import (
    attribute,
    attributes_are_on,
    kommissar_attribute,
    penal_attribute,
    roll_attribute,
)
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.lists import column, unit
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.troops.unit_types import always_has_kommissar, militia_morale

KOMMISSAR_ARMS = ("pistol", "smg")
"""What a Kommissar may carry. LR-034"""


def with_attributes(dice: Throws, roster: Roster, picks: Mapping[str, str], options: Options) -> Roster:
    """One attribute for each soldier of the player squad, two different ones for the Star. COT-SQUAD-03, LR-024"""
    if not roster.player or not attributes_are_on(roster.start, options):
        return roster
    penal = unit(roster.nation, roster.unit).type == "penal"
    wanted = picked_for_star(picks.get("star", ""))
    men = tuple(
        msgspec.structs.replace(
            man, attributes=wanted if wanted and man.star else rolled(dice, man, penal=penal)
        )
        for man in roster.men
    )
    return msgspec.structs.replace(roster, men=men)


def picked_for_star(words: str) -> tuple[str, ...]:
    """The attributes a player picks for his Star, `brawler,fleet`: two of the core table, no opposites. NS-04"""
    if not words:
        return ()
    found = tuple(words.split(","))
    table = chart("attribute_table")
    known = {str(table.look_up(which, die).value) for which in table.lines() for die in table.lines(1)}
    faults = [f"'{id}' is not on the attribute table" for id in found if id not in known]
    if len(found) != number("star_attributes") or len(set(found)) != len(found):
        faults.append(f"a Star has {number('star_attributes')} different attributes")
    for id in known.intersection(found):
        faults += [f"{id} excludes {other}" for other in attribute(id).opposite if other in found]
    if faults:
        raise Refused(*(Fault("picks.star", reason, ("COT-SQUAD-03", "NS-04")) for reason in faults))
    return found


def rolled(dice: Throws, man: Man, *, penal: bool) -> tuple[str, ...]:
    """A man's attributes; in a penal squad the first comes from the penal table. COT-UNIT-11, LR-035"""
    count = number("star_attributes") if man.star else number("soldier_attributes")
    found: list[str] = []
    for i in range(count):
        first_of_penal = penal and i == 0
        roll = penal_attribute if first_of_penal else roll_attribute
        found.append(roll(dice, found, man.name))
    return tuple(found)


def with_morale(dice: Throws, roster: Roster) -> Roster:
    """A squad of Jugend or Partisans, Plucky or Fanatic by one die. COT-UNIT-07, COT-ARMY-13"""
    variant = unit(roster.nation, roster.unit).variant
    morale = militia_morale(dice, variant) if variant else ""
    if not morale:
        return roster
    change = msgspec.structs.replace
    men = tuple(change(man, attributes=(*man.attributes, morale)) for man in roster.men)
    return change(roster, men=men)


def with_kommissar(dice: Throws, roster: Roster, picks: Mapping[str, str], options: Options) -> Roster:
    """The Kommissar of a squad that always has one, or that was given one. COT-UNIT-08, COT-UNIT-09, LR-034"""
    if roster.stiffening != "zampolit" and not always_has_kommissar(roster.nation, roster.unit):
        return roster
    reps = column("soviet", "nkvd", roster.year, options).reps
    wanted = picks.get("kommissar", "")
    if wanted and wanted not in KOMMISSAR_ARMS:
        reason = f"a Kommissar carries {' or '.join(KOMMISSAR_ARMS)}, not '{wanted}'"
        raise Refused(Fault("picks.kommissar", reason, ("COT-UNIT-08", "LR-034")))
    label = "Kommissar"
    arm = wanted or one_of(dice, KOMMISSAR_ARMS, "weapon: Kommissar")
    man = Man(
        name=label,
        role="kommissar",
        rep=int(in_band(reps, one_die(dice, "Rep", label)).gives),
        weapons=(f"soviet.{arm}",),
        attributes=(kommissar_attribute(dice, label),),
    )
    return msgspec.structs.replace(roster, men=(*roster.men, man))
