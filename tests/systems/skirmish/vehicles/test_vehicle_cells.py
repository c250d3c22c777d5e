"""How the cells of the vehicle lists are read: turrets, rates of fire, marks set small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deadground.systems.skirmish.vehicle_cells import (
    Coded,
    coded,
    crews,
    explosives,
    main_guns,
    one_gun,
    speeds,
    vehicle_name,
)


@pytest.mark.parametrize(
    ("cell", "name", "marks"),
    [
        ('Jagdpanzer 38t "Hetzer" (LS)', 'Jagdpanzer 38t "Hetzer"', ("ls",)),
        ("StuG III A-E(LS)", "StuG III A-E", ("ls",)),
        ("Jagdpanzer IV ^(LS)", "Jagdpanzer IV", ("ls",)),
        ("Marder I ^(X)", "Marder I", ("x",)),
        ("T-35 Super Heavy Tank ⁽³⁾", "T-35 Super Heavy Tank", ("3",)),
        ("KV-2(Trt)", "KV-2", ("trt",)),
        ("IS/JS-2 (trt)", "IS/JS-2", ("trt",)),
        ("SU-12 (GAZ)", "SU-12 (GAZ)", ()),
        ("R-2 (Skoda LT VZ 35)", "R-2 (Skoda LT VZ 35)", ()),
        ("Pz. 35H(f) Hotchkiss", "Pz. 35H(f) Hotchkiss", ()),
    ],
)
def test_a_mark_behind_a_name_is_told_from_the_name(cell: str, name: str, marks: tuple[str, ...]) -> None:
    """COT-VEH-01"""
    assert vehicle_name(cell) == (name, marks)


@pytest.mark.parametrize(
    ("cell", "guns", "marks"),
    [
        (4, [("gun", 4, 1)], ()),
        ("9*", [("howitzer", 9, 1)], ("star",)),
        ("8* (HEAT)", [("howitzer", 8, 1)], ("star",)),
        ("12R", [("rocket_mortar", 12, 1)], ("r",)),
        ("2 (ROF2)", [("gun", 2, 2)], ()),
        ("4(ROF3)", [("gun", 4, 3)], ()),
        ("10 ⁽²⁾", [("gun", 10, 1)], ("2",)),
        ("Flame/6", [("gun", 6, 1), ("flamethrower", None, 1)], ()),
        ("FLAME", [("flamethrower", None, 1)], ()),
        ("2x MG", [("machine_gun", None, 1)], ()),
        ("2xMG ⁽⁶⁾", [("machine_gun", None, 1)], ("6",)),
        ("(MMG)", [("machine_gun", None, 1)], ()),
        ("81mm mortar", [("mortar", None, 1)], ()),
        ("280mm rockets", [("rockets", None, 1)], ()),
        ("Bridging", [], ()),
        (None, [], ()),
        ("-", [], ()),
    ],
)
def test_main_guns_are_read(
    cell: int | str | None, guns: list[tuple[str, int | None, int]], marks: tuple[str, ...]
) -> None:
    """COT-VEH-03, LR-113, LR-114, LR-145"""
    found, noted = main_guns(cell)
    assert [(one.arm, one.apr, one.shots) for one in found] == guns
    assert noted == marks


def test_each_turret_has_its_own_gun() -> None:
    """COT-VEH-03, LR-134"""
    found, marks = main_guns("6 (Main) 4 (Trt2) 4 (Trt3) MG(Trt4) MG(Trt5)")
    assert [(one.place, one.apr) for one in found] == [
        ("Main", 6),
        ("Trt2", 4),
        ("Trt3", 4),
        ("Trt4", None),
        ("Trt5", None),
    ]
    assert marks == ()
    found, marks = main_guns("6(Sp) ⁽⁵⁾ 4(Trt)")
    assert [(one.place, one.apr) for one in found] == [("Sp", 6), ("Trt", 4)]
    assert marks == ("5",)


def test_how_many_machine_guns_fire_together_and_which() -> None:
    """LR-145"""
    assert [
        (one_gun(cell).count, one_gun(cell).word) for cell in ("MG", "2x MG", "2xMG", "(MMG)", "LMG")
    ] == [
        (1, "MG"),
        (2, "MG"),
        (2, "MG"),
        (1, "MMG"),
        (1, "LMG"),
    ]


def test_explosives_are_circle_and_impact_gun_by_gun() -> None:
    """COT-VEH-03"""
    assert explosives("6/3 5/2 5/2") == ((6, 3), (5, 2), (5, 2))
    assert explosives("10/4") == ((10, 4),)
    assert explosives(None) == explosives("-") == ()


@pytest.mark.parametrize(
    ("cell", "guns", "marks"),
    [
        ("Y", (Coded(),), ()),
        ("N", (), ()),
        ("FLAK", (), ()),
        (None, (), ()),
        ("?", (Coded(optional=True),), ("question",)),
        ("Yx2", (Coded(count=2),), ()),
        ("Yx2(trt)", (Coded(count=2),), ("trt",)),
        ("Y**", (Coded(),), ("star_star",)),
        ("N Y/Y", (Coded(), Coded(place="Cupola")), ()),
        ("Y(Main) Y(Trt2)", (Coded(place="Main"), Coded(place="Trt2")), ()),
        ("DF", (Coded(defensive=True),), ()),
        ("Y-DF", (Coded(), Coded(defensive=True)), ()),
    ],
)
def test_machine_gun_codes_are_read(
    cell: str | None, guns: tuple[Coded, ...], marks: tuple[str, ...]
) -> None:
    """COT-VEH-04, LR-140: no line has DF or Y-DF, and both are understood."""
    assert coded(cell) == (guns, marks)


@pytest.mark.parametrize(
    ("cell", "inches", "marks"),
    [
        ("24/16", (24, 16), ()),
        ("24/16/6 ⁽⁴⁾", (24, 16, 6), ("4",)),
        ("32/16/6(4)", (32, 16, 6), ("4",)),
        ("28**", (28,), ("star_star",)),
    ],
)
def test_speeds_are_read(cell: str, inches: tuple[int, ...], marks: tuple[str, ...]) -> None:
    """COT-VEH-05, LR-146"""
    assert speeds(cell) == (inches, marks)


@pytest.mark.parametrize(
    ("cell", "crew", "carried", "marks"),
    [
        (4, (4,), 0, ()),
        ("1/2", (1, 2), 0, ()),
        ("1/2 ^E", (1, 2), 0, ("e",)),
        ("1 ^B /3", (1, 3), 0, ("b",)),
        ("1 ^{AB} /3", (1, 3), 0, ("a", "b")),
        ("2/4 ^(A)", (2, 4), 0, ("a",)),
        ("1/4(1)", (1, 4), 0, ("1",)),
        ("5 ⁽¹⁾", (5,), 0, ("1",)),
        ("2/2(2) ^A", (2, 2), 0, ("2", "a")),
        ("2/2(2)A", (2, 2), 0, ("2", "a")),
        ("2+10A", (2,), 10, ("a",)),
        ("2+Varies", (2,), 0, ()),
        ("1 or 2", (1,), 0, ("sidecar",)),
        ("3/4 1 1 1 1", (3, 4, 1, 1, 1, 1), 0, ()),
    ],
)
def test_crews_are_read(cell: int | str, crew: tuple[int, ...], carried: int, marks: tuple[str, ...]) -> None:
    """COT-VEH-05, LR-133, LR-139"""
    assert crews(cell) == (crew, carried, marks)


@pytest.mark.parametrize(
    ("read", "cell"), [(one_gun, "5 or 8"), (explosives, "5.2"), (coded, "N-Y-Y"), (coded, "Z")]
)
def test_a_cell_that_cannot_be_read_is_named(read: Callable[[str], Any], cell: str) -> None:
    """LR-121"""
    with pytest.raises(ValueError, match=cell):
        read(cell)
