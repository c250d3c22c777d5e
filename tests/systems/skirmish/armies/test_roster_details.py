"""Rosters in a battle, in files and on sheets: each limit, and one either side of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.roster import Made, Man, Thrown
from deadground.systems.skirmish.armies.check import (
    faults_of,
)
from deadground.systems.skirmish.armies.muster import (
    gunner_of,
    misfits_of,
    mustered,
    place_faults,
    shown_nation,
    unique_names,
    unit_for,
    unplayable,
)
from deadground.systems.skirmish.armies.rosters import short_id, written
from deadground.systems.skirmish.armies.sheet import (
    DAGGER,
    blank_sheet,
    carried,
    facts,
    is_ours,
    line,
    sheet,
    subtitle,
    weapons_on,
    where,
)
from deadground.systems.skirmish.armies.weapon_words import (
    impact_words,
    mode_words,
    range_words,
    target_words,
    turns_words,
)
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import squad
from tests.systems.skirmish.armies.germans import germans, reasons, with_man

# A roster in a battle


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(("count", "fine"), [(-1, False), (0, True), (99, True), (100, False)])
def test_nobody_carries_more_than_99_of_a_thing(count: int, fine: bool) -> None:
    bad = with_man(germans(house=True), 0, gear={"grenade": count})
    assert (list(unplayable(bad)) == []) == fine


@rule("COT-SQUAD-02")
def test_what_the_place_of_a_battle_asks() -> None:
    side = scenario_named("lipki-village").file.sides[0]
    fine = germans()
    assert list(place_faults(side, fine)) == []
    bad = [
        (germans(nation="soviet"), "nation"),
        (germans(year=1944), "year"),
        (germans(unit="crew"), "unit"),
        (germans(men=fine.men[:4]), "men"),
        (germans(men=fine.men[1:]), "men"),
    ]
    for roster, at in bad:
        assert at in [fault.at for fault in place_faults(side, roster)], at
    assert side.roster is not None
    assert reasons(place_faults(side, germans(men=fine.men[: side.roster.least]))) == []
    most = len(unit_for(side).men) + len(side.roster.room)
    assert reasons(place_faults(side, germans(men=fine.men[:1] + fine.men[-1:] * (most - 1)))) == []
    (fault,) = place_faults(side, germans(men=fine.men[:1] + fine.men[-1:] * most))
    assert fault.reason == f"{side.roster.least} to {most} men fight here, the roster has {most + 1}"
    free = msgspec.structs.replace(side, roster=msgspec.structs.replace(side.roster, year=0))
    assert list(place_faults(free, germans(year=1944))) == []
    abroad = msgspec.structs.replace(
        side, roster=msgspec.structs.replace(side.roster, nations=("soviet", "finnish"))
    )
    (fault,) = place_faults(abroad, fine)
    assert fault.reason == "this side is Soviet or Finnish, the roster is German"
    assert shown_nation(germans(nation="french")) == "'french'"


@rule("COT-SQUAD-02")
def test_the_men_of_a_roster_take_the_places_of_the_squad() -> None:
    scenario = scenario_named("lipki-village")
    side = scenario.file.sides[0]
    made = with_man(germans(), 0, star=True)
    assert misfits_of(scenario, side, msgspec.structs.replace(made, house=True)) == []
    own = unit_for(mustered(side, made))
    was = unit_for(side)
    assert [man.at for man in own.men][: len(was.men)] == [man.at for man in was.men][: len(own.men)]
    assert {man.facing for man in own.men} == {was.men[0].facing}
    assert [man.half for man in own.men[:5]] == [1, 2, 2, 2, 1]
    assert [man.rank for man in own.men[:3]] == ["squad_leader", "junior_nco", "soldier"]
    assert own.men[3].loads_for == own.men[2].name
    assert [man.star for man in own.men[:2]] == [True, False]
    others = [unit for unit in mustered(side, made).units if unit.id != own.id]
    assert others == [unit for unit in side.units if unit.id != own.id]


@rule("COT-SQUAD-02")
def test_names_and_loaders_are_sorted_out() -> None:
    named = [Man(name=name, role="lmg_assistant", rep=4) for name in ("A ", "A", "A 2", "B")]
    made = germans(men=tuple(named))
    assert faults_of(made)
    assert unique_names(made) == ["A", "A 2", "A 2 2", "B"]
    roles = ("lmg_gunner", "lmg_assistant", "lmg_gunner", "lmg_assistant", "lmg_assistant", "nco")
    men = tuple(Man(name=f"M{i}", role=role, rep=4) for i, role in enumerate(roles))  # type: ignore[arg-type]
    names = [man.name for man in men]
    found = [gunner_of(germans(men=men), at, names) for at in range(6)]
    assert found == ["", "M0", "", "M2", "", ""]


# Files and sheets


@rule("COT-SQUAD-02")
def test_weapons_are_short_in_their_own_list_alone() -> None:
    assert faults_of(germans()) == []
    assert short_id("german", "german.smg") == "smg"
    assert short_id("german", "soviet.smg") == "soviet.smg"
    assert short_id("french", "french.smg") == "french.smg"
    made = germans(
        kept=("german.lmg", "soviet.lmg"), note="yes", made=Made("7", (Thrown("Rep", "1d6", (4,)),))
    )
    text = written(made)
    assert "kept: [lmg, soviet.lmg]" in text
    assert 'note: "yes"' in text
    assert "issued" not in text
    assert "seed" in text


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"month": 12}, "German Infantry, December 1943"),
        ({"month": 13}, "German Infantry, 1943"),
        ({"month": -1}, "German Infantry, 1943"),
        ({"unit": "ghosts"}, "German Ghosts, 1943"),
        ({"nation": "french"}, "french, infantry, 1943"),
    ],
)
def test_the_line_under_the_title(change: dict[str, Any], words: str) -> None:
    made = germans(**change)
    faults_of(germans())
    assert subtitle(made) == words


@rule("COT-SQUAD-02")
def test_the_facts_of_a_sheet() -> None:
    made = germans(
        squad=2,
        supply={"machine_guns": "german"},
        stores={"ap_mines": 3, "at_mines": 1},
        note="In the snow",
        made=Made("x"),
    )
    faults_of(made)
    assert facts(made) == (
        ("Men", "10"),
        ("Full strength", "10"),
        ("Squad", "2 of 3"),
        ("Equipment", "machine guns german"),
        ("Stores", carried({"ap_mines": 3, "at_mines": 1})),
        ("Note", "In the snow"),
        ("Dice seed", "x"),
    )
    assert facts(germans(unit="crew")) == (("Men", "10"),)
    assert facts(germans(unit="ghosts")) == (("Men", "10"),)
    assert facts(germans(made=Made(""))) == facts(germans()) == facts(germans())[:3]


@rule("COT-SQUAD-02")
def test_what_men_carry_is_counted_from_two() -> None:
    faults_of(germans())
    assert carried({"grenade": 1, "rifle_grenade": 3}) == "hand grenade, 3 rifle grenade"
    assert carried({"smoke_grenade": 2, "thing": 1}) == f"2 smoke grenade{DAGGER}, thing"
    star = line(with_man(germans(), 0, star=True).men[0])
    assert (star.role, star.star) == ("NCO, Star", True)
    plain = line(germans().men[1])
    assert (plain.role, plain.star) == ("Jr. NCO", False)


@rule("COT-SQUAD-02")
def test_stand_ins_are_marked_wherever_they_are() -> None:
    bare = germans(men=tuple(msgspec.structs.replace(man, gear={}) for man in germans().men))
    assert faults_of(bare) == []
    assert not is_ours(bare)
    assert is_ours(germans())
    assert is_ours(with_man(bare, 0, attributes=("fleet",)))
    assert not is_ours(with_man(bare, 0, attributes=("brawler", "unheard_of")))
    assert is_ours(squad("soviet", "partisans", 1, 1, *[4] * 6, 6))
    assert len(sheet(bare).notes) == 1
    assert (len(sheet(germans()).notes), sheet(germans()).ours, sheet(bare).ours) == (2, True, False)
    assert sheet(germans(nation="french")).weapons == ()
    assert sheet(germans(nation="french")).facts == ()
    assert not sheet(germans(nation="french")).ours


@rule("COT-SQUAD-02")
def test_every_weapon_is_listed_once_in_the_order_of_the_tables() -> None:
    odd = with_man(
        germans(), 0, weapons=("german.smg", "no.such", "german.smg"), gear={"grenade": 1, "thing": 1}
    )
    assert faults_of(odd)
    found = weapons_on(odd)
    assert [one.category for one in found.values()] == sorted(
        (one.category for one in found.values()),
        key=("small_arms", "machine_guns", "grenades", "antitank").index,
    )
    assert "german.grenade" in found
    assert "no.such" not in found


@rule("COT-SQUAD-02")
def test_a_fault_is_told_with_the_name_of_its_man() -> None:
    made = germans()
    faults_of(made)
    assert where(made, "men.1.rep") == made.men[1].name
    assert where(made, "men") == "men"
    assert where(made, "year") == "year"
    assert where(made, "men.first") == "men"
    assert where(made, "units.1") == "units"
    bad = sheet(with_man(made, 1, rep=7))
    assert bad.faults == (f"{made.men[1].name}: a Rep is from 1 to 6 (COT-SQUAD-14)",)


@bounds("COT-SQUAD-10")
def test_blank_sheets() -> None:
    plain, headed = blank_sheet(), blank_sheet("german", "infantry")
    assert (len(plain.men), len(plain.weapons), plain.subtitle, len(plain.notes)) == (12, 6, "", 1)
    assert plain.facts == (("Nation", ""), ("Unit", ""), ("Date", ""))
    assert headed.facts == (("Full strength", "10"), ("Squads in a platoon", "3"), ("Date", ""))
    assert (len(headed.men), headed.subtitle, len(headed.notes)) == (10, "German Infantry", 1)
    assert blank_sheet("german").subtitle == ""
    assert blank_sheet("american", "infantry").subtitle == f"American Infantry{DAGGER}"


@pytest.mark.parametrize(
    ("id", "range", "target", "impact"),
    [
        ("german.ba_rifle", '48"', "1", "3"),
        ("core.grenade", '6"', '5" circle', "2"),
        ("core.bazooka", '36"', '1, 3" circle', "3 / APR 9"),
        ("core.flamethrower", '12"', '3" path', "5 / APR 5"),
        ("german.atr", '60"', "2", "APR 4"),
    ],
)
def test_the_numbers_of_a_weapon_in_words(id: str, range: str, target: str, impact: str) -> None:
    """NS-07"""
    one = weapon(id)
    assert (range_words(one), target_words(one), impact_words(one)) == (range, target, impact)


def test_a_least_range_is_told_and_turns_are_counted() -> None:
    """NS-07"""
    mortar = next(
        one for one in (weapon("soviet.mortar_50"), weapon("german.mortar_50")) if one.modes[0].min_range
    )
    mode = mortar.modes[0]
    assert range_words(mortar) == f'{mode.min_range}-{mode.range}"'
    assert [turns_words(turns) for turns in (1, 2, 3)] == ["turn", "2nd turn", "3rd turn"]
    atr = weapon("german.atr")
    assert [mode_words(mode) for mode in atr.modes[1:]] == ["Target 3 with two men"]


@rule("COT-SQUAD-02")
def test_all_look_where_the_first_man_of_the_place_looked() -> None:
    side = scenario_named("lipki-village").file.sides[0]
    change, was = msgspec.structs.replace, unit_for(side)
    turned = (*was.men[:-1], change(was.men[-1], facing=was.men[0].facing + 90))
    units = tuple(change(was, men=turned) if one is was else one for one in side.units)
    made = germans()
    assert {man.facing for man in unit_for(mustered(change(side, units=units), made)).men} == {
        was.men[0].facing
    }
