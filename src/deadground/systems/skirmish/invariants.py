"""What must hold of every state of a skirmish."""

from __future__ import annotations

from collections.abc import Iterator

from deadground.systems.skirmish.crews import crew_of, machines
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.machines import GUN_POSTS
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState


def invariants(state: SkirmishState) -> Iterator[str]:
    """Everything that is broken, as sentences."""
    ground = ground_of(state)
    for figure in state.figures.values():
        x, y = figure.at
        if not (0 <= x <= ground.width and 0 <= y <= ground.height):
            yield f"{figure.name} stands off the table"
        yield from figure_faults(state, figure)
    yield from machine_faults(state)
    if sum(group.active for group in state.groups.values()) > 1:
        yield "two groups act at once"
    for group in state.groups.values():
        sides = {one.side for one in state.figures.values() if one.group == group.id}
        if sides - {group.side}:
            yield f"a group of {group.side} has men of another side"


def machine_faults(state: SkirmishState) -> Iterator[str]:
    """What is broken about vehicles and guns, and about who serves them."""
    ground = ground_of(state)
    for one in machines(state):
        x, y = one.at
        if one.on_table and not (0 <= x <= ground.width and 0 <= y <= ground.height):
            yield f"{one.name} stands off the table"
    for vehicle in state.vehicles.values():
        posts = [post for one in crew_of(state, vehicle) if one.able for post in one.berth.posts]
        if any(posts.count(post) > 1 for post in posts if post != "number"):
            yield f"two men have one post in {vehicle.name}"
        if sum(gun.aboard == vehicle.id for gun in state.guns.values()) > 1:
            yield f"{vehicle.name} tows two guns"
    for figure in state.figures.values():
        if figure.aboard in state.vehicles and figure.side != state.vehicles[figure.aboard].side:
            yield f"{figure.name} is in a vehicle of the other side"
        at_a_gun = {*figure.berth.posts} <= {
            *GUN_POSTS,
            "number",
        }  # which a world that is imagined may not have
        if not (at_a_gun or figure.aboard in state.vehicles):
            yield f"{figure.name} serves nothing"


def figure_faults(state: SkirmishState, figure: Figure) -> Iterator[str]:
    if figure.status in LOST:
        if figure.group:
            yield f"{figure.name} is {figure.status} and in a group"
        if figure.reaction.reacting is not None:
            yield f"{figure.name} is {figure.status} and reacts"
        if figure.melee.fighting:
            yield f"{figure.name} is {figure.status} and fights"
    elif figure.group and figure.group not in state.groups:
        yield f"{figure.name} is in a group that is not there"
    if figure.status == "obviously_dead" and figure.prone:
        yield f"{figure.name} is dead and prone"
    for id in figure.melee.fighting:
        if id in state.figures and figure.id not in state.figures[id].melee.fighting:
            yield f"{figure.name} fights {id}, who does not fight him"
    carried = state.figures.get(figure.aid.carries)
    if carried is not None and carried.aid.carried_by != figure.id:
        yield f"{figure.name} carries somebody who is not carried by him"
