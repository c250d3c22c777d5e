"""Modifiers, their limit, fixed guns, marks and night. KIM-1.2k, KIM-4.6, KIM-4.19, KIM-6.2f"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.tally import Tally
from deadground.systems.stands.rules.fire.firing import Manner, Shot, chance, fire, shot_at
from deadground.systems.stands.rules.fire.fixed import dig_in_guns
from deadground.systems.stands.rules.fire.hits import hit
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, gun, inf, stand, tank
from tests.systems.stands.marches import march, to
from tests.systems.stands.system import game

Changes = dict[str, Any]
WOOD = "  - {id: wood, kind: woods, polygon: [[400, 400], [600, 400], [600, 600], [400, 600]]}"


def shot(
    by: str, at: str, mm: float = 100, red: Changes | None = None, blue: Changes | None = None, **how: Any
) -> Shot:
    """A shot from the front on bare ground."""
    state = field(
        stand("a", by, (500, 1000 + mm), **(red or {})),
        stand("b", at, (500, 1000), "blue", 180, **(blue or {})),
    )
    return shot_at(state, state.stands["a"], state.stands["b"], **how)


def lines(tally: Tally) -> list[tuple[int, str]]:
    return [(line.amount, line.on) for line in tally.lines]


DUG_IN: Changes = {"dug_in": True}
PRONE: Changes = {"order": "prone"}
FIXED: Changes = {"fixed": True}
MOVED: Changes = {"order": "move_and_fire"}


@rule("KIM-4.6a")
def test_cover_is_the_ground_the_target_is_in() -> None:
    inside, outside = inf("b", (500, 500), "blue"), inf("c", (700, 500), "blue")
    state = field(inf("a", (500, 650)), inside, outside, pieces=WOOD)
    assert lines(shot_at(state, state.stands["a"], inside).shift) == [(1, "score")]
    assert not shot_at(state, state.stands["a"], outside).shift.lines


@rule("KIM-4.6a")
def test_what_is_about_the_target_raises_the_number() -> None:
    assert lines(shot("infantry", "infantry", in_cover=True).shift) == [(1, "score")]
    assert lines(shot("infantry", "infantry", blue=DUG_IN).shift) == [(1, "score")]
    both = shot("infantry", "infantry", blue=DUG_IN, in_cover=True)
    assert (both.needed, both.shift.total) == (8, -2)
    assert shot("sherman", "sherman", blue=DUG_IN).needed == 14, "any stand may have it"


@rule("KIM-4.6a")
@bounds("KIM-1.2k")
def test_prone_infantry_needs_one_more() -> None:
    assert shot("infantry", "infantry", blue=PRONE).needed == 7
    assert shot("infantry", "armoured_infantry", blue=PRONE).needed == 8
    assert shot("infantry", "infantry", blue={"shown_order": "prone"}).needed == 7, "as the enemy sees it"
    assert shot("infantry", "truck", blue=PRONE).needed == 5


@rule("KIM-4.6a")
@pytest.mark.parametrize(
    ("manner", "shift"),
    [
        ("direct", 0),
        ("snap", 0),
        ("defensive", 0),
        ("indirect", -1),
        ("speculative", -2),
        ("area", -2),
        ("melee", 0),
    ],
)
def test_the_way_of_firing_is_on_the_die(manner: Manner, shift: int) -> None:
    found = shot("artillery", "infantry", manner=manner, in_cover=True)
    assert found.shift.unlimited == shift - 1
    assert [line.amount for line in found.shift.lines if line.on == "die"] == ([shift] if shift else [])


@bounds("KIM-4.12b")
@pytest.mark.parametrize(
    ("kind", "needed"), [("infantry", 8), ("pak40", 9), ("armoured_infantry", 9), ("truck", 7)]
)
def test_area_fire_makes_infantry_fall_to_an_eight(kind: str, needed: int) -> None:
    assert shot("artillery", kind, 850, manner="area").needed == needed


@rule("KIM-4.6a", "KIM-7.3c")
def test_the_defender_in_an_assault_adds_one() -> None:
    found = shot("infantry", "infantry", manner="melee", defending=True)
    assert (found.needed, lines(found.shift)) == (5, [(1, "die")])


@rule("KIM-4.6a")
@bounds("KIM-4.19a", "KIM-4.19b")
def test_moving_costs_infantry_one_and_armour_two() -> None:
    assert lines(shot("infantry", "infantry", red=MOVED).shift) == [(-1, "die")]
    assert lines(shot("armoured_infantry", "infantry", red=MOVED).shift) == [(-1, "die")], "infantry too"
    assert lines(shot("sherman", "infantry", red=MOVED).shift) == [(-2, "die")]
    assert lines(shot("achilles", "sherman", red=MOVED).shift) == [(-2, "die")], "a turreted gun"
    melee = shot("infantry", "infantry", red=MOVED, manner="melee")
    assert (melee.shift.lines, melee.distance) == ([], 0)
    assert not shot("infantry", "infantry", red={"order": "move"}).shift.lines


@bounds("KIM-4.6b")
def test_all_modifiers_together_shift_the_die_by_two_at_most() -> None:
    worst = shot("infantry", "infantry", red=MOVED, blue={**DUG_IN, **PRONE}, in_cover=True)
    assert (worst.shift.unlimited, worst.shift.total, worst.needed) == (-4, -2, 8)
    best = shot("pak40", "armoured_infantry", red=FIXED, defending=True)
    assert (best.shift.unlimited, best.shift.total, best.needed) == (3, 2, 5)
    mixed = shot("infantry", "infantry", blue={**DUG_IN, **PRONE}, in_cover=True, defending=True)
    assert (mixed.shift.unlimited, mixed.shift.total) == (-2, -2), "they add up before the limit"


@bounds("KIM-4.6b")
def test_marks_stay_outside_the_limit_unless_the_option_takes_them_in() -> None:
    how: Changes = {"blue": DUG_IN, "in_cover": True}
    outside = shot("kv_1", "t34_early", 100, **how)
    assert (outside.shift.total, outside.marks.total, outside.needed) == (-2, -2, 15)
    inside = shot("kv_1", "t34_early", 100, **how, options={"cap_includes_marks": "on"})
    assert (inside.shift.unlimited, inside.shift.total, inside.marks.total) == (-4, -2, 0)
    assert inside.needed == 13


@bounds("KIM-4.6b")
def test_a_further_shift_counts_under_the_limit() -> None:
    extra = [("a gun in melee", -1, "KIM-7.3d"), ("carries a hit", -1, "KIM-7.3c"), ("more", -1, "KIM-7.3c")]
    found = shot("infantry", "infantry", manner="melee", extra=extra)
    assert (found.shift.total, found.needed) == (-2, 8)


@bounds("KIM-4.6c", "KIM-4.8a")
def test_only_armoured_vehicles_have_a_flank() -> None:
    behind = {"facing": 0}
    for kind, needed in (("sherman", 11), ("truck", 6), ("infantry", 6), ("pak40", 7)):
        state = field(tank("a", (500, 1100)), stand("b", kind, (500, 1000), "blue", **behind))
        assert shot_at(state, state.stands["a"], state.stands["b"]).needed == needed


@bounds("KIM-4.6c")
@pytest.mark.parametrize(
    ("manner", "flank"),
    [
        ("direct", 2),
        ("snap", 2),
        ("defensive", 2),
        ("melee", 2),
        ("indirect", 0),
        ("speculative", 0),
        ("area", 0),
    ],
)
def test_only_direct_fire_and_melee_claim_a_flank(manner: Manner, flank: int) -> None:
    assert not shot("artillery", "truck", flank=True, manner=manner).shift.total > 0
    found = shot("artillery", "sherman", flank=True, manner=manner)
    assert sum(-line.amount for line in found.shift.lines if line.on == "score") == flank


@rule("KIM-4.6a")
@pytest.mark.parametrize(
    ("kind", "shift"), [("pak36", 1), ("pak40", 1), ("at_17pdr", 1), ("artillery", 0), ("tiger_1", 0)]
)
def test_an_at_gun_in_a_fixed_position_adds_one(kind: str, shift: int) -> None:
    found = shot(kind, "infantry", red=FIXED, in_cover=True)
    assert (found.shift.unlimited, found.dice) == (shift - 1, 1)
    assert shot(kind, "infantry", in_cover=True).shift.total == -1


@bounds("KIM-4.6d")
def test_a_fixed_88_has_two_dice_in_place_of_the_bonus() -> None:
    found = shot("flak36", "sherman", 300, red=FIXED)
    assert (found.dice, found.needed, found.shift.total) == (2, 12, 0)
    assert chance(found) == 1 - (1 - chance(shot("flak36", "sherman", 300))) ** 2
    assert shot("pak43", "infantry", red=FIXED).dice == 2, "at any target"


@bounds("KIM-4.6d")
def test_no_other_88_and_no_die_of_melee_is_doubled() -> None:
    assert shot("flak36", "sherman", red=FIXED).dice == 2
    assert shot("flak36", "sherman").dice == 1
    assert shot("tiger_1", "sherman", red=FIXED).dice == 1
    assert shot("q25pdr", "sherman", red=FIXED).dice == 1
    melee = shot("flak36", "infantry", red=FIXED, manner="melee")
    assert (melee.dice, melee.shift.total) == (1, 0)


@bounds("KIM-4.6d", "KIM-4.1a")
@pytest.mark.parametrize(
    ("faces", "hits", "word"), [((5, 5), 0, "missed"), ((5, 6), 1, "hit"), ((6, 9), 2, "2 hits")]
)
def test_both_dice_of_an_88_may_hit_and_kill_infantry_at_once(
    faces: tuple[int, int], hits: int, word: str
) -> None:
    state = field(gun("a", (500, 700), kind="flak36", fixed=True), inf("b", (500, 500), "blue"))
    g = game(state, [*faces])
    target = state.stands["b"]
    assert fire(g, shot_at(state, state.stands["a"], target)) == hits
    assert g.events[-1].seen.text.endswith(f", {word}.")
    for _ in range(hits):
        hit(g, target, "a")
    hit_again = field(inf("c", (500, 500)))
    hit(game(hit_again), hit_again.stands["c"], "a")
    assert ("b" in state.stands) == (hits < 2)


@bounds("KIM-4.6e")
def test_a_gun_that_moves_is_fixed_no_longer_and_one_that_turns_is() -> None:
    guns = (
        gun("a", (100, 900), fixed=True, order="move", arrow=0),
        gun("b", (300, 900), fixed=True, order="change_formation", arrow=900),
        gun("c", (500, 900), fixed=True, order="fire"),
    )
    p = march(field(*guns), {"a": to((100, 700))})
    assert [p.state.stands[id].fixed for id in "abc"] == [False, True, True]
    assert p.state.stands["b"].facing == 900


@bounds("KIM-4.6e")
def test_the_end_of_a_night_fixes_every_at_gun_where_it_stands() -> None:
    state = field(
        gun("a", (100, 100)), gun("b", (300, 100), kind="flak36"), gun("c", (500, 100), kind="artillery")
    )
    dig_in_guns(game(state))
    assert [one.fixed for one in state.stands.values()] == [True, True, False]


@rule("KIM-6.2f")
@pytest.mark.parametrize(
    ("manner", "shift"), [("direct", -1), ("indirect", -1), ("speculative", -2), ("area", -2)]
)
def test_night_fire_takes_one_off_and_adds_nothing_to_indirect_fire(manner: Manner, shift: int) -> None:
    assert shot("infantry", "infantry", night=True).needed == 7
    assert shot("artillery", "infantry", manner=manner, night=True).shift.total == shift


@rule("KIM-7.3c")
@pytest.mark.parametrize("manner", ["direct", "snap", "indirect"])
def test_with_the_option_a_marked_stand_shoots_worse_everywhere(manner: Manner) -> None:
    marked = {"hits": 1}
    assert shot("infantry", "infantry", red=marked, options={"marked_penalty": "all_fire"}).needed == 7
    plain = shot("infantry", "infantry", manner=manner).shift.total
    assert shot("infantry", "infantry", red=marked, manner=manner).shift.total == plain
    assert (
        shot(
            "infantry", "infantry", red=marked, manner="melee", options={"marked_penalty": "all_fire"}
        ).needed
        == 6
    )
