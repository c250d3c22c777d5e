"""``deadground serve``: the table, for the browser."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets in the same network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="0 takes a free one.")] = 0,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Where games are kept, such as sqlite:///games.sqlite.")
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="Where friends find this server, such as https://games.example.org."
        ),
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
) -> None:
    """Start the table and open it in the browser."""
    from deadground.server import serving

    try:
        serving.serve(host, port, database, open_browser, public_url)
    except serving.CannotServe as trouble:
        sys.stderr.write(f"deadground: {trouble}\n")
        raise typer.Exit(1) from None
