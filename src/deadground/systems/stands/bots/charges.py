"""Close assault: only with two or more to one, where the exchange is good."""

from __future__ import annotations

from typing import NamedTuple

from deadground.space.bases import gap_is_within
from deadground.systems.stands.bots.chances import lives_left, table, worth
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.staff import Staff
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.assault.contact import (
    Role,
    charge_reach,
    charge_target,
    line_of_charge,
    role_beside,
    why_no_way,
)
from deadground.systems.stands.rules.cards.command import may_not_advance, suits
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.state import Stand

TWO_TO_ONE = 2


class Assault(NamedTuple):
    """Stands of one unit that go in together, the one that leads first, and whom they take."""

    party: list[Stand]
    enemy: Stand


def assaults_of(staff: Staff) -> list[Assault]:
    """The charges worth making now: each stand in one at most, each enemy taken once."""
    picture = staff.picture
    if staff.posture == "beaten" or not picture.enemies:
        return []
    reach = charge_reach(picture.state, picture.options)
    found: list[Assault] = []
    busy: set[str] = set()
    for stands in picture.units.values():
        near = [one for one in stands if is_ready(picture, one) and touches(picture, one, reach)]
        for lead in near:
            assault = party_of(picture, lead, [one for one in stands if is_ready(picture, one)])
            if assault is None or busy & {one.id for one in (*assault.party, assault.enemy)}:
                continue
            if is_worth(staff, assault) and not any(is_beside(picture, assault, other) for other in found):
                found.append(assault)
                busy |= {one.id for one in (*assault.party, assault.enemy)}
    return found


def is_ready(picture: Picture, one: Stand) -> bool:
    """Whether a stand could charge at all."""
    if one.in_contact_with or one.hidden or kind_of(one).troop == "apc" or suits(kind_of(one), "charge"):
        return False
    return may_not_advance(picture.state, picture.state.commands[one.command]) is None


def touches(picture: Picture, one: Stand, reach: int) -> bool:
    base, crowd = one.base, picture.crowd
    return any(gap_is_within(base, crowd.bases[number], reach - 1) for number in crowd.about(base, reach))


def party_of(picture: Picture, lead: Stand, others: list[Stand]) -> Assault | None:
    """Those who would go in with a lead stand: one behind it and one on each side. KIM-7.1c"""
    enemy = charge_target(picture.state, lead, picture.options)
    if enemy is None or enemy.in_contact_with or why_no_way(picture.state, lead, enemy) is not None:
        return None
    near = number(picture.state, "assault_neighbours")
    line = line_of_charge(lead, enemy)
    roles: dict[Role, Stand] = {}
    for one in others:
        if one.id != lead.id and gap_is_within(one.base, lead.base, near):
            role = role_beside(lead, one, line)
            if role is not None:
                roles.setdefault(role, one)
    return Assault([lead, *roles.values()], enemy)


def is_beside(picture: Picture, a: Assault, b: Assault) -> bool:
    """Whether two assaults are so near that one could take stands from the other."""
    near = number(picture.state, "assault_neighbours")
    return any(gap_is_within(one.base, other.base, near) for one in a.party for other in b.party)


def has_company(picture: Picture, assault: Assault) -> bool:
    """Whether any of the party could lead and would have at least one with it."""
    reach = charge_reach(picture.state, picture.options)
    for one in assault.party:
        if touches(picture, one, reach):
            found = party_of(picture, one, assault.party)
            if found is not None and len(found.party) < TWO_TO_ONE:
                return False
    return True


def is_worth(staff: Staff, assault: Assault) -> bool:
    """Two to one at least, nobody needed in his trench, and more killed than lost by what may be expected."""
    size = len(assault.party)
    if size < TWO_TO_ONE or leaves_trench(staff, assault) or not has_company(staff.picture, assault):
        return False
    gain, loss = exchange(staff.picture, assault)
    if staff.picture.turns_left <= 1 and staff.picture.is_on_aim(assault.enemy):
        return gain * 1.5 > loss
    needed = TWO_TO_ONE if kind_of(assault.enemy).is_gun else staff.temper.charge_at
    return size >= needed and gain > loss


def leaves_trench(staff: Staff, assault: Assault) -> bool:
    """Whether somebody would leave the trench that he holds, for an enemy who is not on a place that counts."""
    picture = staff.picture
    if picture.is_on_aim(assault.enemy):
        return False
    return any(
        is_dug_in(picture.state, one) and (staff.posture == "hold" or picture.is_on_aim(one))
        for one in assault.party
    )


def exchange(picture: Picture, assault: Assault) -> tuple[float, float]:
    """What a charge may kill and cost, in worth: by the rounds until the enemy is gone, and his fire before."""
    posture = (
        "low"
        if is_dug_in(picture.state, assault.enemy)
        else "cover"
        if picture.in_cover(assault.enemy)
        else "open"
    )
    lead = assault.party[0]
    mine = sum(
        table(picture.date, one.kind, assault.enemy.kind, posture).at(0) - (0.1 if one.hits else 0)
        for one in assault.party
    )
    his = table(picture.date, assault.enemy.kind, lead.kind).at(0) + 0.1
    if mine <= 0.05:
        return 0.0, 1.0
    rounds = lives_left(assault.enemy) / mine
    cost = his * (rounds + 0.7) / lives_left(lead)
    return worth(assault.enemy) * (1.5 if picture.is_on_aim(assault.enemy) else 1.0), cost * worth(lead)
