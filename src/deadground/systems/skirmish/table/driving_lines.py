"""Ways of vehicles on the table: ribbons as wide as the hull, turns, what they cost, and who comes into sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Any

import msgspec

from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.space.paths import cut, length, rest
from deadground.space.plane import Point, facing_of, minus
from deadground.systems.skirmish.crews import eyes_of, vehicle_of
from deadground.systems.skirmish.game import in_one_breath
from deadground.systems.skirmish.rules.armour.faces import armour_at, face_towards
from deadground.systems.skirmish.rules.vehicles.finding_ways import cost_of, stood
from deadground.systems.skirmish.rules.vehicles.hull import swept
from deadground.systems.skirmish.rules.vehicles.speeds import speed, type_of
from deadground.systems.skirmish.rules.vehicles.ways import DriveWay, headings, turn_between
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.table.driving import Met, Trip, first_met, where_fast
from deadground.systems.skirmish.table.going_lines import inches
from deadground.systems.skirmish.vehicle import Vehicle

SkirmishView = View[SkirmishState]

NOTCH = INCH // 4
TURNED = 5
"""Less than this is no turn to speak of."""


def trips_of(view: SkirmishView, plan: Mapping[str, Any]) -> list[Trip]:
    """The ways that a plan of drivers holds."""
    figures = view.state.figures
    return [
        Trip(figures[id].aboard, id, msgspec.convert(way, DriveWay))
        for id, way in plan.get("ways", {}).items()
    ]


def trip_shapes(view: SkirmishView, trips: Sequence[Trip], met: Mapping[str, Met]) -> Iterator[Shape]:
    """Each way as a ribbon as wide as the hull, the hull at its end, and where somebody comes into sight."""
    for trip in trips:
        vehicle = view.state.vehicles[trip.vehicle]
        if trip.way.points:
            yield from ribbon(view.state, vehicle, trip.way)
        there = stood(vehicle, trip.way)
        yield Shape(kind="area", look="ghost", points=there.base.corners, token=vehicle.id)
        if trip.vehicle in met:
            yield from met_shapes(view, vehicle, met[trip.vehicle])


def ribbon(state: SkirmishState, vehicle: Vehicle, way: DriveWay) -> Iterator[Shape]:
    """The ground under the hull, another colour beyond half of the speed, and a notch at each turn. NS-21"""
    path = (vehicle.at, *way.points)
    fast = where_fast(state, vehicle, way, speed(type_of(vehicle)) // 2)
    slow, quick = (path, ()) if fast is None else (cut(path, fast), rest(path, fast))
    is_fast = vehicle.drive.fast
    for part, look in ((slow, "ribbon_fast" if is_fast else "ribbon"), (quick, "ribbon_fast")):
        for leg in pairwise(part):
            heading = facing_of(minus(leg[1], leg[0]))
            across = msgspec.structs.replace(vehicle.base.moved(leg[0], heading), depth=0)
            yield Shape(kind="area", look=look, points=swept(across, leg).corners, token=vehicle.id)
    yield Shape(kind="line", look="route", points=path, token=vehicle.id)
    facing = vehicle.facing
    for spot, heading in zip(path, headings(path, way), strict=False):
        if turn_between(facing, heading) > TURNED:
            yield Shape(kind="ring", look="notch", points=(spot,), radius=NOTCH, token=vehicle.id)
        facing = heading
    if fast is not None:
        half = cut(path, fast)[-1]
        yield Shape(kind="note", look="notch", points=(half,), label="half speed", token=vehicle.id)


def met_shapes(view: SkirmishView, vehicle: Vehicle, met: Met) -> Iterator[Shape]:
    enemy = eyes_of(view.state, view.state.figures[met.enemy])
    label = f"{enemy.name} comes into sight here"
    yield Shape(kind="ring", look="halt", points=(met.at,), radius=INCH // 3, token=vehicle.id)
    yield Shape(kind="line", look="sight", points=(enemy.at, met.at), token=vehicle.id)
    yield Shape(kind="note", look="halt", points=(met.at,), label=label, token=vehicle.id)


def all_met(view: SkirmishView, trips: Sequence[Trip]) -> dict[str, Met]:
    """Who comes into sight of each vehicle on its way, by vehicle."""
    found = ((trip.vehicle, first_met(view, trip)) for trip in trips)
    return {id: met for id, met in found if met is not None}


def trip_words(view: SkirmishView, trips: Sequence[Trip], met: Mapping[str, Met]) -> Iterator[Line]:
    """How far of how far each goes, whether it has moved fast then, and who comes into sight where. NS-21

    Of a platoon that keeps station the same is said once.
    """
    told: dict[str, list[str]] = {}
    for trip in trips:
        told.setdefault(way_words(view.state, trip), []).append(view.state.vehicles[trip.vehicle].name)
    for words, names in told.items():
        yield Line(f"{in_one_breath(names)}: {words}.", ("NS-21",))
    fast = [view.state.vehicles[trip.vehicle].name for trip in trips if is_fast_then(view.state, trip)]
    if fast:
        who = in_one_breath(fast) if len(fast) < len(trips) or len(fast) == 1 else "all"
        words = "more than half speed, so shots that pass one die miss, its own and those at it"
        yield Line(f"Moved fast ({who}): {words}.", ("NS-21", "NUTS-VEH-11"))
    for trip in trips:
        if trip.vehicle in met:
            yield from met_words(view, trip, met[trip.vehicle])


def way_words(state: SkirmishState, trip: Trip) -> str:
    """What a vehicle does on a way, and what it uses of its speed."""
    vehicle = state.vehicles[trip.vehicle]
    path, way = (vehicle.at, *trip.way.points), trip.way
    facing, turned = vehicle.facing, []
    for heading in [*headings(path, way), *([way.facing] if way.facing is not None else [])]:
        if turn_between(facing, heading) > TURNED:
            turned.append(f"{turn_between(facing, heading) / 10:.0f}°")
        facing = heading
    if not way.points:
        return f"turns {in_one_breath(turned)} on the spot" if turned else "stays"
    turns = f", turning {in_one_breath(turned)}" if turned else ""
    whole = speed(type_of(vehicle)) // INCH
    verb = "back" if way.backwards else "ahead"
    used = f"{spent_then(state, trip) / INCH:.1f} of {whole} inches of speed"
    return f"{inches(length(path))} {verb}{turns}, {used}"


def spent_then(state: SkirmishState, trip: Trip) -> int:
    vehicle = state.vehicles[trip.vehicle]
    return vehicle.drive.spent + cost_of(state, vehicle, trip.way)


def is_fast_then(state: SkirmishState, trip: Trip) -> bool:
    """Whether it will have used more than half of its speed. NS-21"""
    return 2 * spent_then(state, trip) > speed(type_of(state.vehicles[trip.vehicle]))


def met_words(view: SkirmishView, trip: Trip, met: Met) -> Iterator[Line]:
    """Who comes into sight where, and which face of the vehicle looks at him then. NUTS-VEH-08, NR-95"""
    state = view.state
    vehicle, enemy = state.vehicles[trip.vehicle], eyes_of(state, state.figures[met.enemy])
    yield Line(f"{enemy.name} comes into sight of {vehicle.name} at {inches(met.gone)}.", ("NUTS-SIGHT-02",))
    gunner = vehicle_of(state, state.figures[met.enemy])
    if gunner is not None:
        yield struck_words(view, vehicle, met.at, met.facing, enemy.at)


def struck_words(view: SkirmishView, vehicle: Vehicle, at: Point, facing: int, from_: Point) -> Line:
    """Which face a vehicle would show to somebody, and how thick it is. NR-95"""
    there = copy(vehicle)
    there.at, there.facing = at, facing
    face = face_towards(there, from_)
    rating = armour_at(type_of(vehicle), face, view.options)
    thick = "without armour" if rating is None else f"{rating}"
    return Line(f"He would strike its {face}, {thick}.", ("NR-95", "NUTS-VEH-12"))
