"""What weapons of infantry, machine guns and blasts do to a vehicle or gun they hit. NUTS-FIRE-18, NS-07, NS-25"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.citing import cite
from deadground.space.bases import Base, gap_is_within
from deadground.systems.skirmish.crews import aboard
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.pieces import TablePiece, piece_named
from deadground.systems.skirmish.rules.armour.faces import (
    face_struck,
    face_towards,
    has_turret,
    is_hull_down,
)
from deadground.systems.skirmish.rules.armour.gunnery import Strike
from deadground.systems.skirmish.rules.armour.knocked_out import disable
from deadground.systems.skirmish.rules.armour.penetration import Round, strike
from deadground.systems.skirmish.rules.armour.soft import is_alive, open_to_small_arms
from deadground.systems.skirmish.rules.armour.struck_guns import strike_gun
from deadground.systems.skirmish.rules.fire.damage import Hit
from deadground.systems.skirmish.rules.grenades.blasts import hurt_by
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.vehicle import Gun, Vehicle


def struck(g: Skirmish, one: Vehicle | Gun, blows: Sequence[Hit]) -> Fallout:
    """Hit after hit, until it is out of it. NUTS-FIRE-18, NS-25"""
    fallout = Fallout()
    for blow in blows:
        if one.is_out:
            break
        fallout += gun_hit(g, one, blow) if isinstance(one, Gun) else vehicle_hit(g, one, blow)
    return fallout


SHOT, BLAST = "a shot", "a blast"
"""They name nobody: who is hit need not know who shot. NR-108"""


def gun_hit(g: Skirmish, gun: Gun, blow: Hit) -> Fallout:
    """A gun is lost by what pierces alone. NS-34, NUTS-FIRE-18"""
    if blow.apr is None:
        cite("NUTS-FIRE-18")
        return Fallout()
    return strike_gun(g, gun, SHOT, blow.apr, blow.by, blow.at)


def vehicle_hit(g: Skirmish, vehicle: Vehicle, blow: Hit) -> Fallout:
    """What has an APR is held against the face it strikes; a blast strikes those who sit in the open besides, and
    other hits one of those whom nothing shields. NUTS-FIRE-18, NS-07, NS-25"""
    shooter = piece_named(g.state, blow.by)
    direct = shooter is not None and blow.at == shooter.at
    fallout = Fallout()
    if not direct:
        fallout = in_a_blast(g, vehicle, blow)
    if blow.apr is None:
        return fallout + (one_inside(g, vehicle, blow, shooter) if direct and shooter else Fallout())
    if vehicle.is_out:
        return fallout
    cite("NS-07")
    at = where_it_strikes(g, vehicle, blow, shooter if direct else None)
    return fallout + strike(g, vehicle, Round(SHOT if direct else BLAST, blow.apr, at, blow.by, blow.at))


def where_it_strikes(g: Skirmish, vehicle: Vehicle, blow: Hit, shooter: TablePiece | None) -> Strike:
    """The face towards who shot, the turret if its hull is down; of a blast that towards the burst, or the top if
    that is on it. NS-07, NR-95, NR-97"""
    if shooter is not None:
        turret = has_turret(type_of(vehicle)) and is_hull_down(g.state, vehicle, shooter)
        return Strike(face_struck(g.state, vehicle, shooter), turret=turret)
    cite("NR-97")
    if blow.at is None or gap_is_within(Base(blow.at), vehicle.base, 0):
        return Strike("top")
    return Strike(face_towards(vehicle, blow.at))


def in_a_blast(g: Skirmish, vehicle: Vehicle, blow: Hit) -> Fallout:
    """Whoever rides on its deck, or in what has no armour, is in the blast too. NS-25, NR-247"""
    cite("NR-247")
    if not blow.impact:
        return Fallout()
    soft = not type_of(vehicle).is_armoured
    men = [one for one in aboard(g.state, vehicle) if is_alive(one) and (soft or one.berth.on_deck)]
    fallout = Fallout()
    for one in men:
        fallout += hurt_aboard(g, vehicle, one, blow)
    return fallout


def one_inside(g: Skirmish, vehicle: Vehicle, blow: Hit, shooter: TablePiece) -> Fallout:
    """A hit of small arms: a random one of those whom nothing shields. NS-25"""
    cite("NS-25")
    men = open_to_small_arms(g.state, vehicle, shooter, g.options)
    if not men:
        return Fallout()
    if len(men) > 1:
        die = g.roll(1, len(men), "who is hit", shooter.side)
        one = men[die.one - 1]
        text = f"It is {one.name} of {vehicle.name} who is hit."
        g.tell_of([vehicle], "who_is_hit", text, "NS-25", rolls=[die], figure=one.id, vehicle=vehicle.id)
    else:
        one = men[0]
    return hurt_aboard(g, vehicle, one, blow) + Fallout(missed=((vehicle.id, blow.by),))


def hurt_aboard(g: Skirmish, vehicle: Vehicle, one: Figure, blow: Hit) -> Fallout:
    """Damage to one aboard; a score of 1 disables what has no armour as well. NS-25"""
    cite("NS-25")
    fallout = hurt_by(g, one, [blow])
    if one.status == "obviously_dead" and not type_of(vehicle).is_armoured and not vehicle.is_out:
        disable(g, vehicle, blow.by, blow.at)
        text = f"{vehicle.name} is disabled."
        g.tell_of([vehicle], "disabled", text, "NS-25", vehicle=vehicle.id)
        return fallout + Fallout(disabled=((vehicle.id, blow.by),))
    return fallout
