"""Other actions: picking up what lies about goes with a normal move, not with a Fast Move. NUTS-ACT-09, NR-38

What lies about is a dropped weapon, and what a fallen man had: his weapons, and his grenades and other gear in one
armful. That last is for the player's own squad alone. COT-SQUAD-06, LR-211
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

import msgspec

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.bases import CONTACT
from deadground.space.paths import cut, length
from deadground.space.plane import Point, is_within
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.life import when_dry, why_not_pick_up
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.pieces import are_within
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dropping import (
    Condition,
    burns,
    called,
    condition,
    part_with,
)
from deadground.systems.skirmish.rules.activation.orders import (
    LAWS,
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    can_act,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.movement.going import has_run, left_to_go
from deadground.systems.skirmish.rules.reactions.casualties import has_dealt, note_dealing, note_taken
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.scenario_file import scenario_ids, scenario_named
from deadground.systems.skirmish.state import BASE, DOWN, Figure, Marker, SkirmishState
from deadground.systems.skirmish.weapons import all_weapons, weapon

GEAR = "gear"


class PickUpPlan(Plan, frozen=True):
    """What each man picks up: a marker, or what a fallen man had, such as `x/core.smg` or `x/gear`.

    `paths` are for those who go there first, as a plan of normal moves has them. NR-153
    """

    what: dict[str, str]
    paths: dict[str, Any] = {}


@cache
def squads_with_places(scenario: str) -> frozenset[str] | None:
    """The units whose place in a battle a player's own squad takes; None where no file says anything."""
    if scenario not in scenario_ids():
        return None
    sides = scenario_named(scenario).file.sides
    return frozenset(f"{side.id}_{side.roster.unit}" for side in sides if side.played and side.roster)


def is_player_squad(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man is of a squad that its player made, or stands where such a squad would. COT-SQUAD-06, LR-211"""
    cite("COT-SQUAD-06")
    found = squads_with_places(state.scenario)
    return state.sides[figure.side].played if found is None else figure.unit in found


def in_reach(state: SkirmishState, figure: Figure, most: Tenths = 0) -> list[Marker]:
    """What lies beside a man or so near, whoever may have it. NR-38, NR-164"""
    return [
        one
        for one in state.markers.values()
        if one.kind == "weapon" and is_within(one.at, figure.at, 2 * BASE + CONTACT + most)
    ]


def fallen_beside(state: SkirmishState, figure: Figure, most: Tenths = 0) -> list[Figure]:
    """Men of either side who have fallen beside a man or so near, and are in nobody's arms. COT-SQUAD-06"""
    return [
        one
        for one in state.figures.values()
        if one.status in DOWN
        and not one.aboard
        and not one.aid.carried_by
        and are_within(one, figure, most + CONTACT)
    ]


def things(state: SkirmishState, figure: Figure, most: Tenths = 0) -> list[str]:
    """Everything that a man could pick up here or so near: what was dropped, then what the fallen had.

    COT-SQUAD-06, NR-164
    """
    of_squad = is_player_squad(state, figure)
    found = [
        one.id
        for one in in_reach(state, figure, most)
        if (of_squad or not one.fallen) and one.what not in figure.arms.weapons
    ]
    if of_squad:
        for one in fallen_beside(state, figure, most):
            found += [f"{one.id}/{id}" for id in one.arms.weapons if id not in figure.arms.weapons]
            if has_gear(one, figure):
                found.append(f"{one.id}/{GEAR}")
    return found


def has_gear(fallen: Figure, figure: Figure) -> bool:
    """Whether there is gear to be had; what an enemy carried nobody knows before he looks. NR-108, COT-SQUAD-06"""
    if fallen.side == figure.side:
        return bool(fallen.pack.gear)
    return not has_dealt(figure, "took_gear", fallen.id)


def after_walking(figure: Figure, path: Any) -> Figure:
    """A man at the end of a way that he could go."""
    there = copy(figure)
    if path and path.get("points"):
        x, y = path["points"][-1]
        there.at = (x, y)
    return there


def walks(state: SkirmishState, figure: Figure, options: Options) -> Tenths:
    """How far a man may go before he picks something up: what is left of a normal move. NR-153"""
    return left_to_go(figure) if LAWS["move"].why_not(state, figure, options) is None else 0


@procedure("skirmish.pick_up", rows=("NUTS-ACT-09", "NR-153"))
class WalkAndPickUp(Procedure):
    """Men walk to what they pick up, and take it if nothing has stopped them before. NR-153"""

    plan: PickUpPlan

    @step
    def walk(self, g: Skirmish) -> Next:
        cite(*self.rows)
        return Call(links.approach(g, self.plan.paths), then=self.take)

    @step
    def take(self, g: Skirmish) -> Next:
        take_all(g, {id: thing for id, thing in self.plan.what.items() if can_act(g.figure(id))})
        return Done()


@card_law("pick_up")
class PickUp(CardLaw[PickUpPlan]):
    """Pick something up, on the spot or after walking there. It costs nothing but the Fast Move.

    NUTS-ACT-09, NR-38, NR-153, COT-SQUAD-06
    """

    plan_type = PickUpPlan
    plan_words = "a plan of things"
    label = "Pick up"
    asks_again = False
    by_hand = True
    rows = ("NUTS-ACT-09", "NR-38")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if has_run(figure):
            return Fault(figure.id, f"{figure.name} has Fast Moved", self.rows)
        if not things(state, figure, walks(state, figure, options)):
            if not is_player_squad(state, figure) and (
                fallen_beside(state, figure) or in_reach(state, figure)
            ):
                fault = why_not_pick_up(player_squad=False)
                return Fault(figure.id, fault.reason, fault.rows) if fault else None
            return Fault(figure.id, f"nothing lies at the feet of {figure.name}", self.rows)
        return why_idle(figure)

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("what", ()))

    def plan_faults(
        self, view: SkirmishView, plan: PickUpPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        faults = self.walking_faults(view, plan, order, at)
        if faults:
            return faults
        for id, what in plan.what.items():
            figure = view.state.figures[id]
            if what not in things(view.state, after_walking(figure, plan.paths.get(id))):
                reason = f"that does not lie at the feet of {figure.name}"
                faults.append(Fault(f"{at}.plan.what.{id}", reason, self.rows))
        if len(set(plan.what.values())) < len(plan.what):
            faults.append(Fault(f"{at}.plan.what", "two men want the same thing", self.rows))
        return faults

    def walking_faults(self, view: SkirmishView, plan: PickUpPlan, order: Order, at: str) -> list[Fault]:
        """What the law of a normal move has against the ways. NUTS-ACT-09"""
        law, state = LAWS["move"], view.state
        if not set(plan.paths) <= set(plan.what):
            return [Fault(f"{at}.plan.paths", "who goes there picks something up", self.rows)]
        refused = (law.why_not(state, state.figures[id], view.options) for id in plan.paths)
        faults = [Fault(f"{at}.plan.paths", one.reason, one.rows) for one in refused if one]
        move = msgspec.structs.replace(order, plan={"paths": plan.paths})
        return faults or (law.faults(view, move, at, None) if plan.paths else [])

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        """For each the first thing at his feet that nobody else takes, else one he can go straight to; of a man who
        is named, what he had."""
        what: dict[str, str] = {}
        paths: dict[str, Any] = {}
        for one in figures:
            free = [thing for thing in things(view.state, one) if thing not in what.values()]
            wanted = [thing for thing in free if targets and whose(thing) in targets]
            if wanted or free:
                what[one.id] = (wanted or free)[0]
                continue
            for thing in things(view.state, one, walks(view.state, one, view.options)):
                if thing in what.values() or (targets and whose(thing) not in targets):
                    continue
                way = {"points": [list(beside(view.state, one, thing))], "facing": None, "prone": False}
                plan = {"what": {**what, one.id: thing}, "paths": {**paths, one.id: way}}
                if not self.faults(view, Order("", self.id, (), None, plan), "", None):
                    what[one.id], paths[one.id] = thing, way
                    break
        return {"what": what, **({"paths": paths} if paths else {})} if what else None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: PickUpPlan) -> Procedure | None:
        what = {id: thing for id, thing in plan.what.items() if id in figures}
        paths = {id: way for id, way in plan.paths.items() if id in figures}
        if paths:
            return WalkAndPickUp(PickUpPlan(what, paths))
        take_all(g, what)
        return None


def whose(thing: str) -> str:
    """The marker, or the man, that a thing is to be had from."""
    return thing.partition("/")[0]


def beside(state: SkirmishState, figure: Figure, thing: str) -> Point:
    """Where a man goes straight to pick a thing up: on to a marker, up to a fallen man."""
    if thing in state.markers:
        return state.markers[thing].at
    fallen = state.figures[whose(thing)]
    way = (figure.at, fallen.at)
    return cut(way, max(0, length(way) - figure.base.radius - fallen.base.radius))[-1]


def take_all(g: Skirmish, what: Mapping[str, str]) -> None:
    """Each man takes what is still there. NR-38"""
    for id, thing in what.items():
        figure = g.figure(id)
        if thing not in things(g.state, figure):
            continue
        figure.doing = figure.doing.but(busy=True)
        if thing in g.state.markers:
            take_up(g, figure, g.state.markers[thing], PickUp.rows)
        else:
            take_from(g, figure, whose(thing), thing.partition("/")[2])


def take_up(g: Skirmish, figure: Figure, marker: Marker, rows: Sequence[str]) -> None:
    """A man picks up what lies there. For a weapon that was not his side's the rounds lie with the enemy. NR-164"""
    cite("NUTS-ACT-09", "NR-164", "COT-SQUAD-06", "COT-SQUAD-07")
    del g.state.markers[marker.id]
    for one in g.state.figures.values():  # who stopped to search it has nothing to keep in mind any more
        one.deeds = one.deeds.but(
            dealings=tuple((how, id) for how, id in one.deeds.dealings if id != marker.id)
        )
    if marker.what in all_weapons():
        if marker.side != figure.side:
            note_taken(figure, marker.what)
        found = Condition(
            empty=marker.empty, fuel=marker.fuel, jammed=marker.jammed, last_shot=marker.last_shot
        )
        take_weapon(g, figure, marker.what, rows, found)
    else:
        add_gear(figure, marker.what, marker.count)
        text = f"{figure.name} picks up {called(marker)}."
        g.tell_of([figure], "picks_up", text, *rows, figure=figure.id)
    look_round(g)


def take_weapon(g: Skirmish, figure: Figure, id: str, rows: Sequence[str], found: Condition) -> None:
    """It is as empty as it was, jammed as long, and not sooner ready to shoot. NR-164"""
    cite("NUTS-AMMO-01", "NUTS-GREN-16", "COT-WEAP-12", "NUTS-FIRE-19")
    figure.arms = figure.arms.but(weapons=(*figure.arms.weapons, id))
    if found["empty"]:
        figure.arms = figure.arms.but(empty=(*figure.arms.empty, id))
    if found["jammed"] >= g.state.turn:
        figure.arms = figure.arms.but(jammed=(*figure.arms.jammed, (id, found["jammed"])))
    if found["last_shot"]:
        figure.arms = figure.arms.but(last_shot=(*figure.arms.last_shot, (id, found["last_shot"])))
    if burns(id):
        figure.pack = figure.pack.but(fuel=found["fuel"])
    text = f"{figure.name} picks up a {weapon(id).name}."
    g.tell_of([figure], "picks_up", text, *rows, figure=figure.id)


def add_gear(figure: Figure, item: str, count: int) -> None:
    had = dict(figure.pack.gear)
    had[item] = had.get(item, 0) + count
    figure.pack = figure.pack.but(gear=tuple(had.items()))


def take_from(g: Skirmish, figure: Figure, whose: str, what: str) -> None:
    """A man takes a weapon or the gear of one who has fallen; an empty weapon is empty still. COT-SQUAD-06"""
    cite("COT-SQUAD-06")
    fallen, rows = g.figure(whose), ("COT-SQUAD-06", "LR-211")
    if what != GEAR:
        if fallen.side != figure.side or what in fallen.deeds.took:
            note_taken(figure, what)
        take_weapon(g, figure, what, rows, condition(fallen, what))
        part_with(fallen, what)
        return
    note_dealing(figure, "took_gear", whose)
    for item, count in fallen.pack.gear:
        add_gear(figure, item, count)
    found = ", ".join(f"{count} {item.replace('_', ' ')}" for item, count in fallen.pack.gear if count)
    fallen.pack = fallen.pack.but(gear=())
    g.tell_of([figure], "searches", f"{figure.name} searches {fallen.name}.", *rows, figure=figure.id)
    finds = f"{figure.name} finds {found or 'nothing'}."
    g.tell("picks_up", finds, *rows, to=g.seats_of(figure.side), figure=figure.id)


def why_no_rounds(state: SkirmishState, figure: Figure, id: str) -> Fault | None:
    """Rounds for a weapon taken from the enemy come from a downed enemy alone. COT-SQUAD-07

    Without one beside him he lays it aside for another, or for none.
    """
    if id not in figure.deeds.took:
        return None
    near = any(one.side != figure.side for one in fallen_beside(state, figure))
    choices = when_dry(state.sides[figure.side].nation, id, enemy_down_near=near)
    if not choices or "gather_rounds" in choices:
        return None
    reason = f"{figure.name} has no rounds for the {weapon(id).name}: they lie with downed enemies"
    return Fault(figure.id, reason, ("COT-SQUAD-07",))
