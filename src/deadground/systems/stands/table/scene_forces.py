"""The armies as a tree with notes on their state, and what a seat wants to know first when a turn begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from deadground.core.scene import Force, Line
from deadground.systems.stands.rules.cards.command import may_not_advance
from deadground.systems.stands.state import Command, Stand, Unit
from deadground.systems.stands.table.scene_tokens import Reader


def forces(reader: Reader) -> tuple[Force, ...]:
    """Side, command, unit, stands; of the enemy what is on the table, by command. The reader's own side first."""
    sides = sorted(reader.state.sides, key=lambda side: side != reader.side)
    return tuple(side_force(reader, side) for side in sides)


def side_force(reader: Reader, id: str) -> Force:
    state = reader.state
    side = state.sides[id]
    notes = []
    if reader.knows(id):
        if side.general_cards:
            notes.append(f"{count(side.general_cards, 'general card')}")
        if side.off_table_shots:
            notes.append(f"{count(side.off_table_shots, 'shot')} off the table")
    else:
        notes.append("what is known of it")
    commands = [one for one in state.commands.values() if one.side == id]
    branches = tuple(command_force(reader, one) for one in commands)
    shown = tuple(one for one in branches if one.tokens or one.branches or reader.knows(id))
    return Force(f"side:{id}", side.name, id, ", ".join(notes), (), shown, commander_of(reader, id))


def commander_of(reader: Reader, side: str) -> str:
    """Who commands an army that several players share: the general cards are his. KIM-8.2a"""
    seats = [seat for seat in reader.state.seats.values() if seat.side == side]
    return next((seat.id for seat in seats if seat.commander and len(seats) > 1), "")


def leader_of(reader: Reader, command: Command) -> str:
    """Who lays the cards of a command, where several players share its side. KIM-8.2a"""
    seats = [seat for seat in reader.state.seats.values() if seat.side == command.side]
    return next((seat.id for seat in seats if command.id in seat.commands and len(seats) > 1), "")


def command_force(reader: Reader, command: Command) -> Force:
    state = reader.state
    stands = [one for one in state.stands.values() if one.command == command.id]
    note = command_note(reader, command) if reader.knows(command.side) else retired_note(command)
    units = {unit.id: unit for unit in state.units.values() if unit.command == command.id}
    loose = tuple(one.id for one in stands if one.unit not in units)
    branches = tuple(
        unit_force(unit, [one for one in stands if one.unit == id]) for id, unit in units.items()
    )
    leader = leader_of(reader, command)
    return Force(f"command:{command.id}", command.name, command.side, note, loose, branches, leader)


def command_note(reader: Reader, command: Command) -> str:
    """Losses against the morale numbers, and chits. KIM-8.1b, KIM-4.15a"""
    notes = [f"{command.losses} lost"]
    if command.first_morale:
        notes = [f"{command.losses} lost, stops at {command.first_morale}, breaks at {command.second_morale}"]
    if command.retired:
        notes = ["retired"]
    elif may_not_advance(reader.state, command) is not None:
        notes.append("no longer advances")
    if command.chits or command.chits_a_day:
        notes.append(count(command.chits, "chit"))
    if command.to_come:
        notes.append(f"{command.to_come} to come")
    return ", ".join(notes)


def retired_note(command: Command) -> str:
    return "retired" if command.retired else ""


def unit_force(unit: Unit, stands: list[Stand]) -> Force:
    cards = count(unit.cards, "card") if unit.cards else "no cards"
    note = f"{count(len(stands), 'stand')}, {cards}" if stands else "destroyed"
    return Force(unit.id, unit.name, unit.side, note, tuple(one.id for one in stands))


def count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def digest(reader: Reader) -> tuple[Line, ...]:
    """Seen, lost, out of command since the turn before. KIM-3.3a, KIM-4.1a, KIM-1.3a"""
    found = [seen(reader), lost(reader), *unled(reader), *broken(reader)]
    lines = tuple(line for line in found if line is not None)
    return lines or (Line("Nothing new is seen, nobody is lost and all are in command."),)


def seen(reader: Reader) -> Line | None:
    """The enemies that came onto the table."""
    state = reader.state
    new = [
        stand.name
        for stand in state.stands.values()
        if stand.side != reader.side and stand.shown_since and stand.shown_since >= state.turn - 1
    ]
    return Line(f"Seen: {listed(new)}.", ("KIM-3.3a",)) if new else None


def lost(reader: Reader) -> Line | None:
    """Who fell this turn or the turn before, side by side."""
    state = reader.state
    parts = []
    for side in sorted(state.sides, key=lambda side: side != reader.side):
        names = [one.name for one in state.fallen.values() if one.side == side and one.turn >= state.turn - 1]
        if names:
            parts.append(f"{state.sides[side].name} {listed(names)}")
    return Line(f"Lost: {'; '.join(parts)}.", ("KIM-4.1a",)) if parts else None


def unled(reader: Reader) -> Iterable[Line]:
    """The units of which stands are further from their HQ than it leads. KIM-1.3a"""
    state = reader.state
    out = Counter(
        stand.unit
        for stand in state.stands.values()
        if stand.side == reader.side and reader.is_out_of_command(stand)
    )
    if out:
        units = [f"{state.units[id].name} ({number})" for id, number in out.items() if id in state.units]
        yield Line(f"Out of command: {', '.join(units)}.", ("KIM-1.3a",))


def broken(reader: Reader) -> Iterable[Line]:
    """Commands that no longer advance. KIM-8.1b"""
    for command in reader.state.commands.values():
        if command.side == reader.side and command.id in reader.held_back and not command.retired:
            yield Line(f"{command.name} no longer advances.", ("KIM-8.1b",))


def listed(names: Iterable[str]) -> str:
    """Names, each once, with how many of it there are."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in Counter(names).items())
