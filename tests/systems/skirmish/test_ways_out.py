"""Men who run without being asked: recovering to Duck Back, held in melee, with enemies in their way.

NR-24, NR-49, NR-170, NR-171, NR-172
"""

from __future__ import annotations

from math import isqrt
from typing import Any

import pytest

from deadground.space.bases import CONTACT, point_to_segment
from deadground.space.plane import is_within
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.movement.involuntary import LeaveBattlefield
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import BASE, Figure
from deadground.testing import rule
from tests.systems.skirmish.acting import acted
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import SMG, foe, man, point, table


def wall(y: float) -> str:
    return f"  - {{id: wall, kind: wall, line: [[0, {y}], [40, {y}]]}}"


@rule("NUTS-MOVE-11")
@pytest.mark.parametrize(
    ("x", "status"), [(8, "gone"), (8.1, "leave_battlefield"), (8.4, "leave_battlefield")]
)
def test_he_is_off_the_table_when_the_middle_of_his_base_is(x: float, status: str) -> None:
    """NR-192: he has 8"."""
    state = table(man("a", (x, 24), status="leave_battlefield"), foe("y", (40, 24)))
    with playing(state, LeaveBattlefield("a"), dice=[6, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == status


# NR-170: one passed in the Recover Test from Hunker Down


def hunkered(pieces: str, *more: Figure) -> Any:
    """A man who hunkers since `x` shot at him and he threw nothing but 6."""
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=(SMG,)), *more, pieces=pieces)
    dice = [6, 6, 6] if pieces else [6, 6]
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=dice) as p:
        p.nothing_pending()
    return p.state


@rule("NUTS-REACT-08", "NUTS-MOVE-06")
@pytest.mark.parametrize(
    ("value", "y", "at"),
    [("moves", 35.4, 35.9), ("moves", 35.6, 30), ("stays", 32, 30)],
)
def test_one_passed_sends_him_to_cover_like_any_duck_back(value: str, y: float, at: float) -> None:
    """NR-170: up to 6" away, in cover from those who made him hunker; with the option he stays where he is."""
    state = hunkered("")
    state.map = table(pieces=wall(y)).map
    assert (state.figures["a"].status, state.figures["a"].prone) == ("hunker_down", True)
    options = {"recover_to_duck_back": value}
    with playing(state, Activation("red-1"), dice=[4, 5], options=options) as p:
        p.nothing_pending()
    a, x = p.state.figures["a"], p.state.figures["x"]
    ran = at > 30
    assert (a.status, round(a.at[1] / 254, 1), a.prone) == ("duck_back", at, not ran)
    assert has_los(p.state, x, a) != ran, "NUTS-MOVE-07"


@rule("NUTS-REACT-08", "NUTS-MOVE-07")
def test_in_cover_still_he_stays_and_is_hidden_from_those_who_made_him_hunker() -> None:
    """NR-170: from `x`, who shot at him, and not from `y`."""
    state = hunkered(wall(29.5), foe("y", (16, 10)))
    assert state.figures["a"].reaction.hidden_from == ("x",)
    with playing(state, Activation("red-1"), dice=[4, 5, 6]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.at, a.prone, a.reaction.hidden_from) == ("duck_back", point((10, 30)), False, ("x",))


@rule("NUTS-REACT-08", "NUTS-MOVE-06")
def test_hit_on_his_way_he_knows_still_from_whom_he_runs() -> None:
    """NR-170, NR-114: he hunkers where he lies, short of the wall, and ducks behind it when he recovers."""
    state = hunkered("")
    state.map = table(pieces=wall(32)).map
    take_down(game(state), state.figures["a"], "carry_on")
    with playing(state, Activation("red-1"), dice=[4, 5]) as p:
        p.nothing_pending()
    assert round(p.state.figures["a"].at[1] / 254, 1) == 32.5


@rule("NUTS-REACT-08")
def test_who_carries_on_has_nobody_in_mind() -> None:
    with playing(hunkered(""), Activation("red-1"), dice=[4, 4]) as p:
        assert (p.state.figures["a"].status, p.state.figures["a"].reaction.causes) == ("carry_on", ())
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MOVE-09")
def test_who_gives_himself_up_has_nobody_in_mind() -> None:
    state = hunkered("")
    state.figures["x"].at = point((10, 20))
    with playing(state, Activation("blue-1")) as p:
        p.choose("blue", [move("blue-1", x=to((10, 26)))])
        p.nothing_pending()
    assert (p.state.figures["a"].status, p.state.figures["a"].reaction.causes) == ("captured", ())


# NR-172: enemies in the way


def gap(state: Any, start: tuple[float, float]) -> int:
    """How near the straight way from a place to where `a` is now comes to `y`, in tenths."""
    square, by = point_to_segment(state.figures["y"].at, (point(start), state.figures["a"].at))
    return isqrt(square // by)


@rule("NUTS-MOVE-06", "NUTS-MELEE-01")
@pytest.mark.parametrize(("status", "straight"), [("carry_on", False), ("out_of_the_fight", True)])
def test_nobody_ducks_back_through_an_enemy(status: Any, straight: bool) -> None:
    """The nearest cover lies beyond `y`; who is down is no obstacle. NR-172"""
    state = table(
        man("a", (10, 30)),
        foe("x", (10, 10), weapons=(SMG,)),
        foe("y", (10, 28), facing=0, status=status),
        pieces=wall(26),
    )
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[1, 1]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.reaction.under_cover, a.at[0] == 10 * 254) == ("duck_back", True, straight)
    assert (gap(p.state, (10, 30)) > 254) != straight


@rule("NUTS-MOVE-11", "NUTS-MELEE-01")
@pytest.mark.parametrize(
    ("x", "end"),
    [((20, 44), (28, 40)), ((21, 44), (28, 40)), ((21.02, 44), (20, 48))],
    ids=["in the way", "touching it", "beside it"],
)
def test_who_leaves_makes_for_an_edge_without_an_enemy_before_it(x: Any, end: tuple[float, float]) -> None:
    """NR-172: to the east, which is next nearest."""
    state = table(man("a", (20, 40), status="leave_battlefield"), foe("x", x, facing=0), size=(40, 48))
    with playing(state, Phase("red"), dice=[6, 6]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.at, a.status) == (point(end), "gone" if end[1] == 48 else "leave_battlefield")


@rule("NUTS-MOVE-11", "NUTS-MELEE-01")
def test_with_enemies_on_all_sides_who_leaves_halts_before_contact() -> None:
    """NR-172"""
    around = [
        foe("n", (20, 10)),
        foe("e", (30, 40), facing=270),
        foe("s", (20, 44), facing=0),
        foe("w", (10, 40), facing=90),
    ]
    state = table(man("a", (20, 40), status="leave_battlefield"), *around)
    with playing(state, Phase("red"), dice=[6, 6]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.at[0], a.status, a.melee.fighting) == (20 * 254, "leave_battlefield", ())
    assert 43 * 254 - a.at[1] == CONTACT + 1


# NR-171: a leaver in melee


def caught() -> Any:
    """A man who leaves, locked with one who charged him from the north; both throw 5d6. Nobody else may act."""
    state = table(
        man("a", (20, 40), status="leave_battlefield", fighting=("x",), weapons=()),
        man("b", (40, 46), facing=180),
        foe("x", (20, 39), fighting=("a",), weapons=()),
        foe("y", (40, 2), facing=0),
    )
    state.sides["red"].die = 6
    return state


GOOD, BAD = [1, 1, 6, 6, 6], [1, 6, 6, 6, 6]
EVEN, WON, LOST = [*BAD, *BAD], [*GOOD, *BAD, 1], [*BAD, *GOOD, 1]
"""A round of melee: nobody wins, the leaver kills his enemy, the enemy kills him."""


@rule("NUTS-MELEE-12")
@pytest.mark.parametrize(
    ("dice", "status", "y", "fighting"),
    [
        (EVEN, "leave_battlefield", 40, ("x",)),
        ([*WON, 6, 6], "gone", 48, ()),
        (LOST, "obviously_dead", 40, ()),
    ],
    ids=["even", "won", "lost"],
)
def test_who_leaves_and_is_caught_fights_in_his_sides_phase(
    dice: list[int], status: str, y: float, fighting: tuple[str, ...]
) -> None:
    """NR-171: whatever the die says. Only when nobody fights him any more he runs on, and at once."""
    with playing(caught(), Phase("red"), dice=dice) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.at, a.melee.fighting) == (status, point((20, y)), fighting)
    assert len([event for event in p.events if event.kind == "melee_round"]) == 1


@rule("NUTS-MELEE-12", "NUTS-MOVE-11")
@pytest.mark.parametrize(
    "options", [{"leaver_in_melee": "runs"}, {"leaver_in_melee": "held", "melee_break_off": "when_active"}]
)
def test_with_an_option_he_runs_out_of_the_melee(options: dict[str, str]) -> None:
    """NR-171, NR-49: nobody is asked, and there is no free blow."""
    with playing(caught(), Phase("red"), dice=[6, 6], options=options) as p:
        p.nothing_pending()
    figures = p.state.figures
    assert (figures["a"].status, figures["x"].melee.fighting) == ("gone", ())
    assert "melee_round" not in [event.kind for event in p.events]


@rule("NUTS-MELEE-12", "NUTS-MOVE-11")
def test_who_is_charged_as_he_runs_goes_no_further() -> None:
    """NR-171: X sees him come past a house, is quicker and goes for him; they are evenly matched."""
    house = "  - {id: house, kind: structure, polygon: [[5, 26.5], [7, 26.5], [7, 28.5], [5, 28.5]]}"
    leaver = man("a", (10, 30), status="leave_battlefield", weapons=())
    state = table(leaver, foe("x", (4, 26), weapons=()), pieces=house)
    state.sighted = ()
    p = acted(state, dice=[6, 6, 6, 6, 6, 6], fill=1, procedure=LeaveBattlefield("a"))
    a, x = p.state.figures["a"], p.state.figures["x"]
    assert (a.status, a.melee.fighting, x.melee.fighting) == ("leave_battlefield", ("x",), ("a",))
    assert is_within(a.at, x.at, 2 * BASE + CONTACT)
    assert a.at > point((5, 30))
    assert a.reaction.reacting is None, "he fights on in his side's phases"
