"""Short moves inside others: two inches before an In Sight Test, and the rest of a move after it. NUTS-SIGHT-03"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from random import Random
from typing import Any, cast

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Gesture, Guide, Path, PathValue, Request, Suggestion, Walker, guide
from deadground.core.scene import Look
from deadground.core.view import View
from deadground.space.bases import CONTACT, point_to_segment
from deadground.space.paths import cut, facing_at, length
from deadground.space.plane import FULL_TURN, Point, along, is_within
from deadground.space.polygons import box_of
from deadground.space.units import Tenths, shown
from deadground.systems.skirmish.game import Skirmish, ground_of, members
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import Options, option
from deadground.systems.skirmish.rules.casualties import bring_along
from deadground.systems.skirmish.rules.flame import first_flame
from deadground.systems.skirmish.rules.going import is_taken, left_to_go, path_cost
from deadground.systems.skirmish.state import BASE, DOWN, Figure, SkirmishState

TRIES = 6
MOST_POINTS = 12


def may_step(state: SkirmishState, figure: Figure, options: Options) -> bool:
    """Whether a man can use the two inches at all: on his feet, in good order, with movement left. NR-11"""
    return can_walk(figure) and most_steps(figure, options) > 0


def can_walk(figure: Figure) -> bool:
    return (
        figure.status == "carry_on" and figure.reacting is None and not figure.prone and not figure.fighting
    )


def most_steps(figure: Figure, options: Options) -> Tenths:
    """Two inches, free or taken from what is left of the move. NR-11"""
    bonus = number("in_sight_bonus_move")
    return bonus if option(options, "in_sight_bonus_move") == "free" else min(bonus, left_to_go(figure))


def step_request(view: View[SkirmishState], group: str) -> Path:
    """Two more inches for every man of the group, seen or not. NUTS-SIGHT-03"""
    men = [one for one in members(view.state, group) if may_step(view.state, one, view.options)]
    return Path(
        'Move up to 2" more before the In Sight Test.',
        walkers=tuple(walker(view.state, one, most_steps(one, view.options)) for one in men),
        proposal={},
        guide="skirmish.paths",
        rows=("NUTS-SIGHT-03", "NR-11"),
    )


def walker(state: SkirmishState, figure: Figure, most: Tenths) -> Walker:
    ground = ground_of(state)
    box = (BASE, BASE, ground.width - BASE, ground.height - BASE)
    return Walker(figure.id, figure.name, figure.at, most, box)


def take_steps(g: Skirmish, given: Mapping[str, PathValue]) -> None:
    """Men take their two inches; they count as having moved. NUTS-SIGHT-03, NR-11, NR-18"""
    cite("NUTS-SIGHT-03", "NR-11", "NR-18")
    charged = g.option("in_sight_bonus_move") == "charged"
    for id, value in given.items():
        figure = g.figure(id)
        if value.points:
            path = stopped_short(g.state, figure, (figure.at, *value.points))
            cost = path_cost(g.state, path) or 0
            g.tell_of([figure], "moves", f"{figure.name} moves on.", "NUTS-SIGHT-03", figure=id, path=path)
            figure.at, figure.moving, figure.moved_in = path[-1], True, g.state.turn
            bring_along(g.state, [figure])
            figure.spent += cost if charged else 0
            look_along(figure, path)
        if value.facing is not None:
            figure.facing = value.facing


def look_along(figure: Figure, path: tuple[Point, ...]) -> None:
    figure.facing = facing_at(path, length(path), otherwise=figure.facing)


def stopped_short(state: SkirmishState, figure: Figure, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """A path cut back to where there is room to stand, if somebody has come to stand at its end. NR-11"""
    at = length(path)
    while at > 0 and is_taken(state, path[-1], figure):
        at = max(0, at - BASE // 2)
        path = cut(path, at)
    return path


def path_faults(
    state: SkirmishState,
    figure: Figure,
    points: Iterable[Point],
    most: Tenths,
    at: str,
    goers: Iterable[str] = (),
) -> list[Fault]:
    """What is wrong with a man's path: its cost, who is in the way, where it ends."""
    path = (figure.at, *points)
    if len(path) == 1:
        return []
    if len(path) > MOST_POINTS:
        return [Fault(at, f"{figure.name}: a path has at most {MOST_POINTS} points", ("NUTS-MOVE-01",))]
    cost = path_cost(state, path)
    if cost is None:
        return [Fault(at, f"{figure.name} cannot cross that ground", ("NS-39",))]
    faults = []
    if cost > most:
        reason = f"{figure.name} has {shown(most, 'in')} to go, the path costs {shown(cost, 'in')}"
        faults.append(Fault(at, reason, ("NUTS-MOVE-01", "NS-39")))
    enemy = runs_into(state, figure, path)
    if enemy is not None:
        reason = f"{figure.name} would run into {enemy.name}; that takes a charge"
        faults.append(Fault(at, reason, ("NUTS-MELEE-01",)))
    friend = is_taken(state, path[-1], figure, tuple(goers))
    if friend is not None:
        faults.append(Fault(at, f"{friend.name} stands where {figure.name} would", ("NS-01",)))
    return faults


def runs_into(state: SkirmishState, figure: Figure, path: tuple[Point, ...]) -> Figure | None:
    """An enemy whose base a path would touch. Melee is entered only by a charge. NUTS-MELEE-01, NS-01"""
    reach = 2 * BASE + CONTACT
    west, north, east, south = box_of(path)
    for one in state.figures.values():
        x, y = one.at
        if x < west - reach or x > east + reach or y < north - reach or y > south + reach:
            continue
        if one.side == figure.side or one.status in (*DOWN, "gone", "captured"):
            continue
        for leg in pairwise(path):
            numerator, by = point_to_segment(one.at, leg)
            if numerator <= reach * reach * by and not is_within(one.at, path[0], reach):
                return one
    return None


def crowded(state: SkirmishState, ends: Mapping[str, Point], at: str) -> list[Fault]:
    """Men whose bases would lie on each other at the end."""
    faults = []
    names = list(ends)
    for i, one in enumerate(names):
        for other in names[:i]:
            if is_within(ends[one], ends[other], 2 * BASE - CONTACT - 1):
                reason = (
                    f"{state.figures[one].name} and {state.figures[other].name} would stand on each other"
                )
                faults.append(Fault(f"{at}.{one}", reason, ("NS-01",)))
    return faults


@guide("skirmish.paths")
class Paths(Guide):
    """The law of short moves: what each path costs on its ground, and room at its end. NUTS-SIGHT-03, NR-11"""

    def faults(self, view: View[SkirmishState], request: Request, value: dict[str, PathValue]) -> list[Fault]:
        faults: list[Fault] = []
        walkers = {one.piece: one for one in cast(Path, request).walkers}
        goers = [id for id, path in value.items() if path.points]
        for id, path in value.items():
            figure = view.state.figures[id]
            faults += path_faults(
                view.state, figure, path.points, walkers[id].most, f"value.{id}.points", goers
            )
            if "NUTS-SIGHT-03" in request.rows and first_flame(view.state, (figure.at, *path.points)):
                reason = f"flame burns on the way of {figure.name}; to dare it he needs his own move"
                faults.append(Fault(f"value.{id}.points", reason, ("NUTS-GREN-18", "NR-11")))
        ends = {id: value[id].points[-1] for id in goers}
        return faults + crowded(view.state, ends, "value")

    def sample(self, view: View[SkirmishState], request: Request, rng: Random) -> dict[str, Any]:
        """Some of the men take a random step; what would be refused is left out."""
        found: dict[str, Any] = {}
        for one in cast(Path, request).walkers:
            for _ in range(TRIES if rng.random() < 0.6 else 0):
                point = somewhere(rng, one.start, one.most, one.box)
                tried = {**found, one.piece: {"points": [list(point)]}}
                if point != one.start and not request.check(view, tried):
                    found = tried
                    break
        return found

    def edit(
        self,
        view: View[SkirmishState],
        request: Request,
        draft: dict[str, PathValue] | None,
        gesture: Gesture,
    ) -> Look:
        from deadground.systems.skirmish.table.short_ways import edit_paths

        return edit_paths(view, cast(Path, request), draft, gesture)

    def suggest(self, view: View[SkirmishState], request: Request, k: int) -> list[Suggestion]:
        return [Suggestion("Stay", {})][:k]


def somewhere(rng: Random, start: Point, most: Tenths, box: tuple[int, int, int, int]) -> Point:
    """A random point within a distance, on the table. NR-11"""
    x, y = along(start, rng.randrange(FULL_TURN), rng.randint(0, most))
    west, north, east, south = box
    return min(max(x, west), east), min(max(y, north), south)
