"""Set-up: before turn 1 players put their stands down where the scenario lets them. KIM-8.2b, KIM-R172"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Done, Next, procedure
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Guide, Place, PlaceValue, Request, Spot, guide
from deadground.core.shapes import Sealed
from deadground.core.view import View
from deadground.space.bases import Base, is_wholly_in, stand
from deadground.space.plane import FULL_TURN
from deadground.space.polygons import box_of
from deadground.space.spots import Room, is_on
from deadground.systems.stands.army import formations
from deadground.systems.stands.entry import free_place
from deadground.systems.stands.game import Stands, ground_of, map_named, seat_for, seat_of
from deadground.systems.stands.placing import in_impassable
from deadground.systems.stands.scenario_file import scenario_named
from deadground.systems.stands.setup import command_id
from deadground.systems.stands.state import Stand, StandsState, side_of

TRIES = 4
"""So many places are tried at random for a stand before it stays where it was proposed."""

Bases = Mapping[str, Base]


def areas_of(state: StandsState) -> dict[tuple[str, str, str], str]:
    """The areas in which formations are set up, by their side, command group and name. KIM-8.2b"""
    scenario = scenario_named(state.scenario)
    return {
        (side.id, command_id(side.id, group.id), formation.name): area
        for side in scenario.file.sides
        for group in scenario.armies[side.id].commands
        for formation in formations(group)
        if (area := side.deployment[formation.key].area)
    }


def with_areas(state: StandsState, stands: Iterable[Stand]) -> dict[str, tuple[Stand, str]]:
    """Those of some stands whose players put them down, each with its area."""
    areas = areas_of(state)
    if not areas:
        return {}
    found = ((one, areas.get((one.side, one.command, state.units[one.unit].name), "")) for one in stands)
    return {one.id: (one, area) for one, area in found if area}


def who_sets_up(state: StandsState) -> list[str]:
    """The seats whose formations have areas. The scenario says it, so everybody may know. KIM-R172"""
    asked = {seat_for(state, side, command) for side, command, _ in areas_of(state)}
    return [seat for seat in state.seats if seat in asked]


def to_place(state: StandsState, seat: str) -> dict[str, tuple[Stand, str]]:
    """The stands that a player puts down, in the order of the army list."""
    side = side_of(state, seat)
    own = [one for one in state.stands.values() if one.side == side and seat_of(state, one) == seat]
    return with_areas(state, own)


@procedure("stands.set_up", rows=("KIM-8.2b",))
class SetUp(Sealed):
    """All players put their stands down at once, and nobody sees another's before all are done. KIM-R172"""

    def seats(self, game: Stands) -> Iterable[str]:
        return who_sets_up(game.state)

    def ask(self, view: View[StandsState]) -> AnyRequest:
        stands = to_place(view.state, view.seat)
        areas = map_named(view.state.map).areas
        named = ", ".join(dict.fromkeys(area.replace("_", " ") for _, area in stands.values()))
        return Place(
            f"Put your stands in their places: {named}.",
            spots=tuple(Spot(id, one.name, box_of(areas[area])) for id, (one, area) in stands.items()),
            facing=True,
            proposal={id: {"at": one.at, "facing": one.facing} for id, (one, _) in stands.items()},
            guide="stands.set_up",
            rows=("KIM-8.2b",),
        )

    def reveal(self, game: Stands, answers: dict[str, Any]) -> Next:
        """They stand there; who would stand on another's base stands beside it. KIM-R172, KIM-R44"""
        cite("KIM-R172")
        state = game.state
        given = msgspec.convert(list(answers.values()), list[dict[str, PlaceValue]])
        wanted = {id: place for value in given for id, place in value.items()}
        room = Room(game.ground, [one.base for one in state.stands.values() if one.id not in wanted])
        for id, place in wanted.items():
            one = state.stands[id]
            base = free_place(room, base_at(one, place), state.impassable)
            one.at, one.facing = base.at, base.facing
            room.add(base)
        state.phase = "set_up"
        for side in state.sides.values():
            if any(state.stands[id].side == side.id for id in wanted):
                game.tell("set_up", f"{side.name} has set up.", "KIM-8.2b", "KIM-R172", side=side.id)
        return Done()


def base_at(one: Stand, place: PlaceValue) -> Base:
    """The base of a stand as it is put down."""
    return stand(place.at, one.width, one.depth, one.facing if place.facing is None else place.facing)


@guide("stands.set_up")
class WhereTheyStand(Guide):
    """Wholly in the area of its formation, where a stand can be, and on no other's base. KIM-R172"""

    def faults(self, view: View[StandsState], request: Request, value: dict[str, PlaceValue]) -> list[Fault]:
        cite("KIM-8.2b", "KIM-R172")
        stands = to_place(view.state, view.seat)
        bases = {id: base_at(stands[id][0], place) for id, place in value.items() if id in stands}
        found = ((id, why_not_there(view.state, *stands[id], bases)) for id in bases)
        return [Fault(f"value.{id}.at", reason, ("KIM-8.2b", "KIM-R172")) for id, reason in found if reason]

    def sample(self, view: View[StandsState], request: Request, rng: Random) -> dict[str, Any]:
        """Where they are proposed, but for those who find another place by chance."""
        stands = to_place(view.state, view.seat)
        bases = {id: one.base for id, (one, _) in stands.items()}
        for id, (one, area) in stands.items():
            west, north, east, south = box_of(map_named(view.state.map).areas[area])
            for _ in range(TRIES):
                spot = PlaceValue(
                    (rng.randint(west, east), rng.randint(north, south)), rng.randrange(FULL_TURN)
                )
                tried = {**bases, id: base_at(one, spot)}
                if not why_not_there(view.state, one, area, tried):
                    bases = tried
                    break
        return {id: {"at": list(base.at), "facing": base.facing} for id, base in bases.items()}


def why_not_there(state: StandsState, one: Stand, area: str, bases: Bases) -> str:
    """Why a stand cannot be put down there among the others; "" if it can. KIM-R172, KIM-R43, KIM-R92"""
    here, ground = bases[one.id], ground_of(state)
    if not is_on(ground, here):
        return f"{one.name} would not stand wholly on the table"
    if not is_wholly_in(here, map_named(state.map).areas[area]):
        return f"{one.name} belongs wholly into {area.replace('_', ' ')}"
    wet = in_impassable(ground, here, state.impassable)
    if wet is not None:
        return f"{one.name} would stand in {wet.called}, which nobody can enter"
    others = {other.id: bases.get(other.id, other.base) for other in state.stands.values()}
    on = next(
        (id for id, base in others.items() if id != one.id and not Room(ground, [base]).takes(here)), ""
    )
    return f"{one.name} would stand on {state.stands[on].name}" if on else ""
