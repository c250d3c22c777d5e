"""What each man of a crew serves as. NS-29, COT-VEH-18"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.crews import commander_of_vehicle, serving
from deadground.systems.skirmish.vehicle_kinds import Seat, seats
from deadground.systems.skirmish.vehicle_lists import all_vehicles
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type
from deadground.testing import rule
from tests.systems.skirmish.machines import field, vehicle

C, D, G, L, H = ("commander",), ("driver",), ("gunner",), ("loader",), ("hull_gunner",)
TURRETS = ("turret_2",), ("turret_3",), ("turret_4",), ("turret_5",)
HAND: Seat = ("number",)

CREWS = {
    "american.jeep": [("commander", "driver")],
    "german.sdkfz_251_1": [("commander", "gunner", "loader"), D],
    "american.m5_stuart": [C, D, G, L],
    "american.m4_sherman_75": [C, D, G, L, H],
    "german.panzer_i": [("commander", "gunner", "loader"), D],
    "german.panzer_ii": [("commander", "loader"), D, G],
    "soviet.t_34_76": [("commander", "gunner"), D, L, H],
    "german.pz_iv_h": [C, D, G, L, H],
    "soviet.t_35": [C, D, G, L, *TURRETS, HAND, HAND, HAND],
}


@rule("COT-VEH-18")
@pytest.mark.parametrize(("id", "posts"), CREWS.items(), ids=CREWS)
def test_seats_are_filled_in_their_order(id: str, posts: list[Seat]) -> None:
    """NS-29: a commander does what nobody else does; the T-34's is its gunner, a Panzer II's its loader."""
    assert list(seats(vehicle_type(id))) == posts


@rule("COT-VEH-18")
def test_marks_of_the_lists_give_two_loaders_two_drivers_and_no_bow_gunner() -> None:
    """LR-141: where the hull has no room for a second driver the note means no more than that one can take over."""
    for one in all_vehicles().values():
        posts = [post for seat in seats(one) for post in seat]
        assert ("second_loader" in posts) == ("two_loaders" in one.flags)
        if "second_driver" in posts or ("two_drivers" in one.flags and one.crew[0] > 1):
            assert "second_driver" in posts
            assert "two_drivers" in one.flags
        if "no_bow_gunner" in one.flags:
            assert "hull_gunner" not in posts


@rule("COT-VEH-18")
def test_every_type_has_a_seat_for_each_of_its_men_and_each_post_once() -> None:
    for one in all_vehicles().values():
        posts = [post for seat in seats(one) for post in seat if post != "number"]
        assert len(seats(one)) == one.men
        assert len(posts) == len(set(posts))
        assert "commander" in posts
        assert "driver" in posts


def test_who_serves_at_a_post_is_able_to() -> None:
    """NS-20, NS-29: when the commander is out of action the gunner commands, and then the best who is left."""
    state = field(vehicle("t", (24, 24), type="german.pz_iv_h"), reps=(4, 3, 4, 5, 3))
    t, men = state.vehicles["t"], state.figures
    assert serving(state, t, "driver") is men["t_2"]
    assert commander_of_vehicle(state, t) is men["t_1"]
    men["t_1"].status = "out_of_the_fight"
    assert serving(state, t, "commander") is None
    assert commander_of_vehicle(state, t) is men["t_3"]
    men["t_3"].status = "out_of_the_fight"
    assert commander_of_vehicle(state, t) is men["t_4"]
    for one in men.values():
        one.status = "obviously_dead"
    assert commander_of_vehicle(state, t) is None
