"""A roster made to order: its dice from a seed, every throw kept with it. COT-SQUAD-02"""

from __future__ import annotations

import msgspec

from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.systems.skirmish.armies.order import SquadOrder
from deadground.systems.skirmish.armies.rosters import CREW, Made, Roster, thrown
from deadground.systems.skirmish.armies.squads import make_crew, make_squad
from deadground.systems.skirmish.armies.throws import RosterDice
from deadground.systems.skirmish.lists import all_nations
from deadground.systems.skirmish.options import Options, known


def made_by(order: SquadOrder, seed: str, options: Options, crew: int) -> Roster:
    """The squad that the dice of a seed make, or a crew of so many; else refused. COT-SQUAD-02"""
    refuse_options(options)
    dice = RosterDice.from_seed(seed)
    try:
        made = make_crew(dice, order, crew) if order.unit == CREW else make_squad(dice, order, options)
    except KeyError as unknown:
        at = "unit" if order.nation in all_nations() else "nation"
        raise Refused(Fault(at, str(unknown.args[0]), ("COT-SQUAD-09",))) from None
    throws = tuple(thrown(roll) for roll in dice.rolls if not roll.purpose.endswith(" name"))
    return msgspec.structs.replace(made, made=Made(seed, throws))


def refuse_options(options: Options) -> None:
    """Refuse an option that there is not, before a die is thrown."""
    faults = []
    for name, value in options.items():
        if name not in known():
            faults.append(Fault("options", f"unknown option '{name}': {did_you_mean(name, known())}"))
        elif value not in known()[name].values:
            near = did_you_mean(value, known()[name].values)
            faults.append(Fault("options", f"option '{name}' cannot be '{value}': {near}"))
    if faults:
        raise Refused(*faults)
