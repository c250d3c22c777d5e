"""Routes of a night turn: how far each stand may go, and who may dig in. KIM-6.1a, KIM-6.1b, KIM-R74, KIM-R98

No cards, no command rolls and no halt range: a route may lead straight at an enemy. Bad going, bends, ground that
cannot be crossed and a command's morale are as by day. Everything is judged on the seat's view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Guide, PathValue, Suggestion, Walker, guide
from deadground.core.view import View
from deadground.space.bases import Base, overlap
from deadground.space.paths import Path, faults, length
from deadground.space.plane import FULL_TURN, along, is_within
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import ground_of, seat_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.assault.contact import held_in_contact
from deadground.systems.stands.rules.morale.morale import why_retiring
from deadground.systems.stands.rules.movement.allowance import starts_slowed
from deadground.systems.stands.rules.movement.routes import (
    advance_fault,
    bends_fault,
    end_base,
    ground_fault,
    whole,
)
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.state import Stand, StandsState

StandsView = View[StandsState]

TRIES = 4
"""Random legs tried for a stand before it stays where it is."""


def own_stands(view: StandsView) -> list[Stand]:
    """The stands a seat decides for, hidden ones among them."""
    return [stand for stand in view.state.stands.values() if seat_of(view.state, stand) == view.seat]


def is_hq(state: StandsState, stand: Stand) -> bool:
    return state.commands[stand.command].hq == stand.id


def night_walker(state: StandsState, stand: Stand) -> Walker:
    ground = ground_of(state)
    return Walker(stand.id, stand.name, stand.at, most(state, stand), (0, 0, ground.width, ground.height))


def most(state: StandsState, stand: Stand) -> Tenths:
    """The furthest a stand may go in a night turn, whatever its chart says. KIM-6.1a, KIM-6.1b"""
    return number(state, "night_hq_move" if is_hq(state, stand) else "night_move")


def night_faults(
    state: StandsState, stand: Stand, value: PathValue, options: Options, at: str
) -> list[Fault]:
    """Everything that is wrong with one stand's night route. KIM-6.1a, KIM-R74"""
    path = whole(stand, value.points)
    if len(path) == 1:
        turns = value.facing is not None and value.facing != stand.facing
        barred = why_no_night_move(state, stand, f"{at}.facing") if turns else None
        return [barred] if barred else []
    drawn = [
        Fault(f"{at}.points", f"{stand.name}: {fault.says}", ("KIM-6.1a",))
        for fault in faults(path, ground_of(state))
    ]
    barred = why_no_night_move(state, stand, f"{at}.points")
    if drawn or barred:
        return [*drawn, *([barred] if barred else [])]
    found = [
        slow_fault(state, stand, path, options, at),
        bends_fault(state, stand, path, at),
        ground_fault(state, stand, path, at),
        advance_fault(state, stand, path, at),
    ]
    return [fault for fault in found if fault is not None]


def why_no_night_move(state: StandsState, stand: Stand, at: str) -> Fault | None:
    """Stands in contact stay where they are, and a command that retires is on its march off. KIM-R63, KIM-R76"""
    if stand.in_contact_with:
        cite("KIM-R63")
        return Fault(at, f"{stand.name} is in contact and cannot move", ("KIM-R63",))
    barred = why_retiring(state, stand)
    return replace(barred, at=at) if barred else None


def slow_fault(state: StandsState, stand: Stand, path: Path, options: Options, at: str) -> Fault | None:
    """A stand that begins in bad going is as slow as by day, unless the option says otherwise. KIM-R74"""
    if option(options, "night_bad_going") == "off":
        return None
    slowed = starts_slowed(state, stand, path)
    if slowed is None:
        return None
    limit = number(state, "bad_going_move")
    if length(path) <= limit:
        return None
    gone, most = shown(length(path), "mm"), shown(limit, "mm")
    reason = f"{stand.name} begins in bad going ({slowed.name}) and may go {most}, the route is {gone}"
    return Fault(f"{at}.points", reason, ("KIM-2.5c", "KIM-6.1a", "KIM-R74"))


def hq_faults(state: StandsState, value: Mapping[str, PathValue]) -> Iterator[Fault]:
    """While an HQ travels further than 400 nobody else of its command moves. KIM-6.1b, KIM-R98"""
    gone = {id: length(whole(state.stands[id], given.points)) for id, given in value.items()}
    for id, far in gone.items():
        hq = state.stands[id]
        if not is_hq(state, hq) or far <= number(state, "night_hq_near"):
            continue
        for other, moved in gone.items():
            stand = state.stands[other]
            if moved and other != id and stand.command == hq.command:
                reason = f"{stand.name} cannot move while {hq.name} travels {shown(far, 'mm')}"
                yield Fault(f"value.{other}.points", reason, ("KIM-6.1b", "KIM-R98"))


def lies_on(base: Base, other: Base) -> bool:
    """Whether two bases overlap; those far apart are told quickly."""
    return is_within(base.at, other.at, base.reach + other.reach) and overlap(base, other)


def crowding(state: StandsState, value: Mapping[str, PathValue], own: list[Stand]) -> Iterator[Fault]:
    """A seat's stands do not end on each other; where another seat's go it does not know. KIM-R44"""
    ends = {one.id: one.base for one in own}
    ends |= {
        id: end_base(state.stands[id], given.points, given.facing)
        for id, given in value.items()
        if given.points
    }
    for id, given in value.items():
        for other in own:
            if given.points and other.id != id and lies_on(ends[id], ends[other.id]):
                cite("KIM-R44")
                reason = f"{state.stands[id].name} would end on {other.name}"
                yield Fault(f"value.{id}.points", reason, ("KIM-R44",))


def why_no_digging(state: StandsState, stand: Stand) -> Fault | None:
    """Why a stand may not dig in tonight: it fights, goes too far, or is dug in already. KIM-6.1a, KIM-R113"""
    if held := held_in_contact(stand, stand.id):
        return held
    far = length(stand.route) if stand.route else 0
    limit = number(state, "night_dig_move")
    if far > limit:
        reason = f"{stand.name} moves {shown(far, 'mm')}; who digs in moves {shown(limit, 'mm')} at most"
        return Fault(stand.id, reason, ("KIM-6.1a",))
    if not far and is_dug_in(state, stand):
        return Fault(stand.id, f"{stand.name} is dug in already", ("KIM-6.1a",))
    return None


@guide("stands.night_routes")
class NightGuide(Guide):
    """The law of the routes that a seat gives in a night turn."""

    def faults(self, view: StandsView, request: Any, value: dict[str, PathValue]) -> list[Fault]:
        state = view.state
        found: list[Fault] = []
        for id, given in value.items():
            found += night_faults(state, state.stands[id], given, view.options, f"value.{id}")
        return [*found, *hq_faults(state, value), *crowding(state, value, own_stands(view))]

    def sample(self, view: StandsView, request: Any, rng: Random) -> dict[str, Any]:
        """A random leg for some of the stands; one for which none is found stays where it is."""
        own = own_stands(view)
        chosen: dict[str, PathValue] = {}
        for walker in request.walkers:
            stand = view.state.stands[walker.piece]
            for _ in range(TRIES if rng.random() < 0.7 else 0):
                far = rng.randint(1, number(view.state, "night_move"))
                tried = PathValue((along(stand.at, rng.randrange(FULL_TURN), far),))
                if night_faults(view.state, stand, tried, view.options, "value"):
                    continue
                if length(whole(stand, tried.points)) > walker.most:
                    continue
                if not list(crowding(view.state, {**chosen, stand.id: tried}, own)):
                    chosen[stand.id] = tried
                    break
        return {id: {"points": [list(point) for point in given.points]} for id, given in chosen.items()}

    def suggest(self, view: StandsView, request: Any, k: int) -> list[Suggestion]:
        return [Suggestion("Stay", {}, "nobody moves")][:k]
