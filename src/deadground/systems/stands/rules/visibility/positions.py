"""Dug-in positions that a side sees from afar without who is in them. KIM-3.1c, KIM-R133

Works of the map lie on the table for everybody. What a hidden stand dug for itself is shown to a side when one of
its stands sees it: from where it stands as a turn begins, and from all along a walk when that is over.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from deadground.space.paths import Path
from deadground.space.plane import distance, is_within
from deadground.space.units import shown
from deadground.systems.stands.game import Stands, enemies_of, stands_of
from deadground.systems.stands.rules.visibility.look import lies
from deadground.systems.stands.rules.visibility.sight_rules import places_along, sees_position
from deadground.systems.stands.state import Dugout, Stand, StandsState


def see_positions(g: Stands) -> None:
    """What all see from where they stand; the nearest who sees a position tells of it."""
    for side in g.state.sides:
        for garrison in unseen_positions(g.state, side):
            there = garrison.at
            lookers = sorted(stands_of(g.state, side), key=lambda one: (distance(one.at, there), one.id))
            look_at(g, garrison, lookers)


def see_positions_on(g: Stands, looker: Stand, way: Path) -> None:
    """What a stand saw on its way."""
    for garrison in unseen_positions(g.state, looker.side):
        look_at(g, garrison, (replace(looker, at=at) for at in places_along(way)))


def look_at(g: Stands, garrison: Stand, lookers: Iterable[Stand]) -> None:
    """A position is shown to the side of the first who sees it."""
    night = g.state.turn in g.state.night_turns
    limit = g.number("night_open_view" if night else "works_view")
    near = (one for one in lookers if is_within(one.at, garrison.at, limit))
    for one in near:
        if sees_position(g.state, one, garrison.at, night=night, options=g.options).seen:
            show(g, one, garrison)
            return


def unseen_positions(state: StandsState, side: str) -> list[Stand]:
    """Hidden enemies whose own position a side has not seen: in no works of the map, in no concealing ground. They
    are listed by place, which tells nothing of who they are."""
    hidden = [stand for stand in enemies_of(state, side) if stand.hidden and stand.dug_in]
    known = {one.at for one in state.dugouts.values() if one.seen_by in ("", side)}
    unseen = [one for one in hidden if one.at not in known and not is_covered(state, one)]
    return sorted(unseen, key=lambda stand: stand.at)


def is_covered(state: StandsState, stand: Stand) -> bool:
    """Whether the ground hides a stand's position with it, or shows it already."""
    lie = lies(state, stand)
    return lie.works is not None or bool(lie.conceals)


def show(g: Stands, looker: Stand, garrison: Stand) -> None:
    """A side learns of a position, and of nobody in it. KIM-3.1c"""
    dugout = Dugout(g.new_id(), garrison.at, garrison.facing, looker.side)
    g.state.dugouts[dugout.id] = dugout
    away = shown(distance(looker.at, garrison.at), "mm")
    text = f"{looker.name} sees a dug-in position {away} away, and nobody in it."
    to = g.seats_of(looker.side)
    g.tell("position", text, "KIM-3.1c", "KIM-R133", to=to, stand=looker.id, at=dugout.at)


def leave_on_table(g: Stands, stand: Stand) -> None:
    """The position of a stand that goes into hiding stays where everybody sees it. KIM-6.1c"""
    here = [one for one in g.state.dugouts.values() if one.at == stand.at]
    for one in here:
        del g.state.dugouts[one.id]
    id = next((one.id for one in here if not one.seen_by), "") or g.new_id()
    g.state.dugouts[id] = Dugout(id, stand.at, stand.facing)
