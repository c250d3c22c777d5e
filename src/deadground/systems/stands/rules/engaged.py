"""Who is engaged with whom in the assaults that stand, and how losses close their ranks. KIM-7.3, KIM-R62, KIM-R95

Who charged has a role in its assault, and one of each party leads; all of a party are in contact with the front
stand of the other. Who only defends has no role.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.systems.stands.game import Stands
from deadground.systems.stands.state import Fallen, Stand, StandsState

Role = Literal["lead", "behind", "left", "right"]

ROLES: tuple[str, ...] = ("lead", "behind", "left", "right")
"""The places of an assault, in the order in which they take hits. KIM-7.1c, KIM-R62"""


class Parties(msgspec.Struct, frozen=True):
    """The two parties of an assault, each in the order in which it takes hits.

    Where both charged each other, neither is the defender: `mutual`, and the party further north comes first.
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    mutual: bool = False


def place(stand: Stand) -> tuple[int, int]:
    """North to south, then west to east: an order that knows no sides. KIM-R103"""
    return stand.at[1], stand.at[0]


def assaulting(state: StandsState, enemy: str) -> list[Stand]:
    """The stands that assault an enemy, in the order in which they take hits. KIM-R62"""
    found = [one for one in state.stands.values() if one.charge_role and one.in_contact_with == enemy]
    return sorted(found, key=lambda stand: ROLES.index(stand.charge_role))


def assaults(state: StandsState) -> list[Parties]:
    """Every assault that stands, in an order that knows no sides."""
    found: list[Parties] = []
    for lead in sorted((one for one in state.stands.values() if one.charge_role == "lead"), key=place):
        if any(lead.id in parties.defenders for parties in found):
            continue
        foe = state.stands.get(lead.in_contact_with)
        attackers = tuple(stand.id for stand in assaulting(state, lead.in_contact_with))
        mutual = foe is not None and foe.charge_role == "lead"
        defenders = assaulting(state, lead.id) if mutual else [foe] if foe is not None else []
        found.append(Parties(attackers, tuple(stand.id for stand in defenders), mutual))
    return found


def step_up(stand: Stand, gone: Stand | Fallen) -> None:
    """A stand takes the place of the lead stand that is gone. KIM-7.2b"""
    stand.charge_role, stand.at, stand.facing = "lead", gone.at, gone.facing


def release(stands: Iterable[Stand]) -> None:
    """The assault is over for these stands."""
    for stand in stands:
        stand.in_contact_with, stand.charge_role, stand.charged_from = "", "", None
        stand.taken_in_rear = False


def close_ranks(g: Stands, gone: Mapping[str, Stand | Fallen]) -> None:
    """Where a lead is gone the next of its party steps up, and who fought it fights that one. KIM-R95, KIM-R110

    `gone` holds those who may have left the table. A defender whose attackers are all gone is free; attackers
    without an enemy are for the caller.
    """
    stands = g.state.stands
    steps_up: dict[str, Stand] = {}
    for enemy in {one.in_contact_with: None for one in stands.values() if one.charge_role}:
        first = assaulting(g.state, enemy)[0]
        if first.charge_role != "lead":
            lead = (stands.get(enemy) or gone[enemy]).in_contact_with
            steps_up[lead] = first
    for lead, first in sorted(steps_up.items()):
        cite("KIM-R95", "KIM-R110")
        step_up(first, gone[lead])
        g.tell("steps_up", f"{first.name} carries on.", "KIM-R95", "KIM-R110", stand=first.id)
    for stand in stands.values():
        if stand.in_contact_with in steps_up:
            stand.in_contact_with = steps_up[stand.in_contact_with].id
    release(one for one in stands.values() if not one.charge_role and one.in_contact_with not in stands)
