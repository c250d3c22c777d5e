"""How far a stand may move this turn, and whether it may at all. KIM-2.1a, KIM-2.1b, KIM-2.3a, KIM-R40, KIM-R41"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.memory import Memory
from deadground.core.tally import Tally
from deadground.space.bases import Base
from deadground.space.paths import Path, length
from deadground.space.units import Tenths, mm
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.overrides import cell
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.rules.morale.morale import why_retiring
from deadground.systems.stands.rules.movement.going import (
    CHARTS,
    ROW_OF,
    Footing,
    Patch,
    bases_along,
    box_of_path,
    going_now,
    keeps_to_a_road,
    layers_on,
)
from deadground.systems.stands.state import Stand, StandsState

MOVES = CHARTS["stands.movement"]

Column = Literal["road", "open"]


class Allowance(msgspec.Struct, frozen=True):
    """How far a stand may go, with the tally of what came to that: chart, bad going, minus 50, half."""

    tenths: Tenths
    tally: Tally


KEPT: Memory[Hashable, Allowance] = Memory(20_000)
"""What stands were found to be allowed, by all that the rule reads: a path is asked about several times on its way
from a draft to a move."""


def allowance(state: StandsState, stand: Stand, path: Path | None = None) -> Allowance:
    """What a stand may move this turn, along a path if one is given: it earns the road column and leaves bad
    going by the road only if it follows one. KIM-2.1a, KIM-2.3a, KIM-2.5c, KIM-4.19a, KIM-1.3b, KIM-R41
    """
    way = path or (stand.at,)
    question = (going_now(state), stand.kind, stand.order, stand.limit, stand.base, way)
    return KEPT.recall(question, lambda: worked_out(state, stand, way))


def worked_out(state: StandsState, stand: Stand, way: Path) -> Allowance:
    """The limits, in the order chart, bad going, minus 50, half. KIM-R41"""
    tally = Tally("move", rows=("KIM-2.1a",))
    column: Column = "road" if follows_road(state, stand, way) else "open"
    rows: tuple[str, ...] = ("KIM-2.1a", "KIM-2.3a") if column == "road" else ("KIM-2.1a",)
    tally.on_length(f"{mover_of(stand).replace('_', ' ')}, {column}", chart_move(state, stand, column), *rows)
    slowed = starts_slowed(state, stand, way)
    if slowed is not None:
        limit = number(state, "bad_going_move")
        rows = ("KIM-2.5c", *ROW_OF[slowed.cause])
        tally.on_length(f"begins in bad going ({slowed.name})", min(0, limit - tally.total), *rows)
    if stand.order == "move_and_fire" and kind_of(stand).is_infantry:
        loss = min(number(state, "move_and_fire_loss"), tally.total)
        tally.on_length("infantry that moves and fires", -loss, "KIM-4.19a", "KIM-1.2f")
    if stand.limit == "half":
        left = tally.total // number(state, "failed_command_part")
        tally.on_length("failed command", left - tally.total, "KIM-1.3b")
    cite("KIM-R41")
    return Allowance(tally.total, tally)


def mover_of(stand: Stand) -> str:
    """A stand's row on the movement chart; recon moves as jeeps do. KIM-2.1a, KIM-3.2a, KIM-R42"""
    kind = kind_of(stand)
    if kind.troop == "recon":
        cite("KIM-3.2a")
        return "jeep"
    return kind.speed


def chart_move(state: StandsState, stand: Stand, column: Column) -> Tenths:
    """The chart's move. KIM-2.1a"""
    return mm(cell(state, MOVES, mover_of(stand), column) or 0)


def most(state: StandsState, stand: Stand) -> Tenths:
    """No path of this stand, however drawn, may be longer than this."""
    best = Footing(state, box_of_path((stand.at,), stand.base, number(state, "road_reach")))
    column: Column = "road" if best.roads else "open"
    chart = chart_move(state, stand, column)
    if stand.order == "move_and_fire" and kind_of(stand).is_infantry:
        chart = max(0, chart - number(state, "move_and_fire_loss"))
    return chart // number(state, "failed_command_part") if stand.limit == "half" else chart


def minimum(state: StandsState, allowed: Tenths) -> Tenths:
    """The least a stand must cover if it moves at all. KIM-2.1b, KIM-R40"""
    return -(-allowed // number(state, "minimum_move_part"))


def follows_road(state: StandsState, stand: Stand, path: Path) -> bool:
    """Whether a path begins and ends within 50 of a road and keeps to it all the way. KIM-2.3a, KIM-R43"""
    cite("KIM-2.5a", "KIM-R92")
    return keeps_to_a_road(layers_on(state), stand.base, path, number(state, "road_reach"))


def starts_slowed(state: StandsState, stand: Stand, path: Path) -> Patch | None:
    """The bad going a stand begins its move in, unless a road takes it out. KIM-2.5c, KIM-2.5d, KIM-R45"""
    start = STARTS.recall((going_now(state), stand.base), lambda: began(state, stand.base))
    if not start.is_touched or start.felt or length(path) == 0:
        return start.felt
    footing = Footing(state, box_of_path(path, stand.base))
    for base in bases_along(stand.base, path)[1:]:
        if not footing.is_touched(base):
            return None
        if footing.is_felt(base):
            return footing.felt(base)[0]
    return None


class Start(NamedTuple):
    """What is under a base that sets out: whether it touches bad going, and the first that slows it, if any."""

    is_touched: bool
    felt: Patch | None


STARTS: Memory[Hashable, Start] = Memory(5_000)
"""What was found under those who set out, by all that the rule reads: it is the same for all their paths."""


def began(state: StandsState, base: Base) -> Start:
    """Look at what is under a base. KIM-2.5c, KIM-2.5d"""
    footing = Footing(state, box_of_path((base.at,), base))
    felt = footing.felt(base)
    return Start(footing.is_touched(base), felt[0] if felt else None)


def free_bends(state: StandsState, stand: Stand, path: Path) -> int:
    """How many corners of a path lie along a road, where bends do not count. KIM-2.2b"""
    roads = Footing(state, box_of_path(path, stand.base)).roads
    bases = [stand.base.moved(point) for point in path]
    on = [{road.id for road in roads if road.touches(base)} for base in bases]
    return sum(1 for before, (at, after) in zip(on, pairwise(on[1:]), strict=False) if before & at & after)


def why_no_move(state: StandsState, stand: Stand, options: Mapping[str, str], at: str) -> Fault | None:
    """Why a stand may not move at all. KIM-1.2e, KIM-1.3c, KIM-1.3h, KIM-8.1c, KIM-R63, KIM-R107"""
    if stand.in_contact_with:
        cite("KIM-R63")
        return Fault(at, f"{stand.name} is in contact and cannot move", ("KIM-7.1a", "KIM-R63"))
    retiring = why_retiring(state, stand)
    if retiring is not None:
        cite("KIM-R107")
        return Fault(at, retiring.reason, (*retiring.rows, "KIM-R107"))
    if stand.order == "move_and_fire" and stand.fired:
        return Fault(at, f"{stand.name} has fired and cannot move after that", ("KIM-1.2f", "KIM-R59"))
    return may(stand, "move", options, at=at)
