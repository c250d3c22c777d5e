"""``deadground scenarios``: what can be played."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from deadground.cli.screen import console, print_json
from deadground.cli.shared import system_named
from deadground.core.records import records_of
from deadground.core.system import System
from deadground.lab.rates import who_wins
from deadground.testing.games import games


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as the list shows it. `pieces` counts what its sides field; where it has no sheet, all records.

    `who_wins` says how often each side wins between bots, where that is known. `broken` says what is wrong with a
    file that cannot be read.
    """

    system: str
    scenario: str
    about: str
    seats: tuple[str, ...] = ()
    pieces: int = 0
    turns: int | None = None
    who_wins: str = ""
    broken: str = ""


def scenarios(
    system: Annotated[
        str | None, typer.Argument(metavar="[SYSTEM]", help="Only this system's.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """List the scenarios with their size, length and sides."""
    chosen = games().values() if system is None else [system_named(system)]
    listed = [entry(one, name) for one in chosen for name in one.scenarios]
    listed += [
        Scenario(one.name, name, "", broken=fault) for one in chosen for name, fault in one.broken.items()
    ]
    if as_json:
        print_json(listed)
    else:
        _print_list(listed)


def entry(system: System[Any], name: str) -> Scenario:
    """One line of the list."""
    state = system.new_state(system.prepare(name))
    fielded = sum(side.pieces for side in system.sheet(name).sides)
    return Scenario(
        system.name,
        name,
        system.scenarios[name],
        system.seats(name),
        fielded or sum(1 for _ in records_of(state)),
        getattr(state, "last_turn", None),
        who_wins(system, name),
    )


def _print_list(listed: list[Scenario]) -> None:
    """By system, each with its name to type and what it is about below."""
    from rich.padding import Padding

    screen = console()
    for system in dict.fromkeys(one.system for one in listed):
        screen.print(system, style="bold")
        for one in (one for one in listed if one.system == system):
            screen.print(Padding(f"{one.scenario}  {_size(one)}".rstrip(), (0, 0, 0, 2)))
            about = f"cannot be read: {one.broken}" if one.broken else one.about
            for line in filter(None, (about, one.who_wins)):
                screen.print(Padding(line, (0, 0, 0, 6)), style="dim")


def _size(one: Scenario) -> str:
    turns = f", {one.turns} turns" if one.turns else ""
    return "" if one.broken else f"{' against '.join(one.seats)}, {one.pieces} pieces{turns}"
