"""The printed tables of this system: every chart in `data`, with errata and stand-ins laid over, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deadground.core.charts import Chart, Charts

DATA = Path(__file__).parent / "data"


@cache
def charts() -> Charts:
    """Every chart by name."""
    return Charts.load(DATA)


def chart(name: str) -> Chart:
    """One chart."""
    return charts()[name]


def whole(value: int | str | None) -> int:
    """A cell that must be a number."""
    if not isinstance(value, int):
        raise TypeError(f"'{value}' stands where a number is wanted")
    return value
