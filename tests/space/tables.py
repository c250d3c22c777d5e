"""Random tables and points for property tests, as hypothesis strategies, and the moves that must change nothing."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from hypothesis import strategies as st

from deadground.space.ground import Ground, GroundError, Piece, piece
from deadground.space.plane import Point
from deadground.space.polygons import boxes_meet

SIZE = 12_000
"""The side of the square tables used here, in tenths."""


def blob(rng: Random, id: str) -> Piece | None:
    """A star-shaped area, often concave, now and then on round coordinates so that lines meet its corners."""
    cx, cy = rng.randint(800, SIZE - 800), rng.randint(800, SIZE - 800)
    count = rng.randint(3, 12)
    angles = sorted(rng.uniform(0, 2 * pi) for _ in range(count))
    coarse = rng.choice((1, 1, 100))
    corners = []
    for angle in angles:
        reach = rng.uniform(150, 1500)
        x, y = cx + reach * cos(angle), cy + reach * sin(angle)
        corners.append((round(x / coarse) * coarse, round(y / coarse) * coarse))
    try:
        made = piece(id, "woods", "area", corners)
    except GroundError:
        return None
    return made if boxes_meet(made.box, (0, 0, SIZE, SIZE)) else None


def random_table(seed: int, count: int = 12) -> Ground:
    rng = Random(seed)
    made = (blob(rng, f"p{i}") for i in range(count))
    pieces = [one for one in made if one is not None]
    walls = [
        piece(f"w{i}", "wall", "line", [(rng.randint(0, SIZE), rng.randint(0, SIZE)) for _ in range(3)])
        for i in range(3)
    ]
    return Ground(SIZE, SIZE, [*pieces, *walls])


tables = st.integers(0, 10**6).map(random_table)
coarse = st.integers(0, SIZE // 100).map(lambda n: n * 100)
points = st.tuples(st.integers(0, SIZE) | coarse, st.integers(0, SIZE) | coarse)

Move = Callable[[Point], Point]

MOVES: dict[str, Move] = {
    "shifted": lambda p: (p[0] + 137, p[1] - 59),
    "quarter turn": lambda p: (SIZE - p[1], p[0]),
    "half turn": lambda p: (SIZE - p[0], SIZE - p[1]),
    "three quarter turn": lambda p: (p[1], SIZE - p[0]),
    "mirrored": lambda p: (SIZE - p[0], p[1]),
    "mirrored across the diagonal": lambda p: (p[1], p[0]),
}


def moved(ground: Ground, move: Move, size: int = SIZE + 200) -> Ground:
    """The same table seen after a move. Outlines of wide lines are moved, not made anew."""
    pieces = [
        Piece(
            id=one.id,
            kind=one.kind,
            shape=one.shape,
            points=tuple(map(move, one.points)),
            level=one.level,
            height=one.height,
            polygon=tuple(map(move, one.polygon)),
        )
        for one in ground.pieces
    ]
    return Ground(size, size, pieces, unit=ground.unit, level_height=ground.level_height)
