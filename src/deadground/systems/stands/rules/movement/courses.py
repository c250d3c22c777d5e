"""Courses: where each mover is at every step of the common clock, and where ground and enemies stop it.

A course is made from the state alone (a stand's route, and the step at which it was begun), so a game saved in the
middle of the phase goes on as if it had not been.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from deadground.core.citing import cite
from deadground.core.memory import Memory
from deadground.space.bases import Base, comes_under, gap_is_under, overlap
from deadground.space.lazy import lazy
from deadground.space.paths import marks
from deadground.space.plane import Facing, Point
from deadground.space.tracks import Track
from deadground.space.units import Tenths
from deadground.space.walks import STEPS_TOGETHER, Mover, Walk, evenly
from deadground.systems.stands.rules.movement.going import Footing, going_now
from deadground.systems.stands.state import Stand, StandsState

STOPS: Memory[Hashable, Tenths | None] = Memory(2_000)
"""How far movers got before bad going stopped them, by all that decides it."""


@lru_cache(maxsize=512)
def evenly_walked(mover: Mover, steps: int) -> Walk:
    """A walk along a path in so many equal steps. Kept for as long as the phase lasts that it is a part of."""
    return Walk(mover, evenly(marks(mover.path)[-1], steps), steps)


class Course:
    """One mover's way through the phase, each step covering an equal part of it."""

    def __init__(self, state: StandsState, stand: Stand) -> None:
        self.id = stand.id
        self.begun = stand.walk_from
        self.depth = stand.depth
        steps = STEPS_TOGETHER - stand.walk_from
        stood = stand.facing if stand.stood_facing < 0 else stand.stood_facing
        base = stand.base.moved(stand.route[0], stood)
        self.length: Tenths = marks(stand.route)[-1]
        self.walk = evenly_walked(Mover(base, stand.route, turns=True), steps)
        self._state, self._base = state, stand.base

    @lazy
    def footing(self) -> Footing:
        """The ground that it could come to."""
        return Footing.along(self._state, self.walk.mover.path, self._base)

    def base(self, step: int) -> Base:
        """The mover's base at the end of a step of the phase, no further than bad going lets it."""
        if self.stop is not None and self.gone(step) == self.stop:
            return self.base_at(self.stop)
        return self.walk.base(step - self.begun)

    def base_before(self, step: int) -> Base:
        """Its base before a step; who sets off has turned to its way. KIM-R152"""
        return self.walk.base_at(0) if step - 1 == self.begun else self.base(step - 1)

    def place(self, step: int) -> tuple[Point, Facing, Tenths]:
        """Where its base is then and how it faces, and how far it has gone."""
        if self.is_stopped(step):
            base = self.base(step)
            return base.at, base.facing, self.gone(step)
        walk, steps = self.walk, step - self.begun
        return (int(walk.xs[steps]), int(walk.ys[steps])), walk.facing(steps), walk.ends[steps] // walk.by

    def is_stopped(self, step: int) -> bool:
        """Whether bad going has stopped it by then."""
        return self.stop_step is not None and step >= self.stop_step

    def gone(self, step: int) -> Tenths:
        """How far along its route it is by then, rounded down."""
        gone = self.walk.ends[step - self.begun] // self.walk.by
        return gone if self.stop is None else min(gone, self.stop)

    def base_at(self, gone: Tenths) -> Base:
        """Its base a distance along the route."""
        return self.walk.base_at(gone) if gone else self.walk.base(0)

    def travel(self, gone: Tenths) -> Facing:
        """Whither it goes a distance along its route."""
        return self.walk.base_at(gone).facing

    def straight_back(self, gone: Tenths) -> Tenths:
        """How far back along its route it faces as it does a distance along it."""
        return gone - 1 - max(mark for mark in self.walk.marks if mark < gone)

    def track(self, first: int) -> Track:
        """Where its centre is at the end of every step from one on, if nothing but bad going stops it."""
        if self.stop_step is None:
            return self.walk.xs[first - self.begun :], self.walk.ys[first - self.begun :]
        xs, ys = self.walk.xs.copy(), self.walk.ys.copy()
        xs[self.stop_step - self.begun :], ys[self.stop_step - self.begun :] = self.base_at(self.stop or 0).at
        return xs[first - self.begun :], ys[first - self.begun :]

    @lazy
    def stop_step(self) -> int | None:
        """The step of the phase at whose end bad going stops it."""
        if self.stop is None:
            return None
        return self.begun + max(1, -(-self.stop * self.walk.by // self.length))

    @lazy
    def stop(self) -> Tenths | None:
        """How far it gets before bad going stops it: one base depth past where it comes in. KIM-2.5b, KIM-R45

        Kept, because a snap shot breaks off the phase, and the courses of all others are made again after it.
        """
        question = going_now(self._state), self.walk.mover, self.walk.by
        return STOPS.recall(question, self._first_stop)

    def _first_stop(self) -> Tenths | None:
        """The same, looked for along the way.

        A mover that begins in bad going is not coming in until it has been clear of it; on a road it never is.
        """
        if self.footing.is_open:
            return None
        clear = self.footing.clear_at(self.walk)
        if clear is None:
            return None
        for step in self.footing.touched_after(self.walk, clear):
            if self.footing.is_felt(self.walk.base(step)):
                cite("KIM-2.5b", "KIM-R45")
                entry = self._entry(step)
                return entry + self.depth if entry + self.depth < self.length else None
        return None

    def _entry(self, step: int) -> Tenths:
        """The first tenth of a step at which bad going is felt."""
        low, high = self.walk.ends[step - 1] // self.walk.by, -(-self.walk.ends[step] // self.walk.by)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.footing.is_felt(self.base_at(middle)) else (middle, high)
        return high


def is_too_near(base: Base, other: Base, limit: Tenths) -> bool:
    """Whether two bases are closer than a limit; exactly the limit is far enough."""
    return gap_is_under(base, other, limit)


def walks_too_near(now: Base, before: Base, other: Base, limit: Tenths) -> bool:
    """Whether a mover is closer to another than a limit, and its own step has brought it nearer or on to him.
    KIM-2.4a"""
    return comes_under(now, before, other, limit) or runs_into(now, before, other)


def runs_into(now: Base, before: Base, other: Base) -> bool:
    """Whether a mover's own step has laid it on another. KIM-R161"""
    return overlap(now, other) and not overlap(before, other)


def last_free(low: Tenths, high: Tenths, is_free: Callable[[Tenths], bool]) -> Tenths:
    """The last tenth above `low` and up to `high` that is free, or `low`."""
    return next((at for at in range(high, low, -1) if is_free(at)), low)


def last_free_by_halves(low: Tenths, high: Tenths, is_free: Callable[[Tenths], bool]) -> Tenths:
    """The same, found by halving, where what is free lies wholly before what is not."""
    if is_free(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_free(middle) else (low, middle)
    return low


def share_of(low: Tenths, high: Tenths, at: Tenths, other_low: Tenths, other_high: Tenths) -> Tenths:
    """Where another mover is in its part of a step when one is at a place in its own."""
    if high <= low:
        return other_high
    return other_low + (other_high - other_low) * (at - low) // (high - low)
