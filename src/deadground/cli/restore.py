"""``deadground restore``: the games of a back-up in the place of those there are, even under a running server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deadground.cli import Trouble
from deadground.cli.backup import Database, report
from deadground.cli.screen import console


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A back-up.")],
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Put it in the place of games there are.")] = False,
) -> None:
    """Restore all games from a back-up. A running server goes on from them."""
    from deadground.server.backup import CannotBackUp
    from deadground.server.backup import restore as put_back
    from deadground.server.folders import default_database
    from deadground.server.playable import systems

    try:
        told = put_back(file, database or default_database(), systems(), force)
    except CannotBackUp as reason:
        raise Trouble(str(reason)) from None
    report(told.faults)
    console().print(f"{told.games} games with {told.entries} entries are restored", highlight=False)
