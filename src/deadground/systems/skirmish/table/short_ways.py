"""Short ways in a move: two inches before an In Sight Test, the rest of the move after it. NUTS-SIGHT-03, NR-19"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.requests import Gesture, Path, PathValue, gestures_on
from deadground.core.scene import Look
from deadground.core.view import View
from deadground.space.ground import Piece
from deadground.space.plane import Facing, Point, facing_of, minus
from deadground.space.units import Tenths
from deadground.systems.skirmish.rules.movement.going import within_allowance
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.table.going_lines import (
    cover_words,
    march_shapes,
    march_words,
    seen_on,
    seen_there,
)
from deadground.systems.skirmish.table.marching import (
    FORMATIONS,
    March,
    apart,
    asked_beyond,
    marched,
    settled_march,
    stands_on,
)
from deadground.systems.skirmish.table.shelter import cover_near, threat_to

SkirmishView = View[SkirmishState]
Ways = dict[str, PathValue]

BEFORE_THE_TEST = "NUTS-SIGHT-03"
"""The row of the two inches."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may come with a gesture on short ways."""

    formation: str = ""
    by: str = ""
    """The man who was taken hold of."""
    ends: dict[str, tuple[int, int]] = {}
    """With `repeat`: where men were sent before somebody came into sight."""


@gestures_on("skirmish.paths")
def edit_paths(view: SkirmishView, request: Path, draft: Ways | None, gesture: Gesture) -> Look:
    """Men dragged to a place, as far as each may go; `clear` lets them stay.

    `repeat` lays out what is proposed: the way they were on, or two inches into cover.
    """
    wish = given_as(Wish, gesture.given)
    value = {id: path for id, path in (draft or {}).items() if id not in gesture.pieces}
    most = {one.piece: one.most for one in request.walkers}
    if gesture.act == "clear":
        return paths_look(view, request, value if gesture.pieces else {})
    if gesture.act == "show":
        return paths_look(view, request, value)
    if gesture.act == "repeat":
        return paths_look(view, request, proposed(view, request, most, wish.ends))
    men = [view.state.figures[id] for id in gesture.pieces if id in most]
    if gesture.act != "drag" or not isinstance(gesture.to, tuple) or not men:
        raise Refused(Fault("act", f"'{gesture.act}' does nothing to this request", request.rows))
    if wish.formation not in ("", *FORMATIONS):
        raise Refused(Fault("with", f"a formation is one of {', '.join(FORMATIONS)}", request.rows))
    by = next((one for one in men if one.id == wish.by), None)
    lined: Piece | None = None
    if wish.formation:
        marches = marched(view.state, men, gesture.to, allowed(most), wish.formation, by)
    else:
        marches, lined = settled_march(view.state, men, gesture.to, allowed(most), by)
    asked = asked_beyond(view.state, men, gesture.to, allowed(most), by)
    return paths_look(view, request, value | ways(marches), asked, lined)


def allowed(most: Mapping[str, Tenths]) -> Callable[[Figure], Tenths]:
    return lambda one: most[one.id]


def ways(marches: Sequence[March]) -> Ways:
    """Marches as an answer; who does not move is left out."""
    return {
        march.id: PathValue(march.path[1:], march.facing)
        for march in marches
        if march.path[-1] != march.path[0]
    }


def proposed(
    view: SkirmishView, request: Path, most: Mapping[str, Tenths], ends: Mapping[str, Point]
) -> Ways:
    """The way that men were on, where that is given; else, before an In Sight Test, cover within reach."""
    if ends:
        return onwards(view.state, most, ends)
    if BEFORE_THE_TEST in request.rows:
        return into_cover(view.state, most)
    return {}


def onwards(state: SkirmishState, most: Mapping[str, Tenths], ends: Mapping[str, Point]) -> Ways:
    """What is left of the ways to some places, as far as each may still go."""
    men = [state.figures[id] for id in most if id in ends]
    paths = {one.id: within_allowance(state, (one.at, ends[one.id]), most[one.id]) for one in men}
    apart(state, men, paths)
    threat = threat_to(state, men)
    return ways([March(one.id, paths[one.id], looking(one, paths[one.id][-1], threat)) for one in men])


def looking(one: Figure, at: Point, threat: Point | None) -> Facing:
    return facing_of(minus(threat, at)) if threat and threat != at else one.facing


def into_cover(state: SkirmishState, most: Mapping[str, Tenths]) -> Ways:
    """Those who are on the move and stand open to the threat step into cover that is near enough. NUTS-LOS-06

    Who has not moved stays: a step would cost him a die. Woods and houses are no cover for men on the move.
    """
    men = [state.figures[id] for id in most if state.figures[id].doing.moving]
    threat = threat_to(state, men)
    found: dict[str, March] = {}
    if threat is None:
        return {}
    for one in men:
        if cover_at(state, one.at, threat, stationary=False) or cover_near(state, one.at) is None:
            continue
        (march,) = marched(state, [one], one.at, allowed(most), "cover")
        paths = {id: other.path for id, other in found.items()} | {one.id: march.path}
        is_free = not stands_on(state, one, paths, tuple(paths))
        if is_free and cover_at(state, march.path[-1], threat, stationary=False):
            found[one.id] = march
    return ways(list(found.values()))


def paths_look(
    view: SkirmishView, request: Path, value: Ways, asked: Tenths = 0, lined: Piece | None = None
) -> Look:
    """Short ways as they would be gone, and in words; also of those who stay, whether that is in cover."""
    figures = view.state.figures
    marches = []
    for id, path in value.items():
        facing = figures[id].facing if path.facing is None else path.facing
        marches.append(March(id, (figures[id].at, *path.points), facing))
    seen = seen_on(view, marches)
    most = {one.piece: one.most for one in request.walkers}
    men = [figures[id] for id in most]
    is_still = BEFORE_THE_TEST not in request.rows
    return Look(
        value=value,
        shapes=tuple(march_shapes(view, marches, seen)),
        lines=(
            *march_words(view, marches, seen, allowed(most), asked=asked),
            *cover_words(view.state, men, marches, lined, stationary=is_still),
            *(() if is_still else seen_there(view, men, marches)),
        ),
    )
