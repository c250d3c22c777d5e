"""The common clock: one step of all movers at once, and what stops them. KIM-2.4a, KIM-2.5b, KIM-R66"""

from __future__ import annotations

from collections.abc import Callable

from deadground.space.bases import Base
from deadground.space.fields import Obstacles
from deadground.space.paths import cut, length
from deadground.space.plane import is_within
from deadground.space.polygons import boxes_meet
from deadground.space.routes import route
from deadground.space.units import Tenths, shown
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.stands.figures import figure
from deadground.systems.stands.game import Stands, enemies_of
from deadground.systems.stands.going import Footing, box_of_path
from deadground.systems.stands.rules.bombardment import acting_under_fire
from deadground.systems.stands.rules.courses import (
    Course,
    comes_nearer,
    is_too_near,
    last_free,
    last_free_by_halves,
    share_of,
)
from deadground.systems.stands.rules.fixed import leave_position
from deadground.systems.stands.rules.mines import enter_minefields, leave_minefields
from deadground.systems.stands.rules.route_guide import few_turns, surface_of
from deadground.systems.stands.rules.visibility import reveal_seen
from deadground.systems.stands.sight_rules import farthest_seen
from deadground.systems.stands.state import Stand

Pair = tuple[str, str]
"""A mover and an enemy it may come near to."""


class Clock:
    """All movers of the phase, made from the state; `taken` is the step that was last taken."""

    def __init__(self, g: Stands, sides: tuple[str, ...], taken: int) -> None:
        self.g = g
        self.sides = sides
        self.taken = taken
        self.halt = g.figure("halt_range")
        self.make()

    def make(self) -> None:
        """Courses of all who still move, and the pairs of enemies that may come near to each other."""
        state = self.g.state
        movers = [
            stand for stand in state.stands.values() if stand.side in self.sides and len(stand.route) > 1
        ]
        self.courses = {stand.id: Course(state, stand) for stand in movers}
        boxes = {
            stand.id: box_of_path((stand.at, *(stand.route if stand.id in self.courses else ())), stand.base)
            for stand in state.stands.values()
        }
        self.pairs: list[Pair] = []
        for stand in movers:
            near = box_of_path((stand.at, *stand.route), stand.base, self.halt)
            for enemy in enemies_of(state, stand.side):
                if boxes_meet(near, boxes[enemy.id]):
                    self.pairs.append((stand.id, enemy.id))
        self.ground_matters = not Footing(state).is_open
        night = state.turn in state.night_turns
        self.hidden = {
            stand.id: farthest_seen(state, stand, night) for stand in state.stands.values() if stand.hidden
        }

    def tick(self, step: int) -> None:
        """One step: all move, then what comes of it, kind by kind."""
        before = self.move(step)
        self.look()
        if self.ground_matters:
            self.meet_ground(before)
        self.halt_at_range(step, before)
        self.halt_in_bad_going(step)
        self.taken = step

    def move(self, step: int) -> dict[str, Base]:
        """Everybody's place at the end of the step, bad going allowed for; returns where they were."""
        before = {}
        for id, course in self.courses.items():
            stand = self.g.stand(id)
            before[id] = stand.base
            put(stand, course.base(step), stand.walked_before + course.gone(step))
        return before

    def look(self) -> None:
        """Hidden stands that have come into view, or whose lookers have. KIM-3.3a"""
        for id, reach in self.hidden.items():
            stand = self.g.state.stands.get(id)
            if stand is None or not stand.hidden:
                continue
            enemies = enemies_of(self.g.state, stand.side)
            if id in self.courses:
                reach, moved = figure(self.g.state, "open_view"), enemies
            else:
                moved = [one for one in enemies if one.id in self.courses]
            if any(is_within(one.at, stand.at, reach + one.base.reach) for one in moved):
                reveal_seen(self.g)
                return

    def meet_ground(self, before: dict[str, Base]) -> None:
        """Mines and area fire, for those who have come to them at this step. KIM-2.5e, KIM-4.12b"""
        g = self.g
        moved = [(g.stand(id), base) for id, base in sorted(before.items())]
        enter_minefields(g, moved)
        there = [(stand, base) for stand, base in moved if stand.id in g.state.stands]
        cleared = leave_minefields(g, there)
        for stand, _ in there:
            if self.courses[stand.id].footing.fire:
                acting_under_fire(g, stand)
        if cleared:
            self.make()
        self.drop_lost()

    def drop_lost(self) -> None:
        there = self.g.state.stands
        self.courses = {id: course for id, course in self.courses.items() if id in there}
        self.pairs = [(a, b) for a, b in self.pairs if a in there and b in there]

    def halt_in_bad_going(self, step: int) -> None:
        """Those who are one base depth into bad going stop for the turn. KIM-2.5b"""
        for id, course in list(self.courses.items()):
            if course.gone(step) == course.stop:
                stand = self.g.stand(id)
                fire = any(patch.cause == "fire" for patch in course.footing.felt(stand.base))
                rows = ("KIM-2.5b", "KIM-R45", *(("KIM-4.12c",) if fire else ()))
                self.stop(stand, "one base depth into bad going", *rows)

    def halt_at_range(self, step: int, before: dict[str, Base]) -> None:
        """Those who have come nearer than 50 to an enemy go back to where they had not. KIM-2.4a, KIM-R44"""
        blamed = self.too_near(before)
        ends = {id: self.halt_place(id, step, blamed, before) for id in blamed}
        for id in sorted(ends):
            stand, gone = self.g.stand(id), ends[id]
            course = self.courses[id]
            put(stand, course.base_at(gone), stand.walked_before + gone)
        for id in sorted(ends):
            self.halt_or_go_round(self.g.stand(id), step, ends[id])

    def too_near(self, before: dict[str, Base]) -> dict[str, list[str]]:
        """Each mover whose own step brought it nearer than halt range to enemies that are on the table."""
        found: dict[str, list[str]] = {}
        stands = self.g.state.stands
        for id, foe in self.pairs:
            if id not in self.courses:
                continue
            mover, enemy = stands[id], stands[foe]
            if enemy.hidden or not is_within(
                mover.at, enemy.at, self.halt + mover.base.reach + enemy.base.reach
            ):
                continue
            now, other = mover.base, enemy.base
            if is_too_near(now, other, self.halt) and comes_nearer(now, before[id], other):
                found.setdefault(id, []).append(foe)
        return found

    def halt_place(self, id: str, step: int, blamed: dict[str, list[str]], before: dict[str, Base]) -> Tenths:
        """How far a mover gets in this step. Two who come at each other are looked at at the same moment."""
        course = self.courses[id]
        low, high = course.gone(step - 1), course.gone(step)

        def foe_at(foe: str, at: Tenths) -> Base:
            if id not in blamed.get(foe, ()):
                return self.g.stand(foe).base
            other = self.courses[foe]
            return other.base_at(share_of(low, high, at, other.gone(step - 1), other.gone(step)))

        def is_free(at: Tenths) -> bool:
            base = course.base_at(at)
            for foe in blamed[id]:
                other = foe_at(foe, at)
                if is_too_near(base, other, self.halt) and comes_nearer(base, before[id], other):
                    return False
            return True

        return last_free_by_halves(low, high, is_free)

    def halt_or_go_round(self, stand: Stand, step: int, gone: Tenths) -> None:
        """As its route says: halt, or go round with what is left of the move. KIM-2.4a, KIM-R66"""
        course = self.courses[stand.id]
        left = course.length - gone
        if stand.at_halt == "round" and stand.walk_from == 0 and self.go_round(stand, step, gone, left):
            return
        self.stop(stand, f"{shown(self.halt, 'mm')} from the enemy", "KIM-2.4a", "KIM-R66")

    def go_round(self, stand: Stand, step: int, gone: Tenths, left: Tenths) -> bool:
        """A way on towards the end of the route that keeps its distance, with two turns in all, if there is one."""
        state = self.g.state
        enemies = tuple(
            (enemy.base, self.halt) for enemy in enemies_of(state, stand.side) if not enemy.hidden
        )
        goal = stand.route[-1]
        held = Obstacles(stand.base, keep_away=enemies)
        found = route(surface_of(state), stand.base, goal, left, held).path
        way = few_turns(state, found, cut(stand.route, gone))
        if len(way) < 2 or length(way) > left or step >= STEPS_TOGETHER:
            return False
        stand.route, stand.walk_from, stand.walked_before = way, step, stand.moved
        self.make()
        self.g.tell(
            "goes_round",
            f"{stand.name} goes round the enemy.",
            "KIM-2.4a",
            "KIM-R66",
            to=self.g.who_knows([stand]),
            stand=stand.id,
        )
        return True

    def stop(self, stand: Stand, why: str, *rows: str) -> None:
        """A mover ends its move where it is."""
        del self.courses[stand.id]
        self.g.tell(
            "halted", f"{stand.name} halts: {why}.", *rows, to=self.g.who_knows([stand]), stand=stand.id
        )
        end_walk(self.g, stand)


def put(stand: Stand, base: Base, moved: Tenths) -> None:
    """A stand on its way."""
    stand.at, stand.facing, stand.moved = base.at, base.facing, moved


def end_walk(g: Stands, stand: Stand) -> None:
    """A walk is over: the stand has left its works, and its route is done."""
    if not stand.route:
        return
    gone = stand.moved - stand.walked_before
    path = cut(stand.route, min(gone, length(stand.route)))
    stand.route = ()
    if stand.moved == 0:
        return
    leave_position(stand)
    stand.dug_in = False
    g.tell(
        "moved",
        f"{stand.name} moves {shown(stand.moved, 'mm')}.",
        "KIM-2.1a",
        to=g.who_knows([stand]),
        stand=stand.id,
        path=path,
        moved=stand.moved,
    )


def halt_where(g: Stands, stand: Stand, is_free: Callable[[Base], bool]) -> None:
    """Put a mover back along its route to the last place that is free; to its start if there is none."""
    course = Course(g.state, stand)
    gone = stand.moved - stand.walked_before
    end = last_free(0, gone, lambda at: is_free(course.base_at(at)))
    put(stand, course.base_at(end), stand.walked_before + end)
