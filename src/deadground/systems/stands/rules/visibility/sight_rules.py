"""Who sees whom, and who has a free line of fire: questions that change nothing. KIM-3.1, KIM-4.18, KIM-6.2

All of them run on a state as on a view. Traces are kept per ground and by their two ends alone, so that what is
kept holds no secrets.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache, partial

from msgspec.structs import replace

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.memory import Memory
from deadground.space.bases import CONTACT
from deadground.space.ground import Ground, Piece
from deadground.space.lookout import Lookout
from deadground.space.paths import Path, marks
from deadground.space.plane import Point, distance, is_within, root
from deadground.space.sight import Finding, SightRule, Trace, Verdict, is_clear, judge, trace_through
from deadground.space.units import Tenths
from deadground.space.walks import STEPS_TOGETHER, evenly, places
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.stands.game import enemies_of, ground_of, kind_of, stands_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.quick.screens import go_through
from deadground.systems.stands.quick.watchers import is_bare, near_enough, sees_only_near
from deadground.systems.stands.rules.visibility.look import (
    Look,
    blocked,
    is_deep_inside,
    is_dug_in,
    lies,
    name_of,
    rise_between,
)
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.terrain import may_matter


@lru_cache(maxsize=8)
def lookout(ground: Ground) -> Lookout:
    """Where the traces of a ground are kept."""
    return Lookout(ground, ())


@lru_cache(maxsize=8)
def quick_lookout(ground: Ground) -> Lookout:
    """The same for the pieces alone that can matter to a look or a line of fire: no roads and no water."""
    pieces = [piece for piece in ground.pieces if piece.polygon and may_matter(piece)]
    return Lookout(
        Ground(ground.width, ground.height, pieces, unit=ground.unit, level_height=ground.level_height), ()
    )


FEW = 12
"""So many lines are traced one by one sooner than they are all held against the ground."""


def line_between(state: StandsState, start: Point, end: Point) -> Trace:
    return lookout(ground_of(state)).trace(start, end)


def quick_line(state: StandsState, start: Point, end: Point) -> Trace:
    """What matters along a line, for one who asks yes or no and wants no picture of it."""
    return quick_lookout(ground_of(state)).trace(start, end)


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
    return judge(traced, rules_of_sight(state, looker, target, night, options))


def rules_of_sight(
    state: StandsState, looker: Stand, target: Stand, night: bool, options: Options
) -> list[SightRule]:
    """The rules that a look is put to."""
    look = Look(state, looker, target, options, night)
    cite("KIM-6.2a" if night else "KIM-3.1a")
    return [
        look.within_view,
        look.concealment,
        look.view_from_inside,
        look.closed_view,
        look.high_ground,
    ]


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
    return judge(traced, rules_of_fire(look, look.bases_between))


def has_line_of_fire(
    state: StandsState,
    shooter: Stand,
    target: Stand,
    *,
    night: bool = False,
    options: Options = DEFAULTS,
    is_screened: bool | None = None,
) -> bool:
    """The same without the reasons: what is quickly seen first, all that lies along the line last.

    `is_screened` says what is otherwise looked at: whether anybody stands in the way.
    """
    look = Look(state, shooter, target, options, night, ("KIM-4.18a",))
    cite("KIM-4.18a")
    return not (look.is_screened() if is_screened is None else is_screened) and ground_is_open(look)


OPEN: Memory[Hashable, bool] = Memory(100_000)
"""Which lines of fire the ground let through, by all that a look depends on."""


def ground_is_open(look: Look) -> bool:
    """Whether the ground lets a line of fire through, whoever stands there."""

    def looked() -> bool:
        start, end = look.looker.at, look.target.at
        if look.here.blocks:
            inside = trace_through(look.ground, look.here.blocks, start, end)
            if not is_clear(inside, [look.view_from_inside]):
                return False
        return is_clear(quick_line(look.state, start, end), rules_of_fire(look))

    now = looks_now(look.state, look.night, look.options)
    return OPEN.recall(look_of(now, look.looker, look.target), looked)


def farthest_shot(state: StandsState, shooter: Stand, options: Options) -> Tenths | None:
    """Nobody further off than this is in the sights of a stand deep inside ground that closes its view; None for
    one that is not. KIM-3.1d"""
    return number(state, "close_view") if is_deep_inside(state, shooter, options) else None


def rules_of_fire(look: Look, *about_bases: SightRule) -> list[SightRule]:
    """The rules that a line of fire is put to; the one about bases in its way if it is given."""
    rules: list[SightRule] = [look.view_from_inside, look.depth_of_ground, look.high_ground, *about_bases]
    if look.night:
        rules += [look.within_view, look.concealment, look.closed_view]
    return rules


Watched = list[tuple[Stand, list[Stand]]]
"""Targets, each with those who might see it, the nearest last."""


def who_sees(
    state: StandsState,
    lookers: Iterable[Stand],
    targets: Iterable[Stand],
    *,
    night: bool = False,
    options: Options = DEFAULTS,
) -> dict[str, str]:
    """For each target that is seen, the nearest that sees it; many at once. Nobody looks at himself.

    Targets are tried with their nearest looker first, all of them together, then those left with their next.
    """
    return seen_by(state, watched(state, list(lookers), list(targets), night, options), night, options)


def seen_by(state: StandsState, those: Watched, night: bool, options: Options) -> dict[str, str]:
    """The same of targets with those who might see them."""
    left = without_closed(state, those, night)
    found: dict[str, str] = {}
    while left := [(target, near) for target, near in left if near and target.id not in found]:
        pairs = [(near.pop(), target) for target, near in left]
        seen = are_seen(state, pairs, night, options)
        found |= {target.id: one.id for (one, target), sees_it in zip(pairs, seen, strict=True) if sees_it}
    return found


def watched(
    state: StandsState, lookers: list[Stand], targets: list[Stand], night: bool, options: Options
) -> Watched:
    """Targets that anybody is near enough to see at all, each with those who are, the nearest last."""
    reaches = [farthest_seen(state, target, night) for target in targets]
    near = near_enough(lookers, targets, reaches)
    return [
        (target, watchers_of(state, ones, target, reach, night, options))
        for target, ones, reach in zip(targets, near, reaches, strict=True)
        if ones
    ]


def watchers_of(
    state: StandsState, lookers: Iterable[Stand], target: Stand, reach: Tenths, night: bool, options: Options
) -> list[Stand]:
    """Those who are near enough to see a target that is seen so far off, the nearest last."""
    close = number(state, "night_close_view" if night else "close_view")
    x, y = target.at
    near: list[tuple[int, str, Stand]] = []
    for one in lookers:
        dx, dy, far = one.at[0] - x, one.at[1] - y, reach + one.width + one.depth
        square = dx * dx + dy * dy
        if square > far * far or square > (reach + one.reach) ** 2 or one.id == target.id:
            continue
        if square <= close * close or not sees_only_near(state, one, options):
            near.append((root(square), one.id, one))
    return [one for _, _, one in sorted(near, reverse=True)]


def without_closed(state: StandsState, watched: Watched, night: bool) -> Watched:
    """The same without those from whom woods or towns surely hide a target: it is in none of them, and they are too
    far off to see through. One who is inside himself sees out through no more than 100 of it. KIM-3.1d"""
    close = number(state, "night_close_view" if night else "close_view") + CONTACT
    pairs = [
        (one, target)
        for target, near in watched
        if not lies(state, target).conceals
        for one in near
        if not is_within(one.at, target.at, close + one.reach)
    ]
    if len(pairs) <= FEW:
        return watched
    closed = go_through(
        ground_of(state),
        [one.at for one, _ in pairs],
        [target.at for _, target in pairs],
        [close if lies(state, one).blocks else 0 for one, _ in pairs],
    )
    hidden = {
        (one.id, target.id) for (one, target), is_closed in zip(pairs, closed, strict=True) if is_closed
    }
    return [(target, [one for one in near if (one.id, target.id) not in hidden]) for target, near in watched]


def are_seen(
    state: StandsState, pairs: list[tuple[Stand, Stand]], night: bool, options: Options
) -> list[bool]:
    """Whether the first of each pair sees the second; lines that nothing is known of are traced together."""
    now = looks_now(state, night, options)
    looks = [look_of(now, one, target) for one, target in pairs]
    new = [pair for pair, look in zip(pairs, looks, strict=True) if not SEEN.knows(look)]
    if len(new) > 1:
        quick_lookout(ground_of(state)).traces([(one.at, target.at) for one, target in new])
    return [
        SEEN.recall(look, partial(has_sight, state, one, target, night, options))
        for (one, target), look in zip(pairs, looks, strict=True)
    ]


SEEN: Memory[Hashable, bool] = Memory(100_000)
"""Who saw whom, by all that a look depends on."""


def looks_now(state: StandsState, night: bool, options: Options) -> Hashable:
    """What decides all looks of a moment alike: ground, time of day, options and numbers."""
    return ground_of(state), night, option(options, "inside_view"), *state.numbers.items()


def look_of(now: Hashable, looker: Stand, target: Stand) -> Hashable:
    """All that decides whether a stand sees another: what the rules in `judged` read, and nothing that is secret
    from one who asks about these two."""
    return now, as_looker(looker), as_seen(target)


def as_looker(looker: Stand) -> tuple[Hashable, ...]:
    """What decides of a looker."""
    return looker.kind, looker.at, looker.facing, looker.width, looker.depth


def as_seen(target: Stand) -> tuple[Hashable, ...]:
    """What decides of a target."""
    one = target
    return one.kind, one.at, one.facing, one.width, one.depth, one.dug_in, one.charge_role


def is_seen(
    state: StandsState, looker: Stand, target: Stand, *, night: bool = False, options: Options = DEFAULTS
) -> bool:
    """Whether a stand can see another, without the reasons: what was found before is kept."""
    look = look_of(looks_now(state, night, options), looker, target)
    return SEEN.recall(look, partial(has_sight, state, looker, target, night, options))


SEEN_ALONG: Memory[Hashable, bool] = Memory(20_000)
"""Who saw whom all along a way, by all that a look depends on and the way."""


def is_seen_all_along(
    state: StandsState, looker: Stand, target: Stand, way: Path, *, options: Options = DEFAULTS
) -> bool:
    """Whether a stand can see another by day wherever that is on a way, looked at as often as the common clock
    looks. KIM-R131"""

    def looked() -> bool:
        if is_bare(state, looker, way):
            limit = number(state, "open_view")
            return all(is_within(looker.at, corner, limit) for corner in way)
        pairs = [(looker, replace(target, at=at)) for at in places_along(way)]
        return all(are_seen(state, pairs, night=False, options=options))

    look = look_of(looks_now(state, False, options), looker, target)
    return SEEN_ALONG.recall((look, way), looked)


def places_along(way: Path) -> list[Point]:
    """The places on a way at which a mover is looked at."""
    along = marks(way)
    xs, ys, _ = places(way, along, evenly(along[-1], STEPS_TOGETHER), STEPS_TOGETHER)
    return list(dict.fromkeys(zip(xs.tolist(), ys.tolist(), strict=True)))


def has_sight(state: StandsState, looker: Stand, target: Stand, night: bool, options: Options) -> bool:
    """The same, looked at now."""
    traced = quick_line(state, looker.at, target.at)
    return is_clear(traced, rules_of_sight(state, looker, target, night, options))


def farthest_seen(state: StandsState, target: Stand, night: bool) -> Tenths:
    """Nobody whose base is further off than this sees a target, whatever lies between."""
    if lies(state, target).conceals or is_dug_in(state, target):
        return number(state, "night_close_view" if night else "close_view")
    return number(state, "night_open_view" if night else "open_view")


def in_view_of_side(
    state: StandsState,
    side: str,
    target: Stand,
    *,
    night: bool = False,
    options: Options = DEFAULTS,
) -> Stand | None:
    """The stand of a side, the nearest, that sees a target. Kept, because every gun asks for its own shot."""
    lookers = stands_of(state, side)

    def looked() -> str:
        found = who_sees(state, lookers, [target], night=night, options=options)
        return found.get(target.id, "")

    now = looks_now(state, night, options)
    watching = tuple([(one.id, *as_looker(one)) for one in lookers])
    found = IN_VIEW.recall((now, watching, target.id, as_seen(target)), looked)
    return state.stands[found] if found else None


IN_VIEW: Memory[Hashable, str] = Memory(500)
"""Who of a side saw a stand, by all that their looks depend on; "" for nobody."""


def sees_position(
    state: StandsState, looker: Stand, at: Point, *, night: bool = False, options: Options = DEFAULTS
) -> Verdict:
    """Whether a prepared position is seen at a place: at 800, at night as anything in the open, whoever is in it or
    not; ground that conceals hides it as it hides all. KIM-3.1c, KIM-R48, KIM-R133"""
    cite("KIM-3.1c", "KIM-R48", "KIM-R133")
    empty = Stand("", "", "", "", "infantry", "a dug-in position", at, 0)
    look = Look(state, looker, empty, options, night)
    limit = number(state, "night_open_view" if night else "works_view")

    def in_view(traced: Trace) -> Iterable[Finding]:
        if not is_within(traced.start, traced.end, limit):
            reason = f"{look.words(traced.length)} away, and works are seen at {look.words(limit)}"
            yield blocked(reason, look.row("KIM-3.1c"), at=at, begins=limit)

    def in_the_open(traced: Trace) -> Iterable[Finding]:
        for piece in look.there.conceals:
            if not look.is_close(traced, piece.id):
                reason = f"in concealing ground ({name_of(piece)})"
                yield blocked(reason, look.row("KIM-3.1b"), by=piece.id, at=at, begins=traced.length)

    rules = (in_view, in_the_open, look.view_from_inside, look.closed_view, look.high_ground)
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
