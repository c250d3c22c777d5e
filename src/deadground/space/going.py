"""Going: what a path costs over ground, for one mover.

A system says what each kind of piece costs him; this module measures. Along a path the topmost piece that costs
anything counts, save that a road he follows counts before all others. A stretch over one piece costs its length
times its rate, rounded once to the nearest tenth, half up; stretches and tolls then add as whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

import msgspec

from deadground.space.ground import Ground, Piece
from deadground.space.paths import Path, cut, length, marks, place, without_repeats
from deadground.space.plane import Point, distance
from deadground.space.polygons import Box, Polygon, box_of, boxes_meet, is_on_segment, where_in
from deadground.space.sight import crossings_of, stretches_in
from deadground.space.units import Tenths, round_div

Rate = Fraction | int | None
"""Tenths of move for a tenth of path: 1 in the open, 2 at half speed. None: nobody goes there."""

Toll = Tenths | None
"""What it costs to cross a thin line. None: it cannot be crossed."""


class GoingError(ValueError):
    """A rate or toll that means nothing."""


def kind_of(piece: Piece) -> str:
    return piece.kind


class Going(msgspec.Struct, frozen=True):
    """What ground costs one mover.

    `called` names a piece, as a rule by its kind; where tags matter it gives another name for those pieces. `rates`
    and `tolls` go by that name. A piece that `rates` does not name counts for nothing: what lies under it counts.
    `roads` are the names that count before all others; leave it empty for a mover who follows no road.
    """

    rates: Mapping[str, Rate] = {}
    tolls: Mapping[str, Toll] = {}
    roads: tuple[str, ...] = ()
    open: Fraction | int = 1
    called: Callable[[Piece], str] = kind_of

    def __post_init__(self) -> None:
        for name, rate in (("open ground", self.open), *self.rates.items()):
            if isinstance(rate, bool) or not isinstance(rate, Fraction | int | None):
                raise GoingError(f"the rate of {name} is {rate!r}; a whole number or a fraction is wanted")
            if rate is not None and rate <= 0:
                raise GoingError(f"the rate of {name} is {rate}; a rate is more than 0")
        for name, toll in self.tolls.items():
            if isinstance(toll, bool) or not isinstance(toll, int | None) or (toll or 0) < 0:
                raise GoingError(f"the toll of {name} is {toll!r}; whole tenths, 0 or more, are wanted")
        unnamed = [name for name in self.roads if name not in self.rates]
        if unnamed:
            raise GoingError(f"the road {unnamed[0]} has no rate")


class Layer(msgspec.Struct, frozen=True):
    """A piece that has a rate, with its box at hand."""

    piece: Piece
    polygon: Polygon
    box: Box
    rate: Rate


class Bar(msgspec.Struct, frozen=True):
    """A piece that has a toll, with its box at hand."""

    piece: Piece
    box: Box
    toll: Toll


class Part(msgspec.Struct, frozen=True):
    """A stretch of a path over one piece, or over open ground where `piece` is empty."""

    piece: str
    rate: Rate
    start: Point
    end: Point
    begins: Tenths
    ends: Tenths

    @property
    def cost(self) -> Tenths | None:
        return None if self.rate is None else part_cost(self.ends - self.begins, self.rate)


class Crossed(msgspec.Struct, frozen=True):
    """A thin line that a path crosses."""

    piece: str
    at: Point
    begins: Tenths
    cost: Toll


class Cost(msgspec.Struct, frozen=True):
    """What a path costs, and where. `total` is None if it leads where the mover cannot go."""

    parts: tuple[Part, ...]
    crossed: tuple[Crossed, ...]

    @property
    def _all(self) -> list[Part | Crossed]:
        return [*self.parts, *self.crossed]

    @property
    def total(self) -> Tenths | None:
        costs = [one.cost for one in self._all]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    @property
    def by_piece(self) -> dict[str, Tenths]:
        """The cost over each piece, in the order they are met; open ground is the empty name."""
        sums: dict[str, Tenths] = {}
        for one in sorted(self._all, key=lambda one: one.begins):
            sums[one.piece] = sums.get(one.piece, 0) + (one.cost or 0)
        return sums

    def up_to(self, at: Tenths) -> Tenths | None:
        """The cost of the path up to a distance along it."""
        total = 0
        for part in self.parts:
            if part.begins >= at:
                break
            if part.rate is None:
                return None
            total += part_cost(min(at, part.ends) - part.begins, part.rate)
        for line in self.crossed:
            if line.begins <= at:
                if line.cost is None:
                    return None
                total += line.cost
        return total


def part_cost(span: Tenths, rate: Fraction | int) -> Tenths:
    return round_div(span * rate.numerator, rate.denominator)


Span = tuple[Tenths, Tenths, int]
"""Where along a leg a layer begins and ends, and which layer."""


class Surface:
    """Ground as one mover feels it. Make it once and ask it often."""

    def __init__(self, ground: Ground, going: Going) -> None:
        self.ground = ground
        self.going = going
        named = [(going.called(piece), piece) for piece in ground.pieces]
        layers = [(name in going.roads, name, piece) for name, piece in named if name in going.rates]
        layers.sort(key=lambda layer: layer[0])
        self.layers = tuple(
            Layer(piece, piece.polygon, piece.box, going.rates[name])
            for _, name, piece in layers
            if piece.polygon
        )
        self.bars = tuple(
            Bar(piece, piece.box, going.tolls[name]) for name, piece in named if name in going.tolls
        )
        self.boxes = (*(layer.box for layer in self.layers), *(bar.box for bar in self.bars))
        self.closed = tuple(
            [layer.box for layer in self.layers if layer.rate is None]
            + [bar.box for bar in self.bars if bar.toll is None]
        )

    def rate_at(self, point: Point) -> Rate:
        """The rate at a point; on an edge what lies outside counts."""
        for layer in reversed(self.layers):
            if boxes_meet(layer.box, (*point, *point)) and where_in(point, layer.polygon) > 0:
                return layer.rate
        return self.going.open

    def cost(self, path: Path) -> Cost:
        """What a path costs."""
        if not path:
            raise ValueError("a path has at least one point")
        path = without_repeats(path)
        along = marks(path)
        parts: list[Part] = []
        crossed: list[Crossed] = []
        for i, (a, b) in enumerate(pairwise(path)):
            for part in self._parts(a, b, along[i]):
                join(parts, part)
            crossed += self._crossed(a, b, along[i])
        return Cost(tuple(parts), tuple(crossed))

    def is_open_along(self, path: Path) -> bool:
        """Whether a path surely meets nothing that has a rate or a toll of its own."""
        legs = [box_of(leg) for leg in pairwise(path)]
        return not any(boxes_meet(box, leg) for box in self.boxes for leg in legs)

    def total(self, path: Path) -> Tenths | None:
        """What a path costs in all; over open ground nothing counts but how long it is."""
        if path and self.going.open is not None and self.is_open_along(path):
            return part_cost(length(path), self.going.open)
        return self.cost(path).total

    def leads(self, path: Path) -> bool:
        """Whether a mover can go all the way along a path."""
        boxes = [box_of(leg) for leg in pairwise(path)]
        if not any(boxes_meet(box, leg) for box in self.closed for leg in boxes):
            return True
        return self.cost(path).total is not None

    def within(self, path: Path, allowance: Tenths) -> Path:
        """The path up to the last place, in whole tenths along it, whose cost is within an allowance."""
        whole = self.cost(path)
        along = marks(path)
        if is_payable(whole.total, allowance):
            return without_repeats(path)
        low, high = 0, along[-1]
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if is_payable(whole.up_to(middle), allowance) else (low, middle - 1)
        for at in range(min(along[-1], low + ROUNDING), 0, -1):
            shorter = cut(path, at)
            if is_payable(self.cost(shorter).total, allowance):
                return shorter
        return path[:1]

    def _parts(self, a: Point, b: Point, begins: Tenths) -> Iterator[Part]:
        """The stretches of one leg, each with the piece that counts there."""
        spans = list(self._spans(a, b))
        whole = distance(a, b)
        cuts = sorted({0, whole, *(end for span in spans for end in span[:2])})
        for low, high in pairwise(cuts):
            on_top = max((which for start, end, which in spans if start <= low and high <= end), default=-1)
            layer = self.layers[on_top] if on_top >= 0 else None
            name, rate = (layer.piece.id, layer.rate) if layer else ("", self.going.open)
            ends = place((a, b), (0, whole), low)[0], place((a, b), (0, whole), high)[0]
            yield Part(name, rate, *ends, begins + low, begins + high)

    def _spans(self, a: Point, b: Point) -> Iterator[Span]:
        leg = box_of((a, b))
        for which, layer in enumerate(self.layers):
            if boxes_meet(layer.box, leg):
                for stretch in stretches_in(layer.polygon, a, b):
                    yield distance(a, stretch.enters), distance(a, stretch.leaves), which

    def _crossed(self, a: Point, b: Point, begins: Tenths) -> list[Crossed]:
        """The tolls on one leg. A line is paid for on reaching it, so one that the leg starts on is not."""
        leg = box_of((a, b))
        found = []
        for bar in self.bars:
            if boxes_meet(bar.box, leg):
                points = entries(bar.piece, a, b) if bar.piece.polygon else hits(bar.piece, a, b)
                found += [Crossed(bar.piece.id, at, begins + distance(a, at), bar.toll) for at in points]
        return sorted(found, key=lambda line: line.begins)


ROUNDING = 3
"""A place rounded to the lattice shifts the cost of what comes before it by no more than this."""


def is_payable(cost: Tenths | None, allowance: Tenths) -> bool:
    return cost is not None and cost <= allowance


def join(parts: list[Part], part: Part) -> None:
    """Add a stretch, as one with the stretch before it if that lies on the same piece."""
    before = parts[-1] if parts else None
    if before and before.piece == part.piece:
        parts[-1] = msgspec.structs.replace(before, end=part.end, ends=part.ends)
    else:
        parts.append(part)


def hits(piece: Piece, a: Point, b: Point) -> list[Point]:
    """Where a leg reaches a thin line that it does not start on."""
    starts_on_it = any(is_on_segment(a, edge) for edge in pairwise(piece.points))
    return [crossing.at for crossing in crossings_of(piece, a, b) if not (starts_on_it and crossing.at == a)]


def entries(piece: Piece, a: Point, b: Point) -> list[Point]:
    """Where a leg comes into a line that has a width."""
    return [
        stretch.enters
        for stretch in stretches_in(piece.polygon, a, b)
        if stretch.enters != a or where_in(a, piece.polygon) < 1
    ]
