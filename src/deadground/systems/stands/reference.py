"""The quick reference sheet: the tables players look things up in, from the data the rules use. KIM-A1a

What a scenario sets otherwise stands on its sheet with the scenario's number.
"""

from __future__ import annotations

import msgspec

from deadground.core.citing import cite
from deadground.systems.kit.reference import Record, listed
from deadground.systems.stands.kinds import guns, kinds
from deadground.systems.stands.numbers import BOOK, Overrides, number
from deadground.systems.stands.overrides import records_here
from deadground.systems.stands.rules.fire.shots import CHARTS

RANGES = {
    "range_infantry": ("infantry", "direct"),
    "range_infantry_at": ("infantry anti-tank weapons", "direct"),
    "range_armour": ("armour and armoured cars, 20 mm and up", "direct"),
    "range_machine_guns": ("vehicles with machine guns alone", "direct"),
    "range_artillery_direct": ("artillery", "direct"),
    "indirect_range": ("artillery", "indirect"),
    "range_at_guns": ("anti-tank guns", "direct"),
    "off_table_range": ("off-table artillery and naval guns", "indirect"),
}
"""The range chart: the number of each line, who fires and how."""

MODIFIERS = {
    "modifier_cover": ("cover", "number"),
    "modifier_dug_in": ("dug in", "number"),
    "modifier_prone": ("infantry prone", "number"),
    "modifier_flank": ("flank or rear of an armoured vehicle", "number"),
    "modifier_indirect": ("indirect fire", "die"),
    "modifier_defender": ("defender in an assault", "die"),
    "modifier_fixed_gun": ("anti-tank gun in a fixed position", "die"),
    "dice_fixed_88": ("88 mm in a fixed position", "dice"),
    "modifier_infantry_move_and_fire": ("infantry move and fire", "die"),
    "modifier_armour_move_and_fire": ("armour move and fire", "die"),
    "modifier_limit": ("most that all of them can do", "limit"),
}
"""The modifier list: the number of each line, what it is for and what it changes."""


class Printed(msgspec.Struct):
    """A battle that sets nothing otherwise."""

    numbers: dict[str, int] = {}


def sheet(state: Overrides | None = None) -> dict[str, list[Record]]:
    """Every table of the sheet by name, as this battle has it. KIM-A1a"""
    cite("KIM-A1a")
    battle = state or Printed()
    return {
        "movement": records_here(battle, CHARTS["stands.movement"]),
        "ranges": [
            {"shooter": who, "manner": how, "mm": number(battle, name) // 10}
            for name, (who, how) in RANGES.items()
        ],
        "infantry_hit": records_here(battle, CHARTS["infantry_hit"]),
        "armour_hit": records_here(battle, CHARTS["armour_hit"]),
        "armour_classes": armour_classes(),
        "gun_groups": gun_groups(),
        "modifiers": [
            {"modifier": what, "changes": changes, "amount": number(battle, name)}
            for name, (what, changes) in MODIFIERS.items()
        ],
    }


def armour_classes() -> list[Record]:
    """Every vehicle by class, the book's own and ours. KIM-4.4a, KIM-4.4b"""
    cite("KIM-4.4a", "KIM-4.4b")
    found = [kind for kind in kinds().values() if kind.armour]
    return [
        {
            "class": kind.armour,
            "kind": kind.id,
            "name": kind.name,
            "mark": kind.armour_mark,
            "ours": kind.ours,
        }
        for kind in sorted(found, key=lambda kind: (kind.armour, kind.ours))
    ]


def gun_groups() -> list[Record]:
    """Every weapon by gun group, the book's own and ours. KIM-4.5a, KIM-4.5b"""
    cite("KIM-4.5a", "KIM-4.5b")
    return [
        {"gun_group": gun.group, "gun": gun.id, "name": gun.name, "mark": gun.mark, "ours": gun.ours}
        for gun in sorted(guns().values(), key=lambda gun: (gun.group, gun.ours))
    ]


def tables() -> dict[str, list[Record]]:
    """What can be listed beside the charts: the rest of the sheet, and the lists it is made from."""
    return {
        **{name: records for name, records in sheet().items() if name not in CHARTS.charts},
        "guns": [listed(gun) for gun in guns().values()],
        "kinds": [listed(kind) for kind in kinds().values()],
        "numbers": [listed(one) for one in BOOK.all.values()],
    }
