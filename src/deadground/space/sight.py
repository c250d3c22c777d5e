"""Sight lines: the facts along a line, and a judgement by rules that a system supplies.

`trace` says which pieces a line from a to b passes through, where it enters and leaves each, how long it is inside,
which thin lines it crosses, and how the ground rises and falls. It decides nothing. `judge` puts a system's sight
rules to a trace and gives seen or blocked: where, by what, under which rows.

A line that runs exactly along an edge is outside the piece. Points where a line enters or leaves are rounded to the
lattice; a stretch that rounds to nothing is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from deadground.space.bases import SLACK, Base, nearest, point_to_segment
from deadground.space.ground import Ground, Piece
from deadground.space.lazy import lazy
from deadground.space.plane import Point, cross, distance, dot, is_within, minus, root, square
from deadground.space.polygons import Polygon, Segment, box_of, boxes_meet, do_cross, where_in
from deadground.space.units import Tenths, round_div


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A part of a line inside a piece: where it begins and ends, how far from the start, how long."""

    enters: Point
    leaves: Point
    begins: Tenths
    length: Tenths

    @property
    def ends(self) -> Tenths:
        return self.begins + self.length


class Passage(msgspec.Struct, frozen=True, gc=False):
    """A line's way through one piece."""

    piece: Piece
    stretches: tuple[Stretch, ...]

    @property
    def length(self) -> Tenths:
        return sum(stretch.length for stretch in self.stretches)


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """Where a line crosses a thin piece such as a wall."""

    piece: Piece
    at: Point
    begins: Tenths


class InTheWay(msgspec.Struct, frozen=True, gc=False):
    """A base that a line passes over: whose, and how far from the start its centre comes abreast."""

    id: str
    at: Point
    begins: Tenths


class Trace(msgspec.Struct, frozen=True, dict=True):
    """The facts along a line, and the bases at its ends and in its way where these were given."""

    ground: Ground
    start: Point
    end: Point
    length: Tenths
    passages: tuple[Passage, ...]
    crossings: tuple[Crossing, ...]
    looker: Base | None = None
    target: Base | None = None
    in_the_way: tuple[InTheWay, ...] = ()

    @lazy
    def by_piece(self) -> dict[str, Passage]:
        return {passage.piece.id: passage for passage in self.passages}

    def through(self, *kinds: str) -> tuple[Passage, ...]:
        """The passages through pieces of some kinds, in the order they are entered."""
        return tuple(passage for passage in self.passages if passage.piece.kind in kinds)

    def depth_at_start(self, passage: Passage) -> Tenths:
        """How far the line goes through a piece before it first leaves it, if it starts inside; else 0."""
        first = passage.stretches[0]
        return first.length if first.enters == self.start else 0

    @property
    def start_level(self) -> int:
        return self.ground.level_at(self.start)

    @property
    def end_level(self) -> int:
        return self.ground.level_at(self.end)

    def is_over(self, top: Tenths, stretch: Stretch, eye: Tenths, target: Tenths) -> bool:
        """Whether a line from height `eye` to height `target` stays above `top` all along a stretch."""
        whole = self.length
        at_ends = (
            eye * (whole - at) + target * at for at in (min(stretch.begins, whole), min(stretch.ends, whole))
        )
        return all(height > top * whole for height in at_ends)


def trace(ground: Ground, start: Point, end: Point) -> Trace:
    """The facts along the line from one point to another."""
    return trace_through(ground, ground.pieces_on(start, end), start, end)


def trace_through(ground: Ground, pieces: Iterable[Piece], start: Point, end: Point) -> Trace:
    """The same as far as some pieces make it."""
    passages = []
    thin = []
    for piece in pieces:
        if piece.polygon:
            stretches = stretches_in(piece.polygon, start, end)
            if stretches:
                passages.append(Passage(piece, stretches))
        elif piece.shape == "line":
            thin.append(piece)
    passages.sort(key=lambda passage: passage.stretches[0].begins)
    return Trace(ground, start, end, distance(start, end), tuple(passages), crossings_on(thin, start, end))


def stretches_in(polygon: Polygon, start: Point, end: Point) -> tuple[Stretch, ...]:
    """The stretches of a segment inside a polygon, from start to end."""
    if start == end:
        return ()
    dx, dy = line = minus(end, start)
    offset = dx * start[1] - dy * start[0]
    sides = [dx * y - dy * x - offset for x, y in polygon]
    if min(sides) > 0 or max(sides) < 0:
        return ()
    cuts = both_sides(polygon, start, line, sides)
    found = []
    for enters, leaves in clipped(cuts, start, end, square(line)):
        length = distance(enters, leaves)
        if length:
            found.append(Stretch(enters, leaves, distance(start, enters), length))
    return tuple(found)


Cut = tuple[float, Point]
"""How far along a line (as a dot product with its direction), and the lattice point there."""


def both_sides(
    polygon: Polygon, start: Point, line: tuple[int, int], sides: list[int]
) -> list[tuple[Cut, Cut]]:
    """The stretches of an endless line inside a polygon: those inside just left and just right of it alike."""
    left = pairs(cuts_of(polygon, start, line, sides, [side > 0 for side in sides]))
    if 0 not in sides:
        return left
    right = pairs(cuts_of(polygon, start, line, sides, [side >= 0 for side in sides]))
    return list(common(left, right))


def cuts_of(
    polygon: Polygon,
    start: Point,
    line: tuple[int, int],
    sides: list[int],
    on_left: list[bool],
) -> list[Cut]:
    """Where a line cuts the edges of a polygon, in the order along the line."""
    cuts = []
    (x, y), (dx, dy) = start, line
    was_left = on_left[-1]
    for i, is_left in enumerate(on_left):
        if was_left != is_left:
            s, t = sides[i - 1], sides[i]
            a, b = polygon[i - 1], polygon[i]
            u, v = dx * (a[0] - x) + dy * (a[1] - y), dx * (b[0] - x) + dy * (b[1] - y)
            cuts.append((u + (v - u) * s / (s - t), crossing_point(a, b, s, t)))
        was_left = is_left
    return sorted(cuts)


def crossing_point(a: Point, b: Point, s: int, t: int) -> Point:
    """Where an edge from a to b meets a line that they lie s and t off, rounded from the nearer of the two.

    Rounding from the nearer corner, and not the first, makes it the same whichever way the edge is listed.
    """
    if abs(s) > abs(t):
        a, b, s, t = b, a, t, s
    return a[0] + round_div((b[0] - a[0]) * s, s - t), a[1] + round_div((b[1] - a[1]) * s, s - t)


def pairs(cuts: list[Cut]) -> list[tuple[Cut, Cut]]:
    return list(zip(cuts[::2], cuts[1::2], strict=True))


def common(left: list[tuple[Cut, Cut]], right: list[tuple[Cut, Cut]]) -> Iterator[tuple[Cut, Cut]]:
    """The stretches that lie in both lists."""
    for a, b in left:
        for c, d in right:
            low, high = max(a, c), min(b, d)
            if low[0] < high[0]:
                yield low, high


def clipped(
    stretches: Iterable[tuple[Cut, Cut]], start: Point, end: Point, whole: int
) -> Iterator[tuple[Point, Point]]:
    """The parts of stretches between the ends of a segment."""
    for (u, enters), (v, leaves) in stretches:
        if v > 0 and u < whole:
            yield (start if u <= 0 else enters), (end if v >= whole else leaves)


def crossings_on(thin: Iterable[Piece], start: Point, end: Point) -> tuple[Crossing, ...]:
    """Where a segment crosses thin pieces, nearest first."""
    box = box_of((start, end))
    found = [
        crossing
        for piece in thin
        if boxes_meet(piece.box, box)
        for crossing in crossings_of(piece, start, end)
    ]
    return tuple(sorted(found, key=lambda crossing: crossing.begins))


def crossings_of(piece: Piece, start: Point, end: Point) -> Iterator[Crossing]:
    """Where a segment crosses a thin line; touching an end of it counts, running along it does not."""
    line = minus(end, start)
    seen: set[Point] = set()
    for a, b in pairwise(piece.points):
        s, t = cross(line, minus(a, start)), cross(line, minus(b, start))
        if s == t or not do_cross((start, end), (a, b)):
            continue
        at = crossing_point(a, b, s, t)
        if at not in seen:
            seen.add(at)
            yield Crossing(piece, at, distance(start, at))


def bases_in_the_way(start: Point, end: Point, bases: Iterable[tuple[str, Base]]) -> tuple[InTheWay, ...]:
    """The bases whose inside a line passes, nearest first. The two ends' own bases are left out by the caller."""
    west, north, east, south = box_of((start, end))
    found = [
        in_the_way(start, end, id, base)
        for id, base in bases
        if west - (far := base.reach) < base.at[0] < east + far
        and north - far < base.at[1] < south + far
        and may_pass_over(base, (start, end))
        and passes_over(base, (start, end))
    ]
    return tuple(sorted(found, key=lambda way: (way.begins, way.id)))


def surely_passes_over(base: Base, segment: Segment) -> bool:
    """Whether a segment passes through the circle within a base: yes is sure, no is not."""
    number, by = point_to_segment(base.at, segment)
    inner = min(base.width, base.depth) // 2 + base.radius - 3 * SLACK
    return inner > 0 and number < inner * inner * by and not is_within(*segment, 8 * SLACK)


def may_pass_over(base: Base, segment: Segment) -> bool:
    """Whether a segment could pass over a base, by the circle about it: no is sure, yes is not."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    off = dx * (base.at[1] - ay) - dy * (base.at[0] - ax)
    far = base.reach + SLACK
    return off * off <= far * far * (dx * dx + dy * dy)


def in_the_way(start: Point, end: Point, id: str, base: Base) -> InTheWay:
    """Where a base that a line passes over comes abreast."""
    line = minus(end, start)
    whole = square(line)
    along = max(0, min(whole, dot(line, minus(base.at, start))))
    return InTheWay(id, base.at, round_div(root(whole) * along, whole) if whole else 0)


def passes_over(base: Base, segment: Segment) -> bool:
    """Whether a segment passes through the inside of a base."""
    if base.is_round:
        number, by = point_to_segment(base.at, segment)
        return number < base.radius**2 * by
    return bool(stretches_in(base.corners, *segment))


class Standing(msgspec.Struct, frozen=True):
    """How a base stands to a piece: outside, at its edge, or inside and how deep."""

    inside: bool
    at_edge: bool
    depth: Tenths
    """How far the centre is from the nearest edge, if it is inside."""


def standing(base: Base, piece: Piece, edge: Tenths = 0) -> Standing:
    """How a base stands to a piece. It is at the edge if it touches it, or comes within `edge` of it."""
    if not piece.polygon:
        return Standing(False, False, 0)
    inside = where_in(base.at, piece.polygon) >= 0
    number, by = nearest(base.at, piece.polygon)
    reach = edge + (base.radius if base.is_round else min(base.width, base.depth) // 2)
    near = number <= reach * reach * by
    return Standing(inside, near, root(number // by) if inside else 0)


class Finding(msgspec.Struct, frozen=True, gc=False):
    """What one sight rule says of a trace. `at` is where along the line it bites; a note blocks nothing."""

    blocks: bool
    reason: str
    rows: tuple[str, ...]
    by: str = ""
    at: Point | None = None
    begins: Tenths = 0


SightRule = Callable[[Trace], Iterable[Finding]]
"""A sight rule of a system: what it finds on a trace, each finding with its rule rows."""


class Verdict(msgspec.Struct, frozen=True):
    """Seen or not, and why: the finding that blocks nearest to the start, and all others as notes."""

    seen: bool
    trace: Trace
    why: Finding | None
    notes: tuple[Finding, ...]


def judge(traced: Trace, rules: Sequence[SightRule]) -> Verdict:
    """Put sight rules to a trace. The line is blocked where the first blocking finding bites."""
    findings = [finding for rule in rules for finding in rule(traced)]
    blocking = sorted((f for f in findings if f.blocks), key=lambda finding: finding.begins)
    why = blocking[0] if blocking else None
    return Verdict(why is None, traced, why, tuple(f for f in findings if f is not why))


def is_clear(traced: Trace, rules: Iterable[SightRule]) -> bool:
    """Whether no sight rule blocks a line: what `judge` says without the reasons, and no further than it must."""
    return not any(finding.blocks for rule in rules for finding in rule(traced))
