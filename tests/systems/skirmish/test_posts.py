"""Crew seats: who moves up when a man is lost, and changing places by hand. NS-29, NR-264, NR-265"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.movement.status import become
from deadground.systems.skirmish.rules.vehicles.ways import left_to_drive
from deadground.systems.skirmish.state import SkirmishState, Status
from tests.systems.skirmish.acting import refused
from tests.systems.skirmish.machines import PZIV, field, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.test_driving import drive

JEEP, CARRIER, T35 = "american.jeep", "british.universal_carrier", "soviet.t_35"


def crew(state: SkirmishState) -> dict[str, tuple[Post, ...]]:
    """The posts of those of T who are able to act."""
    return {id: one.berth.posts for id, one in state.figures.items() if one.aboard == "t" and one.able}


def losing(*lost: int, type: str = PZIV, status: Status = "out_of_the_fight") -> dict[str, tuple[Post, ...]]:
    state = field(vehicle("t", (24, 24), type=type))
    for n in lost:
        become(game(state), state.figures[f"t_{n}"], status)
    assert list(invariants(state)) == []
    return crew(state)


@pytest.mark.parametrize("status", ["out_of_the_fight", "obviously_dead"])
def test_who_sits_below_moves_up_and_the_last_post_stays_empty(status: Status) -> None:
    assert losing(3, status=status) == {
        "t_1": ("commander",),
        "t_2": ("driver",),
        "t_4": ("gunner",),
        "t_5": ("loader",),
    }


def test_the_seat_of_the_driver_is_filled_before_that_of_the_gunner() -> None:
    assert losing(2) == {"t_1": ("commander",), "t_3": ("driver",), "t_4": ("gunner",), "t_5": ("loader",)}


def test_nobody_takes_the_seat_of_the_commander() -> None:
    """NS-20: the gunner stands in for him."""
    assert losing(1) == {"t_2": ("driver",), "t_3": ("gunner",), "t_4": ("loader",), "t_5": ("hull_gunner",)}


def test_whoever_is_left_drives() -> None:
    assert losing(2, 3, 4, 5) == {"t_1": ("commander", "driver")}
    assert losing(1, 2, 3, 4) == {"t_5": ("driver",)}


def test_a_crew_of_two_keeps_its_driver() -> None:
    """The commander of a carrier is at its weapon: with him goes the weapon."""
    assert losing(1, type=CARRIER) == {"t_2": ("driver",)}
    assert losing(2, type=CARRIER) == {"t_1": ("commander", "driver")}


def test_in_a_tank_of_many_turrets_the_main_one_is_served_first() -> None:
    assert losing(3, type=T35)["t_4"] == ("gunner",)
    assert losing(3, type=T35)["t_5"] == ("loader",)


def test_one_who_recovers_finds_his_seat_taken() -> None:
    """And takes what is left."""
    state = field(vehicle("t", (24, 24), type=PZIV))
    for status in ("out_of_the_fight", "carry_on"):
        become(game(state), state.figures["t_3"], status)
    assert crew(state)["t_3"] == ("hull_gunner",)
    assert crew(state)["t_4"] == ("gunner",)
    assert list(invariants(state)) == []


def test_nobody_moves_up_in_a_wreck() -> None:
    state = field(vehicle("t", (24, 24), type=PZIV, condition="disabled"))
    become(game(state), state.figures["t_2"], "out_of_the_fight")
    assert "driver" not in {post for posts in crew(state).values() for post in posts}


def seats(**posts: tuple[str, ...]) -> dict[str, Any]:
    plan = {"posts": {id: list(given) for id, given in posts.items()}}
    return {"unit": "red-1", "card": "seats", "pieces": list(posts), "plan": plan}


def tank(**changes: Any) -> SkirmishState:
    return field(vehicle("t", (24, 24), type=PZIV, **changes))


def test_two_men_change_places_and_do_nothing_else() -> None:
    with playing(tank(), Activation("red-1")) as p:
        p.choose("red", [seats(t_4=("hull_gunner",), t_5=("loader",))])
        assert p.state.figures["t_4"].doing.fired
        assert not p.state.figures["t_3"].doing.fired
        assert not p.match.check(p.asked("red").choice([drive((24, 20))]))
        p.choose("red", [])
        p.nothing_pending()
    assert crew(p.state)["t_4"] == ("hull_gunner",)
    assert crew(p.state)["t_5"] == ("loader",)


def test_a_vehicle_whose_driver_changes_does_not_move() -> None:
    with playing(tank(), Activation("red-1")) as p:
        p.choose("red", [seats(t_2=("hull_gunner",), t_5=("driver",))])
        p.nothing_pending()
    assert not left_to_drive(p.state, p.state.vehicles["t"])


def test_one_man_may_serve_at_two_posts_and_no_two_at_one() -> None:
    """NR-265: about the gun, or in the hull, and he may command besides."""
    assert not refused(tank(), seats(t_3=("gunner", "loader"), t_4=("number",)))
    assert not refused(tank(), seats(t_1=("commander", "gunner"), t_3=("number",)))
    assert not refused(tank(), seats(t_2=("driver", "hull_gunner"), t_5=("number",)))
    assert "NS-29" in refused(tank(), seats(t_3=("gunner", "loader")))
    assert "NS-29" in refused(tank(), seats(t_5=("driver",)))


@pytest.mark.parametrize("posts", [("driver", "gunner"), (), ("turret_2",), ("gunner", "gunner")])
def test_what_no_man_can_serve_as_is_refused(posts: tuple[str, ...]) -> None:
    assert "NR-265" in refused(tank(), seats(t_3=posts, t_2=("number",), t_5=("number",)))


def test_who_has_driven_stays_at_his_post() -> None:
    with playing(tank(), Activation("red-1")) as p:
        p.choose("red", [drive((24, 22))])
        faults = p.match.check(p.asked("red").choice([seats(t_2=("number",))]))
        assert "has driven" in faults[0].reason
        p.choose("red", [])
        p.nothing_pending()
