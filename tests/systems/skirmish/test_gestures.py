"""Gestures: what a drag or a key means for men who are given their orders."""

from __future__ import annotations

import re
from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Ghost, Pef
from deadground.systems.skirmish.table.shelter import threat_to
from deadground.testing import rule
from tests.systems.skirmish.gestures import WALL, as_draft, begun, drag, ends
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table


def test_one_drag_moves_the_group_in_the_shape_it_has() -> None:
    with begun() as p:
        look = drag(p, "a", "b", "c", to=point((9, 33)))
        found = ends(look)
        assert not look.faults
        assert found["b"][0] - found["a"][0] == 2 * 254
        assert found["c"][1] > found["a"][1]
        assert {shape.look for shape in look.shapes} == {"route", "ghost"}
        assert look.lines[0].text == '3 men: 5.7" of 8.0".'
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize("formation", ["line", "file", "cover"])
def test_formations(formation: str) -> None:
    with begun(WALL) as p:
        look = drag(p, "a", "b", "c", to=point((10, 35)), formation=formation)
        found = ends(look)
        assert not look.faults
        xs, ys = {at[0] for at in found.values()}, {at[1] for at in found.values()}
        if formation == "file":
            assert len(xs) < 3 or max(ys) - min(ys) > max(xs) - min(xs)
        else:
            assert max(xs) - min(xs) >= 2 * 254
        if formation == "cover":
            assert all(34 * 254 < at[1] < 35 * 254 for at in found.values()), (
                "behind the wall, away from the enemy"
            )
        p.pending(red="Give the group its orders")


def test_a_group_dragged_up_to_a_wall_settles_behind_it_facing_the_enemy() -> None:
    with begun(WALL) as p:
        look = drag(p, "a", "b", "c", to=point((10, 35.5)))
        assert look.value == drag(p, "a", "b", "c", to=point((10, 35.5)), formation="cover").value
        assert all(34 * 254 < at[1] < 35 * 254 for at in ends(look).values()), "behind the wall"
        ways = look.value[0]["plan"]["paths"].values()
        assert all(way["facing"] > 3300 or way["facing"] < 300 for way in ways), "towards the enemy"
        assert look.lines[1].text == (
            "In cover from the nearest enemy: 3 of 3 (the wall). Key 1 keeps their shape."
        )
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(
    ("to", "given", "covered"),
    [
        ((10, 37), {}, "nobody"),
        ((10, 33), {}, "1 of 3 (the wall)"),
        ((10, 35.5), {"formation": "kept"}, "2 of 3 (the wall)"),
    ],
    ids=["too far from it", "beyond it", "asked for by its key"],
)
def test_a_group_keeps_its_shape_and_is_told_how_many_end_in_cover(
    to: tuple[float, float], given: dict[str, Any], covered: str
) -> None:
    with begun(WALL) as p:
        look = drag(p, "a", "b", "c", to=point(to), **given)
        found = ends(look)
        assert found["b"][0] - found["a"][0] == 2 * 254
        assert found["c"][1] - found["a"][1] == 2 * 254
        assert look.lines[1].text == f"In cover from the nearest enemy: {covered}."
        p.pending(red="Give the group its orders")


def test_a_wall_that_does_not_shelter_from_the_enemy_is_not_lined() -> None:
    along = "  - {id: wall, kind: wall, line: [[10, 28], [10, 36]]}"
    with begun(along) as p:
        look = drag(p, "a", "b", "c", to=point((8.5, 33)))
        assert not [line for line in look.lines if "Key 1" in line.text]
        p.pending(red="Give the group its orders")


def test_a_man_who_is_covered_where_he_is_dragged_stays_there() -> None:
    with begun(WALL) as p:
        look = drag(p, "a", to=point((10, 34.8)))
        assert ends(look) == {"a": point((10, 34.8))}
        p.pending(red="Give the group its orders")


def test_a_threat_is_the_nearest_of_enemies_those_last_seen_and_question_marks() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)))
    men = [state.figures["a"]]
    assert threat_to(state, men) == point((10, 10))
    state.pefs["p"] = Pef("p", 1, "blue", point((10, 15)))
    assert threat_to(state, men) == point((10, 15))
    state.ghosts["mine"] = Ghost("mine", "y", "red", point((10, 20)), 0, 1)
    state.ghosts["his"] = Ghost("his", "a", "blue", point((10, 29)), 0, 1)
    assert threat_to(state, men) == point((10, 20)), "what he remembers is his affair"
    assert threat_to(state, []) is None


def test_nobody_is_dragged_further_than_he_can_go() -> None:
    with begun() as p:
        look = drag(p, "a", to=point((40, 38)))
        assert not look.faults
        assert abs(ends(look)["a"][0] - 16 * 254) <= 2
        assert look.lines[0].text == 'A: 8.0" of 32.0" asked, as far as he may go.'
        fast = drag(p, "a", to=point((40, 38)), card="fast_move")
        assert abs(ends(fast)["a"][0] - 24 * 254) <= 2
        p.pending(red="Give the group its orders")


def test_what_the_ground_takes_of_a_drag_that_goes_too_far_is_told() -> None:
    with begun("  - {id: wood, kind: woods, polygon: [[0, 20], [20, 20], [20, 36], [0, 36]]}") as p:
        look = drag(p, "a", to=point((8, 23)))
        assert look.lines[0].text == 'A: 5.0" of 15.0" asked; this ground takes 8.0" for it, all he may go.'
        p.pending(red="Give the group its orders")


def test_of_a_group_dragged_onto_a_wounded_friend_the_man_taken_hold_of_goes() -> None:
    state = table(
        man("a", (8, 38), rep=5, rank="squad_leader"),
        man("b", (10, 38)),
        man("w", (9, 38), status="out_of_the_fight"),
        foe("x", (40, 10)),
    )
    with playing(state, Activation("red-1")) as p:
        for by in ("a", "b"):
            (order,) = drag(p, "a", "b", to="w", by=by).value
            assert (order["card"], order["plan"]) == ("fetch", {"who": {by: "w"}})
        p.pending(red="Give the group its orders")


def test_the_place_where_somebody_comes_into_sight_is_marked() -> None:
    with begun() as p:
        look = drag(p, "a", "b", "c", to=point((14, 38)))
        (note,) = [shape for shape in look.shapes if shape.kind == "note"]
        assert note.label == "X comes into sight here"
        assert look.lines[-2].rows == ("NUTS-SIGHT-02",)
        hidden = drag(p, "a", "b", "c", to=point((6, 38)))
        assert not [shape for shape in hidden.shapes if shape.kind == "note"]
        p.pending(red="Give the group its orders")


@rule("NUTS-SIGHT-06")
def test_a_promise_of_an_in_sight_names_what_may_yet_take_a_die() -> None:
    """Nobody knows whether they will be concealed: what that would do is said beforehand."""
    wood = "  - {id: wood, kind: woods, polygon: [[0, 20], [16, 20], [16, 30], [0, 30]]}"
    state = solo(man("a", (10, 38), rep=5), pefs=(Pef("p1", 1, "blue", point((18, 15))),), pieces=wood)
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", to=point((18, 38)))
        (line,) = [one for one in look.lines if one.text.startswith("If it is troops")]
        assert line.text.endswith(", 1 fewer if all of them are concealed; he unknown.")
        assert "NUTS-SIGHT-06" in line.rows
        p.pending(red="Give the group its orders")


def test_what_the_ground_takes_is_told_apart_from_what_is_walked() -> None:
    """NS-39: the log tells how far he walks, and that is less than the way costs."""
    with begun(WALL) as p:
        look = drag(p, "a", to=point((8, 33.5)), formation="kept")
        (way,) = look.value[0]["plan"]["paths"].values()
        walked = (38 * 254 - way["points"][-1][1]) / 254
        found = re.fullmatch(r'A: (.+)" of 8\.0", (.+)" of it for the ground\.', look.lines[0].text)
        assert found
        cost, ground = map(float, found.groups())
        assert ground > 0
        assert abs(cost - ground - walked) < 0.11
        p.pending(red="Give the group its orders")


def test_men_are_taken_out_of_one_order_and_put_into_another() -> None:
    with begun("") as p:
        first = drag(p, "a", "b", to=point((9, 34)))
        second = drag(p, "b", to="x", draft=first.value)
        assert [(order["card"], order["pieces"]) for order in second.value] == [
            ("move", ["a"]),
            ("fire", ["b"]),
        ]
        third = drag(p, "c", to="x", draft=second.value, card="fire")
        assert [order["pieces"] for order in third.value] == [["a"], ["b", "c"]]
        cleared = drag(p, "a", act="clear", draft=third.value)
        assert [order["card"] for order in cleared.value] == ["fire"]
        assert drag(p, act="clear", draft=third.value).value == []
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(
    ("pieces", "act", "to", "given"),
    [
        (("x",), "drag", (100, 100), {}),
        (("a",), "dance", None, {}),
        (("a",), "drag", (100, 100), {"formation": "star"}),
        (("a",), "drag", (100, 100), {"card": "fire"}),
        (("a",), "reload", None, {}),
        (("a",), "drag", (100, 100), {"wings": 2}),
    ],
)
def test_what_means_nothing_is_refused(
    pieces: tuple[str, ...], act: str, to: Any, given: dict[str, Any]
) -> None:
    with begun() as p:
        with pytest.raises(Refused):
            drag(p, *pieces, to=to, act=act, **given)
        p.pending(red="Give the group its orders")


def test_both_pools_are_told_as_far_as_they_are_known() -> None:
    with begun() as p:
        look = drag(p, "a", "b", "c", to=point((14, 38)))
        (pools,) = [line.text for line in look.lines if line.text.startswith("In Sight")]
        assert "moved -1" in pools
        assert pools.endswith("his Rep is not known.")
        p.pending(red="Give the group its orders")


def test_a_fast_move_tells_its_chances() -> None:
    with begun() as p:
        look = drag(p, "a", to=point((8, 25)), card="fast_move")
        assert look.lines[-1].text == 'A: 12.0" with 97%, 16.0" with 69%.'
        kept = drag(p, "a", act="card", draft=look.value, card="move")
        assert kept.value[0]["card"] == "move"
        assert kept.value[0]["plan"] == look.value[0]["plan"], "another card takes the way over"
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(
    ("act", "to", "card", "says"),
    [
        ("card", None, "move", "Move: say where to"),
        ("drag", (100, 100), "charge", "a charge needs an enemy: point at one"),
        ("drag", (100, 100), "fire", "nobody can be told to fire to a place now"),
        ("card", None, "reload", "A has nothing to reload."),
        ("card", None, "crawl", "nobody can be told to crawl now"),
        ("card", None, "charge", "none of these men can charge now"),
    ],
)
def test_refusals_speak_of_what_men_do(act: str, to: Any, card: str, says: str) -> None:
    with begun() as p:
        with pytest.raises(Refused) as refused:
            drag(p, "a", to=to, act=act, card=card)
        (fault,) = refused.value.faults
        assert (fault.reason, bool(fault.rows)) == (says, True)
        p.pending(red="Give the group its orders")


def test_men_drop_prone_where_they_stand_or_end() -> None:
    with begun() as p:
        down = drag(p, "a", act="prone")
        assert down.value[0]["plan"]["paths"]["a"] == {"points": [], "facing": None, "prone": True}
        assert [line.text for line in down.lines] == ["A drops prone."]
        gone = drag(p, "a", "b", to=point((9, 33)))
        there = drag(p, "a", act="prone", draft=gone.value)
        ways = there.value[0]["plan"]["paths"]
        assert (ways["a"]["prone"], ways["b"]["prone"]) == (True, False)
        assert "A drops prone at the end of the way." in [line.text for line in there.lines]
        assert not drag(p, "a", act="prone", draft=there.value).value[0]["plan"]["paths"]["a"]["prone"]
        p.pending(red="Give the group its orders")


def test_of_men_who_stand_and_lie_together_only_those_who_stand_drop() -> None:
    state = table(man("a", (8, 38), rank="squad_leader", prone=True), man("b", (10, 38)), foe("x", (12, 10)))
    with playing(state, Activation("red-1")) as p:
        (order,) = drag(p, "a", "b", act="prone").value
        assert {id: way["prone"] for id, way in order["plan"]["paths"].items()} == {"b": True}
        (order,) = drag(p, "a", act="prone").value
        assert {id: way["prone"] for id, way in order["plan"]["paths"].items()} == {"a": False}
        p.pending(red="Give the group its orders")


def test_who_lies_is_told_what_getting_up_takes() -> None:
    state = table(man("a", (8, 38), rank="squad_leader", prone=True), foe("x", (12, 10)))
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", to=point((8, 32)))
        expected = 'A: 4.0" of 6.0" asked, as far as he may go. Getting up takes half of his move.'
        assert (look.lines[0].text, look.lines[0].rows[-1]) == (expected, "NUTS-MOVE-05")
        p.pending(red="Give the group its orders")


def test_who_is_stopped_with_inches_left_is_told_so() -> None:
    with begun(WALL.replace("34", "31")) as p:
        look = drag(p, "a", to=point((8, 29)))
        assert look.lines[0].text == 'A: 7.0" of 9.0" asked; no further that way, with 1.0" left.'
        p.pending(red="Give the group its orders")


def test_dropping_prone_keeps_what_is_said_of_cover() -> None:
    with begun(WALL) as p:
        gone = drag(p, "a", "b", to=point((9, 35)))
        said = [line.text for line in gone.lines if line.text.startswith("In cover")]
        down = drag(p, "a", "b", act="prone", draft=as_draft(gone.value))
        assert [line.text.split(":")[0] for line in down.lines if "over from" in line.text] == [
            line.split(":")[0] for line in said
        ]
        assert said
        p.pending(red="Give the group its orders")


def test_who_is_dragged_on_to_a_fallen_enemy_goes_there() -> None:
    state = table(
        man("a", (8, 38), rep=5, rank="squad_leader"),
        foe("x", (9, 33), status="obviously_dead"),
        foe("y", (40, 5)),
    )
    with playing(state, Activation("red-1")) as p:
        assert ends(drag(p, "a", to="x"))["a"] != point((8, 38))
        with pytest.raises(Refused):
            drag(p, "a", to="x", card="fire")
        p.pending(red="Give the group its orders")
