"""A roster made to order: its dice from a seed, every throw kept with it. COT-SQUAD-02"""

from __future__ import annotations

import msgspec

from deadground.core.citing import way_in
from deadground.core.faults import Fault, Refused
from deadground.core.roster import Made, Roster, SquadOrder
from deadground.core.system import why_not_set
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.rosters import CREW, thrown
from deadground.systems.skirmish.armies.squads import make_crew, make_squad
from deadground.systems.skirmish.armies.throws import RosterDice
from deadground.systems.skirmish.lists import all_nations, column
from deadground.systems.skirmish.options import option


@way_in
def made_by(order: SquadOrder, seed: str, options: Options, crew: int) -> Roster:
    """The squad that the dice of a seed make, or a crew of so many; else refused. COT-SQUAD-02"""
    refuse_options(options)
    dice = RosterDice.from_seed(seed)
    try:
        made = make_crew(dice, order, crew) if order.unit == CREW else make_squad(dice, order, options)
    except KeyError as unknown:
        at = "unit" if order.nation in all_nations() else "nation"
        (reason,) = unknown.args
        raise Refused(Fault(at, str(reason), ("COT-SQUAD-09",))) from None
    throws = tuple(thrown(roll) for roll in dice.rolls if not roll.purpose.endswith(" name"))
    return msgspec.structs.replace(made, made=Made(seed, throws))


@way_in
def platoon_by(order: SquadOrder, seed: str, options: Options) -> list[Roster]:
    """The squads of a platoon, each from dice of its own; its headquarters is no squad. COT-SQUAD-10

    The first is the player's own, with his Star; attributes are for that one alone. COT-SQUAD-03
    """
    if order.unit == CREW:
        raise Refused(Fault("unit", "a crew is no platoon", ("COT-SQUAD-10",)))
    change = msgspec.structs.replace
    first = made_by(change(order, squad=1, title=titled(order, 1)), f"{seed}-1", options, 0)
    many = column(order.nation, order.unit, order.year, options).squads
    others = [
        made_by(
            change(order, squad=i, title=titled(order, i), star=None, player=False),
            f"{seed}-{i}",
            options,
            0,
        )
        for i in range(2, many + 1)
    ]
    return [first, *others]


def titled(order: SquadOrder, squad: int) -> str:
    return f"{order.title}, squad {squad}" if order.title else ""


def refuse_options(options: Options) -> None:
    """Refuse an option that there is not, before a die is thrown."""
    reasons = [why_not_set(option.known, name, value) for name, value in options.items()]
    faults = [Fault("options", reason) for reason in reasons if reason]
    if faults:
        raise Refused(*faults)
