"""Getting stuck in soft ground. COT-WX-09 to COT-WX-11, COT-VEH-24, COT-R22, COT-R23, NR-269"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.units import inches
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.vehicles.ways import left_to_drive
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.machines import PZIV, T34, TRUCK, field, met, vehicle
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.test_driving import drive
from tests.systems.skirmish.test_main_guns import round_at

T35, T60, SHERMAN = "soviet.t_35", "soviet.t_60", "american.m4_sherman_75"


def soft(kind: str, more: str = "") -> str:
    return f"  - {{id: soft, kind: {kind}, polygon: [[10, 2], [38, 2], [38, 36], [10, 36]]}}\n{more}"


def on(kind: str = "mud", *, type: str = T34, y: float = 40, more: str = "") -> SkirmishState:
    """T, four inches before soft ground, or in it."""
    return field(vehicle("t", (24, y), type=type), pieces=soft(kind, more))


def driven(state: SkirmishState, *orders: Any, dice: tuple[int, ...] = ()) -> Play[SkirmishState]:
    with playing(state, Activation("red-1"), dice=dice) as p:
        for order in orders:
            p.choose("red", [order])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    return p


def at(p: Play[SkirmishState]) -> float:
    return p.state.vehicles["t"].at[1] / inches(1)


@rule("COT-WX-09", "COT-WX-10")
@pytest.mark.parametrize(("die", "left"), [(4, 5), (5, 0)])
def test_two_inches_in_the_driver_is_tested(die: int, left: float) -> None:
    """Rep 4. A T-34 goes 16" across country: six are used, five of the ten that are left remain, or none."""
    p = driven(on(), drive((24, 28)), dice=(die,))
    assert [one["passed"] for one in told(p, "getting_stuck")] == [int(die <= 4)]
    assert at(p) == pytest.approx(34, abs=0.5)
    assert left_to_drive(p.state, p.state.vehicles["t"]) == pytest.approx(1.5 * left * inches(1), abs=150)


@rule("COT-WX-10")
def test_at_half_speed_it_goes_on() -> None:
    """COT-R23: nine inches in all from the edge, with one test in an activation."""
    p = driven(on(y=36.4), drive((24, 30)), drive((24, 28)), dice=(1,))
    assert len(told(p, "getting_stuck")) == 1
    assert at(p) == pytest.approx(28, abs=0.2)


@rule("COT-WX-09")
def test_who_begins_inside_is_tested_at_once() -> None:
    p = driven(on(y=30), drive((24, 20)), dice=(6,))
    assert at(p) > 29


@rule("COT-WX-09")
@pytest.mark.parametrize(
    ("kind", "type", "tests"),
    [
        ("mud", TRUCK, True),
        ("mud", T60, True),
        ("field", PZIV, True),
        ("field", T60, False),
        ("mud", SHERMAN, False),
        ("wheat", PZIV, False),
    ],
)
def test_mud_tests_all_and_fields_the_heavier_ones(kind: str, type: str, tests: bool) -> None:
    """COT-R22: on tracks, with 4 and more in front. By the core lists nobody gets stuck."""
    p = driven(on(kind, type=type), drive((24, 33)), dice=(6,) if tests else ())
    assert bool(told(p, "getting_stuck")) is tests


@rule("COT-WX-09")
def test_not_on_a_road() -> None:
    road = "  - {id: road, kind: road, width: 6, line: [[24, 0], [24, 48]]}\n"
    assert not told(driven(on(more=road), drive((24, 30))), "getting_stuck")


@rule("COT-VEH-24")
@pytest.mark.parametrize("kind", ["field", "mud"])
def test_a_t_35_is_tested_in_every_turn_of_movement_on_soft_ground(kind: str) -> None:
    state = field(vehicle("t", (24, 40), type=T35), pieces=soft(kind))
    for die, far in ((1, 34), (6, 33)):
        p = driven(state, drive((24, far - 0.5)), dice=(die,))
        assert len(told(p, "getting_stuck")) == 1
        state = p.state


@rule("COT-WX-11")
def test_what_is_stuck_still_fires() -> None:
    t = vehicle("t", (24, 40))
    state = met(field(t, vehicle("x", (24, 4), side="blue", facing=90, type=PZIV), pieces=soft("mud")))
    with playing(state, Activation("red-1"), dice=[6, 6, 6, *[6] * 60]) as p:
        p.choose("red", [drive((24, 30))])
        p.choose("red", [round_at("x")])
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            p.choose(seats[0], [] if request.prompt.startswith("Give") else request.proposal)
        p.nothing_pending()
        p.script = type(p.script)()
    assert [one["target"] for one in told(p, "gunnery")][:1] == ["x"]
