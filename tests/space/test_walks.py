"""Walks: defined steps."""

from __future__ import annotations

import pytest

from deadground.space.bases import Base, stand
from deadground.space.plane import EAST, SOUTH
from deadground.space.walks import STEPS_TOGETHER, Mover, together, walk


def test_a_single_mover_takes_steps_of_ten_tenths_and_one_for_the_rest() -> None:
    found = walk(((0, 0), (25, 0)))
    assert found.points == ((0, 0), (10, 0), (20, 0), (25, 0))
    assert walk(((0, 0), (20, 0))).points == ((0, 0), (10, 0), (20, 0))
    assert walk(((7, 7),)).points == ((7, 7),)


def test_steps_run_on_round_corners() -> None:
    found = walk(((0, 0), (15, 0), (15, 15)), stand((0, 0), 20, 20, EAST), turns=True)
    assert found.points == ((0, 0), (10, 0), (15, 5), (15, 15))
    assert found.facings == (EAST, EAST, SOUTH, SOUTH)


def test_movers_together_cover_their_paths_evenly() -> None:
    walks = together(
        {"slow": Mover(Base((0, 0)), ((0, 0), (50, 0))), "fast": Mover(Base((0, 9)), ((0, 9), (1000, 9)))}
    )
    assert [one.steps for one in walks.values()] == [STEPS_TOGETHER] * 2
    assert walks["fast"].points[37] == (370, 9)
    assert walks["slow"].points[1:4] == ((1, 0), (1, 0), (2, 0))
    assert walks["slow"].points[-1] == (50, 0)


def test_one_who_stays_put_is_on_the_clock_too() -> None:
    walks = together({"still": Mover(Base((5, 5)), ((5, 5),))})
    assert set(walks["still"].points) == {(5, 5)}
    assert walks["still"].steps == STEPS_TOGETHER


def test_no_path_is_named() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        walk(())
    with pytest.raises(ValueError, match="tank: a path has at least one point"):
        together({"tank": Mover(Base((0, 0)), ())})
