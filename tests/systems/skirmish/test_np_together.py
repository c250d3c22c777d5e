"""Those whom nobody plays, where two of their rules meet; and houses that hold more than one enemy. NS-42"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.enemies.np_group import beaten_away, by_stance, carried_out
from deadground.systems.skirmish.rules.enemies.np_moves import Picture
from deadground.systems.skirmish.rules.enemies.np_tables import patrol_reaction
from deadground.systems.skirmish.rules.enemies.pef_resolution import SearchHouse
from deadground.testing import rule
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import LMG, foe, man


@rule("NUTS-NP-03")
@pytest.mark.parametrize(("away", "stays"), [(47, True), (49, False)])
def test_the_support_weapon_comes_on_where_it_has_no_range(away: float, stays: bool) -> None:
    """A light machine gun shoots 48 inches."""
    state = solo(
        man("a", (10, 4 + away), facing=0),
        foe("x", (10, 4), rank="junior_nco", weapons=(LMG,)),
        foe("y", (12, 4)),
        mission="defend",
        size=(24, 60),
    )
    men = [state.figures[id] for id in "xy"]
    g = game(state)
    found = {one.who: one for one in carried_out(g, Picture(g, men), men, "straight_on")}
    assert (len(found["x"].path) == 1) == stays
    assert len(found["y"].path) > 1


@rule("NUTS-NP-06")
def test_who_leaves_does_not_say_what_the_others_make_of_a_patrol() -> None:
    state = solo(man("a", (10, 30)), foe("x", (10, 10), status="leave_battlefield"), foe("y", (30, 10)))
    for id in "xy":
        patrol_reaction(game(state, dice=(1, 1) if id == "y" else ()), state.figures[id].group)
    assert state.units["blue_squad"].stance == "defend_then_patrol"


@rule("NUTS-NP-06")
@pytest.mark.parametrize(
    ("status", "stance"), [("carry_on", "defend_then_patrol"), ("hunker_down", "patrol")]
)
def test_a_patrol_is_met_by_any_man_of_the_group_who_can_act(status: Any, stance: str) -> None:
    """Its leader looks the other way. NS-42"""
    state = solo(
        man("a", (10, 30)),
        man("b", (12, 30)),
        foe("x", (10, 10), rank="junior_nco", facing=0),
        foe("y", (12, 10), status=status),
    )
    state.units["blue_squad"].stance = "patrol"
    dice = (1, 1) if status == "carry_on" else ()
    by_stance(game(state, dice=dice), "blue-1", state.figures["x"])
    assert state.units["blue_squad"].stance == stance


@rule("NUTS-NP-06")
@pytest.mark.parametrize(
    ("status", "quiet"),
    [("leave_battlefield", 1), ("obviously_dead", 1), ("hunker_down", 2), ("carry_on", 0)],
)
def test_a_unit_of_which_nobody_is_left_drives_nobody_off(status: Any, quiet: int) -> None:
    state = solo(man("a", (10, 30)), foe("x", (10, 10), status=status))
    unit = state.units["blue_squad"]
    unit.stance, unit.quiet = "defend_then_patrol", 1
    beaten_away(game(state))
    assert unit.quiet == quiet


@rule("NUTS-PEF-07")
def test_every_level_of_a_house_is_looked_at_though_the_first_held_an_enemy() -> None:
    """Three dice for each of its two levels, and aces all the way: both are a contact."""
    house = "  - {id: house, kind: structure, floors: 2, polygon: [[15, 20], [27, 20], [27, 26], [15, 26]]}"
    state = solo(
        man("a", (21, 25.5), rep=1, weapons=()),
        pieces=house,
        most="two_riflemen",
        near_houses=("house",),
        silent_houses=("house",),
    )
    with through(state, SearchHouse("house", "red-1"), []) as p:
        p.nothing_pending()
    assert [event.kind for event in p.events].count("pef") == 2
    assert [event.kind for event in p.events].count("pef_force") == 2
