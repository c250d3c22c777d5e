"""Sight lines on a table of 72 by 48 inches with 40 pieces, beside shapely; and everybody against everybody."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from math import cos, log2, pi, sin
from random import Random
from time import process_time
from typing import Any

import numpy as np

from deadground.space import many
from deadground.space.bases import round_base
from deadground.space.ground import Ground, GroundError, Piece, piece
from deadground.space.lookout import Lookout
from deadground.space.sight import Finding, Trace, trace
from deadground.space.units import inches
from deadground.systems import registry
from deadground.systems.maps import read_map
from deadground.testing.benches import Result
from deadground.testing.benches.slices import Work, alone, compare

AIM = 5.0
SEED = 1944
PIECES = 40
LINES = 4_000
AGREE = 3
"""Lengths may differ from shapely's by this many tenths for each stretch: ends are rounded to the lattice."""

WIDTH, HEIGHT = inches(72), inches(48)
HOW = (
    f"lines traced per second of one core, in slices in turn: pieces entered and length inside each, {LINES} "
    f"random lines at a time over {PIECES} pieces, beside shapely's STRtree query and length of intersection"
)


def measure(seconds: float) -> Result:
    """The batch beside shapely, then single traces and whole companies on the Berlin map."""
    ground = table()
    starts, ends = lines()
    ours = tracing(ground, starts, ends)
    rates = None
    if find_spec("shapely") is not None:
        check_agreement(ground, starts, ends)
        rates = compare(ours, intersecting(ground, starts, ends), seconds * 0.6)
    crowd = 400 if seconds >= 5 else 80
    small, large = everybody_seconds(40), everybody_seconds(crowd)
    more: dict[str, Any] = {
        "single_per_second": round(alone(single_traces(ground, starts, ends), seconds * 0.2)),
        "everybody_40_ms": round(small * 1000, 1),
        f"everybody_{crowd}_ms": round(large * 1000, 1),
        "us_per_line_40": round(small * 1e6 / 40**2, 1),
        f"us_per_line_{crowd}": round(large * 1e6 / crowd**2, 1),
        "growth_per_doubling_of_lines": round(2 ** (log2(large / small) / log2((crowd / 40) ** 2)), 2),
    }
    return Result(
        bench="sight",
        ratio=round(rates.ratio, 2) if rates else None,
        aim=AIM,
        ours=round(rates.ours if rates else alone(ours, seconds * 0.6)),
        peer=round(rates.peer) if rates else None,
        how=HOW,
        more=more,
    )


def table() -> Ground:
    """Forty pieces, concave ones among them."""
    rng = Random(SEED)
    pieces: list[Piece] = []
    while len(pieces) < PIECES:
        cx, cy = rng.uniform(3, 69), rng.uniform(3, 45)
        angles = sorted(rng.uniform(0, 2 * pi) for _ in range(rng.randint(6, 12)))
        corners = []
        for angle in angles:
            reach = rng.uniform(1, 4)
            corners.append((inches(cx + reach * cos(angle)), inches(cy + reach * sin(angle))))
        try:
            pieces.append(piece(f"piece {len(pieces)}", "woods", "area", corners))
        except GroundError:
            continue
    return Ground(WIDTH, HEIGHT, pieces, unit="in")


def lines() -> tuple[many.Ints, many.Ints]:
    rng = np.random.default_rng(SEED)
    ends = rng.integers(0, (WIDTH, HEIGHT), size=(2, LINES, 2), dtype=np.int64)
    return ends[0], ends[1]


def tracing(ground: Ground, starts: many.Ints, ends: many.Ints) -> Work:
    def work() -> int:
        many.stretches(ground, starts, ends).totals()
        return LINES

    return work


def intersecting(ground: Ground, starts: many.Ints, ends: many.Ints) -> Work:
    def work() -> int:
        by_shapely(ground, starts, ends)
        return LINES

    return work


def by_shapely(ground: Ground, starts: many.Ints, ends: many.Ints) -> tuple[Any, Any]:
    """Pairs of line and piece that meet, and the length inside."""
    import shapely

    polygons = np.array([shapely.Polygon(one.polygon) for one in ground.pieces])
    paths: Any = shapely.linestrings(np.stack([starts, ends], axis=1).astype(np.float64))
    pairs = shapely.STRtree(polygons).query(paths, predicate="intersects")
    return pairs, shapely.length(shapely.intersection(paths[pairs[0]], polygons[pairs[1]]))


def check_agreement(ground: Ground, starts: many.Ints, ends: many.Ints) -> None:
    """Both must say the same before their speeds are compared."""
    line, which, length = many.stretches(ground, starts, ends).totals()
    ours = dict(zip(zip(line.tolist(), which.tolist(), strict=True), length.tolist(), strict=True))
    pairs, theirs = by_shapely(ground, starts, ends)
    peer = dict(zip(zip(*pairs.tolist(), strict=True), theirs.tolist(), strict=True))
    for pair in {*ours, *peer}:
        if abs(ours.get(pair, 0) - peer.get(pair, 0)) > 2 * AGREE:
            raise AssertionError(f"line {pair[0]} in piece {pair[1]}: {ours.get(pair)} and {peer.get(pair)}")


def single_traces(ground: Ground, starts: many.Ints, ends: many.Ints) -> Work:
    pairs = [((a[0], a[1]), (b[0], b[1])) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]

    def work() -> int:
        for start, end in pairs[:100]:
            trace(ground, start, end)
        return 100

    return work


def through_nothing(traced: Trace) -> Iterator[Finding]:
    """A plain sight rule for the bench: buildings and anybody standing there block."""
    for passage in traced.through("structure", "objective_building"):
        first = passage.stretches[0]
        yield Finding(True, "a building", (), passage.piece.id, first.enters, first.begins)
    for way in traced.in_the_way:
        yield Finding(True, "somebody stands there", (), way.id, way.at, way.begins)


def everybody_seconds(count: int) -> float:
    """How long it takes to say who of `count` sees whom of another `count` on the Berlin map."""
    ground = read_map(registry.folder("skirmish") / "maps" / "berlin-1945.yaml").ground
    rng = Random(SEED)
    sides = {side: [f"{side}{i}" for i in range(count)] for side in ("red", "blue")}
    bases = {
        id: round_base((rng.randint(0, WIDTH), rng.randint(0, HEIGHT)), 250)
        for ids in sides.values()
        for id in ids
    }
    lookout = Lookout(ground, [through_nothing], bases)
    began = process_time()
    lookout.everybody(sides["red"], sides["blue"])
    return process_time() - began
