"""What ground does to a mover: bad going, roads that cancel it, minefields, ground under fire. KIM-2.5a to KIM-2.5f

The words of each kind of terrain lie in data/going.yaml. Everything here is a question: it runs on a state as on a
view, and looks at a base where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from deadground.core.charts import Charts
from deadground.core.citing import cite
from deadground.space.arcs import square_template
from deadground.space.bases import CONTACT, Base, is_under, nearest, point_to_segment
from deadground.space.ground import Ground, Piece
from deadground.space.paths import is_near
from deadground.space.plane import Point
from deadground.space.polygons import Box, Polygon, Segment, box_of, boxes_meet, covers, do_cross, edges
from deadground.space.units import Tenths
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


class Patch(msgspec.Struct, frozen=True):
    """Something on the ground that a base can touch: its line or outline, and why it is there."""

    id: str
    name: str
    points: tuple[Point, ...]
    polygon: Polygon
    box: Box
    cause: Cause = "ground"
    lanes: tuple[Segment, ...] = ()
    lane_width: Tenths = 0

    def touches(self, base: Base) -> bool:
        """Whether any part of a base lies on it; one that keeps to a cleared lane is not on it."""
        if not self.comes_within(base, 0):
            return False
        return not any(is_near(base.at, lane, self.lane_width // 2) for lane in self.lanes)

    def comes_within(self, base: Base, limit: Tenths) -> bool:
        """Whether a base is at most so far away, edge to edge; exactly."""
        far = limit + base.reach
        if not boxes_meet(self.box, grown((*base.at, *base.at), far)):
            return False
        if self.polygon and lies_in(base, self.polygon):
            return True
        if self.polygon and not limit:
            return False
        if limit and is_near(base.at, self.points, limit + min(base.width, base.depth) // 2):
            return True
        lines = list(edges(self.polygon)) if self.polygon else list(pairwise(self.points))
        return are_within(base.corners, lines, limit)

    def is_left_by(self, base: Base) -> bool:
        """Whether a base is wholly clear of it, lanes or not."""
        return not self.comes_within(base, 0)


def lies_in(base: Base, polygon: Polygon) -> bool:
    """Whether any part of a base lies in or on a polygon; the circles in and about it settle most of it quickly."""
    if covers(polygon, base.at):
        return True
    number, by = nearest(base.at, polygon)
    if number > base.reach**2 * by:
        return False
    return number < (min(base.width, base.depth) // 2 - CONTACT) ** 2 * by or is_under(base, polygon)


def are_within(corners: Polygon, lines: Sequence[Segment], limit: Tenths) -> bool:
    """Whether a base's outline comes at most so near to any of these lines."""
    sides = list(edges(corners))
    if covers(corners, lines[0][0]) or any(do_cross(side, line) for side in sides for line in lines):
        return True
    if limit == 0:
        return False
    gaps = [point_to_segment(corner, line) for corner in corners for line in lines]
    gaps += [point_to_segment(end, side) for line in lines for end in line for side in sides]
    return any(number <= limit * limit * by for number, by in gaps)


def grown(box: Box, by: Tenths) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def patch_of(piece: Piece, cause: Cause = "ground") -> Patch:
    return Patch(piece.id, piece.name or piece.kind, piece.points, piece.polygon, piece.box, cause)


class Layers(msgspec.Struct, frozen=True):
    """The pieces of a table sorted by what they do."""

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


class Footing:
    """The ground as movers of this moment feel it. Made for a state, or for the part of it near some points."""

    def __init__(self, state: StandsState, near: Box | None = None) -> None:
        cite("KIM-2.5a", "KIM-R92")
        layers = layers_of(ground_of(state), Says(state.impassable, state.steep, state.works_are_bad_going))
        self.bad = tuple(within(layers.bad, near))
        self.mines = tuple(within(live_mines(state, layers.mines), near))
        self.fire = tuple(within(templates_of(state), near))
        self.impassable = tuple(within(layers.impassable, near))
        self.roads = tuple(within(layers.roads, near))
        self.crossings = tuple(within(layers.crossings, near))

    @property
    def is_open(self) -> bool:
        """Whether nothing here slows anybody."""
        return not (self.bad or self.mines or self.fire)

    def touched(self, base: Base) -> list[Patch]:
        """All bad going that any part of a base lies on, roads or not."""
        return [patch for patch in (*self.bad, *self.mines, *self.fire) if patch.touches(base)]

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


def within(patches: Iterable[Patch], box: Box | None) -> Iterable[Patch]:
    return patches if box is None else (patch for patch in patches if boxes_meet(patch.box, box))


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
