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

from deadground.core.citing import is_heard
from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.space.polygons import box_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.quick.screens import (
    FEW,
    OFF_CORNERS,
    ROUNDED,
    Flags,
    Floats,
    Numbers,
    close_to,
    lines_from,
    make_room,
    note_line,
    screens,
    seen_past,
)
from deadground.systems.skirmish.terrain import is_near_outline

OFF_LEGS = 2
"""Places on the way along a leg are rounded: they lie off it by less than this, eastward and southward."""


def plainly_hidden(
    ground: Ground,
    lookers: Sequence[Point],
    ways: Sequence[Sequence[Point]],
    is_close: Callable[[int], Flags],
) -> Flags:
    """For each looker (a row) and each way (a column): whether one edge hides all of the way from him, and him.

    A way is the corners of a path, or the one place of somebody who stands. An edge that hides all corners hides
    what is between them: the places behind an edge, well away from its ends, have no hollow. `is_close` says of a
    piece which ways are partly in it, or so near to a hedge as to look over it.
    """
    there = screens(ground)
    turns = [corner for way in ways for corner in way]
    corners, at = np.array(turns, dtype=np.float64).T, np.array(lookers, dtype=np.float64).T
    near = there.near(*box_of((*turns, *lookers)))
    owner, edges = there.owner[near], there.ends[:, :, near]
    behind = are_behind(edges, at, corners)
    if len(ways) < corners.shape[1]:
        starts = np.cumsum([0, *(len(way) for way in ways[:-1])])
        behind = np.logical_and.reduceat(behind, starts, axis=2)
    behind &= are_stopped(ground, lookers, owner, edges, at)[..., None]
    for which in set(owner[behind.any(axis=(1, 2))].tolist()):
        close = is_close(which)
        if close.any():
            behind[owner == which] &= ~close
    return np.asarray(behind.any(axis=0))


def are_stopped(ground: Ground, lookers: Sequence[Point], owner: Numbers, edges: Floats, at: Floats) -> Flags:
    """Edge by edge and looker by looker: whether he cannot look over the piece, nor out of it there.

    Who is inside at the edge of a piece sees out of it where little of it is in the way. NUTS-LOS-04, NS-40
    """
    to_him = np.array([standing(ground, one) for one in lookers])[:, owner].T
    if (to_him == SEES_OUT).any():
        slant = number("edge_slant") + ROUNDED + OFF_LEGS
        to_him[(to_him == SEES_OUT) & (squares_between(edges, at) > slant * slant)] = STOPS
    return np.asarray(to_him == STOPS)


def note_behind(ground: Ground, ours: Iterable[Point], theirs: Iterable[Point]) -> None:
    """Note the lines between some men and others that are plainly blocked, before each man is asked about.

    One man alone is left to `screens.not_surely_hidden`, which looks at what is left of the others too.
    """
    ends = list(dict.fromkeys(theirs))
    lookers = [at for at in dict.fromkeys(ours) if is_little_known(ground, at, ends)]
    if len(lookers) < 2 or is_heard():
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
    """Edge by edge, looker by looker, corner by corner: whether the line crosses the edge, with room to spare.

    The room is what `screens.Lines` wants, and so much more that it is there for all places along a leg.
    """
    (ax, ay), (bx, by) = edges[..., None] - at[:, None, :]
    turned = by * ax > bx * ay
    ax, bx, ay, by = np.where(turned, (bx, ax, by, ay), (ax, bx, ay, by))
    dx, dy = corners[:, None, :] - at[..., None]
    off = OFF_CORNERS * (np.abs(dx) + np.abs(dy) + 2 * OFF_LEGS)
    room_a, room_b = OFF_LEGS * (np.abs(ax) + np.abs(ay)), OFF_LEGS * (np.abs(bx) + np.abs(by))
    reach = bx * ay - by * ax + OFF_LEGS * (np.abs(bx - ax) + np.abs(by - ay))
    left = ay[..., None] * dx - ax[..., None] * dy
    right = bx[..., None] * dy - by[..., None] * dx
    beyond = (left + right > reach[..., None]) & (reach > 0)[..., None]
    return np.asarray((left > off + room_a[..., None]) & (right > off + room_b[..., None]) & beyond)


def squares_between(edges: Floats, at: Floats) -> Floats:
    """How far each edge (a row) is from each looker, squared."""
    (ax, ay), (bx, by) = edges[..., None] - at[:, None, :]
    along_x, along_y = bx - ax, by - ay
    part = -(ax * along_x + ay * along_y) / np.maximum(along_x * along_x + along_y * along_y, 1)
    part = np.clip(part, 0, 1)
    return np.asarray((ax + part * along_x) ** 2 + (ay + part * along_y) ** 2)


STOPS, SEES_OVER, SEES_OUT = range(3)
"""What a piece is to somebody at a place: he may see over it, or is inside it at its edge and may see out."""


@lru_cache(maxsize=20_000)
def standing(ground: Ground, at: Point) -> Numbers:
    """What each piece of a ground is to somebody who stands at a place."""
    there = screens(ground)
    found = [STOPS] * len(there.pieces)
    for which in close_to(ground, at):
        edge = there.edges[which]
        if edge is not None and is_near_outline(there.pieces[which], at, number(edge)):
            found[which] = SEES_OUT
    for which in seen_past(ground, at):
        found[which] = SEES_OVER
    return np.array(found)
