"""Whether the people of a roster can be: Stars, attributes, women. COT-SQUAD-03, COT-UNIT-07, -10, -11, -13"""

from __future__ import annotations

from collections.abc import Iterator

from deadground.core.citing import cite
from deadground.core.faults import Fault, did_you_mean
from deadground.core.roster import Man, Roster
from deadground.systems.skirmish.attributes import attribute, attributes, attributes_are_on
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.lists import all_units
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.troops.unit_types import why_no_woman

SNIPER_ATTRIBUTE = "crack_shot"


def people_faults(roster: Roster) -> Iterator[Fault]:
    """What is wrong with who they are."""
    yield from star_faults(roster)
    for i, man in enumerate(roster.men):
        if man.woman:
            fault = why_no_woman(roster.nation, roster.unit, man.post)
            if fault:
                yield Fault(f"men.{i}.woman", fault.reason, fault.rows)
        yield from attribute_faults(roster, i, man)


def star_faults(roster: Roster) -> Iterator[Fault]:
    """One Star, and only where a player commands. COT-SQUAD-03, NS-04"""
    stars = [i for i, man in enumerate(roster.men) if man.star]
    for at in stars[1:]:
        yield Fault(f"men.{at}.star", "a squad has one Star", ("COT-SQUAD-03", "NS-04"))
    for at in stars if not roster.player else ():
        yield Fault(f"men.{at}.star", "only the player's squad has a Star", ("COT-SQUAD-03", "NS-04"))


def attribute_faults(roster: Roster, at: int, man: Man) -> Iterator[Fault]:
    """Attributes that exist, agree with each other and can have been rolled for this man. COT-SQUAD-03, NS-04"""
    unknown = [id for id in man.attributes if id not in attributes()]
    for id in unknown:
        reason = f"there is no attribute '{id}': {did_you_mean(id, attributes())}"
        yield Fault(f"men.{at}.attributes", reason, ("COT-SQUAD-03",))
    known = [id for id in man.attributes if id in attributes()]
    for id in known:
        if known.count(id) > 1:
            yield Fault(f"men.{at}.attributes", f"{attribute(id).name} twice", ("COT-SQUAD-03", "NS-04"))
            break
        clash = [other for other in attribute(id).opposite if other in known and id < other]
        for other in clash:
            reason = f"{attribute(id).name} and {attribute(other).name} exclude each other"
            yield Fault(f"men.{at}.attributes", reason, ("NS-04",))
        why = why_not_this_attribute(roster, man, id)
        if why:
            yield Fault(f"men.{at}.attributes", why.reason, why.rows)
    rolled = [id for id in known if not attribute(id).morale and id != SNIPER_ATTRIBUTE]
    most = most_attributes(roster, man)
    if len(rolled) > most:
        count = "one attribute" if len(rolled) == 1 else f"{len(rolled)} attributes"
        reason = f"{count}, but {'none' if most == 0 else most} can be had here"
        yield Fault(f"men.{at}.attributes", reason, ("COT-SQUAD-03", "LR-024"))


def most_attributes(roster: Roster, man: Man) -> int:
    """How many attributes a man can have rolled. COT-SQUAD-03"""
    if man.role == "kommissar":
        return 1
    if not roster.player or not attributes_are_on(roster.start, roster.options):
        return 0
    return number("star_attributes") if man.star else number("soldier_attributes")


def why_not_this_attribute(roster: Roster, man: Man, id: str) -> Fault | None:
    """Why a man cannot have an attribute of a special table; None if he can."""
    made = all_units(roster.nation).get(roster.unit)
    name = attribute(id).name
    if attribute(id).morale:
        cite("COT-UNIT-07")
        if made and made.variant and id != "terrified":
            return None
        reason = (
            f"{name} is for squads of Jugend or Partisans" if id != "terrified" else f"{name} comes in battle"
        )
        return Fault("", reason, ("COT-UNIT-07",))
    if id in table_values("penal_attributes") and not (made and made.type == "penal"):
        return Fault("", f"{name} is rolled in penal units alone", ("COT-UNIT-11",))
    if id in table_values("kommissar_attributes") and man.role != "kommissar":
        return Fault("", f"{name} is rolled for Kommissars alone", ("COT-UNIT-10",))
    if id == "lucky":
        return Fault("", "Lucky comes to women in battle and is not rolled", ("COT-UNIT-14",))
    if id == SNIPER_ATTRIBUTE and man.post != "sniper":
        return Fault("", f"{name} is for snipers", ("LR-041",))
    return None


def table_values(table: str) -> set[str]:
    """The attributes that stand in a special table by name."""
    found = chart(table)
    return {str(found.look_up(die, "attribute").value) for die in found.lines()} - {"normal_roll"}
