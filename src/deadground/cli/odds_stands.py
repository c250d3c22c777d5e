"""``deadground odds stands``: the exact chances of a shot of the stands system."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from deadground.cli import Trouble
from deadground.cli.odds_words import AsJson, Rolls, Set, chosen, words
from deadground.cli.screen import console, print_json

if TYPE_CHECKING:
    from deadground.systems.stands.odds import ShotOdds

stands = typer.Typer(cls=Rolls, add_completion=False, rich_markup_mode=None, help="Stands: a shot.")


@stands.callback()
def rolls() -> None:
    """The rolls whose odds can be had."""


@stands.command()
def shot(
    shooter: Annotated[str, typer.Option(help="The kind of stand that fires.", show_default=False)],
    target: Annotated[str, typer.Option(help="The kind of stand fired at.", show_default=False)],
    range_mm: Annotated[
        float, typer.Option("--range", metavar="MM", help="In millimetres, centre to centre.")
    ] = 150,
    with_: Annotated[str, typer.Option("--with", help="Circumstances: cover,dug_in,flank ...")] = "",
    date: Annotated[str, typer.Option(help="Year and month, as in 1944-06.")] = "1943-07",
    set_: Set = None,
    as_json: AsJson = False,
) -> None:
    """A shot. Tells what it needs, what shifts it, and how likely it is to hit and to destroy."""
    from deadground.systems.stands.odds import OddsError, shot_odds

    try:
        found = shot_odds(shooter, target, length(range_mm), words(with_), month(date), chosen(set_))
    except OddsError as error:
        raise Trouble(str(error)) from None
    if as_json:
        print_json(found.record())
    else:
        show(found)


def length(range_mm: float) -> float:
    """A distance on a table; not a number is none."""
    if not 0 <= range_mm <= 6000:
        raise Trouble(f"--range {range_mm:g}: from 0 to 6000 millimetres")
    return range_mm


def month(date: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{4})-(\d{1,2})", date)
    if not found or not 1 <= int(found[2]) <= 12:
        raise Trouble(f"--date {date}: year and month are wanted, as in 1944-06")
    return int(found[1]), int(found[2])


def show(found: ShotOdds) -> None:
    """A shot in words."""
    screen, shot = console(), found.shot
    screen.print(f"{found.shooter.name} at {found.target.name}, {shot.distance / 10:g} mm", style="bold")
    dice = f"{shot.dice} D{shot.die}" if shot.dice > 1 else f"a D{shot.die}"
    if found.out_of_range:
        screen.print("Out of range.")
    elif shot.score is None:
        screen.print("No hit is possible, whatever the roll.")
    else:
        screen.print(f"The chart asks for {shot.score} on {dice}.")
        for line in (*shot.shift.lines, *shot.marks.lines):
            what = "the die" if line.on == "die" else "the number"
            screen.print(f"  {line.amount:+d} on {what}: {line.reason} ({', '.join(line.rows)})")
        if shot.shift.total != shot.shift.unlimited:
            screen.print(f"  held to {shot.shift.total:+d} (KIM-4.6b)")
        screen.print(f"It needs {shot.needed} or more." if shot.needed else "No face of the die is enough.")
    screen.print(f"hit {float(found.hit):.1%}, destroy {float(found.destroy):.1%}")
