"""Main guns in play: the tank duel box by box, chambers and loaders, arcs, ranges, what is refused. NUTS-VEH-20"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.upkeep import begin_activation, end_activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, T34, TRUCK, field, met, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import At, foe
from tests.systems.skirmish.test_driving import drive

STUG, KV2, LEE, T35 = "german.stug_iii_f_g", "soviet.kv_2", "soviet.m3_lee", "soviet.t_35"
SCOUT = "german.sdkfz_222"
HIT, MISS = [1, 1], [6, 6]
"""Both dice of Rep 4 passed, or none."""


def round_at(target: str, *, gunner: str = "t_1", rolls: int = 1, **more: Any) -> dict[str, Any]:
    """A main gun of red's first group at a target: a T-34's commander is its gunner."""
    given = {"aims": [[target, rolls]], "place": 0, "he": False, **more}
    return {"unit": "red-1", "card": "fire", "pieces": [gunner], "plan": {"guns": {gunner: given}}}


def duel(
    *, x: At = (24, 14), facing: float = 90, pieces: str = "", type: str = T34, foe_type: str = PZIV, **t: Any
) -> SkirmishState:
    """T, a T-34 at (24, 34) that looks north, and X, a Panzer IV that shows its side; Rep 4 all of them."""
    tank = vehicle("t", (24, 34), type=type, **t)
    return met(field(tank, vehicle("x", x, side="blue", facing=facing, type=foe_type), pieces=pieces))


def rep_of(p: Play[SkirmishState]) -> int:
    """The gunner's Rep as the last shot counted it."""
    return [event for event in p.events if event.kind == "gunnery"][-1].tallies[0].total


@rule("NUTS-VEH-09", "NUTS-VEH-10", "NUTS-VEH-15", "NUTS-VEH-16")
@pytest.mark.parametrize(
    ("pierces", "condition"), [([3, 3], "destroyed"), ([3, 4], "disabled"), ([4, 4], "sound")]
)
def test_a_hit_is_held_against_the_armour_it_strikes(pierces: list[int], condition: str) -> None:
    """APR 6 against 3, the side of a Panzer IV: two of 3 or less destroy it, one disables it."""
    p = acted(duel(), round_at("x"), dice=[*HIT, *pierces])
    assert p.state.vehicles["x"].condition == condition
    (shot,), (struck,) = told(p, "gunnery"), told(p, "penetration")
    assert (shot["passed"], shot["hit"]) == (2, True)
    assert (struck["struck"], struck["turret"], struck["number"]) == ("side", False, 3)


@pytest.mark.parametrize(
    ("pierces", "comes_to"),
    [
        ([3, 4], "nobody lost, X knocked out"),
        ([4, 4], "nobody lost"),
        ([3, 3], "Red lost none, Blue five, X destroyed"),
    ],
)
def test_the_sum_of_an_exchange_names_the_vehicles_it_cost(pierces: list[int], comes_to: str) -> None:
    p = acted(duel(), round_at("x"), dice=[*HIT, *pierces])
    assert [line for line in p.log if line.startswith("Exchange over")] == [f"Exchange over: {comes_to}."]


@rule("NUTS-VEH-11", "NUTS-VEH-12")
@pytest.mark.parametrize(("location", "turret"), [(2, True), (3, False)])
def test_half_a_success_strikes_anywhere(location: int, turret: bool) -> None:
    p = acted(duel(), round_at("x"), dice=[4, 5, location])
    assert [(one["struck"], one["turret"]) for one in told(p, "penetration")] == [("side", turret)]


@rule("NUTS-VEH-11")
@pytest.mark.parametrize("who", ["t", "x"])
def test_it_is_a_miss_if_one_of_the_two_has_fast_moved(who: str) -> None:
    state = duel()
    one = state.vehicles[who]
    one.drive = one.drive.but(fast=True)
    p = acted(state, round_at("x"), dice=[4, 5])
    assert [one["hit"] for one in told(p, "gunnery")] == [False]


@rule("NUTS-VEH-09", "NUTS-VEH-11")
@pytest.mark.parametrize(("x", "rep", "hit"), [((24, 83), 3, False), ((24, 82), 4, True)])
def test_beyond_48_inches_a_gunner_counts_one_lower_and_half_a_success_is_a_miss(
    x: At, rep: int, hit: bool
) -> None:
    """From edge to edge: T's hull reaches 2.5" from its middle, X's side 1.25"."""
    tank, target = vehicle("t", (24, 30.25)), vehicle("x", x, side="blue", facing=90, type=PZIV)
    tank.facing = 1800
    p = acted(met(field(tank, target, size=(48, 96))), round_at("x"), dice=[rep, 6, *([3] if hit else [])])
    (shot,) = told(p, "gunnery")
    assert (shot["passed"], shot["hit"]) == (1, hit)
    assert rep_of(p) == rep


@rule("NUTS-VEH-14")
def test_none_passed_is_a_miss() -> None:
    p = acted(duel(), round_at("x"), dice=[5, 5])
    assert [one["hit"] for one in told(p, "gunnery")] == [False]
    assert told(p, "penetration") == []
    assert p.state.vehicles["x"].condition == "sound"


@rule("NUTS-VEH-09")
def test_it_is_the_gunner_who_fires() -> None:
    """A Panzer IV's third man is its gunner: his Rep of 2 passes what a commander's 5 would not need."""
    t = vehicle("t", (24, 34), type=PZIV)
    state = met(field(t, vehicle("x", (24, 14), side="blue", facing=90), reps=(5, 4, 2)))
    assert "NS-29" in refused(state, round_at("x", gunner="t_1"))
    p = acted(state, round_at("x", gunner="t_3"), dice=[2, 3, 3])
    assert [one["passed"] for one in told(p, "gunnery")] == [1]


def test_a_loader_who_passes_has_the_next_round_in_the_chamber() -> None:
    """NS-23"""
    for die, unloaded in ((4, ()), (5, (0,))):
        p = acted(duel(), round_at("x"), dice=[*MISS, die])
        assert p.state.vehicles["t"].unloaded == unloaded


def test_an_empty_chamber_is_loaded_when_the_next_activation_ends() -> None:
    """NS-23: not when the one ends in which it was fired."""
    p = acted(duel(), round_at("x"), dice=[*MISS, 5])
    g, t = game(p.state), p.state.vehicles["t"]
    begin_activation(g, "red-1")
    assert {"NS-23", "NUTS-VEH-18"} <= refused(p.state, round_at("x"))
    end_activation(g)
    assert t.unloaded == ()


def test_without_a_loader_it_is_always_loaded_an_activation_later() -> None:
    """NS-23: no die falls for him."""
    state = duel()
    state.figures["t_3"].status = "out_of_the_fight"
    p = acted(state, round_at("x"), dice=MISS)
    assert p.state.vehicles["t"].unloaded == (0,)


@pytest.mark.parametrize(("dice", "unloaded"), [([5, 4], ()), ([4, 5], ()), ([5, 5], (0,))])
@rule("COT-VEH-18")
def test_of_two_loaders_one_has_to_pass(dice: list[int], unloaded: tuple[int, ...]) -> None:
    """NR-242: a KV-2's commander loads, and so does its second loader."""
    p = acted(duel(type=KV2), round_at("x", gunner="t_3"), dice=[*MISS, *dice])
    assert p.state.vehicles["t"].unloaded == unloaded


def test_an_active_gun_fires_once() -> None:
    """NS-23: though it is loaded again."""
    with playing(duel(facing=180), Activation("red-1"), dice=[*MISS, 1, 6, 6]) as p:
        p.choose("red", [round_at("x")])
        faults = p.refuse("red", [round_at("x")])
        assert "NUTS-ACT-10" in {row for fault in faults for row in fault.rows}
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(("gap", "legal"), [(3, True), (3.1, False)])
def test_a_rapid_gun_spreads_its_rolls_over_targets_within_3_inches(gap: float, legal: bool) -> None:
    """NS-23, LR-113: an SdKfz 222 has two; each target gets one or more, and no more than two fall."""
    state = met(
        field(
            vehicle("t", (24, 34), type=SCOUT),
            vehicle("x", (20, 14), side="blue", type=TRUCK),
            vehicle("y", (22 + gap, 14), side="blue", type=TRUCK),
        )
    )
    both = round_at("x", gunner="t_3")
    both["plan"]["guns"]["t_3"]["aims"] = [["x", 1], ["y", 1]]
    if not legal:
        assert "LR-113" in refused(state, both)
        return
    assert "LR-113" in refused(state, round_at("x", gunner="t_3", rolls=3))
    p = acted(state, both, dice=[*HIT, 6, 6, *MISS])
    assert [one["target"] for one in told(p, "gunnery")] == ["x", "y"]


def test_a_turret_turns_to_what_it_fires_at() -> None:
    """NS-22: all round, though the hull looks away."""
    p = acted(duel(x=(4, 34)), round_at("x"), dice=MISS)
    assert p.state.vehicles["t"].turrets == (2700,)
    assert p.state.vehicles["t"].facing == 0


@pytest.mark.parametrize(
    ("x", "legal"), [((44, 14), True), ((44, 14.5), False), ((4, 14), True), ((24, 44), False)]
)
def test_a_gun_without_a_turret_fires_into_its_front_quarter(x: At, legal: bool) -> None:
    """NS-22: 45 degrees to either side, edges included."""
    rows = refused(duel(x=x, type=STUG), round_at("x", gunner="t_3"))
    assert ("NS-22" not in rows) == legal


@rule("COT-VEH-22")
@pytest.mark.parametrize(
    ("x", "legal"), [((44, 34), True), ((44, 34.5), False), ((14, 16.7), True), ((13, 17), False)]
)
def test_the_sponson_of_a_lee_looks_from_30_left_to_90_right(x: At, legal: bool) -> None:
    rows = refused(duel(x=x, type=LEE), round_at("x", gunner="t_3"))
    assert ("COT-VEH-22" not in rows) == legal


@rule("COT-VEH-25")
def test_each_turret_has_an_arc_and_a_gunner_of_its_own() -> None:
    """A T-35's second turret looks from 345 to 135 degrees; both fire in one answer, each at its own."""
    state = met(
        field(
            vehicle("t", (24, 34), type=T35),
            vehicle("x", (10, 14), side="blue", type=TRUCK),
            vehicle("y", (38, 20), side="blue", type=TRUCK),
        )
    )
    second = round_at("x", gunner="t_5", place=1)
    assert "COT-VEH-25" in refused(state, second)
    both = round_at("x", gunner="t_3")
    both["pieces"] = ["t_3", "t_5"]
    both["plan"]["guns"]["t_5"] = {"aims": [["y", 1]], "place": 1, "he": False}
    p = acted(state, both, dice=[*MISS, 1, *MISS])
    assert sorted((one["gunner"], one["target"]) for one in told(p, "gunnery")) == [
        ("t_3", "x"),
        ("t_5", "y"),
    ]
    assert p.state.vehicles["t"].unloaded == (1,)


@rule("COT-VEH-16")
@pytest.mark.parametrize(("x", "legal"), [((24, 81.6), False), ((24, 81.5), True)])
def test_a_short_howitzer_reaches_48_inches(x: At, legal: bool) -> None:
    t = vehicle("t", (24, 30.25), type="german.sdkfz_234_3", facing=180)
    state = met(field(t, vehicle("x", x, side="blue", facing=90, type=PZIV), size=(48, 96)))
    gunner = next(
        one.id for one in state.figures.values() if one.aboard == "t" and "gunner" in one.berth.posts
    )
    assert ("COT-VEH-16" not in refused(state, round_at("x", gunner=gunner))) == legal


@rule("COT-VEH-23")
@pytest.mark.parametrize(("before", "rep"), [("drive", 3), ("turret", 3), ("ahead", 4), ("", 4)])
def test_a_kv_2_aims_badly_after_it_moved_or_turned_its_turret(before: str, rep: int) -> None:
    """In the activation before: a shot straight ahead turns nothing, and this activation does not count."""
    state = duel(type=KV2, x=(24, 14) if before == "ahead" else (34, 14))
    if before == "drive":
        state = acted(state, drive((24, 33)), dice=[]).state
    elif before:
        state = acted(state, round_at("x", gunner="t_3"), dice=[*MISS, 1]).state
    p = acted(met(state), round_at("x", gunner="t_3"), dice=MISS)
    assert rep_of(p) == rep


@rule("COT-VEH-23")
@pytest.mark.parametrize(("x", "legal"), [((44, 14), True), ((44, 14.5), False)])
def test_on_a_slope_its_turret_cannot_be_turned(x: At, legal: bool) -> None:
    """NR-248: T's hull lies across the edge of a hill, and fires as if it had no turret."""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[10, 34], [40, 34], [40, 44], [10, 44]]}\n"
    state = duel(type=KV2, x=x, pieces=hill)
    assert ("COT-VEH-25" not in refused(state, round_at("x", gunner="t_3"))) == legal
    if legal:
        p = acted(state, round_at("x", gunner="t_3"), dice=[*MISS, 1])
        assert p.state.vehicles["t"].turrets == (0,)
    assert refused(duel(type=KV2, x=x), round_at("x", gunner="t_3")) == set()


WALL = "  - {id: wall, kind: wall, line: [[10, 17], [38, 17]]}\n"
HEIGHT = "  - {id: height, kind: hill, level: 1, polygon: [[10, 26], [38, 26], [38, 44], [10, 44]]}\n"


@rule("COT-VEH-20")
@pytest.mark.parametrize(("pieces", "face"), [(WALL, "front"), (WALL + HEIGHT, "side"), ("", "side")])
def test_a_low_vehicle_that_is_hull_down_is_hit_on_its_front(pieces: str, face: str) -> None:
    """An assault gun across the line, within an inch of a wall: hull down to who is on its own level alone."""
    p = acted(duel(x=(24, 14.9), foe_type=STUG, pieces=pieces), round_at("x"), dice=[*HIT, 6, 6])
    assert [(one["struck"], one["turret"]) for one in told(p, "penetration")] == [(face, False)]


@rule("COT-VEH-20")
@pytest.mark.parametrize(("wall", "level", "legal"), [(True, 1, False), (True, 0, True), (False, 1, True)])
def test_a_low_vehicle_cannot_fire_from_hull_down_at_a_lower_level(
    wall: bool, level: int, legal: bool
) -> None:
    """T is on a height, behind a wall that is half an inch before it, and X below."""
    height = HEIGHT.replace("level: 1", f"level: {level}") if level else ""
    pieces = height + ("  - {id: wall, kind: wall, line: [[10, 31], [38, 31]]}\n" if wall else "")
    assert ("COT-VEH-20" not in refused(duel(type=STUG, pieces=pieces), round_at("x", gunner="t_3"))) == legal


@pytest.mark.parametrize("who", ["x_man", "gone"])
def test_armour_piercing_is_for_armour(who: str) -> None:
    """NS-27: at men high explosive is fired."""
    state = met(field(vehicle("t", (24, 34)), men=(foe("x", (24, 20)),)))
    assert "NS-27" in refused(state, round_at("x"))
    if who == "gone":
        assert "NUTS-FIRE-10" in refused(state, round_at("nobody"))


def test_a_wreck_is_no_target_and_a_wood_hides() -> None:
    state = duel()
    state.vehicles["x"].condition = "destroyed"
    assert "NUTS-FIRE-10" in refused(state, round_at("x"))
    hill = "  - {id: hill, kind: hill, level: 2, polygon: [[20, 20], [30, 20], [30, 24], [20, 24]]}\n"
    assert "NUTS-LOS-01" in refused(duel(pieces=hill), round_at("x"))


@rule("NUTS-VEH-19")
def test_overkill_brews_up() -> None:
    """APR 8 against the side of a lorry, nothing: both dice passed with 7 or more."""
    p = acted(duel(type=PZIV, foe_type=TRUCK), round_at("x", gunner="t_3"), dice=[*HIT, 6, 6])
    assert p.state.vehicles["x"].burning
    assert told(p, "brews_up")
