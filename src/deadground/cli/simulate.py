"""``deadground simulate``: a battle many times over, with bots on every seat."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deadground.cli import Trouble
from deadground.cli.screen import console, listing, print_json
from deadground.core.faults import SetupError, did_you_mean
from deadground.core.system import System
from deadground.core.workshop import Workshop

if TYPE_CHECKING:
    from deadground.lab.simulation import Played, Report


def simulate(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="The scenario, as `scenarios` names it; several with commas between.",
            show_default=False,
        ),
    ] = "",
    every: Annotated[
        bool, typer.Option("--all", help="Every battle there is, the usual bots on both sides, as one table.")
    ] = False,
    count: Annotated[
        int, typer.Option("-n", metavar="N", min=1, max=1_000_000, help="How many games.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed plays the same games.")] = 1,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, help="Processes; 0 for one on every core.")] = 0,
    bots: Annotated[
        str,
        typer.Option(metavar="BOT,BOT", help="A bot for each side, in the order of the scenario's sides."),
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A named option of the rules; may be repeated."),
    ] = None,
    rosters: Annotated[
        list[str] | None,
        typer.Option(
            "--roster",
            metavar="SIDE=FILE",
            help="A squad of your own for a side of a skirmish: a file, or a kept one by name; may be repeated.",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep", help="Record who wins how often, battle by battle, for Home and docs/bots.md."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Play a battle many times over. Tells who wins how often, how long it takes and what it costs."""
    if every == bool(scenario):
        raise Trouble("name a scenario, or say --all for every battle there is; not both")
    chosen = all_battles() if every else named(scenario)
    alone = not every and len(chosen) == 1
    if (keep or not alone) and (bots or settings or rosters):
        raise Trouble(
            "--all, --keep and several scenarios play battles as they are printed: --bots, --set and --roster go "
            "with one scenario"
        )
    shop = chosen[0][0].workshop
    if rosters and shop is None:
        raise Trouble(f"--roster is for skirmishes, and '{scenario}' is none")
    details = {"rosters": dict(squad(shop, one) for one in rosters)} if rosters and shop else {}
    options = dict(setting(one) for one in settings or [])
    done = keeper() if keep else lambda system, came: None
    found = []
    for system, name in chosen:
        found.append(run(system, name, options, details, bots, seed, count, jobs, as_json))
        done(system, found[-1])
    if as_json:
        return print_json(found[0] if alone else found)
    return show(found[0]) if alone else show_all(found)


def keeper() -> Callable[[System[Any], Report], None]:
    """What records a battle as soon as it is played, so that a run which is broken off has not been for nothing."""
    from deadground.cli.kept_rates import documented, keep

    return partial(keep, documented())


def run(
    system: System[Any],
    scenario: str,
    options: dict[str, str],
    details: dict[str, Any],
    bots: str,
    seed: int,
    count: int,
    jobs: int,
    quiet: bool,
) -> Report:
    """Play one battle as often as asked, and what came of it."""
    from deadground.lab import simulation

    try:
        setup = system.prepare(scenario, options, details)
    except SetupError as error:
        raise Trouble(str(error)) from None
    named = bots_by_side(system, simulation.sides_of(system, scenario), bots)
    began = perf_counter()
    games = simulation.games(setup, named, seed, count, min(jobs or os.cpu_count() or 1, count))
    played = list(games if quiet else shown(games, scenario, count))
    return simulation.report(setup, named, seed, played, began)


def all_battles() -> list[tuple[System[Any], str]]:
    """Every battle that can be read, system by system."""
    from deadground.systems import registry

    return [(system, name) for system in registry.systems().values() for name in system.scenarios]


def shown(games: Iterator[Played], scenario: str, count: int) -> Iterator[Played]:
    """The games as they end, with a bar on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not sys.stderr.isatty()) as bar:
        yield from bar.track(games, total=count, description=scenario)


def named(scenarios: str) -> list[tuple[System[Any], str]]:
    """The battles of these names, each once."""
    names = dict.fromkeys(name.strip() for name in scenarios.split(","))
    return [(system_of(name), name) for name in names]


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
    """The bot of each side; the system's usual one where none is named."""
    from deadground.bots.roster import bots_of, usual_of

    known = bots_of(system)
    names = [name.strip() for name in given.split(",")] if given else [usual_of(system)] * len(sides)
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


def squad(shop: Workshop, text: str) -> tuple[str, Any]:
    """A side and its roster; one that breaks its list is refused line by line unless it is a house roster."""
    from deadground.cli.roster import read

    side, sign, file = text.partition("=")
    if not sign:
        raise Trouble(f"'{text}' is not side=file")
    return side, shop.plain(read(shop, Path(file), house=False))


def show_all(found: list[Report]) -> None:
    """Every battle's rates, a line each: how often a side wins, and between what the rate lies 95 times in 100."""
    screen = console()
    table = listing(
        "battle", "who wins how often", "draws", "turns", "games", right=("draws", "turns", "games")
    )
    for one in found:
        rates = (
            f"{side} {middle:.0%} ({low:.0%} to {high:.0%})"
            for side, (low, middle, high) in one.win_rate.items()
        )
        drawn, turns = f"{one.draws / one.n:.0%}", f"{one.turns['mean']:.1f}"
        table.add_row(one.scenario, ", ".join(rates), drawn, turns, str(one.n))
    screen.print(table)


def show(found: Report) -> None:
    """The report as a table."""
    screen = console()
    games = "game" if found.n == 1 else "games"
    screen.print(f"{found.scenario}: {found.n} {games} in {found.seconds} s, seed {found.seed}", style="bold")
    table = listing("side", "bot", "wins", "win rate", "95 in 100 between", "lost")
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
