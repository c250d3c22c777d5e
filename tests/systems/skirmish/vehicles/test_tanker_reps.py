"""Reps of tankers: bands, modifiers, scores off the end. COT-VEH-33, COT-VEH-34, LR-006, LR-148"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.tanker_reps import Formation, rep_modifiers, tanker_rep
from deadground.systems.skirmish.weapons import PRINTED_LISTS
from deadground.testing import bounds, rule


@rule("COT-VEH-33")
@pytest.mark.parametrize("nation", PRINTED_LISTS)
def test_three_is_the_rep_of_half_of_them(nation: str) -> None:
    assert [tanker_rep(nation, die) for die in range(1, 7)] == [3, 3, 3, 4, 4, 5]


@bounds("COT-VEH-33")
@pytest.mark.parametrize(("die", "rep"), [(0, 3), (-1, 3), (7, 5), (8, 5)])
@pytest.mark.parametrize("nation", ["german", "soviet", "finnish"])
def test_a_die_off_the_end_takes_the_first_or_last_band(nation: str, die: int, rep: int) -> None:
    """LR-006"""
    assert tanker_rep(nation, die) == rep


@bounds("COT-VEH-34")
@pytest.mark.parametrize(
    ("nation", "vehicle", "formation", "year", "month", "total"),
    [
        ("german", "german.pz_iv_h", "", 1943, 0, 0),
        ("german", "german.pz_iv_h", "ss", 1943, 0, 1),
        ("german", "german.tiger_i", "", 1943, 0, 1),
        ("german", "german.king_tiger", "ss", 1944, 0, 2),
        ("german", "german.sturmtiger", "", 1944, 0, 1),
        ("german", "german.panther_g", "", 1944, 0, 0),
        ("soviet", "soviet.t_34_76", "", 1941, 12, -1),
        ("soviet", "soviet.t_34_76", "", 1942, 4, -1),
        ("soviet", "soviet.t_34_76", "", 1942, 5, 0),
        ("soviet", "soviet.isu_122", "", 1944, 0, 1),
        ("soviet", "soviet.isu_152", "", 1944, 0, 1),
        ("soviet", "soviet.is_2", "", 1944, 0, 0),
        ("hungarian", "german.tiger_i", "", 1944, 0, 0),
        ("finnish", "soviet.t_26", "", 1941, 12, 0),
    ],
)
def test_modifiers_add_up(
    nation: str, vehicle: str, formation: Formation, year: int, month: int, total: int
) -> None:
    """LR-010, LR-148"""
    assert sum(die for _, die in rep_modifiers(nation, vehicle, year, month, formation)) == total


@bounds("COT-VEH-34")
def test_each_modifier_says_why() -> None:
    found = rep_modifiers("german", "german.tiger_i", 1944, 0, "ss")
    assert found == [("SS formation", 1), ("Tiger or Sturmtiger", 1)]
