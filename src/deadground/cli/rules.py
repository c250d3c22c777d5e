"""``deadground rules``: what must work, where it comes from, and which of it tests have proven."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from deadground.cli import Trouble
from deadground.core.advice import near
from deadground.core.catalogue import Catalogue, Row, Ruling
from deadground.systems import registry
from deadground.testing import proof

if TYPE_CHECKING:
    from rich.console import Console

BAR = 20


def rules(
    what: Annotated[
        str | None, typer.Argument(metavar="[SYSTEM|ID]", help="A system, row or ruling.")
    ] = None,
    unproven: Annotated[bool, typer.Option("--unproven", help="Only rows that no test proves.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Show the rule rows, by system and area, and how many are proven; or one row or ruling."""
    chosen = registry.catalogues()
    if what is not None and what not in chosen:
        _show_one(chosen, what, as_json)
        return
    if what is not None:
        chosen = {what: chosen[what]}
    report = Report(chosen)
    if as_json:
        _print_json(report.document(unproven))
    elif unproven:
        report.print_unproven()
    else:
        report.print_progress(by_area=what is not None)


class Report:
    """The rows of some systems with their proof."""

    def __init__(self, catalogues: dict[str, Catalogue]) -> None:
        self.catalogues = catalogues
        self.measured = proof.latest()
        self.proven = self.measured[0].rows if self.measured else {}

    def count(self, rows: list[Row]) -> int:
        return sum(row.id in self.proven for row in rows)

    def document(self, unproven: bool) -> dict[str, Any]:
        """The published JSON shape; with ``unproven`` its list of rows is cut, its counts are not."""
        return {
            "systems": {
                name: {"rows": len(found.rows), "proven": self.count(list(found.rows.values()))}
                for name, found in self.catalogues.items()
            },
            "rows": [
                self._record(name, row)
                for name, found in self.catalogues.items()
                for row in found.rows.values()
                if not (unproven and row.id in self.proven)
            ],
            "measured": None if self.measured is None else {"stale": self.measured[1]},
        }

    def _record(self, system: str, row: Row) -> dict[str, Any]:
        return {
            "id": row.id,
            "title": row.title,
            "system": system,
            "area": row.area,
            "kind": row.kind,
            "proven_by": self.proven.get(row.id),
            "waits_for": self.catalogues[system].waiting.get(row.id),
        }

    def print_unproven(self) -> None:
        from rich.table import Table

        for name, found in self.catalogues.items():
            rows = [row for row in found.rows.values() if row.id not in self.proven]
            if not rows:
                continue
            table = Table(
                "row",
                "kind",
                "title",
                "waits for",
                title=f"{name}: {len(rows)} not proven",
                title_justify="left",
            )
            for row in rows:
                table.add_row(row.id, row.kind, row.title, found.waiting.get(row.id, ""))
            _console().print(table)

    def print_progress(self, by_area: bool) -> None:
        from rich.table import Table

        table = Table("area" if by_area else "system", box=None)
        for heading in ("rows", "proven"):
            table.add_column(heading, justify="right")
        table.add_column("")
        for name, rows in self._groups(by_area).items():
            done = self.count(rows)
            table.add_row(name, str(len(rows)), str(done), _bar(done, len(rows)))
        console = _console()
        console.print(table)
        console.print(self._footnote(), style="dim")

    def _groups(self, by_area: bool) -> dict[str, list[Row]]:
        groups = {name: list(found.rows.values()) for name, found in self.catalogues.items()}
        total = {"all": [row for rows in groups.values() for row in rows]}
        if not by_area:
            return groups | total
        return {
            area: rows for found in self.catalogues.values() for area, rows in found.areas.items()
        } | total

    def _footnote(self) -> str:
        if self.measured is None:
            return "Not measured yet: a whole green run of the tests does it."
        if self.measured[1]:
            return "Measured before the sources last changed; a whole green run of the tests measures anew."
        return "Measured on these very sources."


def _show_one(catalogues: dict[str, Catalogue], asked: str, as_json: bool) -> None:
    for name, found in catalogues.items():
        ids = {id.lower(): id for id in (*found.rows, *found.rulings)}
        if asked.lower() in ids:
            item = found.resolve(ids[asked.lower()])
            if as_json:
                _print_json({"system": name, **msgspec.to_builtins(item)})
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
    console = _console()
    console.print(f"{row.id}  {row.title}", style="bold")
    console.print(
        f"{system}, {row.area}, {row.kind}. {row.source.document}, {row.source.section}.", style="dim"
    )
    console.print(f"\n{row.does}")
    for id in row.rulings:
        console.print()
        _print_ruling(found, system, found.rulings[id])
    measured = proof.latest()
    tests = measured[0].rows.get(row.id, []) if measured else []
    console.print("\nproven by " + ", ".join(tests) if tests else "\nnot proven by any test", style="dim")


def _print_ruling(found: Catalogue, system: str, ruling: Ruling) -> None:
    from rich.table import Table

    console = _console()
    mark = " (stand-in, ours)" if ruling.stand_in else ""
    console.print(f"{ruling.id}{mark}  {ruling.title}".rstrip(), style="bold")
    console.print(", ".join(filter(None, (system, ruling.section, ruling.source))), style="dim")
    for label, text in (("", ruling.question), ("Ruling: ", ruling.ruling), ("Why: ", ruling.why)):
        if text:
            console.print(label + text)
    for grid in ruling.tables:
        table = Table(*grid.columns)
        for cells in grid.rows:
            table.add_row(*cells)
        console.print(table)
    for option in ruling.options:
        others = " | ".join(value for value in option.values if value != option.default)
        waits = option.waits and f"waits for the rows of {option.waits} and changes nothing yet"
        more = "; ".join(filter(None, (option.also and f"also {option.also}", option.note, waits)))
        console.print(f"Option {option.name}: {option.default} (default) | {others}".rstrip(" |"))
        if more:
            console.print(f"  {more}")
    if rows := found.rows_on(ruling.id):
        console.print("rows: " + ", ".join(row.id for row in rows), style="dim")


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _bar(done: int, of: int) -> str:
    full = BAR * done // of
    return "█" * full + "░" * (BAR - full)


def _print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
