"""The printed lines of the vehicle lists with their cells, for tests."""

from __future__ import annotations

from deadground.core.charts import Cell, Chart
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.vehicle_tables import ENTRIES


def cells_of(table: str, line: str, layer: str = "used") -> dict[str, Cell]:
    """The cells of a line as used or printed; where it stands for several models, those of the last one."""
    found = chart(table)
    cells = {entry: of(found, layer, line, entry) for entry in ENTRIES}
    models = chart("vehicle_models")
    for id in models.lines():
        if models.look_up(id, "vehicle").value == line:
            cells |= {entry: of(models, layer, id, entry) for entry in ("apr", "aamg")}
    return cells


def of(found: Chart, layer: str, *at: str) -> Cell:
    return found.as_printed(*at) if layer == "printed" else found.look_up(*at)
