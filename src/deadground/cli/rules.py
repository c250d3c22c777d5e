"""``deadground rules``: what must work, where it comes from, and which of it tests have proven."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from deadground.cli import Trouble
from deadground.cli.screen import console, listing, print_json
from deadground.core.advice import near
from deadground.core.catalogue import Catalogue, Row, Ruling
from deadground.systems import registry
from deadground.testing.proof import Report

if TYPE_CHECKING:
    from rich.table import Table

BAR = 20
COUNTS = ("rows", "proven")


def rules(
    what: Annotated[
        str | None, typer.Argument(metavar="[SYSTEM|ID]", help="A system, row or ruling.")
    ] = None,
    unproven: Annotated[
        bool, typer.Option("--unproven", help="Only rows that no test proves yet, and what they wait for.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Show how many rules can be played, or one rule. With a system by area; a row comes with its rulings."""
    chosen = registry.catalogues()
    if what is not None and what not in chosen:
        _show_one(chosen, what, as_json)
        return
    if what is not None:
        chosen = {what: chosen[what]}
    report = Report(chosen)
    if as_json:
        print_json(report.document(unproven))
    elif unproven:
        print_unproven(report)
    elif what is not None:
        print_areas(report)
    else:
        print_systems(report)


def print_unproven(report: Report) -> None:
    for name, found in report.catalogues.items():
        rows = [row for row in found.rows.values() if not report.is_proven(name, row)]
        if not rows:
            continue
        table = listing("row", "kind", "title", "waits for", title=f"{name}: {len(rows)} not proven")
        for row in rows:
            table.add_row(row.id, row.kind, row.title, found.waiting.get(row.id, ""))
        console().print(table)


def print_systems(report: Report) -> None:
    table = listing("system", "version", *COUNTS, "", right=COUNTS)
    for name, one in report.recorded.items():
        table.add_row(name, one.version or "none yet", *_counts(one.proven, one.rows))
    total = [sum(getattr(one, field) for one in report.recorded.values()) for field in ("proven", "rows")]
    table.add_row("all", "", *_counts(*total))
    _print(table)


def print_areas(report: Report) -> None:
    for name, found in report.catalogues.items():
        table = listing("area", "about", *COUNTS, "", right=COUNTS)
        chapters = registry.chapters().get(name, {})
        for area, rows in found.areas.items():
            table.add_row(area, chapters.get(area, ""), *_counts(report.count(name, rows), len(rows)))
        one = report.recorded[name]
        table.add_row("all", f"version {one.version or 'none yet'}", *_counts(one.proven, one.rows))
        _print(table)


def _print(table: Table) -> None:
    screen = console()
    screen.print(table)
    screen.print("A whole run of the tests fails unless it proves just these rows.", style="dim")


def _show_one(catalogues: dict[str, Catalogue], asked: str, as_json: bool) -> None:
    for name, found in catalogues.items():
        ids = {id.lower(): id for id in (*found.rows, *found.rulings)}
        if asked.lower() in ids:
            item = found.resolve(ids[asked.lower()])
            if as_json:
                print_json({"system": name, **msgspec.to_builtins(item)})
            elif isinstance(item, Row):
                _print_row(found, name, item)
            else:
                _print_ruling(found, name, item)
            return
    known = [*catalogues, *(id for found in catalogues.values() for id in (*found.rows, *found.rulings))]
    close = near(asked, known)
    hint = f"; did you mean {' or '.join(close)}?" if close else f"; systems are {', '.join(catalogues)}"
    raise Trouble(f"there is no system, rule row or ruling `{asked}`{hint}")


def _print_row(found: Catalogue, system: str, row: Row) -> None:
    screen = console()
    screen.print(f"{row.id}  {row.title}", style="bold")
    screen.print(
        f"{system}, {row.area}, {row.kind}. {row.source.document}, {row.source.section}.", style="dim"
    )
    screen.print(f"\n{row.does}")
    for chart in registry.charts_of(system, row.id):
        _print_grid(chart.heading, *chart.grid())
    for id in row.rulings:
        screen.print()
        _print_ruling(found, system, found.rulings[id])
    screen.print(f"\n{_proof(found, system, row)}", style="dim")


def _proof(found: Catalogue, system: str, row: Row) -> str:
    report = Report({system: found})
    if not report.is_proven(system, row):
        return f"not proven yet: waits for {found.waiting[row.id]}"
    tests = report.tests.get(row.id, [])
    return "proven by " + ", ".join(tests) if tests else "proven; a whole run of the tests says by which"


def _print_ruling(found: Catalogue, system: str, ruling: Ruling) -> None:
    screen = console()
    mark = " (stand-in, ours)" if ruling.stand_in else ""
    screen.print(f"{ruling.id}{mark}  {ruling.title}".rstrip(), style="bold")
    screen.print(", ".join(filter(None, (system, ruling.section, ruling.source))), style="dim")
    for label, text in (("", ruling.question), ("Ruling: ", ruling.ruling), ("Why: ", ruling.why)):
        if text:
            screen.print(label + text)
    for grid in ruling.tables:
        _print_grid("", grid.columns, grid.rows)
    for option in ruling.options:
        others = " | ".join(value for value in option.values if value != option.default)
        waits = option.waits and f"waits for {registry.chapter(system, option.waits)} and changes nothing yet"
        more = "; ".join(filter(None, (option.also and f"also {option.also}", option.note, waits)))
        screen.print(f"Option {option.name}: {option.default} (default) | {others}".rstrip(" |"))
        if more:
            screen.print(f"  {more}")
    if rows := found.rows_on(ruling.id):
        screen.print("rows: " + ", ".join(row.id for row in rows), style="dim")


def _print_grid(title: str, columns: Iterable[str], lines: Iterable[Iterable[str]]) -> None:
    table = listing(*columns, title=title)
    for cells in lines:
        table.add_row(*cells)
    console().print()
    console().print(table)


def _counts(done: int, of: int) -> tuple[str, str, str]:
    return str(of), str(done), _bar(done, of)


def _bar(done: int, of: int) -> str:
    full = BAR * done // of
    return "█" * full + "░" * (BAR - full)
