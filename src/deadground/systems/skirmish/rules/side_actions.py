"""Other actions: picking up what lies about goes with a normal move, not with a Fast Move. NUTS-ACT-09, NR-38

What lies about is a dropped weapon, and what a fallen man had: his weapons, and his grenades and other gear in one
armful. That last is for the player's own squad alone. COT-SQUAD-06, LR-211
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.bases import CONTACT
from deadground.space.plane import is_within
from deadground.systems.skirmish.armies.life import when_dry, why_not_pick_up
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.options import Options
from deadground.systems.skirmish.rules.casualties import has_dealt, note, note_dealing
from deadground.systems.skirmish.rules.orders import CardLaw, SkirmishView, Targets, card_law, why_idle
from deadground.systems.skirmish.scenario_file import scenario_ids, scenario_named
from deadground.systems.skirmish.state import BASE, DOWN, Figure, Marker, SkirmishState
from deadground.systems.skirmish.weapons import weapon

GEAR = "gear"
TOOK = "took "
"""Before the id of a weapon that a man has from somebody who fell. COT-SQUAD-07"""


class PickUpPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each man picks up: a marker, or what a fallen man had, such as `x/core.smg` or `x/gear`."""

    what: dict[str, str]


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


def in_reach(state: SkirmishState, figure: Figure) -> list[Marker]:
    """Dropped weapons at a man's feet. NR-38"""
    return [
        one for one in state.markers.values() if one.kind == "weapon" and is_within(one.at, figure.at, BASE)
    ]


def fallen_beside(state: SkirmishState, figure: Figure) -> list[Figure]:
    """Men of either side who have fallen beside a man, and are in nobody's arms. COT-SQUAD-06"""
    return [
        one
        for one in state.figures.values()
        if one.status in DOWN and not one.carried_by and is_within(one.at, figure.at, 2 * BASE + CONTACT)
    ]


def things(state: SkirmishState, figure: Figure) -> list[str]:
    """Everything that a man could pick up now: markers first, then what the fallen had. COT-SQUAD-06"""
    found = [one.id for one in in_reach(state, figure)]
    if is_player_squad(state, figure):
        for one in fallen_beside(state, figure):
            found += [f"{one.id}/{id}" for id in one.weapons if id not in figure.weapons]
            if has_gear(one, figure):
                found.append(f"{one.id}/{GEAR}")
    return found


def has_gear(fallen: Figure, figure: Figure) -> bool:
    """Whether there is gear to be had; what an enemy carried nobody knows before he looks. NR-108, COT-SQUAD-06"""
    if fallen.side == figure.side:
        return bool(fallen.gear)
    return not has_dealt(figure, "took_gear", fallen.id)


@card_law("pick_up")
class PickUp(CardLaw):
    """Pick something up. It costs nothing but the Fast Move. NUTS-ACT-09, NR-38, COT-SQUAD-06"""

    label = "Pick up"
    asks_again = False
    by_hand = True
    rows = ("NUTS-ACT-09", "NR-38")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if figure.action == "fast_move":
            return Fault(figure.id, f"{figure.name} has Fast Moved", self.rows)
        if not things(state, figure):
            if not is_player_squad(state, figure) and fallen_beside(state, figure):
                fault = why_not_pick_up(player_squad=False)
                return Fault(figure.id, fault.reason, fault.rows) if fault else None
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
            if what not in things(view.state, figure):
                reason = f"that does not lie at the feet of {figure.name}"
                faults.append(Fault(f"{at}.plan.what.{id}", reason, self.rows))
        if len(set(plan.what.values())) < len(plan.what):
            faults.append(Fault(f"{at}.plan.what", "two men want the same thing", self.rows))
        return faults

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        """For each the first thing that nobody else takes; of a man who is named, what he had."""
        what: dict[str, str] = {}
        for one in figures:
            free = [thing for thing in things(view.state, one) if thing not in what.values()]
            wanted = [thing for thing in free if targets and thing.partition("/")[0] in targets]
            if wanted or free:
                what[one.id] = (wanted or free)[0]
        return {"what": what} if what else None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: dict[str, Any]) -> None:
        for id, what in msgspec.convert(plan, PickUpPlan).what.items():
            figure = g.figure(id)
            if id not in figures or what not in things(g.state, figure):
                continue
            figure.busy = True
            if what in g.state.markers:
                take_weapon(g, figure, g.state.markers.pop(what).what, self.rows)
            else:
                whose, _, thing = what.partition("/")
                take_from(g, figure, whose, thing)


def take_weapon(g: Skirmish, figure: Figure, id: str, rows: Sequence[str]) -> None:
    figure.weapons = (*figure.weapons, id)
    text = f"{figure.name} picks up a {weapon(id).name}."
    g.tell_of([figure], "picks_up", text, *rows, figure=figure.id)


def take_from(g: Skirmish, figure: Figure, whose: str, what: str) -> None:
    """A man takes a weapon or the gear of one who has fallen; an empty weapon is empty still. COT-SQUAD-06"""
    cite("COT-SQUAD-06")
    fallen, rows = g.figure(whose), ("COT-SQUAD-06", "LR-211")
    if what != GEAR:
        note(figure, f"{TOOK}{what}")
        fallen.weapons = tuple(id for id in fallen.weapons if id != what)
        if what in fallen.empty:
            figure.empty = (*figure.empty, what)
        take_weapon(g, figure, what, rows)
        return
    note_dealing(figure, "took_gear", whose)
    had = dict(figure.gear)
    for item, count in fallen.gear:
        had[item] = had.get(item, 0) + count
    found = ", ".join(f"{count} {item.replace('_', ' ')}" for item, count in fallen.gear if count)
    figure.gear, fallen.gear = tuple(had.items()), ()
    g.tell_of([figure], "searches", f"{figure.name} searches {fallen.name}.", *rows, figure=figure.id)
    finds = f"{figure.name} finds {found or 'nothing'}."
    g.tell("picks_up", finds, *rows, to=g.seats_of(figure.side), figure=figure.id)


def why_no_rounds(state: SkirmishState, figure: Figure, id: str) -> Fault | None:
    """Rounds for a weapon taken from the enemy come from a downed enemy alone. COT-SQUAD-07

    Without one beside him he lays it aside for another, or for none.
    """
    if f"{TOOK}{id}" not in figure.record:
        return None
    near = any(one.side != figure.side for one in fallen_beside(state, figure))
    choices = when_dry(state.sides[figure.side].nation, id, enemy_down_near=near)
    if not choices or "gather_rounds" in choices:
        return None
    reason = f"{figure.name} has no rounds for the {weapon(id).name}: they lie with downed enemies"
    return Fault(figure.id, reason, ("COT-SQUAD-07",))
