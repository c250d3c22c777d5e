"""Orders: what the men of a group are told to do, as one request. NUTS-ACT-08 to NUTS-ACT-10

Each chapter that lets an active man do something has a card and its law. A man gets at most one card in an answer,
and the group is asked again until it is given none. An answer may say that the group is finished: then it is asked
again only if something has come up that matters. Those who win an In Sight, and those who must shoot back, are
asked in the same way with fewer cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import (
    Card,
    Condition,
    Guide,
    Manner,
    Order,
    OrderedUnit,
    Orders,
    Request,
    Suggestion,
    guide,
)
from deadground.core.view import View
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import is_at_work, machines_against
from deadground.systems.skirmish.game import Skirmish, enemies_of
from deadground.systems.skirmish.man import Deed
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.state import Figure, SkirmishState

SkirmishView = View[SkirmishState]
LawClass = TypeVar("LawClass", bound="type[CardLaw[Any]]")
Targets = tuple[str, ...] | None
"""Whom a card may be aimed at; None for any enemy."""


ORDER = (
    "hatches",
    "seats",
    "get_out",
    "get_in",
    "tow",
    "drive",
    "push_gun",
    "man_gun",
    "reload",
    "ready",
    "unready",
    "lay_aside",
    "pick_up",
    "fire",
    "throw",
    "fetch",
    "put_down",
    "prone",
    "move",
    "fast_move",
    "crawl",
    "fast_crawl",
    "carry_off",
    "charge",
    "assault",
    "tend",
    "finished",
)
"""The cards of one answer are carried out in this order, and offered in it."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes with a card: how each man means to carry it out. Each card has a plan of its own."""


PlanT = TypeVar("PlanT", bound=Plan)


class CardLaw(Generic[PlanT]):
    """The law of one card. All questions see a view, or a state with the same records; own men only."""

    plan_type: type[PlanT]
    plan_words: ClassVar[str] = "a plan"
    """What its plan is called where something else is given."""

    id: ClassVar[str] = ""
    place: ClassVar[int]
    """Where it stands in `ORDER`."""
    label: ClassVar[str] = ""
    rows: ClassVar[tuple[str, ...]] = ()

    as_one: ClassVar[bool] = False
    """Whether all orders of this card in one answer are one: they are judged and carried out together."""
    whole: ClassVar[bool] = False
    """Whether it is said of the group, and given to none of its men."""
    by_hand: ClassVar[bool] = False
    """Whether it is given only when somebody asks for it, and is never part of what is proposed."""

    asks_again: ClassVar[bool] = True
    """Whether it can be a reason to ask a group again that was said to be finished: see `matters`."""

    needs_sight: ClassVar[bool] = False
    """Whether `matters` has to look for somebody in sight, which takes longer than anything else."""

    def is_played(self, options: Options) -> bool:
        """Whether the card is in the game at all: some belong to a house rule."""
        return True

    def is_there(self, state: SkirmishState) -> bool:
        """Whether what the card is about is in this battle: there may be no vehicles, and no guns."""
        return True

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        """Why a man may not be given this card now, if he may not."""
        return None

    def why_no_more(self, state: SkirmishState, figure: Figure, plan: PlanT) -> Fault | None:
        """Why what a man was told can no longer be begun, though he may still be given the card. NR-200"""
        return None

    def why_nobody(self, view: SkirmishView, figures: Sequence[Figure]) -> Fault | None:
        """Why none of these men can be given the card now, if none can. A page need not show such a card."""
        first, state, options = None, view.state, view.options
        for one in figures:
            why = self.why_not(state, one, options)
            if why is None:
                return None
            first = first or why
        return first

    def why_nobody_at(self, view: SkirmishView, figures: Sequence[Figure]) -> Fault | None:
        """The same for a card that is played at an enemy: somebody must be known of."""
        why = CardLaw.why_nobody(self, view, figures)
        sides = {one.side for one in figures}
        known = not figures or any(
            enemies_of(view.state, side) or machines_against(view.state, side) for side in sides
        )
        return why or (None if known else Fault("", "you know of no enemy", self.rows))

    def plan_of(self, plain: dict[str, Any]) -> PlanT:
        """A plan as it comes with an order; a `ValidationError` for one of another shape."""
        return msgspec.convert(plain, self.plan_type)

    def faults(self, view: SkirmishView, order: Order, at: str, targets: Targets) -> list[Fault]:
        """Everything that is wrong with an order of this card; `at` is its place, such as value[2]."""
        try:
            plan = self.plan_of(order.plan)
        except msgspec.ValidationError as error:
            return [Fault(f"{at}.plan", f"not {self.plan_words}: {error}", self.rows)]
        return self.plan_faults(view, plan, order, at, targets)

    def plan_faults(
        self, view: SkirmishView, plan: PlanT, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        """Everything that is wrong with a plan of the right shape."""
        return []

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        """A sensible plan for some or all of these men; None if there is nothing sensible."""
        return None

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """A random legal plan for some of these men."""
        return self.propose(view, figures, targets)

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        """The men a plan is for."""
        return [id for part in plan.values() if isinstance(part, dict) for id in part]

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """Whether the card, if it is one that asks again, is a reason to ask a group again that is finished.

        It never decides what may be ordered. NR-151
        """
        return self.propose(view, figures, None) is not None

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: PlanT) -> Procedure | None:
        """Carry it out: at once, or by a procedure."""
        raise NotImplementedError


LAWS: dict[str, CardLaw[Any]] = {}
"""The laws of all cards, in the order they are carried out."""


def card_law(id: str) -> Callable[[LawClass], LawClass]:
    """Register the law of a card."""

    def register(cls: LawClass) -> LawClass:
        cls.id, cls.place = id, ORDER.index(id)
        LAWS[id] = cls()
        for law in sorted(LAWS.values(), key=lambda law: law.place):
            LAWS[law.id] = LAWS.pop(law.id)
        return cls

    return register


FINISHED = "finished"
OFTEN = 0.875
"""How often a random answer says so."""


@card_law(FINISHED)
class Finished(CardLaw[Plan]):
    """The group is finished with this answer, unless something comes up that matters. NR-151"""

    plan_type = Plan
    label = "Finished"
    whole = True
    by_hand = True
    asks_again = False
    rows = ("NUTS-ACT-08", "NR-151")

    def faults(self, view: SkirmishView, order: Order, at: str, targets: Targets) -> list[Fault]:
        return [Fault(f"{at}.plan", "no plan goes with this order", self.rows)] if order.plan else []


def finished(group: str) -> dict[str, Any]:
    """The word that ends what a group is told."""
    return as_order(group, FINISHED, (), {})


SEARCHING: Deed = "searching"
"""A Looter has found something, for the rest of his activation. LR-040"""


def can_act(figure: Figure) -> bool:
    """Whether an active man can do anything of his own will. NUTS-REACT-10, NUTS-WOUND-05"""
    if figure.status != "carry_on" or figure.reaction.reacting is not None or figure.aboard:
        return False
    return not (figure.melee.fighting or figure.aid.tending or SEARCHING in figure.deeds.record)


def may_be_told(state: SkirmishState, figure: Figure) -> bool:
    """Whether an active man can be given any card: on foot, or aboard, where he has others."""
    return can_act(figure) or (figure.aboard != "" and is_at_work(state, figure))


def why_idle(figure: Figure) -> Fault | None:
    """Why a man cannot act of his own will."""
    if can_act(figure):
        return None
    cite("NUTS-REACT-10")
    if figure.aboard:
        return Fault(figure.id, f"{figure.name} is inside", ("NUTS-ACT-08",))
    doing = "is fighting" if figure.melee.fighting else f"cannot act: {figure.status.replace('_', ' ')}"
    if figure.aid.tending:
        return Fault(figure.id, f"{figure.name} tends a wounded man", ("NUTS-WOUND-05",))
    if SEARCHING in figure.deeds.record:
        return Fault(figure.id, f"{figure.name} has found something to search", ("COT-UNIT-11", "LR-040"))
    return Fault(figure.id, f"{figure.name} {doing}", ("NUTS-ACT-08", "NUTS-REACT-10"))


def laws(cards: Iterable[str] | None = None) -> list[CardLaw[Any]]:
    """The laws of some cards, or of all, in the order they are carried out."""
    wanted = LAWS.keys() if cards is None else set(cards)
    return [law for law in LAWS.values() if law.id in wanted]


@cache
def reasons_to_ask() -> tuple[CardLaw[Any], ...]:
    """The cards that can be a reason to ask a group again; those that need sight come last."""
    asking = [law for law in LAWS.values() if law.asks_again]
    return tuple(law for needs_sight in (False, True) for law in asking if law.needs_sight == needs_sight)


def card_of(law: CardLaw[Any], why: Fault | None, conditions: tuple[Condition, ...]) -> Card:
    """A card as it is offered, or with the reason and the rows why nobody can be given it."""
    hint, rows = (why.reason, why.rows) if why else ("", ())
    return Card(law.id, law.label, hint=hint, conditions=conditions, whole=law.whole, rows=rows)


def orders_for(
    view: SkirmishView,
    prompt: str,
    group: str,
    figures: Sequence[Figure],
    *,
    cards: Iterable[str] | None = None,
    targets: Sequence[TablePiece] | None = None,
    guide: str = "skirmish.orders",
    rows: tuple[str, ...] = (),
    done: Sequence[str] = (),
) -> Orders:
    """The request for these men, filled in with what is sensible; nothing is proposed to those who are done.

    Why a card that is never proposed can be given to nobody is a word to who reads the request.
    """
    found = [law for law in laws(cards) if law.is_played(view.options) and law.is_there(view.state)]
    conditions = tuple(Condition(one.id, one.name) for one in targets or ())
    asked = [law for law in found if view.is_read or not law.by_hand]
    why_nobody = {law.id: why for law in asked if (why := law.why_nobody(view, figures))}
    open_ = [law for law in asked if law.id not in why_nobody]
    return Orders(
        prompt,
        units=(
            OrderedUnit(
                group,
                ", ".join(one.name for one in figures),
                tuple(one.id for one in figures),
                len(figures),
                tuple(law.id for law in found),
                tuple(done),
            ),
        ),
        cards=tuple(card_of(law, why_nobody.get(law.id), conditions) for law in found),
        guide=guide,
        rows=rows,
        proposal=[
            *proposal(
                view,
                group,
                [one for one in figures if one.id not in done],
                open_,
                None if targets is None else tuple(one.id for one in targets),
            ),
            *([finished(group)] if any(law.whole for law in found) else ()),
        ],
    )


def proposal(
    view: SkirmishView, group: str, figures: Sequence[Figure], found: Sequence[CardLaw[Any]], targets: Targets
) -> list[dict[str, Any]]:
    """What each of some cards proposes, the first card that wants a man having him."""
    left, state, options = list(figures), view.state, view.options
    orders = []
    for law in found:
        if law.by_hand:
            continue
        free = [one for one in left if law.why_not(state, one, options) is None]
        plan = law.propose(view, free, targets) if free else None
        if plan:
            men = law.men_of(plan)
            orders.append(as_order(group, law.id, men, plan))
            left = [one for one in left if one.id not in men]
    return orders


def as_order(group: str, card: str, men: Sequence[str], plan: dict[str, Any]) -> dict[str, Any]:
    return {"unit": group, "card": card, "pieces": list(men), "plan": plan}


def targets_of(request: Orders, card: str) -> Targets:
    """Whom a card of this request may be aimed at. A request that names nobody lets all be aimed at. NR-19"""
    found = next((one.conditions for one in request.cards if one.id == card), ())
    return tuple(condition.id for condition in found) or None


@guide("skirmish.orders")
class GroupOrders(Guide):
    """The law of a whole answer: each order by its card's own law. NR-38"""

    manner: ClassVar[Manner] = "men"

    def faults(self, view: SkirmishView, request: Request, value: list[Order]) -> list[Fault]:
        faults = []
        for i, order in enumerate(value):
            law, at = LAWS[order.card], f"value[{i}]"
            for id in order.pieces:
                refused = law.why_not(view.state, view.state.figures[id], view.options)
                if refused:
                    faults.append(Fault(f"{at}.pieces", refused.reason, refused.rows))
            planned = set(law.men_of(order.plan)) if shaped(order.plan) else set()
            if planned != set(order.pieces):
                faults.append(Fault(f"{at}.plan", "the plan is not for the men of the order", law.rows))
            elif not any(fault.at.startswith(at) for fault in faults):
                faults += law.faults(view, order, at, targets_of(cast(Orders, request), order.card))
        if faults:
            return faults
        return [
            fault
            for order in joined(value)
            if order not in value
            for fault in LAWS[order.card].faults(
                view, order, "value", targets_of(cast(Orders, request), order.card)
            )
        ]

    def sample(self, view: SkirmishView, request: Request, rng: Random) -> list[dict[str, Any]]:
        """Some of the men get a random card; what would be refused is left out."""
        asked = cast(Orders, request)
        (unit,) = asked.units
        left = [view.state.figures[id] for id in unit.pieces]
        orders: list[dict[str, Any]] = []
        cards = laws(unit.cards)
        rng.shuffle(cards)
        for law in cards:
            free = [one for one in left if law.why_not(view.state, one, view.options) is None]
            if not free or rng.random() < 0.3:
                continue
            some = rng.sample(free, rng.randint(1, len(free)))
            plan = law.sample(view, some, targets_of(asked, law.id), rng)
            if not plan:
                continue
            order = as_order(unit.id, law.id, law.men_of(plan), plan)
            if not request.check(view, [*orders, order]):
                orders.append(order)
                left = [one for one in left if one.id not in order["pieces"]]
        if FINISHED in unit.cards and rng.random() < OFTEN:
            orders.append(finished(unit.id))
        return orders

    def suggest(self, view: SkirmishView, request: Request, k: int) -> list[Suggestion]:
        given = any(order["pieces"] for order in request.proposal)
        found = [Suggestion("As proposed", request.proposal)] if given else []
        nothing = Suggestion("Nothing more", [])
        return [one for one in (*found, nothing) if not request.check(view, one.value)][:k]


def joined(orders: Sequence[Order]) -> list[Order]:
    """An answer with all its shots in one order, and so throws, charges, Fast Moves. NUTS-FIRE-11, NUTS-MOVE-02"""
    cite("NUTS-FIRE-11")
    found: dict[str, Order] = {}
    for n, order in enumerate(orders):
        key = order.card if LAWS[order.card].as_one else f"{n}"
        first = found.get(key)
        if first is None:
            found[key] = order
            continue
        parts = dict.fromkeys((*first.plan, *order.plan))
        plan = {part: {**first.plan.get(part, {}), **order.plan.get(part, {})} for part in parts}
        pieces = (*first.pieces, *order.pieces)
        found[key] = msgspec.structs.replace(first, pieces=pieces, plan=plan)
    return list(found.values())


def shaped(plan: dict[str, Any]) -> bool:
    """Whether a plan has the shape all plans have: maps from men to what they do."""
    return bool(plan) and all(isinstance(part, dict) for part in plan.values())


def is_excused(view: SkirmishView, request: Orders, value: Sequence[Order], id: str) -> bool:
    """Whether a man finds nothing left to do: he cannot shoot, and there is no place beside those he could charge.

    He ducks back then like one who can do neither. NUTS-SIGHT-09, NUTS-MELEE-13
    """
    given = {one.id for one in request.cards}
    figure = view.state.figures[id]
    for law in laws(given - {"charge"}):
        if law.why_not(view.state, figure, view.options) is None and law.propose(
            view, [figure], targets_of(request, law.id)
        ):
            return False
    charging = next((order for order in value if order.card == "charge"), None)
    if "charge" not in given or charging is None:
        return False
    plan = charging.plan
    for target in targets_of(request, "charge") or ():
        more = {**plan, "targets": {**plan["targets"], id: target}}
        order = Order(charging.unit, "charge", (), None, more)
        if not LAWS["charge"].faults(view, order, "", targets_of(request, "charge")):
            return False
    return True


@guide("skirmish.winners")
class WinnersOrders(GroupOrders):
    """Everybody who is asked must act: he shoots, or charges where he may choose to. NUTS-SIGHT-09"""

    manner: ClassVar[Manner] = "volley"

    def faults(self, view: SkirmishView, request: Request, value: list[Order]) -> list[Fault]:
        faults = super().faults(view, request, value)
        told = {id for order in value for id in order.pieces}
        (unit,) = cast(Orders, request).units
        for id in unit.pieces:
            if id not in told and not is_excused(view, cast(Orders, request), value, id):
                name = view.state.figures[id].name
                faults.append(Fault("value", f"{name} has seen the enemy first and must act", request.rows))
        return faults

    def sample(self, view: SkirmishView, request: Request, rng: Random) -> list[dict[str, Any]]:
        found = super().sample(view, request, rng)
        return found if not request.check(view, found) else cast(list[dict[str, Any]], request.proposal)

    def suggest(self, view: SkirmishView, request: Request, k: int) -> list[Suggestion]:
        return [Suggestion("As proposed", request.proposal)][:k]
