"""A group dragged to a place: where each man comes to stand, and who comes into sight on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

import msgspec

from deadground.space.bases import CONTACT, gap_is_within
from deadground.space.formations import Member, Slot, along_cover, as_they_are, in_file, in_line, settled
from deadground.space.ground import Piece
from deadground.space.paths import Path, cut, length
from deadground.space.plane import Facing, Point, between, distance, facing_of, minus
from deadground.space.units import Tenths, round_div
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import enemies_of, ground_of
from deadground.systems.skirmish.pieces import pieces_on_table
from deadground.systems.skirmish.quick.screens import in_arc
from deadground.systems.skirmish.quick.walks import Steps
from deadground.systems.skirmish.rules.enemies.pefs import sees_pef
from deadground.systems.skirmish.rules.movement.going import is_taken, path_cost, surfaces, within_allowance
from deadground.systems.skirmish.rules.movement.walking import STEP, put_on_path
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.sighting import see_each_other
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.table.shelter import cover_near, shelter_at, threat_to

SPACING: Tenths = INCH // 2
"""What is left between the bases of men in line or in file."""

UNKNOWN_STEP: Tenths = INCH // 4
"""How closely a march is watched for question marks."""

STEP_BACK: Tenths = INCH // 4
MOST_STEPS_BACK = 400

FORMATIONS = ("kept", "line", "file", "cover")


class March(msgspec.Struct, frozen=True):
    """A man's way, and where he looks at its end."""

    id: str
    path: Path
    facing: Facing


class Seen(msgspec.Struct, frozen=True):
    """Where on a march somebody comes into sight."""

    mover: str
    enemy: str
    at: Point


def marched(
    state: SkirmishState,
    men: Sequence[Figure],
    to: Point,
    most: Callable[[Figure], Tenths],
    formation: str = "kept",
    by: Figure | None = None,
) -> list[March]:
    """Where each man of a group goes that is dragged to a place: as far as he can, and where there is room.

    Men who keep their shape are dragged by one of them, or else by their middle.
    """
    if formation == "kept":
        to = middle_at(men, to, max(most(one) for one in men), by)
    threat = threat_to(state, men)
    towards = threat or to
    facing = facing_of(minus(towards, to)) if towards != to else men[0].facing
    members = [Member(one.id, one.base, most(one)) for one in men]
    ground = ground_of(state)
    surface, _ = surfaces(ground)
    going = {one.id for one in men}
    others = [one.base for one in pieces_on_table(state) if one.id not in going and not one.is_out]
    found = settled(
        slots(state, members, to, towards, facing, formation),
        ground,
        others,
        lambda _id, at: surface.rate_at(at) is not None,
    )
    placed = {one.id: one.base.at for one in found.placed}
    paths = {one.id: within_allowance(state, (one.at, placed.get(one.id, one.at)), most(one)) for one in men}
    apart(state, men, paths)
    marches = []
    for one in men:
        path = paths[one.id]
        end = path[-1]
        look = facing_of(minus(threat, end)) if threat and threat != end else facing
        marches.append(March(one.id, path, look))
    return marches


def middle_at(men: Sequence[Figure], to: Point, most: Tenths, by: Figure | None) -> Point:
    """Where the middle of a group comes that keeps its shape. Its way is no longer than one of them can go.

    Without that bound they would be set down far off, where there may be less room, and each would go towards his
    place there: in two inches a group would lose its shape.
    """
    x, y = middle_of(men)
    start = (x, y) if by is None else by.at
    far = distance(start, to)
    end = to if far <= most else between(start, to, most, far)
    return x + end[0] - start[0], y + end[1] - start[1]


def middle_of(men: Sequence[Figure]) -> Point:
    count = len(men)
    return round_div(sum(one.at[0] for one in men), count), round_div(sum(one.at[1] for one in men), count)


def asked_beyond(
    state: SkirmishState,
    men: Sequence[Figure],
    to: Point,
    most: Callable[[Figure], Tenths],
    by: Figure | None,
) -> Tenths:
    """How far men are dragged, if that is further than the ground lets any of them go; else 0. NS-39"""
    start = middle_of(men) if by is None else by.at
    cost = path_cost(state, (start, to)) if start != to else 0
    return 0 if cost is not None and cost <= max(most(one) for one in men) else distance(start, to)


def settled_march(
    state: SkirmishState,
    men: Sequence[Figure],
    to: Point,
    most: Callable[[Figure], Tenths],
    by: Figure | None = None,
) -> tuple[list[March], Piece | None]:
    """Men who are dragged up to cover line it if more of them are covered so; otherwise they keep their shape.

    The second is the piece they line, if they do.
    """
    kept = marched(state, men, to, most, by=by)
    threat = threat_to(state, men)
    piece = shelter_at(state, to, threat) if threat else None
    if threat is None or piece is None:
        return kept, None
    lining = marched(state, men, to, most, "cover")

    def covered(marches: Sequence[March]) -> int:
        return sum(cover_at(state, march.path[-1], threat) is not None for march in marches)

    return (lining, piece) if covered(lining) > covered(kept) else (kept, None)


def apart(state: SkirmishState, men: Sequence[Figure], paths: dict[str, Path]) -> None:
    """Men who are cut short may come to stand on somebody: they stop a little earlier until nobody does. NS-01"""
    for _ in range(MOST_STEPS_BACK):
        goers = tuple(id for id, path in paths.items() if path[-1] != path[0])
        crowded = next((one for one in men if stands_on(state, one, paths, goers)), None)
        if crowded is None:
            return
        path = paths[crowded.id]
        paths[crowded.id] = cut(path, max(0, length(path) - STEP_BACK))


def stands_on(state: SkirmishState, one: Figure, paths: dict[str, Path], goers: tuple[str, ...]) -> bool:
    """Whether a man who goes would come to stand on another, or on one of those who go with him."""
    path = paths[one.id]
    end = path[-1]
    if end == path[0]:
        return False
    base = one.base.moved(end)
    return is_taken(state, end, one, goers) is not None or any(
        other != one.id and gap_is_within(base, state.figures[other].base.moved(there[-1]), -CONTACT)
        for other, there in paths.items()
    )


def slots(
    state: SkirmishState, members: Sequence[Member], to: Point, threat: Point, facing: Facing, formation: str
) -> list[Slot]:
    """Where a formation wants its men."""
    if formation == "line":
        return in_line(members, to, facing, SPACING)
    if formation == "file":
        return in_file(members, to, facing, SPACING)
    cover = cover_near(state, to) if formation == "cover" else None
    if cover is not None:
        return along_cover(members, cover, to, threat, SPACING)
    return as_they_are(members, to)


class SeenUnknown(msgspec.Struct, frozen=True):
    """Where on a march a question mark comes into sight."""

    mover: str
    pef: str
    at: Point


def first_unknown(state: SkirmishState, marches: Sequence[March], options: Options) -> SeenUnknown | None:
    """The first place at which a marching man has a line to a question mark. NUTS-PEF-05"""
    men = [copy(state.figures[march.id]) for march in marches]
    last = max((length(march.path) for march in marches), default=0)
    for gone in [*range(UNKNOWN_STEP, last, UNKNOWN_STEP), last] if state.pefs and last else []:
        for man, march in zip(men, marches, strict=True):
            put_on_path(man, march.path, min(gone, length(march.path)))
            for pef in state.pefs.values():
                if sees_pef(state, man, pef, options):
                    return SeenUnknown(man.id, pef.id, man.at)
    return None


def first_in_sight(state: SkirmishState, marches: Sequence[March], options: Options) -> Seen | None:
    """The first place at which a marching man and an enemy come into sight of each other who are not so now."""
    men = {march.id: copy(state.figures[march.id]) for march in marches if len(march.path) > 1}
    paths = {march.id: march.path for march in marches if march.id in men}
    last = max((length(path) for path in paths.values()), default=0)
    if not last:
        return None
    ends = [*range(STEP, last, STEP), last]
    group = [one for one in state.figures.values() if one.group == next(iter(men.values())).group]
    walks = {id: Steps(ground_of(state), path, ends, men[id].facing) for id, path in paths.items()}
    watched = []
    for enemy in enemies_of(state, group[0].side):
        if any(see_each_other(state, one, enemy, options) for one in group):
            continue
        for id, walk in walks.items():
            open_ = in_arc(walk.places.xs, walk.places.ys, walk.ahead, enemy.at, enemy.facing)
            open_ &= ~walk.places.hidden_from(enemy.at)
            watched.append((men[id], enemy, open_))
    for step, end in enumerate(ends):
        for mover, enemy, open_ in watched:
            if open_[step]:
                put_on_path(mover, paths[mover.id], min(end, length(paths[mover.id])))
                if see_each_other(state, mover, enemy, options):
                    return Seen(mover.id, enemy.id, mover.at)
    return None
