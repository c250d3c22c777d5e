"""Tight ammo: running dry, loaders, reloading. NR-38, NR-39, NS-07"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.ammo import Reload, may_have_loader
from deadground.systems.skirmish.rules.fire.fire import shoot
from deadground.systems.skirmish.rules.fire.readiness import helpers, why_no_shot
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.weapons import all_weapons, weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import finished, fire, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, SMG, foe, man, table

GERMAN_LMG = "core.german_lmg"


def gun(with_: str = SMG, *more: Any, **changes: Any) -> Any:
    return table(man("a", (10, 25), rep=2, weapons=(with_,), **changes), *more, foe("x", (10, 10)))


def reload(**weapons: str) -> dict[str, Any]:
    return {"unit": "red-1", "card": "reload", "pieces": list(weapons), "plan": {"weapons": weapons}}


@bounds("NUTS-AMMO-01")
@pytest.mark.parametrize(("dice", "dry"), [([1, 1, 2], True), ([1, 1, 1], True), ([1, 2, 2], False)])
def test_two_ones_in_a_firing_and_it_is_empty(dice: list[int], dry: bool) -> None:
    state = gun()
    shoot(game(state, dice), Shot("a", SMG, (Aim("x", 3),)))
    a, x = state.figures["a"], state.figures["x"]
    assert a.arms.empty == ((SMG,) if dry else ())
    fault = why_no_shot(state, a, x, SMG, {})
    assert (fault is not None) == dry
    assert fault is None or fault.rows == ("NUTS-AMMO-01",)


@bounds("NUTS-AMMO-05", "NUTS-AMMO-01")
def test_the_example_of_ivan_with_one_one_and_five() -> None:
    """The 5 still hits, and then the SMG is empty."""
    state = gun()
    state.figures["a"].rep = 4
    found = shoot(game(state, [1, 1, 5]), Shot("a", SMG, (Aim("x", 3),)))
    assert [hit for _, hit in found] == [True, False, False]
    assert state.figures["a"].arms.empty == (SMG,)


@bounds("NUTS-AMMO-03")
@pytest.mark.parametrize(
    ("dice", "served", "dry"),
    [
        ([1, 1, 4, 4, 5, 6], True, False),
        ([1, 1, 1, 4, 5, 6], True, True),
        ([1, 1, 4, 4, 5, 6], False, True),
    ],
)
def test_a_dedicated_loader_makes_it_three(dice: list[int], served: bool, dry: bool) -> None:
    """The first line is the example of the German LMG."""
    mates = [man("mate", (11, 25), loads_for="a")] if served else []
    state = gun(GERMAN_LMG, *mates)
    shoot(game(state, dice), Shot("a", GERMAN_LMG, (Aim("x", 6),)))
    assert (state.figures["a"].arms.empty == (GERMAN_LMG,)) == dry


@bounds("NUTS-AMMO-03")
@pytest.mark.parametrize(
    ("changes", "serves"),
    [
        ({}, True),
        ({"at": (12, 25)}, True),
        ({"at": (12.02, 25)}, False),
        ({"status": "duck_back"}, False),
        ({"fired": True}, False),
        ({"loads_for": ""}, False),
    ],
)
def test_a_loader_serves_beside_the_gunner_and_does_nothing_else(
    changes: dict[str, Any], serves: bool
) -> None:
    changes = {**changes}
    mate = man("mate", changes.pop("at", (11, 25)), **{"loads_for": "a", **changes})
    state = gun(LMG, mate)
    assert bool(helpers(state, state.figures["a"])) == serves
    if serves:
        shoot(game(state, [2, 2, 2, 2]), Shot("a", LMG, (Aim("x", 4),)))
        assert state.figures["mate"].doing.fired


@rule("NUTS-AMMO-04")
@pytest.mark.parametrize(
    ("id", "loader"),
    [
        ("core.lmg", True),
        ("core.mmg", True),
        ("core.hmg", True),
        ("core.bar", False),
        ("core.smg", False),
        ("soviet.mmg", True),
    ],
)
def test_which_guns_may_have_a_loader(id: str, loader: bool) -> None:
    assert may_have_loader(weapon(id)) == loader


@rule("NUTS-AMMO-04")
def test_every_cell_of_the_list_of_loaders() -> None:
    listed = chart("dedicated_loaders")
    cells = {
        nation: [listed.number(nation, gun) for gun in listed.axes[1].values]
        for nation in listed.axes[0].values
    }
    assert cells == {
        "italian": [0, 0, 0, 0],
        "japanese": [0, 0, 0, 0],
        "french": [1, 0, 1, 0],
        "other": [1, 1, 1, 0],
    }


@rule("NUTS-AMMO-04")
def test_no_italian_machine_gun_has_one() -> None:
    italian = [weapon(id) for id, one in all_weapons().items() if one.nation == "italian"]
    guns = [one for one in italian if one.kind in ("lmg", "mmg", "hmg")]
    assert guns
    assert not any(may_have_loader(one) for one in guns)


@rule("NUTS-AMMO-02")
def test_reloading_takes_an_activation_with_a_normal_move_and_no_shot() -> None:
    """NR-38: finished at its end."""
    state = gun(empty=(SMG,))
    with playing(state, Activation("red-1")) as p:
        assert p.asked("red").proposal == [{**reload(a=SMG), "pieces": ["a"]}, finished("red-1")]
        p.choose("red", [reload(a=SMG)])
        assert p.refuse("red", [fire("red-1", SMG, a=[("x", 3)])])[0].rows == ("NR-38",)
        assert p.refuse("red", [move("red-1", "fast_move", a=to((10, 30)))])[0].rows == (
            "NUTS-ACT-09",
            "NR-38",
        )
        assert p.state.figures["a"].arms.empty == (SMG,)
        p.choose("red", [move("red-1", a=to((10, 33)))])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.arms.empty, a.arms.reloading, a.doing.busy) == ((), "", False)


@rule("NUTS-AMMO-02")
@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, "nothing to reload"),
        ({"empty": (SMG,), "fired": True}, "has shot"),
        ({"empty": (SMG,), "action": "fast_move"}, "has Fast Moved"),
        ({"empty": (SMG,), "reloading": SMG}, "reloading already"),
    ],
)
def test_who_cannot_reload(changes: dict[str, Any], word: str) -> None:
    state = gun(**changes)
    with playing(state, Activation("red-1")) as p:
        fault = Reload().why_not(state, state.figures["a"], {})
        assert fault is not None
        assert word in fault.reason
        found = p.asked("red").check(p.match.view("red"), [reload(a="core.pistol")])
        assert found
        assert found[0].rows == ("NUTS-AMMO-02", "NR-38")
        p.pending(red="Give the group its orders")
