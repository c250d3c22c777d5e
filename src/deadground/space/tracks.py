"""Tracks: where many bodies are at every step of a common clock, for questions about all of them at once.

Distances and arcs are held against whole numbers, exactly. What is said of bases in the way of a line is said of
the circle within each, and only where that is sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from deadground.space.arcs import Wedge
from deadground.space.bases import SLACK, Base
from deadground.space.many import Bools, Floats, Ints
from deadground.space.plane import FULL_TURN, Point, vector

Track = tuple[Ints, Ints]
"""The xs and the ys of one body, step by step."""

Lines: TypeAlias = Ints
"""Three rows, a column for each line: from which body, to which, and at which step."""

TOGETHER = 1_024
"""Lines that are held against all bases at once."""


class LinesBySteps:
    """Lines in the order of their steps, for whoever asks about one step after the other."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines[:, np.argsort(lines[2], kind="stable")]
        last = int(self._lines[2, -1]) if lines.size else -1
        self._begins: list[int] = np.searchsorted(self._lines[2], np.arange(last + 2)).tolist()

    @property
    def steps(self) -> list[int]:
        """The steps at which there are any."""
        return [step for step, (begins, ends) in enumerate(pairwise(self._begins)) if begins < ends]

    def at(self, step: int) -> Lines:
        """The lines of a step, in the order in which they were given."""
        first, last = self._begins[step : step + 2] if 0 <= step < len(self._begins) - 1 else (0, 0)
        return self._lines[:, first:last]


class Rings:
    """The squares of radii about the centres of bodies: within the first all is base, beyond the second nothing."""

    def __init__(self, bases: Sequence[Base]) -> None:
        # A base is round or has sides: one of the two terms is 0. Slack is taken off, for lines are rounded too.
        within = [min(base.width, base.depth) // 2 + base.radius - 3 * SLACK for base in bases]
        self.inner: Floats = np.maximum(np.array(within, dtype=np.float64), 0.0) ** 2
        self.outer: Floats = np.array([base.reach + SLACK for base in bases], dtype=np.float64) ** 2


class Tracks:
    """Bodies by steps. One that stands still is given by its place alone."""

    def __init__(self, bodies: Sequence[Track | Point], steps: int) -> None:
        self.xs: Ints = np.empty((len(bodies), steps), dtype=np.int64)
        self.ys: Ints = np.empty((len(bodies), steps), dtype=np.int64)
        for i, (x, y) in enumerate(bodies):
            self.xs[i] = x
            self.ys[i] = y
        self.low = np.stack((self.xs.min(axis=1), self.ys.min(axis=1)))
        self.high = np.stack((self.xs.max(axis=1), self.ys.max(axis=1)))

    def settle(self, body: int, at: Point) -> None:
        """A body stands still from now on."""
        self.xs[body], self.ys[body] = at
        self.low[:, body] = self.high[:, body] = at

    def nearer_than(self, ones: Ints, others: Ints, limits: Ints) -> Lines:
        """For pairs of bodies the steps at which their centres are no further apart than a limit, exactly."""
        pairs, steps = self.when_near(ones, others, limits)
        return np.stack((ones[pairs], others[pairs], steps))

    def when_near(self, ones: Ints, others: Ints, limits: Ints) -> tuple[Ints, Ints]:
        """The same as the numbers of the pairs, in order, and the steps."""
        # Boxes about whole tracks first: pairs whose boxes never come so near are not worked out step by step.
        apart = np.maximum(self.low[:, ones] - self.high[:, others], self.low[:, others] - self.high[:, ones])
        pairs = np.flatnonzero((apart <= limits).all(axis=0))
        ones, others, limits = ones[pairs], others[pairs], limits[pairs]
        dx = self.xs[ones] - self.xs[others]
        dy = self.ys[ones] - self.ys[others]
        # In place, for these are the largest arrays of a battle. Squares of whole numbers: nothing is rounded.
        dx *= dx
        dy *= dy
        dx += dy
        which, steps = np.nonzero(dx <= (limits * limits)[:, None])
        return pairs[which], steps

    def squares(self, lines: Lines) -> Ints:
        """The squares of the lengths of lines."""
        starts, ends, steps = lines
        dx = self.xs[starts, steps] - self.xs[ends, steps]
        dy = self.ys[starts, steps] - self.ys[ends, steps]
        found: Ints = dx * dx + dy * dy
        return found

    def are_in(self, wedge: Wedge, lines: Lines) -> Bools:
        """Whether the far ends of lines lie in a wedge; one that points straight behind a narrow one may pass."""
        _, ends, steps = lines
        if wedge.width >= FULL_TURN:
            return np.ones(len(ends), dtype=np.bool_)
        x, y = self.xs[ends, steps] - wedge.tip[0], self.ys[ends, steps] - wedge.tip[1]
        left = vector(wedge.facing - wedge.width // 2)
        right = vector(wedge.facing + wedge.width // 2)
        past_left: Bools = left[0] * y - left[1] * x >= 0
        before_right: Bools = x * right[1] - y * right[0] >= 0
        # Up to half a circle a place lies between both sides; in a wider wedge it is enough to be past one of them.
        return past_left & before_right if wedge.width <= FULL_TURN // 2 else past_left | before_right

    def are_screened(self, lines: Lines, rings: Rings, whose: Ints) -> tuple[Bools, Bools]:
        """Whether any of some bodies is surely in the way of each line, and whether any may be.

        `rings` are those of all bodies. The two at the ends of a line are never in its way.
        """
        inner, outer = rings.inner[whose], rings.outer[whose]
        parts = [
            self._are_screened(lines[:, at : at + TOGETHER], inner, outer, whose)
            for at in range(0, lines.shape[1], TOGETHER)
        ]
        if not parts:
            return np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.bool_)
        return np.concatenate([sure for sure, _ in parts]), np.concatenate([maybe for _, maybe in parts])

    def _are_screened(self, lines: Lines, inner: Floats, outer: Floats, whose: Ints) -> tuple[Bools, Bools]:
        starts, ends, steps = lines
        ax, ay = self.xs[starts, steps].astype(np.float64), self.ys[starts, steps].astype(np.float64)
        dx, dy = self.xs[ends, steps] - ax, self.ys[ends, steps] - ay
        whole = np.maximum(dx * dx + dy * dy, 1.0)
        x, y = self.xs[whose][:, steps] - ax, self.ys[whose][:, steps] - ay
        # How far along each line the foot of every body is, held between its ends: there the body is nearest to it.
        along = np.clip((x * dx + y * dy) / whole, 0.0, 1.0)
        # From here on `x` is the square of how far off the line a body is.
        x -= along * dx
        y -= along * dy
        x *= x
        y *= y
        x += y
        # The two at the ends lie on the line themselves.
        x[(whose[:, None] == starts) | (whose[:, None] == ends)] = np.inf
        # A line hardly longer than what is rounded has no way that one could be sure of.
        surely: Bools = (x < inner[:, None]).any(axis=0) & (whole > (8 * SLACK) ** 2)
        maybe: Bools = (x <= outer[:, None]).any(axis=0)
        return surely, maybe
