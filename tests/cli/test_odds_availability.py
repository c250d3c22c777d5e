"""`deadground odds skirmish availability`: what the tables by year deliver. COT-REINF-13, COT-REINF-14"""

from __future__ import annotations

import pytest

from deadground.testing import rule
from tests.cli.conftest import Ask


def delivered(ask: Ask, nation: str, year: int, table: str = "tanks") -> dict[str, float]:
    on = ("--nation", nation, "--year", year, "--table", table)
    found: dict[str, float] = ask("odds", "skirmish", "availability", *on, "--json").json["vehicles"]
    assert sum(found.values()) == pytest.approx(1)
    return found


@rule("COT-REINF-13")
@pytest.mark.parametrize(("year", "kv_1", "t_34"), [(1941, 2, 1), (1942, 2, 12), (1943, 2, 12)])
def test_a_six_on_a_tank_table_goes_on_to_luck(ask: Ask, year: int, kv_1: int, t_34: int) -> None:
    """In thirty-sixths: a KV-1 has two faces of the luck table, a T-34 one of it or two of the first."""
    found = delivered(ask, "soviet", year)
    assert found["soviet.kv_1"] * 36 == pytest.approx(kv_1)
    assert found["soviet.t_34_76"] * 36 == pytest.approx(t_34)


@rule("COT-REINF-13")
def test_the_tables_of_vehicles_have_no_luck(ask: Ask) -> None:
    assert delivered(ask, "hungarian", 1943, "vehicles")["hungarian.csaba"] * 6 == pytest.approx(2)


@rule("COT-REINF-14")
def test_of_several_in_a_cell_it_is_one(ask: Ask) -> None:
    """Two faces name Valentine, Stuart and SU-76, a third of them each, and a fifth the SU-76 alone."""
    found = delivered(ask, "soviet", 1944)
    assert found["soviet.valentine"] * 36 == pytest.approx(4)
    assert found["soviet.su_76m"] * 36 == pytest.approx(10)


@rule("COT-REINF-14")
def test_one_cell_splits_by_a_die(ask: Ask) -> None:
    """Hungary, 1945: on a six and then a one, 1-2 a Tiger I, 3-6 a Panther."""
    found = delivered(ask, "hungarian", 1945)
    assert found["german.tiger_i"] * 108 == pytest.approx(1)
    assert found["german.panther_d"] * 108 == pytest.approx(2)


@pytest.mark.parametrize("wrong", [("--nation", "american"), ("--nation", "finnish", "--table", "vehicles")])
def test_what_there_is_not_is_refused(ask: Ask, wrong: tuple[str, ...]) -> None:
    assert ask("odds", "skirmish", "availability", *wrong).refusal


def test_it_is_told_in_words(ask: Ask) -> None:
    """LR-170: outside of the tables the nearest column is read."""
    said = ask("odds", "skirmish", "availability", "--year", 1939).out
    assert "tanks of soviet, 1941" in said
    assert "T-26" in said
