"""HQ stands as targets. KIM-1.3i"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.fire.firing import why_no_shot
from deadground.systems.stands.state import Stand
from deadground.testing import bounds
from tests.systems.stands.field import field, gun, hq, inf, tank


def refused(*others: Stand, shooter: Stand | None = None, at: tuple[float, float] = (500, 380)) -> bool:
    """Whether a shooter at (500, 500), facing north, may not fire at an HQ."""
    one = shooter or inf("a", (500, 500), order="fire")
    target = hq("h", at, side="blue")
    faults = why_no_shot(field(one, target, *others), one, target)
    assert all(fault.rows == ("KIM-1.3i", "KIM-R90") for fault in faults)
    return bool(faults)


@bounds("KIM-1.3i")
@pytest.mark.parametrize(("far", "safe"), [(119, True), (119.9, True), (120, False), (121, False)])
def test_an_hq_is_safe_while_another_target_is_nearer(far: float, safe: bool) -> None:
    assert refused(inf("x", (500 - far * 0.6, 500 - far * 0.8), side="blue")) is safe
    assert not refused()


@bounds("KIM-1.3i")
def test_a_nearer_target_must_be_legal_and_able_to_be_hurt() -> None:
    assert refused(inf("x", (450, 450), side="blue"))
    assert not refused(inf("x", (500, 550), side="blue")), "behind the shooter"
    assert not refused(inf("x", (450, 450), side="blue", hidden=True)), "not on the table"
    assert not refused(inf("x", (450, 450))), "a friend"
    tiger = tank("x", (410, 420), side="blue", kind="tiger_2")
    assert not refused(tiger, at=(500, 360)), "out of reach of what could hurt it"


@bounds("KIM-1.3i")
def test_an_hq_is_never_the_target_of_indirect_fire() -> None:
    howitzer = gun("a", (500, 900), kind="lefh18", order="fire")
    target = hq("h", (500, 500), side="blue")
    faults = why_no_shot(field(howitzer, target), howitzer, target, manner="indirect")
    assert "KIM-1.3i" in {row for fault in faults for row in fault.rows}
