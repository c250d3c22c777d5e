"""The ranks of an assault close when stands of it are gone: the next of a party leads. KIM-R95, KIM-R110"""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.citing import cite
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.assault.charge_moves import step_up
from deadground.systems.stands.rules.assault.contact import assaulting, release
from deadground.systems.stands.state import Fallen, Stand


def close_ranks(g: Stands, gone: Mapping[str, Stand | Fallen]) -> None:
    """Where a lead is gone the next of its party steps up, and who fought it fights that one. KIM-R95, KIM-R110

    `gone` holds those who may have left the table. A defender whose attackers are all gone is free; attackers
    without an enemy are for the caller.
    """
    stands = g.state.stands
    next_of: dict[str, Stand] = {}
    for enemy in {one.in_contact_with: None for one in stands.values() if one.charge_role}:
        first = assaulting(g.state, enemy)[0]
        if first.charge_role != "lead":
            lead = (stands.get(enemy) or gone[enemy]).in_contact_with
            next_of[lead] = first
    for lead, first in sorted(next_of.items()):
        cite("KIM-R95", "KIM-R110")
        if step_up(g, first, gone[lead]):
            g.tell("steps_up", f"{first.name} carries on.", "KIM-R95", "KIM-R110", stand=first.id)
    for stand in stands.values():
        if stand.in_contact_with in next_of:
            stand.in_contact_with = next_of[stand.in_contact_with].id
    if any(one.id not in stands for one in next_of.values()):
        close_ranks(g, {**gone, **g.state.fallen})
    release(one for one in stands.values() if not one.charge_role and one.in_contact_with not in stands)
