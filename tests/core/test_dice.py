"""Dice: the stream that must never change by accident, and sources that refuse what does not fit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from deadground.core.dice import (
    DiceError,
    Ids,
    Live,
    Preset,
    Recorded,
    Roll,
    Scripted,
    commitment,
    new_seed,
)

NOUGHT = bytes(32)

KNOWN_D6 = (6, 5, 2, 3, 6, 2, 1, 1, 2, 2, 4, 3)
KNOWN_D100 = (62, 11, 26, 18, 96, 91)
KNOWN_ID = "p02663f673e"
KNOWN_COMMITMENT = "daf956a295121ebbaff402aa51c4cb86e62b55d32d37822031d78745685f3d06"

CHI_SQUARE_LIMIT = {6: Fraction("20.515"), 10: Fraction("27.877"), 100: Fraction("148.230")}
"""The value chance exceeds once in a thousand, for sides - 1 degrees of freedom (printed tables)."""


def test_the_stream_of_seed_nought_is_what_it_always_was() -> None:
    assert Live(NOUGHT, 0).faces(12, 6, "known", True) == KNOWN_D6
    assert Live(NOUGHT, 1).faces(6, 100, "known", True) == KNOWN_D100
    assert Ids(NOUGHT, 3).new() == KNOWN_ID
    assert commitment(NOUGHT) == KNOWN_COMMITMENT


def test_live_dice_are_the_same_for_the_same_entry_and_different_for_another() -> None:
    throws = {
        (seed, entry): Live(seed, entry).faces(40, 6, "throw", True)
        for seed in (NOUGHT, bytes([1]) + bytes(31))
        for entry in range(50)
    }
    assert len(set(throws.values())) == len(throws)
    assert throws[NOUGHT, 7] == Live(NOUGHT, 7).faces(40, 6, "another purpose", True)


def test_one_throw_of_many_is_many_throws_of_one() -> None:
    one_by_one = Live(NOUGHT, 5)
    faces = tuple(one_by_one.faces(1, 6, "one", False)[0] for _ in range(200))
    assert Live(NOUGHT, 5).faces(200, 6, "many", True) == faces


@pytest.mark.parametrize("sides", CHI_SQUARE_LIMIT)
def test_live_dice_are_fair(sides: int) -> None:
    throws = 20_000
    fell = Counter(Live(NOUGHT, 9).faces(throws, sides, "fairness", True))
    assert set(fell) == set(range(1, sides + 1))
    wanted = Fraction(throws, sides)
    assert sum((count - wanted) ** 2 / wanted for count in fell.values()) < CHI_SQUARE_LIMIT[sides]


@pytest.mark.parametrize("sides", [2, 3, 255, 256])
def test_every_face_of_a_die_can_fall(sides: int) -> None:
    assert set(Live(NOUGHT, 2).faces(sides * 20, sides, "all", True)) == set(range(1, sides + 1))


@pytest.mark.parametrize("sides", [-6, 0, 1, 257])
def test_a_die_that_is_none_is_refused(sides: int) -> None:
    with pytest.raises(DiceError, match="2 to 256"):
        Live(NOUGHT, 0).faces(1, sides, "odd die", False)


def test_dice_come_sorted_unless_their_order_matters() -> None:
    ordered = Live(NOUGHT, 0).faces(12, 6, "x", True)
    assert list(ordered) != sorted(ordered)
    assert Live(NOUGHT, 0).faces(12, 6, "x", False) == tuple(sorted(ordered))
    assert Scripted(5, 1, 3).faces(3, 6, "x", False) == (1, 3, 5)
    assert Scripted(5, 1, 3).faces(3, 6, "x", True) == (5, 1, 3)
    assert Preset((5, 1), Scripted(3)).faces(3, 6, "x", False) == (1, 3, 5)
    assert Preset((5, 1), Scripted(3)).faces(3, 6, "x", True) == (5, 1, 3)


def test_a_script_that_runs_out_or_is_left_over_is_an_error() -> None:
    script = Scripted(4, 5)
    assert script.faces(1, 6, "first", False) == (4,)
    with pytest.raises(DiceError, match=r"1 dice left, 2 wanted for second"):
        script.faces(2, 6, "second", False)
    with pytest.raises(DiceError, match=r"left over: \[5\]"):
        script.finish()
    assert script.faces(1, 6, "second", False) == (5,)
    script.finish()


@pytest.mark.parametrize("face", [0, 7])
def test_a_script_cannot_show_a_face_the_die_has_not(face: int) -> None:
    with pytest.raises(DiceError, match=f"a {face} where a d6 is thrown for shot"):
        Scripted(face).faces(1, 6, "shot", False)


@pytest.mark.parametrize(
    ("count", "sides", "purpose"), [(1, 6, "shot"), (2, 8, "shot"), (2, 6, "morale"), (3, 6, "shot")]
)
def test_a_record_gives_only_the_roll_it_has(count: int, sides: int, purpose: str) -> None:
    rolls = [Roll(6, (2, 5), "shot")]
    assert Recorded(rolls).faces(2, 6, "shot", False) == (2, 5)
    with pytest.raises(DiceError, match=f"2d6 for shot.*{count}d{sides} for {purpose}"):
        Recorded(rolls).faces(count, sides, purpose, False)


def test_a_record_at_its_end_is_an_error() -> None:
    with pytest.raises(DiceError, match="no more rolls, but shot throws 1d6"):
        Recorded([]).faces(1, 6, "shot", False)


def test_dice_that_were_set_come_first_and_then_the_others() -> None:
    dice = Preset((6, 6, 6), Scripted(1, 2))
    taken = [(dice.faces(count, 6, "throw", True), dice.left) for count in (2, 2, 1)]
    assert taken == [((6, 6), (6,)), ((6, 1), ()), ((2,), ())]


def test_a_die_set_to_a_face_it_has_not_falls_as_it_falls_and_so_do_those_set_after_it() -> None:
    dice = Preset((6, 7, 2), Scripted(1, 3))
    assert (dice.faces(1, 6, "shot", False), dice.unfit) == ((6,), "")
    assert dice.faces(2, 6, "shot", False) == (1, 3)
    assert (dice.left, dice.unfit) == ((), "given back, 7, 2: it was thrown with a D6")


def test_a_record_of_dice_that_were_set_already_holds_them() -> None:
    record = [Roll(6, (6,), "shot"), Roll(6, (2, 3), "shot")]
    dice = Preset((6, 2), Recorded(record))
    assert dice.faces(1, 6, "shot", True) == (6,)
    assert dice.faces(2, 6, "shot", True) == (2, 3)
    assert dice.left == ()


def test_a_roll_counts_itself() -> None:
    roll = Roll(6, (1, 3, 4), "x")
    assert (roll.total, roll.passes(3), roll.passes(0), roll.passes(6)) == (8, 2, 0, 3)
    assert Roll(6, (4,), "x").one == 4
    with pytest.raises(ValueError, match="unpack"):
        _ = roll.one


def test_ids_are_opaque_and_never_twice() -> None:
    made = [ids.new() for entry in range(20) for ids in [Ids(NOUGHT, entry)] for _ in range(20)]
    assert len(set(made)) == 400
    assert all(len(one) == 11 and one.startswith("p") for one in made)
    assert made != sorted(made)


def test_seeds_are_long_and_new_each_time() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()
