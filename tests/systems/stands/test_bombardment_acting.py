"""Moving and firing under area bombardment. KIM-4.12b, KIM-4.12c, KIM-R19"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import stand as base
from deadground.space.units import mm
from deadground.systems.stands.rules.fire.bombardment import LiftAreaFire
from deadground.systems.stands.rules.fire.duties_of_fire import acting_under_fire, templates_over
from deadground.systems.stands.rules.movement.going import Footing
from deadground.systems.stands.state import Stand
from deadground.testing import bounds, rule
from tests.systems.stands.field import At, hq, inf, stand, tank
from tests.systems.stands.guns import battle, shelled, told
from tests.systems.stands.system import game, playing

HERE = (500, 500)


def rolled(one: Stand, face: int, gun_at: At = (500, 1200), **options: str) -> tuple[bool, Stand]:
    """One stand acts under one template; whether it may go on, and the stand after it."""
    state = battle(one)
    shelled(state, HERE, gun_at=gun_at)
    g = game(state, dice=[face], options=options)
    acts = acting_under_fire(g, one)
    assert len(g.rolls) == 1
    assert acts == (one.id in state.stands)
    return acts, one


@rule("KIM-4.2a")
@bounds("KIM-4.12b")
@pytest.mark.parametrize(
    ("kind", "falls_to"),
    [("infantry", 8), ("armoured_infantry", 9), ("artillery", 9), ("pak40", 9), ("truck", 7), ("supply", 7)],
)
def test_a_d10_on_its_own_number_with_minus_two(kind: str, falls_to: int) -> None:
    for face, hits in ((falls_to - 1, 0), (falls_to, 1)):
        acts, one = rolled(stand("a", kind, HERE), face)
        assert one.hits == hits
        assert acts == (hits == 0 or kind in ("infantry", "armoured_infantry"))


@rule("KIM-4.3a")
@bounds("KIM-4.12b")
@pytest.mark.parametrize(
    ("kind", "away", "needs"),
    [
        ("sherman", 150, 15),
        ("sherman", 150.1, 18),
        ("sherman", 300, 18),
        ("assault_gun", 150, 15),
        ("panther", 300, 19),
        ("armoured_car", 300, 16),
        ("armoured_car", 300.1, 19),
        ("armoured_car", 800, 19),
    ],
)
def test_armour_rolls_a_d20_against_group_3_by_distance_from_the_gun(
    kind: str, away: float, needs: int
) -> None:
    for face in (needs - 1, needs):
        one = stand("a", kind, HERE, facing=90)
        state = battle(one)
        shelled(state, HERE, gun_at=(500, 500 + away))
        g = game(state, dice=[face])
        assert acting_under_fire(g, one) == (face < needs)
        assert g.rolls[0].sides == 20


@bounds("KIM-4.12b")
def test_armour_far_from_the_gun_cannot_be_hit() -> None:
    acts, _ = rolled(tank("a", HERE), 20, gun_at=(500, 801))
    assert acts


@bounds("KIM-4.12b")
@pytest.mark.parametrize(("off", "under"), [(0, True), (64.9, True), (65, True), (65.1, False), (80, False)])
def test_any_part_of_the_base_counts(off: float, under: bool) -> None:
    one = inf("a", (500 + off, 500))
    state = battle(one)
    template = shelled(state, HERE)
    assert bool(templates_over(state, one.base)) == under
    g = game(state, dice=[1] if under else [])
    assert acting_under_fire(g, one)
    assert len(g.rolls) == int(under)
    assert template.rolled == (("a",) if under else ())


@bounds("KIM-4.12b")
def test_once_per_template_and_turn() -> None:
    one = inf("a", HERE)
    state = battle(one)
    shelled(state, HERE)
    g = game(state, dice=[7])
    assert [acting_under_fire(g, one) for _ in range(3)] == [True, True, True]
    assert len(g.rolls) == 1
    shelled(state, (500, 560), id="u")
    again = game(state, dice=[7])
    assert acting_under_fire(again, one)
    assert len(again.rolls) == 1


@bounds("KIM-4.12b")
@pytest.mark.parametrize(
    ("faces", "hits", "acts"), [([7, 7], 0, True), ([7, 8], 1, True), ([8, 7], 1, True), ([8, 8], 2, False)]
)
def test_two_templates_are_two_rolls(faces: list[int], hits: int, acts: bool) -> None:
    one = inf("a", HERE)
    state = battle(one)
    shelled(state, HERE)
    shelled(state, (520, 500), side="blue", id="u")
    g = game(state, dice=faces)
    assert acting_under_fire(g, one) == acts
    assert one.hits == hits
    assert len(g.rolls) == 2


@bounds("KIM-4.12b")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_it_falls_on_friend_and_foe(side: str) -> None:
    state = battle(inf("a", HERE, side=side, hits=1))
    shelled(state, HERE, side="red")
    g = game(state, dice=[8])
    assert not acting_under_fire(g, state.stands["a"])
    assert state.commands[f"{side}_command"].losses == 1


@bounds("KIM-4.12b")
def test_an_hq_is_rolled_for_too() -> None:
    for face, hits in ((7, 0), (8, 1)):
        _, one = rolled(hq("a", HERE), face)
        assert one.hits == hits


@bounds("KIM-4.12b")
def test_who_stays_put_and_silent_is_not_rolled_for() -> None:
    still, mover = inf("a", HERE), inf("b", (540, 500))
    state = battle(still, mover)
    template = shelled(state, HERE)
    g = game(state, dice=[8])
    acting_under_fire(g, mover)
    assert (still.hits, mover.hits) == (0, 1)
    assert template.rolled == ("b",)


@bounds("KIM-4.12b")
@pytest.mark.parametrize("face", [7, 8])
def test_a_hidden_stand_s_roll_is_its_owner_s_to_know(face: int) -> None:
    changes: dict[str, Any] = {"hidden": True}
    one = inf("a", HERE, side="blue", **changes)
    state = battle(one)
    shelled(state, HERE)
    g = game(state, dice=[face])
    acting_under_fire(g, one)
    assert told(g, "red") == []
    assert told(g, "blue") == (["shot"] if face == 7 else ["shot", "marked"])


def test_lifting_nothing_says_nothing() -> None:
    with playing(battle(inf("a", HERE)), LiftAreaFire()) as p:
        p.nothing_pending()
    assert p.log == []


@bounds("KIM-4.12c")
@pytest.mark.parametrize(("off", "felt"), [(65, True), (65.1, False)])
def test_ground_under_a_template_is_bad_going_on_a_road_too(off: float, felt: bool) -> None:
    road = "  - {id: road, kind: road, width: 40, line: [[0, 500], [2000, 500]]}"
    state = battle(inf("a", (500 + off, 500)), pieces=road)
    shelled(state, (500, 500))
    mover = base((mm(500 + off), mm(500)), 300, 300)
    assert bool(Footing(state).felt(mover)) == felt
    state.templates.clear()
    assert Footing(state).felt(mover) == []
