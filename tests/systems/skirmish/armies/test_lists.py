"""The army lists: nations on offer, units, what a column says. COT-SQUAD-09, COT-SQUAD-10, COT-UNIT-01, COT-ARMY"""

from __future__ import annotations

import pytest

from deadground.core.roster import SquadOrder
from deadground.systems.skirmish.armies.cells import Band
from deadground.systems.skirmish.armies.squads import make_squad
from deadground.systems.skirmish.lists import all_nations, column, nation, nations, unit, units, years
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script


@rule("COT-SQUAD-09")
def test_with_the_supplement_its_lists_stand_in_place_of_the_core_ones() -> None:
    offered = nations(supplement=True)
    assert list(offered) == [
        "soviet",
        "german",
        "italian",
        "hungarian",
        "romanian",
        "finnish",
        "american",
        "british",
    ]
    assert [one for one in offered if offered[one].stand_in] == ["american", "british"]
    core = nations(supplement=False)
    assert list(core) == ["american", "british", "german_core", "russian_core"]
    assert all(one.stand_in for one in core.values())


@rule("COT-SQUAD-09")
def test_the_lists_run_from_june_1941_to_april_1945() -> None:
    assert years() == ((1941, 6), (1945, 4))


@bounds("COT-SQUAD-10", "COT-SQUAD-15")
def test_a_column_gives_everything_about_a_unit() -> None:
    says = column("german", "fallschirmjager", 1944, {})
    assert (says.squads, says.men, says.base, says.die) == (3, 11, 6, 6)
    assert says.reps == (Band(1, 2, "4"), Band(3, 5, "5"), Band(6, 6, "6"))
    assert says.nco == ("german.smg", "german.fg42", "german.mp44")
    assert says.jr_nco == ("german.smg", "german.fg42", "german.mp44")
    assert says.riflemen == ("german.ba_rifle",)
    assert (says.lmg, says.launchers) == ((Band(1, 6, "2"),), 1)


@bounds("COT-SQUAD-10")
def test_every_unit_of_every_nation_can_be_read() -> None:
    for of in all_nations():
        for id in units(of):
            says = column(of, id, 1943, {})
            assert 3 <= says.men <= 14
            assert says.base + says.die >= 5
            assert says.teams == (id == "tank_riders")
            assert not says.reps or (says.reps[0].low, says.reps[-1].high) == (1, 6)
            for before, after in zip(says.reps, says.reps[1:], strict=False):
                assert after.low == before.high + 1, f"{of} {id}"


def test_four_nations_have_airborne_units_and_two_naval_ones() -> None:
    """COT-UNIT-01"""
    airborne = [(of, id) for of in all_nations() for id in units(of) if unit(of, id).type == "airborne"]
    assert airborne == [
        ("soviet", "parachutists"),
        ("german", "fallschirmjager"),
        ("italian", "paracadutisti"),
        ("romanian", "parachutists"),
    ]
    assert unit("soviet", "naval_infantry").column == "naval_infantry"
    marine = unit("german", "kriegsmarine")
    assert (marine.column, marine.stand_in) == ("infantry", True)


@rule("COT-UNIT-01")
@pytest.mark.parametrize(
    ("nation", "id"),
    [
        ("soviet", "parachutists"),
        ("german", "fallschirmjager"),
        ("italian", "paracadutisti"),
        ("romanian", "parachutists"),
        ("soviet", "naval_infantry"),
        ("german", "kriegsmarine"),
    ],
)
def test_airborne_and_naval_squads_are_made_and_armed_like_infantry(nation: str, id: str) -> None:
    """Outside a drop nothing else is special about them."""
    made = make_squad(Script(*[1] * 60), SquadOrder(nation=nation, unit=id, year=1943, named=False))
    assert len(made.men) > 3
    assert all(man.weapons for man in made.men)


@rule("COT-ARMY-01")
@bounds("COT-SQUAD-10")
@pytest.mark.parametrize(("switch", "top"), [("on", "5"), ("off", "6")])
def test_the_top_band_of_the_pioneers_is_an_erratum_that_can_be_switched_off(switch: str, top: str) -> None:
    """LR-080"""
    says = column("soviet", "pioneers", 1943, {"errata_soviet_pioneer_rep": switch})
    assert says.reps[-1] == Band(6, 6, top)


@bounds("COT-ARMY-07")
@pytest.mark.parametrize(("year", "die"), [(1939, -1), (1941, -1), (1942, 0)])
def test_early_war_infantry_rolls_its_reps_one_lower(year: int, die: int) -> None:
    assert column("soviet", "infantry", year, {}).rep_die == die
    assert column("soviet", "nkvd", year, {}).rep_die == 0


@bounds("COT-ARMY-08")
def test_assault_troops_and_smg_troops_come_from_one_column() -> None:
    assault, plain = (column("soviet", id, 1943, {}) for id in ("assault_troops", "smg_troops"))
    assert (assault.rep_die, assault.lmg) == (1, (Band(1, 6, "1"),))
    assert (plain.rep_die, plain.lmg) == (0, (Band(1, 6, "0"),))
    assert assault.men == plain.men == 10


@rule("COT-ARMY-03", "COT-ARMY-06")
def test_blank_cells_are_filled_by_stand_ins_and_say_so() -> None:
    """LR-082"""
    says = column("italian", "paracadutisti", 1942, {})
    assert (says.lmg, says.launchers, says.stand_in) == ((Band(1, 6, "1"),), 0, ("lmg", "launchers"))
    assert column("finnish", "jaegers", 1942, {}).stand_in == ("launchers",)


CORE = {
    "american": (3, 12, 1, ("core.sa_rifle",), ("core.sa_rifle",)),
    "british": (3, 10, 1, ("core.smg",), ("core.ba_rifle",)),
    "german_core": (3, 9, 1, ("core.smg",), ("core.ba_rifle",)),
    "russian_core": (4, 10, 0, ("core.smg",), ("core.ba_rifle",)),
}


@pytest.mark.parametrize("of", CORE)
def test_the_core_lists_are_ours(of: str) -> None:
    """NS-06"""
    says = column(of, "infantry", 1944, {})
    assert (says.squads, says.men, says.launchers, says.nco, says.riflemen) == CORE[of]
    assert (says.base, says.die, says.reps) == (says.men, 0, ())
    assert says.lmg == (Band(1, 6, "1"),)
    assert len(says.stand_in) == 10


def test_what_is_not_there_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'german'"):
        nation("germn")
    with pytest.raises(KeyError, match="the Soviet list has no 'pioneer': did you mean 'pioneers'"):
        unit("soviet", "pioneer")
