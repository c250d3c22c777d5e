"""`deadground odds skirmish tankers`: the Reps of crews. COT-VEH-33, COT-VEH-34, LR-148"""

from __future__ import annotations

import pytest

from deadground.testing import rule
from tests.cli.conftest import Ask


@rule("COT-VEH-34")
@pytest.mark.parametrize(
    ("vehicle", "year", "month", "more", "modifier"),
    [
        ("german.pz_iv_h", 1943, 0, (), 0),
        ("german.pz_iv_h", 1943, 0, ("--with", "ss"), 1),
        ("german.tiger_i", 1943, 0, (), 1),
        ("german.king_tiger", 1944, 0, ("--with", "ss"), 2),
        ("german.panther_g", 1944, 0, (), 0),
        ("soviet.t_34_76", 1942, 4, (), -1),
        ("soviet.t_34_76", 1942, 5, (), 0),
        ("soviet.isu_152", 1944, 0, (), 1),
        ("soviet.is_2", 1944, 0, (), 0),
    ],
)
def test_what_changes_the_die_of_a_crew(
    ask: Ask, vehicle: str, year: int, month: int, more: tuple[str, ...], modifier: int
) -> None:
    """One to three is Rep 3, four and five Rep 4, six and more Rep 5."""
    on = ("--target", vehicle, "--year", year, "--month", month)
    found = ask("odds", "skirmish", "tankers", *on, *more, "--json").json
    assert found["modifier"] == modifier
    three, five = (3 - modifier) / 6, max(0, 1 + modifier) / 6
    assert found["reps"].get("3", 0) == pytest.approx(three)
    assert found["reps"].get("5", 0) == pytest.approx(five)


def test_a_crew_of_another_nation_has_its_own_die(ask: Ask) -> None:
    """LR-010: a Hungarian crew in a Tiger has nothing from the German note."""
    on = ("--target", "german.tiger_i", "--nation", "hungarian", "--year", 1944)
    assert ask("odds", "skirmish", "tankers", *on, "--json").json["modifier"] == 0
    assert "Tiger or Sturmtiger" in ask("odds", "skirmish", "tankers", "--target", "german.tiger_i").out


@pytest.mark.parametrize("wrong", [("--target", "german.tigr"), ("--nation", "american")])
def test_what_there_is_not_is_refused(ask: Ask, wrong: tuple[str, str]) -> None:
    assert ask("odds", "skirmish", "tankers", *wrong).refusal
