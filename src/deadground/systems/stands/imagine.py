"""A world that agrees with what a seat knows: enemy stands it has not seen, put where they could be."""

from __future__ import annotations

from collections import Counter
from random import Random

from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.kinds import kinds
from deadground.systems.stands.rules.air_plans import MISSIONS, Sortie, day_turns, plan_faults
from deadground.systems.stands.state import Stand, StandsState, Unit, side_of

TRIES = 200

MOST_A_DAY = 3
"""How often an enemy squadron is imagined to appear in a day at most."""


def imagine(view: View[StandsState], rng: Random) -> StandsState:
    """The seat's own knowledge, and hidden enemies drawn from what its side was told of the enemy.

    An umpire has nothing to imagine: he plays for no side and sees all.
    """
    state = copy_state(view.state)
    side = side_of(state, view.seat)
    if not side:
        return state
    for stand in state.stands.values():
        if stand.side != side:
            stand.order, stand.arrow = stand.shown_order, stand.shown_arrow
            stand.standing_order = rng.choice(("ask", "first"))
    invent_air_plans(state, side, rng)
    for foe in [one for one in state.sides if one != side]:
        for number, kind in enumerate(unseen(state, side, foe, rng)):
            add_hidden(state, foe, kind, number, rng)
    return state


def invent_air_plans(state: StandsState, side: str, rng: Random) -> None:
    """A plan for the enemy's squadrons that could be theirs; how often they appear a day is theirs to know too."""
    for one in state.squadrons.values():
        if one.side == side or one.lost:
            continue
        turns = day_turns(state)[1:]
        one.a_day = rng.randint(1, MOST_A_DAY)
        plan: list[Sortie] = []
        for turn in sorted(rng.sample(turns, min(len(turns), rng.randint(0, one.a_day)))):
            tried = [*plan, (turn, rng.choice(list(MISSIONS)))]
            if not plan_faults(state, one, tried):
                plan = tried
        one.plan = tuple(plan)


def unseen(state: StandsState, side: str, foe: str, rng: Random) -> list[str]:
    """Kinds of enemy stands that were announced and not yet seen; some of them are hidden on the table."""
    told = dict(state.sides[side].known_enemy) if side in state.sides else {}
    seen = Counter(one.kind for one in state.stands.values() if one.side == foe)
    seen.update(one.kind for one in state.fallen.values() if one.side == foe)
    left = [kind for kind, count in told.items() if kind in kinds() for _ in range(count - seen[kind])]
    return rng.sample(left, rng.randint(0, len(left)))


def add_hidden(state: StandsState, foe: str, kind: str, number: int, rng: Random) -> None:
    """One hidden stand of the enemy, in a unit of its own, somewhere nobody stands."""
    commands = [one.id for one in state.commands.values() if one.side == foe and not one.retired]
    at = free_spot(state, rng)
    if not commands or at is None:
        return
    id, unit = f"imagined-{foe}-{number}", f"imagined-unit-{foe}-{number}"
    command = rng.choice(commands)
    state.units[unit] = Unit(unit, foe, command, "imagined")
    state.stands[id] = Stand(id, foe, command, unit, kind, "imagined", at, rng.randrange(3600), hidden=True)


def free_spot(state: StandsState, rng: Random) -> Point | None:
    """A place well clear of every stand that is known."""
    ground = ground_of(state)
    for _ in range(TRIES):
        at = rng.randint(200, ground.width - 200), rng.randint(200, ground.height - 200)
        if all(abs(one.at[0] - at[0]) + abs(one.at[1] - at[1]) > 1500 for one in state.stands.values()):
            return at
    return None
