"""A vehicle takes cover: up to 6" to cover or out of sight, nose or tail first, and buttons up. NS-20, NS-21"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.space.plane import FULL_TURN, along, facing_of, minus
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import eyes_of
from deadground.systems.skirmish.game import Chained, Skirmish
from deadground.systems.skirmish.man import PieceId
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, pieces_named
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.armour.faces import is_hull_down
from deadground.systems.skirmish.rules.movement.going import path_cost
from deadground.systems.skirmish.rules.reactions.reaction import finish
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.rules.vehicles.driving import roll
from deadground.systems.skirmish.rules.vehicles.ways import (
    DriveWay,
    mover_for,
    turn_between,
    what_stops,
)
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle, VehicleId

EVERY = INCH // 2
"""How finely a refuge is looked for: so far apart, and in so many directions."""
BEARINGS = 16


@procedure("skirmish.vehicle_ducks", rows=("NS-20", "NS-21"))
class VehicleDucksBack(Chained):
    """A vehicle ducks back from some enemies, unless it is immobile: then it stays and buttons up. NS-21"""

    vehicle: VehicleId
    causes: tuple[PieceId, ...]
    way: DriveWay = DriveWay()

    @step
    def duck(self, g: Skirmish) -> Next:
        g.card(self)
        vehicle = g.state.vehicles[self.vehicle]
        causes = [whence(g.state, one) for one in pieces_named(g.state, self.causes)]
        way = refuge(g, vehicle, causes)
        where = "stays where it is" if way is None else "makes for cover"
        text = f"{vehicle.name} ducks back: it {where} and buttons up."
        g.tell_of([vehicle], "vehicle_ducks", text, *self.rows, vehicle=vehicle.id)
        self.way = way or self.way
        return Go(self.drive)

    @step
    def drive(self, g: Skirmish) -> Next:
        """Who comes into sight on the way is met, and then it goes on, if it still ducks."""
        vehicle = g.state.vehicles[self.vehicle]
        path = (vehicle.at, *self.way.points)
        goes = vehicle.status == "duck_back" and vehicle.condition == "sound" and self.way.points != path[:1]
        if goes and self.way.points and not what_stops(g.state, vehicle, path, self.way):
            sighting = roll(g, vehicle, self.way, unwilling=True)
            if sighting is not None:
                return Call(links.met(sighting, extra=False), then=self.drive)
        if vehicle.reaction.reacting == "duck_back":
            finish(vehicle)
        return Done()


def whence(state: SkirmishState, one: TablePiece) -> TablePiece:
    """Where danger comes from: of one who serves in a vehicle, where that is."""
    return eyes_of(state, one) if isinstance(one, Figure) else one


def refuge(g: Skirmish, vehicle: Vehicle, causes: Sequence[TablePiece]) -> DriveWay | None:
    """The nearest place that is in cover from all of them, or out of their sight; None for where it stands."""
    if vehicle.condition != "sound" or is_safe(g, vehicle, causes):
        return None
    for way in ways_about(vehicle):
        path = vehicle.at, *way.points
        there = copy(vehicle)
        (there.at,) = way.points
        is_open = path_cost(g.state, path, mover_for(g.state, vehicle, way)) is not None
        if is_open and is_safe(g, there, causes) and not what_stops(g.state, vehicle, path, way):
            return way
    return None


def ways_about(vehicle: Vehicle) -> Iterator[DriveWay]:
    """Straight ways as far as a Duck Back goes, the shortest first; tail first where that is less of a turn."""
    for far in range(EVERY, number("vehicle_duck_back") + 1, EVERY):
        for part in range(BEARINGS):
            spot = along(vehicle.at, vehicle.facing + part * FULL_TURN // BEARINGS, far)
            turn = turn_between(vehicle.facing, facing_of(minus(spot, vehicle.at)))
            yield DriveWay((spot,), backwards=turn > FULL_TURN // 4)


def is_safe(g: Skirmish, vehicle: Vehicle, causes: Sequence[TablePiece]) -> bool:
    """Whether a vehicle where it stands is in cover from all of some enemies, or none of them has a line to it."""
    return all(
        is_covered(g.state, vehicle, one, g.options) or not line_is_open(g.state, one, vehicle, g.options)
        for one in causes
    )


def is_covered(state: SkirmishState, vehicle: Vehicle, from_: TablePiece, options: Options) -> bool:
    """Whether a vehicle that stands is in cover from somebody: in some, or hull down to him. NS-21, NS-22"""
    return is_in_cover(state, vehicle, from_.at, options) or is_hull_down(state, vehicle, from_)
