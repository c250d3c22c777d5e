"""Army lists, weapons and vehicles as records, as printed or as used. COT-ARMY-01 to -06, COT-WEAP-01 to -06"""

from __future__ import annotations

from deadground.core.charts import PRINTED, Cell, Chart
from deadground.systems.kit.reference import Record, listed
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.lists import ENTRIES, all_nations, all_units
from deadground.systems.skirmish.rules.troops.equipment import all_gear
from deadground.systems.skirmish.vehicle_reference import availability_records, gun_records, vehicle_records
from deadground.systems.skirmish.weapon_tables import tables_of
from deadground.systems.skirmish.weapons import OTHER_TABLES, PRINTED_LISTS, all_weapons

UNIT_TABLES = (
    "soviet_units_1",
    "soviet_units_2",
    "german_units_1",
    "german_units_2",
    "italian_units",
    "hungarian_units",
    "romanian_units",
    "finnish_units",
    "core_units",
)
"""In the order of the book, ours last."""

WEAPON_ENTRIES = ("name", "range", "targets", "impact")


def tables(layer: str = "used") -> dict[str, list[Record]]:
    """What can be listed beside the single charts, all of it as records."""
    found = {
        "army_lists": army_lists(layer),
        "weapons": weapon_tables(layer),
        "vehicles": vehicle_records(layer),
        "guns": gun_records(layer),
        "availability": list(availability_records(layer)),
    }
    if layer == PRINTED:
        return found
    return found | {
        "nations": [listed(one) for one in all_nations().values()],
        "units": [{"nation": of, **listed(one)} for of in all_nations() for one in all_units(of).values()],
        "arms": [listed(one) for one in all_weapons().values()],
        "attributes": [listed(one) for one in attributes().values()],
        "gear": [listed(one) for one in all_gear().values()],
    }


def army_lists(layer: str) -> list[Record]:
    """Every unit column, one record each, with its cells as they stand in the table."""
    found = []
    for table in map(chart, UNIT_TABLES):
        if any(True for _ in table.records(layer)):
            found += [column_record(table, column, layer) for column in table.lines(1)]
    return found


def column_record(table: Chart, column: str, layer: str) -> Record:
    cells = {entry: cell_of(table, layer, entry, column) for entry in ENTRIES}
    nation = column if table.name == "core_units" else table.name.partition("_")[0]
    values = {entry: cell.value for entry, cell in cells.items()}
    return {"nation": nation, "table": table.name, "column": column, **values, **spoken(cells)}


def weapon_tables(layer: str) -> list[Record]:
    """Every line of the weapon tables, one record each; of the core table, as printed, only what is printed."""
    found = []
    for nation in (*PRINTED_LISTS, *OTHER_TABLES):
        for name, category in tables_of(nation):
            for weapon in chart(name).lines():
                cells = {entry: cell_of(chart(name), layer, weapon, entry) for entry in WEAPON_ENTRIES}
                values = {entry: cell.value for entry, cell in cells.items()}
                if any(value is not None for entry, value in values.items() if entry != "name"):
                    place = {"nation": nation, "category": category or "all", "weapon": weapon}
                    found.append({**place, **values, **spoken(cells)})
    return found


def cell_of(table: Chart, layer: str, *at: str) -> Cell:
    return table.as_printed(*at) if layer == PRINTED else table.look_up(*at)


def spoken(cells: dict[str, Cell]) -> Record:
    """Which layers spoke over the printed cells, and in which of them."""
    layers = {cell.layer for cell in cells.values()} - {PRINTED}
    changed = [entry for entry, cell in cells.items() if cell.layer != PRINTED]
    return {"layer": " ".join(sorted(layers)) or PRINTED, "changed": " ".join(changed)}
