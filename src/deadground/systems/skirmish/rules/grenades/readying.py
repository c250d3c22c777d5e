"""Readying a grenade or the like, and making it safe again. NUTS-GREN-02, NUTS-GREN-03, NR-58"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.plane import is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish, enemies_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.grenades.lobs import munition, munitions
from deadground.systems.skirmish.rules.movement.going import has_run, normal_move
from deadground.systems.skirmish.state import Figure, SkirmishState


class ThingPlan(Plan, frozen=True):
    """What each man readies, or makes safe."""

    what: dict[str, str]


@card_law("ready")
class Ready(CardLaw[ThingPlan]):
    """Half of a man's movement, and 1d6 against his Rep: passed, he may throw it at once. NUTS-GREN-02, NR-58"""

    plan_type = ThingPlan
    plan_words = "a plan of things to ready"
    label = "Ready a grenade"
    rows = ("NUTS-GREN-02",)
    by_hand = True

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.pack.readied:
            return Fault(figure.id, f"{figure.name} holds something readied already", self.rows)
        if not can_be_readied(state, figure):
            return Fault(figure.id, f"{figure.name} has nothing to ready", self.rows)
        if has_run(figure):
            return Fault(figure.id, f"{figure.name} has Fast Moved", ("NUTS-ACT-09", *self.rows))
        if figure.doing.spent + half_a_move(figure) > normal_move(figure):
            return Fault(figure.id, f"{figure.name} has less than half of his move left", self.rows)
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: ThingPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        return [
            Fault(
                f"{at}.plan.what.{id}", f"{view.state.figures[id].name} has no such thing to ready", self.rows
            )
            for id, what in plan.what.items()
            if what not in can_be_readied(view.state, view.state.figures[id])
        ]

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        what = {one.id: rng.choice(can_be_readied(view.state, one)) for one in figures}
        return {"what": what} if what else None

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        return self.of(view, figures, "")

    def of(self, view: SkirmishView, figures: Sequence[Figure], what: str) -> dict[str, Any] | None:
        """The plan to ready a certain thing; if none is named, the first that each man has."""
        found = {one.id: can_be_readied(view.state, one) for one in figures}
        things = {id: what or own[0] for id, own in found.items() if own and what in ("", *own)}
        return {"what": things} if things else None

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """Worth asking about where an enemy is near enough to be thrown at after the other half of the move."""
        half = {one.id: half_a_move(one) for one in figures}
        return any(
            is_within(foe.at, one.at, thing.reach + half[one.id])
            for one in figures
            for thing in munitions(view.state, one)
            if thing.readied
            for foe in enemies_of(view.state, one.side)
        )

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: ThingPlan) -> None:
        for id, what in plan.what.items():
            if id in figures:
                ready(g, g.figure(id), what)


def can_be_readied(state: SkirmishState, figure: Figure) -> list[str]:
    """What a man carries that has to be readied before it is used. NUTS-GREN-02"""
    cite("NUTS-GREN-02")
    return [one.what for one in munitions(state, figure) if one.readied]


def half_a_move(figure: Figure) -> int:
    return normal_move(figure) // 2


def ready(g: Skirmish, figure: Figure, what: str) -> None:
    """What a man holds readied is his own affair until he uses it. NUTS-GREN-02, NR-108"""
    cite("NUTS-GREN-02", "NR-58")
    figure.doing = figure.doing.but(spent=figure.doing.spent + half_a_move(figure), busy=True)
    dice = g.roll(number("ready_dice"), D6, "ready", figure.side)
    many = passed(dice.faces, figure.rep)
    line = chart("ready_grenade").look_up(str(many)).value
    figure.pack = figure.pack.but(readied=what, ready_since=line == "wait")
    when = "when next active or in reaction" if figure.pack.ready_since else "at once"
    text = f"{figure.name} readies a {name_of(g, figure, what)}; he may throw it {when}."
    g.tell(
        "readies",
        text,
        "NUTS-GREN-02",
        rolls=[dice],
        to=g.seats_of(figure.side),
        reckoned=[own_throw(figure, dice.faces)],
        figure=figure.id,
        what=what,
    )


def name_of(g: Skirmish, figure: Figure, what: str) -> str:
    one = munition(g.state, figure, what)
    return one.name if one else what


@card_law("unready")
class Unready(CardLaw[ThingPlan]):
    """An active man may make safe what he has readied. NUTS-GREN-03"""

    plan_type = ThingPlan
    plan_words = "a plan of things to make safe"
    label = "Make a grenade safe"
    asks_again = False
    rows = ("NUTS-GREN-03",)
    by_hand = True

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if not figure.pack.readied:
            return Fault(figure.id, f"{figure.name} holds nothing readied", self.rows)
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: ThingPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        return [
            Fault(f"{at}.plan.what.{id}", f"{view.state.figures[id].name} has not readied that", self.rows)
            for id, what in plan.what.items()
            if what != view.state.figures[id].pack.readied
        ]

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        return {"what": {one.id: one.pack.readied for one in figures}}

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: ThingPlan) -> None:
        for id, what in plan.what.items():
            if id in figures:
                figure = g.figure(id)
                figure.pack = figure.pack.but(readied="", ready_since=False)
                text = f"{figure.name} makes his {name_of(g, figure, what)} safe."
                g.tell("unreadies", text, *self.rows, to=g.seats_of(figure.side), figure=id)
