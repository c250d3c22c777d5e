"""Tight ammo: running dry, loaders, reloading. NUTS-AMMO-01 to NUTS-AMMO-05"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.activation.side_actions import why_no_rounds
from deadground.systems.skirmish.rules.armour.from_inside import why_not_out
from deadground.systems.skirmish.rules.movement.going import has_run
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.weapons import Weapon, jams, weapon


def run_dry(g: Skirmish, shooter: Figure, one: Weapon, faces: Sequence[int], *, served: bool) -> None:
    """Two or more 1s in a firing and the weapon is empty, once all its dice have been applied. NUTS-AMMO-01

    A machine gun that a dedicated loader serves runs dry on three. NUTS-AMMO-03
    """
    cite("NUTS-AMMO-01", "NUTS-AMMO-05")
    if not is_dry(faces, served=served):
        return
    shooter.arms = shooter.arms.but(empty=(*shooter.arms.empty, one.id))
    text = f"{shooter.name} is out of ammunition."
    row = "NUTS-AMMO-03" if served else "NUTS-AMMO-01"
    g.tell_of([shooter], "empty", text, row, figure=shooter.id, weapon=one.id)


def jam(g: Skirmish, shooter: Figure, one: Weapon, faces: Sequence[int]) -> None:
    """Some weapons jam; the shot still counts, and the next turn is spent clearing it. COT-WEAP-12, LR-107"""
    if one.jam is None or not jams(one, faces):
        return
    cite("LR-107")
    shooter.arms = shooter.arms.but(jammed=(*shooter.arms.jammed, (one.id, g.state.turn + one.jam[-1])))
    text = f"The {one.name} of {shooter.name} jams."
    g.tell_of([shooter], "jams", text, "COT-WEAP-12", "LR-107", figure=shooter.id, weapon=one.id)


def clear_jams(figure: Figure, turn: int) -> None:
    """A turn is over: what it took to clear has been cleared. COT-WEAP-12"""
    if figure.arms.jammed:
        cite("COT-WEAP-12")
        figure.arms = figure.arms.but(
            jammed=tuple((id, until) for id, until in figure.arms.jammed if until > turn)
        )


def is_dry(faces: Sequence[int], *, served: bool) -> bool:
    """Whether a firing empties a weapon: by so many 1s. NUTS-AMMO-01, NUTS-AMMO-03"""
    limit = number("ones_with_a_loader" if served else "ones_to_run_dry")
    return sum(face == 1 for face in faces) >= limit


def may_have_loader(one: Weapon) -> bool:
    """Whether a gun can have a dedicated loader at all. NUTS-AMMO-04, NR-39"""
    listed = chart("dedicated_loaders")
    nations, guns = listed.axes
    cite(*listed.rows)
    if one.kind not in guns.values:
        return one.loader
    return bool(listed.number(one.nation if one.nation in nations.values else "other", one.kind))


class ReloadPlan(Plan, frozen=True):
    weapons: dict[str, str]


@card_law("reload")
class Reload(CardLaw[ReloadPlan]):
    """Reload in one activation, with a normal move at most; no shot in it. NUTS-AMMO-02, NR-38"""

    plan_type = ReloadPlan
    plan_words = "a plan of weapons"
    label = "Reload"
    rows = ("NUTS-AMMO-02", "NR-38")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        cite(*self.rows)
        if not figure.arms.empty:
            return Fault(figure.id, f"{figure.name} has nothing to reload", self.rows)
        if figure.arms.reloading:
            return Fault(figure.id, f"{figure.name} is reloading already", self.rows)
        if not loadable(state, figure):
            return why_no_rounds(state, figure, next(iter(figure.arms.empty)))
        if figure.doing.fired or has_run(figure):
            what = "has shot" if figure.doing.fired else "has Fast Moved"
            return Fault(figure.id, f"{figure.name} {what} in this activation", self.rows)
        return why_not_out(state, figure) if figure.aboard else why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: ReloadPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        faults = []
        for id, what in plan.weapons.items():
            figure, where = view.state.figures[id], f"{at}.plan.weapons.{id}"
            if what not in figure.arms.empty:
                faults.append(Fault(where, f"that weapon of {figure.name} is not empty", self.rows))
            elif fault := why_no_rounds(view.state, figure, what):
                faults.append(Fault(where, fault.reason, fault.rows))
        return faults

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        found = {one.id: loadable(view.state, one)[0] for one in figures}
        return {"weapons": found} if found else None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: ReloadPlan) -> None:
        for id, what in plan.weapons.items():
            if id in figures:
                figure = g.figure(id)
                figure.arms = figure.arms.but(reloading=what)
                figure.doing = figure.doing.but(busy=True)
                text = f"{figure.name} reloads his {weapon(what).name}."
                g.tell_of([figure], "reloads", text, *self.rows, figure=id)


def loadable(state: SkirmishState, figure: Figure) -> list[str]:
    """The empty weapons that a man has rounds for. COT-SQUAD-07"""
    return [id for id in figure.arms.empty if why_no_rounds(state, figure, id) is None]


def finish_reloading(figure: Figure) -> None:
    """At the end of the activation the weapon is loaded again, if he was still at it. NR-38, NR-143"""
    if figure.arms.reloading:
        cite("NUTS-AMMO-02", "NR-38", "NR-143")
        if figure.able:
            figure.arms = figure.arms.but(
                empty=tuple(one for one in figure.arms.empty if one != figure.arms.reloading)
            )
        figure.arms = figure.arms.but(reloading="")
