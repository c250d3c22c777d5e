"""The command line. A command ``name`` is the function ``name`` in the module ``deadground.cli.name``, or a group
of commands of that name.

Modules are imported when their command is asked for, so that a question about rules never loads the server.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer

from deadground.core.called import PLAY, own_name
from deadground.core.citing import way_in
from deadground.core.loader import DataError

COMMANDS = (
    "serve",
    "backup",
    "restore",
    "scenarios",
    "simulate",
    "rules",
    "data",
    "odds",
    "check",
    "roster",
    "replay",
    "verify",
    "fuzz",
    "bench",
)
"""Every command, in the order of the help page."""


class Trouble(Exception):
    """What a command cannot do, in words for the person who asked."""


class _OnDemand(typer.core.TyperGroup):
    """Finds commands by their module."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command_named(cmd_name) if cmd_name in COMMANDS else None


def command_named(name: str) -> Any:
    """A command, ready to be run."""
    found = getattr(import_module(f"{__name__}.{name}"), name)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name)(found)
    return typer.main.get_command(single)


app = typer.Typer(cls=_OnDemand, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """WWII tabletop wargames by the full rules on a browser table."""
    if context.invoked_subcommand is None:
        import_module(f"{__name__}.serve").serve()


@way_in
def main() -> None:
    """The ``deadground`` command: trouble goes to stderr with status 2. Who came by `run.py play` reads of that."""
    play = os.environ.get(PLAY)
    try:
        if play and sys.argv[1:2] == ["serve"]:
            command_named("serve").main(sys.argv[2:], prog_name=play)
        else:
            app(prog_name=own_name())
    except (Trouble, DataError) as trouble:
        sys.stderr.write(f"deadground: {trouble}\n")
        sys.exit(2)
