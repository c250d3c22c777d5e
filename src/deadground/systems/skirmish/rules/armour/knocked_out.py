"""Vehicles that are knocked out: their crews are killed or get out, and some brew up. NUTS-VEH-16, NS-26, NS-31"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deadground.core.citing import cite
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import FULL_TURN, Facing, Point, along, facing_of, minus
from deadground.space.spots import is_on
from deadground.systems.skirmish.crews import carried_by, crew_of
from deadground.systems.skirmish.game import Skirmish, ground_of, named_together
from deadground.systems.skirmish.man import Arms, Berth
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.fire.damage import recovers_or_not, settle
from deadground.systems.skirmish.rules.grenades.blasts import Blast, go_off
from deadground.systems.skirmish.rules.movement.going import has_room
from deadground.systems.skirmish.rules.movement.standing import put, room_near, turn
from deadground.systems.skirmish.rules.movement.status import become, vehicle_becomes
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import BASE, LOST, Figure
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.weapons import all_weapons

TWELFTHS = tuple(sign * n * FULL_TURN // 24 for n in range(13) for sign in (1, -1))
"""Directions round a hull, the first straight on."""


def destroy(g: Skirmish, vehicle: Vehicle, by: str, from_: Point | None, *, brews_up: bool) -> Fallout:
    """A vehicle is destroyed and its whole crew killed. Whoever rides in it is hurt, or dies if it brews up.

    NUTS-VEH-16, NS-26, NR-241
    """
    cite("NUTS-VEH-16")
    knock_out(vehicle, by, from_)
    vehicle.condition, vehicle.burning = "destroyed", brews_up
    carried = left_in(carried_by(g.state, vehicle))
    for one in left_in(crew_of(g.state, vehicle)):
        settle(g, one, "obviously_dead", by)
    for one in carried:
        if brews_up:
            cite("NS-26")
            settle(g, one, "obviously_dead", by)
        else:
            recovers_or_not(g, one, by, from_)
    get_clear(g, vehicle, from_)
    return brew_up(g, vehicle, by) if brews_up else Fallout()


def disable(g: Skirmish, vehicle: Vehicle, by: str, from_: Point | None) -> None:
    """A vehicle does nothing any more; its crew gets out as their side's next phase begins. NUTS-VEH-16, NR-94"""
    cite("NUTS-VEH-16", "NR-94")
    if vehicle.condition != "destroyed":
        vehicle.condition = "disabled"
    knock_out(vehicle, by, from_)
    look_round(g)


def knock_out(vehicle: Vehicle, by: str, from_: Point | None) -> None:
    """It stands still, with nothing left to carry out; from where it was hit is kept in mind. NS-31"""
    vehicle.drive = vehicle.drive.but(moving=False, fast=False, halted=False)
    vehicle.hit_by, vehicle.hit_from = by, from_


def left_in(men: Iterable[Figure]) -> list[Figure]:
    """Those of some men who are alive."""
    return [one for one in men if one.status != "obviously_dead" and one.status != "gone"]


def brew_up(g: Skirmish, vehicle: Vehicle, by: str) -> Fallout:
    """It goes up in flames, and catches whoever stands about it. NS-26"""
    cite("NUTS-VEH-19", "NS-26")
    g.tell_of([vehicle], "brews_up", f"{vehicle.name} brews up.", "NUTS-VEH-19", "NS-26", vehicle=vehicle.id)
    name = f"{vehicle.name} in flames"
    return go_off(g, Blast(name, vehicle.at, number("brew_up_circle"), number("brew_up_impact"), by))


def bail_out(g: Skirmish, side: str) -> None:
    """As a side's phase begins those in its disabled vehicles take Recover Tests and get out, whatever its die.

    NUTS-VEH-16, NR-94, NS-31
    """
    for vehicle in [one for one in g.state.vehicles.values() if one.side == side]:
        if vehicle.condition != "disabled":
            continue
        men = left_in([*crew_of(g.state, vehicle), *carried_by(g.state, vehicle)])
        if not men:
            continue
        cite("NR-94")
        g.tell_of(men, "bails_out", f"{named_together(men)} bail out of {vehicle.name}.", *BAILING)
        for one in men:
            recovers_or_not(g, one, vehicle.hit_by, vehicle.hit_from)
        get_clear(g, vehicle, vehicle.hit_from)


def abandon(g: Skirmish, vehicle: Vehicle, *rows: str) -> None:
    """All who are in a vehicle leave it as it stands, unhurt. COT-AFV-02, NS-31, NR-263"""
    men = left_in([*crew_of(g.state, vehicle), *carried_by(g.state, vehicle)])
    g.tell_of(men, "bails_out", f"{named_together(men)} leave {vehicle.name}.", *rows, "NS-31")
    vehicle_becomes(g, vehicle, "carry_on")
    get_clear(g, vehicle, vehicle.hit_from)


BAILING = ("NUTS-VEH-16", "NR-94", "NS-31")


def get_clear(g: Skirmish, vehicle: Vehicle, from_: Point | None) -> None:
    """All who are still alive in a vehicle, or on it, are set down beside it, away from the shooter. NS-31"""
    men = left_in([*crew_of(g.state, vehicle), *carried_by(g.state, vehicle)])
    away = facing_of(minus(vehicle.at, from_)) if from_ else vehicle.facing + FULL_TURN // 2
    for one in men:
        set_down(g, vehicle, one, away % FULL_TURN)
    if men:
        g.tell_of(
            men, "gets_out", f"{named_together(men)} get clear of {vehicle.name}.", "NS-31", men=ids(men)
        )
    look_round(g)


def ids(men: Sequence[Figure]) -> list[str]:
    return [one.id for one in men]


def set_down(g: Skirmish, vehicle: Vehicle, figure: Figure, away: Facing) -> None:
    """A man gets out: who can act ducks back there, and has what crews carry. NS-31"""
    cite("NS-31")
    armed = figure.berth.in_vehicle and not figure.arms.weapons
    if armed:
        figure.arms = Arms(weapons=sidearm(g, figure))
    clear_of(g, vehicle, figure, away)
    if figure.status not in LOST:
        become(g, figure, "duck_back")


def jump_off(g: Skirmish, vehicle: Vehicle, figure: Figure, from_: Point | None) -> None:
    """A man on the deck gets off to carry out what he has scored, away from those who shot. NR-270"""
    cite("NR-270")
    away = facing_of(minus(vehicle.at, from_)) if from_ else vehicle.facing + FULL_TURN // 2
    clear_of(g, vehicle, figure, away % FULL_TURN)
    text = f"{figure.name} jumps off {vehicle.name}."
    g.tell_of([figure], "gets_out", text, "NR-270", men=[figure.id])
    look_round(g)


def clear_of(g: Skirmish, vehicle: Vehicle, figure: Figure, away: Facing) -> None:
    """A man is beside a vehicle, and looks where the shot came from. NS-31"""
    figure.aboard, figure.berth = "", Berth()
    put(figure, place_clear(g, vehicle, figure, away))
    turn(figure, away + FULL_TURN // 2)
    figure.doing = figure.doing.but(moved_in=g.state.turn)


def place_clear(g: Skirmish, vehicle: Vehicle, figure: Figure, away: Facing) -> Point:
    """The first place with room within 2" of the hull, as straight away from the shooter as can be. NS-31"""
    return next(
        (
            at
            for at in places_about(vehicle, away)
            if is_on(ground_of(g.state), figure.base.moved(at)) and has_room(g.state, figure, at)
        ),
        room_near(g.state, figure, vehicle.at),
    )


def places_about(vehicle: Vehicle, away: Facing) -> Iterator[Point]:
    """Places as near to a hull as survivors are set down, direction by direction, the nearest first. NS-31"""
    near = number("bail_out")
    for by in TWELFTHS:
        for far in range(vehicle.width // 2, vehicle.reach + near + BASE, BASE // 2):
            at = along(vehicle.at, (away + by) % FULL_TURN, far)
            man = Base(at, radius=BASE)
            if gap_is_within(man, vehicle.base, near) and not gap_is_within(man, vehicle.base, 0):
                yield at


def sidearm(g: Skirmish, figure: Figure) -> tuple[str, ...]:
    """What a man of a crew brings out with him: the commander an SMG, the others a pistol. NS-31

    Of his own nation's list where it has one.
    """
    kind = "smg" if "commander" in figure.berth.posts else "pistol"
    own = f"{g.side(figure).nation}.{kind}"
    return (own if own in all_weapons() else f"core.{kind}",)
