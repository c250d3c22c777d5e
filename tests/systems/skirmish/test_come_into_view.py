"""Groups that come into sight of each other though nobody stepped or looked there of his own will. NR-190

X keeps his head down behind a wall, hidden from B, who has not seen him in this phase. A, of another group, sees
him over it and acts.
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

WALL = "  - {id: wall, kind: wall, line: [[4, 20.5], [16, 20.5]]}"
MISS = 1
PASSES = [1, 1, 1]
"""A Crisis Test in cover."""
BREAKS = [6, 6]
IN_SIGHT = [1, 1, 1, 1, 6, 6, 6, 6]
"""B is quicker than X."""


def behind_the_wall(**changes: Any) -> SkirmishState:
    hidden: dict[str, Any] = {"status": "duck_back", "hidden_from": ("b",), "under_cover": True, **changes}
    return table(man("a", (14, 35)), man("b", (6, 35)), foe("x", (10, 20), **hidden), pieces=WALL)


def meetings(p: Any) -> list[tuple[list[str], list[str]]]:
    return [(one["men"], one["seen"]) for one in told(p, "in_sight")]


@rule("NUTS-SIGHT-02")
def test_who_raises_his_head_to_shoot_back_comes_into_sight() -> None:
    """When the exchange is over, before anybody is told anything, and without the two inches."""
    state = behind_the_wall()
    with playing(state, Activation("red-1"), dice=[MISS, *PASSES, MISS, *BREAKS, *IN_SIGHT]) as p:
        p.choose("red", [fire("red-1", a="x")])
        assert meetings(p) == [(["b"], ["x"])]
        p.pending(red="You saw them first")
    assert p.state.figures["a"].status == "hunker_down"


@rule("NUTS-SIGHT-02")
def test_who_hides_from_another_now_is_seen_by_the_first() -> None:
    """NR-24: he hunkers from A."""
    with playing(behind_the_wall(), Activation("red-1"), dice=[MISS, 6, 6, 6, 1, 1, 1, 1]) as p:
        p.choose("red", [fire("red-1", a="x")])
        assert p.state.figures["x"].reaction.hidden_from == ("a",)
        assert meetings(p) == [(["b"], ["x"])]
        p.pending(red="You saw them first")


@rule("NUTS-SIGHT-02")
def test_not_if_the_groups_have_seen_each_other_in_this_phase() -> None:
    """NR-10"""
    state = behind_the_wall()
    state.sighted = (*state.sighted, ("blue-1", "red-2"))
    with playing(state, Activation("red-1"), dice=[MISS, *PASSES, MISS, *BREAKS]) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.nothing_pending()
    assert meetings(p) == []


@rule("NUTS-SIGHT-02", "NUTS-LOS-02")
@pytest.mark.parametrize(("beyond", "meets"), [((24, 34), True), ((24, 36), False)])
def test_who_turns_to_shoot_may_see_somebody_else(beyond: tuple[float, float], meets: bool) -> None:
    """A looks west and turns north to X. Y, who looks away, is before him then, or still behind."""
    y = foe("y", beyond, facing=90)
    state = table(man("a", (14, 35), facing=270), foe("x", (14, 20), weapons=()), y)
    dice = [MISS, 1, 1, *([1, 1, 1, 1] if meets else [])]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [fire("red-1", a="x")], as_is=True)
        assert meetings(p) == ([(["a"], ["y"])] if meets else [])
        p.pending(red="You saw them first" if meets else "Give the group its orders")


@rule("NUTS-SIGHT-02", "NUTS-MOVE-11")
def test_who_runs_off_the_table_no_longer_stands_between() -> None:
    """NR-37: L runs on as the phase begins; B behind him sees X now, who looks away."""
    runs = man("l", (2, 43), status="leave_battlefield", hunkered_before=True)
    state = table(runs, man("b", (2, 45)), foe("x", (2, 20), facing=0))
    state.sides["red"].die = 1
    with playing(state, Phase("red"), dice=[6, 6, 1, 1, 1, 1]) as p:
        assert p.state.figures["l"].status == "gone"
        assert meetings(p) == [(["b"], ["x"])]
        p.pending(red="You saw them first")
