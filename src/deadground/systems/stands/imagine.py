"""A world that agrees with what a seat knows: enemy stands it has not seen, put where they could be.

Everything is drawn from the seat's view. What a view masks is filled in for every side, so that a battle can be
played on from the world: see imagine_army.py for what stands behind the enemy's stands.
"""

from __future__ import annotations

from random import Random

from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.stands.game import ground_of, stands_of
from deadground.systems.stands.imagine_army import unseen, with_army
from deadground.systems.stands.rules.aircraft.air_plans import MISSIONS, Sortie, day_turns, plan_faults
from deadground.systems.stands.rules.visibility.sight_rules import farthest_seen, is_in_cover
from deadground.systems.stands.state import Command, Stand, StandsState, side_of

TRIES = 200

MARGIN = 200
"""How far from the table's edges the middle of a base is imagined at least."""

CLEAR = 1500
"""How far from every stand that is known a stand is imagined that finds no cover."""

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
        stand.start_at = stand.at
        if stand.side != side:
            stand.order, stand.arrow = stand.shown_order, stand.shown_arrow
            stand.standing_order = rng.choice(("ask", "first"))
    invent_air_plans(state, side, rng)
    for foe in [one for one in state.sides if one != side]:
        for number, kind in enumerate(unseen(state, side, foe, rng)):
            add_hidden(state, foe, kind, number, rng)
        with_army(state, side, foe, rng)
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


def add_hidden(state: StandsState, foe: str, kind: str, number: int, rng: Random) -> None:
    """One hidden stand of the enemy, with others of its kind in a unit, somewhere it would not be seen."""
    commands = [one.id for one in state.commands.values() if one.side == foe and not one.retired]
    if not commands:
        state.commands[f"imagined-{foe}"] = Command(f"imagined-{foe}", foe, "imagined", "")
        commands = [f"imagined-{foe}"]
    command = rng.choice(commands)
    id, unit = f"imagined-{foe}-{number}", f"imagined-{command}-{kind}"
    stand = Stand(
        id, foe, command, unit, kind, f"imagined {number}", (0, 0), rng.randrange(3600), hidden=True
    )
    at = hiding_place(state, stand, rng)
    if at is not None:
        stand.at = stand.start_at = at
        state.stands[id] = stand


def hiding_place(state: StandsState, stand: Stand, rng: Random) -> Point | None:
    """A place where nobody stands: in cover out of the enemy's view if one is found, else well clear of all."""
    ground, night = ground_of(state), state.turn in state.night_turns
    enemies = [one.at for one in state.stands.values() if one.side != stand.side]
    friends = [one.at for one in stands_of(state, stand.side)]
    open_ground: Point | None = None
    for _ in range(TRIES):
        at = rng.randint(MARGIN, ground.width - MARGIN), rng.randint(MARGIN, ground.height - MARGIN)
        stand.at = at
        if is_clear(at, friends, 2 * stand.reach) and is_in_cover(state, stand):
            if is_clear(at, enemies, farthest_seen(state, stand, night) + 2 * stand.reach):
                return at
        elif open_ground is None and is_clear(at, friends + enemies, CLEAR):
            open_ground = at
    return open_ground


def is_clear(at: Point, others: list[Point], far: int) -> bool:
    """Whether a place is further than so much from all others, along a row or a column."""
    return all(abs(x - at[0]) > far or abs(y - at[1]) > far for x, y in others)
