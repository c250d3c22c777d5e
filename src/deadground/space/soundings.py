"""Soundings: how far each spot of a table is from the nearest of some areas and lines, taken once on a grid.

A distance changes no faster than one moves, so a sounding beside a place says within `OFF` how far the place itself
is. That settles most questions about a base at once; where it cannot, the borders are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from deadground.space.bases import SLACK, Base
from deadground.space.borders import Border, are_inside, squares_to
from deadground.space.many import Bools, Floats, Ints
from deadground.space.polygons import box_of
from deadground.space.units import Tenths
from deadground.space.walks import Walk

Distances: TypeAlias = npt.NDArray[np.int16]

EVERY: Tenths = 50
"""How far apart soundings are taken."""

OFF: Tenths = 38
"""More than a place can be further from its sounding, or nearer: half a square's diagonal, and rounding."""

FAR: Tenths = 800
"""What is further off than this is said to be so far off, and no more is known of it."""

TOGETHER = 16
"""Rows that are sounded at once."""


class Soundings:
    """Distances to the nearest of some borders, negative inside an area."""

    def __init__(self, borders: Sequence[Border], width: Tenths, height: Tenths) -> None:
        self._columns, self._rows = width // EVERY + 1, height // EVERY + 1
        self._field = np.full((self._rows, self._columns), FAR, dtype=np.int16)
        for border in borders:
            self._sound(border)
        self._flat: memoryview = self._field.reshape(-1).data

    def _sound(self, border: Border) -> None:
        """Take the distances about one border."""
        west, north, east, south = box_of(border.points)
        columns = range(max(0, (west - FAR) // EVERY), min(self._columns, (east + FAR) // EVERY + 1))
        rows = range(max(0, (north - FAR) // EVERY), min(self._rows, (south + FAR) // EVERY + 1))
        for top in rows[::TOGETHER]:
            part = self._field[top : min(top + TOGETHER, rows.stop), columns.start : columns.stop]
            down, across = np.indices(part.shape)
            xs = ((across + columns.start) * EVERY + EVERY // 2).ravel()
            ys = ((down + top) * EVERY + EVERY // 2).ravel()
            # Edges that begin or end level with these rows, or not far from them, are all that can be nearest.
            starts, ends = border.ends_between(int(ys[0]) - FAR, int(ys[-1]) + FAR)
            far = np.minimum(np.sqrt(squares_to(xs, ys, starts, ends)), FAR)
            if border.closed:
                far = np.where(are_inside(xs, ys, starts, ends), -far, far)
            # Inside is less than outside: where areas lie over each other the spot is in, as soon as one holds it.
            np.minimum(part, far.astype(np.int16).reshape(part.shape), out=part)

    def comes_within(self, base: Base, limit: Tenths = 0) -> bool | None:
        """Whether a base is at most so far from any of the borders; None where the soundings cannot tell."""
        column, row = base.at[0] // EVERY, base.at[1] // EVERY
        if not (0 <= column < self._columns and 0 <= row < self._rows):
            return None
        found: int = self._flat[row * self._columns + column]
        surely, maybe = bounds(base.radius, base.width, base.depth)
        if found > maybe + limit:
            return False
        # `FAR` says "so far or further": it can prove that nothing touches, never that something does.
        return True if found < surely + limit and found < FAR else None

    def at(self, xs: Floats, ys: Floats) -> Distances:
        """What the soundings beside places on the table say; of places off it those at its edge."""
        columns = np.clip(xs // EVERY, 0, self._columns - 1).astype(np.intp)
        rows = np.clip(ys // EVERY, 0, self._rows - 1).astype(np.intp)
        found: Distances = self._field[rows, columns]
        return found

    def _holds(self, x: int, y: int) -> bool:
        """Whether soundings were taken at a place: if they were at the points of a path, they were all along it."""
        return 0 <= x // EVERY < self._columns and 0 <= y // EVERY < self._rows

    def come_within(self, base: Base, xs: Ints, ys: Ints, limit: Tenths) -> tuple[Bools, Bools]:
        """At which of some places on the table a base surely comes so near to any of the borders, and at which it
        may."""
        found = self._field.ravel()[ys // EVERY * self._columns + xs // EVERY]
        surely, maybe = bounds(base.radius, base.width, base.depth)
        return found < min(surely + limit, FAR), found <= maybe + limit

    def touched_along(self, walk: Walk) -> tuple[Bools, Bools]:
        """At which steps a walker surely touches any of the borders, and at which he may."""
        if not all(self._holds(x, y) for x, y in walk.path):
            every = len(walk.xs)
            return np.zeros(every, dtype=np.bool_), np.ones(every, dtype=np.bool_)
        return self.come_within(walk.mover.base, walk.xs, walk.ys, 0)


@lru_cache(maxsize=1024)
def bounds(radius: Tenths, width: Tenths, depth: Tenths) -> tuple[Tenths, Tenths]:
    """Below which sounding a base surely touches, and up to which it may: by the circles in it and about it."""
    inner = min(width, depth) // 2 - SLACK if width else radius
    return inner - OFF, Base((0, 0), radius, width, depth).reach + SLACK + OFF
