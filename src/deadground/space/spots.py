"""Spots: where a base may be set down, and the nearest such place to one where it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import numpy as np

from deadground.space.bases import CONTACT, Base, overlap
from deadground.space.ground import Ground
from deadground.space.plane import Point, facing_of, is_within, square
from deadground.space.polygons import covers
from deadground.space.units import Tenths
from deadground.space.walks import Numbers

SPOT_STEP: Tenths = 25
SPOT_RINGS = 40
"""A search looks at places this far apart, and this many of them out: 100 mm."""

SPOT_REACH: Tenths = SPOT_STEP * SPOT_RINGS

TOGETHER = 256
"""So many places are held against all others at once."""


class Room:
    """A table with the bases that stand on it."""

    def __init__(self, ground: Ground, others: Iterable[Base] = ()) -> None:
        self.ground = ground
        self.others = list(others)

    def takes(self, base: Base) -> bool:
        """Whether a base lies wholly on the table and on nobody else's."""
        return is_on(self.ground, base) and not any(self._is_on_it(base, other) for other in self.others)

    def _is_on_it(self, base: Base, other: Base) -> bool:
        return is_within(base.at, other.at, base.reach + other.reach) and (
            base.at == other.at or overlap(base, other)
        )

    def add(self, base: Base) -> None:
        self.others.append(base)


def is_on(ground: Ground, base: Base) -> bool:
    """Whether a base lies wholly on the table."""
    table = ((0, 0), (ground.width, 0), (ground.width, ground.height), (0, ground.height))
    x, y, r = *base.at, base.radius
    if base.is_round:
        return r <= x <= ground.width - r and r <= y <= ground.height - r
    return all(covers(table, corner) for corner in base.corners)


@lru_cache(maxsize=1)
def rings() -> Numbers:
    """Offsets from a place outward: nearer first, then clockwise from north."""
    side = range(-SPOT_RINGS, SPOT_RINGS + 1)
    offsets = [(x * SPOT_STEP, y * SPOT_STEP) for x in side for y in side if x * x + y * y <= SPOT_RINGS**2]
    offsets.sort(key=lambda offset: (square(offset), facing_of(offset)))
    return np.array(offsets, dtype=np.int64)


def nearest_spot(room: Room, base: Base, allowed: Callable[[Point], bool] = lambda _: True) -> Base | None:
    """A base at the nearest legal spot to where it was meant to stand; None if there is none about."""
    if allowed(base.at) and room.takes(base):
        return base
    about = SPOT_REACH + base.reach
    near = Room(
        room.ground, [other for other in room.others if is_within(base.at, other.at, about + other.reach)]
    )
    for at in not_surely_taken(near, base):
        if allowed(at):
            there = base.moved(at)
            if near.takes(there):
                return there
    return None


def not_surely_taken(room: Room, base: Base) -> Iterator[Point]:
    """Places about a base, nearest first, without those where it would stand deep on another.

    They are worked out some at a time: most searches end with the first.
    """
    places = rings() + np.array(base.at)
    if not room.others:
        yield from ((x, y) for x, y in places.tolist())
        return
    taken = np.array([other.at for other in room.others])[:, None]
    deep = np.array([max(0, inner(base) + inner(other)) for other in room.others])[:, None]
    for first in range(0, len(places), TOGETHER):
        some = places[first : first + TOGETHER]
        offset = some - taken
        is_open = ((offset * offset).sum(axis=2) >= deep * deep).all(axis=0)
        yield from ((x, y) for x, y in some[is_open].tolist())


def inner(base: Base) -> Tenths:
    """The radius of a circle that lies wholly within a base, with what contact allows taken off."""
    return (base.radius if base.is_round else min(base.width, base.depth) // 2) - CONTACT
