"""The quick reference sheet as it lies on the table: each chart as a player reads it, with this battle's numbers.

A number that the scenario sets otherwise stands beside the printed one. KIM-A1a, KIM-8.2e
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deadground.core.scene import Line, Look, SheetCell, SheetTable
from deadground.space.units import Tenths, shown
from deadground.systems.kit.reference import Record
from deadground.systems.stands.overrides import differing
from deadground.systems.stands.reference import sheet
from deadground.systems.stands.rules.fire.shots import ARMOUR_HIT
from deadground.systems.stands.setup import TROOPS
from deadground.systems.stands.state import StandsState

OURS = "\N{DAGGER}"
"""The mark of a weapon or vehicle that the book does not list."""

Pair = tuple[Record, Record]
"""A record as this battle has it, and as it is printed."""


def quick_reference(state: StandsState) -> Look:
    """Every table of the sheet, and what the scenario sets otherwise than the book. KIM-A1a, KIM-8.2e"""
    here, printed = sheet(state), sheet()
    both = {name: list(zip(records, printed[name], strict=True)) for name, records in here.items()}
    tables = (
        movement(both["movement"]),
        listing("Ranges in mm", both["ranges"], ("shooter", "manner", "mm"), "KIM-4.7a"),
        listing("To hit on a D10", both["infantry_hit"], ("target", "score"), "KIM-4.2a"),
        *(armour(both["armour_hit"], band, limit) for band, limit in ARMOUR_HIT.axes[1].bands.items()),
        listing(
            "Modifiers",
            [(signed(a), signed(b)) for a, b in both["modifiers"]],
            ("modifier", "changes", "amount"),
            "KIM-4.6a",
        ),
        members("Armour classes", here["armour_classes"], "class", "KIM-4.4a", "KIM-4.4b"),
        members("Gun groups", here["gun_groups"], "gun_group", "KIM-4.5a", "KIM-4.5b"),
    )
    changes = tuple(
        Line(f"{words(one.name)}: {one.here} here, {one.printed} in the book.", (*one.rows, "KIM-8.2e"))
        for one in differing(state)
    )
    return Look(title="Quick reference", lines=changes, tables=tables)


def movement(pairs: Sequence[Pair]) -> SheetTable:
    """The chart by mover, road beside open. KIM-2.1a"""
    movers = dict.fromkeys(record["mover"] for record, _ in pairs)
    lines = tuple(
        (SheetCell(words(mover)), *(cell(pair, "value") for pair in pairs if pair[0]["mover"] == mover))
        for mover in movers
    )
    return SheetTable("Movement in mm", ("mover", "road", "open"), lines, ("KIM-2.1a", "KIM-2.3a"))


def armour(pairs: Sequence[Pair], band: str, limit: Tenths) -> SheetTable:
    """One range of the armour chart: gun groups down, classes across. KIM-4.3a"""
    here = [pair for pair in pairs if pair[0]["band"] == band]
    groups = dict.fromkeys(record["gun_group"] for record, _ in here)
    classes = dict.fromkeys(str(record["class"]) for record, _ in here)
    lines = tuple(
        (SheetCell(str(group)), *(cell(pair, "score") for pair in here if pair[0]["gun_group"] == group))
        for group in groups
    )
    title = f"To hit armour on a D20, {band} range, up to {shown(limit, 'mm')}"
    return SheetTable(title, ("gun group", *classes), lines, ("KIM-4.3a",))


def listing(title: str, pairs: Iterable[Pair], columns: tuple[str, ...], *rows: str) -> SheetTable:
    """A table as it lies in the data: a line for each record."""
    lines = tuple(tuple(cell(pair, column) for column in columns) for pair in pairs)
    return SheetTable(title, columns, lines, rows)


def members(title: str, records: Iterable[Record], by: str, *rows: str) -> SheetTable:
    """Who belongs to each class or group, with the marks of each. KIM-4.4a, KIM-4.5a"""
    found: dict[str, list[str]] = {}
    for record in records:
        mark = f" {record['mark']:+}" if record["mark"] else ""
        found.setdefault(str(record[by]), []).append(
            f"{record['name']}{mark}{OURS if record['ours'] else ''}"
        )
    lines = tuple((SheetCell(key), SheetCell("; ".join(names))) for key, names in found.items())
    return SheetTable(f"{title} ({OURS} not in the book)", (words(by), "who"), lines, rows)


def signed(modifier: Record) -> Record:
    """A modifier whose amount is written with its sign, if it is added to something."""
    added = modifier["changes"] in ("number", "die")
    return {**modifier, "amount": f"{modifier['amount']:+}"} if added else modifier


def cell(pair: Pair, column: str) -> SheetCell:
    """A value as it is here, with the printed one where that differs."""
    here, printed = (written(record[column]) for record in pair)
    return SheetCell(here, printed if printed != here else "")


def written(value: Any) -> str:
    return "\N{EN DASH}" if value is None else words(str(value))


def words(name: str) -> str:
    """A name of the data as players write it."""
    parts = (
        TROOPS.get(part) or [TROOPS.get(word, word) for word in part.split("_")] for part in name.split(".")
    )
    return ", ".join(part if isinstance(part, str) else " ".join(part) for part in parts)
