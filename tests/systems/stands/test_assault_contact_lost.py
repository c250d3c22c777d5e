"""A stand in contact that is shot away before close combat begins: nobody stays in contact with it. KIM-R63"""

from __future__ import annotations

import pytest

from deadground.systems.stands.invariants import invariants
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.testing import rule
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.system import playing

INTO_MELEE = {"fire_into_melee": "on"}


@rule("KIM-7.3e")
@pytest.mark.parametrize("lost", ["lead", "foe"])
def test_fire_into_a_melee_leaves_a_battle_that_holds_together(lost: str) -> None:
    """A tank from outside shoots the attacker's lead stand or the defender; close combat goes on without it."""
    lead = tank("lead", (500, 500), charge_role="lead", in_contact_with="foe", charged_from=(5000, 5500))
    foe = tank("foe", (500, 469.8), side="blue", facing=180, in_contact_with="lead")
    by = {"lead": ("blue", (640, 440)), "foe": ("red", (640, 530))}[lost]
    outside = tank("outside", by[1], side=by[0], facing=270, order="fire")
    state = field(lead, foe, outside, inf("far", (1500, 1500), side="blue"))
    state.phase = "fire"
    with playing(state, FirePhase(), dice=[20], options=INTO_MELEE) as p:
        for seat in ("red", "blue"):
            p.choose(seat, [f"outside>{lost}"] if seat == by[0] else [])
        p.nothing_pending()
    assert set(p.state.fallen) == {lost}
    assert list(invariants(p.state)) == []
    p.state.phase = "close_combat"
    with playing(p.state, CloseCombat(), options=INTO_MELEE) as p:
        if lost == "foe":
            p.choose("red", False)
        p.nothing_pending()
    p.state.phase = "lift"
    assert not any(one.in_contact_with for one in p.state.stands.values())
    assert list(invariants(p.state)) == []
