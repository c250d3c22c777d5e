"""Who is plainly behind something, for all at once, is hidden one by one too. NR-10, NS-10, NS-40"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from deadground.core.citing import recording
from deadground.space.plane import Point
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.quick.behind import note_behind, plainly_hidden
from deadground.systems.skirmish.quick.screens import Flags, close_to, is_noted_hidden, lines_from
from deadground.systems.skirmish.quick.walks import Steps
from deadground.systems.skirmish.rules.activation.orders import LAWS, reasons_to_ask
from deadground.systems.skirmish.rules.fire.readiness import open_with, why_no_shot
from deadground.systems.skirmish.rules.movement.walking import STEP
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, has_los
from tests.systems.skirmish.table import LMG, RIFLE, SMG, man, point, table
from tests.systems.skirmish.test_quick_looks import PIECES, anywhere, crowd, enemies

HOUSE = "  - {id: house, kind: structure, polygon: [[10, 20], [30, 20], [30, 24], [10, 24]]}"
LAST = 12 * 254


@pytest.mark.parametrize("seed", range(80))
def test_who_is_plainly_hidden_from_a_walk_is_hidden_at_every_step_of_it(seed: int) -> None:
    rng = Random(seed)
    ground = ground_of(table(man("a", (1, 1)), pieces=PIECES))
    paths = [tuple(point(anywhere(rng)) for _ in range(rng.randint(2, 4))) for _ in range(4)]
    ends = [*range(STEP, LAST, STEP), LAST]
    walks = [Steps(ground, path, ends, 0) for path in paths]

    def is_close(which: int) -> Flags:
        return np.array([walk.comes_close(which) for walk in walks])

    lookers = [point(anywhere(rng)) for _ in range(30)]
    hidden = plainly_hidden(ground, lookers, [walk.corners for walk in walks], is_close)
    assert hidden.shape == (30, 4)
    for looker, row in zip(lookers, hidden, strict=True):
        for walk, is_hidden in zip(walks, row, strict=True):
            assert walk.places.hidden_from(looker).all() or not is_hidden


def test_a_house_hides_a_walk_behind_it_and_not_one_round_its_corner() -> None:
    ground = ground_of(table(man("a", (1, 1)), pieces=HOUSE))
    behind = (point((15, 30)), point((20, 28)), point((25, 30)))
    round_it = (point((15, 30)), point((40, 30)))
    found = plainly_hidden(ground, [point((20, 10))], [behind, round_it], lambda _: np.zeros(2, np.bool_))
    assert found.tolist() == [[True, False]]


@pytest.mark.parametrize(("y", "hidden"), [(20.2, True), (22, True), (23.8, False)])
def test_out_of_a_house_one_sees_at_its_edge_alone(y: float, hidden: bool) -> None:
    """A man by the far wall, in the middle, and at the window towards the walk. NS-40"""
    ground = ground_of(table(man("a", (1, 1)), pieces=HOUSE))
    way = (point((18, 30)), point((22, 30)))
    found = plainly_hidden(ground, [point((20, y))], [way], lambda _: np.zeros(1, np.bool_))
    assert found.tolist() == [[hidden]]


def test_a_walk_into_the_house_is_not_plainly_hidden() -> None:
    ground = ground_of(table(man("a", (1, 1)), pieces=HOUSE))
    way = (point((20, 30)), point((20, 22)))
    close = plainly_hidden(ground, [point((20, 10))], [way], lambda _: np.ones(1, np.bool_))
    assert close.tolist() == [[False]]


@pytest.mark.parametrize("seed", range(20))
def test_lines_noted_for_all_together_are_blocked(seed: int) -> None:
    state = crowd(seed, ours=6)
    ground, theirs = ground_of(state), enemies(state)
    ours = [one for one in state.figures.values() if one.side == "red"]
    note_behind(ground, (one.at for one in ours), (one.at for one in theirs))
    noted = [(a, x) for a in ours for x in theirs if is_noted_hidden(ground, a.at, x.at)]
    assert noted
    for a, x in noted:
        assert is_noted_hidden(ground, x.at, a.at)
        a.facing, x.facing = facing_towards(a, x.at), facing_towards(x, a.at)
        with recording():
            assert not has_los(state, a, x)
            assert not has_los(state, x, a)


def test_nothing_is_noted_for_one_man_alone_nor_while_citations_are_heard() -> None:
    ground = ground_of(table(man("a", (1, 1)), pieces=HOUSE))
    ours: list[Point] = [point((20, 10.5)), point((21, 10.5))]
    theirs = [point((15 + i, 33)) for i in range(6)]
    note_behind(ground, ours[:1], theirs)
    with recording():
        note_behind(ground, ours, theirs)
    assert not lines_from(ground, ours[0])
    note_behind(ground, ours, theirs)
    assert all(lines_from(ground, ours[0])[there] for there in theirs)


@pytest.mark.parametrize("turning", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_those_a_weapon_is_open_to_are_those_nothing_speaks_against(seed: int, turning: bool) -> None:
    state = crowd(seed)
    shooter, rng = state.figures["a0"], Random(seed)
    shooter.arms = shooter.arms.but(weapons=(RIFLE, SMG, LMG))
    for one in rng.sample(enemies(state), 3):
        one.status = "out_of_the_fight"
    shooter.doing = shooter.doing.but(moved_in=rng.randint(0, 1))
    for with_ in shooter.arms.weapons:
        found = list(open_with(state, shooter, with_, enemies(state), DEFAULTS, turning=turning))
        plain = [
            one
            for one in enemies(state)
            if why_no_shot(state, shooter, one, with_, DEFAULTS, turning=turning) is None
        ]
        assert found == plain


def test_a_group_is_asked_again_for_cards_that_matter_and_for_a_target_last() -> None:
    found = [law.id for law in reasons_to_ask()]
    by_wish = {"unready", "lay_aside", "pick_up", "put_down", "carry_off", "prone", "finished"}
    of_machines = {"hatches", "seats", "get_out", "tow", "push_gun", "man_gun", "assault"}
    never = by_wish | of_machines | {"fast_move", "crawl", "fast_crawl"}
    assert set(found) == set(LAWS) - never
    assert found[-1] == "fire"


def test_what_is_close_to_a_place_is_what_it_is_in() -> None:
    ground = ground_of(table(man("a", (1, 1)), pieces=HOUSE))
    assert len(close_to(ground, point((20, 22)))) == 1
    assert not close_to(ground, point((20, 10)))
