"""`steady`: draws a plan and keeps to it, uses the ground, masses its fire, and knows when it is beaten."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from deadground.core.requests import Allocate, AnyRequest, Confirm, Path, Pick, Place
from deadground.core.view import View
from deadground.space.plane import Point, distance
from deadground.systems.stands.bots import support
from deadground.systems.stands.bots.answers import Answers
from deadground.systems.stands.bots.charges import TWO_TO_ONE, party_of
from deadground.systems.stands.bots.ground_sense import GroundSense, Sense
from deadground.systems.stands.bots.guns import nearest_mark
from deadground.systems.stands.bots.moves import Places, Route, by_road, march, step_to
from deadground.systems.stands.bots.orders import CardPlan
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.plans import Mind
from deadground.systems.stands.bots.plodder import kept
from deadground.systems.stands.bots.remarks import remarks
from deadground.systems.stands.bots.shelter import is_in_the_open, shelter, steps_into_cover
from deadground.systems.stands.bots.shots import allotted
from deadground.systems.stands.bots.staff import Staff
from deadground.systems.stands.bots.standing import slow_of
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.assault.leads import unbarred
from deadground.systems.stands.rules.assault.melee import PRESS, WITHDRAW
from deadground.systems.stands.state import Stand, side_of


def has_two_to_one(view: View[Any], request: Pick) -> bool:
    """Whether there are two to one in the melee that is asked about; it is told by the enemy's name."""
    stands = view.state.stands.values()
    side = side_of(view.state, view.seat)
    foes = {one.id for one in stands if one.side != side and request.prompt.startswith(f"{one.name} still")}
    mine = {one.id for one in stands if one.side == side and one.in_contact_with in foes}
    theirs = [one for one in stands if one.side != side and one.in_contact_with in mine]
    return len(mine) >= TWO_TO_ONE * len(theirs)


class Steady(Answers):
    """A commander of the middling sort, with a mind of his own."""

    def __init__(self, rng: Random) -> None:
        self.mind = Mind(rng)
        super().__init__(rng)

    def minded(self, picture: Picture) -> Mind:
        """The plan and the temper to fight by at this moment."""
        return self.mind

    def cards(self, view: View[Any], request: AnyRequest) -> Any:
        picture = Picture(view)
        staff = Staff(picture, self.minded(picture))
        plan = CardPlan(staff)
        laid = plan.laid()
        self.note = remarks(staff, laid, plan.reasons, plan.staying.union(plan.sheltering))
        return laid

    def routes(self, view: View[Any], request: Path) -> Any:
        picture = Picture(view)
        staff = Staff(picture, self.minded(picture))
        sense = GroundSense(staff)
        moving = [picture.state.stands[walker.piece] for walker in request.walkers]
        places = Places(picture)
        routes: dict[str, Any] = {}
        for one in sorted(moving, key=lambda one: self._turn_to_go(staff, one)):
            way = self._way(staff, places, one, sense.of(one))
            if way is not None:
                routes[one.id] = way
                sense.ends[one.id] = (way["points"][-1][0], way["points"][-1][1])
        staying = [one for one in moving if one.id not in routes]
        for one in staying + staying:  # others may have made room by the second time
            if one.id not in routes:
                way = self._shelter(staff, places, one, sense)
                routes |= {} if way is None else {one.id: way}
        return kept(view, request, routes)

    def _way(self, staff: Staff, places: Places, one: Stand, found: Sense) -> Route | None:
        """Along a road if that brings it to a better place than a march across country."""
        picture, face = staff.picture, self._faces(staff, one)
        task = staff.task_of(one)
        stay = found.stay
        if task is not None:
            ways = picture.grid.ways_by_row(picture.grid.cell(task.aim.at), slow_of(one))
            road = by_road(picture, places, one, ways, found.score, face)
            if road is not None and road[0] > stay:
                across = march(picture, places, one, found.score, face, road[0])
                if across is None:
                    places.put(one.id, (road[1]["points"][-1][0], road[1]["points"][-1][1]))
                return across or road[1]
        return march(picture, places, one, found.score, face, stay)

    def _shelter(self, staff: Staff, places: Places, one: Stand, sense: GroundSense) -> Route | None:
        """One that would stay in the open steps into cover beside it; under fire it goes anywhere rather than stay.

        Shells and charges come before movement: whoever threatened it when its card was laid may be gone by now.
        """
        picture, face = staff.picture, self._faces(staff, one)
        if not is_in_the_open(picture, one):
            return None
        for step in steps_into_cover(picture, one):
            into = step_to(picture, places, one, step, face)
            if into is not None:
                return into
        if shelter(picture, one) is None:
            return None
        return march(picture, places, one, sense.of(one).score, face, -inf)

    def _turn_to_go(self, staff: Staff, one: Stand) -> tuple[int, str]:
        """Those in front first: they make room for the rest."""
        task = staff.task_of(one)
        return (staff.way(one, task.aim) if task else 10**7), one.id

    def _faces(self, staff: Staff, one: Stand) -> Point | None:
        """Towards the nearest enemy it can do something about, else towards the place it goes for."""
        picture = staff.picture
        enemy = nearest_mark(picture, one) if kind_of(one).artillery else picture.nearest_foe(one.at)
        if enemy is not None and distance(enemy.at, one.at) < 8000:
            return enemy.at
        task = staff.task_of(one)
        return task.aim.at if task else None

    def fire(self, view: View[Any], request: Pick) -> Any:
        return allotted(Picture(view), request)

    def leads(self, view: View[Any], request: Pick) -> Any:
        """Those lead who have at least one beside them; others, whose company is gone, stay."""
        picture = Picture(view)
        charging = [picture.state.stands[option.id] for option in request.options]
        taken: set[str] = set()
        chosen: list[str] = []
        for one in (picture.state.stands[id] for id in request.open):
            beside = [other for other in charging if other.group == one.group and other.id not in taken]
            found = party_of(picture, one, beside)
            if found is None or found.enemy.id in taken or one.id in taken:
                continue
            if len(found.party) >= TWO_TO_ONE:
                chosen.append(one.id)
                taken |= {found.enemy.id, *(other.id for other in found.party)}
        kept = unbarred(picture.state, chosen, picture.options)
        return [id for id in chosen if id in kept]

    def press_on(self, view: View[Any], request: Pick) -> Any:
        """On while the odds of the round are good and there are two to one; else back."""
        if not isinstance(request, Pick) or PRESS not in request.open:
            return None
        is_good = request.proposal == [PRESS] and has_two_to_one(view, request)
        return [PRESS] if is_good else [WITHDRAW]

    def night_work(self, view: View[Any], request: AnyRequest) -> Any:
        """Who stays where he is digs in while it is dark: men on foot. KIM-6.1a"""
        if not isinstance(request, Pick):
            return None
        stands = view.state.stands
        return [id for id in request.open if kind_of(stands[id]).is_infantry and not stands[id].route]

    def call_in(self, view: View[Any], request: AnyRequest) -> Any:
        return support.call_in(Picture(view), request) if isinstance(request, Allocate) else None

    def bombard(self, view: View[Any], request: Place) -> Any:
        return support.bombard(Picture(view), request)

    def air_plan(self, view: View[Any], request: Pick) -> Any:
        return support.air_plan(Picture(view), request)

    def snap_shot(self, view: View[Any], request: Confirm) -> Any:
        return True if isinstance(request, Confirm) else None
