"""A roster that breaks its list is refused line by line, or played as a house roster. NS-04, NS-05"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.faults import Fault
from deadground.core.loader import FileRefused, document
from deadground.core.roster import Man, Roster, SquadOrder
from deadground.systems.skirmish.armies.check import checked_roster, faults_of
from deadground.systems.skirmish.armies.check_people import (
    SNIPER_ATTRIBUTE,
    table_values,
    why_not_this_attribute,
)
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.muster import unplayable
from deadground.systems.skirmish.armies.rosters import written
from deadground.testing import rule
from tests.systems.skirmish.armies.dice import squad


def infantry(**more: Any) -> Roster:
    """Eight Soviet infantrymen who keep to their list."""
    return changed(squad("soviet", "infantry", 3, 1, *[4] * 8), **more)


def germans(**more: Any) -> Roster:
    """Ten Germans with an MG-34 and a rifle grenade launcher."""
    return changed(squad("german", "infantry", 5, *[4] * 10, picks={"lmg": "mg34", "sa_rifle": "0"}), **more)


def changed(made: Roster, /, **more: Any) -> Roster:
    return msgspec.structs.replace(made, **more)


def with_man(roster: Roster, at: int, **more: Any) -> Roster:
    men = list(roster.men)
    men[at] = msgspec.structs.replace(men[at], **more)
    return changed(roster, men=tuple(men))


def only(roster: Roster) -> Fault:
    (found,) = faults_of(roster)
    return found


def test_what_the_dice_made_has_no_faults() -> None:
    assert faults_of(infantry()) == []
    assert faults_of(germans()) == []


@rule("COT-SQUAD-11")
def test_too_many_men_are_named_one_by_one() -> None:
    made = infantry()
    found = faults_of(changed(made, men=made.men + made.men[-1:] * 4))
    assert [fault.at for fault in found] == ["men.10", "men.11"]
    assert found[0].reason == "the squad has 12 men, 10 is its full strength"
    assert found[0].rows == ("COT-SQUAD-11", "COT-ARMY-01")


@rule("COT-SQUAD-09")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"nation": "sovjet"}, "there is no list of 'sovjet': did you mean 'soviet'?"),
        ({"year": 1940}, "the lists run from 6/1941 to 4/1945"),
        ({"year": 1941, "month": 5}, "the lists run from 6/1941 to 4/1945"),
        ({"year": 1945, "month": 5}, "the lists run from 6/1941 to 4/1945"),
        ({"month": 13}, "there is no month 13"),
        ({"month": -1}, "there is no month -1"),
    ],
)
def test_a_frame_that_is_wrong_comes_alone(change: dict[str, Any], reason: str) -> None:
    made = with_man(infantry(**change), 0, rep=9)
    assert only(made).reason == reason


@rule("COT-SQUAD-10")
@pytest.mark.parametrize(("year", "month"), [(1941, 6), (1941, 0), (1943, 12), (1945, 4), (1945, 0)])
def test_the_edges_of_the_lists_are_inside(year: int, month: int) -> None:
    assert faults_of(infantry(year=year, month=month)) == []


@rule("COT-SQUAD-10")
def test_an_unknown_unit_is_named() -> None:
    assert (
        only(infantry(unit="infantri")).reason
        == "the Soviet list has no 'infantri': did you mean 'infantry'?"
    )


@rule("COT-SQUAD-14")
@pytest.mark.parametrize(
    ("rep", "fine"), [(2, False), (3, True), (5, True), (6, False), (0, False), (7, False)]
)
def test_reps_are_those_of_the_bands(rep: int, fine: bool) -> None:
    made = with_man(infantry(), 5, rep=rep)
    assert (faults_of(made) == []) is fine
    assert (list(unplayable(made)) == []) is (1 <= rep <= 6), "a house roster may have any Rep that there is"


@rule("COT-SQUAD-12")
def test_in_a_campaign_reps_grow() -> None:
    assert faults_of(with_man(infantry(start="campaign"), 5, rep=6)) == []
    for rep in (0, 7):
        assert only(with_man(infantry(start="campaign"), 5, rep=rep)).reason == "a Rep is from 1 to 6"
    assert faults_of(with_man(infantry(start="campaign"), 5, rep=1)) == []


@rule("COT-SQUAD-15")
@pytest.mark.parametrize(
    ("at", "weapons", "reason"),
    [
        (0, ("soviet.ba_rifle",), "the column gives the NCO Medium Caliber SMG, not BA Rifle"),
        (5, ("soviet.smg",), "the column gives the rifleman BA Rifle, not Medium Caliber SMG"),
        (
            5,
            ("soviet.atr",),
            "no column issues a Large Bore ATR (PTRD/PTRS); a scenario may (write it under `issued`)",
        ),
        (5, ("soviet.lmg",), "no column issues a MG (Other); a scenario may (write it under `issued`)"),
        (5, ("german.ba_rifle",), "the german BA Rifle or Carbine is no weapon of the Soviet list"),
        (5, (), "he has no weapon"),
        (5, ("soviet.mp44",), "there is no weapon 'soviet.mp44': "),
    ],
)
def test_weapons_are_those_of_the_role(at: int, weapons: tuple[str, ...], reason: str) -> None:
    faults_of(germans())
    if weapons == ("german.ba_rifle",):
        made = with_man(infantry(), at, weapons=weapons)
        assert only(made).rows == ("COT-EQUIP-04",)
        squad("soviet", "tank_riders", 1, 4, 4)
    else:
        made = with_man(infantry(), at, weapons=weapons)
    assert only(made).reason.startswith(reason)


@rule("COT-EQUIP-04")
def test_a_scenario_may_issue_what_no_column_does() -> None:
    """LR-115"""
    made = with_man(germans(), 7, weapons=("german.panzerfaust_60", "german.ba_rifle"))
    assert only(made).rows == ("LR-115", "COT-SQUAD-15")
    assert faults_of(changed(made, issued=("german.panzerfaust_60",))) == []
    foreign = with_man(infantry(issued=("german.panzerfaust_60",)), 5, weapons=("german.panzerfaust_60",))
    assert only(foreign).rows == ("COT-EQUIP-04",)


def test_a_core_list_has_its_part_of_the_core_weapons() -> None:
    """NS-06"""
    made = squad("american", "infantry", *[4] * 12)
    assert faults_of(with_man(changed(made, issued=("core.bazooka",)), 6, weapons=("core.bazooka",))) == []
    fault = only(with_man(changed(made, issued=("core.piat",)), 6, weapons=("core.piat",)))
    assert (fault.reason, fault.rows) == ("the American list has no PIAT", ("NS-06",))


@rule("COT-ARMY-04")
def test_hungarians_and_romanians_borrow_german_launchers() -> None:
    """LR-163"""
    picks = {"jr_nco": "smg", "lmg": "lmg", "riflemen": "ba_rifle"}
    made = squad("hungarian", "infantry", 3, *[4] * 8, picks=picks)
    made = with_man(changed(made, issued=("german.panzerfaust_30",)), 6, weapons=("german.panzerfaust_30",))
    assert faults_of(made) == []


@rule("COT-SQUAD-08")
def test_special_weapons_that_were_kept_may_be_foreign() -> None:
    made = with_man(infantry(kept=("german.mg42",)), 5, weapons=("german.mg42",))
    assert faults_of(made) == []
    fault = only(infantry(kept=("german.smg",)))
    assert (fault.at, fault.rows) == ("kept.0", ("COT-SQUAD-08", "LR-027"))


@rule("COT-SQUAD-12")
def test_the_machine_gun_is_manned_before_there_are_riflemen() -> None:
    made = infantry()
    fault = only(changed(made, men=(*made.men[:2], *made.men[4:])))
    assert fault.reason == "there are riflemen, but no LMG gunner: specialists are filled first"
    no_rifles = changed(made, men=made.men[:2])
    assert faults_of(no_rifles) == []


@rule("COT-SQUAD-15")
@pytest.mark.parametrize(
    ("role", "reason"),
    [
        ("nco", "the column has only 1 NCO"),
        ("lmg_gunner", "the column has only 1 LMG gunner"),
        ("launcher", "the column has no grenade launcher"),
        ("driver", "a squad has no driver"),
    ],
)
def test_each_place_is_filled_once(role: str, reason: str) -> None:
    found = faults_of(with_man(infantry(), 6, role=role))
    assert reason in [fault.reason for fault in found]


@rule("COT-SQUAD-15")
def test_a_gunner_has_a_machine_gun_and_only_a_jaeger_an_anti_tank_rifle() -> None:
    fault = only(with_man(infantry(), 2, weapons=("soviet.atr",)))
    assert fault.reason.startswith("the column gives the LMG gunner MG (Other), Medium Caliber Pistol, not")
    picks = {"jr_nco": "smg", "riflemen": "ba_rifle"}
    jaegers = squad("finnish", "jaegers", 1, 6, *[4] * 6, picks=picks)
    assert faults_of(jaegers) == []
    assert faults_of(with_man(jaegers, 2, weapons=("finnish.lmg",))) == []
    assert len(faults_of(with_man(jaegers, 2, weapons=("finnish.mmg",)))) == 1


@rule("COT-ARMY-11")
def test_one_sa_rifle_and_no_more() -> None:
    one = with_man(germans(), 8, weapons=("german.sa_rifle",))
    assert faults_of(one) == []
    fault = only(with_man(one, 9, weapons=("german.sa_rifle",)))
    assert (fault.at, fault.rows) == ("men.9.weapons", ("COT-ARMY-11",))


@rule("COT-ARMY-11")
def test_no_fg42s_for_riflemen_beside_an_nco_with_one() -> None:
    picks = {"nco": "smg", "lmg": "mg42", "fg42": "2"}
    made = squad("german", "gebirgsjager", 5, *[4] * 10, picks=picks)
    assert faults_of(made) == []
    found = faults_of(with_man(made, 0, weapons=("german.fg42",)))
    assert [fault.rows for fault in found] == [("COT-ARMY-11",), ("COT-ARMY-11",)]


@rule("COT-EQUIP-02", "COT-EQUIP-03")
@pytest.mark.parametrize(
    ("nation", "supply", "reason"),
    [
        ("soviet", {"antitank": "german"}, "Soviet units have their own equipment"),
        ("finnish", {"antitank": "soviet"}, "the table gives no soviet antitank: finnish, german"),
        ("finnish", {"boots": "german"}, "there is no category 'boots'"),
    ],
)
def test_supply_that_no_roll_gives(nation: str, supply: dict[str, str], reason: str) -> None:
    made = (
        squad("finnish", "infantry", 1, *[4] * 6, picks={"jr_nco": "smg"})
        if nation == "finnish"
        else infantry()
    )
    found = [fault.reason for fault in faults_of(changed(made, supply=supply))]
    assert any(one.startswith(reason) for one in found)
    squad(
        "hungarian",
        "infantry",
        5,
        1,
        1,
        1,
        1,
        *[4] * 6,
        supply=True,
        picks={"jr_nco": "smg", "nco": "smg", "lmg": "lmg", "riflemen": "ba_rifle"},
    )


@rule("COT-EQUIP-04")
def test_a_foreign_gun_with_and_without_its_roll() -> None:
    picks = {"jr_nco": "smg", "lmg": "lmg", "riflemen": "ba_rifle"}
    made = squad("romanian", "infantry", 1, *[4] * 6, picks=picks)
    made = with_man(made, 2, weapons=("german.mg34", "romanian.pistol"))
    assert only(made).rows == ("COT-EQUIP-04",)
    assert faults_of(changed(made, supply={"machine_guns": "german"})) == []


@rule("COT-SQUAD-03")
@pytest.mark.parametrize(
    ("start", "star", "attributes", "faults"),
    [
        ("battle", False, ("brawler",), 1),
        ("campaign", False, ("brawler",), 0),
        ("campaign", False, ("brawler", "fleet"), 1),
        ("campaign", True, ("brawler", "fleet"), 0),
        ("campaign", True, ("brawler", "runt"), 1),
        ("campaign", True, ("brawler", "brawler"), 1),
        ("campaign", False, ("brave",), 1),
        ("campaign", False, ("coward",), 1),
        ("campaign", False, ("ruthless",), 1),
        ("campaign", False, ("lucky",), 1),
        ("campaign", False, ("plucky",), 1),
    ],
)
def test_attributes_are_those_that_can_be_rolled(
    start: str, star: bool, attributes: tuple[str, ...], faults: int
) -> None:
    made = with_man(infantry(start=start), 5, attributes=attributes, star=star, rep=5)
    faults_of(with_man(infantry(start="campaign"), 5, attributes=("brawler",)))
    assert len(faults_of(made)) == faults


@rule("COT-SQUAD-03")
def test_one_star_and_only_in_the_players_squad() -> None:
    made = with_man(infantry(start="campaign"), 0, star=True, rep=5)
    assert faults_of(made) == []
    assert only(with_man(made, 1, star=True, rep=5)).reason == "a squad has one Star"
    assert only(changed(made, player=False)).reason == "only the player's squad has a Star"


@rule("COT-UNIT-08", "COT-UNIT-09")
def test_kommissars_where_they_must_and_may_be() -> None:
    nkvd = squad("soviet", "nkvd", 1, *[4] * 6, 1, 1, 1, picks={"riflemen": "smg"})
    assert faults_of(nkvd) == []
    assert only(changed(nkvd, men=nkvd.men[:-1])).rows == ("COT-UNIT-08",)
    kommissar = nkvd.men[-1]
    plain = infantry()
    with_one = changed(plain, men=(*plain.men, kommissar))
    assert only(with_one).rows == ("COT-UNIT-09",)
    assert faults_of(changed(with_one, stiffening="zampolit")) == []
    assert only(germans(stiffening="zampolit")).reason == "only Red Army units are stiffened"
    assert faults_of(with_man(infantry(stiffening="sergeant"), 0, rep=5)) == []
    assert only(infantry(stiffening="sergeant")).at == "men.0.rep"


@rule("COT-UNIT-13")
def test_women_where_they_serve() -> None:
    assert only(with_man(infantry(), 6, woman=True)).rows == ("COT-UNIT-13",)
    assert faults_of(with_man(infantry(), 6, woman=True, post="sniper")) == []


@rule("COT-UNIT-04")
def test_sabres_are_for_trained_cavalry() -> None:
    assert only(with_man(infantry(), 6, gear={"sabre": 1})).rows == ("COT-UNIT-04",)
    cavalry = squad("soviet", "cavalry", 1, *[4] * 6, picks={"riflemen": "smg"})
    assert faults_of(cavalry) == []
    assert len(faults_of(with_man(cavalry, 5, gear={"sabre": 2}))) == 1


@rule("COT-UNIT-03")
def test_vests_and_flamethrowers_are_special_equipment() -> None:
    assert only(with_man(infantry(), 6, gear={"sn42_vest": 1})).rows == ("COT-UNIT-03", "COT-EQUIP-01")
    assert {
        fault.rows for fault in faults_of(with_man(infantry(), 6, weapons=("core.flamethrower",)))
    } != set()
    assault = squad("soviet", "assault_troops", 1, *[4] * 6, 5)
    assert faults_of(assault) == []
    two = with_man(assault, 0, weapons=("core.flamethrower", "soviet.smg"))
    assert only(two).reason.startswith("2 x flame-thrower")


@rule("COT-UNIT-03", "COT-UNIT-05")
def test_one_kind_of_special_equipment() -> None:
    assault = squad("soviet", "assault_troops", 1, *[4] * 6, 3, 2)
    assert faults_of(assault) == []
    both = with_man(assault, 0, weapons=("core.flamethrower", "soviet.smg"))
    assert only(both).reason == "a squad has one roll of special equipment, so one kind of it"
    engineers = squad("soviet", "pioneers", 1, *[4] * 3, 3, 6)
    assert faults_of(engineers) == []
    assert only(changed(engineers, stores={"at_mines": 1})).reason.startswith("a squad has one roll")


@rule("COT-UNIT-03")
@pytest.mark.parametrize(
    ("of", "item", "most"),
    [("soviet", "satchel", 1 + 3), ("soviet", "at_grenade", 6), ("german", "geballte_ladung", 3)],
)
def test_no_more_special_equipment_than_an_assault_squad_can_roll(of: str, item: str, most: int) -> None:
    id, dice = (
        ("assault_troops", [1, *[4] * 6, 5]) if of == "soviet" else ("stosstruppen", [2, 1, *[4] * 6, 5])
    )
    made = squad(of, id, *dice)
    made = with_man(made, len(made.men) - 1, weapons=made.men[0].weapons)
    for count, fine in ((most, True), (most + 1, False)):
        loaded = with_man(made, 3, gear={**made.men[3].gear, item: count})
        assert (faults_of(loaded) == []) is fine


@rule("COT-UNIT-05")
@pytest.mark.parametrize(("item", "most"), [("ap_mines", 3), ("at_mines", 1)])
def test_no_more_mines_than_engineers_can_roll(item: str, most: int) -> None:
    made = squad("soviet", "pioneers", 1, *[4] * 3, 1, 1)
    assert faults_of(changed(made, stores={item: most})) == []
    assert len(faults_of(changed(made, stores={item: most + 1}))) == 1


@rule("COT-UNIT-05")
@pytest.mark.parametrize(("count", "fine"), [(3, True), (4, False)])
def test_no_more_charges_than_engineers_can_roll(count: int, fine: bool) -> None:
    made = squad("soviet", "pioneers", 1, *[4] * 3, 3, 1)
    made = with_man(made, 2, gear={"demolition_charge": count})
    assert (faults_of(made) == []) is fine


@rule("COT-SQUAD-15")
@pytest.mark.parametrize(
    ("gear", "reason"),
    [
        ({"grenade": 2}, "1 x hand grenade more than the men of Infantry carry; none by the lists"),
        ({"axe": 1}, "there is nothing called 'axe' to carry"),
        ({"grenade": 0}, "a number from 1 up, or leave it out"),
        ({"satchel": 1}, "1 x satchel charge more"),
    ],
)
def test_gear_is_what_the_lists_give(gear: dict[str, int], reason: str) -> None:
    found = [fault.reason for fault in faults_of(with_man(infantry(), 6, gear=gear))]
    assert len(found) == 1
    assert found[0].startswith(reason)


@rule("COT-SQUAD-15")
@pytest.mark.parametrize(("count", "fine"), [(1, True), (2, True), (3, False)])
def test_a_russian_squad_of_the_core_rules_has_two_molotovs(count: int, fine: bool) -> None:
    """NS-06."""
    made = squad("russian_core", "infantry", *[4] * 10)
    plain = [with_gear(man, {}) for man in made.men]
    held = [with_gear(man, {"molotov": 1}) for man in made.men[-count:]]
    given = changed(made, men=(*plain[:-count], *held))
    assert (not [fault for fault in faults_of(given) if "olotov" in fault.reason]) is fine


def with_gear(man: Man, more: dict[str, int]) -> Man:
    kept = {item: count for item, count in man.gear.items() if item != "molotov"}
    return msgspec.structs.replace(man, gear={**kept, **more})


@rule("COT-SQUAD-02")
def test_crews_and_empty_squads() -> None:
    man = Man(name="Otto", role="gunner", rep=4, weapons=("german.pistol",))
    crew = Roster(roster="Crew", nation="german", unit="crew", year=1943, men=(man,))
    assert faults_of(crew) == []
    assert only(changed(crew, men=(man,) * 9)).reason == "a crew has at most 8 men"
    assert faults_of(changed(crew, men=(man,) * 8)) == []
    assert only(with_man(crew, 0, role="nco")).reason == "a crew has no NCO"
    assert only(with_man(crew, 0, rep=7)).reason == "a Rep is from 1 to 6"
    assert only(with_man(crew, 0, rep=0)).reason == "a Rep is from 1 to 6"
    assert faults_of(with_man(crew, 0, rep=1)) == faults_of(with_man(crew, 0, rep=6)) == []
    assert only(changed(crew, men=())).reason == "there is nobody in it"


def test_names_and_options_are_looked_at() -> None:
    assert only(with_man(infantry(), 0, name=" ")).at == "men.0.name"
    assert only(with_man(infantry(), 0, name="a\x07b")).at == "men.0.name"
    assert only(infantry(roster="x" * 41)).at == "roster"
    assert only(infantry(note="x" * 401)).at == "note"
    assert only(infantry(options={"weapon_date": "on"})).reason.endswith("did you mean 'weapon_dates'?")
    assert only(infantry(options={"weapon_dates": "maybe"})).rows == ("LR-088",)


@rule("COT-ARMY-11")
def test_weapons_before_their_year() -> None:
    """LR-088"""
    made = with_man(germans(year=1941), 2, weapons=("german.mg42", "german.pistol"))
    assert faults_of(made) == []
    assert only(changed(made, options={"weapon_dates": "on"})).rows == ("LR-088", "COT-WEAP-15")


@rule("COT-WEAP-15")
@pytest.mark.parametrize(
    ("date", "switch", "there"),
    [((1944, 3), "on", False), ((1944, 4), "on", True), ((1943, 12), "on", False), ((1943, 12), "off", True)],
)
def test_finnish_anti_tank_weapons_wait_for_april_1944_by_option(
    date: tuple[int, int], switch: str, there: bool
) -> None:
    """LR-101"""
    finns = made_by(SquadOrder(nation="finnish", unit="infantry", year=1943), "finns", {}, 0)
    made = with_man(finns, 0, weapons=("finnish.panzerfaust_30",))
    dated = changed(made, year=date[0], month=date[1], options={"finnish_at_from_april_1944": switch})
    rows = {row for fault in faults_of(dated) for row in fault.rows}
    assert ("COT-WEAP-15" not in rows) == there


def broken() -> str:
    """Two faults in the file: the first man's Rep and the sixth man's weapon."""
    return written(with_man(with_man(infantry(), 0, rep=6), 5, weapons=("soviet.smg",)))


@rule("COT-SQUAD-14", "COT-SQUAD-15")
def test_a_file_is_refused_with_every_fault_at_its_line() -> None:
    text = broken()
    with pytest.raises(FileRefused) as refused:
        checked_roster(document(text, "squad.yaml"))
    lines = text.splitlines()
    found = [
        (lines[fault.line - 1].strip() if fault.line else "", fault.advice) for fault in refused.value.faults
    ]
    assert found == [
        ("rep: 6", "COT-SQUAD-14, COT-ARMY-01"),
        ("weapons: [smg]", "COT-SQUAD-15, COT-ARMY-01"),
    ]
    assert str(refused.value).count("squad.yaml:") == 2


@rule("COT-SQUAD-14")
def test_the_same_file_is_taken_as_a_house_roster_by_a_switch() -> None:
    assert checked_roster(document(broken(), "x"), house=True).house
    marked = changed(infantry(), house=True, men=with_man(infantry(), 0, rep=6).men)
    assert checked_roster(document(written(marked), "x")).house
    assert not checked_roster(document(written(infantry()), "x"), house=True).house


@rule("COT-SQUAD-15")
@pytest.mark.parametrize(
    ("grade", "nco", "jr_nco", "rifleman"),
    [
        ("green", [4, 5], [4], [3, 4]),
        ("regular", [4, 5], [4, 5], [3, 4, 5]),
        ("veteran", [4, 5], [4, 5], [3, 4, 5]),
    ],
)
def test_reps_by_grade_are_held_to_the_grade(
    grade: str, nco: list[int], jr_nco: list[int], rifleman: list[int]
) -> None:
    """NS-05: a leader has one more and at least 4, at most 5; the second at least 4."""
    made = changed(squad("american", "infantry", *[4] * 12), grade=grade)
    at: dict[str, int] = {man.role: i for i, man in reversed(list(enumerate(made.men)))}
    for role, reps in (("nco", nco), ("jr_nco", jr_nco), ("rifleman", rifleman)):
        fits = [
            rep
            for rep in range(1, 7)
            if not any(
                fault.at == f"men.{at[role]}.rep" for fault in faults_of(with_man(made, at[role], rep=rep))
            )
        ]
        assert fits == reps, role


@rule("COT-ARMY-10", "COT-SQUAD-12")
def test_a_machine_gun_may_be_missing_where_the_dice_decide_on_it_and_leaders_may_not() -> None:
    """The German penal unit throws for its gun."""
    made = squad("german", "penal", 1, 1, *[4] * 6)
    assert faults_of(made) == []
    assert "lmg_gunner" not in [man.role for man in made.men]
    second = next(i for i, man in enumerate(made.men) if man.role == "jr_nco")
    fault = only(changed(made, men=(*made.men[:second], *made.men[second + 1 :])))
    assert fault.reason == "there are riflemen, but no Jr. NCO: specialists are filled first"


@rule("COT-UNIT-10", "COT-UNIT-11")
def test_attributes_of_special_tables_are_for_those_who_roll_on_them() -> None:
    """Shirkers in penal units, Ruthless for Kommissars, Lucky for nobody, marksmen for snipers."""
    soldiers, convicts = infantry(), squad("german", "penal", 1, 1, *[4] * 6)
    penal, kommissars = table_values("penal_attributes"), table_values("kommissar_attributes")
    assert penal
    assert kommissars
    rifleman, convict = soldiers.men[-1], convicts.men[-1]
    kommissar = msgspec.structs.replace(rifleman, role="kommissar")
    for id in sorted(penal - kommissars):
        fault = why_not_this_attribute(soldiers, rifleman, id)
        assert fault is not None
        assert fault.rows == ("COT-UNIT-11",)
        assert why_not_this_attribute(convicts, convict, id) is None
    for id in sorted(kommissars - penal):
        fault = why_not_this_attribute(soldiers, rifleman, id)
        assert fault is not None
        assert fault.rows == ("COT-UNIT-10",)
        assert why_not_this_attribute(soldiers, kommissar, id) is None
    lucky = why_not_this_attribute(soldiers, rifleman, "lucky")
    assert lucky is not None
    assert lucky.rows == ("COT-UNIT-14",)
    sniper = msgspec.structs.replace(rifleman, post="sniper")
    marksman = why_not_this_attribute(soldiers, rifleman, SNIPER_ATTRIBUTE)
    assert marksman is not None
    assert marksman.rows == ("LR-041",)
    assert why_not_this_attribute(soldiers, sniper, SNIPER_ATTRIBUTE) is None
