"""A draft of orders drawn on the table and put into words: marches, the fire plan, throws, charges, the wounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Orders as Asked
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.systems.skirmish.game import enemies_of, in_one_breath
from deadground.systems.skirmish.man import NO_TEST
from deadground.systems.skirmish.odds.melee import charge_odds
from deadground.systems.skirmish.rules.activation.dropping import called
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.fire.readiness import can_shoot, why_no_shot
from deadground.systems.skirmish.rules.melee.charge_card import charge_faults, way_to
from deadground.systems.skirmish.rules.movement.movement import MoveCard
from deadground.systems.skirmish.rules.wounded.fetch_card import WoundedCard
from deadground.systems.skirmish.rules.wounded.wounded import will_go
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.table.fire_lines import odds_of, shot_shapes, shot_words, shots_of
from deadground.systems.skirmish.table.going_lines import (
    cover_words,
    march_shapes,
    march_words,
    marches_of,
    seen_on,
)
from deadground.systems.skirmish.table.gun_lines import round_shapes, round_words, rounds_of
from deadground.systems.skirmish.table.machine_lines import machine_shapes, machine_words
from deadground.systems.skirmish.table.throw_lines import throw_shapes, throw_words
from deadground.systems.skirmish.thread import surname
from deadground.systems.skirmish.weapons import all_weapons, weapon

SkirmishView = View[SkirmishState]
Orders = Sequence[Mapping[str, Any]]


def draft_look(view: SkirmishView, request: Asked, orders: Orders) -> Look:
    """The whole draft: what everybody would do, what is wrong with it, the chance of a volley that may be fired."""
    shapes: list[Shape] = []
    words: list[Line] = []
    shots, rounds = shots_of(orders), rounds_of(orders)
    faults = tuple(request.check(view, orders)) if shots or rounds else ()
    shapes += round_shapes(view, rounds)
    words += round_words(view, rounds)
    if shots:
        odds = None if any(".shots" in fault.at for fault in faults) else odds_of(view, shots)
        shapes += shot_shapes(view, shots, odds)
        words += shot_words(view, shots, odds)
    for order in orders:
        plan, law = order["plan"], LAWS[order["card"]]
        if "paths" in plan and order["card"] != "charge":
            marches = marches_of(view, plan)
            seen = seen_on(view, marches)
            shapes += march_shapes(view, marches, seen)
            if isinstance(law, MoveCard):
                words += march_words(view, marches, seen, law.most, law.fast)
            if any(march.path[-1] != march.path[0] for march in marches):
                movers = [view.state.figures[march.id] for march in marches]
                words += cover_words(view.state, movers, marches, None)
        if order["card"] != "charge":
            words += prone_words(view, plan)
        shapes += [
            shape for drawn in (throw_shapes, charge_shapes, wounded_shapes) for shape in drawn(view, plan)
        ]
        words += [
            *throw_words(view, plan),
            *charge_words(view, plan),
            *wounded_words(view, order["card"], plan),
            *thing_words(view, order["card"], plan),
            *machine_words(view, order["card"], plan),
        ]
        shapes += machine_shapes(view, order["card"], plan)
    return Look(value=orders, shapes=tuple(shapes), lines=tuple(words), faults=faults)


def prone_words(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[Line]:
    """Who drops prone at the end of his way, and who where he is. NUTS-MOVE-04"""
    down = {id: way["points"] for id, way in plan.get("paths", {}).items() if way.get("prone")}
    ends = [id for id, points in down.items() if points]
    here = [*(id for id, points in down.items() if not points), *plan.get("drops", {})]
    for ids, where in ((ends, " at the end of the way"), (here, "")):
        if ids:
            names = in_one_breath([surname(view.state.figures[id]) for id in ids])
            yield Line(f"{names} {'drops' if len(ids) == 1 else 'drop'} prone{where}.", ("NUTS-MOVE-04",))


def charge_shapes(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[Shape]:
    """A thick arrow at each man who is charged."""
    figures = view.state.figures
    for id, target in plan.get("targets", {}).items():
        if target in figures:
            by = tuple((x, y) for x, y in plan.get("paths", {}).get(id, ()))
            points = (figures[id].at, *by, figures[target].at)
            yield Shape(kind="line", look="charge", points=points, token=id)


def charge_words(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[Line]:
    """Who charges whom; of a winner of an In Sight Test, that he has no other way. NUTS-SIGHT-09"""
    state = view.state
    for id, target in plan.get("targets", {}).items():
        if target not in state.figures:
            continue
        man, rows = state.figures[id], LAWS["charge"].rows
        charges = f"charges {state.figures[target].name}."
        is_winner = man.reaction.successes != NO_TEST
        if is_winner and not can_shoot(state, man, enemies_of(state, man.side), view.options):
            yield Line(f"{man.name} cannot shoot, and so {charges}", ("NUTS-SIGHT-09", *rows))
        else:
            yield Line(f"{man.name} {charges}", rows)
        found = charge_odds(view, id, target)
        about = f", {found.about}" if found.about else ""
        yield Line(
            f"He is shot at first: {found.shoots:.0%}. Hand to hand he wins {found.win:.0%}, "
            f"loses {found.lose:.0%}{about}.",
            ("NUTS-MELEE-05", "NUTS-MELEE-10"),
        )


def wounded_shapes(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[Shape]:
    """The way to a wounded friend."""
    figures = view.state.figures
    for id, casualty in plan.get("who", {}).items():
        if casualty in figures and figures[casualty].at != figures[id].at:
            points = (figures[id].at, figures[casualty].at)
            yield Shape(kind="line", look="route", points=points, token=id)


def wounded_words(view: SkirmishView, card: str, plan: Mapping[str, Any]) -> Iterator[Line]:
    """Who goes for whom, and the chance that he will. NUTS-WOUND-01"""
    figures = view.state.figures
    for id, casualty in plan.get("who", {}).items():
        man, name = figures[id], figures[casualty].name if casualty in figures else casualty
        if card == "fetch":
            yield Line(
                f"{man.name} goes for {name}: {will_go(man):.0%} that he will.", ("NUTS-WOUND-01", "NR-82")
            )
        elif card == "tend":
            yield Line(f"{man.name} treats {name}.", LAWS[card].rows)


def thing_words(view: SkirmishView, card: str, plan: Mapping[str, Any]) -> Iterator[Line]:
    """Who picks up what, and who parts with it. NUTS-ACT-09"""
    state = view.state
    for id, what in plan.get("what", {}).items() if card in ("pick_up", "lay_aside") else ():
        name = state.figures[id].name
        whose, _, thing = what.partition("/")
        if card == "lay_aside":
            text = f"{name} lays the {weapon(what).name} aside."
        elif what in state.markers:
            text = f"{name} picks up the {called(state.markers[what])}."
        else:
            found = weapon(thing).name if thing in all_weapons() else thing
            text = f"{name} takes the {found} of {state.figures[whose].name}."
        yield Line(text, LAWS[card].rows)


def why_not_given(view: SkirmishView, card: str, men: Sequence[Figure], on: object) -> Fault:
    """Why a gesture comes to nothing: the reason that its first man has."""
    law, state = LAWS[card], view.state
    target = state.figures.get(on) if isinstance(on, str) else None
    for one in men:
        why = law.why_not(state, one, view.options)
        if why is None and target is not None:
            why = why_not_at(view, card, one, target)
        if why is not None:
            return Fault("act", f"{why.reason}.", why.rows)
    if isinstance(law, MoveCard):
        return Fault("to", f"{law.label}: say where to", law.rows)
    return Fault("act", f"none of these men can {law.label.lower()} now", law.rows)


def why_not_at(view: SkirmishView, card: str, one: Figure, target: Figure) -> Fault | None:
    """Why a man cannot do it to another."""
    law = LAWS[card]
    if card == "fire" and one.reaction.reacting is not None and target.id not in one.reaction.causes:
        at_him = [view.state.figures[id] for id in one.reaction.causes if id in view.state.figures]
        only = f": {in_one_breath([surname(foe) for foe in at_him])}" if at_him else ""
        reason = f"{surname(one)} shoots back, and so only at whoever shot at him{only}"
        return Fault(one.id, reason, ("NUTS-FIRE-10",))
    if isinstance(law, WoundedCard):
        return law.why_not_him(view.state, one, target)
    if card == "charge":
        faults = charge_faults(view.state, one, target, way_to(one, target), "", view.options)
        return faults[0] if faults else None
    if card == "fire" and one.arms.weapons:
        turning = may_turn(one)
        return why_no_shot(view.state, one, target, one.arms.weapons[0], view.options, turning=turning)
    return None
