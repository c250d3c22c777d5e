"""``deadground data``: the printed tables that the rules use."""

from __future__ import annotations

import csv
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from deadground.cli import Trouble
from deadground.cli.own_book import own_book
from deadground.cli.screen import console, has_room, listing, print_json
from deadground.core.charts import Chart, Charts
from deadground.core.faults import did_you_mean
from deadground.core.own_book import in_force
from deadground.systems import registry
from deadground.testing.games import data_folder, games

TYPED = ("weapon", "unit")
TITLES = ("title", "name")
"""Columns that are names for typing, and names for reading."""
MARKED = ("value", "name", "heading", "vehicle", "gun")
"""Columns in which a stand-in gets its dagger."""


class Layer(StrEnum):
    """Which reading of a table: as the book has it, as the rules use it, or what the owner typed in alone."""

    printed = "printed"
    used = "used"
    mine = "mine"


def data(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="Whose tables.", show_default=False)],
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="One table, by name.", show_default=False)
    ] = None,
    layer: Annotated[
        Layer, typer.Option(help="As printed, as the rules use it, or from my own book.")
    ] = Layer.used,
    as_json: Annotated[bool, typer.Option("--json", help="A list of records and nothing else.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="The records as comma-separated lines.")] = False,
) -> None:
    """List a system's tables, or show one of them cell by cell."""
    if as_json and as_csv:
        raise Trouble("--json and --csv cannot both be had")
    charts = Charts.load(folder_of(system))
    book = own_book(system, charts)
    with in_force(book):
        lists = {} if layer is Layer.mine else registry.tables(system, layer)
    found = tables(charts.over(book.cells) if book else charts, layer)
    if table is None:
        records = [about(one, layer) for one in found.values()] + [
            about_list(name, rows) for name, rows in lists.items()
        ]
    elif table in found:
        records = list(found[table].records(layer))
    elif table in lists:
        records = lists[table]
    else:
        raise Trouble(f"{system} has no table '{table}': {did_you_mean(table, [*found, *lists])}")
    if as_json:
        print_json(records)
    elif as_csv:
        _print_csv(records)
    elif table is None:
        _print_list(system, records)
    elif table in found:
        _print_chart(found[table], records)
    else:
        _print_rows(records)


def folder_of(system: str) -> Path:
    """Where a system's tables lie; they can be read before it can be played."""
    playable = games()
    if system in playable:
        return data_folder(playable[system])
    if system in registry.SYSTEMS:
        return registry.folder(system) / "data"
    raise Trouble(f"there is no system '{system}': {did_you_mean(system, [*playable, *registry.SYSTEMS])}")


def tables(charts: Charts, layer: Layer) -> dict[str, Chart]:
    """The charts that have cells in a layer: a table of our own has none as printed."""
    return {name: chart for name, chart in charts.charts.items() if any(chart.records(layer))}


def about(chart: Chart, layer: Layer) -> dict[str, Any]:
    """A chart in the list of charts."""
    records = list(chart.records(layer))
    return {
        "table": chart.name,
        "title": chart.title,
        "cells": len(records),
        "changed": sum(one.get("layer", Layer.printed) != Layer.printed for one in records),
        "rows": " ".join(chart.rows),
        "source": source_of(chart),
    }


def about_list(name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A list of a system in the list of charts."""
    return {"table": name, "title": "", "cells": len(rows), "changed": 0, "rows": "", "source": ""}


def source_of(chart: Chart) -> str:
    return f"{chart.source.document}, {chart.source.section}" if chart.source else ""


def _print_csv(records: list[dict[str, Any]]) -> None:
    if records:
        lines = csv.DictWriter(sys.stdout, list(records[0]), lineterminator="\n")
        lines.writeheader()
        lines.writerows({name: _in_cell(value) for name, value in one.items()} for one in records)


def _in_cell(value: Any) -> Any:
    """A value as it stands in one cell of a file."""
    return " ".join(map(str, value)) if isinstance(value, list) else value


def _print_chart(chart: Chart, records: list[dict[str, Any]]) -> None:
    screen = console()
    screen.print(f"{chart.name}  {chart.title}", style="bold")
    screen.print(f"{source_of(chart)}; rule rows {', '.join(chart.rows)}.", style="dim")
    _print_rows(records)


def _print_list(system: str, records: list[dict[str, Any]]) -> None:
    if records:
        _print_rows(records)
    else:
        console().print(f"{system} has no tables.")


def _print_rows(records: list[dict[str, Any]]) -> None:
    names = [name for name in records[0] if not (name == "layer" and "changed" in records[0])]
    rows = [[_shown(one, name) for name in names] for one in records]
    if has_room(names, rows):
        table = listing(*names, named=TYPED)
        for row in rows:
            table.add_row(*row)
        console().print(table)
    else:
        for row in rows:
            _print_block(dict(zip(names, row, strict=True)))
    if any(_is_ours(one) for one in records):
        console().print("† a stand-in of ours, where the book's own table is missing", style="dim")


def _print_block(record: dict[str, str]) -> None:
    """A record on a screen too narrow for its table: what it is called, and below it what it says."""
    first, *_ = record
    called = [name for name in record if name == first or name in (*TYPED, *TITLES)]
    said = [f"{name} {value}" for name, value in record.items() if name not in called and value]
    console().print("  ".join(record[name] for name in called if record[name]), style="bold")
    if said:
        from rich.padding import Padding

        console().print(Padding(", ".join(said), (0, 0, 0, 4)))


def _is_ours(record: dict[str, Any]) -> bool:
    """Whether a stand-in speaks in a record."""
    marks = (record.get("layer", ""), record.get("stand_in", ""), record.get("ours", ""))
    if "stand_in" in str(marks[0]) or "stand_in" in record.get("flags", ()):
        return True
    return any(mark not in ("", False) for mark in marks[1:])


def _in_words(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else ""
    return " ".join(str(one) for one in value) if isinstance(value, list | tuple) else str(value)


def _shown(record: dict[str, Any], name: str) -> str:
    value = _in_words(record[name])
    return value + "†" if name in MARKED and _is_ours(record) else value
