"""``deadground backup``: all games of a server in one file, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deadground.cli import Trouble
from deadground.cli.screen import console

Database = Annotated[
    str | None, typer.Option(metavar="URL", help="The database; without it, the one `serve` uses.")
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the back-up goes.")],
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Back up all games into one file. A server may go on meanwhile."""
    from deadground.server.backup import CannotBackUp, back_up
    from deadground.server.folders import default_database
    from deadground.server.playable import systems

    try:
        told = back_up(database or default_database(), file, systems(), force)
    except CannotBackUp as reason:
        raise Trouble(str(reason)) from None
    report(told.faults)
    console().print(f"{told.games} games with {told.entries} entries are in {file}", highlight=False)


def report(faults: tuple[str, ...]) -> None:
    """Name the games that cannot be opened. They are kept as they are."""
    for fault in faults:
        console(stderr=True).print(f"deadground: {fault}", highlight=False)
