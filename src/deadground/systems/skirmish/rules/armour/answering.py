"""Whether a vehicle that was fired on can fire back, and how its crew does. NUTS-VEH-04, NUTS-VEH-18, NS-24"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deadground.core.agenda import Procedure
from deadground.core.citing import cite
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import eyes_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.pieces import TablePiece, piece_named
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.armour.from_inside import armed_crew, served_by
from deadground.systems.skirmish.rules.armour.mounts import gunner_of, main_guns
from deadground.systems.skirmish.rules.armour.rounds import can_pierce, open_to
from deadground.systems.skirmish.rules.grenades.lobs import can_fire
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle


def is_undergunned(state: SkirmishState, vehicle: Vehicle, shooters: Iterable[str], options: Options) -> bool:
    """Whether a vehicle has nothing that goes through the armour one of some shooters turns to it. NUTS-VEH-18

    Against men, guns and whatever has no armour it is so only if it has no weapon that anybody serves. NS-24
    """
    cite("NUTS-VEH-18", "NS-24")
    return any(is_outmatched(state, vehicle, one, options) for one in as_they_stand(state, shooters))


def is_outmatched(state: SkirmishState, vehicle: Vehicle, shooter: TablePiece, options: Options) -> bool:
    """The same before one of them. NS-24"""
    guns = [one for one in main_guns(vehicle, options) if gunner_of(state, vehicle, one)]
    if isinstance(shooter, Vehicle) and type_of(shooter).is_armoured:
        return not any(can_pierce(state, vehicle, one, shooter, options) for one in guns)
    return not guns and not any(served_by(state, one) for one in armed_crew(state, vehicle))


def answers_at(state: SkirmishState, figure: Figure, targets: Sequence[TablePiece], options: Options) -> bool:
    """Whether a man can answer one of these with what may hurt it: armour with the main gun alone. NS-24"""
    soft = [one for one in targets if not (isinstance(one, Vehicle) and type_of(one).is_armoured)]
    armoured = [one for one in targets if one not in soft]
    return can_fire(state, figure, soft, options, turning=True) or any(
        open_to(state, figure, armoured, options)
    )


def as_they_stand(state: SkirmishState, shooters: Iterable[str]) -> list[TablePiece]:
    """Shooters as pieces of the table: for one of a crew his vehicle."""
    found = (piece_named(state, id) for id in shooters)
    pieces = [eyes_of(state, one) if isinstance(one, Figure) else one for one in found if one is not None]
    return list({one.id: one for one in pieces}.values())


def who_answers(
    state: SkirmishState, vehicle: Vehicle, shooters: Sequence[str], options: Options
) -> list[Figure]:
    """Those of its crew who can fire at one of some shooters now, though they must turn a turret; nobody where it
    is undergunned, its chamber is empty or nothing bears. NUTS-VEH-04, NUTS-VEH-18"""
    cite("NUTS-VEH-04", "NUTS-VEH-18")
    if vehicle.is_out or is_undergunned(state, vehicle, shooters, options):
        return []
    targets = as_they_stand(state, shooters)
    return [one for one in armed_crew(state, vehicle) if answers_at(state, one, targets, options)]


def fires_back(g: Skirmish, vehicle: Vehicle, shooters: Sequence[str]) -> Procedure | None:
    """What carries out the return fire of a vehicle; None where it cannot, and ducks back. NUTS-VEH-04"""
    men = who_answers(g.state, vehicle, shooters, g.options)
    if not men:
        return None
    causes = tuple(one.id for one in as_they_stand(g.state, shooters))
    for one in men:
        one.reaction = one.reaction.but(reacting="return_fire", causes=causes)
    return links.return_fire([one.id for one in men])
