"""Short moves inside others: two inches before an In Sight Test, and the rest of a move after it. NUTS-SIGHT-03"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any, cast

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Guide, Path, PathValue, Request, Suggestion, Walker, guide
from deadground.core.view import View
from deadground.space.bases import CONTACT, gap_is_within
from deadground.space.paths import facing_at, length, rest
from deadground.space.plane import FULL_TURN, Point, along
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish, ground_of, members
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.activation.orders import can_act
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.movement.going import brings, is_taken, left_to_go, path_cost
from deadground.systems.skirmish.rules.movement.standing import (
    come_to_rest,
    halt_before,
    put,
    runs_into,
    short_of_enemies,
    stopped_short,
    turn,
)
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState

TRIES = 6
MOST_POINTS = 12


def may_step(state: SkirmishState, figure: Figure, options: Options) -> bool:
    """Whether a man can use the two inches at all: on his feet, in good order, with movement left. NR-11"""
    return can_walk(figure) and most_steps(figure, options) > 0


def can_walk(figure: Figure) -> bool:
    """On his feet, and with nothing else to do: who treats a wounded man does nothing besides. NUTS-WOUND-05"""
    return can_act(figure) and not figure.prone


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
        unit="in",
        rows=("NUTS-SIGHT-03", "NR-11"),
    )


def walker(state: SkirmishState, figure: Figure, most: Tenths) -> Walker:
    ground = ground_of(state)
    edge = figure.base.radius
    box = (edge, edge, ground.width - edge, ground.height - edge)
    return Walker(figure.id, figure.name, figure.at, most, box)


def take_steps(g: Skirmish, given: Mapping[str, PathValue]) -> None:
    """Men take their two inches; they count as having moved. NUTS-SIGHT-03, NR-11, NR-18"""
    cite("NUTS-SIGHT-03", "NR-11", "NR-18")
    charged = g.option("in_sight_bonus_move") == "charged"
    wanted = {id: (g.figure(id).at, *value.points) for id, value in given.items() if value.points}
    paths = {id: short_of_enemies(g.state, g.figure(id), path) for id, path in wanted.items()}
    for id, path in paths.items():
        put(g.figure(id), path[-1])
    for id, path in paths.items():
        figure, path = g.figure(id), stopped_short(g.state, g.figure(id), path)
        if length(path):
            text = f'{figure.name} moves {length(path) / INCH:.1f}" more.'
            g.tell_of([figure], "moves", text, "NUTS-SIGHT-03", figure=id, path=path)
        figure.doing = figure.doing.but(moving=True, moved_in=g.state.turn)
        turn(figure, facing_at(path, length(path), otherwise=figure.facing))
        come_to_rest(g.state, figure, path)
        cost = (path_cost(g.state, path) or 0) if charged else 0
        figure.doing = figure.doing.but(spent=figure.doing.spent + cost)
        halt_before(g, figure, rest(wanted[id], min(length(paths[id]), length(wanted[id]))))
    for id, value in given.items():
        if value.facing is not None:
            turn(g.figure(id), value.facing)


def path_faults(
    state: SkirmishState,
    figure: Figure,
    points: Iterable[Point],
    most: Tenths,
    at: str,
    goers: Collection[str] = (),
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
    friend = is_taken(state, path[-1], figure)
    if friend is not None and goers:
        friend = is_taken(state, path[-1], figure, with_prisoners(state, goers))
    if friend is not None:
        faults.append(Fault(at, f"{friend.name} stands where {figure.name} would", ("NS-01",)))
    return faults


def with_prisoners(state: SkirmishState, goers: Iterable[str]) -> tuple[str, ...]:
    """Those who will be elsewhere when these men have gone: they, and whom they bring along. NS-36"""
    return tuple(id for one in goers for id in (one, *brings(state.figures[one])))


def crowded(state: SkirmishState, ends: Mapping[str, Point], at: str) -> list[Fault]:
    """Men whose bases would lie on each other at the end."""
    faults = []
    names = list(ends)
    bases = {id: state.figures[id].base.moved(to) for id, to in ends.items()}
    for i, one in enumerate(names):
        for other in names[:i]:
            if gap_is_within(bases[one], bases[other], -CONTACT - 1):
                reason = (
                    f"{state.figures[one].name} and {state.figures[other].name} would stand on each other"
                )
                faults.append(Fault(f"{at}.{one}", reason, ("NS-01",)))
    return faults


@guide("skirmish.paths")
class Paths(Guide):
    """The law of short moves: what each path costs on its ground, and room at its end. NUTS-SIGHT-03, NR-11"""

    manner = "ways"

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

    def suggest(self, view: View[SkirmishState], request: Request, k: int) -> list[Suggestion]:
        return [Suggestion("Stay", {})][:k]


def somewhere(rng: Random, start: Point, most: Tenths, box: tuple[int, int, int, int]) -> Point:
    """A random point within a distance, on the table. NR-11"""
    x, y = along(start, rng.randrange(FULL_TURN), rng.randint(0, most))
    west, north, east, south = box
    return min(max(x, west), east), min(max(y, north), south)
