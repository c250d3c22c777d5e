"""Setting up a battle: from a scenario to the state before turn 1. KIM-8.2

`battle` makes the whole state with ids that can be read, `german-panzer-riflemen-1`, which is what tests and
`arrange` work with. Such ids would tell how many stands are hidden and of what unit they are, so a match begins
with `Muster`, which gives every stand and unit an id that says nothing. Units that enter later: see entry.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from deadground.core.agenda import Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.records import rename
from deadground.space.bases import Base
from deadground.space.plane import Point
from deadground.space.units import mm
from deadground.systems.stands.army import CommandGroup, Formation, StandList, formations
from deadground.systems.stands.game import Stands
from deadground.systems.stands.kinds import kind
from deadground.systems.stands.numbers import number
from deadground.systems.stands.overrides import differing, value_of
from deadground.systems.stands.placing import Placement, bases_of
from deadground.systems.stands.scenario_file import Scenario, SideFile, seats_of
from deadground.systems.stands.state import (
    Command,
    Minefield,
    Seat,
    Side,
    Squadron,
    Stand,
    StandsState,
    Task,
    Unit,
)

NewId = Callable[[str], str]
"""Makes an id for what would be called so."""


def battle(scenario: Scenario) -> StandsState:
    """The state a battle begins with. KIM-8.2a to KIM-8.2e"""
    file = scenario.file
    cite("KIM-8.2a", "KIM-8.2b", "KIM-8.2c", "KIM-8.2d")
    lines = list(file.lines)
    state = StandsState(
        scenario=scenario.id,
        map=file.map,
        year=scenario.year,
        month=scenario.month,
        seats=_seats(scenario),
        sides={side.id: _side(scenario, side) for side in file.sides},
        commands={},
        units={},
        stands={},
        fallen={},
        templates={},
        minefields=_minefields(scenario),
        tasks=_tasks(scenario),
        squadrons=_squadrons(scenario),
        numbers={name: value_of(name, given) for name, given in file.numbers.items()},
        last_turn=file.turns,
        night_turns=tuple(sorted(file.nights)),
        lines=tuple((_point(line.start), _point(line.end)) for line in file.lines.values()),
        command_line=lines.index(file.command_rolls.line) if file.command_rolls.line else -1,
        command_rolls=file.command_rolls.when,
        impassable=tuple(file.ground.impassable),
        steep=tuple(file.ground.steep),
        works_are_bad_going=file.ground.works_are_bad_going,
    )
    for side in file.sides:
        for group in scenario.armies[side.id].commands:
            _raise_group(state, side, group)
    return state


def _seats(scenario: Scenario) -> dict[str, Seat]:
    """Who plays, for which side, with which command groups. KIM-8.2a"""
    return {
        seat.id: Seat(
            id=seat.id,
            side=side.id,
            commander=seat.commander,
            commands=tuple(command_id(side.id, id) for id in seat.commands),
        )
        for side in scenario.file.sides
        for seat in seats_of(side, scenario.armies[side.id])
    }


def _side(scenario: Scenario, side: SideFile) -> Side:
    """A side with its general cards and its guns beyond the table. KIM-8.2a, KIM-8.2c, KIM-R24"""
    cite("KIM-R24")
    army = scenario.armies[side.id]
    ground = scenario.map.ground
    middles: dict[str, Point] = {
        "north": (ground.width // 2, 0),
        "south": (ground.width // 2, ground.height),
        "west": (0, ground.height // 2),
        "east": (ground.width, ground.height // 2),
    }
    guns = side.off_table
    return Side(
        id=side.id,
        name=side.name,
        edge=side.edge,
        attacker=side.attacker,
        general_cards=army.general_cards if side.general_cards is None else side.general_cards,
        off_table=guns.shots > 0,
        off_table_shots=guns.shots,
        off_table_group=guns.group,
        off_table_at=middles[side.edge] if guns.at is None else _point(guns.at),
        pre_battle=side.pre_battle,
        intelligence=side.intelligence,
        known_enemy=_known_enemy(scenario, side),
    )


def _known_enemy(scenario: Scenario, side: SideFile) -> tuple[tuple[str, int], ...]:
    """What a side is told of the enemy: kinds, troop types, or what may be there, with numbers."""
    if side.intelligence == "pool":
        return tuple(sorted(side.pool.items()))
    foes = [other for other in scenario.file.sides if other.id != side.id]
    found = [
        one.kind
        for foe in foes
        for group in scenario.armies[foe.id].commands
        for formation in formations(group)
        for one in formation.stands
    ]
    words = found if side.intelligence == "list" else [kind(id).troop for id in found]
    return tuple(sorted(Counter(words).items()))


def _minefields(scenario: Scenario) -> dict[str, Minefield]:
    """The minefields of the map, those that the scenario calls cleared among them."""
    return {
        piece.id: Minefield(id=piece.id, cleared=piece.id in scenario.file.ground.cleared_minefields)
        for piece in scenario.map.ground.pieces
        if piece.kind == "minefield"
    }


def _tasks(scenario: Scenario) -> dict[str, Task]:
    """What Action cards work at, one step unless the scenario says more. KIM-R84, KIM-R47"""
    cite("KIM-R84", "KIM-R47")
    return {
        f"{side.id}-{task.id}": Task(
            id=f"{side.id}-{task.id}",
            side=side.id,
            name=task.name,
            who=tuple(task.who),
            steps=task.steps,
            effect=task.effect,
            near=None if task.near is None else _point(task.near),
            within=0 if task.within is None else mm(task.within),
        )
        for side in scenario.file.sides
        for task in side.tasks
    }


def _squadrons(scenario: Scenario) -> dict[str, Squadron]:
    """The squadrons of both sides and what is fixed of their plans. KIM-5.1a"""
    cite("KIM-5.1a")
    return {
        f"{side.id}-{one.id}": Squadron(
            id=f"{side.id}-{one.id}",
            side=side.id,
            name=one.name,
            a_day=one.a_day,
            plan=tuple(sorted((sortie.turn, sortie.mission) for sortie in one.plan)),
        )
        for side in scenario.file.sides
        for one in side.squadrons
    }


def command_id(side: str, group: str) -> str:
    """The id of a command group in the state; two sides may have the same army. No id of a file has a hyphen."""
    return f"{side}-{group}"


def _raise_group(state: StandsState, side: SideFile, group: CommandGroup) -> None:
    """A command group with its numbers, and those of its units that begin on the table. KIM-1.2a, KIM-8.1a"""
    cite("KIM-8.1a", "KIM-R31")
    usual = number(state, "command_pass")
    first, second = group.morale or (0, 0)
    own = command_id(side.id, group.id)
    merged = next((together for together in side.merged if group.id in together), [])
    if merged:
        cite("KIM-1.3g")
    command = state.commands[own] = Command(
        id=own,
        side=side.id,
        name=group.name,
        hq="",
        pass_number=usual if group.pass_number is None else group.pass_number,
        merged_with=tuple(command_id(side.id, id) for id in merged if id != group.id),
        first_morale=first,
        second_morale=second,
        chits=group.chits_a_day or group.chits,
        chits_a_day=group.chits_a_day,
    )
    for formation in formations(group):
        place = side.deployment[formation.key]
        if place.enters:
            command.to_come += len(formation.stands)
        else:
            bases = bases_of(state, formation, place, side.edge)
            raise_formation(state, command, formation, place, bases, lambda name: name)


def raise_formation(
    state: StandsState,
    command: Command,
    formation: Formation,
    place: Placement,
    bases: list[Base],
    new_id: NewId,
) -> Unit:
    """A unit and its stands on the table. An HQ, a patrol and a supply column are units of one stand."""
    name = f"{command.side}-{formation.key.replace('.', '-')}"
    unit = Unit(
        id=new_id(name),
        side=command.side,
        command=command.id,
        name=formation.name,
        cards=formation.cards,
        pass_number=formation.pass_number or 0,
    )
    state.units[unit.id] = unit
    for i, (one, base) in enumerate(zip(formation.stands, bases, strict=True)):
        stand = _stand(unit, formation, i, one, place, base, new_id(f"{name}-{i + 1}"))
        state.stands[stand.id] = stand
        if formation.role == "hq":
            command.hq = stand.id
        elif formation.role == "supply":
            command.supply = stand.id
    return unit


def _stand(
    unit: Unit, formation: Formation, i: int, one: StandList, place: Placement, base: Base, id: str
) -> Stand:
    """A stand as army list and place say. Towed anti-tank guns begin in fixed positions (KIM-4.6e)."""
    if one.specialist:
        cite("KIM-4.2d")
    what = kind(one.kind)
    label = one.name or what.name
    return Stand(
        id=id,
        side=unit.side,
        command=unit.command,
        unit=unit.id,
        kind=one.kind,
        name=formation.name if len(formation.stands) == 1 else f"{label} {i + 1} ({formation.name})",
        at=base.at,
        facing=base.facing,
        width=base.width,
        depth=base.depth,
        hidden=one.hidden or place.hidden,
        specialist=one.specialist,
        engineer=one.engineer,
        dug_in=one.dug_in or place.dug_in,
        fixed=what.troop == "at_gun" if one.fixed is None else one.fixed,
    )


@procedure("stands.muster", rows=("KIM-8.2b", "KIM-8.2e"))
class Muster(Procedure):
    """The first act of a match: ids that tell nothing, what differs from the book, what each side knows."""

    @step
    def begin(self, g: Stands) -> Next:
        rename(g.state, "units", {id: g.new_id() for id in g.state.units})
        rename(g.state, "stands", {id: g.new_id() for id in g.state.stands})
        self._tell_numbers(g)
        for side in g.state.sides:
            self._tell_intelligence(g, side)
        return Done()

    def _tell_numbers(self, g: Stands) -> None:
        """Say which numbers differ from the printed ones. KIM-8.2e"""
        for one in differing(g.state):
            text = f"In this scenario {one.name.replace('_', ' ')} is {one.here}, not {one.printed}."
            g.tell("figure", text, "KIM-8.2e", *one.rows, name=one.name, here=one.here, printed=one.printed)

    def _tell_intelligence(self, g: Stands, side: str) -> None:
        known = g.state.sides[side]
        verb = "may have" if known.intelligence == "pool" else "has"
        told_as = troops if known.intelligence == "totals" else kind_name
        what = ", ".join(f"{number} {told_as(word, number)}" for word, number in known.known_enemy)
        text = f"What the {known.name} side knows: the enemy {verb} {what}."
        g.tell("intelligence", text, "KIM-8.2b", to=g.seats_of(side))


def kind_name(word: str, number: int) -> str:
    """A kind by its own name, however many there are."""
    return kind(word).name


def troops(word: str, number: int) -> str:
    """So many of a troop type, as a player reads it."""
    name = TROOPS.get(word, word.replace("_", " "))
    return f"{name}s" if word in COUNTED and number != 1 else name


TROOPS = {"hq": "HQ", "spg": "SPG", "at_gun": "AT gun", "apc": "APC"}
"""Troop types that are not written as they are called in the data."""

COUNTED = ("hq", "tank", "spg", "at_gun", "armoured_car", "apc", "soft_skin")
"""Troop types of which there are several; of the others there is more."""


def _point(at: tuple[int | float, int | float]) -> Point:
    return mm(at[0]), mm(at[1])
