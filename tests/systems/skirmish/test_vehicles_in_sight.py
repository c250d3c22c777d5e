"""Vehicles that come into sight: their commanders roll, buttoned up with a die less, and duck back. NS-20, NS-21"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.records import redact
from deadground.systems.skirmish.crews import commander_of_vehicle, eyes_of
from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.upkeep import begin_activation
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing.play import Play
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.machines import PZIV, field, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, point
from tests.systems.skirmish.test_driving import drive

HILL = "  - {id: hill, kind: hill, level: 2, polygon: [[20, 14], [30, 14], [30, 22], [20, 22]]}\n"

UNHURT = {"men_in_the_open": "armour"}
"""Machine guns do nothing to either."""


def meeting(*, dice: list[int], buttoned: bool = False, **changes: Any) -> Play[SkirmishState]:
    """T drives out from behind a hill and meets a Panzer IV that looks on; neither has a round loaded."""
    t = vehicle("t", (10, 28), buttoned=buttoned, unloaded=(0,))
    x = vehicle("x", (34, 10), side="blue", facing=270, type=PZIV, unloaded=(0,), **changes)
    state = field(t, x, pieces=HILL, reps=(4,))
    state.sighted = ()
    with playing(state, Activation("red-1"), dice=dice, options=UNHURT) as p:
        p.choose("red", [drive((10, 12))])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    return p


@pytest.mark.parametrize("buttoned", [False, True])
def test_opposing_commanders_roll_and_one_who_is_buttoned_up_has_a_die_less(buttoned: bool) -> None:
    """Rep 4 each: T moved, so it has three dice, or two. Who has seen the other first and cannot fire ducks back,
    and buttons up; T was stopped on its way."""
    mine = 2 if buttoned else 3
    p = meeting(dice=[6] * mine + [1] * 4, buttoned=buttoned)
    (test,) = told(p, "in_sight_test")
    assert [(one["roller"], one["dice"]) for one in test["results"]] == [("t_1", mine), ("x_1", 4)]
    assert p.state.vehicles["t"].drive.halted
    assert p.state.vehicles["t"].buttoned is buttoned
    assert [one["vehicle"] for one in told(p, "vehicle_ducks")] == ["x"]
    assert p.state.vehicles["x"].buttoned
    assert p.state.vehicles["x"].status == "duck_back"
    assert list(invariants(p.state)) == []


def test_a_gunner_who_commands_rolls_as_temporary_leader() -> None:
    """NS-20: X's commander is out of action; its gunner has three dice of Rep 4."""

    t = vehicle("t", (10, 28), unloaded=(0,))
    x = vehicle("x", (34, 10), side="blue", facing=270, type=PZIV, unloaded=(0,))
    state = field(t, x, pieces=HILL)
    state.sighted = ()
    state.figures["x_1"].status = "out_of_the_fight"
    state.figures["x_1"].group = ""
    with playing(state, Activation("red-1"), dice=[6] * 3 + [1] * 3, options=UNHURT) as p:
        p.choose("red", [drive((10, 12))])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    (test,) = told(p, "in_sight_test")
    assert [(one["roller"], one["dice"]) for one in test["results"]] == [("t_1", 3), ("x_3", 3)]


def test_a_vehicle_ducks_back_to_the_nearest_place_out_of_sight() -> None:
    """NS-21: T wins, cannot fire, and goes back behind the hill it came from; it carries on when next active."""
    p = meeting(dice=[1] * 3 + [6] * 4)
    t, x = p.state.vehicles["t"], p.state.vehicles["x"]
    assert (t.status, t.buttoned) == ("duck_back", True)
    assert not has_los(p.state, x, t)
    (end,) = [one["end"] for one in told(p, "drives")[1:]]
    assert end == t.at
    begin_activation(game(p.state), t_group(p.state))
    assert (t.status, t.drive.spent) == ("carry_on", 0)


def t_group(state: SkirmishState) -> str:
    return state.figures["t_1"].group


def test_who_is_immobile_stays_and_buttons_up() -> None:
    """NS-21"""
    p = meeting(dice=[6] * 3 + [1] * 4, condition="immobile")
    assert p.state.vehicles["x"].at == point((34, 10))
    assert p.state.vehicles["x"].buttoned


@pytest.mark.parametrize(
    ("hull", "turret", "sees"),
    [(0, 0, True), (180, 0, False), (180, 180, True), (180, 89, False), (180, 91, True)],
)
def test_buttoned_up_it_sees_ahead_of_its_hull_and_of_its_turret(hull: int, turret: int, sees: bool) -> None:
    """NS-20: X is due north. Open it sees all round."""
    t = vehicle("t", (24, 30), facing=hull, turrets=(turret * 10,), buttoned=True)
    state = field(t, men=(foe("x", (24, 10)),))
    assert has_los(state, t, state.figures["x"]) is sees
    t.buttoned = False
    assert has_los(state, t, state.figures["x"])


def test_the_commander_looks_out_and_no_man_inside_is_on_the_table() -> None:
    state = field(vehicle("t", (24, 30)), men=(foe("x", (24, 10)),))
    t, x = state.vehicles["t"], state.figures["x"]
    commander = commander_of_vehicle(state, t)
    assert commander is state.figures["t_1"]
    assert eyes_of(state, commander) is t
    assert has_los(state, x, t)
    for one in state.figures.values():
        if one.aboard:
            assert not has_los(state, one, x)
            assert not has_los(state, x, one)


def test_a_side_sees_what_the_crew_of_a_vehicle_sees_and_the_crew_with_it() -> None:
    """NR-108"""
    state = field(vehicle("t", (24, 30)), men=(foe("x", (24, 10), facing=0),), knowledge="ghosts")
    look_round(game(state))
    assert state.figures["x"].is_seen_by("red")
    assert "t" not in redact(state, "blue").vehicles
    state.figures["x"].facing = 1800
    look_round(game(state))
    seen = redact(state, "blue")
    assert "t" in seen.vehicles
    assert seen.figures["t_1"].name == "T_1"
    assert seen.figures["t_1"].rep == 0
    state.figures["x"].facing = 0
    look_round(game(state))
    assert "t" not in redact(state, "blue").vehicles
    assert [(one.of, one.at) for one in state.ghosts.values()] == [("t", point((24, 30)))]


def test_hatches_are_opened_and_shut_as_the_activation_begins() -> None:
    """NS-20"""

    def hatches(shut: bool, who: str = "t_1") -> dict[str, Any]:
        return {"unit": "red-1", "card": "hatches", "pieces": [who], "plan": {"shut": {who: shut}}}

    with playing(field(vehicle("t", (24, 40))), Activation("red-1")) as p:
        assert "commands no vehicle" in p.refuse("red", [hatches(True, "t_2")])[0].reason
        assert "is open already" in p.refuse("red", [hatches(False)])[0].reason
        p.choose("red", [hatches(True)])
        assert p.state.vehicles["t"].buttoned
        p.choose("red", [drive((24, 36))])
        assert p.refuse("red", [hatches(False)])[0].rows == ("NUTS-VEH-08", "NS-20")
        p.choose("red", [])
        p.nothing_pending()
