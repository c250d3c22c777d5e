"""Who is plainly behind something: many lines at once, of which one edge stops each.

`screens.py` looks at the lines to one man and uses all that is known about them. Most men who are out of sight are
so for a simpler reason: a single edge of a wood, a house, a hill or a hedge that neither end is close to lies right
across the line. That is found here for all lookers and all walkers together. Whoever is plainly hidden here is
surely hidden there; who is not is looked at further. NUTS-LOS-01, NS-08, NS-10, NS-40
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import numpy as np

from deadground.core.memory import is_quick
from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.quick.screens import (
    FEW,
    OFF_CORNERS,
    PLACES_KEPT,
    ROUNDED,
    Flags,
    Floats,
    close_to,
    edges_from,
    lines_from,
    make_room,
    note_line,
    screens,
    seen_past,
)
from deadground.systems.skirmish.terrain import is_near_outline

OFF_LEGS = 2
"""Places on the way along a leg are rounded: they lie off it by less than this, eastward and southward."""

LOOKERS_KEPT = 64
"""For how many sets of lookers it is kept how the edges lie for all of them."""


def plainly_hidden(
    ground: Ground,
    lookers: Sequence[Point],
    ways: Sequence[Sequence[Point]],
    is_close: Callable[[int], Flags],
) -> Flags:
    """For each looker (a row) and each way (a column): whether one edge hides all of the way from him, and him.

    A way is the corners of a path, or the one place of somebody who stands. An edge that hides all corners hides
    what is between them: the places behind an edge, well away from its ends, have no hollow. `is_close` says of a
    piece which ways are partly in it, or so near to a hedge as to look over it; it is asked only where boxes meet
    and nothing else hides the way.
    """
    turns = [corner for way in ways for corner in way]
    corners = np.array(turns, dtype=np.float64).T
    behind = are_behind(*outlooks(ground, tuple(lookers)), corners)
    low = high = corners
    if len(ways) < len(turns):
        starts = np.cumsum([0, *(len(way) for way in ways[:-1])])
        behind = np.logical_and.reduceat(behind, starts, axis=2)
        low, high = np.minimum.reduceat(corners, starts, axis=1), np.maximum.reduceat(corners, starts, axis=1)
    there = screens(ground)
    hidden = np.asarray((behind & ~there.are_near(low, high)[there.owner]).any(axis=1))
    if hidden.all():
        return hidden
    doubtful = behind & ~hidden[:, None]
    for which in set(there.owner[doubtful.any(axis=(0, 2))].tolist()):
        hidden |= doubtful[:, there.owner == which].any(axis=1) & ~is_close(which)
    return hidden


def note_behind(ground: Ground, ours: Iterable[Point], theirs: Iterable[Point]) -> None:
    """Note the lines between some men and others that are plainly blocked, before each man is asked about.

    One man alone is left to `screens.not_surely_hidden`, which looks at what is left of the others too.
    """
    ends = list(dict.fromkeys(theirs))
    lookers = [at for at in dict.fromkeys(ours) if is_little_known(ground, at, ends)]
    if len(lookers) < 2 or not is_quick():
        return
    make_room(ground)

    def is_close(which: int) -> Flags:
        return np.array([which in close_to(ground, there) for there in ends])

    hidden = plainly_hidden(ground, lookers, [(there,) for there in ends], is_close)
    for at, row in zip(lookers, hidden.tolist(), strict=True):
        for there, is_hidden in zip(ends, row, strict=True):
            if is_hidden:
                note_line(ground, at, there, is_hidden)


def is_little_known(ground: Ground, at: Point, ends: Sequence[Point]) -> bool:
    """Whether many of the lines from a place were not looked at yet."""
    known = lines_from(ground, at)
    return len(ends) - sum(map(known.__contains__, ends)) >= FEW


def are_behind(edges: Floats, at: Floats, corners: Floats) -> Flags:
    """Looker by looker, edge by edge, corner by corner: whether the line crosses the edge, with room to spare.

    The room is what `screens.Lines` wants, and so much more that it is there for all places along a leg.
    """
    ax, ay, bx, by, room_a, room_b, reach = edges
    dx, dy = corners[:, None, None, :] - at
    off = OFF_CORNERS * (np.abs(dx) + np.abs(dy) + 2 * OFF_LEGS)
    # Cross products: how far the line passes both ends of the edge, times its length. Both are above `off` if it
    # goes between them with room to spare; together they say whether it reaches the edge at all.
    left, right = ay * dx - ax * dy, bx * dy - by * dx
    return np.asarray((left > off + room_a) & (right > off + room_b) & (left + right > reach))


@lru_cache(maxsize=LOOKERS_KEPT)
def outlooks(ground: Ground, lookers: tuple[Point, ...]) -> tuple[Floats, Floats]:
    """The edges as they lie from some places, and the places, laid out for `are_behind`.

    The enemy mostly stands still while one man after the other walks.
    """
    edges = np.array([outlook(ground, at) for at in lookers]).transpose(1, 0, 2)[..., None]
    return np.ascontiguousarray(edges), np.array(lookers, dtype=np.float64).T[:, :, None, None]


@lru_cache(maxsize=PLACES_KEPT)
def outlook(ground: Ground, at: Point) -> Floats:
    """What `edges_from` says, and in further rows by how much a line has to pass both ends of an edge, and to go
    beyond it, to be stopped. No line is by an edge that somebody at the place looks over, or out of.
    """
    ax, ay, bx, by, before = edges_from(ground, at)
    room_a, room_b = OFF_LEGS * (np.abs(ax) + np.abs(ay)), OFF_LEGS * (np.abs(bx) + np.abs(by))
    reach = before + OFF_LEGS * (np.abs(bx - ax) + np.abs(by - ay))
    reach[(reach <= 0) | ~are_stopped(ground, at)] = np.inf
    return np.array([ax, ay, bx, by, room_a, room_b, reach])


def are_stopped(ground: Ground, at: Point) -> Flags:
    """Edge by edge: whether somebody at a place cannot look over the piece, nor out of it there.

    Who is inside at the edge of a piece sees out of it where little of it is in the way. NUTS-LOS-04, NS-40
    """
    there = screens(ground)
    stopped = np.ones(len(there.owner), np.bool_)
    slant = number("edge_slant") + ROUNDED + OFF_LEGS
    for which in close_to(ground, at):
        edge = there.edges[which]
        if edge is not None and is_near_outline(there.pieces[which], at, number(edge)):
            own = there.owner == which
            stopped[own] = squares_between(there.ends[:, :, own], at) > slant * slant
    for which in seen_past(ground, at):
        stopped[there.owner == which] = False
    return stopped


def squares_between(edges: Floats, at: Point) -> Floats:
    """How far each edge is from a place, squared."""
    (ax, ay), (bx, by) = edges - np.array(at, dtype=np.float64)[:, None]
    along_x, along_y = bx - ax, by - ay
    part = -(ax * along_x + ay * along_y) / np.maximum(along_x * along_x + along_y * along_y, 1)
    part = np.clip(part, 0, 1)
    return np.asarray((ax + part * along_x) ** 2 + (ay + part * along_y) ** 2)
