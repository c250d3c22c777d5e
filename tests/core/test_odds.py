"""Exact odds, against values worked by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deadground.core.dice import DiceSource
from deadground.core.odds import CUT, falls, odds, percent


def test_the_sum_of_two_dice() -> None:
    found = odds(lambda dice: sum(dice.faces(2, 6, "sum", False)))
    assert found.chances == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}
    assert found.cut == 0
    assert found.of(lambda n: n >= 10) == Fraction(1, 6)


def test_the_better_of_two_dice() -> None:
    found = odds(lambda dice: max(dice.faces(2, 6, "best", False)))
    assert found.chances == {n: Fraction(2 * n - 1, 36) for n in range(1, 7)}


def test_a_second_roll_only_where_the_first_calls_for_it() -> None:
    def hit_and_pierce(dice: DiceSource) -> str:
        if dice.faces(1, 6, "hit", False)[0] < 5:
            return "missed"
        return "through" if sum(dice.faces(2, 6, "pierce", False)) >= 9 else "bounced"

    assert odds(hit_and_pierce).chances == {
        "missed": Fraction(4, 6),
        "bounced": Fraction(2, 6) * Fraction(26, 36),
        "through": Fraction(2, 6) * Fraction(10, 36),
    }


def test_rolling_ones_again_for_ever_is_cut_and_the_rest_is_reported() -> None:
    def until_not_one(dice: DiceSource) -> int:
        face = 1
        while face == 1:
            (face,) = dice.faces(1, 6, "again", False)
        return face

    found = odds(until_not_one)
    depth = next(n for n in range(1, 100) if Fraction(1, 6**n) < CUT)
    # The line is followed while a whole line of ones is still likely enough: the roll at `depth` is cut.
    assert depth == 12
    assert found.cut == Fraction(6, 6**depth)
    assert set(found.chances) == {2, 3, 4, 5, 6}
    assert all(abs(chance - Fraction(1, 5)) < CUT * 6 for chance in found.chances.values())
    assert sum(found.chances.values()) + found.cut == 1


def test_no_dice_is_one_certain_result() -> None:
    found = odds(lambda dice: None)
    assert found.chances == {None: 1}
    assert found.cut == 0


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (3, 6), (4, 3)])
def test_the_ways_dice_fall(count: int, sides: int) -> None:
    unordered, ordered = falls(count, sides, False), falls(count, sides, True)
    assert len(ordered) == sides**count
    assert sum(chance for _, chance in unordered) == sum(chance for _, chance in ordered) == 1
    assert all(list(fall) == sorted(fall) for fall, _ in unordered)
    for fall, chance in unordered:
        assert chance == sum(c for other, c in ordered if sorted(other) == list(fall))


Plan = list[tuple[int, int, int]]


def resolver(plan: Plan, ordered: bool) -> Callable[[DiceSource], tuple[int, ...]]:
    """Throws the rolls of a plan in turn; each goes on only if its total reaches a limit."""

    def resolve(dice: DiceSource) -> tuple[int, ...]:
        totals: list[int] = []
        for count, sides, limit in plan:
            faces = sorted(dice.faces(count, sides, "x", ordered))
            totals.append(sum(faces) + faces[0])
            if totals[-1] < limit:
                break
        return tuple(totals)

    return resolve


rolls = st.tuples(st.integers(1, 3), st.sampled_from([2, 3, 4]), st.integers(0, 10))


@given(st.lists(rolls, max_size=2))
def test_multisets_and_sequences_give_the_same_odds(plan: Plan) -> None:
    unordered, ordered = odds(resolver(plan, False)), odds(resolver(plan, True))
    assert unordered.chances == ordered.chances
    assert sum(unordered.chances.values()) + unordered.cut == 1
    assert unordered.cut == 0


@pytest.mark.parametrize(
    ("chance", "read"), [(Fraction(1, 6), "17%"), (Fraction(0), "0%"), (Fraction(1), "100%")]
)
def test_a_chance_as_players_read_it(chance: Fraction, read: str) -> None:
    assert percent(chance) == read


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize(("count", "needed"), [(1, 3), (4, 3), (5, 2), (3, 0), (3, 6)])
def test_faces_that_a_rule_does_not_tell_apart_are_forced_once_for_all(
    count: int, needed: int, ordered: bool
) -> None:
    def passed(dice: DiceSource) -> int:
        return sum(face <= needed for face in dice.faces(count, 6, "a test", ordered))

    assert odds(passed, {"a test": (needed,)}).chances == odds(passed).chances
    kinds = 2 if 0 < needed < 6 else 1
    assert len(falls(count, 6, True, (needed,))) == kinds**count
    assert {face for fall, _ in falls(count, 6, ordered, (needed,)) for face in fall} == {needed or 6, 6}


def test_only_rolls_for_that_purpose_are_lumped() -> None:
    def faces(dice: DiceSource) -> tuple[int, int]:
        (one,), (other,) = dice.faces(1, 6, "test of nerve", False), dice.faces(1, 6, "other", False)
        return one, other

    found = odds(faces, {"test": (2,)}).chances
    assert found == {
        (one, other): Fraction(2 if one == 2 else 4, 36) for one in (2, 6) for other in range(1, 7)
    }


def test_nothing_is_cut_where_nothing_may_be() -> None:
    def long(dice: DiceSource) -> int:
        return sum(dice.faces(1, 6, "one of many", False)[0] == 1 for _ in range(14))

    found = odds(long, {"one": (1,)}, cut=Fraction(0))
    assert found.cut == 0
    assert found.chances[14] == Fraction(1, 6**14)
    assert odds(long, {"one": (1,)}).cut > 0
