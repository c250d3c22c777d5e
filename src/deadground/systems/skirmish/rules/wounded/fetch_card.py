"""The cards for the wounded: fetch one, put him down, carry him off, treat him. NUTS-WOUND-01, -02, -05, -09"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from deadground.core.agenda import Procedure
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.plane import Point
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    can_act,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.movement.going import from_own_edge, left_to_go, path_cost
from deadground.systems.skirmish.rules.movement.movement import Going, Move
from deadground.systems.skirmish.rules.movement.standing import runs_into
from deadground.systems.skirmish.rules.reactions.casualties import walk_off
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.wounded.medics import begin_tending, why_no_tending
from deadground.systems.skirmish.rules.wounded.wounded import (
    Fetch,
    is_wounded,
    put_down,
    touches,
    why_no_fetching,
)
from deadground.systems.skirmish.state import Figure, SkirmishState


class WoundedPlan(Plan, frozen=True):
    """Which wounded man each goes to."""

    who: dict[str, str]


def helpless(state: SkirmishState, figure: Figure) -> list[Figure]:
    """The friends whom a man could do anything for with these cards: the wounded, and the one he carries. NR-82"""
    return [
        one
        for one in state.figures.values()
        if one.side == figure.side and (is_wounded(one) or one.id == figure.aid.carries)
    ]


class WoundedCard(CardLaw[WoundedPlan]):
    """What the cards for the wounded have in common: each man has one casualty, and no two the same. NR-82"""

    plan_type = WoundedPlan
    plan_words = "a plan for wounded men"

    def why_not_him(self, state: SkirmishState, figure: Figure, casualty: Figure | None) -> Fault | None:
        """Why this man cannot do it for that one."""
        return None

    def why_no_more(self, state: SkirmishState, figure: Figure, plan: WoundedPlan) -> Fault | None:
        """Another has taken him up meanwhile, or he is dead or in enemy hands. NR-200"""
        return self.why_not_him(state, figure, state.figures[plan.who[figure.id]])

    def plan_faults(
        self, view: SkirmishView, plan: WoundedPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        figures = view.state.figures
        faults = []
        for id, wanted in plan.who.items():
            fault = self.why_not_him(view.state, figures[id], figures.get(wanted))
            if fault:
                faults.append(Fault(f"{at}.plan.who.{id}", fault.reason, fault.rows))
        if len(set(plan.who.values())) < len(plan.who):
            faults.append(Fault(f"{at}.plan.who", "two men go to the same one", self.rows))
        return faults

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        """The first wounded man that each can do it for, or whom he is told to."""
        return self.paired(view.state, figures, targets, lambda open_to: open_to[0])

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        return self.paired(view.state, figures, targets, rng.choice)

    def paired(
        self,
        state: SkirmishState,
        figures: Sequence[Figure],
        targets: Targets,
        choose: Callable[[list[Figure]], Figure],
    ) -> dict[str, Any] | None:
        """Each man with a casualty of his own."""
        who: dict[str, str] = {}
        for one in figures:
            open_to = [
                friend
                for friend in helpless(state, one)
                if (targets is None or friend.id in targets)
                and friend.id not in who.values()
                and self.why_not_him(state, one, friend) is None
            ]
            if open_to:
                who[one.id] = choose(open_to).id
        return {"who": who} if who else None

    def why_nobody(self, view: SkirmishView, figures: Sequence[Figure]) -> Fault | None:
        why = super().why_nobody(view, figures)
        if why is not None:
            return why
        needed = any(self.any_for(view.state, one) for one in figures)
        return None if needed else Fault("", "nobody needs it", self.rows)

    def any_for(self, state: SkirmishState, figure: Figure) -> bool:
        return any(self.why_not_him(state, figure, one) is None for one in helpless(state, figure))

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        return any(self.any_for(view.state, one) for one in figures)


@card_law("fetch")
class FetchCard(WoundedCard):
    """Go for a wounded friend. NUTS-WOUND-01, NR-82"""

    label = "Fetch wounded"
    by_hand = True
    rows = ("NUTS-WOUND-01", "NUTS-WOUND-02")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.doing.tried_to_fetch:
            reason = f"{figure.name} was asked to in this activation"
            return Fault(figure.id, reason, ("NUTS-WOUND-01", "NR-82"))
        if figure.aid.carries:
            return Fault(figure.id, f"{figure.name} carries a man already", self.rows)
        if figure.doing.action not in ("", "move", "stay"):
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        return why_idle(figure)

    def why_not_him(self, state: SkirmishState, figure: Figure, casualty: Figure | None) -> Fault | None:
        """Who has stayed where he is takes up only a man beside him. NUTS-ACT-08"""
        if figure.doing.action == "stay" and casualty is not None and not touches(figure, casualty):
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        found = why_no_fetching(state, figure, casualty, left_to_go(figure))
        return Fault(figure.id, found[0], (found[1],)) if found else None

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """Who has come to a wounded friend and can take him up is worth asking about."""
        return any(
            touches(one, other) and self.why_not_him(view.state, one, other) is None
            for one in figures
            if left_to_go(one) >= number("pick_up_wounded")
            for other in helpless(view.state, one)
        )

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: WoundedPlan) -> Procedure:
        who = plan.who
        return Fetch(tuple((id, who[id]) for id in figures))


@card_law("put_down")
class PutDownCard(WoundedCard):
    """Put a wounded man down. NUTS-WOUND-02"""

    label = "Put down"
    asks_again = False
    by_hand = True
    rows: ClassVar[tuple[str, ...]] = ("NUTS-WOUND-02",)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if not figure.aid.carries:
            return Fault(figure.id, f"{figure.name} carries nobody", self.rows)
        return why_idle(figure)

    def why_not_him(self, state: SkirmishState, figure: Figure, casualty: Figure | None) -> Fault | None:
        if casualty is None or casualty.id != figure.aid.carries:
            return Fault(figure.id, f"{figure.name} does not carry him", self.rows)
        return None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: WoundedPlan) -> Procedure | None:
        for figure in g.figures(figures):
            put_down(g, figure)
        return None


@card_law("carry_off")
class CarryOffCard(PutDownCard):
    """Carry a wounded man from the table, over the own edge. NUTS-WOUND-09, NR-111"""

    label = "Carry off the table"
    rows = ("NUTS-WOUND-09", "NR-111")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        """He walks there like anybody: what the ground costs, round no enemy, and as his main action. NS-39"""
        cite(*self.rows)
        if not figure.aid.carries or not can_act(figure):
            return super().why_not(state, figure, options)
        way = way_off(state, figure)
        if len(way) > 1 and figure.doing.action not in ("", "move"):
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        cost = path_cost(state, way)
        if cost is None or cost > left_to_go(figure) or runs_into(state, figure, way):
            reason = f"{figure.name} cannot reach the own edge of the table now"
            return Fault(figure.id, reason, self.rows)
        return None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: WoundedPlan) -> Procedure | None:
        """Who is at the edge goes; the others walk there, and what meets them on their way may stop them."""
        goers = []
        for figure in g.figures(figures):
            way = way_off(g.state, figure)
            if len(way) > 1:
                goers.append(Going(figure.id, way, off=True))
            else:
                walk_off(g, figure)
        look_round(g)
        return Move(tuple(goers), willing=True) if goers else None


def way_off(state: SkirmishState, figure: Figure) -> tuple[Point, ...]:
    """Straight to where a man's base is at his own edge; one point for who is there already. NS-01"""
    far, (x, y) = from_own_edge(state, figure), figure.at
    dx, dy = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[
        state.sides[figure.side].edge
    ]
    return ((x, y), (x + far * dx, y + far * dy)) if far > 0 else ((x, y),)


@card_law("tend")
class TendCard(WoundedCard):
    """A medic treats a man he was beside when he became active, and does nothing else. NUTS-WOUND-05, NR-81"""

    label = "Treat"
    rows = ("NUTS-WOUND-05", "NR-81")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if not figure.medic:
            return Fault(figure.id, f"{figure.name} is no medic", ("NUTS-WOUND-05",))
        if (
            figure.doing.action
            or figure.doing.fired
            or figure.doing.busy
            or figure.doing.tried_to_fetch
            or figure.aid.tending
        ):
            reason = f"{figure.name} has done something else in this activation"
            return Fault(figure.id, reason, self.rows)
        return why_idle(figure)

    def why_not_him(self, state: SkirmishState, figure: Figure, casualty: Figure | None) -> Fault | None:
        return why_no_tending(figure, casualty)

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: WoundedPlan) -> None:
        for id, casualty in plan.who.items():
            if id in figures:
                begin_tending(g, g.figure(id), g.figure(casualty))
