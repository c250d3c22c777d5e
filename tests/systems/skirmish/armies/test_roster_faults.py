"""Faults of a roster that no list would let through: crews, medics, numbers, stores; each at its own line.

COT-SQUAD-02, COT-SQUAD-10, NS-31
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.faults import Fault, Refused
from deadground.core.loader import FileRefused, document
from deadground.core.roster import Man, Roster, SquadOrder
from deadground.systems.skirmish.armies.check import checked_roster, faults_of
from deadground.systems.skirmish.armies.making import made_by, platoon_by
from deadground.testing import rule

GUNNER = Man(name="Otto", role="gunner", rep=4, weapons=("german.pistol",))


def crew(**changes: Any) -> Roster:
    """A German gunner alone in his vehicle, changed."""
    man = msgspec.structs.replace(GUNNER, **changes)
    return Roster(roster="Crew", nation="german", unit="crew", year=1943, men=(man,))


def only(roster: Roster) -> Fault:
    (found,) = faults_of(roster)
    return found


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("changes", "at", "reason"),
    [
        ({"weapons": ("german.bazooka",)}, "men.0.weapons.0", "there is no weapon 'german.bazooka'"),
        ({"weapons": ("german.panzerschreck",)}, "men.0.weapons.0", "crewmen have pistols and SMGs"),
        ({"weapons": ("german.pistol", "soviet.smg")}, "men.0.weapons.1", "crewmen have pistols and SMGs"),
        ({"gear": {"banana": 1}}, "men.0.gear.banana", "there is nothing called 'banana'"),
        ({"gear": {"grenade": 2}}, "men.0.gear.grenade", "2 x hand grenade: a crewman has 1"),
        ({"gear": {"grenade": 0}}, "men.0.gear.grenade", "0 x hand grenade: a crewman has 1"),
        ({"gear": {"satchel": 1}}, "men.0.gear.satchel", "a crewman has none"),
        ({"attributes": ("foo",)}, "men.0.attributes", "there is no attribute 'foo'"),
        ({"attributes": ("coward",)}, "men.0.attributes", "Coward is rolled in penal units alone"),
        ({"attributes": ("plucky",)}, "men.0.attributes", "Plucky is for squads of Jugend or Partisans"),
        ({"woman": True}, "men.0.woman", "women serve in militia"),
    ],
)
def test_a_crew_has_nothing_that_crews_have_not(changes: dict[str, Any], at: str, reason: str) -> None:
    found = next(fault for fault in faults_of(crew(**changes)) if reason in fault.reason)
    assert found.at == at
    assert found.rows


@rule("COT-SQUAD-02")
def test_what_a_crew_may_have() -> None:
    assert faults_of(crew(weapons=("german.smg",), gear={"grenade": 1, "knife": 1})) == []
    assert faults_of(crew(rep=5, star=True)) == []
    issued = msgspec.structs.replace(crew(weapons=("german.mp44",)), issued=("german.mp44",))
    assert faults_of(issued) == []
    driver = Man(name="Olga", role="driver", rep=4, weapons=("soviet.pistol",), woman=True, post="driver")
    red = Roster(roster="Crew", nation="soviet", unit="crew", year=1943, men=(driver,))
    assert faults_of(red) == []


def refused(more: str = "", squad: int = 3, gear: str = "{grenade: 1}") -> list[tuple[int | None, str]]:
    """The faults of a squad of two and a medic, by line; `more` is a tenth line of its file."""
    text = f"""roster: The third squad
nation: german
unit: infantry
year: 1943
squad: {squad}
men:
  - {{name: A, role: nco, rep: 4, weapons: [smg]}}
  - {{name: B, role: jr_nco, rep: 4, weapons: [smg], gear: {gear}}}
  - {{name: C, role: medic, rep: 4}}
{more}"""
    try:
        checked_roster(document(text, "squad.yaml"))
    except FileRefused as refusal:
        return [(fault.line, str(fault)) for fault in refusal.faults]
    return []


@rule("COT-SQUAD-10")
@pytest.mark.parametrize("number", [4, 0, -1])
def test_a_platoon_has_so_many_squads(number: int) -> None:
    ((line, told),) = refused(squad=number)
    assert line == 5
    assert f"there is no squad {number} (COT-SQUAD-10" in told


def test_a_squad_that_has_nothing_wrong() -> None:
    assert refused(squad=1) == refused(squad=3) == []


@rule("NUTS-GREN-05")
def test_too_much_of_a_thing_is_told_at_the_line_of_the_man_who_has_it() -> None:
    ((line, told),) = refused(gear="{grenade: 2}")
    assert line == 8
    assert "1 x hand grenade more" in told


@rule("NUTS-WOUND-07")
def test_a_platoon_has_one_medic() -> None:
    """He is above the strength of the squad, but he is one."""
    ((line, told),) = refused("  - {name: D, role: medic, rep: 4}")
    assert line == 10
    assert "one medic" in told


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("stores: {banana: 1}", "a squad has no 'banana' together: known: ap_mines, at_mines (COT-UNIT-05)"),
        ("stores: {ap_mines: 1}", "anti-personnel mine marker more"),
        ("issued: [banana]", "there is nothing called 'banana' to issue"),
    ],
)
def test_stores_and_issue_are_looked_at(field: str, told: str) -> None:
    ((line, found),) = refused(field)
    assert line == 10
    assert told in found


@rule("COT-SQUAD-10", "COT-SQUAD-03")
def test_a_platoon_has_the_squads_of_its_column_and_the_first_is_the_players() -> None:
    order = SquadOrder(
        nation="soviet", unit="tank_riders", year=1944, star="nco", start="campaign", title="Red"
    )
    riders = platoon_by(order, "platoon", {})
    assert [(one.squad, one.player) for one in riders] == [(1, True), *((n, False) for n in range(2, 6))]
    assert [any(man.star for man in one.men) for one in riders] == [True, False, False, False, False]
    assert [any(man.attributes for man in one.men) for one in riders] == [True, False, False, False, False]
    assert [one.roster for one in riders[:2]] == ["Red, squad 1", "Red, squad 2"]
    assert all(faults_of(one) == [] for one in riders)
    assert len(platoon_by(SquadOrder(nation="german", unit="infantry", year=1944), "x", {})) == 3
    assert [one.men for one in riders] == [one.men for one in platoon_by(order, "platoon", {})]


@rule("COT-SQUAD-10")
def test_a_crew_is_no_platoon() -> None:
    with pytest.raises(Refused) as refusal:
        platoon_by(SquadOrder(nation="german", unit="crew", year=1944), "x", {})
    assert refusal.value.faults[0].rows == ("COT-SQUAD-10",)


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"star": "jr_nco"}, "a crew has no Jr. NCO"),
        ({"stiffening": "sergeant"}, "a crew has no sergeant"),
        ({"supply": True}, "a crew has no equipment roll"),
        ({"picks": {"lmg": "mg42"}}, "a crew has no lmg"),
    ],
)
def test_what_cannot_be_asked_for_a_crew_is_refused_and_not_passed_over(
    wishes: dict[str, Any], told: str
) -> None:
    with pytest.raises(Refused) as refusal:
        made_by(SquadOrder(nation="german", unit="crew", year=1944, **wishes), "x", {}, 4)
    assert [fault.reason for fault in refusal.value.faults] == [told]
    assert len(made_by(SquadOrder(nation="german", unit="crew", year=1944), "x", {}, 4).men) == 4
