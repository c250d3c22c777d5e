"""Lines of sight as a player who asks at the table is told of them. NR-37"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.testing import rule
from tests.systems.skirmish.acting import acted, in_sight, sight_lines, told
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.table import foe, man, table

WOODS = "  - {id: wood, kind: woods, polygon: [[0, 0], [20, 0], [20, 40], [0, 40]]}"
HOUSE = "  - {id: house, kind: structure, polygon: [[8, 14], [12, 14], [12, 17], [8, 17]]}"
HEDGE = "  - {id: hedge, kind: hedge, line: [[5, 10.8], [15, 10.8]]}"
WALL = "  - {id: wall, kind: wall, line: [[5, 10.8], [15, 10.8]]}"


def apart(away: float, facing: float = 0, **changes: Any) -> Any:
    """`a` to the south of `x`, so far off."""
    return table(man("a", (10, 45), facing=facing), foe("x", (10, 45 - away)), **changes)


@rule("NUTS-LOS-01", "NUTS-SIGHT-01")
def test_a_line_has_no_limit_but_houses_and_friends_stop_it() -> None:
    assert in_sight(apart(44))
    free, screened = (man("a", (10, 20)), foe("x", (10, 10))), man("b", (10, 15))
    assert in_sight(table(*free))
    assert not in_sight(table(*free, screened))
    assert not in_sight(table(*free, pieces=HOUSE))


@rule("NUTS-SIGHT-01", "NUTS-LOS-06")
def test_cover_and_concealment_take_nobody_out_of_sight() -> None:
    for pieces, words in ((WALL, "X is in cover"), (HEDGE, "X is concealed")):
        lines = sight_lines(table(man("a", (10, 20)), foe("x", (10, 10)), pieces=pieces))
        assert lines[0].startswith("A sees X")
        assert any(line.startswith(words) for line in lines)


@rule("NUTS-LOS-06")
@pytest.mark.parametrize(("pieces", "hit"), [(HEDGE, True), (WALL, False), ("", True)])
def test_cover_stops_a_shot_and_concealment_does_not(pieces: str, hit: bool) -> None:
    """A total of 8."""
    state = table(man("a", (10, 20)), foe("x", (10, 10)), pieces=pieces)
    p = acted(state, fire("red-1", a="x"), dice=[4])
    assert [one["hit"] for one in told(p, "shots")[0]["dice"]] == [hit]


@rule("NUTS-LOS-02")
@pytest.mark.parametrize(("facing", "seen"), [(89, True), (90, True), (91, False), (180, False)])
def test_a_man_sees_the_half_circle_to_his_front_alone(facing: float, seen: bool) -> None:
    """A base of an inch that is partly before him is seen, so the other stands far off."""
    assert in_sight(apart(44, facing)) is seen


@rule("NUTS-LOS-03")
@pytest.mark.parametrize(("away", "seen"), [(11.9, True), (12, True), (12.1, False)])
def test_at_night_one_is_told_of_twelve_inches(away: float, seen: bool) -> None:
    assert in_sight(apart(away, light="night")) is seen
    assert in_sight(apart(away))


@rule("NUTS-LOS-04")
@pytest.mark.parametrize(("light", "reach"), [("day", 12), ("night", 6)])
def test_inside_woods_one_sees_half_as_far_at_night(light: str, reach: float) -> None:
    for away, seen in ((reach, True), (reach + 0.1, False)):
        state = table(man("a", (10, 30)), foe("x", (10, 30 - away)), pieces=WOODS, light=light)
        assert in_sight(state) is seen


@rule("NUTS-LOS-05")
@pytest.mark.parametrize(("light", "reach"), [("day", 12), ("night", 6)])
def test_bad_weather_shortens_sight(light: str, reach: float) -> None:
    for away, seen in ((reach, True), (reach + 0.1, False)):
        assert in_sight(apart(away, light=light, weather="bad")) is seen
