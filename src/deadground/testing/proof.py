"""Which rule rows are proven: how many, by the committed record; by which tests, by the last whole green run."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec

from deadground.core.catalogue import Catalogue, Row
from deadground.core.loader import DataError, load, shown

PACKAGE = Path(__file__).resolve().parents[1]
FILE = "proven.json"
RECORD = "proven.yaml"
_SUFFIXES = (".py", ".yaml")


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows with the tests that prove them, and the sources they were proven on."""

    source_digest: str
    rows: dict[str, list[str]]


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a system is proven, and at which version of its rules; "" for one that cannot be played yet."""

    version: str
    rows: int
    proven: int


def recorded(systems: Path = PACKAGE / "systems") -> dict[str, Recorded]:
    """The committed record, by system."""
    return load(systems / RECORD).to(dict[str, Recorded])


def unlike_record(systems: Path, proven: Collection[str]) -> list[str]:
    """Where what was proven is not what the record says, a sentence for each system."""
    catalogues = {folder.name: Catalogue.load(folder) for folder in catalogue_folders(systems)}
    record = recorded(systems) if catalogues else {}
    faults = []
    for name, catalogue in catalogues.items():
        said, rows = record.get(name), len(catalogue.rows)
        done = sum(row in proven for row in catalogue.rows)
        if said is None or (said.rows, said.proven) != (rows, done):
            faults.append(f"{name} has {rows} rows and {done} of them proven, and {RECORD} says otherwise")
    return faults


def checkout() -> Path | None:
    """The repository this package runs from, or none if it is installed."""
    root = PACKAGE.parents[1]
    is_source = PACKAGE.parent.name == "src" and (root / "tests").is_dir()
    return root if is_source else None


def source_digest(package: Path, tests: Path | None) -> str:
    """A digest of the package's sources, then one of the tests; an installed package has only the first."""
    parts = [_digest(package)] + ([_digest(tests)] if tests else [])
    return "-".join(parts)


def write(file: Path, proof: Proof) -> None:
    """Puts the file in place as a whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(proof), indent=1))
    draft.replace(file)


def read(file: Path) -> Proof:
    """The stored proof."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Proof)
    except (msgspec.DecodeError, OSError, UnicodeDecodeError):
        advice = "delete it; a whole test run writes it anew"
        raise DataError(shown(file), None, "this is no list of proven rows", advice) from None


def latest() -> tuple[Proof, bool] | None:
    """The newest proof and whether it is stale: from the checkout's build folder, else from the package."""
    root = checkout()
    file = PACKAGE / FILE if root is None else root / "build" / FILE
    if not file.is_file():
        return None
    proof = read(file)
    now = source_digest(PACKAGE, root / "tests" if root else None)
    return proof, not (proof.source_digest == now or (root is None and proof.source_digest.startswith(now)))


def catalogues_in(folder: Path) -> list[Catalogue]:
    """The catalogues of the systems or games that have their folders here."""
    return [Catalogue.load(one) for one in catalogue_folders(folder)]


def catalogue_folders(folder: Path) -> list[Path]:
    return sorted({file.parent for file in folder.glob("*/catalogue*.yaml")})


def unlike_list(systems: Path, proven: Collection[str]) -> list[str]:
    """Where what was proven is not all but the rows that are listed as waiting, a sentence for each row."""
    faults = []
    for catalogue in catalogues_in(systems):
        for row in catalogue.rows:
            waits = row in catalogue.waiting
            if (row in proven) == waits:
                said = (
                    "is proven and listed as waiting" if waits else "is not proven and not listed as waiting"
                )
                faults.append(f"{row} {said}")
    return faults


def _digest(folder: Path) -> str:
    total = hashlib.sha256()
    for file in _sources(folder):
        name = file.relative_to(folder).as_posix().encode()
        total.update(b"%d %s %d " % (len(name), name, file.stat().st_size))
        total.update(file.read_bytes())
    return total.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    yield from sorted(file for file in folder.rglob("*") if file.suffix in _SUFFIXES and file.is_file())


class Report:
    """The rows of some systems with their proof: how many, by the record; by which tests, as last measured."""

    def __init__(self, catalogues: dict[str, Catalogue]) -> None:
        self.catalogues = catalogues
        self.recorded = recorded()
        self.measured = latest()
        self.tests = self.measured[0].rows if self.measured else {}

    def is_proven(self, system: str, row: Row) -> bool:
        """What is not listed as waiting; of a game that has no record, what was proven last."""
        if system in self.recorded:
            return row.id not in self.catalogues[system].waiting
        return row.id in self.tests

    def count(self, system: str, rows: list[Row]) -> int:
        return sum(self.is_proven(system, row) for row in rows)

    def waits(self, system: str) -> list[str]:
        """The chapters that rows of a system wait for, the longest first."""
        return [chapter for chapter, _ in Counter(self.catalogues[system].waiting.values()).most_common()]

    def document(self, unproven: bool) -> dict[str, Any]:
        """The published JSON shape; with ``unproven`` its list of rows is cut, its counts are not."""
        return {
            "systems": {name: self.recorded[name] for name in self.catalogues},
            "rows": [
                self._record(name, row)
                for name, found in self.catalogues.items()
                for row in found.rows.values()
                if not (unproven and self.is_proven(name, row))
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
            "proven": self.is_proven(system, row),
            "proven_by": self.tests.get(row.id),
            "waits_for": self.catalogues[system].waiting.get(row.id),
        }
