"""Fanatic Foes: what the first sight of a hated enemy makes of a unit."""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.activation.rep import rep_for
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.rules.troops.foes import meet_foes
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table


def meeting(foes: tuple[tuple[str, str], ...] = (("blue", "red"),)) -> SkirmishState:
    """A squad of two under a leader of Rep 5, and an enemy of Rep 3 with the same hatred."""
    return table(
        man("a", (10, 20), rank="squad_leader", rep=5, weapons=()),
        man("b", (12, 20), rep=3, weapons=()),
        foe("x", (10, 10), rep=3, weapons=()),
        foes=foes,
    )


@bounds("COT-ATTR-06")
@pytest.mark.parametrize(
    ("dice", "morale", "rep"),
    [([5, 5], ("fanatic",), 5), ([5, 6], (), 3), ([6, 6], ("terrified",), 2)],
)
def test_a_unit_tests_against_its_leaders_rep(dice: list[int], morale: tuple[str, ...], rep: int) -> None:
    """LR-056: every man of it is Fanatic or Terrified to the end of the game, which counts in his own tests."""
    state = meeting()
    g = game(state, [*dice, 4, 3])
    meet_foes(g, list(state.figures.values()))
    a, b, x = state.figures.values()
    assert (a.attributes, b.attributes, b.shown_attributes) == (morale, morale, morale)
    assert rep_for(g, b, "crisis")[0] == rep
    assert x.attributes == ()
    meet_foes(game(state), list(state.figures.values()))


@rule("COT-ATTR-06")
def test_they_test_before_they_look_and_once() -> None:
    state = meeting()
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[5, 5, 6, 6, *[1] * 5, *[6] * 3]) as p:
        p.nothing_pending()
    kinds = [event.kind for event in p.events]
    assert kinds.count("fanatic_foes") == 2
    assert kinds.index("fanatic_foes") < kinds.index("in_sight_test")
    assert [event.text for event in p.events if event.kind == "fanatic_foes"] == [
        "Red squad meets a hated foe and is fanatic: 2 passed.",
        "Blue squad meets a hated foe and is terrified: 0 passed.",
    ]
    assert all(unit.met_foe for unit in p.state.units.values())


@rule("NUTS-SIGHT-08")
@pytest.mark.parametrize("foes", [(), (("red", "green"),)])
def test_other_enemies_are_met_without_it(foes: tuple[tuple[str, str], ...]) -> None:
    state = meeting(foes)
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[*[1] * 5, *[6] * 3]) as p:
        p.nothing_pending()
    assert not any(unit.met_foe for unit in p.state.units.values())
