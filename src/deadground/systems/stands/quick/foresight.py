"""Foresight: at which steps of the common clock anything could happen, so that no rule is asked in vain.

Where everybody will be is known until somebody is stopped. From that follows, by bounds that may say yes too often
and never no, when a mover could come near to an enemy, when one in hiding could be seen, and when a mover could be
in the sights of one who waits for him. The rules are asked at those steps, and decide. While somebody listens to
citations they are asked at every step and about everybody, so that every row is cited.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy

import numpy as np

from deadground.core.citing import is_heard
from deadground.space.arcs import arc
from deadground.space.many import Bools, Ints
from deadground.space.tracks import Lines, Tracks
from deadground.space.units import Tenths
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.stands.figures import figure
from deadground.systems.stands.game import Stands
from deadground.systems.stands.look import Look
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.fire.ranges import arc_width, range_of
from deadground.systems.stands.rules.fire.snap_law import is_ambush, is_in_view_all_turn, is_recon, obeys
from deadground.systems.stands.rules.movement.arrivals import walk_on
from deadground.systems.stands.rules.movement.courses import Course, walks_too_near
from deadground.systems.stands.sight_rules import farthest_seen, farthest_shot, ground_is_open
from deadground.systems.stands.state import Stand

Pair = tuple[str, str]


NO_LINES: Lines = np.zeros((3, 0), dtype=np.int64)


def without(lines: Lines, gone: Bools, first: int) -> Lines:
    """Lines without those that begin or end at some stands, and those of steps before one."""
    return lines[:, (lines[2] >= first) & ~gone[lines[:2]].any(axis=0)] if lines.size else lines


class Foresight:
    """What could happen at the steps after the one that was last taken, as long as nobody is stopped."""

    def __init__(
        self, g: Stands, courses: Mapping[str, Course], taken: int, halt: Tenths, *, by_night: bool = False
    ) -> None:
        self.g = g
        self.state = state = g.state
        self.courses = courses
        self.halt = halt
        self.by_night = by_night
        self.options = g.options
        self.first = taken + 1
        self.stands = list(state.stands.values())
        self.reaches: Ints = np.array([one.reach for one in self.stands], dtype=np.int64)
        self.moves: Bools = np.array([one.id in courses for one in self.stands], dtype=np.bool_)
        numbers = {side: number for number, side in enumerate({one.side for one in self.stands})}
        sides = np.array([numbers[one.side] for one in self.stands], dtype=np.int64)
        self.are_enemies: Bools = sides[:, None] != sides[None, :]
        self.tracks = Tracks(
            [courses[one.id].track(self.first) if one.id in courses else one.at for one in self.stands],
            STEPS_TOGETHER - taken,
        )
        self.meetings = self._meetings(self.are_enemies & self.moves[:, None])
        self.glimpses = self._glimpses(self.are_enemies)
        self.aims = self._aims()
        self._in_view: dict[tuple[str, str, bool], bool] = {}
        """Which movers those who wait have in view all turn; with their works, and without."""
        self._look_out()

    def settle(self, halted: Collection[str], courses: Mapping[str, Course], taken: int) -> None:
        """Some movers have been stopped: they stay where they are, and others may come to them there.

        Nobody asks again about steps before the one that was last taken.
        """
        now = taken - self.first
        self.courses = courses
        gone = [i for i, one in enumerate(self.stands) if one.id in halted]
        for i in gone:
            self.tracks.settle(i, self.stands[i].at)
        self.moves[gone] = False
        stays: Bools = np.zeros(len(self.stands), dtype=np.bool_)
        stays[gone] = True
        met = self._meetings(self.are_enemies & self.moves[:, None] & stays)
        self.meetings = np.concatenate((without(self.meetings, stays, now), met), axis=1)
        seen = self._glimpses(self.are_enemies & (stays | stays[:, None]))
        self.glimpses = np.concatenate((without(self.glimpses, stays, now), seen), axis=1)
        waits = any(self.stands[i].order == "opportunity" for i in gone)
        self.aims = self._aims() if waits else without(self.aims, stays, now)
        self._look_out()

    def _look_out(self) -> None:
        """Who may be seen or fired at, and so the steps at which anything could happen."""
        self._in_sights: dict[int, set[Pair]] = {}
        self.discoveries = {step + self.first for step in set(self.glimpses[2].tolist())}
        self.meeting, self.aimed_at = self._by_step(self.meetings), self._by_step(self._sights())
        self.sure = {STEPS_TOGETHER, *self._stops(), *self.discoveries}
        self.steps = sorted(self.sure.union(self.meeting, self.aimed_at))

    def next_after(self, step: int) -> int:
        """The next step at which a rule could have something to decide; the last if there is none."""
        if is_heard():
            return step + 1
        later = (one for one in self.steps if one > step)
        return next(one for one in later if one in self.sure or self._is_halted(one) or self._sights_at(one))

    def _is_halted(self, step: int) -> bool:
        """Whether an enemy on the table halts a mover, if all get to where they are then.

        By night one bumps into those in hiding too, and into who comes nearer oneself: all meetings count. KIM-6.1d
        """
        if self.by_night:
            return bool(self.may_meet(step))
        stands, courses = self.state.stands, self.courses
        for id, foe in self.may_meet(step):
            if id not in courses or foe not in stands or stands[foe].hidden:
                continue
            other = courses[foe].base(step) if foe in courses else stands[foe].base
            if walks_too_near(courses[id].base(step), courses[id].base_before(step), other, self.halt):
                return True
        return False

    def may_be_discovered(self, step: int) -> bool:
        """Whether one in hiding could be seen."""
        return step in self.discoveries or is_heard()

    def may_meet(self, step: int) -> list[Pair]:
        """Movers and the enemies that they could be nearer to than halt range."""
        return self.meeting.get(step, [])

    def in_sights(self, step: int) -> set[Pair] | None:
        """Those who wait, each with the movers who could be in his sights; None: anybody could be in anybody's."""
        return None if is_heard() else self._sights_at(step)

    def _sights_at(self, step: int) -> set[Pair]:
        """Those who wait and the movers who could be in their sights at a step."""
        found = self._in_sights.get(step)
        if found is None:
            pairs = self.aimed_at.get(step, ())
            found = self._in_sights[step] = {pair for pair in pairs if self._may_be_fired_at(*pair, step)}
        return found

    def _stops(self) -> set[int]:
        """The steps at which bad going stops a mover."""
        steps = (course.stop_step for course in self.courses.values())
        return {max(self.first, step) for step in steps if step is not None}

    def _meetings(self, pairs: Bools) -> Lines:
        """Lines from movers to enemies that they could be nearer to than halt range, of some pairs."""
        ones, others = np.nonzero(pairs)
        limits = self.halt + self.reaches[ones] + self.reaches[others]
        return self.tracks.nearer_than(ones, others, limits)

    def _glimpses(self, pairs: Bools) -> Lines:
        """Lines from lookers to those in hiding whom they could see, because these move or they come to them; of
        some pairs."""
        night = self.state.turn in self.state.night_turns
        hiding = [i for i, one in enumerate(self.stands) if one.hidden]
        if not hiding:
            return NO_LINES
        hidden = np.array(hiding, dtype=np.int64)
        which, lookers = np.nonzero(pairs[hidden] & (self.moves[hidden, None] | self.moves))
        if not which.size:
            return NO_LINES
        open_view = figure(self.state, "open_view")
        views = [
            open_view if self.moves[i] else farthest_seen(self.state, self.stands[i], night) for i in hiding
        ]
        limits = np.array(views, dtype=np.int64)[which] + self.reaches[lookers]
        return self.tracks.nearer_than(lookers, hidden[which], limits)

    def _aims(self) -> Lines:
        """Lines from those who wait to the movers in their range and arc."""
        waiting = [i for i, one in enumerate(self.stands) if one.order == "opportunity" and not one.fired]
        return self._in_reach(waiting) if waiting else NO_LINES

    def _sights(self) -> Lines:
        """The same where nobody is surely in between."""
        lines = self.aims
        if lines.size and option(self.options, "stands_block_fire") == "on":
            shown = np.array([i for i, one in enumerate(self.stands) if not one.hidden], dtype=np.int64)
            bases = [self.stands[i].base for i in shown]
            lines = lines[:, ~self.tracks.are_screened(lines, bases, shown)[0]]
        return lines

    def _may_be_fired_at(self, shooter: str, target: str, step: int) -> bool:
        """Whether a mover could give one who waits his shot at a step, by his order and the ground."""
        stands, courses = self.state.stands, self.courses
        if shooter in courses or target not in courses:
            return True
        waits, there = stands[shooter], copy(stands[target])
        walk_on(there, courses[target], step)
        if target in waits.passed_up or not self._gives_a_shot(waits, there):
            return False
        if obeys(self.g, waits, there) is False:
            return False
        return ground_is_open(Look(self.state, waits, there, self.options, night=False))

    def _gives_a_shot(self, waits: Stand, mover: Stand) -> bool:
        """Whether a mover is no common target: recon, ambushed, or not in view all turn. That is looked at once."""
        if is_recon(mover) or is_ambush(self.g, waits, mover):
            return True
        pair = waits.id, mover.id, mover.dug_in
        if pair not in self._in_view:
            self._in_view[pair] = is_in_view_all_turn(self.g, waits, mover)
        return not self._in_view[pair]

    def _in_reach(self, waiting: list[int]) -> Lines:
        """Lines from those who wait to movers in their range and arc."""
        walk = np.array([len(one.route) > 1 for one in self.stands], dtype=np.bool_)
        shooters = np.array(waiting, dtype=np.int64)
        which, targets = np.nonzero(self.are_enemies[shooters] & walk)
        limits = np.array([self._range(i) for i in waiting], dtype=np.int64)[which]
        lines = self.tracks.nearer_than(shooters[which], targets, limits)
        borne = np.ones(lines.shape[1], dtype=np.bool_)
        for i in waiting:
            shooter = self.stands[i]
            if shooter.hidden or self.moves[i]:
                continue
            own = np.flatnonzero(lines[0] == i)
            wedge = arc(shooter.base, arc_width(self.state, shooter) * 10, "rear")
            borne[own] = self.tracks.are_in(wedge, lines[:, own])
        return lines[:, borne]

    def _range(self, i: int) -> Tenths:
        """How far one who waits can fire."""
        reach = range_of(self.state, self.stands[i], "snap", self.options)
        inside = None if self.moves[i] else farthest_shot(self.state, self.stands[i], self.options)
        return reach if inside is None else min(reach, inside)

    def _by_step(self, lines: Lines) -> dict[int, list[Pair]]:
        """Who is at the ends of lines, by the steps of the phase."""
        found: dict[int, list[Pair]] = {}
        for i, j, step in lines.T.tolist():
            found.setdefault(step + self.first, []).append((self.stands[i].id, self.stands[j].id))
        return found
