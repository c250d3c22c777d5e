"""Who sees whom, who is in the way and who is quicker: at the limit, and one either side of it."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.enemies.np_places import building_named
from deadground.systems.skirmish.rules.enemies.pef_resolution import (
    ResolvePef,
    nearest_player,
    seen_by,
    tell_silent,
)
from deadground.systems.skirmish.rules.enemies.pefs import fronts, sees_house
from deadground.systems.skirmish.rules.movement.involuntary import (
    is_at_edge,
    nearest_edges,
    short_of_flame,
)
from deadground.systems.skirmish.rules.sight.ghosts import (
    forget_ghost,
    is_seen_by_side,
    leave_ghost,
    look_round,
)
from deadground.systems.skirmish.rules.sight.in_sight_pools import (
    Score,
    again,
    all_concealed,
    decided,
    first_of,
    scored,
    scores,
    seen_by_group,
)
from deadground.systems.skirmish.rules.sight.line_of_sight import (
    blocks_line,
    figure_between,
    hidden,
    is_in_arc,
    is_in_line,
    too_far,
)
from deadground.systems.skirmish.rules.sight.sighting import have_seen, note_sighted, pair
from deadground.systems.skirmish.state import INCH, Ghost, Marker
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

WOOD = "  - {id: wood, kind: woods, polygon: [[2, 18], [46, 18], [46, 24], [2, 24]]}"
HOUSE = "  - {id: house, kind: structure, name: the mill, polygon: [[16, 20], [28, 20], [28, 26], [16, 26]]}"

# Lines


@pytest.mark.parametrize(
    ("at", "blocks"),
    [
        ((5080, 7620), True),
        ((5080 + 127, 7620), True),
        ((5080 + 128, 7620), False),
        ((5080 - 127, 7620), True),
        ((5080 - 128, 7620), False),
        ((5080, 5080 - 127), True),
        ((5080, 5080 - 128), False),
        ((5080, 10160 - 256), False),
        ((5080, 10160 - 257), True),
        ((5080, 10160 + 100), False),
    ],
)
def test_a_friend_in_the_line_is_in_the_way(at: tuple[int, int], blocks: bool) -> None:
    """NR-37. Half an inch to either side; who is in contact with the looker is not."""
    state = table(man("a", (20, 40)), foe("x", (20, 20)), man("b", (30, 30)))
    state.figures["b"].at = at
    assert (figure_between(state, state.figures["a"], state.figures["x"], {}) is not None) is blocks


def test_the_line_may_run_any_way() -> None:
    """NR-37. West to east, the friend to either side."""
    state = table(man("a", (10, 20), facing=90), foe("x", (30, 20)), man("b", (20, 20)))
    for off, blocks in ((0, True), (127, True), (-127, True), (128, False), (-128, False)):
        state.figures["b"].at = (5080, 5080 + off)
        assert (figure_between(state, state.figures["a"], state.figures["x"], {}) is not None) is blocks
    assert is_in_line((5080, 5080 + 127), (0, 5080), (9000, 5080), 127)
    assert not is_in_line((5080, 5080 + 128), (0, 5080), (9000, 5080), 127)


@pytest.mark.parametrize(
    ("changes", "who", "blocks"),
    [
        ({}, "friendly", True),
        ({"prone": True}, "friendly", False),
        ({"status": "out_of_the_fight"}, "friendly", False),
        ({"status": "obviously_dead"}, "friendly", False),
        ({"status": "captured"}, "friendly", False),
        ({"status": "gone"}, "friendly", False),
        ({"side": "blue"}, "friendly", False),
        ({"side": "blue"}, "any", True),
        ({"status": "hunker_down"}, "friendly", True),
    ],
)
def test_who_can_be_in_the_way(changes: dict[str, Any], who: str, blocks: bool) -> None:
    """NR-37"""
    assert blocks_line(man("b", (20, 30), **changes), man("a", (20, 40)), who) is blocks
    state = table(man("a", (20, 40)), foe("x", (20, 20)), man("b", (20, 30), **changes))
    options = {"figures_block_los": who}
    assert (figure_between(state, state.figures["a"], state.figures["x"], options) is not None) is blocks
    off = {"figures_block_los": "none"}
    assert figure_between(state, state.figures["a"], state.figures["x"], off) is None


@bounds("NUTS-LOS-02")
@pytest.mark.parametrize(
    ("at", "seen"),
    [
        ((0, -1), True),
        ((5000, 0), True),
        ((-5000, 0), True),
        ((0, 1), False),
        ((5000, 1), False),
        ((0, 0), True),
    ],
)
def test_the_half_circle_to_the_front_with_its_edges(at: tuple[int, int], seen: bool) -> None:
    one = man("a", (20, 20))
    assert is_in_arc(one, (5080 + at[0], 5080 + at[1])) is seen


@bounds("NUTS-LOS-03", "NUTS-LOS-05")
@pytest.mark.parametrize(
    ("light", "weather", "inches", "words"),
    [
        ("day", "clear", 60, ""),
        ("night", "clear", 12, ""),
        ("night", "clear", 12.01, "it is night"),
        ("day", "bad", 12, ""),
        ("day", "bad", 12.01, "the weather is bad"),
        ("night", "bad", 6, ""),
        ("night", "bad", 6.01, "the weather is bad"),
        ("night", "bad", 13, "the weather is bad"),
    ],
)
def test_the_shortest_limit_of_night_and_weather(light: Any, weather: Any, inches: float, words: str) -> None:
    state = table(man("a", (1, 1)), light=light, weather=weather)
    dark = table(man("a", (1, 1)), light="night", weather="bad")
    assert too_far(dark, (0, 0), (99999, 0)) is not None
    found = too_far(state, (0, 0), (round(inches * 254), 0))
    assert (found.reason if found else "").startswith(words)
    assert (found is None) is (words == "")


@pytest.mark.parametrize(
    ("one", "other", "option", "blocked"),
    [
        ((), (), "cause", False),
        (("x",), (), "cause", True),
        ((), ("a",), "cause", True),
        (("y",), (), "cause", False),
        (("y",), (), "all", True),
        ((), ("b",), "all", True),
    ],
)
def test_who_keeps_his_head_down(
    one: tuple[str, ...], other: tuple[str, ...], option: str, blocked: bool
) -> None:
    """NR-24; in the open nobody is hidden. NR-163"""
    a, x = man("a", (10, 10), hidden_from=one), foe("x", (10, 20), hidden_from=other)
    options = {"duck_back_hidden_from": option} if option == "all" else {}
    wood = "  - {id: w, kind: woods, polygon: [[9, 9], [11, 9], [11, 21], [9, 21]]}"
    assert (hidden(table(a, x, pieces=wood), a, x, options) is not None) is blocked
    assert hidden(table(a, x), a, x, options) is None
    assert hidden(table(a, pieces=wood), a, man("b", (10, 12), hidden_from=("a",)), options) is None


# What a side knows


def test_a_pair_of_groups_is_the_same_either_way() -> None:
    """NR-10"""
    assert pair("a", "b") == pair("b", "a") == ("a", "b")
    state = table(man("a", (10, 10)), foe("x", (40, 40)))
    state.sighted = ()
    note_sighted(state, "red-1", ["blue-1", "blue-1"])
    assert have_seen(state, "blue-1", "red-1")
    assert len(state.sighted) == 1
    assert not have_seen(state, "blue-1", "red-2")


def test_who_sees_a_man_for_his_side() -> None:
    """NR-108"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)), man("b", (30, 40), facing=180))
    a, x = state.figures["a"], state.figures["x"]
    assert is_seen_by_side(state, x, "red", {})
    assert not is_seen_by_side(state, x, "green", {})
    a.status = "hunker_down"
    assert not is_seen_by_side(state, x, "red", {})
    a.melee = a.melee.but(fighting=("x",))
    assert is_seen_by_side(state, x, "red", {})
    a.melee = a.melee.but(fighting=("y",))
    assert not is_seen_by_side(state, x, "red", {})


def test_ghosts_stay_where_a_man_was_last_seen_and_go_when_he_is_seen_again() -> None:
    """NR-108"""
    state = table(man("a", (10, 40)), foe("x", (10, 5)), pieces=WOOD, knowledge="ghosts", turn=4)
    x = state.figures["x"]
    x.sightings = x.sightings.but(seen_by=("red",), seen_at=(("red", point((10, 20))), ("green", (1, 1))))
    state.ghosts["other"] = Ghost("other", "y", "red", (0, 0), 0, 1)
    state.ghosts["theirs"] = Ghost("theirs", "x", "blue", (0, 0), 0, 1)
    look_round(game(state))
    (ghost,) = [one for id, one in state.ghosts.items() if id not in ("other", "theirs")]
    assert (ghost.of, ghost.side, ghost.at, ghost.turn, ghost.name) == ("x", "red", point((10, 20)), 4, "X")
    assert ghost.weapon == x.arms.weapons[0]
    assert not x.sightings.seen_by
    assert dict(x.sightings.seen_at)["red"] == point((10, 20))
    forget_ghost(game(state), x, "red")
    assert set(state.ghosts) == {"other", "theirs"}
    x.arms = x.arms.but(weapons=())
    leave_ghost(game(state), x, "red")
    assert [one.weapon for one in state.ghosts.values()][-1] == ""


def test_on_an_open_table_nothing_is_noted() -> None:
    """NR-108"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    look_round(game(state))
    assert not state.figures["x"].sightings.seen_by
    state.knowledge = "ghosts"
    look_round(game(state), [state.figures["a"]])
    assert not state.figures["x"].sightings.seen_by
    assert list(state.figures["a"].sightings.seen_by) == ["blue"]
    look_round(game(state))
    assert list(state.figures["x"].sightings.seen_by) == ["red"]


# In Sight


def score(group: str, successes: int, dice: int = 2, side: str = "") -> Score:
    found = Score(group, side or group.partition("-")[0], "", dice)
    found.successes = successes
    return found


@pytest.mark.parametrize(
    ("red", "blue", "won"),
    [((2,), (1,), (("red-1", "blue-1"),)), ((1,), (2,), (("blue-1", "red-1"),)), ((1,), (1,), ())],
)
def test_the_side_with_the_best_score_has_won(red: Any, blue: Any, won: Any) -> None:
    """NR-13"""
    g = game(table(man("a", (10, 40)), foe("x", (10, 20))))
    assert decided(g, [score("red-1", *red), score("blue-1", *blue)]) == won


def test_all_groups_of_a_side_win_together_or_each_by_itself() -> None:
    """NR-13"""
    found = [score("red-1", 2), score("blue-1", 1), score("blue-2", 3)]
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    together, apart = game(state), game(state, options={"in_sight_multi_group": "pairwise"})
    assert decided(together, found) == (("blue-1", "red-1"), ("blue-2", "red-1"))
    assert decided(apart, found) == (("red-1", "blue-1"), ("blue-2", "red-1"))


def test_who_throws_again() -> None:
    """NR-13, NR-15"""
    g = game(table(man("a", (10, 40)), foe("x", (10, 20))))
    tied = [score("red-1", 1), score("blue-1", 1), score("blue-2", 0)]
    assert again(g, tied) == tied[:2]
    assert again(g, [score("red-1", 1), score("blue-1", 0), score("red-2", 1)]) == []
    none = [score("red-1", 0, 0), score("blue-1", 0, 0)]
    assert again(g, none) == []
    one = [score("red-1", 0, 0), score("blue-1", 0, 1)]
    assert again(g, one) == one[1:]
    pairwise = game(
        table(man("a", (10, 40)), foe("x", (10, 20))), options={"in_sight_multi_group": "pairwise"}
    )
    assert again(pairwise, tied) == tied[:2]
    assert again(pairwise, none) == []
    assert again(pairwise, [score("red-1", 2), *tied[1:]]) == []


def test_a_group_that_looks_elsewhere_throws_nothing() -> None:
    """NR-13, NR-15"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    g = game(state, dice=[1] * 9)
    found = scores(g, "red-1", ["blue-1"], [state.figures["a"]])
    assert (found[1].dice, found[1].successes, found[1].roller) == (0, 0, "")
    assert scored(g, found[1]) == "the others look elsewhere"
    single = Score("red-1", "red", "a", 1)
    single.successes = 1
    assert scored(g, single) == "A scores 1 with 1 die"
    assert scored(g, Score("red-1", "red", "a", 0)) == "A scores 0 with no dice"
    assert scored(g, Score("red-1", "red", "a", 3)).endswith("with 3 dice")


def test_a_stealthy_man_is_rolled_against_first() -> None:
    """NR-14"""
    plain, stealthy = man("a", (1, 1)), man("b", (1, 1), attributes=("stealthy",))
    assert first_of({"g": plain, "h": stealthy}, ["g", "h"]) is stealthy
    assert first_of({"g": None, "h": plain}, ["g", "h"]) is plain
    assert first_of({"g": plain, "h": man("c", (1, 1))}, ["g", "h"]) is plain
    assert first_of({"g": None}, ["g"]) is None


def test_whether_all_whom_the_group_sees_are_concealed() -> None:
    """NR-14. The corn hides X and not Y; whom only another group sees does not count."""
    corn = "  - {id: corn, kind: wheat, polygon: [[5, 15], [15, 15], [15, 25], [5, 25]]}"
    state = table(
        man("a", (10, 40)), man("far", (40, 40)), foe("x", (10, 20)), foe("y", (30, 20)), pieces=corn
    )
    g, a = game(state), state.figures["a"]
    x, y = state.figures["x"], state.figures["y"]
    assert a.group != state.figures["far"].group
    assert [one.id for one in seen_by_group(g, a, [x, y])] == ["x", "y"]
    assert all_concealed(g, a, [x])
    assert not all_concealed(g, a, [x, y])
    assert not all_concealed(g, a, [])
    a.facing = 1800
    assert seen_by_group(g, a, [x, y]) == []
    assert not all_concealed(g, a, [x])


# Edges and question marks


@pytest.mark.parametrize(
    ("at", "edge"),
    [
        ((20, 5), (20, 0)),
        ((45, 20), (48, 20)),
        ((20, 44), (20, 48)),
        ((3, 20), (0, 20)),
        ((24, 24), (24, 0)),
        ((10, 10), (10, 0)),
    ],
)
def test_the_nearest_edge(at: Any, edge: Any) -> None:
    """NR-22. Of equal ones north, east, south, west."""
    state = table(man("a", (1, 1)))
    assert nearest_edges(state, point(at))[0] == point(edge)
    assert len(nearest_edges(state, point(at))) == 4
    assert is_at_edge(state, point(edge))
    assert not is_at_edge(state, point(at))


def test_every_edge_is_an_edge() -> None:
    """NR-22"""
    state = table(man("a", (1, 1)))
    size = 48 * INCH
    assert all(is_at_edge(state, at) for at in ((0, 500), (500, 0), (size, 500), (500, size)))
    assert not any(is_at_edge(state, at) for at in ((1, 500), (500, 1), (size - 1, 500), (500, size - 1)))


def test_who_runs_halts_before_flame() -> None:
    """NR-110"""
    state = table(man("a", (10, 30)), markers={"f": Marker("f", "flame", point((10, 20)), 3 * INCH, 9)})
    path = (point((10, 30)), point((10, 10)))
    assert short_of_flame(state, path)[-1] == (2540, 5080 + 381 + 1)
    free = (point((20, 30)), point((20, 10)))
    assert short_of_flame(state, free) == free
    beside = ((2540, 5080 + 382), point((10, 10)))
    assert short_of_flame(state, beside)[-1] == beside[0], "he does not go a step"


@bounds("NUTS-PEF-07")
def test_a_silent_building_is_told_with_a_capital() -> None:
    g = game(solo(man("a", (21, 40)), pieces=HOUSE))
    tell_silent(g, "house")
    assert g.events[-1].seen.text == "The mill is silent. Somebody must go in to be sure."


def test_whom_a_group_and_the_player_see() -> None:
    """NR-72"""
    state = solo(
        man("a", (10, 40)),
        man("b", (12, 40), status="hunker_down"),
        man("c", (40, 44), facing=180),
        foe("x", (10, 30), facing=270),
    )
    assert [one.id for one in seen_by(game(state), "blue-1")] == ["a"]
    assert seen_by(game(state), "nobody") == []
    assert nearest_player(game(state), "blue", point((38, 40))).id == "c"
    assert nearest_player(game(state), "blue", point((12, 40))).id == "a"


@rule("NUTS-PEF-06")
@pytest.mark.parametrize("came", [False, True])
def test_those_who_came_have_moved_and_are_not_active_any_more(came: bool) -> None:
    """NR-72"""
    state = solo(man("a", (21, 30), weapons=(), rep=1), pefs=(mark(1, (21, 10)),), most="lmg_team")
    with through(state, ResolvePef("p1", "red-1", False, came), [1, 1]) as p:
        p.nothing_pending()
    men = [one for one in p.state.figures.values() if one.side == "blue" and one.on_table]
    assert men
    assert not any(one.doing.moving for one in men)
    assert not any(p.state.groups[one.group].active for one in men if one.group)
    assert {one.doing.moved_in == p.state.turn for one in men} == {came}


@bounds("NUTS-PEF-07")
@pytest.mark.parametrize(("y", "seen"), [(38, True), (38.3, False)])
def test_a_building_is_seen_from_twelve_inches(y: float, seen: bool) -> None:
    """NS-08. Its wall lies at 26 inches; the place looked at is a fifth of an inch before it."""
    state = solo(man("a", (22, y)), pieces=HOUSE)
    assert sees_house(state, state.figures["a"], building_named(state, "house"), {}) is seen


def test_places_before_the_walls() -> None:
    """NS-08"""
    state = solo(man("a", (21, 40)), pieces=HOUSE)
    found = list(fronts(building_named(state, "house"), point((16, 30))))
    assert len(found) == 16
    assert (point((16, 26))[0], point((16, 26))[1] + INCH // 5) in found
    corner = point((16, 26))
    assert len(list(fronts(building_named(state, "house"), corner))) == 15
    assert len(list(fronts(building_named(state, "house"), (corner[0], corner[1] + INCH // 5)))) == 15
    assert len(list(fronts(building_named(state, "house"), (corner[0], corner[1] + INCH // 5 + 1)))) == 16


@rule("NUTS-PEF-06")
def test_on_an_open_table_all_who_turn_up_are_pointed_at() -> None:
    """NR-72, NR-108"""
    state = solo(man("a", (21, 30), weapons=(), rep=1), pefs=(mark(1, (21, 10)),), most="lmg_team")
    with through(state, ResolvePef("p1", "red-1"), [1, 1]) as p:
        p.nothing_pending()
    men = {one.id for one in p.state.figures.values() if one.side == "blue"}
    assert set(p.last("pef_force").data["men"]) == men
    assert len(men) == 2


@rule("NUTS-PEF-07")
def test_a_building_that_may_hold_somebody_is_named() -> None:
    """NR-69. It has one floor: inside there is one question mark."""
    state = solo(man("a", (21, 39), rep=4), pieces=HOUSE)
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", a=to((21, 32)))])
        p.nothing_pending()
    assert p.last("pef_house").text == "The mill may hold somebody: ?1."
    inside = p.state
    inside.groups["red-1"].done = False
    inside.figures["a"].at = point((21, 27))
    with playing(inside, Activation("red-1"), dice=[4, 5, 6]) as p:
        p.choose("red", [move("red-1", a=to((21, 25)))])
        p.nothing_pending()
    assert [event.kind for event in p.events].count("pef") == 1
    assert p.state.silent_houses == ()
    assert p.state.near_houses == ("house",)
