"""The fallen in enemy hands: captured or dispatched, as whoever touches them likes. NUTS-REACT-11"""

from __future__ import annotations

from functools import lru_cache

from deadground.core.agenda import Ask, Done, Next, procedure, question, step
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.core.view import View
from deadground.space.bases import CONTACT
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.skirmish.game import Chained, Skirmish, cells_about, is_active
from deadground.systems.skirmish.pieces import are_within
from deadground.systems.skirmish.rules.fire.damage import dispatch
from deadground.systems.skirmish.rules.leaders.leadership import is_carrying_on
from deadground.systems.skirmish.rules.reactions.casualties import capture
from deadground.systems.skirmish.rules.sight.ghosts import forget_ghost
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState


def touched(g: Skirmish) -> Chained | None:
    """Somebody touches an enemy who is Out of the Fight, whoever of them came to the other. NUTS-REACT-11, NR-132

    Men of the group that acts come first; who fights has his hands full until that is over.
    """
    lying = [one for one in g.state.figures.values() if is_fallen(one) and not one.aboard]
    if not lying:
        return None
    reach = 2 * BASE + CONTACT
    about = cells_beside(tuple(fallen.at for fallen in lying), reach)
    touching = [
        (one, fallen)
        for one in g.state.figures.values()
        if is_carrying_on(one)
        and (one.at[0] // reach, one.at[1] // reach) in about  # few men are anywhere near one who lies there
        and not one.aboard
        and one.reaction.reacting is None
        and not one.melee.fighting
        for fallen in lying
        if fallen.side != one.side and are_within(one, fallen, CONTACT)
    ]
    if not touching:
        return None
    one, fallen = min(touching, key=lambda pair: not is_active(g.state, pair[0]))
    return TouchFallen(one.id, fallen.id)


@lru_cache(maxsize=256)
def cells_beside(places: tuple[Point, ...], wide: Tenths) -> frozenset[tuple[int, int]]:
    """The squares about some places, of a table laid out in squares so wide; the fallen lie where they fell."""
    return frozenset(cell for at in places for cell in cells_about(at, wide))


def is_fallen(figure: Figure) -> bool:
    """Out of the Fight, and in nobody's arms. NUTS-REACT-11"""
    return figure.status == "out_of_the_fight" and not figure.aid.carried_by


@procedure("skirmish.touch_fallen", rows=("NUTS-REACT-11",))
class TouchFallen(Chained):
    """An enemy has come to a man who is Out of the Fight. A side nobody plays takes prisoners. NR-101"""

    figure: str
    fallen: str

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        finder, fallen = g.figure(self.figure), g.figure(self.fallen)
        if not g.is_known(fallen, finder.side):
            fallen.sightings = fallen.sightings.but(seen_by=(*fallen.sightings.seen_by, finder.side))
            forget_ghost(g, fallen, finder.side)
        seat = g.seat_of(finder)
        if seat:
            return Ask(self.what, seat, then=self.decided)
        return self.done(g, "capture")

    @question
    def what(self, view: View[SkirmishState]) -> AnyRequest:
        name, by = view.state.figures[self.fallen].name, view.state.figures[self.figure].name
        options = (
            Option("capture", "Take him prisoner", "he is in our hands and lies where he fell"),
            Option("dispatch", "Dispatch him", "he is dead, out for good"),
        )
        prompt = f"{by} has come to {name}, who is out of the fight: say what he does."
        return Pick(prompt, options=options, proposal=["capture"], rows=self.rows)

    @step
    def decided(self, g: Skirmish) -> Next:
        return self.done(g, self.picked)

    def done(self, g: Skirmish, what: str) -> Next:
        fallen, by = g.figure(self.fallen), g.figure(self.figure)
        if what == "capture":
            capture(g, fallen, by, "falls into enemy hands,", *self.rows)
        else:
            dispatch(g, fallen, by)
        return Done()
