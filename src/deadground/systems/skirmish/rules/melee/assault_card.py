"""The card to go at a vehicle at close quarters. NUTS-VEH-19, NS-19"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charger
from deadground.systems.skirmish.rules.melee.close_assault import ROWS, CloseAssault, why_no_assault
from deadground.systems.skirmish.state import Figure, SkirmishState


class AssaultPlan(Plan, frozen=True):
    """The vehicle that each man goes at."""

    vehicles: dict[str, str]


@card_law("assault")
class AssaultCard(CardLaw[AssaultPlan]):
    """Go at a vehicle with what he holds readied: once in an activation, like a charge. NS-19"""

    plan_type = AssaultPlan
    plan_words = "a plan of vehicles"
    label = "Close assault"
    as_one = True
    asks_again = False
    by_hand = True
    rows = ROWS

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        never = why_no_charger(figure)
        if never is not None:
            return never
        if figure.doing.action == "charge":
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        if not figure.pack.readied:
            return Fault(figure.id, f"{figure.name} holds nothing readied", ("NUTS-GREN-02", *self.rows))
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: AssaultPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state, found = view.state, []
        for id, aimed in plan.vehicles.items():
            figure, vehicle = state.figures[id], state.vehicles.get(aimed)
            where = f"{at}.plan.vehicles.{id}"
            if vehicle is None or vehicle.side == figure.side or vehicle.is_out:
                found.append(Fault(where, f"'{aimed}' is no vehicle to go at", self.rows))
                continue
            fault = why_no_assault(state, figure, vehicle, view.options)
            if fault is not None:
                found.append(Fault(where, fault.reason, fault.rows))
        return found

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Each at the first vehicle that he can go at."""
        found: dict[str, str] = {}
        for one in figures:
            for id in view.state.vehicles:
                order = Order("", self.id, (), None, {"vehicles": {one.id: id}})
                if one.id not in found and not self.faults(view, order, "", targets):
                    found[one.id] = id
        return {"vehicles": found} if found else None

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("vehicles", {}))

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: AssaultPlan) -> CloseAssault:
        return CloseAssault(tuple((id, plan.vehicles[id]) for id in figures))
