"""What ground does to a mover: bad going, roads that cancel it, minefields, ground under fire. KIM-2.5a to KIM-2.5f

The words of each kind of terrain lie in data/going.yaml. Everything here is a question: it runs on a state as on a
view, and looks at a base where it stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Literal

import msgspec
import numpy as np

from deadground.core.charts import Charts
from deadground.core.citing import cite
from deadground.space.arcs import square_template
from deadground.space.bases import SLACK, Base
from deadground.space.borders import Border, border_of
from deadground.space.ground import Ground, Piece
from deadground.space.lazy import lazy
from deadground.space.many import Bools
from deadground.space.paths import Path, is_near, leg_facing, marks, place
from deadground.space.plane import Point
from deadground.space.polygons import Box, Polygon, Segment, box_of, boxes_meet, covers
from deadground.space.soundings import Soundings
from deadground.space.units import Tenths
from deadground.space.walks import Walk, places
from deadground.systems.stands.bridges import BLOWN
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.kinds import DATA
from deadground.systems.stands.numbers import number
from deadground.systems.stands.quick.roads import surely_on_way
from deadground.systems.stands.state import Minefield, StandsState

CHARTS = Charts.load(DATA)
GOING = CHARTS["stands.going"]

Word = Literal["open", "bad", "mines", "impassable", "road", "crossing"]

PLAIN: dict[str, Word] = {
    "open": "open",
    "bad": "bad",
    "mines": "mines",
    "impassable": "impassable",
    "road": "road",
    "crossing": "crossing",
}
"""The chart's words that need no more looking at."""

Cause = Literal["ground", "mines", "fire", "blown"]

ROW_OF: dict[Cause, tuple[str, ...]] = {
    "ground": ("KIM-2.5a",),
    "mines": ("KIM-2.5a", "KIM-2.5f"),
    "fire": ("KIM-4.12c",),
    "blown": ("KIM-1.2l", "KIM-R132"),
}


class Says(msgspec.Struct, frozen=True):
    """What a scenario says about the ground of its map. KIM-2.5a, KIM-R92"""

    impassable: tuple[str, ...] = ()
    steep: tuple[str, ...] = ()
    works: bool = False


def going_of(piece: Piece, says: Says) -> Word:
    """What a piece is to a mover: its kind's word, or what map and scenario say of it. KIM-2.5a, KIM-R92"""
    if piece.tags.get("impassable") or piece.id in says.impassable:
        return "impassable"
    if "bad_going" in piece.tags:
        cite("KIM-2.5a")
        return "bad" if piece.tags["bad_going"] else "open"
    word = GOING.look_up(piece.kind).value
    if word == "hill":
        return "bad" if piece.tags.get("steep") or piece.id in says.steep else "open"
    if word == "works":
        return "bad" if says.works else "open"
    return PLAIN[str(word)]


class Patch(msgspec.Struct, frozen=True, dict=True):
    """Something on the ground that a base can touch: its line or outline, and why it is there."""

    id: str
    name: str
    points: tuple[Point, ...]
    polygon: Polygon
    box: Box
    cause: Cause = "ground"
    lanes: tuple[Segment, ...] = ()
    lane_width: Tenths = 0

    @cached_property
    def border(self) -> Border:
        """Its outline, or the line it is."""
        return border_of(self.polygon or self.points, closed=bool(self.polygon))

    @cached_property
    def middle(self) -> Border:
        """The line it was drawn as: of a road with a width the line along its middle."""
        return border_of(self.points, closed=False)

    def touches(self, base: Base) -> bool:
        """Whether any part of a base lies on it; one that keeps to a cleared lane is not on it."""
        touches = self.comes_within(base, 0)
        if not touches or not self.lanes:
            return touches
        return not any(is_near(base.at, lane, self.lane_width // 2) for lane in self.lanes)

    def comes_within(self, base: Base, limit: Tenths) -> bool:
        """Whether a base is at most so far away, edge to edge; exactly."""
        far = limit + base.reach
        x, y = base.at
        west, north, east, south = self.box
        if x + far < west or east < x - far or y + far < north or south < y - far:
            return False
        return is_within(self.border, self.middle, base, limit)

    def is_left_by(self, base: Base) -> bool:
        """Whether a base is wholly clear of it, lanes or not."""
        return not self.comes_within(base, 0)


@lru_cache(maxsize=65_536)
def is_within(border: Border, middle: Border, base: Base, limit: Tenths) -> bool:
    """Whether a base is at most so far from what a border holds, or from the line in its middle; exactly.

    Kept, because the same few bases are asked about again and again: where a stand is, and where its path leads.
    """
    sure = border.by_circles(base, limit)
    if sure is not None:
        return sure
    if border.closed and border.lies_under(base):
        return True
    if border.closed and not limit:
        return False
    if limit and middle.is_near(base.at, limit + min(base.width, base.depth) // 2):
        return True
    return border.comes_within(base.corners, limit)


def grown(box: Box, by: Tenths) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def patch_of(piece: Piece, cause: Cause = "ground") -> Patch:
    return Patch(piece.id, piece.name or piece.kind, piece.points, piece.polygon, piece.box, cause)


class Layers(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The pieces of a table sorted by what they do. There is one for each table and what is said of it."""

    ground: Ground
    bad: tuple[Patch, ...]
    mines: tuple[Patch, ...]
    impassable: tuple[Patch, ...]
    roads: tuple[Patch, ...]
    crossings: tuple[Patch, ...]

    @cached_property
    def to_bad(self) -> Soundings:
        """How far it is to bad going."""
        return self._soundings(self.bad)

    @cached_property
    def to_road(self) -> Soundings:
        """How far it is to a road."""
        return self._soundings(self.roads)

    @cached_property
    def to_way(self) -> Soundings:
        """How far it is to a road or a crossing."""
        return self._soundings((*self.roads, *self.crossings))

    @cached_property
    def blown(self) -> tuple[Patch, ...]:
        """What is left of bridges that were blown."""
        return tuple(patch for patch in self.impassable if patch.cause == "blown")

    @cached_property
    def _by_road(self) -> dict[str, Soundings]:
        return {road.id: self._soundings([road]) for road in self.roads}

    def is_by(self, road: Patch, base: Base, limit: Tenths) -> bool:
        """Whether a base is at most so far from a road, edge to edge; exactly."""
        sure = self._by_road[road.id].comes_within(base, limit)
        return road.comes_within(base, limit) if sure is None else sure

    def keeps_by(self, road: Patch, base: Base, path: Path, limit: Tenths) -> bool:
        """Whether a base that faces along its path is as near to a road at places all along it; exactly."""
        if not all(self.ground.on(point) for point in path):
            return all(self.is_by(road, one, limit) for one in bases_along(base, path)[1:-1])
        along = marks(path)
        xs, ys, on = places(path, along, sorted({*range(0, along[-1], EVERY), *along}), 1)
        surely, maybe = self._by_road[road.id].come_within(base, xs, ys, limit)
        if not maybe[1:-1].all():
            return False
        facings = [leg_facing(path, leg) for leg in range(len(path) - 1)]
        open_ = (np.flatnonzero(~surely[1:-1]) + 1).tolist()
        return all(
            road.comes_within(base.moved((int(xs[i]), int(ys[i])), facings[int(on[i])]), limit) for i in open_
        )

    def _soundings(self, patches: Iterable[Patch]) -> Soundings:
        return Soundings([patch.border for patch in patches], self.ground.width, self.ground.height)


@lru_cache(maxsize=64)
def layers_of(ground: Ground, says: Says) -> Layers:
    """A table's pieces by what they are to a mover. KIM-2.5a"""
    by_word: dict[Word, list[Patch]] = {}
    for piece in ground.pieces:
        word = going_of(piece, says)
        cause: Cause = "mines" if word == "mines" else "blown" if piece.tags.get(BLOWN) else "ground"
        by_word.setdefault(word, []).append(patch_of(piece, cause))
    return Layers(
        ground,
        tuple(by_word.get("bad", ())),
        tuple(by_word.get("mines", ())),
        tuple(sorted(by_word.get("impassable", ()), key=lambda patch: patch.cause != "blown")),
        tuple(by_word.get("road", ())),
        tuple(by_word.get("crossing", ())),
    )


def layers_on(state: StandsState) -> Layers:
    """The pieces of a battle's table by what they are to a mover."""
    return layers_as_said(ground_of(state), state.impassable, state.steep, state.works_are_bad_going)


@lru_cache(maxsize=64)
def layers_as_said(
    ground: Ground, impassable: tuple[str, ...], steep: tuple[str, ...], works: bool
) -> Layers:
    return layers_of(ground, Says(impassable, steep, works))


def going_now(state: StandsState) -> Hashable:
    """All that decides how movers feel the ground of a battle, as a key: pieces, mines, templates and numbers."""
    if not (state.minefields or state.templates or state.numbers):
        return layers_on(state)
    return (
        layers_on(state),
        *[(one.id, one.cleared, one.lanes) for one in state.minefields.values()],
        *[(one.id, one.at, one.side_length) for one in state.templates.values()],
        *state.numbers.items(),
    )


FEW = 3
"""So many steps are looked at one by one; of more it is first asked whether anything is touched at all."""


class Footing:
    """The ground as movers of this moment feel it. Made for a state, or for the part of it near some points."""

    def __init__(self, state: StandsState, near: Box | None = None) -> None:
        cite("KIM-2.5a", "KIM-R92")
        self.near = near
        self.layers = layers_on(state)
        self.mines = within(live_mines(state, self.layers.mines), near) if self.layers.mines else ()
        self.fire = within(templates_of(state), near) if state.templates else ()

    @classmethod
    def along(cls, state: StandsState, path: Path, base: Base) -> Footing:
        """The ground that a base could come to along a path: mines and fire that it passes by are left out."""
        footing = cls(state, box_of_path(path, base))
        footing.mines = met(footing.mines, path, base)
        footing.fire = met(footing.fire, path, base)
        return footing

    @lazy
    def bad(self) -> tuple[Patch, ...]:
        return within(self.layers.bad, self.near)

    @lazy
    def impassable(self) -> tuple[Patch, ...]:
        return within(self.layers.impassable, self.near)

    @lazy
    def roads(self) -> tuple[Patch, ...]:
        return within(self.layers.roads, self.near)

    @lazy
    def crossings(self) -> tuple[Patch, ...]:
        return within(self.layers.crossings, self.near)

    @property
    def is_open(self) -> bool:
        """Whether nothing here slows anybody."""
        return not (self.bad or self.mines or self.fire)

    def touched(self, base: Base) -> list[Patch]:
        """All bad going that any part of a base lies on, roads or not."""
        return [patch for patch in (*self.bad, *self.mines, *self.fire) if patch.touches(base)]

    def is_touched(self, base: Base) -> bool:
        """Whether any part of a base lies on bad going, roads or not: what `touched` says, without naming it."""
        sure = self.layers.to_bad.comes_within(base)
        if sure is None:
            sure = any(patch.touches(base) for patch in self.bad)
        if sure or not (self.mines or self.fire):
            return sure
        return any(patch.touches(base) for patch in (*self.mines, *self.fire))

    def clear_at(self, walk: Walk) -> int | None:
        """The first step of a walk at which the walker touches no bad going."""
        if not self.is_touched(walk.base(0)):
            return 0
        surely, maybe = self._sounded(walk)
        for step in (np.flatnonzero(~surely[1:]) + 1).tolist():
            if not maybe[step] or not self.is_touched(walk.base(step)):
                return int(step)
        return None

    def touched_after(self, walk: Walk, first: int) -> Iterator[int]:
        """The later steps at which the walker touches bad going that could slow him, worked out no further than
        they are asked for."""
        surely, maybe = self._sounded(walk)
        if not maybe.any():
            return iter(())
        maybe &= self.may_be_felt_along(walk)
        later: list[int] = (np.flatnonzero(maybe[first + 1 :]) + first + 1).tolist()
        return self._touched_among(walk, later, surely)

    def _touched_among(self, walk: Walk, steps: list[int], surely: Bools) -> Iterator[int]:
        """Those of some steps at which bad going is touched. What a base sweeps over between the first and the last
        is looked at before the steps are, and if it touches nothing they do not either."""
        if len(steps) > FEW:
            if not surely[steps[0]] and not self._may_be_swept(walk, steps[0], steps[-1]):
                return
            half = len(steps) // 2
            yield from self._touched_among(walk, steps[:half], surely)
            yield from self._touched_among(walk, steps[half:], surely)
            return
        for step in steps:
            if surely[step] or self.is_touched(walk.base(step)):
                yield step

    def _may_be_swept(self, walk: Walk, first: int, last: int) -> bool:
        """Whether a walker could touch bad going at a step from one to another: no is sure, yes is not."""
        swept = walk.swept(first, last)
        if swept is None:
            return True
        borders = [patch.border for patch in (*self.bad, *self.mines, *self.fire)]
        return any(
            one.lies_under(swept) if one.closed else one.comes_within(swept.corners, 0) for one in borders
        )

    def _sounded(self, walk: Walk) -> tuple[Bools, Bools]:
        """At which steps of a walk the walker surely touches bad going, and at which he may."""
        surely, maybe = self.layers.to_bad.touched_along(walk)
        if self.mines or self.fire:
            maybe[:] = True
        return surely, maybe

    def may_be_felt_along(self, walk: Walk) -> Bools:
        """At which steps of a walk bad going could slow the walker: nowhere if he is surely on a road there."""
        if self.fire or self.layers.blown:
            return np.ones(walk.steps + 1, dtype=np.bool_)
        return ~surely_on_way(self.layers.to_way, walk)

    def felt(self, base: Base) -> list[Patch]:
        """The bad going that slows a base: on a road only ground under fire does. KIM-2.5d, KIM-R21"""
        touched = self.touched(base) if self.is_touched(base) else []
        if touched and self.on_road(base):
            cite("KIM-2.5d")
            return [patch for patch in touched if patch.cause == "fire"]
        return touched

    def is_felt(self, base: Base) -> bool:
        """Whether any bad going slows a base: what `felt` says, without naming it. KIM-2.5d, KIM-R21"""
        if not self.is_touched(base):
            return False
        if self.on_road(base):
            cite("KIM-2.5d")
            return any(patch.touches(base) for patch in self.fire)
        return True

    def on_road(self, base: Base) -> bool:
        """Whether any part of a base is on a road, a bridge or a ford; at a blown bridge the road ends. KIM-R132"""
        if any(bridge.touches(base) for bridge in self.layers.blown):
            return any(crossing.touches(base) for crossing in self.crossings)
        sure = self.layers.to_way.comes_within(base)
        return (
            sure if sure is not None else any(road.touches(base) for road in (*self.roads, *self.crossings))
        )

    def barred(self, base: Base) -> Patch | None:
        """What keeps a base from standing where it does: its centre is where a bridge was blown, or in impassable
        ground and off any crossing."""
        for patch in self.impassable:
            if not patch.polygon or not covers(patch.polygon, base.at):
                continue
            if patch.cause == "blown" or not self.on_road(base):
                return patch
        return None


def within(patches: Iterable[Patch], box: Box | None) -> tuple[Patch, ...]:
    return tuple(patches if box is None else [patch for patch in patches if boxes_meet(patch.box, box)])


def met(patches: Iterable[Patch], path: Path, base: Base) -> tuple[Patch, ...]:
    """Those that a base could touch on its way along a path, however it turns."""
    return tuple([patch for patch in patches if patch.border.is_met(path, base.reach + SLACK)])


EVERY: Tenths = 50
"""How close together the places lie at which a path is held against a road or the ground."""


@lru_cache(maxsize=4096)
def bases_along(base: Base, path: Path) -> tuple[Base, ...]:
    """A base at places along its path, both ends and all corners among them; it faces along the path."""
    along = marks(path)
    facings = [leg_facing(path, leg) for leg in range(len(path) - 1)]
    places = [place(path, along, at) for at in sorted({*range(0, along[-1], EVERY), *along})]
    return (base.moved(path[0]), *(base.moved(point, facings[leg]) for point, leg in places[1:]))


@lru_cache(maxsize=4096)
def keeps_to_a_road(layers: Layers, base: Base, path: Path, limit: Tenths) -> bool:
    """Whether a base stays within a limit of one road all along a path. KIM-2.3a

    Both ends are looked at first: they rule out most roads. A path is asked about several times on its way from a
    draft to a move, so the last answers are kept.
    """
    roads = within(layers.roads, box_of_path(path, base, limit))
    along = marks(path)
    if not roads or along[-1] == 0:
        return False
    point, leg = place(path, along, along[-1])
    ends = base.moved(path[0]), base.moved(point, leg_facing(path, leg))
    if any(layers.to_road.comes_within(end, limit) is False for end in ends):
        return False
    roads = tuple(road for road in roads if all(layers.is_by(road, end, limit) for end in ends))
    return any(layers.keeps_by(road, base, path, limit) for road in roads)


def live_mines(state: StandsState, mines: Iterable[Patch]) -> list[Patch]:
    """The minefields that are not cleared, with the lanes through them. KIM-2.5f"""
    found = []
    for patch in mines:
        field = state.minefields.get(patch.id) or Minefield(patch.id)
        if not field.cleared:
            lanes = tuple(zip(field.lanes[::2], field.lanes[1::2], strict=False))
            width = number(state, "mine_lane") if lanes else 0
            found.append(msgspec.structs.replace(patch, lanes=lanes, lane_width=width))
    return found


def templates_of(state: StandsState) -> list[Patch]:
    """The ground under area fire, as bad going. KIM-4.12c"""
    found = []
    for template in state.templates.values():
        cite("KIM-4.12c")
        corners = square_template(template.at, template.side_length).corners
        found.append(
            Patch(f"template {template.id}", "ground under fire", corners, corners, box_of(corners), "fire")
        )
    return found


def box_of_path(path: tuple[Point, ...], base: Base, more: Tenths = 0) -> Box:
    """Everything a base can touch on its way along a path."""
    return grown(box_of(path), base.reach + more)
