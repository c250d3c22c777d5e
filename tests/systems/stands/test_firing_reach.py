"""Ranges, arcs, flanks, the line of fire, HQ stands. KIM-1.3i, KIM-4.7 to KIM-4.9, KIM-4.18, KIM-4.19"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.kinds import kinds
from deadground.systems.stands.rules.fire.duties_of_fire import open_fire
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.firing import (
    Manner,
    in_arc,
    is_flank,
    range_of,
    shot_at,
    why_no_shot,
)
from deadground.systems.stands.rules.fire.ranges import gun_range
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, gun, hq, inf, stand, tank
from tests.systems.stands.system import game, playing

FIRE: dict[str, Any] = {"order": "fire"}
MOVED: dict[str, Any] = {"order": "move_and_fire", "moved": 500}


def faults(state: StandsState, a: str = "a", b: str = "b", **how: Any) -> list[tuple[str, ...]]:
    """The first row of every fault of a shot."""
    return [fault.rows for fault in why_no_shot(state, state.stands[a], state.stands[b], **how)]


def first_rows(state: StandsState, a: str = "a", b: str = "b", **how: Any) -> list[str]:
    return [rows[0] for rows in faults(state, a, b, **how)]


def pair(state: StandsState) -> tuple[Stand, Stand]:
    return state.stands["a"], state.stands["b"]


def apart(kind: str, mm: float, target: str = "infantry", **changes: Any) -> StandsState:
    return field(
        stand("a", kind, (500, 1000 + mm), **{**FIRE, **changes}), stand("b", target, (500, 1000), "blue")
    )


@rule("KIM-4.7a")
@pytest.mark.parametrize(
    ("kind", "target", "manner", "mm"),
    [
        ("infantry", "infantry", "direct", 150),
        ("armoured_infantry", "pak40", "direct", 150),
        ("infantry", "sherman", "direct", 100),
        ("infantry", "apc", "direct", 100),
        ("infantry", "marder3", "direct", 150),
        ("infantry", "truck", "direct", 150),
        ("sherman", "infantry", "direct", 450),
        ("armoured_car", "infantry", "direct", 450),
        ("ba64", "infantry", "direct", 150),
        ("apc", "infantry", "direct", 150),
        ("tankette", "infantry", "direct", 150),
        ("stug3_late", "sherman", "direct", 450),
        ("pak40", "sherman", "direct", 450),
        ("artillery", "infantry", "direct", 450),
        ("artillery", "infantry", "indirect", 800),
        ("sexton", "infantry", "direct", 450),
        ("sexton", "infantry", "indirect", 800),
    ],
)
def test_a_weapon_reaches_as_far_as_the_chart_says(kind: str, target: str, manner: Manner, mm: int) -> None:
    for near in (mm - 1, mm):
        assert "KIM-4.7a" not in first_rows(apart(kind, near, target), manner=manner)
    for far in (mm + 0.1, mm + 1):
        assert first_rows(apart(kind, far, target), manner=manner) == ["KIM-4.7a"]


@rule("KIM-4.7a")
def test_a_truck_has_nothing_to_fire_with() -> None:
    state = apart("truck", 100)
    assert range_of(state, state.stands["a"]) == 0
    (fault,) = why_no_shot(state, state.stands["a"], state.stands["b"])
    assert (fault.reason, fault.rows) == ("A has nothing to fire with", ("KIM-4.7a",))


@rule("KIM-4.7a")
def test_a_gun_group_reaches_as_far_as_its_gun_and_no_gun_nowhere() -> None:
    state, all_kinds = apart("infantry", 100), kinds()
    reach = {
        kind: gun_range(state, all_kinds[kind]) for kind in ("truck", "apc", "infantry", "sherman", "pak40")
    }
    assert reach == {"truck": 0, "apc": 0, "infantry": 1000, "sherman": 4500, "pak40": 4500}


@rule("KIM-4.7a")
def test_out_of_range_is_out_of_hope() -> None:
    for mm, needed in ((150, 6), (150.1, None)):
        state = apart("infantry", mm)
        assert shot_at(state, state.stands["a"], state.stands["b"]).needed == needed


@bounds("KIM-4.18b")
@pytest.mark.parametrize(
    ("mm", "chart", "strict"), [(299, True, True), (300, True, True), (301, True, False), (450, True, False)]
)
def test_with_the_strict_option_direct_fire_ends_at_300(mm: int, chart: bool, strict: bool) -> None:
    limit = {"direct_fire_limit": "300"}
    assert first_rows(apart("sherman", 301), options=limit) == ["KIM-4.18b"]
    state = apart("sherman", mm)
    assert (not faults(state), not faults(state, options=limit)) == (chart, strict)
    assert (shot_at(state, state.stands["a"], state.stands["b"], options=limit).needed is not None) == strict


@bounds("KIM-4.18b")
def test_the_strict_option_shortens_no_indirect_fire_and_lengthens_nothing() -> None:
    limit = {"direct_fire_limit": "300"}
    state = apart("artillery", 800)
    assert range_of(state, state.stands["a"], "indirect", limit) == 8000
    assert range_of(state, state.stands["a"], "direct", limit) == 3000
    assert range_of(apart("infantry", 1), apart("infantry", 1).stands["a"], "direct", limit) == 1500


@bounds("KIM-4.18a")
def test_only_artillery_has_indirect_fire() -> None:
    for kind in ("infantry", "sherman", "pak40", "stug3_late"):
        (_, fault) = why_no_shot(apart(kind, 100), *pair(apart(kind, 100)), manner="indirect")
        assert (fault.reason, fault.rows[0]) == ("A is not artillery and has direct fire only", "KIM-4.18a")
    assert first_rows(apart("artillery", 100), manner="indirect") == []


@bounds("KIM-4.18a")
def test_a_stand_between_blocks_the_line_unless_it_is_hidden_or_the_option_is_off() -> None:
    def between(**changes: Any) -> StandsState:
        return field(
            tank("a", (500, 800), **FIRE), tank("c", (500, 700), **changes), tank("b", (500, 600), "blue")
        )

    assert faults(between()) == [("KIM-4.18a", "KIM-R53")]
    assert first_rows(between(), options={"stands_block_fire": "off"}) == []
    assert first_rows(between(hidden=True)) == []


@bounds("KIM-4.18a")
@pytest.mark.parametrize(("depth", "free"), [(99, True), (100, True), (101, False)])
def test_a_line_through_more_concealing_ground_than_one_sees_into_is_blocked(depth: int, free: bool) -> None:
    corners = f"[[300, 300], [700, 300], [700, {500 + depth}], [300, {500 + depth}]]"
    wood = f"  - {{id: wood, kind: woods, polygon: {corners}}}"
    state = field(tank("a", (500, 800), **FIRE), inf("b", (500, 500), "blue"), pieces=wood)
    assert (first_rows(state) == []) == free


FRONT = (500, 500)
"""The target faces north: its front edge is the line y = 485."""


@bounds("KIM-4.8a")
@pytest.mark.parametrize(
    ("at", "facing", "flank"),
    [
        ((500, 300), 180, False),  # tank 1: wholly in front
        ((650, 450), 270, False),  # tank 2: in front, off to the side
        ((650, 490), 270, False),  # tank 3: a part is still in front
        ((650, 560), 270, True),  # tank 4: wholly behind
        ((500, 700), 0, True),  # tank 5: straight behind
        ((530, 470), 225, False),  # tank 6: sees mostly flank, yet most of it is in front
        ((650, 499.9), 270, False),
        ((650, 500), 270, True),  # just touching the line
        ((650, 500.1), 270, True),
    ],
)
def test_a_flank_shot_comes_from_wholly_behind_the_front_edge(
    at: tuple[float, float], facing: float, flank: bool
) -> None:
    target = tank("b", FRONT, "blue")
    assert is_flank(tank("a", at, facing=facing), target) == flank
    state = field(tank("a", at, facing=facing), target)
    shift = shot_at(state, state.stands["a"], target).shift
    assert [(line.reason, line.amount) for line in shift.lines] == [("flank or rear", -2)] * flank


def arc_of(kind: str, at: tuple[float, float], **changes: Any) -> bool:
    state = field(stand("a", kind, (500, 500), **changes), inf("b", at, "blue"))
    return in_arc(state, state.stands["a"], state.stands["b"])


@bounds("KIM-4.9a")
@pytest.mark.parametrize(
    ("kind", "at", "inside"),
    [
        ("sherman", (500, 800), True),
        ("achilles", (400, 600), True),
        ("infantry", (700, 514.9), True),
        ("infantry", (700, 515), True),
        ("infantry", (700, 515.1), False),
        ("infantry", (300, 515), True),
        ("infantry", (500, 600), False),
        ("armoured_infantry", (700, 515), True),
        ("armoured_infantry", (700, 515.1), False),
        ("pak40", (600, 415), True),  # 45 degrees from the middle of the rear edge at (500, 515)
        ("pak40", (600.1, 415), False),
        ("pak40", (400, 415), True),
        ("pak40", (399.9, 415), False),
        ("artillery", (600.1, 415), False),
        ("stug3_late", (600, 415), True),
        ("stug3_late", (600.1, 415), False),
        ("apc", (600.1, 415), False),
        ("pak40", (500, 700), False),
    ],
)
def test_arcs_open_from_the_rear_of_the_base(kind: str, at: tuple[float, float], inside: bool) -> None:
    assert arc_of(kind, at) == inside
    state = field(stand("a", kind, (500, 500), **FIRE), inf("b", at, "blue"))
    reach = first_rows(state)
    assert ("KIM-4.9a" in reach) == (not inside)


@bounds("KIM-4.9a")
def test_an_arc_turns_with_the_stand() -> None:
    assert arc_of("pak40", (700, 500), facing=90)
    assert not arc_of("pak40", (500, 300), facing=90)


@bounds("KIM-4.9b")
@pytest.mark.parametrize("changes", [{"turned": True}, {"moved": 1}])
def test_a_stand_that_turned_to_bear_may_not_fire(changes: dict[str, Any]) -> None:
    for kind in ("pak40", "sherman", "infantry"):
        assert first_rows(apart(kind, 100, **changes)) == ["KIM-4.9b"]
    hidden = field(gun("a", (500, 600), facing=180, hidden=True, **FIRE), inf("b", (500, 500), "blue"))
    assert first_rows(hidden) == [], "one being placed faces as its owner likes"


@bounds("KIM-4.9b")
def test_with_move_and_fire_one_may_turn_and_fire() -> None:
    assert first_rows(apart("infantry", 100, turned=True, **MOVED)) == []
    assert first_rows(apart("sherman", 100, turned=True, **MOVED)) == []
    assert first_rows(apart("infantry", 100, turned=True)) == ["KIM-4.9b"]


@bounds("KIM-4.9b")
def test_a_hidden_stand_is_placed_facing_its_target() -> None:
    state = field(gun("a", (500, 500), hidden=True), gun("c", (500, 500)), inf("b", (700, 500), "blue"))
    for id in "ac":
        assert open_fire(game(state), "direct", state.stands[id], state.stands["b"].at)
    assert (state.stands["a"].facing, state.stands["c"].facing) == (900, 0)


@bounds("KIM-4.19b")
@pytest.mark.parametrize(("x", "free"), [(600, True), (600.1, False), (400, True), (399.9, False)])
def test_armour_that_moved_fires_into_the_90_degrees_to_its_front(x: float, free: bool) -> None:
    state = field(tank("a", (500, 500), **MOVED), inf("b", (x, 415), "blue"), inf("c", (500, 600), "blue"))
    assert first_rows(state, b="c") == ["KIM-4.19b"]
    assert (first_rows(state) == []) == free
    state.stands["a"].order, state.stands["a"].moved = "fire", 0
    assert first_rows(state) == first_rows(state, b="c") == []


@bounds("KIM-4.19a")
def test_infantry_that_moved_keeps_its_arc_and_loses_one() -> None:
    state = field(inf("a", (500, 500), **MOVED), inf("b", (600, 515), "blue"))
    assert faults(state) == []
    assert shot_at(state, state.stands["a"], state.stands["b"]).needed == 7


@bounds("KIM-4.19c")
@pytest.mark.parametrize("kind", ["artillery", "pak40", "stug3_late", "sexton", "jagdpanther"])
def test_guns_and_turretless_spgs_cannot_move_and_fire(kind: str) -> None:
    assert first_rows(apart(kind, 100, **MOVED)) == ["KIM-4.19c"]
    assert first_rows(apart("achilles", 100, **MOVED)) == []


@rule("KIM-4.2a")
def test_a_stand_fires_once_a_turn() -> None:
    assert first_rows(apart("infantry", 100, fired=True)) == ["KIM-4.2a"]


@rule("KIM-3.2a")
@bounds("KIM-1.2e", "KIM-1.2i")
def test_recon_and_those_whose_card_gives_no_fire_do_not_fire() -> None:
    assert "KIM-3.2a" in first_rows(apart("recon", 100))
    assert first_rows(apart("infantry", 100, order="move")) == ["KIM-1.2e"]
    assert first_rows(apart("infantry", 100, order="opportunity")) == ["KIM-1.2i"]
    assert first_rows(apart("infantry", 100, order="opportunity"), manner="snap") == []
    assert first_rows(apart("infantry", 100), manner="snap") == ["KIM-1.2h"]


@bounds("KIM-4.18a")
def test_nobody_fires_at_friends() -> None:
    state = field(inf("a", (500, 600), **FIRE), inf("b", (500, 500)))
    assert first_rows(state) == ["KIM-4.18a"]


@bounds("KIM-7.3e")
def test_nobody_fires_into_a_melee_unless_the_option_lets_him() -> None:
    state = apart("infantry", 100)
    state.stands["b"].in_contact_with = "z"
    assert first_rows(state) == ["KIM-7.3e"]
    assert first_rows(state, options={"fire_into_melee": "on"}) == []
    assert first_rows(state, manner="defensive") == []


def screened(*others: Stand, kind: str = "infantry", **changes: Any) -> StandsState:
    return field(stand("a", kind, (500, 600), **{**FIRE, **changes}), hq("h", (500, 500), "blue"), *others)


@bounds("KIM-1.3i")
@pytest.mark.parametrize(
    ("other", "safe"),
    [
        (inf("b", (540, 540), "blue"), True),
        (inf("b", (540, 540), "blue", hidden=True), False),
        (inf("b", (540, 540)), False),
        (inf("b", (560, 660), "blue"), False),  # nearer, but outside the arc
        (inf("b", (580, 540), "blue"), False),  # exactly as far
        (inf("b", (579.9, 540), "blue"), True),
        (inf("b", (580.1, 540), "blue"), False),
        (tank("b", (540, 540), "blue", kind="tiger_1"), True),
        (hq("b", (540, 540), "blue"), True),
    ],
)
def test_which_other_targets_screen_an_hq(other: Stand, safe: bool) -> None:
    state = screened(other)
    assert ("KIM-1.3i" in first_rows(state, b="h")) == safe


@bounds("KIM-1.3i")
def test_a_nearer_target_that_the_shooter_cannot_hurt_does_not_screen() -> None:
    heavy = tank("b", (540, 540), "blue", kind="tiger_1")
    assert "KIM-1.3i" in first_rows(screened(heavy, kind="sherman"), b="h")
    assert first_rows(screened(heavy, kind="apc"), b="h") == [], "machine guns do a Tiger no harm"


@bounds("KIM-1.3i", "KIM-4.16c")
def test_hq_and_supply_stands_are_no_targets_of_indirect_fire() -> None:
    for kind, row in (("hq", "KIM-1.3i"), ("supply", "KIM-4.16c")):
        assert first_rows(apart("artillery", 300, kind), manner="indirect") == [row]
        assert first_rows(apart("artillery", 300, kind)) == []


@rule("KIM-4.7a")
@bounds("KIM-4.18a", "KIM-4.9a")
def test_all_that_is_wrong_is_told_at_once() -> None:
    state = field(gun("a", (500, 500), **FIRE), tank("c", (500, 700)), inf("b", (500, 1000), "blue"))
    assert first_rows(state) == ["KIM-4.7a", "KIM-4.9a", "KIM-4.18a"]


@rule("KIM-4.18a", "KIM-1.2h")
def test_the_targets_a_stand_may_fire_at() -> None:
    state = field(
        inf("a", (500, 600), **FIRE),
        inf("near", (500, 500), "blue"),
        inf("far", (500, 400), "blue"),
        inf("unseen", (540, 500), "blue", hidden=True),
        inf("friend", (450, 550)),
    )
    with playing(state, FirePhase()) as p:
        assert p.options("red") == ["a>near"]
        p.pending(red="Name your targets", blue="Name your targets")
