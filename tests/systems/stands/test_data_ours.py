"""Cells that no shot of other tests reaches: calibres, and the weapons and vehicles that are ours. KIM-R85"""

from __future__ import annotations

import re

import pytest

from deadground.core.loader import load
from deadground.systems.stands.kinds import guns, kinds
from deadground.systems.stands.reference import gun_groups
from deadground.systems.stands.terrain import FILE
from deadground.testing import rule

CALIBRES = {
    "gun_77": 76,  # Called a 77 so as not to be taken for a 17-pounder, whose bore it has.
    "gun_17pdr": 76,
    "gun_6pdr": 57,
    "artillery_88": 88,  # The 25-pounder.
    "artillery_114": 114,  # 4.5 inches.
    "artillery_140": 140,  # 5.5 inches.
}
"""Weapons that are not named by their bore in millimetres, or not truly so."""

UNNAMED = ("artillery", "hand_held", "off_table_1", "off_table_2", "off_table_3", "off_table_4")
"""Weapons of no one calibre."""

GROUPS = {
    (1, 0): "gun_90 off_table_1",
    (1, 1): "gun_128",
    (2, 0): "gun_77 off_table_2",
    (3, 0): "artillery_75 artillery_76 artillery_88 artillery_95 artillery_105 artillery_114 artillery_120"
    " artillery_122 artillery_140 artillery_150 artillery_152 artillery_155 artillery_170 artillery_203"
    " rockets_132 rockets_150 off_table_3",
    (4, -1): "gun_25",
    (4, 0): "off_table_4",
    (4, 1): "gun_47",
}
"""Weapons that are ours, by group and mark."""

MARKS = {
    ("A", 1): "jagdtiger",
    ("B", -1): "kv_2 kv_85 churchill_75 churchill_95",
    ("C", 1): "valentine",
    ("D", 1): "pz1 pz2 pz35t pz38t luchs t26 bt7 t60 t70 cromwell comet crusader challenger tetrarch honey"
    " stuart chaffee",
}
"""Vehicles that are ours and carry a mark, by class."""


@pytest.mark.parametrize("id", guns())
def test_a_weapon_has_the_calibre_it_is_named_by(id: str) -> None:
    gun = guns()[id]
    named = re.match(r"(\d+) mm", gun.name)
    if id in UNNAMED:
        assert gun.calibre == 0
    elif id in CALIBRES:
        assert gun.calibre == CALIBRES[id]
    else:
        assert named, f"{id} is not named by its calibre and not listed"
        assert gun.calibre == int(named[1])


@rule("KIM-4.5a", "KIM-4.5b")
def test_weapons_of_ours_are_in_the_group_of_their_like() -> None:
    found: dict[tuple[int, int], set[str]] = {}
    for one in gun_groups():
        if one["ours"]:
            found.setdefault((one["gun_group"], one["mark"]), set()).add(one["gun"])
    assert found == {place: set(names.split()) for place, names in GROUPS.items()}


def test_vehicles_of_ours_have_the_marks_of_their_like() -> None:
    """KIM-R85"""
    found: dict[tuple[str, int], set[str]] = {}
    for one in kinds().values():
        if one.ours and one.armour_mark:
            found.setdefault((one.armour, one.armour_mark), set()).add(one.id)
    assert found == {place: set(names.split()) for place, names in MARKS.items()}


def test_the_table_of_ground_says_yes_or_no() -> None:
    """A 2 would be read as yes and hide a slip of the pen. KIM-R102"""
    cells = load(FILE).value["cells"]
    assert {cell for row in cells.values() for cell in row} == {0, 1}
