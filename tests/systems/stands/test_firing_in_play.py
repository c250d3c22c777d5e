"""Shots as a player fires them: soft skins, the limit of modifiers, flanks, the strict range, move and fire.

KIM-4.3d, KIM-4.6, KIM-4.8a, KIM-4.13b, KIM-4.18b, KIM-4.19
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.state import StandsState
from deadground.testing import rule
from tests.systems.stands.field import At, field, inf, stand, tank
from tests.systems.stands.guns import arty, battle
from tests.systems.stands.marches import march, to
from tests.systems.stands.volleys import hits, volley, why_not

WOOD = "  - {id: wood, kind: woods, polygon: [[400, 400], [600, 400], [600, 600], [400, 600]]}"


def apart(
    by: str, at: str, away: float = 100, target: dict[str, Any] | None = None, **changes: Any
) -> StandsState:
    """Red's `a` on Stand and Fire, and blue's `b` north of it, face to face."""
    return field(
        stand("a", by, (500, 500 + away), **{"order": "fire", **changes}),
        stand("b", at, (500, 500), "blue", **{"facing": 180, **(target or {})}),
    )


@rule("KIM-4.3d")
def test_armour_rolls_a_d20_at_soft_skins_and_infantry_needs_five_on_a_d10() -> None:
    assert hits(apart("sherman", "truck"), "a>b", 5, 6) == (False, True)
    assert hits(apart("infantry", "truck"), "a>b", 4, 5) == (False, True)
    sides = [
        volley(apart(kind, "truck"), "a>b", dice=[1]).last("shot").rolls[0].sides
        for kind in ("sherman", "infantry")
    ]
    assert sides == [20, 10]


@rule("KIM-4.6b")
def test_a_third_disadvantage_no_longer_counts() -> None:
    dug_in, prone = {"dug_in": True}, {"order": "prone"}
    assert hits(apart("infantry", "infantry"), "a>b", 5, 6) == (False, True)
    assert hits(apart("infantry", "infantry", target=prone), "a>b", 6, 7) == (False, True)
    assert hits(apart("infantry", "infantry", target=dug_in | prone), "a>b", 7, 8) == (False, True)
    state = field(
        inf("a", (500, 650), order="fire"),
        inf("b", (500, 560), "blue", 180, dug_in=True, order="prone"),
        pieces=WOOD,
    )
    assert hits(state, "a>b", 7, 8) == (False, True), "the wood would be the third"


@rule("KIM-4.6c", "KIM-4.8a")
def test_armour_is_easier_from_behind_and_soft_skins_are_not() -> None:
    assert hits(apart("sherman", "sherman"), "a>b", 12, 13) == (False, True)
    assert hits(apart("sherman", "sherman", target={"facing": 0}), "a>b", 10, 11) == (False, True)
    for facing in (180, 0):
        assert hits(apart("sherman", "truck", target={"facing": facing}), "a>b", 5, 6) == (False, True)


@rule("KIM-4.8a")
@pytest.mark.parametrize(("y", "flank"), [(499.9, False), (500, True), (500.1, True)])
def test_no_part_of_the_shooter_is_in_front_of_the_targets_edge(y: float, flank: bool) -> None:
    """The target's front edge lies at 485, the shooter's base reaches 15 north of its centre."""
    state = field(
        tank("a", (650, y), facing=270, order="fire"), tank("b", (500, 500), "blue", 0, order="fire")
    )
    tallies = volley(state, "a>b", dice=[1]).last("shot").tallies
    reasons = [line.reason for tally in tallies for line in tally.lines]
    assert reasons == ["flank or rear"] * flank


@rule("KIM-4.18b")
def test_by_the_strict_option_direct_fire_ends_at_300() -> None:
    strict = {"direct_fire_limit": "300"}
    assert hits(apart("sherman", "sherman", 301), "a>b", 1, 20) == (False, True)
    assert hits(apart("sherman", "sherman", 300), "a>b", 1, 20, options=strict) == (False, True)
    assert why_not(apart("sherman", "sherman", 300.1), "a>b", options=strict) == ("KIM-4.18b", "KIM-R07")


@rule("KIM-4.13b")
@pytest.mark.parametrize(("away", "near"), [(299.9, True), (300, True), (300.1, False)])
def test_a_self_propelled_gun_near_enough_fires_at_what_came_into_view(away: float, near: bool) -> None:
    state = battle(
        arty("g", (1000, 1500), kind="sexton"),
        inf("t", (1000, 1500 - away), "blue", 180, order="dummy"),
        inf("o", (1000, 1400), order="move"),
    )
    if near:
        assert hits(state, "g~t", 6, 7) == (False, True)
    else:
        assert why_not(state, "g~t") == ("KIM-4.13a", "KIM-4.13b")


def walked(kind: str, at: At, end: At, target: At, facing: float = 0, **changes: Any) -> StandsState:
    """Red's `a` moved on Move and Fire, with blue's infantry `b` in its place since before."""
    state = field(
        stand("a", kind, at, order="move_and_fire", arrow=0, **changes),
        inf("b", target, "blue", 180, order="dummy"),
    )
    return march(state, {"a": to(end, facing=facing)}).state


@rule("KIM-4.19a", "KIM-1.2f")
def test_infantry_moves_fifty_less_and_then_fires_with_one_less() -> None:
    state = walked("infantry", (500, 800), (500, 700), (500, 600))
    assert hits(state, "a>b", 6, 7) == (False, True)
    with pytest.raises(AssertionError, match="100 mm"):
        walked("infantry", (500, 800), (500, 699.9), (500, 600))


@rule("KIM-4.19b", "KIM-1.2f")
def test_armour_moves_all_the_way_and_then_fires_into_its_front_with_two_less() -> None:
    state = walked("sherman", (500, 950), (500, 700), (500, 600))
    assert hits(apart("sherman", "infantry"), "a>b", 5, 6) == (False, True)
    assert hits(state, "a>b", 7, 8) == (False, True)
    aside = walked("sherman", (500, 950), (500, 700), (500, 600), facing=90)
    assert why_not(aside, "a>b") == ("KIM-4.19b", "KIM-R81")
