"""What each stand may do in a night turn: how far it goes, who digs in, the HQ. KIM-6.1a, KIM-6.1b"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import StandsState
from deadground.testing.play import Play
from deadground.testing.rules import rule
from tests.systems.stands.field import gun, hq, inf, stand, tank
from tests.systems.stands.nights import after, night, place, routes_of, way
from tests.systems.stands.system import playing

WOOD = "- {id: wood, kind: woods, name: Wood, polygon: [[400, 600], [600, 600], [600, 800], [400, 800]]}"
MARSH = "- {id: marsh, kind: marsh, name: Marsh, polygon: [[400, 500], [600, 500], [600, 700], [400, 700]]}"
ROAD = "\n- {id: road, kind: road, width: 20, line: [[500, 0], [500, 1900]]}"
LAKE = "- {id: lake, kind: water, name: Lake, polygon: [[400, 600], [600, 600], [600, 700], [400, 700]]}"
MINES = (
    "- {id: mines, kind: minefield, name: Mines, polygon: [[400, 600], [600, 600], [600, 620], [400, 620]]}"
)


def rows_refused(p: Play[StandsState], seat: str, ways: dict[str, Any]) -> set[str]:
    faults = p.refuse(seat, routes_of(p.state, seat, ways))
    return {row for fault in faults for row in fault.rows}


@rule("KIM-6.1a")
@pytest.mark.parametrize("kind", ["infantry", "sherman", "jeep", "pak40", "recon", "supply"])
@pytest.mark.parametrize(
    ("far", "allowed"), [(1, True), (399, True), (400, True), (400.1, False), (401, False)]
)
def test_every_stand_may_move_400_whatever_its_chart_says(kind: str, far: float, allowed: bool) -> None:
    state = night(stand("a", kind, (500, 1000)))
    ways = {"a": [(500, 1000 - far)]}
    if allowed:
        with after(state, ways) as p:
            assert place(p, "a") == (500, 1000 - far)
        return
    with playing(state, NightTurn()) as p:
        assert "KIM-6.1a" in rows_refused(p, "red", ways)
        p.pending(red="Give your stands", blue="Give your stands")


@rule("KIM-6.1a")
def test_a_scenario_may_set_another_night_move() -> None:
    with after(night(inf("a", (500, 1000)), numbers={"night_move": 5000}), {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 500)


@rule("KIM-6.1a")
@pytest.mark.parametrize(("far", "allowed"), [(0, True), (49, True), (50, True), (50.1, False), (400, False)])
def test_who_moves_50_at_most_may_dig_in(far: float, allowed: bool) -> None:
    state = night(inf("a", (500, 1000)), tank("b", (900, 1000)), gun("c", (1200, 1000)))
    ways = {id: [(x, 1000 - far)] for id, x in (("a", 500), ("b", 900), ("c", 1200))} if far else {}
    with playing(state, NightTurn()) as p:
        p.choose("red", routes_of(p.state, "red", ways))
        p.choose("blue", {})
        p.pending(red="Pick the stands that dig in", blue="Pick the stands that dig in")
        assert p.options("red") == (["a", "b", "c"] if allowed else [])
        assert all(fault.rows == ("KIM-6.1a",) for fault in p.refused_options("red").values())
        assert len(p.refused_options("red")) == (0 if allowed else 3)
        p.choose("red", ["a", "b", "c"] if allowed else [])
        p.choose("blue", [])
        for seat in p.match.to_act():
            p.choose(seat, [])
        p.nothing_pending()
    assert [one.dug_in for one in p.state.stands.values()] == [allowed] * 3
    assert place(p, "a") == (500, 1000 - far)


@rule("KIM-6.1a")
def test_digging_in_is_chosen_stand_by_stand_and_done_only_at_the_end() -> None:
    state = night(inf("a", (500, 1000)), inf("b", (600, 1000)), inf("c", (700, 1000), dug_in=True))
    with playing(state, NightTurn()) as p:
        p.choose("red", routes_of(p.state, "red", {"b": [(600, 700)]}))
        p.choose("blue", {})
        assert p.options("red") == ["a"]
        assert "dug in already" in p.refused_options("red")["c"].reason
        p.choose("red", ["a"])
        p.choose("blue", [])
        assert "A is dug in." in p.log
        p.choose("red", [])
        p.choose("blue", [])
        p.nothing_pending()
    assert {id: one.dug_in for id, one in p.state.stands.items()} == {"a": True, "b": False, "c": True}


@rule("KIM-6.1a")
def test_who_leaves_a_position_loses_it_and_may_dig_a_new_one() -> None:
    state = night(inf("a", (500, 1000), dug_in=True), inf("b", (600, 1000), dug_in=True))
    with after(state, {"a": [(500, 960)], "b": [(600, 960)]}, dig=["a"]) as p:
        assert p.state.stands["a"].dug_in
        assert not p.state.stands["b"].dug_in


@rule("KIM-6.1a", "KIM-7.3e")
def test_a_stand_in_contact_does_not_dig_in() -> None:
    """Where melees go on from turn to turn the night may fall on them. KIM-R113"""
    pair = inf("a", (500, 1000), in_contact_with="b", charge_role="lead"), inf("c", (800, 1000))
    state = night(*pair, inf("b", (500, 970), side="blue", in_contact_with="a"))
    with playing(state, NightTurn(), options={"melee_rounds": "one_per_turn"}) as p:
        for seat in ("red", "blue"):
            p.choose(seat, {})
        assert p.options("red") == ["c"]
        assert p.refused_options("red")["a"].rows == ("KIM-7.3e", "KIM-R63", "KIM-R113")
        p.pending(red="Pick the stands that dig in", blue="Pick the stands that dig in")


@rule("KIM-6.1a")
def test_no_cards_no_rolls_no_halt_range_and_no_least_move() -> None:
    far = inf("a", (500, 1000), order="fire", shown_order="fire", arrow=1800, limit="direct", fired=True)
    state = night(far, inf("b", (540, 900), side="blue"), hq("h", (500, 1950)))
    with after(state, {"a": [(500, 890)]}) as p:
        assert place(p, "a") == (500, 890)
    moved = p.state.stands["a"]
    assert (moved.order, moved.shown_order, moved.limit, moved.arrow) == ("", "", "", -1)
    assert p.state.phase == "night"


@rule("KIM-6.1a")
def test_stands_take_the_facing_they_were_given_and_may_turn_where_they_stay() -> None:
    state = night(inf("a", (500, 1000)), inf("b", (600, 1000)), inf("c", (700, 1000)))
    ways = {"a": way((500, 900), facing=2700), "b": way(facing=1800), "c": way((700, 900), (800, 900))}
    with after(state, ways) as p:
        assert [p.state.stands[id].facing for id in "abc"] == [2700, 1800, 900]


@rule("KIM-6.1a")
def test_routes_keep_to_the_table_to_two_turns_and_off_impassable_ground() -> None:
    state = night(
        inf("a", (500, 800)), inf("b", (30, 30)), inf("c", (900, 900), in_contact_with="x"), pieces=LAKE
    )
    with playing(state, NightTurn()) as p:
        assert "KIM-R92" in rows_refused(p, "red", {"a": [(500, 500)]})
        bends = [(500, 790), (510, 790), (510, 780), (520, 780)]
        assert "KIM-2.2b" in rows_refused(p, "red", {"a": bends})
        rows_refused(p, "red", {"b": [(30, -1)]})
        assert rows_refused(p, "red", {"c": [(900, 890)]}) == {"KIM-R63"}
        p.pending(red="Give", blue="Give")


@rule("KIM-6.1a")
def test_a_seat_s_stands_do_not_end_on_each_other_but_may_change_places() -> None:
    state = night(inf("a", (500, 800)), inf("b", (600, 800)))
    with playing(state, NightTurn()) as p:
        assert rows_refused(p, "red", {"a": [(580, 800)]}) == {"KIM-R44"}
        p.pending(red="Give", blue="Give")
    with after(state, {"a": [(600, 800)], "b": [(500, 800)]}) as p:
        assert (place(p, "a"), place(p, "b")) == ((600, 800), (500, 800))


@rule("KIM-6.1a", "KIM-2.5b")
def test_bad_going_stops_a_stand_as_by_day() -> None:
    state = night(inf("a", (500, 1000)), inf("b", (500, 200), side="blue"), pieces=WOOD)
    with after(state, {"a": [(500, 600)]}, options={"night_bad_going": "on"}) as p:
        assert place(p, "a") == (500, 785)
        assert p.last("halted").rows == ("KIM-2.5b", "KIM-R45")


@rule("KIM-6.1a")
def test_with_the_option_bad_going_stops_nobody_at_night() -> None:
    state = night(inf("a", (500, 1000)), inf("b", (500, 690)), pieces=WOOD)
    ways = {"a": [(500, 600)], "b": [(500, 290)]}
    with after(state, ways, options={"night_bad_going": "off"}) as p:
        assert (place(p, "a"), place(p, "b")) == ((500, 600), (500, 290))


@rule("KIM-6.1a", "KIM-2.5c")
@pytest.mark.parametrize(("far", "allowed"), [(99, True), (100, True), (100.1, False), (101, False)])
def test_who_begins_in_bad_going_is_as_slow_as_by_day(far: float, allowed: bool) -> None:
    state = night(tank("a", (500, 690)), pieces=WOOD)
    if allowed:
        with after(state, {"a": [(500, 690 - far)]}) as p:
            assert place(p, "a") == (500, 690 - far)
        return
    with playing(state, NightTurn()) as p:
        assert rows_refused(p, "red", {"a": [(500, 690 - far)]}) == {"KIM-2.5c", "KIM-6.1a", "KIM-R74"}
        p.pending(red="Give", blue="Give")


@rule("KIM-6.1a", "KIM-2.5d")
def test_a_road_takes_a_stand_through_bad_going_at_night_too() -> None:
    with after(night(inf("a", (500, 900)), pieces=MARSH + ROAD), {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 500)
    with after(night(inf("a", (500, 900)), pieces=MARSH), {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 685)


@rule("KIM-6.1a", "KIM-6.1d", "KIM-2.5e")
@pytest.mark.parametrize("value", ["on", "off"])
@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False)])
def test_mines_are_as_by_day(die: int, lost: bool, value: str) -> None:
    state = night(tank("a", (500, 800)), pieces=MINES)
    with after(state, {"a": [(500, 500)]}, dice=[die], options={"night_bad_going": value}) as p:
        assert ("a" not in p.state.stands) is lost
        assert len(p.state.fallen) == lost
        if not lost:
            assert place(p, "a") == ((500, 605) if value == "on" else (500, 500))


@rule("KIM-6.1b")
@pytest.mark.parametrize(("far", "allowed"), [(401, True), (599, True), (600, True), (600.1, False)])
def test_an_hq_may_move_600(far: float, allowed: bool) -> None:
    state = night(hq("h", (500, 1000)), inf("a", (700, 1000)))
    if allowed:
        with after(state, {"h": [(500, 1000 - far)]}, dig=["a"]) as p:
            assert place(p, "h") == (500, 1000 - far)
            assert p.state.stands["a"].dug_in
        return
    with playing(state, NightTurn()) as p:
        assert "KIM-6.1b" in rows_refused(p, "red", {"h": [(500, 1000 - far)]})
        p.pending(red="Give", blue="Give")


@rule("KIM-6.1b")
@pytest.mark.parametrize(("far", "allowed"), [(399, True), (400, True), (400.1, False), (600, False)])
def test_an_hq_that_goes_further_than_400_stops_its_own_command(far: float, allowed: bool) -> None:
    other = inf("x", (900, 1000), command="blue_command", side="blue")
    state = night(hq("h", (500, 1000)), inf("a", (700, 1000)), other)
    ways = {"h": [(500, 1000 - far)], "a": [(700, 999)]}
    with playing(state, NightTurn()) as p:
        if allowed:
            p.choose("red", routes_of(p.state, "red", ways))
            p.pending(blue="Give")
            return
        (fault,) = p.refuse("red", routes_of(p.state, "red", ways))
        assert (fault.at, fault.rows) == ("value.a.points", ("KIM-6.1b", "KIM-R98"))
        p.choose("red", routes_of(p.state, "red", {"h": ways["h"], "a": []}))
        p.choose("blue", routes_of(p.state, "blue", {"x": [(900, 700)]}))
        assert p.options("red") == ["a"]
        p.pending(red="Pick the stands that dig in", blue="Pick the stands that dig in")


@rule("KIM-6.1b")
def test_the_long_move_of_one_hq_does_not_stop_another_command() -> None:
    state = night(hq("h", (500, 1000)), inf("a", (700, 1000), command="second"))
    first = state.commands["red_command"]
    state.commands["second"] = replace(first, id="second", hq="")
    state.seats["red"].commands = ("red_command", "second")
    with after(state, {"h": [(500, 400)], "a": [(700, 600)]}) as p:
        assert (place(p, "h"), place(p, "a")) == ((500, 400), (700, 600))


@rule("KIM-6.1a")
def test_a_stand_that_is_not_its_command_s_hq_has_400_only() -> None:
    state = night(hq("h", (500, 1000)), hq("spare", (900, 1000)))
    state.commands["red_command"].hq = "h"
    with playing(state, NightTurn()) as p:
        assert "KIM-6.1a" in rows_refused(p, "red", {"spare": [(900, 500)]})
        p.pending(red="Give", blue="Give")


@rule("KIM-6.1d")
def test_routes_and_diggers_are_secret_until_they_are_walked() -> None:
    state = night(inf("a", (500, 1000)), inf("b", (500, 300), side="blue"))
    with playing(state, NightTurn()) as p:
        p.choose("red", routes_of(p.state, "red", {"a": [(500, 960)]}))
        assert p.state.stands["a"].route == ()
        p.choose("blue", {})
        assert p.state.stands["a"].route
        assert p.view("red").stands["a"].route
        assert p.view("blue").stands["a"].route == ()
        p.choose("red", ["a"])
        assert p.view("blue").stands["a"].at == (5000, 10000)
        assert p.log_of("blue") == ["Night falls."]
        p.choose("blue", [])
        assert p.view("blue").stands["a"].task == ""
        p.pending(red="Pick the stands that go back", blue="Pick the stands that go back")


@rule("KIM-6.1d")
def test_a_seat_is_asked_about_its_own_stands_hidden_ones_too() -> None:
    state = night(inf("a", (500, 1000), hidden=True), inf("b", (500, 300), side="blue"))
    with playing(state, NightTurn()) as p:
        assert [walker.piece for walker in p.asked("red").walkers] == ["a"]  # type: ignore[union-attr]
        assert [walker.piece for walker in p.asked("blue").walkers] == ["b"]  # type: ignore[union-attr]
        p.refuse("blue", {"a": way((500, 900))})
        p.pending(red="Give", blue="Give")


@rule("KIM-6.1a")
def test_sampled_and_suggested_routes_are_legal() -> None:
    stands = [inf(f"i{n}", (200 + 35 * n, 800)) for n in range(8)]
    state = night(*stands, hq("h", (500, 700)), tank("t", (500, 900)), pieces=WOOD)
    with playing(state, NightTurn()) as p:
        request, view = p.asked("red"), p.match.view("red")
        moved = 0
        for seed in range(20):
            value = request.sample(view, Random(seed))
            assert request.check(view, value) == []
            moved += len(value)
        assert moved > 40
        assert [one.value for one in request.suggest(view, 3)] == [{}]
        p.pending(red="Give", blue="Give")


@rule("KIM-6.1a", "KIM-8.1b")
def test_a_shaken_command_does_not_advance_at_night_either() -> None:
    state = night(inf("a", (500, 1000)), inf("b", (500, 300), side="blue"))
    command = state.commands["red_command"]
    command.first_morale, command.second_morale, command.losses = 1, 9, 1
    with playing(state, NightTurn()) as p:
        assert "KIM-8.1b" in rows_refused(p, "red", {"a": [(500, 900)]})
        p.choose("red", routes_of(p.state, "red", {"a": [(500, 1100)]}))
        p.pending(blue="Give")


@rule("KIM-6.1a", "KIM-8.1c")
def test_a_command_that_retires_is_given_no_routes() -> None:
    state = night(inf("a", (500, 1000)))
    state.commands["red_command"].retired = True
    with playing(state, NightTurn()) as p:
        (fault,) = p.refuse("red", routes_of(p.state, "red", {"a": [(500, 1100)]}))
        assert (fault.at, fault.rows) == ("value.a.points", ("KIM-8.1c", "KIM-R76"))
        p.pending(red="Give", blue="Give")
