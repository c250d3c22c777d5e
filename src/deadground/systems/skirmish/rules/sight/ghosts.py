"""What a side sees of the enemy now, and the ghosts of those it saw last. NR-108"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.citing import cite
from deadground.space.plane import is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import machines, manned
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.pieces import TablePiece, men_on_table
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los, sees_point
from deadground.systems.skirmish.state import BASE, DOWN, Figure, Ghost, Marker, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle


def look_round(g: Skirmish, at: Iterable[Figure] | None = None) -> None:
    """Note which sides see whom now, where a player is shown only what his men see. NR-108

    Of one who goes out of sight, into something too, a ghost stays where he was last seen, with the turn. Who is
    dead or gone stays known to those who saw it.
    """
    if g.state.knowledge == "open":
        return
    cite("NR-108", "NR-147", "NR-188")
    note_machines(g)
    for one in g.state.figures.values() if at is None else at:
        if one.status in ("gone", "obviously_dead"):
            continue
        if one.aboard in g.state.vehicles and is_seen_with(one):
            one.sightings = g.state.vehicles[one.aboard].sightings
            continue
        seen = tuple(
            side
            for side in g.state.sides
            if side != one.side and is_seen_by_side(g.state, one, side, g.options)
        )
        note_seen(g, one, seen)
    for marker in g.state.markers.values():
        if marker.kind == "weapon":
            marker.seen_by = tuple(side for side in g.state.sides if lies_in_sight(g, marker, side))


def note_seen(g: Skirmish, one: Figure | Vehicle | Gun, seen: tuple[str, ...]) -> None:
    """Which sides see somebody or something now, and where. NR-108"""
    for side in one.sightings.seen_by:
        if side not in seen:
            leave_ghost(g, one, side)
    for side in seen:
        forget_ghost(g, one, side)
    before = tuple((side, at) for side, at in one.sightings.seen_at if side not in seen)
    one.sightings = one.sightings.but(seen_by=seen, seen_at=(*before, *((side, one.at) for side in seen)))


def note_machines(g: Skirmish) -> None:
    """The same of vehicles and guns; of a towed gun what is seen of its tow. NR-108"""
    for one in machines(g.state):
        if one.aboard:
            one.sightings = g.state.vehicles[one.aboard].sightings
        elif one.on_table:
            sides = [side for side in g.state.sides if side != one.side]
            note_seen(g, one, tuple(side for side in sides if is_seen_by_side(g.state, one, side, g.options)))


def is_seen_with(rider: Figure) -> bool:
    """Whether a man who is aboard is known where his vehicle is: he serves in it, or rides on its deck. NS-30"""
    return rider.berth.in_vehicle or rider.berth.on_deck


def lies_in_sight(g: Skirmish, marker: Marker, side: str) -> bool:
    """Whether somebody of a side who is able to act sees what lies there, or stands beside it. NR-108, NR-164"""
    return any(
        is_within(one.at, marker.at, one.base.radius + BASE) or sees_point(g.state, one, marker.at, g.options)
        for one in men_on_table(g.state)
        if one.side == side and one.able
    )


def is_seen_by_side(state: SkirmishState, one: TablePiece, side: str, options: Options) -> bool:
    """Whether somebody of a side who is able to act sees a piece, fights with him or brings him along; or the crew
    of a vehicle does.

    NR-108, NR-147, NR-188
    """
    return any(
        friend.side == side
        and (
            one.id in friend.melee.fighting
            or (friend.able and (one.id in friend.aid.escorts or has_los(state, friend, one, options)))
        )
        for friend in state.figures.values()
    ) or any(has_los(state, watch, one, options) for watch in manned(state, side) if watch.looks_out)


def leave_ghost(g: Skirmish, one: Figure | Vehicle | Gun, side: str) -> None:
    """A side remembers where it saw a man last, and with what in his hands; or something else. NR-108

    That he fell or was taken before it lost sight of him stays with it too.
    """
    id = g.new_id()
    at = dict(one.sightings.seen_at).get(side, one.at)
    weapon = next(iter(one.arms.weapons), "") if isinstance(one, Figure) else one.type
    ghost = Ghost(id, one.id, side, at, one.facing, g.state.turn, one.name, weapon)
    if isinstance(one, Figure) and one.status in (*DOWN, "captured"):
        ghost.unit, ghost.status = one.unit, one.status
    g.state.ghosts[id] = ghost


def forget_ghost(g: Skirmish, one: TablePiece, side: str) -> None:
    """Who is seen again is no ghost any more. NR-108"""
    for id in [id for id, ghost in g.state.ghosts.items() if ghost.of == one.id and ghost.side == side]:
        del g.state.ghosts[id]
