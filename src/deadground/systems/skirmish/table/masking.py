"""Friends in the line of fire: who would have one after a march, and a place beside his own without. NR-37"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from deadground.core.records import copy_state
from deadground.core.scene import Line
from deadground.space.paths import Path
from deadground.space.plane import Facing, Point, along, facing_of, is_within, minus, square
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import enemies_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.movement.going import within_allowance
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.line_of_sight import (
    figure_between,
    man_between,
    terrain_between,
)
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.table.marching import March, stands_on
from deadground.systems.skirmish.thread import surname

SIDESTEP: Tenths = INCH // 4
MOST_SIDESTEPS = 16
"""How far beside his place a man is looked a better one for: four inches to either side."""

RIGHT: Facing = 900


def at_the_end(state: SkirmishState, marches: Sequence[March]) -> SkirmishState:
    """The table as it would be after some marches."""
    after = copy_state(state)
    for march in marches:
        after.figures[march.id].at = march.path[-1]
    return after


def foe_of(state: SkirmishState, marches: Sequence[March]) -> Figure | None:
    """The enemy whom lines of fire are kept free to: the nearest that is known."""
    first = state.figures[marches[0].id]
    return min(
        enemies_of(state, first.side),
        key=lambda one: square(minus(one.at, marches[0].path[-1])),
        default=None,
    )


def masked(state: SkirmishState, ids: Sequence[str], foe: Figure, options: Options) -> list[Figure]:
    """Who would see an enemy but for a friend, or for something else that stands there."""
    men = [state.figures[id] for id in ids]
    return [
        man
        for man in men
        if figure_between(state, man, foe, options) and not terrain_between(state, man, foe, options)
    ]


def unmasked(
    state: SkirmishState, marches: Sequence[March], most: Callable[[Figure], Tenths], options: Options
) -> tuple[list[March], list[str]]:
    """The marches with those stepped aside who would have a friend in their line, where there is a place for it.

    The second are the men who step aside. Nobody loses cover by it, or his group.
    """
    found = {march.id: march for march in marches}
    foe = foe_of(state, marches) if marches else None
    if foe is None:
        return list(marches), []
    after = at_the_end(state, marches)
    blocked = masked(after, tuple(found), foe, options)
    aside: list[str] = []
    for man in [one for one in blocked if found[one.id].path[-1] != found[one.id].path[0]]:
        paths = {id: march.path for id, march in found.items()}
        place = man.at
        for path in sidesteps(state, man.id, place, foe.at, paths, most):
            man.at = path[-1]
            left = masked(after, tuple(found), foe, options)
            if len(left) < len(blocked) and man not in left:
                found[man.id] = March(man.id, path, facing_of(minus(foe.at, path[-1])))
                blocked, place = left, path[-1]
                aside.append(man.id)
                break
        man.at = place
    return list(found.values()), aside


def sidesteps(
    state: SkirmishState,
    id: str,
    at: Point,
    foe: Point,
    paths: dict[str, Path],
    most: Callable[[Figure], Tenths],
) -> Iterator[Path]:
    """Ways to places to the left and right of a man's own, the nearest first, that are as good as it."""
    man = state.figures[id]
    ahead = facing_of(minus(foe, at))
    needs_cover = cover_at(state, at, foe) is not None
    near = number("group_distance")
    others = [path[-1] for other, path in paths.items() if other != id]
    together = any(is_within(there, at, near) for there in others)
    for step in range(1, MOST_SIDESTEPS + 1):
        for turn in (RIGHT, -RIGHT):
            to = along(at, (ahead + turn) % 3600, step * SIDESTEP)
            path = within_allowance(state, (man.at, to), most(man))
            if path[-1] != to or stands_on(state, man, {**paths, id: path}, (*paths, id)):
                continue
            if needs_cover and cover_at(state, to, foe) is None:
                continue
            if together and not any(is_within(there, to, near) for there in others):
                continue
            yield path


def masked_words(
    state: SkirmishState, marches: Sequence[March], aside: Sequence[str], options: Options
) -> Iterator[Line]:
    """Who steps aside for a clear line, who has a friend in it all the same, and how to have it otherwise. NR-37"""
    if aside:
        who = f"{surname(state.figures[aside[0]])} steps" if len(aside) == 1 else f"{len(aside)} men step"
        yield Line(f"{who} aside to have a clear line of fire. Key 1 keeps their shape.", ("NR-37",))
    foe = foe_of(state, marches)
    if foe is None:
        return
    after = at_the_end(state, marches)
    blocked = masked(after, [march.id for march in marches], foe, options)
    if blocked:
        who = f"{surname(blocked[0])} has" if len(blocked) == 1 else f"{len(blocked)} men have"
        friend = any(man_between(after, man, foe, options) for man in blocked)
        what = "a friend" if friend else "something"
        yield Line(f"{who} {what} in the line of fire. Key 2 makes a line.", ("NR-37",))
