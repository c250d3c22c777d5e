"""Vehicle lists, guns and tables by year as records, as printed or as used. COT-VEH-01 to -15, COT-GUN-01 to -06

Small letters and numbers are marks of notes and stand among the flags; star, ROF and R are part of their cell.
A dash is null, and a cell that is printed blank is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from deadground.core.charts import PRINTED, Cell, Chart
from deadground.systems.skirmish.armies.cells import Printed
from deadground.systems.skirmish.availability import cell, offers, tables_of, years_of
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.gun_lists import GUN_LISTS, all_guns
from deadground.systems.skirmish.vehicle_cells import LETTERS, SMALL_DIGIT, speeds, vehicle_name
from deadground.systems.skirmish.vehicle_lists import Mount, VehicleType, all_vehicles
from deadground.systems.skirmish.vehicle_tables import (
    ENTRIES,
    LISTS,
    UNLISTED,
    flags_of,
    is_ours,
    marks_of,
    nation_of,
)
from deadground.systems.skirmish.weapons import PRINTED_LISTS

Record = dict[str, Any]


def vehicle_records(layer: str) -> list[Record]:
    """Every line of the printed lists; as used, also what stands in none of them."""
    tables = LISTS if layer == PRINTED else (*LISTS, UNLISTED)
    found = [line_record(chart(table), line, layer) for table in tables for line in chart(table).lines()]
    if layer == PRINTED:
        return found
    return found + [type_record(one) for one in all_vehicles().values() if is_of_no_list(one)]


def is_of_no_list(one: VehicleType) -> bool:
    """Whether it is a gun truck, the wagon or of the core lists."""
    return one.book == "core" or not set(one.rows).isdisjoint(("LR-206", "COT-VEH-27"))


def line_record(table: Chart, line: str, layer: str) -> Record:
    """A line of a printed list with its cells as they stand there."""
    nation = nation_of(table.name)
    cells = {entry: of_layer(table, layer, line, entry) for entry in ENTRIES}
    value = {entry: shown(one.value) for entry, one in cells.items()}
    is_blank = value["speed"] == ""
    road, cross = (None, None) if is_blank else (*speeds(value["speed"])[0], None)[:2]
    flags = [] if is_blank else line_flags(nation, line, cells, layer)
    return {
        "nation": nation,
        "vehicle": vehicle_name(value["name"])[0],
        **{entry: value[entry] for entry in ("front", "side", "top")},
        "apr": without_notes(value["apr"]),
        **{entry: value[entry] for entry in ("he", "aamg", "hull_mg", "coax_mg")},
        "speed_road": road,
        "speed_cross": cross,
        "crew": crew_of(value["crew"]),
        "flags": flags + (["stand_in"] if is_ours(cells) else []),
    }


def of_layer(table: Chart, layer: str, *at: str) -> Cell:
    return table.as_printed(*at) if layer == PRINTED else table.look_up(*at)


def line_flags(nation: str, line: str, cells: dict[str, Cell], layer: str) -> list[str]:
    """The flags of a line; of one that several models share, what holds for all of them."""
    models = chart("vehicle_models")
    for id in models.lines():
        if models.look_up(id, "vehicle").value == line:
            own = {entry: of_layer(models, layer, id, entry) for entry in ("apr", "aamg")}
            cells = {**cells, **own}
    if layer != PRINTED:
        return list(flags_of(nation, cells))
    notes = chart("vehicle_notes")
    keyed = [mark for mark in marks_of(cells) if mark != "sidecar"]
    found = [notes.as_printed(f"{nation}_{mark}").value for mark in keyed]
    return [str(flag) for flag in found if flag is not None]


def shown(value: Printed) -> Printed:
    return None if value == "-" else value


def without_notes(value: Printed) -> Printed:
    """A main gun cell without the numbers of its notes; a number alone is one."""
    if not isinstance(value, str):
        return value
    text = re.sub(r"\s*⁽.⁾", "", value)
    return int(text) if text.isdigit() else text


def crew_of(value: Printed) -> Printed:
    """A crew cell without its marks; a number alone is one."""
    text = LETTERS.sub("", SMALL_DIGIT.sub("", str(value))).strip()
    return int(text) if text.isdigit() else text


def type_record(one: VehicleType) -> Record:
    """A vehicle that stands in no list with the supplement's columns: its cells are made from what it has."""
    main = one.guns[0] if one.guns else None
    guns = {gun.place: weapon_word(gun.weapons) for gun in one.machine_guns}
    carried = f"+{one.carried}" if one.carried else ""
    return {
        "nation": one.nation,
        "vehicle": one.name,
        "front": one.front,
        "side": one.side,
        "top": one.top,
        "apr": gun_cell(main) if main else None,
        "he": circle_and_impact(main.he) if main else None,
        "aamg": "FLAK" if "flak" in one.flags else guns.get("aa"),
        "hull_mg": guns.get("hull"),
        "coax_mg": guns.get("coaxial"),
        "speed_road": one.speed_road,
        "speed_cross": one.speed_cross,
        "crew": crew_of("/".join(map(str, one.crew)) + carried),
        "flags": [*one.flags, *(["stand_in"] if one.stand_in else [])],
    }


def weapon_word(weapons: tuple[str, ...]) -> str:
    return weapons[0].partition(".")[2].upper()


def gun_cell(main: Mount) -> Printed:
    if main.apr is None:
        return weapon_word(main.weapons)
    star = "*" if main.arm == "howitzer" else ""
    rate = f"(ROF{main.shots})" if main.shots > 1 else ""
    return f"{main.apr}{star}{rate}" if star or rate else main.apr


def circle_and_impact(he: tuple[int, int] | None) -> str | None:
    return f"{he[0]}/{he[1]}" if he else None


def gun_records(layer: str) -> list[Record]:
    """Every line of the printed gun lists; as used, also the guns of the core lists."""
    found = [gun_line(chart(table), line, layer) for table in GUN_LISTS for line in chart(table).lines()]
    if layer == PRINTED:
        return found
    core = [one for one in all_guns().values() if one.book == "core"]
    return found + [
        {
            "nation": one.nation,
            "gun": one.name,
            "apr": f"{one.apr}*" if "howitzer" in one.flags else one.apr,
            "he": circle_and_impact(one.he),
            "rof": one.shots,
            "weight": one.weight,
            "crew": one.crew,
            "notes": "",
            "flags": [*one.flags, *(["stand_in"] if one.stand_in else [])],
        }
        for one in core
    ]


def gun_line(table: Chart, line: str, layer: str) -> Record:
    """A line of a printed gun list."""
    nation = nation_of(table.name)
    value = {entry: of_layer(table, layer, line, entry).value for entry in table.lines(1)}
    one = all_guns()[f"{nation}.{line}"]
    return {
        "nation": nation,
        "gun": value["name"],
        "apr": value["apr"],
        "he": value["he"],
        "rof": rate_of_fire(f"{value['apr']} {value['notes']}"),
        "weight": one.weight if one.weight in str(value["notes"]).lower() else None,
        "crew": value["crew"],
        "notes": value["notes"],
        "flags": list(one.flags),
    }


def rate_of_fire(text: str) -> int:
    """The rate of fire that is said behind the APR or among the notes. LR-158"""
    found = re.search(r"ROF(\d)", text)
    return int(found[1]) if found else 1


def availability_records(layer: str) -> Iterator[Record]:
    """What every die gives in every year; as used, with the vehicles that the names mean."""
    for nation in PRINTED_LISTS:
        for table in tables_of(nation):
            for die in range(1, 7):
                for year in years_of(nation):
                    record: Record = {"nation": nation, "table": table, "die": die, "year": year}
                    record["cell"] = cell(nation, table, die, year)
                    if layer != PRINTED:
                        given = offers(nation, table, die, year)
                        record["vehicles"] = [id for one in given for id in one.vehicles]
                    yield record
