"""Small questions of the rules, asked at their limit and one either side of it."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random
from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.turn import Turn, in_order, opened, opening_of
from deadground.systems.skirmish.rules.activation.upkeep import begin_activation, end_activation, end_turn
from deadground.systems.skirmish.rules.enemies.pefs import section_box
from deadground.systems.skirmish.rules.fire.outgunned import is_outgunned, rank_of_shot
from deadground.systems.skirmish.rules.fire.targets import (
    Aim,
    InSwath,
    Shot,
    best_rank,
    empty_inches,
    fire_plan,
    in_swath,
    sideways,
)
from deadground.systems.skirmish.rules.melee.charge import place_beside
from deadground.systems.skirmish.rules.melee.charge_test import is_in_front, why_no_place
from deadground.systems.skirmish.rules.movement.going import left_to_go, path_cost
from deadground.systems.skirmish.rules.reactions.casualties import capture
from deadground.systems.skirmish.rules.sight.cover import is_in_trench
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.rules.wounded.wounded import touches, way_to_casualty, why_no_fetching
from deadground.systems.skirmish.scenario_file import scenario_ids, scenario_named
from deadground.systems.skirmish.state import BASE, INCH, Marker
from deadground.testing import rule
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, point, table

# A Defensive Position


@pytest.mark.parametrize(
    ("facing", "across", "at", "inside"),
    [
        (1800, 6, (762, 0), True),
        (1800, 6, (762 + 127, 0), True),
        (1800, 6, (762 + 128, 0), False),
        (1800, 6, (-762 - 127, 0), True),
        (1800, 6, (-762 - 128, 0), False),
        (1800, 6, (0, 127), True),
        (1800, 6, (0, 128), False),
        (1800, 6, (500, -127), True),
        (1800, 6, (500, -128), False),
        (900, 6, (0, 762), True),
        (900, 6, (0, -762), True),
        (900, 6, (0, 890), False),
        (900, 6, (128, 0), False),
    ],
)
def test_who_is_in_a_trench(facing: int, across: int, at: tuple[int, int], inside: bool) -> None:
    """NS-10. Half an inch to either side of its line, square to where they look."""
    marker = Marker("t", "trench", (5000, 5000), across * INCH, facing=facing)
    assert is_in_trench(marker, (5000 + at[0], 5000 + at[1])) is inside


# Fire


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ((20, 20), (0, 0)),
        ((22, 20), (1, 508)),
        ((18, 20), (-1, 508)),
        ((20, 15), (0, 0)),
        ((20 + 1 / 254, 20), (1, 1)),
        ((20 - 1 / 254, 20), (-1, 1)),
    ],
)
def test_on_which_side_and_how_far_off(other: tuple[float, float], found: tuple[int, int]) -> None:
    """NR-105. Right is the east for one who shoots north."""
    assert sideways(man("a", (20, 40)), foe("x", (20, 20)), foe("y", other)) == found


def test_on_the_very_spot_there_is_no_side() -> None:
    """NR-105"""
    assert sideways(man("a", (20, 20)), foe("x", (20, 20)), foe("y", (25, 20))) == (0, 0)


@pytest.mark.parametrize(("x", "inside"), [(23, True), (23.01, False), (17, False)])
def test_a_swath_is_as_wide_as_the_rating_and_to_one_side(x: float, inside: bool) -> None:
    """NR-105. An SMG throws three dice."""
    state = table(
        man("a", (20, 40), weapons=(SMG,)), foe("x", (20, 20)), foe("y", (x, 20)), man("b", (21, 25))
    )
    shot = Shot("a", SMG, (Aim("x", 3),))
    assert [one.piece.id for one in in_swath(state, shot, 1, {})] == ["x", "y"][: 1 + inside]


def swath_of(*men: tuple[str, int]) -> list[InSwath]:
    """Enemies on their bases, so far to the side of the first."""
    return [InSwath(foe(id, (20, 20)), away, BASE) for id, away in men]


@pytest.mark.parametrize(("away", "gaps"), [(1, 0), (1.99, 0), (2, 1), (2.99, 1), (3, 2)])
def test_empty_inches_between_two_bases(away: float, gaps: int) -> None:
    """NR-105"""
    swath = swath_of(("x", 0), ("y", round(away * INCH)))
    assert empty_inches(swath, "x", "y") == gaps


def test_men_on_each_other_leave_no_room_and_men_passed_over_count() -> None:
    """NR-105"""
    swath = swath_of(("x", 0), ("y", 100), ("z", 508))
    assert empty_inches(swath, "x", "y") == 0
    assert empty_inches(swath, "x", "z") == 1


def test_the_best_weapon_is_that_of_the_highest_rank() -> None:
    """NS-42"""
    assert best_rank(man("a", (1, 1), weapons=())) == 0
    assert best_rank(man("a", (1, 1), weapons=(RIFLE, SMG))) == 3


def test_who_shoots_first_and_at_whom() -> None:
    """NS-42. The best weapon pairs off first, then the higher Rep; a spare shooter takes his nearest."""
    state = table(
        man("a", (20, 40), rep=4),
        man("b", (22, 40), rep=5),
        man("c", (24, 40), weapons=(LMG,), rep=3),
        foe("x", (23, 30)),
        foe("y", (23, 20)),
    )
    men = [state.figures[id] for id in "abc"]
    plan = {
        shot.shooter: shot for shot in fire_plan(state, men, [state.figures["x"], state.figures["y"]], {})
    }
    assert {id: shot.first for id, shot in plan.items()} == {"c": "x", "b": "y", "a": "x"}
    assert [plan[id].aims[0].dice for id in "abc"] == [1, 1, 4]


@pytest.mark.parametrize(
    ("shot_with", "weapons", "rank"),
    [(LMG, (RIFLE,), 4), ("", (SMG,), 3), ("", (), 0), ("", (RIFLE, LMG), 1)],
)
def test_the_rank_of_a_shot(shot_with: str, weapons: tuple[str, ...], rank: int) -> None:
    """NR-60, NR-102"""
    assert rank_of_shot(man("a", (1, 1), weapons=weapons, shot_with=shot_with)) == rank


@pytest.mark.parametrize(
    ("own", "theirs", "outgunned"),
    [
        (RIFLE, RIFLE, False),
        (RIFLE, SMG, True),
        (SMG, RIFLE, False),
        (LMG, LMG, False),
        ("core.pistol", RIFLE, True),
    ],
)
def test_outgunned_by_a_higher_rank_or_by_what_he_cannot_reach(
    own: str, theirs: str, outgunned: bool
) -> None:
    """NR-31, NR-102. They are 20 inches apart; a pistol reaches 12."""
    state = table(man("a", (20, 40), weapons=(own,)), foe("x", (20, 20), weapons=(theirs,), shot_with=theirs))
    assert is_outgunned(game(state), state.figures["a"], ["x"]) is outgunned
    state.figures["a"].star = True
    assert not is_outgunned(game(state), state.figures["a"], ["x"])


def test_two_who_shoot_and_one_who_outguns() -> None:
    """NR-102"""
    state = table(man("a", (20, 40)), foe("x", (20, 20), shot_with=RIFLE), foe("y", (22, 20), shot_with=SMG))
    assert is_outgunned(game(state), state.figures["a"], ["x", "y"])
    assert not is_outgunned(game(state), state.figures["a"], ["x"])


# Melee


@pytest.mark.parametrize(
    ("x", "y", "front"), [(20, 10, True), (30, 20, True), (10, 20, True), (30, 20.1, False), (20, 30, False)]
)
def test_in_front_is_ninety_degrees_to_either_side(x: float, y: float, front: bool) -> None:
    """NS-38. He looks north."""
    assert is_in_front(man("a", (20, 20)), point((x, y))) is front


def test_two_in_front_and_two_behind() -> None:
    """NS-38"""
    state = table(
        man("t", (20, 20)),
        foe("f1", (20, 19)),
        foe("f2", (21, 19.5)),
        foe("r1", (20, 21)),
        foe("f3", (19, 19.5)),
        foe("r2", (21, 20.5)),
    )
    t = state.figures["t"]
    others = [state.figures[id] for id in ("f1", "f2", "r1")]
    assert why_no_place(state, t, state.figures["f3"], others) == "two enemies are in front of T already"
    assert why_no_place(state, t, state.figures["r2"], others) == ""
    assert why_no_place(state, t, state.figures["f1"], others) == ""
    t.melee = t.melee.but(fighting=("f1", "f2", "nobody"))
    assert why_no_place(state, t, state.figures["f3"]) == "two enemies are in front of T already"
    t.melee = t.melee.but(fighting=("r1", "r2"))
    assert why_no_place(state, t, foe("r3", (19, 20.5))) == "two enemies are behind T already"


def test_a_charger_ends_base_to_base_where_there_is_room() -> None:
    """NS-38. Straight ahead; beside that if somebody stands there; nowhere if nothing is free."""
    state = table(man("a", (20, 26)), foe("x", (20, 20)))
    a, x = state.figures["a"], state.figures["x"]
    assert place_beside(state, a, x) == point((20, 21))
    state.figures["b"] = man("b", (20, 21))
    found = place_beside(state, a, x)
    assert found
    assert found != point((20, 21))
    assert (found[0] - x.at[0]) ** 2 + (found[1] - x.at[1]) ** 2 == pytest.approx((2 * BASE) ** 2, rel=0.02)
    for i in range(72):
        angle = i * 5
        state.figures[f"r{i}"] = man(f"r{i}", (20 + sin(radians(angle)), 20 + cos(radians(angle))))
    assert place_beside(state, a, x) is None


# The wounded


@pytest.mark.parametrize(("away", "touching"), [(254, True), (256, True), (257, False)])
def test_who_touches_a_wounded_man(away: int, touching: bool) -> None:
    """NS-01"""
    one, other = man("a", (10, 10)), man("w", (10, 10), status="out_of_the_fight")
    other.at = (one.at[0] + away, one.at[1])
    assert touches(one, other) is touching
    assert (len(way_to_casualty(one, other)) == 1) is touching
    other.at = (one.at[0] + 1000, one.at[1])
    assert way_to_casualty(one, other)[-1] == (one.at[0] + 746, one.at[1])


@pytest.mark.parametrize(
    ("changes", "most", "reason"),
    [
        ({}, 746, None),
        ({}, 745, "A cannot reach W"),
        ({"side": "blue"}, 2000, "that is no wounded friend"),
        ({"status": "carry_on"}, 2000, "that is no wounded friend"),
        ({"carried_by": "b"}, 2000, "W is being carried already"),
    ],
)
def test_why_a_man_cannot_go_for_another(changes: dict[str, Any], most: int, reason: str | None) -> None:
    """NR-82, NR-81"""
    fallen = man("w", (10, 10), **{"status": "out_of_the_fight", **changes})
    state = table(man("a", (10, 10)), fallen)
    fallen.at = (2540 + 1000, 2540)
    found = why_no_fetching(state, state.figures["a"], fallen, most)
    assert (found[0] if found else None) == reason
    assert why_no_fetching(state, state.figures["a"], None, most) is not None
    assert why_no_fetching(state, fallen, fallen, most) is not None


# Movement, turns


@pytest.mark.parametrize(
    ("changes", "left"),
    [({}, 8), ({"spent": 3 * 254}, 5), ({"bonus": 4 * 254, "spent": 2 * 254}, 10), ({"spent": 9 * 254}, 0)],
)
def test_what_is_left_of_a_move(changes: dict[str, Any], left: int) -> None:
    """NS-39"""
    assert left_to_go(man("a", (10, 10), **changes)) == left * INCH


def test_a_door_costs_the_same_on_the_way_out() -> None:
    """NS-39. Two inches for the door, each way."""
    house = "  - {id: h, kind: structure, polygon: [[10, 10], [20, 10], [20, 20], [10, 20]]}"
    state = table(man("a", (2, 2)), pieces=house)
    inward, outward = ((15, 22), (15, 18)), ((15, 18), (15, 22))
    costs = [path_cost(state, tuple(point(at) for at in way)) for way in (inward, outward)]
    assert costs == [6 * INCH, 6 * INCH]
    wood = "  - {id: w, kind: woods, polygon: [[10, 10], [20, 10], [20, 20], [10, 20]]}"
    state = table(man("a", (2, 2)), pieces=wood)
    assert path_cost(state, (point((15, 22)), point((15, 18)))) == 6 * INCH
    assert path_cost(state, (point((25, 22)), point((25, 18)))) == 4 * INCH


@pytest.mark.parametrize(
    ("edge", "first", "last"),
    [
        ("south", (0, 0), (32, 16)),
        ("north", (32, 32), (0, 16)),
        ("west", (32, 0), (16, 32)),
        ("east", (0, 32), (16, 0)),
    ],
)
def test_the_sections_are_counted_from_the_far_left_of_the_player(edge: Any, first: Any, last: Any) -> None:
    """NS-08. Sixteen inches square; the sixth ends the middle row."""
    state = solo(man("a", (20, 40)))
    state.sides["red"].edge = edge
    for section, (x, y) in ((1, first), (6, last)):
        assert section_box(state, section) == (*point((x, y)), *point((x + 16, y + 16)))


def test_who_becomes_active_begins_anew() -> None:
    """NR-23"""
    state = table(
        man("a", (10, 10), action="move", spent=500, bonus=300, fired=True, busy=True, status="duck_back"),
        man("b", (12, 10), hidden_from=("x",), status="hunker_down", under_cover=True),
        foe("x", (10, 40)),
    )
    begin_activation(game(state), state.figures["a"].group)
    a, b = state.figures["a"], state.figures["b"]
    assert (a.doing.action, a.doing.spent, a.doing.bonus, a.doing.fired, a.doing.busy, a.status) == (
        "",
        0,
        0,
        False,
        False,
        "carry_on",
    )
    assert (b.status, b.reaction.hidden_from, b.reaction.under_cover) == ("hunker_down", ("x",), True)
    assert [group.active for group in state.groups.values()] == [True, False]
    end_activation(game(state))
    assert not any(group.active for group in state.groups.values())


@pytest.mark.parametrize(("until", "there"), [(0, True), (1, False), (2, False), (3, True)])
def test_what_lies_about_until_a_turn_is_gone_when_it_ends(until: int, there: bool) -> None:
    """NR-20"""
    state = table(
        man("a", (10, 10), fast_moving=True, thrown=True, evenly=2),
        foe("x", (10, 40), status="leave_battlefield"),
        turn=2,
        markers={"m": Marker("m", "smoke", (0, 0), 100, until)},
    )
    end_turn(game(state))
    assert ("m" in state.markers) is there
    a = state.figures["a"]
    assert (a.doing.fast_moving, a.doing.thrown, a.melee.evenly, state.figures["x"].doing.fast_moving) == (
        False,
        False,
        0,
        True,
    )


@rule("NUTS-ACT-04")
@pytest.mark.parametrize(("turn", "begins"), [(1, True), (2, False)])
def test_a_scenario_lets_a_side_begin_in_the_first_turn_alone(turn: int, begins: bool) -> None:
    named = [id for id in scenario_ids() if scenario_named(id).file.opening]
    state = table(man("a", (10, 40)), foe("x", (10, 5)), turn=turn)
    assert opening_of(game(state)) == "", "no scenario of the book"
    if named:
        state.scenario = named[0]
        side = scenario_named(named[0]).file.opening
        assert opening_of(game(state)) == (side if begins else "")
        other = "other"
        faces = {other: 6, side: 2}
        state.sides[side] = state.sides["red"]
        g = game(state)
        assert opened(g, faces) == ({other: 6, side: 1} if begins else faces)
        assert opened(g, {other: 6}) == {other: 6}
        assert in_order(g, faces) == ((side, other) if begins else (other, side))
    assert in_order(game(table(man("a", (1, 1)))), {"red": 2, "blue": 5}) == ("blue", "red")
    fresh = table(man("a", (10, 40), weapons=()), foe("x", (10, 5), weapons=()))
    with playing(fresh, Turn(), dice=[3, 2]) as p:
        assert p.state.order == ("red", "blue")
        p.pending(red="Choose a group to act.")


def test_who_is_out_of_it_has_nothing_left_to_do() -> None:
    """NS-02, NR-101"""
    state = table(man("a", (10, 10), successes=2, group="g"), foe("x", (10, 12)))
    capture(game(state), state.figures["a"], state.figures["x"], "gives himself up")
    a = state.figures["a"]
    assert (a.reaction.successes, a.status, a.group, a.reaction.reacting) == (-1, "captured", "", None)
    assert state.figures["x"].aid.escorts == ("a",)


def test_short_ways_may_cross_but_not_end_on_each_other() -> None:
    """NR-11. It is the last point of a way that counts."""
    state = table(man("a", (20, 40)), man("b", (22, 40)), foe("x", (21, 10)))
    for figure in state.figures.values():
        figure.doing = figure.doing.but(moving=figure.side == "red")
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-1",), True)) as p:
        request, view = p.asked("red"), p.match.view("red")
        first, second, meet = list(point((20.5, 39.5))), list(point((21.5, 39.5))), list(point((21, 39.2)))
        crossing = {"a": {"points": [meet, first]}, "b": {"points": [meet, second]}}
        assert not request.check(view, crossing)
        together = {"a": {"points": [first, meet]}, "b": {"points": [second, meet]}}
        assert request.check(view, together)
        too_far = {"a": {"points": [list(point((23, 40)))]}}
        said = [fault.reason for fault in request.check(view, too_far)]
        assert 'A may go 2", the path is 3"' in said, "the unit of this table is the inch"
        p.pending(red='Move up to 2" more before the In Sight Test.')


def test_random_short_ways_are_legal_and_some_are_gone() -> None:
    """NR-11"""
    state = table(man("a", (20, 40)), man("b", (22, 40)), foe("x", (21, 10)))
    for figure in state.figures.values():
        figure.doing = figure.doing.but(moving=figure.side == "red")
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-1",), True)) as p:
        request, view = p.asked("red"), p.match.view("red")
        found = [request.sample(view, Random(seed)) for seed in range(40)]
        assert sum(len(value) for value in found) > 20
        assert not all(found)
        for value in found:
            assert not request.check(view, value)
            assert all(tuple(way["points"][0]) != view.state.figures[id].at for id, way in value.items())
        assert [one.label for one in request.suggest(view)] == ["Stay"]
        p.pending(red='Move up to 2" more before the In Sight Test.')


def test_of_men_as_far_aside_the_nearer_comes_first() -> None:
    """NR-105"""
    state = table(
        man("a", (20, 40), weapons=(SMG,)), foe("x", (20, 20)), foe("far", (21, 18)), foe("near", (21, 22))
    )
    shot = Shot("a", SMG, (Aim("x", 3),))
    assert [one.piece.id for one in in_swath(state, shot, 1, {})] == ["x", "near", "far"]
