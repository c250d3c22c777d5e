"""What a question mark turns out to be: the throw, the tables, the men, where they stand, and the meeting.

NR-69, NR-71, NR-72, NR-73, NR-107, NS-03, NS-06, NS-09, NS-10, NS-16
"""

from __future__ import annotations

import pytest

from deadground.core.dice import Scripted
from deadground.space.plane import distance
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.enemies.np_forces import (
    defensive_position,
    enlist,
    no_bigger,
    parts_of,
    position_length,
    reinforcements,
)
from deadground.systems.skirmish.rules.enemies.np_places import buildings, dig_in, room_in, set_up
from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import man, point

WALLS = "[[16, 20], [28, 20], [28, 26], [16, 26]]"
HOUSE = f"  - {{id: house, kind: structure, name: the house, floors: 2, polygon: {WALLS}}}"
WOOD = "  - {id: wood, kind: woods, polygon: [[16, 8], [28, 8], [28, 13], [16, 13]]}"


def met(**changes: object) -> SkirmishState:
    """A man in the open who sees a question mark 20 inches off."""
    return solo(man("a", (21, 30), weapons=(), rep=1), pefs=(mark(1, (21, 10)),), **changes)  # type: ignore[arg-type]


@rule("NUTS-PEF-05", "NUTS-PEF-06")
@pytest.mark.parametrize(
    ("dice", "level", "result", "wary"),
    [
        ([4, 4], 3, "false_alarm", False),
        ([3, 4], 3, "maybe", True),
        ([3, 4], 4, "contact", False),
        ([1, 6], 3, "maybe", True),
    ],
)
def test_two_dice_against_the_investment_level(dice: list[int], level: int, result: str, wary: bool) -> None:
    state = met(level=level, most="lmg_team")
    contact = result == "contact"
    resolving = ResolvePef("p1", "red-1")
    with through(state, resolving, dice) if contact else playing(state, resolving, dice=dice) as p:
        p.nothing_pending()
    assert p.last("pef").data["result"] == result
    assert p.state.wary == wary
    assert p.state.pefs == {}, "it is off the table once it is resolved"
    assert bool(p.state.units.keys() - {"red_squad", "blue_squad"}) == contact


@rule("NUTS-PEF-06")
def test_after_a_perhaps_the_next_one_is_looked_at_with_three_dice_and_the_lowest_two_count() -> None:
    """NR-73: once, and it does not grow."""
    state = met(wary=True)
    with playing(state, ResolvePef("p1", "red-1"), dice=[3, 5, 6]) as p:
        p.nothing_pending()
    assert p.last("pef").data["result"] == "maybe"
    assert p.state.wary
    state = met(wary=True)
    with playing(state, ResolvePef("p1", "red-1"), dice=[4, 5, 6]) as p:
        p.nothing_pending()
    assert p.last("pef").data["result"] == "false_alarm"
    assert not p.state.wary


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(
    ("total", "table"),
    [
        (1, "enemy_reinforcements"),
        (4, "enemy_reinforcements"),
        (5, "enemy_defensive_position"),
        (7, "enemy_defensive_position"),
    ],
)
def test_one_die_says_which_table(total: int, table: str) -> None:
    assert chart("pef_contact").look_up(total).value == table


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(
    ("mission", "table"), [("patrol", "reinforcements"), ("attack", "defensive position")]
)
def test_on_an_attack_the_die_has_one_more(mission: str, table: str) -> None:
    """NR-71: a 4 is a 5 then."""
    state = met(mission=mission, most="lmg_team")
    with through(state, ResolvePef("p1", "red-1"), [1, 1, 4]) as p:
        p.nothing_pending()
    assert table in p.last("pef_contact").text


@rule("NUTS-PEF-08")
@pytest.mark.parametrize(
    ("die", "level", "force", "place"),
    [
        (1, 1, "sniper", "cover"),
        (2, 1, "lmg_team", "position"),
        (1, 3, "squad", "position"),
        (2, 3, "squad", "building"),
        (3, 3, "squad", "position"),
        (4, 3, "squad", "position"),
        (5, 3, "squad", "building"),
        (6, 3, "squad lmg_team", "position"),
        (6, 4, "squad squad", "building"),
        (6, 5, "squad squad", "position"),
        (6, 6, "platoon lmg_team launcher_team", "building"),
    ],
)
def test_the_defensive_position_table(die: int, level: int, force: str, place: str) -> None:
    state = met(level=level)
    g = game(state, dice=[die])
    assert defensive_position(g, state.sides["blue"]) == (force, place)
    (added,) = g.events[-1].seen.tallies
    assert [(line.reason, line.amount) for line in added.lines] == [("Investment Level", level)]


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(
    ("die", "level", "mission", "force"),
    [
        (2, 3, "patrol", "two_riflemen"),
        (3, 3, "patrol", "lmg_team"),
        (4, 3, "patrol", "half_squad"),
        (5, 3, "patrol", "squad"),
        (6, 3, "patrol", "squad asset"),
        (6, 3, "attack", "squad asset"),
        (5, 3, "attack", "platoon"),
        (5, 4, "patrol", "squad asset"),
        (1, 1, "patrol", "two_riflemen"),
    ],
)
def test_the_reinforcement_table(die: int, level: int, mission: str, force: str) -> None:
    """NS-16, without vehicles."""
    state = met(level=level, mission=mission)
    g = game(state, dice=[die])
    assert reinforcements(g, state.sides["blue"]) == force
    told = g.events[-1].seen
    (added,) = told.tallies
    assert die + added.total == told.data["total"]
    assert (f"mission: {mission}", 1 if mission == "attack" else -1) in [
        (line.reason, line.amount) for line in added.lines
    ]


@pytest.mark.parametrize(
    ("force", "most", "met_"),
    [
        ("squad", "", "squad"),
        ("squad", "half_squad", "half_squad"),
        ("squad lmg_team", "half_squad", "half_squad"),
        ("two_riflemen", "half_squad", "two_riflemen"),
        ("sniper", "half_squad", "sniper"),
    ],
)
def test_where_there_is_nothing_bigger_than_so_much(force: str, most: str, met_: str) -> None:
    assert no_bigger(force, most) == met_


@pytest.mark.parametrize(
    ("force", "men", "first"),
    [
        ("two_riflemen", 2, "rifleman"),
        ("lmg_team", 2, "lmg_gunner"),
        ("half_squad", 3, "jr_nco"),
        ("squad", 6, "nco"),
        ("sniper", 1, "rifleman"),
        ("launcher_team", 2, "launcher"),
        ("platoon_leader", 1, "commander"),
        ("medic", 1, "medic"),
    ],
)
def test_the_men_of_a_force_come_from_the_list_of_its_nation(force: str, men: int, first: str) -> None:
    """NS-06, NS-18: the smallest squad of German infantry has six men."""
    state = met()
    (part,) = parts_of(game(state, dice=[1] * 80), state.sides["blue"], force)
    assert (len(part.men), part.men[0].role) == (men, first)
    if force == "two_riflemen":
        assert [one.rep for one in part.men] == [4, 3]
    if force == "sniper":
        assert (part.men[0].weapons, part.men[0].attributes) == (("core.sniper_rifle",), ("stealthy",))


def test_men_who_turn_up_have_names_of_their_own_and_a_loader_serves_his_gun() -> None:
    state = met()
    g = game(state, dice=[1] * 200)
    side = state.sides["blue"]
    unit, men = enlist(g, side, parts_of(g, side, "squad")[0])
    assert unit.strength == len(men)
    assert len({one.name for one in men}) == len(men)
    gunner = next(one for one in men if ".mg" in one.arms.weapons[0])
    assert [one.arms.loads_for for one in men if one.arms.loads_for] == [gunner.id]


@rule("NUTS-PEF-09")
@pytest.mark.parametrize(
    ("force", "dice", "inches"),
    [("squad", [1], 7), ("squad", [6], 9), ("lmg_team", [3], 8), ("squad squad", [2, 5], 16)],
)
def test_the_length_of_a_position(force: str, dice: list[int], inches: int) -> None:
    """6 inches and half a die for each squad, a team alone counting as one. NR-107"""
    state = met()
    parts = parts_of(game(state, dice=[1] * 200), state.sides["blue"], force)
    assert position_length(game(state, dice=dice), parts) == inches * 254


@rule("NUTS-PEF-09")
@pytest.mark.parametrize(("inches", "aside"), [(9, [-3, 0, 3]), (12, [-4, 0, 4])])
def test_men_stand_evenly_along_a_position_square_to_the_line_to_the_player(
    inches: int, aside: list[int]
) -> None:
    """The trench is centred on the marker; they look south, so the first is on their own left, in the east."""
    state = met()
    g = game(state, dice=[1] * 200)
    _, men = enlist(g, state.sides["blue"], parts_of(g, state.sides["blue"], "half_squad")[0])
    dig_in(g, men[:3], point((21, 10)), point((21, 30)), inches * 254)
    assert [one.at for one in men[:3]] == [point((21 - off, 10)) for off in aside]
    assert [one.facing for one in men[1:2]] == [1800]
    (trench,) = state.markers.values()
    assert (trench.at, trench.across, trench.facing) == (point((21, 10)), inches * 254, 1800)


@rule("NUTS-PEF-09")
def test_those_in_a_position_are_dug_in_along_it_and_face_the_player() -> None:
    state = met()
    g = game(state, dice=[1] * 200)
    _, men = enlist(g, state.sides["blue"], parts_of(g, state.sides["blue"], "half_squad")[0])
    dig_in(g, men, point((21, 10)), point((21, 30)), 7 * 254)
    assert all(is_in_cover(state, one, point((21, 30))) for one in men)
    assert all(abs(one.at[1] - 10 * 254) <= 2 for one in men)
    assert all(abs(one.facing - 1800) < 200 for one in men)
    assert distance(men[0].at, men[-1].at) > 4 * 254


def test_men_are_set_up_in_cover_about_the_marker_if_there_is_cover_within_6_inches() -> None:
    """NR-72."""
    state = met(pieces=WOOD)
    g = game(state, dice=[1] * 200)
    _, men = enlist(g, state.sides["blue"], parts_of(g, state.sides["blue"], "half_squad")[0])
    set_up(g, men, point((21, 15)), point((21, 30)), None)
    assert all(is_in_cover(state, one, point((21, 30))) for one in men)
    assert all(distance(one.at, point((21, 15))) <= 6 * 254 for one in men)


@rule("NUTS-PEF-06")
@pytest.mark.parametrize("came", [False, True])
def test_they_meet_at_once_and_the_side_whose_phase_it_is_counts_as_active(came: bool) -> None:
    """NR-72: red has one die; blue has Rep 4, a Temporary Leader, and one less if it came."""
    state = met(most="lmg_team")
    with through(state, ResolvePef("p1", "red-1", False, came), [1, 1]) as p:
        p.nothing_pending()
    results = {one["side"]: one["dice"] for one in p.last("in_sight_test").data["results"]}
    assert results["red"] == 1
    assert results["blue"] == 3 - came


@rule("NUTS-PEF-06", "NUTS-ACT-07")
def test_of_those_who_came_one_group_acts_at_a_time() -> None:
    """NR-72: a house parts those who are dug in; the first of them have been met."""
    house = "  - {id: house, kind: structure, polygon: [[20.8, 5], [21.2, 5], [21.2, 15], [20.8, 15]]}"
    state = solo(man("a", (21, 30), rep=6), pefs=(mark(1, (22.5, 8)),), most="half_squad", pieces=house)
    with playing(state, ResolvePef("p1", "red-1", False, True), dice=[1, 1, 6, 4, *[1] * 130]) as p:
        came = [group for group in p.state.groups.values() if group.side == "blue"]
        met_now = {p.state.figures[id].group for id in p.last("in_sight").data["men"]}
        assert len(came) == 2
        assert {group.id for group in came if group.active} == met_now
        p.pending(red="You saw them first")
        p.script = Scripted()


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(("option", "moving"), [("end_of_activation", False), ("end_of_turn", True)])
def test_those_who_came_are_stationary_when_others_would_be(option: str, moving: bool) -> None:
    """NR-36"""
    resolving = ResolvePef("p1", "red-1", False, True)
    with through(met(most="lmg_team"), resolving, [1, 1], options={"stationary_from": option}) as p:
        p.nothing_pending()
    came = [one for one in p.state.figures.values() if one.side == "blue" and one.able]
    assert came
    assert all(one.doing.moving == moving for one in came)


@rule("NUTS-PEF-06")
def test_what_it_is_is_told_to_all_and_the_unseen_are_not_pointed_at() -> None:
    state = met(most="lmg_team", knowledge="ghosts")
    with through(state, ResolvePef("p1", "red-1"), [1, 1]) as p:
        p.nothing_pending()
    told = p.last("pef_force")
    assert told.text == "?1 is two riflemen."
    known = {one.id for one in p.state.figures.values() if "red" in one.sightings.seen_by}
    assert set(told.data["men"]) <= known
    assert told.data["pef"] == "p1", "the mark stays drawn until it is said what it was"


@rule("NUTS-PEF-07")
def test_a_building_is_looked_at_once_from_outside_and_level_by_level_from_inside() -> None:
    """A false alarm outside; inside 3d6 for each of its two levels, the lowest two counting. NR-69"""
    state = solo(man("a", (21, 39), rep=4), pieces=HOUSE)
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", a=to((21, 32)))])
        p.nothing_pending()
    assert (p.state.near_houses, p.state.silent_houses) == (("house",), ("house",))
    inside = p.state
    inside.groups["red-1"].done = False
    inside.figures["a"].at = point((21, 27))
    with playing(inside, Activation("red-1"), dice=[4, 5, 6, 4, 5, 6]) as p:
        p.choose("red", [move("red-1", a=to((21, 25)))])
        p.nothing_pending()
    assert p.state.silent_houses == ()
    assert [event.kind for event in p.events].count("pef") == 2


@rule("NUTS-PEF-07")
def test_a_question_mark_that_lies_in_a_building_is_what_it_holds() -> None:
    state = solo(man("a", (21, 39), rep=4), pefs=(mark(1, (22, 23), building="house"),), pieces=HOUSE)
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", a=to((21, 32)))])
        p.nothing_pending()
    assert [event.kind for event in p.events].count("pef") == 1
    assert p.last("house_silent").text == "The house is silent. Somebody must go in to be sure."


def test_a_building_has_room_for_six_in_each_area_of_each_floor() -> None:
    """NS-09: 12 by 6 inches and two floors."""
    state = solo(man("a", (21, 39)), pieces=HOUSE)
    assert room_in(buildings(state)[0]) == 24


@rule("NUTS-PEF-06", "NUTS-PEF-08")
@pytest.mark.parametrize(
    ("die", "pieces", "words", "inside"),
    [
        (2, HOUSE, " in the house.", True),
        (2, "", " in the shed.", True),
        (1, HOUSE, " in a dug position.", False),
    ],
)
def test_a_force_lies_in_a_building_if_the_table_says_so(
    die: int, pieces: str, words: str, inside: bool
) -> None:
    """Two aces, a 5 for a defensive position, and its die: a 2 is in a building, a 1 is not. Where none is near one
    is set down. NS-09"""
    state = solo(man("a", (21, 40), weapons=(), rep=1), pefs=(mark(1, (21, 16)),), pieces=pieces)
    with through(state, ResolvePef("p1", "red-1"), [1, 1, 5, die]) as p:
        p.nothing_pending()
    assert p.last("pef_force").text.endswith(words)
    men = [one for one in p.state.figures.values() if one.side == "blue"]
    assert all(any(house.holds(one.at) for house in buildings(p.state)) is inside for one in men)
    there = "trench" if not inside else "" if pieces else "building"
    assert [marker.kind for marker in p.state.markers.values()] == ([there] if there else [])


@rule("NUTS-PEF-06", "NUTS-SIGHT-02")
def test_every_group_that_sees_them_meets_them() -> None:
    """NR-186: the one that found them first, whatever its place in the roster."""
    state = solo(
        man("b", (30, 30), weapons=(), rep=1),
        man("a", (21, 30), weapons=(), rep=1),
        pefs=(mark(1, (21, 10)),),
        level=6,
        most="two_riflemen",
    )
    finder = state.figures["a"].group
    with through(state, ResolvePef("p1", finder), [1, 1, 1]) as p:
        p.nothing_pending()
    met = [event.data["men"] for event in p.events if event.kind == "in_sight"]
    assert met == [["a"], ["b"]]
