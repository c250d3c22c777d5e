"""Buildings that are set down where a squad is found in one and none is near. NUTS-PEF-09, NS-09"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.built import Built, buildings_down, built_of
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.rules.enemies.np_places import buildings, houses_for, room_in, set_down
from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.table.scene import scene
from deadground.testing import rule
from deadground.testing.conformance.naming import says_what_it_names
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point

AT = (24, 20)


def bare(*more: Figure, pieces: str = "") -> SkirmishState:
    return solo(man("a", (24, 44)), *more, pieces=pieces)


@rule("NUTS-PEF-09")
@pytest.mark.parametrize(
    ("die", "kind", "levels", "size", "value", "room"),
    [
        (1, "shed", 1, (6, 6), 1, 6),
        (2, "timber house", 1, (12, 6), 2, 12),
        (3, "timber house", 1, (12, 6), 2, 12),
        (4, "stone house", 2, (12, 6), 3, 24),
        (5, "large stone house", 3, (12, 6), 4, 36),
        (6, "strongpoint", 2, (12, 12), 5, 48),
    ],
)
def test_the_building_type_table(
    die: int, kind: str, levels: int, size: tuple[int, int], value: int, room: int
) -> None:
    """Areas of 6" by 6", side by side or in a square, six men to each on each level."""
    state = bare()
    g = game(state, [die])
    house = set_down(g, point(AT), [])
    assert house is not None
    (built,) = buildings_down(state)
    assert (built.kind, built.levels, built.value) == (kind, levels, value)
    assert built.size == (size[0] * 254, size[1] * 254)
    assert (built.at, room_in(house), house.tags["dv"]) == (point(AT), room, value)
    assert g.events[-1].seen.text == f"Building Type Table: {die}, a {kind}."
    assert state.near_houses == (built.id,)


@rule("NUTS-PEF-09")
def test_it_is_part_of_the_ground_from_then_on() -> None:
    """It stops a line from one side to the other, covers who is in it, and is drawn."""
    state = bare(foe("x", (24, 4)), foe("y", (24, 20)))
    a, x, y = state.figures.values()
    assert has_los(state, a, x)
    y.at = (0, 0)
    assert set_down(game(state, [4]), point(AT), []) is not None
    assert not has_los(state, a, x)
    assert [piece.kind for piece in ground_of(state).pieces] == ["structure"]
    found = cover_at(state, point(AT), a.at)
    assert found is not None
    assert (found.name, found.value, found.inside) == ("the stone house", 3, True)
    with playing(state, Crisis(())) as p:
        p.nothing_pending()
    (shape,) = scene(p.match.view("red")).shapes.values()
    assert (shape.kind, shape.label) == ("area", "stone house, 2 floors, DV 3")
    assert shape.points[0] == point((18, 17))


@rule("NUTS-PEF-09")
@pytest.mark.parametrize(
    ("men", "dice", "shares"), [(6, [1], [6]), (7, [1, 1], [6, 1]), (12, [1, 2], [6, 6])]
)
def test_as_many_are_set_down_as_it_takes_each_four_inches_from_the_last(
    men: int, dice: list[int], shares: list[int]
) -> None:
    state = bare()
    squad = [foe(f"m{i}", (1, 1)) for i in range(men)]
    found = houses_for(game(state, dice), point(AT), squad)
    assert [len(inside) for _, inside in found] == shares
    if len(found) > 1:
        (_, _, east, _), (west, _, _, _) = found[0][0].box, found[1][0].box
        assert west - east in (4 * 254, 7 * 254)


@rule("NUTS-PEF-09")
def test_a_building_on_the_map_comes_first_if_it_has_room() -> None:
    house = "  - {id: house, kind: structure, floors: 1, polygon: [[30, 17], [36, 17], [36, 23], [30, 23]]}"
    squad = [foe(f"m{i}", (1, 1)) for i in range(6)]
    state = bare(pieces=house)
    ((near, inside),) = houses_for(game(state), point(AT), squad)
    assert (near.id, len(inside), dict(state.markers)) == ("house", 6, {})
    found = houses_for(game(state, [4]), point(AT), [*squad, foe("more", (1, 1))])
    assert [piece.name for piece, _ in found] == ["the stone house"]


@rule("NUTS-PEF-09")
@pytest.mark.parametrize(
    ("at", "x", "y"),
    [((24, 20), 24, 20), ((2, 20), 12, 20), ((47, 20), 37, 20), ((24, 2), None, None)],
)
def test_it_stands_on_the_table_and_on_nobodys_head(
    at: tuple[int, int], x: int | None, y: int | None
) -> None:
    """On the marker, or beside it; a shed is 6" wide, and 4" lie between."""
    state = bare()
    house = set_down(game(state, [1]), point(at), [])
    assert house is not None
    west, north, east, south = house.box
    assert west >= 0
    assert north >= 0
    assert east <= 48 * 254
    assert south <= 48 * 254
    if x is not None and y is not None:
        assert ((west + east) // 2, (north + south) // 2) == point((x, y))
    state = bare(man("b", at))
    other = set_down(game(state, [1]), point(at), [])
    assert other is not None
    assert not other.holds(point(at))


@rule("NUTS-PEF-09")
def test_where_there_is_no_room_at_all_they_dig_in() -> None:
    """A hall fills the table, but they are too many for it."""
    hall = "  - {id: hall, kind: structure, floors: 1, polygon: [[0, 0], [48, 0], [48, 48], [0, 48]]}"
    state = bare(pieces=hall)
    squad = [foe(f"m{i}", (1, 1)) for i in range(400)]
    assert houses_for(game(state, [1]), point(AT), squad) == []
    assert dict(state.markers) == {}
    assert len(buildings(state)) == 1


@rule("NUTS-PEF-09", "NUTS-PEF-08")
def test_a_squad_is_found_in_the_house_that_was_rolled() -> None:
    """Two aces and a 5 for a defensive position, a 2 for a squad in building; then its men, and a 4."""
    state = solo(man("a", (21, 40), weapons=(), rep=1), pefs=(mark(1, (21, 16)),))
    with through(state, ResolvePef("p1", "red-1"), [1, 1, 5, 2]) as p:
        p.nothing_pending()
    men = [one for one in p.state.figures.values() if one.side == "blue"]
    (house,) = buildings(p.state)
    assert all(house.holds(one.at) for one in men)
    assert p.last("pef_building").rolls[0].faces == (1,)


def test_a_marker_keeps_all_of_a_building() -> None:
    built = Built("b", (100, 200), "stone house", 2, 2, 3)
    marker = built.marker()
    assert marker.building is not None
    assert built_of(marker, marker.building) == built


def test_what_is_kept_of_a_building_that_was_set_down_names_its_marker() -> None:
    """A question mark is found in it, it is looked into, and it is silent. NUTS-PEF-07, NS-09"""
    state = bare()
    set_down(game(state, [1]), point(AT), [])
    (built,) = buildings_down(state)
    state.pefs["p9"] = mark(9, AT, built.id)
    state.near_houses = state.silent_houses = (built.id,)
    says_what_it_names(state)
