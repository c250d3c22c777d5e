"""What a drag and a key mean for vehicles and guns: to drive, turn, button up, ride, tow and push. NS-21, NS-30"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.core.requests import Orders, Pick
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.testing.play import Play
from tests.systems.skirmish.gestures import drag
from tests.systems.skirmish.machines import TRUCK, field, gun, vehicle
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point


def told(p: Play[Any], *pieces: str, **more: Any) -> Any:
    """What a gesture lays out, which has to be legal as it stands."""
    look = drag(p, *pieces, **more)
    request = p.asked("red")
    assert not request.check(p.match.view("red"), look.value)
    return look


def way(look: Any, driver: str = "t_2") -> dict[str, Any]:
    found: dict[str, Any] = look.value[0]["plan"]["ways"][driver]
    return found


def looks(look: Any) -> set[str]:
    return {shape.look for shape in look.shapes}


def choices(p: Play[Any]) -> list[str]:
    request = p.asked("red")
    assert isinstance(request, Pick)
    return [one.id for one in request.options]


def asked_of(p: Play[Any]) -> set[str]:
    request = p.asked("red")
    assert isinstance(request, Orders)
    return set(request.units[0].pieces)


def still(p: Play[Any]) -> None:
    p.pending(red="Give the group its orders")


def test_the_hull_is_dragged_and_the_driver_drives_as_far_as_its_speed_goes() -> None:
    """Sixteen inches across country use all of twenty-four on a road; a ribbon shows it, and where it is fast."""
    with playing(field(vehicle("t", (24, 40))), Activation("red-1")) as p:
        short, long = told(p, "t", to=point((24, 36))), told(p, "t", to=point((24, 10)))
        assert way(short) == {"points": [list(point((24, 36)))], "backwards": False, "facing": None}
        assert way(long)["points"][-1][1] == pytest.approx(point((24, 24))[1], abs=70)
        assert short.lines[0].text == 'T: 4.0" ahead, 6.0 of 24 inches of speed.'
        assert not any("Moved fast" in line.text for line in short.lines)
        assert any("Moved fast" in line.text for line in long.lines)
        assert looks(short) == {"ribbon", "route", "ghost"}
        assert looks(long) == {"ribbon", "ribbon_fast", "route", "ghost", "notch"}
        still(p)


@pytest.mark.parametrize(("far", "fast"), [(8, False), (8.3, True)])
def test_beyond_half_of_its_speed_it_is_said_to_have_moved_fast(far: float, fast: bool) -> None:
    with playing(field(vehicle("t", (24, 40))), Activation("red-1")) as p:
        look = told(p, "t", to=point((24, 40 - far)))
        assert ("ribbon_fast" in looks(look)) is fast
        assert any("Moved fast" in line.text for line in look.lines) is fast
        still(p)


def test_pulled_back_it_reverses_and_a_key_says_otherwise() -> None:
    with playing(field(vehicle("t", (24, 30))), Activation("red-1")) as p:
        assert way(told(p, "t", to=point((24, 34))))["backwards"]
        assert not way(told(p, "t", to=point((30, 30))))["backwards"], "to the side it turns"
        assert way(told(p, "t", to=point((24, 34)), card="reverse"))["backwards"]
        with pytest.raises(Refused, match="turns 90 degrees at a time"):
            drag(p, "t", to=point((24, 34)), card="drive")
        still(p)


def test_a_short_drag_turns_it_on_the_spot_and_no_more_than_ninety_degrees() -> None:
    with playing(field(vehicle("t", (24, 30))), Activation("red-1")) as p:
        assert way(told(p, "t", to=point((25, 29)))) == {"points": [], "backwards": False, "facing": 450}
        assert way(told(p, "t", to=point((40, 50)), card="turn"))["facing"] == 900
        assert told(p, "t", to=point((25, 29))).lines[0].text == "T: turns 45° on the spot."
        still(p)


def test_behind_a_house_it_goes_as_far_as_its_hull_has_room_or_round_it() -> None:
    """No hull ends in the house, and it comes nearer to where it was dragged than where it stood."""
    house = "  - {id: house, kind: structure, polygon: [[20, 20], [28, 20], [28, 26], [20, 26]]}"
    with playing(field(vehicle("t", (24, 36)), pieces=house), Activation("red-1")) as p:
        end = way(told(p, "t", to=point((24, 16))))["points"][-1]
        assert end[1] < point((24, 34))[1]
        still(p)


def test_a_platoon_keeps_station() -> None:
    """All go as the one that is taken hold of is dragged."""
    state = field(vehicle("t", (20, 40)), vehicle("u", (24, 40)), platoon="first")
    with playing(state, Activation("red-1")) as p:
        look = told(p, "t", "u", to=point((22, 34)), by="t")
        ends = {driver: tuple(way(look, driver)["points"][-1]) for driver in ("t_2", "u_2")}
        assert ends == {"t_2": point((22, 34)), "u_2": point((26, 34))}
        assert len([line for line in look.lines if "of speed" in line.text]) == 1, "the same is said once"
        still(p)


def test_who_comes_into_sight_on_the_way_is_marked_with_the_face_he_would_strike() -> None:
    wall = "  - {id: house, kind: structure, polygon: [[10, 24], [30, 24], [30, 27], [10, 27]]}"
    enemy = vehicle("x", (28, 6), side="blue", facing=180)
    state = field(vehicle("t", (20, 40), facing=90), enemy, pieces=wall)
    with playing(state, Activation("red-1")) as p:
        look = told(p, "t", to=point((35, 40)))
        assert any("X comes into sight of T" in line.text for line in look.lines)
        assert any("strike its side, 3" in line.text for line in look.lines)
        assert "halt" in looks(look)
        still(p)


def test_hatches_are_shut_by_a_key_and_opened_by_it_again() -> None:
    with playing(
        field(vehicle("t", (20, 40)), vehicle("u", (24, 40)), platoon="first"), Activation("red-1")
    ) as p:
        look = told(p, "t", "u", act="card", card="hatches")
        assert look.value[0]["plan"] == {"shut": {"t_1": True, "u_1": True}}
        assert [line.text for line in look.lines] == ["T buttons up.", "U buttons up."]
        still(p)
    with playing(field(vehicle("t", (20, 40), buttoned=True)), Activation("red-1")) as p:
        assert told(p, "t", act="card", card="hatches").value[0]["plan"] == {"shut": {"t_1": False}}
        still(p)


def test_men_dragged_on_to_a_tank_mount_it_six_to_a_deck() -> None:
    men = [man(f"m{i}", (19 + i, 37)) for i in range(7)]
    with playing(field(vehicle("t", (22, 40)), men=tuple(men)), Activation("red-2")) as p:
        ids = [one.id for one in men]
        into = told(p, *ids, to="t").value[0]["plan"]["into"]
        assert set(into.values()) == {"t"}
        assert 4 <= len(into) <= 6, "who is within an inch of it"
        still(p)
    far = man("far", (40, 10))
    with playing(field(vehicle("t", (22, 40)), men=(far,)), Activation("red-2")) as p:
        with pytest.raises(Refused, match="Far is not within 1"):
            drag(p, "far", to="t")
        still(p)


def test_riders_dragged_off_get_out_where_they_are_dragged() -> None:
    rider, other = man("r", (20, 30)), man("s", (20, 30))
    for one in (rider, other):
        one.aboard, one.berth = "t", one.berth.but(on_deck=True)
    with playing(field(vehicle("t", (20, 30)), men=(rider, other)), Activation("red-2")) as p:
        look = told(p, "r", "s", to=point((26, 30)))
        places = [tuple(place["at"]) for place in look.value[0]["plan"]["places"].values()]
        assert len(set(places)) == 2
        assert all(x > point((21, 30))[0] for x, _ in places), "on the side they are dragged to"
        still(p)


def test_a_truck_is_dragged_on_to_a_gun_to_tow_it_and_leaves_it_by_a_key() -> None:
    state = field(vehicle("t", (20, 30), type=TRUCK), guns=(gun("g", (20, 33.2), type="soviet.at_45mm"),))
    with playing(state, Activation("red-1")) as p:
        assert told(p, "t", to="g").value[0]["plan"] == {"guns": {"t_2": "g"}}
        still(p)
    state.guns["g"].aboard = "t"
    with playing(state, Activation("red-1")) as p:
        look = told(p, "t", act="card", card="tow")
        assert look.value[0]["plan"] == {"guns": {"t_2": ""}}
        assert look.lines[0].text == "T leaves G, for half of its speed."
        still(p)


def crewed(at: tuple[float, float] = (20, 30)) -> Any:
    """A light gun with its four men about it."""
    men = [man(f"k{i}", (at[0] - 1.9 + 1.2 * i, at[1] + 1.8)) for i in range(4)]
    for place, one in enumerate(men):
        one.berth = one.berth.but(gun="g", posts=(("gunner", "loader", "number", "number")[place],))
    return field(men=tuple(men), guns=(gun("g", at, type="soviet.at_45mm"),))


def test_a_gun_is_dragged_as_far_as_its_crew_can_push_it_and_turned_by_a_short_drag() -> None:
    """Four inches for a light gun of the supplement; its trail stays where it looks."""
    with playing(crewed(), Activation("red-1")) as p:
        pushed = told(p, "g", to=point((20, 20))).value[0]["plan"]["guns"]["k0"]
        assert pushed["facing"] == 0
        assert point((20, 30))[1] - pushed["at"][1] == pytest.approx(4 * 254, abs=130)
        turned = told(p, "g", to=point((21, 30)))
        assert turned.value[0]["plan"] == {"guns": {"k0": {"at": None, "facing": 900}}}
        assert turned.lines[0].text == "G is turned."
        still(p)


def test_what_comes_to_nothing_says_why() -> None:
    with playing(field(vehicle("t", (20, 30), condition="immobile")), Activation("red-1")) as p:
        with pytest.raises(Refused, match="T cannot move") as refused:
            drag(p, "t", to=point((20, 20)))
        assert refused.value.faults[0].rows == ("COT-AFV-01",)
        still(p)


def test_what_a_drag_has_laid_out_is_carried_out() -> None:
    with playing(field(vehicle("t", (24, 40))), Activation("red-1")) as p:
        p.choose("red", told(p, "t", to=point((24, 34))).value)
        assert p.state.vehicles["t"].at == point((24, 34))
        still(p)


def test_a_crew_splits_off_with_its_vehicle_and_is_not_parted() -> None:
    """NR-281"""
    enemy = foe("x", (24, 6))
    state = field(vehicle("t", (20, 40)), vehicle("u", (24, 40)), men=(enemy,), platoon="first")
    with playing(state, Phase("red")) as p:
        options = choices(p)
        assert [id for id in options if id.startswith(("t_", "u_"))] == ["t_1", "u_1"], (
            "their commanders alone"
        )
        p.choose("red", ["u_1"])
        assert asked_of(p) == {"u_1", "u_2", "u_3", "u_4"}
        still(p)
    with playing(field(vehicle("t", (20, 40)), men=(man("a", (40, 40)), enemy)), Phase("red")) as p:
        assert not any(id.startswith("t_") for id in choices(p)), "a crew by itself"
        p.pending(red="Choose a group")


def test_other_men_are_dragged_as_ever() -> None:
    """A man beside a tank who is dragged to a place walks there."""
    state = field(vehicle("t", (20, 30)), men=(man("a", (24, 30)), foe("x", (24, 6))))
    with playing(state, Activation("red-2")) as p:
        assert drag(p, "a", to=point((24, 27))).value[0]["card"] == "move"
        still(p)
