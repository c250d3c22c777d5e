"""Gestures and looks: what a drag means, and questions about the table."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from deadground.core.faults import Refused
from deadground.core.requests import Gesture, Order
from deadground.systems.skirmish.rules.activation import Activation
from deadground.systems.skirmish.rules.in_sight import InSightTest
from deadground.systems.skirmish.state import Ghost, Pef
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.shelter import threat_to
from deadground.testing.play import Play
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import SMG, foe, man, point, table

HOUSE = "  - {id: house, kind: structure, polygon: [[0, 20], [12, 20], [12, 30], [0, 30]]}"
WALL = "  - {id: wall, kind: wall, line: [[4, 34], [16, 34]]}"


def drag(
    p: Play[Any], *pieces: str, to: Any = None, act: str = "drag", draft: Any = None, **given: Any
) -> Any:
    gesture = Gesture(act=act, pieces=pieces, to=to, given=given)
    return p.asked("red").edit(p.match.view("red"), draft, gesture)


def as_draft(orders: Any) -> list[Order]:
    """Orders as they come from a page."""
    return msgspec.convert(orders, list[Order])


def begun(pieces: str = HOUSE) -> Any:
    state = table(
        man("a", (8, 38), rep=5, rank="squad_leader"),
        man("b", (10, 38)),
        man("c", (9, 40)),
        foe("x", (12, 10)),
        pieces=pieces,
    )
    return playing(state, Activation("red-1"))


def ends(look: Any) -> dict[str, tuple[int, int]]:
    (order,) = look.value
    return {id: tuple(way["points"][-1]) for id, way in order["plan"]["paths"].items()}


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
        assert look.lines[0].text == 'A: 8.0" of 32.0" asked.'
        fast = drag(p, "a", to=point((40, 38)), card="fast_move")
        assert abs(ends(fast)["a"][0] - 24 * 254) <= 2
        p.pending(red="Give the group its orders")


def test_a_drag_tells_what_it_drops() -> None:
    """He could reload, or shoot, and then go: a drag that takes that from him says so. NUTS-ACT-08"""
    with close_up() as p:
        look = drag(p, "a", to=point((8, 33)), draft=p.asked("red").proposal)
        texts = [line.text for line in look.lines]
        assert "Fire is dropped for A: do that first, then move." in texts
        assert not any("a" in order["stands"] for order in look.value if order["card"] == "fire")
        assert not any("dropped" in line.text for line in drag(p, "a", to=point((8, 33))).lines)
        p.pending(red="Give the group its orders")


def test_what_the_ground_takes_of_a_drag_that_goes_too_far_is_told() -> None:
    with begun("  - {id: wood, kind: woods, polygon: [[0, 20], [20, 20], [20, 36], [0, 36]]}") as p:
        look = drag(p, "a", to=point((8, 23)))
        assert look.lines[0].text == 'A: 5.0" of 15.0" asked; the ground makes that 8.0" of 8.0".'
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


def test_men_are_taken_out_of_one_order_and_put_into_another() -> None:
    with begun("") as p:
        first = drag(p, "a", "b", to=point((9, 34)))
        second = drag(p, "b", to="x", draft=first.value)
        assert [(order["card"], order["stands"]) for order in second.value] == [
            ("move", ["a"]),
            ("fire", ["b"]),
        ]
        third = drag(p, "c", to="x", draft=second.value, card="fire")
        assert [order["stands"] for order in third.value] == [["a"], ["b", "c"]]
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


def test_the_two_inches_are_dragged_too() -> None:
    state = table(man("a", (13, 38)), man("b", (15, 38)), foe("x", (13, 10)))
    with playing(state, InSightTest("red-1", ("blue-1",), True)) as p:
        look = drag(p, "a", "b", to=point((20, 38)))
        assert not look.faults
        assert {id: way["points"][0][0] for id, way in look.value.items()}.keys() == {"a", "b"}
        assert drag(p, "a", act="clear", draft=look.value).value.keys() == {"b"}
        p.pending(red='Move up to 2"')


def stepping(*men: Any, pieces: str = "") -> Any:
    """A group that has walked into the view of a man far to the north."""
    state = table(*men, foe("x", (13, 10)), pieces=pieces)
    for figure in state.figures.values():
        figure.moving = figure.side == "red"
    return playing(state, InSightTest("red-1", ("blue-1",), True))


def test_in_the_two_inches_a_group_keeps_its_shape_however_far_it_is_dragged() -> None:
    wall = "  - {id: wall, kind: wall, line: [[6, 24], [20, 24]]}"
    block = [man(id, at) for id, at in {"a": (12, 38), "b": (14, 38), "c": (12, 40), "d": (14, 40)}.items()]
    with stepping(*block, pieces=wall) as p:
        look = drag(p, "a", "b", "c", "d", to=point((13, 24)))
        found = {id: tuple(way["points"][-1]) for id, way in look.value.items()}
        assert found == {
            "a": point((12, 36)),
            "b": point((14, 36)),
            "c": point((12, 38)),
            "d": point((14, 38)),
        }
        assert look.lines[0].text == '4 men: 2.0" of 15.0" asked.'
        p.pending(red='Move up to 2"')


def test_who_is_taken_hold_of_comes_to_the_place_and_the_others_around_him() -> None:
    with begun() as p:
        found = ends(drag(p, "a", "b", "c", to=point((8, 34)), by="a"))
        assert found == {"a": point((8, 34)), "b": point((10, 34)), "c": point((9, 36))}
        p.pending(red="Give the group its orders")


def test_men_go_on_to_where_they_were_sent() -> None:
    with stepping(man("a", (13, 38)), man("b", (15, 38))) as p:
        sent = {"a": point((13, 37)), "b": point((15, 30)), "z": point((1, 1))}
        look = drag(p, act="repeat", ends=sent)
        found = {id: tuple(way["points"][-1]) for id, way in look.value.items()}
        assert found == {"a": point((13, 37)), "b": point((15, 36))}
        p.pending(red='Move up to 2"')


def test_two_inches_into_cover_are_proposed_where_there_is_some() -> None:
    wall = "  - {id: wall, kind: wall, line: [[11, 36.5], [17, 36.5]]}"
    with stepping(man("a", (13, 38)), man("b", (15, 38)), man("far", (24, 38)), pieces=wall) as p:
        look = drag(p, act="repeat")
        assert look.value.keys() == {"a", "b"}
        assert not p.asked("red").check(p.match.view("red"), msgspec.to_builtins(look.value))
        p.pending(red='Move up to 2"')
    with stepping(man("a", (13, 38)), man("b", (15, 38))) as p:
        assert drag(p, act="repeat").value == {}
        p.pending(red='Move up to 2"')


@pytest.mark.parametrize(
    ("enemies", "dice", "is_forced"),
    [
        ([(11, 10)], [1, 1, 6], True),
        ([(11, 10), (13, 10)], [1, 1], False),
        ([(11, 26)], [1, 1, 6], False),
    ],
    ids=["one who is far", "two of them", "one who could be charged"],
)
def test_who_must_act_and_has_one_shot_has_no_choice(
    enemies: list[tuple[int, int]], dice: list[int], is_forced: bool
) -> None:
    foes = [foe(f"x{place}", at, rep=1) for place, at in enumerate(enemies)]
    state = table(man("a", (10, 30), rep=2, weapons=(SMG,)), *foes)
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice) as p:
        look = LOOKS["forced"](p.match.view("red"), {})
        assert bool(look.lines) == is_forced
        if is_forced:
            assert look.lines[0].text == "A fires at X0: there was nothing else to do."
            assert not p.asked("red").check(p.match.view("red"), look.value)
        p.pending(red="You saw them first")


def test_who_sees_whom_and_why_not() -> None:
    with begun() as p:
        view = p.match.view("red")
        blocked = LOOKS["sight"](view, {"from": "a", "to": "x"})
        assert "does not see" in blocked.lines[0].text
        assert blocked.shapes[0].look == "sight_blocked"
        seen = LOOKS["sight"](view, {"from": "c", "to": "a"})
        assert seen.lines[0].text.startswith("C sees A")
        piece = LOOKS["piece"](view, {"id": "a"})
        assert piece.title == "A"
        assert piece.lines[-1].text == 'Moves 8", 8" left.'
        with pytest.raises(Refused):
            LOOKS["piece"](view, {"id": "nobody"})
        with pytest.raises(Refused):
            LOOKS["sight"](view, {"id": "a"})
        p.pending(red="Give the group its orders")


def armed(**changes: Any) -> Any:
    state = table(man("a", (10, 20), **changes), man("b", (12, 20)), foe("x", (10, 15)))
    return playing(state, Activation("red-1"))


def test_a_grenade_is_readied_and_made_safe_by_name() -> None:
    with armed(gear=(("grenade", 1), ("molotov", 1))) as p:
        assert drag(p, "a", "b", act="ready").value[0]["plan"] == {"what": {"a": "grenade"}}
        assert drag(p, "a", act="ready", what="molotov").value[0]["plan"] == {"what": {"a": "molotov"}}
        assert all(order["card"] != "ready" for order in p.asked("red").proposal), (
            "only if somebody asks for it"
        )
        with pytest.raises(Refused):
            drag(p, "b", act="ready")
        with pytest.raises(Refused):
            drag(p, "a", act="ready", what="satchel")
        p.pending(red="Give the group its orders")
    with armed(gear=(("grenade", 1),), readied="grenade") as p:
        assert drag(p, "a", act="unready").value[0]["plan"] == {"what": {"a": "grenade"}}
        p.pending(red="Give the group its orders")


def test_a_readied_grenade_is_dragged_to_its_spot() -> None:
    """Its circle is drawn where it goes; a spot too far away is drawn too, and refused with a reason."""
    with armed(gear=(("grenade", 1),), readied="grenade") as p:
        look = drag(p, "a", to=point((10, 15)), card="throw")
        assert not look.faults
        assert look.value[0]["plan"]["throws"]["a"]["at"] == list(point((10, 15)))
        ring = next(shape for shape in look.shapes if shape.kind == "ring")
        assert (ring.points, ring.radius) == ((point((10, 15)),), round(2.5 * 254))
        far = drag(p, "a", to=point((10, 10)), card="throw")
        assert "too far" in far.faults[0].reason
        assert drag(p, "a", act="throw").value[0]["card"] == "throw", "at the enemy who is near"
        with pytest.raises(Refused):
            drag(p, "b", to=point((10, 15)), card="throw")
        with pytest.raises(Refused):
            drag(p, "a", to=point((10, 15)), card="throw", what="molotov")
        p.pending(red="Give the group its orders")


def test_a_grenade_dragged_onto_a_man_goes_where_he_is_with_its_chance_and_who_is_in_it() -> None:
    with armed(gear=(("grenade", 1),), readied="grenade") as p:
        look = drag(p, "a", to="x", card="throw")
        thrown = look.value[0]["plan"]["throws"]["a"]
        assert tuple(thrown["at"]) == p.state.figures["x"].at
        assert [line.text for line in look.lines] == [
            "A throws a Hand grenade: 89% on the spot.",
            "In it: X.",
        ]
        here = drag(p, "a", to=point((12, 19)), card="throw")
        assert [line.text for line in here.lines[1:]] == [
            "In it: no enemy you see.",
            "Your own are in it too: A and B.",
        ]
        p.pending(red="Give the group its orders")


def test_a_grenade_that_would_catch_friends_is_not_proposed_but_goes_where_it_is_dragged() -> None:
    state = table(man("a", (10, 20), gear=(("grenade", 1),), readied="grenade"), foe("x", (10, 18)))
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", to="x", card="throw")
        assert not look.faults
        assert look.lines[-1].text == "Your own are in it too: A."
        with pytest.raises(Refused):
            drag(p, "a", act="throw")
        p.pending(red="Give the group its orders")


def test_a_flame_is_drawn_as_a_line() -> None:
    with armed(weapons=("core.flamethrower",)) as p:
        look = drag(p, "a", to=point((10, 15)), card="throw")
        assert [(shape.kind, shape.look) for shape in look.shapes] == [("line", "aim")]
        p.pending(red="Give the group its orders")


def close_up(**changes: Any) -> Any:
    """Two of ours see two enemies; one of ours has a gun."""
    state = table(
        man("a", (8, 30), rep=5, rank="squad_leader", weapons=("core.german_lmg",), **changes),
        man("b", (10, 30)),
        foe("x", (8, 20)),
        foe("y", (10, 20)),
    )
    return playing(state, Activation("red-1"))


def test_the_fire_plan_is_drawn_with_beads_and_its_chance() -> None:
    with close_up() as p:
        look = drag(p, act="show", draft=p.asked("red").proposal)
        lines = {shape.token: shape for shape in look.shapes}
        assert {shape.look for shape in look.shapes} == {"shot"}
        assert lines["a"].label.startswith("●" * 6)
        assert lines["b"].label.startswith("● hit ")
        assert look.lines[0].text.startswith("At least one down: ")
        assert look.lines[0].text.endswith("taking Rep 4 where it is not known.")
        x, y = (line.text for line in look.lines[1:])
        assert re.fullmatch(r"X: hit \d+%, down \d+%, by A \(6 dice\)\.", x)
        assert re.fullmatch(r"Y: hit 50%, down \d+%, by B \(1 die\)\.", y)
        p.pending(red="Give the group its orders")


def test_who_is_left_over_is_tied_to_the_man_he_rolls_for() -> None:
    state = table(
        man("a", (8, 30), rank="squad_leader"),
        man("b", (10, 30)),
        man("c", (12, 30)),
        foe("x", (8, 20)),
        foe("y", (10, 20)),
    )
    with playing(state, Activation("red-1")) as p:
        look = drag(p, act="show", draft=p.asked("red").proposal)
        p.pending(red="Give the group its orders")
    words = " ".join(line.text for line in look.lines[1:])
    assert words.count("(1 die, left over: his target is rolled)") == 1
    assert words.count("(1 die)") == 2


def test_where_one_enemy_is_shot_at_nobody_is_said_to_roll_for_a_target() -> None:
    state = table(man("a", (8, 30), rank="squad_leader"), man("b", (10, 30)), foe("x", (8, 20)))
    with playing(state, Activation("red-1")) as p:
        look = drag(p, act="show", draft=p.asked("red").proposal)
        p.pending(red="Give the group its orders")
    (line,) = look.lines[1:]
    assert re.search(r"down \d+%, by A \(1 die\) and B \(1 die\)\.$", line.text)


def test_a_shot_is_turned_to_another_man_or_shared_with_him() -> None:
    with close_up() as p:
        proposed = p.asked("red").proposal
        turned = drag(p, "a", to="y", draft=proposed, card="fire")
        assert dict(turned.value[0]["plan"]["shots"])["a"]["aims"] == [["y", 6]]
        both = drag(p, "a", to="y", draft=proposed, card="fire", more=True)
        aims = dict(both.value[0]["plan"]["shots"])["a"]["aims"]
        assert [target for target, _ in aims] == ["x", "", "y"]
        assert sum(dice for _, dice in aims) == 6
        (swath,) = [shape for shape in both.shapes if shape.look == "swath"]
        assert swath.label == "○"
        assert not p.asked("red").check(p.match.view("red"), both.value)
        p.pending(red="Give the group its orders")


def test_a_second_man_at_the_same_target_has_a_die_on_his_line() -> None:
    with close_up() as p:
        look = drag(p, "b", to="x", draft=p.asked("red").proposal, card="fire")
        (spare,) = [shape for shape in look.shapes if shape.look == "spare"]
        assert spare.label == "●⚄"
        p.pending(red="Give the group its orders")


def test_a_volley_that_may_not_be_fired_says_why_and_promises_nothing() -> None:
    with close_up() as p:
        look = drag(p, "b", to="x", draft=p.asked("red").proposal, card="fire")
        (fault,) = look.faults
        assert fault.rows == ("NUTS-FIRE-09",)
        assert not [line.text for line in look.lines if "%" in line.text]
        assert not [shape.label for shape in look.shapes if "%" in shape.label]
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
        assert look.lines[-1].text == 'A: 12.0" 97%, 16.0" 69%.'
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
        gone = drag(p, "a", "b", to=point((9, 33)))
        there = drag(p, "a", act="prone", draft=gone.value)
        ways = there.value[0]["plan"]["paths"]
        assert (ways["a"]["prone"], ways["b"]["prone"]) == (True, False)
        assert not drag(p, "a", act="prone", draft=there.value).value[0]["plan"]["paths"]["a"]["prone"]
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


def test_a_group_that_is_told_nothing_is_asked_about() -> None:
    with begun() as p:
        view = p.match.view("red")
        assert len(LOOKS["left_out"](view, {"draft": []}).shapes) == 3
        moved = drag(p, "a", to=point((9, 33)))
        assert not LOOKS["left_out"](view, {"draft": moved.value}).shapes
        p.pending(red="Give the group its orders")


def test_men_who_have_shot_and_could_still_move_are_asked_about() -> None:
    state = table(
        man("a", (8, 38), rep=5, rank="squad_leader"), man("b", (10, 38)), foe("x", (9, 20), star=True)
    )
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        look = LOOKS["left_out"](p.match.view("red"), {"draft": []})
        assert [one.text for one in look.lines] == ["A and B could still move."]
        assert [one.token for one in look.shapes] == ["a", "b"]
        p.choose("red", [move("red-1", a=to((8, 36)))])
        assert [one.token for one in LOOKS["left_out"](p.match.view("red"), {"draft": []}).shapes] == ["b"]
        p.pending(red="Give the group its orders")


def test_men_who_were_stopped_after_a_step_and_shot_are_asked_about_too() -> None:
    state = table(man("a", (8, 38), rep=5, rank="squad_leader"), foe("x", (9, 20), star=True))
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [move("red-1", a=to((8, 37)))])
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        look = LOOKS["left_out"](p.match.view("red"), {"draft": []})
        assert [one.text for one in look.lines] == ["A could still move."]
        p.pending(red="Give the group its orders")


def gunner_and(wall: str) -> Any:
    """A gunner against the nearest of two, who may have a wall before him; the other stands in the open."""
    state = table(
        man("a", (8, 30), rank="squad_leader", weapons=("core.lmg",)),
        foe("x", (8, 20)),
        foe("y", (9.2, 19.8)),
        pieces=wall,
    )
    return playing(state, Activation("red-1"))


SHORT_WALL = "  - {id: wall, kind: wall, line: [[7.4, 20.6], [8.6, 20.6]]}"


def aims_of(orders: Any) -> list[tuple[str, int]]:
    return [tuple(aim) for aim in orders[0]["plan"]["shots"]["a"]["aims"]]


def test_what_is_laid_out_shares_the_dice_of_a_gun_where_one_down_is_likelier_so() -> None:
    with gunner_and(SHORT_WALL) as p:
        proposal = p.asked("red").proposal
        laid = drag(p, act="repeat", draft=as_draft(proposal))
        assert aims_of(proposal) == [("x", 4)], "what is proposed to all keeps the dice on one man"
        assert aims_of(laid.value) == [("x", 2), ("y", 2)]
        assert not laid.faults
        plain = drag(p, act="show", draft=as_draft(proposal))
        assert plain.lines[0].text.startswith("At least one down: 42%")
        assert laid.lines[0].text.startswith("At least one down: 44%")
        p.pending(red="Give the group its orders")


def test_dice_stay_together_where_sharing_promises_less_and_where_the_player_has_chosen() -> None:
    with gunner_and("") as p:
        laid = drag(p, act="repeat", draft=as_draft(p.asked("red").proposal))
        assert aims_of(laid.value) == [("x", 4)]
        p.pending(red="Give the group its orders")
    with gunner_and("  - {id: wall, kind: wall, line: [[8.6, 20.4], [9.8, 20.4]]}") as p:
        turned = drag(p, "a", to="y")
        again = drag(p, act="repeat", draft=turned.value)
        assert aims_of(again.value) == [("y", 4)], "his own choice is left as it is"
        p.pending(red="Give the group its orders")


def test_one_who_is_left_over_shares_nothing() -> None:
    state = table(
        man("a", (8, 30), rank="squad_leader", weapons=("core.lmg",)),
        man("b", (9, 30), weapons=("core.lmg",)),
        foe("x", (8, 20)),
        pieces=SHORT_WALL,
    )
    with playing(state, Activation("red-1")) as p:
        laid = drag(p, act="repeat", draft=as_draft(p.asked("red").proposal))
        assert [len(shot["aims"]) for shot in laid.value[0]["plan"]["shots"].values()] == [1, 1]
        p.pending(red="Give the group its orders")
