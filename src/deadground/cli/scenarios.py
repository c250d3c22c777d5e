"""``deadground scenarios``: what can be played."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from deadground.cli.shared import console, print_json, system_named
from deadground.core.records import records_of
from deadground.core.system import System
from deadground.testing.games import games


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as the list shows it. `pieces` counts what its sides field; where it has no sheet, all records.

    `broken` says what is wrong with a file that cannot be read.
    """

    system: str
    scenario: str
    about: str
    seats: tuple[str, ...] = ()
    pieces: int = 0
    turns: int | None = None
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
        _print_table(listed)


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
    )


def _print_table(listed: list[Scenario]) -> None:
    from rich.table import Table

    table = Table("system", "scenario", "sides", box=None)
    for heading in ("pieces", "turns"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for one in listed:
        turns = "" if one.turns is None else str(one.turns)
        about = f"cannot be read: {one.broken}" if one.broken else one.about
        pieces = "" if one.broken else str(one.pieces)
        table.add_row(one.system, one.scenario, ", ".join(one.seats), pieces, turns, about)
    console().print(table)
