"""The card to open the hatches or to button up: as the activation of a vehicle begins, for nothing. NS-20"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import commander_of_vehicle, is_at_work, vehicle_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
)
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import QUARTER


class HatchPlan(Plan, frozen=True):
    """Whether each commander has his vehicle buttoned up."""

    shut: dict[str, bool]


@card_law("hatches")
class HatchCard(CardLaw[HatchPlan]):
    """Button up or open up, before anything else. It takes nobody's action. NS-20"""

    plan_type = HatchPlan
    plan_words = "a plan of hatches"
    label = "Hatches"
    asks_again = False
    by_hand = True
    rows = ("NUTS-VEH-08", "NS-20")

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles)

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("shut", {}))

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        vehicle = vehicle_of(state, figure)
        if vehicle is None or commander_of_vehicle(state, vehicle) is not figure:
            return Fault(figure.id, f"{figure.name} commands no vehicle", self.rows)
        if not is_at_work(state, figure):
            return Fault(figure.id, f"{vehicle.name} cannot act", self.rows)
        drive = vehicle.drive
        if drive.spent or drive.turn_left < QUARTER or any_has_fired(state, vehicle.id):
            reason = f"{vehicle.name} opens or shuts its hatches as its activation begins"
            return Fault(figure.id, reason, self.rows)
        return None

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        if rng.random() < 0.5:
            return None
        return {"shut": {one.id: not view.state.vehicles[one.aboard].buttoned for one in figures}}

    def plan_faults(
        self, view: SkirmishView, plan: HatchPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        found = []
        for id, shut in plan.shut.items():
            vehicle = view.state.vehicles[view.state.figures[id].aboard]
            if vehicle.buttoned == shut:
                how = "buttoned up" if shut else "open"
                found.append(Fault(f"{at}.plan.shut.{id}", f"{vehicle.name} is {how} already", self.rows))
        return found

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: HatchPlan) -> None:
        for id in figures:
            vehicle = g.state.vehicles[g.figure(id).aboard]
            vehicle.buttoned = plan.shut[id]
            text = f"{vehicle.name} {'buttons up' if vehicle.buttoned else 'opens its hatches'}."
            g.tell_of([vehicle], "hatches", text, *self.rows, vehicle=vehicle.id)
        look_round(g)


def any_has_fired(state: SkirmishState, vehicle: str) -> bool:
    """Whether one of those aboard has used the shot of this activation."""
    return any(one.aboard == vehicle and one.doing.fired for one in state.figures.values())
