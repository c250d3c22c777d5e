"""What ground does to a mover: bad going, roads that cancel it, minefields, ground under fire. KIM-2.5a to KIM-2.5f

The words of each kind of terrain lie in data/going.yaml. Everything here is a question: it runs on a state as on a
view, and looks at a base where it stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property, lru_cache
from typing import Literal

import msgspec
import numpy as np

from deadground.core.charts import Charts
from deadground.core.citing import cite, is_heard
from deadground.space.arcs import square_template
from deadground.space.bases import SLACK, Base
from deadground.space.borders import Border, border_of
from deadground.space.ground import Ground, Piece
from deadground.space.many import Bools
from deadground.space.paths import Path, is_near, leg_facing, marks, place
from deadground.space.plane import Point
from deadground.space.polygons import Box, Polygon, Segment, box_of, boxes_meet, covers
from deadground.space.units import Tenths
from deadground.space.walks import Walk
from deadground.systems.stands.figures import figure
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.kinds import DATA
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

Cause = Literal["ground", "mines", "fire"]

ROW_OF: dict[Cause, tuple[str, ...]] = {
    "ground": ("KIM-2.5a",),
    "mines": ("KIM-2.5a", "KIM-2.5f"),
    "fire": ("KIM-4.12c",),
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
        if not self.comes_within(base, 0):
            return False
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


class Layers(msgspec.Struct, frozen=True, eq=False):
    """The pieces of a table sorted by what they do. There is one for each table and what is said of it."""

    bad: tuple[Patch, ...]
    mines: tuple[Patch, ...]
    impassable: tuple[Patch, ...]
    roads: tuple[Patch, ...]
    crossings: tuple[Patch, ...]


@lru_cache(maxsize=64)
def layers_of(ground: Ground, says: Says) -> Layers:
    """A table's pieces by what they are to a mover. KIM-2.5a"""
    by_word: dict[Word, list[Patch]] = {}
    for piece in ground.pieces:
        word = going_of(piece, says)
        by_word.setdefault(word, []).append(patch_of(piece, "mines" if word == "mines" else "ground"))
    return Layers(
        tuple(by_word.get("bad", ())),
        tuple(by_word.get("mines", ())),
        tuple(by_word.get("impassable", ())),
        tuple(by_word.get("road", ())),
        tuple(by_word.get("crossing", ())),
    )


def layers_on(state: StandsState) -> Layers:
    """The pieces of a battle's table by what they are to a mover."""
    return layers_of(ground_of(state), Says(state.impassable, state.steep, state.works_are_bad_going))


def going_now(state: StandsState) -> Hashable:
    """All that decides how movers feel the ground of a battle, as a key: pieces, mines, templates and figures."""
    return (
        layers_on(state),
        *[(one.id, one.cleared, one.lanes) for one in state.minefields.values()],
        *[(one.id, one.at, one.side_length) for one in state.templates.values()],
        *state.figures.items(),
    )


class Footing:
    """The ground as movers of this moment feel it. Made for a state, or for the part of it near some points."""

    def __init__(self, state: StandsState, near: Box | None = None) -> None:
        cite("KIM-2.5a", "KIM-R92")
        self.near = near
        self.layers = layers_on(state)
        self.bad = within(self.layers.bad, near)
        self.mines = within(live_mines(state, self.layers.mines), near)
        self.fire = within(templates_of(state), near)

    @classmethod
    def along(cls, state: StandsState, path: Path, base: Base) -> Footing:
        """The ground that a base could come to along a path: bad going that it passes by is left out."""
        footing = cls(state, box_of_path(path, base))
        footing.bad = met(footing.bad, path, base)
        footing.mines = met(footing.mines, path, base)
        footing.fire = met(footing.fire, path, base)
        return footing

    @cached_property
    def impassable(self) -> tuple[Patch, ...]:
        return within(self.layers.impassable, self.near)

    @cached_property
    def roads(self) -> tuple[Patch, ...]:
        return within(self.layers.roads, self.near)

    @cached_property
    def crossings(self) -> tuple[Patch, ...]:
        return within(self.layers.crossings, self.near)

    @property
    def is_open(self) -> bool:
        """Whether nothing here slows anybody."""
        return not (self.bad or self.mines or self.fire)

    def touched(self, base: Base) -> list[Patch]:
        """All bad going that any part of a base lies on, roads or not."""
        return [patch for patch in (*self.bad, *self.mines, *self.fire) if patch.touches(base)]

    def touched_along(self, walk: Walk) -> Bools:
        """At which steps of a walk the walker touches any bad going: what `touched` says, circles first."""
        found = np.zeros(walk.steps + 1, dtype=np.bool_)
        open_ = np.zeros(walk.steps + 1, dtype=np.bool_)
        for patch in (*self.bad, *self.mines, *self.fire):
            surely, maybe = patch.border.by_circles_along(walk)
            found |= False if patch.lanes else surely
            open_ |= maybe | surely if patch.lanes else maybe
        for step in np.flatnonzero(open_ & ~found).tolist():
            found[step] = any(
                patch.touches(walk.base(step)) for patch in (*self.bad, *self.mines, *self.fire)
            )
        return found

    def may_be_felt_along(self, walk: Walk) -> Bools:
        """At which steps of a walk bad going could slow the walker: nowhere if he is surely on a road there."""
        found = np.ones(walk.steps + 1, dtype=np.bool_)
        if not self.fire and not is_heard():
            for road in (*self.roads, *self.crossings):
                if not road.lanes:
                    found &= ~road.border.by_circles_along(walk)[0]
        return found

    def felt(self, base: Base) -> list[Patch]:
        """The bad going that slows a base: on a road only ground under fire does. KIM-2.5d, KIM-R21"""
        touched = self.touched(base)
        if touched and self.on_road(base):
            cite("KIM-2.5d")
            return [patch for patch in touched if patch.cause == "fire"]
        return touched

    def on_road(self, base: Base) -> bool:
        """Whether any part of a base is on a road, a bridge or a ford."""
        return any(road.touches(base) for road in (*self.roads, *self.crossings))

    def barred(self, base: Base) -> Patch | None:
        """What keeps a base from standing where it does: its centre in impassable ground, off any crossing."""
        for patch in self.impassable:
            if patch.polygon and covers(patch.polygon, base.at) and not self.on_road(base):
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
    if not roads or marks(path)[-1] == 0:
        return False
    bases = bases_along(base, path)
    ends_first = (bases[0], bases[-1], *bases[1:-1])
    return any(all(road.comes_within(one, limit) for one in ends_first) for road in roads)


def live_mines(state: StandsState, mines: Iterable[Patch]) -> list[Patch]:
    """The minefields that are not cleared, with the lanes through them. KIM-2.5f"""
    found = []
    for patch in mines:
        field = state.minefields.get(patch.id) or Minefield(patch.id)
        if not field.cleared:
            lanes = tuple(zip(field.lanes[::2], field.lanes[1::2], strict=False))
            width = figure(state, "mine_lane") if lanes else 0
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
