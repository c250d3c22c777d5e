"""Routes: a good path to a goal, round obstacles and away from enemies, for bots and suggestions.

The way is found on the grid of `reach`, pulled straight where that is no dearer, and then costed exactly. What is
returned never costs more than the allowance.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

from deadground.space.bases import Base, less, nearest, overlap, point_to_segment
from deadground.space.fields import Obstacles
from deadground.space.going import Surface
from deadground.space.paths import Path, cut, length, straightened
from deadground.space.plane import Point
from deadground.space.polygons import Segment, covers, do_cross, edges
from deadground.space.reach import Reach, reach
from deadground.space.units import REACH, Tenths
from deadground.space.walks import STEP

FAR: Tenths = 4 * REACH
"""An allowance that is enough to cross any table."""


class Route(msgspec.Struct, frozen=True):
    """A path within an allowance, its exact cost, and whether it comes to the goal.

    `whole` is the way on to the goal, or as near to it as one can come, whatever the allowance.
    """

    path: Path
    cost: Tenths
    arrives: bool
    whole: Path


def route(
    surface: Surface,
    mover: Base,
    goal: Point,
    allowance: Tenths,
    obstacles: Obstacles | None = None,
    *,
    cell: Tenths | None = None,
) -> Route:
    """The cheapest way found from a mover's place towards a goal."""
    if not surface.ground.on(goal):
        raise ValueError(f"the goal {goal} is off the table")
    held = obstacles or Obstacles(mover)
    whole = pulled_straight(surface, way(surface, mover, goal, allowance, held, cell), held)
    path = with_room(surface.within(whole, allowance), held)
    cost = surface.cost(path).total
    return Route(path, cost or 0, path[-1] == goal, whole)


def way(
    surface: Surface, mover: Base, goal: Point, allowance: Tenths, held: Obstacles, cell: Tenths | None
) -> Path:
    """The way over the grid to a goal, or to the cell nearest to it: within the allowance if it can be done so."""
    found = reach(surface, mover, allowance, held, cell=cell, until=goal)
    if not found.holds(goal):
        found = reach(surface, mover, FAR, held, cell=cell, until=goal)
    return ending_at(surface, found, goal, held)


def ending_at(surface: Surface, found: Reach, goal: Point, held: Obstacles) -> Path:
    """The way to a goal's cell and, if nothing is in the way, to the goal itself."""
    path = found.way_to(*found.nearest_to(goal))
    if not found.holds(goal) or path[-1] == goal:
        return path
    for end in (path[:-1], path):
        if end and is_free((end[-1], goal), held) and surface.cost((end[-1], goal)).total is not None:
            return (*end, goal)
    return path


def pulled_straight(surface: Surface, path: Path, held: Obstacles) -> Path:
    """A path with corners cut wherever the straight leg is free and no dearer than the legs it replaces."""
    points = straightened(path)
    costs = [surface.cost(leg).total for leg in pairwise(points)]
    kept, here = [points[0]], 0
    while here < len(points) - 1:
        here = next(
            (
                there
                for there in range(len(points) - 1, here + 1, -1)
                if is_better(surface, points, costs, here, there, held)
            ),
            here + 1,
        )
        kept.append(points[here])
    return straightened(tuple(kept))


def is_better(
    surface: Surface, points: Path, costs: list[Tenths | None], here: int, there: int, held: Obstacles
) -> bool:
    """Whether a straight leg from one point to a later one is free and no dearer, but for rounding."""
    leg = (points[here], points[there])
    straight = surface.cost(leg).total
    if straight is None or not is_free(leg, held):
        return False
    replaced = costs[here:there]
    return None in replaced or straight <= len(replaced) + sum(cost for cost in replaced if cost is not None)


def is_free(leg: Segment, held: Obstacles) -> bool:
    """Whether a mover can go along a leg without passing a blocker or coming too near to anyone; exactly."""
    for base, margin in held.walls():
        number, by = leg_gap(leg, base)
        reach_to = margin + base.radius
        if number < reach_to * reach_to * by:
            return False
    return True


def leg_gap(leg: Segment, base: Base) -> tuple[int, int]:
    """The square of the distance from a leg to a base, a round one taken as its centre, as a fraction."""
    if base.is_round:
        return point_to_segment(base.at, leg)
    corners = base.corners
    if covers(corners, leg[0]) or any(do_cross(leg, edge) for edge in edges(corners)):
        return 0, 1
    gaps = [nearest(end, corners) for end in leg] + [point_to_segment(corner, leg) for corner in corners]
    best = gaps[0]
    for found in gaps[1:]:
        best = found if less(found, best) else best
    return best


def with_room(path: Path, held: Obstacles) -> Path:
    """A path cut back to where the mover's base has room, a step at a time; to its start if nowhere."""
    others = (*held.blockers, *held.occupied)
    for at in range(length(path), 0, -STEP):
        shorter = cut(path, at)
        base = held.mover.moved(shorter[-1])
        if not any(overlap(base, other) for other in others):
            return shorter
    return path[:1]
