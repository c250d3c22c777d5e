"""Standing orders: which place each unit goes for, by the plan and by where the battle began.

They are worked out from the scenario's own side alone, so that a bot that sits down again in the middle of a battle
gives the same orders: a unit keeps its place from the first turn on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.stands.bots.chances import is_fighter, worth
from deadground.systems.stands.bots.grid import Grid, grid_of
from deadground.systems.stands.bots.picture import Aim, aims_of
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.movement.allowance import chart_move
from deadground.systems.stands.scenario_file import scenario_named
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import Stand, StandsState, Unit

UnitKey = tuple[str, str]
"""A unit by its command and its name: ids are new in every game."""

FOOT, WHEELS = 15, 28
"""How much dearer bad going is than open ground, in tenths: to those who walk and to those who drive."""

MAIN_EFFORT, MOST = 0.5, 0.7
"""The part of a side's strength that goes where its plan says, at least, and at most if that can be."""

CONSIDERED = 12
"""Of no more units than so many every party is weighed."""

ENOUGH = 0.35
"""The part that another place is given before one more unit is worth less there."""

FIGHT_TURNS = 3.0
"""A place must be reached so many turns before the end: it has to be fought for as well."""


class Task(msgspec.Struct, frozen=True):
    """What a unit is to do: the place it goes for, and how far it is from there in tenths of open going."""

    aim: Aim
    far: Tenths
    turns: float
    """How many turns it takes to get there."""


def task_for(state: StandsState, grid: Grid, aim: Aim, stands: Sequence[Stand]) -> Task:
    """A place as a task of some stands: the nearest of them counts."""
    ways = {slow: grid.ways_by_row(grid.cell(aim.at), slow) for slow in {slow_of(one) for one in stands}}
    far = int(min(ways[slow_of(one)][row][col] for one in stands for row, col in (grid.cell(one.at),)))
    pace = chart_move(state, stands[0], "open") or 1
    return Task(aim, far, max(0, far - aim.within) / pace)


def slow_of(one: Stand) -> int:
    return FOOT if kind_of(one).speed == "infantry" else WHEELS


def key_of(unit: Unit) -> UnitKey:
    return unit.command, unit.name


def standing_orders(state: StandsState, side: str, main: Aim | None) -> Mapping[UnitKey, Point]:
    """The place of each unit that was on the table when the battle began; without a main effort the best for it."""
    return ordered(state.scenario, side, main, state.last_turn)


@lru_cache(maxsize=64)
def ordered(scenario: str, side: str, main: Aim | None, turns: int) -> Mapping[UnitKey, Point]:
    """Worked out once for each plan of a battle."""
    start = battle(scenario_named(scenario))
    grid, aims = grid_of(start), aims_of(scenario, side)
    tasks: dict[UnitKey, list[Task]] = {}
    strength: dict[UnitKey, float] = {}
    for unit in start.units.values():
        stands = [one for one in start.stands.values() if one.unit == unit.id]
        what = kind_of(stands[0])
        if unit.side == side and aims and is_fighter(what):
            tasks[key_of(unit)] = [task_for(start, grid, aim, stands) for aim in aims]
            strength[key_of(unit)] = 0.0 if what.is_gun or what.artillery else sum(map(worth, stands))
    sent = main_effort(tasks, strength, main, turns)
    for key in sorted(tasks, key=lambda key: (-strength[key], key)):
        if key not in sent:
            merits = [merit(task, key, sent, strength, turns) for task in tasks[key]]
            sent[key] = tasks[key][merits.index(max(merits))].aim.at
    return sent


def main_effort(
    tasks: Mapping[UnitKey, list[Task]], strength: Mapping[UnitKey, float], main: Aim | None, turns: int
) -> dict[UnitKey, Point]:
    """Half of the strength for the main effort, and not much more: those who come there with the least detour."""
    if main is None:
        return {}
    whole = sum(strength.values())
    detours: dict[UnitKey, float] = {}
    for unit, found in tasks.items():
        there = next(task.turns for task in found if task.aim.at == main.at)
        other = min((task.turns for task in found if task.aim.at != main.at), default=there)
        if strength[unit] and there + FIGHT_TURNS <= turns:
            detours[unit] = (there - other) * strength[unit]

    def fitness(party: tuple[UnitKey, ...]) -> tuple[bool, bool, float]:
        part = sum(strength[unit] for unit in party)
        return part < MAIN_EFFORT * whole, part > MOST * whole, sum(detours[unit] for unit in party)

    nearest = sorted(detours, key=lambda unit: (detours[unit], unit))[:CONSIDERED]
    parties = (party for size in range(len(nearest) + 1) for party in combinations(nearest, size))
    best: tuple[UnitKey, ...] = min(parties, key=fitness)
    return dict.fromkeys(best, main.at)


def merit(
    task: Task,
    unit: UnitKey,
    sent: Mapping[UnitKey, Point],
    strength: Mapping[UnitKey, float],
    turns: int,
) -> float:
    """What it is worth to send one more unit to a place: little, if it takes half the battle to get there."""
    there = sum(strength[one] for one, at in sent.items() if at == task.aim.at)
    gain = float(task.aim.weight)
    if strength[unit]:
        gain *= 2.0 if not there else 1.0 if there < ENOUGH * sum(strength.values()) else 0.4
    if task.turns > turns / 2:
        gain *= 0.2
    return gain / (task.turns + 2.0)
