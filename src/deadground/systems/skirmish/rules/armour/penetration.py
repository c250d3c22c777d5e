"""What a round does that has hit a vehicle: 2d6 against APR less Armor Rating. NUTS-VEH-15, NUTS-VEH-16, NS-26

`strike` is the road for everything with an Armour Piercing Rating, however it came to hit: main guns, anti-tank
weapons, charges, mines. Whoever has shot says where it strikes and adds what comes of it to his fallout; those who
must test do so when all of it has fallen.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.tally import Tally
from deadground.space.plane import Point
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import piece_named
from deadground.systems.skirmish.reckoning import Read, Reckoning, against
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.armour.gunnery import Strike, where
from deadground.systems.skirmish.rules.armour.knocked_out import destroy, disable
from deadground.systems.skirmish.rules.armour.piercing import penetration_number
from deadground.systems.skirmish.rules.armour.tracks import hit_tracks
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.vehicle import Vehicle

Outcome = Literal["brewed_up", "destroyed", "disabled", "not_pierced"]

WORDS: dict[Outcome, str] = {
    "brewed_up": "is pierced and brews up",
    "destroyed": "is pierced and destroyed",
    "disabled": "is pierced and disabled",
    "not_pierced": "is not pierced",
}


class Round(msgspec.Struct, frozen=True):
    """What has hit a vehicle: its name and APR, where it strikes, whose it is, and from where it came."""

    name: str
    apr: int
    strike: Strike
    by: str
    at: Point | None = None


def pierces(g: Skirmish, against_: int, side: str) -> tuple[Roll, int]:
    """2d6 held against a penetration number, and how many were passed: 0 or less cannot be. NUTS-VEH-15"""
    cite("NUTS-VEH-15")
    dice = g.roll(number("penetration_dice"), D6, "penetration", side)
    return dice, at_most_two(passed(dice.faces, against_))


def outcome_of(passed: int, against_: int) -> Outcome:
    """What so many dice passed do to a vehicle; with a number of 7 or more two of them are overkill.

    NUTS-VEH-16, NUTS-VEH-19, NS-26
    """
    outcome: Outcome = msgspec.convert(chart("penetration").look_up(str(passed)).value, Outcome)
    cite("NUTS-VEH-19", "NS-26")
    return "brewed_up" if outcome == "destroyed" and against_ >= number("overkill") else outcome


def strike(g: Skirmish, vehicle: Vehicle, round: Round) -> Fallout:
    """A round has hit a vehicle: it is rolled whether it goes through, and what comes of that happens.

    In the fallout a vehicle that was not pierced has been missed, and tests; friends of a destroyed one test too.
    NUTS-VEH-16, NUTS-VEH-05
    """
    tally = penetration_number(type_of(vehicle), round.apr, round.strike, g.options)
    shooter = piece_named(g.state, round.by)
    dice, many = pierces(g, tally.total, shooter.side if shooter else "")
    outcome = outcome_of(many, tally.total)
    tell_strike(g, vehicle, round, tally, dice, many, outcome)
    by = ((vehicle.id, round.by),)
    if outcome == "not_pierced":
        hit_tracks(g, vehicle, round.apr, round.strike.face, round.by, round.at)
        return Fallout(missed=by)
    if outcome == "disabled":
        disable(g, vehicle, round.by, round.at)
        return Fallout(hit=by, disabled=by)
    fallout = destroy(g, vehicle, round.by, round.at, brews_up=outcome == "brewed_up")
    return fallout + Fallout(hit=by, destroyed=by)


def tell_strike(
    g: Skirmish, vehicle: Vehicle, round: Round, tally: Tally, dice: Roll, many: int, outcome: Outcome
) -> None:
    """What was rolled against what, for those who know the vehicle; its own side hears of it in any case. NR-108"""
    text = f"{vehicle.name} is hit on {where(round.strike)} by {round.name}, and {WORDS[outcome]}."
    counted = against(dice.faces, tally.total)
    read = Read("Penetration", outcome.replace("_", " "), ("NUTS-VEH-16",))
    g.tell_of(
        [vehicle],
        "penetration",
        text,
        "NUTS-VEH-15",
        "NUTS-VEH-16",
        rolls=[dice],
        tallies=[tally],
        reckoned=[Reckoning(who=vehicle.id, dice=counted, tallies=(0,), reads=(read,))],
        vehicle=vehicle.id,
        by=round.by,
        struck=round.strike.face,
        turret=round.strike.turret,
        number=tally.total,
        outcome=outcome,
        passed=many,
    )
