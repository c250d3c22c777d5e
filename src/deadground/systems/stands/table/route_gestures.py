"""Gestures on routes: stands dragged to where they shall go, by day and by night. KIM-2.1a, KIM-6.1a"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.core.looks import given_as
from deadground.core.requests import Gesture, Path, PathValue
from deadground.core.requests.base import Whole, gestures_on
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.space.bases import Base
from deadground.space.paths import Path as Way
from deadground.space.plane import Point, along
from deadground.space.units import Tenths
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.movement.allowance import starts_slowed
from deadground.systems.stands.rules.movement.routes import end_base
from deadground.systems.stands.rules.night.night_routes import most, night_faults
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.table.drawing import arc_shapes, march_lines, march_shapes, placed, seen_there
from deadground.systems.stands.table.forming import Formation
from deadground.systems.stands.table.group_march import Group, Wish
from deadground.systems.stands.table.marching import DayLaw, Law, March, Marching, OffRoadLaw, Stop

StandsView = View[StandsState]
Routes = dict[str, PathValue]


class RouteGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may come with a gesture on routes."""

    facing: Whole | None = None
    formation: Formation = ""
    via: tuple[tuple[Whole, Whole], ...] = ()
    at_halt: str = ""


class NightLaw:
    """Routes of a night turn: no least, no halt range. KIM-6.1a, KIM-6.1b, KIM-R74"""

    halts = False

    def __init__(self, view: StandsView) -> None:
        self.view = view
        self.stops: dict[tuple[str, Way], Stop] = {}

    def allowed(self, stand: Stand, path: Way) -> Tenths:
        """As far as the night lets it, and out of bad going no further than by day. KIM-6.1a, KIM-R74"""
        state, options = self.view.state, self.view.options
        if option(options, "night_bad_going") == "on" and starts_slowed(state, stand, path) is not None:
            return min(most(state, stand), number(state, "bad_going_move"))
        return most(state, stand)

    def least(self, stand: Stand, path: Way) -> Tenths:
        return 0

    def faults(self, stand: Stand, path: Way, facing: int | None) -> list[Fault]:
        value = PathValue(path[1:], facing)
        return night_faults(self.view.state, stand, value, self.view.options, "value")


@gestures_on("stands.routes")
def edit_day_routes(view: StandsView, request: Path, draft: Routes | None, gesture: Gesture) -> Look:
    return RouteGestures(view, request, draft, gesture, DayLaw(view), OffRoadLaw(view)).look()


@gestures_on("stands.night_routes", "stands.settled_routes")
def edit_night_routes(view: StandsView, request: Path, draft: Routes | None, gesture: Gesture) -> Look:
    return RouteGestures(view, request, draft, gesture, NightLaw(view), None).look()


class RouteGestures:
    """One gesture on a draft of routes."""

    def __init__(
        self,
        view: StandsView,
        request: Path,
        draft: Routes | None,
        gesture: Gesture,
        law: Law,
        together: Law | None,
    ) -> None:
        self.view = view
        self.state = view.state
        self.request = request
        self.routes = dict(draft or {})
        self.gesture = gesture
        self.given = given_as(RouteGiven, gesture.given)
        self.law = law
        self.together = together
        self.walkers = {walker.piece for walker in request.walkers}

    def look(self) -> Look:
        acts: dict[str, Callable[[], Iterable[str]]] = {
            "drag": self.drag,
            "clear": self.clear,
            "facing": self.facing,
            "at_halt": self.at_halt,
            "repeat": self.repeat,
            "forward": self.forward,
            "show": self.show,
        }
        act = self.gesture.act
        if act not in acts:
            raise Refused(Fault("act", f"no act is called '{act}': {did_you_mean(act, acts)}"))
        self.check_pieces()
        return self.drawn(set(acts[act]()))

    def check_pieces(self) -> None:
        """Refuse pieces that this request is not about."""
        faults = []
        for i, id in enumerate(self.gesture.pieces):
            if id not in self.walkers:
                stand = self.state.stands.get(id)
                reason = f"{stand.name} does not move now" if stand else f"no stand is called '{id}'"
                faults.append(Fault(f"pieces[{i}]", reason, self.request.rows))
        if faults:
            raise Refused(*faults)

    # The acts: each gives the stands that it was about

    def drag(self) -> Iterable[str]:
        if not self.gesture.pieces:
            raise Refused(Fault("pieces", "no stand was dragged"))
        self.march(list(dict.fromkeys(self.gesture.pieces)), self.goal())
        return self.gesture.pieces

    def goal(self) -> Point:
        to = self.gesture.to
        if isinstance(to, str):
            found = self.state.stands.get(to)
            if found is None:
                raise Refused(Fault("to", f"no stand is called '{to}'"))
            return found.at
        if to is None:
            raise Refused(Fault("to", "a drag needs a place or a stand to go to"))
        return to

    def clear(self) -> Iterable[str]:
        gone = set(self.gesture.pieces) or set(self.routes)
        self.routes = {id: value for id, value in self.routes.items() if id not in gone}
        return gone

    def facing(self) -> Iterable[str]:
        """Where stands face when they have arrived. KIM-2.2a"""
        for id in self.gesture.pieces:
            value = self.routes.get(id, PathValue())
            self.routes[id] = msgspec.structs.replace(value, facing=self.given.facing)
        return self.gesture.pieces

    def at_halt(self) -> Iterable[str]:
        """What stands do when an enemy stops them: halt, or go round. KIM-2.4a"""
        for id in self.gesture.pieces:
            value = self.routes.get(id, PathValue())
            self.routes[id] = msgspec.structs.replace(value, when_met=self.given.at_halt)
        return self.gesture.pieces

    def repeat(self) -> Iterable[str]:
        """The routes that were planned with the cards."""
        wanted = set(self.gesture.pieces) or self.walkers
        planned = msgspec.convert(self.request.proposal or {}, Routes)
        self.routes |= {id: value for id, value in planned.items() if id in wanted}
        return wanted & set(planned)

    def forward(self) -> Iterable[str]:
        """As far as they may go along their arrows, or the way they face."""
        pieces = self.gesture.pieces or tuple(self.walkers)
        for id in pieces:
            stand = self.state.stands[id]
            far = self.law.allowed(stand, (stand.at,))
            x, y = along(stand.at, stand.arrow if stand.arrow >= 0 else stand.facing, far)
            ground = ground_of(self.state)
            self.march([id], (min(max(x, 0), ground.width), min(max(y, 0), ground.height)))
        return pieces

    def show(self) -> Iterable[str]:
        return self.gesture.pieces or tuple(self.routes)

    # What an act is made of, and how it is shown

    def march(self, pieces: list[str], to: Point) -> None:
        stands = [self.state.stands[id] for id in pieces]
        wish = Wish(to, self.given.formation, self.given.facing, self.given.via)
        group = Group(self.view, stands, self.taken(set(pieces)))
        for found in group.march(wish, self.law, self.together):
            if len(found.path) > 1:
                old = self.routes.get(found.stand.id, PathValue())
                self.routes[found.stand.id] = PathValue(found.path[1:], found.facing, old.when_met)
            else:
                self.routes.pop(found.stand.id, None)

    def taken(self, moving: set[str]) -> list[Base]:
        """Where everybody else stands or will stand, as far as the draft says. KIM-R44"""
        found = []
        for stand in self.state.stands.values():
            if stand.id not in moving:
                given = self.routes.get(stand.id, PathValue())
                found.append(end_base(stand, given.points, given.facing) if given.points else stand.base)
        return found

    def drawn(self, touched: set[str]) -> Look:
        marching = Marching(self.view, self.law, ())
        marches: list[March] = []
        for id in sorted(touched & set(self.routes)):
            stand, value = self.state.stands[id], self.routes[id]
            way = (stand.at, *value.points) if value.points[:1] != (stand.at,) else value.points
            marches.append(marching.foreseen(stand, way, value.facing))
        ends = [placed(one.stand, one.end) for one in marches if len(one.path) > 1]
        lines: list[Line] = list(march_lines(self.state, marches))
        said, seen = seen_there(self.view, ends)
        shapes: list[Shape] = [shape for one in marches for shape in march_shapes(one)]
        shooting = [one for one in ends if one.order == "move_and_fire"]
        return Look(
            lines=(*lines, *said),
            shapes=(*shapes, *seen, *arc_shapes(self.state, shooting, self.view.options)),
            value=plain(self.routes),
        )


def plain(routes: Routes) -> dict[str, Any]:
    """Routes as the plain data of a choice."""
    found: dict[str, Any] = msgspec.to_builtins(routes)
    return found
