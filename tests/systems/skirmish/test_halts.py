"""Who runs into an enemy of whom his side does not know halts, and goes no further. NR-198"""

from __future__ import annotations

import pytest

from deadground.space.bases import CONTACT
from deadground.space.plane import distance
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import BASE, INCH
from deadground.testing import rule
from tests.systems.skirmish.orders import move, steps, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table

WOOD = "  - {id: wood, kind: woods, polygon: [[10, 20], [30, 20], [30, 28], [10, 28]]}"
NEXT_STEP = 31
HALTS = "A halts: somebody he does not see is in his way."


@rule("NUTS-MOVE-01", "NUTS-MELEE-01")
@pytest.mark.parametrize(("x", "halts"), [(20, True), (22, False)], ids=["in his way", "beside it"])
def test_he_halts_before_contact_and_his_movement_is_over(x: float, halts: bool) -> None:
    """X has ducked back in the wood and hides from A, who stands two inches before him and walks north."""
    x_man = foe("x", (x, 25), status="duck_back", under_cover=True, hidden_from=("a",))
    state = table(man("a", (20, 27)), x_man, pieces=WOOD, knowledge="ghosts")
    look_round(game(state))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((20, 24)))])
        assert (HALTS in p.log_of("red")) == halts
        assert HALTS not in p.log_of("blue")
        a = p.state.figures["a"]
        assert (a.at[1] > 25 * INCH) == halts
        assert (a.doing.spent == 8 * INCH) == halts
        p.nothing_pending()


@rule("NUTS-SIGHT-03", "NUTS-MELEE-01")
@pytest.mark.parametrize(("x", "halts"), [(20.9, True), (21.1, False)], ids=["in his way", "beside it"])
def test_nor_do_the_two_inches_lead_through_one(x: float, halts: bool) -> None:
    """A has come into sight of Y, and steps on into the wood past X, whose base he would not stand on."""
    hides = foe("x", (x, 25.4), status="duck_back", under_cover=True, hidden_from=("a",), group="blue-2")
    a = man("a", (20, 25.9), facing=0)
    state = table(a, foe("y", (20, 21), weapons=()), hides, pieces=WOOD, knowledge="ghosts")
    state.sighted = ()
    look_round(game(state))
    with playing(state, InSightTest("red-1", ("blue-1",), True), dice=[1, 1, 1, 1, 6, 6]) as p:
        assert "x" not in p.view("red").figures
        p.choose("red", steps(a=(20, 24.9)))
        assert (HALTS in p.log_of("red")) == halts
        a = p.state.figures["a"]
        assert (a.at[1] > 25.4 * INCH) == halts
        assert (a.doing.spent == 8 * INCH) == halts
        assert distance(a.at, p.state.figures["x"].at) >= 2 * BASE
        p.pending(red="You saw them first")


@rule("NUTS-MOVE-02", "NUTS-MELEE-01")
@pytest.mark.parametrize(
    ("dice", "halts"), [([6, 6], False), ([1, 6], True)], ids=["short of him", "up to him"]
)
def test_who_falls_short_of_him_learns_nothing(dice: list[int], halts: bool) -> None:
    """A Fast Move is drawn through X, ten inches ahead; A goes eight, or twelve."""
    hides = foe("x", (20, 27), status="duck_back", under_cover=True, hidden_from=("a",))
    state = table(man("a", (20, 38)), hides, pieces=WOOD, knowledge="ghosts")
    look_round(game(state))
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [move("red-1", "fast_move", a=to((20, 25)))])
        assert (HALTS in p.log_of("red")) == halts
        assert (p.state.figures["a"].at[1] == 30 * INCH) != halts
        p.nothing_pending()


@rule("NUTS-MOVE-02", "NUTS-MELEE-01")
@pytest.mark.parametrize(("beyond", "halts"), [(NEXT_STEP, True), (NEXT_STEP + 1, False)])
def test_whom_he_would_touch_with_his_next_step_is_in_his_way(beyond: int, halts: bool) -> None:
    """A Fast Move is drawn through X; A goes eight inches, and a quarter of a base further he would touch him."""
    hides = foe("x", (20, 25), status="duck_back", under_cover=True, hidden_from=("a",))
    state = table(man("a", (20, 36)), hides, pieces=WOOD, knowledge="ghosts")
    state.figures["x"].at = (20 * INCH, 28 * INCH - beyond - 2 * BASE - CONTACT)
    look_round(game(state))
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", "fast_move", a=to((20, 24)))])
        assert (HALTS in p.log_of("red")) == halts
        assert p.state.figures["a"].at[1] == 28 * INCH
        p.nothing_pending()


@rule("NUTS-MOVE-02")
def test_who_falls_a_hair_short_of_where_he_was_sent_halts_before_nobody() -> None:
    with playing(table(man("a", (20, 38))), Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", "fast_move", a=to((20, 29.97)))])
        p.nothing_pending()
    assert p.state.figures["a"].at[1] == 30 * INCH


@rule("NUTS-MELEE-01")
def test_whom_he_comes_to_see_as_he_turns_is_in_his_way() -> None:
    """X stands beside A, behind his back, and lies prone; A would walk over him."""
    state = table(
        man("a", (20, 30), facing=0), foe("x", (20, 31), facing=180, prone=True), knowledge="ghosts"
    )
    state.sighted = (("blue-1", "red-1"),)
    look_round(game(state))
    with playing(state, Activation("red-1")) as p:
        assert "x" not in p.view("red").figures
        p.choose("red", [move("red-1", a=to((20, 34)))])
        assert "A halts: X is in his way." in p.log_of("red")
        p.pending(red="Give the group")


@rule("NUTS-MELEE-01")
@pytest.mark.parametrize(("apart", "may_go"), [(0, True), (CONTACT, True), (CONTACT + 1, False)])
def test_who_stands_on_an_enemys_very_place_may_leave_it_any_way(apart: int, may_go: bool) -> None:
    """As an umpire may have put him. A step aside, and he goes no nearer to the enemy's centre. NS-01"""
    state = table(man("a", (20, 30)), foe("x", (20, 30)))
    state.figures["x"].at = (20 * INCH, 30 * INCH - apart)
    with playing(state, Activation("red-1")) as p:
        over_him = [move("red-1", a=to((20, 26)))]
        faults = p.match.check(p.asked("red").choice(over_him))
        assert (faults == []) is may_go
        p.pending(red="Give the group its orders.")
