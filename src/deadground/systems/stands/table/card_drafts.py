"""A draft of order cards while it is being made: cards are laid, taken back, and given plans. KIM-1.2b, KIM-1.2d"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.requests import Order, Orders
from deadground.space.paths import length
from deadground.space.plane import Facing, facing_of, minus
from deadground.systems.stands.rules.cards.command import RIGHTS
from deadground.systems.stands.rules.cards.plans import StandPlan
from deadground.systems.stands.rules.movement.routes import whole
from deadground.systems.stands.state import OrderWord, Stand, StandsState

Plans = dict[str, StandPlan]


class CardDraft:
    """The cards laid so far, in the order in which they were laid."""

    def __init__(self, state: StandsState, request: Orders, draft: list[Order] | None) -> None:
        self.state = state
        self.request = request
        self.orders = list(draft or [])
        self.units = {id: unit for unit in request.units for id in unit.pieces}

    @property
    def value(self) -> list[dict[str, Any]]:
        """The draft as plain data; of each plan only what it says."""
        return [
            {
                "unit": order.unit,
                "card": order.card,
                "pieces": list(order.pieces),
                "arrow": order.arrow,
                "plan": order.plan,
            }
            for order in self.orders
        ]

    def check_pieces(self, pieces: Sequence[str]) -> None:
        """Refuse pieces that take no card from this seat. KIM-1.2b, KIM-1.3h, KIM-R91"""
        faults = []
        for i, id in enumerate(pieces):
            stand = self.state.stands.get(id)
            if stand is None:
                faults.append(Fault(f"pieces[{i}]", f"no stand is called '{id}'"))
            elif id not in self.units:
                reason = f"{stand.name} is given no card by you"
                faults.append(Fault(f"pieces[{i}]", reason, ("KIM-1.2b", "KIM-1.3h", "KIM-R91")))
        if faults:
            raise Refused(*faults)
        if not pieces:
            raise Refused(Fault("pieces", "no stand was dragged"))

    def by_unit(self, pieces: Iterable[str]) -> dict[str, list[Stand]]:
        """Stands by the unit that is given the card."""
        found: dict[str, list[Stand]] = {}
        for id in dict.fromkeys(pieces):
            found.setdefault(self.units[id].id, []).append(self.state.stands[id])
        return found

    def order_of(self, id: str) -> Order | None:
        return next((order for order in self.orders if id in order.pieces), None)

    def plan_of(self, id: str) -> StandPlan:
        order = self.order_of(id)
        return msgspec.convert((order.plan if order else {}).get(id, {}), StandPlan)

    def take(self, pieces: Iterable[str]) -> None:
        """Take stands out of the cards they obey; a card that nobody obeys is taken back."""
        gone = set(pieces)
        left = []
        for order in self.orders:
            stands = tuple(id for id in order.pieces if id not in gone)
            plan = {id: own for id, own in order.plan.items() if id not in gone}
            if stands:
                left.append(msgspec.structs.replace(order, pieces=stands, plan=plan))
        self.orders = left

    def lay(self, unit: str, card: OrderWord, stands: Sequence[Stand], plans: Plans, arrow: Facing) -> Order:
        """Lay a card on stands of a unit in place of what they have. With no card left, one of the same kind that
        the unit has already takes them in. KIM-1.2b"""
        ids = tuple(stand.id for stand in stands)
        self.take(ids)
        turned = arrow if RIGHTS[card].arrow else None
        new = Order(unit, card, ids, turned, {id: said(own) for id, own in plans.items() if said(own)})
        given = self.units[ids[0]]
        laid = [order for order in self.orders if order.unit == unit]
        same = next((order for order in laid if order.card == card), None)
        if same is not None and len(laid) >= given.most:
            new = self.joined(same, new)
            self.orders[self.orders.index(same)] = new
        else:
            self.orders.append(new)
        return new

    def joined(self, old: Order, new: Order) -> Order:
        """Two cards as one: the arrow points where their stands go together. KIM-1.2e"""
        plan = {**old.plan, **new.plan}
        arrow = mean_arrow(self.state, {id: msgspec.convert(own, StandPlan) for id, own in plan.items()})
        turned = new.arrow if new.arrow is None or arrow is None else arrow
        return msgspec.structs.replace(new, pieces=(*old.pieces, *new.pieces), arrow=turned, plan=plan)

    def set_plan(self, id: str, **changes: Any) -> None:
        """Change what one stand's plan says."""
        for i, order in enumerate(self.orders):
            if id in order.pieces:
                own = msgspec.structs.replace(self.plan_of(id), **changes)
                plan = {key: value for key, value in order.plan.items() if key != id}
                plan |= {id: said(own)} if said(own) else {}
                self.orders[i] = msgspec.structs.replace(order, plan=plan)


def said(plan: StandPlan) -> dict[str, Any]:
    """A plan as plain data, without what is as it is anyway."""
    blank = StandPlan()
    plain: dict[str, Any] = {}
    for name in plan.__struct_fields__:
        value = getattr(plan, name)
        if value != getattr(blank, name):
            plain[name] = msgspec.to_builtins(value)
    return plain


def mean_arrow(state: StandsState, plans: Mapping[str, StandPlan]) -> Facing | None:
    """The direction in which routes lead on the whole; None where nobody goes anywhere."""
    east = south = 0
    for id, own in plans.items():
        path = whole(state.stands[id], own.route)
        if length(path):
            dx, dy = minus(path[-1], path[0])
            east, south = east + dx, south + dy
    return facing_of((east, south)) if (east, south) != (0, 0) else None


def word(card: str) -> OrderWord:
    return next(word for word in RIGHTS if word == card)


def moves(card: OrderWord) -> bool:
    """Whether a card is for moving; those who need none for that are laid none. KIM-1.3h, KIM-R91"""
    return not card or "move" in RIGHTS[card].gives


def ordered_as(stand: Stand, card: OrderWord) -> Stand:
    """A stand as it would be with a card, before an arrow is chosen and nothing has gone wrong."""
    new = copy(stand)
    new.order, new.arrow, new.limit = card, -1, ""
    new.moved, new.turned, new.fired = 0, False, False
    return new
