"""What Action cards do in a scenario: lanes through mines, a bridge blown; who works at it, and from where."""

from __future__ import annotations

from deadground.space.plane import distance
from deadground.systems.stands import state as states
from deadground.systems.stands.bots.picture import Aim, Picture
from deadground.systems.stands.rules.cards.tasks import is_done, is_suited
from deadground.systems.stands.state import Stand

WITHIN = 9
"""Workers go to within so many tenths of the reach from which a task can be worked at."""


def works_of(picture: Picture) -> dict[str, tuple[states.Task, Aim]]:
    """For each stand that has a task of its scenario to do: the task, and the place to do it from."""
    found: dict[str, tuple[states.Task, Aim]] = {}
    wanted = [task for task in picture.state.tasks.values() if is_wanted(picture, task)]
    if not wanted:
        return found
    for stands in picture.units.values():
        fit = [task for task in wanted if all(is_suited(one, task) for one in stands)]
        if fit:
            task = min(fit, key=lambda task: (least_way(task, stands), task.id))
            at = stands[0].at if task.near is None else task.near
            aim = Aim(task.name, at, task.within * WITHIN // 10, 0, 0)
            found |= {one.id: (task, aim) for one in stands}
    return found


def is_wanted(picture: Picture, task: states.Task) -> bool:
    """Whether a task is to be done: a bridge is blown by those who do not mean to cross it."""
    if task.side != picture.side or is_done(picture.state, task):
        return False
    return not (task.effect.startswith("blow") and picture.state.sides[picture.side].attacker)


def least_way(task: states.Task, stands: list[Stand]) -> int:
    """How far the nearest of some stands is from where a task is done."""
    return 0 if task.near is None else min(distance(one.at, task.near) for one in stands)


def is_at_work(one: Stand, task: states.Task) -> bool:
    """Whether a stand can work at a task from where it is."""
    return task.near is None or distance(one.at, task.near) <= task.within
