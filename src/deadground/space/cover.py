"""Cover: the nearest place in, at the edge of, or behind pieces of some kinds, seen or unseen by an enemy.

Whether a place is seen is the caller's to say. He is asked about places nearest first, and not about more than
`MOST_ASKED`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice, pairwise
from operator import itemgetter

import msgspec
import numpy as np

from deadground.space.bases import CONTACT, Base
from deadground.space.beside import nearest_part, shifted
from deadground.space.ground import Ground, Piece
from deadground.space.paths import is_near
from deadground.space.plane import Point, Vector, between, distance, facing_of, is_within, minus, square
from deadground.space.polygons import Box, Segment, box_of, boxes_meet, edges
from deadground.space.screens import NO, inside_marks
from deadground.space.units import Tenths

SPACING: Tenths = 60
"""How close together places are looked at."""

MOST_ASKED = 400
"""Sight is the dear part; after this many places the search gives up."""

MOST_PLACES = 20_000


class Cover(msgspec.Struct, frozen=True):
    """A place, the piece it belongs to, how it lies to the piece, and how far off it is."""

    at: Point
    piece: str
    lies: str
    distance: Tenths


Sees = Callable[[Point], bool]


def nearest_cover(
    ground: Ground,
    mover: Base,
    within: Tenths,
    is_cover: Callable[[Piece], bool],
    sees: Sees,
    *,
    seen: bool = False,
    lies: tuple[str, ...] = ("in", "behind"),
    allowed: Callable[[Point], bool] = lambda _: True,
) -> Cover | None:
    """The nearest place in cover that an enemy cannot see, or with `seen` can; None if there is none.

    `lies` says where a place may be: `in` a piece, `behind` (beside) one. Places equally near are tried clockwise
    from north. `allowed` is asked before `sees`: room for the base, ground the mover can reach.
    """
    if within < 0:
        raise ValueError(f"a distance of {within} tenths")
    ordered = (cover for cover in candidates(ground, mover, within, is_cover, lies) if allowed(cover.at))
    return next((cover for cover in islice(ordered, MOST_ASKED) if sees(cover.at) == seen), None)


def candidates(
    ground: Ground, mover: Base, within: Tenths, is_cover: Callable[[Piece], bool], lies: tuple[str, ...]
) -> Iterator[Cover]:
    """Places in or behind cover, nearest first, each once.

    They are looked for in growing circles, because a search mostly ends early.
    """
    nearer = -1
    for reach in (within // 4, within // 2, within):
        found: dict[Point, tuple[str, str]] = {}
        for piece in ground.pieces:
            if is_cover(piece) and boxes_meet(piece.box, box_about(mover.at, reach + mover.reach)):
                for at, how in islice(places(piece, mover, reach), MOST_PLACES):
                    if how in lies and at not in found and ground.on(at):
                        found[at] = piece.id, how
        for at in nearest_first(found, mover.at):
            if nearer < 0 or not is_within(at, mover.at, nearer):
                yield Cover(at, *found[at], distance(at, mover.at))
        nearer = reach


def nearest_first(points: Iterable[Point], start: Point) -> Iterator[Point]:
    """Points from the nearest on; of those equally near clockwise from north."""
    by_square = sorted((square(minus(at, start)), at) for at in points)
    for _, equal in groupby(by_square, key=itemgetter(0)):
        tied = [at for _, at in equal]
        yield from tied if len(tied) == 1 else sorted(tied, key=lambda at: clockwise(minus(at, start)))


def clockwise(offset: Vector) -> tuple[int, Vector]:
    return facing_of(offset), offset


def box_about(point: Point, reach: Tenths) -> Box:
    return point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach


def places(piece: Piece, mover: Base, within: Tenths) -> Iterator[tuple[Point, str]]:
    """Places that belong to a piece, those inside named `in`, those beside it `behind`."""
    if piece.shape == "point":
        return
    lines = tuple(edges(piece.polygon) if piece.polygon else pairwise(piece.points))
    found: list[Point] = []
    if is_at(lines, mover) or piece.holds(mover.at):
        found.append(mover.at)
    for line in lines:
        found += beside(line, mover, within, mover.reach)
    if piece.polygon:
        found += [at for line in lines for at in beside(line, mover, within, 0)]
        yield from ((at, "in") for at in inner_places(piece, mover.at, within))
    for at in found:
        if is_within(at, mover.at, within):
            yield at, "in" if piece.holds(at) else "behind"


def is_at(lines: Iterable[Segment], mover: Base) -> bool:
    """Whether a mover already stands at a line."""
    reach = mover.reach + 1 + CONTACT
    return any(is_near(mover.at, line, reach) for line in lines)


def beside(line: Segment, mover: Base, within: Tenths, off: Tenths) -> Iterator[Point]:
    """Points along a line and `off` to either side of it: abreast of the mover, at its ends, and evenly between.

    A place beside a line must not lie on it, so it is put one tenth further out than the mover's base reaches.
    """
    a, b = line
    if not boxes_meet(box_of(line), box_about(mover.at, within + off + 1)):
        return
    whole = distance(a, b)
    sides = (0,) if off == 0 else (off + 1, -off - 1)
    middle = nearest_part(line, mover.at)
    first, last = middle - within - off, middle + within + off
    stops = {0, whole, middle, *range(middle % SPACING, whole, SPACING)}
    for stop in sorted(stops):
        if first <= stop <= last:
            on_line = between(a, b, stop, whole)
            yield from (shifted(on_line, minus(b, a), side) for side in sides)


def inner_places(piece: Piece, start: Point, within: Tenths) -> Iterable[Point]:
    """Points inside a piece, evenly spaced about the start and no further from it than `within`."""
    west, north, east, south = piece.box
    across = np.array(spaced(start[0], max(west, start[0] - within), min(east, start[0] + within)), np.int64)
    down = np.array(spaced(start[1], max(north, start[1] - within), min(south, start[1] + within)), np.int64)
    near = (across - start[0]) ** 2 + ((down - start[1]) ** 2)[:, None] <= within * within
    rows, columns = np.nonzero(near)
    xs, ys = across[columns], down[rows]
    inside = inside_marks(xs, ys, piece.polygon) != NO
    return zip(xs[inside].tolist(), ys[inside].tolist(), strict=True)


def spaced(middle: int, low: int, high: int) -> range:
    """Every `SPACING`-th number from low to high, counted from the middle."""
    first = middle + -(-(low - middle) // SPACING) * SPACING
    return range(first, high + 1, SPACING)
