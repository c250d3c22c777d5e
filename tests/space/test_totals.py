"""What a path costs in all is what its parts and tolls come to, also where it is not taken apart."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from deadground.space.going import Going, Surface
from deadground.space.ground import Ground, Piece
from deadground.space.plane import Point


def area(kind: str, *corners: Point) -> Piece:
    return Piece(id=kind, kind=kind, shape="area", points=corners, polygon=corners)


WOOD = area("woods", (2000, 2000), (4000, 2100), (3900, 4000), (2100, 3900))
POND = area("pond", (7000, 7000), (8000, 7000), (8000, 8000))
WALL = Piece(id="wall", kind="wall", shape="line", points=((6000, 1000), (6000, 5000)))
GROUND = Ground(10_000, 10_000, [WOOD, WALL, POND])
GOING = Going(rates={"woods": 2, "pond": None}, tolls={"wall": 508})


@pytest.mark.parametrize("going", [GOING, Going(rates={"woods": 2}, open=Fraction(3, 2))])
@pytest.mark.parametrize("seed", range(150))
def test_a_total_is_that_of_the_whole_cost(going: Going, seed: int) -> None:
    rng, surface = Random(seed), Surface(GROUND, going)
    path = tuple((rng.randint(0, 10_000), rng.randint(0, 10_000)) for _ in range(rng.randint(1, 4)))
    if rng.random() < 0.3:
        path = (*path, path[-1])
    assert surface.total(path) == surface.cost(path).total


def test_only_a_path_that_meets_nothing_is_open() -> None:
    surface = Surface(GROUND, GOING)
    assert surface.is_open_along(((100, 100), (1900, 9000)))
    assert not surface.is_open_along(((100, 3000), (5000, 3000)))
    assert not surface.is_open_along(((5500, 3000), (6000, 3000))), "it reaches the wall"
    assert surface.is_open_along(((3000, 3000),)), "who does not go meets nothing"
