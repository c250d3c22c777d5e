"""Plunging shots strike the top. COT-AFV-04, COT-R31"""

from __future__ import annotations

import pytest

from deadground.testing import rule
from tests.systems.skirmish.acting import acted, told
from tests.systems.skirmish.machines import PZIV, field, met, vehicle
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.table import man

HILL = "  - {id: hill, kind: hill, level: 2, polygon: [[16, 20], [32, 20], [32, 40], [16, 40]]}\n"
"""Six inches above the table."""


@rule("COT-AFV-04")
@pytest.mark.parametrize(
    ("y", "hill", "struck"), [(14.6, True, "top"), (14.4, True, "side"), (14.6, False, "side")]
)
def test_at_45_degrees_and_steeper_a_shot_strikes_the_top(y: float, hill: bool, struck: str) -> None:
    """From six inches up: six inches off, to the middle of the target, is 45 degrees. X shows its side."""
    a = man("a", (24, 20.5), rep=4, weapons=("soviet.atr",))
    x = vehicle("x", (24, y), side="blue", facing=90, type=PZIV, buttoned=True)
    state = met(field(x, men=(a,), pieces=HILL if hill else ""))
    p = acted(state, fire("red-1", "soviet.atr", a="x"), dice=[6, 6, 6, *([6] if struck == "side" else [])])
    assert [one["struck"] for one in told(p, "penetration")] == [struck]


@rule("COT-AFV-04")
@pytest.mark.parametrize(("y", "struck"), [(12.6, "top"), (12.4, "side")])
def test_so_does_one_from_an_upper_floor(y: float, struck: str) -> None:
    """Two floors up in a house, by its window."""
    house = "  - {id: house, kind: structure, floors: 3, polygon: [[20, 18], [28, 18], [28, 24], [20, 24]]}\n"
    a = man("a", (24, 18.5), rep=4, weapons=("soviet.atr",), floor=2)
    x = vehicle("x", (24, y), side="blue", facing=90, type=PZIV, buttoned=True)
    state = met(field(x, men=(a,), pieces=house))
    p = acted(state, fire("red-1", "soviet.atr", a="x"), dice=[6, 6, 6, *([6] if struck == "side" else [])])
    assert [one["struck"] for one in told(p, "penetration")] == [struck]
