"""The request for orders: what is proposed, and everything that is refused. NR-38"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Marker
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.orders import finished, fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table


def faults(p: Play[Any], value: Any) -> list[tuple[str, str]]:
    found = p.asked("red").check(p.match.view("red"), value)
    return [(fault.at, fault.reason) for fault in found]


def begun() -> Any:
    state = table(
        man("a", (10, 30)),
        man("b", (12, 30), status="duck_back"),
        man("h", (14, 30), rep=1),
        foe("x", (10, 10)),
    )
    return playing(state, Activation("red-1"))


@rule("NUTS-FIRE-09", "NUTS-ACT-07")
def test_a_shot_is_proposed_where_there_is_a_target() -> None:
    with begun() as p:
        order, last = p.asked("red").proposal
        assert (order["card"], last) == ("fire", finished("red-1"))
        assert set(order["pieces"]) == {"a", "b", "h"}, "those who had ducked back carry on. NR-23"
        p.pending(red="Give the group its orders")


@rule("NUTS-ACT-07", "NUTS-ACT-08")
@pytest.mark.parametrize(
    ("value", "at", "reason"),
    [
        ([{"unit": "red-1", "card": "dance", "pieces": ["a"]}], "value[0].card", "has no card 'dance'"),
        ([{"unit": "red-9", "card": "move", "pieces": ["a"]}], "value[0].unit", "not one of your units"),
        ([move("red-1", nobody=to((1, 1)))], "value[0].pieces", "does not belong to"),
        ([move("red-1", a=to((10, 28))), move("red-1", a=to((10, 27)))], "value[1].pieces", "has two cards"),
        ([{"unit": "red-1", "card": "move", "pieces": ["a"]}], "value[0].plan", "not for the men"),
        ([{**move("red-1", a=to((10, 28))), "pieces": ["a", "b"]}], "value[0].plan", "not for the men"),
        (
            [{"unit": "red-1", "card": "move", "pieces": ["a"], "plan": {"paths": {"a": {"points": "x"}}}}],
            "value[0].plan",
            "not a plan of paths",
        ),
        (
            [{"unit": "red-1", "card": "move", "pieces": ["a"], "plan": {"paths": {"a": {"wings": 1}}}}],
            "value[0].plan",
            "not a plan of paths",
        ),
        (
            [{"unit": "red-1", "card": "fire", "pieces": ["a"], "plan": {"shots": {"a": {"aims": []}}}}],
            "value[0].plan",
            "not a fire plan",
        ),
        ([fire("red-1", "core.smg", a="x")], "value[0].plan.shots.a", "no such weapon"),
        ([fire("red-1", a="b")], "value[0].plan.shots.a", "is no enemy"),
        ([fire("red-1", a=[("x", 2)])], "value[0].plan.shots.a", "has 1 dice"),
        ([move("red-1", a=to((10, 48)))], "value[0].plan.paths.a.points", ""),
        ([move("red-1", a=to((10, 28), (10, 47.9)))], "value[0].plan.paths.a.points", ""),
        ("nonsense", "value", "not a orders choice"),
    ],
)
def test_what_is_refused_and_why(value: Any, at: str, reason: str) -> None:
    with begun() as p:
        found = faults(p, value)
        assert any(place.startswith(at) and reason in words for place, words in found), found
        p.pending(red="Give the group its orders")


@rule("NUTS-ACT-07")
def test_all_faults_are_told_at_once() -> None:
    with begun() as p:
        value = [move("red-1", a=to((10, 10.5)), b=to((12, 50))), fire("red-1", h="a")]
        assert {at.split(".")[-2] if "points" in at else at for at, _ in faults(p, value)} >= {"a", "b"}
        assert any("is no enemy" in reason for _, reason in faults(p, value))
        p.pending(red="Give the group its orders")


@rule("NUTS-ACT-08")
def test_random_orders_are_legal_and_staying_is_legal() -> None:
    with begun() as p:
        request, view = p.asked("red"), p.match.view("red")
        for seed in range(30):
            value = request.sample(view, Random(seed))
            assert not request.check(view, value)
        assert not request.check(view, [])
        assert [one.label for one in request.suggest(view)] == ["As proposed", "Nothing more"]
        p.pending(red="Give the group its orders")


@rule("NUTS-ACT-09")
def test_only_what_lies_at_his_feet_is_picked_up_and_by_one_man() -> None:
    def pick(**what: str) -> dict[str, Any]:
        return {"unit": "red-1", "card": "pick_up", "pieces": list(what), "plan": {"what": what}}

    state = table(man("a", (10, 30)), man("b", (10.9, 30)), foe("x", (40, 5), facing=0))
    state.markers["m"] = Marker("m", "weapon", (254 * 10 + 115, 254 * 30), what="core.smg")
    state.markers["far"] = Marker("far", "weapon", (254 * 20, 254 * 30), what="core.smg")
    with playing(state, Activation("red-1")) as p:
        assert faults(p, [pick(a="far")])[0][0] == "value[0].plan.what.a"
        assert faults(p, [pick(a="m", b="m")])[0][1] == "two men want the same thing"
        assert faults(p, [{**pick(a="m"), "plan": {"what": {"a": 7}}}])[0][0] == "value[0].plan"
        p.choose("red", [pick(b="m")], [])
        p.nothing_pending()
    assert p.state.figures["b"].arms.weapons == ("core.ba_rifle", "core.smg")
