"""High explosive of main guns, at men, spots, guns and buildings. NS-27, NUTS-VEH-13, NUTS-VEH-17, NUTS-VEH-19"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.plane import Point
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, T34, TRUCK, field, met, vehicle
from tests.systems.skirmish.table import At, foe, man, point
from tests.systems.skirmish.test_main_guns import HIT, MISS, round_at

STRAY = [4, 5]
HOUSE = "  - {id: house, kind: structure, polygon: [[20, 10], [26, 10], [26, 16], [20, 16]]}\n"


def shell(target: str = "", at: At | None = None, gunner: str = "t_1") -> dict[str, Any]:
    """High explosive at somebody, or at a spot."""
    order = round_at(target, gunner=gunner, he=True)
    if at is not None:
        order["plan"]["guns"][gunner] |= {"aims": [], "at": list(point(at))}
    return order


def before(*men: Figure, pieces: str = "", **t: Any) -> SkirmishState:
    """A T-34 of red's at (24, 34): high explosive of 6" and Impact 3."""
    return met(field(vehicle("t", (24, 34), **t), men=men, pieces=pieces))


def caught(p: Play[SkirmishState]) -> list[list[str]]:
    return [sorted(one["men"]) for one in told(p, "blast")]


@rule("NUTS-VEH-19")
@pytest.mark.parametrize(("x", "hit"), [((27.4, 14), True), ((27.6, 14), False)])
def test_a_shell_on_the_spot_strikes_whom_its_circle_touches(x: At, hit: bool) -> None:
    """NS-27: 3" about Y, who stands at (24, 14); a base reaches half an inch."""
    p = acted(before(foe("y", (24, 14)), foe("x", x)), shell("y"), dice=HIT, fill=6)
    assert caught(p) == [["x", "y"] if hit else ["y"]]
    blown = {one["figure"] for one in told(p, "damage")}
    assert ("x" in blown) is hit


@rule("NUTS-VEH-19")
def test_half_a_success_goes_astray_by_the_direction_die() -> None:
    """NS-27, NS-01: 2" straight on, and it misses who stands 3.6" short of there."""
    p = acted(before(foe("x", (24, 15.7))), shell(at=(24, 14)), dice=[*STRAY, 6], fill=6)
    (stray,) = told(p, "stray")
    assert stray["at"] == point((24, 12))
    assert caught(p) == [[]]


@pytest.mark.parametrize(("dice", "fast"), [(MISS, False), (STRAY, True)])
def test_a_shell_that_misses_bursts_nowhere_and_shakes_those_about_the_place(
    dice: list[int], fast: bool
) -> None:
    """NS-27: a half success is a miss if the vehicle has Fast Moved."""
    state = before(foe("x", (24, 14)), foe("y", (24, 8)))
    t = state.vehicles["t"]
    t.drive = t.drive.but(fast=fast)
    p = acted(state, shell("x"), dice=[*dice, 1], fill=1)
    assert told(p, "blast") == []
    (test,) = told(p, "crisis_test")
    assert [one["figure"] for one in test["results"]] == ["x"]


def test_in_its_circle_a_vehicle_is_struck_with_the_impact_for_an_apr() -> None:
    """NS-27: 3 against a side of 3 is nothing; a lorry has no armour, and whoever is in it is caught."""
    tank = vehicle("x", (24, 14), side="blue", facing=90, type=PZIV)
    state = met(field(vehicle("t", (24, 34)), tank, men=(foe("y", (24, 16)),)))
    p = acted(state, shell("y"), dice=HIT, fill=6)
    assert [(one["struck"], one["number"]) for one in told(p, "penetration")] == [("side", 0)]
    lorry = vehicle("x", (24, 14), side="blue", facing=90, type=TRUCK)
    state = met(field(vehicle("t", (24, 34)), lorry, men=(foe("y", (24, 16)),)))
    q = acted(state, shell("y"), dice=HIT, fill=6)
    assert {"x_1", "x_2"} <= {one["figure"] for one in told(q, "damage")}


@pytest.mark.parametrize(
    ("order", "row"),
    [
        (shell("x"), "NS-27"),
        (shell(at=(24, 60)), "NS-27"),
        (shell(at=(24, 4)), "NUTS-LOS-01"),
        (shell("x", at=None) | {"plan": {"guns": {"t_1": {"aims": [["x", 2]], "he": True}}}}, "NS-27"),
    ],
)
def test_high_explosive_is_refused(order: dict[str, Any], row: str) -> None:
    """At a vehicle, off the table, out of sight behind a house, twice."""
    state = met(field(vehicle("t", (24, 34)), vehicle("x", (34, 14), side="blue", type=PZIV), pieces=HOUSE))
    assert row in refused(state, order)


def test_a_gun_without_it_fires_none() -> None:
    """COT-VEH-03: the gun of an SdKfz 222."""
    state = before(foe("x", (24, 14)), type="german.sdkfz_222")
    assert "COT-VEH-03" in refused(state, shell("x", gunner="t_3"))


def in_house(*more: Figure, **x: Any) -> SkirmishState:
    return before(foe("x", (22, 12), **x), *more, pieces=HOUSE)


@rule("NUTS-VEH-17", "NUTS-VEH-15")
@pytest.mark.parametrize(
    ("dice", "status"), [([1, 1], "obviously_dead"), ([1, 6], "carry_on"), ([6, 6], "duck_back")]
)
def test_a_building_that_is_struck_may_come_down(dice: list[int], status: str) -> None:
    """All in it are killed, or take Recover Tests in the rubble, or it holds and they take a Crisis Test."""
    p = acted(in_house(), shell(at=(23, 13)), dice=[*HIT, *dice], fill=1)
    (struck,) = told(p, "building_struck")
    assert struck["piece"] == "house"
    assert p.state.figures["x"].status == status
    fallen = [(one.piece, one.becomes) for one in p.state.changes]
    assert fallen == ([("house", "rubble")] if dice != [6, 6] else [])


@rule("NUTS-VEH-13")
@pytest.mark.parametrize(("die", "strikes"), [(1, (24, 15.0)), (4, (24, 15.0)), (5, (22, 13)), (6, (26, 13))])
def test_half_a_success_at_a_building_strikes_below_left_or_right(die: int, strikes: At) -> None:
    """NR-245: 2" short of the point aimed at, or to a side of it; all of them in the house."""
    p = acted(in_house(), shell(at=(24, 13)), dice=[*STRAY, die], fill=6)
    (stray,) = told(p, "stray")
    assert near(stray["at"], point(strikes))
    assert told(p, "building_struck")


def near(one: Point, other: Point) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


@rule("NUTS-VEH-13")
def test_a_stray_shell_outside_of_the_building_bursts_there() -> None:
    """Aimed an inch inside of the wall it strikes an inch before it."""
    p = acted(in_house(man("a", (25.5, 17.6), facing=180)), shell(at=(24, 15)), dice=[*STRAY, 1], fill=6)
    assert told(p, "building_struck") == []
    assert caught(p) == [["a"]]


def test_it_is_told_to_who_sees_the_gun_and_the_target() -> None:
    """NR-108: blue does not see T, and reads of a gun."""
    state = before(foe("x", (24, 14), facing=0), type=T34)
    state.knowledge = "ghosts"
    state.figures["x"].sightings = state.figures["x"].sightings.but(seen_by=("red",))
    p = acted(state, shell("x"), dice=[*MISS, 1], fill=6)
    texts = [
        one.text for entry in p.match.journal for event in entry.events if (one := event.for_seat("blue"))
    ]
    assert any("somebody unseen fires a gun" in text.lower() for text in texts)
    assert not any("T fires" in text for text in texts)
