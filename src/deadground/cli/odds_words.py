"""What the commands of `deadground odds` have in common: how a roll is named, and how circumstances are given."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from deadground.cli import Trouble
from deadground.core.faults import did_you_mean

Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A named option of the rules.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One record and nothing else.")]


class Systems(typer.core.TyperGroup):
    """Names the nearest where there is no such system."""

    unknown = "no odds can be had for '{name}': {nearest}"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        known = super().list_commands(ctx)
        if cmd_name not in known:
            raise Trouble(self.unknown.format(name=cmd_name, nearest=did_you_mean(cmd_name, known)))
        return super().get_command(ctx, cmd_name)


class Rolls(Systems):
    """The same for a roll."""

    unknown = "there is no roll '{name}': {nearest}"


def words(given: str) -> list[str]:
    """Circumstances between commas."""
    return [word.strip().replace("-", "_") for word in given.split(",") if word.strip()]


def numbers(given: str, option: str) -> list[int]:
    """Whole numbers between commas."""
    try:
        return [int(part) for part in given.split(",") if part.strip()]
    except ValueError:
        raise Trouble(f"{option} {given}: whole numbers between commas are wanted, as in 4,3") from None


def chosen(pairs: list[str] | None) -> dict[str, str]:
    """Named options as they were set."""
    given = pairs or []
    for pair in given:
        if "=" not in pair:
            raise Trouble(f"--set {pair}: NAME=VALUE is wanted")
    return {name.strip(): value.strip() for name, value in (pair.split("=", 1) for pair in given)}
