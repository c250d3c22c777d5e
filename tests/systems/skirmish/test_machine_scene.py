"""Vehicles and guns as a seat sees them: parts, cards, and nothing that is not its to know. NR-108, NS-20"""

from __future__ import annotations

from typing import Any

from deadground.systems.skirmish.gun_lists import all_guns
from deadground.systems.skirmish.rules.activation.activation import Phase
from deadground.systems.skirmish.state import Ghost
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.scene import scene
from deadground.systems.skirmish.table.symbols import MARKS, SYMBOLS, symbol_of_gun, symbol_of_vehicle
from deadground.systems.skirmish.vehicle_lists import all_vehicles
from deadground.systems.skirmish.victory import is_met
from deadground.systems.skirmish.weapons import all_weapons
from tests.systems.skirmish.machines import PZIV, field, gun, vehicle
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import man, point
from tests.systems.skirmish.test_goals import goal


def seen_by(seat: str, state: Any) -> Any:
    with playing(state, Phase("red")) as p:
        found = scene(p.match.view(seat))
        p.pending(red="Choose a group")
    return found


def duel(**changes: Any) -> Any:
    rider = man("r", (20, 30))
    rider.aboard, rider.berth = "t", rider.berth.but(on_deck=True)
    state = field(
        vehicle("t", (20, 30), turrets=(450,), **changes),
        vehicle("x", (20, 10), side="blue", facing=180, type=PZIV),
        men=(rider,),
        guns=(gun("g", (40, 30)),),
    )
    state.figures["x_1"].rep = 5
    return state


def test_a_vehicle_is_a_token_with_its_parts_and_its_crew_is_none() -> None:
    tokens = seen_by("red", duel()).tokens
    tank = tokens["t"]
    assert (tank.symbol, tank.width, tank.depth) == ("tank_medium", 635, 1270)
    assert (tank.machine.turrets, tank.machine.hatch, tank.machine.chamber) == ((450,), "open", "loaded")
    assert [one.serves for one in tank.machine.men] == [
        "commander and gunner",
        "driver",
        "loader",
        "hull gunner",
    ]
    assert not {"t_1", "t_2", "x_1"} & set(tokens), "who is inside is no piece"
    assert [(one.face, one.rating) for one in tank.machine.plates] == [
        ("front", "6"),
        ("side", "3"),
        ("rear", "1"),
        ("top", "1"),
    ]
    assert tokens["g"].machine.kind == "gun"


def test_what_is_the_enemys_to_know_is_blank() -> None:
    """His Reps until they were told, and what he has in the chamber."""
    state = duel(unloaded=(0,))
    own, other = seen_by("red", state).tokens, seen_by("blue", state).tokens
    assert own["t"].machine.chamber == "empty"
    assert other["t"].machine.chamber == ""
    assert [one.worth for one in own["x"].machine.men] == [""] * 5
    assert other["x"].machine.men[0].worth == "Rep 5"
    assert "Commander: X_1, Rep not known" in [line.text for line in own["x"].lines]
    state.figures["x_1"].shown_rep = 5
    assert seen_by("red", state).tokens["x"].machine.men[0].worth == "Rep 5"


def test_it_shows_what_has_become_of_it() -> None:
    tank = seen_by("red", duel(buttoned=True, condition="immobile")).tokens["t"]
    assert (tank.machine.hatch, tank.state) == ("shut", "immobile")
    assert {mark.sign for mark in tank.marks} == {"buttoned", "immobile"}
    wreck = seen_by("red", duel(condition="destroyed", burning=True)).tokens["t"]
    assert (wreck.machine.hatch, wreck.machine.burning, wreck.state) == ("", True, "destroyed, burning")


def test_riders_are_small_men_on_the_deck() -> None:
    tokens = seen_by("red", duel()).tokens
    rider, tank = tokens["r"], tokens["t"]
    assert rider.width < 254
    assert abs(rider.at[0] - tank.at[0]) < tank.width // 2
    assert 0 < rider.at[1] - tank.at[1] < tank.depth // 2, "behind the turret"


def test_forces_have_platoons_with_vehicles_and_crews() -> None:
    tanks = vehicle("t", (20, 30)), vehicle("u", (26, 30))
    state = field(*tanks, vehicle("x", (20, 6), side="blue"), platoon="first platoon")
    (red, _) = seen_by("red", state).forces
    platoon = next(one for one in red.branches if one.branches)
    assert (platoon.label, platoon.note) == ("First platoon", "2 vehicles")
    assert [one.note for one in platoon.branches] == ["4 of 4", "4 of 4"]
    assert platoon.branches[0].tokens[0] == "t"


def test_a_ghost_of_a_tank_is_drawn_as_a_tank() -> None:
    state = duel()
    for id, what in (("g1", PZIV), ("g2", "german.pak_40")):
        state.ghosts[id] = Ghost(id, "x", "red", point((30, 30)), 0, 2, "X", what)
    tokens = seen_by("red", state).tokens
    assert (tokens["g1"].symbol, tokens["g1"].depth, tokens["g1"].machine.hatch) == ("tank_medium", 1270, "")
    assert (tokens["g2"].symbol, tokens["g2"].machine.kind) == ("at_gun", "gun")


def test_every_vehicle_and_gun_of_the_lists_can_be_drawn() -> None:
    drawn = {symbol_of_vehicle(one) for one in all_vehicles().values()}
    drawn |= {symbol_of_gun(one) for one in all_guns().values()}
    assert drawn <= set(SYMBOLS)
    marks = {mark.sign for one in seen_by("red", duel()).tokens.values() for mark in one.marks}
    assert marks <= set(MARKS)


def test_what_somebody_had_in_his_hands_is_never_taken_for_a_vehicle_or_a_gun() -> None:
    """A ghost holds a weapon or a type: no id may be both."""
    assert not set(all_weapons()) & (set(all_vehicles()) | set(all_guns()))


def piece(state: Any, id: str, *by: str) -> Any:
    with playing(state, Phase("red")) as p:
        found = LOOKS["piece"](p.match.view("red"), {"id": id, "by": list(by)})
        p.pending(red="Choose a group")
    return found


def test_of_an_enemy_it_is_told_which_face_is_struck_and_how_likely_each_result_is() -> None:
    """APR 6 of the T-34 against 6 in front: nothing; against 3 from the side it goes through."""
    state = duel()
    front = piece(state, "x", "t")
    assert front.lines[0].text == 'T to X, 20.0" away: its front, 6.'
    assert "cannot be pierced" in front.lines[1].text
    assert [shape.look for shape in front.shapes] == ["sight", "plate"]
    state.vehicles["x"].facing = 900
    side = piece(state, "x", "t")
    assert "its side, 3" in side.lines[0].text
    assert side.lines[1].text.startswith("APR 6, number 3")
    assert "He has APR 8 against its front, 6" in side.lines[2].text


def test_its_own_crew_is_told_what_is_left_of_its_speed() -> None:
    assert piece(duel(), "t").lines[0].text == '24" of its speed on a road left.'


def test_a_manned_vehicle_holds_a_place_as_a_man_does() -> None:
    """NR-280: from the middle of its base, six inches and no more, and not ducked back."""
    state = field(vehicle("t", (16, 10)), vehicle("x", (40, 40), side="blue"))
    assert is_met(state, goal("take"), last=False)
    state.vehicles["t"].at = point((16.1, 10))
    assert not is_met(state, goal("take"), last=False)
    state.vehicles["t"].at, state.vehicles["t"].status = point((16, 10)), "duck_back"
    assert not is_met(state, goal("take"), last=False)
    state.vehicles["t"].status = "carry_on"
    state.vehicles["x"].at = point((18, 18))
    assert not is_met(state, goal("take"), last=False), 'an enemy able to act is within 12"'
    state.vehicles["x"].condition = "destroyed"
    assert is_met(state, goal("take"), last=False)
