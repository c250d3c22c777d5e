"""``deadground odds``: the exact chances of a roll, as the rules reckon it."""

from __future__ import annotations

import typer

from deadground.cli.odds_skirmish import skirmish
from deadground.cli.odds_stands import stands
from deadground.cli.odds_words import Systems

odds = typer.Typer(
    cls=Systems,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The exact chances of a roll, by the code that resolves it.",
)
odds.add_typer(stands, name="stands")
odds.add_typer(skirmish, name="skirmish")
