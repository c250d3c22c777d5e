"""Requests about ground: where to put pieces and along which path they go.

Coordinates are integers in tenths of a millimetre, facing is tenths of a degree clockwise from north. The
kinds know only bounds and lengths; ground, cost and sight are a system's law and live in its guide.
"""

from __future__ import annotations

from itertools import product
from math import isqrt
from random import Random
from typing import Any, ClassVar, Literal

import msgspec

from deadground.core.faults import Fault
from deadground.core.requests.base import Gesture, Request, Whole
from deadground.core.requests.lists import Option

Point = tuple[int, int]
Box = tuple[int, int, int, int]
"""West, north, east, south."""

FULL_TURN = 3600


def length(a: Point, b: Point) -> int:
    """The length of a leg: its root rounded to the nearest tenth."""
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = isqrt(square)
    return root + (square - root * root > root)


def inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


LengthUnit = Literal["mm", "in"]
"""What lengths of a table are told in: refusals speak as its players do."""

UNITS: dict[LengthUnit, tuple[int, str]] = {"mm": (10, " mm"), "in": (254, '"')}
"""How many tenths of a millimetre it has, and its sign."""


def told_length(tenths: int, unit: LengthUnit) -> str:
    """A length as players read it: 250 mm, 7.6"."""
    by, sign = UNITS[unit]
    return f"{round(tenths / by, 1):g}{sign}"


def told_point(point: Point, unit: LengthUnit) -> str:
    """A point as players read it."""
    by, _ = UNITS[unit]
    return f"({round(point[0] / by, 1):g}, {round(point[1] / by, 1):g})"


def why_no_facing(facing: int) -> str:
    """What is wrong with a facing, in degrees; "" if it is one."""
    return "" if 0 <= facing < FULL_TURN else f"a facing is 0 to 359.9 degrees, not {facing / 10:g}"


class PlaceValue(msgspec.Struct, frozen=True):
    """Where a piece is put, and where it faces if that matters."""

    at: tuple[Whole, Whole]
    facing: Whole | None = None


class Spot(msgspec.Struct, frozen=True):
    """A piece that wants a place: anywhere in the box or, if points are given, on one of them."""

    piece: str
    label: str
    box: Box
    points: tuple[Point, ...] = ()


class Place(Request, frozen=True, kw_only=True, tag="place"):
    """A point and facing for each piece. Value: a map from piece to {at, facing}. Facing if `facing` is set."""

    spots: tuple[Spot, ...]
    facing: bool = False
    apart: bool = True
    unit: LengthUnit = "mm"

    kind: ClassVar[str] = "place"
    value_type: ClassVar[Any] = dict[str, PlaceValue]

    def own_faults(self, value: dict[str, PlaceValue]) -> list[Fault]:
        faults = unknown_pieces(self, value, {spot.piece for spot in self.spots})
        taken: dict[Point, str] = {}
        for spot in self.spots:
            placed = value.get(spot.piece)
            if placed is None:
                faults.append(Fault(f"value.{spot.piece}", f"{spot.label} has no place", self.rows))
                continue
            faults += self._misplaced(spot, placed)
            if self.apart and placed.at in taken:
                reason = f"{spot.label} is put where {taken[placed.at]} is"
                faults.append(Fault(f"value.{spot.piece}.at", reason, self.rows))
            taken[placed.at] = spot.label
        return faults

    def _misplaced(self, spot: Spot, placed: PlaceValue) -> list[Fault]:
        faults = []
        if not inside(placed.at, spot.box) or (spot.points and placed.at not in spot.points):
            reason = f"{spot.label} cannot be put at {told_point(placed.at, self.unit)}"
            faults.append(Fault(f"value.{spot.piece}.at", reason, self.rows))
        if self.facing != (placed.facing is not None):
            reason = f"{spot.label} {'needs a' if self.facing else 'takes no'} facing"
            faults.append(Fault(f"value.{spot.piece}.facing", reason, self.rows))
        elif placed.facing is not None and (reason := why_no_facing(placed.facing)):
            faults.append(Fault(f"value.{spot.piece}.facing", reason, self.rows))
        return faults

    def own_only(self) -> Any:
        return None if self.spots else {}

    def own_fits(self, key: str, part: PlaceValue) -> bool:
        return any(spot.piece == key and inside(part.at, spot.box) for spot in self.spots)

    def own_sample(self, rng: Random) -> dict[str, Any]:
        at: dict[str, Point] = {}
        for spot in self.spots:
            point = free_point(spot, set(at.values()) if self.apart else set(), rng)
            if point is None:
                at = self._make_way(rng)
                break
            at[spot.piece] = point
        return {
            piece: {"at": list(point), "facing": rng.randrange(FULL_TURN) if self.facing else None}
            for piece, point in at.items()
        }

    def own_edit(self, draft: dict[str, PlaceValue] | None, gesture: Gesture) -> dict[str, PlaceValue]:
        """The first piece is put where it is dragged to, the others as they lie to it; `clear` puts them back."""
        proposed = msgspec.convert(self.proposal or {}, self.value_type)
        value = {**proposed, **(draft or {})}
        spots = {spot.piece: spot for spot in self.spots if spot.piece in gesture.pieces}
        if gesture.act == "clear":
            return {**value, **{id: proposed[id] for id in spots if id in proposed}}
        if gesture.act != "drag" or not isinstance(gesture.to, tuple) or not spots:
            edited: dict[str, PlaceValue] = super().own_edit(draft, gesture)
            return edited
        first = value.get(gesture.pieces[0], PlaceValue(gesture.to)).at
        dx, dy = gesture.to[0] - first[0], gesture.to[1] - first[1]
        for id, spot in spots.items():
            old = value.get(id, PlaceValue(first))
            facing = gesture.given.get("facing", old.facing)
            value[id] = PlaceValue(allowed_point(spot, (old.at[0] + dx, old.at[1] + dy)), facing)
        return value

    def _make_way(self, rng: Random) -> dict[str, Point]:
        """Places for all where one piece stands in another's only place: those with few points choose first."""
        few = {spot.piece: shuffled(spot, rng) for spot in self.spots if has_few(spot, len(self.spots))}
        at = shared_out(few)
        for spot in self.spots:
            if spot.piece not in few:
                point = free_point(spot, set(at.values()), rng)
                if point is not None:
                    at[spot.piece] = point
        return {spot.piece: at[spot.piece] for spot in self.spots}


def allowed_point(spot: Spot, point: Point) -> Point:
    """The nearest point to another that a spot allows."""
    if spot.points:
        return min(spot.points, key=lambda one: (length(one, point), one))
    west, north, east, south = spot.box
    return min(max(point[0], west), east), min(max(point[1], north), south)


def free_point(spot: Spot, taken: set[Point], rng: Random) -> Point | None:
    """A random point of a spot that is not taken, if there is one."""
    if spot.points:
        free = [point for point in spot.points if point not in taken and inside(point, spot.box)]
        return rng.choice(free) if free else None
    west, north, east, south = spot.box
    point = (rng.randint(west, east), rng.randint(north, south))
    for _ in range(len(taken)):
        if point not in taken:
            break
        point = (west, point[1] + 1) if point[0] == east else (point[0] + 1, point[1])
        if point[1] > south:
            point = (west, north)
    return None if point in taken else point


def has_few(spot: Spot, pieces: int) -> bool:
    """Whether other pieces could take up all the points of a spot."""
    west, north, east, south = spot.box
    return bool(spot.points) or (east - west + 1) * (south - north + 1) <= pieces


def shuffled(spot: Spot, rng: Random) -> list[Point]:
    west, north, east, south = spot.box
    points = [point for point in spot.points if inside(point, spot.box)]
    if not spot.points:
        points = list(product(range(west, east + 1), range(north, south + 1)))
    rng.shuffle(points)
    return points


def shared_out(wanted: dict[str, list[Point]]) -> dict[str, Point]:
    """A point for each piece from its own list, no point twice: a piece makes way where it has another point."""
    held: dict[Point, str] = {}

    def settle(piece: str, tried: set[Point]) -> bool:
        for point in wanted[piece]:
            if point not in tried:
                tried.add(point)
                if point not in held or settle(held[point], tried):
                    held[point] = piece
                    return True
        return False

    for piece in wanted:
        if not settle(piece, set()):
            raise ValueError(f"there is no place left for {piece}")
    return {piece: point for point, piece in held.items()}


class PathValue(msgspec.Struct, frozen=True):
    """The points a piece walks to, in order; none means it stays. A facing at the end, if it matters.

    `when_met` is what it does when something in its way stops it: one of the request's, "" for the first.
    """

    points: tuple[tuple[Whole, Whole], ...] = ()
    facing: Whole | None = None
    when_met: str = ""


class Walker(msgspec.Struct, frozen=True):
    """A piece that may move: from where, how far at most (tenths), inside which box."""

    piece: str
    label: str
    start: Point
    most: int
    box: Box


class Path(Request, frozen=True, kw_only=True, tag="path"):
    """A path per piece; staying put is always legal. Value: a map from piece to {points, facing}."""

    walkers: tuple[Walker, ...]
    when_met: tuple[Option, ...] = ()
    unit: LengthUnit = "mm"

    kind: ClassVar[str] = "path"
    value_type: ClassVar[Any] = dict[str, PathValue]

    def own_faults(self, value: dict[str, PathValue]) -> list[Fault]:
        faults = unknown_pieces(self, value, {walker.piece for walker in self.walkers})
        for walker in self.walkers:
            path = value.get(walker.piece, PathValue())
            gone, here = 0, walker.start
            for i, point in enumerate(path.points):
                gone, here = gone + length(here, point), point
                if not inside(point, walker.box):
                    reason = f"{walker.label} may not go to {told_point(point, self.unit)}"
                    faults.append(Fault(f"value.{walker.piece}.points[{i}]", reason, self.rows))
            if gone > walker.most:
                most, asked = (told_length(one, self.unit) for one in (walker.most, gone))
                reason = f"{walker.label} may go {most}, the path is {asked}"
                faults.append(Fault(f"value.{walker.piece}.points", reason, self.rows))
            if path.facing is not None and (reason := why_no_facing(path.facing)):
                faults.append(Fault(f"value.{walker.piece}.facing", reason, self.rows))
            if path.when_met and all(option.id != path.when_met for option in self.when_met):
                known = ", ".join(option.id for option in self.when_met) or "nothing"
                reason = f"'{path.when_met}' is not what {walker.label} may do when it is stopped: {known}"
                faults.append(Fault(f"value.{walker.piece}.when_met", reason, self.rows))
        return faults

    def own_only(self) -> Any:
        return None if self.walkers else {}

    def own_fits(self, key: str, part: PathValue) -> bool:
        box = next((walker.box for walker in self.walkers if walker.piece == key), None)
        sound = part.facing is None or 0 <= part.facing < FULL_TURN
        return box is not None and sound and all(inside(point, box) for point in part.points)

    def own_sample(self, rng: Random) -> dict[str, Any]:
        return {walker.piece: {"points": self._stroll(walker, rng)} for walker in self.walkers}

    def own_edit(self, draft: dict[str, PathValue] | None, gesture: Gesture) -> dict[str, PathValue]:
        """Each piece goes straight to where it is dragged; `clear` lets it stay."""
        value = {id: path for id, path in (draft or {}).items() if id not in gesture.pieces}
        if gesture.act == "clear":
            return value if gesture.pieces else {}
        if gesture.act != "drag" or not isinstance(gesture.to, tuple):
            edited: dict[str, PathValue] = super().own_edit(draft, gesture)
            return edited
        facing = gesture.given.get("facing")
        return {**value, **{id: PathValue((gesture.to,), facing) for id in gesture.pieces}}

    def _stroll(self, walker: Walker, rng: Random) -> list[list[int]]:
        """One random leg along a row or column, cut to the box and the allowance; or none."""
        west, north, east, south = walker.box
        step = rng.randint(0, walker.most)
        dx, dy = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        x = min(max(walker.start[0] + dx * step, west), east)
        y = min(max(walker.start[1] + dy * step, north), south)
        at_start = (x, y) == walker.start or length(walker.start, (x, y)) > walker.most
        return [] if at_start else [[x, y]]


def unknown_pieces(request: Request, value: dict[str, Any], known: set[str]) -> list[Fault]:
    return [
        Fault(f"value.{piece}", f"'{piece}' is not one of the pieces asked for", request.rows)
        for piece in value
        if piece not in known
    ]
