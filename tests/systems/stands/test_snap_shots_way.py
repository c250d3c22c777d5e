"""Snap shots at movers that are out of view for part of their way, played through the movement phase. KIM-4.17a"""

from __future__ import annotations

import pytest

from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, inf, point, tank
from tests.systems.stands.marches import march, to

SCREEN = """
  - {id: screen, kind: woods, polygon: [[440, 590], [460, 590], [460, 610], [440, 610]]}
"""
"""From (500, 700) it hides the line y = 500 from x = 366.8 to 411."""


def waiting(at: At = (500, 700), standing_order: str = "first") -> Stand:
    return tank("anna", at, order="opportunity", standing_order=standing_order)


def mover(at: At, **changes: bool) -> Stand:
    return tank("bert", at, "blue", order="move", arrow=900, start_at=point(at), **changes)


def snapped(p: Play[StandsState]) -> list[At]:
    """Where the mover was when it was shot at: it stayed there, for all shots of these tests hit."""
    fallen = p.state.fallen.values()
    return [(one.at[0] / 10, one.at[1] / 10) for one in fallen]


@rule("KIM-4.17a")
@pytest.mark.parametrize(("turns_at", "shots"), [(366.6, 0), (366.7, 0), (366.8, 1), (366.9, 1)])
def test_a_mover_that_goes_out_of_view_and_comes_back_is_a_passing_target(
    turns_at: float, shots: int
) -> None:
    state = field(waiting(), mover((300, 500)), pieces=SCREEN)
    p = march(state, blue={"bert": to((turns_at, 500), (300, 500))}, dice=[20] * shots)
    assert len(snapped(p)) == shots


@rule("KIM-4.17a")
def test_a_mover_that_passes_behind_a_screen_is_shot_at_as_soon_as_it_is_in_view() -> None:
    state = field(waiting(), mover((300, 500)), pieces=SCREEN)
    assert snapped(march(state, blue={"bert": to((540, 500))}, dice=[20])) == [(302.4, 500)]
    state = field(waiting(), mover((300, 500)))
    assert not snapped(march(state, blue={"bert": to((540, 500))})), "in view all the way"


@rule("KIM-4.17a")
def test_it_is_in_view_when_it_is_shot_at() -> None:
    """It begins in the wood and is known there; the shot waits until it is out of it."""
    wood = "  - {id: wood, kind: woods, polygon: [[250, 450], [350, 450], [350, 550], [250, 550]]}"
    state = field(waiting(), mover((330, 500)), pieces=wood)
    ((x, _),) = snapped(march(state, blue={"bert": to((430, 500))}, dice=[20]))
    assert 350 < x < 352


@rule("KIM-4.17a")
@pytest.mark.parametrize("hidden", [False, True])
def test_the_way_before_it_went_round_an_enemy_counts(hidden: bool) -> None:
    screen = "  - {id: screen, kind: woods, polygon: [[605, 637], [615, 637], [615, 643], [605, 643]]}"
    state = field(
        waiting((760, 500), standing_order="nearer:390"),
        inf("otto", (520, 690), facing=180),
        tank("bert", (460, 800), "blue", order="move", arrow=0, start_at=point((460, 800))),
        pieces=screen if hidden else "",
    )
    p = march(state, blue={"bert": {**to((460, 560)), "when_met": "round"}}, dice=[20] * hidden)
    assert any(event.kind == "goes_round" for event in p.events)
    assert len(snapped(p)) == hidden


@rule("KIM-4.17a")
@pytest.mark.parametrize("dug_in", [False, True])
def test_who_leaves_his_works_was_out_of_view_in_them(dug_in: bool) -> None:
    state = field(waiting(), mover((300, 500), dug_in=dug_in))
    assert len(snapped(march(state, blue={"bert": to((430, 500))}, dice=[20] * dug_in))) == dug_in
