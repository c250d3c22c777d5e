"""Machine guns of vehicles, and what infantry can do to armour. NS-25, NS-28, NUTS-FIRE-18, COT-WEAP-14"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.man import Berth
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.readiness import target_rating
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, T34, TRUCK, field, met, vehicle
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, SMG, At, foe, man
from tests.systems.skirmish.test_main_guns import KV2, STUG, round_at

ATR, BAZOOKA, MG34, DT = "hungarian.atr", "core.bazooka", "german.mg34", "soviet.lmg"
HALFTRACK = "german.sdkfz_251_1"


def guns_of(type: str, x: At = (24, 20), buttoned: bool = False, facing: float = 0) -> SkirmishState:
    """A vehicle of red's at (24, 34), and X, a rifleman."""
    return met(field(vehicle("t", (24, 34), type=type, buttoned=buttoned, facing=facing), men=(foe("x", x),)))


def machine_gun(who: str, weapon: str, dice: int) -> dict[str, Any]:
    return fire("red-1", weapon, **{who: [("x", dice)]})


def dice_of(state: SkirmishState, who: str, weapon: str) -> int:
    """So many it throws, as what is proposed to its gunner says."""
    return target_rating(state, state.figures[who], weapon)


def test_the_coaxial_gun_shoots_with_the_gunner_and_turns_the_turret() -> None:
    """NS-28: beside the main gun in one answer, or instead of it."""
    state = guns_of(PZIV, (4, 34))
    many = dice_of(state, "t_3", MG34)
    p = acted(state, machine_gun("t_3", MG34, many), dice=[1] * many, fill=1)
    (shots,) = told(p, "shots")
    assert shots["shooter"] == "t_3"
    assert p.state.vehicles["t"].turrets == (2700,)


@pytest.mark.parametrize(("x", "legal"), [((38, 20), True), ((38.5, 20), False), ((24, 44), False)])
def test_the_hull_gun_shoots_into_the_front_quarter(x: At, legal: bool) -> None:
    """NS-28, NS-22"""
    state = guns_of(PZIV, x)
    rows = refused(state, machine_gun("t_5", MG34, dice_of(state, "t_5", MG34)))
    assert ("NS-22" not in rows) == legal


@pytest.mark.parametrize("buttoned", [True, False])
def test_nobody_is_at_the_anti_aircraft_gun_of_a_vehicle_that_is_buttoned_up(buttoned: bool) -> None:
    """NS-28: it is the commander's."""
    state = guns_of(PZIV, buttoned=buttoned)
    rows = refused(state, machine_gun("t_1", MG34, dice_of(state, "t_1", MG34)))
    assert ("NS-20" in rows) == buttoned


def test_who_serves_no_machine_gun_shoots_with_none() -> None:
    assert "NUTS-FIRE-17" in refused(guns_of(PZIV), machine_gun("t_4", MG34, 4))


@rule("COT-VEH-22")
@pytest.mark.parametrize(("x", "legal"), [((24, 44), True), ((24, 20), False)])
def test_the_machine_gun_in_the_back_of_a_turret_looks_to_its_rear(x: At, legal: bool) -> None:
    """LR-123: a KV-2's commander is its loader, and has no other."""
    state = guns_of(KV2, x)
    rows = refused(state, machine_gun("t_1", DT, dice_of(state, "t_1", DT)))
    assert ("NS-22" not in rows) == legal


def test_a_machine_gun_that_has_run_dry_is_reloaded_inside() -> None:
    """NS-28, NUTS-AMMO-02, NUTS-AMMO-03: three ones, its loader is built in."""
    state = guns_of(PZIV)
    many = dice_of(state, "t_3", MG34)
    p = acted(state, machine_gun("t_3", MG34, many), dice=[1, 1, 1, *[2] * (many - 3)], fill=1)
    assert p.state.figures["t_3"].arms.empty == (MG34,)
    reload = {"unit": "red-1", "card": "reload", "pieces": ["t_3"], "plan": {"weapons": {"t_3": MG34}}}
    assert acted(p.state, reload, dice=[]).state.figures["t_3"].arms.empty == ()


def test_main_gun_and_coaxial_gun_are_fired_in_one_answer() -> None:
    """NS-28"""
    state = met(
        field(
            vehicle("t", (24, 34), type=PZIV),
            vehicle("y", (24, 14), side="blue", type=TRUCK),
            men=(foe("x", (28, 20)),),
        )
    )
    many = dice_of(state, "t_3", MG34)
    both = machine_gun("t_3", MG34, many)
    both["plan"]["guns"] = round_at("y", gunner="t_3")["plan"]["guns"]
    p = acted(state, both, dice=[1] * many, fill=6)
    assert [one["shooter"] for one in told(p, "shots")] == ["t_3"]
    assert [one["target"] for one in told(p, "gunnery")] == ["y"]


def test_men_who_are_shot_at_by_a_vehicle_know_it_was_the_vehicle() -> None:
    """NR-243: a rifleman has nothing against it and is outgunned."""
    state = guns_of(PZIV)
    many = dice_of(state, "t_3", MG34)
    p = acted(state, machine_gun("t_3", MG34, many), dice=[1] * many, fill=1)
    assert p.state.figures["x"].status == "duck_back"
    (test,) = told(p, "crisis_test")
    assert test["results"][0]["lines"] == ["outgunned"]


def against(target: Vehicle, weapon: str, at: At = (24, 34), **x: Any) -> SkirmishState:
    """A of red's with a weapon, and X, a vehicle of blue's."""
    return met(field(target, men=(man("a", at, weapons=(weapon,), **x),)))


@rule("NUTS-FIRE-18")
@pytest.mark.parametrize(("weapon", "legal"), [(RIFLE, False), (SMG, False), (ATR, True), (BAZOOKA, True)])
def test_what_has_no_apr_is_not_aimed_at_armour(weapon: str, legal: bool) -> None:
    """NS-25: at a vehicle that is buttoned up."""
    x = vehicle("x", (24, 20), side="blue", type=PZIV, buttoned=True)
    assert ("NS-25" not in refused(against(x, weapon), fire("red-1", weapon, a="x"))) == legal


@rule("NUTS-FIRE-18")
@pytest.mark.parametrize(
    ("dice", "condition"), [([1, 1], "destroyed"), ([1, 2], "disabled"), ([2, 2, 6], "sound")]
)
def test_a_hit_of_an_anti_tank_rifle_uses_its_apr(dice: list[int], condition: str) -> None:
    """APR 4 against the side of a Panzer IV, 3; a die of 6 and Rep 4 are 10."""
    x = vehicle("x", (24, 24), side="blue", facing=90, type=PZIV)
    p = acted(against(x, ATR), fire("red-1", ATR, a="x"), dice=[6, *dice])
    assert p.state.vehicles["x"].condition == condition
    assert [one["number"] for one in told(p, "penetration")] == [1]


@rule("COT-WEAP-14", "COT-WEAP-07")
@pytest.mark.parametrize(
    ("rifle", "away", "number"),
    [(ATR, 12, 4), (ATR, 12.1, 3), ("finnish.atr", 30, 4), ("finnish.atr", 30.1, 1)],
)
def test_a_heavy_rifle_loses_power_with_range(rifle: str, away: float, number: int) -> None:
    """To the nearest point of a lorry, an inch from its middle; one of two dice of the Finnish one hits."""
    x = vehicle("x", (24, 45 - away - 1), side="blue", facing=90, type=TRUCK)
    dice = [6] if rifle == ATR else [6, 1]
    order = fire("red-1", rifle, a=[("x", len(dice))])
    p = acted(against(x, rifle, (24, 45)), order, dice=[*dice, 6, 6])
    assert [one["number"] for one in told(p, "penetration")] == [number]


@pytest.mark.parametrize("kind", [STUG, PZIV])
def test_a_low_vehicle_counts_as_in_cover(kind: str) -> None:
    """NS-07: a die of 4 and Rep 4 are 8."""
    x = vehicle("x", (24, 24), side="blue", facing=90, type=kind)
    p = acted(against(x, ATR), fire("red-1", ATR, a="x"), dice=[4], fill=6)
    assert told(p, "shots")[0]["hits"] == (0 if kind == STUG else 1)


def test_small_arms_hurt_those_in_a_lorry_and_a_1_disables_it() -> None:
    """NS-25"""
    x = vehicle("x", (24, 24), side="blue", facing=90, type=TRUCK)
    p = acted(against(x, RIFLE), fire("red-1", a="x"), dice=[6, 2, 1])
    assert p.state.figures["x_2"].status == "obviously_dead"
    assert p.state.vehicles["x"].condition == "disabled"
    (who,) = told(p, "who_is_hit")
    assert who["figure"] == "x_2"


def test_small_arms_at_a_head_in_a_hatch() -> None:
    """NR-247: he is in cover, so that 8 misses; only he is hit; and the vehicle is Fired On."""
    x = vehicle("x", (24, 24), side="blue", facing=90, type=PZIV)
    p = acted(against(x, RIFLE), fire("red-1", a="x"), dice=[4], fill=6)
    assert told(p, "shots")[0]["hits"] == 0
    q = acted(against(x, RIFLE), fire("red-1", a="x"), dice=[6, 1], fill=6)
    assert q.state.figures["x_1"].status == "obviously_dead"
    assert [one["vehicle"] for one in told(q, "vehicle_crisis")] == ["x"]


def riding(type: str, *, deck: bool, moved: bool = False, x: Any = None) -> SkirmishState:
    """R of red's rides in T, or on it, and X stands 10 inches away."""
    t, r = vehicle("t", (24, 34), type=type), man("r", (24, 34))
    r.aboard, r.berth = "t", Berth(on_deck=deck)
    if moved:
        t.drive = t.drive.but(moved_in=1)
    state = field(t, men=(r, x or foe("x", (24, 24))))
    return met(state)


@pytest.mark.parametrize(("type", "deck"), [(T34, True), (HALFTRACK, False), (TRUCK, False)])
def test_passengers_shoot_from_decks_and_open_tops(type: str, deck: bool) -> None:
    """NS-30"""
    state = riding(type, deck=deck)
    group = state.figures["r"].group
    assert refused_of(state, group, fire(group, r="x")) == set()


def refused_of(state: SkirmishState, group: str, order: dict[str, Any]) -> set[str]:
    with playing(state, Activation(group)) as p:
        faults = p.match.check(p.asked("red").choice([order]))
        p.pending(red="Give the group its orders")
    return {row for fault in faults for row in fault.rows}


def test_nobody_shoots_out_of_a_closed_vehicle() -> None:
    """NS-30"""
    closed = riding(T34, deck=False)
    group = closed.figures["r"].group
    assert "NS-30" in refused_of(closed, group, fire(group, r="x"))


@pytest.mark.parametrize("moved", [True, False])
def test_a_passenger_shoots_in_haste_from_a_vehicle_that_has_moved(moved: bool) -> None:
    """NS-30, NR-249: 8 misses then."""
    state = riding(T34, deck=True, moved=moved)
    group = state.figures["r"].group
    p = acted(state, fire(group, r="x"), dice=[4], procedure=Activation(group))
    assert told(p, "shots")[0]["hits"] == (0 if moved else 1)


def test_riders_on_a_deck_are_shot_at_in_the_open() -> None:
    """NR-247: an 8 hits; it is one of them."""
    x = vehicle("x", (24, 24), side="blue", facing=90, type=PZIV, buttoned=True)
    rider = foe("r", (24, 24))
    rider.aboard, rider.berth = "x", Berth(on_deck=True)
    state = met(field(x, men=(man("a", (24, 34)), rider)))
    p = acted(state, fire("red-1", a="x"), dice=[4, 1], fill=6)
    assert told(p, "shots")[0]["hits"] == 1
    assert p.state.figures["r"].status == "obviously_dead"
