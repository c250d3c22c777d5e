"""What a card proposes to the player: the first that will do, or what he names; nothing where there is nothing.

NR-38, NR-58, NR-59, NR-82
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from deadground.core.requests import Orders
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS, targets_of
from deadground.systems.skirmish.rules.grenades.readying import Ready
from deadground.systems.skirmish.rules.grenades.throwing import Throw
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import Marker, SkirmishState
from deadground.systems.skirmish.table.draft_lines import draft_look
from deadground.testing import rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table

BOTH: dict[str, Any] = {"gear": (("grenade", 1), ("molotov", 1))}
FAR = foe("x", (40, 5), facing=0)
DOWN: dict[str, Any] = {"status": "out_of_the_fight", "group": ""}


@contextmanager
def seen(state: SkirmishState) -> Iterator[Any]:
    """What the player of red sees while his group is asked."""
    for one in state.figures.values():
        if one.status == "out_of_the_fight":
            one.group = ""
    with playing(state, Activation("red-1")) as p:
        yield p.match.view("red")
        p.pending(red="Give the group its orders.")


@rule("NUTS-AMMO-02")
def test_the_first_empty_weapon_is_reloaded() -> None:
    with seen(table(man("a", (10, 30), weapons=(RIFLE, SMG), empty=(SMG, RIFLE)), FAR)) as view:
        plan = LAWS["reload"].propose(view, [view.state.figures["a"]], None)
    assert plan == {"weapons": {"a": SMG}}


@rule("NUTS-ACT-08")
@pytest.mark.parametrize(
    ("what", "found"),
    [("", "grenade"), ("grenade", "grenade"), ("molotov", "molotov"), ("satchel", None)],
)
def test_the_first_thing_is_readied_or_the_one_that_is_named(what: str, found: str | None) -> None:
    """NR-58: who has nothing of the kind is not in the plan."""
    with seen(table(man("a", (10, 30), **BOTH), FAR)) as view:
        plan = Ready().of(view, [view.state.figures["a"]], what)
    assert plan == ({"what": {"a": found}} if found else None)


@rule("NUTS-ACT-08")
def test_only_those_who_have_it_ready_something() -> None:
    with seen(table(man("a", (10, 30)), man("b", (12, 30), **BOTH), FAR)) as view:
        men = [view.state.figures[id] for id in "ab"]
        assert Ready().of(view, men, "") == {"what": {"b": "grenade"}}
        assert Ready().of(view, men[:1], "") is None


@rule("NUTS-ACT-08")
@pytest.mark.parametrize(("inches", "what"), [(6, "grenade"), (12, "core.bazooka")])
def test_what_reaches_the_spot_is_thrown_there(inches: float, what: str) -> None:
    """NR-59: the grenade in his hand comes first, but it goes 6" only; the launcher goes further."""
    armed = {**HELD, "weapons": (RIFLE, "core.bazooka")}
    with seen(table(man("a", (10, 30), **armed), FAR)) as view:
        a = view.state.figures["a"]
        plan = Throw().at_spot(view, [a], None, point((10, 30 - inches)))
        asked = Throw().at_spot(view, [a], None, point((10, 18)), "grenade")
        nothing = Throw().at_spot(view, [a], None, point((10, 18)), "satchel")
    assert plan is not None
    assert plan["throws"]["a"]["what"] == what
    assert asked is not None
    assert asked["throws"]["a"]["what"] == "grenade", "too far, and the answer will say so"
    assert nothing is None


@pytest.mark.parametrize(
    ("targets", "whom"), [(None, "near"), (("near",), "near"), (("far",), "far"), (("x",), None)]
)
def test_the_first_wounded_friend_is_fetched_or_the_one_who_is_named(
    targets: tuple[str, ...] | None, whom: str | None
) -> None:
    """NR-82: the first of the roster."""
    state = table(
        man("a", (10, 30)),
        man("near", (10, 28), **DOWN),
        man("far", (10, 26), **DOWN),
        foe("x", (40, 5), facing=0),
    )
    with seen(state) as view:
        plan = LAWS["fetch"].propose(view, [view.state.figures["a"]], targets)
    assert plan == ({"who": {"a": whom}} if whom else None)


@pytest.mark.parametrize(("down", "hint"), [(True, ""), (False, "nobody needs it")])
def test_the_card_says_so_when_nobody_needs_it(down: bool, hint: str) -> None:
    friend = man("f", (10, 28), **DOWN) if down else man("f", (10, 28))
    with seen(table(man("a", (10, 30)), friend, FAR)) as view:
        a = view.state.figures["a"]
        why = LAWS["fetch"].why_nobody(view, [a])
    assert (why.reason if why else "") == hint
    assert why is None or why.rows


@rule("COT-SQUAD-06")
@pytest.mark.parametrize(("targets", "what"), [(None, "gun"), (("x",), f"x/{SMG}"), (("y",), "gun")])
def test_what_lies_nearest_is_picked_up_or_what_the_man_had_who_is_named(
    targets: tuple[str, ...] | None, what: str
) -> None:
    """Who names a man that has nothing there gets the first thing."""
    down = foe("x", (10, 29), status="obviously_dead", weapons=(SMG,))
    state = table(man("a", (10, 30)), down, foe("y", (40, 5), facing=0))
    state.markers["gun"] = Marker("gun", "weapon", point((10, 30)), what="core.lmg")
    with seen(state) as view:
        a = view.state.figures["a"]
        assert LAWS["pick_up"].propose(view, [a], targets) == {"what": {"a": what}}


@rule("NUTS-ACT-08")
def test_the_first_card_that_wants_a_man_has_him() -> None:
    """A shoots at X; nobody is in two orders of what is proposed."""
    state = table(
        man("a", (10, 30)), man("b", (12, 30), weapons=(RIFLE,), empty=(RIFLE,)), foe("x", (10, 20))
    )
    with playing(state, Activation("red-1")) as p:
        proposed = p.asked("red").proposal
        p.pending(red="Give the group its orders.")
    men = [id for order in proposed for id in order["pieces"]]
    assert sorted(men) == sorted(set(men))
    assert [order["pieces"] for order in proposed if order["card"] == "fire"] == [["a"]]


@rule("NUTS-ACT-08")
def test_a_random_plan_to_ready_something_is_for_those_who_have_it() -> None:
    """NR-58: and for nobody there is none."""
    with seen(table(man("a", (10, 30), **BOTH), FAR)) as view:
        plan = Ready().sample(view, [view.state.figures["a"]], None, Random(1))
        nobody = Ready().sample(view, [], None, Random(1))
    assert plan in [{"what": {"a": "grenade"}}, {"what": {"a": "molotov"}}]
    assert nobody is None


def test_only_the_cards_of_a_request_have_its_targets() -> None:
    """NR-19: the enemies of the test."""
    state = table(man("a", (10, 15), rep=3), foe("x", (10, 10), rep=1))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 6]) as p:
        asked = p.asked("red")
        assert isinstance(asked, Orders)
        assert targets_of(asked, "charge") == ("x",)
        assert targets_of(asked, "move") is None
        p.pending(red="You saw them first")


@pytest.mark.parametrize(
    ("empty", "said"), [((RIFLE,), "A cannot shoot, and so charges X."), ((), "A charges X.")]
)
def test_a_winner_who_charges_for_want_of_a_shot_is_said_to(empty: tuple[str, ...], said: str) -> None:
    """NR-17: it is proposed to him, and he is to know why."""
    state = table(man("a", (10, 15), rep=3, empty=empty), foe("x", (10, 10), rep=1))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 6]) as p:
        charge = [{"card": "charge", "plan": {"targets": {"a": "x"}}}]
        asked = p.asked("red")
        assert isinstance(asked, Orders)
        line, chances = draft_look(p.match.view("red"), asked, charge).lines
        p.pending(red="You saw them first")
    assert line.text == said
    assert ("NUTS-SIGHT-09" in line.rows) == bool(empty)
    assert chances.text == "He is shot at first: 41%. Hand to hand he wins 64%, loses 14%."


@rule("NUTS-ACT-08")
def test_each_charger_has_an_enemy_of_his_own_if_there_is_one() -> None:
    """NR-17: X is the nearest to both; the second is to charge Y, whom nobody charges yet."""
    state = table(man("a", (10, 15)), man("b", (11.5, 15)), foe("x", (10.5, 10)), foe("y", (13, 10)))
    with seen(state) as view:
        men = [view.state.figures[id] for id in "ab"]
        both = LAWS["charge"].propose(view, men, ("x", "y"))
        alone = LAWS["charge"].propose(view, men, ("x",))
    assert both == {"targets": {"a": "x", "b": "y"}}
    assert alone == {"targets": {"a": "x"}}, "whom a spare charger goes for is rolled"
