"""`deadground simulate --keep`: what the games came to goes into the record and into the documentation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from deadground.cli import Trouble
from deadground.core.system import System
from deadground.lab import rates
from deadground.lab.simulation import Report
from deadground.systems import registry
from deadground.testing.proof import checkout

TABLE = re.compile(r"(?<=\n)\| battle \|.*\n(\|.*\n)*")
"""The table of docs/bots.md, which has no other with this heading."""


def documented() -> Path:
    """The page with the table; only a copy of the sources has one, and a record worth writing."""
    root = checkout()
    if root is None:
        raise Trouble("--keep writes the record of a copy of the sources, and this is an installed one")
    return root / "docs" / "bots.md"


def keep(page: Path, system: System[Any], report: Report) -> None:
    """Put one battle into the record; those that are no more go out of it."""
    record = in_order({**rates.read(), report.scenario: rates.rate_of(system, report)})
    rates.FILE.write_text(rates.written(record), "utf-8")
    page.write_text(with_table(page.read_text("utf-8"), record), "utf-8")


def in_order(record: dict[str, rates.Rate]) -> dict[str, rates.Rate]:
    """The battles that there are, system by system."""
    every = [scenario for system in registry.systems().values() for scenario in system.scenarios]
    return {scenario: record[scenario] for scenario in every if scenario in record}


def with_table(text: str, record: dict[str, rates.Rate]) -> str:
    """A page with its table made anew."""
    names = {
        scenario: rates.names_of(registry.systems()[rate.system], scenario)
        for scenario, rate in record.items()
    }
    return TABLE.sub(lambda _: rates.table(record, names) + "\n", text)
