"""The guide of the `path` request of the movement phase: what a seat may give, samples and suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Guide, PathValue, Suggestion, guide
from deadground.core.view import View
from deadground.space.bases import Base
from deadground.space.fields import Obstacles
from deadground.space.going import Going, Surface
from deadground.space.ground import Ground, Piece
from deadground.space.paths import Path, cut, legs, length, straightened, turns
from deadground.space.plane import FULL_TURN, Point, along
from deadground.space.routes import leg_gap, route
from deadground.space.units import Tenths
from deadground.systems.stands.game import enemies_of, ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.movement.allowance import allowance, why_no_move
from deadground.systems.stands.rules.movement.going import Says, going_of
from deadground.systems.stands.rules.movement.routes import crowding, end_base, lies_on, route_faults
from deadground.systems.stands.state import Stand, StandsState

TRIES = 4
"""Random legs tried for a stand before it stays where it is."""

HARD = 3
"""How much a suggested way avoids bad going: a tenth of it is taken for so many."""


def judged_route(
    view: View[StandsState],
    stand: Stand,
    points: Iterable[Sequence[int]],
    facing: int | None,
    *,
    at: str = "route",
) -> list[Fault]:
    """Everything that is wrong with the route of a stand of a view; one that had no fault is not judged again."""
    route = tuple([(x, y) for x, y in points])
    return view.faults_of_part(
        (stand.id, route, facing),
        lambda: route_faults(view.state, stand, route, facing, options=view.options, at=at),
    )


@guide("stands.routes")
class RouteGuide(Guide):
    """The law of the routes that a seat gives to its own stands."""

    def faults(self, view: View[StandsState], request: Any, value: dict[str, PathValue]) -> list[Fault]:
        state = view.state
        own = {walker.piece for walker in request.walkers}
        found: list[Fault] = []
        for id, given in value.items():
            found += judged_route(view, state.stands[id], given.points, given.facing, at=f"value.{id}")
        return found + crowding(state, value, own, view.options)

    def explain(self, view: View[StandsState], request: Any, key: str, at: str) -> list[Fault]:
        """Why a stand is not asked about: it is not this seat's, or its card lets it stay where it is."""
        stand = view.state.stands.get(key)
        if stand is None or key in {walker.piece for walker in request.walkers}:
            return []
        if stand.command not in view.state.seats[view.seat].commands:
            return [Fault(at, f"{stand.name} is not yours to move", ("KIM-1.2b",))]
        barred = why_no_move(view.state, stand, view.options, at)
        return [] if barred is None else [barred]

    def sample(self, view: View[StandsState], request: Any, rng: Random) -> dict[str, Any]:
        """A random leg for some of the stands; one for which none is found stays where it is."""
        state = view.state
        taken = {stand.id: stand.base for stand in state.stands.values()}
        chosen: dict[str, Any] = {}
        for walker in request.walkers:
            stand = state.stands[walker.piece]
            points = self._leg(view, stand, [base for id, base in taken.items() if id != stand.id], rng)
            if points:
                chosen[stand.id] = {"points": [list(point) for point in points]}
                taken[stand.id] = end_base(stand, points, None)
        return chosen

    def _leg(self, view: View[StandsState], stand: Stand, taken: list[Base], rng: Random) -> list[Point]:
        state = view.state
        allowed = allowance(state, stand).tenths
        for _ in range(TRIES if rng.random() < 0.9 else 0):
            facing = rng.randrange(FULL_TURN) if stand.arrow < 0 else stand.arrow + rng.randint(-900, 900)
            far = rng.randint(allowed // 2, allowed)
            points = [along(stand.at, facing % FULL_TURN, far)]
            end = end_base(stand, points, None)
            if any(lies_on(end, base) for base in taken):
                continue
            if not route_faults(state, stand, points, options=view.options):
                return points
        return []

    def suggest(self, view: View[StandsState], request: Any, k: int) -> list[Suggestion]:
        """As planned; all forward along their arrows; all stay."""
        found = []
        if request.proposal and not request.check(view, request.proposal):
            found.append(Suggestion("As planned", request.proposal, "the routes laid down with the cards"))
        forward = self._forward(view, request)
        if forward and not request.check(view, forward):
            found.append(Suggestion("Forward", forward, "each along its arrow, round what is in the way"))
        found.append(Suggestion("Stay", {}, "nobody moves"))
        return found[:k]

    def _forward(self, view: View[StandsState], request: Any) -> dict[str, Any]:
        state = view.state
        taken = {stand.id: stand.base for stand in state.stands.values()}
        chosen: dict[str, Any] = {}
        for walker in request.walkers:
            stand = state.stands[walker.piece]
            if stand.arrow < 0:
                continue
            path = forward(view, stand)
            end = end_base(stand, path, None)
            if len(path) > 1 and not any(lies_on(end, base) for id, base in taken.items() if id != stand.id):
                chosen[stand.id] = {"points": [list(point) for point in path[1:]]}
                taken[stand.id] = end
        return chosen


def forward(view: View[StandsState], stand: Stand) -> Path:
    """A legal way along a stand's arrow, straight or round what is in the way; its own place if there is none."""
    state, ground = view.state, ground_of(view.state)
    allowed = allowance(state, stand).tenths
    x, y = along(stand.at, stand.arrow, allowed)
    goal = min(max(x, 0), ground.width), min(max(y, 0), ground.height)
    straight = cut((stand.at, goal), min(allowed, length((stand.at, goal))))
    halt = number(state, "halt_range")
    enemies = enemies_of(state, stand.side)
    near = [enemy for enemy in enemies if is_in_the_way(stand, straight, enemy, halt)]
    if not near and not route_faults(state, stand, straight, options=view.options):
        return straight
    kept = Obstacles(stand.base, keep_away=tuple((enemy.base, halt) for enemy in enemies))
    way = few_turns(state, route(surface_of(state), stand.base, goal, allowed, kept).path)
    if len(way) > 1 and not route_faults(state, stand, way, options=view.options):
        return way
    return (stand.at,)


def is_in_the_way(stand: Stand, path: Path, enemy: Stand, limit: Tenths) -> bool:
    margin = limit + stand.base.reach
    gaps = (leg_gap(leg, enemy.base) for leg in legs(path))
    return any(number < margin * margin * by for number, by in gaps)


def surface_of(state: StandsState) -> Surface:
    """The ground as a suggested way feels it: bad going is dear, roads cancel it."""
    return surface_by(ground_of(state), Says(state.impassable, state.steep, state.works_are_bad_going))


@lru_cache(maxsize=64)
def surface_by(ground: Ground, says: Says) -> Surface:
    """The same, by the table and what the scenario says of it; made once."""

    def called(piece: Piece) -> str:
        return going_of(piece, says)

    rates = {"bad": HARD, "mines": HARD, "impassable": None, "road": 1, "crossing": 1}
    return Surface(ground, Going(rates, roads=("road", "crossing"), called=called))


def few_turns(state: StandsState, way: Path, walked: Path = ()) -> Path:
    """As much of a way as two changes of direction allow, counting what was walked before it. KIM-2.2b"""
    way = straightened(way)
    while len(way) > 1 and turns((*walked, *way)) > number(state, "changes_of_direction"):
        way = way[:-1]
    return way
