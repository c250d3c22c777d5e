"""``deadground verify``: whether a saved game is what its seed, its rules and its choices make of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from deadground.cli.screen import console, print_json
from deadground.cli.shared import audited
from deadground.core.audit import Audit, told

NOT_JUDGED = 3
"""The status for a game of another version, of which the dice hold and the rest cannot be judged."""


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Audit a game. Checks its seed, every die, every choice, every digest, and the position it ends in.

    Ends with 0 if the game holds and with 1 if it does not. For a game that began with another version of the rules
    it ends with 3 if the dice hold: the rest cannot be judged.
    """
    result = audited(file)
    if as_json:
        print_json({"file": str(file), **msgspec.structs.asdict(result)})
    else:
        _print(result)
    if not result.holds:
        raise typer.Exit(1)
    if not result.whole:
        raise typer.Exit(NOT_JUDGED)


def _print(result: Audit) -> None:
    screen = console()
    state = "finished" if result.finished else "in play"
    screen.print(f"{result.system} / {result.scenario}, version {result.version}, {state}", style="bold")
    for line in result.checked:
        screen.print(f"  {line}")
    for line in result.notes:
        screen.print(f"  note: {line}")
    if result.holds:
        screen.print("holds" if result.whole else "the dice hold; the rest cannot be judged")
    for finding in result.findings:
        screen.print(f"does not hold: {told(finding)}", style="bold", soft_wrap=True)
