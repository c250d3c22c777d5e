"""Who has won: what the scenario says, and otherwise the side whose opponent can no longer act. NS-43"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from deadground.core.citing import cite
from deadground.core.sheet import GoalTold
from deadground.space.plane import Point, is_within
from deadground.space.units import inches
from deadground.systems.skirmish.crews import commander_of_vehicle, manned
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.enemies.pefs import is_all_answered
from deadground.systems.skirmish.rules.wounded.aftermath import free_prisoners, tell_fates
from deadground.systems.skirmish.scenario_file import Goal, goals_of
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState, side_of


def is_decided(g: Skirmish) -> bool:
    """Whether a played side has nobody left who can act; if so the battle is finished at once. NS-11, NS-43

    Whoever has got enough men through has won, though nobody of his is left on the table. NR-205
    """
    state = g.state
    for goal in goals_of(state):
        if goal.kind == "exit" and is_met(state, goal, last=False):
            end(g, g.seats_of(goal.side), goal.name, "NR-205")
            return True
    able = {one.side for one in (*state.figures.values(), *state.to_come.values()) if one.able}
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
    """Whether a side has reached a goal as the turn ends. NS-11, NR-205"""
    match goal.kind:
        case "take":
            return state.turn >= goal.since and holds(state, goal)
        case "hold_at_end":
            return last and holds(state, goal)
        case "hold":
            return last
        case "delay":
            return state.turn >= goal.until and not is_reached(state, goal)
        case "losses":
            own, other = (lost(state, side) for side in ours_first(state, goal.side))
            return last and other >= goal.men and other > own
        case "destroy":
            _, other = (lost(state, side) for side in ours_first(state, goal.side))
            return other >= goal.men
        case "capture":
            taken = [one for one in state.figures.values() if one.status == "captured"]
            return sum(one.side != goal.side for one in taken) >= goal.men
        case "exit":
            through = [one for one in state.figures.values() if "got_through" in one.deeds.record]
            return sum(one.side == goal.side for one in through) >= goal.men
        case "scout":
            return has_scouted(state, goal)


def holds(state: SkirmishState, goal: Goal) -> bool:
    """A man who carries on is at the place, and no enemy who can act is near it. NS-11"""
    at = place_of(goal)
    there = any(
        one.side == goal.side and one.status == "carry_on" and is_within(one.at, at, inches(goal.within))
        for one in present(state)
    )
    near = any(
        one.side != goal.side and one.able and is_within(one.at, at, inches(goal.clear))
        for one in present(state)
    )
    return there and not near


def is_reached(state: SkirmishState, goal: Goal) -> bool:
    """Whether an enemy who carries on has come to the place that he was to be kept from. NR-205"""
    return any(
        one.side != goal.side
        and one.status == "carry_on"
        and is_within(one.at, place_of(goal), inches(goal.within))
        for one in present(state)
    )


def place_of(goal: Goal) -> Point:
    return inches(goal.at[0]), inches(goal.at[1])


def present(state: SkirmishState) -> Iterator[Figure]:
    """Those who count for a place: men on the table, and for a manned vehicle who commands it, where it stands.

    NS-11, NR-280
    """
    yield from men_on_table(state)
    for vehicle in (one for side in state.sides for one in manned(state, side)):
        cite("NR-280")
        commander = commander_of_vehicle(state, vehicle)
        if commander is not None:
            there = copy(commander)
            there.at, there.status = vehicle.at, vehicle.status
            yield there


def has_scouted(state: SkirmishState, goal: Goal) -> bool:
    """No question mark is left and no building unsearched; then no enemy who can act, or the men are home. NS-11"""
    if not is_all_answered(state):
        return False
    everybody = (*state.figures.values(), *state.to_come.values())
    if not any(one.side != goal.side and one.able for one in everybody):
        return True
    home = [
        one
        for one in state.figures.values()
        if one.side == goal.side and is_home(state, one, inches(goal.within))
    ]
    return 2 * len(home) > sum(one.side == goal.side for one in everybody)


def is_home(state: SkirmishState, one: Figure, within: int) -> bool:
    """Whether a man is near enough to his own edge, on his feet or carried there. NS-11"""
    if one.aboard:
        return False
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
    return sum(one.side == side and is_lost(one) for one in state.figures.values())


def is_lost(one: Figure) -> bool:
    """Whoever got through to where he was to go is off the table, and no loss. NR-205"""
    return one.status in LOST and "got_through" not in one.deeds.record
