"""Other actions: picking up what lies about goes with a normal move, not with a Fast Move. NUTS-ACT-09, NR-38"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.plane import is_within
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.options import Options
from deadground.systems.skirmish.rules.orders import CardLaw, SkirmishView, Targets, card_law, why_idle
from deadground.systems.skirmish.state import BASE, Figure, Marker, SkirmishState
from deadground.systems.skirmish.weapons import weapon


class PickUpPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    what: dict[str, str]


def in_reach(state: SkirmishState, figure: Figure) -> list[Marker]:
    """Dropped weapons at a man's feet."""
    return [
        one for one in state.markers.values() if one.kind == "weapon" and is_within(one.at, figure.at, BASE)
    ]


@card_law("pick_up", place=15)
class PickUp(CardLaw):
    """Pick up a dropped weapon. It costs nothing but the Fast Move. NUTS-ACT-09, NR-38"""

    label = "Pick up"
    rows = ("NUTS-ACT-09", "NR-38")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.action == "fast_move":
            return Fault(figure.id, f"{figure.name} has Fast Moved", self.rows)
        if not in_reach(state, figure):
            return Fault(figure.id, f"nothing lies at the feet of {figure.name}", self.rows)
        return why_idle(figure)

    def faults(self, view: SkirmishView, order: Order, at: str, targets: Targets) -> list[Fault]:
        try:
            plan = msgspec.convert(order.plan, PickUpPlan)
        except msgspec.ValidationError as error:
            return [Fault(f"{at}.plan", f"not a plan of things: {error}", self.rows)]
        faults = []
        for id, what in plan.what.items():
            figure = view.state.figures[id]
            if all(one.id != what for one in in_reach(view.state, figure)):
                faults.append(
                    Fault(
                        f"{at}.plan.what.{id}", f"that does not lie at the feet of {figure.name}", self.rows
                    )
                )
        if len(set(plan.what.values())) < len(plan.what):
            faults.append(Fault(f"{at}.plan.what", "two men want the same thing", self.rows))
        return faults

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Any
    ) -> dict[str, Any] | None:
        what: dict[str, str] = {}
        for one in figures:
            free = [marker.id for marker in in_reach(view.state, one) if marker.id not in what.values()]
            if free:
                what[one.id] = free[0]
        return {"what": what} if what else None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: dict[str, Any]) -> None:
        for id, what in msgspec.convert(plan, PickUpPlan).what.items():
            figure, marker = g.figure(id), g.state.markers.get(what)
            if id in figures and marker is not None:
                del g.state.markers[what]
                figure.weapons = (*figure.weapons, marker.what)
                figure.busy = True
                text = f"{figure.name} picks up a {weapon(marker.what).name}."
                g.tell_of([figure], "picks_up", text, *self.rows, figure=id)
