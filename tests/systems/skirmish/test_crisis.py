"""The Crisis Test: causes, one throw for the group, several causes, unfinished reactions. NR-03, NR-28, NR-103"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.reactions.crisis import Crisis, CrisisTest
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength
from deadground.systems.skirmish.rules.reactions.reaction import (
    Cause,
    Fallout,
    causes_of,
    place,
    score,
    worst,
)
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import SMG, foe, man, point, table


def under_fire(
    *men: Any, shooter: str = "x", weapons: tuple[str, ...] = ("core.ba_rifle",), **changes: Any
) -> Any:
    """Men of red, and one of blue who shoots at them."""
    return table(*men, foe(shooter, (10, 10), weapons=weapons, rep=3), **changes)


def fired_on(*ids: str, by: tuple[str, ...] = ("x",)) -> tuple[Cause, ...]:
    return tuple(Cause(id, "fired_on", by) for id in ids)


def results(p: Any) -> dict[str, tuple[int, str]]:
    """What each man passed and scored in the last test."""
    return {one["figure"]: (one["passed"], one["result"]) for one in p.last("crisis_test").data["results"]}


@bounds("NUTS-REACT-01")
def test_who_was_shot_at_and_missed_is_fired_on() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)), foe("y", (12, 10)))
    g = game(state)
    fallout = Fallout(missed=(("a", "x"), ("a", "y"), ("a", "x")))
    assert causes_of(g, fallout) == (Cause("a", "fired_on", ("x", "y")),)


@bounds("NUTS-REACT-01")
@pytest.mark.parametrize(("inches", "tests"), [(3.99, True), (4, True), (4.01, False)])
def test_who_sees_a_friend_hit_within_four_inches_has_a_man_down(inches: float, tests: bool) -> None:
    state = table(man("hit", (10, 30)), man("b", (10, 30 + inches)), foe("x", (10, 10)))
    found = causes_of(game(state), Fallout(hit=(("hit", "x"),)))
    assert found == ((Cause("b", "man_down", ("x",), point((10, 30)), "hit"),) if tests else ())
    state.figures["b"].facing = 1800
    assert causes_of(game(state), Fallout(hit=(("hit", "x"),))) == (), "he does not see it"


@bounds("NUTS-REACT-01")
def test_the_man_hit_takes_no_crisis_test_from_the_same_volley_and_enemies_none_at_all() -> None:
    """NR-42; one test however many friends fall, NR-27."""
    state = table(
        man("a", (10, 30)), man("b", (11.5, 30)), man("c", (13, 30), facing=270), foe("x", (10, 28))
    )
    g = game(state)
    fallout = Fallout(missed=(("a", "x"),), hit=(("a", "x"), ("b", "x")))
    assert {cause.who for cause in causes_of(g, fallout)} == {"c"}


@bounds("NUTS-REACT-01")
@pytest.mark.parametrize("status", ["hunker_down", "leave_battlefield", "out_of_the_fight"])
def test_those_who_hunker_leave_or_are_down_do_not_test(status: str) -> None:
    state = table(man("a", (10, 30), status=status), foe("x", (10, 10)))
    assert causes_of(game(state), Fallout(missed=(("a", "x"),))) == ()


@bounds("NUTS-REACT-12")
@pytest.mark.parametrize(
    ("option", "rep", "tests"), [("off", 1, True), ("on", 3, False), ("on", 4, True), ("on", 5, True)]
)
def test_the_man_down_filter(option: str, rep: int, tests: bool) -> None:
    """With the option only if the man hit has Rep equal to or above the friend's, who has 4."""
    state = table(man("hit", (10, 30), rep=rep), man("b", (10, 33)), foe("x", (10, 10)))
    g = game(state, options={"man_down_rep_filter": option})
    assert bool(causes_of(g, Fallout(hit=(("hit", "x"),)))) == tests


@rule("NUTS-REACT-03")
def test_every_cell_of_the_table() -> None:
    cells = {
        line: [chart("crisis_test").look_up(line, many).value for many in ("2", "1", "0")]
        for line in ("fired_on", "outgunned", "man_down")
    }
    assert cells == {
        "fired_on": ["return_fire", "snap_fire", "hunker_down"],
        "outgunned": ["duck_back", "duck_back", "hunker_down"],
        "man_down": ["carry_on", "duck_back", "leave_battlefield"],
    }


@rule("NUTS-REACT-03", "NUTS-REACT-02")
@pytest.mark.parametrize(
    ("dice", "many", "result"),
    [([4, 4], 2, "return_fire"), ([4, 5], 1, "snap_fire"), ([5, 5], 0, "hunker_down")],
)
def test_fired_on(dice: list[int], many: int, result: str) -> None:
    state = under_fire(man("a", (10, 30)))
    with playing(state, CrisisTest("red-1", fired_on("a")), dice=dice) as p:
        p.nothing_pending()
    assert results(p) == {"a": (many, result)}
    assert p.state.figures["a"].reaction.reacting == result


@rule("NUTS-REACT-03", "NUTS-FIRE-14")
@pytest.mark.parametrize(
    ("dice", "result"), [([4, 4], "duck_back"), ([4, 5], "duck_back"), ([5, 5], "hunker_down")]
)
def test_outgunned_takes_the_place_of_fired_on(dice: list[int], result: str) -> None:
    """NR-28."""
    state = under_fire(man("a", (10, 30)), weapons=(SMG,))
    with playing(state, CrisisTest("red-1", fired_on("a")), dice=dice) as p:
        p.nothing_pending()
    assert results(p)["a"][1] == result
    assert p.last("crisis_test").data["results"][0]["lines"] == ["outgunned"]


@rule("NUTS-REACT-03")
@pytest.mark.parametrize(
    ("dice", "result"), [([4, 4], "carry_on"), ([4, 5], "duck_back"), ([5, 5], "leave_battlefield")]
)
def test_man_down(dice: list[int], result: str) -> None:
    state = under_fire(man("a", (10, 30)))
    causes = (Cause("a", "man_down", ("x",), point((12, 30))),)
    with playing(state, CrisisTest("red-1", causes), dice=dice) as p:
        p.nothing_pending()
    assert results(p)["a"][1] == result


@rule("NUTS-REACT-02", "NUTS-LEAD-01")
def test_the_picture_example() -> None:
    """5 and 3 with a passed Leader Die: the better man returns fire, the lower Rep snap fires. NR-32"""
    state = table(
        man("seven", (10, 30), rep=3),
        man("eight", (12, 30), rep=2),
        man("leader", (11, 32), rep=4, rank="squad_leader"),
        foe("a", (10, 10)),
    )
    with playing(state, CrisisTest("red-1", fired_on("seven", "eight", by=("a",))), dice=[5, 3, 4]) as p:
        p.nothing_pending()
    assert results(p) == {"seven": (2, "return_fire"), "eight": (1, "snap_fire")}


@rule("NUTS-REACT-02", "NUTS-ACT-11")
def test_the_drill_of_three_soldiers() -> None:
    """Leader Die 4, others 4 and 6: a Rep 5 leader, a Rep 4 and a Rep 3 man pass 2, 2 and 1."""
    state = table(
        man("five", (10, 30), rep=5, rank="squad_leader"),
        man("four", (12, 30), rep=4),
        man("three", (14, 30), rep=3),
        foe("x", (10, 10)),
    )
    causes = fired_on("five", "four", "three")
    with playing(state, CrisisTest("red-1", causes), dice=[4, 6, 4]) as p:
        p.nothing_pending()
    assert {id: many for id, (many, _) in results(p).items()} == {"five": 2, "four": 2, "three": 1}


@rule("NUTS-LEAD-06", "NUTS-LEAD-01")
def test_the_section_under_fire() -> None:
    """Three Rep 3 men throw 5 and 3, the Rep 4 sergeant's die is 4: all count two passed."""
    men = [man(f"m{i}", (10 + 1.5 * i, 30), rep=3) for i in range(3)]
    state = table(*men, man("harris", (10, 32), rep=4, rank="squad_leader"), foe("x", (10, 10)))
    causes = fired_on("m0", "m1", "m2")
    with playing(state, CrisisTest("red-1", causes), dice=[5, 3, 4]) as p:
        p.nothing_pending()
    assert {many for many, _ in results(p).values()} == {2}


WALL = "  - {id: wall, kind: wall, line: [[5, 29.3], [11, 29.3]]}"


@rule("NUTS-REACT-04")
@pytest.mark.parametrize(
    ("cover", "dice", "many"), [(True, [6, 6, 1], 1), (True, [6, 1, 1], 2), (False, [6, 1], 1)]
)
def test_a_tester_in_cover_has_a_die_more(cover: bool, dice: list[int], many: int) -> None:
    state = under_fire(man("a", (10, 30)), pieces=WALL if cover else "")
    with playing(state, CrisisTest("red-1", fired_on("a")), dice=dice) as p:
        p.nothing_pending()
    assert results(p)["a"][0] == many


@rule("NUTS-REACT-04")
def test_the_cover_die_is_shared_and_counts_for_those_in_cover_alone() -> None:
    """NR-03: base, base, cover."""
    state = under_fire(man("in", (10, 30)), man("out", (13, 30)), pieces=WALL)
    with playing(state, CrisisTest("red-1", fired_on("in", "out")), dice=[6, 6, 1]) as p:
        p.nothing_pending()
    assert {id: many for id, (many, _) in results(p).items()} == {"in": 1, "out": 0}


@rule("NUTS-REACT-04")
def test_cover_from_the_place_where_the_friend_fell_counts_too() -> None:
    """NR-103."""
    state = under_fire(man("a", (10, 30)), pieces=WALL)
    causes = (Cause("a", "man_down", ("x",), point((10, 28))),)
    with playing(state, CrisisTest("red-1", causes), dice=[6, 6, 1]) as p:
        p.nothing_pending()
    assert results(p)["a"][0] == 1
    far = (Cause("a", "man_down", ("x",), point((10, 32))),)
    with playing(under_fire(man("a", (10, 30)), pieces=WALL), CrisisTest("red-1", far), dice=[6, 6]) as p:
        p.nothing_pending()


@rule("NUTS-REACT-04")
@pytest.mark.parametrize(("strength", "half"), [(3, False), (4, True), (5, True)])
def test_half_strength_of_the_unit_half_exactly_included(strength: int, half: bool) -> None:
    """NR-04: two of so many are present; one who hunkers counts, one who is captured does not."""
    state = table(
        man("a", (10, 30)), man("b", (30, 30), status="hunker_down"), man("c", (40, 40), status="captured")
    )
    state.units["red_squad"].strength = strength
    assert half_strength(game(state), state.figures["a"]) == half


@rule("NUTS-REACT-04")
@pytest.mark.parametrize(("option", "half"), [("unit", False), ("group", True)])
def test_half_strength_of_the_group_with_the_option(option: str, half: bool) -> None:
    state = table(man("a", (10, 30)), man("b", (30, 30)), man("c", (33, 30)))
    state.groups["red-1"].strength = 2
    g = game(state, options={"half_strength_scope": option})
    assert half_strength(g, state.figures["a"]) == half
    assert not half_strength(g, state.figures["b"])


@rule("NUTS-REACT-04")
@pytest.mark.parametrize(("dice", "many"), [([6, 1], 0), ([1, 6], 1)])
def test_at_half_strength_the_second_die_is_ignored(dice: list[int], many: int) -> None:
    state = under_fire(man("a", (10, 30)))
    state.units["red_squad"].strength = 2
    with playing(state, CrisisTest("red-1", fired_on("a")), dice=dice) as p:
        p.nothing_pending()
    assert results(p)["a"][0] == many


@rule("NUTS-REACT-04")
def test_cover_and_half_strength_cancel_each_other() -> None:
    """NR-03: the two base dice count, though the cover die is thrown."""
    state = under_fire(man("a", (10, 30)), pieces=WALL)
    state.units["red_squad"].strength = 2
    with playing(state, CrisisTest("red-1", fired_on("a")), dice=[6, 4, 1]) as p:
        p.nothing_pending()
    assert results(p)["a"][0] == 1


@rule("NUTS-REACT-05")
@pytest.mark.parametrize(
    ("dice", "result"), [([4, 4], "return_fire"), ([4, 5], "duck_back"), ([5, 5], "leave_battlefield")]
)
def test_several_causes_are_one_throw_and_the_worst_line(dice: list[int], result: str) -> None:
    """NR-29."""
    state = under_fire(man("a", (10, 30)))
    causes = (*fired_on("a"), Cause("a", "man_down", ("x",), point((12, 30))))
    with playing(state, CrisisTest("red-1", causes), dice=dice) as p:
        p.nothing_pending()
    assert results(p)["a"][1] == result
    assert p.state.figures["a"].reaction.causes == ("x",)


@rule("NUTS-REACT-10")
def test_the_ladder_from_best_to_worst() -> None:
    """NR-25."""
    ladder = [
        "carry_on",
        "return_fire",
        "snap_fire",
        "outgunned",
        "duck_back",
        "hunker_down",
        "leave_battlefield",
        "out_of_the_fight",
        "obviously_dead",
    ]
    assert [place(result) for result in ladder] == list(range(1, 10))  # type: ignore[arg-type]
    assert worst(["snap_fire", "duck_back", "carry_on"]) == "duck_back"


@bounds("NUTS-REACT-09")
@pytest.mark.parametrize(
    ("unfinished", "new", "kept"),
    [
        ("duck_back", "return_fire", "duck_back"),
        ("duck_back", "duck_back", "duck_back"),
        ("duck_back", "hunker_down", "hunker_down"),
        ("return_fire", "snap_fire", "snap_fire"),
        ("hunker_down", "carry_on", "hunker_down"),
        ("outgunned", "duck_back", "duck_back"),
    ],
)
def test_a_later_test_cannot_improve_an_unfinished_result(unfinished: Any, new: Any, kept: str) -> None:
    state = table(man("a", (10, 30), reacting=unfinished, causes=("old",)), foe("x", (10, 10)))
    a = state.figures["a"]
    assert score(game(state), a, new, ["x"]) == kept
    assert a.reaction.reacting == kept
    assert a.reaction.causes == (("old",) if kept == unfinished else ("x",))


@bounds("NUTS-MOVE-10")
def test_any_second_hunker_down_becomes_leave_the_battlefield() -> None:
    state = table(man("a", (10, 30)), man("b", (12, 30)), foe("x", (10, 10)))
    g, a = game(state), state.figures["a"]
    assert score(g, a, "hunker_down", ["x"]) == "hunker_down"
    a.reaction = a.reaction.but(reacting=None)
    a.status = "carry_on"
    assert score(g, a, "hunker_down", ["x"]) == "leave_battlefield"
    assert a.group != state.figures["b"].group, "one who leaves is a group of one"
    assert score(g, state.figures["b"], "hunker_down", ["x"]) == "hunker_down"


@rule("NUTS-REACT-05", "NUTS-REACT-09")
def test_one_who_keeps_an_unfinished_reaction_carries_it_out_where_he_began_it() -> None:
    """The inner test does not carry out what belongs to the outer one."""
    state = under_fire(man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)))
    with playing(state, Crisis(fired_on("a")), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == "duck_back"
    assert results(p) == {"a": (2, "duck_back")}


@rule("NUTS-STAR-04")
@pytest.mark.parametrize(
    ("picked", "result"), [("2", "return_fire"), ("1", "snap_fire"), ("0", "hunker_down")]
)
def test_a_star_says_what_he_passes_before_the_dice_are_thrown(picked: str, result: str) -> None:
    """NR-104: the dice and the Leader Die count for the others alone."""
    state = under_fire(man("star", (10, 30), rep=5, star=True), man("b", (12, 30)))
    with playing(state, CrisisTest("red-1", fired_on("star", "b")), dice=[6, 6]) as p:
        p.choose("red", picked)
        p.nothing_pending()
    assert results(p) == {"star": (int(picked), result), "b": (0, "hunker_down")}


@rule("NUTS-STAR-04")
def test_a_star_alone_who_chooses_throws_nothing_and_one_who_does_not_throws() -> None:
    state = under_fire(man("star", (10, 30), rep=5, star=True))
    with playing(state, CrisisTest("red-1", fired_on("star"))) as p:
        p.choose("red", "1")
        p.nothing_pending()
    state = under_fire(man("star", (10, 30), rep=5, star=True))
    with playing(state, CrisisTest("red-1", fired_on("star")), dice=[5, 6]) as p:
        p.choose("red", "roll")
        p.nothing_pending()
    assert results(p)["star"][0] == 1


@rule("NUTS-LEAD-02")
def test_a_leader_hit_in_the_same_volley_gives_no_die() -> None:
    """NR-33; knocked down he is carrying on, but not for this test."""
    state = under_fire(man("a", (10, 30)), man("nco", (12, 30), rank="squad_leader", prone=True))
    with playing(state, CrisisTest("red-1", fired_on("a"), ("nco",)), dice=[6, 6]) as p:
        p.nothing_pending()


@rule("NUTS-STAR-04", "NUTS-REACT-02")
def test_every_star_of_a_group_is_asked() -> None:
    state = under_fire(man("s", (10, 30), star=True), man("t", (12, 30), star=True))
    with playing(state, CrisisTest("red-1", fired_on("s", "t"))) as p:
        p.pending(red="Say what S does")
        p.choose("red", "2")
        p.pending(red="Say what T does")
        p.choose("red", "1")
        p.nothing_pending()
    assert results(p) == {"s": (2, "return_fire"), "t": (1, "snap_fire")}


@rule("NUTS-REACT-02")
def test_the_dice_of_a_test_are_shown_and_none_where_a_star_says_what_he_passes() -> None:
    with playing(under_fire(man("a", (10, 30))), CrisisTest("red-1", fired_on("a")), dice=[6, 5]) as p:
        p.nothing_pending()
    assert [roll.faces for roll in p.last("crisis_test").rolls] == [(6, 5)]
    state = under_fire(man("s", (10, 30), star=True))
    with playing(state, CrisisTest("red-1", fired_on("s"))) as p:
        p.choose("red", "1")
        p.nothing_pending()
    assert list(p.last("crisis_test").rolls) == []


@rule("NUTS-REACT-02")
def test_every_group_that_has_cause_takes_its_own_test() -> None:
    """The group of the highest Rep first; each has its own dice."""
    state = under_fire(man("a", (5, 30), rep=3), man("b", (15, 30), rep=5), man("c", (25, 30), rep=4))
    with playing(state, Crisis(fired_on("a", "b", "c")), dice=[6, 6, 5, 6, 4, 4]) as p:
        p.nothing_pending()
    told = [event.data["results"] for event in p.events if event.kind == "crisis_test"]
    assert [[one["figure"] for one in results] for results in told] == [["b"], ["c"], ["a"]]
    assert [results[0]["passed"] for results in told] == [0, 0, 0]


@rule("NUTS-REACT-02")
def test_all_of_a_group_who_shoot_back_shoot_before_the_enemy_tests() -> None:
    state = under_fire(man("a", (10, 30)), man("b", (12, 30)), man("c", (30, 30), facing=180))
    with playing(state, Crisis(fired_on("a", "b")), dice=[1, 1, 1, 1, 6, 6]) as p:
        p.nothing_pending()
    kinds = [event.kind for event in p.events if event.kind in ("crisis_test", "shots")]
    assert kinds == ["crisis_test", "shots", "shots", "crisis_test"]
