"""Ground that changes during a battle: a building comes down, a wall or hedge is breached.

The battle's state lists what has become of which piece. Its ground is made from that: whatever is kept about a
ground is kept by the ground, so with a change all of it is asked anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from deadground.space.beside import nearest_along
from deadground.space.ground import Ground, Piece, piece
from deadground.space.paths import cut, length, rest
from deadground.systems.skirmish.state import Change
from deadground.systems.skirmish.terrain import terrain_of


@lru_cache(maxsize=64)
def with_changes(ground: Ground, changes: tuple[Change, ...]) -> Ground:
    """A ground as it is after some changes, the earliest first."""
    *before, last = changes
    if before:
        ground = with_changes(ground, tuple(before))
    return ground.with_pieces(left_of(ground.by_id[last.piece], last), without=(last.piece,))


def left_of(one: Piece, change: Change) -> Iterator[Piece]:
    """What is left of a piece: rubble where it stood, or the two ends beside a breach."""
    if change.becomes == "rubble":
        yield piece(one.id, "rubble", "area", one.polygon, name=f"the rubble of {one.called}")
        return
    whole, middle = length(one.points), nearest_along(one.points, change.at)
    west, east = middle - change.across // 2, middle + change.across // 2
    ends = [(1, cut(one.points, west))] if west > 0 else []
    ends += [(2, rest(one.points, east))] if east < whole else []
    for number, points in ends:
        yield piece(f"{one.id}-{number}", one.kind, "line", points, name=one.name, tags=one.tags)


def why_not(one: Piece, becomes: str) -> str:
    """Why that cannot become of a piece, in a word; "" if it can."""
    if becomes == "rubble":
        return (
            ""
            if one.polygon and terrain_of(one).sight == "building"
            else "no building that could lie in rubble"
        )
    return "" if one.shape == "line" and not one.polygon else "no thin line that could be breached"
