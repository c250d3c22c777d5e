"""Who sees whom, and who has a free line of fire: questions that change nothing. KIM-3.1, KIM-4.18, KIM-6.2

All of them run on a state as on a view. Traces are kept per ground and by their two ends alone, so that what is
kept holds no secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.ground import Ground, Piece
from deadground.space.lookout import Lookout
from deadground.space.plane import Point, distance, is_within
from deadground.space.sight import Finding, Trace, Verdict, judge
from deadground.space.units import Tenths
from deadground.systems.stands.figures import figure
from deadground.systems.stands.game import enemies_of, ground_of, kind_of, stands_of
from deadground.systems.stands.look import Look, blocked, is_dug_in, lies, name_of, rise_between
from deadground.systems.stands.options import DEFAULTS, Options
from deadground.systems.stands.state import Stand, StandsState


@lru_cache(maxsize=8)
def lookout(ground: Ground) -> Lookout:
    """Where the traces of a ground are kept."""
    return Lookout(ground, ())


def line_between(state: StandsState, start: Point, end: Point) -> Trace:
    return lookout(ground_of(state)).traces([(start, end)])[0]


def sees(
    state: StandsState,
    looker: Stand,
    target: Stand,
    *,
    night: bool = False,
    options: Options = DEFAULTS,
) -> Verdict:
    """Whether a stand can see another, and why not. KIM-3.1a to KIM-3.1d, KIM-6.2a"""
    return judged(state, looker, target, line_between(state, looker.at, target.at), night, options)


def judged(
    state: StandsState, looker: Stand, target: Stand, traced: Trace, night: bool, options: Options
) -> Verdict:
    look = Look(state, looker, target, options, night)
    cite("KIM-6.2a" if night else "KIM-3.1a")
    return judge(
        traced,
        (
            look.within_view,
            look.concealment,
            look.view_from_inside,
            look.closed_view,
            look.high_ground,
        ),
    )


def line_of_fire(
    state: StandsState,
    shooter: Stand,
    target: Stand,
    *,
    night: bool = False,
    options: Options = DEFAULTS,
) -> Verdict:
    """Whether the line between the centres is free for direct fire at a stand on the table. KIM-4.18a, KIM-3.3b

    By day a known stand can be shot at however far off and well concealed it is, along a line that crosses at most
    100 of concealing ground (KIM-R50). At night it must be seen.
    """
    look = Look(state, shooter, target, options, night, ("KIM-4.18a",))
    cite("KIM-4.18a")
    traced = line_between(state, shooter.at, target.at)
    rules = [look.view_from_inside, look.depth_of_ground, look.high_ground, look.bases_between]
    if night:
        rules += [look.within_view, look.concealment, look.closed_view]
    return judge(traced, rules)


def who_sees(
    state: StandsState,
    lookers: Iterable[Stand],
    targets: Iterable[Stand],
    *,
    night: bool = False,
    options: Options = DEFAULTS,
) -> dict[str, str]:
    """For each target that is seen, the nearest that sees it; many at once. Nobody looks at himself."""
    watching = list(lookers)
    pairs = []
    for target in targets:
        reach = farthest_seen(state, target, night)
        near = [
            one
            for one in watching
            if one.id != target.id and is_within(one.at, target.at, reach + one.base.reach)
        ]
        near.sort(key=lambda one: (distance(one.at, target.at), one.id))
        pairs += [(one, target) for one in near]
    found: dict[str, str] = {}
    traces = lookout(ground_of(state)).traces([(one.at, target.at) for one, target in pairs])
    for (one, target), traced in zip(pairs, traces, strict=True):
        if target.id not in found and judged(state, one, target, traced, night, options).seen:
            found[target.id] = one.id
    return found


def farthest_seen(state: StandsState, target: Stand, night: bool) -> Tenths:
    """Nobody whose base is further off than this sees a target, whatever lies between."""
    if concealing_piece(state, target) is not None or is_dug_in(state, target):
        return figure(state, "night_close_view" if night else "close_view")
    return figure(state, "night_open_view" if night else "open_view")


def in_view_of_side(
    state: StandsState,
    side: str,
    target: Stand,
    *,
    night: bool = False,
    options: Options = DEFAULTS,
) -> Stand | None:
    """The stand of a side, the nearest, that sees a target."""
    found = who_sees(state, stands_of(state, side), [target], night=night, options=options)
    return state.stands[found[target.id]] if found else None


def sees_position(
    state: StandsState, looker: Stand, works: Piece, at: Point, *, options: Options = DEFAULTS
) -> Verdict:
    """Whether a prepared position is seen at a place in it: at 800, whoever is in it or not. KIM-3.1c, KIM-R48"""
    cite("KIM-3.1c", "KIM-R48")
    empty = Stand("", "", "", "", looker.kind, name_of(works), at, 0)
    look = Look(state, looker, empty, options, night=False)
    limit = figure(state, "works_view")

    def in_view(traced: Trace) -> Iterable[Finding]:
        if not is_within(traced.start, traced.end, limit):
            reason = f"{look.words(traced.length)} away, and works are seen at {look.words(limit)}"
            yield blocked(reason, ("KIM-3.1c",), by=works.id, at=at, begins=limit)

    rules = (in_view, look.view_from_inside, look.closed_view, look.high_ground)
    return judge(line_between(state, looker.at, at), rules)


def concealing_piece(state: StandsState, stand: Stand) -> Piece | None:
    """The concealing ground a stand is in, the topmost. KIM-3.1b"""
    found = lies(state, stand).conceals
    return found[-1] if found else None


def is_in_cover(state: StandsState, stand: Stand, from_: Point | None = None) -> bool:
    """Whether the ground a stand is in gives it cover, or it is hull down from a place. KIM-R86"""
    return concealing_piece(state, stand) is not None or (
        from_ is not None and is_hull_down(state, stand, from_)
    )


def is_hull_down(state: StandsState, stand: Stand, from_: Point) -> bool:
    """Whether armour is on the far slope of a hill or ridge, as seen from a place. KIM-3.1c, KIM-R102"""
    if not kind_of(stand).is_armoured_vehicle:
        return False
    cite("KIM-3.1c", "KIM-R102")
    return rise_between(state, stand, from_, ground_of(state).level_at(from_)) is not None


def is_hidden_from_air(state: StandsState, stand: Stand) -> bool:
    """Whether a stand is in cover against aircraft: concealing ground and covered works, but no ridge and no open
    trench. KIM-5.2a, KIM-R82"""
    cite("KIM-5.2a", "KIM-R82")
    return lies(state, stand).overhead is not None


def may_hide_at_night(state: StandsState, stand: Stand, *, options: Options = DEFAULTS) -> Fault | None:
    """Why a stand may not go back into hiding at the end of the night. KIM-3.3b, KIM-R75"""
    cite("KIM-3.3b", "KIM-R75")
    enemies = enemies_of(state, stand.side)
    nearest = min(enemies, key=lambda one: (distance(one.at, stand.at), one.id), default=None)
    sheltered = (
        concealing_piece(state, stand) is not None
        or is_dug_in(state, stand)
        or (nearest is not None and is_hull_down(state, stand, nearest.at))
    )
    if not sheltered:
        reason = f"{stand.name} is neither in concealing ground nor dug in nor hull down"
        return Fault(stand.id, reason, ("KIM-3.3b", "KIM-R75"))
    seen_by = who_sees(state, enemies, [stand], night=True, options=options)
    if seen_by:
        reason = f"{stand.name} is in sight of {state.stands[seen_by[stand.id]].name}"
        return Fault(stand.id, reason, ("KIM-3.3b", "KIM-R75"))
    return None
