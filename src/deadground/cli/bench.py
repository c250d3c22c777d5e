"""``deadground bench``: how fast, as a ratio to a peer measured in the same run."""

from __future__ import annotations

from typing import Annotated

import typer

from deadground.cli import Trouble
from deadground.cli.screen import console, print_json
from deadground.core.faults import did_you_mean
from deadground.testing.benches import MARGINS, NAMES, Result, measure
from deadground.testing.browser import NoBrowser


def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One bench; all without it.", show_default=False)
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="About how long a bench takes.")
    ] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Measure speed beside a peer. With a NAME, `--json` gives one result; without, a list of them."""
    if name is not None and name not in NAMES:
        raise Trouble(f"there is no bench '{name}': {did_you_mean(name, NAMES)}")
    results = _all_measured(seconds) if name is None else [_measured(name, seconds)]
    if as_json:
        print_json(results if name is None else results[0])
    else:
        for result in results:
            _print(result)


def _measured(name: str, seconds: float) -> Result:
    with console(stderr=True).status(f"{name}: {NAMES[name]}, about {seconds:g} s"):
        try:
            return measure(name, seconds)
        except NoBrowser as missing:
            raise Trouble(f"the bench '{name}' needs a browser. {missing}") from missing


def _all_measured(seconds: float) -> list[Result]:
    """Every bench that can be run here; of the others is said why not."""
    results: list[Result] = []
    for name in NAMES:
        try:
            results.append(_measured(name, seconds))
        except Trouble as reason:
            console(stderr=True).print(f"Left out: {reason}", highlight=False)
    return results


def _print(result: Result) -> None:
    from rich.table import Table

    screen = console()
    screen.print(f"{result.bench}: {result.how}")
    table = Table(box=None, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for label, value in rows(result):
        table.add_row(label, value)
    screen.print(table)


def rows(result: Result) -> list[tuple[str, str]]:
    """A result as labelled lines."""
    number = "{:.2f}".format if result.bench in MARGINS else rate
    lines = [("ours", number(result.ours))]
    if result.peer is None or result.ratio is None:
        lines.append(("peer", "not installed, or the run too short for it"))
    else:
        lines += [("peer", number(result.peer)), ("ratio", f"{result.ratio:.2f}")]
    lines.append(("aim", f"{result.aim:g}"))
    return lines + [(name.replace("_", " "), shown(value)) for name, value in result.more.items()]


def rate(number: float) -> str:
    return f"{number:,.0f} /s" if number >= 100 else f"{number:,.2f} /s"


def shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
