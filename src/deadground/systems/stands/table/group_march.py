"""A group dragged to a place: where each of it goes, and by which way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from deadground.core.view import View
from deadground.space.bases import Base
from deadground.space.paths import length
from deadground.space.plane import Point, minus, square
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.table.forming import Formation, middle_of, places_for
from deadground.systems.stands.table.marching import Law, March, Marching


class Wish(msgspec.Struct, frozen=True):
    """Where a group is dragged, into which formation, facing where at its end, and by which places on the way."""

    to: Point
    formation: Formation = ""
    facing: int | None = None
    via: tuple[Point, ...] = ()


class Group:
    """Stands that are dragged together; `taken` is where others stand or will stand."""

    def __init__(self, view: View[StandsState], stands: Sequence[Stand], taken: Iterable[Base]) -> None:
        self.view = view
        self.stands = stands
        self.taken = list(taken)

    def march(self, wish: Wish, law: Law, together: Law | None = None) -> list[March]:
        """A way for each. Where only some would be taken further by a road, all go by the law that keeps them
        together, if there is one."""
        marches = self.ways(wish, law)
        if together is None or len(marches) < 2:
            return marches
        ahead = [length(one.path) > together.allowed(one.stand, one.path) for one in marches]
        return self.ways(wish, together) if any(ahead) and not all(ahead) else marches

    def ways(self, wish: Wish, law: Law) -> list[March]:
        most = max(law.allowed(stand, (stand.at,)) for stand in self.stands)
        places = places_for(self.view.state, self.stands, wish.to, wish.formation, self.taken, most)
        marching = Marching(self.view, law, self.taken)
        middle = middle_of(self.stands)
        found = {}
        for stand in sorted(self.stands, key=lambda one: (square(minus(one.at, wish.to)), one.id)):
            base, faces_so = places[stand.id]
            facing = base.facing if wish.facing is None and faces_so else wish.facing
            dx, dy = minus(stand.at, middle)
            found[stand.id] = marching.march(stand, base, facing, [(x + dx, y + dy) for x, y in wish.via])
        return [found[stand.id] for stand in self.stands]
