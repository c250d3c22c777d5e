"""One look from a stand at another: the facts of both, and the sight rules of chapter 3 put to the line between.

Each rule is a `SightRule`: it reads a trace and yields findings with their reasons and rows. Which rules make a
look and which a line of fire is said in sight_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from deadground.core.citing import cite
from deadground.space.bases import CONTACT, SLACK, Base
from deadground.space.borders import border_of
from deadground.space.ground import Ground, Piece
from deadground.space.lazy import lazy
from deadground.space.plane import Point, between, is_within
from deadground.space.polygons import box_of
from deadground.space.sight import Finding, Stretch, Trace, bases_in_the_way, surely_passes_over
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import ground_of, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.terrain import Lie, crest_between, lie_at, terrain_of, touched_edges


def lies(state: StandsState, stand: Stand) -> Lie:
    """How a stand lies on the ground of its battle."""
    return lie_at(ground_of(state), stand.at)


def is_dug_in(state: StandsState, stand: Stand) -> bool:
    """Whether a stand is in a prepared position: marked so, or on foot or with a gun in a work of the map that it
    does not charge out of. KIM-3.1c, KIM-R130"""
    if stand.dug_in or lies(state, stand).works is None:
        return stand.dug_in
    cite("KIM-R130")
    return not (stand.charge_role or kind_of(stand).is_vehicle)


def rise_between(state: StandsState, stand: Stand, other: Point, other_level: int) -> Piece | None:
    """The hill or ridge on whose far slope a stand is, as seen from a place that does not look down on it."""
    rise = lies(state, stand).rise
    if rise is None or other_level > rise.level:
        return None
    return rise if crest_between(rise.polygon, other, stand.at) is not None else None


class Look:
    """A look from one stand at another."""

    def __init__(
        self,
        state: StandsState,
        looker: Stand,
        target: Stand,
        options: Options,
        night: bool,
        line_rows: tuple[str, ...] = ("KIM-3.1a",),
    ) -> None:
        self.state = state
        self.looker = looker
        self.target = target
        self.options = options
        self.night = night
        self.line_rows = line_rows
        """The rows that ask for a clear line: those of sight or of fire."""
        self.here = lies(state, looker)
        self.there = lies(state, target)

    @lazy
    def ground(self) -> Ground:
        return ground_of(self.state)

    @lazy
    def edges(self) -> frozenset[str]:
        """The pieces whose edge the looker's base touches. KIM-3.1d"""
        return touched_edges(self.ground, self.looker.base)

    @lazy
    def open_view(self) -> Tenths:
        """How far a stand in the open is seen. KIM-3.1a, KIM-6.2a"""
        return number(self.state, "night_open_view" if self.night else "open_view")

    @lazy
    def close_view(self) -> Tenths:
        """How far one sees into and out of concealing ground. KIM-3.1b, KIM-6.2a"""
        return number(self.state, "night_close_view" if self.night else "close_view")

    @lazy
    def crest_before_target(self) -> Piece | None:
        return rise_between(self.state, self.target, self.looker.at, self.here.level)

    @lazy
    def crest_before_looker(self) -> Piece | None:
        return rise_between(self.state, self.looker, self.target.at, self.there.level)

    @property
    def hull_down_behind(self) -> Piece | None:
        """The hill or ridge behind whose crest the target is hull down: armour only. KIM-3.1c"""
        return self.crest_before_target if kind_of(self.target).is_armoured_vehicle else None

    def words(self, length: Tenths) -> str:
        return shown(length, self.ground.unit)

    def row(self, by_day: str) -> tuple[str, ...]:
        return (by_day, "KIM-6.2a") if self.night else (by_day,)

    def is_close(self, traced: Trace, piece: str = "") -> bool:
        """Whether the two are as near as one sees into concealing ground, or into a piece of it."""
        return is_within(traced.start, traced.end, self.close_view + self.to_touched_edge(traced, piece))

    def to_touched_edge(self, traced: Trace, piece: str) -> Tenths:
        """How far it is along the line to a piece whose edge the looker's base touches: counted from the edge,
        it sees as far in as any. KIM-3.1d"""
        passage = traced.by_piece.get(piece)
        if passage is None or piece not in self.edges:
            return 0
        cite("KIM-3.1d")
        begins = passage.stretches[0].begins
        return begins if begins <= self.looker.base.reach + CONTACT else 0

    # The rules

    def within_view(self, traced: Trace) -> Iterator[Finding]:
        """In the open a stand is seen at up to 600, at night 100. KIM-3.1a, KIM-6.2a"""
        limit = self.open_view
        if not is_within(traced.start, traced.end, limit):
            at = between(traced.start, traced.end, limit, traced.length)
            reason = f"{self.words(traced.length)} away, and a stand is seen at {self.words(limit)}"
            yield blocked(reason, self.row("KIM-3.1a"), at=at, begins=limit)

    def concealment(self, traced: Trace) -> Iterator[Finding]:
        """Stands in concealing ground, dug in or hull down are seen within 100, at night 50. KIM-3.1b, KIM-3.1c"""
        for by, words, row in self.target_hidden_by():
            cite(row)
            if not self.is_close(traced, by):
                reason = f"{words}, seen within {self.words(self.close_view)} only"
                yield blocked(reason, self.row(row), by=by, at=traced.end, begins=traced.length)

    def target_hidden_by(self) -> Iterator[tuple[str, str, str]]:
        """What conceals the target: the piece, in words, and the row."""
        for piece in self.there.conceals:
            yield piece.id, f"in concealing ground ({name_of(piece)})", "KIM-3.1b"
        if is_dug_in(self.state, self.target):
            yield self.there.works.id if self.there.works else "", "dug in", "KIM-3.1c"
        rise = self.hull_down_behind
        if rise is not None:
            yield rise.id, f"hull down behind the crest of {name_of(rise)}", "KIM-3.1c"

    def view_from_inside(self, traced: Trace) -> Iterator[Finding]:
        """A stand inside sees 100 in all; one at the edge sees out as if in the open. KIM-3.1d, KIM-R49"""
        for piece in self.here.blocks:
            passage = traced.by_piece.get(piece.id)
            inside = traced.depth_at_start(passage) if passage else 0
            cite("KIM-3.1d")
            if inside == 0 or self.sees_out(traced, piece, inside):
                continue
            begins = min(inside, self.close_view)
            at = between(traced.start, traced.end, begins, traced.length)
            reason = f"from inside {name_of(piece)} one sees {self.words(self.close_view)}"
            yield blocked(reason, self.row("KIM-3.1d"), by=piece.id, at=at, begins=begins)

    def sees_out(self, traced: Trace, piece: Piece, inside: Tenths) -> bool:
        """Whether a stand inside a piece sees along a line that goes through some of it first."""
        if is_within(traced.start, traced.end, self.close_view):
            return True
        if piece.id in self.edges and inside <= self.close_view:
            return True
        return option(self.options, "inside_view") == "100_of_cover" and inside < self.close_view

    def closed_view(self, traced: Trace) -> Iterator[Finding]:
        """Ground that closes the view, between the two: 100 in all. KIM-3.1d, KIM-R102"""
        for piece, stretch in self.closing(traced):
            cite("KIM-3.1d")
            if not self.is_close(traced, piece.id):
                reason = f"{name_of(piece)} is in the way"
                yield blocked(
                    reason, self.row("KIM-3.1d"), by=piece.id, at=stretch.enters, begins=stretch.begins
                )

    def closing(self, traced: Trace) -> Iterator[tuple[Piece, Stretch]]:
        """The stretches in ground that closes the view, save what the looker comes out of and what conceals the
        target."""
        inside = {piece.id for piece in self.here.blocks}
        concealing = {piece.id for piece in self.there.conceals}
        for passage in traced.passages:
            piece = passage.piece
            if not terrain_of(piece).blocks or piece.id in concealing:
                continue
            for stretch in passage.stretches:
                if not (piece.id in inside and stretch.enters == traced.start):
                    yield piece, stretch

    def depth_of_ground(self, traced: Trace) -> Iterator[Finding]:
        """Direct fire at a known stand crosses at most 100 of concealing ground. KIM-4.18a, KIM-R50"""
        stretches = [stretch for _, stretch in self.closing(traced)]
        for piece in (*self.there.conceals, self.hull_down_behind):
            passage = traced.by_piece.get(piece.id) if piece else None
            stretches += passage.stretches if passage else ()
        if not stretches:
            return
        depth, begins = together(stretches)
        if depth > self.close_view:
            at = between(traced.start, traced.end, begins, traced.length)
            most = self.words(self.close_view)
            reason = f"the line crosses {self.words(depth)} of concealing ground, and {most} is the most"
            yield blocked(reason, ("KIM-4.18a", "KIM-3.3b"), at=at, begins=begins)

    def high_ground(self, traced: Trace) -> Iterator[Finding]:
        """High ground between, and crests and lips before a stand on the far side. KIM-3.1a, KIM-4.18a"""
        yield from self.hills_between(traced)
        crests = (
            (self.crest_before_looker, self.looker, self.target),
            (self.crest_before_target, self.target, self.looker),
        )
        for rise, behind, other in crests:
            if rise is None or kind_of(behind).is_armoured_vehicle or self.is_close(traced):
                continue
            off = crest_between(rise.polygon, other.at, behind.at) or 0
            begins = off if behind is self.target else traced.length - off
            at = between(traced.start, traced.end, begins, traced.length)
            reason = f"the crest of {name_of(rise)} is in the way"
            yield blocked(reason, self.line_rows, by=rise.id, at=at, begins=begins)
        yield from self.lips_between(traced)

    def hills_between(self, traced: Trace) -> Iterator[Finding]:
        eye, target = self.height(self.here), self.height(self.there)
        for passage in traced.passages:
            piece = passage.piece
            if not piece.is_relief or piece.id in self.here.relief or piece.id in self.there.relief:
                continue
            top = piece.level * self.level_height
            for stretch in passage.stretches:
                if not traced.is_over(top, stretch, eye, target):
                    reason = f"{name_of(piece)} is higher ground between"
                    yield blocked(
                        reason, self.line_rows, by=piece.id, at=stretch.enters, begins=stretch.begins
                    )

    def lips_between(self, traced: Trace) -> Iterator[Finding]:
        """A stand down in a fold is behind its lip, unless it is looked down on or close by."""
        for fold, lip, end in ((self.here.fold, self.here.lip, 0), (self.there.fold, self.there.lip, -1)):
            passage = traced.by_piece.get(fold.id) if fold else None
            if fold is None or passage is None or (self.here.fold is self.there.fold):
                continue
            stretch = passage.stretches[end]
            begins, at = (stretch.ends, stretch.leaves) if end == 0 else (stretch.begins, stretch.enters)
            edge = Stretch(at, at, begins, 0)
            top = lip * self.level_height
            over = traced.is_over(top, edge, self.height(self.here), self.height(self.there))
            if not over and not self.is_close(traced):
                reason = f"the lip of {name_of(fold)} is in the way"
                yield blocked(reason, self.line_rows, by=fold.id, at=at, begins=begins)

    @lazy
    def level_height(self) -> Tenths:
        return self.ground.level_height or number(self.state, "level_height")

    def height(self, lying: Lie) -> Tenths:
        """How high the eyes of a stand are."""
        return lying.level * self.level_height + number(self.state, "eye_height")

    def bases_between(self, traced: Trace) -> Iterator[Finding]:
        """The base of any stand on the table blocks direct fire, a hidden one never does. KIM-4.18a, KIM-R53"""
        if option(self.options, "stands_block_fire") != "on":
            return
        for way in bases_in_the_way(traced.start, traced.end, self.others()):
            reason = f"{self.state.stands[way.id].name} is in the way"
            yield blocked(reason, ("KIM-4.18a",), by=way.id, at=way.at, begins=way.begins)

    def is_screened(self) -> bool:
        """Whether any base is in the way, without saying whose. KIM-4.18a, KIM-R53"""
        if option(self.options, "stands_block_fire") != "on":
            return False
        line = self.looker.at, self.target.at
        others = self.others()
        if any(surely_passes_over(base, line) for _, base in others):
            return True
        return bool(bases_in_the_way(*line, others))

    def others(self) -> list[tuple[str, Base]]:
        """The bases that could be in the way: those on the table near the line, the two at its ends apart."""
        (ax, ay), (bx, by) = self.looker.at, self.target.at
        west, north, east, south = box_of((self.looker.at, self.target.at))
        dx, dy = bx - ax, by - ay
        whole = dx * dx + dy * dy
        ends = (self.looker.id, self.target.id)
        return [
            (stand.id, stand.base)
            for stand in self.state.stands.values()
            if west - (far := (stand.width + stand.depth) // 2 + SLACK) < (x := stand.at[0]) < east + far
            and north - far < (y := stand.at[1]) < south + far
            and (dx * (y - ay) - dy * (x - ax)) ** 2 <= far * far * whole
            and not stand.hidden
            and stand.id not in ends
        ]


def together(stretches: Sequence[Stretch]) -> tuple[Tenths, Tenths]:
    """How much of a line lies in any of some stretches, and where the first begins."""
    whole, until = 0, 0
    spans = sorted((stretch.begins, stretch.ends) for stretch in stretches)
    for begins, ends in spans:
        whole += max(0, ends - max(begins, until))
        until = max(until, ends)
    return whole, spans[0][0]


def name_of(piece: Piece) -> str:
    return piece.called


def blocked(
    reason: str, rows: tuple[str, ...], *, by: str = "", at: Point | None = None, begins: Tenths = 0
) -> Finding:
    """A finding that blocks; cites its rows."""
    cite(*rows)
    return Finding(True, reason, rows, by, at, begins)


def is_deep_inside(state: StandsState, stand: Stand, options: Options) -> bool:
    """Whether a stand is so far inside ground that closes its view that it sees no further than 100. KIM-3.1d"""
    if not lies(state, stand).blocks or option(options, "inside_view") == "100_of_cover":
        return False
    return is_off_all_edges(ground_of(state), stand.base)


@lru_cache(maxsize=8192)
def is_off_all_edges(ground: Ground, base: Base) -> bool:
    """Whether a base is inside ground that closes the view and does not touch its edge."""
    edges = touched_edges(ground, base)
    return any(
        piece.id not in edges and not border_of(piece.polygon, closed=True).is_near(base.at, SLACK)
        for piece in lie_at(ground, base.at).blocks
    )
