"""Who may be shot at, and how the dice are spread; who stands on whom. NR-11, NR-105, NS-01"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import CONTACT
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.readiness import can_shoot, open_with
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot, in_swath, spread, swath_faults
from deadground.systems.skirmish.rules.sight.cover import cover_at, is_linear
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.rules.sight.stepping import crowded, may_step
from deadground.systems.skirmish.state import BASE
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import LMG, SMG, foe, man, point, table

# Who may be shot at


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(
    ("target", "fits"), [("near", True), ("far", False), ("behind", True), ("hidden", False), ("mate", False)]
)
def test_whoever_is_aimed_at_must_be_a_target(target: str, fits: bool) -> None:
    """In range, in sight once he has turned, and no friend; the submachine gun reaches 24 inches."""
    wall = "  - {id: hill, kind: hill, level: 1, polygon: [[12, 24], [20, 24], [20, 26], [12, 26]]}"
    state = table(
        man("a", (10, 30), weapons=(SMG,)),
        man("mate", (12, 30)),
        foe("near", (10, 20)),
        foe("far", (10, 1)),
        foe("behind", (10, 40)),
        foe("hidden", (19, 20)),
        pieces=wall,
    )
    state.sighted = tuple(("blue-" + str(n), "red-1") for n in range(1, 5))
    with playing(state, Activation("red-1")) as p:
        faults = p.asked("red").check(p.match.view("red"), [fire("red-1", SMG, a=[(target, 3)])])
        assert (faults == []) is fits
        p.pending(red="Give the group its orders.")


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(
    ("facing", "turning", "can"), [(0, False, True), (180, False, False), (180, True, True)]
)
def test_who_does_not_turn_shoots_at_those_before_him(facing: float, turning: bool, can: bool) -> None:
    state = table(man("a", (10, 20), facing=facing), foe("x", (10, 10)))
    foes = [state.figures["x"]]
    assert can_shoot(state, state.figures["a"], foes, {}, turning=turning) is can


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(("turning", "men"), [(True, ["near", "behind"]), (False, ["near"])])
def test_who_is_open_to_one_weapon(turning: bool, men: list[str]) -> None:
    """The submachine gun reaches 24 inches; who does not turn has nobody behind him."""
    state = table(
        man("a", (10, 30), weapons=(SMG,)),
        foe("near", (10, 6)),
        foe("far", (10, 5.9)),
        foe("behind", (10, 40)),
    )
    a, foes = state.figures["a"], [state.figures[id] for id in ("near", "far", "behind")]
    assert [one.id for one in open_with(state, a, SMG, foes, {}, turning=turning)] == men
    assert list(open_with(state, a, SMG, foes[1:2], {}, turning=turning)) == []
    a.arms = a.arms.but(empty=(SMG,))
    assert list(open_with(state, a, SMG, foes, {}, turning=turning)) == []


# How dice are spread


@rule("NUTS-FIRE-08")
def test_dice_into_empty_ground_lie_between_two_targets() -> None:
    state = table(man("a", (10, 30), weapons=(LMG,)), foe("x", (10, 20)), foe("y", (12, 20)))
    with playing(state, Activation("red-1")) as p:
        order = fire("red-1", LMG, a=[("x", 2), ("", 2)])
        reasons = [fault.reason for fault in p.refuse("red", [order])]
        assert reasons == ["dice go into empty ground only between two targets"]
        p.pending(red="Give the group its orders.")


@bounds("NUTS-FIRE-07")
@pytest.mark.parametrize(
    ("facing", "turning", "men"), [(0, False, ["x", "y"]), (180, True, ["x", "y"]), (180, False, ["x"])]
)
def test_who_turns_to_the_first_target_sees_those_beside_him(
    facing: float, turning: bool, men: list[str]
) -> None:
    """NR-105: who does not turn sees nobody behind him."""
    state = table(man("a", (10, 30), weapons=(LMG,), facing=facing), foe("x", (10, 20)), foe("y", (11, 20)))
    shot = Shot("a", LMG, (Aim("x", 4),))
    found = [one.piece.id for side in (1, -1) for one in in_swath(state, shot, side, {}, turning=turning)]
    assert sorted(set(found)) == men


@bounds("NUTS-FIRE-07", "NUTS-FIRE-08")
@pytest.mark.parametrize(
    ("off", "aims"),
    [
        ((1.0,), [("x", 3), ("y1", 1)]),
        ((2.0,), [("x", 2), ("", 1), ("y1", 1)]),
        ((3.0,), [("x", 1), ("", 2), ("y1", 1)]),
        ((4.0,), [("x", 4)]),
        ((1.0, 2.0), [("x", 2), ("y1", 1), ("y2", 1)]),
        ((1.0, 3.0), [("x", 1), ("y1", 1), ("", 1), ("y2", 1)]),
        ((-1.0, 1.0, 2.0), [("x", 2), ("y2", 1), ("y3", 1)]),
    ],
)
def test_dice_are_spread_to_the_side_where_more_can_be_reached(off: tuple[float, ...], aims: Any) -> None:
    """NR-105: a die for each man and each empty inch before him; what is left stays on the first."""
    others = [foe(f"y{n}", (20 + x, 20)) for n, x in enumerate(off, 1)]
    state = table(man("a", (20, 30), weapons=(LMG,)), foe("x", (20, 20)), *others)
    found = spread(state, Shot("a", LMG, (Aim("x", 4),)), {})
    assert [(aim.target, aim.dice) for aim in found.aims] == aims
    assert swath_faults(state, found, {}, "", turning=False) == []


# Where men stand


@pytest.mark.parametrize(("apart", "fits"), [(0, False), (1, True), (-1, False)])
def test_bases_may_touch_and_not_lie_on_each_other(apart: int, fits: bool) -> None:
    """NS-01: to a tenth of a millimetre."""
    state = table(man("a", (10, 30)), man("b", (20, 30)))
    x, y = point((10, 10))
    ends = {"a": (x, y), "b": (x + 2 * BASE - CONTACT - 1 + apart, y)}
    faults = crowded(state, ends, "at")
    assert (faults == []) is fits
    assert fits or faults[0].reason == "B and A would stand on each other"


@pytest.mark.parametrize(("left", "may"), [(2, True), (1, True), (0, False)])
def test_two_more_inches_as_long_as_a_tenth_of_a_move_is_left(left: int, may: bool) -> None:
    """NR-11: where they are charged; where they are free it does not matter."""
    state = table(man("a", (10, 30), spent=8 * 254 - left))
    a = state.figures["a"]
    assert may_step(state, a, {"in_sight_bonus_move": "charged"}) is may
    assert may_step(state, a, {"in_sight_bonus_move": "free"})
    a.prone = True
    assert not may_step(state, a, {"in_sight_bonus_move": "free"})


@rule("NUTS-SIGHT-03")
@pytest.mark.parametrize(("corners", "fits"), [(10, True), (11, True), (12, False)])
def test_a_way_has_twelve_points_at_most(corners: int, fits: bool) -> None:
    """With the one he stands on, so that nobody draws a way without end. He looks east then, and X is quicker."""
    state = table(man("a", (10, 30)), foe("x", (10, 10), rep=1))
    x, y = point((10, 30))
    points = [[x + n * 10, y] for n in range(1, corners + 1)]
    with playing(state, InSightTest("red-1", ("blue-1",), True), dice=[1]) as p:
        faults = p.asked("red").check(p.match.view("red"), {"a": {"points": points}})
        assert [fault.reason for fault in faults] == ([] if fits else ["A: a path has at most 12 points"])
        p.choose("red", {"a": {"points": points[:1]}})
        p.pending(blue="You saw them first")


# Cover


@rule("NUTS-LOS-08")
@pytest.mark.parametrize(("at", "covered"), [((10, 20), True), ((10, 18.2), True), ((10, 15), False)])
def test_a_wreck_covers_those_behind_it_and_holds_nobody(at: Any, covered: bool) -> None:
    wreck = "  - {id: wreck, kind: wreck, polygon: [[8, 19], [12, 19], [12, 21], [8, 21]]}"
    state = table(man("a", (30, 40)), pieces=wreck)
    cover = cover_at(state, point(at), point((10, 40)))
    assert (cover is not None) is covered
    assert cover is None or not cover.inside
    (piece,) = ground_of(state).pieces
    assert is_linear(piece)
