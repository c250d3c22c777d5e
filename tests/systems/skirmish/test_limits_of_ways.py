"""How far a way leads: what it costs, flame across it, enemies who hunker beside it. NS-39"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.grenades.flame import first_flame, nearest_along, way_to
from deadground.systems.skirmish.rules.movement.going import can_cross, path_cost, within_allowance
from deadground.systems.skirmish.rules.movement.movement import Going, Move, tell_move
from deadground.systems.skirmish.rules.movement.walking import could_confront
from deadground.systems.skirmish.rules.troops.foes import are_foes
from deadground.systems.skirmish.state import Marker, SkirmishState, change
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import At, foe, man, point, table

WOOD = "  - {id: wood, kind: woods, polygon: [[0, 20], [48, 20], [48, 30], [0, 30]]}"
LAKE = "  - {id: lake, kind: water, polygon: [[20, 20], [26, 20], [26, 26], [20, 26]]}"


def way(*points: At) -> tuple[tuple[int, int], ...]:
    return tuple(point(at) for at in points)


# What a way costs


@pytest.mark.parametrize(
    ("allowance", "inches"),
    [(16, 8), (15.99, 7.99), (8, 4), (1, 0.5), (0, 0), (17, 8)],
)
def test_a_way_through_a_wood_is_cut_where_the_move_is_used_up(allowance: float, inches: float) -> None:
    """NS-39: 8 inches of wood cost 16; with so much he goes all of it, with a little less a little less."""
    state = table(man("a", (10, 29)), pieces=WOOD)
    path = way((10, 29), (10, 21))
    assert path_cost(state, path) == 16 * 254
    *_, end = within_allowance(state, path, round(allowance * 254))
    assert (29 * 254 - end[1]) == pytest.approx(inches * 254, abs=1)


def test_a_way_into_the_water_is_cut_at_the_shore() -> None:
    """NS-39: there is no way through, whatever it would cost."""
    state = table(man("a", (23, 30)), pieces=LAKE)
    path = way((23, 30), (23, 23))
    assert path_cost(state, path) is None
    assert not can_cross(state, path)
    assert can_cross(state, way((23, 30), (23, 27)))
    *_, end = within_allowance(state, path, 8 * 254)
    assert 26 * 254 <= end[1] <= 26 * 254 + 2


# Flame


def burning(*places: At) -> SkirmishState:
    state = table(man("a", (10, 40)))
    for n, at in enumerate(places):
        state.markers[f"f{n}"] = Marker(f"f{n}", "flame", point(at), 3 * 254)
    return state


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(
    ("aside", "gone"), [(0, 8.5), (1.4, 10 - 0.539), (1.5, 10.0), (1.51, None), (-1.5, 10.0), (-1.51, None)]
)
def test_how_far_it_is_to_a_flame_across_the_way(aside: float, gone: float | None) -> None:
    """It is 3 inches wide and 10 inches up the way, or beside it."""
    state = burning((10 + aside, 30))
    found = first_flame(state, way((10, 40), (10, 20)))
    assert (found is None) == (gone is None)
    if found and gone:
        assert found[0] / 254 == pytest.approx(gone, abs=0.01)
        assert way_to(way((10, 40), (10, 20)), found[1]) == found[0]


@bounds("NUTS-GREN-18")
def test_the_flame_may_lie_on_a_later_leg_of_the_way() -> None:
    found = first_flame(burning((20, 36)), way((10, 40), (10, 36), (30, 36)))
    assert found is not None
    assert found[0] == pytest.approx((4 + 8.5) * 254, abs=1)


@bounds("NUTS-GREN-18")
def test_of_two_flames_the_nearer_comes_first_and_of_equal_ones_the_older() -> None:
    path = way((10, 40), (10, 10))
    far_first = first_flame(burning((10, 20), (10, 30)), path)
    assert far_first is not None
    assert far_first[1].id == "f1"
    equal = first_flame(burning((10, 30), (10, 30)), path)
    assert equal is not None
    assert equal[1].id == "f0"
    dared = first_flame(burning((10, 30), (10, 20)), path, ["f0"])
    assert dared is not None
    assert dared[1].id == "f1"


@bounds("NUTS-GREN-18")
def test_who_stands_in_flame_is_stopped_by_another_alone() -> None:
    path = way((10, 40), (10, 10))
    assert first_flame(burning((10, 41)), path) is None
    both = first_flame(burning((10, 41), (10, 30)), path)
    assert both is not None
    assert both[1].id == "f1"
    beside_it = first_flame(burning((10, 41.51)), path)
    assert beside_it is None, "it lies behind him"


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(
    ("at", "inches"), [((12, 45), 0), ((12, 40), 0), ((12, 35), 5), ((12, 30), 10), ((12, 5), 10)]
)
def test_the_point_of_a_leg_that_is_nearest_to_a_place(at: At, inches: float) -> None:
    assert nearest_along(point((10, 40)), point((10, 30)), point(at)) == inches * 254
    assert nearest_along(point((10, 40)), point((10, 40)), point(at)) == 0
    assert first_flame(burning((10, 30)), way((10, 40), (10, 20))) is not None


# Who hunkers beside the way


@bounds("NUTS-MOVE-09")
@pytest.mark.parametrize(
    ("changes", "near"),
    [
        ({}, True),
        ({"status": "carry_on"}, False),
        ({"at": point((10, 16))}, True),
        ({"at": point((10, 15.9))}, False),
        ({"side": "red", "unit": "red_squad"}, False),
    ],
)
def test_a_hunkered_enemy_within_reach_of_the_way(changes: dict[str, object], near: bool) -> None:
    """4 inches beyond as far as he has to go, in any direction: 20 inches."""
    x = foe("x", (14, 25), status="hunker_down")
    state = table(man("a", (10, 40)), x, man("b", (30, 40)), foe("y", (40, 5), status="hunker_down"))
    change(x, **changes)
    path = way((10, 40), (10, 20))
    assert could_confront(game(state), state.figures["a"], path, 0) is near


@bounds("NUTS-MOVE-09")
@pytest.mark.parametrize(("gone", "near"), [(0, True), (10, True), (19, False), (20, False), (25, False)])
def test_what_he_has_left_behind_does_not_count(gone: float, near: bool) -> None:
    """The enemy hunkers beside the middle of the way, 4 inches off."""
    state = table(man("a", (10, 40)), foe("x", (14, 30), status="hunker_down"))
    path = way((10, 40), (10, 20))
    found = could_confront(game(state), state.figures["a"], path, round(gone * 254))
    assert found is near


def test_sides_are_foes_whichever_is_named_first() -> None:
    """LR-056."""
    state = table(man("a", (10, 40)), foe("x", (10, 10)), foes=(("red", "blue"),))
    assert are_foes(game(state), "red", "blue")
    assert are_foes(game(state), "blue", "red")
    assert not are_foes(game(state), "red", "red")
    assert not are_foes(game(table(man("a", (10, 40)))), "red", "blue")


# What is told


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("inches", "words"), [(0.05, "0.1"), (1, "1.0"), (7.96, "8.0")])
def test_a_move_is_told_in_inches_from_a_twentieth_up(inches: float, words: str) -> None:
    state = table(man("a", (10, 40)))
    g = game(state)
    for gone in (12, round(inches * 254)):
        tell_move(g, state.figures["a"], way((10, 40), (10, 20)), gone, point((10, 40)))
    assert [event.seen.text for event in g.events] == [f'A moves {words}".'], "not those 12 tenths"


@rule("NUTS-MOVE-01")
def test_a_whole_move_is_told_to_a_tenth_of_an_inch() -> None:
    state = table(man("a", (10, 40)))
    with playing(state, Move((Going("a", way((10, 40), (10, 32))),))) as p:
        p.nothing_pending()
    assert p.log == ['A moves 8.0".']
