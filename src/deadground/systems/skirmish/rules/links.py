"""Procedures of one chapter begun by another: a chain runs through all of them, and none may import in a circle.

`Links` says what each is; `book.py` binds them when it has loaded the chapters, so that every call is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deadground.core.agenda import Procedure
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout, causes_of
from deadground.systems.skirmish.state import SkirmishState

if TYPE_CHECKING:
    from deadground.systems.skirmish.rules.activation.activation import Activation
    from deadground.systems.skirmish.rules.enemies.np_group import NpActs
    from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef, SearchHouse
    from deadground.systems.skirmish.rules.fire.damage import Hit
    from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
    from deadground.systems.skirmish.rules.melee.charge import Charge
    from deadground.systems.skirmish.rules.movement.involuntary import DuckBack, HunkerDown, LeaveBattlefield
    from deadground.systems.skirmish.rules.movement.movement import Approach
    from deadground.systems.skirmish.rules.movement.walking import Walk
    from deadground.systems.skirmish.rules.reactions.crisis import Crisis
    from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown
    from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
    from deadground.systems.skirmish.rules.sight.sighting import Sighting
    from deadground.systems.skirmish.rules.troops.foe_reaction import FoeReaction
    from deadground.systems.skirmish.rules.troops.inspiring import Inspiration
    from deadground.systems.skirmish.rules.vehicles.ducking import VehicleDucksBack
    from deadground.systems.skirmish.rules.vehicles.leaving import (
        VehicleHunkersDown,
        VehicleLeavesBattlefield,
    )
    from deadground.systems.skirmish.rules.vehicles.vehicle_tests import VehicleRecovers
    from deadground.systems.skirmish.rules.wounded.wounded import Fetch
    from deadground.systems.skirmish.vehicle import Gun, Vehicle


class Links:
    """The procedures that other chapters begin or look for, and the odds of what a Star may choose."""

    activation: type[Activation]
    charge: type[Charge]
    crisis: type[Crisis]
    duck_back: type[DuckBack]
    fetch: type[Fetch]
    foe_reaction: type[FoeReaction]
    hunker_down: type[HunkerDown]
    in_sight: type[InSightTest]
    inspiration: type[Inspiration]
    leave_battlefield: type[LeaveBattlefield]
    np_acts: type[NpActs]
    recover: type[RecoverFromHunkerDown]
    resolve_pef: type[ResolvePef]
    return_fire: type[ReturnFire]
    search_house: type[SearchHouse]
    vehicle_ducks: type[VehicleDucksBack]
    vehicle_hunkers: type[VehicleHunkersDown]
    vehicle_leaves: type[VehicleLeavesBattlefield]
    vehicle_recovers: type[VehicleRecovers]
    walk: type[Walk]

    struck: Callable[[Skirmish, Vehicle | Gun, Sequence[Hit]], Fallout]
    """What some hits do to a vehicle or a gun."""
    crisis_of_all: Callable[[Skirmish, Fallout, Iterable[Cause], Iterable[str]], Crisis]
    """The tests of men and vehicles."""
    approach: Callable[[Skirmish, Mapping[str, Any]], Approach]
    shot_words: Callable[[View[SkirmishState], str, Sequence[str], bool], str]
    """The chance of a Star's answer to some shooters, snapped or not; `odds/star.py` binds these two."""
    thrown_words: Callable[[View[SkirmishState], Mapping[str, Result], Callable[[Skirmish], int]], str]
    """What the dice would make of him."""


LINKS = Links()


def crisis_after(g: Skirmish, fallout: Fallout, but: Collection[str] = ()) -> Crisis:
    """The Crisis Tests that some shots have earned, all causes of a man in one test. NUTS-REACT-05

    `but` are those who take none, whatever befalls them. NR-45
    """
    hit = tuple(dict.fromkeys(who for who, _ in fallout.hit))
    causes = (cause for cause in causes_of(g, fallout) if cause.who not in but)
    return LINKS.crisis_of_all(g, fallout, causes, hit) if g.state.vehicles else crisis(causes, hit)


def crisis(causes: Iterable[Cause], hit: Iterable[str] = ()) -> Crisis:
    return LINKS.crisis(tuple(causes), tuple(hit))


def in_sight(group: str, others: Iterable[str], *, extra: bool, only: Iterable[str] = ()) -> InSightTest:
    """An In Sight Test of a group that came into sight of others. `extra`: it may move two inches first."""
    return LINKS.in_sight(group, tuple(others), extra, tuple(only))


def walk(figure: str, points: Iterable[Point], *, carrying_out: str | None) -> Walk:
    """A man walks, as long as he carries out the reaction he began with."""
    return LINKS.walk(figure, tuple(points), carrying_out)


def approach(g: Skirmish, paths: Mapping[str, Any]) -> Approach:
    """Men go along paths, as a plan of normal moves has them, to where something else is done. NR-205"""
    return LINKS.approach(g, paths)


def duck_back(figure: str) -> DuckBack:
    """A man for whom Duck Back was scored (`reaction.score`) carries it out."""
    return LINKS.duck_back(figure)


def vehicle_ducks(vehicle: str, causes: Iterable[str]) -> VehicleDucksBack:
    """A vehicle takes cover from some enemies. NS-21"""
    return LINKS.vehicle_ducks(vehicle, tuple(causes))


def struck(g: Skirmish, one: Vehicle | Gun, blows: Sequence[Hit]) -> Fallout:
    """A vehicle or a gun is hit by some weapons of infantry, or caught in a blast. NUTS-FIRE-18, NS-25"""
    return LINKS.struck(g, one, blows)


def vehicle_hunkers(vehicle: str) -> VehicleHunkersDown:
    """A vehicle for which Hunker Down was scored carries it out. NS-21"""
    return LINKS.vehicle_hunkers(vehicle)


def vehicle_leaves(vehicle: str) -> VehicleLeavesBattlefield:
    """A vehicle drives for the edge of the table. NS-21"""
    return LINKS.vehicle_leaves(vehicle)


def vehicle_recovers(vehicle: str) -> VehicleRecovers:
    """The Recover Test of a hunkered vehicle. NUTS-VEH-06"""
    return LINKS.vehicle_recovers(vehicle)


def hunker_down(figure: str) -> HunkerDown:
    return LINKS.hunker_down(figure)


def leave_battlefield(figure: str) -> LeaveBattlefield:
    return LINKS.leave_battlefield(figure)


def return_fire(figures: Iterable[str]) -> ReturnFire:
    """Men of one group who must shoot back do so in one volley."""
    return LINKS.return_fire(tuple(figures))


def charge(charges: Iterable[tuple[str, str]]) -> Charge:
    """Charges into melee in reaction, charger and target."""
    return LINKS.charge(tuple(charges), in_reaction=True)


def resolve_pef(pef: str, group: str, *, extra: bool = False, came: bool = False) -> ResolvePef:
    """A question mark is seen by a group, which was moving or saw it come. NUTS-PEF-05"""
    return LINKS.resolve_pef(pef, group, extra, came)


def find_out(sighting: Sighting, *, extra: bool) -> Procedure:
    """What a group has come upon: a hated enemy, a question mark, or a building. `Done` says whether an enemy was
    there. NUTS-PEF-05, NUTS-PEF-07, COT-ATTR-07"""
    if sighting.hated:
        return LINKS.foe_reaction(*sighting.hated)
    if sighting.pef:
        return resolve_pef(sighting.pef, sighting.group, extra=extra)
    return LINKS.search_house(sighting.house, sighting.group, extra)


def met(sighting: Sighting, *, extra: bool) -> Procedure:
    """What follows from what has come into sight: an In Sight Test, or what a group has come upon."""
    if not sighting.others:
        return find_out(sighting, extra=extra)
    return in_sight(sighting.group, sighting.others, extra=extra, only=sighting.newcomers)


def np_acts(group: str, men: Iterable[str]) -> NpActs:
    """A group that nobody plays does what its table says."""
    return LINKS.np_acts(group, tuple(men))


def activation(group: str) -> Activation:
    """A group acts."""
    return LINKS.activation(group)


def recover(figure: str) -> RecoverFromHunkerDown:
    """A hunkered man's Recover Test."""
    return LINKS.recover(figure)


def inspiration(leader: str, shaken: Iterable[str]) -> Inspiration:
    """A Ruthless man may inspire those about to break; `Done` is the dice of their retest, 0 for none."""
    return LINKS.inspiration(leader, tuple(shaken), ())


def in_sights(g: Skirmish) -> list[InSightTest]:
    """The In Sight Tests that are being resolved, the innermost first."""
    return list(g.unfinished(LINKS.in_sight))


def charges(g: Skirmish) -> list[Charge]:
    """The charges that are under way."""
    return list(g.unfinished(LINKS.charge))


def fetches(g: Skirmish) -> list[Fetch]:
    """The men on their way to wounded friends."""
    return list(g.unfinished(LINKS.fetch))
