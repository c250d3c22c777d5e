"""Squads by dice: strength, specialists in order, weapons, Reps, the notes of the columns. COT-SQUAD, COT-ARMY

LR-009, NS-04, NS-05, NS-07
"""

from __future__ import annotations

import pytest

from deadground.core.faults import Refused
from deadground.core.roster import Roster, SquadOrder
from deadground.systems.skirmish.armies.check import faults_of
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.names import a_name, names_of
from deadground.systems.skirmish.armies.squads import (
    filled,
    make_crew,
    make_squad,
    platoon_leader_rep,
    squad_size,
)
from deadground.systems.skirmish.armies.throws import RosterDice
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.lists import all_nations, column, units
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script, squad


def roles(roster: Roster) -> list[str]:
    return [man.role for man in roster.men]


def arms(roster: Roster, role: str) -> list[str]:
    return [man.weapons[0] for man in roster.men if man.role == role]


@rule("COT-SQUAD-02", "COT-SQUAD-14", "COT-SQUAD-15")
def test_a_soviet_squad_by_its_dice() -> None:
    """Strength 5 + 2, the Jr. NCO's weapon by a die (LR-009), then seven Rep dice."""
    made = squad("soviet", "infantry", 2, 2, 1, 2, 3, 4, 5, 6, 6)
    assert roles(made) == ["nco", "jr_nco", "lmg_gunner", "lmg_assistant", *["rifleman"] * 3]
    assert [man.rep for man in made.men] == [3, 3, 4, 4, 4, 5, 5]
    assert [man.weapons for man in made.men[:4]] == [
        ("soviet.smg",),
        ("soviet.smg",),
        ("soviet.lmg", "soviet.pistol"),
        ("soviet.ba_rifle",),
    ]
    assert arms(made, "rifleman") == ["soviet.ba_rifle"] * 3


@rule("COT-SQUAD-14")
def test_every_throw_has_its_purpose_and_owner() -> None:
    dice = Script(1, 1, *[4] * 6)
    make_squad(dice, SquadOrder(nation="soviet", unit="infantry", year=1943, named=False))
    assert dice.purposes == ["squad strength", "weapon: jr nco", *["Rep"] * 6]
    assert [roll.owner for roll in dice.rolls[2:5]] == ["NCO", "Jr. NCO", "LMG gunner"]


@rule("COT-SQUAD-02")
def test_a_crew_can_be_made_instead() -> None:
    dice = Script(3, 1, 6, 2)
    crew = make_crew(dice, SquadOrder(nation="german", unit="crew", year=1943, named=False), 4)
    dice.finish()
    assert roles(crew) == ["commander", "gunner", "loader", "driver"]
    assert [man.rep for man in crew.men] == [5, 3, 5, 3]
    assert {man.weapons for man in crew.men} == {("german.pistol",)}
    assert faults_of(crew) == []


@bounds("COT-SQUAD-11")
@pytest.mark.parametrize(
    ("of", "id", "sizes"),
    [
        ("soviet", "infantry", [6, 7, 8, 9, 10, 10]),
        ("soviet", "parachutists", [6, 7, 8, 8, 8, 8]),
        ("soviet", "tank_riders", [2, 3, 4, 5, 5, 5]),
        ("finnish", "jaegers", [6, 7, 8, 9, 9, 9]),
        ("italian", "infantry", [10, 11, 12, 13, 14, 14]),
        ("italian", "engineers", [3, 4, 5]),
        ("hungarian", "engineers", [3, 4, 5]),
    ],
)
def test_strength_is_base_and_die_and_never_over_paper_strength(of: str, id: str, sizes: list[int]) -> None:
    says = column(of, id, 1943, {})
    assert [squad_size(Script(die), says) for die in range(1, len(sizes) + 1)] == sizes


@rule("COT-SQUAD-13")
def test_a_squad_of_eight_has_five_specialists_and_three_riflemen() -> None:
    eight = ["nco", "jr_nco", "lmg_gunner", "lmg_assistant", "launcher", *["rifleman"] * 3]
    assert filled(8, "1", 1) == eight
    made = squad("german", "infantry", 3, *[4] * 8, picks={"lmg": "mg34", "sa_rifle": "0"})
    assert roles(made) == eight


@bounds("COT-SQUAD-12")
@pytest.mark.parametrize(
    ("size", "guns", "launchers", "found"),
    [
        (1, "1", 1, "nco"),
        (3, "1", 1, "nco jr_nco lmg_gunner"),
        (4, "1", 0, "nco jr_nco lmg_gunner lmg_assistant"),
        (5, "1", 1, "nco jr_nco lmg_gunner lmg_assistant launcher"),
        (4, "0", 0, "nco jr_nco rifleman rifleman"),
        (8, "2", 1, "nco jr_nco lmg_gunner lmg_gunner lmg_assistant lmg_assistant launcher rifleman"),
        (5, "2", 1, "nco jr_nco lmg_gunner lmg_gunner lmg_assistant"),
        (5, "atr", 0, "nco jr_nco lmg_gunner lmg_assistant rifleman"),
    ],
)
def test_specialists_are_filled_in_order(size: int, guns: str, launchers: int, found: str) -> None:
    """LR-023"""
    assert filled(size, guns, launchers) == found.split()


@rule("COT-SQUAD-15")
def test_a_player_picks_what_a_column_leaves_open() -> None:
    picks = {"jr_nco": "ba_rifle", "riflemen": "sa_rifle"}
    made = squad("soviet", "naval_infantry", 1, *[4] * 6, picks={"riflemen": "sa_rifle"})
    assert arms(made, "rifleman") == ["soviet.sa_rifle"] * 2
    with pytest.raises(Refused, match=r"'ba_rifle' is not offered here: smg"):
        squad("soviet", "naval_infantry", 1, picks=picks)
    with pytest.raises(Refused, match="there is nothing called 'nko' to pick: did you mean 'nco'"):
        squad("soviet", "naval_infantry", picks={"nko": "smg"})


@rule("COT-ARMY-07")
@pytest.mark.parametrize(("year", "reps"), [(1941, [3, 3, 3, 4, 4, 4]), (1942, [3, 3, 4, 4, 4, 5])])
def test_early_war_infantry_has_lower_reps(year: int, reps: list[int]) -> None:
    made = squad("soviet", "infantry", 1, 1, 1, 2, 3, 4, 5, 6, year=year)
    assert [man.rep for man in made.men] == reps


@rule("COT-ARMY-08")
def test_assault_troops_have_better_reps_an_lmg_and_equipment() -> None:
    made = squad("soviet", "assault_troops", 1, 1, 2, 3, 4, 5, 6, 5)
    assert [man.rep for man in made.men] == [3, 3, 4, 4, 5, 5]
    assert arms(made, "lmg_gunner") == ["soviet.lmg"]
    assert made.men[-1].weapons == ("core.flamethrower", "soviet.smg")
    plain = squad("soviet", "smg_troops", 1, 1, 2, 3, 4, 5, 6)
    assert [man.rep for man in plain.men] == [3, 3, 3, 4, 4, 5]
    assert arms(plain, "lmg_gunner") == []


@rule("COT-ARMY-10")
@pytest.mark.parametrize(("die", "guns"), [(3, 0), (4, 1)])
@pytest.mark.parametrize(
    ("of", "id", "more"),
    [
        ("soviet", "militia", []),
        ("soviet", "partisans", [6]),
        ("soviet", "penal", [1, 1, 1]),
        ("german", "volksturm", []),
    ],
)
def test_some_columns_roll_for_their_lmg(die: int, guns: int, of: str, id: str, more: list[int]) -> None:
    model = [1] if of == "german" and guns else []
    made = squad(of, id, 1, die, *model, *[4] * 6, *more)
    assert roles(made).count("lmg_gunner") == roles(made).count("lmg_assistant") == guns


@rule("COT-ARMY-10")
def test_the_german_penal_unit_rolls_for_its_lmg_too() -> None:
    assert roles(squad("german", "penal", 1, 3, *[4] * 6)).count("lmg_gunner") == 0
    assert roles(squad("german", "penal", 1, 4, 2, *[4] * 6)).count("lmg_gunner") == 1


@rule("COT-ARMY-11")
@pytest.mark.parametrize(("pick", "count"), [("0", 0), ("1", 1)])
def test_one_german_rifleman_may_have_an_sa_rifle(pick: str, count: int) -> None:
    made = squad("german", "infantry", 3, *[4] * 8, picks={"lmg": "mg34", "sa_rifle": pick})
    assert arms(made, "rifleman").count("german.sa_rifle") == count
    assert [len(man.weapons) for man in made.men if man.role == "rifleman"] == [1, 1, 1]


@rule("COT-ARMY-11")
@pytest.mark.parametrize(("nco", "count"), [("smg", 2), ("mp44", 2), ("fg42", 0)])
@pytest.mark.parametrize(("id", "fixed"), [("gebirgsjager", {}), ("fallschirmjager", {"jr_nco": "smg"})])
def test_riflemen_have_fg42s_where_the_nco_has_none(
    id: str, fixed: dict[str, str], nco: str, count: int
) -> None:
    picks = {"nco": nco, "lmg": "mg42", **fixed, **({"fg42": "2"} if count else {})}
    dice = RosterDice.from_seed("a")
    made = make_squad(dice, SquadOrder(nation="german", unit=id, year=1944, picks=picks))
    made = max(
        (make_squad(dice, SquadOrder(nation="german", unit=id, year=1944, picks=picks)) for _ in range(20)),
        key=lambda one: len(one.men),
    )
    assert len(arms(made, "rifleman")) > 2
    assert arms(made, "rifleman").count("german.fg42") == count


@rule("COT-ARMY-12")
@pytest.mark.parametrize(
    ("size", "die", "having"),
    [(5, 1, ["rifleman"]), (5, 3, ["lmg_assistant", "launcher", "rifleman"][1:]), (5, 6, [])],
)
def test_a_die_says_how_many_panzer_grenadiers_have_mp44s(size: int, die: int, having: list[str]) -> None:
    """Nine men: NCO, Jr. NCO, two gunners, two assistants, launcher, two riflemen. LR-089"""
    made = squad("german", "panzer_grenadiers", 5, *[4] * 9, die, picks={"lmg": "mg42", "mp44": "yes"})
    found = [man.role for man in made.men if man.weapons[0] == "german.mp44"]
    wanted = {
        1: ["rifleman"],
        3: ["launcher", "rifleman", "rifleman"],
        6: ["lmg_assistant", "lmg_assistant", "launcher", "rifleman", "rifleman"],
    }
    assert found == wanted[die]


@rule("COT-ARMY-12")
def test_panzer_grenadiers_may_do_without() -> None:
    made = squad("german", "panzer_grenadiers", 5, *[4] * 9, picks={"lmg": "mg42", "mp44": "no"})
    assert "german.mp44" not in [man.weapons[0] for man in made.men]


@rule("COT-ARMY-13")
@pytest.mark.parametrize(
    ("die", "morale"), [(1, "plucky"), (2, "plucky"), (3, "fanatic"), (4, "fanatic"), (5, ""), (6, "")]
)
def test_a_jugend_squad_rolls_for_its_morale(die: int, morale: str) -> None:
    made = squad("german", "jugend", 1, 1, *[4] * 6, die)
    assert {man.attributes for man in made.men} == {(morale,) if morale else ()}


@rule("COT-ARMY-14")
@pytest.mark.parametrize(("die", "gun"), [(1, "lmg"), (3, "lmg"), (4, "atr"), (6, "atr")])
def test_jaegers_have_an_lmg_or_an_anti_tank_rifle(die: int, gun: str) -> None:
    picks = {"jr_nco": "smg", "riflemen": "ba_rifle"}
    made = squad("finnish", "jaegers", 1, die, *[4] * 6, picks=picks)
    assert arms(made, "lmg_gunner") == [f"finnish.{gun}"]


@rule("COT-ARMY-11")
def test_german_weapons_wait_for_their_years_by_option() -> None:
    """LR-088"""
    on = {"weapon_dates": "on"}
    made = squad("german", "gebirgsjager", 1, *[4] * 6, year=1942, picks={"lmg": "mg42"}, options=on)
    assert arms(made, "nco") == ["german.smg"]
    with pytest.raises(Refused, match="'mg42' is not offered here: mg34"):
        squad("german", "infantry", 1, year=1941, picks={"lmg": "mg42"}, options=on)


@rule("COT-SQUAD-03")
def test_an_american_squad_has_a_bar_without_a_loader() -> None:
    """NS-06, NS-05: leaders one better and at least 4, the Junior NCO at least 4."""
    made = squad("american", "infantry", 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6)
    assert roles(made) == ["nco", "jr_nco", "lmg_gunner", "launcher", *["rifleman"] * 8]
    assert [man.rep for man in made.men[:8]] == [4, 4, 3, 3, 4, 4, 4, 5]
    assert made.men[2].weapons == ("core.bar", "core.pistol")
    assert made.men[3].gear["rifle_grenade"] == 3
    assert [man.gear.get("satchel", 0) for man in made.men] == [0] * 11 + [1]


def test_a_russian_core_squad_has_two_smgs_and_two_molotovs() -> None:
    """NS-06"""
    made = squad("russian_core", "infantry", *[4] * 10, squad=2)
    assert arms(made, "rifleman") == ["core.smg", "core.smg", *["core.ba_rifle"] * 4]
    assert [man.gear.get("molotov", 0) for man in made.men] == [0, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    assert not any("satchel" in man.gear for man in made.men)


@rule("COT-SQUAD-12")
@pytest.mark.parametrize(
    ("grade", "reps"),
    [("green", [3, 3, 3, 3, 4, 4]), ("regular", [3, 3, 4, 4, 4, 5]), ("veteran", [3, 4, 4, 4, 5, 5])],
)
def test_reps_by_grade(grade: str, reps: list[int]) -> None:
    """NS-05: six riflemen; the NCO one better, at least 4 and at most 5; the Jr. NCO at least 4."""
    found = squad("british", "infantry", 6, 1, 1, 1, 1, 2, 3, 4, 5, 6, grade=grade)
    assert [man.rep for man in found.men[-6:]] == reps
    assert (found.men[0].rep, found.men[1].rep, found.men[2].rep) == (5, 4, 3)
    assert squad("british", "infantry", *[1] * 10, grade=grade).men[0].rep == 4


def test_platoon_leaders_are_better_and_medics_always_four() -> None:
    """NS-05"""
    assert [platoon_leader_rep(Script(die)) for die in range(1, 7)] == [4, 4, 4, 5, 5, 5]
    assert [chart("grades").number("medic", str(die)) for die in range(1, 7)] == [4] * 6


@pytest.mark.parametrize(
    ("dice", "name"), [((1, 1), "Aleksei Belov"), ((20, 20), "Yuri Zaitsev"), ((2, 3), "Andrei Egorov")]
)
def test_names_are_drawn_from_the_lists_of_the_nation(dice: tuple[int, int], name: str) -> None:
    assert a_name(Script(*dice), "soviet") == name
    assert a_name(Script(*dice), "russian_core") == name


def test_a_family_name_is_taken_once() -> None:
    assert a_name(Script(1, 20), "soviet", ["Oleg Zaitsev"]) == "Aleksei Belov"
    assert a_name(Script(1, 1), "soviet", woman=True) == "Aleksandra Belov"


@pytest.mark.parametrize("nation", [id for id, one in all_nations().items() if not one.replaced_by])
def test_there_are_twenty_names_of_each_sort(nation: str) -> None:
    found = names_of(nation)
    for names in (found.given, found.women, found.family):
        assert len(names) == len(set(names)) == 20


def test_the_same_seed_makes_the_same_squad() -> None:
    order = SquadOrder(nation="hungarian", unit="infantry", year=1942, supply=True, start="campaign")
    first, again, other = (make_squad(RosterDice.from_seed(seed), order) for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


@rule("COT-SQUAD-02")
@pytest.mark.parametrize("of", list(all_nations()))
def test_whatever_dice_make_keeps_to_its_list(of: str) -> None:
    options = {"italian_equipment_roll": "on"}
    allies = of in ("italian", "hungarian", "romanian", "finnish")
    for id in units(of):
        for seed in range(12):
            order = SquadOrder(
                nation=of,
                unit=id,
                year=1941 + seed % 4,
                start="campaign" if seed % 3 else "battle",
                star="nco" if seed % 2 else None,
                supply=allies and seed % 2 == 0,
            )
            made = make_squad(RosterDice.from_seed(f"{of} {id} {seed}"), order, options)
            assert faults_of(made) == [], f"{of} {id} {seed}"


@rule("COT-SQUAD-09")
@pytest.mark.parametrize(
    ("nation", "unit", "at"), [("german", "hussars", "unit"), ("martian", "infantry", "nation")]
)
def test_an_order_that_no_list_has_names_what_is_unknown(nation: str, unit: str, at: str) -> None:
    with pytest.raises(Refused) as refused:
        made_by(SquadOrder(nation=nation, unit=unit, year=1943), "seed", {}, 0)
    assert [(fault.at, fault.rows) for fault in refused.value.faults] == [(at, ("COT-SQUAD-09",))]
