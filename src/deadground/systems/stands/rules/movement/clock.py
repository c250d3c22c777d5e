"""The common clock: one step of all movers at once, and what stops them. KIM-2.4a, KIM-2.5b, KIM-R66"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from deadground.space.bases import Base, gap_is_within
from deadground.space.fields import Obstacles
from deadground.space.paths import cut, length
from deadground.space.plane import Point
from deadground.space.routes import route
from deadground.space.units import Tenths, mm, shown
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.stands.game import Stands, enemies_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.quick.foresight import Foresight, Pair
from deadground.systems.stands.rules.movement.arrivals import (
    ground_matters,
    leave_works,
    meet_ground,
    put,
    walk_on,
)
from deadground.systems.stands.rules.movement.courses import (
    Course,
    is_too_near,
    last_free_by_halves,
    runs_into,
    share_of,
    walks_too_near,
)
from deadground.systems.stands.rules.movement.room import face_as_it_stood, make_room
from deadground.systems.stands.rules.movement.route_guide import few_turns, surface_of
from deadground.systems.stands.rules.visibility.positions import see_positions_on
from deadground.systems.stands.rules.visibility.sight_rules import farthest_seen
from deadground.systems.stands.rules.visibility.visibility import reveal, reveal_seen
from deadground.systems.stands.state import Stand


class Clock:
    """All movers of the phase, made from the state; `taken` is the step that was last taken."""

    by_night: ClassVar[bool] = False

    def __init__(self, g: Stands, sides: tuple[str, ...], taken: int) -> None:
        self.g = g
        self.sides = sides
        self.taken = taken
        self.halt = g.number("halt_range")
        self.make()

    def make(self) -> None:
        """Courses of all who still move. What was foreseen holds no longer."""
        state = self.g.state
        movers = [
            stand for stand in state.stands.values() if stand.side in self.sides and len(stand.route) > 1
        ]
        self.courses = {stand.id: Course(state, stand) for stand in movers if not is_stopped(stand)}
        self.is_foreseen = False
        self.halted: set[str] = set()
        """Those who have been stopped since it was foreseen what comes."""
        self.ground_matters = ground_matters(state)
        night = state.turn in state.night_turns
        self.hidden = {
            stand.id: farthest_seen(state, stand, night) for stand in state.stands.values() if stand.hidden
        }

    def next_step(self) -> int:
        """The next step at which anything can happen; nobody is asked about those before it."""
        self.end_walks()
        if not self.is_foreseen:
            self.ahead = Foresight(self.g, self.courses, self.taken, self.halt, by_night=self.by_night)
            self.is_foreseen = True
            self.halted.clear()
        self.settle()
        return self.taken + 1 if self.ground_matters else self.ahead.next_after(self.taken)

    def settle(self) -> None:
        """Those who have been stopped are reckoned with where they are."""
        if self.halted:
            self.ahead.settle(self.halted, self.courses, self.taken)
            self.halted.clear()

    def end_walks(self) -> None:
        """The walks of those who have been stopped are over, now that all shots at them have been settled."""
        for stand in sorted(filter(is_stopped, self.g.state.stands.values()), key=lambda one: one.id):
            end_walk(self.g, stand)
            self.halted.add(stand.id)

    def in_sights(self) -> set[Pair] | None:
        """Those who wait and the movers who could be in their sights, at the step that was taken; None: anybody.

        Those who were stopped at this step may be so still. KIM-4.17b
        """
        if not self.is_foreseen:
            return None
        self.settle()
        sights = self.ahead.in_sights(self.taken)
        stopped = [one.id for one in self.g.state.stands.values() if is_stopped(one)]
        if sights is None or not stopped:
            return sights
        stands = self.g.state.stands.values()
        return sights.union((one.id, id) for one in stands if one.order == "opportunity" for id in stopped)

    def tick(self, step: int) -> None:
        """One step: all move, then what comes of it, kind by kind."""
        self.move(step)
        self.look(step)
        if self.ground_matters:
            self.meet_ground(step)
        self.run_into_hidden(step)
        self.halt_at_range(step)
        self.halt_in_bad_going(step)
        self.taken = step

    def move(self, step: int) -> None:
        """Everybody's place at the end of the step, bad going allowed for."""
        for id, course in self.courses.items():
            walk_on(self.g.stand(id), course, step)

    def look(self, step: int) -> None:
        """Hidden stands that have come into view, or whose lookers have. KIM-3.3a"""
        if not self.hidden or not self.ahead.may_be_discovered(step):
            return
        stands = self.g.state.stands
        moved = [ring_of(stands[id]) for id in self.courses]
        for id, reach in self.hidden.items():
            stand = stands.get(id)
            if stand is None or not stand.hidden:
                continue
            if id in self.courses:
                reach, others = number(self.g.state, "open_view"), map(ring_of, stands.values())
                is_near = comes_near(stand, reach, others)
            else:
                is_near = comes_near(stand, reach, moved)
            if is_near:
                reveal_seen(self.g)
                self.ahead.looked_about()
                return

    def meet_ground(self, step: int) -> None:
        """Mines and area fire, for those who have come to them at this step. KIM-2.5e, KIM-4.12b"""
        g = self.g
        moved = [(g.stand(id), course.base(step - 1)) for id, course in sorted(self.courses.items())]
        near_fire = [id for id, course in self.courses.items() if course.footing.fire]
        if meet_ground(g, moved, near_fire):
            self.make()
        self.drop_lost()

    def drop_lost(self) -> None:
        there = self.g.state.stands
        if any(id not in there for id in self.courses):
            self.courses = {id: course for id, course in self.courses.items() if id in there}
            self.is_foreseen = False

    def halt_in_bad_going(self, step: int) -> None:
        """Those who are one base depth into bad going stop for the turn. KIM-2.5b"""
        for id, course in list(self.courses.items()):
            if course.is_stopped(step):
                stand = self.g.stand(id)
                fire = any(patch.cause == "fire" for patch in course.footing.felt(stand.base))
                rows = ("KIM-2.5b", "KIM-R45", *(("KIM-4.12c",) if fire else ()))
                self.stop(stand, "one base depth into bad going", *rows)

    def halt_at_range(self, step: int) -> None:
        """Those who have come nearer than 50 to an enemy go back to where they had not. KIM-2.4a, KIM-R44"""
        blamed = self.too_near(step)
        ends = {id: self.halt_place(id, step, blamed) for id in blamed}
        for id in sorted(ends):
            stand, gone = self.g.stand(id), ends[id]
            course = self.courses[id]
            move_to(stand, course.base_at(gone), stand.walked_before + gone)
        for id in sorted(ends):
            self.halt_or_go_round(self.g.stand(id), step, ends[id], blamed[id])

    def run_into_hidden(self, step: int) -> None:
        """A hidden enemy stops nobody, unless he is run into: then he is found. KIM-R44, KIM-R161"""
        stands = self.g.state.stands
        for id, foe in self.ahead.may_meet(step):
            if id in self.courses and foe in stands and stands[foe].hidden:
                before = self.courses[id].base_before(step)
                if runs_into(stands[id].base, before, stands[foe].base):
                    reveal(self.g, stands[foe], "somebody runs into it", "KIM-R44", "KIM-R161")

    def too_near(self, step: int) -> dict[str, list[str]]:
        """Each mover whose own step brought it nearer than halt range to enemies that are on the table."""
        found: dict[str, list[str]] = {}
        stands = self.g.state.stands
        for id, foe in self.ahead.may_meet(step):
            if id not in self.courses or foe not in stands or stands[foe].hidden:
                continue
            before = self.courses[id].base_before(step)
            if walks_too_near(stands[id].base, before, stands[foe].base, self.halt):
                found.setdefault(id, []).append(foe)
        return found

    def halt_place(self, id: str, step: int, blamed: dict[str, list[str]]) -> Tenths:
        """How far a mover gets in this step. Two who come at each other are looked at at the same moment.

        Who would halt before it has come clear of the turn with which it set off stays as it stood. KIM-R152
        """
        course = self.courses[id]
        turned, low, high = course.base_before(step), course.gone(step - 1), course.gone(step)

        def foe_at(foe: str, at: Tenths) -> Base:
            if id not in blamed.get(foe, ()):
                return self.g.stand(foe).base
            other = self.courses[foe]
            return other.base_at(share_of(low, high, at, other.gone(step - 1), other.gone(step)))

        def is_free(at: Tenths, before: Base = turned) -> bool:
            base = course.base_at(at)
            return not any(walks_too_near(base, before, foe_at(foe, at), self.halt) for foe in blamed[id])

        found = last_free_by_halves(low, high, is_free)
        return found if is_free(found, course.base(step - 1)) else low

    def halt_or_go_round(self, stand: Stand, step: int, gone: Tenths, foes: list[str]) -> None:
        """As its route says: halt, or go round with what is left of the move. KIM-2.4a, KIM-R66"""
        course = self.courses[stand.id]
        left = course.length - gone
        if stand.at_halt == "round" and stand.walk_from == 0 and self.go_round(stand, step, gone, left):
            return
        limit = shown(self.halt, "mm")
        bases = [self.g.stand(foe).base for foe in foes]
        if any(is_too_near(stand.base, base, self.halt) for base in bases):
            why = "it comes no nearer to the enemy"
        elif any(gap_is_within(stand.base, base, self.halt + mm(1)) for base in bases):
            why = f"{limit} from the enemy"
        else:
            why = f"one step more would bring it within {limit} of the enemy"
        self.stop(stand, why, "KIM-2.4a", "KIM-R66")

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
        stand.came_by = cut(stand.route, gone)
        stand.route, stand.walk_from, stand.walked_before = way, step, stand.moved
        stand.stood_facing = stand.facing
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
        """A mover ends its move where it is, when the shots of this step have been settled. KIM-4.17b"""
        del self.courses[stand.id]
        self.halted.add(stand.id)
        stand.walk_from = STOPPED
        self.g.tell(
            "halted", f"{stand.name} halts: {why}.", *rows, to=self.g.who_knows([stand]), stand=stand.id
        )


STOPPED = STEPS_TOGETHER
"""In place of the step at which a stand set out: it has been stopped, and its walk ends when this step is over."""


def is_stopped(stand: Stand) -> bool:
    return len(stand.route) > 1 and stand.walk_from == STOPPED


Ring = tuple[str, Point, Tenths]


def ring_of(stand: Stand) -> Ring:
    """A stand by what holds its base whichever way it faces: its side, its place, and how far its base reaches."""
    return stand.side, stand.at, stand.reach


def comes_near(stand: Stand, limit: Tenths, others: Iterable[Ring]) -> bool:
    """Whether the base of any enemy may have come so near to a stand."""
    x, y = stand.at
    for side, at, reach in others:
        dx, dy, far = at[0] - x, at[1] - y, limit + reach
        if dx * dx + dy * dy <= far * far and side != stand.side:
            return True
    return False


def move_to(stand: Stand, base: Base, moved: Tenths) -> None:
    """A stand on its way."""
    put(stand, base.at, base.facing)
    stand.moved = moved


def end_walk(g: Stands, stand: Stand) -> None:
    """A walk is over: friends have room, the stand has left its works, and its route is done. KIM-R44"""
    if not stand.route:
        return
    stand.walk_from = 0
    make_room(g, stand)
    if stand.id not in g.state.stands:
        return
    face_as_it_stood(g, stand)
    gone = stand.moved - stand.walked_before
    path = cut(stand.route, min(gone, length(stand.route)))
    stand.route = ()
    if stand.moved == 0:
        return
    see_positions_on(g, stand, (*stand.came_by, *path))
    leave_works(stand)
    g.tell(
        "moved",
        f"{stand.name} moves {shown(stand.moved, 'mm')}.",
        "KIM-2.1a",
        to=g.who_knows([stand]),
        stand=stand.id,
        path=path,
        moved=stand.moved,
    )
