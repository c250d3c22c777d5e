"""At which steps of a walk anybody could come into sight, so that no other step is looked at. NUTS-SIGHT-02

Where men are at the end of each step follows from their paths until somebody stops them. `screens.py` and
`behind.py` say at which of these places an enemy is surely hidden; at all others the rules look.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
import numpy as np

from deadground.core.memory import is_quick
from deadground.space.ground import Ground
from deadground.space.lazy import lazy
from deadground.space.paths import Path, leg_facing, marks, place, without_repeats
from deadground.space.plane import Facing, Point
from deadground.space.polygons import box_of, boxes_meet
from deadground.space.units import Tenths
from deadground.space.walks import places
from deadground.systems.skirmish.crews import eyes_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.quick.behind import plainly_hidden
from deadground.systems.skirmish.quick.screens import Flags, Numbers, Places, directions, in_arc, screens
from deadground.systems.skirmish.rules.sight.sighting import Watched
from deadground.systems.skirmish.vehicle import Vehicle


class Way(msgspec.Struct, frozen=True):
    """What is asked about a path at every step of it: how far along its points lie, and where its legs lead."""

    along: tuple[Tenths, ...]
    facings: tuple[Facing, ...]


@lru_cache(maxsize=1000)
def way_of(path: Path) -> Way:
    return Way(marks(path), tuple(leg_facing(path, leg) for leg in range(len(path) - 1)))


def foreseen(
    g: Skirmish, paths: Mapping[str, Path], watched: list[Watched], ends: list[Tenths]
) -> list[tuple[Watched, Flags]] | None:
    """For each pair that is new to each other, the steps at which they may come into sight; None if every step has
    to be looked at.

    Those whom one edge hides from the whole walk are left out first; for the others all movers are looked at
    together, enemy by enemy.
    """
    if not (watched and ends and is_quick()):
        return None
    walks = {id: Steps(g.ground, path, ends, g.figure(id).facing) for id, path in paths.items()}
    eyes = {enemy.id: eyes_of(g.state, enemy) for _, enemy, _ in watched}
    hidden = hidden_on_the_way(g.ground, walks, {id: one.at for id, one in eyes.items()})
    seen = [one for one in watched if not hidden[one[1].id][one[0].id]]
    if not seen:
        return []
    row = {id: which for which, id in enumerate(dict.fromkeys(mover.id for mover, _, _ in seen))}
    left = [walks[id] for id in row]
    xs, ys = (np.concatenate(lines) for lines in zip(*(walk.places.spots for walk in left), strict=True))
    steps = Places(g.ground, xs, ys)
    ahead = np.concatenate([walk.ahead for walk in left], axis=1)
    found = []
    by_enemy: dict[str, tuple[Flags, list[bool]]] = {}
    for one in seen:
        mover, enemy, _ = one
        if enemy.id not in by_enemy:
            there = eyes[enemy.id]
            if isinstance(there, Vehicle):
                open_ = np.ones(len(steps.xs), dtype=bool)  # it may look all round
            else:
                open_ = in_arc(steps.xs, steps.ys, ahead, there.at, there.facing)
            if open_.any():
                open_ &= ~steps.hidden_from(there.at)
            walked = open_.reshape(len(left), -1)
            by_enemy[enemy.id] = walked, np.asarray(walked.any(axis=1)).tolist()
        walked, ever = by_enemy[enemy.id]
        if ever[row[mover.id]]:
            found.append((one, walked[row[mover.id]]))
    return found


def hidden_on_the_way(
    ground: Ground, walks: Mapping[str, Steps], enemies: Mapping[str, Point]
) -> dict[str, dict[str, bool]]:
    """For each enemy and each walker whether one edge hides the whole walk from him."""

    def is_close(which: int) -> Flags:
        return np.array([walk.comes_close(which) for walk in walks.values()])

    ways = [walk.corners for walk in walks.values()]
    hidden = plainly_hidden(ground, list(enemies.values()), ways, is_close)
    return {id: dict(zip(walks, row, strict=True)) for id, row in zip(enemies, hidden.tolist(), strict=True)}


class Steps:
    """Where a man is at the end of each step of his way, and where he looks: worked out if it is asked."""

    def __init__(self, ground: Ground, path: Path, ends: list[Tenths], facing: int) -> None:
        self.ground, self.ends, self.looked = ground, ends, facing
        self.path = without_repeats(path)
        self.way = way_of(self.path)
        first, leg = place(self.path, self.way.along, min(ends[0], self.way.along[-1]))
        self.corners = (first, *self.path[leg + 1 :])

    @lazy
    def _gone(self) -> tuple[Numbers, Numbers, Numbers]:
        last = self.way.along[-1]
        return places(self.path, self.way.along, [min(end, last) for end in self.ends], 1)

    @lazy
    def places(self) -> Places:
        xs, ys, _ = self._gone
        return Places(self.ground, xs, ys)

    @lazy
    def ahead(self) -> Numbers:
        """Where he looks, eastward and southward parts apart."""
        return directions(self.way.facings or (self.looked,))[:, self._gone[2]]

    def comes_close(self, which: int) -> bool:
        """Whether he comes into a piece, or so near to a hedge as to look over it."""
        if not boxes_meet(box_of(self.corners), screens(self.ground).boxes[which]):
            return False
        return self.places.clear_of(which) is not None
