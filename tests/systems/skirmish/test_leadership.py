"""Leaders: the Leader Die, several leaders, who steps up. NR-06, NR-33, NS-02, NS-03"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.leaders.leadership import (
    commander_of_platoon,
    highest,
    is_temporary,
    leader_of,
    leader_with_die,
)
from deadground.testing import bounds
from tests.systems.skirmish.table import man, table


def squad(*more: Any) -> Any:
    return table(
        man("nco", (10, 30), rank="squad_leader", rep=4),
        man("junior", (12, 30), rank="junior_nco", rep=5),
        man("a", (14, 30), rep=3),
        man("b", (14, 32), rep=6),
        *more,
    )


def die_of(state: Any, hit: tuple[str, ...] = ()) -> str:
    leader = leader_with_die(state, "red-1", hit)
    return leader.id if leader else ""


@bounds("NUTS-LEAD-01", "NUTS-LEAD-03")
def test_the_highest_ranking_leader_present_gives_his_die() -> None:
    state = squad()
    assert die_of(state) == "nco"
    joined = squad(man("lieutenant", (12, 32), rank="platoon_leader", rep=3))
    assert die_of(joined) == "lieutenant", "a Platoon Leader takes the place of the Squad Leader"
    joined.figures["lieutenant"].status = "out_of_the_fight"
    joined.figures["lieutenant"].group = ""
    assert die_of(joined) == "nco"


@bounds("NUTS-LEAD-02")
@pytest.mark.parametrize("status", ["duck_back", "hunker_down", "leave_battlefield"])
def test_a_leader_who_does_not_carry_on_gives_none(status: Any) -> None:
    state = squad()
    state.figures["nco"].status = status
    assert die_of(state) == "junior"
    state.figures["nco"].status = "carry_on"
    assert die_of(state) == "nco", "it comes back"
    assert die_of(state, ("nco",)) == "junior", "hit in the same volley. NR-33"


@bounds("NUTS-LEAD-02")
@pytest.mark.parametrize(("x", "helps"), [(6, True), (5.98, False)])
def test_he_must_be_within_four_inches_of_a_member_when_the_dice_are_thrown(x: float, helps: bool) -> None:
    state = table(man("nco", (8, 30), rank="squad_leader"), man("a", (10, 30)))
    state.figures["nco"].at = (round(x * 254), 30 * 254)
    assert die_of(state) == ("nco" if helps else "")


@bounds("NUTS-LEAD-04")
def test_a_temporary_group_leader_gives_no_die() -> None:
    state = table(man("a", (10, 30), rep=3), man("b", (12, 30), rep=6))
    leader = leader_of(state, "red-1")
    assert leader is state.figures["b"]
    assert is_temporary(state, leader)
    assert die_of(state) == ""


@bounds("NUTS-LEAD-05")
def test_when_leaders_go_down_somebody_steps_up() -> None:
    """Squad Leader, Junior NCO, then the highest Rep; one who hunkers leads only where there is nobody else."""
    state = squad()
    led = []
    for down in ("nco", "junior", "b"):
        leader = leader_of(state, "red-1")
        assert leader is not None
        led.append(leader.id)
        state.figures[down].status = "hunker_down"
    last = leader_of(state, "red-1")
    assert [*led, last and last.id] == ["nco", "junior", "b", "a"]
    state.figures["a"].status = "hunker_down"
    assert leader_of(state, "red-1") is state.figures["b"]


@bounds("NUTS-LEAD-05")
def test_a_platoon_is_led_by_its_first_squad_leader_next() -> None:
    """NS-03: of the same rank the higher Rep, then the first of the roster."""
    men = [
        man("second", (10, 30), rank="squad_leader", rep=5),
        man("first", (12, 30), rank="first_squad_leader", rep=4),
        man("sergeant", (14, 30), rank="platoon_sergeant", rep=3),
    ]
    state = table(*men, man("other", (14, 32), rank="squad_leader", rep=5))
    assert [leader_of(state, "red-1") is state.figures["sergeant"]] == [True]
    state.figures["sergeant"].status = "duck_back"
    assert leader_of(state, "red-1") is state.figures["first"]
    assert highest(state, [state.figures["second"], state.figures["other"]]) is state.figures["second"]
    assert highest(state, []) is None


@bounds("NUTS-LEAD-05")
def test_each_step_up_leaves_a_gap_that_is_filled_by_the_same_rules() -> None:
    """The Platoon Leader falls, the 1st Squad Leader has the platoon, and so on down to the last NCO."""
    state = table(
        man("lieutenant", (10, 30), rank="platoon_leader", rep=4),
        man("first", (12, 30), rank="first_squad_leader", rep=4),
        man("second", (14, 30), rank="squad_leader", rep=5),
        man("junior", (16, 30), rank="junior_nco", rep=6),
        man("a", (18, 30), rep=6),
    )
    found = []
    for down in ("lieutenant", "first", "second", "junior"):
        leader = commander_of_platoon(state, "red", "")
        found.append(leader.id if leader else "")
        state.figures[down].status = "out_of_the_fight"
    assert found == ["lieutenant", "first", "second", "junior"]
    assert commander_of_platoon(state, "red", "") is None, "a soldier leads no platoon"
    assert commander_of_platoon(squad(), "red", "") is None, "there was no Platoon Leader to replace"
