"""Walking: men go along their paths step by step, and stop where a group comes into sight. NUTS-SIGHT-02, NR-10

All on one move walk at the same pace; whoever has the shorter path arrives earlier. What happens is looked at when
a step ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.space.paths import (
    Path,
    cut,
    length,
    marks,
    place,
    rest,
)
from deadground.space.plane import Point, is_within
from deadground.space.units import Tenths
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.quick.walks import foreseen, way_of
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
from deadground.systems.skirmish.rules.sight.sighting import Sighting, could_trigger
from deadground.systems.skirmish.rules.wounded.confronting import hunkered_about
from deadground.systems.skirmish.state import LOST, Figure

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
    possible = foreseen(g, paths, watched, ends)
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
