"""What a human umpire settles: the air schedules of the day and the routes of the night. KIM-5.1a, KIM-6.1d

Without a person in that seat nothing is asked, and what the players gave is what happens. With one, that is what is
proposed to him.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.faults import Fault
from deadground.core.records import redact
from deadground.core.requests import AnyRequest, Guide, Option, Path, PathValue, Pick, guide
from deadground.core.view import View
from deadground.systems.stands.game import Stands, seat_of
from deadground.systems.stands.rules.aircraft.air_plans import MISSIONS, day_turns, line_id, plans_of
from deadground.systems.stands.rules.night.night_routes import NightGuide, night_walker
from deadground.systems.stands.state import Squadron, Stand, StandsState

UMPIRE = "umpire"
"""The seat of a human umpire."""

StandsView = View[StandsState]


def has_umpire(g: Stands) -> bool:
    return UMPIRE in g.seats


@procedure("stands.settle_air_plans", rows=("KIM-5.1a",))
class SettleAirPlans(Procedure):
    """The umpire sees the sealed plans of both sides for the day, and lets them stand or changes them."""

    @step
    def ask(self, g: Stands) -> Next:
        return Ask(self.schedule, UMPIRE, then=self.settled)

    @question
    def schedule(self, view: StandsView) -> AnyRequest:
        state, turns = view.state, day_turns(view.state)
        flying = [one for one in state.squadrons.values() if not one.lost]
        return Pick(
            "Settle when the squadrons appear today, and for what.",
            options=tuple(
                Option(line_id(one.id, turn, mission), f"{one.name}, turn {turn}: {label}")
                for one in flying
                for turn in turns
                for mission, label in MISSIONS.items()
            ),
            least=0,
            most=sum(one.a_day for one in flying),
            proposal=[
                line_id(one.id, *sortie) for one in flying for sortie in one.plan if sortie[0] in turns
            ],
            guide="stands.air_plan",
            rows=self.rows,
        )

    @step
    def settled(self, g: Stands) -> Next:
        planned, today = plans_of(self.reply), day_turns(g.state)
        for one in g.state.squadrons.values():
            later = [sortie for sortie in one.plan if sortie[0] not in today]
            plan = tuple(sorted([*planned.get(one.id, []), *later]))
            if not one.lost and plan != one.plan:
                one.plan = plan
                tell_changed(g, one, f"The umpire changes the plan of {one.name}.", "KIM-5.1a")
        return Done()


@guide("stands.settled_routes")
class SettledRoutesGuide(Guide):
    """Each route is judged on what the stand's own player knows: a clash in the dark is no fault. KIM-6.1d"""

    def faults(self, view: StandsView, request: Any, value: dict[str, PathValue]) -> list[Fault]:
        faults: list[Fault] = []
        for theirs, own in by_seat(view):
            part = {stand.id: value[stand.id] for stand in own if stand.id in value}
            faults += NightGuide().faults(theirs, request, part)
        return faults

    def sample(self, view: StandsView, request: Any, rng: Random) -> dict[str, Any]:
        """What was given, or other routes for the stands of some seat."""
        routes = dict(request.proposal)
        for theirs, own in by_seat(view):
            if rng.random() < 0.2:
                ids = {stand.id for stand in own}
                walkers = tuple(one for one in request.walkers if one.piece in ids)
                routes = {id: route for id, route in routes.items() if id not in ids}
                routes |= NightGuide().sample(theirs, Path("", walkers=walkers), rng)
        return routes


def by_seat(view: StandsView) -> Iterator[tuple[StandsView, list[Stand]]]:
    """For each player what he knows, and the stands he leads."""
    for seat in view.state.seats:
        theirs: StandsView = View(seat, view.seats, view.options, partial(redact, view.state, seat))
        yield theirs, [stand for stand in view.state.stands.values() if seat_of(view.state, stand) == seat]


@procedure("stands.settle_night_routes", rows=("KIM-6.1d",))
class SettleNightRoutes(Procedure):
    """The umpire sees the secret routes of both sides, and lets them stand or changes them."""

    @step
    def ask(self, g: Stands) -> Next:
        return Ask(self.routes, UMPIRE, then=self.settled)

    @question
    def routes(self, view: StandsView) -> AnyRequest:
        stands = view.state.stands.values()
        return Path(
            "Settle the routes of the night.",
            walkers=tuple(night_walker(view.state, stand) for stand in stands),
            proposal={stand.id: given(stand) for stand in stands if given(stand)},
            guide="stands.settled_routes",
            rows=self.rows,
        )

    @step
    def settled(self, g: Stands) -> Next:
        routes = self.answer(dict[str, PathValue])
        for stand in sorted(g.state.stands.values(), key=lambda one: one.id):
            if as_plain(routes.get(stand.id, PathValue())) != given(stand):
                tell_changed(g, stand, f"The umpire gives {stand.name} another route.", "KIM-6.1d")
        return Done(self.reply)


def given(stand: Stand) -> dict[str, Any]:
    """The route and facing a stand was given for the night; nothing for one that stays as it is."""
    facing = None if stand.end_facing < 0 else stand.end_facing
    return as_plain(PathValue(stand.route[1:], facing))


def as_plain(value: PathValue) -> dict[str, Any]:
    if not value.points and value.facing is None:
        return {}
    return {"points": [list(point) for point in value.points], "facing": value.facing}


def tell_changed(g: Stands, what: Stand | Squadron, text: str, row: str) -> None:
    """What the umpire changes is told to the side it belongs to."""
    g.tell("umpire", text, row, to=g.seats_of(what.side))
