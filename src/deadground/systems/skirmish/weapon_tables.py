"""How the weapons come out of the printed tables and their notes. COT-WEAP-01 to COT-WEAP-15"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from deadground.systems.skirmish.armies.cells import impact, marks, reach, targets, unmarked
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.weapons import (
    CATEGORIES,
    OTHER_TABLES,
    PRINTED_LISTS,
    Category,
    Kind,
    Mode,
    Weapon,
    kinds,
)


def read_all() -> Iterator[Weapon]:
    """Every weapon, list by list, line by line."""
    for nation in (*PRINTED_LISTS, *OTHER_TABLES):
        for table, category in tables_of(nation):
            for line in chart(table).lines():
                yield from read_weapons(nation, table, line, category)


def tables_of(nation: str) -> tuple[tuple[str, Category | None], ...]:
    """The tables of a list and their categories; None where one table holds all."""
    if nation in OTHER_TABLES:
        return ((OTHER_TABLES[nation], None),)
    return tuple((f"{nation}_{category}", category) for category in CATEGORIES)


def read_weapons(nation: str, table: str, line: str, category: Category | None) -> list[Weapon]:
    """The weapons of one printed line: one, or one for each model a note tells apart. COT-WEAP-10"""
    cells = {entry: chart(table).look_up(line, entry) for entry in ("name", "range", "targets", "impact")}
    kind = kinds()[line]
    keys = note_keys(table, [cell.value for cell in cells.values()])
    notes = Notes(keys)
    min_range, ranges = reach(cells["range"].value)
    ratings, circle, path = targets(cells["targets"].value)
    against_figures, apr = impact(cells["impact"].value)
    if line == "geballte_ladung":
        against_figures = weapon_impact("supplement_satchels", "satchel")  # LR-108
    plain = Mode(
        range=ranges[0],
        min_range=min_range,
        target=ratings[0],
        circle=circle,
        path=path,
        impact=against_figures,
        apr=apr,
        apr_far=notes.apr_far,
        rows=(*(notes.rows("notes_apr") if notes.apr_far else ()), *notes.rows("notes_launchers")),
    )
    base = Weapon(
        id=f"{nation}.{line}",
        nation=nation,
        category=category or category_of(kind),
        kind=kind.id,
        name=unmarked(cells["name"].value),
        modes=(plain, *further_modes(plain, ranges, ratings, notes)),
        rep=notes.number("notes_launchers", "rep") or 0,
        jam=notes.jam,
        malfunction=notes.malfunction,
        supply=supply_of(table, kind),
        notes=tuple(keys),
        rows=tuple(dict.fromkeys(row for cell in cells.values() for row in cell.rows)),
        stand_in=any(cell.layer == "stand_in" for cell in cells.values()),
        **{field: getattr(kind, field) for field in COMMON},
    )
    return [of_model(base, model) for model in models(keys)] or [base]


COMMON = (
    "rank",
    "crew",
    "loader",
    "long_arm",
    "thrown",
    "readied",
    "used_up",
    "indirect",
    "special",
    "heavy",
    "shots_every",
    "moved",
)
"""What a weapon has from its kind."""


def further_modes(plain: Mode, ranges: tuple[int, ...], ratings: tuple[int, ...], notes: Notes) -> list[Mode]:
    """The modes that the notes of a line give, each with the rows of its note."""
    change = msgspec.structs.replace
    found: list[Mode] = []
    with_what, sight_range = notes.text("notes_sights", "with"), notes.number("notes_sights", "range")
    if with_what and sight_range:
        found.append(change(plain, name=with_what, range=sight_range, rows=notes.rows("notes_sights")))
    auto_range, auto_target = (
        notes.number("notes_full_auto", f"full_auto_{of}") for of in ("range", "target")
    )
    if auto_range and auto_target:
        rows = notes.rows("notes_full_auto")
        found.append(change(plain, name="full_auto", range=auto_range, target=auto_target, rows=rows))
        scope_range = whole(notes.number("notes_full_auto", "scope_range"))
        found.append(change(plain, name="scope", range=scope_range, rows=rows))
    building = notes.number("notes_launchers", "building_range")
    if building:
        found.append(change(plain, name="building", range=building, rows=notes.rows("notes_launchers")))
    if len(ratings) > 1 and not found and plain.apr_far:
        found.append(change(plain, name="crewed", target=ratings[1], rows=(*plain.rows, "LR-102")))
    return found


def models(keys: list[str]) -> list[str]:
    """The models that share a printed line. COT-WEAP-10"""
    table = chart("notes_models")
    return [model for model in table.lines() if table.look_up(model, "note").value in keys]


def of_model(base: Weapon, model: str) -> Weapon:
    table = chart("notes_models")
    target = whole(table.look_up(model, "target").value)
    modes = tuple(msgspec.structs.replace(mode, target=target) for mode in base.modes)
    name = str(table.look_up(model, "name").value)
    rows = (*base.rows, *table.rows)
    return msgspec.structs.replace(base, id=f"{base.nation}.{model}", name=name, modes=modes, rows=rows)


def supply_of(table: str, kind: Kind) -> tuple[int, int] | None:
    """From when the German designs of the Finnish table were supplied. COT-WEAP-15"""
    if table != "finnish_antitank" or kind.id not in ("launcher", "panzerfaust"):
        return None
    found = chart("notes_finnish_supply")
    return whole(found.number("finnish_antitank_star", "year")), whole(
        found.number("finnish_antitank_star", "month")
    )


def weapon_impact(table: str, line: str) -> int | None:
    return impact(chart(table).look_up(line, "impact").value)[0]


def category_of(kind: Kind) -> Category:
    """The category of a weapon whose table is not divided."""
    if kind.id in ("pistol", "rifle", "sniper_rifle", "sa_rifle", "smg", "assault_rifle"):
        return "small_arms"
    if kind.id in ("bar", "lmg", "mmg", "hmg"):
        return "machine_guns"
    return "grenades" if kind.id in ("grenade", "rifle_grenade") else "antitank"


def note_keys(table: str, cells: Iterable[int | str | None]) -> list[str]:
    """The notes a line is marked with: the table and the mark."""
    return list(dict.fromkeys(f"{table}_{mark}" for cell in cells for mark in marks(cell)))


class Notes:
    """What the notes of one line say, by the tables of notes."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = list(keys)

    def value(self, table: str, entry: str) -> int | str | None:
        """The first value that the notes have in a table."""
        found = chart(table)
        values = (found.look_up(key, entry).value for key in self.keys if key in found.lines())
        return next((value for value in values if value is not None), None)

    def number(self, table: str, entry: str) -> int | None:
        value = self.value(table, entry)
        return None if value is None else whole(value)

    def text(self, table: str, entry: str) -> str:
        return str(self.value(table, entry) or "")

    def rows(self, table: str) -> tuple[str, ...]:
        """The rows of a table of notes, if one of the notes stands in it."""
        return chart(table).rows if set(self.keys).intersection(chart(table).lines()) else ()

    @property
    def apr_far(self) -> tuple[int, int] | None:
        up_to, beyond = (self.number("notes_apr", entry) for entry in ("up_to", "apr_beyond"))
        return None if up_to is None or beyond is None else (up_to, beyond)

    @property
    def jam(self) -> tuple[int, int, int] | None:
        dice, face, turns = (self.number("notes_jam", entry) for entry in ("dice", "face", "turns"))
        return None if dice is None else (dice, whole(face), whole(turns))

    @property
    def malfunction(self) -> tuple[int, int] | None:
        first, second = (self.number("notes_malfunction", entry) for entry in ("shooting_die", "second_die"))
        return None if first is None else (first, whole(second))
