"""The rule catalogue of one system: its rows, the rulings on unclear rules, and the options these offer.

A folder holds ``catalogue*.yaml`` and ``rulings*.yaml``, read in the order of their names. A row is one thing
that must work, a ruling is how an unclear or missing rule is read. Ids are unique in the folder and every
reference leads somewhere; a folder where that is not so does not load. ``waiting.yaml``, where there is one, lists
the rows that cannot be played yet, each with the chapter that it waits for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from deadground.core import loader
from deadground.core.advice import near

Kind = Literal[
    "procedure", "restriction", "table", "data", "setup", "option", "example", "scenario", "record"
]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a row comes from."""

    document: str
    section: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that must work, in our own words."""

    id: str
    title: str
    does: str
    kind: Kind
    area: str
    source: Source
    rulings: tuple[str, ...] = ()
    needs_tactical_rules: bool = False


class OptionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named switch. ``also`` says what is accepted besides the listed values, ``note`` what each of them means.

    ``waits`` is the area of the rows that will read it, for one that nothing reads yet.
    """

    name: str
    values: tuple[str, ...]
    default: str
    also: str = ""
    note: str = ""
    waits: str = ""

    def __post_init__(self) -> None:
        if len(set(self.values)) != len(self.values):
            raise ValueError(f"the values of option `{self.name}` are not all different")
        if self.default not in self.values:
            raise ValueError(f"the default `{self.default}` of option `{self.name}` is none of its values")


class RulingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that belongs to a ruling, every cell as text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} columns")


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an unclear, contradictory or missing rule is read."""

    id: str
    ruling: str
    section: str
    title: str = ""
    question: str = ""
    why: str = ""
    source: str = ""
    set_by: str = ""
    options: tuple[OptionSpec, ...] = ()
    stand_in: bool = False
    tables: tuple[RulingTable, ...] = ()
    rows: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """What to call it in a list."""
        return self.title or self.question


class UnknownId(LookupError):
    """No row or ruling has this id."""

    def __init__(self, id: str, close: list[str]) -> None:
        super().__init__(id, close)
        self.id = id
        self.close = close

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.close)}?" if self.close else ""
        return f"there is no rule row or ruling `{self.id}`{hint}"


class Catalogue:
    """Rows and rulings by id, in the order of the files."""

    def __init__(
        self, rows: dict[str, Row], rulings: dict[str, Ruling], waiting: dict[str, str] | None = None
    ) -> None:
        self.rows = rows
        self.rulings = rulings
        self.waiting = waiting or {}
        self.options = {option.name: option for ruling in rulings.values() for option in ruling.options}

    @classmethod
    def load(cls, folder: Path) -> Catalogue:
        """Reads the folder's files; a missing, doubled or dangling id is a ``DataError`` with file and line."""
        return _Reader(folder).read()

    @property
    def areas(self) -> dict[str, list[Row]]:
        """The rows by area, areas in the order in which they first appear."""
        found: dict[str, list[Row]] = {}
        for row in self.rows.values():
            found.setdefault(row.area, []).append(row)
        return found

    def resolve(self, id: str) -> Row | Ruling:
        """The row or ruling of this id."""
        found = self.rows.get(id) or self.rulings.get(id)
        if found is None:
            raise UnknownId(id, near(id, [*self.rows, *self.rulings]))
        return found

    def rows_on(self, ruling: str) -> list[Row]:
        """The rows that lean on a ruling or are named by it."""
        named = self.rulings[ruling].rows
        return [row for row in self.rows.values() if ruling in row.rulings or row.id in named]


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: dict[str, Row] = {}
        self.rulings: dict[str, Ruling] = {}
        self.options: dict[str, OptionSpec] = {}

    def read(self) -> Catalogue:
        row_files = self._files("catalogue")
        if not row_files:
            raise loader.DataError(loader.shown(self.folder), None, "there is no catalogue here")
        ruling_files = self._files("rulings")
        for file in row_files:
            for index, row in enumerate(file.to(list[Row])):
                self._new(file, index, row.id)
                self.rows[row.id] = row
        for file in ruling_files:
            for index, ruling in enumerate(file.to(list[Ruling])):
                self._new(file, index, ruling.id)
                self.rulings[ruling.id] = ruling
                self._check_options(file, index, ruling)
        for file in [*row_files, *ruling_files]:
            self._check_references(file)
        return Catalogue(self.rows, self.rulings, self._waiting())

    def _waiting(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for file in self._files("waiting"):
            found |= file.to(dict[str, str])
            for row in found.keys() - self.rows.keys():
                close = near(row, self.rows, 1)
                raise file.error(
                    (row,), f"the row `{row}` is unknown here", f"did you mean `{close[0]}`?" if close else ""
                )
        return found

    def _files(self, stem: str) -> list[loader.Document]:
        return [loader.load(path) for path in sorted(self.folder.glob(f"{stem}*.yaml"))]

    def _new(self, file: loader.Document, index: int, id: str) -> None:
        if id in self.rows or id in self.rulings:
            raise file.error((index, "id"), f"the id `{id}` is used twice", "ids are never used again")

    def _check_options(self, file: loader.Document, index: int, ruling: Ruling) -> None:
        for number, option in enumerate(ruling.options):
            first = self.options.setdefault(option.name, option)
            if (first.values, first.default) != (option.values, option.default):
                problem = f"option `{option.name}` has other values or another default elsewhere"
                path = (index, "options", number)
                raise file.error(path, problem, f"elsewhere: {', '.join(first.values)}")
            if option.waits and option.waits not in {row.area for row in self.rows.values()}:
                problem = f"option `{option.name}` waits for `{option.waits}`, which is no area of the rows"
                raise file.error((index, "options", number, "waits"), problem)

    def _check_references(self, file: loader.Document) -> None:
        for index, item in enumerate(file.value):
            for field, id in _references(item):
                known = self.rows if field == "rows" else self.rulings
                if id not in known:
                    close = near(id, known, 1)
                    advice = f"did you mean `{close[0]}`?" if close else ""
                    raise file.error((index, field), f"`{item['id']}` refers to `{id}`, unknown here", advice)


def _references(item: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    for field in ("rulings", "rows", "see"):
        for id in item.get(field, ()):
            yield field, id
