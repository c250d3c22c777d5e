"""Question marks: where they lie, who sees them, how they move. NR-70, NS-08"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.turn import lay_question_marks
from deadground.systems.skirmish.rules.enemies.pefs import (
    MovePef,
    next_pef,
    place_in_section,
    place_pefs,
    section_box,
    sees_pef,
    sees_spot,
    way_at_players,
)
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

HOUSE = "  - {id: house, kind: structure, floors: 1, polygon: [[16, 20], [26, 20], [26, 26], [16, 26]]}"
SCREEN = "  - {id: screen, kind: woods, polygon: [[16, 20], [26, 20], [26, 26], [16, 26]]}"
"""A wood in the middle: nobody sees through it."""

FAR = "  - {id: far, kind: woods, polygon: [[30, 8], [40, 8], [40, 12], [30, 12]]}"
ASIDE = "  - {id: copse, kind: woods, polygon: [[26, 28], [32, 28], [32, 32], [26, 32]]}"
WALL = "  - {id: wall, kind: wall, height: 1, line: [[10, 20], [30, 20]]}"
WOOD = "  - {id: wood, kind: woods, polygon: [[16, 16], [28, 16], [28, 24], [16, 24]]}"


@rule("NUTS-PEF-01")
def test_a_die_gives_the_section_and_the_same_one_may_come_up_again() -> None:
    state = solo(man("a", (24, 46)))
    g = game(state, dice=[2, 2, 6])
    place_pefs(g, "blue", 3)
    assert [pef.at for pef in state.pefs.values()] == [point((24, 8)), point((24, 8)), point((40, 24))]
    assert [pef.name for pef in state.pefs.values()] == ["?1", "?2", "?3"]


@rule("NUTS-PEF-01")
def test_a_question_mark_in_a_building_is_of_that_building() -> None:
    other = "  - {id: barn, kind: structure, floors: 1, polygon: [[30, 20], [40, 20], [40, 26], [30, 26]]}"
    state = solo(man("a", (24, 46)), pieces=f"{HOUSE}\n{other}")
    given = [point((20, 23)), point((35, 23)), point((28, 23))]
    place_pefs(game(state, dice=[1]), "blue", 1, given)
    assert [pef.building for pef in state.pefs.values()] == ["house", "barn", "", ""]
    assert state.pef_count == 4


@rule("NUTS-PEF-01")
def test_where_terrain_hides_it_it_lies_hidden_and_else_in_the_middle() -> None:
    hidden = solo(man("a", (24, 46)), pieces=ASIDE)
    at = place_in_section(hidden, 5, [hidden.figures["a"]], {})
    assert at != point((24, 24))
    assert not sees_spot(hidden, hidden.figures["a"], at, {})
    assert sees_spot(hidden, hidden.figures["a"], point((24, 24)), {}), "the middle lies open"
    bare = solo(man("a", (24, 46)))
    assert place_in_section(bare, 5, [bare.figures["a"]], {}) == point((24, 24))


@pytest.mark.parametrize(
    ("edge", "box"),
    [
        ("south", (0, 0, 16, 16)),
        ("north", (32, 32, 48, 48)),
        ("west", (32, 0, 48, 16)),
        ("east", (0, 32, 16, 48)),
    ],
)
def test_sections_are_counted_from_the_far_left_of_the_player(edge: str, box: tuple[int, ...]) -> None:
    """NS-08."""
    state = solo(man("a", (24, 24)))
    state.sides["red"].edge = edge  # type: ignore[assignment]
    assert section_box(state, 1) == tuple(254 * inches for inches in box)


@rule("NUTS-PEF-03", "NUTS-PEF-02")
@pytest.mark.parametrize(
    ("dice", "gone"), [([4, 4], 8), ([1, 4], 8), ([4, 5], 4), ([5, 6], 0)], ids=["44", "14", "45", "56"]
)
def test_it_comes_straight_at_the_player_by_the_dice_it_passes(dice: list[int], gone: int) -> None:
    """2d6 against its Rep of 4; the wood in between hides it."""
    state = solo(man("a", (21, 40)), pefs=(mark(1, (21, 8)),), pieces=SCREEN)
    with playing(state, MovePef("p1"), dice=dice) as p:
        p.nothing_pending()
    assert p.state.pefs["p1"].at == point((21, 8 + gone))


@rule("NUTS-PEF-03")
def test_it_stops_in_cover_if_there_is_some_on_the_further_half() -> None:
    state = solo(man("a", (21, 46)), pefs=(mark(1, (21, 11.5)),), pieces=WOOD)
    with playing(state, MovePef("p1"), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.pefs["p1"].at == point((21, 19.5)), (
        "the full move ends among the trees, where an inch costs two"
    )
    strip = "  - {id: strip, kind: woods, polygon: [[10, 14], [32, 14], [32, 16.5], [10, 16.5]]}"
    state = solo(man("a", (21, 46)), pefs=(mark(1, (21, 9)),), pieces=f"{SCREEN}\n{strip}")
    with playing(state, MovePef("p1"), dice=[1, 1]) as p:
        p.nothing_pending()
    y = p.state.pefs["p1"].at[1]
    assert 16 * 254 < y <= 16.5 * 254, "short of its eight inches, at the last trees"


@bounds("NUTS-PEF-04")
def test_the_farthest_moves_first_and_each_once_in_a_phase() -> None:
    state = solo(man("a", (24, 46)), pefs=(mark(1, (24, 20)), mark(2, (24, 4)), mark(3, (24, 12))))
    state.sides["blue"].die = 4
    g = game(state)
    order = []
    while (pef := next_pef(g, "blue")) is not None:
        order.append(pef.name)
        pef.done = True
    assert order == ["?2", "?3", "?1"]


@rule("NUTS-PEF-02")
@bounds("NUTS-PEF-04")
@pytest.mark.parametrize(("die", "option", "moves"), [(4, "off", True), (5, "off", False), (5, "on", True)])
def test_they_need_the_activation_die_like_any_group_of_rep_4(die: int, option: str, moves: bool) -> None:
    """NR-70, both values of its option."""
    state = solo(man("a", (24, 46)), pefs=(mark(1, (24, 4)),))
    state.sides["blue"].die = die
    assert (next_pef(game(state, options={"pef_ignores_die": option}), "blue") is not None) == moves


@rule("NUTS-PEF-04")
def test_what_one_causes_is_settled_before_the_next_one_moves() -> None:
    """The far one walks into sight and is resolved; then the other one moves."""
    state = solo(
        man("a", (21, 40), facing=0),
        pefs=(mark(1, (35, 6)), mark(2, (21, 10))),
        pieces=f"{SCREEN}\n{FAR}",
    )
    state.sides["blue"].die = 4
    with playing(state, Phase("blue"), dice=[1, 1, 6, 6, 6, 6]) as p:
        p.nothing_pending()
    kinds = [event.kind for event in p.events if event.kind.startswith("pef")]
    assert kinds == ["pef_moves", "pef", "pef_nothing", "pef_moves"]


@rule("NUTS-PEF-05")
def test_it_is_resolved_as_soon_as_a_group_has_a_line_to_it() -> None:
    """Past the corner of the wood he stops where he sees it; a false alarm, and he walks on."""
    state = solo(man("a", (21, 30)), pefs=(mark(1, (30, 10)),), pieces=SCREEN)
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", a=to((28, 30)))])
        p.nothing_pending()
    assert p.state.pefs == {}
    moves = [event for event in p.events if event.kind == "moves"]
    assert len(moves) == 2, "he was stopped on the way"
    assert p.state.figures["a"].at == point((28, 30))


@bounds("NUTS-PEF-05")
@pytest.mark.parametrize(
    ("pieces", "at", "seen"),
    [
        (WALL, (20, 10), False),
        (WALL, (20, 25), True),
        (WOOD, (20, 23.5), True),
        (WOOD, (20, 18), False),
        ("", (20, 10), True),
    ],
    ids=["wall between", "before the wall", "at the edge of a wood", "deep in a wood", "in the open"],
)
def test_one_in_cover_is_seen_and_one_behind_cover_is_not(
    pieces: str, at: tuple[float, float], seen: bool
) -> None:
    state = solo(man("a", (20, 40)), pieces=pieces)
    assert sees_pef(state, state.figures["a"], mark(1, at), {}) == seen


@bounds("NUTS-PEF-05")
def test_who_stands_at_a_wall_looks_over_it_and_whoever_looks_away_is_seen_all_the_same() -> None:
    state = solo(man("a", (20, 20.9), facing=180), man("b", (25, 21.1)), pieces=WALL)
    assert sees_pef(state, state.figures["a"], mark(1, (20, 10)), {})
    assert not sees_pef(state, state.figures["b"], mark(1, (25, 10)), {}), "an inch and more behind it"


@bounds("NUTS-PEF-07")
@pytest.mark.parametrize(("y", "seen"), [(38.0, True), (38.3, False)])
def test_one_in_a_building_is_resolved_within_12_inches_of_the_building(y: float, seen: bool) -> None:
    state = solo(man("a", (21, y)), pefs=(mark(1, (21, 23), building="house"),), pieces=HOUSE)
    assert sees_pef(state, state.figures["a"], state.pefs["p1"], {}) == seen


@rule("NUTS-PEF-07")
def test_one_in_a_building_stays_there() -> None:
    state = solo(man("a", (21, 46)), pefs=(mark(1, (21, 23), building="house"),), pieces=HOUSE)
    with playing(state, MovePef("p1")) as p:
        p.nothing_pending()
    assert p.state.pefs["p1"].at == point((21, 23))


def test_a_battle_of_two_has_no_question_marks_and_no_searched_houses() -> None:
    state = solo(man("a", (21, 30)), foe("x", (21, 5)), pieces=HOUSE, mission="")
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((21, 31)))])
        p.nothing_pending()
    assert not p.state.near_houses


@rule("NUTS-PEF-01")
def test_a_scenario_lays_out_its_own_question_marks_for_a_side_that_nobody_plays() -> None:
    """First patrol has one that is placed and two that are rolled."""
    state = solo(man("a", (24, 46)), scenario="first-patrol")
    lay_question_marks(game(state, dice=[2, 6]))
    assert next(pef.at for pef in state.pefs.values()) == point((16, 6.2))
    assert [pef.side for pef in state.pefs.values()] == ["blue"] * 3
    for other in (
        solo(man("a", (24, 46))),
        solo(man("a", (24, 46)), scenario="lipki-village"),
        table(man("a", (24, 46)), scenario="first-patrol"),
    ):
        lay_question_marks(game(other))
        assert not other.pefs


@rule("NUTS-PEF-03")
@pytest.mark.parametrize(("off", "gone"), [(20, 8), (10, 8), (9.5, 7.5), (3, 1), (2, 0), (1, 0)])
def test_it_keeps_two_inches_from_the_nearest_man(off: float, gone: float) -> None:
    state = solo(man("a", (24, 10 + off)), man("b", (24, 44)), pefs=(mark(1, (24, 10)),))
    start, end = way_at_players(state, state.pefs["p1"], 8 * 254)
    assert (start, end) == (point((24, 10)), point((24, 10 + gone)))
