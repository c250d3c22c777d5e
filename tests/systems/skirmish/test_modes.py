"""Ways of using a weapon that take something: a scope, a stock, a crew; and weapons that are for armour alone."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.rules.fire.readiness import can_shoot, target_rating, why_no_shot
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot, fire_plan, shot_faults
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.acting import refused
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.table import foe, man, table

SIZE = (70, 70)


def aiming(away: float, weapon: str, *more: Any, **changes: Any) -> SkirmishState:
    return table(
        man("a", (10, 66), weapons=(weapon,), **changes), foe("x", (10, 66 - away)), *more, size=SIZE
    )


def reaches(state: SkirmishState) -> bool:
    return can_shoot(state, state.figures["a"], [state.figures["x"]], DEFAULTS)


def reasons(state: SkirmishState, mode: str, dice: int) -> list[str]:
    """What is wrong with a shot at X in this way."""
    weapon = state.figures["a"].arms.weapons[0]
    shot = Shot("a", weapon, (Aim("x", dice),), mode)
    return [fault.reason for fault in shot_faults(state, shot, None, DEFAULTS, "")]


@bounds("COT-WEAP-08")
@pytest.mark.parametrize(
    ("weapon", "fitted", "near", "far"),
    [
        ("soviet.ba_rifle", "scope", 48, 60),
        ("finnish.ba_rifle", "scope", 48, 60),
        ("german.pistol", "stock", 12, 24),
    ],
)
def test_a_scope_or_stock_gives_its_range_to_who_has_it(
    weapon: str, fitted: str, near: int, far: int
) -> None:
    """To a tenth of a millimetre; it is used without being asked for."""
    gear = ((fitted, 1),)
    assert reaches(aiming(near, weapon))
    assert not reaches(aiming(near + 0.01, weapon))
    assert reaches(aiming(far, weapon, gear=gear))
    assert not reaches(aiming(far + 0.01, weapon, gear=gear))
    assert not reaches(aiming(far, weapon, gear=((fitted, 0),)))
    state = aiming(far, weapon, gear=gear)
    (shot,) = fire_plan(state, [state.figures["a"]], [state.figures["x"]], DEFAULTS)
    assert shot_faults(state, shot, None, DEFAULTS, "") == []


@bounds("COT-WEAP-08")
def test_nobody_uses_a_scope_or_stock_that_he_lacks() -> None:
    assert reasons(aiming(50, "soviet.ba_rifle"), "scope", 1)[0] == "A has no scope on his BA Rifle"
    assert reasons(aiming(50, "soviet.ba_rifle", gear=(("scope", 1),)), "scope", 1) == []
    assert "has no stock" in reasons(aiming(10, "german.pistol"), "stock", 2)[0]
    assert "has no stock" in reasons(aiming(10, "german.pistol", gear=(("scope", 1),)), "stock", 2)[0]


@bounds("COT-WEAP-08")
def test_a_stock_does_nothing_for_a_pistol_without_one() -> None:
    assert not reaches(aiming(13, "soviet.pistol", gear=(("stock", 1),)))
    assert reaches(aiming(13, "german.pistol", gear=(("stock", 1),)))


@bounds("COT-WEAP-09")
def test_full_auto_is_for_the_asking() -> None:
    """An MP-44 throws 3 dice to 24", and 2 otherwise."""
    assert reasons(aiming(24, "german.mp44"), "full_auto", 3) == []
    assert "out of range" in reasons(aiming(25, "german.mp44"), "full_auto", 3)[0]
    assert reasons(aiming(25, "german.mp44"), "", 2) == []


@bounds("NUTS-FIRE-05")
@pytest.mark.parametrize(("away", "dice"), [(2, 3), (2.1, 2)])
def test_a_big_anti_tank_rifle_throws_three_dice_with_two_men_and_two_with_one(
    away: float, dice: int
) -> None:
    """LR-102. The second man is beside him."""
    state = aiming(20, "german.atr", man("b", (10 + away, 66), loads_for="a"))
    assert target_rating(state, state.figures["a"], "german.atr") == dice
    found = reasons(state, "crewed", 3)
    assert ("nobody serves the" in found[0]) == (dice == 2)


@rule("COT-WEAP-07")
@bounds("NUTS-FIRE-18")
@pytest.mark.parametrize(
    "weapon", ["soviet.atr", "german.atr", "german.panzerschreck", "german.panzerfaust_60", "finnish.atr"]
)
def test_a_weapon_with_an_apr_alone_is_not_shot_at_men(weapon: str) -> None:
    state = aiming(3, weapon)
    fault = why_no_shot(state, state.figures["a"], state.figures["x"], weapon, DEFAULTS)
    assert fault is not None
    assert "is for armour alone" in fault.reason
    assert "COT-WEAP-07" in refused(state, fire("red-1", weapon, a="x"))
    assert not reaches(state)
    assert fire_plan(state, [state.figures["a"]], [state.figures["x"]], DEFAULTS) == []


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize("weapon", ["core.atr", "german.sturmpistole", "soviet.hmg"])
def test_one_that_has_both_is(weapon: str) -> None:
    assert reaches(aiming(3, weapon))


@bounds("NUTS-FIRE-05")
def test_the_range_against_buildings_is_not_for_men() -> None:
    found = reasons(aiming(20, "german.panzerschreck"), "building", 1)
    assert found[0].startswith("that range of the")
