"""The Crisis Tests of vehicles among those of men: after shots all test, then all carry out what they scored.

NUTS-VEH-14, NUTS-VEH-20, NUTS-REACT-01, NR-28
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deadground.core.agenda import Call, Go, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.systems.skirmish.crews import commander_of_vehicle, manned
from deadground.systems.skirmish.game import Skirmish, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_within, pieces_named
from deadground.systems.skirmish.rules.activation.rep import in_falling_rep
from deadground.systems.skirmish.rules.armour.answering import fires_back
from deadground.systems.skirmish.rules.armour.knocked_out import jump_off
from deadground.systems.skirmish.rules.reactions.crisis import SHOOTS, Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout, enemies_among, finish
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.vehicles.vehicle_tests import (
    VehicleCause,
    VehicleCrisisTest,
    carried_out,
)
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.vehicle import Vehicle


def vehicle_causes(g: Skirmish, fallout: Fallout) -> Iterator[VehicleCause]:
    """The vehicles that must test after some shots, and why. NUTS-VEH-20"""
    shot_at = dict.fromkeys(who for who, _ in fallout.missed if who in g.state.vehicles)
    for id in shot_at:
        if can_vehicle_test(g, g.state.vehicles[id]):
            by = enemies_among(g, id, (by for target, by in fallout.missed if target == id))
            cite("NUTS-VEH-14")
            yield VehicleCause(id, "fired_on", by)
    yield from friends_brewed_up(g, fallout)


def friends_brewed_up(g: Skirmish, fallout: Fallout) -> Iterator[VehicleCause]:
    """Those within 4" and in sight of a friendly vehicle that was destroyed in this moment. NUTS-VEH-05, NR-89"""
    lost = fallout.destroyed
    if g.option("brewed_up_includes_disabled") == "on":
        lost += fallout.disabled
    for id in dict.fromkeys(id for id, _ in lost):
        cite("NUTS-VEH-05", "NR-89")
        wreck = g.state.vehicles[id]
        by = enemies_among(g, id, (by for target, by in lost if target == id))
        for one in manned(g.state, wreck.side):
            near = are_within(one, wreck, number("friend_brewed_up"))
            if near and can_vehicle_test(g, one) and has_los(g.state, one, wreck, g.options):
                yield VehicleCause(one.id, "friend_brewed_up", by, fallen=id)


def can_vehicle_test(g: Skirmish, vehicle: Vehicle) -> bool:
    """Whether a vehicle takes Crisis Tests: one that hunkers or leaves does not any more, nor does a wreck, or one
    in which nobody is able to act. NR-114"""
    cite("NR-114")
    able = vehicle.status in ("carry_on", "duck_back") and not vehicle.is_out
    return able and commander_of_vehicle(g.state, vehicle) is not None


@procedure("skirmish.crisis_with_vehicles", rows=("NUTS-REACT-01", "NUTS-VEH-20"))
class CrisisWithVehicles(Crisis):
    """Vehicles test one by one, then men group by group; what all scored is carried out in falling Rep. NR-28

    A vehicle's is that of whoever commands it.
    """

    of_vehicles: tuple[VehicleCause, ...] = ()
    tested_vehicles: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()

    @step
    def who_tests(self, g: Skirmish) -> Next:
        self.of_vehicles = tuple(
            cause for cause in self.of_vehicles if can_vehicle_test(g, g.state.vehicles[cause.vehicle])
        )
        if not self.of_vehicles:
            return super().who_tests(g)
        g.card(self)
        self.waiting = tuple(dict.fromkeys(cause.vehicle for cause in self.of_vehicles))
        self.tested_vehicles = self.waiting
        return Go(self.next_vehicle)

    @step
    def next_vehicle(self, g: Skirmish) -> Next:
        if not self.waiting:
            return Go(self.men_test)
        first, self.waiting = take_first(self.waiting)
        causes = tuple(cause for cause in self.of_vehicles if cause.vehicle == first)
        return Call(VehicleCrisisTest(first, causes, self.hit), then=self.next_vehicle)

    @step
    def men_test(self, g: Skirmish) -> Next:
        return super().who_tests(g) if self.causes else Go(self.next_man)

    @step
    def next_man(self, g: Skirmish) -> Next:
        """The next man or vehicle with something to carry out, the highest Rep first."""
        vehicles = {commander.id: one for one, commander in self.still_reacting(g)}
        men = [id for id in self.reacting if g.figure(id).reaction.reacting is not None]
        first = next(iter(in_falling_rep(g, [*vehicles, *men])), "")
        if first not in vehicles:
            if first and g.figure(first).aboard:
                self.gets_off(g, g.figure(first))
            return super().next_man(g)
        vehicle = vehicles[first]
        does: Procedure | None = carried_out(vehicle)
        if vehicle.reaction.reacting == "return_fire":
            does = fires_back(g, vehicle, vehicle.reaction.causes)
            finish(vehicle)
        if does is None:
            finish(vehicle)
            return Go(self.next_man)
        return Call(does, then=self.next_man)

    def gets_off(self, g: Skirmish, rider: Figure) -> None:
        """Who does not shoot back, and does not stay as he is, gets off the deck first. NR-270"""
        if rider.reaction.reacting not in (*SHOOTS, "carry_on"):
            causes = pieces_named(g.state, rider.reaction.causes)
            jump_off(g, g.state.vehicles[rider.aboard], rider, causes[0].at if causes else None)

    def still_reacting(self, g: Skirmish) -> Iterator[tuple[Vehicle, Figure]]:
        """The vehicles of this test that have something to carry out, each with whoever commands it. One that has
        nobody left for that carries out nothing."""
        for id in self.tested_vehicles:
            vehicle = g.state.vehicles[id]
            commander = commander_of_vehicle(g.state, vehicle)
            if vehicle.is_out or commander is None:
                finish(vehicle)
            elif vehicle.reaction.reacting is not None:
                yield vehicle, commander


def crisis_of_all(
    g: Skirmish, fallout: Fallout, causes: Iterable[Cause], hit: Iterable[str]
) -> CrisisWithVehicles:
    """The tests of men and vehicles that some shots have earned."""
    return CrisisWithVehicles(tuple(causes), tuple(hit), of_vehicles=tuple(vehicle_causes(g, fallout)))
