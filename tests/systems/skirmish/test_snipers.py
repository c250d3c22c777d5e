"""Snipers from question marks: their camouflage, and when they have had enough. NS-18, NR-160"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown
from deadground.systems.skirmish.state import Figure, SkirmishState, Unit
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, statuses
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.table import foe, man

CONTACT = [1, 1, 5, 1]
"""Somebody is there, in a defensive position, and with Investment Level 1 the first line says who: a sniper."""


def met(option: str) -> Any:
    state = solo(man("a", (21, 30), weapons=(), rep=1), pefs=(mark(1, (21, 10)),), level=1)
    options = {"house_8_in_sight": option}
    with through(state, ResolvePef("p1", "red-1"), CONTACT, options=options) as p:
        p.nothing_pending()
    return p


def found(state: SkirmishState) -> Figure:
    (sniper,) = (one for one in state.figures.values() if one.side == "blue")
    return sniper


@rule("NUTS-HOUSE-08", "NUTS-PEF-08")
@pytest.mark.parametrize(("option", "camouflaged"), [("off", False), ("on", True)])
def test_a_sniper_is_camouflaged_with_house_rule_8(option: str, camouflaged: bool) -> None:
    """NS-18: whoever meets him throws one die less for it."""
    p = met(option)
    sniper = found(p.state)
    assert p.state.units[sniper.unit].kind == "sniper"
    assert (sniper.attributes, sniper.camouflaged) == (("stealthy",), camouflaged)
    words = [line.reason for tally in p.last("in_sight_test").tallies for line in tally.lines]
    assert ("enemy camouflaged" in words) == camouflaged


def alone(kind: Any = "sniper", **changes: Any) -> SkirmishState:
    """A sniper of Rep 4, or another man alone."""
    state = solo(man("a", (10, 30)), foe("x", (10, 10), weapons=("core.sniper_rifle",), **changes))
    state.units["blue_squad"] = Unit("blue_squad", "blue", "Sniper", kind, "", 1)
    return state


@rule("NUTS-REACT-03")
@pytest.mark.parametrize(
    ("kind", "dice", "result"),
    [
        ("sniper", [6, 6], "leave_battlefield"),
        ("sniper", [4, 6], "snap_fire"),
        ("team", [6, 6], "hunker_down"),
    ],
)
def test_a_sniper_who_passes_nothing_in_a_crisis_test_leaves(kind: str, dice: list[int], result: str) -> None:
    """NS-18; anybody else hunkers down."""
    p = acted(alone(kind), dice=dice, procedure=Crisis((Cause("x", "fired_on", ("a",)),)))
    assert p.last("crisis_test").data["results"][0]["result"] == result


@rule("NUTS-REACT-08")
def test_it_is_the_table_for_a_recover_test_already() -> None:
    """NR-160: from Hunker Down everybody leaves who passes nothing."""
    p = acted(alone(status="hunker_down"), dice=[6, 6], procedure=RecoverFromHunkerDown("x"))
    assert statuses(p, "x") == ["leave_battlefield"]
