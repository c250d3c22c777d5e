"""The card to drop prone: at any point of a man's own turn, whatever he has done in it. NUTS-MOVE-04, NR-152"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.options import Options
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.movement.movement import drop_prone
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, SkirmishState


class DropPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who drops."""

    drops: dict[str, Literal[True]]


@card_law("prone")
class DropCard(CardLaw):
    """Drop prone. It is no action of its own, but there is no more movement after it. NUTS-MOVE-04"""

    label = "Drop prone"
    asks_again = False
    by_hand = True
    rows = ("NUTS-MOVE-04", "NR-152")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.prone:
            return Fault(figure.id, f"{figure.name} lies already", self.rows)
        return why_idle(figure)

    def faults(self, view: SkirmishView, order: Order, at: str, targets: Targets) -> list[Fault]:
        try:
            msgspec.convert(order.plan, DropPlan)
        except msgspec.ValidationError as error:
            return [Fault(f"{at}.plan", f"not a plan of men who drop: {error}", self.rows)]
        return []

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        return {"drops": {one.id: True for one in figures}}

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: dict[str, Any]) -> None:
        for figure in g.figures(figures):
            drop_prone(g, figure)
        look_round(g)
