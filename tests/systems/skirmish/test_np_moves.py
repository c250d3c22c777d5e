"""Where men whom nobody plays go, and what they look at: every measure, and one either side of it."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from deadground.space.plane import Point, distance
from deadground.systems.skirmish.rules.enemies.np_group import (
    beaten_away,
    by_stance,
    circle,
    has_flank,
    is_beside,
    is_covered,
    is_hidden_at,
    near_in_cover,
    next_section,
    straight_on,
    table_for,
)
from deadground.systems.skirmish.rules.enemies.np_moves import (
    Picture,
    any_cover,
    at_rest,
    edge_point,
    flank_of,
    halves,
    is_covered_and_in_range,
    place_to_fire_from,
    places_on_the_way,
    support_of,
    towards,
)
from deadground.systems.skirmish.state import BASE, INCH, SkirmishState
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import LMG, SMG, foe, man, point

WALL = "  - {id: wall, kind: wall, height: 1, line: [[14, 12], [30, 12]]}"
WOOD = "  - {id: wood, kind: woods, polygon: [[2, 18], [46, 18], [46, 24], [2, 24]]}"


def alone(
    at: tuple[float, float] = (21, 10), red: tuple[float, float] = (21, 30), **changes: Any
) -> SkirmishState:
    return solo(man("a", red), foe("x", at), **changes)


def seen_by(state: SkirmishState, *ids: str) -> Picture:
    return Picture(game(state), [state.figures[id] for id in ids or ("x",)])


def test_the_threat_is_the_nearest_enemy_in_sight() -> None:
    """NS-42"""
    state = solo(man("a", (21, 30)), man("b", (21, 20)), foe("x", (21, 10)))
    picture = seen_by(state)
    assert picture.threat(state.figures["x"]) == point((21, 20))
    assert [foe.id for foe in picture.seen] == ["a", "b"]


def test_who_sees_nobody_thinks_of_where_he_last_saw_somebody() -> None:
    """NS-42. On an open table everybody is known; with ghosts only who was seen, and where."""
    state = alone(pieces=WOOD)
    assert seen_by(state).seen == []
    assert seen_by(state).threat(state.figures["x"]) == point((21, 30))
    state.knowledge = "ghosts"
    assert seen_by(state).threat(state.figures["x"]) is None
    state.figures["a"].sightings = state.figures["a"].sightings.but(seen_at=(("blue", point((5, 40))),))
    assert seen_by(state).threat(state.figures["x"]) == point((5, 40))


@pytest.mark.parametrize(
    ("at", "free"),
    [
        ((127, 2000), True),
        ((126, 2000), False),
        ((2000, 127), True),
        ((2000, 126), False),
        ((48 * 254 - 127, 2000), True),
        ((48 * 254 - 126, 2000), False),
        ((2000, 48 * 254 - 127), True),
        ((2000, 48 * 254 - 126), False),
    ],
)
def test_a_place_must_be_on_the_table_with_the_whole_base(at: Point, free: bool) -> None:
    """NS-42"""
    state = alone()
    assert seen_by(state).is_free(state.figures["x"], at) is free


def test_a_place_is_free_of_men_and_of_what_others_have_chosen() -> None:
    """NS-42. His own place is his."""
    state = solo(man("a", (21, 30)), foe("x", (21, 10)), foe("y", (23, 10)))
    picture = seen_by(state, "x", "y")
    x = state.figures["x"]
    assert picture.is_free(x, x.at)
    assert not picture.is_free(x, point((23, 10)))
    spot = point((10, 10))
    picture.taken.append(spot)
    assert not picture.is_free(x, (spot[0] + 2 * BASE, spot[1]))
    assert picture.is_free(x, (spot[0] + 2 * BASE + 1, spot[1]))


@pytest.mark.parametrize(("inches", "reached"), [(8, True), (8.01, False)])
def test_a_man_reaches_what_is_within_his_move(inches: float, reached: bool) -> None:
    """NS-42"""
    state = alone()
    assert seen_by(state).can_reach(state.figures["x"], point((21, 10 + inches))) is reached


def test_he_does_not_run_into_an_enemy() -> None:
    """NS-42. An inch and a half from his middle."""
    state = alone(red=(21, 15))
    picture, x, a = seen_by(state), state.figures["x"], state.figures["a"]
    assert picture.is_beside_foe((a.at[0], a.at[1] - 3 * BASE))
    assert not picture.is_beside_foe((a.at[0], a.at[1] - 3 * BASE - 1))
    assert not picture.can_reach(x, (a.at[0], a.at[1] - 3 * BASE))
    assert picture.can_reach(x, (a.at[0], a.at[1] - 3 * BASE - 1))


def test_a_man_looks_at_the_enemy_where_he_ends() -> None:
    """NS-42"""
    state = alone()
    picture, x = seen_by(state), state.figures["x"]
    stays = picture.going(x, None, prone=True)
    assert (stays.path, stays.facing, stays.prone) == ((x.at,), 1800, True)
    assert picture.going(x, x.at).path == (x.at,)
    goes = picture.going(x, point((11, 30)))
    assert (goes.path, goes.facing, goes.prone) == ((x.at, point((11, 30))), 900, False)
    assert picture.taken == [x.at, x.at, point((11, 30))]
    assert picture.going(x, point((21, 30))).facing is None
    state.knowledge = "ghosts"
    picture.seen = []
    assert picture.going(x, None).facing is None


def test_a_man_who_has_stopped_is_not_moving_and_he_himself_still_is() -> None:
    """NS-42"""
    x = foe("x", (21, 10), moving=True)
    assert (at_rest(x).doing.moving, x.doing.moving) == (False, True)


@pytest.mark.parametrize(
    ("at", "weapon", "holds"), [(11.4, "ba_rifle", True), (11.4, "pistol", False), (10, "ba_rifle", False)]
)
def test_in_cover_and_in_range(at: float, weapon: str, holds: bool) -> None:
    """NR-77. Behind the wall and 18.6 inches away; a pistol reaches 12."""
    state = solo(man("a", (21, 30)), foe("x", (21, at), weapons=(f"core.{weapon}",)), pieces=WALL)
    assert is_covered_and_in_range(seen_by(state), state.figures["x"]) is holds


def test_nobody_known_is_nobody_to_take_cover_from() -> None:
    """NR-77, NS-42"""
    state = alone(at=(21, 11.4), pieces=f"{WALL}\n{WOOD}", knowledge="ghosts")
    picture, x = seen_by(state), state.figures["x"]
    assert not is_covered_and_in_range(picture, x)
    assert place_to_fire_from(picture, x) is None
    assert any_cover(picture, x) is None
    assert not is_covered(picture, x)
    assert is_hidden_at(picture, x, x.at)


def test_cover_to_fire_from_is_near_in_range_and_free() -> None:
    """NS-42"""
    state = alone(at=(21, 9), pieces=WALL)
    found = place_to_fire_from(seen_by(state), state.figures["x"])
    assert found is not None
    assert point((21, 11))[1] <= found[1] < point((21, 12))[1]
    state.figures["x"].arms = state.figures["x"].arms.but(weapons=("core.pistol",))
    assert place_to_fire_from(seen_by(state), state.figures["x"]) is None
    state.figures["x"].arms = state.figures["x"].arms.but(weapons=(LMG,))
    state.figures["x"].doing = state.figures["x"].doing.but(spent=8 * INCH - 50)
    assert place_to_fire_from(seen_by(state), state.figures["x"]) is None


def test_closer_cover_is_an_inch_nearer() -> None:
    """NS-42. He lies behind the wall; the next one must be an inch nearer to the enemy."""
    for y, closer in ((13.4, False), (13.5, True)):
        near = f"  - {{id: near, kind: wall, height: 1, line: [[14, {y}], [30, {y}]]}}"
        state = alone(at=(21, 11.9), pieces=f"{WALL}\n{near}")
        found = place_to_fire_from(seen_by(state), state.figures["x"], closer=True)
        assert (found is not None) == closer
        assert place_to_fire_from(seen_by(state), state.figures["x"]) is not None


def test_any_cover_is_where_he_is_if_that_is_cover() -> None:
    """NS-42"""
    state = alone(at=(21, 11.4), pieces=WALL)
    assert any_cover(seen_by(state), state.figures["x"]) == state.figures["x"].at
    state = alone(at=(21, 9), pieces=WALL)
    found = any_cover(seen_by(state), state.figures["x"])
    assert found is not None
    assert point((21, 11))[1] <= found[1] < point((21, 12))[1]
    state = alone(at=(21, 3), pieces=WALL)
    assert any_cover(seen_by(state), state.figures["x"]) is None


def test_a_full_move_towards_a_goal_in_the_open() -> None:
    """NS-42"""
    state = alone()
    assert towards(seen_by(state), state.figures["x"], point((21, 26))) == point((21, 18))
    assert towards(seen_by(state), state.figures["x"], point((21, 13))) == point((21, 13))


@pytest.mark.parametrize(("y", "covered"), [(12.9, False), (13, True), (16, True)])
def test_cover_on_the_way_is_taken_if_it_costs_no_more_than_half(y: float, covered: bool) -> None:
    """NS-42. A wall costs two of eight inches to cross; of the six that are left, cover after three is worth it."""
    wall = f"  - {{id: wall, kind: wall, height: 1, line: [[10, {y}], [32, {y}]]}}"
    state = alone(pieces=wall)
    found = towards(seen_by(state), state.figures["x"], point((21, 30)))
    assert (found[1] <= point((21, y))[1]) == covered


def test_who_cannot_go_anywhere_stays() -> None:
    """NS-42"""
    state = alone()
    x = state.figures["x"]
    picture = seen_by(state)
    assert towards(picture, x, x.at) == x.at
    picture.taken = [(x.at[0], x.at[1] + i) for i in range(0, 2500, 200)]
    picture.taken += [
        (x.at[0] + aside, one[1]) for one in list(picture.taken) for aside in (508, -508, 1016, -1016)
    ]
    assert towards(picture, x, point((21, 26))) == x.at


def test_places_on_the_way_are_half_an_inch_apart_and_up_to_four_inches_aside() -> None:
    """NS-42"""
    found = list(places_on_the_way((5000, 5000), (5000, 5254)))
    assert found[:5] == [(5000, 5254), (4492, 5254), (5508, 5254), (3984, 5254), (6016, 5254)]
    assert [at[1] for at in found[::5]] == [5254, 5127]
    assert len(found) == 10
    assert list(places_on_the_way((5000, 5000), (5000, 5000))) == [(5000, 5000)]


@pytest.mark.parametrize(
    ("at", "red", "flank", "goal"),
    [
        ((21, 10), (21, 30), "left", (9, 30)),
        ((21, 10), (21, 30), "right", (33, 30)),
        ((40, 24), (20, 24), "left", (20, 12)),
        ((40, 24), (20, 24), "right", (20, 36)),
        ((21, 10), (4, 10), "left", (4, 0.5)),
        ((4, 44), (4, 30), "right", (0.5, 30)),
        ((44, 10), (44, 30), "right", (47.5, 30)),
        ((10, 44), (30, 44), "left", (30, 47.5)),
    ],
)
def test_a_flank_lies_twelve_inches_aside_and_on_the_table(
    at: tuple[float, float], red: tuple[float, float], flank: str, goal: tuple[float, float]
) -> None:
    """NS-42. The player's own left and right, as he looks at them."""
    state = alone(at, red)
    assert flank_of(seen_by(state), state.figures["x"], flank) == point(goal)


def test_the_flank_is_that_of_the_nearest_man() -> None:
    """NS-42"""
    state = solo(man("a", (40, 40)), man("b", (21, 30)), foe("x", (21, 10)))
    assert flank_of(seen_by(state), state.figures["x"], "left") == point((9, 30))


@pytest.mark.parametrize(
    ("edge", "goal"),
    [("north", (21, 0.5)), ("south", (21, 47.5)), ("west", (0.5, 10)), ("east", (47.5, 10))],
)
def test_the_nearest_point_of_the_edge_he_came_from(edge: Any, goal: tuple[float, float]) -> None:
    """NS-42"""
    state = alone()
    state.sides["blue"].edge = edge
    assert edge_point(state, state.figures["x"]) == point(goal)


def test_the_support_weapon_is_a_machine_gun_or_better() -> None:
    """NS-42. An SMG ranks 3, a machine gun 4, a launcher 5; the weapon in his hands counts."""
    smg, lmg = man("s", (1, 1), weapons=(SMG,)), man("l", (1, 1), weapons=(LMG,))
    tube, none = man("t", (1, 1), weapons=("core.bazooka",)), man("n", (1, 1), weapons=())
    second = man("p", (1, 1), weapons=("core.pistol", LMG))
    assert support_of([smg, second, none]) is None
    assert support_of([none, smg, lmg, second]) is lmg
    assert support_of([lmg, tube]) is tube
    assert support_of([]) is None


@pytest.mark.parametrize(("count", "firing"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_supporting_half_is_rounded_up(count: int, firing: int) -> None:
    """NS-42"""
    men = [man(f"m{i}", (10 + i, 10)) for i in range(count)]
    fire, go = halves(men)
    assert (len(fire), len(go)) == (firing, count - firing)
    assert fire[0] is men[0]


def test_the_loader_and_then_the_nearest_stay_with_the_support_weapon() -> None:
    """NS-42"""
    gun = man("gun", (20, 10), weapons=(LMG,))
    near, far = man("near", (21, 10)), man("far", (30, 10))
    loader, last = man("loader", (35, 10), loads_for="gun"), man("last", (40, 10))
    fire, go = halves([last, far, loader, near, gun])
    assert [one.id for one in fire] == ["gun", "loader", "near"]
    assert [one.id for one in go] == ["far", "last"]


@pytest.mark.parametrize(
    ("degrees", "beside"), [(0, False), (60, False), (61, True), (-61, True), (180, True)]
)
def test_more_than_sixty_degrees_off_is_a_flank(degrees: int, beside: bool) -> None:
    """NS-38. He looks south at 180; the other stands due south of him."""
    one = man("a", (20, 30))
    assert is_beside(foe("x", (20, 20), facing=(180 + degrees) % 360), one) is beside
    assert not is_beside(foe("x", (20, 30), facing=0), one)


def test_a_flank_is_had_when_he_sees_it() -> None:
    """NS-38, NS-42"""
    state = solo(man("a", (21, 30), facing=90), foe("x", (21, 10)))
    assert has_flank(game(state), seen_by(state), state.figures["x"])
    state.figures["a"].facing = 0
    assert not has_flank(game(state), seen_by(state), state.figures["x"])
    state = solo(man("a", (21, 30), facing=90), foe("x", (21, 10)), pieces=WOOD)
    assert not has_flank(game(state), seen_by(state), state.figures["x"])


def test_who_goes_round_goes_on_towards_his_flank() -> None:
    """NS-42"""
    state = alone()
    x = state.figures["x"]
    flanks: tuple[Literal["left", "right"], ...] = ("left", "right")
    for flank in flanks:
        x.errand = flank
        end = circle(seen_by(state), x).path[-1]
        goal = flank_of(seen_by(state), x, flank)
        assert distance(x.at, goal) - distance(end, goal) >= 8 * INCH - 20


def test_straight_on_only_the_support_weapon_with_a_line_stays() -> None:
    """NS-42"""
    state = alone()
    x = state.figures["x"]
    assert straight_on(seen_by(state), x, is_support=True).path == (x.at,)
    assert straight_on(seen_by(state), x, is_support=False).path[-1] == point((21, 18))
    state = alone(pieces=WOOD)
    assert len(straight_on(seen_by(state), state.figures["x"], is_support=True).path) == 2


@pytest.mark.parametrize(
    ("red", "pieces", "near"),
    [
        ((21, 12.6), WALL, True),
        ((21, 12.6), "", False),
        ((21, 13.9), "  - {id: wall, kind: wall, height: 1, line: [[14, 13], [30, 13]]}", True),
        ((21, 14.1), "  - {id: wall, kind: wall, height: 1, line: [[14, 13.5], [30, 13.5]]}", False),
    ],
)
def test_an_enemy_within_six_inches_and_in_cover(red: tuple[float, float], pieces: str, near: bool) -> None:
    """NS-42"""
    state = alone((21, 8), red, pieces=pieces)
    found = near_in_cover(game(state), state.figures["x"])
    assert (found is state.figures["a"]) is near
    state.figures["x"].facing = 0
    assert near_in_cover(game(state), state.figures["x"]) is None


def test_a_patrol_goes_from_section_to_section_and_begins_anew() -> None:
    """NS-42. Sections of 16 by 24 inches: 1 to 3 in the north, 4 to 6 in the south."""
    state = alone(at=(21, 10))
    g, x, unit = game(state), state.figures["x"], state.units["blue_squad"]
    first = next_section(g, x)
    assert len(unit.visited) == 1
    assert next_section(g, x) == first
    assert len(unit.visited) == 1
    seen = set()
    for _ in range(5):
        goal = next_section(g, x)
        seen.add(goal)
        x.at = goal
    assert len(seen) == 5
    assert len(unit.visited) == 5
    goal = next_section(g, x)
    assert unit.visited == ()
    assert goal != point((21, 10))


@pytest.mark.parametrize(
    ("mission", "attacker", "table"),
    [
        ("defend", False, "np_infantry_attack"),
        ("attack", True, "np_infantry_defend"),
        ("", True, "np_infantry_attack"),
        ("", False, "np_infantry_defend"),
    ],
)
def test_the_table_by_mission_or_by_who_attacks(mission: Any, attacker: bool, table: str) -> None:
    """NS-11"""
    state = alone(mission=mission)
    state.sides["blue"].attacker = attacker
    assert table_for(game(state), "blue-1") == table


@pytest.mark.parametrize(
    ("stance", "says"),
    [
        ("withdraw", "withdraw"),
        ("patrol", "patrol"),
        ("", "np_infantry_defend"),
        ("defend_then_patrol", "np_infantry_defend"),
        ("defend_then_withdraw", "np_infantry_defend"),
    ],
)
def test_what_a_stance_means_while_nobody_is_in_sight(stance: Any, says: str) -> None:
    """NS-42. No die is thrown: nobody has been met."""
    state = alone(pieces=WOOD)
    state.units["blue_squad"].stance = stance
    assert by_stance(game(state), "blue-1", state.figures["x"]) == says


def test_only_able_men_on_both_sides_keep_them_in_the_fight() -> None:
    """NS-42"""
    for who in ("a", "x"):
        state = alone()
        unit = state.units["blue_squad"]
        unit.stance, unit.quiet = "defend_then_withdraw", 1
        state.figures[who].status = "hunker_down"
        beaten_away(game(state))
        assert (unit.stance, unit.quiet) == ("withdraw", 2)
    state = alone()
    state.units["blue_squad"].stance = "withdraw"
    beaten_away(game(state))
    assert (state.units["blue_squad"].stance, state.units["blue_squad"].quiet) == ("withdraw", 0)
