"""How printed cells are read: slips of spacing, marks, slashes."""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.armies.cells import (
    Band,
    bands,
    impact,
    in_band,
    lmg_bands,
    marks,
    reach,
    rep_bands,
    strength,
    targets,
    unmarked,
    weapon_words,
)


@pytest.mark.parametrize(
    ("cell", "text", "found"),
    [
        ("48/60 ⁽²⁾", "48/60", ("2",)),
        ("48/60(1)", "48/60", ("1",)),
        ("LMG (Chauchat CSRG) ¹", "LMG (Chauchat CSRG)", ("1",)),
        ("2/3*", "2/3", ("star",)),
        ("Huszars (1) (Cavalry)", "Huszars (Cavalry)", ("1",)),
        ("Volksturm (P)", "Volksturm", ("P",)),
        ("MMG (MG-34/42 Hvy Barrel)", "MMG (MG-34/42 Hvy Barrel)", ()),
        (48, "48", ()),
    ],
)
def test_marks_are_told_from_the_text(cell: str | int, text: str, found: tuple[str, ...]) -> None:
    """LR-111"""
    assert (unmarked(cell), marks(cell)) == (text, found)


@pytest.mark.parametrize(("cell", "found"), [("5 +1d6", (5, 6)), ("2+1d3", (2, 3)), ("12", (12, 0))])
def test_a_strength_roll_is_a_base_and_a_die(cell: str, found: tuple[int, int]) -> None:
    """LR-111"""
    assert strength(cell) == found


def test_bands_are_read_whatever_the_spacing() -> None:
    """LR-111"""
    wanted = (Band(1, 2, "2"), Band(3, 5, "3"), Band(6, 6, "4"))
    assert rep_bands("1 - 2 = Rep 2 3 - 5 = Rep 3 6 =Rep 4") == wanted
    assert rep_bands("1-2 = Rep 2 3-5 = Rep 3 6 = Rep 4") == wanted
    assert bands("1 - 3 = National 4 - 5 = Soviet 6 = German")[1] == Band(4, 5, "Soviet")
    assert lmg_bands("Roll 1d6: 1 -3 = 0 4 - 6 = 1") == (Band(1, 3, "0"), Band(4, 6, "1"))
    assert lmg_bands("1-3 LMG 4-6ATR") == (Band(1, 3, "lmg"), Band(4, 6, "atr"))
    assert lmg_bands("-") == lmg_bands("") == lmg_bands("0") == (Band(1, 6, "0"),)
    assert lmg_bands("2") == (Band(1, 6, "2"),)


@pytest.mark.parametrize(
    ("die", "gives"), [(0, "3"), (1, "3"), (2, "3"), (3, "4"), (5, "4"), (6, "5"), (7, "5")]
)
def test_a_changed_die_off_the_end_takes_the_first_or_last_band(die: int, gives: str) -> None:
    """LR-006"""
    assert in_band(rep_bands("1 - 2 = Rep 3 3 - 5 = Rep 4 6 = Rep 5"), die).gives == gives


def test_weapon_numbers_are_read_with_their_slashes() -> None:
    """LR-111, LR-002"""
    assert reach("10- 120") == (10, (120,))
    assert reach(24) == (0, (24,))
    assert reach("15/30 ⁽¹⁾") == (0, (15, 30))
    assert targets('5" Blast Circle') == ((0,), 5, 0)
    assert targets('1" Dia Circle') == ((0,), 1, 0)
    assert targets('3" Path') == ((0,), 0, 3)
    assert targets('1, 3" Blast Circle') == ((1,), 3, 0)
    assert targets("5/6") == ((5, 6), 0, 0)
    assert [impact(cell) for cell in (3, "5/APR2", "4/APW4", "APW 5", "APR 4 (1)")] == [
        (3, None),
        (5, 2),
        (4, 4),
        (None, 5),
        (None, 4),
    ]


def test_weapons_to_choose_from_keep_their_order() -> None:
    """LR-111"""
    assert weapon_words("BA, SA or SMG") == ("ba_rifle", "sa_rifle", "smg")
    assert weapon_words("SMG/FG42/MP44") == ("smg", "fg42", "mp44")
    assert weapon_words("SMG or BA Rifle") == ("smg", "ba_rifle")


@pytest.mark.parametrize(
    ("read", "cell"),
    [(strength, "5+2d6"), (bands, "none"), (weapon_words, "SMG or axe"), (impact, "APX 3")],
)
def test_a_cell_that_cannot_be_read_is_named(read: object, cell: str) -> None:
    """LR-111"""
    with pytest.raises(ValueError, match=cell.replace("+", r"\+")):
        read(cell)  # type: ignore[operator]
