"""Tallies: what counts which way, the limit, and which rows speak."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deadground.core.citing import recording
from deadground.core.tally import Tally, TallyLine, ToldTally


def test_help_is_positive_whether_on_the_die_or_on_the_score() -> None:
    tally = Tally("shot")
    tally.on_die("aimed", +1, "T-1")
    tally.on_score("far", +3, "T-2")
    tally.on_score("big target", -1)
    assert (tally.unlimited, tally.total) == (-1, -1)
    assert tally.told() == ToldTally(
        "shot",
        (
            TallyLine("aimed", 1, "die", ("T-1",)),
            TallyLine("far", 3, "score", ("T-2",)),
            TallyLine("big target", -1, "score", ()),
        ),
        -1,
        None,
    )


def test_a_line_that_does_not_apply_is_neither_counted_nor_cited() -> None:
    tally = Tally("shot")
    with recording() as cited:
        tally.on_die("aimed", +1, "T-1", when=False)
        tally.on_score("nothing", 0, "T-2")
        tally.on_die("counts", +1, "T-3")
    assert set(cited) == {"T-3"}
    assert [line.reason for line in tally.lines] == ["counts"]


@pytest.mark.parametrize(
    ("shift", "total", "limited"),
    [(1, 1, False), (2, 2, False), (3, 2, True), (-2, -2, False), (-3, -2, True)],
)
def test_the_limit_holds_both_ways_and_is_cited_when_it_does(shift: int, total: int, limited: bool) -> None:
    tally = Tally("shot", limit=2, rows=("T-LIMIT",))
    tally.on_die("all", shift)
    with recording() as cited:
        assert tally.total == total
    assert ("T-LIMIT" in cited) is limited
    assert tally.told().limit == 2


@given(st.lists(st.tuples(st.booleans(), st.integers(-5, 5))), st.none() | st.integers(0, 5))
def test_the_total_is_the_sum_held_to_the_limit(lines: list[tuple[bool, int]], limit: int | None) -> None:
    tally = Tally("any", limit=limit)
    for on_die, amount in lines:
        (tally.on_die if on_die else tally.on_score)("line", amount)
    free = sum(amount if on_die else -amount for on_die, amount in lines)
    assert tally.unlimited == free
    assert tally.total == (free if limit is None else max(-limit, min(limit, free)))


def test_a_tally_of_lengths_is_told_in_millimetres() -> None:
    tally = Tally("move", rows=("T-1",))
    tally.on_length("tank, open", 2500, "T-1")
    tally.on_length("nothing", 0, "T-9")
    tally.on_length("bad going", -1505, "T-2")
    assert tally.total == 995
    assert tally.told().in_words() == "move: tank, open 250 mm, bad going -150.5 mm; 99.5 mm in all"


def test_a_tally_of_a_roll_is_told_with_signs_and_what_it_changes() -> None:
    tally = Tally("shot", limit=2)
    assert tally.told().in_words() == ""
    tally.on_die("fixed gun", 1, "T-1")
    tally.on_score("cover", 1, "T-2")
    assert tally.told().in_words() == (
        "shot: fixed gun +1 on the die, cover +1 to the number needed; +0 in all, at most 2 either way"
    )


def test_lines_that_all_change_the_number_needed_are_summed_as_such() -> None:
    tally = Tally("marks")
    tally.on_score("late model", 1, "R-1")
    tally.on_score("schurzen", 2, "R-1")
    assert tally.total == -3
    words = (
        "late model +1 to the number needed, schurzen +2 to the number needed; +3 to the number needed in all"
    )
    assert tally.told().in_words() == f"marks: {words}"
