"""The end of a night turn: fixed guns, supply, and going back into hiding. KIM-6.1c, KIM-4.6e, KIM-4.16"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import Command, Dugout, Minefield, StandsState
from deadground.testing.play import Play
from deadground.testing.rules import rule
from tests.systems.stands.field import gun, hq, inf, stand, tank
from tests.systems.stands.nights import after, night, place, reload, set_off, way
from tests.systems.stands.system import playing

WOOD = "- {id: wood, kind: woods, name: Wood, polygon: [[400, 600], [600, 600], [600, 800], [400, 800]]}"
HILL = "- {id: hill, kind: hill, level: 1, polygon: [[600, 0], [800, 0], [800, 1000], [600, 1000]]}"


def of(p: Play[StandsState], name: str) -> str:
    """The id that a stand has now."""
    return next(id for id, one in p.state.stands.items() if one.name == name)


@rule("KIM-4.6e")
def test_guns_are_fixed_at_the_end_of_a_night_turn_where_they_then_stand() -> None:
    state = night(
        gun("a", (500, 1000), fixed=False),
        gun("b", (700, 1000), fixed=True),
        gun("c", (900, 1000), side="blue"),
        inf("d", (1200, 1000)),
        tank("e", (1300, 1000)),
    )
    with after(state, {"b": [(700, 700)]}) as p:
        assert {id: one.fixed for id, one in p.state.stands.items()} == {
            "a": True,
            "b": True,
            "c": True,
            "d": False,
            "e": False,
        }
        assert place(p, "b") == (700, 700)


@rule("KIM-2.1a")
def test_a_gun_that_moves_by_day_loses_its_fixed_position() -> None:
    state = night(gun("a", (500, 1000), fixed=True, order="move", arrow=0), gun("b", (800, 1000), fixed=True))
    state.turn = 2
    with playing(state, Movement()) as p:
        p.choose("red", {"a": {"points": [[5000, 8000]]}})
        p.choose("blue", {})
        p.nothing_pending()
    assert {id: one.fixed for id, one in p.state.stands.items()} == {"a": False, "b": True}


@rule("KIM-6.1a")
@pytest.mark.parametrize("facing", [0, 1, 2700])
def test_who_was_told_to_face_somewhere_does_so_at_dawn(facing: int) -> None:
    state = night(tank("a", (500, 1000), facing=90), tank("b", (900, 1000), facing=90))
    with after(state, {"a": way((800, 1000), facing=facing)}) as p:
        assert (p.state.stands["a"].facing, p.state.stands["b"].facing) == (facing, 900)
        assert p.state.stands["a"].end_facing == -1


@rule("KIM-4.16a")
@pytest.mark.parametrize(("end", "brought"), [(500, 5), (500.1, 2), (1000, 2), (1000.1, 0)])
def test_supply_is_measured_where_the_night_left_the_stands(end: float, brought: int) -> None:
    state = night(
        stand("gun", "artillery", (100, 100)),
        stand("supply", "supply", (100 + end - 300, 100)),
        hq("h", (1900, 100)),
    )
    command = state.commands["red_command"]
    command.chits_a_day, command.supply, command.chits = 5, "supply", 1
    with after(state, {"supply": [(100 + end, 100)]}, options={"supply": "on"}) as p:
        assert p.state.commands["red_command"].chits == 1 + brought


@rule("KIM-4.15a")
@pytest.mark.parametrize(("nights", "brought"), [((1,), 5), ((1, 3), 5), ((1, 2), 0)])
def test_of_several_night_turns_the_last_brings_the_chits_of_the_day(
    nights: tuple[int, ...], brought: int
) -> None:
    """They are so much a day. KIM-R112"""
    state = night(stand("gun", "artillery", (100, 100)))
    state.night_turns, state.commands["red_command"].chits_a_day = nights, 5
    with after(state, {}) as p:
        assert p.state.commands["red_command"].chits == brought
    p.state.turn = 2
    if 2 in nights:
        with after(p.state, {}) as p:
            assert p.state.commands["red_command"].chits == 5


@rule("KIM-6.1c", "KIM-8.1c")
def test_a_command_on_its_march_off_does_not_go_into_hiding() -> None:
    guard = inf("g", (500, 650), command="guard")
    state = night(inf("a", (500, 700)), guard, inf("b", (500, 100), side="blue"), pieces=WOOD)
    state.commands["guard"] = Command("guard", "red", "Guard", "")
    state.seats["red"].commands = ("red_command", "guard")
    state.commands["red_command"].retired = True
    with playing(state, NightTurn(), options={"retire": "march_off"}) as p:
        set_off(p, {})
        assert p.options("red") == ["g"]
        assert p.refused_options("red")["a"].rows == ("KIM-8.1c", "KIM-R76", "KIM-R111")
        p.pending(red="Pick the stands that go back", blue="Pick the stands that go back")


@rule("KIM-4.16b")
def test_a_supply_stand_that_the_night_destroyed_brings_two() -> None:
    state = night(
        stand("gun", "artillery", (100, 100)),
        stand("supply", "supply", (500, 800)),
        gun("b", (500, 500), side="blue"),
    )
    command = state.commands["red_command"]
    command.chits_a_day, command.supply = 5, "supply"
    ways = {"supply": [(500, 450)]}
    with after(state, ways, dice=[10], snaps=[{"blue": ["b"]}], options={"supply": "on"}) as p:
        assert "supply" in p.state.fallen
        assert p.state.commands["red_command"].chits == 2


@rule("KIM-6.1c")
def test_only_stands_in_cover_may_go_back_into_hiding() -> None:
    state = night(
        inf("wood", (500, 700)),
        inf("open", (900, 700)),
        inf("dug", (1100, 700), dug_in=True),
        tank("slope", (750, 500)),
        inf("foot", (750, 700)),
        inf("off", (1300, 700), hidden=True),
        inf("enemy", (100, 500), side="blue"),
        pieces=f"{WOOD}\n{HILL}",
    )
    with playing(state, NightTurn()) as p:
        set_off(p, {})
        assert p.options("red") == ["wood", "dug", "slope"]
        assert set(p.refused_options("red")) == {"open", "foot"}
        assert all("KIM-R75" in fault.rows for fault in p.refused_options("red").values())
        assert p.asked("red").proposal == ["wood", "dug", "slope"]
        p.refuse("red", ["open"])
        p.choose("red", ["dug"])
        p.choose("blue", [])
        p.nothing_pending()
    assert {one.name for one in p.state.stands.values() if one.hidden} == {"Dug", "Off"}


@rule("KIM-6.1c", "KIM-6.2a")
@pytest.mark.parametrize(("away", "free"), [(49, False), (50, False), (50.1, True), (90, True)])
def test_who_is_in_enemy_night_sight_may_not_hide(away: float, free: bool) -> None:
    foe, dug = inf("b", (500, 700 - away), side="blue"), inf("c", (1500, 1500), dug_in=True)
    with playing(night(inf("a", (500, 700)), foe, dug, pieces=WOOD), NightTurn()) as p:
        set_off(p, {})
        assert p.options("red") == (["a", "c"] if free else ["c"])
        if not free:
            assert "in sight of B" in p.refused_options("red")["a"].reason
        p.pending(red="Pick the stands that go back", blue="Pick the stands that go back")


@rule("KIM-6.1c")
def test_one_that_dug_in_or_reached_cover_tonight_may_hide() -> None:
    state = night(inf("a", (900, 700)), inf("b", (500, 820)), inf("c", (500, 100), side="blue"), pieces=WOOD)
    with playing(state, NightTurn()) as p:
        set_off(p, {"b": [(500, 700)]}, dig=["a"])
        assert p.options("red") == ["a", "b"]
        p.pending(red="Pick the stands that go back", blue="Pick the stands that go back")


@rule("KIM-6.1c")
def test_who_hides_leaves_the_enemy_s_table_under_a_new_id_and_its_position_stays() -> None:
    state = night(
        inf("dug", (1100, 700), facing=90, dug_in=True),
        inf("wood", (500, 700)),
        hq("h", (500, 650)),
        pieces=WOOD,
    )
    state.commands["red_command"].supply = "wood"
    with after(state, {}, hide={"red": ["dug", "wood", "h"]}) as p:
        assert p.view("blue").stands == {}
        assert [(one.at, one.facing) for one in p.view("blue").dugouts.values()] == [((11000, 7000), 900)]
        assert not {"dug", "wood", "h"} & set(p.state.stands)
        assert all(one.hidden and one.id == id for id, one in p.state.stands.items())
        assert p.state.commands["red_command"].hq == of(p, "H")
        assert p.state.commands["red_command"].supply == of(p, "Wood")
        assert [one.name for one in p.view("red").stands.values()] == ["Dug", "Wood", "H"]
        assert p.state.stands[of(p, "Dug")].dug_in
        told = [one for one in p.match.log("blue") if one.kind == "hides"]
        assert sorted(one.data["stand"] for one in told) == ["dug", "h", "wood"]
        assert "Dug is taken off the table, and its position stays." in p.log_of("blue")
        assert not any(id in str(one.data) for id in p.state.stands for one in told)


@rule("KIM-6.1c")
def test_a_position_that_was_left_on_the_table_before_is_not_doubled() -> None:
    left = {
        "all": Dugout("all", (11000, 7000), 900),
        "afar": Dugout("afar", (11000, 7000), 900, "blue"),
        "other": Dugout("other", (11000, 7001), 900),
    }
    with after(night(inf("a", (1100, 700), dug_in=True), dugouts=left), {}, hide={"red": ["a"]}) as p:
        assert {id: (one.at[1], one.facing) for id, one in p.state.dugouts.items()} == {
            "other": (7001, 900),
            "all": (7000, 0),
        }


@rule("KIM-6.1c", "KIM-3.3a")
def test_it_is_hidden_until_it_moves_or_is_seen() -> None:
    state = night(inf("a", (500, 700)), inf("b", (500, 300), side="blue"), pieces=WOOD)
    with after(state, {}, hide={"red": ["a"]}) as p:
        hidden = of(p, "A")
        assert p.state.stands[hidden].hidden
    again = p.state
    with after(again, {hidden: [(500, 690)]}) as p:
        assert not p.state.stands[hidden].hidden
    again.stands[hidden].at, again.stands[hidden].hidden = (5000, 7000), True
    with after(again, {"b": [(500, 651)]}, options={"night_bad_going": "off"}) as p:
        assert not p.state.stands[hidden].hidden


@rule("KIM-6.1c")
def test_a_hidden_enemy_that_sees_a_stand_keeps_it_on_the_table_without_being_named() -> None:
    state = night(
        inf("a", (900, 700), dug_in=True),
        inf("b", (900, 655), side="blue", hidden=True),
        inf("c", (100, 100), side="blue"),
    )
    with playing(state, NightTurn(), options={"reveal": "by_owner"}) as p:
        set_off(p, {})
        assert p.options("red") == ["a"]
        p.choose("red", ["a"])
        p.choose("blue", [])
        p.nothing_pending()
    assert not p.state.stands["a"].hidden
    assert p.log_of("red")[-1] == "A stays on the table: an enemy sees it."
    assert not any("stays on" in text for text in p.log_of("blue"))


@rule("KIM-6.1c")
def test_both_sides_hide_at_once_and_are_judged_before_either_has_gone() -> None:
    def two() -> StandsState:
        return night(inf("a", (900, 700), dug_in=True), inf("b", (900, 600), side="blue", dug_in=True))

    for first, second in (("red", "blue"), ("blue", "red")):
        picks = {"red": ["a"], "blue": ["b"]}
        with playing(two(), NightTurn()) as p:
            set_off(p, {})
            p.choose(first, picks[first])
            assert not any(one.hidden for one in p.state.stands.values())
            reload(p)
            p.choose(second, picks[second])
            p.nothing_pending()
        assert all(one.hidden for one in p.state.stands.values())


@rule("KIM-6.1c", "KIM-2.5e")
def test_a_stand_that_hides_in_a_minefield_has_rolled_for_it_once() -> None:
    mines = "- {id: mines, kind: minefield, polygon: [[400, 600], [600, 600], [600, 800], [400, 800]]}"
    fields = {"mines": Minefield("mines")}
    state = night(inf("a", (500, 830)), pieces=f"{WOOD}\n{mines}", minefields=fields)
    with after(state, {"a": [(500, 785)]}, dice=[5], hide={"red": ["a"]}) as p:
        id = of(p, "A")
        assert p.state.stands[id].hidden
        assert p.state.minefields["mines"].rolled == (id,)
        assert [entry[0] for entry in p.state.minefields["mines"].entries] == [id]
