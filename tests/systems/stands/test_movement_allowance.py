"""How far a stand may go: the chart and its limits in their order. KIM-2.1a to KIM-2.3a, KIM-2.5c, KIM-R41"""

from __future__ import annotations

import pytest

from deadground.space.units import mm
from deadground.systems.stands.rules.movement.allowance import allowance, follows_road
from deadground.systems.stands.rules.movement.going import CHARTS
from deadground.systems.stands.state import Stand, StandsState, Template
from deadground.testing import bounds, rule
from tests.systems.stands.field import At, field, hq, inf, point, stand, tank
from tests.systems.stands.marches import march, refused, rows_of, to

WOOD = "  - {id: wood, kind: woods, polygon: [[400, 400], [600, 400], [600, 600], [400, 600]]}"
ROAD = "  - {id: road, kind: road, width: 20, line: [[500, 0], [500, 2000]]}"


def reach(state: StandsState, id: str = "a", *way: At) -> float:
    """What a stand may move along a way, in millimetres."""
    one = state.stands[id]
    return allowance(state, one, (one.at, *(point(at) for at in way))).tenths / 10


@rule("KIM-2.1a")
@pytest.mark.parametrize(
    ("kind", "road", "open_"),
    [
        ("infantry", 200, 150),
        ("churchill", 250, 150),
        ("tiger_2", 250, 150),
        ("kv_1", 250, 150),
        ("matilda", 250, 150),
        ("sherman", 350, 250),
        ("tiger_1", 350, 250),
        ("armoured_infantry", 350, 250),
        ("t34_late", 400, 300),
        ("pak40", 400, 300),
        ("hq", 400, 300),
        ("motorcycle", 500, 400),
        ("supply", 500, 400),
        ("horses", 200, 150),
    ],
)
def test_each_kind_has_its_move_by_road_and_in_the_open(kind: str, road: int, open_: int) -> None:
    state = field(stand("a", kind, (500, 1500), order="move"), pieces=ROAD)
    assert reach(state, "a", (600, 1500)) == open_
    assert reach(state, "a", (500, 1300)) == road


@rule("KIM-2.1a")
def test_the_chart_is_the_printed_one() -> None:
    chart = CHARTS["stands.movement"]
    cells = {
        mover: [chart.number(mover, column) for column in ("road", "open")] for mover in chart.axes[0].keys
    }
    assert cells == {
        "infantry": [200, 150],
        "slow_tank": [250, 150],
        **{key: [350, 250] for key in ("medium_tank", "spg", "armoured_infantry")},
        **{key: [400, 300] for key in ("fast_tank", "towed_artillery", "armoured_car", "hq")},
        **{key: [500, 400] for key in ("jeep", "truck")},
    }


@rule("KIM-3.2a")
def test_recon_moves_as_jeeps() -> None:
    state = field(stand("a", "recon", (500, 1500), order="move"), pieces=ROAD)
    assert reach(state) == 400
    assert reach(state, "a", (500, 1300)) == 500


@bounds("KIM-4.19a", "KIM-1.3b", "KIM-2.5c")
@pytest.mark.parametrize(
    ("at", "order", "limit", "left"),
    [
        ((200, 200), "move", "", 150),
        ((200, 200), "move_and_fire", "", 100),
        ((200, 200), "move", "half", 75),
        ((200, 200), "move_and_fire", "half", 50),
        ((500, 500), "move", "", 100),
        ((500, 500), "move_and_fire", "", 50),
        ((500, 500), "move_and_fire", "half", 25),
    ],
)
def test_limits_come_in_the_order_chart_bad_going_minus_50_half(
    at: At, order: str, limit: str, left: float
) -> None:
    everything = inf("b", (500, 500), order="move_and_fire", limit="half")
    state = field(inf("a", at, order=order, limit=limit), everything, pieces=WOOD)
    assert reach(state) == left
    assert reach(state, "b") == 25


@bounds("KIM-4.19a")
def test_armoured_infantry_lose_50_too_and_armour_nothing() -> None:
    ours = inf("a", (200, 200), kind="armoured_infantry", order="move_and_fire")
    state = field(ours, tank("b", (300, 200), order="move_and_fire"))
    assert reach(state, "a") == 200
    assert reach(state, "b") == 250


@bounds("KIM-1.2f")
def test_the_tally_tells_how_the_allowance_came_about() -> None:
    state = field(inf("a", (500, 500), order="move_and_fire", limit="half"), pieces=WOOD)
    lines = allowance(state, state.stands["a"]).tally.lines
    assert [line.amount for line in lines] == [1500, -500, -500, -250]
    assert "KIM-1.2f" in lines[2].rows


@bounds("KIM-2.3a")
@pytest.mark.parametrize(("away", "is_road"), [(74.9, True), (75, True), (75.1, False)])
def test_the_road_column_asks_for_50_from_the_road_at_both_ends(away: float, is_road: bool) -> None:
    """The road is 20 wide and the base 30: an edge 50 from the road's edge is a centre 75 from its middle."""
    start = field(inf("a", (500 + away, 1500), order="move"), pieces=ROAD)
    end = field(inf("a", (500, 1500), order="move"), pieces=ROAD)
    assert (reach(start, "a", (500, 1400), (500, 1320)) == 200) == is_road
    assert (reach(end, "a", (500, 1350), (500 + away, 1350)) == 200) == is_road


@bounds("KIM-2.3a")
def test_a_path_that_leaves_the_road_on_the_way_gets_the_open_column() -> None:
    state = field(inf("a", (500, 1500), order="move"), pieces=ROAD)
    one = state.stands["a"]
    off = tuple(point(at) for at in ((500, 1500), (600, 1450), (500, 1400)))
    assert follows_road(state, one, (*off[:1], point((500, 1400))))
    assert not follows_road(state, one, off)


@bounds("KIM-2.5c", "KIM-2.5d")
def test_bad_going_holds_a_stand_to_100_until_its_whole_base_is_clear() -> None:
    for y, left in ((614.9, 100), (615, 100), (615.1, 150)):
        state = field(inf("a", (500, y), order="move"), pieces=WOOD)
        assert reach(state, "a", (500, 700)) == left, y
    on_road = field(inf("a", (500, 500), order="move"), pieces=f"{WOOD}\n{ROAD}")
    assert reach(on_road, "a", (500, 600)) == 200
    assert reach(on_road, "a", (600, 500)) == 100


@bounds("KIM-2.5c")
def test_bad_going_never_makes_a_move_longer() -> None:
    state = field(inf("a", (500, 500), order="move"), pieces=WOOD, numbers={"bad_going_move": mm(200)})
    assert reach(state) == 150


@bounds("KIM-4.12c")
def test_ground_under_a_template_is_bad_going_even_on_a_road() -> None:
    state = field(inf("a", (500, 500), order="move"), pieces=ROAD)
    assert reach(state, "a", (500, 600)) == 200
    state.templates["t"] = Template("t", "blue", "gun", point((500, 500)), mm(100))
    assert reach(state, "a", (500, 600)) == 100


@rule("KIM-2.1b")
@pytest.mark.parametrize(("far", "is_fault"), [(74.9, True), (75, False), (75.1, False)])
def test_a_move_covers_at_least_half_the_allowance(far: float, is_fault: bool) -> None:
    state = field(inf("a", (1000, 1000), order="move", arrow=0))
    found = refused(state, "a", (1000, 1000 - far))
    assert ("KIM-2.1b" in rows_of(found)) == is_fault
    assert not refused(state, "a", (1000, 1000 - far), options={"minimum_move": "off"})


@rule("KIM-2.1b", "KIM-2.3a")
def test_the_road_bonus_does_not_make_the_least_move_longer() -> None:
    state = field(inf("a", (500, 1500), order="move", arrow=0), pieces=ROAD)
    assert not refused(state, "a", (500, 1425))
    assert "KIM-2.1b" in rows_of(refused(state, "a", (500, 1425.1)))


@rule("KIM-2.1b")
def test_half_of_what_is_left_after_all_limits() -> None:
    state = field(inf("a", (1000, 1000), order="move_and_fire", arrow=0, limit="half"))
    assert not refused(state, "a", (1000, 975))
    assert "KIM-2.1b" in rows_of(refused(state, "a", (1000, 975.1)))


@rule("KIM-2.1b", "KIM-2.4a", "KIM-2.5a")
def test_ground_enemies_and_the_edge_excuse_a_short_move() -> None:
    edge = field(inf("a", (1000, 40), order="move", arrow=0))
    assert not refused(edge, "a", (1000, 0))
    wood = field(inf("a", (500, 640), order="move", arrow=0), pieces=WOOD)
    assert not refused(wood, "a", (500, 600))
    foe = field(inf("a", (1000, 1000), order="move", arrow=0), inf("b", (1000, 880), side="blue"))
    assert not refused(foe, "a", (1000, 970))
    assert refused(foe, "a", (970, 1000))
    march(foe, {"a": to((1000, 970))})


@rule("KIM-1.3b", "KIM-1.3c")
def test_a_failed_command_roll_halves_the_move_or_forbids_it() -> None:
    half = field(tank("a", (1000, 1000), order="move", arrow=0, limit="half"))
    assert not refused(half, "a", (1000, 875))
    assert "KIM-1.3b" in rows_of(refused(half, "a", (1000, 874.9)))
    none = field(tank("a", (1000, 1000), order="move", arrow=0, limit="direct"))
    assert "KIM-1.3c" in rows_of(refused(none, "a", (1000, 875)))
    turning = field(tank("a", (1000, 1000), order="change_formation", arrow=900, limit="direct"))
    assert march(turning).state.stands["a"].facing == 0


@rule("KIM-1.3h")
def test_hq_and_supply_move_without_a_card() -> None:
    stands: list[Stand] = [hq("a", (1000, 1000)), stand("s", "supply", (1200, 1000)), inf("b", (1400, 1000))]
    state = field(*stands)
    assert not refused(state, "a", (1000, 700))
    assert "KIM-2.1a" in rows_of(refused(state, "a", (1000, 699.9)))
    assert "KIM-1.2b" in rows_of(refused(state, "b", (1400, 900)))
    p = march(state, {"a": to((1000, 700)), "s": to((1200, 600))})
    assert p.state.stands["a"].moved == mm(300)
    assert p.state.stands["s"].moved == mm(400)
