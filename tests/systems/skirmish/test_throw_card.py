"""The card to throw: who may, at what, and what is proposed to him."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.grenades.lobs import carried, is_reacting
from deadground.systems.skirmish.rules.grenades.throwing import (
    GivenLob,
    Throw,
    best_lob,
    lob_faults,
    possible_lobs,
    throws_at,
    usable,
    why_no_aim,
)
from deadground.systems.skirmish.state import SkirmishState
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, point, table

LAUNCHED: dict[str, Any] = {"weapons": ("core.bazooka",)}


def thrower(*others: Any, **changes: Any) -> SkirmishState:
    return table(man("a", (10, 20), **{**HELD, **changes}), *others)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"readied": ""}, "A has nothing ready to throw"),
        ({"fired": True}, "A has used the shot of this activation"),
        ({"reloading": "core.ba_rifle"}, "A is reloading"),
        ({"fired": True, "successes": 0}, None),
        ({"fired": True, "reacting": "return_fire"}, None),
        ({"reacting": "return_fire", "readied": ""}, "A has nothing ready to throw"),
    ],
)
def test_why_a_man_cannot_throw(changes: dict[str, Any], reason: str | None) -> None:
    """NR-58, NR-38, NR-59: who acts because a test says so has not used up anything."""
    state = thrower(**changes)
    fault = Throw().why_not(state, state.figures["a"], {})
    assert (fault.reason if fault else None) == reason


@pytest.mark.parametrize(
    ("changes", "reacting"),
    [({}, False), ({"successes": -1}, False), ({"successes": 0}, True), ({"reacting": "snap_fire"}, True)],
)
def test_who_acts_because_a_test_says_so(changes: dict[str, Any], reacting: bool) -> None:
    """NR-59"""
    assert is_reacting(man("a", (10, 20), **changes)) is reacting


def test_what_is_used_up_is_not_carried() -> None:
    """NR-58"""
    one = man("a", (10, 20), gear=(("grenade", 0), ("molotov", 1), ("nothing_known", 2)))
    assert carried(one) == ["molotov", "core.ba_rifle"]


def test_smoke_is_not_thrown_in_reaction() -> None:
    """LR-041, NR-59"""
    state = thrower(gear=(("smoke_grenade", 1),), readied="smoke_grenade")
    assert [one.what for one in usable(state, state.figures["a"])] == ["smoke_grenade"]
    state.figures["a"].reaction = state.figures["a"].reaction.but(successes=0)
    assert usable(state, state.figures["a"]) == []


def faults(state: SkirmishState, at: tuple[float, float], targets: Any = None) -> list[str]:
    given = GivenLob("grenade", point(at))
    return [one.reason for one in lob_faults(state, given, state.figures["a"], targets, {}, "here")]


def test_in_reaction_somebody_he_may_shoot_at_must_be_in_it() -> None:
    """NR-59. X shot at him, Y did not; outside reaction he may throw at any spot."""
    state = thrower(foe("x", (8, 15)), foe("y", (13, 16)))
    assert faults(state, (13, 16)) == faults(state, (11, 16)) == []
    state.figures["a"].reaction = state.figures["a"].reaction.but(reacting="return_fire", causes=("x",))
    assert faults(state, (8, 15)) == []
    assert faults(state, (13, 16)) == ["A must throw at those he may shoot at now"]
    state.figures["a"].reaction = state.figures["a"].reaction.but(reacting=None, successes=1)
    assert faults(state, (13, 16), ("x",)) == ["A must throw at those he may shoot at now"]
    assert faults(state, (13, 16), ("x", "y")) == faults(state, (13, 16)) == []


def test_a_throw_that_cannot_be_is_told_at_its_place() -> None:
    """NR-59"""
    state = thrower(foe("x", (10, 4)))
    (fault,) = lob_faults(state, GivenLob("grenade", point((10, 4))), state.figures["a"], None, {}, "here")
    assert fault.at == "here"
    assert "range" in fault.reason or '"' in fault.reason


@pytest.mark.parametrize(
    ("what", "target", "at", "reason"),
    [
        ("core.bazooka", "", (10, 10), None),
        ("core.bazooka", "x", (10, 10), None),
        ("core.bazooka", "x", (10, 10.1), "no enemy of that name is on the spot"),
        ("core.bazooka", "b", (12, 20), "no enemy of that name is on the spot"),
        ("core.bazooka", "nobody", (10, 10), "no enemy of that name is on the spot"),
        ("grenade", "x", (10, 10), "only what is launched is aimed at a man"),
        ("core.ba_rifle", "x", (10, 10), "only what is launched is aimed at a man"),
    ],
)
def test_only_what_is_launched_is_aimed_at_an_enemy_who_is_there(
    what: str, target: str, at: tuple[float, float], reason: str | None
) -> None:
    """NS-07"""
    state = thrower(man("b", (12, 20)), foe("x", (10, 10)), **LAUNCHED)
    fault = why_no_aim(state, state.figures["a"], GivenLob(what, point(at), target))
    assert (fault.reason if fault else None) == reason


def test_the_nearest_enemy_in_reach_comes_first() -> None:
    """NR-59. A grenade goes six inches; what is launched names its man."""
    state = thrower(foe("x", (10, 14)), foe("y", (10, 15)), foe("z", (10, 13.9)))
    found = possible_lobs(state, state.figures["a"], None, {})
    assert [(one.at, one.target) for one in found] == [(point((10, 15)), ""), (point((10, 14)), "")]
    state = table(man("a", (10, 20), **LAUNCHED), foe("x", (10, 2)))
    assert [one.target for one in possible_lobs(state, state.figures["a"], None, {})] == ["x"]


def test_the_throw_that_catches_most_enemies_is_proposed() -> None:
    """NR-59. Two at Y's place, one at X's."""
    state = thrower(foe("x", (7, 16)), foe("y", (13, 16)), foe("z", (14, 16)))
    best = best_lob(state, state.figures["a"], None, {})
    assert best is not None
    assert best.at in (point((13, 16)), point((14, 16)))
    (lob,) = throws_at(game(state), state.figures["a"], [state.figures["x"]])
    assert (lob.who, lob.at) == ("a", point((7, 16)))
    assert throws_at(game(state), state.figures["a"], []) == []


def test_a_friend_in_it_spoils_a_throw_unless_he_must() -> None:
    """NR-59. B stands beside X: nothing is proposed, but in reaction the least bad is."""
    state = thrower(man("b", (11, 15)), foe("x", (10, 15)))
    assert best_lob(state, state.figures["a"], None, {}) is None
    state.figures["a"].reaction = state.figures["a"].reaction.but(reacting="return_fire", causes=("x",))
    best = best_lob(state, state.figures["a"], None, {})
    assert best is not None
    assert best.at == point((10, 15))
