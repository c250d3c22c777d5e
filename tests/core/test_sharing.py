"""Several players a side: who gets what, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from deadground.core.faults import SetupError
from deadground.core.sharing import dealt, players_wanted, side_of_seat

PARTS = {"red": ["a", "b", "c", "d", "e"], "blue": ["f"]}


@pytest.mark.parametrize(
    ("number", "shares"),
    [
        (1, {"red": ("a", "b", "c", "d", "e")}),
        (2, {"red": ("a", "b", "c"), "red_2": ("d", "e")}),
        (3, {"red": ("a", "b"), "red_2": ("c", "d"), "red_3": ("e",)}),
        (4, {"red": ("a", "b"), "red_2": ("c",), "red_3": ("d",), "red_4": ("e",)}),
    ],
)
def test_parts_are_dealt_in_order_as_evenly_as_may_be(
    number: int, shares: dict[str, tuple[str, ...]]
) -> None:
    assert dealt("red", PARTS["red"], number) == shares
    assert {side_of_seat(seat) for seat in shares} == {"red"}


def test_a_seat_is_named_after_its_side() -> None:
    assert side_of_seat("blue_team_3") == "blue_team"
    assert side_of_seat("blue_team") == "blue_team"
    assert side_of_seat("_2") == "_2"


def test_who_says_nothing_gets_one_player_a_side() -> None:
    assert players_wanted({}, PARTS, "platoons") == {}
    assert players_wanted({"players": {"red": 4, "blue": 1}}, PARTS, "platoons") == {"red": 4, "blue": 1}


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ({"players": 3}, "'players' gives a number for a side, not 3"),
        ({"players": {"rod": 2}}, "no side 'rod'"),
        ({"players": {"red": 0}}, "red has 5 platoons and takes 1 to 4 players, not 0"),
        ({"players": {"red": 5}}, "takes 1 to 4 players, not 5"),
        ({"players": {"blue": 2}}, "blue has 1 platoons and takes 1 to 1 players, not 2"),
        ({"players": {"red": True}}, "not True"),
        ({"players": {"red": "2"}}, "not '2'"),
    ],
)
def test_what_cannot_be_is_refused(details: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=re.escape(said)):
        players_wanted(details, PARTS, "platoons")
