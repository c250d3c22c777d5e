"""The card to hook a gun on and off, for half of the vehicle's speed. NR-230"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import FULL_TURN, along
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import is_at_work, vehicle_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
)
from deadground.systems.skirmish.rules.movement.standing import put, turn
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.vehicles.pushing import what_stops
from deadground.systems.skirmish.rules.vehicles.speeds import speed, type_of
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_kinds import why_no_tow


class TowPlan(Plan, frozen=True):
    """The gun that each driver takes in tow; "" where he leaves the one he has."""

    guns: dict[str, str]


@card_law("tow")
class TowCard(CardLaw[TowPlan]):
    """Hook a gun on, or off: given to the driver. NR-230"""

    plan_type = TowPlan
    plan_words = "a plan of guns"
    label = "Tow"
    asks_again = False
    by_hand = True
    rows = ("COT-GUN-07", "NR-230")

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles and state.guns)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        vehicle = vehicle_of(state, figure)
        if vehicle is None or "driver" not in figure.berth.posts:
            return Fault(figure.id, f"{figure.name} drives nothing", self.rows)
        if not is_at_work(state, figure):
            return Fault(figure.id, f"{vehicle.name} cannot act", self.rows)
        if 2 * vehicle.drive.spent > speed(type_of(vehicle)):
            return Fault(figure.id, f"{vehicle.name} has used more than half of its speed", self.rows)
        return None

    def plan_faults(
        self, view: SkirmishView, plan: TowPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state, found = view.state, []
        for id, wanted in plan.guns.items():
            vehicle = state.vehicles[state.figures[id].aboard]
            reason = (
                why_not_on(state, vehicle, state.guns.get(wanted)) if wanted else why_not_off(state, vehicle)
            )
            if reason:
                found.append(Fault(f"{at}.plan.guns.{id}", reason, self.rows))
        return found

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Now and then, the first that can be done."""
        for one in figures if rng.random() < 0.5 else ():
            for wanted in ("", *view.state.guns):
                plan = {"guns": {one.id: wanted}}
                if not self.faults(view, Order("", self.id, (), None, plan), "", targets):
                    return plan
        return None

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("guns", {}))

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: TowPlan) -> None:
        for id in figures:
            vehicle = g.state.vehicles[g.figure(id).aboard]
            gun = g.state.guns[plan.guns[id]] if plan.guns[id] else towed(g.state, vehicle)
            if gun is None:
                continue
            drive = vehicle.drive
            vehicle.drive = drive.but(spent=drive.spent + speed(type_of(vehicle)) // 2)
            if plan.guns[id]:
                gun.aboard = vehicle.id
            else:
                place = behind(vehicle, gun)
                gun.aboard = ""
                put(gun, place.at)
                turn(gun, place.facing)
            text = f"{vehicle.name} {'takes' if gun.aboard else 'leaves'} {gun.name}."
            g.tell_of([vehicle], "tows", text, *self.rows, vehicle=vehicle.id, gun=gun.id)
        look_round(g)


def towed(state: SkirmishState, vehicle: Vehicle) -> Gun | None:
    return next((gun for gun in state.guns.values() if gun.aboard == vehicle.id), None)


def why_not_on(state: SkirmishState, vehicle: Vehicle, gun: Gun | None) -> str:
    """Why a vehicle cannot take a gun in tow; "" if it can. NR-230"""
    if gun is None or gun.side != vehicle.side or gun.aboard or gun.is_out:
        return f"{vehicle.name} has no such gun to tow"
    if towed(state, vehicle):
        return f"{vehicle.name} tows one already"
    if gun.pushed or not gap_is_within(gun.base, vehicle.base, number("beside_a_gun")):
        return f"{gun.name} is not beside {vehicle.name}"
    return why_no_tow(type_of(vehicle), gun_type(gun.type))


def why_not_off(state: SkirmishState, vehicle: Vehicle) -> str:
    """Why a vehicle cannot leave the gun that it tows; "" if it can. NR-230, NS-01"""
    gun = towed(state, vehicle)
    if gun is None:
        return f"{vehicle.name} tows nothing"
    place = behind(vehicle, gun)
    return what_stops(state, gun, place, place)


def behind(vehicle: Vehicle, gun: Gun) -> Base:
    """Where a gun stands that is hooked off: behind the hull, and looks where the vehicle came from. NR-230"""
    back = vehicle.facing + FULL_TURN // 2
    return gun.base.moved(along(vehicle.at, back, (vehicle.depth + gun.depth) // 2 + 1), back)
