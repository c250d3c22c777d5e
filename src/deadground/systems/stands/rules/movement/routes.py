"""Routes: what is wrong with one.

Everything is judged on the seat's view: an enemy that it does not see refuses nothing. A route may be drawn into
bad going or up to an enemy; where it then stops is seen when it is walked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import PathValue
from deadground.space.arcs import Wedge
from deadground.space.bases import SLACK, Base, gap_is_within, overlap
from deadground.space.crowd import Crowd
from deadground.space.paths import Path, faults, leg_facing, legs, length, straightened, turns
from deadground.space.plane import Point, along
from deadground.space.polygons import Box
from deadground.space.routes import leg_gap
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.cards.command import is_without_cards, may
from deadground.systems.stands.rules.morale.morale import why_no_advance
from deadground.systems.stands.rules.movement.allowance import (
    Allowance,
    allowance,
    free_bends,
    minimum,
    why_no_move,
)
from deadground.systems.stands.rules.movement.going import ROW_OF, Footing, bases_along, box_of_path, grown
from deadground.systems.stands.state import Stand, StandsState


def whole(stand: Stand, route: Sequence[Point]) -> Path:
    """A route as a path from where the stand is; one that repeats the start is taken as well."""
    points = tuple((x, y) for x, y in route)
    return points if points and points[0] == stand.at else (stand.at, *points)


def route_faults(
    state: StandsState,
    stand: Stand,
    route: Sequence[Point],
    end_facing: int | None = None,
    *,
    options: Mapping[str, str] = DEFAULTS,
    at: str = "route",
) -> list[Fault]:
    """Everything that is wrong with a stand's route and the facing at its end, with rows. KIM-2.1a to KIM-2.5d"""
    path = whole(stand, route)
    if len(path) == 1:
        return turn_faults(stand, end_facing, options, at)
    drawn = [
        Fault(f"{at}.points", f"{stand.name}: {fault.says}", ("KIM-2.1a",))
        for fault in faults(path, ground_of(state))
    ]
    barred = why_no_move(state, stand, options, f"{at}.points")
    if drawn or barred:
        return [*drawn, *([barred] if barred else [])]
    allowed = allowance(state, stand, path)
    found = [
        arrow_fault(state, stand, path, at),
        length_fault(stand, path, allowed, at),
        minimum_fault(state, stand, path, allowed, options, at),
        bends_fault(state, stand, path, at),
        ground_fault(state, stand, path, at),
        enemy_fault(state, stand, path, at),
        advance_fault(state, stand, path, at),
    ]
    return [fault for fault in found if fault is not None]


def turn_faults(stand: Stand, end_facing: int | None, options: Mapping[str, str], at: str) -> list[Fault]:
    """One who stays where he is may turn only by a card for it. KIM-2.2a"""
    if end_facing is None or end_facing == stand.facing:
        return []
    cite("KIM-2.2a")
    barred = may(stand, "turn", options, at=f"{at}.facing")
    return [msgspec.structs.replace(barred, rows=(*barred.rows, "KIM-2.2a"))] if barred else []


def arrow_fault(state: StandsState, stand: Stand, path: Path, at: str) -> Fault | None:
    """The straight line from start to end is within 90 degrees of the card's arrow. KIM-1.2e, KIM-R39"""
    if stand.arrow < 0 or is_without_cards(stand):
        return None
    cite("KIM-1.2e")
    spread = number(state, "arrow_spread")
    if path[-1] == path[0] or Wedge(path[0], stand.arrow, 2 * spread * 10).holds(path[-1]):
        return None
    reason = f"{stand.name} would end more than {spread} degrees off its arrow"
    return Fault(f"{at}.points", reason, ("KIM-1.2e", "KIM-R39"))


def length_fault(stand: Stand, path: Path, allowed: Allowance, at: str) -> Fault | None:
    """No longer than the allowance, in the column the path earns. KIM-2.1a, KIM-2.3a, KIM-2.5c"""
    if length(path) <= allowed.tenths:
        return None
    why = "; ".join(line.reason for line in allowed.tally.lines)
    reason = (
        f"{stand.name} may go {shown(allowed.tenths, 'mm')} ({why}), the route is {shown(length(path), 'mm')}"
    )
    rows = tuple(dict.fromkeys(row for line in allowed.tally.lines for row in line.rows))
    return Fault(f"{at}.points", reason, (*rows, "KIM-R41"))


def minimum_fault(
    state: StandsState, stand: Stand, path: Path, allowed: Allowance, options: Mapping[str, str], at: str
) -> Fault | None:
    """At least half of the allowance, unless something ends the move before. KIM-2.1b, KIM-R40

    The road bonus need not be taken: what a stand may do off the road is enough to go by.
    """
    if option(options, "minimum_move") == "off":
        return None
    least = minimum(state, min(allowed.tenths, allowance(state, stand).tenths))
    if length(path) >= least or is_cut_short(state, stand, path, least):
        return None
    reason = f"{stand.name} must go at least {shown(least, 'mm')} or stay, the route is {shown(length(path), 'mm')}"
    return Fault(f"{at}.points", reason, ("KIM-2.1b", "KIM-R40"))


def is_cut_short(state: StandsState, stand: Stand, path: Path, least: Tenths) -> bool:
    """Whether ground, halt range or the table's edge ends a move that were carried straight on. KIM-2.1b"""
    on = along(path[-1], leg_facing(path, len(path) - 2), least - length(path) + 1)
    if not ground_of(state).on(on):
        return True
    longer = (*path, on)
    box = box_of_path(longer, stand.base)
    footing = Footing(state, box)
    halt = number(state, "halt_range")
    enemies = [one.base for one in enemies_about(state, stand.side, grown(box, halt))]
    was_in = footing.is_touched(stand.base)
    for base in bases_along(stand.base, longer):
        if footing.barred(base) or (not was_in and footing.is_felt(base)):
            return True
        was_in = was_in and footing.is_touched(base)
        if any(gap_is_within(base, enemy, halt) for enemy in enemies):
            return True
    return False


def enemies_about(state: StandsState, side: str, box: Box) -> list[Stand]:
    """The enemies of a side of whom any part could lie in a box: of those who are left out none does."""
    west, north, east, south = box
    return [
        one
        for one in state.stands.values()
        if one.side != side
        and west - (far := one.width + one.depth) <= one.at[0] <= east + far
        and north - far <= one.at[1] <= south + far
    ]


def bends_fault(state: StandsState, stand: Stand, path: Path, at: str) -> Fault | None:
    """Two changes of direction at most, bends along a road apart. KIM-2.2b"""
    most = number(state, "changes_of_direction")
    straight = straightened(path)
    if turns(straight) <= most:
        return None
    counted = turns(straight) - free_bends(state, stand, straight)
    if counted <= most:
        return None
    reason = f"{stand.name} changes direction {counted} times; {most} is the most off a road"
    return Fault(f"{at}.points", reason, ("KIM-2.2b",))


def ground_fault(state: StandsState, stand: Stand, path: Path, at: str) -> Fault | None:
    """Not through what cannot be crossed; who was on a bridge when it was blown may leave it. KIM-2.5a, KIM-R132"""
    footing = Footing(state, box_of_path(path, stand.base))
    if not any(patch.border.is_met(path, SLACK) for patch in footing.impassable):
        return None
    left = footing.barred(stand.base)
    for base in bases_along(stand.base, path):
        patch = footing.barred(base)
        if patch is not None and patch is not left:
            reason = f"{stand.name} cannot cross {patch.name}"
            return Fault(
                f"{at}.points",
                reason,
                ("KIM-2.5a", "KIM-R92", *(ROW_OF["blown"] if patch.cause == "blown" else ())),
            )
        left = patch
    return None


def enemy_fault(state: StandsState, stand: Stand, path: Path, at: str) -> Fault | None:
    """Not through an enemy that is in view: one drives up to halt range and no further. KIM-2.4a"""
    cite("KIM-2.4a")
    half = min(stand.width, stand.depth) // 2
    box = box_of_path(path, stand.base)
    for enemy in enemies_about(state, stand.side, box):
        for leg in legs(path):
            number, by = leg_gap(leg, enemy.base)
            if number < half * half * by:
                reason = f"{stand.name} would go through {enemy.name}"
                return Fault(f"{at}.points", reason, ("KIM-2.4a",))
    return None


def advance_fault(state: StandsState, stand: Stand, path: Path, at: str) -> Fault | None:
    """A command at its first morale number no longer advances. KIM-8.1b"""
    barred = why_no_advance(state, stand, path)
    return msgspec.structs.replace(barred, at=f"{at}.points") if barred else None


def end_base(stand: Stand, route: Sequence[Point], end_facing: int | None) -> Base:
    """A stand's base at the end of its route."""
    path = straightened(whole(stand, route))
    if len(path) == 1:
        return stand.base.moved(stand.at, end_facing)
    facing = leg_facing(path, len(path) - 2) if end_facing is None else end_facing
    return stand.base.moved(path[-1], facing)


def lies_on(base: Base, other: Base) -> bool:
    """Whether a stand may not end there: its base would overlap another. KIM-R44"""
    return overlap(base, other)


def crowding(
    state: StandsState, value: Mapping[str, PathValue], own: Collection[str], options: Mapping[str, str]
) -> list[Fault]:
    """Stands may pass through friends but not end on one. Where another seat's go is not known. KIM-R44"""
    ends = {
        id: end_base(state.stands[id], given.points, given.facing)
        for id, given in value.items()
        if given.points
    }
    if not ends:
        return []
    sides = {state.stands[id].side for id in ends}
    others = [other for other in state.stands.values() if other.side in sides]
    crowd = Crowd(ends.get(other.id) or other.base for other in others)
    found = []
    for id, end in ends.items():
        stand = state.stands[id]
        for which in crowd.about(end):
            other = others[which]
            if other.side != stand.side or other.id == id or not lies_on(end, crowd.bases[which]):
                continue
            if other.id in own or why_no_move(state, other, options, "") is not None:
                cite("KIM-R44")
                reason = f"{stand.name} would end on {other.name}"
                found.append(Fault(f"value.{id}.points", reason, ("KIM-2.4a", "KIM-R44")))
    return found
