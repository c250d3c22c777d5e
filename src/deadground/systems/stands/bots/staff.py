"""The staff of `steady`: which unit goes for which place, and whether the battle is to be fought on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from deadground.space.plane import Point, distance
from deadground.space.units import Tenths
from deadground.systems.stands.bots.chances import is_fighter, lives_left, worth
from deadground.systems.stands.bots.picture import Aim, Picture
from deadground.systems.stands.bots.plans import Mind, main_aim
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.allowance import chart_move
from deadground.systems.stands.state import Stand

Posture = Literal["attack", "hold", "beaten"]

FOOT, WHEELS = 15, 28
"""How much dearer bad going is than open ground, in tenths: to those who walk and to those who drive."""

COUNTER = 0.45
"""The part of a battle after which one who holds goes over to the counter-attack."""


CONTESTED = 2200
"""An enemy so near to a place may yet come for it."""

CLOSE = 700
"""An enemy so near to a place fights for it now."""

PLANNED = 4
"""With no more turns left than this a plan counts for nothing any more: only what can still be had."""

FIGHT_TURNS = 3.0
"""A place must be reached so many turns before the end: it has to be fought for as well."""

LEAVES_HIDING = 4
"""With no more turns left than this a stand in hiding is worth more on a place that counts."""

KEEPERS = 2
"""How many stands hold a place that nobody comes for."""

SPARE_TURNS = 2.5
"""No stand is sent off alone on a longer way than this."""

STORM = 1.7
"""With so many times the strength of those who hold a place, one goes in."""


class Task(msgspec.Struct, frozen=True):
    """What a unit is to do: the place it goes for, and how far it is from there in tenths of open going."""

    aim: Aim
    far: Tenths
    turns: float
    """How many turns it takes to get there."""


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
        self.tasks: dict[str, Task] = self._share_out()
        self.detached: dict[str, Task] = self._detach()
        self.moved_on: dict[str, Task] = self._move_on()
        self.go_in: frozenset[str] = self._go_in()

    def _posture(self) -> Posture:
        picture = self.picture
        if self._is_beaten():
            return "beaten"
        over = picture.state.turn / max(1, picture.state.last_turn)
        if self.plan == "hold" and over < COUNTER and picture.balance < 1.6:
            return "hold"
        return "attack"

    def _is_beaten(self) -> bool:
        """Too weak to go on: by the balance, or because no command may advance any more."""
        picture = self.picture
        if picture.state.turn > 1 and picture.balance < self.temper.gives_up:
            return True
        groups = [one for one in picture.state.commands.values() if one.side == picture.side]
        return bool(groups) and all(one.first_morale and one.losses >= one.first_morale for one in groups)

    def _share_out(self) -> dict[str, Task]:
        """A place for every unit: what it is worth, how near it is, and who goes there already."""
        picture = self.picture
        sent: dict[Point, float] = {aim.at: self._guns_at(aim) for aim in picture.aims}
        tasks: dict[str, Task] = {}
        main = main_aim(picture, self.plan)
        whole = sum(worth(one) for one in picture.fighters) or 1.0
        choices = {
            unit: [self._task(aim, stands) for aim in picture.aims] for unit, stands in picture.units.items()
        }
        merits = {
            unit: [
                self._merit(task, picture.units[unit][0], main, sent[task.aim.at] / whole) for task in found
            ]
            for unit, found in choices.items()
        }
        waiting = [unit for unit in choices if choices[unit]]
        while waiting:
            unit = max(waiting, key=lambda unit: (max(merits[unit]), unit))
            best = choices[unit][merits[unit].index(max(merits[unit]))]
            tasks[unit] = best
            waiting.remove(unit)
            stands = picture.units[unit]
            if is_fighter(kind_of(stands[0])) and not kind_of(stands[0]).artillery:
                sent[best.aim.at] += sum(worth(one) for one in stands)
                share = sent[best.aim.at] / whole
                for other in waiting:
                    for i, task in enumerate(choices[other]):
                        if task.aim.at == best.aim.at:
                            merits[other][i] = self._merit(task, picture.units[other][0], main, share)
        return tasks

    def _guns_at(self, aim: Aim) -> float:
        """What stands at a place already and will stay there: guns hold it as well as others while it is quiet."""
        guns = [one for one in self.picture.fighters if kind_of(one).is_gun]
        return sum(worth(one) for one in guns if distance(one.at, aim.at) <= aim.within)

    def _detach(self) -> dict[str, Task]:
        """A stand for every place that nobody holds and nobody contests: the nearest that can be spared."""
        picture = self.picture
        found: dict[str, Task] = {}
        for aim in picture.aims:
            held = [one for one in picture.fighters if distance(one.at, aim.at) <= aim.within]
            coming = [
                unit
                for unit, task in self.tasks.items()
                if task.aim.at == aim.at and self._fights(unit) and not picture.units[unit][0].hidden
            ]
            if held or coming or self.foes_at(aim, CONTESTED) or not aim.points:
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
        """Where nobody is close, two hold a place, and one more for each who may come; the others go on."""
        picture = self.picture
        found: dict[str, Task] = {}
        if self.posture != "attack":
            return found
        for aim in picture.aims:
            contested = [other for other in picture.aims if other != aim and self.foes_at(other, CLOSE)]
            if not contested or self.foes_at(aim, CLOSE):
                continue
            keepers = KEEPERS + sum(self._is_nearest(aim, foe) for foe in self.foes_at(aim, CONTESTED))
            here = [
                one
                for one in picture.fighters
                if self._fights(one.unit) and not one.hidden and self.tasks[one.unit].aim.at == aim.at
            ]
            for one in sorted(here, key=lambda one: (distance(one.at, aim.at), one.id))[keepers:]:
                tasks = [self._task(other, [one]) for other in contested]
                best = max(tasks, key=lambda task: (task.aim.weight / (task.turns + 2), task.aim.at))
                if best.turns <= picture.turns_left + 1:
                    found[one.id] = best
        return found

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
            mobile = [one for one in picture.fighters if self._fights(one.unit) and not one.hidden]
            near = sorted(mobile, key=lambda one: (distance(one.at, aim.at), one.id))
            if sum(distance(one.at, aim.at) <= aim.within for one in near) < KEEPERS:
                chosen |= {
                    one.id for one in near[: KEEPERS + 1] if distance(one.at, aim.at) > aim.within * 3 // 4
                }
        return frozenset(chosen)

    def _fights(self, unit: str) -> bool:
        what = kind_of(self.picture.units[unit][0])
        return is_fighter(what) and not what.is_gun

    def _task(self, aim: Aim, stands: list[Stand]) -> Task:
        grid = self.picture.grid
        ways = {slow: grid.ways_by_row(grid.cell(aim.at), slow) for slow in {slow_of(one) for one in stands}}
        far = int(min(ways[slow_of(one)][row][col] for one in stands for row, col in (grid.cell(one.at),)))
        pace = chart_move(self.picture.state, stands[0], "open") or 1
        return Task(aim, far, max(0, far - aim.within) / pace)

    def way(self, one: Stand, aim: Aim) -> Tenths:
        """How far a stand has to go to a place, by the ground between."""
        grid = self.picture.grid
        row, col = grid.cell(one.at)
        return int(grid.ways_by_row(grid.cell(aim.at), slow_of(one))[row][col])

    def _merit(self, task: Task, one: Stand, main: Aim | None, sent: float) -> float:
        """What it is worth to send one more unit to a place. A quiet one needs few, and no armour."""
        quiet = not self.foes_at(task.aim, CONTESTED)
        is_main = main is not None and task.aim.at == main.at and self.picture.turns_left > PLANNED
        wanted = 0.15 if quiet else 0.65 if is_main else 0.35
        gain = task.aim.weight * (1.6 if is_main else 1.0)
        gain *= 2.0 if not sent else 1.0 if sent < wanted else 0.4
        if quiet and not kind_of(one).is_infantry:
            gain *= 0.4
        if task.turns > self.picture.turns_left + 1:
            gain *= 0.2
        return gain / (task.turns + 2.0)

    def told(self) -> str:
        """What this turn is about, in plain words: the posture with its reason, and who goes where."""
        odds = f"{self.picture.balance:.1f} to 1"
        words = {
            "attack": f"We attack, {odds}",
            "hold": f"We hold, {odds}: let them come to us",
            "beaten": f"We are beaten, {odds}: no more attacks, save what can be saved",
        }
        going: dict[str, list[str]] = {}
        for unit, task in self.tasks.items():
            if self._fights(unit):
                going.setdefault(task.aim.name, []).append(self.picture.unit(unit).name)
        where = "; ".join(f"{' and '.join(names)} for '{aim}'" for aim, names in going.items())
        return f"{words[self.posture]}. {where}." if where else f"{words[self.posture]}."

    def task_of(self, one: Stand) -> Task | None:
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


def slow_of(one: Stand) -> int:
    return FOOT if kind_of(one).speed == "infantry" else WHEELS


def middle(stands: Iterable[Stand]) -> Point:
    """The middle of some stands."""
    some = list(stands)
    return sum(one.at[0] for one in some) // len(some), sum(one.at[1] for one in some) // len(some)
