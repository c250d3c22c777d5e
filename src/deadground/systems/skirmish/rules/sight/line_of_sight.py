"""Line of Sight: what blocks it, how far it reaches, where a figure looks. NUTS-LOS-01 to NUTS-LOS-05

All questions here change nothing and run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from copy import copy
from functools import lru_cache

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.memory import Memory
from deadground.space.bases import CONTACT, meets, point_to_segment
from deadground.space.ground import Ground, Piece
from deadground.space.lazy import lazy
from deadground.space.plane import Facing, Point, facing_of, is_within, minus, vector
from deadground.space.sight import Passage, Trace, trace
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.pieces import (
    TablePiece,
    are_touching,
    are_within,
    is_near,
    men_beside,
    others_in_box,
    others_of,
    within_box,
)
from deadground.systems.skirmish.quick.screens import is_noted_hidden
from deadground.systems.skirmish.rules.sight.cover import is_in_cover, lines_fold
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState
from deadground.systems.skirmish.terrain import called, is_near_outline, terrain_of
from deadground.systems.skirmish.vehicle import Gun, Vehicle


class Blocked(msgspec.Struct, frozen=True, gc=False):
    """Why there is no line of sight, and the rows that say so."""

    reason: str
    rows: tuple[str, ...]


def has_los(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options = DEFAULTS
) -> bool:
    """Whether a figure sees another: in its front arc, near enough, and nothing in the way. NUTS-SIGHT-01"""
    cite("NUTS-SIGHT-01", "NUTS-LOS-01")
    return is_in_arc(looker, target.at) and nothing_between(state, looker, target, options)


def why_no_los(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options = DEFAULTS
) -> Blocked | None:
    """What keeps a figure from seeing another, the cheapest to find first; None if it sees it."""
    cite("NUTS-SIGHT-01", "NUTS-LOS-01")
    return (
        inside(looker, target)
        or outside_arc(looker, target.at)
        or why_line_closed(state, looker, target, options)
    )


def why_line_closed(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options = DEFAULTS
) -> Blocked | None:
    """The same wherever the looker faces: what lies between them. NR-31"""
    return (
        inside(looker, target)
        or hidden(state, looker, target, options)
        or too_far(state, looker.at, target.at)
        or terrain_between(state, looker, target, options)
        or figure_between(state, looker, target, options)
    )


def nothing_between(state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options) -> bool:
    """Whether nothing but where he faces could keep a figure from seeing another."""
    return is_open_ground(state, looker, target, options) and not figure_between(
        state, looker, target, options
    )


def is_open_ground(state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options) -> bool:
    """The same as far as the ground goes, whoever stands on it."""
    ground = ground_of(state)
    return not (
        looker.aboard
        or target.aboard
        or is_noted_hidden(ground, looker.at, target.at)
        or hidden(state, looker, target, options)
        or too_far(state, looker.at, target.at)
        or terrain_between(state, looker, target, options, ground)
    )


def no_los_fault(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options, at: str
) -> Fault | None:
    """The same as a refusal."""
    why = why_no_los(state, looker, target, options)
    if why is None:
        return None
    return Fault(at, f"{looker.name} does not see {target.name}: {why.reason}", why.rows)


def line_is_open(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options = DEFAULTS
) -> bool:
    """The same wherever the looker faces: he may turn to look or to shoot back. NR-31"""
    cite("NUTS-SIGHT-01", "NUTS-LOS-01", "NUTS-LOS-02")
    return nothing_between(state, looker, target, options)


def inside(*pieces: TablePiece) -> Blocked | None:
    """Who is inside of something is not on the table: he sees nobody there, and nobody sees him."""
    shut = next((one for one in pieces if one.aboard), None)
    return Blocked(f"{shut.name} is inside", ("NUTS-LOS-01",)) if shut else None


def facing_towards(figure: TablePiece, at: Point) -> int:
    return figure.facing if figure.at == at else facing_of(minus(at, figure.at))


def sees_point(state: SkirmishState, looker: Figure, at: Point, options: Options = DEFAULTS) -> bool:
    """Whether a figure sees a spot on the ground."""
    return why_point_unseen(state, looker, at, options) is None


def why_point_unseen(
    state: SkirmishState, looker: Figure, at: Point, options: Options = DEFAULTS
) -> Blocked | None:
    """What keeps a figure from seeing a spot on the ground, if something does."""
    cite("NUTS-LOS-01")
    spot = copy(looker)
    spot.id = ""
    spot.at = at
    spot.floor = 0
    spot.reaction = spot.reaction.but(hidden_from=())
    return (
        inside(looker)
        or outside_arc(looker, at)
        or too_far(state, looker.at, at)
        or terrain_between(state, looker, spot, options)
        or figure_between(state, looker, spot, options)
    )


def outside_arc(looker: TablePiece, at: Point) -> Blocked | None:
    """A figure sees the half circle to its front, its edges included. NUTS-LOS-02"""
    if is_in_arc(looker, at):
        return None
    return Blocked(f"{looker.name} faces the other way", ("NUTS-LOS-02",))


def is_in_arc(looker: TablePiece, at: Point) -> bool:
    """Whether a place is in the half circle to a figure's front. NUTS-LOS-02

    An open vehicle looks all round, a buttoned one to the front of its hull and of its turrets. NS-20
    """
    if not looker.is_round and isinstance(looker, Vehicle):
        cite("NS-20")
        return not looker.buttoned or any(is_ahead(looker.at, facing, at) for facing in looker.looks)
    cite("NUTS-LOS-02")
    return is_ahead(looker.at, looker.facing, at)


def is_ahead(here: Point, facing: Facing, at: Point) -> bool:
    """Whether a place is in the half circle that one looks into, its edges included."""
    (x, y), (east, south) = here, vector(facing)
    return east * (at[0] - x) + south * (at[1] - y) >= 0


def hidden(state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options) -> Blocked | None:
    """Ducked back or hunkered in cover he neither sees nor is seen by the cause. NUTS-MOVE-07, NR-24

    From whom he hides may be unknown to the reader of a view; that he is under cover is not. Who has come round to
    where it is no cover sees him. NR-163
    """
    if looker.side == target.side or not (looker.keeps_down or target.keeps_down):
        return None
    cite("NUTS-MOVE-07", "NUTS-MOVE-08", "NR-163")
    everybody = option(options, "duck_back_hidden_from") == "all"
    for one, other in ((target, looker), (looker, target)):
        if not isinstance(one, Figure) or not one.keeps_down:
            continue
        hides = everybody or other.id in one.reaction.hidden_from
        if hides and is_in_cover(state, one, other.at, options):
            return Blocked(f"{one.name} keeps his head down", ("NUTS-MOVE-07", "NUTS-MOVE-08", "NR-24"))
    return None


def too_far(state: SkirmishState, start: Point, end: Point) -> Blocked | None:
    """Night and bad weather shorten sight; the shortest limit applies. NUTS-LOS-03, NUTS-LOS-05"""
    if state.light == "day" and state.weather == "clear":
        return None
    night = state.light == "night"
    limits = []
    if night and not is_lit(state, end):
        limits.append(("it is night", number("night_sight"), "NUTS-LOS-03"))
    if state.weather == "bad":
        name = "sight_in_bad_weather_at_night" if night else "sight_in_bad_weather"
        limits.append(("the weather is bad", number(name), "NUTS-LOS-05"))
    for why, limit, row in sorted(limits, key=lambda found: found[1]):
        if not is_within(start, end, limit):
            return Blocked(f"{why}, and one sees {shown(limit, 'in')}", (row,))
    return None


def is_lit(state: SkirmishState, at: Point) -> bool:
    """Whether a place is well lit: a target there is seen at any distance. NUTS-LOS-03"""
    cite("NUTS-LOS-03")
    return any(is_within(at, middle, across // 2) for middle, across in state.lit)


@lru_cache(maxsize=16)
def in_the_way(ground: Ground) -> Ground:
    """A ground with those of its pieces alone that can stop a line of sight."""
    pieces = [piece for piece in ground.pieces if terrain_of(piece).sight != "open"]
    return Ground(ground.width, ground.height, pieces, unit=ground.unit, level_height=ground.level_height)


def line_over(ground: Ground, start: Point, end: Point) -> Trace:
    """What a line meets of all that can stop it. What comes of it is kept below, so it is not kept itself."""
    return trace(in_the_way(ground), start, end)


BLOCKED: Memory[Hashable, Blocked | None] = Memory(200_000)
"""What the ground does to lines, by all that it depends on."""


def terrain_between(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options, over: Ground | None = None
) -> Blocked | None:
    """What of the ground stops the line between two figures, if anything does. NUTS-LOS-01, NUTS-LOS-04, NS-10"""
    ground = ground_of(state) if over is None else over
    start, end, night = looker.at, target.at, state.light == "night"
    floors = looker.floor, target.floor
    fold = option(options, "fold_hides") if has_folds(ground) else ""

    def looked() -> Blocked | None:
        line = SightLine(line_over(ground, start, end), floors, night, fold)
        return next(line.blocks(), None)

    found = BLOCKED.recall((ground, start, end, floors, night, fold), looked)
    return found or (smoke_between(state, start, end) if state.markers else None)


@lru_cache(maxsize=64)
def has_folds(ground: Ground) -> bool:
    return any(piece.kind == "fold" for piece in ground.pieces)


def smoke_between(state: SkirmishState, start: Point, end: Point) -> Blocked | None:
    """Smoke on the table is terrain like any other."""
    for marker in state.markers.values():
        if marker.kind == "smoke":
            by = point_to_segment(marker.at, (start, end))
            if 4 * by[0] < marker.across**2 * by[1]:
                return Blocked("smoke is in the way", ("NUTS-LOS-01",))
    return None


class SightLine(msgspec.Struct, frozen=True):
    """A line between two figures, and what the ground does to it."""

    trace: Trace
    floors: tuple[int, int]
    night: bool
    fold: str

    def blocks(self) -> Iterator[Blocked]:
        """Whatever stops it."""
        for crossing in self.trace.crossings:
            if terrain_of(crossing.piece).sight == "hedge":
                yield from self.hedge(crossing.piece)
        for passage in self.trace.passages:
            sight = terrain_of(passage.piece).sight
            if sight in ("woods", "rough"):
                yield from self.woods(passage, sight == "woods")
            elif sight == "building":
                yield from self.building(passage)
            elif sight == "hill":
                yield from self.hill(passage.piece)
            elif sight == "smoke":
                yield Blocked("smoke is in the way", ("NUTS-LOS-01",))
        if self.fold:
            yield from self.folds()

    @property
    def ends(self) -> tuple[Point, Point]:
        return self.trace.start, self.trace.end

    def hedge(self, piece: Piece) -> Iterator[Blocked]:
        """A hedge blocks unless one end is close to it. NS-10"""
        if not any(is_near_outline(piece, end, number("over_a_hedge")) for end in self.ends):
            yield Blocked(f"{called(piece)} is in the way", ("NUTS-LOS-01", "NS-10"))

    def woods(self, passage: Passage, closed: bool) -> Iterator[Blocked]:
        """Inside, sight is short; from the edge one sees out and is seen; right through there is none.

        Rough ground has the short sight alone: a line may leave it or cross it. NUTS-LOS-04, NS-10
        """
        piece = passage.piece
        inside = [piece.holds(end) for end in self.ends]
        if all(inside) and len(passage.stretches) == 1:
            limit = number("sight_in_woods_at_night" if self.night else "sight_in_woods")
            if not is_within(*self.ends, limit):
                reason = f"inside {called(piece)} one sees {shown(limit, 'in')}"
                yield Blocked(reason, ("NUTS-LOS-04",))
        elif closed and not self.sees_out(passage, number("edge_of_woods")):
            cite("NUTS-LOS-04")
            yield Blocked(f"{called(piece)} is in the way", ("NUTS-LOS-01", "NUTS-LOS-04", "NS-10"))

    def building(self, passage: Passage) -> Iterator[Blocked]:
        """One sees inside an area, and out of it and into it by windows and doors. NS-40"""
        piece = passage.piece
        inside = [piece.holds(end) for end in self.ends]
        if all(inside) and len(passage.stretches) == 1:
            if self.floors[0] != self.floors[1]:
                yield Blocked("they are on different floors", ("NS-40",))
        elif not self.sees_out(passage, number("window")):
            yield Blocked(f"{called(piece)} is in the way", ("NUTS-LOS-01", "NS-40"))

    def sees_out(self, passage: Passage, edge: Tenths) -> bool:
        """Whether every stretch of the line inside a piece belongs to an end that is at its edge there."""
        slant = number("edge_slant")
        for stretch in passage.stretches:
            if stretch.length > slant:
                return False
            ends = [end for end in self.ends if end in (stretch.enters, stretch.leaves)]
            if not any(
                passage.piece.holds(end) and is_near_outline(passage.piece, end, edge) for end in ends
            ):
                return False
        return True

    def hill(self, piece: Piece) -> Iterator[Blocked]:
        """Hills block unless one end is on them, or both ends are as high. NS-08"""
        if any(piece.holds(end) for end in self.ends):
            return
        if min(self.trace.start_level, self.trace.end_level) < piece.level:
            yield Blocked(f"{called(piece)} is in the way", ("NUTS-LOS-01", "NS-08"))

    def folds(self) -> Iterator[Blocked]:
        """A fold hides those in it from those who are not near its lip. COT-R89"""
        for here, there in (self.ends, self.ends[::-1]):
            for piece in self.trace.ground.pieces_at(here):
                if piece.kind == "fold" and not piece.holds(there) and not lines_fold(piece, here):
                    yield from self.fold_hides(piece, here, there)

    def fold_hides(self, piece: Piece, inside: Point, outside: Point) -> Iterator[Blocked]:
        cite("COT-R89")
        lip = number("lip_of_a_fold")
        seen = is_near_outline(piece, outside if self.fold == "from_beyond_2" else inside, lip)
        if not seen:
            yield Blocked(f"{called(piece)} hides what is in it", ("NUTS-LOS-01", "COT-R89"))


def figure_between(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options
) -> Blocked | None:
    """Standing friends of the looker block his line, but for those in contact with him; whatever is no man blocks
    everybody's. NR-37"""
    other = other_between(state, looker, target) if others_of(state) else None
    return other or man_between(state, looker, target, options)


def other_between(state: SkirmishState, looker: TablePiece, target: TablePiece) -> Blocked | None:
    """Whatever is no man and stands in a line, whoever looks. NUTS-LOS-01"""
    half, start, end = number("in_the_line"), looker.at, target.at
    for other in others_in_box(state, start, end, half):
        if other.id in (target.id, looker.id) or is_looked_over(other, looker, target):
            continue
        if stands_before(other, looker, start, end, half):
            return Blocked(f"{other.name} is in the way", ("NUTS-LOS-01",))
    return None


def is_looked_over(other: TablePiece, looker: TablePiece, target: TablePiece) -> bool:
    """Whether a vehicle or a wreck is no more than cover, for one of the two is right behind it; not what burns.

    NUTS-LOS-07, NS-26, NR-271
    """
    if not isinstance(other, Vehicle) or other.burning:
        return False
    cite("NUTS-LOS-07", "NR-271")
    return any(is_near(other, one.at, number("behind_a_vehicle")) for one in (looker, target))


def man_between(
    state: SkirmishState, looker: TablePiece, target: TablePiece, options: Options
) -> Blocked | None:
    """The man whose place is in a line, by the option a friend alone. NR-37"""
    who = option(options, "figures_block_los")
    if who == "none":
        return None
    half, start, end = number("in_the_line"), looker.at, target.at
    for one in within_box(state, start, end, half, looker.side if who == "friendly" else ""):
        if one.prone or one.at == start or one.id == target.id or one.id == looker.id:
            continue
        if blocks_line(one, looker, who) and is_in_line(one.at, start, end, half):
            return Blocked(f"{one.name} is in the way", ("NUTS-LOS-01", "NR-37"))
    return None


class Eyes:
    """A man who looks at many: who can be in the way of any of his lines is looked up once.

    It sees what `has_los` and `line_is_open` see, as long as nobody moves. NUTS-SIGHT-01, NR-37
    """

    def __init__(self, state: SkirmishState, looker: Figure, options: Options) -> None:
        self.state, self.looker, self.options = state, looker, options

    @lazy
    def in_the_way(self) -> list[tuple[str, Point]]:
        """Everybody who can be in the way, and where he stands."""
        who, looker = option(self.options, "figures_block_los"), self.looker
        if who == "none":
            return []
        beside = men_beside(self.state, looker)
        return [
            (one.id, one.at)
            for one in self.state.figures.values()
            if (who != "friendly" or one.side == looker.side)
            and not (one.prone or one.aboard)
            and one.status not in LOST
            and one.id not in beside
            and one.id != looker.id
        ]

    def see(self, target: TablePiece, *, turning: bool) -> bool:
        """Whether he sees another; wherever he faces, if he may turn. NR-31"""
        cite("NUTS-SIGHT-01", "NUTS-LOS-01", "NUTS-LOS-02")
        in_arc = turning or is_in_arc(self.looker, target.at)
        return (
            in_arc and is_open_ground(self.state, self.looker, target, self.options) and self.is_free(target)
        )

    def is_free(self, target: TablePiece) -> bool:
        """Whether nobody stands in the line to another."""
        half, start, end = number("in_the_line"), self.looker.at, target.at
        if others_of(self.state) and other_between(self.state, self.looker, target):
            return False
        (ax, ay), (bx, by) = start, end
        west, east = (ax - half, bx + half) if ax < bx else (bx - half, ax + half)
        north, south = (ay - half, by + half) if ay < by else (by - half, ay + half)
        return not any(
            is_in_line((x, y), start, end, half) and id != target.id
            for id, (x, y) in self.in_the_way
            if west <= x <= east and north <= y <= south
        )


def blocks_line(one: Figure, looker: TablePiece, who: str) -> bool:
    """Whether a figure can be in the way of a looker at all. NR-37"""
    if one.prone or one.status in LOST or (who == "friendly" and one.side != looker.side):
        return False
    return not are_within(one, looker, CONTACT)


def stands_before(one: TablePiece, looker: TablePiece, start: Point, end: Point, half: Tenths) -> bool:
    """Whether something that is no man is in a line: its middle close to it, or any part of its base that is not
    round. Whoever is in contact with it looks past it, as past a man. NUTS-LOS-01, NR-37

    A gun is too low to be in a line: its crew is seen behind it. NS-34
    """
    if one.prone or are_touching(one, looker):
        return False
    if isinstance(one, Gun):
        cite("NS-34")
        return False
    if one.is_round:
        return is_in_line(one.at, start, end, half)
    return meets((start, end), one.base.corners)


def is_in_line(at: Point, start: Point, end: Point, half: Tenths) -> bool:
    """Whether a place is as near as this to a line. NR-37"""
    numerator, denominator = point_to_segment(at, (start, end))
    return numerator <= half * half * denominator
