"""A bridge that is blown bars the road over it, and everybody knows: rules, sight, bots. KIM-1.2l, KIM-R132"""

from __future__ import annotations

import pytest

from deadground.space.units import mm
from deadground.systems.stands.bots.grid import grid_of
from deadground.systems.stands.rules.cards.tasks import carry_out_actions
from deadground.systems.stands.rules.morale.morale import MoraleTest
from deadground.systems.stands.rules.movement.allowance import allowance
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.movement.route_guide import surface_of
from deadground.systems.stands.rules.visibility.sight_rules import is_in_cover
from deadground.systems.stands.scenario_file import scenario_named
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import Stand, StandsState, Task
from deadground.testing import bounds, rule
from tests.systems.stands.assaults import charger, charging, foe
from tests.systems.stands.field import At, field, inf, point, tank
from tests.systems.stands.marches import march, place, refused, rows_of, to
from tests.systems.stands.scenes import seen
from tests.systems.stands.system import game, playing

STREAM = "  - {id: stream, kind: stream, width: 20, line: [[0, 900], [2000, 900]]}\n"
RIVER = STREAM.replace("stream", "river")
DEEP = RIVER.replace("]]}", "]], tags: {impassable: true}}")
OVER = (
    "  - {id: road, kind: road, width: 20, line: [[500, 0], [500, 1000], [510, 2000]]}\n"
    "  - {id: bridge, kind: bridge, name: Old Bridge, width: 24, line: [[500, 880], [500, 920]]}\n"
)
DOWN = ("bridge",)


def mover(at: At) -> Stand:
    return tank("a", at, order="move", arrow=0)


def blown(*stands: Stand, pieces: str = STREAM + OVER) -> StandsState:
    """The last step of the task is done by Action: the bridge goes up."""
    sapper = inf("s", (530, 960), engineer=True, order="action", group="g")
    task = Task(
        "t",
        "red",
        "The bridge",
        ("engineers",),
        1,
        effect="blow bridge",
        near=point((500, 900)),
        within=mm(80),
    )
    state = field(sapper, *stands, pieces=pieces, tasks={"t": task})
    carry_out_actions(game(state))
    assert state.tasks["t"].done == 1
    return state


def reach(state: StandsState, *way: At) -> float:
    one = state.stands["a"]
    return allowance(state, one, (one.at, *(point(at) for at in way))).tenths / 10


@rule("KIM-1.2l")
@pytest.mark.parametrize("water", [STREAM, RIVER, DEEP])
def test_nobody_drives_over_a_blown_bridge(water: str) -> None:
    whole = field(mover((500, 1000)), pieces=water + OVER)
    assert not refused(whole, "a", (500, 700))
    (fault,) = [
        one
        for one in refused(blown(mover((500, 1000)), pieces=water + OVER), "a", (500, 850))
        if "cross" in one.reason
    ]
    assert fault.reason == "A cannot cross Old Bridge (blown)"
    assert {"KIM-1.2l", "KIM-R132"} <= set(fault.rows)


@rule("KIM-1.2l")
@pytest.mark.parametrize(("y", "barred"), [(921, False), (920.1, False), (920, True), (919, True)])
def test_one_drives_up_to_it_and_no_further(y: float, barred: bool) -> None:
    state = blown(mover((500, 1100)))
    assert ("KIM-R132" in rows_of(refused(state, "a", (500, y)))) == barred


@bounds("KIM-1.2l", "KIM-2.3a")
def test_the_road_leads_up_to_the_gap_and_not_past_it() -> None:
    state = blown(mover((500, 1100)))
    assert reach(state, (500, 921)) == 350, "by road to the gap"
    past = ((550, 1000), (550, 760))
    assert reach(field(mover((500, 1100)), pieces=STREAM + OVER), *past) == 350
    assert reach(state, *past) == 250, "round it is no road"


@rule("KIM-1.2l", "KIM-2.5d")
def test_beside_it_the_stream_is_waded_as_bad_going() -> None:
    """A base beside the bridge touches the road over it; without the bridge that helps nobody."""
    whole = field(mover((521, 1000)), pieces=STREAM + OVER)
    assert place(march(whole, {"a": to((521, 760))}), "a") == (521, 760)
    state = blown(mover((521, 1000)))
    assert place(march(state, {"a": to((521, 760))}), "a") == (521, 895), "a base depth into the stream"


@rule("KIM-1.2l")
def test_beside_it_an_impassable_river_is_not_crossed() -> None:
    assert not refused(field(mover((520, 1000)), pieces=DEEP + OVER), "a", (520, 760))
    state = blown(mover((520, 1000)), pieces=DEEP + OVER)
    assert "A cannot cross river" in [fault.reason for fault in refused(state, "a", (520, 760))]


@rule("KIM-1.2l")
def test_who_was_on_it_stays_in_what_it_crossed_and_may_leave() -> None:
    caught = mover((500, 900))
    assert not is_in_cover(field(caught, pieces=RIVER + OVER), caught)
    state = blown(caught, pieces=RIVER + OVER)
    assert is_in_cover(state, state.stands["a"]), "the bridge lifts nobody out of the river any more"
    assert not refused(state, "a", (500, 810))
    assert "KIM-R132" in rows_of(refused(state, "a", (500, 960), (500, 900))), "but not come back"
    state.impassable = (*state.impassable, "river")
    assert not refused(state, "a", (500, 810))
    assert "A cannot cross river" in [fault.reason for fault in refused(state, "a", (650, 900))]


@rule("KIM-1.2l")
def test_a_route_planned_over_it_is_not_proposed_and_not_walked() -> None:
    state = blown(mover((500, 1000)))
    state.stands["a"].route = (point((500, 1000)), point((500, 760)))
    with playing(state, Movement()) as p:
        assert "a" not in p.asked("red").proposal
        assert p.refuse("red", {"a": to((500, 760))})
        p.choose("red", {})
        p.choose("blue", {})
        p.nothing_pending()
    assert place(p, "a") == (500, 1000)


@bounds("KIM-1.2l")
def test_bots_and_suggested_ways_know_that_it_is_down() -> None:
    wide = (DEEP + OVER).replace("width: 20", "width: 60").replace("880", "850").replace("920", "950")
    here = point((500, 900))
    whole, state = field(pieces=wide), blown(pieces=wide)
    assert [bool(grid_of(one).barred[grid_of(one).cell(here)]) for one in (whole, state)] == [False, True]
    assert [surface_of(one).rate_at(here) for one in (whole, state)] == [1, None]


def test_the_table_shows_that_it_is_down() -> None:
    assert not seen(field(pieces=STREAM + OVER)).traces
    (trace,) = seen(blown()).traces.values()
    assert (trace.at, trace.symbol, trace.title) == (point((500, 900)), "crater", "Old Bridge (blown)")


@rule("KIM-1.2l")
def test_the_bridge_of_the_olkhovka_line() -> None:
    """One Action of the sappers, and no tank goes on along the road."""
    state = battle(scenario_named("olkhovka-line"))
    sapper = next(one for one in state.stands.values() if one.engineer and one.side == "soviet")
    sapper.at, sapper.order, sapper.group = point((512, 546)), "action", "g"
    tank = state.stands["german-panzer-panzers-1"]
    tank.at, tank.order = point((400, 489)), "move"
    assert not refused(state, tank.id, (600, 496))
    carry_out_actions(game(state))
    assert "KIM-R132" in rows_of(refused(state, tank.id, (600, 496)))


@rule("KIM-8.1c")
def test_who_was_on_it_may_march_off_it() -> None:
    state = blown(mover((500, 900)), pieces=RIVER + OVER)
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options={"retire": "march_off"}) as p:
        p.nothing_pending()
    assert place(p, "a")[1] > 900


@rule("KIM-7.1b")
@pytest.mark.parametrize(
    ("attacker", "defender", "goes"), [(900, 820, True), (971, 891, True), (969, 889, False)]
)
def test_who_was_on_it_may_charge_off_it_and_nobody_on_to_it(
    attacker: int, defender: int, goes: bool
) -> None:
    state = blown(charger("a", (500, attacker)), foe("b", (500, defender)), pieces=RIVER + OVER)
    with charging(state) as p:
        p.nothing_pending()
    assert (p.state.stands["a"].in_contact_with == "b") == goes
    assert (place(p, "a")[1] < attacker) == goes
