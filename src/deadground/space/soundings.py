"""Soundings: how far each spot of a table is from the nearest of some areas and lines, taken once on a grid.

A distance changes no faster than one moves, so a sounding beside a place says within `OFF` how far the place itself
is. That settles most questions about a base at once; where it cannot, the borders are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from deadground.space.bases import SLACK, Base
from deadground.space.borders import Border, are_inside, squares_to
from deadground.space.many import Bools
from deadground.space.polygons import box_of
from deadground.space.units import Tenths
from deadground.space.walks import Walk

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
            starts, ends = border.ends_between(int(ys[0]) - FAR, int(ys[-1]) + FAR)
            far = np.minimum(np.sqrt(squares_to(xs, ys, starts, ends)), FAR)
            if border.closed:
                far = np.where(are_inside(xs, ys, starts, ends), -far, far)
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
        return True if found < surely + limit and found < FAR else None

    def touched_along(self, walk: Walk) -> tuple[Bools, Bools]:
        """At which steps a walker surely touches any of the borders, and at which he may."""
        columns, rows = walk.xs // EVERY, walk.ys // EVERY
        off = (columns < 0) | (rows < 0) | (columns >= self._columns) | (rows >= self._rows)
        if off.any():
            return np.zeros(len(off), dtype=np.bool_), np.ones(len(off), dtype=np.bool_)
        found = self._field[rows, columns]
        base = walk.mover.base
        surely, maybe = bounds(base.radius, base.width, base.depth)
        return found < min(surely, FAR), found <= maybe


@lru_cache(maxsize=1024)
def bounds(radius: Tenths, width: Tenths, depth: Tenths) -> tuple[Tenths, Tenths]:
    """Below which sounding a base surely touches, and up to which it may: by the circles in it and about it."""
    inner = min(width, depth) // 2 - SLACK if width else radius
    return inner - OFF, Base((0, 0), radius, width, depth).reach + SLACK + OFF
