"""Who has won: what the scenario says, and otherwise the side whose opponent can no longer act. NS-43"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from deadground.core.sheet import GoalTold
from deadground.space.plane import is_within
from deadground.space.units import inches
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.rules.enemies.pefs import is_all_answered
from deadground.systems.skirmish.rules.wounded.aftermath import free_prisoners, tell_fates
from deadground.systems.skirmish.scenario_file import Goal, scenario_ids, scenario_named
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState, side_of


def is_decided(g: Skirmish) -> bool:
    """Whether a played side has nobody left who can act; if so the battle is finished at once. NS-11, NS-43"""
    state = g.state
    able = {one.side for one in state.figures.values() if one.able}
    beaten = [id for id, side in state.sides.items() if side.played and id not in able]
    if beaten:
        winners = [seat for side in state.sides if side not in beaten for seat in g.seats_of(side)]
        names = " and ".join(state.sides[side].name for side in beaten)
        end(g, winners, f"{names} has nobody left who can act", "NS-43")
    return bool(beaten)


def verdict(g: Skirmish) -> bool:
    """Whether the battle is over at the end of a turn; if so it is finished. NS-11, NS-43"""
    if is_decided(g):
        return True
    last = g.state.turn >= g.state.last_turn
    for goal in goals_of(g.state):
        if is_met(g.state, goal, last=last):
            end(g, g.seats_of(goal.side), goal.name, "NS-11")
            return True
    if last:
        end(g, (), f"the light fails after turn {g.state.last_turn}", "NS-43")
    return last


def end(g: Skirmish, winners: Sequence[str], reason: str, *rows: str) -> None:
    """The battle is over; who has won holds the field. Alone there is no draw. NR-112, NR-197"""
    unplayed = next((id for id, side in g.state.sides.items() if not side.played), "")
    if unplayed and not winners:
        g.finish((), reason, *rows, "NR-197", unplayed=unplayed)
    else:
        g.finish(winners, reason, *rows)
    sides = {side_of(g.state, seat) for seat in winners} or {unplayed}
    holding = sides.pop() if len(sides) == 1 else ""
    free_prisoners(g, holding)
    tell_fates(g, holding)


def goals_of(state: SkirmishState) -> tuple[Goal, ...]:
    """What the scenario says; nothing where there is no file of it."""
    return goals(state.scenario)


@cache
def goals(scenario: str) -> tuple[Goal, ...]:
    return scenario_named(scenario).file.victory if scenario in scenario_ids() else ()


def goals_told(state: SkirmishState, reason: str) -> tuple[GoalTold, ...]:
    """What the sides had to reach. To have held out is reached by those alone for whom it decided the battle."""
    return tuple(
        GoalTold(
            side=goal.side,
            name=goal.name,
            reached=goal.name == reason or (goal.kind != "hold" and is_met(state, goal, last=True)),
        )
        for goal in goals_of(state)
    )


def is_met(state: SkirmishState, goal: Goal, *, last: bool) -> bool:
    """Whether a side has reached a goal as the turn ends. NS-11"""
    if goal.kind == "take":
        return state.turn >= goal.since and holds(state, goal)
    if goal.kind == "scout":
        return has_scouted(state, goal)
    if goal.kind == "losses":
        own, other = (lost(state, side) for side in ours_first(state, goal.side))
        return last and other >= goal.men and other > own
    return last


def holds(state: SkirmishState, goal: Goal) -> bool:
    """A man who carries on is at the place, and no enemy who can act is near it. NS-11"""
    at = inches(goal.at[0]), inches(goal.at[1])
    men = state.figures.values()
    there = any(
        one.side == goal.side and one.status == "carry_on" and is_within(one.at, at, inches(goal.within))
        for one in men
    )
    near = any(
        one.side != goal.side and one.able and is_within(one.at, at, inches(goal.clear)) for one in men
    )
    return there and not near


def has_scouted(state: SkirmishState, goal: Goal) -> bool:
    """No question mark is left and no building unsearched; then no enemy who can act, or the men are home. NS-11"""
    if not is_all_answered(state):
        return False
    if not any(one.side != goal.side and one.able for one in state.figures.values()):
        return True
    men = [one for one in state.figures.values() if one.side == goal.side]
    home = [one for one in men if is_home(state, one, inches(goal.within))]
    return 2 * len(home) > len(men)


def is_home(state: SkirmishState, one: Figure, within: int) -> bool:
    """Whether a man is near enough to his own edge, on his feet or carried there. NS-11"""
    ground, (x, y) = ground_of(state), one.at
    if not one.able and not one.aid.carried_by:
        return not {"brought_off", "walked_off"}.isdisjoint(one.deeds.record)
    edge = state.sides[one.side].edge
    away = {"north": y, "south": ground.height - y, "west": x, "east": ground.width - x}[edge]
    return away <= within


def ours_first(state: SkirmishState, side: str) -> list[str]:
    return sorted(state.sides, key=lambda one: one != side)


def lost(state: SkirmishState, side: str) -> int:
    """The men a side has lost: dead, out of the fight, taken or gone."""
    return sum(one.side == side and one.status in LOST for one in state.figures.values())
