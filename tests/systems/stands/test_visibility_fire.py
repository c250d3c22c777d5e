"""The line of fire, and shots at stands that are known and concealed. KIM-4.18a, KIM-3.3b, KIM-6.2a"""

from __future__ import annotations

import pytest

from deadground.space.sight import Verdict
from deadground.space.units import mm
from deadground.systems.stands.rules.visibility.sight_rules import is_in_cover, line_of_fire, sees
from deadground.systems.stands.state import Stand
from deadground.testing.rules import bounds
from tests.systems.stands.field import field, inf, point, tank
from tests.systems.stands.test_visibility import HILL, WOOD, at, square


def fires(shooter: Stand, target: Stand, *others: Stand, pieces: str = "", **how: object) -> Verdict:
    return line_of_fire(field(shooter, target, *others, pieces=pieces), shooter, target, **how)  # type: ignore[arg-type]


@bounds("KIM-4.18a")
@pytest.mark.parametrize(("deep", "free"), [(99, True), (100, True), (100.1, False), (300, False)])
def test_a_line_crosses_at_most_100_of_concealing_ground(deep: float, free: bool) -> None:
    verdict = fires(at(300), at(900, "blue"), pieces=square("woods", 500, 500 + deep))
    assert verdict.seen is free
    if verdict.why:
        assert "KIM-4.18a" in verdict.why.rows
        assert (verdict.why.begins, verdict.why.at) == (2000, point((500, 500)))


@bounds("KIM-4.18a")
def test_all_that_is_crossed_adds_up_and_a_house_in_a_town_counts_once() -> None:
    two = f"{square('woods', 400, 460)}\n{square('orchard', 600, 640)}"
    assert fires(at(300), at(900, "blue"), pieces=two).seen
    assert not fires(at(300), at(900, "blue"), pieces=two.replace("640", "641")).seen
    town = f"{square('town', 500, 600)}\n{square('structure', 520, 560)}"
    assert fires(at(300), at(900, "blue"), pieces=town).seen


@bounds("KIM-3.3b", "KIM-4.18a")
@pytest.mark.parametrize(("deep", "free"), [(1, True), (100, True), (100.1, False), (200, False)])
def test_a_known_stand_in_cover_is_shot_at_from_any_range(deep: float, free: bool) -> None:
    target = at(500 + deep, "blue")
    verdict = fires(at(50), target, pieces=WOOD)
    assert verdict.seen is free
    assert not sees(field(at(50), target, pieces=WOOD), at(50), target).seen
    if verdict.why:
        assert verdict.why.rows == ("KIM-4.18a", "KIM-3.3b")
    else:
        tight = field(at(50), target, pieces=WOOD, numbers={"close_view": mm(0)})
        blocked = line_of_fire(tight, at(50), target)
        assert blocked.why is not None
        assert blocked.why.rows == ("KIM-4.18a", "KIM-3.3b")


@bounds("KIM-4.18a")
def test_dug_in_stands_on_the_table_are_shot_at_from_any_range() -> None:
    assert fires(at(50), inf("b", (800, 500), "blue", dug_in=True)).seen


@bounds("KIM-4.18a")
def test_along_a_river_100_is_the_most_and_across_it_is_free() -> None:
    river = "- {id: river, kind: river, width: 60, line: [[600, 0], [600, 1000]]}"
    assert fires(at(300), at(600, "blue"), pieces=river).seen
    along = inf("red", (600, 400))
    assert fires(along, at(600, "blue"), pieces=river).seen
    assert not fires(along, at(600, "blue", 501), pieces=river).seen
    assert fires(at(300), at(900, "blue"), pieces=river).seen


@bounds("KIM-4.18a", "KIM-3.1d")
def test_out_of_a_wood_one_fires_as_far_as_one_sees() -> None:
    assert fires(at(560), at(460, "blue"), pieces=WOOD).seen
    assert not fires(at(560), at(459, "blue"), pieces=WOOD).seen
    assert fires(at(515), at(100, "blue"), pieces=WOOD).seen
    assert fires(at(560), at(100, "blue"), pieces=WOOD, options={"inside_view": "100_of_cover"}).seen
    assert not fires(at(600), at(100, "blue"), pieces=WOOD, options={"inside_view": "100_of_cover"}).seen


@bounds("KIM-4.18a")
def test_from_the_edge_a_shot_into_the_wood_one_stands_in_crosses_100() -> None:
    assert fires(at(515), at(615, "blue"), pieces=WOOD).seen
    assert not fires(at(515), at(615.1, "blue"), pieces=WOOD).seen


@bounds("KIM-4.18a")
def test_high_ground_and_crests_block_fire_and_hull_down_armour_can_be_shot_at() -> None:
    assert not fires(at(400), at(900, "blue"), pieces=HILL).seen
    assert fires(at(400), at(690, "blue"), pieces=HILL).seen
    assert not fires(at(400), at(710, "blue"), pieces=HILL).seen
    narrow = square("hill", 600, 750, ", level: 1")
    assert fires(at(400), tank("b", (700, 500), "blue"), pieces=narrow).seen
    assert not fires(at(400), tank("b", (701, 500), "blue"), pieces=narrow).seen
    assert fires(tank("b", (701, 500), "blue"), at(400), pieces=narrow).seen


@bounds("KIM-4.18a")
def test_any_stand_on_the_table_blocks_and_the_option_lets_it_pass() -> None:
    for side in ("red", "blue"):
        between = inf("c", (500, 514), side)
        verdict = fires(at(300), at(700, "blue"), between)
        assert verdict.why is not None
        assert (verdict.why.by, verdict.why.rows) == ("c", ("KIM-4.18a",))
        assert fires(at(300), at(700, "blue"), inf("c", (500, 515), side)).seen
        assert fires(at(300), at(700, "blue"), between, options={"stands_block_fire": "off"}).seen
        assert not fires(at(300), at(700, "blue"), between, options={"stands_block_fire": "on"}).seen
        state = field(at(300), at(700, "blue"), between)
        assert sees(state, at(300), at(700, "blue")).seen  # fire only: a stand is no obstacle to sight


@bounds("KIM-4.18a")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_hidden_stand_never_blocks_for_either_side(side: str) -> None:
    hidden = inf("c", (500, 500), side, hidden=True)
    assert fires(at(300), at(700, "blue"), hidden).seen
    assert fires(at(700, "blue"), at(300), hidden).seen


@bounds("KIM-4.18a")
def test_the_nearest_of_several_obstacles_is_named() -> None:
    verdict = fires(at(300), at(900, "blue"), inf("c", (800, 500)), inf("d", (400, 500)), pieces=HILL)
    assert verdict.why is not None
    assert verdict.why.by == "d"
    assert {note.by for note in verdict.notes} == {"hill", "c"}


@bounds("KIM-6.2a", "KIM-4.18a")
def test_at_night_a_target_must_be_seen() -> None:
    assert fires(at(300), at(400, "blue"), night=True).seen
    assert not fires(at(300), at(401, "blue"), night=True).seen
    assert fires(at(480), at(530, "blue"), pieces=WOOD, night=True).seen
    assert not fires(at(479), at(530, "blue"), pieces=WOOD, night=True).seen


def test_cover_is_concealing_ground_or_being_hull_down() -> None:
    wooded, open_, armour = at(600, "blue"), at(100, "blue"), tank("b", (750, 1500), "blue")
    hill = "- {id: hill, kind: hill, level: 1, polygon: [[600, 1200], [800, 1200], [800, 1800], [600, 1800]]}"
    state = field(wooded, open_, armour, pieces=f"{WOOD}\n{hill}")
    assert is_in_cover(state, wooded)
    assert not is_in_cover(state, open_)
    assert not is_in_cover(state, armour)
    assert is_in_cover(state, armour, point((100, 1500)))
    assert not is_in_cover(state, armour, point((1500, 1500)))
