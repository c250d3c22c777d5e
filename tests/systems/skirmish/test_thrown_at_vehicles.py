"""What infantry throws, launches or pours at vehicles: the roof, or the face towards the shooter. NS-07"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, field, met, vehicle
from tests.systems.skirmish.orders import throw
from tests.systems.skirmish.table import At, man

MOLOTOV, AT_GRENADE, LAUNCHER, FLAME = "molotov", "at_grenade", "core.at_grenade", "core.flamethrower"


def before(at: At, what: str, *, facing: float = 90, **a: Any) -> SkirmishState:
    """A of red's, with something readied, and X, a Panzer IV at (24, 24) that is buttoned up."""
    x = vehicle("x", (24, 24), side="blue", facing=facing, type=PZIV, buttoned=True)
    held = {"gear": ((what, 1),), "readied": what} if "." not in what else {"weapons": (what,)}
    return met(field(x, men=(man("a", at, **{**held, **a}),)))


@rule("NUTS-FIRE-18", "NUTS-GREN-13")
def test_a_molotov_strikes_the_roof() -> None:
    """APR 5 against a top of 1, whichever side it is thrown from."""
    p = acted(before((24, 27), MOLOTOV), throw("red-1", a=(MOLOTOV, (24, 24))), dice=[1, 1], fill=6)
    assert [(one["struck"], one["number"]) for one in told(p, "penetration")] == [("top", 4)]
    assert [one["vehicle"] for one in told(p, "vehicle_crisis")] == ["x"]


@pytest.mark.parametrize(("at", "legal"), [((24, 24), True), ((27, 24), False)])
def test_what_is_for_armour_alone_is_thrown_at_a_vehicle_or_not_at_all(at: At, legal: bool) -> None:
    """COT-WEAP-07: an anti-tank grenade of the supplement has no Impact."""
    state = before((24, 26), AT_GRENADE)
    state.sides["red"].nation = "german"
    rows = refused(state, throw("red-1", a=(AT_GRENADE, at)))
    assert ("NUTS-FIRE-18" not in rows) == legal


@rule("NUTS-FIRE-18", "NUTS-GREN-15")
def test_flame_strikes_the_face_towards_the_shooter() -> None:
    """APR 5 against a side of 3."""
    p = acted(before((24, 32), FLAME), throw("red-1", a=(FLAME, (24, 24))), dice=[6, 6, 6], fill=6)
    assert [(one["struck"], one["number"]) for one in told(p, "penetration")] == [("side", 2)]


def test_a_grenade_does_nothing_to_armour() -> None:
    """NS-25"""
    p = acted(before((24, 28), "grenade"), throw("red-1", a=("grenade", (24, 24))), dice=[1, 1], fill=6)
    assert told(p, "penetration") == []
    assert p.state.vehicles["x"].condition == "sound"
    assert told(p, "damage") == []
