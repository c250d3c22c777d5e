"""Reinforcements: units that enter the table in a later turn, where their scenario says. KIM-8.2b"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from deadground.space.bases import Base, may_be_within
from deadground.space.plane import Point, square
from deadground.space.spots import SPOT_REACH, Room, nearest_spot
from deadground.space.units import Tenths
from deadground.systems.stands.army import Formation, formations
from deadground.systems.stands.game import Stands, enemies_of, ground_of
from deadground.systems.stands.placing import bases_of, in_impassable
from deadground.systems.stands.rules.movement.arrivals import come_on
from deadground.systems.stands.rules.movement.courses import is_too_near
from deadground.systems.stands.scenario_file import SideFile, scenario_named
from deadground.systems.stands.setup import command_id, raise_formation
from deadground.systems.stands.state import Command

STEP = 1_000
"""How far apart the places are that are searched about for room: 100 mm."""


def arrive(g: Stands) -> list[str]:
    """Bring in the units that enter this turn; the ids of their stands. KIM-8.2b"""
    scenario = scenario_named(g.state.scenario)
    came: list[str] = []
    for side in scenario.file.sides:
        for group in scenario.armies[side.id].commands:
            command = g.state.commands.get(command_id(side.id, group.id))
            if command is None or command.retired:  # nobody imagines a group of which he has never heard
                continue
            for formation in formations(group):
                if side.deployment[formation.key].enters == g.state.turn:
                    came += _enter(g, side, command, formation)
    return came


def _enter(g: Stands, side: SideFile, command: Command, formation: Formation) -> list[str]:
    place = side.deployment[formation.key]
    room = Room(ground_of(g.state), [stand.base for stand in g.state.stands.values()])
    enemies = [enemy.base for enemy in enemies_of(g.state, side.id) if not enemy.hidden]
    bases = []
    for wanted in bases_of(g.state, formation, place, side.edge):
        base = free_place(room, wanted, g.state.impassable, enemies, g.number("halt_range"))
        room.add(base)
        bases.append(base)
    unit = raise_formation(g.state, command, formation, place, bases, lambda _: g.new_id())
    command.to_come = max(0, command.to_come - len(bases))
    own = [stand for stand in g.state.stands.values() if stand.unit == unit.id]
    g.tell("enters", f"On to the table: {formation.name}.", "KIM-8.2b", to=g.who_knows(own))
    come_on(g, own)
    return [stand.id for stand in own]


def free_place(
    room: Room, wanted: Base, barred: tuple[str, ...], enemies: Sequence[Base] = (), halt: Tenths = 0
) -> Base:
    """The base as near to where it is wanted as there is room, at halt range from known enemies; the search goes
    outward from there. KIM-2.4a, KIM-R44"""
    for x, y in outward(room.ground.width, room.ground.height):
        about = wanted.moved((wanted.at[0] + x, wanted.at[1] + y))
        near = [enemy for enemy in enemies if may_be_within(about, enemy, halt + SPOT_REACH)]

        def allowed(at: Point, near: Sequence[Base] = near) -> bool:
            base = wanted.moved(at)
            if any(is_too_near(base, enemy, halt) for enemy in near):
                return False
            return in_impassable(room.ground, base, barred) is None

        found = nearest_spot(room, about, allowed)
        if found is not None:
            return found
    raise RuntimeError("there is no room on the table")


@lru_cache(maxsize=16)
def outward(width: Tenths, height: Tenths) -> list[Point]:
    """Steps away from a place, the shortest first, as far as a table of this size reaches."""
    across, down = (range(-size // STEP, size // STEP + 1) for size in (width, height))
    return sorted(((x * STEP, y * STEP) for x in across for y in down), key=lambda v: (square(v), v))
