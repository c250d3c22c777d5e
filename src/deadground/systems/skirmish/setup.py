"""A battle as its scenario begins it. NR-108, NUTS-STAR-01, NUTS-WOUND-04

Men have ids by their place in the roster here, which tests and examples work with. They would tell who is there
unseen, so a match begins by giving every man an id that says nothing: see turn.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from deadground.space.units import inches
from deadground.systems.skirmish.machines import add_machines
from deadground.systems.skirmish.man import Arms, Pack
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.grenades.lobs import SMOKE
from deadground.systems.skirmish.scenario_file import Man, Scenario, SideFile, UnitFile
from deadground.systems.skirmish.state import Figure, Knowledge, Reserve, Seat, Side, SkirmishState, Unit


def battle(scenario: Scenario, options: Mapping[str, str]) -> SkirmishState:
    """The state before anything has happened: everybody where the scenario puts him."""
    file = scenario.file
    state = SkirmishState(
        scenario=scenario.id,
        map=file.map,
        seats={side.id: Seat(id=side.id, side=side.id) for side in file.sides if side.played},
        sides={side.id: side_of(side) for side in file.sides},
        units={},
        figures={},
        groups={},
        markers={},
        ghosts={},
        last_turn=file.turns,
        light=file.light,
        weather=file.weather,
        knowledge=knowledge(options, solo=not all(side.played for side in file.sides)),
        mission=file.mission,
        foes=file.foes,
        to_come={},
    )
    for side in file.sides:
        for unit in side.units:
            add_unit(state, side, unit)
        add_machines(state, side)
    for place, one in enumerate(file.bystanders, 1):
        id = f"bystander_{place}"
        state.bystanders[id] = one.stands_as(id)
    if option(options, "smoke_grenades") == "off":
        take_smoke_away(state)
    return state


def take_smoke_away(state: SkirmishState) -> None:
    """Nobody has smoke grenades in a game without them. LR-041"""
    for one in (*state.figures.values(), *state.to_come.values()):
        one.pack = one.pack.but(gear=tuple((item, count) for item, count in one.pack.gear if item != SMOKE))


def knowledge(options: Mapping[str, str], *, solo: bool = False) -> Knowledge:
    """What players see of the enemy: by mode ghosts in solo, and everything in a game of two. NR-108"""
    chosen = option(options, "table_knowledge")
    return "ghosts" if chosen == "ghosts" or (solo and chosen == "by_mode") else "open"


def side_of(file: SideFile) -> Side:
    return Side(
        id=file.id,
        name=file.name,
        nation=file.nation,
        edge=file.edge,
        attacker=file.attacker,
        played=file.played,
        investment=file.investment,
        force=file.force,
        year=file.year,
        most=file.most,
    )


def add_unit(state: SkirmishState, side: SideFile, unit: UnitFile) -> None:
    id = f"{side.id}_{unit.id}"
    state.units[id] = Unit(id, side.id, unit.name, unit.kind, unit.platoon, len(unit.men), unit.variant)
    named = {man.name: f"{id}_{number}" for number, man in enumerate(unit.men, 1)}
    comes = side.comes_on(unit.id)
    for man in unit.men:
        one = figure_of(named[man.name], side.id, id, man, named)
        if comes is not None and comes.turn:
            state.to_come[one.id] = Reserve(**asdict(one), turn=comes.turn, by=comes.by)
        else:
            state.figures[one.id] = one


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
        arms=Arms(weapons=man.weapons, loads_for=named.get(man.loads_for, "")),
        star=man.star,
        medic=man.medic,
        woman=man.woman,
        camouflaged=man.camouflaged,
        rep=number("medic_rep") if man.medic else man.rep,
        attributes=man.attributes,
        pack=Pack(gear=tuple(man.gear.items())),
        star_dice=man.rep if man.star else -1,
    )
