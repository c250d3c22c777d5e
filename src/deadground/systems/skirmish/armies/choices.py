"""What a player may choose when he makes a squad: for a page or a command line that asks him. LR-009"""

from __future__ import annotations

from deadground.core.citing import way_in
from deadground.core.roster import Offer, Stiffening
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.armies.people import KOMMISSAR_ARMS
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import (
    column,
    in_service,
    light_machine_guns,
    nation,
    unit,
    weapon_list,
)
from deadground.systems.skirmish.rules.troops.equipment import why_no_availability
from deadground.systems.skirmish.rules.troops.unit_types import (
    always_has_kommissar,
    why_no_woman,
    why_not_stiffened,
)

STIFFENINGS: tuple[Stiffening, ...] = ("sergeant", "zampolit")


@way_in
def offer(of: str, id: str, year: int, month: int = 0, options: Options = DEFAULTS) -> Offer:
    """What is offered of a unit at a date."""
    made, says = unit(of, id), column(of, id, year, options)
    return Offer(
        nation=of,
        unit=id,
        name=made.name,
        type=made.type,
        stand_in=made.stand_in or nation(of).stand_in,
        men=says.men,
        strength=f"{says.base}+1d{says.die}" if says.die else str(says.base),
        squads=says.squads,
        picks=picks_of(of, id, year, month, options),
        supply=why_no_availability(of, options) is None,
        stiffening=tuple(by for by in STIFFENINGS if why_not_stiffened(of, id, by) is None),
        women=why_no_woman(of, id, "") is None,
    )


def picks_of(of: str, id: str, year: int, month: int, options: Options) -> dict[str, tuple[str, ...]]:
    """The questions that a unit leaves open, each with its answers; what has one answer is no question. LR-009"""
    says, made = column(of, id, year, options), unit(of, id)
    own = weapon_list(of)
    guns = light_machine_guns(of, year, options) if any(band.gives != "0" for band in says.lmg) else ()
    arms = {"nco": says.nco, "jr_nco": says.jr_nco, "lmg": guns, "riflemen": says.riflemen}
    found = {
        what: tuple(one.removeprefix(f"{own}.") for one in ids if in_service(one, year, month, options))
        for what, ids in arms.items()
    }
    found |= noted_picks(of, made.column, year, month, options)
    if made.type == "assault":
        found["special"] = ("satchel", "geballte_ladung") if of == "german" else ("at_grenade", "sn42_vest")
    if always_has_kommissar(of, id):
        found["kommissar"] = KOMMISSAR_ARMS
    return {what: answers for what, answers in found.items() if len(answers) > 1}


def noted_picks(of: str, column: str, year: int, month: int, options: Options) -> dict[str, tuple[str, ...]]:
    """The weapons that a note lets some of the men have. COT-ARMY-11, COT-ARMY-12"""
    key, own = f"{of}_{column}", weapon_list(of)
    found: dict[str, tuple[str, ...]] = {}
    rifles, dice = chart("notes_rifles"), chart("notes_mp44")
    if key in rifles.lines():
        line = str(rifles.look_up(key, "weapon").value)
        if in_service(f"{own}.{line}", year, month, options):
            found[line] = tuple(str(n) for n in range(whole(rifles.number(key, "riflemen")) + 1))
    if key in dice.lines():
        line = str(dice.look_up(key, "weapon").value)
        if in_service(f"{own}.{line}", year, month, options):
            found[line] = ("no", "yes")
    return found
