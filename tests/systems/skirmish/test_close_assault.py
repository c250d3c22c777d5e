"""Close assault on vehicles: the test, the machine gun, what is brought home. NUTS-VEH-19, NS-19, NR-268"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import gap
from deadground.space.units import inches
from deadground.systems.skirmish.man import Pack
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, field, met, vehicle
from tests.systems.skirmish.orders import ready
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, man

HALFTRACK = "german.sdkfz_251_1"
EVEN = [1, 1, 6, 6]
"""The charger passes two of two dice and the commander none: nothing is done to him."""


def at_a_tank(
    *,
    a: At = (24, 30),
    what: str = "at_grenade",
    type: str = PZIV,
    pieces: str = "",
    **changes: Any,
) -> SkirmishState:
    """A, with something readied, to the south of X, that looks north."""
    one = man("a", a, rep=4, weapons=())
    one.pack = Pack(gear=((what, 1),) if what else (), readied=what)
    x = vehicle("x", (24, 24), side="blue", facing=0, type=type, **changes)
    return met(field(x, men=(one,), pieces=pieces))


def assault(*men: str, at: str = "x") -> dict[str, Any]:
    plan = {"vehicles": dict.fromkeys(men or ("a",), at)}
    return {"unit": "red-1", "card": "assault", "pieces": list(men or ("a",)), "plan": plan}


def done(state: SkirmishState, *dice: int) -> Play[SkirmishState]:
    return acted(state, assault(), dice=dice)


@rule("NUTS-VEH-19")
@pytest.mark.parametrize(("dice", "face"), [([4, 4], "top"), ([4, 5], "side"), ([5, 5], None)])
def test_two_dice_bring_it_home_on_the_top_or_on_the_side(dice: list[int], face: str | None) -> None:
    """APR 7 of the core list; side 3, top 2. What is not pierced tests, and so does who has failed."""
    pierces = [5, 6, *([2] if face == "side" else [])] if face == "top" else [5, 5, 2]
    p = done(at_a_tank(), *EVEN, *dice, *(pierces if face else []))
    assert [one["struck"] for one in told(p, "penetration")] == ([face] if face else [])
    assert p.state.figures["a"].pack.gear == ()
    assert p.state.figures["a"].pack.readied == ""
    assert gap(p.state.figures["a"].base, p.state.vehicles["x"].base) <= inches(0.1) or face is None
    assert bool(told(p, "crisis_test")) is (face is None)


@rule("NUTS-VEH-19")
def test_what_goes_through_destroys_or_disables_as_always() -> None:
    p = done(at_a_tank(), *EVEN, 4, 4, 1, 1)
    assert p.state.vehicles["x"].condition == "destroyed"


@rule("NUTS-VEH-19")
@pytest.mark.parametrize("buttoned", [True, False])
def test_a_buttoned_up_commander_has_a_die_less(buttoned: bool) -> None:
    p = done(at_a_tank(buttoned=buttoned), 1, 1, *[6] * (1 if buttoned else 2), 5, 5)
    (test,) = [event for event in p.events if event.kind == "charge_test"]
    assert [len(roll.faces) for roll in test.rolls] == [2, 1 if buttoned else 2]


@rule("NUTS-VEH-19")
@pytest.mark.parametrize(
    ("dice", "answer"), [([1, 1, 6, 6], "nothing"), ([1, 1, 1, 1], "snap_fires"), ([6, 6, 1, 1], "fires")]
)
def test_the_vehicle_fires_one_machine_gun_if_it_may(dice: list[int], answer: str) -> None:
    """From the front: its coaxial and its hull gun bear, and one of them is fired."""
    state = at_a_tank(a=(24, 18), buttoned=False)
    p = done(state, *dice, *([1] * 5 if answer != "nothing" else []), 5, 5)
    (test,) = told(p, "charge_test")
    assert test["results"][0]["answer"] == answer
    assert len({one["shooter"] for one in told(p, "shots")[:1]}) == (answer != "nothing")


@rule("NUTS-VEH-19")
def test_any_hit_stops_him() -> None:
    """NUTS-MELEE-06: all dice of the gun are sixes, and he is not pierced by any test of his own."""
    p = done(at_a_tank(a=(24, 18), buttoned=False), 6, 6, 1, 1, *[6] * 5)
    assert told(p, "brings_home") == []
    assert p.state.figures["a"].pack.readied == "at_grenade" or p.state.figures["a"].is_out


def test_an_empty_vehicle_does_nothing() -> None:
    """NR-268"""
    state = at_a_tank()
    for id, one in state.figures.items():
        if id.startswith("x_"):
            one.status, one.group = "obviously_dead", ""
    p = done(state, 4, 4, 1, 1)
    assert told(p, "charge_test") == []
    assert p.state.vehicles["x"].condition == "destroyed"


@rule("NUTS-VEH-19")
@pytest.mark.parametrize(("dice", "number"), [([4, 4], 2), ([4, 5], None)])
def test_a_hand_grenade_goes_into_an_open_top_alone(dice: list[int], number: int | None) -> None:
    """Its Impact of 2 against 0, and only with two passed."""
    p = done(at_a_tank(what="grenade", type=HALFTRACK), *EVEN, *dice, *([5, 5] if number else []))
    assert [one["number"] for one in told(p, "penetration")] == ([number] if number else [])
    assert "NS-19" in refused(at_a_tank(what="grenade"), assault())


def test_what_he_uses_was_readied_before() -> None:
    """NUTS-GREN-02: and not with a failed die in this activation."""
    assert "NUTS-GREN-02" in refused(at_a_tank(what=""), assault())
    for die, ready_now in ((4, True), (5, False)):
        state = at_a_tank()
        state.figures["a"].pack = Pack(gear=(("at_grenade", 1),))
        with playing(state, Activation("red-1"), dice=[die]) as p:
            p.choose("red", [ready("red-1", a="at_grenade")])
            faults = p.match.check(p.asked("red").choice([assault()]))
            assert (not faults) is ready_now
            p.choose("red", [])
            p.nothing_pending()


@pytest.mark.parametrize(("a", "legal"), [((24, 32.5), True), ((24, 32.6), False)])
def test_from_within_six_inches_of_the_hull(a: At, legal: bool) -> None:
    """The hull ends at 26.5."""
    assert bool(refused(at_a_tank(a=a), assault())) is not legal


def test_nobody_goes_at_what_he_cannot_see_or_reach() -> None:
    wall = "  - {id: house, kind: structure, polygon: [[20, 27.4], [28, 27.4], [28, 28.4], [20, 28.4]]}\n"
    assert refused(at_a_tank(a=(24, 31), pieces=wall), assault())
    river = "  - {id: river, kind: river, width: 1, line: [[16, 28], [32, 28]]}\n"
    assert "NS-39" in refused(at_a_tank(a=(24, 31), pieces=river), assault())


@pytest.mark.parametrize("changes", [{"condition": "destroyed"}, {"condition": "disabled"}])
def test_nobody_goes_at_a_wreck(changes: dict[str, Any]) -> None:
    assert "NS-19" in refused(at_a_tank(**changes), assault())


def test_nor_at_one_of_his_own() -> None:
    state = at_a_tank()
    state.vehicles["x"].side = "red"
    assert "NS-19" in refused(state, assault())


def test_once_in_an_activation() -> None:
    state = at_a_tank()
    state.figures["a"].pack = Pack(gear=(("at_grenade", 2),), readied="at_grenade")
    with playing(state, Activation("red-1"), dice=[*EVEN, 4, 4, 6, 6, 1, 1, *[6] * 60]) as p:
        p.choose("red", [assault()])
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            faults = p.match.check(request.choice([assault()]))
            assert faults
            p.choose(seats[0], [])
        p.nothing_pending()
        p.script = type(p.script)()


def test_two_men_go_one_after_the_other() -> None:
    """The second finds a wreck, and does nothing."""
    state = at_a_tank()
    b = man("b", (22, 30), rep=4, weapons=())
    b.pack = Pack(gear=(("at_grenade", 1),), readied="at_grenade")
    b.group = "red-1"
    state.figures["b"] = b
    p = acted(state, assault("a", "b"), dice=[*EVEN, 4, 4, 1, 1])
    assert len(told(p, "brings_home")) == 1
    assert p.state.figures["b"].pack.readied == "at_grenade"
