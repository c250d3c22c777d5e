"""Exits: where a side's own goal lets its men leave the table, and what leaving there is. NR-205"""

from __future__ import annotations

from functools import cache

from deadground.core.citing import cite
from deadground.space.plane import Point
from deadground.systems.maps import Edge
from deadground.systems.skirmish.game import Skirmish, map_named
from deadground.systems.skirmish.rules.deployment.zones import touches, whole_edge
from deadground.systems.skirmish.rules.leaders.leadership import hand_over
from deadground.systems.skirmish.rules.reactions.casualties import bring_off, note, out_of_it
from deadground.systems.skirmish.scenario_file import goals_of
from deadground.systems.skirmish.state import Figure, SkirmishState


def exits_of(state: SkirmishState, side: str) -> tuple[Edge, ...]:
    """The stretches of the table's edge that the goals of a side name."""
    named = {goal.by for goal in goals_of(state) if goal.kind == "exit" and goal.side == side}
    return tuple(one for by in sorted(named) for one in stretches(state.map, by))


@cache
def stretches(map_name: str, by: str) -> tuple[Edge, ...]:
    """What an exit's name stands for: the stretches that the map calls so, or a whole edge of the table."""
    found = map_named(map_name)
    return tuple(one for one in found.exits if one.id == by) or whole_edge(found, by)


def is_at_exit(state: SkirmishState, side: str, at: Point) -> bool:
    """Whether a man of a side who stands there touches an exit of his with his base. NR-205"""
    return any(touches(at, one) for one in exits_of(state, side))


def get_through(g: Skirmish, figure: Figure) -> None:
    """A man goes off by an exit of his side, with the wounded man he carries, and is where he was to go. NR-205"""
    cite("NR-205")
    was = figure.status
    for deed in ("walked_off", "got_through"):
        note(figure, deed)
    bring_off(g, figure)
    out_of_it(g, figure, "gone")
    g.tell_of(
        [figure], "gets_through", f"{figure.name} gets through, off the table.", "NR-205", figure=figure.id
    )
    hand_over(g, figure, was)
