"""Guns moved by hand. COT-GUN-07, NS-34, NR-233"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Figure, SkirmishState, change
from deadground.testing import rule
from tests.systems.skirmish.acting import refused, told
from tests.systems.skirmish.machines import TRUCK, field, gun, vehicle
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, foe, man, point, table
from tests.systems.skirmish.test_driving import drive, end

LIGHT, MEDIUM, HEAVY, IMMOBILE = (
    "german.pak_35_37mm",
    "german.pak_38",
    "german.pak_40",
    "german.flak_37",
)
"""Each with a crew of four."""
CORE_LIGHT, CORE_MEDIUM = "american.57mm", "german_core.pak_40"
"""With four and five."""


def crew(many: int) -> list[Figure]:
    """So many of the gun at (20, 30), close about it."""
    places: list[At] = [(18.4, 30), (21.6, 30), (18.4, 31.2), (21.6, 31.2), (20, 31.6)]
    men = []
    for n, at in enumerate(places[:many]):
        one = man("abcde"[n], at)
        posts: list[Post] = ["gunner", "loader", "number", "number", "number"]
        change(one, posts=(posts[n],), gun="g")
        men.append(one)
    return men


def position(type: str, *others: Figure, men: int = 2, **changes: Any) -> SkirmishState:
    state = table(*crew(men), *others, **changes)
    state.guns = {"g": gun("g", (20, 30), type=type)}
    return state


def push(*at: At, facing: float | None = None, who: str = "a") -> dict[str, Any]:
    plan: dict[str, Any] = {}
    if at:
        plan["at"] = list(point(at[0]))
    if facing is not None:
        plan["facing"] = round(facing * 10)
    return {"unit": "red-1", "card": "push_gun", "pieces": [who], "plan": {"guns": {who: plan}}}


@rule("COT-GUN-07")
@pytest.mark.parametrize(("type", "far"), [(LIGHT, 4), (MEDIUM, 4), (HEAVY, 2), (IMMOBILE, 0)])
def test_a_gun_is_moved_as_far_as_its_weight_lets_it(type: str, far: float) -> None:
    state = position(type)
    if far:
        assert not refused(state, push((20, 30 - far)))
    assert "COT-GUN-07" in refused(state, push((20, 30 - far - 0.02)))


@pytest.mark.parametrize(("type", "far"), [(CORE_LIGHT, 4), (CORE_MEDIUM, 2)])
def test_the_guns_of_the_core_lists_go_by_their_own_numbers(type: str, far: float) -> None:
    """NS-34"""
    state = position(type, men=3)
    assert not refused(state, push((20, 30 - far)))
    assert "NS-34" in refused(state, push((20, 30 - far - 0.02)))


@rule("COT-GUN-07")
@pytest.mark.parametrize(
    ("men", "type", "fits"),
    [(2, LIGHT, True), (1, LIGHT, False), (3, CORE_MEDIUM, True), (2, CORE_MEDIUM, False)],
)
def test_it_takes_half_of_its_crew(men: int, type: str, fits: bool) -> None:
    """NS-34, NR-233: two of four, three of five."""
    state = position(type, men=men)
    assert (not refused(state, push((20, 29)))) is fits
    assert not refused(state, push(facing=90))


@rule("COT-GUN-07")
def test_they_go_with_it_and_have_used_their_move() -> None:
    """NR-233"""
    with playing(position(LIGHT, men=3), Activation("red-1")) as p:
        p.choose("red", [push((20, 27), facing=45)])
        end(p)
    g = p.state.guns["g"]
    assert (g.at, g.facing, g.pushed, g.moving) == (point((20, 27)), 450, 3 * 254, False)
    assert [p.state.figures[id].at for id in "abc"] == [
        point(at) for at in ((18.4, 27), (21.6, 27), (18.4, 28.2))
    ]
    assert all(p.state.figures[id].doing.spent == 8 * 254 for id in "abc")
    assert told(p, "pushes")[0]["men"] == ["a", "b", "c"]
    assert list(invariants(p.state)) == []


def test_who_has_moved_or_stands_too_far_off_lends_no_hand() -> None:
    """NR-233"""
    state = position(LIGHT)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", b=to((22, 34)))])
        assert "takes 2 men of its crew" in p.refuse("red", [push((20, 29))])[0].reason
        end(p)
    state = position(LIGHT)
    state.figures["b"].at = point((22.52, 30))
    assert refused(state, push((20, 29)))
    state.figures["b"].at = point((22.48, 30))
    assert not refused(state, push((20, 29)))


WALL = "  - {id: wall, kind: wall, line: [[10, 28], [30, 28]]}\n"


@pytest.mark.parametrize(
    ("others", "pieces"),
    [((man("z", (20, 28)),), ""), ((foe("x", (20, 28)),), ""), ((foe("x", (18.4, 28)),), ""), ((), WALL)],
    ids=["a friend", "an enemy", "an enemy before one who pushes", "a wall"],
)
def test_it_needs_room_and_ground_for_wheels(others: tuple[Figure, ...], pieces: str) -> None:
    """NS-01, NR-233"""
    assert refused(position(LIGHT, *others, pieces=pieces), push((20, 27.5)))


def test_only_its_own_crew_moves_a_gun_and_no_towed_one() -> None:
    state = position(LIGHT, man("z", (20, 32)))
    assert refused(state, push((20, 29), who="z"))
    state.guns["g"].condition = "destroyed"
    assert refused(state, push((20, 29)))


ROAD = "  - {id: road, kind: road, width: 3, line: [[20, 0], [20, 48]]}\n"


def tow(what: str = "g") -> dict[str, Any]:
    return {"unit": "red-1", "card": "tow", "pieces": ["t_2"], "plan": {"guns": {"t_2": what}}}


def with_tow(type: str, at: At = (20, 27), driver: str = TRUCK, **changes: Any) -> SkirmishState:
    """A lorry at (20, 30), two inches wide and four deep, and a gun before it."""
    state = field(vehicle("t", (20, 30), type=driver), **changes)
    state.guns = {"g": gun("g", at, type=type)}
    return state


def test_a_gun_is_hooked_on_and_off_for_half_of_the_speed() -> None:
    """NR-230: 28 inches on the road."""
    with playing(with_tow(LIGHT), Activation("red-1")) as p:
        p.choose("red", [tow()])
        assert p.state.guns["g"].aboard == "t"
        assert p.state.vehicles["t"].drive.spent == 14 * 254
        p.choose("red", [tow("")])
        end(p)
    g = p.state.guns["g"]
    assert (g.aboard, g.facing) == ("", 1800)
    assert g.at[0] == point((20, 33))[0]
    assert abs(g.at[1] - point((20, 33))[1]) <= 1
    assert list(invariants(p.state)) == []


@pytest.mark.parametrize(("y", "fits"), [(26, True), (25.98, False)])
def test_it_is_hooked_on_from_within_an_inch(y: float, fits: bool) -> None:
    """NR-230"""
    assert (not refused(with_tow(LIGHT, (20, y)), tow())) is fits


def test_what_is_too_heavy_or_has_no_room_is_refused() -> None:
    """NR-230, NS-01"""
    assert refused(
        with_tow(MEDIUM, driver="german.schimmwagen"),
        {**tow(), "pieces": ["t_1"], "plan": {"guns": {"t_1": "g"}}},
    )
    assert not refused(with_tow(MEDIUM), tow())
    assert refused(with_tow(MEDIUM), tow(""))
    state = with_tow(MEDIUM, men=(man("z", (20, 33)),))
    state.guns["g"].aboard = "t"
    assert refused(state, tow(""))


@rule("COT-GUN-07")
@pytest.mark.parametrize(("type", "road", "far"), [(HEAVY, "", 14), (IMMOBILE, "", 4), (IMMOBILE, ROAD, 4)])
def test_an_immobile_gun_goes_four_inches_in_tow(type: str, road: str, far: float) -> None:
    """LR-157: on a road and off it; with any other the lorry goes 14 across country."""
    state = with_tow(type, pieces=road)
    state.guns["g"].aboard = "t"
    assert not refused(state, drive((20, 30 - far)))
    assert refused(state, drive((20, 30 - far - 0.02)))
