"""The small print of making, checking and printing squads: each limit, and one either side of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.faults import Refused
from deadground.core.roster import Man, Roster, SquadOrder
from deadground.systems.skirmish.armies.arms import rearmed
from deadground.systems.skirmish.armies.check import (
    LONGEST_NAME,
    LONGEST_NOTE,
    faults_of,
    places,
    possible_reps,
)
from deadground.systems.skirmish.armies.choices import offer
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.muster import (
    misfits_of,
    unplayable,
)
from deadground.systems.skirmish.armies.names import a_name, names_of
from deadground.systems.skirmish.armies.rosters import written
from deadground.systems.skirmish.armies.squads import (
    graded_rep,
    has_loaders,
    labelled,
    make_crew,
    platoon_leader_rep,
    support,
)
from deadground.systems.skirmish.armies.throws import half_die, how_many, one_of
from deadground.systems.skirmish.lists import (
    all_nations,
    all_units,
    column,
    in_service,
    light_machine_guns,
    units,
    variant_of,
)
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script, squad
from tests.systems.skirmish.armies.germans import germans, reasons, with_man

# Throws


@pytest.mark.parametrize(("face", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_a_die_is_rounded_up(face: int, half: int) -> None:
    """LR-001, NS-01"""
    assert half_die(Script(face), "x") == half
    assert how_many(Script(face), "1/2d6", "x") == half
    assert how_many(Script(face), "1d6", "x") == face
    assert how_many(Script(), "4", "x") == 4


def test_one_of_several_by_a_die_and_a_single_one_without() -> None:
    """LR-009"""
    dice = Script(1, 3)
    assert [one_of(dice, "abc", "x"), one_of(dice, "abc", "x"), one_of(dice, "a", "x")] == ["a", "c", "a"]
    assert [roll.sides for roll in dice.rolls] == [3, 3]


# Making


@rule("COT-ARMY-11")
def test_what_may_be_had_is_asked_for_or_rolled() -> None:
    """LR-009"""
    with pytest.raises(Refused, match="'2' cannot be: 0, 1"):
        squad("german", "infantry", 5, *[4] * 10, picks={"sa_rifle": "2", "lmg": "mg34"})
    for picked, count in (("0", 0), ("1", 1)):
        made = squad("german", "infantry", 5, *[4] * 10, picks={"sa_rifle": picked, "lmg": "mg34"})
        assert sum("german.sa_rifle" in man.weapons for man in made.men) == count


@rule("COT-ARMY-11")
def test_the_first_so_many_of_a_role_are_rearmed() -> None:
    """LR-009. Of the riflemen the first two; what they have besides they keep."""
    made = squad("german", "infantry", 5, *[4] * 10, picks={"sa_rifle": "1", "lmg": "mg34"})
    riflemen = [i for i, man in enumerate(made.men) if man.role == "rifleman"]
    men = tuple(with_man(made, riflemen[0], weapons=("a", "b")).men)
    found = rearmed(men, "x", 2, ("rifleman",))
    assert [i for i, man in enumerate(found) if "x" in man.weapons] == riflemen[:2]
    assert found[riflemen[0]].weapons == ("x", "b")
    assert rearmed(men, "x", 0, ("rifleman",)) == men
    assert found[0] == men[0]


@rule("COT-SQUAD-02")
def test_a_crew_numbers_those_who_are_several() -> None:
    """LR-009. Eight men: the last ones are all crewmen."""
    dice = Script(*[4] * 8)
    crew = make_crew(dice, SquadOrder(nation="german", unit="crew", year=1943, named=False), 8)
    assert [man.name for man in crew.men] == [
        "Commander",
        "Gunner",
        "Loader",
        "Driver",
        "Bow gunner",
        "Crewman 1",
        "Crewman 2",
        "Crewman 3",
    ]
    assert list(labelled(["lmg_gunner", "rifleman", "rifleman"])) == [
        ("lmg_gunner", "LMG gunner"),
        ("rifleman", "Rifleman 1"),
        ("rifleman", "Rifleman 2"),
    ]


@pytest.mark.parametrize(
    ("grade", "role", "reps"),
    [
        ("green", "rifleman", [3, 3, 3, 3, 4, 4]),
        ("green", "nco", [4, 4, 4, 4, 5, 5]),
        ("veteran", "commander", [4, 5, 5, 5, 5, 5]),
        ("green", "jr_nco", [4, 4, 4, 4, 4, 4]),
        ("veteran", "jr_nco", [4, 4, 4, 4, 5, 5]),
    ],
)
def test_reps_by_grade(grade: Any, role: Any, reps: list[int]) -> None:
    """NS-05"""
    assert [graded_rep(Script(die), grade, role, "") for die in range(1, 7)] == reps


def test_a_platoon_leaders_rep() -> None:
    """NS-05"""
    assert [platoon_leader_rep(Script(die)) for die in range(1, 7)] == [4, 4, 4, 5, 5, 5]


def test_a_bar_has_no_loader_and_an_antitank_rifle_has() -> None:
    """NS-07. American squads have BARs."""
    found = [has_loaders(of, "1") for of in ("german", "soviet", "american", "british")]
    assert found == [True, True, False, True]
    assert has_loaders("american", "atr")


@rule("COT-SQUAD-09")
@pytest.mark.parametrize(
    ("nation", "unit", "at"), [("german", "ghosts", "unit"), ("martian", "infantry", "nation")]
)
def test_what_cannot_be_made_is_named(nation: str, unit: str, at: str) -> None:
    with pytest.raises(Refused) as refused:
        made_by(SquadOrder(nation=nation, unit=unit, year=1943), "7", {}, 4)
    (fault,) = refused.value.faults
    assert fault.at == at
    assert (unit if at == "unit" else nation) in fault.reason


@rule("COT-SQUAD-02")
def test_a_seed_makes_a_squad_with_its_throws_and_without_those_for_names() -> None:
    made = made_by(SquadOrder(nation="soviet", unit="infantry", year=1943), "7", {}, 4)
    assert made.made is not None
    assert made.made.seed == "7"
    assert all(not thrown.purpose.endswith(" name") for thrown in made.made.throws)
    assert len({man.name for man in made.men}) == len(made.men)
    crew = made_by(SquadOrder(nation="soviet", unit="crew", year=1943), "7", {}, 3)
    assert [man.role for man in crew.men] == ["commander", "gunner", "loader"]


# Checking


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"note": "x" * LONGEST_NOTE}, ""),
        ({"note": "x" * (LONGEST_NOTE + 1)}, "a note has at most 400 letters that can be printed"),
        ({"note": "a\nb"}, "a note has at most 400 letters that can be printed"),
        ({"roster": "x" * LONGEST_NAME}, ""),
        ({"roster": "x" * (LONGEST_NAME + 1)}, "a name has 1 to 40 letters that can be printed"),
        ({"roster": "  "}, "a name has 1 to 40 letters that can be printed"),
        ({"roster": "a\tb"}, "a name has 1 to 40 letters that can be printed"),
        ({"options": {"weapon_dates": "on"}}, ""),
        (
            {"options": {"weapon_dates": "perhaps"}},
            "option 'weapon_dates' cannot be 'perhaps': known: off, on",
        ),
        ({"options": {"no_such": "on"}}, "unknown option 'no_such'"),
    ],
)
def test_names_notes_and_options(change: dict[str, Any], reason: str) -> None:
    found = reasons(faults_of(germans(**change)))
    assert len(found) == bool(reason)
    assert all(one.startswith(reason) for one in found)


def crew(*reps: int) -> Roster:
    men = tuple(
        Man(name=f"M{i}", role="gunner", rep=rep, weapons=("german.pistol",)) for i, rep in enumerate(reps)
    )
    return Roster(roster="Crew", nation="german", unit="crew", year=1943, men=men)


@rule("COT-SQUAD-02")
def test_a_crew_has_eight_men_of_rep_1_to_6() -> None:
    assert faults_of(crew(1, 6, *[4] * 6)) == []
    assert reasons(faults_of(crew(*[4] * 9))) == ["a crew has at most 8 men"]
    assert reasons(faults_of(crew(0, 7))) == ["a Rep is from 1 to 6"] * 2
    odd = with_man(crew(4), 0, role="rifleman")
    assert reasons(faults_of(odd)) == ["a crew has no rifleman"]


@rule("COT-SQUAD-14")
@pytest.mark.parametrize(("rep", "fine"), [(0, False), (1, True), (6, True), (7, False)])
def test_a_rep_in_a_campaign_is_from_1_to_6(rep: int, fine: bool) -> None:
    found = faults_of(with_man(germans(start="campaign"), 5, rep=rep))
    assert reasons(found) == ([] if fine else ["a Rep is from 1 to 6"])
    house = with_man(germans(start="campaign", house=True), 5, rep=rep)
    assert [one.endswith("a Rep is from 1 to 6") for one in reasons(unplayable(house))] == [True] * (not fine)


@pytest.mark.parametrize(
    ("man", "reps"),
    [
        ({"star": True}, {5}),
        ({"role": "medic"}, {4}),
        ({"role": "nco"}, {4, 5}),
        ({"role": "jr_nco"}, {4, 5}),
        ({"role": "rifleman"}, {3, 4, 5}),
    ],
)
def test_the_reps_a_man_of_a_core_list_can_have(man: dict[str, Any], reps: set[int]) -> None:
    """NS-05"""
    made = squad("american", "infantry", *[4] * 12)
    says = column("american", "infantry", 1943, {})
    given = msgspec.structs.replace(made.men[-1], **man)
    assert possible_reps(made, says, given) == reps
    green = msgspec.structs.replace(made, grade="green")
    assert possible_reps(green, says, msgspec.structs.replace(made.men[-1], role="nco")) == {4, 5}
    assert possible_reps(green, says, msgspec.structs.replace(made.men[-1], role="rifleman")) == {3, 4}


@rule("COT-SQUAD-15")
def test_how_many_of_each_place_a_column_has() -> None:
    made = germans()
    assert faults_of(made) == []
    says = column("german", "infantry", 1943, {})
    assert places(made, says) == {"nco": 1, "jr_nco": 1, "lmg_gunner": 1, "lmg_assistant": 1, "launcher": 1}
    american = squad("american", "infantry", *[4] * 12)
    assert places(american, column("american", "infantry", 1943, {}))["launcher"] == 1
    assert places(american, column("american", "infantry", 1943, {}))["lmg_assistant"] == 0
    jaegers = column("finnish", "jaegers", 1943, {})
    assert places(made, jaegers)["lmg_gunner"] == 1


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "one attribute, but none can be had here"), (2, "2 attributes, but none can be had here")],
)
def test_attributes_that_cannot_be_had_are_counted(count: int, words: str) -> None:
    """NS-04, LR-024"""
    bad = with_man(germans(), 5, attributes=("brawler", "stealthy")[:count])
    assert words in reasons(faults_of(bad))
    fine = with_man(germans(start="campaign"), 5, attributes=("brawler",))
    assert faults_of(fine) == []
    two = with_man(germans(start="campaign"), 5, attributes=("brawler", "stealthy"))
    assert "2 attributes, but 1 can be had here" in reasons(faults_of(two))


# More of the lists


@rule("COT-UNIT-09")
def test_every_kommissar_too_many_is_told() -> None:
    made = squad("soviet", "infantry", 3, 1, *[4] * 8)
    two = tuple(msgspec.structs.replace(man, role="kommissar", rep=4) for man in made.men[-2:])
    odd = msgspec.structs.replace(made, men=made.men[:-2] + two)
    told = "this squad has no Kommissar; stiffen it with a zampolit"
    assert [one for one in reasons(faults_of(odd)) if one == told] == [told] * 2


@rule("COT-SQUAD-15")
def test_what_core_lists_give_besides() -> None:
    """NS-06. A satchel for the first squad alone; more than the lists give is told with what they give."""
    made = squad("american", "infantry", *[4] * 12)
    assert faults_of(made) == []
    assert [man.gear.get("satchel", 0) for man in made.men] == [0] * 11 + [1]
    second = msgspec.structs.replace(made, squad=2)
    (fault,) = faults_of(second)
    assert fault.reason.endswith("more than the men of Infantry carry; none by the lists")
    twice = with_man(made, 5, gear={**made.men[5].gear, "satchel": 1})
    (fault,) = faults_of(twice)
    assert fault.reason.endswith("1 at most by the lists")
    later = squad("american", "infantry", *[4] * 12, squad=2)
    assert not any("satchel" in man.gear for man in later.men)
    russians = squad("russian_core", "infantry", *[4] * 10)
    assert [man.gear.get("molotov", 0) for man in russians.men if man.role == "rifleman"][:3] == [1, 1, 0]


@rule("COT-ARMY-11")
def test_a_rifle_too_many_unless_it_was_issued() -> None:
    made = squad("german", "infantry", 5, *[4] * 10, picks={"lmg": "mg34", "sa_rifle": "1"})
    assert faults_of(made) == []
    riflemen = [i for i, man in enumerate(made.men) if man.role == "rifleman"]
    more = with_man(
        with_man(made, riflemen[1], weapons=("german.sa_rifle",)), riflemen[2], weapons=("german.sa_rifle",)
    )
    told = [fault.at for fault in faults_of(more)]
    assert told == [f"men.{at}.weapons" for at in riflemen[1:3]]
    assert faults_of(msgspec.structs.replace(more, issued=("german.sa_rifle",))) == []
    leader = with_man(made, 1, weapons=("german.sa_rifle",))
    assert all("at most" not in one for one in reasons(faults_of(leader)))


@rule("COT-SQUAD-15")
def test_a_core_list_has_no_weapon_of_another() -> None:
    made = squad("american", "infantry", *[4] * 12)
    odd = with_man(made, 11, weapons=("core.piat",))
    assert any("list has no" in one for one in reasons(faults_of(odd)))
    assert faults_of(with_man(made, 11, weapons=("core.sa_rifle",))) == []


@rule("COT-UNIT-04")
def test_cavalry_has_one_sabre_each() -> None:
    """LR-207"""
    made = made_by(SquadOrder(nation="soviet", unit="cavalry", year=1943), "7", {}, 4)
    assert {man.gear.get("sabre") for man in made.men} == {1}
    assert faults_of(made) == []
    assert reasons(faults_of(with_man(made, 0, gear={**made.men[0].gear, "sabre": 2}))) == [
        "this unit is not trained to fight with the sabre"
    ]


@rule("COT-SQUAD-02")
def test_an_option_that_there_is_not_is_refused_before_a_die() -> None:
    order = SquadOrder(nation="soviet", unit="infantry", year=1943)
    with pytest.raises(Refused, match="unknown option 'no_such'"):
        made_by(order, "7", {"no_such": "on"}, 4)
    with pytest.raises(Refused, match="option 'weapon_dates' cannot be 'perhaps'"):
        made_by(order, "7", {"weapon_dates": "perhaps"}, 4)
    assert made_by(order, "7", {"weapon_dates": "on"}, 4).men


@rule("COT-SQUAD-02")
def test_a_fault_of_the_list_names_its_man_if_it_has_one() -> None:
    scenario = scenario_named("lipki-village")
    side = scenario.file.sides[0]
    made = germans()
    (fault,) = misfits_of(scenario, side, with_man(made, 1, rep=7))
    assert fault.reason == f"{made.men[1].name}: a Rep is from 1 to 6 (or accept it as a house roster)"
    found = misfits_of(scenario, side, germans(year=1950))
    assert found[0].reason.startswith("the lists run from")


@rule("COT-SQUAD-15")
@pytest.mark.parametrize(
    ("of", "id", "special"),
    [
        ("german", "stosstruppen", ("satchel", "geballte_ladung")),
        ("soviet", "smg_assault_troops", ("at_grenade", "sn42_vest")),
        ("german", "infantry", None),
    ],
)
def test_the_special_equipment_that_may_be_picked(of: str, id: str, special: tuple[str, ...] | None) -> None:
    """LR-009"""
    known = all_units(of)
    chosen = id if id in known else next((one for one in known if known[one].type == "assault"), id)
    assert offer(of, chosen, 1944).picks.get("special") == special


@rule("COT-ARMY-11")
def test_as_many_rifles_as_the_note_says() -> None:
    assert offer("german", "infantry", 1943).picks["sa_rifle"] == ("0", "1")


@pytest.mark.parametrize(
    ("year", "month", "there"),
    [(1944, 3, False), (1944, 4, True), (1944, 0, True), (1943, 0, False), (1943, 12, False)],
)
def test_german_weapons_for_the_finns_from_april_1944(year: int, month: int, there: bool) -> None:
    """LR-101, LR-088"""
    on = {"finnish_at_from_april_1944": "on"}
    assert in_service("finnish.panzerschreck", year, month, on) is there
    assert in_service("finnish.panzerschreck", year, month, {"finnish_at_from_april_1944": "off"})


@pytest.mark.parametrize(("year", "there"), [(1941, False), (1942, True)])
def test_weapons_have_their_first_year_with_the_option(year: int, there: bool) -> None:
    """LR-088"""
    assert in_service("german.mg42", year, 0, {"weapon_dates": "on"}) is there
    assert in_service("german.mg42", year, 0, {})
    assert (
        light_machine_guns("german", year, {"weapon_dates": "on"})
        == ("german.mg34", "german.mg42")[: 1 + there]
    )


@pytest.mark.parametrize(
    ("of", "id", "variant"),
    [
        ("german", "infantry", ""),
        ("soviet", "partisans", "partisans"),
        ("soviet", "pioneers", "engineers"),
        ("french", "infantry", ""),
        ("german", "ghosts", ""),
    ],
)
def test_units_with_rules_of_their_own(of: str, id: str, variant: str) -> None:
    """LR-029"""
    assert variant_of(of, id) == variant


@bounds("COT-SQUAD-10")
def test_the_reps_of_pioneers_as_printed_or_corrected() -> None:
    off = {"errata_soviet_pioneer_rep": "off"}
    assert column("soviet", "pioneers", 1943, {}).reps != column("soviet", "pioneers", 1943, off).reps
    assert column("soviet", "infantry", 1943, {}).reps == column("soviet", "infantry", 1943, off).reps


@bounds("COT-ARMY-10")
def test_a_fixed_number_of_guns_takes_no_die() -> None:
    fixed = column("german", "infantry", 1943, {})
    assert support(Script(), fixed) == "1"
    rolled = next(
        says
        for of in all_nations()
        for id in units(of)
        if len((says := column(of, id, 1943, {})).lmg) > 1 and says.lmg[0].gives != "lmg"
    )
    assert [support(Script(die), rolled) for die in (1, 6)] == [rolled.lmg[0].gives, rolled.lmg[-1].gives]


@rule("COT-SQUAD-02")
def test_a_file_has_short_names_for_weapons_and_none_for_who_has_none() -> None:
    made = with_man(germans(), 1, weapons=())
    assert faults_of(made)
    text = written(made)
    assert "weapons: [smg]" in text
    assert "german." not in text


@rule("COT-UNIT-09")
def test_one_kommissar_is_all() -> None:
    made = squad("soviet", "infantry", 3, 1, *[4] * 8)
    two = tuple(msgspec.structs.replace(man, role="kommissar", rep=4) for man in made.men[-2:])
    odd = msgspec.structs.replace(made, men=made.men[:-2] + two, stiffening="zampolit")
    assert "one Kommissar is all" in reasons(faults_of(odd))
    assert not any("stiffen it" in one for one in reasons(faults_of(odd)))


@rule("COT-SQUAD-02")
def test_names_by_two_throws_and_no_family_twice() -> None:
    assert faults_of(germans()) == []
    known = names_of("german")
    first, last = known.given[0], known.family[0]
    assert a_name(Script(1, 1), "german") == f"{first} {last}"
    assert a_name(Script(2, len(known.family)), "german") == f"{known.given[1]} {known.family[-1]}"
    assert a_name(Script(1, 1), "german", [f"Karl {last}"]) == f"{first} {known.family[1]}"
    wrapped = a_name(Script(1, len(known.family)), "german", [f"Karl {known.family[-1]}"])
    assert wrapped == f"{first} {last}"
    assert a_name(Script(1, 1), "german", woman=True).startswith(known.women[0])
    everybody = [f"Karl {family}" for family in known.family]
    assert a_name(Script(1, 2), "german", everybody) == f"{first} {known.family[1]}"


@rule("COT-SQUAD-02")
def test_a_roster_as_json_is_indented_by_two() -> None:
    assert faults_of(germans()) == []
    assert written(germans(), ".json").split("\n")[1].startswith('  "roster"')


@bounds("COT-ARMY-07")
@pytest.mark.parametrize(("year", "change"), [(1938, 0), (1939, -1), (1941, -1), (1942, 0)])
def test_early_war_soviet_infantry_has_one_less(year: int, change: int) -> None:
    assert column("soviet", "infantry", 1940, {}).rep_die == -1
    assert column("soviet", "infantry", year, {}).rep_die == change
    assert column("german", "infantry", 1940, {}).rep_die == 0
