"""Routes: a straight march to the best square in reach, checked by the rules before it is given."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deadground.space.plane import FULL_TURN, Facing, Point, between, distance, facing_of, minus, vector
from deadground.space.units import Tenths
from deadground.systems.stands.bots.grid import AWAY, CELL, OFF_X, OFF_Y, RADIUS, Bools, Floats, apart
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.movement.allowance import allowance, chart_move
from deadground.systems.stands.rules.movement.route_guide import judged_route
from deadground.systems.stands.state import Stand

APART: Tenths = 430
"""Two bases whose centres are so far apart never overlap."""

BESIDE = np.arange(-2, 3) * CELL
"""How far the middles of the squares beside one are off its own, along a row."""

Route = dict[str, Any]
Ways = list[list[float]]
Corridor = list[list[bool]]


class Places:
    """Where everybody stands while routes are being given: no two may end on each other.

    A stand holds its place until it is given a route, so those in front are asked first and make room.
    """

    def __init__(self, picture: Picture) -> None:
        self.grid = picture.grid
        self._held: NDArray[np.int8] = np.zeros(self.grid.cover.shape, np.int8)
        self._at: dict[str, Point] = {}
        self._marks: dict[str, tuple[NDArray[np.int8], Bools]] = {}
        """The squares about each stand, and which of them are too near to it."""
        for one in picture.friends:
            self.put(one.id, one.at)

    def put(self, id: str, at: Point) -> None:
        """A stand takes a place and leaves the one it had."""
        if id in self._at:
            about, near = self._marks[id]
            about -= near
        row, col = self.grid.cell(at)
        x = (col - RADIUS) * CELL + CELL // 2 - at[0] + BESIDE
        y = (row - RADIUS) * CELL + CELL // 2 - at[1] + BESIDE
        near = (x * x) + (y * y)[:, None] < APART * APART
        about = self._held[row - 2 : row + 3, col - 2 : col + 3]
        about += near
        self._at[id], self._marks[id] = at, (about, near)

    def free_about(self, id: str) -> Bools:
        """The squares of a stand's window that nobody else holds."""
        about, near = self._marks[id]
        about -= near
        found = self.grid.about(self._held, self.grid.cell(self._at[id])) <= 0
        about += near
        return np.asarray(found, np.bool_)

    def is_free(self, id: str, at: Point) -> bool:
        """Whether a stand's base at a point would be on no other."""
        east, south = at
        for other, (x, y) in self._at.items():
            if abs(x - east) < APART and (x - east) ** 2 + (y - south) ** 2 < APART * APART and other != id:
                return False
        return True


@lru_cache(maxsize=512)
def in_arrow(arrow: Facing) -> Bools:
    """The squares of a window that lie within 90 degrees of an arrow."""
    x, y = vector(arrow)
    return np.asarray(OFF_X * x + OFF_Y * y >= 0, np.bool_)


def reachable(picture: Picture, places: Places, stand: Stand, allowed: Tenths) -> Bools:
    """The squares of a stand's window where a march could end."""
    cell = picture.grid.cell(stand.at)
    free = picture.grid.walk(cell) & places.free_about(stand.id)
    bad = picture.grid.about(picture.grid.bad, cell)
    most, least = within_march(allowed)
    free &= most & (least | bad)
    free &= ~picture.grid.about(picture.grid.barred, cell)
    if stand.arrow >= 0:
        free &= in_arrow(stand.arrow)
    free[RADIUS, RADIUS] = False
    return np.asarray(free, np.bool_)


@lru_cache(maxsize=512)
def within_march(allowed: Tenths) -> tuple[Bools, Bools]:
    """The squares of a window that are not too far for a march, and those that are not too near for one."""
    return allowed + CELL // 2 >= AWAY, allowed // 2 + CELL // 2 <= AWAY


def march(
    picture: Picture, places: Places, stand: Stand, score: Floats, face: Point | None, stay: float
) -> Route | None:
    """A route to the best square by a score over the stand's window; None to stay, which scores `stay`.

    One that stands by a road in bad going may go far along it, but only a little way elsewhere. KIM-2.5c
    """
    allowed, slowed = allowance(picture.state, stand).tenths, number(picture.state, "bad_going_move")
    if allowed <= 0:
        return None
    found = march_within(picture, places, stand, score, face, stay, allowed)
    row, col = picture.grid.cell(stand.at)
    if found is None and slowed < allowed and picture.grid.bad[row - 1 : row + 2, col - 1 : col + 2].any():
        return march_within(picture, places, stand, score, face, stay, slowed)
    return found


def march_within(
    picture: Picture,
    places: Places,
    stand: Stand,
    score: Floats,
    face: Point | None,
    stay: float,
    allowed: Tenths,
) -> Route | None:
    """A march of at most so much: the best few squares are tried."""
    ranked = np.where(reachable(picture, places, stand, allowed), score, -np.inf)
    row, col = picture.grid.cell(stand.at)
    for _ in range(4):
        best = int(ranked.argmax())
        r, c = divmod(best, ranked.shape[1])
        if not ranked[r, c] > stay:
            return None
        end = within(stand.at, picture.grid.middle(row + r - RADIUS, col + c - RADIUS), allowed)
        facing = toward(end, face) if face is not None else None
        if places.is_free(stand.id, end) and not judged_route(picture.view, stand, (end,), facing):
            places.put(stand.id, end)
            return {"points": [list(end)], "facing": facing}
        ranked[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] = -np.inf
    return None


def step_to(picture: Picture, places: Places, stand: Stand, end: Point, face: Point | None) -> Route | None:
    """A step to a given place, if it is free and the rules let the stand go there."""
    facing = toward(end, face) if face is not None else None
    if not places.is_free(stand.id, end) or judged_route(picture.view, stand, (end,), facing):
        return None
    places.put(stand.id, end)
    return {"points": [list(end)], "facing": facing}


def within(start: Point, end: Point, most: Tenths) -> Point:
    """The end of a leg, cut to a length."""
    away = distance(start, end)
    return end if away <= most else between(start, end, most - 1, away)


def by_road(
    picture: Picture, places: Places, stand: Stand, ways: Ways, score: Floats, face: Point | None
) -> tuple[float, Route] | None:
    """A march along a road towards a goal, if the stand is on one and may go further by it; with its score."""
    grid, cell = picture.grid, picture.grid.cell(stand.at)
    most = min(chart_move(picture.state, stand, "road"), (RADIUS - 1) * CELL)
    if stand.order not in ("move", "") or stand.limit or most <= chart_move(picture.state, stand, "open"):
        return None
    for corridor in grid.corridors:
        if not corridor[cell[0]][cell[1]]:
            continue
        way = downhill(ways, corridor, cell, most)
        points = legs_along(picture, stand.at, way, corridor, most)
        while points and not places.is_free(stand.id, points[-1]) and len(way) > 5:
            way = way[:-1]
            points = legs_along(picture, stand.at, way, corridor, most)
        if not points or not places.is_free(stand.id, points[-1]):
            continue
        row, col = grid.cell(points[-1])
        worth = float(score[row - cell[0] + RADIUS, col - cell[1] + RADIUS])
        facing = toward(points[-1], face) if face is not None else None
        if stand.arrow >= 0 and turned_by(toward(stand.at, points[-1]), stand.arrow) > 895:
            continue
        if not judged_route(picture.view, stand, points, facing):
            return worth, {"points": [list(point) for point in points], "facing": facing}
    return None


def downhill(ways: Ways, corridor: Corridor, cell: tuple[int, int], most: Tenths) -> list[tuple[int, int]]:
    """The squares along a road on the way to a goal, as far as a march goes."""
    path, gone, (row, col) = [cell], 0.0, cell
    while gone < most:
        least, down, right = ways[row][col], 0, 0
        for r in (-1, 0, 1):
            for c in (-1, 0, 1):
                if ways[row + r][col + c] < least and corridor[row + r][col + c]:
                    least, down, right = ways[row + r][col + c], r, c
        if not down and not right:
            break
        row, col = row + down, col + right
        gone += CELL * (1.4142 if down and right else 1.0)
        path.append((row, col))
    return path


def legs_along(
    picture: Picture, start: Point, way: list[tuple[int, int]], corridor: Corridor, most: Tenths
) -> list[Point]:
    """Three legs at most that keep to the road: each as long as it may be. KIM-2.2b"""
    points: list[Point] = []
    here, at, left = 0, start, most
    while here < len(way) - 1 and len(points) < 3:
        reach = next(
            (i for i in range(len(way) - 1, here, -1) if is_along(way[here], way[i], corridor)), None
        )
        if reach is None:
            break
        end = within(at, picture.grid.middle(*way[reach]), left)
        left -= distance(at, end)
        points.append(end)
        here, at = reach, end
        if left < CELL:
            break
    return points


def is_along(a: tuple[int, int], b: tuple[int, int], corridor: Corridor) -> bool:
    """Whether a straight line between two squares keeps to a corridor."""
    (row, col), down, right = a, b[0] - a[0], b[1] - a[1]
    steps = max(abs(down), abs(right))
    return all(
        corridor[row + round(down * i / steps)][col + round(right * i / steps)] for i in range(1, steps + 1)
    )


def toward(start: Point, end: Point) -> Facing:
    """The facing from a place towards another."""
    return facing_of(minus(end, start)) if start != end else 0


def clear_of(picture: Picture, stand: Stand, foes: Iterable[Stand], keep: Tenths) -> Bools:
    """The squares of a stand's window that are at least so far from some enemies."""
    row, col = picture.grid.cell(stand.at)
    free = np.ones(AWAY.shape, np.bool_)
    for enemy in foes:
        if distance(enemy.at, stand.at) < keep + RADIUS * CELL:
            r, c = picture.grid.cell(enemy.at)
            free &= apart(r - row, c - col) >= keep / CELL
    return free


def turned_by(a: Facing, b: Facing) -> int:
    """How far two facings are apart."""
    off = (a - b) % FULL_TURN
    return min(off, FULL_TURN - off)
