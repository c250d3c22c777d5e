"""Minefields: the roll on entry, and who clears them. KIM-2.5e, KIM-2.5f, KIM-R46, KIM-R47"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.state import Minefield, StandsState, Task
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, inf, stand, tank
from tests.systems.stands.marches import march, place, to

MINES = "  - {id: mines, kind: minefield, polygon: [[400, 560], [600, 560], [600, 600], [400, 600]]}"
ROAD = "  - {id: road, kind: road, width: 20, line: [[500, 0], [500, 2000]]}"


def mined(*stands: Any, pieces: str = MINES, **changes: Any) -> StandsState:
    return field(*stands, pieces=pieces, minefields={"mines": Minefield("mines")}, **changes)


def again(p: Play[StandsState], ways: dict[str, Any], **more: Any) -> Play[StandsState]:
    """The next turn's movement, on the table as it is."""
    return march(p.state, ways, **more)


@rule("KIM-2.5e", "KIM-2.5b")
@pytest.mark.parametrize(("die", "lives"), [(1, False), (2, True), (10, True)])
def test_a_stand_that_enters_rolls_and_a_1_destroys_it(die: int, lives: bool) -> None:
    for one in (inf("a", (500, 660), order="move", arrow=0), tank("a", (500, 660), order="move", arrow=0)):
        p = march(mined(one), {"a": to((500, 530))}, dice=[die])
        assert ("a" in p.state.stands) == lives
        if lives:
            assert place(p, "a") == (500, 585)
        else:
            assert p.state.fallen["a"].at[1] in range(6100, 6151)


@rule("KIM-2.5e")
def test_it_rolls_at_the_edge_and_only_once() -> None:
    beside = march(mined(inf("a", (500, 700), order="move", arrow=0)), {"a": to((500, 615.1))})
    assert beside.state.minefields["mines"].rolled == ()
    on_edge = march(mined(inf("a", (500, 700), order="move", arrow=0)), {"a": to((500, 615))}, dice=[2])
    assert on_edge.state.minefields["mines"].rolled == ("a",)
    back = on_edge.state
    back.stands["a"].arrow = 1800
    out = march(back, {"a": to((500, 700))})
    assert not out.state.minefields["mines"].cleared
    out.state.stands["a"].arrow = 0
    assert place(march(out.state, {"a": to((500, 580))}), "a") == (500, 585)


@rule("KIM-2.5e", "KIM-2.5d")
def test_a_road_cancels_the_slowing_and_not_the_roll() -> None:
    state = mined(tank("a", (500, 660), order="move", arrow=0), pieces=f"{MINES}\n{ROAD}")
    p = march(state, {"a": to((500, 500))}, dice=[2])
    assert place(p, "a") == (500, 500)
    assert p.state.minefields["mines"].cleared


@rule("KIM-2.5f", "KIM-2.5c")
def test_who_gets_across_clears_it_for_all() -> None:
    state = mined(tank("a", (500, 660), order="move", arrow=0), tank("b", (450, 800), order="move", arrow=0))
    p = march(state, {"a": to((500, 530))}, dice=[5])
    assert not p.state.minefields["mines"].cleared
    p = again(p, {"a": to((500, 500))})
    assert p.state.minefields["mines"].cleared
    p = again(p, {"b": to((450, 550))})
    assert place(p, "b") == (450, 550)


@rule("KIM-2.5f")
def test_it_is_cleared_when_the_whole_base_is_out_at_another_side() -> None:
    for y, cleared in ((545, False), (544.9, True)):
        state = mined(tank("a", (500, 660), order="move", arrow=0))
        p = again(
            march(state, {"a": to((500, 530))}, dice=[5]),
            {"a": to((500, y))},
            options={"minimum_move": "off"},
        )
        assert p.state.minefields["mines"].cleared == cleared, y


@rule("KIM-2.5f")
def test_one_who_turns_back_clears_nothing() -> None:
    p = march(mined(tank("a", (500, 660), order="move", arrow=0)), {"a": to((500, 530))}, dice=[5])
    p.state.stands["a"].arrow = 1800
    p = again(p, {"a": to((540, 585), (540, 640))})
    assert not p.state.minefields["mines"].cleared
    assert p.state.minefields["mines"].entries == ()


@rule("KIM-2.5f", "KIM-2.5b")
def test_engineers_clear_without_rolling_but_are_slowed() -> None:
    state = mined(inf("a", (500, 660), order="move", arrow=0, engineer=True))
    p = march(state, {"a": to((500, 530))})
    assert place(p, "a") == (500, 585)
    p = again(p, {"a": to((500, 500))})
    assert p.state.minefields["mines"].cleared


@rule("KIM-2.5f")
def test_where_the_scenario_sets_a_task_crossing_engineers_clear_nothing() -> None:
    state = mined(inf("a", (500, 660), order="move", arrow=0, engineer=True))
    state.tasks["t"] = Task("t", "red", "Clear the mines", ("a",), 1, effect="clear mines")
    p = again(march(state, {"a": to((500, 530))}), {"a": to((500, 500))})
    assert not p.state.minefields["mines"].cleared


@rule("KIM-2.5f", "KIM-2.5e")
def test_with_the_option_only_a_lane_is_cleared() -> None:
    lane = {"mines_cleared": "lane"}
    state = mined(
        tank("a", (500, 660), order="move", arrow=0),
        tank("b", (510, 800), order="move", arrow=0),
        tank("c", (530, 720), order="move", arrow=0),
    )
    p = march(state, {"a": to((500, 530))}, dice=[5], options=lane)
    p = again(p, {"a": to((500, 500))}, options=lane)
    assert not p.state.minefields["mines"].cleared
    p = again(p, {"b": to((510, 550)), "c": to((530, 500))}, dice=[2], options=lane)
    assert place(p, "b") == (510, 550)
    assert place(p, "c") == (530, 585)


@rule("KIM-2.5f")
def test_a_field_cleared_in_the_phase_is_open_to_those_who_come_later_in_it() -> None:
    """The one at the far edge is out after a few steps; the other has not come to the field by then."""
    state = mined(
        tank("a", (500, 560), order="move", arrow=0),
        stand("b", "motorcycle", (450, 900), order="move", arrow=0),
    )
    state.minefields["mines"] = Minefield("mines", rolled=("a",), entries=(("a", (5000, 6200)),))
    p = march(state, {"a": to((500, 500)), "b": to((450, 520))})
    assert place(p, "b") == (450, 520)


@rule("KIM-2.5e")
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_all_dice_of_a_step_come_before_all_effects(order: tuple[str, str]) -> None:
    """Two enemies enter at the same moment: one is lost, the other not, whoever is listed first."""
    both = {
        "a": tank("a", (450, 660), order="move", arrow=0),
        "b": tank("b", (550, 500), "blue", order="move", arrow=1800),
    }
    state = mined(*(both[id] for id in order))
    p = march(state, {"a": to((450, 560))}, {"b": to((550, 600))}, dice=[1, 7])
    assert set(p.state.stands) == {"b"}
    assert [event.kind for event in p.events].index("mines") < [event.kind for event in p.events].index(
        "halted"
    )
