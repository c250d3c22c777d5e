"""Swath, empty space, pairing off. NR-35, NR-105, NS-42"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.systems.skirmish.man import Reaction
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.readiness import open_with, usable_weapons
from deadground.systems.skirmish.rules.fire.targets import (
    Aim,
    Shot,
    empty_inches,
    fire_plan,
    in_swath,
    paired_off,
    places,
    shot_faults,
    sideways,
    spread,
)
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.testing import bounds, rule
from tests.systems.skirmish.acting import refused
from tests.systems.skirmish.orders import fire, throw
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import LMG, SMG, foe, man, table


def smg(*aims: tuple[str, int]) -> Shot:
    return Shot("a", SMG, tuple(Aim(*aim) for aim in aims))


def line(*xs: float, y: float = 20) -> Any:
    """An SMG man to the south, and enemies in a row: x0, x1, x2."""
    return table(man("a", (10, 40), weapons=(SMG, LMG)), *(foe(f"x{i}", (x, y)) for i, x in enumerate(xs)))


def test_who_is_not_in_the_exchange_is_refused_with_the_reason() -> None:
    """Who may be shot at is named, and why no other. NUTS-FIRE-10"""
    state = line(8, 12)
    (fault,) = shot_faults(state, smg(("x1", 3)), ("x0",), {}, "value")
    assert fault.reason == "A may shoot only at X0 now: X1 is not in this exchange"
    reacting = msgspec.structs.replace(state.figures["a"], reaction=Reaction(reacting="return_fire"))
    state = msgspec.structs.replace(state, figures={**state.figures, "a": reacting})
    (fault,) = shot_faults(state, smg(("x1", 3)), ("x0",), {}, "value")
    assert fault.reason == "A shoots back at those who shot at him: X1 did not"


def wrong(state: Any, *aims: tuple[str, int]) -> list[tuple[str, ...]]:
    return [fault.rows for fault in shot_faults(state, smg(*aims), None, {}, "value")]


@bounds("NUTS-FIRE-05")
@pytest.mark.parametrize(
    ("aims", "fits"),
    [
        ([("x0", 3)], True),
        ([("x0", 2), ("x1", 1)], True),
        ([("x0", 2)], False),
        ([("x0", 4)], False),
        ([("x0", 3), ("x1", 0)], False),
        ([("x0", 2), ("x0", 1)], False),
        ([], False),
    ],
)
def test_all_dice_are_declared_several_may_go_on_one(aims: list[tuple[str, int]], fits: bool) -> None:
    faults = wrong(line(10, 11), *aims)
    assert (not faults) == fits
    assert fits or "NUTS-FIRE-05" in faults[0]


@bounds("NUTS-FIRE-07")
@pytest.mark.parametrize(("x", "inside"), [(13, True), (13.01, False), (7, True), (6.99, False)])
def test_the_swath_is_an_inch_wide_for_each_point_and_both_ends_count(x: float, inside: bool) -> None:
    """NR-105: only the sideways distance from the line to the first target counts."""
    state = line(10, x)
    side = 1 if x > 10 else -1
    found = [one.piece.id for one in in_swath(state, smg(("x0", 3)), side, {})]
    assert ("x1" in found) == inside


@bounds("NUTS-FIRE-07")
def test_depth_does_not_matter_and_left_and_right_are_told_apart() -> None:
    state = table(
        man("a", (10, 40), weapons=(SMG,)), foe("x", (10, 20)), foe("near", (11, 25)), foe("left", (9, 20))
    )
    a, x = state.figures["a"], state.figures["x"]
    assert sideways(a, x, state.figures["near"]) == (1, 254)
    assert sideways(a, x, state.figures["left"]) == (-1, 254)
    assert not shot_faults(state, smg(("x", 2), ("near", 1)), None, {}, "value")
    assert not shot_faults(state, smg(("x", 2), ("left", 1)), None, {}, "value")
    faults = shot_faults(state, smg(("x", 1), ("near", 1), ("left", 1)), None, {}, "value")
    assert faults[0].rows == ("NUTS-FIRE-07", "NR-105")


@bounds("NUTS-FIRE-07")
def test_who_is_out_of_the_swath_cannot_be_shot_at_even_if_he_is_nearer() -> None:
    state = table(man("a", (10, 40), weapons=(SMG,)), foe("x", (10, 20)), foe("near", (14, 35)))
    faults = shot_faults(state, smg(("x", 2), ("near", 1)), None, {}, "value")
    assert faults[0].reason == "Near is outside the swath of A"


@bounds("NUTS-FIRE-07")
def test_targets_are_named_in_the_order_of_the_swath() -> None:
    assert wrong(line(10, 11, 12), ("x0", 1), ("x2", 1), ("x1", 1))[0] == ("NUTS-FIRE-07", "NR-105")
    assert not wrong(line(10, 11, 12), ("x0", 1), ("x1", 1), ("x2", 1))


@bounds("NUTS-FIRE-08")
@pytest.mark.parametrize(("x", "empty"), [(11, 0), (11.99, 0), (12, 1), (12.99, 1), (13, 2)])
def test_full_inches_between_the_bases_count_as_targets(x: float, empty: int) -> None:
    state = line(10, x)
    swath = in_swath(state, smg(("x0", 3)), 1, {})
    assert empty_inches(swath, "x0", "x1") == empty


@bounds("NUTS-FIRE-08")
def test_the_example_of_a_gap_of_one_inch() -> None:
    """Die 1 on Charles, die 2 on nothing, die 3 on Billy as the third target."""
    state = line(10, 12)
    assert not wrong(state, ("x0", 1), ("", 1), ("x1", 1))
    assert places(smg(("x0", 1), ("", 1), ("x1", 1))) == [("x0", 0), ("", 1), ("x1", 2)]
    assert wrong(state, ("x0", 2), ("x1", 1))[0] == ("NUTS-FIRE-08", "NR-105")
    assert wrong(state, ("x0", 2), ("", 1))[0] == ("NUTS-FIRE-08",)
    assert wrong(line(10, 11), ("x0", 1), ("", 1), ("x1", 1))[0] == ("NUTS-FIRE-08", "NR-105")


@bounds("NUTS-FIRE-08")
def test_a_man_passed_over_counts_as_one_empty_inch() -> None:
    """NR-105."""
    state = line(10, 11, 12)
    assert not wrong(state, ("x0", 1), ("", 1), ("x2", 1))
    assert wrong(state, ("x0", 2), ("x2", 1))


def test_several_dice_on_one_man_share_his_place() -> None:
    """NR-35."""
    assert places(smg(("x0", 2), ("x1", 1))) == [("x0", 0), ("x0", 0), ("x1", 1)]
    four = Shot("a", LMG, (Aim("x0", 1), Aim("", 2), Aim("x1", 1)))
    assert places(four) == [("x0", 0), ("", 1), ("", 2), ("x1", 3)]


def two_on_two() -> Any:
    return table(
        man("a", (10, 30), rep=1),
        man("b", (12, 30), rep=1),
        foe("x", (10, 10), rep=1),
        foe("y", (12, 10), rep=1),
    )


@rule("NUTS-FIRE-09")
def test_shooters_pair_off_one_to_one() -> None:
    with playing(two_on_two(), Activation("red-1")) as p:
        (fault,) = p.refuse("red", [fire("red-1", a="x", b="x")])
        assert fault.rows == ("NUTS-FIRE-09",)
        assert fault.at == "value[0].plan.shots.b"
        p.pending(red="Give the group its orders")


@rule("NUTS-FIRE-09")
@pytest.mark.parametrize(("die", "target"), [(1, "x"), (2, "y")])
def test_the_target_of_a_spare_shooter_is_rolled(die: int, target: str) -> None:
    state = table(
        man("a", (10, 30), rep=1),
        man("b", (12, 30), rep=1),
        man("c", (14, 30), rep=1),
        foe("x", (10, 10), star=True),
        foe("y", (12, 10), star=True),
    )
    with playing(state, Activation("red-1"), dice=[die, 1, 1, 1]) as p:
        p.choose("red", [fire("red-1", a="x", b="y", c="x")])
        shots = [event for event in p.events if event.kind == "shots"]
        assert [event.data["dice"][0]["target"] for event in shots] == ["x", "y", target]
        assert p.last("spare").data["target"] == target
        p.pending(blue="Say what X does")


@rule("NUTS-FIRE-09")
def test_one_who_can_shoot_at_one_man_alone_needs_no_roll() -> None:
    """Two shooters, one enemy."""
    state = table(man("a", (10, 30), rep=1), man("b", (12, 30), rep=1), foe("x", (10, 10), star=True))
    with playing(state, Activation("red-1"), dice=[1, 1]) as p:
        p.choose("red", [fire("red-1", a="x", b="x")])
        p.pending(blue="Say what X does")


@rule("NUTS-FIRE-09")
def test_those_who_won_an_in_sight_pair_off_too() -> None:
    """NR-19."""
    state = table(man("a", (10, 30), rep=4, rank="squad_leader"), man("b", (12, 30), rep=1), *foes())
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 1]) as p:
        assert p.refuse("red", [fire("red-1", a="x", b="x")])[0].rows == ("NUTS-FIRE-09",)
        p.pending(red="You saw them first")


def foes() -> list[Any]:
    return [foe("x", (10, 10), rep=1), foe("y", (12, 10), rep=1)]


@bounds("NUTS-FIRE-09")
def test_the_fire_plan_pairs_the_best_weapon_with_the_nearest_first() -> None:
    """NS-42."""
    state = table(
        man("a", (10, 30)), man("b", (11, 30), weapons=(LMG,)), foe("near", (11, 15)), foe("far", (10, 10))
    )
    men = [state.figures["a"], state.figures["b"]]
    plan = fire_plan(state, men, [state.figures["far"], state.figures["near"]], {})
    assert {shot.shooter: (shot.first, shot.aims[0].dice) for shot in plan} == {
        "a": ("far", 1),
        "b": ("near", 4),
    }


@bounds("NUTS-FIRE-07")
@pytest.mark.parametrize(
    ("xs", "aims"),
    [
        ((10,), [("x0", 3)]),
        ((10, 11), [("x0", 2), ("x1", 1)]),
        ((10, 12), [("x0", 1), ("", 1), ("x1", 1)]),
        ((10, 11, 12, 13), [("x0", 1), ("x1", 1), ("x2", 1)]),
        ((10, 13), [("x0", 3)]),
        ((10, 9, 11, 12), [("x0", 1), ("x2", 1), ("x3", 1)]),
        ((10, 9), [("x0", 2), ("x1", 1)]),
        ((10, 9, 8, 11), [("x0", 1), ("x1", 1), ("x2", 1)]),
    ],
)
def test_dice_may_be_spread_along_the_swath(xs: tuple[float, ...], aims: list[tuple[str, int]]) -> None:
    """To the side where more can be reached, with a die for what is empty between."""
    state = line(*xs)
    found = spread(state, smg(("x0", 3)), {})
    assert [(aim.target, aim.dice) for aim in found.aims] == aims
    assert not shot_faults(state, found, None, {}, "value")


@bounds("NUTS-FIRE-09")
def test_as_many_as_can_be_are_paired_off() -> None:
    """The machine-gunner leaves his nearest to the rifleman, who can shoot at nobody else."""
    assert paired_off({"lmg": ["x", "y"], "rifle": ["x"]}) == {"lmg": "y", "rifle": "x"}
    assert paired_off({"a": ["x"], "b": ["x"]}) == {"a": "x"}
    state = table(
        man("rifle", (10, 30), facing=270),
        man("gun", (14, 30), weapons=(LMG,)),
        foe("x", (8, 12)),
        foe("y", (20, 12)),
    )
    state.figures["rifle"].doing = state.figures["rifle"].doing.but(action="move")
    state.figures["gun"].doing = state.figures["gun"].doing.but(action="move")
    men = [state.figures["rifle"], state.figures["gun"]]
    plan = fire_plan(state, men, [state.figures["x"], state.figures["y"]], {})
    assert {shot.shooter: shot.first for shot in plan} == {"rifle": "x", "gun": "y"}


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(("away", "rows"), [(2, {"NR-53", "NR-140"}), (2.01, set())])
@pytest.mark.parametrize("card", ["fire", "throw"])
def test_no_round_with_a_circle_is_shot_beside_a_melee(card: str, away: float, rows: set[str]) -> None:
    """NR-53, NR-140: at a man as at a spot; a circle of 3" touches a base that is 2" off."""
    state = table(
        man("a", (10, 30), weapons=("core.bazooka",)),
        man("b", (12, 22), fighting=("x",)),
        foe("x", (12, 21), fighting=("b",)),
        foe("y", (12 + away, 21)),
    )
    at_him = throw("red-1", a=("core.bazooka", (12 + away, 21), "y"))
    order = fire("red-1", "core.bazooka", a="y") if card == "fire" else at_him
    assert refused(state, order) == rows
    assert bool(usable_weapons(state, state.figures["a"], state.figures["y"], {})) != bool(rows)
    shots = fire_plan(state, [state.figures["a"]], [state.figures["y"]], {})
    assert bool(shots) != bool(rows)
    spare = list(open_with(state, state.figures["a"], "core.bazooka", [state.figures["y"]], {}))
    assert bool(spare) != bool(rows)
