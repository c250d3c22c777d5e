"""The card to serve a gun that nobody serves any more, of one's own side or the enemy's. NS-34, NR-251"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.bases import gap_is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import crew_of_gun
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.machines import GUN_POSTS
from deadground.systems.skirmish.man import Berth, Post
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.movement.going import has_run
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun


class ManPlan(Plan, frozen=True):
    """The gun that each man takes over."""

    guns: dict[str, str]


@card_law("man_gun")
class ManGun(CardLaw[ManPlan]):
    """Take over a gun that stands abandoned: he is of its crew from now on, and has used his shot. NR-251"""

    plan_type = ManPlan
    plan_words = "a plan of guns"
    label = "Serve the gun"
    asks_again = False
    by_hand = True
    rows = ("NS-34", "NR-251")

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.guns)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if idle := why_idle(figure):
            return idle
        if figure.medic or figure.doing.fired or has_run(figure):
            return Fault(figure.id, f"{figure.name} has used his action", self.rows)
        if not any(why_not_taken(state, figure, gun) == "" for gun in state.guns.values()):
            return Fault(figure.id, f"{figure.name} is beside no gun that he could serve", self.rows)
        return None

    def plan_faults(
        self, view: SkirmishView, plan: ManPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state, found = view.state, []
        for id, wanted in plan.guns.items():
            gun = state.guns.get(wanted)
            reason = why_not_taken(state, state.figures[id], gun) if gun else "there is no such gun"
            if reason:
                found.append(Fault(f"{at}.plan.guns.{id}", reason, self.rows))
        if len({state.guns[gun].side for gun in plan.guns.values() if gun in state.guns}) > 1 and not found:
            found.append(Fault(f"{at}.plan.guns", "guns of one side at a time", self.rows))
        return found

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        state = view.state
        for one in figures:
            for gun in state.guns.values():
                if why_not_taken(state, one, gun) == "":
                    return {"guns": {one.id: gun.id}}
        return None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: ManPlan) -> None:
        for id in figures:
            figure, gun = g.figure(id), g.state.guns[plan.guns[id]]
            taken = {
                post for one in crew_of_gun(g.state, gun) if one is not figure for post in one.berth.posts
            }
            post: Post = next((one for one in GUN_POSTS if one not in taken), "number")
            figure.berth = Berth(posts=(post,), gun=gun.id)
            figure.doing = figure.doing.but(fired=True)
            gun.side = figure.side
            text = f"{figure.name} takes over {gun.name}."
            g.tell_of([figure, gun], "takes_gun", text, *self.rows, figure=id, gun=gun.id)
        look_round(g)


def why_not_taken(state: SkirmishState, figure: Figure, gun: Gun) -> str:
    """Why a man cannot serve a gun; "" if he can. What its crew is still at is that crew's. NR-251"""
    if gun.is_out or gun.aboard or figure.berth.gun == gun.id:
        return f"{gun.name} is not to be had"
    near = number("beside_a_gun")
    if not gap_is_within(figure.base, gun.base, near):
        return f"{figure.name} is not beside {gun.name}"
    crew = [one for one in crew_of_gun(state, gun) if gap_is_within(one.base, gun.base, near)]
    if any(one.side != figure.side for one in crew):
        return f"{gun.name} is served by the enemy"
    return ""
