"""Track damage: hits from the flank that do not go through can stop a vehicle. COT-AFV-01 to COT-AFV-03"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import Point
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import piece_named
from deadground.systems.skirmish.reckoning import Die, Reckoning
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_lists import Face, VehicleType

FLANKS: tuple[Face, ...] = ("side", "rear", "bottom")
"""Where a hit can break a track, an explosion below among them."""


def can_break_a_track(type: VehicleType, apr: int, face: Face) -> bool:
    """Whether a hit is heavy enough: half of the side armour at least. COT-AFV-01, COT-AFV-03

    The core rules have no track damage.
    """
    cite("COT-AFV-01", "COT-AFV-03")
    if type.book != "supplement" or type.side is None or face not in FLANKS:
        return False
    return 2 * apr >= type.side


def hit_tracks(g: Skirmish, vehicle: Vehicle, apr: int, face: Face, by: str, at: Point | None) -> None:
    """A hit on the flank or rear of a vehicle that is still in action: on a 1 it moves no more. COT-AFV-01"""
    if vehicle.condition != "sound" or not can_break_a_track(type_of(vehicle), apr, face):
        return
    shooter = piece_named(g.state, by)
    die = g.roll(1, D6, "track damage", shooter.side if shooter else "")
    breaks = die.one <= number("track_breaks")
    if breaks:
        vehicle.condition = "immobile"
        vehicle.hit_by, vehicle.hit_from = by, at
        vehicle.drive = vehicle.drive.but(moving=False, halted=False)
    result = "is broken: it moves no more" if breaks else "holds"
    how = Die(die.one, "passed" if breaks else "failed", "breaks the track" if breaks else "no effect")
    g.tell_of(
        [vehicle],
        "track_damage",
        f"The track of {vehicle.name} {result}.",
        "COT-AFV-01",
        rolls=[die],
        reckoned=[Reckoning(who=vehicle.id, dice=(how,))],
        target=vehicle.id,
        broken=breaks,
    )


def crew_leaves(vehicle: Vehicle, passed: int) -> bool:
    """Whether a crew gets out of a vehicle that cannot move and is fired on: unless it passes two. COT-AFV-02"""
    cite("COT-AFV-02")
    return vehicle.condition == "immobile" and passed < number("stays_in_an_immobile_vehicle")
