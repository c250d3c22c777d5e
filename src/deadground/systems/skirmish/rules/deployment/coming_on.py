"""Coming on: those who were not there at the beginning come by an edge of the table in their turn. NR-206"""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.requests import AnyRequest, PlaceValue
from deadground.core.view import View
from deadground.systems.skirmish.game import Skirmish, named_together
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.groups import form_groups
from deadground.systems.skirmish.rules.deployment.placing import (
    coming_now,
    places_for,
    request_for,
    to_place,
    with_zones,
    zones_named,
)
from deadground.systems.skirmish.rules.movement import standing
from deadground.systems.skirmish.rules.movement.arriving import come_about
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, SkirmishState


@procedure("skirmish.coming_on")
class ComingOn(Procedure):
    """Those of a side who are due in its phase. Who finds no room at the edge comes a turn later. NR-206"""

    men: tuple[str, ...] = ()
    """Those who have come on."""

    @step
    def begin(self, g: Skirmish) -> Next:
        due = coming_now(g.state)
        there = places_for(g.state, with_zones(g.state, due))
        late = [one for one in due if one.id not in there]
        if late:
            text = f"{named_together(late)} found no room to come on."
            g.tell("no_room", text, "NR-206", to=g.seats_of(g.state.phase))
        if not there:
            return Done()
        seats = tuple(dict.fromkeys(g.seat_of(one) for one in due if one.id in there and g.seat_of(one)))
        if seats:
            return Ask(self.where, seats, then=self.placed)
        self.come(g, {id: PlaceValue(at, g.state.to_come[id].facing) for id, at in there.items()})
        return Go(self.look)

    @question
    def where(self, view: View[SkirmishState]) -> AnyRequest:
        men = to_place(view.state, view.seat)
        return request_for(f"They come on by {zones_named(men)}.", men, places_for(view.state, men))

    @step
    def placed(self, g: Skirmish) -> Next:
        for value in self.answer(dict[str, dict[str, PlaceValue]]).values():
            self.come(g, value)
        return Go(self.look)

    @step
    def look(self, g: Skirmish) -> Next:
        """What follows from where they stand, until nothing more does. NUTS-SIGHT-02, NUTS-PEF-05, NUTS-MOVE-09"""
        met = come_about(g, "coming on", [one for one in g.figures(self.men) if one.able])
        return Call(links.met(met, extra=False), then=self.look) if met else Done()

    def come(self, g: Skirmish, places: Mapping[str, PlaceValue]) -> None:
        """They stand at the edge, in groups of their own, and whoever sees them sees them. NR-206, NS-01, NR-108"""
        men = []
        for id, place in places.items():
            waiting = g.state.to_come.pop(id)
            one = Figure(**{name: getattr(waiting, name) for name in Figure.__struct_fields__})
            g.state.figures[id] = one
            standing.put(one, place.at)
            standing.turn(one, place.facing or 0)
            standing.make_room(g.state, one)
            men.append(one)
            self.men += (id,)
        form_groups(g, g.state.phase, self.men)
        look_round(g)
        text = f"{named_together(men)} come on."
        g.tell_of(men, "comes_on", text, "NR-206", men=[one.id for one in men])
