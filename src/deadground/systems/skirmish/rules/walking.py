"""Walking: men go along their paths step by step, and stop where a group comes into sight. NUTS-SIGHT-02

All on one move walk at the same pace; whoever has the shorter path arrives earlier. What happens is looked at when
a step ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.core.citing import cite, is_heard
from deadground.space.paths import (
    Path,
    facing_at,
    leg_facing,
    length,
    marks,
    point_at,
    without_repeats,
)
from deadground.space.plane import Point, is_within
from deadground.space.units import Tenths
from deadground.space.walks import places
from deadground.systems.skirmish.game import Skirmish, enemies_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules import chain
from deadground.systems.skirmish.rules.casualties import bring_along, capture
from deadground.systems.skirmish.rules.leadership import is_carrying_on
from deadground.systems.skirmish.rules.line_of_sight import has_los
from deadground.systems.skirmish.rules.screens import Flags, in_arc, surely_blocked
from deadground.systems.skirmish.rules.sighting import (
    Sighting,
    Watched,
    could_trigger,
    look_round,
    new_sighting,
)
from deadground.systems.skirmish.state import LOST, Figure

STEP: Tenths = 32
"""An eighth of an inch."""


def tread(g: Skirmish, paths: Mapping[str, Path], gone: Tenths) -> tuple[Tenths, Sighting | None]:
    """Move men along their paths from a distance gone, until somebody comes into sight or all have arrived.

    How far they have gone then, and what came into sight.
    """
    movers = g.figures(paths)
    lengths = {id: length(path) for id, path in paths.items()}
    last = max(lengths.values(), default=0)
    ends = [*range(gone + STEP, last, STEP), last] if gone < last else []
    watched = could_trigger(g, movers)
    possible = None if is_heard() or not (watched and ends) else foreseen(g, paths, watched, ends)
    for step_, end in enumerate(ends):
        gone = end
        now = watched if possible is None else [one for one, open_ in possible if open_[step_]]
        if not now and end < last and not hunkered_about(g, movers) and g.state.knowledge == "open":
            continue
        for one in movers:
            put_on_path(one, paths[one.id], min(gone, lengths[one.id]))
        bring_along(g.state, movers)
        confront(g, movers)
        look_round(g, movers)
        sighting = new_sighting(g, now) if now else None
        if sighting is not None:
            look_round(g)
            return gone, sighting
    look_round(g)
    return gone, None


def foreseen(
    g: Skirmish, paths: Mapping[str, Path], watched: list[Watched], ends: list[Tenths]
) -> list[tuple[Watched, Flags]]:
    """For each pair that is new to each other, the steps at which they may come into sight."""
    walks = {id: Steps(path, ends, g.figure(id).facing) for id, path in paths.items()}
    found = []
    for one in watched:
        mover, enemy, _ = one
        steps = walks[mover.id]
        open_ = in_arc(steps.xs, steps.ys, steps.facings, enemy.at, enemy.facing)
        if open_.any():
            open_ &= ~surely_blocked(g.ground, steps.xs, steps.ys, enemy.at)
        if open_.any():
            found.append((one, open_))
    return found


class Steps:
    """Where a man is at the end of each step, as arrays, and where he looks."""

    def __init__(self, path: Path, ends: list[Tenths], facing: int) -> None:
        path = without_repeats(path)
        along = marks(path)
        at = [min(end, along[-1]) for end in ends]
        self.xs, self.ys, legs = places(path, along, at, 1)
        looks = [leg_facing(path, leg) for leg in range(len(path) - 1)] or [facing]
        self.facings = [looks[leg] for leg in legs.tolist()]


def hunkered_about(g: Skirmish, movers: list[Figure]) -> bool:
    """Whether there is anybody who could surrender to these men. NUTS-MOVE-09"""
    return (
        any(one.status == "hunker_down" for one in enemies_of(g.state, movers[0].side)) if movers else False
    )


def put_on_path(figure: Figure, path: Path, at: Tenths) -> None:
    """A man is so far along his path, and looks where he goes."""
    figure.facing = facing_at(path, at, otherwise=figure.facing)
    figure.at = point_at(path, at)


def confront(g: Skirmish, movers: list[Figure]) -> None:
    """Hunkered enemies surrender to whoever comes within 4" of them and sees them. NUTS-MOVE-09, NR-101"""
    for mover in movers:
        if not is_carrying_on(mover):
            continue
        for enemy in enemies_of(g.state, mover.side):
            if enemy.status == "hunker_down" and enemy.reacting is None:
                surrender(g, enemy, mover)


def surrender(g: Skirmish, hunkered: Figure, enemy: Figure) -> bool:
    """A hunkered man gives himself up to an enemy who confronts him. NUTS-MOVE-09, NR-101"""
    if not is_within(hunkered.at, enemy.at, number("surrender")) or not looks_at(g, enemy, hunkered):
        return False
    capture(g, hunkered, enemy, "surrenders", "NUTS-MOVE-09", "NR-101")
    return True


def looks_at(g: Skirmish, enemy: Figure, hunkered: Figure) -> bool:
    """Whether an enemy sees a hunkered man; at this distance it does not matter whose fire he hides from."""
    in_the_open = copy(hunkered)
    in_the_open.hidden_from = ()
    return has_los(g.state, enemy, in_the_open, g.options)


def give_up(g: Skirmish, figure: Figure) -> None:
    """A man who has hunkered down looks whether he is confronted already. NR-101"""
    cite("NUTS-MOVE-09")
    for enemy in enemies_of(g.state, figure.side):
        if is_carrying_on(enemy) and surrender(g, figure, enemy):
            return


@procedure("skirmish.walk", rows=("NUTS-SIGHT-02",))
class Walk(Procedure):
    """One man walks as long as he carries out the reaction he began with; `Done` says whether he arrived.

    On the way he may come into sight of somebody who has not seen his group, and what follows is settled first.
    """

    figure: str
    points: tuple[Point, ...]
    carrying_out: str | None = None
    gone: int = 0

    @step
    def go_on(self, g: Skirmish) -> Next:
        figure = g.figure(self.figure)
        if figure.status in LOST or figure.reacting != self.carrying_out:
            return Done(False)
        self.gone, sighting = tread(g, {self.figure: self.points}, self.gone)
        if sighting is None:
            return Done(True)
        test = chain.in_sight(sighting.group, sighting.others, extra=False, only=sighting.newcomers)
        return Call(test, then=self.go_on)
