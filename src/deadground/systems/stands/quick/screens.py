"""Lines that are surely closed, by woods and towns or by others in the way, so that none is looked along in vain.
KIM-3.1d, KIM-4.18a

The ground that closes the view is sounded once. A line with a place on it that lies well inside such ground goes
through it, whatever is rounded. Whether that keeps anybody from seeing is for sight_rules.py to say; a line that is
not surely closed is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

import numpy as np

from deadground.core.memory import is_quick
from deadground.space.borders import border_of
from deadground.space.ground import Ground
from deadground.space.many import Bools
from deadground.space.plane import Point
from deadground.space.soundings import OFF, Soundings
from deadground.space.tracks import Rings, Tracks
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.stands.options import option
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.terrain import terrain_of

PLACES = 32
"""So many places are looked at along each line."""

WELL = OFF + 12
"""A sounding that says so far inside means that the place and all close about it are inside."""

SHARES = np.arange(1, PLACES) / PLACES


Pair = tuple[str, str]


def who_is_screened(
    state: StandsState, pairs: Sequence[Pair], options: Options
) -> tuple[set[Pair], set[Pair]]:
    """Those of some pairs of stands between whom somebody surely stands in the way of fire, and those between whom
    surely nobody does; none while somebody listens to citations. KIM-4.18a, KIM-R53"""
    if not pairs or not is_quick() or option(options, "stands_block_fire") != "on":
        return set(), set()
    stands = list(state.stands.values())
    number = {one.id: i for i, one in enumerate(stands)}
    lines = np.array([(number[a], number[b], 0) for a, b in pairs], dtype=np.int64).T
    shown = np.array([i for i, one in enumerate(stands) if not one.hidden], dtype=np.int64)
    tracks, rings = Tracks([one.at for one in stands], 1), Rings([one.base for one in stands])
    surely, maybe = tracks.are_screened(lines, rings, shown)
    return set(compress(pairs, surely.tolist())), set(compress(pairs, (~maybe).tolist()))


@lru_cache(maxsize=16)
def closing_ground(ground: Ground) -> Soundings:
    """How far it is to ground that closes the view."""
    closing = [piece for piece in ground.pieces if piece.polygon and terrain_of(piece).blocks]
    return Soundings(
        [border_of(piece.polygon, closed=True) for piece in closing], ground.width, ground.height
    )


def go_through(
    ground: Ground, starts: Sequence[Point], ends: Sequence[Point], after: Sequence[Tenths]
) -> Bools:
    """Which lines surely go through ground that closes the view, further from their starts than is said of each."""
    if not is_quick():
        return np.zeros(len(starts), np.bool_)
    start, end = np.array(starts, dtype=np.float64), np.array(ends, dtype=np.float64)
    way = end - start
    along = start[:, :, None] + way[:, :, None] * SHARES
    # One place well inside is enough, if it is far enough from the start: so much of the ground is seen out of.
    inside = closing_ground(ground).at(along[:, 0], along[:, 1]) <= -WELL
    inside &= np.hypot(way[:, 0], way[:, 1])[:, None] * SHARES > np.array(after)[:, None]
    return np.asarray(inside.any(axis=1), np.bool_)
