"""The tests of vehicles: Crisis and Recover, who throws, and what comes of it. NUTS-VEH-04 to NUTS-VEH-07"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from deadground.space.bases import gap
from deadground.space.units import inches
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import seen_already
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.machines import PZIV, T34, field, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point

SHOT = Fallout(missed=(("t", "x"),))
WALL = "  - {id: wall, kind: wall, width: 0.5, line: [[10, 27], [38, 27]]}\n"


def duel(**changes: Any) -> SkirmishState:
    """T, a Panzer IV H that looks north, before X, a T-34."""
    one = vehicle("t", (24, 24), type=PZIV, **changes)
    return field(one, vehicle("x", (24, 4), "blue", facing=180, type=T34), reps=(4,))


def after(
    state: SkirmishState,
    fallout: Fallout,
    *,
    dice: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
    choice: str = "",
) -> Play[SkirmishState]:
    """What follows from some shots between groups that have seen each other."""
    seen_already(game(state), "red")
    crisis = links.crisis_after(game(state, options=options), fallout)
    with playing(state, crisis, dice=dice, options=options) as p:
        if choice:
            p.choose("red", [choice])
        p.nothing_pending()
    return p


@rule("NUTS-VEH-04", "NUTS-VEH-07", "NUTS-VEH-14")
@pytest.mark.parametrize(
    ("dice", "passed", "status"),
    [
        ((4, 4), 2, "duck_back"),
        ((4, 5), 1, "duck_back"),
        ((5, 5), 0, "hunker_down"),
    ],
)
def test_a_vehicle_that_was_missed_tests_by_its_commander(
    dice: tuple[int, int], passed: int, status: str
) -> None:
    """Rep 4, and nothing to answer with."""
    p = after(duel(unloaded=(0,)), SHOT, dice=dice)
    (test,) = told(p, "vehicle_crisis")
    assert (test["figure"], test["passed"], test["result"]) == ("t_1", passed, status)
    tank = p.state.vehicles["t"]
    assert (tank.status, tank.buttoned, tank.reaction.reacting) == (status, True, None)


@rule("NUTS-VEH-07")
@pytest.mark.parametrize("cover", [False, True])
def test_neither_cover_nor_half_strength_changes_its_dice(cover: bool) -> None:
    """NR-05: two dice, whoever is left and wherever it stands."""
    pieces = "  - {id: wall, kind: wall, width: 0.5, line: [[20, 20.8], [28, 20.8]]}\n" if cover else ""
    one = vehicle("t", (24, 24), type=PZIV, unloaded=(0,))
    state = field(one, vehicle("x", (24, 4), "blue", facing=180), pieces=pieces)
    for id in ("t_3", "t_4", "t_5"):
        state.figures[id].status, state.figures[id].group = "obviously_dead", ""
    p = after(state, SHOT, dice=(4, 5))
    (roll,) = [event for event in p.events if event.kind == "vehicle_crisis"]
    assert [len(one.faces) for one in roll.rolls] == [2]


def pair(far: float = 2.0, **changes: Any) -> SkirmishState:
    """T and U of a platoon, so far apart, with a wreck W beside U; Reps 4 and 3 in command."""
    t = vehicle("t", (24, 24), type=PZIV)
    u = vehicle("u", (24 + 2.5 + far, 24), type=PZIV, **changes)
    x = vehicle("x", (24, 4), "blue", facing=180)
    state = field(t, u, x)
    for unit in ("t", "u"):
        state.units[unit].platoon = "p"
    state.figures["u_1"].rep = 3
    for one in state.figures.values():
        if one.side == "red":
            one.group = "red-1"
    return state


@rule("NUTS-VEH-07")
@pytest.mark.parametrize(("hit", "passed"), [((), 1), (("t",), 0)])
def test_the_leader_of_a_group_of_vehicles_adds_his_die(hit: tuple[str, ...], passed: int) -> None:
    """NR-260: T leads, of Rep 4, and is within four inches of U; was T hit, too, U leads, of Rep 3."""
    fallout = Fallout(missed=(("u", "x"),), hit=tuple((id, "x") for id in hit))
    state = pair()
    state.vehicles["u"].unloaded = (0,)
    p = after(state, fallout, dice=(6, 6, 4))
    (test,) = [event for event in p.events if event.kind == "vehicle_crisis"]
    assert len(test.rolls) == 2
    assert test.data["passed"] == passed


def test_a_commander_too_far_from_the_others_adds_no_die() -> None:
    """NR-33, NR-260"""
    p = after(pair(4.1), Fallout(missed=(("u", "x"),)), dice=(6, 6))
    assert told(p, "vehicle_crisis")[0]["passed"] == 0


@rule("NUTS-VEH-07")
@pytest.mark.parametrize(("choice", "status"), [("2", "duck_back"), ("0", "hunker_down")])
def test_a_star_in_command_says_what_he_passes(choice: str, status: str) -> None:
    state = duel(unloaded=(0,))
    state.figures["t_1"].star = True
    p = after(state, SHOT, choice=choice)
    assert p.state.vehicles["t"].status == status
    assert told(p, "free_will")[0]["passed"] == int(choice)


def test_a_star_may_throw_as_well() -> None:
    state = duel(unloaded=(0,))
    state.figures["t_1"].star = True
    assert after(state, SHOT, choice="roll", dice=(6, 6)).state.vehicles["t"].status == "hunker_down"


@rule("NUTS-VEH-05")
@pytest.mark.parametrize(
    ("dice", "status"), [((4, 4), "carry_on"), ((4, 5), "duck_back"), ((5, 5), "leave_battlefield")]
)
def test_a_friend_that_is_destroyed_beside_it_shakes_a_vehicle(dice: tuple[int, int], status: str) -> None:
    p = after(burning(), Fallout(destroyed=(("w", "x"),)), dice=dice)
    assert told(p, "vehicle_crisis")[0]["result"] == status
    assert p.state.vehicles["t"].status == status


def burning(far: float = 3.99, facing: float = 0, **changes: Any) -> SkirmishState:
    """W, destroyed, so far to the right of T from hull to hull."""
    t = vehicle("t", (24, 24), type=PZIV, facing=facing, **changes)
    w = vehicle("w", (24 + 2.5 + far, 24), type=PZIV, condition="destroyed")
    x = vehicle("x", (24, 4), "blue", facing=180)
    state = field(t, w, x)
    for id, one in state.figures.items():
        if id.startswith("w_"):
            one.status, one.group = "obviously_dead", ""
    return state


@rule("NUTS-VEH-05")
@pytest.mark.parametrize(("far", "tests"), [(3.99, True), (4.02, False)])
def test_within_four_inches(far: float, tests: bool) -> None:
    p = after(burning(far), Fallout(destroyed=(("w", "x"),)), dice=(4, 4) if tests else ())
    assert bool(told(p, "vehicle_crisis")) is tests


@rule("NUTS-VEH-05")
@pytest.mark.parametrize("turned", [False, True])
def test_and_in_sight(turned: bool) -> None:
    """Buttoned up it looks ahead, and W is behind it."""
    state = burning(facing=270 if turned else 90, buttoned=True)
    p = after(state, Fallout(destroyed=(("w", "x"),)), dice=() if turned else (4, 4))
    assert bool(told(p, "vehicle_crisis")) is not turned


@pytest.mark.parametrize("counts", ["off", "on"])
def test_with_the_option_a_disabled_friend_counts(counts: str) -> None:
    """NR-89"""
    fallout, options = Fallout(disabled=(("w", "x"),)), {"brewed_up_includes_disabled": counts}
    p = after(burning(), fallout, dice=(4, 4) if counts == "on" else (), options=options)
    assert bool(told(p, "vehicle_crisis")) is (counts == "on")


def test_one_test_for_all_causes_and_the_worst_line_counts() -> None:
    """NUTS-REACT-05: fired on it would duck back, but its friend burns."""
    p = after(burning(), Fallout(missed=(("t", "x"),), destroyed=(("w", "x"),)), dice=(5, 5))
    (test,) = told(p, "vehicle_crisis")
    assert test["result"] == "leave_battlefield"
    assert len(test["lines"]) == 2


@rule("NUTS-MOVE-10")
def test_a_second_hunker_down_makes_a_vehicle_leave() -> None:
    """NR-261"""
    state = after(duel(unloaded=(0,)), SHOT, dice=(5, 5)).state
    state.vehicles["t"].status = "carry_on"
    assert after(state, SHOT, dice=(5, 5)).state.vehicles["t"].status == "leave_battlefield"


@pytest.mark.parametrize("status", ["hunker_down", "leave_battlefield"])
def test_who_hunkers_or_leaves_takes_no_test(status: str) -> None:
    """NR-114"""
    p = after(duel(status=status), SHOT)
    assert not told(p, "vehicle_crisis")
    assert p.state.vehicles["t"].status == status


def test_a_hunkered_vehicle_does_nothing_and_sees_nothing_for_its_side() -> None:
    """NR-147"""
    state = field(vehicle("t", (24, 30), status="hunker_down"), men=(foe("x", (24, 10)),), knowledge="ghosts")
    look_round(game(state))
    assert not state.figures["x"].is_seen_by("red")
    state.vehicles["t"].status = "duck_back"
    look_round(game(state))
    assert state.figures["x"].is_seen_by("red")


@rule("NUTS-VEH-06")
@pytest.mark.parametrize(
    ("dice", "status"), [((4, 4), "carry_on"), ((4, 5), "duck_back"), ((5, 5), "leave_battlefield")]
)
def test_an_active_vehicle_recovers(dice: tuple[int, int], status: str) -> None:
    """Two passed and it is given its orders at once."""
    state = duel(status="hunker_down", buttoned=True)
    seen_already(game(state), "red")
    with playing(state, Activation("red-1"), dice=dice) as p:
        if status == "carry_on":
            p.pending(red="Give the group its orders")
            p.choose("red", [])
        p.nothing_pending()
    assert told(p, "vehicle_recovers")[0]["result"] == status
    assert p.state.vehicles["t"].status == status


@rule("NUTS-VEH-06")
def test_a_star_in_command_recovers_as_he_likes() -> None:
    state = duel(status="hunker_down")
    seen_already(game(state), "red")
    state.figures["t_1"].star = True
    with playing(state, Activation("red-1")) as p:
        p.choose("red", ["1"])
        p.nothing_pending()
    assert p.state.vehicles["t"].status == "duck_back"


def test_it_drives_for_the_nearest_edge_in_every_phase_of_its_side() -> None:
    """NS-21, NR-262: sixteen inches across country in a phase, whatever the die says; then it is off the
    table, with all who are in it."""
    state = field(vehicle("t", (28, 24)), men=(man("r", (4, 4)),), reps=(4,))
    state.vehicles["t"].status = "leave_battlefield"
    state.sides["red"].die = 6
    for way in ("once", "off"):
        with playing(state, Phase("red")) as p:
            p.nothing_pending()
        state = p.state
        if way == "once":
            assert state.vehicles["t"].at == point((44, 24))
            assert state.vehicles["t"].status == "leave_battlefield"
            assert state.vehicles["t"].is_fast
    assert state.vehicles["t"].status == "gone"
    assert {state.figures[f"t_{n}"].status for n in range(1, 5)} == {"gone"}
    assert state.figures["r"].status == "carry_on"


def test_it_goes_round_what_is_in_its_way() -> None:
    """NR-262: a house stands between it and the nearest edge."""
    house = "  - {id: house, kind: structure, polygon: [[38, 18], [42, 18], [42, 30], [38, 30]]}\n"
    state = field(vehicle("t", (34, 24)), pieces=house)
    state.vehicles["t"].status = "leave_battlefield"
    with playing(state, links.vehicle_leaves("t")) as p:
        p.nothing_pending()
    assert p.state.vehicles["t"].at[0] < inches(38)
    assert p.state.vehicles["t"].at != point((34, 24))


def test_what_cannot_move_is_left_behind() -> None:
    """NR-263: its crew gets out."""
    state = field(vehicle("t", (34, 24), condition="immobile"))
    state.vehicles["t"].status = "leave_battlefield"
    with playing(state, links.vehicle_leaves("t")) as p:
        p.nothing_pending()
    men = [p.state.figures[f"t_{n}"] for n in range(1, 5)]
    assert [one.aboard for one in men] == [""] * 4
    assert all(0 <= gap(one.base, p.state.vehicles["t"].base) <= inches(2) for one in men)


def test_a_vehicle_that_leaves_is_no_part_of_its_group() -> None:
    """NS-02: T goes, and U acts."""
    state = pair()
    p = after(state, Fallout(missed=(("t", "x"),)), dice=(5, 5, 6))
    assert p.state.vehicles["t"].status == "hunker_down"
    state = p.state
    state.vehicles["t"].status = "carry_on"
    p = after(state, Fallout(missed=(("t", "x"),)), dice=(5, 5, 6))
    assert p.state.vehicles["t"].status == "leave_battlefield"
    assert p.state.figures["t_1"].group != p.state.figures["u_1"].group
    assert len({p.state.figures[f"t_{n}"].group for n in range(1, 6)}) == 1
