"""Many bodies on one clock: what is said of all of them at once is what the plain predicates say of each."""

from __future__ import annotations

from random import Random

import numpy as np

from deadground.space.arcs import Wedge
from deadground.space.bases import stand
from deadground.space.plane import is_within, minus, square
from deadground.space.sight import passes_over, surely_passes_over
from deadground.space.tracks import LinesBySteps, Rings, Tracks
from deadground.space.walks import Mover, Walk, together

STEPS = 20


def walks(rng: Random, count: int) -> list[Walk]:
    """Movers on random paths of three legs."""
    found = {}
    for number in range(count):
        path = tuple((rng.randrange(4000), rng.randrange(4000)) for _ in range(4))
        base = stand(path[0], rng.randrange(100, 500), rng.randrange(100, 500), rng.randrange(3600))
        found[str(number)] = Mover(base, path, turns=True)
    return list(together(found, STEPS).values())


def tracks(bodies: list[Walk]) -> Tracks:
    return Tracks([(walk.xs, walk.ys) for walk in bodies], STEPS + 1)


def test_bodies_are_near_at_the_steps_at_which_their_places_are() -> None:
    rng = Random(1)
    bodies = walks(rng, 12)
    pairs = [(a, b) for a in range(12) for b in range(12) if a != b]
    limits = [rng.randrange(2500) for _ in pairs]
    ones, others = np.array(pairs).T
    found = tracks(bodies).nearer_than(ones, others, np.array(limits))
    assert sorted(map(tuple, found.T.tolist())) == sorted(
        (a, b, step)
        for (a, b), limit in zip(pairs, limits, strict=True)
        for step in range(STEPS + 1)
        if is_within(bodies[a].points[step], bodies[b].points[step], limit)
    )


def test_one_who_stands_still_is_where_he_is() -> None:
    both = Tracks([(100, 200), (np.array([100, 150, 500]), np.array([200, 200, 200]))], 3)
    found = both.nearer_than(np.array([0]), np.array([1]), np.array([50]))
    assert found.T.tolist() == [[0, 1, 0], [0, 1, 1]]


def test_whoever_is_in_a_wedge_is_found_in_it() -> None:
    rng = Random(2)
    bodies = walks(rng, 10)
    lines = np.array([(0, body, step) for body in range(10) for step in range(STEPS + 1)]).T
    for width in (300, 900, 1800, 2700, 3600):
        wedge = Wedge((rng.randrange(4000), rng.randrange(4000)), rng.randrange(3600), width)
        found = tracks(bodies).are_in(wedge, lines)
        plain = [wedge.holds(bodies[body].points[step]) for _, body, step in lines.T.tolist()]
        assert found.tolist() == plain


def test_lines_lie_by_their_steps_in_the_order_in_which_they_were_given() -> None:
    rng = Random(4)
    given = [(rng.randrange(9), rng.randrange(9), rng.choice([0, 1, 4, 9])) for _ in range(60)]
    found = LinesBySteps(np.array(given).T)
    assert found.steps == [0, 1, 4, 9]
    for step in range(-2, 14):
        assert found.at(step).T.tolist() == [list(line) for line in given if line[2] == step]
    none = LinesBySteps(np.zeros((3, 0), dtype=np.int64))
    assert none.steps == []
    assert none.at(0).shape == (3, 0)


def test_the_squares_of_lines_are_those_of_their_ends() -> None:
    bodies = walks(Random(6), 6)
    lines = np.array([(a, b, step) for a in range(6) for b in range(6) for step in range(STEPS)]).T
    found = tracks(bodies).squares(lines).tolist()
    assert found == [
        square(minus(bodies[a].points[step], bodies[b].points[step])) for a, b, step in lines.T.tolist()
    ]


def test_a_line_that_is_surely_screened_passes_over_a_base_and_most_that_do_are() -> None:
    rng = Random(3)
    bodies = walks(rng, 30)
    lines = np.array([(a, b, step) for a in range(8) for b in range(8, 16) for step in range(STEPS)]).T
    whose = np.arange(30)
    surely, maybe = tracks(bodies).are_screened(lines, Rings([walk.mover.base for walk in bodies]), whose)
    found = surely.tolist()
    plain = []
    for a, b, step in lines.T.tolist():
        line = bodies[a].points[step], bodies[b].points[step]
        others = [walk.base(step) for i, walk in enumerate(bodies) if i not in (a, b)]
        plain.append(any(passes_over(base, line) for base in others))
    assert all(real for sure, real in zip(found, plain, strict=True) if sure)
    assert not any(real for may, real in zip(maybe.tolist(), plain, strict=True) if not may)
    assert sum(found) > sum(plain) // 2 > 0


def test_a_base_that_a_line_surely_passes_over_is_one_it_passes_over() -> None:
    rng = Random(5)
    sure = 0
    for _ in range(2000):
        at, start, end = ((rng.randrange(2000), rng.randrange(2000)) for _ in range(3))
        base = stand(at, rng.randrange(20, 900), rng.randrange(20, 900), rng.randrange(3600))
        if surely_passes_over(base, (start, end)):
            sure += 1
            assert passes_over(base, (start, end))
    assert sure > 100
