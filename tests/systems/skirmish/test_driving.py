"""Driving: speeds, turns, reverse, ground, room, and what coming into sight does. NS-20, NS-21"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.groups import partition
from deadground.systems.skirmish.rules.leaders.leadership import leader_of
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import seen_already
from deadground.systems.skirmish.rules.vehicles.ways import left_to_drive
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import read_by, refused, told
from tests.systems.skirmish.machines import PZIV, TRUCK, field, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import At, foe, man, point

SHERMAN, AMPHIBIAN = "american.m4_sherman_75", "soviet.ford_gpa"
"""20/12 by the core lists; 26/16, and 6 afloat."""


def drive(*points: At, who: str = "t_2", group: str = "red-1", **way: Any) -> dict[str, Any]:
    """An order to a driver; T_2 drives T."""
    facing = way.pop("facing", None)
    given = {"points": [list(point(at)) for at in points], **way}
    if facing is not None:
        given["facing"] = round(facing * 10)
    return {"unit": group, "card": "drive", "pieces": [who], "plan": {"ways": {who: given}}}


def driven(state: SkirmishState, *orders: dict[str, Any]) -> Play[SkirmishState]:
    """The first group of red is told these things, one after the other."""
    with playing(state, Activation("red-1")) as p:
        for order in orders:
            p.choose("red", [order])
        end(p)
    return p


def end(p: Play[SkirmishState]) -> None:
    """Nothing more is said."""
    while p.match.to_act():
        p.choose("red", [])
    p.nothing_pending()


ROAD = "  - {id: road, kind: road, width: 3, line: [[24, 0], [24, 48]]}\n"


def taken(state: SkirmishState, order: dict[str, Any]) -> bool:
    return not refused(state, order)


@rule("COT-VEH-05")
@pytest.mark.parametrize(
    ("type", "on_road", "far"),
    [("soviet.t_34_76", True, 24), ("soviet.t_34_76", False, 16), (PZIV, True, 18), (PZIV, False, 12)],
)
def test_a_vehicle_goes_as_far_as_its_speed_lets_it(type: str, on_road: bool, far: float) -> None:
    """The first number on a road, the second across country."""
    pieces = ROAD if on_road else ""
    state = field(vehicle("t", (24, 40), type=type), pieces=pieces)
    assert taken(state, drive((24, 40 - far)))
    assert "COT-VEH-05" in refused(state, drive((24, 40 - far - 0.02)))
    p = driven(field(vehicle("t", (24, 40), type=type), pieces=pieces), drive((24, 40 - far)))
    assert p.state.vehicles["t"].at == point((24, 40 - far))


def test_by_the_core_lists_open_ground_is_as_good_as_a_road() -> None:
    """NS-21"""
    state = field(vehicle("t", (24, 40), type=SHERMAN))
    assert taken(state, drive((24, 20)))
    assert refused(state, drive((24, 19.98)))


def test_a_move_over_all_sorts_of_ground_is_in_proportion() -> None:
    """NS-21: twelve of twenty-four inches on the road leave half of sixteen across country."""
    road = "  - {id: road, kind: road, width: 3, line: [[24, 28], [24, 48]]}\n"
    state = field(vehicle("t", (24, 40)), pieces=road)
    assert taken(state, drive((24, 28), (24, 20)))
    assert refused(state, drive((24, 28), (24, 19.95)))


def test_backwards_it_goes_at_half_its_speed_across_country() -> None:
    """NS-21: eight of sixteen inches, on a road too."""
    for pieces in ("", ROAD):
        state = field(vehicle("t", (24, 30)), pieces=pieces)
        assert taken(state, drive((24, 38), backwards=True))
        assert "NS-21" in refused(state, drive((24, 38.02), backwards=True))
    p = driven(field(vehicle("t", (24, 30))), drive((24, 38), backwards=True))
    assert p.state.vehicles["t"].facing == 0
    assert told(p, "drives")[0]["end"] == point((24, 38))


@pytest.mark.parametrize(("by", "fits"), [(89, True), (90, True), (91, False), (-90, True), (180, False)])
def test_it_turns_ninety_degrees_before_it_moves(by: float, fits: bool) -> None:
    """NS-21: on the spot, for no more than the turn."""
    state = field(vehicle("t", (24, 24)))
    assert taken(state, drive(facing=by % 360)) is fits
    if fits:
        p = driven(state, drive(facing=by % 360))
        assert p.state.vehicles["t"].facing == by % 360 * 10
        assert p.state.vehicles["t"].drive.spent == 0


@pytest.mark.parametrize(("first", "fits"), [(8, True), (7.98, False)])
def test_it_turns_again_after_each_full_eight_inches(first: float, fits: bool) -> None:
    """NS-21, for a turn on its way, at its end, and in a later order of the same activation."""
    state = field(vehicle("t", (10, 40)))
    ahead, aside = (10, 40 - first), (13, 40 - first)
    assert taken(state, drive(ahead, aside)) is fits
    assert taken(state, drive(ahead, facing=90)) is fits
    with playing(field(vehicle("t", (10, 40))), Activation("red-1")) as p:
        p.choose("red", [drive(ahead)])
        if fits:
            p.choose("red", [drive(aside)])
        else:
            faults = p.refuse("red", [drive(aside)])
            assert 'turns again after 8"' in faults[0].reason
            assert faults[0].rows == ("NS-21",)
        end(p)


def test_a_turn_at_the_end_is_paid_for_with_eight_inches_more() -> None:
    """NS-21: it has turned before it moved, and may turn only once more in sixteen inches."""
    state = field(vehicle("t", (10, 40)))
    way = [(18, 40), (18, 32)]
    assert taken(state, drive(*way, facing=270))
    assert refused(state, drive((18, 40), (18, 33), facing=270))


@pytest.mark.parametrize(("far", "fast"), [(8, False), (8.1, True)])
def test_more_than_half_of_its_speed_is_a_fast_move(far: float, fast: bool) -> None:
    """NS-21, NR-20: to the end of the turn."""
    p = driven(field(vehicle("t", (24, 40))), drive((24, 40 - far)))
    assert p.state.vehicles["t"].drive.fast is fast
    assert not p.state.vehicles["t"].drive.moving
    assert p.state.vehicles["t"].drive.moved_in == p.state.turn


def test_what_is_left_of_its_speed_it_may_use_later_in_its_activation_and_no_more() -> None:
    """NS-21"""
    with playing(field(vehicle("t", (24, 40))), Activation("red-1")) as p:
        p.choose("red", [drive((24, 32))])
        p.refuse("red", [drive((24, 23.9))])
        p.choose("red", [drive((24, 24))])
        end(p)


WOODS = "  - {id: wood, kind: woods, polygon: [[16, 20], [32, 20], [32, 36], [16, 36]]}\n"
WALL = (
    "  - {id: wall, kind: wall, line: [[10, 30], [23, 30]]}\n"
    "  - {id: wall2, kind: wall, line: [[26, 30], [38, 30]]}\n"
)
ONE_WALL = "  - {id: wall, kind: wall, line: [[10, 30], [38, 30]]}\n"
LAKE = "  - {id: lake, kind: water, polygon: [[10, 20], [38, 20], [38, 34], [10, 34]]}\n"
HOUSE = "  - {id: house, kind: structure, polygon: [[25, 28], [32, 28], [32, 32], [25, 32]]}\n"


@pytest.mark.parametrize(
    ("pieces", "type", "far"),
    [
        (WOODS, "soviet.t_34_76", 10),
        (ONE_WALL, "soviet.t_34_76", 12),
        (LAKE, "soviet.t_34_76", 0),
        (WOODS, TRUCK, 0),
        (ONE_WALL, TRUCK, 0),
        (WALL, TRUCK, 14),
        (LAKE, AMPHIBIAN, 6 + 6 * 10 / 16),
        (HOUSE, "soviet.t_34_76", 0),
    ],
    ids=[
        "tracks in woods",
        "tracks over a wall",
        "tank in a lake",
        "wheels in woods",
        "wheels over a wall",
        "wheels by a gap",
        "afloat",
        "by a house",
    ],
)
def test_what_ground_does_to_tracks_and_wheels(pieces: str, type: str, far: float) -> None:
    """NS-21, COT-VEH-19: from 40 to the north; the woods begin at 36, the lake at 34, the wall lies at 30."""
    state = field(vehicle("t", (24.5, 40), type=type), pieces=pieces)
    who = "t_1" if type == AMPHIBIAN else "t_2"
    if far:
        assert taken(state, drive((24.5, 40 - far), who=who))
        assert refused(state, drive((24.5, 40 - far - 0.05), who=who))
    else:
        assert refused(state, drive((24.5, 27), who=who))


@rule("COT-VEH-19")
def test_an_amphibian_goes_six_inches_in_water() -> None:
    state = field(vehicle("t", (24, 30), type=AMPHIBIAN), pieces=LAKE)
    assert taken(state, drive((24, 24), who="t_1"))
    assert refused(state, drive((24, 23.95), who="t_1"))
    assert refused(field(vehicle("t", (24, 30), type=TRUCK), pieces=LAKE), drive((24, 29)))


@pytest.mark.parametrize(
    ("other", "fits"),
    [
        (man("b", (24, 33)), False),
        (man("b", (25.7, 33)), False),
        (man("b", (25.76, 33)), True),
        (foe("x", (24, 33)), False),
        (man("b", (24, 33), status="out_of_the_fight", prone=True), True),
    ],
)
def test_a_hull_needs_room_all_along_its_way(other: Any, fits: bool) -> None:
    """NS-01, NS-21, NR-231: two and a half inches wide, and a man's base is an inch."""
    state = field(vehicle("t", (24, 40)), men=(other,))
    assert taken(state, drive((24, 28))) is fits


def test_a_wreck_and_the_edge_of_the_table_stop_it() -> None:
    """NS-01, NR-231"""
    wreck = vehicle("w", (24, 30), side="blue", condition="destroyed")
    state = field(vehicle("t", (24, 40)), wreck)
    assert taken(state, drive((24, 35.1)))
    assert "NS-01" in refused(state, drive((24, 34.9)))
    state = field(vehicle("t", (24, 10)))
    assert taken(state, drive((24, 2.5)))
    assert "NS-01" in refused(state, drive((24, 2.4)))


def test_no_vehicle_drives_into_flame() -> None:
    """NR-231"""
    from deadground.systems.skirmish.state import Marker

    state = field(vehicle("t", (24, 40)))
    state.markers["f"] = Marker("f", "flame", point((24, 32)), 300, 99)
    assert refused(state, drive((24, 28))) == {"NR-231"}


def test_only_the_driver_drives_and_only_what_carries_on() -> None:
    state = field(vehicle("t", (24, 40)), men=(man("a", (4, 4)),))
    assert refused(state, drive((24, 36), who="t_1")) == {"NUTS-ACT-08", "NS-21"}
    state.vehicles["t"].condition = "immobile"
    assert refused(state, drive((24, 36))) == {"COT-AFV-01"}


def test_a_vehicle_is_a_group_that_goes_by_its_commanders_rep() -> None:
    """NS-21: the driver is better, and it does not help."""
    state = field(vehicle("t", (24, 40)), reps=(3, 6, 5))
    leader = leader_of(state, "red-1")
    assert leader is state.figures["t_1"]
    state.figures["t_1"].status = "out_of_the_fight"
    state.figures["t_3"].berth = state.figures["t_3"].berth.but(posts=("gunner",))
    assert leader_of(state, "red-1") is state.figures["t_3"]


@pytest.mark.parametrize(("gap", "platoon", "groups"), [(3.9, "1", 1), (4.1, "1", 2), (3.9, "", 2)])
def test_vehicles_of_a_platoon_that_keep_together_are_a_group(gap: float, platoon: str, groups: int) -> None:
    """NS-21: within 4 inches from hull to hull, of one platoon; men on foot are no part of it."""
    two = vehicle("t", (20, 40)), vehicle("u", (22.5 + gap, 40))
    state = field(*two, men=(man("a", (23, 36)),), platoon=platoon)
    assert len(partition(state, "red")) == groups + 1


def test_those_who_are_carried_are_a_group_of_their_own() -> None:
    """NS-30"""
    riders = man("a", (1, 1), aboard="t"), man("b", (1, 1), aboard="t")
    state = field(vehicle("t", (24, 40), type=TRUCK), men=riders)
    assert partition(state, "red") == [["t_1", "t_2"], ["a", "b"]]


def test_a_vehicle_is_stopped_by_whom_its_side_does_not_see_and_reads_nothing_of_him() -> None:
    """NR-272, NR-108: X lies behind a hill that T drives over. T comes up to him and goes no further."""
    hill = "  - {id: hill, kind: hill, level: 2, polygon: [[16, 24], [32, 24], [32, 32], [16, 32]]}\n"
    x = foe("x", (24, 21), prone=True, weapons=())
    state = field(vehicle("t", (24, 38)), men=(x,), pieces=hill, knowledge="ghosts")
    seen_already(game(state), "red")
    look_round(game(state))
    assert not state.figures["x"].is_seen_by("red")
    with playing(state, Activation("red-1"), dice=[1] * 20) as p:
        p.choose("red", [drive((24, 22))])
        while seats := p.match.to_act():
            p.choose(seats[0], [])
        p.nothing_pending()
        p.script = type(p.script)()
    t = p.state.vehicles["t"]
    assert point((24, 23.5))[1] <= t.at[1] < point((24, 38))[1]
    stops = [event for event in read_by(p, "red") if event.kind == "left_out"]
    assert [event.text for event in stops] == ["T is stopped on its way: there is something before it."]
    assert "x" not in str(stops[0].data)
    assert not left_to_drive(p.state, t)
