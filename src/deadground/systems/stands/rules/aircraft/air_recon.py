"""The head of the movement phase: squadrons appear, cover meets missions, recon looks. KIM-5.2, KIM-5.5"""

from __future__ import annotations

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.requests import AnyRequest, Place, PlaceValue, Spot
from deadground.core.view import View
from deadground.space.plane import is_within
from deadground.systems.stands.game import Stands, enemies_of, ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.aircraft.air_cover import CoverChoice, air_cover
from deadground.systems.stands.rules.aircraft.air_plans import air_seats, appear, go_home, overhead
from deadground.systems.stands.rules.aircraft.anti_aircraft import AntiAircraft, Flight
from deadground.systems.stands.rules.visibility.sight_rules import is_hidden_from_air
from deadground.systems.stands.rules.visibility.visibility import reveal
from deadground.systems.stands.state import Stand, StandsState, side_of


@procedure("stands.air_recon", rows=("KIM-5.2a", "KIM-5.5a", "KIM-5.5b"))
class AirRecon(Procedure):
    """The head of the movement phase: the others come, cover does its work, and recon looks. `flights`: where."""

    flights: tuple[Flight, ...] = ()

    @step
    def begin(self, g: Stands) -> Next:
        appear(g, ("recon", "ground_attack", "air_cover"))
        if air_cover(g):
            return Call(CoverChoice(), then=self.look)
        return Go(self.look)

    @step
    def look(self, g: Stands) -> Next:
        self.reply = None
        sides = {one.side for one in overhead(g.state, "recon")}
        if not sides:
            return Done()
        return Ask(self.where, air_seats(g, sides), then=self.fly)

    @question
    def where(self, view: View[StandsState]) -> AnyRequest:
        ground = ground_of(view.state)
        own = overhead(view.state, "recon", side_of(view.state, view.seat))
        middle = [ground.width // 2, ground.height // 2]
        return Place(
            "Say where your recon aircraft look.",
            spots=tuple(Spot(one.id, one.name, (0, 0, ground.width, ground.height)) for one in own),
            apart=False,
            proposal={one.id: {"at": middle, "facing": None} for one in own},
            rows=("KIM-5.2a",),
        )

    @step
    def fly(self, g: Stands) -> Next:
        """The aircraft are put on the table, and fired at before they see anything. KIM-5.2a, KIM-R71"""
        places = self.answer(dict[str, dict[str, PlaceValue]])
        self.reply = None
        chosen = {id: place.at for own in places.values() for id, place in own.items()}
        self.flights = tuple(Flight(id, chosen[id]) for id in sorted(chosen))
        for flight in self.flights:
            name = g.state.squadrons[flight.squadron].name
            g.tell("air_recon", f"Air recon by {name}.", "KIM-5.2a", at=flight.at)
        return Call(AntiAircraft(self.flights), then=self.spot)

    @step
    def spot(self, g: Stands) -> Next:
        """Every enemy within 250 that is not in cover goes on the table. KIM-5.2a, KIM-R82"""
        found: dict[str, str] = {}
        for flight in self.flights:
            one = g.state.squadrons[flight.squadron]
            if one.mission == "recon":
                found |= {stand.id: one.name for stand in spotted(g.state, one.side, flight)}
                go_home(one)
        for id in sorted(found):
            reveal(g, g.stand(id), f"spotted from the air by {found[id]}", "KIM-5.2a", "KIM-R82")
        return Done()


def spotted(state: StandsState, side: str, flight: Flight) -> list[Stand]:
    """The hidden enemies that recon sees from the air. KIM-5.2a"""
    radius = number(state, "air_recon_radius")
    return [
        one
        for one in enemies_of(state, side)
        if one.hidden and is_within(one.at, flight.at, radius) and not is_hidden_from_air(state, one)
    ]
