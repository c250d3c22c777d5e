"""Vehicles and guns in scenario files: set up as they are written, and refused with file and line."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.loader import DataError
from deadground.core.match import Match
from deadground.core.records import redact
from deadground.systems.skirmish import setup
from deadground.systems.skirmish.imagine import imagine
from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.pieces import piece_named, pieces_on_table
from deadground.systems.skirmish.scenario_file import SCENARIOS
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import rule
from tests.systems.skirmish.machines import LINE, battle_with

CREW = "crew: [{name: Petrov, rep: 5}, {name: Ivanov, rep: 3}]"
TANK = f"{{name: the tank, type: soviet.t_34_76, at: [12, 20], facing: 90, turrets: [45], {CREW}}}"
TRUCK = (
    "{name: the truck, type: soviet.gaz_aa, at: [4, 15], crew: [{name: Popov}], "
    "riders: [Zaitsev, Panin], tows: the gun}"
)
GUN = "{name: the gun, type: soviet.at_45mm, crew: [Panin, Rudenko]}"


def set_up(*lines: str) -> SkirmishState:
    return setup.battle(battle_with(*lines), {})


def both() -> SkirmishState:
    return set_up("vehicles:", f"  - {TANK}", f"  - {TRUCK}", "guns:", f"  - {GUN}")


@rule("NUTS-VEH-01")
def test_they_are_set_up_as_the_scenario_says() -> None:
    state = both()
    tank, truck = state.vehicles.values()
    (gun,) = state.guns.values()
    assert (tank.at, tank.facing, tank.turrets, tank.width, tank.depth) == (
        (3048, 5080),
        900,
        (450,),
        635,
        1270,
    )
    assert (truck.width, truck.depth) == (508, 1016)
    men = {one.name: one for one in state.figures.values()}
    assert (men["Petrov"].aboard, men["Petrov"].berth.posts) == (tank.id, ("commander", "gunner"))
    assert (men["Ivanov"].aboard, men["Ivanov"].berth.posts) == (tank.id, ("driver",))
    assert men["Popov"].unit == truck.unit == truck.id
    assert state.units[truck.unit].kind == "crew"
    assert men["Zaitsev"].aboard == men["Panin"].aboard == truck.id
    assert men["Zaitsev"].berth.posts == ()
    assert (men["Panin"].berth.gun, men["Panin"].berth.posts) == (gun.id, ("gunner",))
    assert (men["Rudenko"].aboard, men["Rudenko"].berth.posts) == ("", ("loader",))
    assert gun.aboard == truck.id
    assert list(invariants(state)) == []


@rule("NUTS-VEH-01")
def test_they_are_pieces_with_bases_and_a_towed_gun_is_not() -> None:
    state = both()
    tank, truck = state.vehicles.values()
    (gun,) = state.guns.values()
    there = pieces_on_table(state)
    assert tank in there
    assert truck in there
    assert gun not in there
    assert piece_named(state, gun.id) is gun
    gun.aboard = ""
    assert gun in pieces_on_table(state)
    tank.status = "gone"
    assert tank not in pieces_on_table(state)


def line_of(*lines: str) -> str:
    with pytest.raises(DataError) as found:
        battle_with(*lines)
    return str(found.value)


FAULTS = {
    "unknown type": (
        TANK.replace("t_34_76", "t_34_77"),
        "no vehicle of the lists is called 'soviet.t_34_77'",
    ),
    "another army's": (TANK.replace("soviet.t_34_76", "german.tiger_i"), "the Soviet army has no"),
    "on snow alone": (TANK.replace("t_34_76", "nkl_26"), "goes on snow and ice alone"),
    "too many crew": (
        TANK.replace(CREW, "crew: [{name: a}, {name: b}, {name: c}, {name: d}, {name: e}]"),
        "5 men in the crew of the tank (T-34/76 has a crew of 4)",
    ),
    "no crew": (TANK.replace(CREW, "crew: []"), "the tank has no crew"),
    "two at one post": (
        TANK.replace(CREW, "crew: [{name: a, posts: [driver]}, {name: b, posts: [gunner, driver]}]"),
        "a and b have one post, driver (one man at each; a man may have two)",
    ),
    "no such post": (
        TANK.replace(CREW, "crew: [{name: a, posts: [turret_2]}]"),
        "no post of T-34/76 is called 'turret_2'",
    ),
    "off the table": (TANK.replace("[12, 20]", "[12, 25]"), "the tank is not wholly on the table"),
    "over the edge": (TANK.replace("[12, 20]", "[2.4, 20]"), "the tank is not wholly on the table"),
    "in a house": (TANK.replace("[12, 20]", "[4, 5]"), "the hull of the tank stands in the shed"),
    "on a man": (TANK.replace("[12, 20]", "[12, 21.5]"), "the tank stands on another man"),
    "too many turrets": (TANK.replace("[45]", "[45, 90]"), "T-34/76 has 1 turret (fewer)"),
    "a turret on none": (
        TANK.replace("t_34_76", "su_85"),
        "SU-85 has no turret (fewer)",
    ),
    "a stranger rides": (
        TANK.replace("crew:", "riders: [Nobody], crew:"),
        "no man of this side is called 'Nobody'",
    ),
    "rides twice": (TANK.replace("crew:", "riders: [Panin, Panin], crew:"), "Panin rides twice"),
    "tows nothing": (TANK.replace("crew:", "tows: it, crew:"), "no gun of this side is called 'it'"),
    "two of a name": (f"{TANK}\n      - {TANK}", "two vehicles are called 'the tank'"),
}


@pytest.mark.parametrize(("line", "says"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_with_a_vehicle_is_told_with_its_line(line: str, says: str) -> None:
    said = line_of("vehicles:", f"  - {line}")
    assert said.startswith(f"battle.yaml:{LINE}: ")
    assert says in said


def test_a_seventh_rider_is_refused() -> None:
    """NS-30: six on a deck, twelve in a truck."""
    names = ("Sergeant Orlov", "Zaitsev", "Panin", "Corporal Belov", "Rudenko")
    riders = f"riders: [{', '.join(names)}], crew:"
    assert battle_with("vehicles:", f"  - {TANK.replace('crew:', riders)}")
    jeep = "{name: the jeep, type: soviet.gaz_jeep, at: [4, 15], crew: [{name: Popov}], riders: [%s]}"
    assert battle_with("vehicles:", f"  - {jeep % ', '.join(names[:3])}")
    said = line_of("vehicles:", f"  - {jeep % ', '.join(names[:4])}")
    assert "4 men ride in the jeep (it carries 3)" in said


@pytest.mark.parametrize(("year", "fits"), [(1943, False), (1944, True)])
def test_what_is_not_yet_in_service_is_refused(year: int, fits: bool) -> None:
    tank = TANK.replace("t_34_76", "is_2")
    lines = f"year: {year}", "vehicles:", f"  - {tank}"
    if fits:
        assert battle_with(*lines)
    else:
        assert line_of(*lines).startswith(f"battle.yaml:{LINE + 1}: the Soviet tables have")


@pytest.mark.parametrize(
    ("gun", "says"),
    [
        (GUN, ""),
        (GUN.replace("soviet.at_45mm", "soviet.zis_3_76mm"), "is a medium gun, and it tows light ones"),
    ],
)
def test_a_jeep_tows_light_guns_alone(gun: str, says: str) -> None:
    """NR-230"""
    jeep = "  - {name: the jeep, type: soviet.gaz_jeep, at: [4, 15], crew: [{name: Popov}], tows: the gun}"
    lines = "vehicles:", jeep, "guns:", f"  - {gun}"
    if says:
        assert says in line_of(*lines)
    else:
        assert battle_with(*lines)


GUN_FAULTS = {
    "unknown": (GUN.replace("at_45mm", "at_46mm"), "no gun of the lists is called 'soviet.at_46mm'"),
    "too many": (
        GUN.replace("[Panin, Rudenko]", "[Panin, Rudenko, Zaitsev, Sergeant Orlov, Corporal Belov]"),
        "5 men in the crew of the gun (it has 4)",
    ),
    "twice": (GUN.replace("Rudenko", "Panin"), "Panin serves twice"),
    "nowhere": (GUN, "the gun is not wholly on the table"),
}


@pytest.mark.parametrize(("gun", "says"), GUN_FAULTS.values(), ids=GUN_FAULTS)
def test_what_is_wrong_with_a_gun_is_told_with_its_line(gun: str, says: str) -> None:
    said = line_of("guns:", f"  - {gun}")
    assert said.startswith(f"battle.yaml:{LINE}: ")
    assert says in said


def test_in_a_battle_they_have_ids_that_tell_nothing_and_each_side_knows_what_it_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """NR-108: who serves in a vehicle is known where it is; what its guns hold is its owner's."""
    found = battle_with("vehicles:", f"  - {TANK}", f"  - {TRUCK}", "guns:", f"  - {GUN}")
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", found)
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("five-a-side", {"table_knowledge": "ghosts"}), bytes(32))
    state = match.position.state
    assert not any(id.startswith("soviet:") for id in (*state.vehicles, *state.guns))
    tank, truck = state.vehicles.values()
    assert {one.aboard for one in state.figures.values()} == {"", tank.id, truck.id}
    assert list(invariants(state)) == []
    unseen = redact(state, "german")
    assert tank.id not in unseen.vehicles
    assert not any(one.aboard == tank.id for one in unseen.figures.values())
    tank.sightings = tank.sightings.but(seen_by=("german",))
    tank.unloaded = (0,)
    for one in state.figures.values():
        if one.aboard == tank.id:
            one.sightings = tank.sightings
    seen = redact(state, "german")
    assert seen.vehicles[tank.id].unloaded == ()
    assert redact(state, "soviet").vehicles[tank.id].unloaded == (0,)
    crew = [one for one in seen.figures.values() if one.aboard == tank.id]
    assert [(one.name, one.rep) for one in crew] == [("Petrov", 0), ("Ivanov", 0)]
    world = imagine(match.view("german"), Random(1))
    assert world.vehicles[truck.id].is_seen_by("german")
    (driver,) = (one for one in world.figures.values() if one.aboard == truck.id and one.berth.in_vehicle)
    assert driver.rep
    assert driver.group
