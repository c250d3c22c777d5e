"""Clashes in the dark: who bumps into whom, what each does, where it goes. KIM-6.1d, KIM-6.2b to KIM-6.2f"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.night.night import NightTurn
from deadground.testing.rules import rule
from tests.systems.stands.field import hq, inf, stand, tank
from tests.systems.stands.nights import NORTH, after, night, place, set_off, shots, sitting
from tests.systems.stands.system import playing


@rule("KIM-6.2b", "KIM-6.1d")
@pytest.mark.parametrize("kind", ["infantry", "sherman", "pak40", "truck", "hq"])
def test_infantry_that_runs_into_a_stationary_enemy_takes_a_hit_and_goes_200_back(kind: str) -> None:
    with after(night(inf("a", (500, 800)), sitting(kind=kind)), NORTH) as p:
        assert place(p, "a") == (500, 730.3)
        assert (p.state.stands["a"].hits, p.state.stands["a"].facing) == (1, 0)
        assert (p.state.stands["b"].hits, place(p, "b")) == (0, (500, 500))
        assert shots(p) == []
        assert p.last("clash").rows == ("KIM-6.1d", "KIM-R73")
        assert p.last("goes_back").data["gone"] == 2000
        assert "KIM-6.2b" in p.last("marked").rows


@rule("KIM-6.2b")
def test_infantry_with_a_hit_is_destroyed() -> None:
    with after(night(inf("a", (500, 800), hits=1), inf("c", (700, 800)), sitting()), NORTH) as p:
        assert "a" not in p.state.stands
        assert p.state.fallen["a"].at == (5000, 5303)
        assert p.state.commands["red_command"].losses == 1
        assert "KIM-6.2b" in p.last("destroyed").rows


@rule("KIM-6.2b")
def test_infantry_that_ran_into_an_enemy_may_not_dig_in_and_the_enemy_may() -> None:
    state = night(inf("a", (500, 570), dug_in=True), inf("c", (900, 570)), sitting())
    ways = {"a": [(500, 520)], "c": [(900, 520)]}
    with after(state, ways, dig=["a", "b", "c"]) as p:
        assert {id: p.state.stands[id].dug_in for id in "abc"} == {"a": False, "b": True, "c": True}
        assert place(p, "a") == (500, 730.3)


@rule("KIM-6.2c")
@pytest.mark.parametrize(
    ("dice", "hits"), [([6, 6], (0, 0)), ([7, 6], (0, 1)), ([6, 7], (1, 0)), ([7, 7], (1, 1))]
)
def test_moving_infantry_that_meets_fires_once_each_and_goes_100_back(
    dice: list[int], hits: tuple[int, int]
) -> None:
    state = night(inf("a", (500, 800)), inf("b", (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=dice) as p:
        assert shots(p) == [("a", "b"), ("b", "a")]
        assert (p.state.stands["a"].hits, p.state.stands["b"].hits) == hits
        (ax, ay), (bx, by) = place(p, "a"), place(p, "b")
        assert (ax, bx) == (500, 500)
        assert ay - 650 == pytest.approx(115.2, abs=0.3)
        assert 650 - by == pytest.approx(115.2, abs=0.3)
        assert (p.state.stands["a"].facing, p.state.stands["b"].facing) == (0, 1800)


@rule("KIM-6.2c")
def test_two_that_kill_each_other_both_fall_for_dice_come_before_effects() -> None:
    state = night(
        inf("a", (500, 800), hits=1),
        inf("b", (500, 500), side="blue", facing=180, hits=1),
        inf("c", (1500, 800)),
    )
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=[10, 10]) as p:
        assert list(p.state.stands) == ["c"]
        assert {id: fallen.side for id, fallen in p.state.fallen.items()} == {"a": "red", "b": "blue"}


@rule("KIM-6.2c")
@pytest.mark.parametrize("other", ["infantry", "sherman"])
def test_neither_of_two_that_met_may_dig_in_where_one_is_infantry(other: str) -> None:
    state = night(inf("a", (500, 560)), stand("b", other, (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 520)], "b": [(500, 540)]}, dice=[1, 1], dig=["a", "b"]) as p:
        assert [one.dug_in for one in p.state.stands.values()] == [False, False]


@rule("KIM-6.2e")
def test_vehicles_that_met_may_still_dig_in() -> None:
    state = night(tank("a", (500, 560)), tank("b", (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 520)], "b": [(500, 540)]}, dice=[1, 1], dig=["a", "b"]) as p:
        assert [one.dug_in for one in p.state.stands.values()] == [True, True]


@rule("KIM-6.2d")
@pytest.mark.parametrize(("fires", "die", "lost"), [(True, 20, True), (True, 1, False), (False, None, False)])
@pytest.mark.parametrize("kind", ["pak40", "infantry", "sherman"])
def test_a_vehicle_that_runs_into_a_stationary_enemy_may_be_fired_at_and_goes_300_back(
    kind: str, fires: bool, die: int | None, lost: bool
) -> None:
    state = night(tank("a", (500, 800)), sitting(kind=kind))
    picked = ["b"] if fires else []
    with after(state, NORTH, dice=[die] if die else [], snaps=[{"blue": picked}]) as p:
        assert shots(p) == ([("b", "a")] if fires else [])
        assert ("a" not in p.state.stands) is lost
        if fires:
            assert p.last("shot").data["manner"] == "snap"
            assert {"KIM-6.2d", "KIM-R74"} <= set(p.last("shot").rows)
        if lost:
            assert p.state.fallen["a"].at == (5000, 5303)
        else:
            assert place(p, "a") == (500, 830.3)
            assert p.state.stands["a"].hits == 0


@rule("KIM-6.2d")
@pytest.mark.parametrize("kind", ["recon", "supply", "truck"])
def test_who_has_no_weapon_is_not_asked(kind: str) -> None:
    with after(night(tank("a", (500, 800)), sitting(kind=kind)), NORTH) as p:
        assert place(p, "a") == (500, 830.3)
        assert shots(p) == []


@rule("KIM-6.2d")
def test_the_question_goes_to_the_owner_of_the_stand_and_says_what_it_is_about() -> None:
    with playing(night(tank("a", (500, 800)), sitting(kind="pak40")), NightTurn(), dice=[1]) as p:
        set_off(p, NORTH)
        p.pending(blue="Pick who fires")
        assert p.asked("blue").proposal == ["b"]
        assert [option.label for option in p.asked("blue").options] == ["B at A"]  # type: ignore[union-attr]
        assert place(p, "a") == (500, 530.3)
        assert p.match.view("red").waiting == ("Movement in progress.",)
        p.choose("blue", ["b"])
        p.nothing_pending()


@rule("KIM-6.2d")
def test_a_stand_fires_once_a_night_however_many_run_into_it() -> None:
    state = night(tank("a", (500, 700)), tank("c", (500, 200), facing=180), sitting(kind="pak40"))
    with after(state, {"a": [(500, 400)], "c": [(500, 500)]}, dice=[1], snaps=[{"blue": ["b"]}]) as p:
        assert shots(p) == [("b", "a")]
        assert place(p, "c") == (500, 169.7)


@rule("KIM-6.2d")
def test_of_two_at_once_the_nearest_is_fired_at() -> None:
    state = night(
        tank("a", (500, 700)), tank("c", (505, 300), facing=180), sitting(kind="pak40"), inf("z", (1500, 900))
    )
    ways = {"a": [(500, 400)], "c": [(505, 600)]}
    with after(state, ways, dice=[20], snaps=[{"blue": ["b"]}]) as p:
        assert len([one for one in p.events if one.kind == "clash"]) == 2
        assert shots(p) == [("b", "a")]
        assert set(p.state.fallen) == {"a"}


@rule("KIM-6.2e")
@pytest.mark.parametrize(("dice", "lost"), [([1, 1], ""), ([20, 1], "b"), ([1, 20], "a"), ([20, 20], "ab")])
def test_moving_vehicles_that_meet_fire_once_each_and_go_150_back(dice: list[int], lost: str) -> None:
    state = night(
        tank("a", (500, 800)), tank("b", (500, 500), side="blue", facing=180), inf("z", (1500, 900))
    )
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=dice) as p:
        assert shots(p) == [("a", "b"), ("b", "a")]
        assert "".join(sorted(p.state.fallen)) == lost
        for id, sign in (("a", 1), ("b", -1)):
            if id not in lost:
                assert place(p, id)[1] == pytest.approx(650 + sign * 165.2, abs=0.3)


@rule("KIM-6.2c", "KIM-6.2e")
def test_in_a_mixed_meeting_each_goes_back_by_its_own_type() -> None:
    state = night(inf("a", (500, 800)), tank("b", (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=[1, 1]) as p:
        assert shots(p) == [("a", "b"), ("b", "a")]
        assert place(p, "a")[1] == pytest.approx(765.2, abs=0.3)
        assert place(p, "b")[1] == pytest.approx(484.8, abs=0.3)


@rule("KIM-6.2e")
@pytest.mark.parametrize("kind", ["artillery", "pak40", "recon", "truck", "armoured_car"])
def test_guns_in_tow_and_all_that_drives_react_as_vehicles(kind: str) -> None:
    unarmed = kind in ("recon", "truck")
    kind = "apc" if kind == "armoured_car" else kind
    state = night(stand("a", kind, (500, 800)), inf("b", (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=[1] if unarmed else [1, 1]) as p:
        assert shots(p) == ([("b", "a")] if unarmed else [("a", "b"), ("b", "a")])
        assert place(p, "a")[1] == pytest.approx(815.2, abs=0.3)
        assert place(p, "b")[1] == pytest.approx(534.8, abs=0.3)


@rule("KIM-6.2c")
@pytest.mark.parametrize(("kind", "dice"), [("armoured_infantry", [1, 1]), ("hq", [1])])
def test_armoured_infantry_and_hqs_react_as_infantry(kind: str, dice: list[int]) -> None:
    """An HQ goes back as they do, but does not fire. KIM-1.3h"""
    state = night(stand("a", kind, (500, 800)), inf("b", (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=dice) as p:
        assert place(p, "a")[1] == pytest.approx(765.2, abs=0.3)


@rule("KIM-6.2f")
@pytest.mark.parametrize(("die", "hits"), [(6, 0), (7, 1)])
def test_fire_at_night_has_minus_one_and_needs_no_chit(die: int, hits: int) -> None:
    state = night(
        stand("a", "artillery", (500, 800)),
        inf("b", (500, 500), side="blue", facing=180),
        hq("h", (100, 100)),
    )
    assert state.commands["red_command"].chits == 0
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=[die, 1]) as p:
        assert p.state.stands["b"].hits == hits
        (shot,) = [one for one in p.events if one.kind == "shot" and one.data["shooter"] == "a"]
        lines = [(line.reason, line.amount) for tally in shot.tallies for line in tally.lines]
        assert lines == [("by night", -1)]
        assert p.state.commands["red_command"].chits == 0


@rule("KIM-6.2f")
def test_nobody_claims_a_flank_in_the_dark_and_nobody_needs_his_arc() -> None:
    state = night(tank("a", (500, 800)), sitting(kind="pak40", fixed=False))
    state.stands["b"].facing = 0
    chased = night(inf("a", (500, 800)), inf("b", (500, 700), side="blue", facing=0))
    with after(state, NORTH, dice=[1], snaps=[{"blue": ["b"]}]) as p:
        assert shots(p) == [("b", "a")]
    with after(chased, {"a": [(500, 400)], "b": [(500, 660)]}, dice=[6, 6]) as p:
        assert shots(p) == [("a", "b"), ("b", "a")]
        for one in p.events:
            if one.kind == "shot":
                assert [line.reason for tally in one.tallies for line in tally.lines] == ["by night"]
        assert [one.hits for one in p.state.stands.values()] == [0, 0]


@rule("KIM-6.2b", "KIM-6.2c")
def test_who_meets_a_moving_and_a_stationary_enemy_at_once_does_both_and_goes_the_further_way() -> None:
    state = night(
        inf("a", (500, 700)), sitting("b", at=(480, 500)), inf("c", (520, 300), side="blue", facing=180)
    )
    with after(state, {"a": [(500, 400)], "c": [(520, 655)]}, dice=[1, 1]) as p:
        clashes = {(one.data["mover"], one.data["enemy"]) for one in p.events if one.kind == "clash"}
        assert clashes == {("a", "b"), ("a", "c")}
        assert p.state.stands["a"].hits == 1
        backs = {one.data["stand"]: one.data["gone"] for one in p.events if one.kind == "goes_back"}
        assert backs == {"a": 2000, "c": 1000}


@rule("KIM-6.2d")
def test_a_vehicle_that_ran_into_an_enemy_may_still_dig_in() -> None:
    """It goes back 300, but the 50 of who digs in are for the move it chose. KIM-R116"""
    state = night(tank("a", (500, 560)), sitting(kind="truck"))
    with after(state, {"a": [(500, 520)]}, dig=["a", "b"]) as p:
        assert place(p, "a") == (500, 830.3)
        assert [one.dug_in for one in p.state.stands.values()] == [True, True]


@rule("KIM-6.2f", "KIM-6.2e")
def test_a_tank_that_is_caught_from_behind_is_no_flank_target() -> None:
    state = night(tank("a", (500, 800)), tank("b", (500, 700), side="blue", facing=0))
    with after(state, {"a": [(500, 400)], "b": [(500, 660)]}, dice=[1, 1]) as p:
        for one in p.events:
            if one.kind == "shot":
                assert [line.reason for tally in one.tallies for line in tally.lines] == ["by night"]
        assert shots(p) == [("a", "b"), ("b", "a")]


@rule("KIM-6.2b", "KIM-4.6e")
def test_who_bumps_before_it_got_anywhere_leaves_its_position_all_the_same() -> None:
    state = night(inf("a", (500, 530.3), dug_in=True, fixed=True), sitting())
    with after(state, {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 730.3)
        assert (p.state.stands["a"].dug_in, p.state.stands["a"].fixed) == (False, False)
