"""What a roster may have and where its men come: at each limit of a list, and one either side of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.dice import Live
from deadground.core.faults import Fault
from deadground.core.roster import Man, Roster, SquadOrder
from deadground.systems.skirmish.armies.cells import Band, in_band
from deadground.systems.skirmish.armies.check import faults_of
from deadground.systems.skirmish.armies.check_arms import noted_weapons
from deadground.systems.skirmish.armies.check_people import most_attributes, why_not_this_attribute
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.muster import broken, mustered, unit_for
from deadground.systems.skirmish.armies.rosters import written
from deadground.systems.skirmish.armies.squads import filled, make_squad, rep_in_role
from deadground.systems.skirmish.lists import column, in_service
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script, squad
from tests.systems.skirmish.armies.germans import germans, reasons, with_man

# What they carry


def assault() -> Roster:
    return squad("soviet", "assault_troops", 1, *[4] * 6, 5)


@rule("COT-UNIT-03")
def test_the_reason_says_how_much_the_lists_give() -> None:
    """A grenade for each man and no more; one flamethrower at most, by the roll for special equipment."""
    made = assault()
    more = with_man(made, 2, gear={**made.men[2].gear, "grenade": 2})
    assert reasons(faults_of(more))[0].endswith(" carry; none by the lists")
    flames = with_man(made, 0, weapons=("core.flamethrower", *made.men[0].weapons))
    assert reasons(faults_of(flames))[0].endswith(" carry; 1 at most by the lists")


@rule("COT-UNIT-03")
@pytest.mark.parametrize(("vests", "fine"), [(1, True), (2, False)])
def test_a_vest_for_each_man_of_a_soviet_assault_squad(vests: int, fine: bool) -> None:
    """COT-EQUIP-01: no German assault squad has any."""
    made = assault()
    worn = with_man(made, 0, gear={**made.men[0].gear, "sn42_vest": vests})
    reason = "SN-42 vests are for Soviet assault squads"
    assert (reasons(faults_of(worn)) == []) is fine
    assert reason in reasons(faults_of(msgspec.structs.replace(worn, nation="german", unit="stosstruppen")))


@rule("COT-SQUAD-08")
def test_what_was_kept_is_called_by_its_name_or_as_it_was_written() -> None:
    """LR-027: only special weapons are kept."""
    told = reasons(faults_of(germans(kept=("german.ba_rifle", "german.laser"))))
    assert [reason.partition(":")[0] for reason in told] == ["BA Rifle or Carbine", "german.laser"]


@rule("COT-ARMY-11")
def test_the_reason_says_how_many_may_have_a_rifle() -> None:
    """One of German infantry; of mountain troops two, and none beside an NCO who has one himself."""
    two = with_man(with_man(germans(), 8, weapons=("german.sa_rifle",)), 9, weapons=("german.sa_rifle",))
    assert [reason.partition(": ")[2] for reason in reasons(faults_of(two))] == [
        "at most 1 of them may have one in this squad"
    ]
    picks = {"nco": "smg", "lmg": "mg42", "fg42": "2"}
    made = squad("german", "gebirgsjager", 5, *[4] * 10, picks=picks)
    beside = reasons(faults_of(with_man(made, 0, weapons=("german.fg42",))))
    assert {reason.partition(": ")[2] for reason in beside} == {"none of them may have one in this squad"}


@bounds("COT-ARMY-12", "COT-ARMY-11")
@pytest.mark.parametrize(
    ("unit", "role", "found"),
    [
        ("panzer_grenadiers", "rifleman", ["mp44"]),
        ("panzer_grenadiers", "launcher", ["mp44"]),
        ("panzer_grenadiers", "lmg_assistant", ["mp44"]),
        ("panzer_grenadiers", "lmg_gunner", []),
        ("infantry", "rifleman", ["sa_rifle"]),
        ("infantry", "launcher", []),
        ("penal", "rifleman", []),
    ],
)
def test_whom_the_notes_of_a_column_give_another_weapon(unit: str, role: Any, found: list[str]) -> None:
    assert noted_weapons(f"german_{unit}", Man(name="N", role=role, rep=4)) == found
    assert noted_weapons("german_infantry", Man(name="N", role="rifleman", rep=4)) == ["sa_rifle"]
    assert noted_weapons("german_panzer_grenadiers", Man(name="N", role="launcher", rep=4)) == ["mp44"]


# Who they are


@bounds("COT-UNIT-07")
def test_attributes_of_the_morale_of_young_and_irregular_squads() -> None:
    """Those of the table for Jugend and Partisans alone; nobody begins a battle terrified."""
    told = {}
    for unit in ("jugend", "infantry"):
        for id in ("fanatic", "terrified"):
            fault = why_not_this_attribute(germans(unit=unit), germans().men[3], id)
            told[unit, id] = fault.reason if fault else None
    assert told == {
        ("jugend", "fanatic"): None,
        ("jugend", "terrified"): "Terrified comes in battle",
        ("infantry", "fanatic"): "Fanatic is for squads of Jugend or Partisans",
        ("infantry", "terrified"): "Terrified comes in battle",
    }


@rule("COT-SQUAD-03")
def test_a_kommissar_has_one_attribute() -> None:
    kommissar = Man(name="K", role="kommissar", rep=5)
    assert most_attributes(germans(player=False), kommissar) == 1
    assert most_attributes(germans(player=False), germans().men[0]) == 0


@rule("COT-SQUAD-14")
def test_a_role_is_numbered_as_soon_as_there_are_two() -> None:
    """Seven Germans: two of them are riflemen."""
    dice = Script(2, *[4] * 7)
    order = SquadOrder(nation="german", unit="infantry", year=1943, named=False, picks=PICKS)
    make_squad(dice, order, {})
    names = [roll.owner for roll in dice.rolls if roll.purpose == "Rep"]
    assert (names[0], *names[5:]) == ("NCO", "Rifleman 1", "Rifleman 2")


@bounds("COT-SQUAD-12", "COT-SQUAD-13")
def test_a_gun_without_a_loader_leaves_its_place_to_a_rifleman() -> None:
    """LR-023."""
    assert filled(4, "1", 0)[3] == "lmg_assistant"
    assert filled(4, "1", 0, loaders=False)[3] == "rifleman"


@pytest.mark.parametrize(
    ("rep", "nco", "junior", "other"), [(2, 4, 4, 2), (3, 4, 4, 3), (4, 5, 4, 4), (5, 5, 5, 5)]
)
def test_leaders_are_better_than_their_grade(rep: int, nco: int, junior: int, other: int) -> None:
    """NS-05."""
    roles: Any = ("nco", "commander", "jr_nco", "rifleman")
    assert [rep_in_role(rep, role) for role in roles] == [nco, nco, junior, other]


@rule("COT-SQUAD-14")
def test_a_veteran_sergeant_stiffens_the_leader_alone() -> None:
    """LR-039: he needs no die; everybody else throws one, and a 1 is Rep 3 at most."""
    made = squad("soviet", "infantry", 1, *[1] * 6, stiffening="sergeant")
    assert made.men[0].rep == 5
    assert max(man.rep for man in made.men[1:]) < 5


PICKS = {"lmg": "mg34", "sa_rifle": "0"}
BANDS = (Band(1, 2, "a"), Band(3, 5, "b"), Band(6, 6, "c"))


@pytest.mark.parametrize(
    ("die", "gives"), [(-1, "a"), (1, "a"), (2, "a"), (3, "b"), (5, "b"), (6, "c"), (7, "c")]
)
def test_a_changed_die_off_the_end_takes_the_first_or_the_last_band(die: int, gives: str) -> None:
    """LR-006."""
    assert in_band(BANDS, die).gives == gives


# Dates


@bounds("COT-WEAP-15")
@pytest.mark.parametrize(("month", "may"), [(3, False), (4, True), (0, True)])
def test_finnish_anti_tank_weapons_come_in_april_1944(month: int, may: bool) -> None:
    """LR-101, if the switch says so: a month that is not named is as good as the last of the year."""
    on = {"finnish_at_from_april_1944": "on"}
    assert in_service("finnish.panzerfaust_30", 1944, month, on) is may
    assert in_service("finnish.panzerfaust_30", 1943, 0, on) is False


@rule("COT-SQUAD-09")
@pytest.mark.parametrize(
    ("year", "month", "fine"),
    [
        (1940, 0, False),
        (1940, 12, False),
        (1941, 0, True),
        (1941, 5, False),
        (1941, 6, True),
        (1945, 0, True),
        (1945, 4, True),
        (1945, 5, False),
        (1946, 0, False),
        (1946, 1, False),
    ],
)
def test_the_first_and_the_last_month_of_the_lists(year: int, month: int, fine: bool) -> None:
    told = reasons(faults_of(germans(year=year, month=month)))
    assert any("the lists run from" in reason for reason in told) is not fine


@rule("COT-SQUAD-02")
def test_a_roster_without_a_month_is_of_any_month_of_its_year() -> None:
    """It may be of 1941, whose lists begin in June."""
    made = germans()
    roster = Roster(roster="Own", nation="german", unit="infantry", year=1941, men=made.men)
    assert (roster.month, roster.squad) == (0, 1), "and the first squad of its platoon"
    assert not [reason for reason in reasons(faults_of(roster)) if "the lists run from" in reason]


@bounds("COT-SQUAD-10")
@pytest.mark.parametrize(("of", "ours"), [("german", False), ("italian", False), ("british", True)])
def test_a_column_says_which_of_its_entries_are_ours(of: str, ours: bool) -> None:
    """The list of the British stands in for one that is not in the book."""
    assert ("men" in column(of, "infantry", 1943, {}).stand_in) is ours


# Files and battles


@rule("COT-SQUAD-02")
def test_a_roster_is_written_as_its_name_says() -> None:
    assert written(germans(), ".json").startswith("{")
    assert written(germans(), ".yaml").startswith("roster:")
    assert written(germans(), "").startswith("roster:")


@rule("COT-SQUAD-02")
def test_the_seed_of_a_squad_gives_the_dice_of_its_first_throw() -> None:
    """So that a seed that was written down makes the same squad for ever."""
    order = SquadOrder(nation="german", unit="infantry", year=1943)
    made = made_by(order, "7", {}, 0).made
    assert made is not None
    live = Live(b"7", 0)
    first = made.throws[0]
    assert list(first.faces) == list(live.faces(len(first.faces), 6, first.purpose, False))


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("at", "whose"), [("men.0", "NCO: "), ("men.1.rep", "Jr. NCO: "), ("men", ""), ("year", "")]
)
def test_a_fault_of_a_man_names_him(at: str, whose: str) -> None:
    told = broken(germans(), Fault(at, "no", ())).reason
    assert told == f"{whose}no (or accept it as a house roster)"


def fights(**more: Any) -> tuple[Any, Roster]:
    side = scenario_named("lipki-village").file.sides[0]
    return side, germans(**more)


@rule("COT-SQUAD-02")
def test_more_men_than_the_battle_has_take_the_further_places() -> None:
    side, roster = fights()
    own = unit_for(side).men
    assert side.roster is not None
    assert side.roster.room
    places = [*(man.at for man in own), *side.roster.room]
    for count in (len(own), len(own) + 1):
        men = tuple(msgspec.structs.replace(roster.men[-1], name=f"N{n}") for n in range(count))
        made = unit_for(mustered(side, msgspec.structs.replace(roster, men=men)))
        assert [man.at for man in made.men] == places[:count]


@rule("COT-SQUAD-02")
def test_a_medic_of_the_roster_is_a_medic_in_battle() -> None:
    side, roster = fights()
    made = unit_for(mustered(side, with_man(roster, 3, role="medic")))
    assert [man.medic for man in made.men[:5]] == [False, False, False, True, False]
