"""The card to drop prone: at any point of a man's own turn, whatever he has done in it. NUTS-MOVE-04, NR-152"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

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
from deadground.systems.skirmish.rules.movement.movement import drop_prone
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, SkirmishState


class DropPlan(Plan, frozen=True):
    """Who drops."""

    drops: dict[str, Literal[True]]


@card_law("prone")
class DropCard(CardLaw[DropPlan]):
    """Drop prone. It is no action of its own, but there is no more movement after it. NUTS-MOVE-04"""

    plan_type = DropPlan
    plan_words = "a plan of men who drop"
    label = "Drop prone"
    asks_again = False
    by_hand = True
    rows = ("NUTS-MOVE-04", "NR-152")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.prone:
            return Fault(figure.id, f"{figure.name} lies already", self.rows)
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: DropPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        return []

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        return {"drops": {one.id: True for one in figures}}

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: DropPlan) -> None:
        for figure in g.figures(figures):
            drop_prone(g, figure)
        look_round(g)
