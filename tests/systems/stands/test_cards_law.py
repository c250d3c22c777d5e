"""Which cards and plans are refused, and why. KIM-1.2e to KIM-1.2l, KIM-4.19c"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Fault
from deadground.space.units import mm
from deadground.systems.stands.kinds import kind
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.cards.command import suits
from deadground.systems.stands.state import Stand, StandsState, Task
from deadground.testing import rule
from tests.systems.stands.field import field, gun, hq, inf, stand
from tests.systems.stands.system import playing

KINDS = {
    "inf": "infantry",
    "arm": "armoured_infantry",
    "tnk": "sherman",
    "stg": "stug3_late",
    "pak": "pak40",
    "how": "lefh18",
    "rec": "recon",
    "apc": "apc",
}


def force() -> StandsState:
    """One stand of each troop type for red, in one unit with many cards, and an enemy."""
    stands = [stand(id, kind, (300 + 100 * i, 900)) for i, (id, kind) in enumerate(KINDS.items())]
    enemy = inf("x", (500, 700), side="blue")
    state = field(hq("h", (300, 1000)), *stands, enemy, inf("y", (900, 100), side="blue", hidden=True))
    state.units["red_unit"].cards = 20
    return state


def lay(card: str, *stands: str, arrow: int | None = None, plan: Any = None) -> dict[str, Any]:
    return {"unit": "red_unit", "card": card, "pieces": list(stands), "arrow": arrow, "plan": plan or {}}


def faults(state: StandsState, *orders: Any, options: dict[str, str] | None = None) -> tuple[Fault, ...]:
    """What red is told of these orders; nothing if they are taken."""
    with playing(state, PlaceCards(), options=options) as p:
        request = p.asked("red")
        if request.check(p.match.view("red"), list(orders)):
            found = p.refuse("red", list(orders))
            p.pending(red="Lay", blue="Lay")
            return found
        p.choose("red", list(orders))
        p.pending(blue="Lay")
    return ()


def told(state: StandsState, *orders: Any, options: dict[str, str] | None = None) -> list[tuple[str, str]]:
    return [(fault.at, fault.reason) for fault in faults(state, *orders, options=options)]


def refused_kinds(card: str, arrow: int | None = None) -> dict[str, tuple[str, ...]]:
    """The stands that a card is not for, with the rows they are refused by."""
    found = {id: faults(force(), lay(card, id, arrow=arrow)) for id in KINDS}
    return {id: one[0].rows for id, one in found.items() if one}


@rule("KIM-4.19c")
def test_who_is_refused_move_and_fire() -> None:
    assert refused_kinds("move_and_fire", 0) == {
        "stg": ("KIM-4.19c",),
        "pak": ("KIM-4.19c",),
        "how": ("KIM-4.19c",),
        "rec": ("KIM-3.2a",),
        "apc": ("KIM-4.19b",),
    }


@rule("KIM-1.2k")
def test_only_infantry_goes_prone() -> None:
    row = ("KIM-1.2k",)
    refused = refused_kinds("prone")
    assert refused == {"tnk": row, "stg": row, "pak": row, "how": row, "apc": row, "rec": ("KIM-3.2a",)}
    assert told(force(), lay("prone", "tnk", "inf")) == [
        ("value[0].card", "Tnk is no infantry and cannot go prone")
    ]


@rule("KIM-1.2j", "KIM-3.2a")
def test_guns_in_tow_recon_and_unarmed_vehicles_are_given_no_charge_card() -> None:
    """Self-propelled guns without a turret and carriers with machine guns may charge. KIM-R119"""
    row = ("KIM-1.2j", "KIM-R119")
    assert refused_kinds("charge") == {"pak": row, "how": row, "rec": ("KIM-3.2a",)}
    assert suits(kind("truck"), "charge") == ("is unarmed and cannot charge", row)
    assert told(force(), lay("charge", "inf", "pak")) == [
        ("value[0].card", "Pak is a gun in tow and cannot charge")
    ]


@rule("KIM-3.2a")
@pytest.mark.parametrize("card", ["fire", "opportunity", "action", "dummy", "move"])
def test_recon_is_given_nothing_but_moves(card: str) -> None:
    refused = refused_kinds(card, 0 if card == "move" else None)
    assert ("rec" in refused) is (card not in ("move", "dummy"))
    if card != "action":
        assert set(refused) <= {"rec"}
    assert faults(force(), lay("prone", "rec"))


@rule("KIM-1.2l")
def test_an_action_needs_a_task() -> None:
    refused = refused_kinds("action")
    assert set(refused) == set(KINDS) - {"inf", "arm"}
    assert refused["tnk"] == ("KIM-1.2l", "KIM-R84")
    state = force()
    state.tasks["t"] = Task(id="t", side="red", name="The bridge", who=("tank",), steps=1)
    state.stands["inf"].dug_in = True
    assert told(state, lay("action", "tnk")) == []
    assert told(state, lay("action", "tnk", plan={"tnk": {"task": "t"}})) == []
    assert told(state, lay("action", "inf")) == [("value[0].card", "Inf has no task to work at")]
    assert told(state, lay("action", "arm", plan={"arm": {"task": "t"}})) == [
        ("value[0].plan.arm.task", "'t' is no task of Arm: dig_in")
    ]
    state.tasks["t"].done = 1
    assert told(state, lay("action", "tnk")) == [("value[0].card", "Tnk has no task to work at")]


@rule("KIM-1.2e")
def test_a_card_with_an_arrow_needs_one_and_others_take_none() -> None:
    for card in ("move", "move_and_fire", "change_formation"):
        assert told(force(), lay(card, "inf"))[0][0] == "value[0].arrow"
        assert told(force(), lay(card, "inf", arrow=3600))[0][0] == "value[0].arrow"
        assert told(force(), lay(card, "inf", arrow=3599)) == []
    for card in ("fire", "opportunity", "charge", "prone", "action", "dummy"):
        assert told(force(), lay(card, "inf", arrow=0))[0][0] == "value[0].arrow"
    assert faults(
        force(), lay("move", "inf", arrow=0, plan={"inf": {"route": [[3000, 20000], [3000, 10500]]}})
    )


def point(x: float, y: float) -> list[int]:
    return [mm(x), mm(y)]


@rule("KIM-1.2e")
@pytest.mark.parametrize(
    ("arrow", "legal"), [(0, True), (900, True), (2700, True), (901, False), (1800, False)]
)
def test_a_route_goes_within_90_degrees_of_the_arrow(arrow: int, legal: bool) -> None:
    order = lay("move", "how", arrow=arrow, plan={"how": {"route": [point(800, 700)], "end_facing": 0}})
    found = faults(force(), order)
    assert (found == ()) is legal
    if not legal:
        assert "KIM-1.2e" in found[0].rows
        assert found[0].at.startswith("value[0].plan.how")
    assert faults(force(), lay("move", "how", arrow=1800, plan={"how": {"route": [point(800, 700)]}}))


@rule("KIM-1.2h", "KIM-1.2g")
def test_a_card_that_does_not_move_takes_no_route() -> None:
    for card in ("fire", "dummy", "opportunity"):
        assert faults(force(), lay(card, "how", plan={"how": {"route": [point(800, 700)]}}))
    assert faults(
        force(), lay("change_formation", "how", arrow=0, plan={"how": {"route": [point(800, 700)]}})
    )
    assert faults(force(), lay("fire", "how", plan={"how": {"end_facing": 900}}))
    assert told(force(), lay("change_formation", "how", arrow=900, plan={"how": {"end_facing": 900}})) == []
    for facing, wrong in ((-1, True), (0, False), (3599, False), (3600, True)):
        order = lay("change_formation", "how", arrow=0, plan={"how": {"end_facing": facing}})
        assert ("value[0].plan.how.end_facing" in dict(told(force(), order))) is wrong


@rule("KIM-1.2h")
def test_targets_and_templates_need_a_fire_card() -> None:
    area = {"template_at": point(500, 200), "template_kind": "area"}
    assert told(force(), lay("fire", "how", plan={"how": area})) == []
    assert told(force(), lay("fire", "inf", plan={"inf": {"target": "x"}})) == []
    assert told(force(), lay("fire", "tnk", plan={"tnk": area})) == [
        ("value[0].plan.tnk.template_at", "Tnk is not artillery and cannot fire indirectly")
    ]
    assert told(force(), lay("dummy", "how", plan={"how": area})) == [
        ("value[0].plan.how.template_at", "How has the Dummy card and cannot fire indirectly")
    ]
    assert told(force(), lay("move", "inf", arrow=0, plan={"inf": {"target": "x"}})) == [
        ("value[0].plan.inf.target", "Inf has the Move card and cannot fire")
    ]
    both = lay("fire", "how", plan={"how": {**area, "target": "x"}})
    assert told(force(), both) == [
        ("value[0].plan.how.template_at", "How fires at a target or with a template, not both")
    ]
    half = lay("fire", "how", plan={"how": {"template_kind": "area"}})
    assert told(force(), half) == [
        ("value[0].plan.how.template_at", "a template needs both a place and a kind")
    ]
    edge = {"template_at": [0, 20000], "template_kind": "speculative"}
    assert told(force(), lay("fire", "how", plan={"how": edge})) == []
    off = {"template_at": [0, 20001], "template_kind": "speculative"}
    assert told(force(), lay("fire", "how", plan={"how": off})) == [
        ("value[0].plan.how.template_at", "(0, 2000.1) is off the table")
    ]


@rule("KIM-1.2h", "KIM-1.2j")
@pytest.mark.parametrize("target", ["y", "tnk", "nobody"])
def test_a_target_is_an_enemy_that_one_knows(target: str) -> None:
    for card in ("fire", "charge"):
        assert told(force(), lay(card, "inf", plan={"inf": {"target": target}})) == [
            ("value[0].plan.inf.target", f"'{target}' is no enemy stand that you know")
        ]
        assert told(force(), lay(card, "inf", plan={"inf": {"target": "x"}})) == []
    for card in ("dummy", "prone"):
        assert faults(force(), lay(card, "inf", plan={"inf": {"target": "x"}}))
    assert faults(force(), lay("charge", "inf", plan={"inf": {"route": [point(300, 700)]}}))


@rule("KIM-1.2i")
@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("ask", True),
        ("first", True),
        ("armour", True),
        ("nearer:1", True),
        ("nearer:9999", True),
        ("nearer:0", False),
        ("nearer:10000", False),
        ("chance:1", True),
        ("chance:100", True),
        ("chance:101", False),
        ("chance:0", False),
        ("nobody", False),
        ("first!", False),
    ],
)
def test_standing_orders(words: str, legal: bool) -> None:
    order = lay("opportunity", "inf", plan={"inf": {"standing_order": words}})
    assert (told(force(), order) == []) is legal
    assert faults(force(), lay("opportunity", "inf", plan={"inf": {"standing_order": "never"}}))
    assert told(force(), lay("fire", "inf", plan={"inf": {"standing_order": "first"}})) == [
        ("value[0].plan.inf.standing_order", "Inf has the Stand and Fire card and cannot take a snap shot")
    ]


@rule("KIM-1.2d")
@pytest.mark.parametrize(
    "plan",
    [
        {"inf": 3},
        {"inf": {"fly": True}},
        {"inf": {"route": [[1.5, 2]]}},
        {"inf": {"end_facing": 10**40}},
        [1],
    ],
)
def test_what_is_not_a_plan_is_refused(plan: Any) -> None:
    (fault,) = faults(force(), lay("move", "inf", arrow=0, plan=plan))
    assert fault.reason.startswith("not a")
    assert "KIM-1.2d" in fault.rows


@rule("KIM-1.2b")
def test_a_plan_is_for_the_stands_of_its_card() -> None:
    (fault,) = faults(force(), lay("fire", "inf", plan={"tnk": {"target": "x"}}))
    assert (fault.at, fault.rows) == ("value[0].plan.tnk", ("KIM-1.2b",))


@rule("KIM-1.2d")
def test_the_plan_is_written_down_and_is_not_shown() -> None:
    route = {"route": [point(300, 800)], "end_facing": 450, "at_halt": "round"}
    area = {"template_at": point(500, 200), "template_kind": "area"}
    orders = [
        lay("move", "inf", arrow=0, plan={"inf": route}),
        lay("fire", "how", "pak", plan={"how": area, "pak": {"target": "x"}}),
        lay("opportunity", "tnk", plan={"tnk": {"standing_order": "chance:50"}}),
        lay("action", "arm", plan={"arm": {"task": "dig_in"}}),
    ]
    with playing(force(), PlaceCards()) as p:
        p.choose("red", orders)
        p.choose("blue", [])
        p.nothing_pending()
    own, theirs = p.view("red").stands, p.view("blue").stands
    plans = {id: plan_of(own[id]) for id in ("inf", "how", "pak", "tnk", "arm")}
    assert plans["inf"] == (((3000, 8000),), 450, "round", "", None, "", "ask", "")
    assert plans["how"] == ((), -1, "halt", "", (5000, 2000), "area", "ask", "")
    assert plans["pak"] == ((), -1, "halt", "x", None, "", "ask", "")
    assert plans["tnk"] == ((), -1, "halt", "", None, "", "chance:50", "")
    assert plans["arm"] == ((), -1, "halt", "", None, "", "ask", "dig_in")
    blank = plan_of(inf("z", (1, 1)))
    assert {plan_of(theirs[id]) for id in plans} == {blank}


def plan_of(one: Stand) -> tuple[Any, ...]:
    return (
        one.route,
        one.end_facing,
        one.at_halt,
        one.target,
        one.template_at,
        one.template_kind,
        one.standing_order,
        one.task,
    )


def test_a_gun_may_be_told_to_move() -> None:
    assert faults(field(gun("a", (500, 500))), lay("move", "a", arrow=0)) == ()
