"""The flow chart of tank combat from the first sighting to the neighbours of a wreck. NUTS-VEH-20, NUTS-VEH-18"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, told
from tests.systems.skirmish.machines import PZIV, T34, TRUCK, field, met, vehicle
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.test_driving import drive
from tests.systems.skirmish.test_main_guns import HIT, MISS, duel, round_at

HILL = "  - {id: hill, kind: hill, level: 2, polygon: [[20, 14], [30, 14], [30, 22], [20, 22]]}\n"


def test_a_missed_vehicle_that_can_shoot_back_does_though_it_must_turn_its_turret() -> None:
    """T, a T-34, shows its side, 3, to X, whose APR of 8 goes through with 5 or less."""
    state = duel(facing=180)
    state.vehicles["t"].facing = 900
    p = acted(state, round_at("x"), dice=[*MISS, 1, 4, 5, *HIT, 5, 5, 1])
    assert [(one["vehicle"], one["result"]) for one in told(p, "vehicle_crisis")] == [("x", "return_fire")]
    assert [(one["vehicle"], one["target"]) for one in told(p, "gunnery")] == [("t", "x"), ("x", "t")]
    assert p.state.vehicles["t"].condition == "destroyed"
    assert p.state.vehicles["x"].reaction.reacting is None


@rule("NUTS-VEH-04", "NUTS-VEH-18")
@pytest.mark.parametrize("why", ["undergunned", "unloaded", "unable", "can"])
def test_who_cannot_answer_ducks_back_at_best(why: str) -> None:
    """T's front is 6: an APR of 8 goes through with 2, one of 6 never; an assault gun is not laid on its flank."""
    kinds = {"undergunned": T34, "unable": "german.stug_iii_f_g"}
    state = duel(facing=90 if why == "unable" else 180, foe_type=kinds.get(why, PZIV))
    state.vehicles["x"].unloaded = (0,) if why == "unloaded" else ()
    p = acted(state, round_at("x"), dice=[*MISS, 1, 4, 4, *([6, 6, 1, 6, 6] if why == "can" else [])])
    test, *_ = told(p, "vehicle_crisis")
    assert test["result"] == ("return_fire" if why == "can" else "duck_back")
    assert test["lines"] == ["fired_on" if why == "can" else "fired_on_unable"]


@rule("NUTS-VEH-08")
@pytest.mark.parametrize("loaded", [True, False])
def test_the_winner_of_an_in_sight_fires_or_ducks_back(loaded: bool) -> None:
    """T drives out from behind a hill; X, a Panzer IV that looks that way, sees it first."""
    t, x = vehicle("t", (10, 28)), vehicle("x", (34, 10), side="blue", facing=270, type=PZIV)
    x.unloaded = () if loaded else (0,)
    state = field(t, x, pieces=HILL)
    shot = [*HIT, 5, 5, 1] if loaded else []
    with playing(state, Activation("red-1"), dice=[6, 6, 6, 1, 1, 1, 1, *shot]) as p:
        p.choose("red", [drive((10, 12))])
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            p.choose(seats[0], [] if request.prompt.startswith("Give") else request.proposal)
        p.nothing_pending()
    assert [one["gunner"] for one in told(p, "gunnery")] == (["x_3"] if loaded else [])
    assert (p.state.vehicles["x"].status == "duck_back") is not loaded
    assert p.state.vehicles["t"].condition == ("destroyed" if loaded else "sound")


@rule("NUTS-VEH-05", "NUTS-VEH-20")
def test_the_neighbours_of_a_wreck_test() -> None:
    """Y stands within 4" of X and sees it burn; with none passed it leaves the battlefield."""
    state = met(
        field(
            vehicle("t", (24, 34)),
            vehicle("x", (24, 14), side="blue", facing=90, type=PZIV),
            vehicle("y", (24, 8), side="blue", facing=180, type=TRUCK),
        )
    )
    p = acted(state, round_at("x"), dice=[*HIT, 3, 3, 1, 6, 6])
    assert [(one["vehicle"], one["result"]) for one in told(p, "vehicle_crisis")] == [
        ("y", "leave_battlefield")
    ]


def a_duel_by_numbers(dice: list[int], **changes: Any) -> Play[SkirmishState]:
    return acted(duel(**changes), round_at("x"), dice=dice)


def test_a_vehicle_that_was_not_pierced_tests_like_one_that_was_missed() -> None:
    p = a_duel_by_numbers([*HIT, 6, 6, 1, 6, 6])
    assert [(one["vehicle"], one["result"]) for one in told(p, "vehicle_crisis")] == [("x", "hunker_down")]


def test_the_duel_is_told_as_cards_of_one_thread() -> None:
    """Every roll lies in the card of the exchange, with its dice and what it was held against."""
    p = a_duel_by_numbers([*MISS, 1, 6, 6])
    for event in p.events:
        if event.kind in ("gunnery", "vehicle_crisis"):
            assert event.data["thread"]
            assert event.rolls
            assert event.data["face"]
