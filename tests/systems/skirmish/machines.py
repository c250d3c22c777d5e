"""Vehicles and guns for tests: inches and degrees in, as in `table.py`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from deadground.core.loader import document
from deadground.systems.skirmish.man import Berth
from deadground.systems.skirmish.rules.sight.sighting import note_sighted
from deadground.systems.skirmish.scenario_file import SCENARIOS, Scenario, read_scenario
from deadground.systems.skirmish.state import Figure, SkirmishState, Unit
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_kinds import footprint, seats
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type
from tests.systems.skirmish.table import At, group, man, point, table

T34, PZIV, TRUCK = "soviet.t_34_76", "german.pz_iv_h", "soviet.gaz_aa"
"""Speeds 24/16, 18/12, 28/14."""


def vehicle(
    id: str, at: At, side: str = "red", facing: float = 0, type: str = T34, **changes: Any
) -> Vehicle:
    """A vehicle that looks north, unless something else is said."""
    width, depth = footprint(vehicle_type(type).size)
    fields: dict[str, Any] = {
        "id": id,
        "name": id.capitalize(),
        "side": side,
        "unit": id,
        "type": type,
        "at": point(at),
        "facing": round(facing * 10) % 3600,
        "width": width,
        "depth": depth,
        "turrets": (0,) * vehicle_type(type).turrets,
        **changes,
    }
    return Vehicle(**fields)


def gun(id: str, at: At, side: str = "red", facing: float = 0, type: str = "german.pak_40") -> Gun:
    width, depth = footprint("gun")
    return Gun(id, id.capitalize(), side, type, point(at), round(facing * 10) % 3600, width, depth)


def crew_for(one: Vehicle, reps: tuple[int, ...] = (), men: int = 0) -> list[Figure]:
    """The crew of a vehicle, a man for each seat or so many; T_1 is the commander of T, T_2 the driver."""
    filled = list(enumerate(seats(vehicle_type(one.type)), 1))
    crew = []
    for place, posts in filled[: men or None]:
        rep = reps[place - 1] if place <= len(reps) else 4
        made = man(f"{one.id}_{place}", (0, 0), side=one.side, rep=rep, weapons=())
        made.aboard, made.berth, made.unit = one.id, Berth(posts=posts), one.unit
        crew.append(made)
    return crew


def field(
    *vehicles: Vehicle,
    men: tuple[Figure, ...] = (),
    guns: tuple[Gun, ...] = (),
    reps: tuple[int, ...] = (),
    platoon: str = "",
    **changes: Any,
) -> SkirmishState:
    """A table with these vehicles, fully manned, and men on foot."""
    crews = [one for vehicle in vehicles for one in crew_for(vehicle, reps)]
    state = table(*crews, *men, **changes)
    state.vehicles = {one.id: one for one in vehicles}
    state.guns = {one.id: one for one in guns}
    for one in vehicles:
        strength = sum(figure.unit == one.unit for figure in crews)
        state.units[one.unit] = Unit(one.unit, one.side, one.name, "crew", platoon, strength)
    group(state)
    return state


def met(state: SkirmishState) -> SkirmishState:
    """The same table, on which all groups have seen each other in this phase: nobody comes into sight any more."""
    sides = {id: group.side for id, group in state.groups.items()}
    for one, other in combinations(sides, 2):
        if sides[one] != sides[other]:
            note_sighted(state, one, [other])
    return state


WHOLE = SCENARIOS.path("five-a-side").read_text("utf-8")
UNITS = WHOLE.index("    units:")
LINE = WHOLE[:UNITS].count("\n") + 2
"""The first line below the key `vehicles` or `guns`, where it is put before the units of the Soviet side."""


def battle_with(*lines: str) -> Scenario:
    """Five a side, with these lines for its Soviet side before its units."""
    text = WHOLE[:UNITS] + "".join(f"    {line}\n" for line in lines) + WHOLE[UNITS:]
    return read_scenario(document(text, "battle.yaml"), "battle")


def battle_of(soviet: Sequence[str], german: Sequence[str]) -> Scenario:
    """Five a side, with such lines for either side before its units."""
    theirs = WHOLE.rindex("    units:")
    parts = WHOLE[:UNITS], WHOLE[UNITS:theirs], WHOLE[theirs:]
    ours, others = ("".join(f"    {line}\n" for line in lines) for lines in (soviet, german))
    return read_scenario(document(parts[0] + ours + parts[1] + others + parts[2], "battle.yaml"), "battle")
