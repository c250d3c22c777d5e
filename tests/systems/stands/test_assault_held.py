"""A stand in contact fires at nobody else, whatever card it has. KIM-R63, KIM-R113"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.firing import why_no_shot
from deadground.systems.stands.rules.fire.indirect import why_no_indirect, why_no_speculative
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.assaults import charged, charger
from tests.systems.stands.field import gun, inf, tank
from tests.systems.stands.nights import night, way
from tests.systems.stands.system import playing

ROWS = ("KIM-7.3e", "KIM-R63", "KIM-R113")


def taken_from_behind(held: Stand) -> StandsState:
    """Red has charged a blue stand that looks the other way, to where another red stand is in its range."""
    return charged(charger("a"), held, inf("far", (500, 300), order="dummy"))


@rule("KIM-7.3e")
@pytest.mark.parametrize("into_melee", ["off", "on"])
def test_a_stand_taken_from_behind_does_not_fire_at_somebody_else(into_melee: str) -> None:
    state = taken_from_behind(tank("b", (500, 420), "blue", 0, order="fire", kind="stug3_late"))
    assert not state.stands["b"].fired, "its attacker was outside its arc"
    options = {"fire_into_melee": into_melee}
    with playing(state, FirePhase(), options=options) as p:
        assert ROWS in [fault.rows for fault in p.refuse("blue", ["b>far"])]
        p.choose("blue", [])
        p.choose("red", [])
        p.nothing_pending()


@bounds("KIM-7.3e")
def test_nor_in_a_snap_shot_nor_indirectly_nor_at_a_guess() -> None:
    state = taken_from_behind(gun("b", (500, 420), "blue", 0, order="fire", kind="lefh18"))
    b, far = state.stands["b"], state.stands["far"]
    assert ROWS in [fault.rows for fault in why_no_indirect(state, b, far, {})]
    assert ROWS in [fault.rows for fault in why_no_speculative(state, b, far.at, {})]
    b.order = "opportunity"
    assert ROWS in [fault.rows for fault in why_no_shot(state, b, far, manner="snap")]


@rule("KIM-6.1a")
@pytest.mark.parametrize(("held", "asked"), [(True, False), (False, True)])
def test_nor_does_it_turn_at_night_or_fire_at_a_vehicle_that_runs_into_it(held: bool, asked: bool) -> None:
    foe = gun("b", (500, 469.8), "blue", 0, in_contact_with="a" if held else "")
    lead = inf("a", (500, 500), charge_role="lead" if held else "", in_contact_with="b" if held else "")
    state = night(lead, foe, tank("t", (650, 470), facing=270))
    with playing(state, NightTurn(), dice=[20] if asked else []) as p:
        p.choose("red", {"t": way((450, 470))})
        turn = {"b": way(facing=1800)}
        if held:
            assert [fault.rows for fault in p.refuse("blue", turn)] == [("KIM-R63",)]
            turn = {"b": way(facing=0)}
        p.choose("blue", turn)
        p.choose("red", [])
        p.choose("blue", [])
        if asked:
            p.choose("blue", ["b"])
        p.nothing_pending()
    assert ("t" in p.state.stands) == held
    assert p.state.stands["b"].facing == (0 if held else 1800)
