"""Events on a walk: the first step at whose end something has come to be so that was not so before.

Each test says of any step whether it holds there. It *happens* at the first step where it holds and did not hold at
the step before. A test first marks steps where it surely holds or surely does not, all at once; only those left are
looked at one by one, so that a long walk past many bases stays quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from deadground.space.arcs import Circle, Patch
from deadground.space.bases import CONTACT, Base, gap_is_within, is_under, is_wholly_in, less, square_gap
from deadground.space.plane import Point
from deadground.space.polygons import Polygon, box_of, covers
from deadground.space.screens import (
    NO,
    SURE,
    UNKNOWN,
    YES,
    first_near,
    inside_marks,
    rough_gaps,
    square_distances,
)
from deadground.space.units import Tenths
from deadground.space.walks import Body, Walk, base_of, body_at

Marks: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]


class Watch(Protocol):
    """A test of a walk: something to watch for."""

    @property
    def name(self) -> str: ...

    @property
    def is_slow(self) -> bool:
        """Whether it should be asked after the others, and only about steps before theirs."""

    def soonest(self, walk: Walk) -> int:
        """A step before which the test surely does not hold, cheaply; past the last step if it never does."""

    def marks(self, walk: Walk, last: int) -> Marks:
        """For each step up to the last: 1 if the test surely holds, -1 if surely not, 0 if it must be asked."""

    def holds(self, walk: Walk, step: int) -> bool: ...


class Event(msgspec.Struct, frozen=True):
    """What happened: the test's name, to whom, at which step and where he then stands."""

    test: str
    step: int
    at: Point
    mover: str = ""


def check_limit(name: str, limit: Tenths) -> None:
    if limit < 0:
        raise ValueError(f"{name}: a distance of {limit} tenths")


def marked(holds: Flags, fails: Flags | None = None, first_is_not: bool = False) -> Marks:
    """Marks from the steps where a test surely holds and where it surely fails; without these, all others fail."""
    marks = np.where(holds, YES, NO if fails is None else np.where(fails, NO, 0)).astype(np.int8)
    if first_is_not:
        marks[0] = NO
    return marks


class Within(msgspec.Struct, frozen=True):
    """Comes within a distance of a base or another mover, edge to edge; exactly the distance is within."""

    name: str
    to: Body
    limit: Tenths
    is_slow = False

    def __post_init__(self) -> None:
        check_limit(self.name, self.limit)

    def soonest(self, walk: Walk) -> int:
        return first_near(walk, self.to, self.limit)

    def marks(self, walk: Walk, last: int) -> Marks:
        if walk.mover.base.is_round and base_of(self.to).is_round:
            reach = self.limit + walk.mover.base.radius + base_of(self.to).radius
            return marked(square_distances(walk, self.to, last) <= reach * reach)
        gaps = rough_gaps(walk, self.to, self.limit, last)
        return marked((gaps != UNKNOWN) & (gaps < self.limit - SURE), gaps > self.limit + SURE)

    def holds(self, walk: Walk, step: int) -> bool:
        return gap_is_within(walk.base(step), body_at(self.to, step), self.limit)


def touches(name: str, to: Body) -> Within:
    """Comes into contact with a base."""
    return Within(name, to, CONTACT)


def near_point(name: str, point: Point, limit: Tenths) -> Within:
    """Comes within a distance of a point, measured from the mover's edge."""
    return Within(name, Base(point), limit)


class TooNear(msgspec.Struct, frozen=True):
    """Comes closer to a base than a limit, and closer than a step before; exactly the limit is far enough.

    A mover who starts inside the limit may so leave it, but not come nearer.
    """

    name: str
    to: Body
    limit: Tenths
    is_slow = False

    def __post_init__(self) -> None:
        check_limit(self.name, self.limit)

    def soonest(self, walk: Walk) -> int:
        return first_near(walk, self.to, self.limit)

    def marks(self, walk: Walk, last: int) -> Marks:
        if walk.mover.base.is_round and base_of(self.to).is_round:
            reach = self.limit + walk.mover.base.radius + base_of(self.to).radius
            squares = square_distances(walk, self.to, last)
            return marked((squares < reach * reach) & (squares < np.roll(squares, 1)), first_is_not=True)
        gaps = rough_gaps(walk, self.to, self.limit, last)
        before = np.roll(gaps, 1)
        known = (gaps != UNKNOWN) & (before != UNKNOWN)
        holds = known & (gaps < self.limit - SURE) & (gaps < before - SURE)
        fails = (gaps > self.limit + SURE) | (known & (gaps > before + SURE))
        return marked(holds, fails, first_is_not=True)

    def holds(self, walk: Walk, step: int) -> bool:
        return step > 0 and self.is_breach(
            walk.base(step), body_at(self.to, step), walk.base(step - 1), body_at(self.to, step - 1)
        )

    def is_breach(self, now: Base, to: Base, before: Base, to_before: Base) -> bool:
        number, by = square_gap(now, to)
        reach = self.limit + now.radius + to.radius
        return number < reach * reach * by and less((number, by), square_gap(before, to_before))

    def allows(self, walk: Walk, step: int) -> Callable[[Base], bool]:
        """Whether a place on a step keeps to the limit; for `pulled_back`."""
        before, then, now = walk.base(step - 1), body_at(self.to, step - 1), body_at(self.to, step)
        return lambda base: not self.is_breach(base, now, before, then)


class Inside(msgspec.Struct, frozen=True):
    """Comes into a polygon: with its centre, with any part, or with its whole base; edges are inside.

    `out` turns it round: out with the centre, out with some part (`whole`), clear altogether (`any`).
    """

    name: str
    polygon: Polygon
    by: Literal["centre", "any", "whole"] = "centre"
    out: bool = False
    is_slow = False

    def soonest(self, walk: Walk) -> int:
        return 0

    def marks(self, walk: Walk, last: int) -> Marks:
        xs, ys = walk.xs[: last + 1], walk.ys[: last + 1]
        inside = inside_marks(xs, ys, self.polygon)
        if self.by != "centre":
            grown = np.array(box_of(self.polygon)) + np.array((-1, -1, 1, 1)) * walk.mover.base.reach
            far = (xs < grown[0]) | (xs > grown[2]) | (ys < grown[1]) | (ys > grown[3])
            sure = np.where(far, NO, 0)
            inside = np.where(
                inside == NO, NO if self.by == "whole" else sure, YES if self.by == "any" else 0
            )
        return (-inside if self.out else inside).astype(np.int8)

    def holds(self, walk: Walk, step: int) -> bool:
        return self._is_in(walk, step) != self.out

    def _is_in(self, walk: Walk, step: int) -> bool:
        if self.by == "centre":
            return covers(self.polygon, walk.points[step])
        base = walk.base(step)
        return is_under(base, self.polygon) if self.by == "any" else is_wholly_in(base, self.polygon)


class Under(msgspec.Struct, frozen=True):
    """Comes under a template, with any part."""

    name: str
    template: Circle | Patch
    is_slow = False

    def soonest(self, walk: Walk) -> int:
        return 0

    def marks(self, walk: Walk, last: int) -> Marks:
        if isinstance(self.template, Patch):
            return Inside(self.name, self.template.corners, "any").marks(walk, last)
        return Within(self.name, Base(self.template.at, self.template.radius), 0).marks(walk, last)

    def holds(self, walk: Walk, step: int) -> bool:
        return self.template.touches(walk.base(step))


class When(msgspec.Struct, frozen=True):
    """Whatever the caller can tell of a step and the mover's base then, such as that he is in sight.

    `near` and `limit` say that it cannot be so further than a distance from a point, which saves asking.
    """

    name: str
    is_so: Callable[[int, Base], bool]
    near: Point | None = None
    limit: Tenths = 0
    is_slow = True

    def soonest(self, walk: Walk) -> int:
        return 0

    def marks(self, walk: Walk, last: int) -> Marks:
        if self.near is None:
            return np.zeros(last + 1, dtype=np.int8)
        far = square_distances(walk, Base(self.near), last) > self.limit * self.limit
        return marked(np.zeros_like(far), far)

    def holds(self, walk: Walk, step: int) -> bool:
        return self.is_so(step, walk.base(step))


def first_event(walk: Walk, tests: Sequence[Watch]) -> list[Event]:
    """All that happens at the earliest step at which anything does, in the order of the tests."""
    return earliest([("", walk, test) for test in tests])


def first_together(walks: Mapping[str, Walk], tests: Mapping[str, Sequence[Watch]]) -> list[Event]:
    """The same for movers on one clock: in the order of the movers, then of each one's tests."""
    unknown = [name for name in tests if name not in walks]
    if unknown:
        raise ValueError(f"{unknown[0]} has tests but no walk")
    return earliest([(name, walks[name], test) for name, asked in tests.items() for test in asked])


def earliest(asked: Sequence[tuple[str, Walk, Watch]]) -> list[Event]:
    """Tests that may happen soon are put first, so that the others need not look far."""
    found: list[tuple[int, int]] = []
    last = max((walk.steps for _, walk, _ in asked), default=0)
    soonest = [test.soonest(walk) for _, walk, test in asked]
    for i in sorted(range(len(asked)), key=lambda i: (asked[i][2].is_slow, soonest[i])):
        _, walk, test = asked[i]
        step = first_step(walk, test, min(last, walk.steps)) if soonest[i] <= last else None
        if step is not None:
            last = step
            found.append((i, step))
    return [
        Event(asked[i][2].name, step, asked[i][1].points[step], asked[i][0])
        for i, step in sorted(found)
        if step == last
    ]


def first_step(walk: Walk, test: Watch, last: int) -> int | None:
    """The first step up to `last` at which a test holds and did not hold before."""
    marks = test.marks(walk, last)
    begin = 1
    if is_so(walk, test, marks, 0):
        begin = 1 + (next_step(walk, test, marks, range(1, len(marks)), False) or len(marks))
    candidates = np.flatnonzero(marks[begin:] != NO) + begin
    return next_step(walk, test, marks, candidates.tolist(), True)


def next_step(walk: Walk, test: Watch, marks: Marks, steps: Iterable[int], wanted: bool) -> int | None:
    return next((step for step in steps if is_so(walk, test, marks, step) == wanted), None)


def is_so(walk: Walk, test: Watch, marks: Marks, step: int) -> bool:
    mark = marks[step]
    return test.holds(walk, step) if mark == 0 else bool(mark == YES)
