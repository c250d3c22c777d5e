"""The plan laid with a card: for each stand its route, target, template, standing order or task. KIM-1.2d"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Literal

import msgspec

from deadground.core.faults import Fault
from deadground.core.requests import Condition, Option, Order
from deadground.core.requests.base import Whole
from deadground.core.requests.ground import why_no_facing
from deadground.space.units import shown_at
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.rules.cards.command import RIGHTS, What, may
from deadground.systems.stands.rules.cards.tasks import why_no_task
from deadground.systems.stands.rules.movement.routes import route_faults
from deadground.systems.stands.state import OrderWord, Stand, StandsState

STANDING_ORDER = re.compile(r"ask|first|armour|nearer:[1-9]\d{0,3}|chance:(100|[1-9]\d?)")
"""What an Opportunity Fire card may say: ask me, the first legal target, armour only, one nearer than so many
millimetres, one with at least such a chance in a hundred."""

CONDITIONS = (
    Condition("ask", "ask me"),
    Condition("first", "the first target"),
    Condition("armour", "armour only"),
    Condition("nearer:100", "nearer than 100 mm"),
    Condition("nearer:200", "nearer than 200 mm"),
    Condition("chance:30", "a chance of 30 % or more"),
    Condition("chance:50", "a chance of 50 % or more"),
)
"""Those a page offers; any other that `STANDING_ORDER` knows may be given too."""

AT_HALT = (
    Option("halt", "Halt", "stop at the halt range"),
    Option("round", "Go round", "keep the halt range and go on, if there is a way"),
)
"""What a route says for an enemy in its way. KIM-2.4a, KIM-R66"""


class StandPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one stand means to carry out its card. Points are in tenths, facings in tenths of a degree."""

    route: tuple[tuple[Whole, Whole], ...] = ()
    end_facing: Whole | None = None
    at_halt: Literal["halt", "round"] = "halt"
    target: str = ""
    template_at: tuple[Whole, Whole] | None = None
    template_kind: Literal["", "area", "speculative"] = ""
    standing_order: str = "ask"
    task: str = ""


Plan = dict[str, StandPlan]


def plan_of(order: Order) -> Plan:
    return msgspec.convert(order.plan, Plan)


def ordered(stand: Stand, order: Order) -> Stand:
    """The stand as it would be with this card."""
    new = copy(stand)
    new.order = order_word(order)
    new.arrow = -1 if order.arrow is None else order.arrow
    new.limit = ""
    return new


def order_word(order: Order) -> OrderWord:
    return next(word for word in RIGHTS if word == order.card)


def plan_faults(state: StandsState, order: Order, options: Mapping[str, str], at: str) -> list[Fault]:
    """Everything that is wrong with the plan of one card. KIM-1.2d to KIM-1.2l"""
    try:
        plan = plan_of(order)
    except msgspec.ValidationError as error:
        return [Fault(at, f"not a plan: {error}", ("KIM-1.2d",))]
    faults: list[Fault] = []
    for id, own in plan.items():
        place = f"{at}.{id}"
        if id not in order.pieces:
            faults.append(Fault(place, f"'{id}' does not obey this card", ("KIM-1.2b",)))
        else:
            stand = ordered(state.stands[id], order)
            faults += route_part(state, stand, own, options, place)
            faults += fire_part(state, stand, own, place) + other_part(state, stand, own, place)
    return faults


def needs(stand: Stand, what: What, at: str) -> list[Fault]:
    fault = may(stand, what, at=at)
    return [] if fault is None else [fault]


def route_part(
    state: StandsState, stand: Stand, own: StandPlan, options: Mapping[str, str], at: str
) -> list[Fault]:
    """The route and the facing at its end. KIM-1.2e, KIM-1.2f, KIM-1.2g"""
    faults: list[Fault] = []
    if own.end_facing is not None and (reason := why_no_facing(own.end_facing)):
        faults.append(Fault(f"{at}.end_facing", reason, ("KIM-2.2a",)))
    return faults + route_faults(state, stand, own.route, own.end_facing, options=options, at=at)


def fire_part(state: StandsState, stand: Stand, own: StandPlan, at: str) -> list[Fault]:
    """The target or the place of the template. KIM-1.2f, KIM-1.2h, KIM-1.2j"""
    faults: list[Fault] = []
    if own.target:
        target = state.stands.get(own.target)
        if target is None or target.side == stand.side:
            reason = f"'{own.target}' is no enemy stand that you know"
            faults.append(Fault(f"{at}.target", reason, ("KIM-1.2h",)))
        faults += needs(stand, "charge" if stand.order == "charge" else "fire", f"{at}.target")
    if (own.template_at is None) != (own.template_kind == ""):
        reason = "a template needs both a place and a kind"
        faults.append(Fault(f"{at}.template_at", reason, ("KIM-1.2h",)))
    elif own.template_at is not None:
        faults += needs(stand, "indirect", f"{at}.template_at")
        if not ground_of(state).on(own.template_at):
            reason = f"{shown_at(own.template_at, 'mm')} is off the table"
            faults.append(Fault(f"{at}.template_at", reason, ("KIM-1.2h",)))
        if own.target:
            reason = f"{stand.name} fires at a target or with a template, not both"
            faults.append(Fault(f"{at}.template_at", reason, ("KIM-1.2h", "KIM-R87")))
    return faults


def other_part(state: StandsState, stand: Stand, own: StandPlan, at: str) -> list[Fault]:
    """The standing order of an Opportunity Fire card and the task of an Action card. KIM-1.2i, KIM-1.2l"""
    faults: list[Fault] = []
    if own.standing_order != "ask":
        faults += needs(stand, "snap", f"{at}.standing_order")
        if not STANDING_ORDER.fullmatch(own.standing_order):
            reason = (
                f"'{own.standing_order}' is no standing order: ask, first, armour, nearer:200 or chance:50"
            )
            faults.append(Fault(f"{at}.standing_order", reason, ("KIM-1.2i",)))
    if own.task:
        none = why_no_task(state, stand, own.task, at=f"{at}.task")
        faults += needs(stand, "act", f"{at}.task") + ([] if none is None else [none])
    return faults
