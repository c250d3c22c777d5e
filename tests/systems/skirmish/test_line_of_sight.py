"""Line of sight: arc, light, weather, woods, buildings, hills, hedges, folds, men in the way.

NR-37, NS-10, NS-40
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.sight.line_of_sight import (
    facing_towards,
    has_los,
    line_is_open,
    sees_point,
    why_no_los,
)
from deadground.systems.skirmish.state import Marker, SkirmishState
from deadground.testing import bounds
from tests.systems.skirmish.table import foe, man, point, table

At = tuple[float, float]


def sees(at: At, other: At, pieces: str = "", options: dict[str, str] | None = None, **changes: Any) -> bool:
    """Whether a man at one place sees an enemy at another; the answer is the same the other way round."""
    state = table(man("a", at), foe("x", other), pieces=pieces, **changes)
    a, x = state.figures["a"], state.figures["x"]
    a.facing, x.facing = facing_towards(a, x.at), facing_towards(x, a.at)
    answer = has_los(state, state.figures["a"], state.figures["x"], options or {})
    assert has_los(state, state.figures["x"], state.figures["a"], options or {}) == answer
    return answer


def why(state: SkirmishState, options: dict[str, str] | None = None) -> str:
    found = why_no_los(state, state.figures["a"], state.figures["x"], options or {})
    return found.reason if found else ""


@bounds("NUTS-LOS-01")
def test_a_line_has_no_length_limit_in_the_open() -> None:
    assert sees((0.5, 0.5), (47.5, 47.5))


@bounds("NUTS-LOS-02")
@pytest.mark.parametrize(
    ("x", "y", "seen"), [(20, 9.9, True), (20, 10, True), (20, 10.1, False), (10, 20, False)]
)
def test_a_man_sees_the_half_circle_to_his_front(x: float, y: float, seen: bool) -> None:
    state = table(man("a", (10, 10)), foe("x", (x, y)))
    assert has_los(state, state.figures["a"], state.figures["x"]) == seen
    assert line_is_open(state, state.figures["a"], state.figures["x"])
    assert why(state) == ("" if seen else "A faces the other way")


@bounds("NUTS-LOS-03")
@pytest.mark.parametrize(("inches", "seen"), [(11.99, True), (12, True), (12.01, False)])
def test_at_night_one_sees_twelve_inches(inches: float, seen: bool) -> None:
    assert sees((10, 30), (10, 30 - inches), light="night") == seen


@bounds("NUTS-LOS-03")
def test_a_well_lit_place_is_seen_from_afar() -> None:
    state = table(man("a", (10, 40)), foe("x", (10, 10)), light="night", lit=((point((10, 10)), 2 * 254),))
    assert has_los(state, state.figures["a"], state.figures["x"])
    assert not has_los(state, state.figures["x"], state.figures["a"])
    state.figures["x"].at = point((10, 11.01))
    assert not has_los(state, state.figures["a"], state.figures["x"])


@bounds("NUTS-LOS-05")
@pytest.mark.parametrize(
    ("light", "inches", "seen"),
    [("day", 12, True), ("day", 12.01, False), ("night", 6, True), ("night", 6.01, False)],
)
def test_bad_weather_shortens_sight_and_the_shortest_limit_applies(
    light: str, inches: float, seen: bool
) -> None:
    assert sees((10, 30), (10, 30 - inches), light=light, weather="bad") == seen


WOOD = "  - {id: wood, kind: woods, name: the wood, polygon: [[10, 0], [40, 0], [40, 40], [10, 40]]}"
ROUGH = "  - {id: rough, kind: rubble, polygon: [[10, 0], [40, 0], [40, 40], [10, 40]]}"


@bounds("NUTS-LOS-04")
@pytest.mark.parametrize("piece", [WOOD, ROUGH])
@pytest.mark.parametrize(
    ("light", "inches", "seen"),
    [("day", 12, True), ("day", 12.01, False), ("night", 6, True), ("night", 6.01, False)],
)
def test_inside_woods_or_rough_sight_is_short(piece: str, light: str, inches: float, seen: bool) -> None:
    assert sees((20, 30), (20, 30 - inches), piece, light=light) == seen


@bounds("NUTS-LOS-04")
@pytest.mark.parametrize(("depth", "seen"), [(0.5, True), (1, True), (1.02, False), (3, False)])
def test_at_the_edge_of_woods_one_sees_out_and_is_seen(depth: float, seen: bool) -> None:
    """NS-10: within an inch of the outline."""
    assert sees((10 + depth, 20), (3, 20), WOOD) == seen


@bounds("NUTS-LOS-01", "NUTS-LOS-04")
def test_a_line_right_through_woods_is_blocked_and_one_through_rough_is_not() -> None:
    assert not sees((5, 20), (45, 20), WOOD)
    assert not sees((5, 20), (39.5, 20), WOOD), "at the far edge one does not look through the whole wood"
    assert sees((5, 20), (45, 20), ROUGH)
    assert sees((5, 20), (25, 20), ROUGH), "out of rough one sees as far as in the open"


@bounds("NUTS-LOS-04")
def test_from_the_edge_one_may_look_along_it_only_so_far() -> None:
    """Our reading of NS-10: two inches of the line may lie in the wood."""
    assert sees((11, 20), (3, 20 - 8 * 1.7), WOOD)
    assert not sees((11, 20), (9, 20 - 2 * 3), WOOD)


HOUSE = "  - {id: house, kind: structure, floors: 2, polygon: [[10, 10], [20, 10], [20, 20], [10, 20]]}"


@bounds("NUTS-LOS-01")
def test_a_building_blocks_but_for_its_windows() -> None:
    """NS-40: within an inch of the outside wall one sees out."""
    assert not sees((5, 15), (25, 15), HOUSE)
    assert sees((10.9, 15), (5, 15), HOUSE)
    assert sees((11, 15), (5, 15), HOUSE)
    assert not sees((11.1, 15), (5, 15), HOUSE)
    assert sees((12, 15), (18, 12), HOUSE), "in the same area they see each other"


@bounds("NUTS-LOS-01")
def test_men_on_different_floors_do_not_see_each_other() -> None:
    state = table(man("a", (12, 15), floor=1), foe("x", (12, 12)), pieces=HOUSE)
    assert why(state) == "they are on different floors"
    state.figures["a"].floor = 0
    assert why(state) == ""


HILL = (
    "  - {id: hill, kind: hill, name: the hill, level: 1, polygon: [[10, 10], [20, 10], [20, 20], [10, 20]]}"
)
TWO_HILLS = f"""{HILL}
  - {{id: west, kind: hill, level: 1, polygon: [[0, 10], [5, 10], [5, 20], [0, 20]]}}
  - {{id: east, kind: hill, level: 1, polygon: [[25, 10], [30, 10], [30, 20], [25, 20]]}}"""


@bounds("NUTS-LOS-01")
def test_a_hill_blocks_unless_one_end_is_on_it() -> None:
    """NS-08; from heights as high as it one sees over it."""
    assert not sees((5, 15), (25, 15), HILL)
    assert sees((5, 15), (15, 15), HILL)
    assert sees((3, 15), (27, 15), TWO_HILLS)
    assert not sees((3, 15), (35, 15), TWO_HILLS)


HEDGE = "  - {id: hedge, kind: hedge, line: [[15, 0], [15, 40]]}"


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(("x", "seen"), [(14.5, True), (14, True), (13.98, False)])
def test_a_hedge_blocks_unless_one_end_is_close_to_it(x: float, seen: bool) -> None:
    assert sees((x, 10), (30, 10), HEDGE) == seen


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize("kind", ["wall", "fence"])
def test_walls_and_fences_do_not_block(kind: str) -> None:
    assert sees((5, 10), (30, 10), HEDGE.replace("kind: hedge", f"kind: {kind}"))


FOLD = (
    "  - {id: fold, kind: fold, name: the fold, level: -1, polygon: [[20, 10], [30, 10], [30, 30], [20, 30]]}"
)


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(
    ("looker", "inside", "option", "seen"),
    [
        ((18, 20), (25, 20), "from_beyond_2", True),
        ((17.98, 20), (25, 20), "from_beyond_2", False),
        ((10, 20), (20.5, 20), "from_beyond_2", True),
        ((10, 20), (21, 20), "from_beyond_2", False),
        ((10, 20), (22, 20), "deeper_than_2", True),
        ((10, 20), (22.02, 20), "deeper_than_2", False),
        ((22, 20), (28, 20), "from_beyond_2", True),
    ],
)
def test_a_fold_hides_who_is_in_it(looker: At, inside: At, option: str, seen: bool) -> None:
    """COT-R89: from those further than 2" from its lip; one who lines it is as if outside."""
    assert sees(looker, inside, FOLD, {"fold_hides": option}) == seen


@bounds("NUTS-LOS-01")
def test_a_fold_does_not_stop_a_line_across_it() -> None:
    assert sees((10, 20), (40, 20), FOLD)


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(("off", "seen"), [(1.5, True), (1.4, False)])
def test_smoke_blocks(off: float, seen: bool) -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)))
    state.markers["s"] = Marker("s", "smoke", point((10 + off, 20)), across=3 * 254)
    assert has_los(state, state.figures["a"], state.figures["x"]) == seen


@bounds("NUTS-LOS-01", "NUTS-SIGHT-01")
@pytest.mark.parametrize(("off", "seen"), [(0.49, False), (0.5, False), (0.51, True)])
def test_a_friend_in_the_way_blocks(off: float, seen: bool) -> None:
    """NR-37: within half a base of the line."""
    state = table(man("a", (10, 30)), man("b", (10 + off, 20)), foe("x", (10, 10)))
    assert has_los(state, state.figures["a"], state.figures["x"]) == seen
    state.figures["b"].prone = True
    assert has_los(state, state.figures["a"], state.figures["x"])


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(
    ("option", "friend", "enemy"),
    [("friendly", False, True), ("any", False, False), ("none", True, True)],
)
def test_which_figures_block(option: str, friend: bool, enemy: bool) -> None:
    options = {"figures_block_los": option}
    ours = table(man("a", (10, 30)), man("b", (10, 20)), foe("x", (10, 10)))
    assert has_los(ours, ours.figures["a"], ours.figures["x"], options) == friend
    theirs = table(man("a", (10, 30)), foe("y", (10, 20)), foe("x", (10, 10)))
    assert has_los(theirs, theirs.figures["a"], theirs.figures["x"], options) == enemy


@bounds("NUTS-LOS-01")
@pytest.mark.parametrize(("y", "seen"), [(29, True), (28.9, False)])
def test_one_in_base_contact_with_the_looker_does_not_block(y: float, seen: bool) -> None:
    state = table(man("a", (10, 30)), man("b", (10, y)), foe("x", (10, 10)))
    assert has_los(state, state.figures["a"], state.figures["x"]) == seen


@bounds("NUTS-LOS-01")
def test_the_fallen_do_not_block() -> None:
    state = table(man("a", (10, 30)), man("b", (10, 20), status="obviously_dead"), foe("x", (10, 10)))
    assert has_los(state, state.figures["a"], state.figures["x"])


@bounds("NUTS-SIGHT-01")
def test_cover_and_concealment_do_not_take_a_man_out_of_sight() -> None:
    wheat = "  - {id: corn, kind: wheat, polygon: [[0, 5], [20, 5], [20, 15], [0, 15]]}"
    assert sees((10, 30), (10, 10), wheat)


@bounds("NUTS-LOS-01")
def test_a_spot_on_the_ground_is_seen_like_a_man() -> None:
    state = table(man("a", (5, 15), facing=90), man("b", (8, 15)), pieces=HOUSE)
    a = state.figures["a"]
    assert not sees_point(state, a, point((25, 15)))
    assert not sees_point(state, a, point((9.5, 15))), "a friend is in the way"
    assert sees_point(state, a, point((9.5, 18)))
    assert not sees_point(state, a, point((3, 15)))
