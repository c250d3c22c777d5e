"""Weapons and gear that come to lie on the table: laid aside, or thrown down by a prisoner. NUTS-ACT-09, NR-164"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypedDict

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish, in_one_breath
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
from deadground.systems.skirmish.state import Figure, Marker, SkirmishState
from deadground.systems.skirmish.weapons import all_weapons, weapon

RARELY = 0.1
"""How often somebody who acts at random parts with a weapon."""


class AsidePlan(Plan, frozen=True):
    """The weapon that each man lays aside."""

    what: dict[str, str]


@card_law("lay_aside")
class LayAside(CardLaw[AsidePlan]):
    """Part with a weapon: like picking one up it costs nothing but the Fast Move. NR-164, COT-SQUAD-07"""

    plan_type = AsidePlan
    plan_words = "a plan of weapons"
    label = "Lay a weapon aside"
    asks_again = False
    by_hand = True
    rows = ("NUTS-ACT-09", "NR-38", "NR-164")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if not figure.arms.weapons:
            return Fault(figure.id, f"{figure.name} has no weapon", self.rows)
        if has_run(figure):
            return Fault(figure.id, f"{figure.name} has Fast Moved", self.rows)
        return why_idle(figure)

    def plan_faults(
        self, view: SkirmishView, plan: AsidePlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        found = []
        for id, what in plan.what.items():
            figure = view.state.figures[id]
            if what not in figure.arms.weapons:
                reason = f"{figure.name} has no such weapon to lay aside"
            elif figure.doing.fired and figure.arms.shot_with == what:
                reason = f"{figure.name} has shot with it in this activation"
            elif figure.arms.reloading == what:
                reason = f"{figure.name} is reloading it"
            else:
                continue
            found.append(Fault(f"{at}.plan.what.{id}", reason, self.rows))
        return found

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        return self.of(figures, "")

    def of(self, figures: Sequence[Figure], what: str) -> dict[str, Any] | None:
        """The plan to part with a certain weapon; if none is named, an empty one, or the last that each man has."""
        found = {
            one.id: what or next(iter(one.arms.empty), one.arms.weapons[-1])
            for one in figures
            if one.arms.weapons
        }
        return {"what": found} if found else None

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        return self.of(figures, "") if rng.random() < RARELY else None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: AsidePlan) -> None:
        for id, what in plan.what.items():
            figure = g.figure(id)
            if id in figures and what in figure.arms.weapons:
                figure.doing = figure.doing.but(busy=True)
                drop(g, figure, what, fallen=False)
                text = f"{figure.name} lays a {weapon(what).name} aside."
                g.tell_of([figure], "lays_aside", text, *self.rows, figure=id)
                look_round(g)


def drop(g: Skirmish, figure: Figure, what: str, *, fallen: bool) -> None:
    """A weapon comes to lie where its bearer is, empty if it was. What was captured is nobody's. NR-164"""
    cite("NUTS-ACT-09", "NR-164")
    id = g.new_id()
    side = "" if what in figure.deeds.took else figure.side
    g.state.markers[id] = Marker(
        id, "weapon", figure.at, what=what, side=side, fallen=fallen, **condition(figure, what)
    )
    part_with(figure, what)


class Condition(TypedDict):
    """What a weapon takes with it into other hands. NR-164"""

    empty: bool
    fuel: int
    jammed: int
    last_shot: int


def condition(figure: Figure, what: str) -> Condition:
    """How a man's weapon is now. NUTS-AMMO-01, NUTS-GREN-16, COT-WEAP-12, NUTS-FIRE-19"""
    return {
        "empty": what in figure.arms.empty,
        "fuel": figure.pack.fuel if burns(what) else -1,
        "jammed": dict(figure.arms.jammed).get(what, 0),
        "last_shot": dict(figure.arms.last_shot).get(what, 0),
    }


def part_with(figure: Figure, what: str) -> None:
    """A man has a weapon no longer, nor anything that went with it. NR-164"""
    figure.arms = figure.arms.but(weapons=tuple(one for one in figure.arms.weapons if one != what))
    figure.arms = figure.arms.but(empty=tuple(one for one in figure.arms.empty if one != what))
    figure.arms = figure.arms.but(jammed=tuple(one for one in figure.arms.jammed if one[0] != what))
    figure.arms = figure.arms.but(last_shot=tuple(one for one in figure.arms.last_shot if one[0] != what))
    figure.pack = figure.pack.but(fuel=-1 if burns(what) else figure.pack.fuel)
    figure.deeds = figure.deeds.but(took=tuple(one for one in figure.deeds.took if one != what))
    if figure.arms.reloading == what:
        figure.arms = figure.arms.but(reloading="")


def lose_one(figure: Figure, what: str) -> None:
    """One of a kind of weapons is used up; with the last he has nothing of it left. NS-07"""
    left = list(figure.arms.weapons)
    left.remove(what)
    if what in left:
        figure.arms = figure.arms.but(weapons=tuple(left))
    else:
        part_with(figure, what)


def burns(what: str) -> bool:
    """Whether a weapon has fuel. NUTS-GREN-16"""
    return bool(all_weapons()[what].modes[0].path)


def throw_down_all(g: Skirmish, prisoner: Figure, *, fallen: bool) -> None:
    """A prisoner has to part with his weapons and his gear; they lie where he was taken. NR-164, NS-36"""
    names = [f"a {weapon(id).name}" for id in prisoner.arms.weapons]
    for what in prisoner.arms.weapons:
        drop(g, prisoner, what, fallen=fallen)
    for item, count in prisoner.pack.gear:
        if count:
            id = g.new_id()
            g.state.markers[id] = Marker(
                id, "weapon", prisoner.at, what=item, count=count, side=prisoner.side, fallen=fallen
            )
            names.append(called(g.state.markers[id]))
    prisoner.pack = prisoner.pack.but(gear=(), readied="", ready_since=False)
    if names:
        text = f"{prisoner.name} throws down {in_one_breath(names)}."
        g.tell_of([prisoner], "throws_down", text, "NUTS-ACT-09", "NR-164", figure=prisoner.id)
        look_round(g)


def called(marker: Marker) -> str:
    """What lies there, in words: a weapon by its name, gear with how many there are."""
    if marker.what in all_weapons():
        return weapon(marker.what).name
    return f"{marker.count} {marker.what.replace('_', ' ')}"
