"""Artillery chits and supply. KIM-4.15, KIM-4.16"""

from __future__ import annotations

import pytest

from deadground.core.citing import recording
from deadground.systems.stands.rules.fire.bombardment import LiftAreaFire
from deadground.systems.stands.rules.fire.chits import bring_supply, chit_faults, pay, why_no_chit
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds
from tests.systems.stands.field import inf, stand, tank
from tests.systems.stands.guns import arty, battle, told
from tests.systems.stands.system import game, playing


def three_guns() -> tuple[Stand, ...]:
    """Two guns on one card and one on another."""
    return (
        arty("a", (500, 500), group="one"),
        arty("b", (600, 500), group="one"),
        arty("c", (700, 500), group="two"),
    )


@bounds("KIM-4.15a")
@pytest.mark.parametrize(
    ("cost", "spent"),
    [("per_command_turn", [1, 1, 1]), ("per_card", [1, 1, 2]), ("per_stand", [1, 2, 3])],
)
def test_what_a_chit_pays_for(cost: str, spent: list[int]) -> None:
    state = battle(*three_guns(), chits=5)
    g = game(state, options={"chit_cost": cost})
    command = state.commands["red_command"]
    counts = []
    for gun in list(state.stands.values()):
        assert pay(g, command, gun) is None
        counts.append(5 - command.chits)
    assert counts == spent
    assert command.paid_this_turn
    assert state.commands["blue_command"].chits == 5
    assert pay(g, command, state.stands["a"]) is None
    assert 5 - command.chits == spent[-1]


@bounds("KIM-4.15a")
def test_a_card_without_a_group_is_the_unit_s() -> None:
    state = battle(arty("a", (500, 500)), arty("b", (600, 500)), arty("c", (700, 500), unit="other"))
    g = game(state, options={"chit_cost": "per_card"})
    for gun in list(state.stands.values()):
        assert pay(g, state.commands["red_command"], gun) is None
    assert state.commands["red_command"].chits == 1


@bounds("KIM-4.15a")
@pytest.mark.parametrize(("chits", "left"), [(2, 1), (1, 0)])
def test_a_chit_is_paid_while_there_is_one(chits: int, left: int) -> None:
    state = battle(arty("a", (500, 500)), chits=chits)
    command = state.commands["red_command"]
    g = game(state)
    assert why_no_chit(state, state.stands["a"], {}) is None
    assert pay(g, command) is None
    assert (command.chits, command.paid_for, command.paid_this_turn) == (left, ("red_command",), True)
    assert (told(g, "red"), told(g, "blue")) == (["chit"], [])
    assert g.events[0].seen.text == f"Red command pays an artillery chit, {left} left."


@bounds("KIM-4.15a")
def test_without_a_chit_artillery_may_not_fire() -> None:
    state = battle(arty("a", (500, 500)), chits=0)
    gun, command = state.stands["a"], state.commands["red_command"]
    g = game(state)
    with recording() as cited:
        fault = why_no_chit(state, gun, {}, "value.x")
    assert fault is not None
    assert (fault.at, fault.rows) == ("value.x.a", ("KIM-4.15a",))
    assert "KIM-4.15a" in cited
    refused = pay(g, command, gun)
    assert refused is not None
    assert refused.reason == "Red command has no artillery chit left"
    assert (command.chits, command.paid_this_turn, g.events) == (0, False, [])


@bounds("KIM-4.15a")
def test_the_last_chit_still_covers_the_whole_command() -> None:
    state = battle(*three_guns(), chits=1)
    g = game(state)
    command = state.commands["red_command"]
    assert pay(g, command, state.stands["a"]) is None
    assert why_no_chit(state, state.stands["c"], {}) is None
    assert pay(g, command, state.stands["c"]) is None
    assert command.chits == 0


@bounds("KIM-4.15a")
@pytest.mark.parametrize(
    ("cost", "chits", "short"),
    [
        ("per_command_turn", 1, []),
        ("per_card", 1, ["c"]),
        ("per_card", 2, []),
        ("per_stand", 1, ["b", "c"]),
        ("per_stand", 2, ["c"]),
        ("per_stand", 3, []),
    ],
)
def test_guns_that_fire_together_are_counted_together(cost: str, chits: int, short: list[str]) -> None:
    state = battle(*three_guns(), chits=chits)
    assert list(chit_faults(state, state.stands.values(), {"chit_cost": cost})) == short


@bounds("KIM-4.15a")
def test_what_is_not_artillery_pays_nothing() -> None:
    state = battle(tank("a", (500, 500)), arty("b", (600, 500)), chits=0)
    g = game(state)
    assert why_no_chit(state, state.stands["a"], {}) is None
    assert pay(g, state.commands["red_command"], state.stands["a"]) is None
    assert pay(g, state.commands["red_command"], state.stands["b"]) is not None


@bounds("KIM-4.15a")
def test_the_next_turn_is_paid_for_anew() -> None:
    state = battle(arty("a", (500, 500)), chits=2)
    g = game(state)
    pay(g, state.commands["red_command"], state.stands["a"])
    with playing(state, LiftAreaFire()) as p:
        p.nothing_pending()
    command = p.state.commands["red_command"]
    assert (command.paid_for, command.paid_this_turn, command.chits) == ((), False, 1)
    again = game(p.state)
    pay(again, command, p.state.stands["a"])
    assert command.chits == 0


def supplied(away: float, *, a_day: int = 5, left: int = 0, kind: str = "artillery") -> StandsState:
    """A gun and a supply stand so far apart, and a gun of another command beside the supply stand."""
    state = battle(
        stand("gun", kind, (100, 100)),
        arty("far", (100, 1900)),
        stand("supply", "supply", (100 + away, 100)),
        arty("other", (100 + away, 130), side="blue"),
        inf("rifles", (100 + away, 160)),
        chits=left,
    )
    command = state.commands["red_command"]
    command.chits_a_day, command.supply = a_day, "supply"
    return state


@bounds("KIM-4.16a")
@pytest.mark.parametrize(
    ("away", "brought"),
    [(499.9, 5), (500, 5), (500.1, 2), (501, 2), (999.9, 2), (1000, 2), (1000.1, 0), (1001, 0)],
)
def test_how_far_the_supply_stand_is_from_the_nearest_gun(away: float, brought: int) -> None:
    state = supplied(away)
    g = game(state, options={"supply": "on"})
    bring_supply(g)
    assert state.commands["red_command"].chits == brought
    assert (told(g, "red"), told(g, "blue")) == (["supply"], [])
    assert state.commands["blue_command"].chits == 0


@bounds("KIM-4.16a")
@pytest.mark.parametrize(("a_day", "half"), [(1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_half_is_rounded_down(a_day: int, half: int) -> None:
    state = supplied(700, a_day=a_day)
    bring_supply(game(state, options={"supply": "on"}))
    assert state.commands["red_command"].chits == half


@bounds("KIM-4.16a")
def test_what_was_not_fired_is_kept_and_only_guns_count() -> None:
    state = supplied(400, left=2)
    bring_supply(game(state, options={"supply": "on"}))
    assert state.commands["red_command"].chits == 7
    no_gun = supplied(400, kind="infantry")
    bring_supply(game(no_gun, options={"supply": "on"}))
    assert no_gun.commands["red_command"].chits == 0
    own_mount = supplied(400, kind="sexton")
    bring_supply(game(own_mount, options={"supply": "on"}))
    assert own_mount.commands["red_command"].chits == 5


@bounds("KIM-4.15a")
def test_without_the_option_the_allotment_comes_whole() -> None:
    state = supplied(1500)
    bring_supply(game(state))
    assert state.commands["red_command"].chits == 5
    del state.stands["supply"]
    bring_supply(game(state))
    assert state.commands["red_command"].chits == 10


@bounds("KIM-4.16b")
@pytest.mark.parametrize(("a_day", "brought"), [(1, 1), (2, 2), (3, 2), (9, 2)])
def test_a_lost_supply_stand_leaves_two_and_never_more_than_the_allotment(a_day: int, brought: int) -> None:
    state = supplied(100, a_day=a_day)
    del state.stands["supply"]
    g = game(state, options={"supply": "on"})
    bring_supply(g)
    assert state.commands["red_command"].chits == brought
    bring_supply(g)
    assert state.commands["red_command"].chits == 2 * brought
    assert told(g, "blue") == []


@bounds("KIM-4.16a")
@pytest.mark.parametrize(("kind", "brought"), [("artillery", 5), ("infantry", 0)])
def test_a_command_without_a_supply_stand_gets_all_if_it_has_guns(kind: str, brought: int) -> None:
    """Neither what a lost supply stand leaves nor nothing; chits are for guns. KIM-R120"""
    state = supplied(1500, kind=kind)
    del state.stands["far"]
    state.commands["red_command"].supply = ""
    bring_supply(game(state, options={"supply": "on"}))
    assert state.commands["red_command"].chits == brought


@bounds("KIM-4.16a")
@pytest.mark.parametrize("supply", ["on", "off"])
def test_a_command_that_retires_gets_no_more_chits(supply: str) -> None:
    """Its supply stand has marched off before its guns: that is neither lost nor never given. KIM-R120"""
    state = supplied(100)
    command = state.commands["red_command"]
    command.retired, command.supply = True, ""
    g = game(state, options={"supply": supply})
    bring_supply(g)
    assert command.chits == 0
    assert told(g, "red") == []
