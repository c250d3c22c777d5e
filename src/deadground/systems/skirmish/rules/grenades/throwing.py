"""Throwing: who may send what where, and when he does. NUTS-GREN-01, NUTS-GREN-05, NR-58, NR-59"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Call, Done, Next, procedure, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.plane import Point, is_within, minus, square
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Chained, Skirmish
from deadground.systems.skirmish.pieces import TablePiece, are_enemies, piece_named
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.fire.aiming import aimed_at, may_turn
from deadground.systems.skirmish.rules.fire.duties_of_fire import let_fly
from deadground.systems.skirmish.rules.grenades.lobs import (
    SMOKE,
    Lob,
    Munition,
    can_harm,
    is_reacting,
    munition,
    munitions,
    reached,
    why_no_lob,
    why_not_now,
)
from deadground.systems.skirmish.state import Figure, SkirmishState


class GivenLob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes where; a launched round may be aimed at a man."""

    what: str
    at: Point
    target: str = ""


class ThrowPlan(Plan, frozen=True):
    throws: dict[str, GivenLob]

    def lobs(self) -> list[Lob]:
        return [Lob(id, given.what, given.at, given.target) for id, given in self.throws.items()]


@card_law("throw")
class Throw(CardLaw[ThrowPlan]):
    """Throw, launch or pour something at a spot. It takes the place of the active shot. NR-58, NR-59"""

    plan_type = ThrowPlan
    plan_words = "a plan of throws"
    label = "Throw or launch"
    as_one = True
    rows = ("NUTS-GREN-01", "NUTS-GREN-05", "NR-58")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if not usable(state, figure):
            return Fault(figure.id, f"{figure.name} has nothing ready to throw", self.rows)
        if is_reacting(figure):
            return None
        if figure.doing.fired:
            return Fault(
                figure.id, f"{figure.name} has used the shot of this activation", ("NUTS-ACT-10", "NR-58")
            )
        if figure.arms.reloading:
            return Fault(figure.id, f"{figure.name} is reloading", ("NR-38",))
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: ThrowPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        return [
            fault
            for id, given in plan.throws.items()
            for fault in lob_faults(
                view.state, given, view.state.figures[id], targets, view.options, f"{at}.plan.throws.{id}"
            )
        ]

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        throws = {
            one.id: as_given(best)
            for one in figures
            if (best := best_lob(view.state, one, targets, view.options))
        }
        return {"throws": throws} if throws else None

    def at_spot(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, at: Point, what: str = ""
    ) -> dict[str, Any] | None:
        """The plan to send something at a spot: what he asks for, or the first that can go there."""
        throws = {}
        for one in figures:
            ways = [GivenLob(thing.what, at) for thing in usable(view.state, one) if what in ("", thing.what)]
            fit = [way for way in ways if not lob_faults(view.state, way, one, targets, view.options, "")]
            if ways:
                throws[one.id] = as_given((fit or ways)[0])
        return {"throws": throws} if throws else None

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        found = {one.id: possible_lobs(view.state, one, targets, view.options) for one in figures}
        throws = {id: as_given(rng.choice(lobs)) for id, lobs in found.items() if lobs}
        return {"throws": throws} if throws else None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: ThrowPlan) -> Chained:
        lobs = plan.lobs()
        return ActiveThrow(tuple(lob for lob in lobs if lob.who in figures))


def usable(state: SkirmishState, figure: Figure) -> list[Munition]:
    """What a man could send somewhere now. NR-58, LR-041"""
    reacting = is_reacting(figure)
    cite("NUTS-GREN-01", "NUTS-GREN-02")
    return [
        one
        for one in munitions(state, figure)
        if one.what == figure.pack.readied or not one.readied  # few men hold anything readied
        if why_not_now(state, figure, one, reacting=reacting) is None and not (reacting and one.what == SMOKE)
    ]


def lob_faults(
    state: SkirmishState, given: GivenLob, figure: Figure, targets: Targets, options: Options, at: str
) -> list[Fault]:
    """What is wrong with one throw. In reaction somebody he may shoot at must be in it. NUTS-FIRE-10, NR-59"""
    reacting = is_reacting(figure)
    fault = why_no_lob(
        state, figure, given.what, given.at, options, turning=may_turn(figure), reacting=reacting
    ) or why_no_aim(state, figure, given)
    if fault:
        return [Fault(at, fault.reason, fault.rows)]
    if reacting and not catches(state, figure, given, aimed_at(state, figure, targets), options):
        reason = f"{figure.name} must throw at those he may shoot at now"
        return [Fault(at, reason, ("NUTS-FIRE-10", "NR-59"))]
    return []


def why_no_aim(state: SkirmishState, figure: Figure, given: GivenLob) -> Fault | None:
    """Only what is launched can be aimed at a man, an enemy who is where it goes. NS-07"""
    if not given.target:
        return None
    target, one = piece_named(state, given.target), munition(state, figure, given.what)
    if one is None or one.how != "launched":
        return Fault(figure.id, "only what is launched is aimed at a man", ("NS-07",))
    if target is None or not are_enemies(target, figure) or target.at != given.at:
        return Fault(figure.id, "no enemy of that name is on the spot", ("NS-07",))
    return None


def catches(
    state: SkirmishState, figure: Figure, given: GivenLob | Lob, men: Sequence[TablePiece], options: Options
) -> bool:
    """Whether one of some men would be in it if it came down where it should. NR-59"""
    return not {one.id for one in men}.isdisjoint(one.id for one in caught_by(state, figure, given, options))


def caught_by(
    state: SkirmishState, figure: Figure, given: GivenLob | Lob, options: Options
) -> list[TablePiece]:
    """Who would be in it if it came down where it should; nobody for what cannot be sent. NUTS-GREN-08"""
    one = munition(state, figure, given.what)
    return reached(state, figure, one, given.at, options) if one else []


def possible_lobs(state: SkirmishState, figure: Figure, targets: Targets, options: Options) -> list[GivenLob]:
    """Everything a man could send at an enemy he may aim at, the nearest enemy first. NR-59"""
    foes = sorted(aimed_at(state, figure, targets), key=lambda one: square(minus(one.at, figure.at)))
    found = [
        GivenLob(one.what, foe.at, foe.id if one.how == "launched" else "")
        for one in usable(state, figure)
        for foe in foes
        if is_within(figure.at, foe.at, one.reach) and can_harm(one, foe)
    ]
    return [given for given in found if not lob_faults(state, given, figure, targets, options, "")]


def best_lob(state: SkirmishState, figure: Figure, targets: Targets, options: Options) -> GivenLob | None:
    """What catches most enemies and no friend; one who must do something takes the least bad. NR-59"""
    found = possible_lobs(state, figure, targets, options)

    def worth(given: GivenLob) -> tuple[int, int]:
        men = caught_by(state, figure, given, options)
        friends = sum(one.side == figure.side for one in men)
        return -friends, sum(are_enemies(one, figure) for one in men)

    best = max((given for given in found if given.what != SMOKE), key=worth, default=None)
    if best is None or (worth(best)[0] < 0 and not is_reacting(figure)):
        return None
    return best


def throws_at(g: Skirmish, figure: Figure, foes: Sequence[TablePiece]) -> list[Lob]:
    """What a man sends at some enemies in reaction when there is nobody to ask. NR-59"""
    best = best_lob(g.state, figure, tuple(one.id for one in foes), g.options)
    return [Lob(figure.id, best.what, best.at, best.target)] if best else []


def as_given(given: GivenLob) -> dict[str, Any]:
    return {"what": given.what, "at": list(given.at), "target": given.target}


@procedure("skirmish.active_throw", rows=("NUTS-GREN-01", "NUTS-GREN-05"))
class ActiveThrow(Chained):
    """Men of an active group throw or launch; then those concerned test. NUTS-FIRE-11, NR-58"""

    lobs: tuple[Lob, ...]

    @step
    def throw(self, g: Skirmish) -> Next:
        g.card(self)
        cite("NR-58")
        return Call(links.crisis_after(g, let_fly(g, "active", self.lobs)), then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        g.sum_up(self)
        return Done()
