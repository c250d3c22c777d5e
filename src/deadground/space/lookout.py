"""Who sees whom: everybody against everybody in one call, and what ground can be seen from a place.

Traces depend on the ground alone and are kept by their two ends, so a figure that moves simply asks for other ones.
Verdicts also depend on the bases in the way; they are kept until anything moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from deadground.space import many
from deadground.space.bases import Base
from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.space.sight import (
    InTheWay,
    SightRule,
    Trace,
    Verdict,
    bases_in_the_way,
    in_the_way,
    judge,
    trace,
)
from deadground.space.units import Tenths

KEPT = 50_000
"""Traces kept at most; the oldest go first."""

FEW = 8
"""Up to this many lines are traced singly, which is quicker than starting a batch."""


class Lookout:
    """Sight on one table, by one set of rules."""

    def __init__(
        self, ground: Ground, rules: Sequence[SightRule], bases: Mapping[str, Base] | None = None
    ) -> None:
        self.ground = ground
        self.rules = tuple(rules)
        self._bases = dict(bases or {})
        self._traces: dict[tuple[Point, Point], Trace] = {}
        self._verdicts: dict[tuple[str, str], Verdict] = {}

    @property
    def bases(self) -> Mapping[str, Base]:
        return self._bases

    def move(self, id: str, base: Base | None) -> None:
        """Put a base somewhere, or take it off the table."""
        if base is None:
            self._bases.pop(id, None)
        else:
            self._bases[id] = base
        self._verdicts.clear()

    def sees(self, looker: str, target: str) -> Verdict:
        """Whether one base sees another, and why."""
        return self.everybody([looker], [target])[looker, target]

    def everybody(self, lookers: Iterable[str], targets: Iterable[str]) -> dict[tuple[str, str], Verdict]:
        """The verdict for every looker and every target; nobody looks at himself."""
        seen = list(targets)
        pairs = [(a, b) for a in lookers for b in seen if a != b]
        missing = [pair for pair in pairs if pair not in self._verdicts]
        found = self.traces([(self._bases[a].at, self._bases[b].at) for a, b in missing])
        for pair, traced, ways in zip(missing, found, self._in_the_way(missing), strict=True):
            whole = msgspec.structs.replace(
                traced, looker=self._bases[pair[0]], target=self._bases[pair[1]], in_the_way=ways
            )
            self._verdicts[pair] = judge(whole, self.rules)
        return {pair: self._verdicts[pair] for pair in pairs}

    def _in_the_way(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[InTheWay, ...]]:
        """The bases each line passes over, the two at its ends apart."""
        if len(pairs) <= FEW:
            return [self._ways_of(a, b) for a, b in pairs]
        ids = list(self._bases)
        number = {id: i for i, id in enumerate(ids)}
        bases = list(self._bases.values())
        lookers = np.array([number[a] for a, _ in pairs], dtype=np.int64)
        targets = np.array([number[b] for _, b in pairs], dtype=np.int64)
        centres = np.array([base.at for base in bases], dtype=np.int64)
        ways: list[list[InTheWay]] = [[] for _ in pairs]
        for line, which in many.lines_over(centres[lookers], centres[targets], bases, (lookers, targets)):
            a, b = pairs[line]
            ways[line].append(in_the_way(self._bases[a].at, self._bases[b].at, ids[which], bases[which]))
        return [tuple(sorted(way, key=lambda one: (one.begins, one.id))) for way in ways]

    def _ways_of(self, looker: str, target: str) -> tuple[InTheWay, ...]:
        others = ((id, base) for id, base in self._bases.items() if id not in (looker, target))
        return bases_in_the_way(self._bases[looker].at, self._bases[target].at, others)

    def traces(self, ends: Sequence[tuple[Point, Point]]) -> list[Trace]:
        """The traces of many lines, from what is kept and the rest in one batch."""
        missing = list(dict.fromkeys(pair for pair in ends if pair not in self._traces))
        if len(missing) <= FEW:
            found = [trace(self.ground, start, end) for start, end in missing]
        else:
            found = many.traces(self.ground, [a for a, _ in missing], [b for _, b in missing])
        new = dict(zip(missing, found, strict=True))
        result = [new.get(pair) or self._traces[pair] for pair in ends]
        self._keep(new)
        return result

    def trace(self, start: Point, end: Point) -> Trace:
        """The trace of one line."""
        found = self._traces.get((start, end))
        if found is None:
            found = trace(self.ground, start, end)
            self._keep({(start, end): found})
        return found

    def _keep(self, new: dict[tuple[Point, Point], Trace]) -> None:
        self._traces |= new
        while len(self._traces) > KEPT:
            del self._traces[next(iter(self._traces))]

    def seen_from(self, place: Point, step: Tenths) -> SeenGround:
        """The ground that can be seen from a place, looked at on a grid of squares `step` wide."""
        columns = -(-self.ground.width // step)
        rows = -(-self.ground.height // step)
        centres = [
            (min(x * step + step // 2, self.ground.width), min(y * step + step // 2, self.ground.height))
            for y in range(rows)
            for x in range(columns)
        ]
        found = many.traces(self.ground, [place] * len(centres), centres)
        seen = [judge(traced, self.rules).seen for traced in found]
        return SeenGround(
            place, step, tuple(runs(seen[y * columns : (y + 1) * columns]) for y in range(rows))
        )


class SeenGround(msgspec.Struct, frozen=True):
    """Ground seen from a place: for every row of squares the runs that are seen, as (first, beyond the last)."""

    place: Point
    step: Tenths
    rows: tuple[tuple[tuple[int, int], ...], ...]

    def is_seen(self, point: Point) -> bool:
        """Whether the square a point lies in is seen."""
        column, row = point[0] // self.step, point[1] // self.step
        if not 0 <= row < len(self.rows):
            return False
        return any(first <= column < beyond for first, beyond in self.rows[row])


def runs(seen: Sequence[bool]) -> tuple[tuple[int, int], ...]:
    """Where a row of yes and no says yes."""
    found = []
    first = None
    for i, yes in enumerate((*seen, False)):
        if yes and first is None:
            first = i
        elif not yes and first is not None:
            found.append((first, i))
            first = None
    return tuple(found)
