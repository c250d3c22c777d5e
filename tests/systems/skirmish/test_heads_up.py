"""Who had his head down raises it: whom he comes into sight of. NR-185

A wall before him; he had ducked behind it from an enemy beyond.
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

WALL = "  - {id: wall, kind: wall, line: [[8, 29.5], [12, 29.5]]}"


def behind_the_wall(status: Any = "duck_back") -> SkirmishState:
    hidden = man("a", (10, 30), status=status, hidden_from=("x",), causes=("x",), under_cover=True)
    return table(hidden, foe("x", (10, 15), weapons=()), pieces=WALL)


@rule("NUTS-SIGHT-02")
def test_who_has_ducked_comes_into_sight_as_his_group_acts() -> None:
    """Without the two inches, and before he is told anything."""
    with playing(behind_the_wall(), Activation("red-1"), dice=[1, 1, 1, 1, 6, 6, 6, 6]) as p:
        assert p.last("in_sight").data["men"] == ["a"]
        p.pending(red="You saw them first")


@rule("NUTS-SIGHT-02")
def test_not_of_those_who_have_seen_his_group_in_this_phase() -> None:
    """NR-10"""
    state = behind_the_wall()
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, Activation("red-1")) as p:
        p.pending(red="Give the group its orders")


@rule("NUTS-MOVE-09")
@pytest.mark.parametrize(("dice", "meets"), [([1, 1, 6], True), ([1, 6, 6], False)])
def test_who_hunkers_does_if_he_recovers(dice: list[int], meets: bool) -> None:
    in_sight = [1, 1, 1, 1, 6, 6, 6, 6] if meets else []
    with playing(behind_the_wall("hunker_down"), Activation("red-1"), dice=[*dice, *in_sight]) as p:
        assert any(event.kind == "in_sight" for event in p.events) == meets
        if meets:
            p.pending(red="You saw them first")
        else:
            p.nothing_pending()
