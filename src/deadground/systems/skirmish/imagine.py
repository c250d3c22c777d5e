"""A world that agrees with what a seat knows: what it cannot know of the enemy is drawn at random."""

from __future__ import annotations

from random import Random

from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.systems.skirmish.crews import machines
from deadground.systems.skirmish.rules.activation.groups import partition
from deadground.systems.skirmish.state import Group, SkirmishState, side_of

REPS, LEADERS_REPS = (3, 3, 4, 4), (4, 5)
"""What the Rep of a soldier may be, and of somebody who leads."""


def imagine(view: View[SkirmishState], rng: Random) -> SkirmishState:
    """The seat's own knowledge; enemies have a Rep they could have, what they have shown, and loaded weapons.

    Of an enemy's vehicle that it knows it knows the crew too, and takes its guns for loaded.
    """
    state = copy_state(view.state)
    side = side_of(state, view.seat)
    group_enemies(state, side)
    for figure in state.figures.values():
        if figure.side != side:
            figure.rep = figure.shown_rep or rng.choice(REPS if figure.rank == "soldier" else LEADERS_REPS)
            figure.attributes = figure.shown_attributes
            figure.sightings = figure.sightings.but(seen_by=(side,))
            figure.star_dice = figure.rep if figure.star else -1
    for one in machines(state):
        if one.side != side:
            one.sightings = one.sightings.but(seen_by=(side,))
    for marker in state.markers.values():
        marker.seen_by = (side,)
    return state


def group_enemies(state: SkirmishState, side: str) -> None:
    """The enemy's men in the groups they seem to form."""
    for enemy in state.sides:
        if enemy != side:
            for number, ids in enumerate(partition(state, enemy)):
                id = f"imagined-{enemy}-{number}"
                state.groups[id] = Group(id, enemy, len(ids))
                for one in ids:
                    state.figures[one].group = id
