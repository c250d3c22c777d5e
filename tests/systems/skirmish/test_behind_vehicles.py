"""Who is behind a vehicle or a wreck is seen and in cover; what burns hides him. NUTS-LOS-07, NS-26, NR-271"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.sight.cover import cover_between, is_concealed
from deadground.systems.skirmish.rules.sight.line_of_sight import Eyes, has_los
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, in_sight, told
from tests.systems.skirmish.machines import PZIV, TRUCK, field, met, vehicle
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man


def behind(far: float = 0.9, *, type: str = PZIV, **changes: Any) -> SkirmishState:
    """A, to the south of a vehicle of blue, and X so far behind its hull, 1.25" from its middle."""
    wreck = vehicle("w", (24, 24), side="blue", facing=90, type=type, **changes)
    a, x = man("a", (24, 34), rep=4), foe("x", (24, 22.75 - far))
    return met(field(wreck, men=(a, x)))


@rule("NUTS-LOS-07")
@pytest.mark.parametrize(("far", "seen"), [(0.9, True), (1.1, False)])
def test_within_an_inch_he_is_seen_over_it(far: float, seen: bool) -> None:
    state = behind(far)
    a, x = state.figures["a"], state.figures["x"]
    assert in_sight(state) is seen
    assert has_los(state, x, a) is seen
    assert Eyes(state, a, game(state).options).see(x, turning=False) is seen


@rule("NUTS-LOS-07")
@pytest.mark.parametrize("changes", [{}, {"condition": "destroyed"}, {"burning": True}])
def test_what_burns_hides_him(changes: dict[str, Any]) -> None:
    assert in_sight(behind(**changes)) is not bool(changes.get("burning"))


@rule("NUTS-LOS-07")
@pytest.mark.parametrize(("type", "value"), [(PZIV, 3), (TRUCK, 1)])
def test_he_is_in_cover_and_not_concealed(type: str, value: int) -> None:
    state = behind(type=type, far=0.6)
    a, x = state.figures["a"], state.figures["x"]
    cover = cover_between(state, x, a.at)
    assert cover is not None
    assert (cover.piece, cover.value) == ("w", value)
    assert not is_concealed(state, x, a.at)
    assert cover_between(state, x, (x.at[0], 0)) is None


@rule("NUTS-LOS-07")
@pytest.mark.parametrize("covered", [True, False])
def test_a_shot_at_him_counts_it(covered: bool) -> None:
    """A die of 4 and Rep 4 hit a man in the open: 8; in cover 8 misses."""
    state = behind()
    if not covered:
        state.vehicles["w"].status = "gone"
    p = acted(state, fire("red-1", a="x"), dice=[4])
    assert [die["hit"] for one in told(p, "shots")[:1] for die in one["dice"]] == [not covered]
