"""Foresight: at which steps of the common clock anything could happen, so that no rule is asked in vain.

Where everybody will be is known until somebody is stopped. From that follows, by bounds that may say yes too often
and never no, when a mover could come near to an enemy, when one in hiding could be seen, and when a mover could be
in the sights of one who waits for him. The rules are asked at those steps, and decide. While somebody listens to
citations they are asked at every step and about everybody, so that every row is cited.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import numpy as np

from deadground.core.citing import is_heard
from deadground.space.arcs import arc
from deadground.space.many import Bools, Ints
from deadground.space.tracks import Lines, Tracks
from deadground.space.units import Tenths
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.stands.figures import figure
from deadground.systems.stands.look import Look
from deadground.systems.stands.options import Options, option
from deadground.systems.stands.rules.courses import Course
from deadground.systems.stands.rules.ranges import arc_width, range_of
from deadground.systems.stands.sight_rules import farthest_seen, farthest_shot, ground_is_open
from deadground.systems.stands.state import Stand, StandsState

Pair = tuple[str, str]


class Foresight:
    """What could happen at the steps after the one that was last taken, as long as nobody is stopped."""

    def __init__(
        self, state: StandsState, courses: Mapping[str, Course], taken: int, halt: Tenths, options: Options
    ) -> None:
        self.state = state
        self.courses = courses
        self.options = options
        self.first = taken + 1
        self.stands = list(state.stands.values())
        self.reaches: Ints = np.array([one.reach for one in self.stands], dtype=np.int64)
        self.moves: Bools = np.array([one.id in courses for one in self.stands], dtype=np.bool_)
        sides = np.array([one.side for one in self.stands])
        self.are_enemies: Bools = sides[:, None] != sides[None, :]
        self.tracks = Tracks(
            [courses[one.id].track(self.first) if one.id in courses else one.at for one in self.stands],
            STEPS_TOGETHER - taken,
        )
        self.meetings = self._meetings(halt)
        self.sights = self._sights()
        self.sure = {STEPS_TOGETHER, *self._stops(), *self.meetings, *self._discoveries()}
        self.steps = sorted(self.sure.union(self.sights))

    def next_after(self, step: int) -> int:
        """The next step at which a rule could have something to decide; the last if there is none."""
        if is_heard():
            return step + 1
        later = (one for one in self.steps if one > step)
        return next(one for one in later if one in self.sure or self._may_be_fired_at(one))

    def _may_be_fired_at(self, step: int) -> bool:
        """Whether the ground lets anybody fire who has a mover in his sights."""
        return any(self._is_open(shooter, target, step) for shooter, target in self.sights[step])

    def may_meet(self, step: int) -> list[Pair]:
        """Movers and the enemies that they could be nearer to than halt range."""
        return self.meetings.get(step, [])

    def may_be_in_sights(self, step: int, shooter: str, target: str) -> bool:
        """Whether a mover could be in the sights of one who waits for him."""
        return is_heard() or (shooter, target) in self.sights.get(step, ())

    def _stops(self) -> set[int]:
        """The steps at which bad going stops a mover."""
        steps = (course.stop_step for course in self.courses.values())
        return {max(self.first, step) for step in steps if step is not None}

    def _meetings(self, halt: Tenths) -> dict[int, list[Pair]]:
        ones, others = np.nonzero(self.are_enemies & self.moves[:, None])
        limits = halt + self.reaches[ones] + self.reaches[others]
        return self._by_step(self.tracks.nearer_than(ones, others, limits))

    def _discoveries(self) -> list[int]:
        """The steps at which one in hiding could be seen because he moves, or because somebody comes to him."""
        night = self.state.turn in self.state.night_turns
        found = np.zeros(0, dtype=np.int64)
        for i, one in enumerate(self.stands):
            if one.hidden:
                lookers = np.flatnonzero(self.are_enemies[i] & (self.moves[i] | self.moves))
                reach = (
                    figure(self.state, "open_view")
                    if self.moves[i]
                    else farthest_seen(self.state, one, night)
                )
                here = np.full(len(lookers), i)
                _, _, steps = self.tracks.nearer_than(lookers, here, reach + self.reaches[lookers])
                found = np.union1d(found, steps)
        return (found + self.first).tolist()

    def _sights(self) -> dict[int, list[Pair]]:
        """Those who wait and the movers in their range and arc, nobody surely in between, by steps."""
        walk = np.array([len(one.route) > 1 for one in self.stands], dtype=np.bool_)
        waiting = [
            (i, one) for i, one in enumerate(self.stands) if one.order == "opportunity" and not one.fired
        ]
        found = [self._in_reach(i, one, np.flatnonzero(self.are_enemies[i] & walk)) for i, one in waiting]
        lines = np.concatenate(found, axis=1) if found else np.zeros((3, 0), dtype=np.int64)
        if option(self.options, "stands_block_fire") == "on":
            shown = np.array([i for i, one in enumerate(self.stands) if not one.hidden], dtype=np.int64)
            bases = [self.stands[i].base for i in shown]
            lines = lines[:, ~self.tracks.are_screened(lines, bases, shown)]
        return self._by_step(lines)

    def _is_open(self, shooter: str, target: str, step: int) -> bool:
        """Whether the ground lets one who waits fire at a mover at a step."""
        stands, courses = self.state.stands, self.courses
        if shooter in courses or target not in courses:
            return True
        there = copy(stands[target])
        there.at = courses[target].base(step).at
        return ground_is_open(Look(self.state, stands[shooter], there, self.options, night=False))

    def _in_reach(self, i: int, shooter: Stand, targets: Ints) -> Lines:
        """Lines from a stand that waits to movers in its range and arc."""
        reach = range_of(self.state, shooter, "snap", self.options)
        inside = None if self.moves[i] else farthest_shot(self.state, shooter, self.options)
        limits = np.full(len(targets), reach if inside is None else min(reach, inside))
        lines = self.tracks.nearer_than(np.full(len(targets), i), targets, limits)
        if shooter.hidden or self.moves[i]:
            return lines
        wedge = arc(shooter.base, arc_width(self.state, shooter) * 10, "rear")
        return lines[:, self.tracks.are_in(wedge, lines)]

    def _by_step(self, lines: Lines) -> dict[int, list[Pair]]:
        found: dict[int, list[Pair]] = {}
        for one, other, step in lines.T.tolist():
            found.setdefault(self.first + step, []).append((self.stands[one].id, self.stands[other].id))
        return found
