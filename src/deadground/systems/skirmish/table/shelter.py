"""What a group that is dragged somewhere has to fear, and the cover it could line there."""

from __future__ import annotations

from collections.abc import Sequence

from deadground.space.ground import Piece
from deadground.space.paths import legs
from deadground.space.plane import Point, minus, square
from deadground.space.polygons import do_cross
from deadground.space.units import Tenths
from deadground.systems.skirmish.game import enemies_of, ground_of
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.terrain import is_near_outline, terrain_of

NEAR_COVER: Tenths = 3 * INCH
"""Cover this near to where a group is dragged is lined, if it is to take cover."""

INVITING: Tenths = 2 * INCH
"""Cover this near is lined without being asked for."""

ON_IT: Tenths = INCH // 2
"""Who is dropped so near to a wall is meant to be at it, whichever side of it that is."""


def threat_to(state: SkirmishState, men: Sequence[Figure]) -> Point | None:
    """Where the nearest enemy is that the state knows of; one last seen and a question mark are enemies too."""
    if not men:
        return None
    side = men[0].side
    known = [foe.at for foe in enemies_of(state, side)]
    known += [ghost.at for ghost in state.ghosts.values() if ghost.side == side]
    known += [pef.at for pef in state.pefs.values() if pef.side != side]
    return min(known, key=lambda at: square(minus(at, men[0].at)), default=None)


def cover_near(state: SkirmishState, at: Point) -> Piece | None:
    """The piece that gives cover nearest to where a group is dragged, the thinner first."""
    found = [
        piece
        for piece in ground_of(state).pieces
        if piece.shape != "point"
        and terrain_of(piece).cover != "no"
        and (is_near_outline(piece, at, NEAR_COVER) or piece.holds(at))
    ]
    return next((piece for piece in found if not piece.polygon), found[-1] if found else None)


def shelter_at(state: SkirmishState, at: Point, threat: Point) -> Piece | None:
    """The cover that men dragged to a place are meant to line: close to it, and a wall on its sheltered side."""
    piece = cover_near(state, at)
    if piece is None or not is_near_outline(piece, at, INVITING):
        return None
    between = any(do_cross((at, threat), leg) for leg in legs(piece.points))
    is_meant = bool(piece.polygon) or between or is_near_outline(piece, at, ON_IT)
    return piece if is_meant else None
