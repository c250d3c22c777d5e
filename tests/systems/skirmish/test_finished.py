"""What an active group may be told after its first orders: all that is legal, as often as one likes. NR-151"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Gesture, Orders
from deadground.space.units import inches
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Marker, SkirmishState
from deadground.testing.play import Play
from deadground.testing.rules import rule
from tests.systems.skirmish.orders import charge, finished, fire, move, ready, to, unready
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table

ORDERS = "Give the group its orders"


def asked(p: Play[SkirmishState]) -> Orders:
    request = p.asked("red")
    assert isinstance(request, Orders)
    return request


def ends_with(p: Play[SkirmishState]) -> None:
    p.choose("red", [])
    p.nothing_pending()


@rule("NUTS-ACT-10")
@pytest.mark.parametrize("first", [3.9, 4.1, 7.9])
def test_one_may_break_off_a_move_anywhere_shoot_and_finish_it(first: float) -> None:
    state = table(man("a", (10, 30), rep=5), foe("x", (10, 10)))
    with playing(state, Activation("red-1"), dice=[6, 1]) as p:
        p.choose("red", [move("red-1", a=to((10, 30 - first)))], as_is=True)
        p.choose("red", [fire("red-1", a="x")], as_is=True)
        p.choose("red", [move("red-1", a=to((10, 22)))], as_is=True)
        assert p.refuse("red", [move("red-1", a=to((10, 21.9)))])[0].rows == ("NUTS-ACT-08",)
        ends_with(p)
    assert p.state.figures["a"].at == point((10, 22))


def alone(**changes: Any) -> SkirmishState:
    """A man with a friend beside him and nobody in sight: nothing that he could do matters once he has moved."""
    return table(man("a", (10, 40), **changes), man("b", (12, 40)))


@rule("NUTS-ACT-09")
def test_one_may_walk_and_then_pick_up() -> None:
    state = alone()
    state.markers["smg"] = Marker("smg", "weapon", point((10, 36)), what="core.smg")
    pick = {"unit": "red-1", "card": "pick_up", "pieces": ["a"], "plan": {"what": {"a": "smg"}}}
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 36)), b=to((12, 36)))], as_is=True)
        p.choose("red", [pick], as_is=True)
        ends_with(p)
    assert "core.smg" in p.state.figures["a"].arms.weapons


@rule("NUTS-GREN-02")
@pytest.mark.parametrize(("far", "legal"), [(4, True), (4.1, False)])
def test_one_may_walk_and_then_ready_or_make_safe(far: float, legal: bool) -> None:
    """Half of the move is needed to ready something; to make it safe none."""
    state = alone(gear=(("grenade", 2),))
    with playing(state, Activation("red-1"), dice=[1] if legal else []) as p:
        p.choose("red", [move("red-1", a=to((10, 40 - far)), b=to((12, 36)))], as_is=True)
        if legal:
            p.choose("red", [ready("red-1", a="grenade")], [unready("red-1", a="grenade")], as_is=True)
        else:
            assert p.refuse("red", [ready("red-1", a="grenade")])[0].rows == ("NUTS-GREN-02",)
        ends_with(p)


@rule("NUTS-WOUND-01")
def test_one_may_walk_and_then_fetch_a_wounded_friend() -> None:
    state = table(
        man("a", (10, 40)), man("b", (12, 40)), man("w", (10, 34), status="out_of_the_fight", prone=True)
    )
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [move("red-1", a=to((10, 38)), b=to((12, 38)))], as_is=True)
        fetch = {"unit": "red-1", "card": "fetch", "pieces": ["a"], "plan": {"who": {"a": "w"}}}
        p.choose("red", [fetch], as_is=True)
        ends_with(p)
    assert p.state.figures["a"].aid.carries == "w"


@rule("NUTS-MELEE-02")
@pytest.mark.parametrize(("away", "legal"), [(11, True), (11.1, False)])
def test_unarmed_one_may_move_and_then_charge_with_what_is_left_of_the_move(away: float, legal: bool) -> None:
    """Three inches gone, five left, and six that need none; a Fast Move would have had to come first."""
    state = table(man("a", (10, 30), weapons=(), rep=5), foe("x", (10, 27 - away), status="hunker_down"))
    with playing(state, Activation("red-1"), dice=[1, 1, 6, 6] if legal else []) as p:
        p.choose("red", [move("red-1", a=to((10, 27)))], as_is=True)
        if legal:
            p.choose("red", [charge("red-1", a="x")], as_is=True)
            assert p.state.figures["x"].status == "captured"
        else:
            p.refuse("red", [charge("red-1", a="x")])
        ends_with(p)


@rule("NUTS-ACT-08")
def test_a_group_that_is_finished_is_asked_again_only_for_what_matters() -> None:
    state = table(man("a", (10, 40)), man("b", (12, 40)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 38))), finished("red-1")])
        assert asked(p).units[0].pieces == ("a", "b"), "b has done nothing yet, and a may be told more"
        assert asked(p).units[0].done == ("a",)
        p.choose("red", [move("red-1", b=to((12, 38))), finished("red-1")])
        p.nothing_pending()


@rule("NUTS-ACT-08")
def test_without_the_word_it_is_asked_until_it_is_told_nothing() -> None:
    with playing(table(man("a", (10, 40))), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 38)))], [move("red-1", a=to((10, 36)))], as_is=True)
        assert asked(p).units[0].done == ("a",)
        assert asked(p).proposal == [finished("red-1")], "nothing but that is proposed to one who is done"
        p.choose("red", asked(p).proposal)
        p.nothing_pending()


@rule("NUTS-ACT-08")
@pytest.mark.parametrize(
    ("word", "at"),
    [
        ({"pieces": ["a"]}, "value[0].pieces"),
        ({"plan": {"paths": {}}}, "value[0].plan"),
        ({"plan": {"why": 1}}, "value[0].plan"),
        ({"unit": "blue-1"}, "value[0].unit"),
    ],
)
def test_the_word_is_said_of_the_group_and_nothing_goes_with_it(word: dict[str, Any], at: str) -> None:
    with playing(table(man("a", (10, 40))), Activation("red-1")) as p:
        assert p.refuse("red", [{**finished("red-1"), **word}])[0].at == at
        p.pending(red=ORDERS)


def test_the_word_takes_no_mans_card() -> None:
    with playing(table(man("a", (10, 40))), Activation("red-1")) as p:
        assert not p.match.check(asked(p).choice([move("red-1", a=to((10, 38))), finished("red-1")]))
        p.pending(red=ORDERS)


def test_a_gesture_says_that_a_group_is_finished_and_unsays_it() -> None:
    with playing(table(man("a", (10, 40))), Activation("red-1")) as p:
        request, view = asked(p), p.match.view("red")
        going = [move("red-1", a=to((10, 38))), finished("red-1")]
        without = request.edit(view, going, Gesture(act="finished")).value
        assert [order["card"] for order in without] == ["move"]
        assert [order["card"] for order in request.edit(view, without, Gesture(act="finished")).value] == [
            "move",
            "finished",
        ]
        cleared = request.edit(view, going, Gesture(act="clear")).value
        assert [order["card"] for order in cleared] == ["finished"], (
            "no order of anybody's is taken back with it"
        )
        dragged = request.edit(view, [finished("red-1")], Gesture(pieces=("a",), to=point((10, 38)))).value
        assert {order["card"] for order in dragged} == {"move", "finished"}
        p.pending(red=ORDERS)


@rule("NUTS-WOUND-05")
def test_a_medic_who_treats_is_asked_for_nothing_else() -> None:
    state = table(
        man("m", (10, 30), medic=True, gear=(("grenade", 1),)),
        man("b", (13, 30)),
        man("w", (10, 29), status="out_of_the_fight", prone=True),
    )
    tend = {"unit": "red-1", "card": "tend", "pieces": ["m"], "plan": {"who": {"m": "w"}}}
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [tend], as_is=True)
        assert asked(p).units[0].pieces == ("b",)
        ends_with(p)


@rule("NUTS-WOUND-05")
def test_a_medic_who_has_readied_something_treats_nobody() -> None:
    state = table(
        man("m", (10, 30), medic=True, gear=(("grenade", 1),)),
        man("w", (10, 29), status="out_of_the_fight", prone=True),
    )
    tend = {"unit": "red-1", "card": "tend", "pieces": ["m"], "plan": {"who": {"m": "w"}}}
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [ready("red-1", m="grenade")], as_is=True)
        assert p.refuse("red", [tend])[0].rows == ("NUTS-WOUND-05", "NR-81")
        ends_with(p)


@rule("NUTS-ACT-09")
def test_who_fast_moved_into_a_charge_picks_nothing_up_after_it() -> None:
    state = table(man("a", (10, 40), weapons=(), rep=6), foe("x", (10, 24), status="hunker_down"))
    state.markers["smg"] = Marker("smg", "weapon", point((10, 25)), what="core.smg")
    pick = {"unit": "red-1", "card": "pick_up", "pieces": ["a"], "plan": {"what": {"a": "smg"}}}
    with playing(state, Activation("red-1"), dice=[1, 1, 1, 1, 6, 6]) as p:
        p.choose("red", [charge("red-1", a="x")], as_is=True)
        assert p.state.figures["x"].status == "captured"
        assert p.state.figures["a"].at[1] == inches(25)
        assert p.refuse("red", [pick])[0].rows == ("NUTS-ACT-09", "NR-38")
        ends_with(p)


def pick_up(what: str, **path: Any) -> dict[str, Any]:
    plan = {"what": {"a": what}, **({"paths": {"a": path}} if path else {})}
    return {"unit": "red-1", "card": "pick_up", "pieces": ["a"], "plan": plan}


def lying(at: tuple[float, float]) -> SkirmishState:
    state = alone()
    state.markers["smg"] = Marker("smg", "weapon", point(at), what="core.smg")
    return state


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("far", "legal"), [(8, True), (8.1, False)])
def test_one_order_is_enough_to_walk_and_pick_up(far: float, legal: bool) -> None:
    """NR-153: as far as a normal move takes him."""
    with playing(lying((10, 40 - far)), Activation("red-1")) as p:
        order = pick_up("smg", **to((10, 40 - far)))
        if legal:
            p.choose("red", [order], as_is=True)
            assert p.refuse("red", [move("red-1", "fast_move", a=to((10, 20)))])
        else:
            assert p.refuse("red", [order])[0].rows == ("NUTS-MOVE-01", "NS-39")
        ends_with(p)
    assert ("core.smg" in p.state.figures["a"].arms.weapons) is legal


@rule("NUTS-ACT-09")
def test_the_way_of_one_who_picks_up_ends_at_the_thing_and_is_a_legal_move() -> None:
    """NR-153"""
    with playing(lying((10, 36)), Activation("red-1")) as p:
        assert "feet" in p.refuse("red", [pick_up("smg", **to((10, 38)))])[0].reason
        assert p.refuse("red", [pick_up("smg", points="there")])[0].at.startswith("value[0].plan")
        astray = pick_up("smg")
        astray["plan"]["paths"] = {"b": to((12, 38))}
        assert p.refuse("red", [astray])
        p.choose("red", [move("red-1", a=to((10, 34)))], as_is=True)
        p.choose("red", [pick_up("smg", **to((10, 36)))], as_is=True)
        ends_with(p)
    assert "core.smg" in p.state.figures["a"].arms.weapons


@rule("NUTS-ACT-09", "NUTS-SIGHT-02")
def test_what_the_walk_brings_about_is_settled_before_he_picks_up() -> None:
    """NR-153: past the corner of the house he comes into sight."""
    house = "  - {id: house, kind: structure, polygon: [[0, 20], [12, 20], [12, 30], [0, 30]]}"
    state = table(man("a", (10, 35)), foe("x", (12, 10), weapons=(), rep=3), pieces=house)
    state.markers["smg"] = Marker("smg", "weapon", point((18, 35)), what="core.smg")
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [pick_up("smg", **to((18, 35)))], as_is=True)
        assert "smg" in p.state.markers
        p.pending(red='Move up to 2"')


def test_a_gesture_sends_him_there() -> None:
    with playing(lying((10, 36)), Activation("red-1")) as p:
        made = p.asked("red").edit(p.match.view("red"), None, Gesture(act="pick_up", pieces=("a",), to="smg"))
        assert made.value == [pick_up("smg", **to((10, 36)))]
        assert not made.faults
        p.pending(red=ORDERS)
