"""A battle as its scenario begins it."""

from __future__ import annotations

from collections.abc import Mapping

from deadground.space.units import inches
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.scenario_file import Man, Scenario, SideFile, UnitFile
from deadground.systems.skirmish.state import Figure, Knowledge, Seat, Side, SkirmishState, Unit


def battle(scenario: Scenario, options: Mapping[str, str]) -> SkirmishState:
    """The state before anything has happened: everybody where the scenario puts him."""
    file = scenario.file
    state = SkirmishState(
        scenario=scenario.id,
        map=file.map,
        seats={side.id: Seat(id=side.id, side=side.id) for side in file.sides},
        sides={side.id: side_of(side) for side in file.sides},
        units={},
        figures={},
        groups={},
        markers={},
        ghosts={},
        last_turn=file.turns,
        light=file.light,
        weather=file.weather,
        knowledge=knowledge(options),
    )
    for side in file.sides:
        for unit in side.units:
            add_unit(state, side, unit)
    return state


def knowledge(options: Mapping[str, str]) -> Knowledge:
    """What players see of the enemy: everybody sees all in a game of two. NR-108"""
    return "ghosts" if option(options, "table_knowledge") == "ghosts" else "open"


def side_of(file: SideFile) -> Side:
    return Side(id=file.id, name=file.name, nation=file.nation, edge=file.edge, attacker=file.attacker)


def add_unit(state: SkirmishState, side: SideFile, unit: UnitFile) -> None:
    id = f"{side.id}_{unit.id}"
    state.units[id] = Unit(id, side.id, unit.name, unit.kind, unit.platoon, len(unit.men))
    named = {man.name: f"{id}_{number}" for number, man in enumerate(unit.men, 1)}
    for man in unit.men:
        state.figures[named[man.name]] = figure_of(named[man.name], side.id, id, man, named)


def figure_of(id: str, side: str, unit: str, man: Man, named: Mapping[str, str]) -> Figure:
    return Figure(
        id=id,
        name=man.name,
        side=side,
        unit=unit,
        at=(inches(man.at[0]), inches(man.at[1])),
        facing=round(man.facing * 10) % 3600,
        rank=man.rank,
        half=man.half,
        weapons=man.weapons,
        star=man.star,
        medic=man.medic,
        woman=man.woman,
        camouflaged=man.camouflaged,
        rep=number("medic_rep") if man.medic else man.rep,
        attributes=man.attributes,
        gear=tuple(man.gear.items()),
        loads_for=named.get(man.loads_for, ""),
        star_dice=man.rep if man.star else -1,
    )
