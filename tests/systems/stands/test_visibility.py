"""Who sees whom: open ground, concealing ground, works, hull down, in and out of cover, high ground. KIM-3.1"""

from __future__ import annotations

import pytest

from deadground.space.sight import Verdict
from deadground.systems.stands.rules.visibility.sight_rules import (
    concealing_piece,
    in_view_of_side,
    is_hull_down,
    sees,
    sees_position,
    who_sees,
)
from deadground.systems.stands.state import Stand
from deadground.testing.rules import bounds
from tests.systems.stands.field import field, gun, inf, point, tank

WOOD = "- {id: wood, kind: woods, name: Wood, polygon: [[500, 0], [900, 0], [900, 1000], [500, 1000]]}"
"""From 500 to 900 across."""


def square(kind: str, west: float, east: float, more: str = "", id: str = "") -> str:
    corners = f"[[{west}, 0], [{east}, 0], [{east}, 1000], [{west}, 1000]]"
    return f"- {{id: {id or kind}, kind: {kind}, polygon: {corners}{more}}}"


def looks(looker: Stand, target: Stand, pieces: str = "", **how: object) -> Verdict:
    return sees(field(looker, target, pieces=pieces), looker, target, **how)  # type: ignore[arg-type]


def at(x: float, side: str = "red", y: float = 500) -> Stand:
    return inf(side, (x, y), side)


@bounds("KIM-3.1a")
@pytest.mark.parametrize(("distance", "seen"), [(599, True), (600, True), (600.1, False), (601, False)])
def test_in_the_open_a_stand_is_seen_at_600(distance: float, seen: bool) -> None:
    verdict = looks(at(100), at(100 + distance, "blue"))
    assert verdict.seen is seen
    if verdict.why:
        assert verdict.why.rows == ("KIM-3.1a",)
        assert (verdict.why.begins, verdict.why.at) == (6000, point((700, 500)))
        assert "seen at 600 mm" in verdict.why.reason


@bounds("KIM-3.1a")
def test_a_diagonal_is_measured_exactly_and_a_scenario_may_set_another_reach() -> None:
    looker, target = inf("a", (100, 100)), inf("b", (460, 580), "blue")
    assert sees(field(looker, target), looker, target).seen
    further = inf("b", (460, 580.1), "blue")
    assert not sees(field(looker, further), looker, further).seen
    assert not sees(field(looker, target, numbers={"open_view": 5999}), looker, target).seen


@bounds("KIM-3.1b")
@pytest.mark.parametrize(
    ("kind", "more"),
    [("woods", ""), ("town", ""), ("ridge", ", level: 1"), ("orchard", ""), ("structure", ""), ("gully", "")],
)
@pytest.mark.parametrize(("distance", "seen"), [(99, True), (100, True), (100.1, False), (400, False)])
def test_concealing_ground_hides_a_stand_until_100(kind: str, more: str, distance: float, seen: bool) -> None:
    verdict = looks(at(550 - distance), at(550, "blue"), square(kind, 530, 1500, more))
    assert verdict.seen is seen
    if verdict.why:
        assert any("KIM-3.1b" in found.rows and found.by == kind for found in (verdict.why, *verdict.notes))


@bounds("KIM-3.1b")
def test_a_river_conceals_those_in_it_but_not_those_on_its_bridge_or_beyond_it() -> None:
    river = "- {id: river, kind: river, width: 60, line: [[600, 0], [600, 1000]]}"
    bridge = "\n- {id: bridge, kind: bridge, width: 40, line: [[560, 500], [640, 500]]}"
    assert not looks(at(300), at(600, "blue"), river).seen
    assert looks(at(500), at(600, "blue"), river).seen
    assert looks(at(300), at(600, "blue"), river + bridge).seen
    assert looks(at(300), at(800, "blue"), river).seen
    assert looks(at(600), at(800, "blue"), river).seen  # and one sees out of it


@bounds("KIM-3.1b")
@pytest.mark.parametrize("kind", ["wheat", "brush", "field", "marsh", "sunflowers", "minefield"])
def test_other_ground_is_open(kind: str) -> None:
    assert looks(at(100), at(600, "blue"), square(kind, 500, 900)).seen
    assert not looks(at(100), at(600, "blue"), square("woods", 500, 900)).seen


@bounds("KIM-3.1b")
def test_a_stand_is_in_a_piece_when_its_centre_is() -> None:
    inside, outside = at(500, "blue"), at(499.9, "blue")
    assert concealing_piece(field(inside, pieces=WOOD), inside) is not None
    assert concealing_piece(field(outside, pieces=WOOD), outside) is None
    assert not looks(at(300), inside, WOOD).seen
    assert looks(at(300), outside, WOOD).seen


@bounds("KIM-3.1c")
@pytest.mark.parametrize(("distance", "seen"), [(99, True), (100, True), (101, False), (300, False)])
def test_a_dug_in_stand_is_seen_within_100(distance: float, seen: bool) -> None:
    dug = inf("blue", (700, 500), "blue", dug_in=True)
    verdict = looks(at(700 - distance), dug)
    assert verdict.seen is seen
    if verdict.why:
        assert verdict.why.rows == ("KIM-3.1c",)
        assert "dug in" in verdict.why.reason


@bounds("KIM-3.1c")
@pytest.mark.parametrize("kind", ["trench", "bunker", "foxholes"])
def test_foot_and_guns_in_works_are_dug_in_and_a_vehicle_that_drives_over_them_is_not(kind: str) -> None:
    works = square(kind, 690, 710)
    assert not looks(at(500), inf("b", (700, 500), "blue"), works).seen
    assert not looks(at(500), gun("b", (700, 500), "blue"), works).seen
    assert looks(at(500), tank("b", (700, 500), "blue"), works).seen
    assert not looks(at(500), tank("b", (700, 500), "blue", dug_in=True), works).seen


@bounds("KIM-3.1c")
@pytest.mark.parametrize(("distance", "seen"), [(799, True), (800, True), (801, False)])
def test_the_position_itself_is_seen_at_800(distance: float, seen: bool) -> None:
    looker = at(1000 - distance)
    state = field(looker, inf("b", (1000, 500), "blue"), pieces=square("trench", 990, 1010))
    verdict = sees_position(state, looker, point((1000, 500)))
    assert verdict.seen is seen
    if verdict.why:
        assert verdict.why.rows == ("KIM-3.1c",)


@bounds("KIM-3.1c")
def test_a_position_behind_a_wood_is_not_seen() -> None:
    looker = at(400)
    state = field(looker, pieces=f"{WOOD}\n{square('trench', 990, 1010)}")
    verdict = sees_position(state, looker, point((1000, 500)))
    assert verdict.why is not None
    assert verdict.why.by == "wood"


HILL = square("hill", 600, 800, ", level: 1")


@bounds("KIM-3.1c")
@pytest.mark.parametrize(
    ("x", "hull_down"), [(650, False), (699, False), (700, False), (700.1, True), (750, True), (800, True)]
)
def test_armour_past_the_crest_is_hull_down(x: float, hull_down: bool) -> None:
    target = tank("b", (x, 500), "blue")
    state = field(at(400), target, pieces=HILL)
    assert is_hull_down(state, target, point((400, 500))) is hull_down
    assert sees(state, at(400), target).seen is not hull_down
    assert is_hull_down(state, target, point((1000, 500))) is (x < 700)


@bounds("KIM-3.1c")
def test_hull_down_armour_is_seen_within_100_and_sees_out_itself() -> None:
    target = tank("b", (710, 500), "blue")
    for distance, seen in ((99, True), (100, True), (101, False)):
        assert looks(at(710 - distance), target, HILL).seen is seen
    verdict = looks(at(400), target, HILL)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.rows) == ("hill", ("KIM-3.1c",))
    assert looks(target, at(400), HILL).seen
    looker = field(at(400), target, pieces=HILL)
    assert is_hull_down(looker, target, point((400, 500)))


@bounds("KIM-3.1c")
def test_only_armour_is_hull_down_and_not_from_higher_ground_or_the_same_slope() -> None:
    state = field(at(400), pieces=f"{HILL}\n{square('hill', 200, 300, ', level: 2', 'tor')}")
    assert not is_hull_down(state, inf("b", (750, 500), "blue"), point((400, 500)))
    assert not is_hull_down(state, tank("b", (750, 500), "blue", kind="truck"), point((400, 500)))
    assert is_hull_down(state, tank("b", (750, 500), "blue"), point((400, 500)))
    assert not is_hull_down(state, tank("b", (750, 500), "blue"), point((250, 500)))
    assert not is_hull_down(state, tank("b", (790, 500), "blue"), point((720, 500)))
    assert is_hull_down(state, tank("b", (790, 500), "blue"), point((690, 500)))


@bounds("KIM-3.1d")
def test_150_deep_one_does_not_see_out_and_100_deep_only_to_the_edge() -> None:
    assert not looks(at(650), at(499, "blue"), WOOD).seen
    assert looks(at(600), at(500, "blue"), WOOD).seen
    assert not looks(at(600), at(499.9, "blue"), WOOD).seen
    verdict = looks(at(650), at(450, "blue"), WOOD)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.rows) == ("wood", ("KIM-3.1d",))
    assert (verdict.why.begins, verdict.why.at) == (1000, point((550, 500)))


@bounds("KIM-3.1d")
@pytest.mark.parametrize(("past", "seen"), [(39, True), (40, True), (40.1, False), (300, False)])
def test_60_deep_one_sees_40_past_the_edge(past: float, seen: bool) -> None:
    assert looks(at(560), at(500 - past, "blue"), WOOD).seen is seen
    assert looks(at(560), at(500 - past, "blue"), WOOD, options={"inside_view": "100_total"}).seen is seen


@bounds("KIM-3.1d")
def test_with_100_of_cover_what_lies_beyond_the_edge_is_open_ground() -> None:
    options = {"inside_view": "100_of_cover"}
    assert looks(at(560), at(100, "blue"), WOOD, options=options).seen
    assert looks(at(599.9), at(100, "blue"), WOOD, options=options).seen
    east = WOOD.replace("900", "710")
    assert looks(at(650), at(1250, "blue"), east, options=options).seen
    assert not looks(at(650), at(1250.1, "blue"), east, options=options).seen  # 600 is still the most
    assert looks(at(600), at(500, "blue"), WOOD, options=options).seen
    assert not looks(at(600), at(499, "blue"), WOOD, options=options).seen
    assert not looks(at(650), at(499, "blue"), WOOD, options=options).seen
    assert not looks(at(560), at(661, "blue"), WOOD, options=options).seen  # in the wood: 100 as ever


@bounds("KIM-3.1d")
@pytest.mark.parametrize(
    ("x", "sees_out"), [(500, True), (515, True), (515.2, True), (515.3, False), (530, False)]
)
def test_a_base_that_touches_the_edge_sees_out_and_stays_concealed(x: float, sees_out: bool) -> None:
    assert looks(at(x), at(200, "blue"), WOOD).seen is sees_out
    assert not looks(at(200, "blue"), at(x), WOOD).seen


@bounds("KIM-3.1d")
def test_from_the_edge_one_sees_out_but_not_through_the_wood() -> None:
    assert looks(at(515), at(100, "blue"), WOOD).seen
    assert not looks(at(515), at(1000, "blue"), WOOD).seen
    strip = square("woods", 500, 615)
    assert looks(at(515), at(900, "blue"), strip).seen  # 100 of it
    assert not looks(at(514.9), at(900, "blue"), strip).seen


@bounds("KIM-3.1d")
@pytest.mark.parametrize(("deep", "seen"), [(99, True), (100, True), (100.1, False)])
def test_a_stand_at_the_edge_sees_100_into_it(deep: float, seen: bool) -> None:
    assert looks(at(485), at(500 + deep, "blue"), WOOD).seen is seen
    assert looks(at(500), at(500 + deep, "blue"), WOOD).seen is seen


@bounds("KIM-3.1b")
def test_not_at_the_edge_the_100_count_from_the_stand() -> None:
    assert looks(at(484), at(584, "blue"), WOOD).seen
    assert not looks(at(484), at(585, "blue"), WOOD).seen


@bounds("KIM-3.1d")
def test_a_wood_between_closes_the_view() -> None:
    strip = square("woods", 500, 540)
    verdict = looks(at(300), at(700, "blue"), strip)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.rows, verdict.why.begins) == ("woods", ("KIM-3.1d",), 2000)
    assert looks(at(470), at(570, "blue"), strip).seen
    assert not looks(at(470), at(571, "blue"), strip).seen
    assert looks(at(485), at(600, "blue"), strip).seen
    assert not looks(at(485), at(601, "blue"), strip).seen


@bounds("KIM-3.1b")
def test_touching_one_wood_does_not_help_to_see_into_another() -> None:
    grove = "- {id: grove, kind: woods, polygon: [[460, 570], [484, 570], [484, 590], [460, 590]]}"
    looker, target = inf("red", (470, 500), "red"), inf("blue", (470, 580), "blue")
    assert looks(looker, target, grove).seen
    beside = inf("red", (485, 475), "red")
    assert looks(beside, inf("blue", (475, 574), "blue"), f"{WOOD}\n{grove}").seen
    assert not looks(beside, inf("blue", (475, 576), "blue"), f"{WOOD}\n{grove}").seen


@bounds("KIM-3.1a")
def test_high_ground_between_blocks_and_from_as_high_one_looks_over_it() -> None:
    verdict = looks(at(400), at(900, "blue"), HILL)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.rows, verdict.why.begins) == ("hill", ("KIM-3.1a",), 2000)
    west, east = (
        square("hill", 300, 420, ", level: 1", "west"),
        square("hill", 900, 1000, ", level: 1", "east"),
    )
    assert looks(at(400), at(910, "blue"), f"{HILL}\n{west}\n{east}").seen
    assert not looks(at(400), at(910, "blue"), f"{HILL}\n{west}").seen
    assert not looks(at(910, "blue"), at(400), f"{HILL}\n{west}").seen
    tor = square("hill", 300, 420, ", level: 3", "tor")
    assert looks(at(400), at(990, "blue"), f"{HILL}\n{tor}").seen
    assert not looks(at(400), at(820, "blue"), f"{HILL}\n{tor}").seen


@bounds("KIM-3.1a")
def test_the_far_slope_is_not_seen_beyond_100_by_and_of_those_who_are_no_armour() -> None:
    assert looks(at(400), at(700, "blue"), HILL).seen
    verdict = looks(at(400), at(701, "blue"), HILL)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.reason) == ("hill", "the crest of the hill is in the way")
    assert (verdict.why.begins, verdict.why.at) == (3000, point((700, 500)))
    verdict = looks(at(701), at(400, "blue"), HILL)
    assert verdict.why is not None
    assert (verdict.why.begins, verdict.why.at) == (10, point((700, 500)))
    assert looks(at(650), at(750, "blue"), HILL).seen
    assert not looks(at(649), at(750, "blue"), HILL).seen
    assert looks(at(601), at(699, "blue"), HILL).seen
    assert looks(at(701), at(1000, "blue"), HILL).seen


@bounds("KIM-3.1a")
def test_a_hollow_hides_those_in_it_unless_looked_down_on() -> None:
    hollow = square("fold", 600, 1000, ", level: -1")
    verdict = looks(at(400), at(650, "blue"), hollow)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.begins) == ("fold", 2000)
    assert not looks(at(650), at(400, "blue"), hollow).seen
    assert looks(at(560), at(660, "blue"), hollow).seen
    assert not looks(at(560), at(661, "blue"), hollow).seen
    assert looks(at(650), at(950, "blue"), hollow).seen
    assert looks(at(590), at(1010, "blue"), hollow).seen
    tor = f"{hollow}\n{square('hill', 300, 420, ', level: 2')}"
    assert looks(at(400), at(900, "blue"), tor).seen
    assert not looks(at(400), at(620, "blue"), tor.replace("level: 2", "level: 1")).seen


@bounds("KIM-6.2a")
@pytest.mark.parametrize(("distance", "seen"), [(99, True), (100, True), (100.1, False), (400, False)])
def test_at_night_stands_are_seen_at_100_in_the_open(distance: float, seen: bool) -> None:
    verdict = looks(at(300), at(300 + distance, "blue"), night=True)
    assert verdict.seen is seen
    if verdict.why:
        assert verdict.why.rows == ("KIM-3.1a", "KIM-6.2a")


@bounds("KIM-6.2a")
def test_at_night_50_in_concealing_ground_and_out_of_it() -> None:
    for distance, seen in ((49, True), (50, True), (51, False)):
        assert looks(at(530 - distance), at(530, "blue"), WOOD, night=True).seen is seen
        assert looks(at(530), at(530 - distance, "blue"), WOOD, night=True).seen is seen
    assert looks(at(515), at(415, "blue"), WOOD, night=True).seen
    assert looks(at(485), at(550, "blue"), WOOD, night=True).seen
    assert not looks(at(485), at(551, "blue"), WOOD, night=True).seen
    assert not looks(at(649), inf("b", (700, 500), "blue", dug_in=True), night=True).seen
    assert looks(at(650), inf("b", (700, 500), "blue", dug_in=True), night=True).seen


@bounds("KIM-3.1a")
def test_the_nearest_of_a_side_that_sees_is_named() -> None:
    far, near = inf("far", (200, 500)), inf("near", (300, 500))
    behind, target = inf("behind", (620, 500)), inf("t", (500, 500), "blue")
    wall = square("woods", 540, 600)
    state = field(far, near, behind, target, pieces=wall)
    assert in_view_of_side(state, "red", target) is near
    assert in_view_of_side(state, "blue", near) is target
    alone = field(behind, target, pieces=wall)
    assert in_view_of_side(alone, "red", target) is None
    assert who_sees(state, [far, near], [target, near]) == {"t": "near", "near": "far"}


def test_many_at_once_agree_with_one_at_a_time() -> None:
    spots = [(x, y) for x in range(350, 1500, 130) for y in (90, 480, 950)]
    stands = [inf(f"s{i}", spot, "red" if i % 2 else "blue") for i, spot in enumerate(spots)]
    state = field(*stands, pieces=f"{WOOD}\n{square('hill', 600, 800, ', level: 1')}")
    red = [one for one in stands if one.side == "red"]
    blue = [one for one in stands if one.side == "blue"]
    singly = {t.id for t in blue if any(sees(state, one, t).seen for one in red)}
    assert set(who_sees(state, red, blue)) == singly
    assert 3 < len(singly) < len(blue)
    assert all(
        sees(state, state.stands[by], state.stands[t]).seen for t, by in who_sees(state, red, blue).items()
    )
