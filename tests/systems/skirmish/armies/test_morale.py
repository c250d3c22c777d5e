"""Ruthless men and Fanatic Foes. COT-ATTR-01 to COT-ATTR-04, COT-ATTR-06, COT-ATTR-07"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.troops.morale import (
    Comrade,
    Inspired,
    fanatic_foes,
    foe_reaction,
    foes_meet,
    inspiration,
    who_is_the_example,
    why_no_inspiration,
)
from deadground.testing import bounds, rule


@bounds("COT-ATTR-01", "COT-ATTR-02")
@pytest.mark.parametrize(
    ("attributes", "results", "before", "faults"),
    [
        (["ruthless"], ["duck_back", "hunker_down"], 0, 0),
        (["ruthless"], ["leave_battlefield"], 0, 0),
        (["ruthless"], ["duck_back"], 0, 1),
        (["brawler"], ["hunker_down"], 0, 1),
        (["ruthless"], ["hunker_down"], 1, 1),
        ([], [], 1, 3),
    ],
)
def test_when_a_ruthless_man_may_inspire(
    attributes: list[str], results: list[str], before: int, faults: int
) -> None:
    assert len(why_no_inspiration(attributes, results, tests_this_turn=before)) == faults


@rule("COT-ATTR-03")
@pytest.mark.parametrize(
    ("passed", "found"),
    [
        (2, Inspired("retest", 2, 0)),
        (3, Inspired("retest", 2, 0)),
        (1, Inspired("example_and_retest", 3, 1)),
        (0, Inspired("man_down_test", 0, 0)),
    ],
)
def test_the_inspiration_table(passed: int, found: Inspired) -> None:
    assert inspiration(passed) == found


@bounds("COT-ATTR-04")
def test_the_example_is_the_nearest_who_broke_else_the_nearest() -> None:
    near, far, broken = (
        Comrade("near", 500, False),
        Comrade("far", 900, False),
        Comrade("broken", 800, True),
    )
    farther = Comrade("farther", 1200, True)
    assert who_is_the_example([near, far, farther, broken]) == "broken"
    assert who_is_the_example([far, near]) == "near"
    assert who_is_the_example([]) == ""


@bounds("COT-ATTR-06")
@pytest.mark.parametrize(
    ("passed", "found"), [(3, ("fanatic", 2)), (2, ("fanatic", 2)), (1, ("", 0)), (0, ("terrified", -1))]
)
def test_meeting_a_hated_foe(passed: int, found: tuple[str, int]) -> None:
    assert fanatic_foes(passed) == found


@rule("COT-ATTR-07")
@pytest.mark.parametrize(
    ("passed", "hunkered", "other"),
    [
        (3, "charge", "melee_or_finish"),
        (2, "charge", "melee_or_finish"),
        (1, "shoot", "shoot"),
        (0, "surrender", "accept_surrender"),
    ],
)
def test_each_reads_his_own_line(passed: int, hunkered: str, other: str) -> None:
    assert foe_reaction(passed, hunkered=True) == hunkered
    assert foe_reaction(passed, hunkered=False) == other


@rule("COT-ATTR-07")
@pytest.mark.parametrize(
    ("hunkered", "other", "found"),
    [
        (2, 1, [("hunkered", "charge"), ("other", "shoot")]),
        (1, 1, [("other", "shoot"), ("hunkered", "shoot")]),
        (1, 2, [("other", "melee_or_finish"), ("hunkered", "shoot")]),
        (0, 1, [("other", "shoot")]),
        (0, 0, [("hunkered", "surrender"), ("other", "accept_surrender")]),
        (1, 0, [("hunkered", "shoot")]),
        (None, 0, [("other", "captured")]),
        (None, 2, [("other", "melee_or_finish")]),
    ],
)
def test_when_two_hated_foes_meet(hunkered: int | None, other: int, found: list[tuple[str, str]]) -> None:
    """LR-057"""
    assert list(foes_meet(hunkered, other)) == found
