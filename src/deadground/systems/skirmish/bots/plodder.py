"""`plodder`: straight to the place that counts, and a shot at whoever is nearest."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.requests import Order, Path
from deadground.core.requests import Orders as OrdersRequest
from deadground.core.view import View
from deadground.space.plane import Point, along, distance, facing_of, minus
from deadground.systems.skirmish.bots.answers import Answers, Orders, order
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.movement.going import left_to_go
from deadground.systems.skirmish.rules.sight.stepping import path_faults
from deadground.systems.skirmish.rules.vehicles.finding_ways import way_to
from deadground.systems.skirmish.state import INCH, Figure

TURNS = (0, 200, -200, 450, -450, 700, -700)
"""How far off the straight way he looks for room, in tenths of a degree."""

SHARES = (1.0, 0.6, 0.3)


class Plodder(Answers):
    """Shoots as proposed, which is at the nearest, and walks on."""

    def orders(self, view: View[Any], request: OrdersRequest) -> Any:
        picture = Picture(view)
        given: Orders = list(request.proposal or [])
        busy = {*request.units[0].done, *(id for one in given for id in one["pieces"])}
        men = [picture.state.figures[id] for id in request.units[0].pieces if id not in busy]
        law = LAWS["move"]
        free = [
            one
            for one in men
            if not law.why_not(picture.state, one, picture.options) and not one.doing.action
        ]
        ends = straight(picture, free, {one.id: left_to_go(one) for one in free})
        given += driven(picture, request, busy)
        if ends:
            paths = {id: {"points": [list(at)]} for id, at in ends.items()}
            given.append(order(request.units[0].id, "move", {"paths": paths}, list(ends)))
        return given

    def paths(self, view: View[Any], request: Path) -> Any:
        """The rest of a move straight on; the two inches are not for him."""
        if "NR-19" not in request.rows:
            return {}
        picture = Picture(view)
        men = [picture.state.figures[walker.piece] for walker in request.walkers]
        ends = straight(picture, men, {walker.piece: walker.most for walker in request.walkers})
        return {id: {"points": [list(at)]} for id, at in ends.items()}


def driven(picture: Picture, request: OrdersRequest, busy: set[str]) -> Orders:
    """Vehicles go straight at the place that counts, unless they shoot."""
    state, law, goal = picture.state, LAWS["drive"], picture.aim.at
    shooting = {state.figures[id].aboard for id in busy}
    ways: dict[str, Any] = {}
    for id in request.units[0].pieces if state.vehicles else ():
        driver = state.figures[id]
        if driver.aboard in shooting or law.why_not(state, driver, picture.options) is not None:
            continue
        vehicle = state.vehicles[driver.aboard]
        way = way_to(state, vehicle, goal) if distance(vehicle.at, goal) > vehicle.depth else None
        if way is not None:
            tried = {**ways, id: msgspec.to_builtins(way)}
            given = Order("", "drive", (), None, {"ways": tried})
            ways = ways if law.faults(picture.view, given, "", None) else tried
    return [order(request.units[0].id, "drive", {"ways": ways}, list(ways))] if ways else []


def straight(picture: Picture, men: list[Figure], most: dict[str, int]) -> dict[str, Point]:
    """Where men go who walk straight at the place that counts, the nearest first."""
    goal = picture.aim.at
    ends: dict[str, Point] = {}
    for one in sorted(men, key=lambda one: distance(one.at, goal)):
        far = min(most[one.id], distance(one.at, goal) - INCH)
        if far < INCH:
            continue
        facing = facing_of(minus(goal, one.at))
        tries = [
            along(one.at, (facing + turn) % 3600, int(far * share)) for share in SHARES for turn in TURNS
        ]
        at = next((at for at in tries if fits(picture, one, at, most[one.id], ends)), None)
        if at is not None:
            ends[one.id] = at
    return ends


def fits(picture: Picture, one: Figure, at: Point, most: int, ends: dict[str, Point]) -> bool:
    """Whether a man can go straight to a place and stand there."""
    ground = picture.land.ground
    on_table = INCH < at[0] < ground.width - INCH and INCH < at[1] < ground.height - INCH
    if not on_table or any(distance(at, other) < INCH for other in ends.values()):
        return False
    return not path_faults(picture.state, one, (at,), most, "", list(ends))
