"""Where those stand who turn up: about the marker, in a building or several, along a trench.

NR-72, NS-06, NS-09, NS-10, NS-16
"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.built import Built
from deadground.systems.skirmish.rules.enemies.np_forces import Part, described, enlist, parts_of
from deadground.systems.skirmish.rules.enemies.np_places import (
    beside,
    buildings,
    dig_in,
    has_room_to_build,
    houses_for,
    set_up,
)
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import At, man, point

WOOD = "  - {id: wood, kind: woods, polygon: [[16, 8], [28, 8], [28, 13], [16, 13]]}"
HOUSE = "  - {id: house, kind: structure, polygon: [[20, 20], [26, 20], [26, 26], [20, 26]]}"
MARKER, PLAYER = point((21, 15)), point((21, 30))


def places(men: list[Figure]) -> list[At]:
    return [(round(one.at[0] / 254, 2), round(one.at[1] / 254, 2)) for one in men]


def turned_up(state: SkirmishState, count: int) -> list[Figure]:
    """The first men of a squad of blue, not on the table yet."""
    g = game(state, dice=[1] * 200)
    (part,) = parts_of(g, state.sides["blue"], "squad")
    return enlist(g, state.sides["blue"], part)[1][:count]


# About a marker


def test_the_others_stand_about_the_first_and_not_about_the_marker() -> None:
    """NR-72: the first has the nearest cover to the marker, 2" off; the next stand at his sides and behind him."""
    state = solo(man("a", (21, 30)), pieces=WOOD)
    men = turned_up(state, 5)
    set_up(game(state), men, MARKER, PLAYER, None)
    assert places(men) == [(21, 13), (20, 12), (22, 12), (19, 13), (23, 13)]


def test_where_somebody_stands_on_the_best_place_the_next_best_is_the_first() -> None:
    """NR-72: a friend who was there before has the place on the edge of the wood."""
    state = solo(man("a", (21, 30)), man("b", (21, 13), side="blue", facing=180), pieces=WOOD)
    men = turned_up(state, 2)
    set_up(game(state), men, MARKER, PLAYER, None)
    assert places(men) == [(19.5, 13), (18.5, 12)]


# In a trench


@rule("NUTS-PEF-09")
def test_a_trench_on_the_very_spot_of_the_player_faces_north() -> None:
    """NS-10: there is no line to him, and no man is set up within reach of him."""
    state = solo(man("a", (21, 30)))
    men = turned_up(state, 1)
    dig_in(game(state), men, PLAYER, PLAYER, 6 * 254)
    (trench,) = state.markers.values()
    assert trench.facing == 0


@rule("NUTS-PEF-09")
def test_who_finds_no_room_on_his_place_stands_as_near_to_it_as_he_can() -> None:
    """NS-10: a friend stands in the middle of the trench, where one man alone would."""
    state = solo(man("a", (21, 30)), man("b", (21, 15), side="blue", facing=180))
    men = turned_up(state, 1)
    dig_in(game(state), men, MARKER, PLAYER, 6 * 254)
    assert places(men) == [(20, 14)]


# In buildings


def test_places_beside_a_building_on_all_sides_once_and_twice_as_far() -> None:
    """NS-09: 6" wide and deep and 4" apart: east, west, south, north, then the same again further off."""
    built = Built("h", point((20, 20)), "shed", 1, 1, 2)
    width, depth = (side / 254 for side in built.size)
    x, y = width + 4, depth + 4
    off = [(x, 0), (-x, 0), (0, y), (0, -y)]
    far = [(2 * dx, 2 * dy) for dx, dy in off]
    assert list(beside(built.at, built)) == [point((20 + dx, 20 + dy)) for dx, dy in (*off, *far)]


@pytest.mark.parametrize(
    ("at", "off", "fits"),
    [
        ((3, 3), (0, 0), True),
        ((3, 3), (-1, 0), False),
        ((3, 3), (0, -1), False),
        ((45, 45), (0, 0), True),
        ((45, 45), (1, 0), False),
        ((45, 45), (0, 1), False),
        ((17, 23), (0, 0), True),
        ((17, 23), (1, 0), False),
        ((29, 23), (0, 0), True),
        ((29, 23), (-1, 0), False),
        ((23, 17), (0, 0), True),
        ((23, 17), (0, 1), False),
        ((23, 29), (0, 0), True),
        ((23, 29), (0, -1), False),
        ((40, 10), (0, 0), False),
    ],
)
def test_a_building_is_set_down_on_the_table_beside_others_and_on_nobodys_head(
    at: At, off: tuple[int, int], fits: bool
) -> None:
    """NS-09: to a tenth of a millimetre, at the edges and wall to wall with the house in the middle; and not where
    a man stands, at (40, 10)."""
    state = solo(man("a", (40, 10)), pieces=HOUSE)
    x, y = point(at)
    built = Built("h", (x + off[0], y + off[1]), "shed", 1, 1, 2)
    assert built.size == (6 * 254, 6 * 254)
    assert has_room_to_build(game(state), built) is fits


@rule("NUTS-PEF-09")
def test_where_no_more_buildings_fit_the_last_one_takes_the_rest() -> None:
    """NS-09: a table 18" by 8" has room for two sheds, each for six; the seven others are in the second one."""
    state = solo(man("a", (17, 4)), size=(18, 8))
    men = turned_up(state, 6)
    many = [men[0]] * 13
    found = houses_for(game(state, dice=[1, 1, 1]), point((3, 4)), many)
    assert [len(inside) for _, inside in found] == [6, 7]
    assert len(buildings(state)) == 2


# In words


@pytest.mark.parametrize(
    ("force", "words"),
    [
        (["squad"], "a squad"),
        (["squad", "medic"], "a squad and a medic"),
        (["squad", "squad", "medic"], "a squad, a squad and a medic"),
    ],
)
def test_a_force_in_a_sentence(force: list[str], words: str) -> None:
    """NR-72."""
    assert described([Part(what, ()) for what in force]) == words
