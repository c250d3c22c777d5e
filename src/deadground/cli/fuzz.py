"""``deadground fuzz``: random legal games, until something breaks."""

from __future__ import annotations

import sys
from pathlib import Path
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from deadground.cli.screen import console, print_json
from deadground.cli.shared import system_named
from deadground.core.called import command
from deadground.testing.fuzzing import DECISIONS, Found, Fuzzer, rounds

if TYPE_CHECKING:
    from rich.progress import Progress


class Summary(msgspec.Struct, frozen=True):
    """What was played and what was found."""

    system: str
    seed: int
    games: int
    decisions: int
    seconds: float
    found: tuple[Found, ...]


def fuzz(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="The system to play.", show_default=False)],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games of each scenario.")] = 20,
    seconds: Annotated[
        float | None, typer.Option(metavar="SECONDS", min=0.1, help="Begin no game after this long.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same seed plays the same games.", show_default=False)
    ] = None,
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where games that broke are kept.")] = Path(
        "crashes"
    ),
    decisions: Annotated[
        int, typer.Option(metavar="N", min=1, help="A game with more choices counts as endless.")
    ] = DECISIONS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Play random legal games of every scenario. What breaks becomes a game file, and the command ends with 1."""
    chosen = SystemRandom().randrange(2**32) if seed is None else seed
    fuzzer = Fuzzer(system_named(system), folder, chosen, decisions)
    began = monotonic()
    play(fuzzer, games, seconds)
    taken = round(monotonic() - began, 2)
    summary = Summary(system, chosen, fuzzer.games, fuzzer.decisions, taken, tuple(fuzzer.found))
    if as_json:
        print_json(summary)
    else:
        _print(summary)
    if summary.found:
        raise typer.Exit(1)


def play(fuzzer: Fuzzer, games: int, seconds: float | None) -> None:
    """All rounds, or as many games as begin in time, behind a progress bar on stderr."""
    end = None if seconds is None else monotonic() + seconds
    with progress_bar() as bar:
        task = bar.add_task(fuzzer.system.name, total=games * len(fuzzer.system.scenarios), found=0)
        for scenario in rounds(fuzzer.system, games):
            if end is not None and monotonic() >= end:
                break
            fuzzer.play(scenario)
            bar.update(task, advance=1, found=len(fuzzer.found))


def progress_bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    columns += [TextColumn("found {task.fields[found]}"), TimeRemainingColumn()]
    return Progress(*columns, console=console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def _print(summary: Summary) -> None:
    screen = console()
    for found in summary.found:
        screen.print(f"{found.kind} in {found.scenario}: {found.problem}", style="bold", soft_wrap=True)
        screen.print(f"  {command('replay', str(found.file))}", soft_wrap=True)
    screen.print(
        f"{summary.system}: {summary.games} games, {summary.decisions:,} decisions in {summary.seconds:g} s, "
        f"seed {summary.seed}: {len(summary.found) or 'nothing'} found",
        soft_wrap=True,
    )
