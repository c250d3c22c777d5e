"""Anti-aircraft fire: before a mission takes effect, everybody near who may fire rolls. KIM-5.6, KIM-R71

Stands on the table fire of themselves, as it costs them nothing. Hidden ones and those under area fire are asked
for; every seat of the side below is asked, with such stands or without, so that the question tells nothing.
KIM-R104, KIM-R142
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.core.view import View
from deadground.space.plane import Point, is_within
from deadground.systems.stands.game import Stands, enemies_of, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.overrides import charts
from deadground.systems.stands.rules.aircraft.air_plans import go_home
from deadground.systems.stands.rules.fire.duties_of_fire import Way, open_fire, ready_to_fire, templates_over
from deadground.systems.stands.rules.visibility.visibility import is_owner, reveal
from deadground.systems.stands.state import Squadron, Stand, StandsState

WAY: Way = "anti_aircraft"

QUIET = "Aircraft overhead."
"""What everybody reads while hidden stands are decided for."""

FIRE_CARDS = ("fire", "opportunity")
"""The cards that let a unit fire at aircraft; Move and Fire is none of them. KIM-R71"""

RESULTS = ("nothing", "driven_off", "destroyed")
"""What the dice do, from the least to the most."""

WORDS = {"nothing": "no effect", "driven_off": "driven off", "destroyed": "destroyed"}


class Flight(msgspec.Struct, frozen=True):
    """A squadron that comes within reach of the ground: where it is, and whom it attacks, if anybody."""

    squadron: str
    at: Point
    target: str = ""


class Battery(msgspec.Struct, frozen=True):
    """The stands of one unit that may fire at one flight."""

    unit: str
    flight: Flight
    stands: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.unit}@{self.flight.squadron}"


class Burst(msgspec.Struct, frozen=True):
    """What a battery's dice came to."""

    battery: Battery
    result: str


def may_fire_at_aircraft(state: StandsState, stand: Stand, flight: Flight) -> bool:
    """Within 200, with a card for it or of the unit that is attacked, prone or not, and whatever it is.

    KIM-5.6a, KIM-R71, KIM-R115, KIM-R171
    """
    if not is_within(stand.at, flight.at, number(state, "anti_aircraft_range")):
        return False
    target = state.stands.get(flight.target)
    attacked = target is not None and unit_of(stand) == unit_of(target)
    if attacked and stand.order == "prone":
        cite("KIM-R115")
    if attacked and kind_of(stand).troop in ("hq", "supply", "recon"):
        cite("KIM-R171")
    return attacked or stand.order in FIRE_CARDS


def unit_of(stand: Stand) -> str:
    """The unit a stand fires with; one that has none is a unit by itself."""
    return stand.unit or stand.id


def batteries(state: StandsState, flights: Iterable[Flight]) -> list[Battery]:
    """Every unit that may fire at each flight, in an order that favours no side. KIM-5.6a"""
    cite("KIM-5.6a", "KIM-R71")
    found: list[Battery] = []
    for flight in flights:
        side = state.squadrons[flight.squadron].side
        by_unit: dict[str, list[Stand]] = {}
        for stand in sorted(enemies_of(state, side), key=lambda one: one.at):
            if may_fire_at_aircraft(state, stand, flight):
                by_unit.setdefault(unit_of(stand), []).append(stand)
        found += [Battery(unit, flight, tuple(one.id for one in own)) for unit, own in by_unit.items()]
    return found


@procedure("stands.anti_aircraft", rows=("KIM-5.6a", "KIM-5.6b", "KIM-5.6c"))
class AntiAircraft(Procedure):
    """All that the ground fires at these flights: every die, then what comes of it."""

    flights: tuple[Flight, ...]

    @step
    def take_aim(self, g: Stands) -> Next:
        above = {g.state.squadrons[flight.squadron].side for flight in self.flights}
        below = tuple(seat for side in g.state.sides if above - {side} for seat in g.seats_of(side))
        if not below:
            return Done()
        return Ask(self.hidden_fire, below, then=self.open_fire, quiet=QUIET)

    @question
    def hidden_fire(self, view: View[StandsState]) -> AnyRequest:
        """Hidden stands, and those under area fire, fire only if their owner says so. KIM-5.6c, KIM-R142"""
        state = view.state
        options = tuple(
            option_of(state, battery, own)
            for battery in batteries(state, self.flights)
            if (own := [one for one in asked_in(state, battery) if is_owner(state, view.seat, one)])
        )
        return Pick(
            "Pick the hidden stands, and those under area fire, that fire at the aircraft near them.",
            options=options,
            least=0,
            most=len(options),
            proposal=[],
            rows=self.rows,
        )

    @step
    def open_fire(self, g: Stands) -> Next:
        """All dice before all effects. KIM-5.6b"""
        chosen = {(seat, id) for seat, picked in self.answer(dict[str, list[str]]).items() for id in picked}
        self.reply = None
        named = []
        for battery in batteries(g.state, self.flights):
            seats = [seat for seat, id in chosen if id == battery.id]
            firing = [one for one in in_battery(g.state, battery) if fires(g.state, one, seats)]
            named.append((battery, firing))
        ready = [(battery, [one for one in own if ready_to_fire(g, WAY, one)]) for battery, own in named]
        bursts = []
        for battery, own in ready:
            firing = [one for one in own if open_fire(g, WAY, one, battery.flight.at)]
            if firing:
                manned = Battery(battery.unit, battery.flight, tuple(one.id for one in firing))
                bursts.append(fire_burst(g, manned))
        for burst in bursts:
            come_to_light(g, burst)
        for flight in self.flights:
            results = [one.result for one in bursts if one.battery.flight == flight]
            suffer(g, g.state.squadrons[flight.squadron], max(results, key=RESULTS.index, default="nothing"))
        return Done()


def in_battery(state: StandsState, battery: Battery) -> list[Stand]:
    return [state.stands[id] for id in battery.stands]


def hidden_in(state: StandsState, battery: Battery) -> list[Stand]:
    return [one for one in in_battery(state, battery) if one.hidden]


def asked_in(state: StandsState, battery: Battery) -> list[Stand]:
    """Those of a battery whom firing may cost something. KIM-4.12b, KIM-5.6c, KIM-R142"""
    cite("KIM-4.12b", "KIM-R142")
    return [one for one in in_battery(state, battery) if one.hidden or templates_over(state, one.base)]


def fires(state: StandsState, stand: Stand, seats: list[str]) -> bool:
    """Of itself where it risks nothing, else as its owner has said. KIM-5.6c, KIM-R142"""
    free = not stand.hidden and not templates_over(state, stand.base)
    return free or any(is_owner(state, seat, stand) for seat in seats)


def option_of(state: StandsState, battery: Battery, asked: list[Stand]) -> Option:
    squadron = state.squadrons[battery.flight.squadron]
    label = f"{', '.join(one.name for one in asked)} at {squadron.name}"
    hints = []
    if any(templates_over(state, one.base) for one in asked):
        hints.append("area fire on them is rolled for")
    if any(one.hidden for one in asked):
        shown = "firing puts them on the table"
        hints.append(shown if battery.flight.target else "without effect, they are put on the table")
    return Option(battery.id, label, "; ".join(hints))


def fire_burst(g: Stands, battery: Battery) -> Burst:
    """Two dice for a unit, one for a lone stand; the best counts. KIM-5.6b, KIM-R71"""
    stands = in_battery(g.state, battery)
    alone = len(stands) == 1
    by = stands[0].name if alone else f"{stands[0].name} and {len(stands) - 1} more of its unit"
    dice = g.number("anti_aircraft_dice_stand" if alone else "anti_aircraft_dice_unit")
    roll = g.roll(dice, 20, "anti-aircraft fire", stands[0].side)
    result = str(charts()["stands.anti_aircraft"].look_up(max(roll.faces)).value)
    squadron = g.state.squadrons[battery.flight.squadron]
    g.tell(
        "anti_aircraft",
        f"Anti-aircraft fire at {squadron.name} by {by}: {WORDS[result]}.",
        "KIM-5.6a",
        "KIM-5.6b",
        "KIM-R71",
        rolls=[roll],
        to=g.who_knows(stands),
        masked=f"Anti-aircraft fire at {squadron.name}: {WORDS[result]}.",
        squadron=squadron.id,
        stands=list(battery.stands),
        result=result,
    )
    return Burst(battery, result)


def come_to_light(g: Stands, burst: Burst) -> None:
    """Hidden stands that fired in vain at recon, or at all at an attacker, go on the table. KIM-5.6c, KIM-3.3a"""
    for stand in hidden_in(g.state, burst.battery):
        if burst.battery.flight.target:
            reveal(g, stand, "it opens fire")
        elif burst.result == "nothing":
            reveal(g, stand, "its fire had no effect", "KIM-5.6c")
        else:
            cite("KIM-5.6c")


def suffer(g: Stands, squadron: Squadron, result: str) -> None:
    """Driven off until its next mission, or destroyed for the game. KIM-5.6b"""
    if result == "nothing":
        return
    go_home(squadron)
    squadron.lost = result == "destroyed"
    g.tell("squadron", f"{squadron.name}: {WORDS[result]}.", "KIM-5.6b", squadron=squadron.id, result=result)
