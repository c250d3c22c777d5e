"""Who charges whom, and how stands come into contact and out of it again. KIM-7.1

Both sides charge together. Where one thing must come before another, the shorter charge goes first, and of equal
ones the one that begins further north, then further west: places on the table favour nobody. KIM-R103
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.bases import Base, gap_is_within, may_be_within, overlap, square_gap, touch
from deadground.space.plane import (
    FULL_TURN,
    Facing,
    along,
    cross,
    distance,
    dot,
    facing_of,
    minus,
    vector,
)
from deadground.space.units import Tenths, mm
from deadground.systems.kit.options import Options
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.cards.command import may, may_not_advance
from deadground.systems.stands.rules.movement.going import Footing, bases_along, box_of_path
from deadground.systems.stands.state import Stand, StandsState

Role = Literal["lead", "behind", "left", "right"]

ROLES: tuple[str, ...] = ("lead", "behind", "left", "right")
"""The places of an assault, in the order in which they take hits. KIM-7.1c, KIM-R62"""

CARDS = {
    "fire": ("fire",),
    "fire_opportunity": ("fire", "opportunity"),
    "fire_opportunity_move_and_fire": ("fire", "opportunity", "move_and_fire"),
}
"""The cards that give defensive fire, by the option of KIM-R59."""


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


def apart(a: Base, b: Base) -> Fraction:
    """The square of the distance from edge to edge, exactly."""
    number, by = square_gap(a, b)
    return Fraction(number, by)


def charge_reach(state: StandsState, options: Options) -> Tenths:
    """A charge begins from an edge-to-edge distance under this. KIM-7.1a, KIM-R99"""
    halt = max(number(state, "halt_range"), mm(option(options, "charge_from_mm")))
    return halt + number(state, "charge_margin")


def off_line(stand: Stand, enemy: Stand) -> Facing:
    """How far from straight ahead an enemy's centre lies."""
    turn = (facing_of(minus(enemy.at, stand.at)) - stand.facing) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def charge_target(state: StandsState, lead: Stand, options: Options) -> Stand | None:
    """The enemy a stand would charge: of those in reach the nearest to straight ahead, then the nearest.

    KIM-7.1a, KIM-7.1b, KIM-R60
    """
    reach = charge_reach(state, options)
    cite("KIM-7.1b", "KIM-R60")
    in_reach = [
        (off_line(lead, enemy), gap, place(enemy), enemy)
        for enemy in state.stands.values()
        if enemy.side != lead.side and not enemy.hidden and may_be_within(lead.base, enemy.base, reach)
        if (gap := apart(lead.base, enemy.base)) < reach * reach
    ]
    return min(in_reach, key=lambda found: found[:3])[3] if in_reach else None


def why_no_charge(state: StandsState, stand: Stand) -> Fault | None:
    """Why a stand cannot take part in a charge at all. KIM-1.2j, KIM-1.3h, KIM-8.1b, KIM-R63"""
    cite("KIM-1.2j")
    return (
        may(stand, "charge")
        or held_in_contact(stand)
        or may_not_advance(state, state.commands[stand.command])
    )


def why_no_lead(state: StandsState, stand: Stand, options: Options) -> Fault | None:
    """Why a stand cannot lead a charge. KIM-7.1a, KIM-7.1c"""
    if fault := why_no_charge(state, stand):
        return fault
    enemy = charge_target(state, stand, options)
    if enemy is None:
        return Fault(
            "value", f"no known enemy is within the halt range of {stand.name}", ("KIM-7.1a", "KIM-R99")
        )
    if enemy.in_contact_with:
        return Fault("value", f"{enemy.name} is in a close assault already", ("KIM-7.1c",))
    return why_no_way(state, stand, enemy)


def why_no_way(state: StandsState, lead: Stand, enemy: Stand) -> Fault | None:
    """What lies in the straight way of a charge: ground nobody enters, another enemy, or a friend at its end.

    Who was on a bridge when it was blown may leave it. KIM-7.1b, KIM-R103, KIM-R132
    """
    cite("KIM-7.1b", "KIM-R103")
    line, base = line_of_charge(lead, enemy), as_it_charges(lead, enemy)
    end = along(lead.at, line, way_to_contact(base, enemy.base, line))
    way = bases_along(base, (lead.at, end)) if end != lead.at else (base,)
    footing = Footing(state, box_of_path((lead.at, end), base))
    left = footing.barred(lead.base) if footing.impassable else None
    for step in way if footing.impassable else ():
        patch = footing.barred(step)
        if patch is not None and patch is not left:
            reason = f"{patch.name} lies between {lead.name} and {enemy.name}"
            return Fault("value", reason, ("KIM-7.1b", "KIM-R92", "KIM-R103"))
        left = patch
    for other in state.stands.values():
        if other.id in (lead.id, enemy.id) or not may_be_within(base, other.base, distance(lead.at, end)):
            continue
        if other.side == lead.side:
            goes_too = other.order == "charge" and role_beside(lead, other, line) is not None
            barred = not goes_too and overlap(base.moved(end), other.base)
        else:
            barred = not other.hidden and any(overlap(step, other.base) for step in way)
        if barred:
            reason = f"{other.name} stands in the way of {lead.name}"
            return Fault("value", reason, ("KIM-7.1b", "KIM-R44", "KIM-R103"))
    return None


def held_in_contact(stand: Stand, at: str = "value") -> Fault | None:
    """A stand in contact does nothing but fight there: no other fire, no move, no work. KIM-R63, KIM-R113"""
    if not stand.in_contact_with:
        return None
    cite("KIM-7.3e", "KIM-R63", "KIM-R113")
    return Fault(at, f"{stand.name} is in a close assault", ("KIM-7.3e", "KIM-R63", "KIM-R113"))


def why_no_fire_into_melee(target: Stand, options: Options) -> Fault | None:
    """Apart from defensive fire nobody outside fires at stands in contact, unless the option lets him. KIM-R63"""
    cite("KIM-7.3e", "KIM-R63")
    if not target.in_contact_with or option(options, "fire_into_melee") == "on":
        return None
    return Fault(
        "value", f"{target.name} is in a close assault and cannot be fired at", ("KIM-7.3e", "KIM-R63")
    )


def has_fire_card(stand: Stand, options: Options) -> bool:
    """Whether a stand's card gives it defensive fire, and it has not fired yet. KIM-7.2a, KIM-R59, KIM-R63"""
    cite("KIM-7.2a", "KIM-R59")
    return stand.order in CARDS[option(options, "defensive_fire_cards")] and not stand.fired


def supporters(state: StandsState, lead: Stand, line: Facing, leads: Iterable[str]) -> dict[Role, Stand]:
    """The stands that go in with a lead stand: one behind it and one on each side. KIM-7.1c, KIM-R61"""
    near = number(state, "assault_neighbours")
    others = [
        (apart(stand.base, lead.base), place(stand), stand)
        for stand in state.stands.values()
        if stand.side == lead.side and stand.id not in leads
        if gap_is_within(stand.base, lead.base, near) and why_no_charge(state, stand) is None
    ]
    taken: dict[Role, Stand] = {}
    for _, _, stand in sorted(others, key=lambda found: found[:2]):
        role = role_beside(lead, stand, line)
        if role is not None:
            taken.setdefault(role, stand)
    return taken


def role_beside(lead: Stand, stand: Stand, line: Facing) -> Role | None:
    """Where a stand is, seen along the line of a charge; None if it is ahead of the lead stand."""
    ahead, aside = dot(vector(line), minus(stand.at, lead.at)), cross(vector(line), minus(stand.at, lead.at))
    if abs(ahead) > abs(aside):
        return "behind" if ahead < 0 else None
    return "right" if aside > 0 else "left"


def line_of_charge(lead: Stand, defender: Stand) -> Facing:
    """Straight at the centre of the defender. KIM-7.1b"""
    return facing_of(minus(defender.at, lead.at))


def as_it_charges(lead: Stand, enemy: Stand) -> Base:
    """A lead stand's base when its charge begins: it faces the enemy. KIM-7.1b

    Where that would lay it on an enemy whom it is near enough to touch, it goes in as it stands. KIM-R160
    """
    turned = lead.base.moved(lead.at, line_of_charge(lead, enemy))
    if not overlap(turned, enemy.base):
        return turned
    cite("KIM-R160")
    return lead.base


def way_to_contact(base: Base, other: Base, line: Facing) -> Tenths:
    """How far a base goes along a line that leads to the centre of another until they touch."""
    low, high = 0, distance(base.at, other.at)
    while low < high:
        middle = (low + high) // 2
        if touch(base.moved(along(base.at, line, middle)), other):
            high = middle
        else:
            low = middle + 1
    return low


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


def release(stands: Iterable[Stand]) -> None:
    """The assault is over for these stands."""
    for stand in stands:
        stand.in_contact_with, stand.charge_role, stand.charged_from = "", "", None
        stand.taken_in_rear = False
