"""Many sight lines at once: the same stretches as `sight.stretches_in`, computed for whole batches with numpy.

The arithmetic is that of the single trace, number for number: whole-number sides and roundings in 64 bits, one
division in double precision to order the cuts along a line. A test holds the two to the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from deadground.space.bases import Base
from deadground.space.ground import Ground
from deadground.space.plane import Point, distance
from deadground.space.sight import Passage, Stretch, Trace, crossings_on, passes_over, stretches_in

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

CHUNK = 4_096
"""Lines worked on together: enough to keep numpy busy, few enough to stay in the cache."""


OVER_CHUNK = 512
"""Lines tried together against every base."""

SURE = 0.01
"""How clear an answer in double precision must be, in tenths, to stand without an exact check."""


class Stretches:
    """Stretches of many lines inside many pieces, one per row, ordered by line, piece and distance."""

    def __init__(self, line: Ints, piece: Ints, enters: Ints, leaves: Ints, length: Ints) -> None:
        self.line = line
        self.piece = piece
        self.enters = enters
        self.leaves = leaves
        self.length = length

    def totals(self) -> tuple[Ints, Ints, Ints]:
        """Line, piece and whole length inside, for every line and every piece that it enters."""
        if not len(self.line):
            return self.line, self.piece, self.length
        new = np.ones(len(self.line), dtype=bool)
        new[1:] = (self.line[1:] != self.line[:-1]) | (self.piece[1:] != self.piece[:-1])
        starts = np.flatnonzero(new)
        return self.line[starts], self.piece[starts], np.add.reduceat(self.length, starts)


def traces(ground: Ground, starts: Sequence[Point], ends: Sequence[Point]) -> list[Trace]:
    """A trace for every line from starts[i] to ends[i]."""
    found = stretches(ground, starts, ends)
    ways: dict[tuple[int, int], list[Stretch]] = {}
    rows = (found.line, found.piece, found.enters, found.leaves, found.length)
    for line, which, enters, leaves, length in zip(*(column.tolist() for column in rows), strict=True):
        begins = distance(starts[line], tuple(enters))
        one = Stretch(tuple(enters), tuple(leaves), begins, length)
        ways.setdefault((line, which), []).append(one)
    passages: list[list[Passage]] = [[] for _ in starts]
    for (line, which), way in ways.items():
        passages[line].append(Passage(ground.pieces[which], tuple(way)))
    thin = [piece for piece in ground.pieces if piece.shape == "line" and not piece.polygon]
    return [
        Trace(
            ground,
            start,
            end,
            distance(start, end),
            tuple(sorted(passages[i], key=lambda passage: passage.stretches[0].begins)),
            crossings_on(thin, start, end),
        )
        for i, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]


class Outlines:
    """The polygons of a table as flat arrays: one row per edge, the edges of a piece together."""

    def __init__(self, ground: Ground) -> None:
        solid = [(i, piece) for i, piece in enumerate(ground.pieces) if piece.polygon]
        self.polygons = [piece.polygon for _, piece in solid]
        self.piece: Ints = np.array([i for i, _ in solid], dtype=np.int64)
        self.boxes: Ints = np.array([piece.box for _, piece in solid], dtype=np.int64).reshape(-1, 4)
        corners = [np.array(piece.polygon, dtype=np.int64) for _, piece in solid]
        self.count: Ints = np.array([len(c) for c in corners], dtype=np.int64)
        self.first: Ints = np.concatenate(([0], np.cumsum(self.count)))[:-1].astype(np.int64)
        flat = np.concatenate(corners) if corners else np.zeros((0, 2), dtype=np.int64)
        after = [np.roll(c, -1, axis=0) for c in corners]
        ends = np.concatenate(after) if after else flat
        self.ax, self.ay = np.ascontiguousarray(flat[:, 0]), np.ascontiguousarray(flat[:, 1])
        self.bx, self.by = np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1])


@lru_cache(maxsize=64)
def outlines_of(ground: Ground) -> Outlines:
    """The outlines of a table, made once."""
    return Outlines(ground)


def stretches(ground: Ground, starts: Sequence[Point] | Ints, ends: Sequence[Point] | Ints) -> Stretches:
    """The stretches of every line from starts[i] to ends[i] inside every piece of the table."""
    outlines = outlines_of(ground)
    p = np.asarray(starts, dtype=np.int64).reshape(-1, 2)
    q = np.asarray(ends, dtype=np.int64).reshape(-1, 2)
    parts = [chunk(outlines, p[at : at + CHUNK], q[at : at + CHUNK], at) for at in range(0, len(p), CHUNK)]
    empty = np.zeros(0, dtype=np.int64)
    if not parts:
        return Stretches(empty, empty, empty.reshape(0, 2), empty.reshape(0, 2), empty)
    return Stretches(*(np.concatenate(column) for column in zip(*parts, strict=True)))


Columns = tuple[Ints, Ints, Ints, Ints, Ints]


def chunk(outlines: Outlines, p: Ints, q: Ints, offset: int) -> Columns:
    """The stretches of some lines."""
    line, which = candidates(outlines, p, q)
    cuts = Cuts(outlines, p, q - p, line, which)
    row, enters, leaves = cuts.clipped(p, q, q - p)
    length = rounded_root(((enters - leaves) ** 2).sum(axis=1))
    keep = (length > 0) & ~cuts.touched[row]
    row, enters, leaves, length = row[keep], enters[keep], leaves[keep], length[keep]
    if cuts.touched.any():
        found = one_by_one(outlines, p, q, line, which, np.flatnonzero(cuts.touched))
        row, enters, leaves, length = (
            np.concatenate(both) for both in zip((row, enters, leaves, length), found, strict=True)
        )
        order = np.argsort(row, kind="stable")
        row, enters, leaves, length = row[order], enters[order], leaves[order], length[order]
    return line[row] + offset, outlines.piece[which[row]], enters, leaves, length


def one_by_one(
    outlines: Outlines, p: Ints, q: Ints, line: Ints, which: Ints, rows: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """The few lines that meet a corner exactly, each traced singly."""
    found = []
    for row in rows.tolist():
        start, end = p[line[row]].tolist(), q[line[row]].tolist()
        for one in stretches_in(outlines.polygons[which[row]], tuple(start), tuple(end)):
            found.append((row, *one.enters, *one.leaves, one.length))
    table = np.array(found, dtype=np.int64).reshape(-1, 6)
    return table[:, 0], table[:, 1:3], table[:, 3:5], table[:, 5]


def candidates(outlines: Outlines, p: Ints, q: Ints) -> tuple[Ints, Ints]:
    """Pairs of a line and a piece whose boxes meet and whose line passes the box."""
    low, high = np.minimum(p, q), np.maximum(p, q)
    west, north, east, south = outlines.boxes.T
    meet = (
        (west[None, :] <= high[:, 0, None])
        & (low[:, 0, None] <= east[None, :])
        & (north[None, :] <= high[:, 1, None])
        & (low[:, 1, None] <= south[None, :])
    )
    line, which = np.nonzero(meet)
    d = q - p
    dx, dy = d[line, 0], d[line, 1]
    # A line does not pass a box whose middle is further off it than half the box is wide, seen across the line.
    # Everything is taken twice, so that middles stay whole numbers.
    cx2, cy2 = (west + east)[which] - 2 * p[line, 0], (north + south)[which] - 2 * p[line, 1]
    half = np.abs(dy) * (east - west)[which] + np.abs(dx) * (south - north)[which]
    passes = np.abs(dx * cy2 - dy * cx2) <= half
    return line[passes], which[passes]


class Cuts:
    """Where lines cut the edges of pieces, for pairs of a line and a piece, in order along each line.

    `touched` tells the pairs in which a line meets a corner exactly; their cuts are not to be used.
    """

    def __init__(self, outlines: Outlines, p: Ints, d: Ints, line: Ints, which: Ints) -> None:
        count = outlines.count[which]
        row = np.repeat(np.arange(len(line)), count)
        begin = np.concatenate(([0], np.cumsum(count)))[:-1]
        edge = np.arange(len(row)) - np.repeat(begin - outlines.first[which], count)
        px, py = p[line, 0][row], p[line, 1][row]
        dx, dy = d[line, 0][row], d[line, 1][row]
        ax, ay = outlines.ax[edge] - px, outlines.ay[edge] - py
        bx, by = outlines.bx[edge] - px, outlines.by[edge] - py
        # On which side of the line both ends of each edge are: it is cut where they are on different ones.
        s, t = dx * ay - dy * ax, dx * by - dy * bx
        self.touched: Bools = np.zeros(len(line), dtype=bool)
        self.touched[row[s == 0]] = True
        at = np.flatnonzero((s > 0) != (t > 0))
        row, s, t = row[at], s[at], t[at]
        ax, ay, bx, by, dx, dy = ax[at], ay[at], bx[at], by[at], dx[at], dy[at]
        u, v = dx * ax + dy * ay, dx * bx + dy * by
        along = u + (v - u).astype(np.float64) * s / (s - t)
        far = np.abs(s) > np.abs(t)
        x = px[at] + crossing(ax, bx, s, t, far)
        y = py[at] + crossing(ay, by, s, t, far)
        order = np.lexsort((y, x, along, row))
        self.line = line
        self.row: Ints = row[order]
        self.along: Floats = along[order]
        self.points: Ints = np.stack((x[order], y[order]), axis=1)

    def clipped(self, p: Ints, q: Ints, d: Ints) -> tuple[Ints, Ints, Ints]:
        """The cuts taken two by two, and cut off at the ends of their segments."""
        row = self.row[::2]
        low, high = self.along[::2], self.along[1::2]
        of = self.line[row]
        whole = (d[of] ** 2).sum(axis=1)
        keep = (high > 0) & (low < whole)
        before, beyond = (low <= 0)[keep], (high >= whole)[keep]
        enters = np.where(before[:, None], p[of[keep]], self.points[::2][keep])
        leaves = np.where(beyond[:, None], q[of[keep]], self.points[1::2][keep])
        return row[keep], enters, leaves


def crossing(a: Ints, b: Ints, s: Ints, t: Ints, far: Bools) -> Ints:
    """One coordinate of `sight.crossing_point`: rounded from b where a is the farther corner."""
    near, other = np.where(far, b, a), np.where(far, a, b)
    off, against = np.where(far, t, s), np.where(far, s, t)
    found: Ints = near + rounded_quotient((other - near) * off, off - against)
    return found


def rounded_quotient(number: Ints, by: Ints) -> Ints:
    """Quotients rounded to the nearest whole number, half away from zero."""
    flip = np.sign(number) * np.sign(by)
    number, by = np.abs(number), np.abs(by)
    quotient: Ints = flip * ((2 * number + by) // (2 * by))
    return quotient


def rounded_root(number: Ints) -> Ints:
    """Square roots rounded to the nearest whole number, exactly."""
    below: Ints = np.floor(np.sqrt(number.astype(np.float64))).astype(np.int64)
    below -= below * below > number
    below += (below + 1) * (below + 1) <= number
    rounded: Ints = below + (number - below * below > below)
    return rounded


def lines_over(
    starts: Ints, ends: Ints, bases: Sequence[Base], skip: tuple[Ints, Ints]
) -> Iterator[tuple[int, int]]:
    """Pairs of a line and a base that it passes over, by line. `skip` names each line's own two bases.

    Discs are settled in double precision where the answer is clear by a hundredth of a tenth, else exactly.
    """
    centres = np.array([base.at for base in bases], dtype=np.int64).reshape(-1, 2)
    reach = np.array([base.reach for base in bases], dtype=np.float64)
    for at in range(0, len(starts), OVER_CHUNK):
        rows = slice(at, at + OVER_CHUNK)
        near = nearness(starts[rows], ends[rows], centres)
        possible = near < reach[None, :] + SURE
        one, other = skip[0][rows], skip[1][rows]
        possible[np.arange(len(one)), one] = False
        possible[np.arange(len(other)), other] = False
        for line, which in zip(*(found.tolist() for found in np.nonzero(possible)), strict=True):
            base = bases[which]
            clear = base.is_round and near[line, which] < base.radius - SURE
            start, end = starts[at + line].tolist(), ends[at + line].tolist()
            if clear or passes_over(base, ((start[0], start[1]), (end[0], end[1]))):
                yield at + line, which


def nearness(starts: Ints, ends: Ints, centres: Ints) -> Floats:
    """How near each line comes to each centre."""
    d = (ends - starts).astype(np.float64)
    whole = np.maximum((d**2).sum(axis=1), 1)
    off = centres[None, :, :] - starts[:, None, :]
    along = (off * d[:, None, :]).sum(axis=2) / whole[:, None]
    gap = off - np.clip(along, 0, 1)[:, :, None] * d[:, None, :]
    near: Floats = np.sqrt((gap**2).sum(axis=2))
    return near
