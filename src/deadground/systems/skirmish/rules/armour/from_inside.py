"""Who shoots from a vehicle: machine guns by those who serve them, and passengers out of open tops and from decks.

NS-28, NS-30. All questions here change nothing and run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.plane import Point
from deadground.systems.skirmish.crews import crew_of, is_at_work, serving, vehicle_of
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules.armour.mounts import Mounted, bears, machine_guns
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.weapons import weapon


def as_he_shoots(state: SkirmishState, figure: Figure) -> Figure:
    """A man as he shoots: who is aboard where his vehicle stands, with the machine guns he serves; who rides in the
    open with his own weapons. NS-28, NS-30"""
    vehicle = state.vehicles.get(figure.aboard)
    if vehicle is None:
        return figure
    man = copy(figure)
    man.at, man.facing, man.aboard, man.floor, man.prone = vehicle.at, vehicle.facing, "", 0, False
    man.doing = figure.doing.but(fast_moving=vehicle.is_fast, moving=vehicle.is_moving, moved_in=0)
    if figure.berth.in_vehicle:
        man.arms = figure.arms.but(weapons=lines_of(state, figure))
    elif not is_in_the_open(vehicle, figure):
        man.arms = figure.arms.but(weapons=())
    return man


def stands_at(state: SkirmishState, figure: Figure) -> TablePiece:
    """Where a man's shots come from, and what is shot at in return: for one aboard his vehicle."""
    return state.vehicles.get(figure.aboard) or figure


def is_in_the_open(vehicle: Vehicle, figure: Figure) -> bool:
    """Whether a passenger can shoot: from a deck, an open top, or what has no armour about it. NS-30"""
    cite("NS-30")
    type = type_of(vehicle)
    return figure.berth.on_deck or "open_topped" in type.flags or not type.is_armoured


def served_by(state: SkirmishState, figure: Figure) -> list[Mounted]:
    """The machine guns of his vehicle that a man serves. NS-28, NS-29"""
    vehicle = vehicle_of(state, figure)
    if vehicle is None:
        return []
    found = machine_guns(type_of(vehicle))
    return [one for one in found if serving(state, vehicle, one.post) is figure]


def lines_of(state: SkirmishState, figure: Figure) -> tuple[str, ...]:
    """What they are in the weapon tables: where a list leaves a choice, the first. NS-28"""
    return tuple(dict.fromkeys(one.weapons[0] for one in served_by(state, figure)))


def many_together(state: SkirmishState, figure: Figure, with_: str) -> int:
    """How many of a machine gun fire together. LR-145"""
    mounted = [one for one in served_by(state, figure) if one.weapons[0] == with_]
    return max((one.count for one in mounted), default=1)


def why_not_out(state: SkirmishState, figure: Figure) -> Fault | None:
    """Why a man who is aboard cannot shoot from there at all. NS-28, NS-30"""
    vehicle = state.vehicles.get(figure.aboard)
    if vehicle is None:
        return Fault(figure.id, f"{figure.name} is inside", ("NUTS-ACT-08",))
    if not is_at_work(state, figure) or vehicle.is_out:
        return Fault(figure.id, f"{vehicle.name} cannot act", ("NUTS-VEH-04", "NUTS-VEH-16"))
    if not figure.berth.in_vehicle and not is_in_the_open(vehicle, figure):
        reason = f"{vehicle.name} is closed: nobody shoots out of it"
        return Fault(figure.id, reason, ("NS-30",))
    return None


def why_no_bearing(state: SkirmishState, shooter: Figure, with_: str, at: Point) -> Fault | None:
    """Why none of a crewman's machine guns of a kind can be laid on a place. NS-22, NS-28"""
    figure = state.figures.get(shooter.id)
    vehicle = vehicle_of(state, figure) if figure is not None and figure.aboard else None
    if figure is None or vehicle is None:
        return None
    mounted = [one for one in served_by(state, figure) if one.weapons[0] == with_]
    usable = [one for one in mounted if not (one.outside and vehicle.buttoned)]
    if mounted and not usable:
        reason = f"{vehicle.name} is buttoned up, and nobody is at its anti-aircraft gun"
        return Fault(figure.id, reason, ("NS-28", "NS-20"))
    if not any(bears(vehicle, one, at) for one in usable):
        reason = f"the {weapon(with_).name} of {vehicle.name} does not bear there"
        return Fault(figure.id, reason, ("NS-22", "NS-28"))
    return None


def laid_on(state: SkirmishState, figure: Figure, with_: str, at: Point) -> Mounted | None:
    """The machine gun that a crewman lays on a place: one that needs no turret to turn before others. NS-28"""
    vehicle = vehicle_of(state, figure)
    if vehicle is None:
        return None
    usable = (
        one
        for one in served_by(state, figure)
        if one.weapons[0] == with_ and bears(vehicle, one, at) and not (one.outside and vehicle.buttoned)
    )
    return min(usable, key=lambda one: one.turret is not None, default=None)


def has_moved(state: SkirmishState, figure: Figure) -> bool:
    """Whether a passenger shoots from a vehicle that has moved in this turn: in haste. NS-30, NR-249"""
    vehicle = state.vehicles.get(figure.aboard)
    if vehicle is None or figure.berth.in_vehicle:
        return False
    cite("NS-30", "NR-249")
    return vehicle.drive.moved_in == state.turn


def armed_crew(state: SkirmishState, vehicle: Vehicle) -> Iterator[Figure]:
    """Those of a crew who are able to act, whatever they serve."""
    return (one for one in crew_of(state, vehicle) if one.able)
