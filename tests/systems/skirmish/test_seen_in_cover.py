"""What cover hides: a question mark that lies in it, and a man who keeps his head down behind it. NR-162, NR-163"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, in_sight, sight_lines, told
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.table import At, foe, man, table

HOUSE = "  - {id: house, kind: structure, polygon: [[0, 34], [12, 34], [12, 36], [0, 36]]}\n"
WOOD = "  - {id: wood, kind: woods, polygon: [[4, 2], [40, 2], [40, 12], [4, 12]]}"
WALL = "  - {id: wall, kind: wall, line: [[4, 12], [40, 12]]}"


def walks_into_view(pieces: str, at: At, options: dict[str, str]) -> bool:
    """A man comes out from behind a house 20 inches and more from a question mark; whether he sees it there."""
    state = solo(man("a", (11, 38)), pefs=(mark(1, at),), pieces=HOUSE + pieces, near_houses=("house",))
    p = acted(state, move("red-1", a=to((14, 38))), dice=[], options=options)
    return bool(told(p, "pef"))


@rule("NUTS-PEF-05")
@pytest.mark.parametrize(
    ("pieces", "y", "at_edge", "seen"),
    [
        (WOOD, 13, True, True),
        (WOOD, 11.1, True, True),
        (WOOD, 10.9, False, True),
        (WOOD, 4, False, True),
        (WOOD, 1.9, False, False),
        (WALL, 12.5, True, True),
        (WALL, 11.1, False, True),
        (WALL, 10.9, False, False),
    ],
)
def test_a_question_mark_in_cover(pieces: str, y: float, at_edge: bool, seen: bool) -> None:
    """NR-162: in a wood it is seen at the edge alone, or wherever it lies in it. Close behind a wall it is hidden
    by it, or in its cover and seen; what lies farther behind is hidden either way."""
    assert walks_into_view(pieces, (14, y), {"pef_in_cover": "at_edge"}) == at_edge
    assert walks_into_view(pieces, (14, y), {"pef_in_cover": "seen"}) == seen


def ducked(at: At, facing: float = 180, **changes: Any) -> SkirmishState:
    """X has ducked back behind a wall that runs from east to west, from the fire of `a`."""
    kept: dict[str, Any] = {"status": "duck_back", "hidden_from": ("a",), "under_cover": True}
    x = foe("x", (20, 20), facing=facing, **{**kept, **changes})
    wall = "  - {id: w, kind: wall, line: [[10, 20.6], [30, 20.6]]}"
    return table(man("a", at, facing=0 if at[1] > 20 else 180), x, pieces=wall)


@rule("NUTS-MOVE-07")
@pytest.mark.parametrize(
    ("at", "option", "seen"),
    [
        ((20, 30), "cause", False),
        ((14, 30), "cause", False),
        ((20, 10), "cause", True),
        ((20, 30), "all", False),
        ((20, 10), "all", True),
    ],
)
def test_cover_hides_a_man_from_where_it_is_cover(at: At, option: str, seen: bool) -> None:
    """NR-163: who has come round to the open side sees him, and is seen."""
    assert in_sight(ducked(at, facing=0 if at[1] < 20 else 180), {"duck_back_hidden_from": option}) == seen


@rule("NUTS-MOVE-07", "NUTS-MOVE-08", "NUTS-SIGHT-02")
@pytest.mark.parametrize("status", ["duck_back", "hunker_down"])
@pytest.mark.parametrize(("y", "test"), [(24.6, False), (24.4, True)])
def test_who_walks_round_comes_into_sight(status: Any, y: float, test: bool) -> None:
    """As long as the line crosses the wall within 1" of him nothing happens; then they meet. NR-36"""
    state = ducked((35, 28), facing=90, status=status)
    state.figures["x"].at, state.sighted = (29 * 254, 20 * 254), ()
    p = acted(state, move("red-1", a=to((35, y))), dice=[1, 1, 1] if test else [])
    assert bool(told(p, "in_sight_test")) == test


@rule("NUTS-MOVE-07")
def test_in_a_wood_he_is_hidden_all_round() -> None:
    state = ducked((20, 10), facing=0)
    wood = "  - {id: w, kind: woods, polygon: [[19, 19], [21, 19], [21, 21], [19, 21]]}"
    assert (
        sight_lines(table(*state.figures.values(), pieces=wood))[0]
        == "A does not see X: X keeps his head down."
    )
