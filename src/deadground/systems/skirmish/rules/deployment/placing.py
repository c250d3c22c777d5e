"""Placing: where each of some men may be put, and whether he can stand there among the others. NR-206"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Guide, Place, PlaceValue, Request, Spot, guide
from deadground.core.view import View
from deadground.space.bases import CONTACT, Base
from deadground.space.plane import FULL_TURN, Point, is_within
from deadground.space.spots import is_on
from deadground.space.units import shown_at
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.rules.deployment.zones import Zone, zone_of
from deadground.systems.skirmish.rules.movement.going import has_room
from deadground.systems.skirmish.scenario_file import comes_of
from deadground.systems.skirmish.seats import player_of
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState

TRIES = 4
"""So many places are tried at random for a man before he stays where he was proposed."""

Men = Mapping[str, tuple[Figure, Zone]]
"""Men who are put in their places, and where they may be."""


def to_place(state: SkirmishState, seat: str) -> Men:
    """The men whom a player puts in their places now, in the order of their roster: before the first turn those who
    are set up, and in a phase those who come on in it. NR-206"""
    now = state.figures.values() if state.stage == "deployment" else coming_now(state)
    return with_zones(state, (one for one in now if player_of(state, one) == seat))


def with_zones(state: SkirmishState, men: Iterable[Figure]) -> Men:
    """Those of them of whom the scenario says where they come on, each with his zone."""
    return {one.id: (one, zone_of(state.map, comes)) for one in men if (comes := comes_of(state, one))}


def coming_now(state: SkirmishState) -> list[Figure]:
    """Those who are due in the phase that is running. NR-206"""
    return [one for one in state.to_come.values() if one.side == state.phase and one.turn <= state.turn]


def request_for(prompt: str, men: Men, at: Mapping[str, Point]) -> Place:
    """Each of them is asked for, and lies where he is proposed."""
    return Place(
        prompt,
        spots=tuple(Spot(one.id, one.name, zone.box) for one, zone in men.values() if one.id in at),
        facing=True,
        unit="in",
        proposal={id: {"at": place, "facing": men[id][0].facing} for id, place in at.items()},
        guide="skirmish.placing",
        rows=("NR-206",),
    )


def zones_named(men: Men) -> str:
    return ", ".join(dict.fromkeys(zone.name for _, zone in men.values()))


@guide("skirmish.placing")
class WhereTheyStand(Guide):
    """Within the zone of his force, on ground where one can stand, wholly on the table, on nobody's base. NR-206"""

    def faults(
        self, view: View[SkirmishState], request: Request, value: dict[str, PlaceValue]
    ) -> list[Fault]:
        cite("NR-206", "NS-01")
        men = to_place(view.state, view.seat)
        at = {id: place.at for id, place in value.items() if id in men}
        found = ((id, why_not_there(view.state, men, id, at)) for id in at)
        return [Fault(f"value.{id}.at", reason, ("NR-206", "NS-01")) for id, reason in found if reason]

    def sample(self, view: View[SkirmishState], request: Request, rng: Random) -> dict[str, Any]:
        """Where they are proposed, but for those who find another place by chance."""
        men = to_place(view.state, view.seat)
        at = {id: (place["at"][0], place["at"][1]) for id, place in request.proposal.items()}
        for id in at:
            west, north, east, south = men[id][1].box
            for _ in range(TRIES):
                tried = {**at, id: (rng.randint(west, east), rng.randint(north, south))}
                if not why_not_there(view.state, men, id, tried):
                    at = tried
                    break
        return {id: {"at": list(place), "facing": rng.randrange(FULL_TURN)} for id, place in at.items()}


def why_not_there(state: SkirmishState, men: Men, id: str, at: Mapping[str, Point]) -> str:
    """Why a man cannot be put at his place among the others; "" if he can. NR-206, NS-01, NS-39"""
    (man, zone), here = men[id], at[id]
    if not zone.holds(here):
        return f"{man.name} belongs to {zone.name}, and not to {shown_at(here, 'in')}"
    if not is_on(ground_of(state), Base(here, radius=BASE)):
        return f"{man.name} would not stand wholly on the table"
    if not has_room(state, man, here, tuple(at)):
        return f"{man.name} cannot stand at {shown_at(here, 'in')}"
    near = 2 * BASE - CONTACT
    other = next((other for other, place in at.items() if other != id and is_within(here, place, near)), "")
    return f"{man.name} would stand on {men[other][0].name}" if other else ""


def places_for(state: SkirmishState, men: Men) -> dict[str, Point]:
    """For each his own place or the nearest that is free in his zone; nothing for those who find no room."""
    found: dict[str, Point] = {}
    for id, (one, zone) in men.items():
        for place in nearest_first(one.at, zone):
            if not why_not_there(state, men, id, {**found, id: place}):
                found[id] = place
                break
    return found


def nearest_first(at: Point, zone: Zone) -> Iterable[Point]:
    """A man's own place, and then places half a base apart all over his zone, the nearest first."""
    west, north, east, south = zone.box
    grid = ((x, y) for x in range(west, east + 1, BASE) for y in range(north, south + 1, BASE))
    return (at, *sorted(grid, key=lambda place: ((place[0] - at[0]) ** 2 + (place[1] - at[1]) ** 2, place)))
