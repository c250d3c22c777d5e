"""Getting in and out of vehicles, and on and off their decks, for half a move. NS-30, NR-232"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.core.requests.ground import why_no_facing
from deadground.space.bases import CONTACT, gap_is_within
from deadground.space.plane import FULL_TURN, Facing, Point, along
from deadground.space.spots import is_on
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import carried_by, is_at_work
from deadground.systems.skirmish.game import Skirmish, ground_of, named_together
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import all_near, are_enemies
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.grenades.flame import flames_at
from deadground.systems.skirmish.rules.movement.arriving import come_about
from deadground.systems.skirmish.rules.movement.going import has_room, left_to_go, normal_move
from deadground.systems.skirmish.rules.movement.standing import put, turn
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.stepping import crowded
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_kinds import carries, rides_on_deck

ROWS = ("NS-30", "NR-232")


def cost_of_getting_in(figure: Figure) -> Tenths:
    """Half a move, in or out. NS-30"""
    cite("NS-30")
    return normal_move(figure) // 2


def why_not_now(figure: Figure, vehicle: Vehicle) -> Fault | None:
    """Why a man may not get in or out at this moment. NS-30"""
    if vehicle.drive.fast:
        return Fault(figure.id, f"{vehicle.name} has moved more than half of its speed", ROWS)
    if left_to_go(figure) < cost_of_getting_in(figure):
        return Fault(figure.id, f"{figure.name} has no half move left", ROWS)
    return None


class GetInPlan(Plan, frozen=True):
    """The vehicle that each man gets into."""

    into: dict[str, str]


@card_law("get_in")
class GetInCard(CardLaw[GetInPlan]):
    """Get into a vehicle, or on the deck of a tank. NS-30, NR-232"""

    plan_type = GetInPlan
    plan_words = "a plan of vehicles"
    label = "Get in"
    as_one = True
    by_hand = True
    rows = ROWS

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.prone or figure.aid.carries or figure.aid.escorts:
            return Fault(figure.id, f"{figure.name} cannot get in as he is", self.rows)
        if figure.doing.fast_moving:
            return Fault(figure.id, f"{figure.name} has Fast Moved", self.rows)
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: GetInPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state, found = view.state, []
        for id, into in plan.into.items():
            figure, vehicle = state.figures[id], state.vehicles.get(into)
            where = f"{at}.plan.into.{id}"
            if vehicle is None or vehicle.side != figure.side or vehicle.is_out:
                found.append(Fault(where, f"{figure.name} can get into no such vehicle", self.rows))
                continue
            near = number("beside_a_vehicle")
            wrong = why_not_now(figure, vehicle)
            if not gap_is_within(figure.base, vehicle.base, near):
                reason = f"{figure.name} is not within {shown(near, 'in')} of {vehicle.name}"
                wrong = Fault(where, reason, self.rows)
            if wrong is not None:
                found.append(Fault(where, wrong.reason, wrong.rows))
        for into in dict.fromkeys(plan.into.values()):
            found += full(state, into, list(plan.into.values()).count(into), f"{at}.plan.into")
        return found

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """One man gets into the first vehicle that takes him."""
        for one in figures:
            for id in view.state.vehicles:
                plan = {"into": {one.id: id}}
                if not self.faults(view, Order("", self.id, (), None, plan), "", targets):
                    return plan
        return None

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """Who has come beside a vehicle that takes him may have come for that."""
        return any(
            not self.faults(view, Order("", self.id, (), None, {"into": {one.id: id}}), "", None)
            for one in figures
            if one.doing.action == "move"
            for id in view.state.vehicles
        )

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("into", {}))

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: GetInPlan) -> None:
        for id in figures:
            figure, vehicle = g.figure(id), g.state.vehicles[plan.into[id]]
            figure.doing = figure.doing.but(
                action="move", spent=figure.doing.spent + cost_of_getting_in(figure)
            )
            figure.aboard = vehicle.id
            figure.berth = figure.berth.but(on_deck=rides_on_deck(type_of(vehicle)))
            text = f"{figure.name} gets {'on' if figure.berth.on_deck else 'into'} {vehicle.name}."
            g.tell_of([figure], "gets_in", text, *self.rows, figure=id, vehicle=vehicle.id)
        look_round(g)


def full(state: SkirmishState, id: str, more: int, at: str) -> list[Fault]:
    """Whether a vehicle would carry more men than it can. NS-30"""
    vehicle = state.vehicles.get(id)
    if vehicle is None:
        return []
    most, there = carries(type_of(vehicle)), len(carried_by(state, vehicle))
    if there + more <= most:
        return []
    return [Fault(at, f"{vehicle.name} carries {most} men, and this would be {there + more}", ROWS)]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a man is set down, and where he looks."""

    at: Point
    facing: Facing = 0


class GetOutPlan(Plan, frozen=True):
    """Where each man gets out."""

    places: dict[str, Place]


@card_law("get_out")
class GetOutCard(CardLaw[GetOutPlan]):
    """Get out of a vehicle, or off its deck. NS-30, NR-232"""

    plan_type = GetOutPlan
    plan_words = "a plan of places"
    label = "Get out"
    as_one = True
    asks_again = False
    by_hand = True
    rows = ROWS

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.aboard not in state.vehicles or figure.berth.in_vehicle:
            return Fault(figure.id, f"{figure.name} rides in nothing", self.rows)
        if not is_at_work(state, figure):
            return Fault(figure.id, f"{figure.name} cannot act", self.rows)
        return why_not_now(figure, state.vehicles[figure.aboard])

    def plan_faults(
        self, view: SkirmishView, plan: GetOutPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        found = []
        for id, place in plan.places.items():
            where = f"{at}.plan.places.{id}"
            if wrong := why_no_facing(place.facing):
                found.append(Fault(f"{where}.facing", wrong, self.rows))
            reason = why_not_there(view.state, view.state.figures[id], place.at)
            if reason:
                found.append(Fault(f"{where}.at", reason, ("NS-01", *self.rows)))
        ends = {id: place.at for id, place in plan.places.items()}
        return found + crowded(view.state, ends, f"{at}.plan.places")

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Places about the vehicle, each where there is room beside those before it."""
        places: dict[str, Any] = {}
        for one in figures:
            vehicle = view.state.vehicles[one.aboard]
            far = (vehicle.width + vehicle.depth) // 4 + BASE + number("beside_a_vehicle") // 2
            at = along(vehicle.at, rng.randrange(FULL_TURN), far)
            tried = {**places, one.id: {"at": list(at), "facing": rng.randrange(FULL_TURN)}}
            if not self.faults(view, Order("", self.id, (), None, {"places": tried}), "", targets):
                places = tried
        return {"places": places} if places else None

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("places", {}))

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: GetOutPlan) -> Procedure:
        return GetsOut(tuple((id, plan.places[id]) for id in figures))


def why_not_there(state: SkirmishState, figure: Figure, at: Point) -> str:
    """Why a man cannot be set down at a place; "" if he can. NR-232, NS-01, NS-39, NUTS-MELEE-01"""
    vehicle, base = state.vehicles[figure.aboard], figure.base.moved(at)
    near = number("beside_a_vehicle")
    if not gap_is_within(base, vehicle.base, near):
        return f"{figure.name} gets out within {shown(near, 'in')} of {vehicle.name}"
    if not is_on(ground_of(state), base) or not has_room(state, figure, at):
        return f"{figure.name} cannot stand there"
    if flames_at(state, at):
        return f"{figure.name} does not get out into flame"
    beside = (one for one in all_near(state, at, base.radius + CONTACT) if are_enemies(one, figure))
    enemy = next((one for one in beside if not one.is_out), None)
    return f"{enemy.name} is beside that place" if enemy else ""


@procedure("skirmish.gets_out", rows=("NS-30",))
class GetsOut(Procedure):
    """Men get out of what they ride in, and what follows from where they stand is settled. NS-30, NR-232"""

    places: tuple[tuple[str, Place], ...]

    @step
    def get_out(self, g: Skirmish) -> Next:
        men = []
        for id, place in self.places:
            figure = g.figure(id)
            if why_not_there(g.state, figure, place.at):
                continue
            figure.doing = figure.doing.but(
                spent=figure.doing.spent + cost_of_getting_in(figure),
                busy=True,
                moving=True,
                moved_in=g.state.turn,
            )
            figure.aboard, figure.berth = "", figure.berth.but(on_deck=False)
            put(figure, place.at)
            turn(figure, place.facing)
            men.append(figure)
        if not men:
            return Done()
        text = f"{named_together(men)} get{'s' if len(men) == 1 else ''} out."
        g.tell_of(men, "gets_out", text, *ROWS, men=[one.id for one in men])
        self.places = ()
        met = come_about(g, "getting out", men)
        look_round(g)
        return Call(links.met(met, extra=False), then=self.over) if met else Done()

    @step
    def over(self, g: Skirmish) -> Next:
        return Done()
