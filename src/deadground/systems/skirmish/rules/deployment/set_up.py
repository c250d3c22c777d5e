"""Set-up: before the first turn players put their men where the scenario lets them. NR-206"""

from __future__ import annotations

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.requests import AnyRequest, PlaceValue
from deadground.core.view import View
from deadground.systems.skirmish.game import Skirmish, figures_of
from deadground.systems.skirmish.rules.deployment.placing import (
    places_for,
    request_for,
    to_place,
    zones_named,
)
from deadground.systems.skirmish.rules.movement import standing
from deadground.systems.skirmish.rules.sight.ghosts import leave_ghost, look_round
from deadground.systems.skirmish.scenario_file import comes_of
from deadground.systems.skirmish.state import SkirmishState


def sets_up(state: SkirmishState) -> bool:
    """Whether the scenario lets anybody choose his place. NR-206"""
    return any(comes_of(state, one) for one in state.figures.values())


@procedure("skirmish.deployment")
class Deployment(Procedure):
    """All players put their men in their places, and nobody sees another's before all are done. NR-206"""

    @step
    def begin(self, g: Skirmish) -> Next:
        g.state.stage = "deployment"
        g.tell("deployment", "Everybody sets up.", "NR-206")
        return Ask(self.where, [seat for seat in g.state.seats if to_place(g.state, seat)], then=self.placed)

    @question
    def where(self, view: View[SkirmishState]) -> AnyRequest:
        men = to_place(view.state, view.seat)
        return request_for(
            f"Put your men in their places: {zones_named(men)}.", men, places_for(view.state, men)
        )

    @step
    def placed(self, g: Skirmish) -> Next:
        """They stand there; who would stand on another's base stands beside it. NS-01"""
        for value in self.answer(dict[str, dict[str, PlaceValue]]).values():
            for id, place in value.items():
                standing.put(g.figure(id), place.at)
                standing.turn(g.figure(id), place.facing or 0)
        for side in g.state.sides.values():
            men = [one for one in figures_of(g.state, side.id) if comes_of(g.state, one)]
            for one in men:
                standing.make_room(g.state, one)
            if men:
                g.tell("set_up", f"{side.name} has set up.", "NR-206", side=side.id)
        g.state.stage = "set_up"
        self.show(g)
        look_round(g)
        return Done()

    def show(self, g: Skirmish) -> None:
        """Whoever did not set up in hiding was seen at it, where a player is not shown everything. NR-108"""
        if g.state.knowledge == "open":
            return
        for one in g.state.figures.values():
            comes = comes_of(g.state, one)
            if comes is not None and not comes.hidden:
                for side in g.state.sides:
                    if side != one.side:
                        leave_ghost(g, one, side)
