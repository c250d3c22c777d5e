"""Walking: men go along their paths step by step, and stop where a group comes into sight. NUTS-SIGHT-02, NR-10

All on one move walk at the same pace; whoever has the shorter path arrives earlier. What happens is looked at when
a step ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
import numpy as np

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.core.memory import is_quick
from deadground.space.ground import Ground
from deadground.space.lazy import lazy
from deadground.space.paths import (
    Path,
    cut,
    leg_facing,
    length,
    marks,
    place,
    rest,
    without_repeats,
)
from deadground.space.plane import Facing, Point, is_within
from deadground.space.polygons import box_of, boxes_meet
from deadground.space.units import Tenths
from deadground.space.walks import places
from deadground.systems.skirmish.crews import eyes_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.quick.behind import plainly_hidden
from deadground.systems.skirmish.quick.screens import (
    Flags,
    Numbers,
    Places,
    directions,
    in_arc,
    screens,
)
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.enemies.pefs import is_watching
from deadground.systems.skirmish.rules.movement import arriving
from deadground.systems.skirmish.rules.movement.standing import (
    bring_along,
    come_to_rest,
    put,
    short_of_enemies,
    turn,
)
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import Sighting, Watched, could_trigger
from deadground.systems.skirmish.rules.wounded.confronting import hunkered_about
from deadground.systems.skirmish.state import LOST, Figure
from deadground.systems.skirmish.vehicle import Vehicle

STEP: Tenths = 32
"""An eighth of an inch."""

ROUNDED: Tenths = 2
"""Lengths and places on a path are rounded; this many tenths for each of its points allow for it."""


def tread(
    g: Skirmish, paths: Mapping[str, Path], gone: Tenths, how: arriving.Way = "walk"
) -> tuple[Tenths, Sighting | None]:
    """Move men along their paths from a distance gone, until somebody comes into sight or all have arrived.

    How far they have gone then, and what came into sight.
    """
    movers = g.figures(paths)
    for one in movers:
        one.doing = one.doing.but(moving=True, moved_in=g.state.turn)
    lengths = {id: way_of(path).along[-1] for id, path in paths.items()}
    last = max(lengths.values(), default=0)
    ends = [*range(gone + STEP, last, STEP), last] if gone < last else []
    watched = could_trigger(g, movers)
    possible = foreseen(g, paths, watched, ends) if watched and ends and is_quick() else None
    looked_at = is_looked_at(g, paths, gone)
    for step_, end in enumerate(ends):
        gone = end
        now = watched if possible is None else [one for one, open_ in possible if open_[step_]]
        if not now and end < last and not looked_at:
            continue
        for one in movers:
            put_on_path(one, paths[one.id], min(gone, lengths[one.id]))
        bring_along(g.state, movers)
        sighting = arriving.come_about(g, how, movers, now)
        if sighting is not None:
            look_round(g)
            return gone, sighting
    look_round(g)
    return gone, None


def foreseen(
    g: Skirmish, paths: Mapping[str, Path], watched: list[Watched], ends: list[Tenths]
) -> list[tuple[Watched, Flags]]:
    """For each pair that is new to each other, the steps at which they may come into sight.

    Those whom one edge hides from the whole walk are left out first; for the others all movers are looked at
    together, enemy by enemy.
    """
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


def is_looked_at(g: Skirmish, paths: Mapping[str, Path], gone: Tenths) -> bool:
    """Whether more than enemies in sight has to be looked at in every step."""
    if g.state.knowledge != "open" or g.state.foes or is_watching(g, g.figures(paths)):
        return True
    return any(could_confront(g, g.figure(id), path, gone) for id, path in paths.items())


def could_confront(g: Skirmish, mover: Figure, path: Path, gone: Tenths) -> bool:
    """Whether anybody hunkers who is near enough to the rest of a man's way to surrender to him. NUTS-MOVE-09"""
    if not hunkered_about(g, [mover]):
        return False
    left = max(0, length(path) - gone)
    at, _ = place(path, marks(path), length(path) - left)
    reach = number("surrender") + left + ROUNDED * len(path)
    return any(
        one.status == "hunker_down" and one.side != mover.side and is_within(one.at, at, reach)
        for one in g.state.figures.values()
    )


class Way(msgspec.Struct, frozen=True):
    """What is asked about a path at every step of it: how far along its points lie, and where its legs lead."""

    along: tuple[Tenths, ...]
    facings: tuple[Facing, ...]


@lru_cache(maxsize=1000)
def way_of(path: Path) -> Way:
    return Way(marks(path), tuple(leg_facing(path, leg) for leg in range(len(path) - 1)))


def put_on_path(figure: Figure, path: Path, at: Tenths) -> None:
    """A man is so far along his path, and looks where he goes."""
    way = way_of(path)
    spot, leg = place(path, way.along, at)
    put(figure, spot)
    if way.along[-1]:
        turn(figure, way.facings[leg])


@procedure("skirmish.walk", rows=("NUTS-SIGHT-02",))
class Walk(Procedure):
    """One man walks as long as he carries out the reaction he began with; `Done` says whether he arrived.

    On the way he may come into sight of somebody who has not seen his group, and what follows is settled first.
    Whom a charge has caught goes no further, and an enemy who has come to stand in his way stops him.
    NUTS-MOVE-06, NUTS-MOVE-11, NUTS-REACT-14, NR-171, NR-172
    """

    figure: str
    points: tuple[Point, ...]
    carrying_out: str | None = None
    gone: int = 0

    @step
    def go_on(self, g: Skirmish) -> Next:
        figure = g.figure(self.figure)
        if figure.status in LOST or figure.melee.fighting or figure.reaction.reacting != self.carrying_out:
            self.halt(g, figure)
            return Done(False)
        ahead = rest(self.points, self.gone)
        free = short_of_enemies(g.state, figure, ahead)
        if free != ahead:
            self.points = cut(self.points, min(self.gone + length(free), length(self.points)))
        self.gone, sighting = tread(g, {self.figure: self.points}, self.gone, self.how)
        if sighting is None:
            return Done(True)
        return Call(links.met(sighting, extra=False), then=self.go_on)

    @property
    def how(self) -> arriving.Way:
        """He leaves, or takes cover, perhaps with a wounded friend; of no will of his own either way. NR-133"""
        return "leaving" if self.carrying_out == "leave_battlefield" else "duck back"

    def halt(self, g: Skirmish, figure: Figure) -> None:
        """Who was stopped on another's base makes room. NS-01, NR-134"""
        gone = cut(self.points, self.gone)
        if figure.status not in LOST and figure.at == gone[-1]:
            come_to_rest(g.state, figure, gone)
            look_round(g, [figure])
