"""Looks: who has no choice, who sees whom, and who would be left out."""

from __future__ import annotations

import pytest

from deadground.core.faults import Refused
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.table.looks import LOOKS
from tests.systems.skirmish.gestures import begun, drag
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import SMG, foe, man, point, table


@pytest.mark.parametrize(
    ("enemies", "dice", "is_forced"),
    [
        ([(11, 10)], [1, 1, 6], True),
        ([(11, 10), (13, 10)], [1, 1], False),
        ([(11, 26)], [1, 1, 6], False),
    ],
    ids=["one who is far", "two of them", "one who could be charged"],
)
def test_who_must_act_and_has_one_shot_has_no_choice(
    enemies: list[tuple[int, int]], dice: list[int], is_forced: bool
) -> None:
    foes = [foe(f"x{place}", at, rep=1) for place, at in enumerate(enemies)]
    state = table(man("a", (10, 30), rep=2, weapons=(SMG,)), *foes)
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice) as p:
        look = LOOKS["forced"](p.match.view("red"), {})
        assert bool(look.lines) == is_forced
        if is_forced:
            assert look.lines[0].text == "A fires at X0: there was nothing else to do."
            assert not p.asked("red").check(p.match.view("red"), look.value)
        p.pending(red="You saw them first")


def test_who_sees_whom_and_why_not() -> None:
    with begun() as p:
        view = p.match.view("red")
        blocked = LOOKS["sight"](view, {"from": "a", "to": "x"})
        assert "does not see" in blocked.lines[0].text
        assert blocked.shapes[0].look == "sight_blocked"
        seen = LOOKS["sight"](view, {"from": "c", "to": "a"})
        assert seen.lines[0].text.startswith("C sees A")
        piece = LOOKS["piece"](view, {"id": "a"})
        assert piece.title == "A"
        assert piece.lines[-1].text == 'Moves 8", 8" left.'
        with pytest.raises(Refused):
            LOOKS["piece"](view, {"id": "nobody"})
        with pytest.raises(Refused):
            LOOKS["sight"](view, {"id": "a"})
        p.pending(red="Give the group its orders")


def test_a_group_that_is_told_nothing_is_asked_about() -> None:
    with begun() as p:
        view = p.match.view("red")
        assert len(LOOKS["left_out"](view, {"draft": []}).shapes) == 3
        moved = drag(p, "a", to=point((9, 33)))
        assert not LOOKS["left_out"](view, {"draft": moved.value}).shapes
        p.pending(red="Give the group its orders")


def test_men_who_have_shot_and_could_still_move_are_asked_about() -> None:
    state = table(
        man("a", (8, 38), rep=5, rank="squad_leader"), man("b", (10, 38)), foe("x", (9, 20), star=True)
    )
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        look = LOOKS["left_out"](p.match.view("red"), {"draft": []})
        assert [one.text for one in look.lines] == ["A and B could still move."]
        assert [one.token for one in look.shapes] == ["a", "b"]
        p.choose("red", [move("red-1", a=to((8, 33)))])
        assert [one.token for one in LOOKS["left_out"](p.match.view("red"), {"draft": []}).shapes] == ["b"]
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(("to_y", "is_told"), [(37, True), (34, True), (33.9, False)])
def test_men_who_were_stopped_with_half_their_move_to_go_and_shot_are_asked_about_too(
    to_y: float, is_told: bool
) -> None:
    """The main button is not to throw away half a move: of eight inches four are left, or a little less."""
    state = table(man("a", (8, 38), rep=5, rank="squad_leader"), foe("x", (9, 20), star=True))
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [move("red-1", a=to((8, to_y)))])
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        look = LOOKS["left_out"](p.match.view("red"), {"draft": []})
        assert [one.text for one in look.lines] == (["A could still move."] if is_told else [])
        if is_told:
            p.pending(red="Give the group its orders")
        else:
            p.nothing_pending()
