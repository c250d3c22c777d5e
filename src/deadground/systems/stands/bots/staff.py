"""The staff of `steady`: which unit goes for which place, and whether the battle is to be fought on."""

from __future__ import annotations

from collections.abc import Iterable

from deadground.space.plane import Point, distance
from deadground.space.units import Tenths
from deadground.systems.stands.bots.chances import is_fighter, lives_left, worth
from deadground.systems.stands.bots.lanes import lanes_of
from deadground.systems.stands.bots.picture import Aim, Picture
from deadground.systems.stands.bots.plans import Mind, Posture, main_aim
from deadground.systems.stands.bots.standing import (
    FIGHT_TURNS,
    Task,
    key_of,
    slow_of,
    standing_orders,
    task_for,
)
from deadground.systems.stands.bots.works import works_of
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.state import Stand

COUNTER = 0.45
"""The part of a battle after which one who holds goes over to the counter-attack: if the enemy is where he must not
be, or has spent himself."""

SPENT, STRONGER = 0.9, 1.6
"""The balance of strength at which an enemy has spent himself, and at which nobody holds back."""

LEAST_TO_COUNTER = 0.7
"""Nobody who holds goes over to the counter-attack with less strength than this, whatever he has lost."""


CONTESTED = 2200
"""An enemy so near to a place may yet come for it."""

CLOSE = 700
"""An enemy so near to a place fights for it now."""

LEAVES_HIDING = 4
"""With no more turns left than this a stand in hiding is worth more on a place that counts."""

KEEPERS = 2
"""How many stands hold a place that nobody comes for."""

SPARE_TURNS = 2.5
"""No stand is sent off alone on a longer way than this."""

STORM = 1.7
"""With so many times the strength of those who hold a place, one goes in."""


class Staff:
    """The orders of one moment, worked out from the view alone."""

    def __init__(self, picture: Picture, mind: Mind) -> None:
        self.picture = picture
        self.mind = mind
        self.plan = mind.plan(picture)
        self.temper = mind.temper
        self._storms: dict[Point, bool] = {}
        self._foes_at: dict[tuple[Point, Tenths], list[Stand]] = {}
        self.posture: Posture = self._posture()
        self.works = works_of(picture) if picture.state.tasks else {}
        self.tasks: dict[str, Task] = self._share_out()
        self.detached: dict[str, Task] = self._detach()
        self.moved_on: dict[str, Task] = self._move_on()
        self.go_in: frozenset[str] = self._go_in()
        self.lanes = lanes_of(picture)
        self.in_the_way = frozenset(id for lane in self.lanes for id in lane.barred_by)

    def _posture(self) -> Posture:
        picture, resolve = self.picture, self.mind.resolve
        if resolve and resolve.posture:
            return resolve.posture
        if self._is_beaten():
            return "beaten"
        if self.plan != "hold" or picture.balance >= STRONGER:
            return "attack"
        over = picture.state.turn / max(1, picture.state.last_turn)
        has_lost = any(self.foes_at(aim) for aim in picture.aims if aim.points)
        needed = LEAST_TO_COUNTER if has_lost else SPENT
        counters = over >= COUNTER and picture.balance >= needed
        return "attack" if counters else "hold"

    def _is_beaten(self) -> bool:
        """Too weak to go on: by the balance, or because no command may advance any more."""
        picture = self.picture
        if picture.state.turn > 1 and picture.balance < self.temper.gives_up:
            return True
        groups = [one for one in picture.state.commands.values() if one.side == picture.side]
        return bool(groups) and all(one.first_morale and one.losses >= one.first_morale for one in groups)

    def _share_out(self) -> dict[str, Task]:
        """A place for every unit: its standing order, as long as it can be there in time."""
        picture = self.picture
        if not picture.aims:
            return {}
        main = main_aim(picture, self.plan)
        effort = None if self.plan == "hold" else main
        orders = standing_orders(picture.state, picture.side, effort)
        tasks: dict[str, Task] = {}
        for unit, stands in picture.units.items():
            at = orders.get(key_of(picture.unit(unit)), main.at if main else None)
            choices = [self._task(aim, stands) for aim in picture.aims]
            standing = next((task for task in choices if task.aim.at == at), choices[0])
            tasks[unit] = standing if self._is_in_time(standing) else self._second_best(choices, standing)
        return tasks

    def _is_in_time(self, task: Task) -> bool:
        return task.turns <= self.picture.turns_left + 1

    def _second_best(self, choices: list[Task], standing: Task) -> Task:
        """What can still be had, for one who comes too late where he was sent."""
        left = [task for task in choices if self._is_in_time(task)]
        return max(left, key=lambda task: (task.aim.weight / (task.turns + 2), task.aim.at), default=standing)

    def _detach(self) -> dict[str, Task]:
        """A stand for every place that nobody holds and nobody contests: the nearest that can be spared."""
        picture = self.picture
        found: dict[str, Task] = {}
        for aim in picture.aims:
            coming = [
                unit
                for unit, task in self.tasks.items()
                if task.aim.at == aim.at and self.fights(unit) and not picture.units[unit][0].hidden
            ]
            if self.holds(aim) or coming or self.foes_at(aim, CONTESTED) or not aim.points:
                continue
            able = [
                (self._task(aim, [one]), one.id)
                for one in picture.fighters
                if not kind_of(one).is_gun and len(picture.units[one.unit]) > 2
                if not one.hidden or picture.turns_left <= LEAVES_HIDING
            ]
            near = [item for item in able if item[0].turns <= min(SPARE_TURNS, picture.turns_left + 1)]
            if near:
                task, id = min(near, key=lambda item: (item[0].turns, item[1]))
                found[id] = task
        return found

    def _move_on(self) -> dict[str, Task]:
        """Two keep a place we hold with nobody close, and one more for each who may come; the others go on."""
        picture = self.picture
        found: dict[str, Task] = {}
        if self.posture != "attack":
            return found
        for aim in picture.aims:
            contested = [other for other in picture.aims if other != aim and self.foes_at(other, CLOSE)]
            if not contested or self.foes_at(aim, CLOSE) or not self.holds(aim):
                continue
            keepers = KEEPERS + sum(self._is_nearest(aim, foe) for foe in self.foes_at(aim, CONTESTED))
            here = [
                one
                for one in picture.fighters
                if self.fights(one.unit) and not one.hidden and self.tasks[one.unit].aim.at == aim.at
            ]
            for one in sorted(here, key=lambda one: (distance(one.at, aim.at), one.id))[keepers:]:
                tasks = [self._task(other, [one]) for other in contested]
                best = max(tasks, key=lambda task: (task.aim.weight / (task.turns + 2), task.aim.at))
                if best.turns <= picture.turns_left + 1:
                    found[one.id] = best
        return found

    def holds(self, aim: Aim) -> bool:
        """Whether anybody of ours who fights is at a place."""
        return any(distance(one.at, aim.at) <= aim.within for one in self.picture.fighters)

    def _is_nearest(self, aim: Aim, foe: Stand) -> bool:
        """Whether an enemy is nearer to a place than to any other that counts."""
        return min(self.picture.aims, key=lambda other: (distance(other.at, foe.at), other.at)) == aim

    def _go_in(self) -> frozenset[str]:
        """Near the end somebody must be in each place: the nearest three, where fewer than two are."""
        picture = self.picture
        if picture.turns_left > 1 or self.posture == "beaten":
            return frozenset()
        chosen: set[str] = set()
        for aim in picture.aims:
            mobile = [one for one in picture.fighters if self.fights(one.unit) and not one.hidden]
            near = sorted(mobile, key=lambda one: (distance(one.at, aim.at), one.id))
            if sum(distance(one.at, aim.at) <= aim.within for one in near) < KEEPERS:
                chosen |= {
                    one.id for one in near[: KEEPERS + 1] if distance(one.at, aim.at) > aim.within * 3 // 4
                }
        return frozenset(chosen)

    def fights(self, unit: str) -> bool:
        """Whether a unit is one of those that take and hold ground."""
        what = kind_of(self.picture.units[unit][0])
        return is_fighter(what) and not what.is_gun

    def _task(self, aim: Aim, stands: list[Stand]) -> Task:
        return task_for(self.picture.state, self.picture.grid, aim, stands)

    def way(self, one: Stand, aim: Aim) -> Tenths:
        """How far a stand has to go to a place, by the ground between."""
        grid = self.picture.grid
        row, col = grid.cell(one.at)
        return int(grid.ways_by_row(grid.cell(aim.at), slow_of(one))[row][col])

    def task_of(self, one: Stand) -> Task | None:
        if one.id in self.works:
            return self._task(self.works[one.id][1], [one])
        return self.detached.get(one.id) or self.moved_on.get(one.id) or self.tasks.get(one.unit)

    def is_pressed(self, task: Task) -> bool:
        """Whether there is no time to lose: those who linger now come too late to fight for it."""
        return self.picture.turns_left - task.turns < FIGHT_TURNS or self.picture.turns_left <= 2

    def storms(self, aim: Aim) -> bool:
        """Whether there is strength enough about a place to throw out those who hold it."""
        found = self._storms.get(aim.at)
        if found is None:
            foes = sum(worth(one) * lives_left(one) for one in self.foes_at(aim, 1500))
            near = aim.within + 3000
            own = sum(
                worth(one) * lives_left(one)
                for one in self.picture.friends
                if is_fighter(kind_of(one)) and distance(one.at, aim.at) <= near
            )
            found = self._storms[aim.at] = self.posture == "attack" and own > STORM * foes > 0
        return found

    def foes_at(self, aim: Aim, more: Tenths = 0) -> list[Stand]:
        """The enemies known to be at a place."""
        found = self._foes_at.get((aim.at, more))
        if found is None:
            found = [one for one in self.picture.foes if distance(one.at, aim.at) <= aim.within + more]
            self._foes_at[aim.at, more] = found
        return found


def middle(stands: Iterable[Stand]) -> Point:
    """The middle of some stands."""
    some = list(stands)
    return sum(one.at[0] for one in some) // len(some), sum(one.at[1] for one in some) // len(some)
