"""Cells as shapes: runs for the wire, outlines for the browser."""

from __future__ import annotations

import numpy as np

from deadground.space.fields import Flags
from deadground.space.plane import Point
from deadground.space.units import Tenths

Corner = tuple[int, int]
"""A corner between cells: so many columns and rows from the first."""

Run = tuple[int, int, int]
"""A row, and the first and last column of cells in it."""


def runs(cells: Flags) -> tuple[Run, ...]:
    """Cells as runs, row by row."""
    padded = np.pad(cells.astype(np.int8), ((0, 0), (1, 1)))
    change = np.diff(padded, axis=1)
    rows, starts = np.nonzero(change == 1)
    ends = np.nonzero(change == -1)[1]
    return tuple(zip(rows.tolist(), starts.tolist(), (ends - 1).tolist(), strict=True))


def outlines(cells: Flags) -> tuple[tuple[Corner, ...], ...]:
    """The outlines of cells, clockwise; holes run the other way. Cells that meet at a corner stay apart."""
    ways = borders(cells)
    found = []
    for start in sorted(ways):
        while ways.get(start):
            found.append(corners_of(followed(ways, start)))
    return tuple(found)


def borders(cells: Flags) -> dict[Corner, list[Corner]]:
    """Every side of a cell with no cell beyond it, from corner to corner, the cell on the right."""
    padded = np.pad(cells, 1)
    ways: dict[Corner, list[Corner]] = {}
    for (down, right), begin, end in (
        ((-1, 0), (0, 0), (1, 0)),
        ((0, 1), (1, 0), (1, 1)),
        ((1, 0), (1, 1), (0, 1)),
        ((0, -1), (0, 1), (0, 0)),
    ):
        beyond = np.roll(padded, (-down, -right), axis=(0, 1))
        rows, columns = np.nonzero(padded & ~beyond)
        for row, column in zip((rows - 1).tolist(), (columns - 1).tolist(), strict=True):
            ways.setdefault((column + begin[0], row + begin[1]), []).append((column + end[0], row + end[1]))
    return ways


def followed(ways: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """One closed line of sides, taken out of those left; where two lead on, the one to the right."""
    line = [start, ways[start].pop(0)]
    while line[-1] != start:
        on = ways[line[-1]]
        on.sort(key=lambda end: turn(line[-2], line[-1], end), reverse=True)
        line.append(on.pop(0))
    return line[:-1]


def turn(a: Corner, b: Corner, c: Corner) -> int:
    """Positive for a right turn."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def corners_of(line: list[Corner]) -> tuple[Corner, ...]:
    """A closed line without the points where it goes straight on."""
    count = len(line)
    return tuple(p for i, p in enumerate(line) if turn(line[i - 1], p, line[(i + 1) % count]))


def cell_size(width: Tenths, height: Tenths, grain: Tenths, most: int) -> Tenths:
    """The smallest square, in steps of a grain, of which no more than so many lie on a table."""
    step = grain
    while -(-width // step) * -(-height // step) > most:
        step += grain
    return step


def middle(width: Tenths, height: Tenths, step: Tenths, row: int, column: int) -> Point:
    """The middle of a square, or the edge of the table where that comes first."""
    return min(column * step + step // 2, width), min(row * step + step // 2, height)


def bounds(cells: Flags, step: Tenths, width: Tenths, height: Tenths) -> tuple[tuple[Point, ...], ...]:
    """The outlines of squares that are laid out from a table's corner, as points on it."""
    return tuple(
        tuple((min(column * step, width), min(row * step, height)) for column, row in line)
        for line in outlines(cells)
    )
