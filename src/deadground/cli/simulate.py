"""``deadground simulate``: a battle many times over, with bots on every seat."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deadground.cli import Trouble
from deadground.cli.shared import console, print_json
from deadground.core.faults import SetupError, did_you_mean
from deadground.core.system import System

if TYPE_CHECKING:
    from deadground.lab.simulation import Played


def simulate(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="Which battle.", show_default=False)],
    count: Annotated[int, typer.Option("-n", min=1, max=1_000_000, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Another seed, other games.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one on every core.")] = 0,
    bots: Annotated[
        str, typer.Option(help="A bot for each side, in the order of the scenario's sides.")
    ] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="option=value, as often as needed.")
    ] = None,
    rosters: Annotated[
        list[str] | None,
        typer.Option(
            "--roster",
            metavar="SIDE=FILE",
            help="A squad of your own for a side of a skirmish: a file, or the name of one that is kept.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Play a battle many times and tell who wins how often, how long it takes and what it costs."""
    from deadground.lab import simulation

    system = system_of(scenario)
    if rosters and system.name != "skirmish":
        raise Trouble(f"--roster is for skirmishes, and '{scenario}' is none")
    details = {"rosters": dict(squad(one) for one in rosters)} if rosters else {}
    try:
        setup = system.prepare(scenario, dict(setting(one) for one in settings or []), details)
    except SetupError as error:
        raise Trouble(str(error)) from None
    named = bots_by_side(system, simulation.sides_of(system, scenario), bots)
    began = perf_counter()
    workers = min(jobs or os.cpu_count() or 1, count)
    games = simulation.games(setup, named, seed, count, workers)
    played = list(games if as_json else shown(games, scenario, count))
    found = simulation.report(setup, named, seed, played, began)
    if as_json:
        print_json(found)
    else:
        show(found)


def shown(games: Iterator[Played], scenario: str, count: int) -> Iterator[Played]:
    """The games as they end, with a bar on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not sys.stderr.isatty()) as bar:
        yield from bar.track(games, total=count, description=scenario)


def system_of(scenario: str) -> System[Any]:
    """The system that has a scenario of this name."""
    from deadground.systems import registry

    systems = registry.systems().values()
    for system in systems:
        if scenario in system.broken:
            raise Trouble(f"the scenario '{scenario}' cannot be read: {system.broken[scenario]}")
    known = [name for system in systems for name in system.scenarios]
    if scenario not in known:
        raise Trouble(f"there is no scenario '{scenario}': {did_you_mean(scenario, known)}")
    return next(system for system in systems if scenario in system.scenarios)


def bots_by_side(system: System[Any], sides: list[str], given: str) -> dict[str, str]:
    """The bot of each side; the system's best where none is named."""
    from deadground.bots.roster import best_of, bots_of

    known = bots_of(system)
    names = [name.strip() for name in given.split(",")] if given else [best_of(system)] * len(sides)
    if len(names) != len(sides):
        raise Trouble(f"{len(sides)} bots are wanted, for {', '.join(sides)}; {len(names)} are named")
    for name in names:
        if name not in known:
            raise Trouble(f"there is no bot '{name}': {did_you_mean(name, known)}")
    return dict(zip(sides, names, strict=True))


def setting(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise Trouble(f"'{text}' is not option=value")
    return name, value


def squad(text: str) -> tuple[str, Any]:
    """A side and its roster; one that breaks its list is refused line by line unless it is a house roster."""
    from deadground.cli.roster import read
    from deadground.systems.skirmish.armies.rosters import plain

    side, sign, file = text.partition("=")
    if not sign:
        raise Trouble(f"'{text}' is not side=file")
    return side, plain(read(Path(file), house=False))


def show(found: Any) -> None:
    """The report as a table."""
    from rich.table import Table

    screen = console()
    games = "game" if found.n == 1 else "games"
    screen.print(f"{found.scenario}: {found.n} {games} in {found.seconds} s, seed {found.seed}", style="bold")
    table = Table("side", "bot", "wins", "win rate", "95 in 100 between", "lost", box=None)
    for side, bot in found.bots.items():
        low, middle, high = found.win_rate[side]
        span = f"{low:.1%} and {high:.1%}"
        table.add_row(side, bot, str(found.wins[side]), f"{middle:.1%}", span, str(found.losses[side]))
    screen.print(table)
    screen.print(
        f"draws {found.draws}; turns {found.turns['least']} to {found.turns['most']}, mean {found.turns['mean']}"
    )
    for reason, count in list(found.reasons.items())[:8]:
        screen.print(f"{count:>6}  {reason}", style="dim")
