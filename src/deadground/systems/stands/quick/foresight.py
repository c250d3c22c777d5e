"""Foresight: at which steps of the common clock anything could happen, so that no rule is asked in vain.

Where everybody will be is known until somebody is stopped. From that follows, by bounds that may say yes too often
and never no, when a mover could come near to an enemy, when one in hiding could be seen, and when a mover could be
in the sights of one who waits for him. The rules are asked at those steps, and decide. While somebody listens to
citations they are asked at every step and about everybody, so that every row is cited.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping
from copy import copy
from itertools import islice

import numpy as np

from deadground.core.memory import is_quick
from deadground.space.arcs import arc
from deadground.space.lazy import lazy
from deadground.space.many import Bools, Ints
from deadground.space.plane import root
from deadground.space.tracks import Lines, LinesBySteps, Rings, Tracks
from deadground.space.units import Tenths
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.stands.game import Stands
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.quick.snap_chances import SnapChances, goes_by_chance
from deadground.systems.stands.rules.fire.ranges import arc_width, range_of
from deadground.systems.stands.rules.fire.snap_law import (
    is_ambush,
    is_in_view_all_turn,
    is_in_view_now,
    is_recon_coming,
    obeys,
)
from deadground.systems.stands.rules.movement.arrivals import walk_on
from deadground.systems.stands.rules.movement.courses import Course, runs_into, walks_too_near
from deadground.systems.stands.rules.visibility.look import Look
from deadground.systems.stands.rules.visibility.sight_rules import (
    farthest_seen,
    farthest_shot,
    ground_is_open,
    seen_by,
    watchers_of,
)
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
        self._by_chance: dict[Pair, SnapChances] = {}
        self.meetings = self._meetings(self.are_enemies & self.moves[:, None])
        self.glimpses = self._glimpses(self.are_enemies & (self.moves | self.moves[:, None]))
        self.overlooked = True
        """Whether there may be somebody in hiding who is seen from where nobody moves: no look has been taken since
        all are where they are. Until then every step is taken at which one in hiding comes near to anybody."""
        self.aims = self._aims()
        self._in_view: dict[tuple[str, str, bool], bool] = {}
        """Which movers those who wait have in view all turn; with their works, and without."""
        self._look_out()

    @lazy
    def rings(self) -> Rings:
        """How much ground the bases cover."""
        return Rings([one.base for one in self.stands])

    def settle(self, halted: Collection[str], courses: Mapping[str, Course], taken: int) -> None:
        """Some movers have been stopped: they stay where they are, and others may come to them there.

        Nobody asks again about steps before the one that was last taken.
        """
        now = taken - self.first
        self.courses = courses
        # Only lines of those who were stopped change: theirs are made anew from where they stay, others are kept.
        gone = [i for i, one in enumerate(self.stands) if one.id in halted]
        for i in gone:
            self.tracks.settle(i, self.stands[i].at)
        self.moves[gone] = False
        stays: Bools = np.zeros(len(self.stands), dtype=np.bool_)
        stays[gone] = True
        met = self._meetings(self.are_enemies & self.moves[:, None] & stays)
        self.meetings = np.concatenate((without(self.meetings, stays, now), met), axis=1)
        near = self._glimpses(self.are_enemies & (stays | stays[:, None]))
        walk = self.moves[near[0]] | self.moves[near[1]]
        self.overlooked |= self._is_seen(near[:, ~walk & (near[2] == now)], taken)
        self.glimpses = np.concatenate((without(self.glimpses, stays, now), near[:, walk]), axis=1)
        waits = any(self.stands[i].order == "opportunity" for i in gone)
        self.aims = self._aims() if waits else without(self.aims, stays, now)
        self._look_out()

    def _look_out(self) -> None:
        """Who may be met, seen or fired at, and so the steps at which anything could happen.

        Who it is at a step is looked up when somebody asks about that step.
        """
        self._in_sights: dict[int, set[Pair]] = {}
        self._discovered: dict[int, bool] = {}
        self._meeting, self._aimed = LinesBySteps(self.meetings), LinesBySteps(self._sights())
        self._glimpsed = LinesBySteps(self.glimpses)
        self.sure = {STEPS_TOGETHER, *self._stops()}
        lines = (*self._meeting.steps, *self._aimed.steps, *self._glimpsed.steps)
        self.steps = sorted(self.sure.union([step + self.first for step in lines]))

    def next_after(self, step: int) -> int:
        """The next step at which a rule could have something to decide; the last if there is none."""
        if not is_quick():
            return step + 1
        later = islice(self.steps, bisect_right(self.steps, step), None)
        return next(
            one
            for one in later
            if one in self.sure or self._is_halted(one) or self.may_be_discovered(one) or self._sights_at(one)
        )

    def _is_halted(self, step: int) -> bool:
        """Whether an enemy halts a mover, who is on the table or is run into, if all get to where they are then.

        By night one bumps into those in hiding too, and into who comes nearer oneself: all meetings count. KIM-6.1d
        """
        if self.by_night:
            return bool(self.may_meet(step))
        stands, courses = self.state.stands, self.courses
        for id, foe in self.may_meet(step):
            if id not in courses or foe not in stands:
                continue
            other = courses[foe].base(step) if foe in courses else stands[foe].base
            now, before = courses[id].base(step), courses[id].base_before(step)
            if stands[foe].hidden:
                if runs_into(now, before, other):
                    return True
            elif walks_too_near(now, before, other, self.halt):
                return True
        return False

    def may_be_discovered(self, step: int) -> bool:
        """Whether one in hiding could be seen."""
        if not is_quick():
            return True
        found = self._discovered.get(step)
        if found is None:
            lines = self._glimpsed.at(step - self.first)
            found = bool(lines.size) and (self.overlooked or self.by_night or self._is_seen(lines, step))
            self._discovered[step] = found
        return found

    def looked_about(self) -> None:
        """All who are in view now have been put on the table."""
        if self.overlooked:
            self.overlooked = False
            self._discovered.clear()

    def _is_seen(self, lines: Lines, step: int) -> bool:
        """Whether anybody in hiding is seen along any of some lines, if all get to where they are at a step."""
        stands, night = self.state.stands, self.state.turn in self.state.night_turns
        near: dict[str, list[Stand]] = {}
        for looker, hidden in self._pairs(lines):
            if looker in stands and hidden in stands and stands[hidden].hidden:
                near.setdefault(hidden, []).append(self._at_step(stands[looker], step))
        watched = []
        for id, lookers in near.items():
            target = self._at_step(stands[id], step)
            reach = farthest_seen(self.state, target, night)
            watched.append((target, watchers_of(self.state, lookers, target, reach, night, self.options)))
        return bool(watched and seen_by(self.state, watched, night, self.options))

    def _at_step(self, one: Stand, step: int) -> Stand:
        """A stand as it will be at a step."""
        if one.id not in self.courses:
            return one
        there = copy(one)
        walk_on(there, self.courses[one.id], step)
        return there

    def may_meet(self, step: int) -> list[Pair]:
        """Movers and the enemies that they could be nearer to than halt range."""
        return self._pairs(self._meeting.at(step - self.first))

    def in_sights(self, step: int) -> set[Pair] | None:
        """Those who wait, each with the movers who could be in his sights; None: anybody could be in anybody's."""
        return None if not is_quick() else self._sights_at(step)

    def _sights_at(self, step: int) -> set[Pair]:
        """Those who wait and the movers who could be in their sights at a step."""
        found = self._in_sights.get(step)
        if found is None:
            pairs = self._pairs(self._aimed.at(step - self.first))
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
        """Lines from lookers to those in hiding whom they are near enough to see, of some pairs."""
        night = self.state.turn in self.state.night_turns
        hiding = [i for i, one in enumerate(self.stands) if one.hidden]
        if not hiding:
            return NO_LINES
        hidden = np.array(hiding, dtype=np.int64)
        which, lookers = np.nonzero(pairs[hidden])
        if not which.size:
            return NO_LINES
        open_view = number(self.state, "open_view")
        views = [
            open_view if self.moves[i] else farthest_seen(self.state, self.stands[i], night) for i in hiding
        ]
        limits = np.array(views, dtype=np.int64)[which] + self.reaches[lookers]
        return self.tracks.nearer_than(lookers, hidden[which], limits)

    def _aims(self) -> Lines:
        """Lines from those who wait to the movers in their range and arc whom they do not surely let pass."""
        waiting = [i for i, one in enumerate(self.stands) if one.order == "opportunity" and not one.fired]
        return self._without_passed(self._in_reach(waiting), waiting) if waiting else NO_LINES

    def _without_passed(self, lines: Lines, waiting: list[int]) -> Lines:
        """Lines without those along which a standing order surely takes no shot."""
        if not is_quick() or not lines.size:
            return lines
        squares, passed = self.tracks.squares(lines), np.zeros(lines.shape[1], dtype=np.bool_)
        # The chance goes by the range. Where nothing between the nearest and the farthest point of a walk is likely
        # enough, however the target is met, no step of it need be looked at.
        for i in waiting:
            if self.moves[i] or not goes_by_chance(self.stands[i]):
                continue
            own = lines[0] == i
            for j in set(lines[1, own].tolist()):
                between = own & (lines[1] == j)
                near, far = (root(int(end)) for end in (squares[between].min(), squares[between].max()))
                if self._chances(self.stands[i], self.stands[j]).surely_passes(near, far):
                    passed |= between
        return lines[:, ~passed]

    def _sights(self) -> Lines:
        """The same where nobody is surely in between."""
        lines = self.aims
        if lines.size and option(self.options, "stands_block_fire") == "on":
            shown = np.array([i for i, one in enumerate(self.stands) if not one.hidden], dtype=np.int64)
            lines = lines[:, ~self.tracks.are_screened(lines, self.rings, shown)[0]]
        return lines

    def _may_be_fired_at(self, shooter: str, target: str, step: int) -> bool:
        """Whether a mover could give one who waits his shot at a step, by his order and the ground."""
        stands, courses = self.state.stands, self.courses
        if shooter in courses or target not in courses:
            return True
        waits, there = stands[shooter], self._at_step(stands[target], step)
        if target in waits.passed_up or not self._may_obey(waits, there):
            return False
        if not ground_is_open(Look(self.state, waits, there, self.options, night=False)):
            return False
        return self._gives_a_shot(waits, there)

    def _may_obey(self, waits: Stand, mover: Stand) -> bool:
        """Whether a standing order does not let a mover pass."""
        if goes_by_chance(waits) and is_quick():
            return self._chances(waits, mover).takes(mover)
        return obeys(self.g, waits, mover) is not False

    def _chances(self, waits: Stand, mover: Stand) -> SnapChances:
        """The chances of one who waits at a mover, made once for its whole walk."""
        pair = waits.id, mover.id
        if pair not in self._by_chance:
            self._by_chance[pair] = SnapChances(self.state, self.options, waits, mover)
        return self._by_chance[pair]

    def _gives_a_shot(self, waits: Stand, mover: Stand) -> bool:
        """Whether a mover is no common target: ambushed, recon that comes, or in view now but not all turn. That it
        is in view all turn is looked at once."""
        if is_ambush(self.g, waits, mover) or is_recon_coming(self.g, waits, mover):
            return True
        pair = waits.id, mover.id, mover.dug_in
        if pair not in self._in_view:
            self._in_view[pair] = is_in_view_all_turn(self.g, waits, mover)
        return not self._in_view[pair] and is_in_view_now(self.g, waits, mover)

    def _in_reach(self, waiting: list[int]) -> Lines:
        """Lines from those who wait to movers in their range and arc."""
        shooters = np.array(waiting, dtype=np.int64)
        which, targets = np.nonzero(self.are_enemies[shooters] & self.moves)
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

    def _pairs(self, lines: Lines) -> list[Pair]:
        """Who is at the ends of lines."""
        return [(self.stands[i].id, self.stands[j].id) for i, j in lines[:2].T.tolist()]
