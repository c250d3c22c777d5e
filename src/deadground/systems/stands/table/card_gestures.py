"""Gestures on the cards: one drag lays card, arrow and route of a unit or a part of it. KIM-1.2b to KIM-1.2m

Dragged to ground, stands move; artillery puts a template there. Dragged onto an enemy, they charge him if he is in
reach, fire at him if he is in range, and else move up to him. `with.card` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Literal

import msgspec

from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.core.looks import given_as
from deadground.core.requests import Gesture, Order, Orders
from deadground.core.requests.base import Whole, gestures_on
from deadground.core.scene import Line, Look
from deadground.core.view import View
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import FULL_TURN, Facing, Point, along, facing_of, minus
from deadground.systems.stands.game import ground_of, kind_of
from deadground.systems.stands.rules.assault.contact import charge_reach
from deadground.systems.stands.rules.cards.card_law import CardGuide, last_turn
from deadground.systems.stands.rules.cards.command import RIGHTS, is_without_cards
from deadground.systems.stands.rules.cards.plans import StandPlan
from deadground.systems.stands.rules.fire.firing import range_of
from deadground.systems.stands.rules.fire.ranges import distance
from deadground.systems.stands.rules.movement.allowance import allowance
from deadground.systems.stands.rules.movement.routes import arrow_fault, end_base
from deadground.systems.stands.state import OrderWord, Stand, StandsState
from deadground.systems.stands.table.card_drafts import CardDraft, Plans, mean_arrow, moves, ordered_as, word
from deadground.systems.stands.table.card_looks import CardLook
from deadground.systems.stands.table.drawing import short_name
from deadground.systems.stands.table.forming import Formation, middle_of, threat_to
from deadground.systems.stands.table.group_march import Group, Wish
from deadground.systems.stands.table.marching import DayLaw, Marching, OffRoadLaw

StandsView = View[StandsState]
Spot = tuple[Whole, Whole]


class CardGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may come with a gesture on cards."""

    card: str = ""
    facing: Whole | None = None
    formation: Formation = ""
    via: tuple[Spot, ...] = ()
    template: Literal["area", "speculative"] = "area"
    condition: str = ""
    at_halt: Literal["halt", "round"] = "halt"
    task: str = ""


@gestures_on("stands.cards")
def edit_cards(view: StandsView, request: Orders, draft: list[Order] | None, gesture: Gesture) -> Look:
    """What a gesture makes of a draft of cards, with ghosts, routes and the words to them."""
    given = given_as(CardGiven, gesture.given)
    if given.card and given.card not in RIGHTS:
        cards = [word for word in RIGHTS if word]
        raise Refused(
            Fault("with.card", f"no card is called '{given.card}': {did_you_mean(given.card, cards)}")
        )
    acts = {
        "drag": CardGestures.drag,
        "card": CardGestures.card,
        "condition": CardGestures.condition,
        "facing": CardGestures.facing,
        "at_halt": CardGestures.at_halt,
        "clear": CardGestures.clear,
        "repeat": CardGestures.repeat,
        "routes": CardGestures.routes,
        "show": CardGestures.show,
    }
    if gesture.act not in acts:
        raise Refused(Fault("act", f"no act is called '{gesture.act}': {did_you_mean(gesture.act, acts)}"))
    return acts[gesture.act](CardGestures(view, request, draft, gesture, given))


class CardGestures:
    """One gesture on a draft of cards."""

    def __init__(
        self,
        view: StandsView,
        request: Orders,
        draft: list[Order] | None,
        gesture: Gesture,
        given: CardGiven,
    ) -> None:
        self.view = view
        self.state = view.state
        self.draft = CardDraft(view.state, request, draft)
        self.gesture = gesture
        self.given = given
        self.law = DayLaw(view)
        self.lines: list[Line] = []

    # The acts

    def drag(self) -> Look:
        """Pieces dragged to a place or onto a stand."""
        pieces, to = self.gesture.pieces, self.gesture.to
        self.draft.check_pieces(pieces)
        enemy: Stand | None = None
        if isinstance(to, str):
            found = self.state.stands.get(to)
            if found is None:
                raise Refused(Fault("to", f"no stand is called '{to}'"))
            own = self.state.stands[pieces[0]].side
            enemy, to = (found, found.at) if found.side != own else (None, found.at)
        if to is None:
            raise Refused(Fault("to", "a drag needs a place or a stand to go to"))
        touched: list[str] = []
        for unit, stands in self.draft.by_unit(pieces).items():
            card = self.card_for(stands, enemy)
            fit = self.fitting(stands, card)
            touched += [stand.id for stand in fit]
            if fit:
                self.lay(unit, card, fit, to, enemy)
        return self.look(touched)

    def card(self) -> Look:
        """Lay or replace a card without moving; what was planned stays as far as the new card allows it."""
        if not self.given.card:
            raise Refused(Fault("with.card", "say which card"))
        self.draft.check_pieces(self.gesture.pieces)
        card = word(self.given.card)
        touched: list[str] = []
        for unit, stands in self.draft.by_unit(self.gesture.pieces).items():
            fit = self.fitting(stands, card)
            touched += [stand.id for stand in fit]
            if fit:
                self.draft.lay(unit, card, fit, *self.kept(card, fit))
        return self.look(touched)

    def condition(self) -> Look:
        """The standing order of an Opportunity Fire card, which is laid where there is none. KIM-1.2i"""
        pieces = self.gesture.pieces
        self.draft.check_pieces(pieces)
        for unit, stands in self.draft.by_unit(pieces).items():
            orders = [self.draft.order_of(stand.id) for stand in stands]
            if any(order is None or order.card != "opportunity" for order in orders):
                fit = self.fitting(stands, "opportunity")
                if fit:
                    self.draft.lay(unit, "opportunity", fit, {}, 0)
        for id in pieces:
            self.draft.set_plan(id, standing_order=self.given.condition or "ask")
        return self.look(pieces)

    def facing(self) -> Look:
        """Where stands face at the end of their move, or turn to by a Change Formation card. KIM-1.2g, KIM-2.2a"""
        pieces = self.gesture.pieces
        self.draft.check_pieces(pieces)
        for id in pieces:
            order = self.draft.order_of(id)
            if order is not None and order.card == "change_formation":
                i = self.draft.orders.index(order)
                self.draft.orders[i] = msgspec.structs.replace(order, arrow=self.given.facing)
            elif order is not None:
                self.draft.set_plan(id, end_facing=self.given.facing)
        return self.look(pieces)

    def at_halt(self) -> Look:
        """What stands do at the halt range: halt, or go round. KIM-2.4a"""
        self.draft.check_pieces(self.gesture.pieces)
        for id in self.gesture.pieces:
            self.draft.set_plan(id, at_halt=self.given.at_halt)
        return self.look(self.gesture.pieces)

    def clear(self) -> Look:
        """Take cards back: those of some stands, or all."""
        if self.gesture.pieces:
            self.draft.check_pieces(self.gesture.pieces)
        self.draft.take(self.gesture.pieces or [id for order in self.draft.orders for id in order.pieces])
        return self.look(self.gesture.pieces)

    def repeat(self) -> Look:
        """The cards of the turn before for the same stands; those who moved go on along their arrows."""
        wanted = set(self.gesture.pieces) or set(self.draft.units)
        touched: list[str] = []
        for plain in last_turn(self.view):
            order = msgspec.convert(plain, Order)
            stands = [self.state.stands[id] for id in order.pieces if id in wanted and id in self.draft.units]
            if not stands:
                continue
            touched += [stand.id for stand in stands]
            card = word(order.card)
            if "move" in RIGHTS[card].gives and order.arrow is not None:
                self.go_on(order.unit, card, stands, order.arrow)
            else:
                plans = {id: msgspec.convert(own, StandPlan) for id, own in order.plan.items()}
                self.draft.lay(order.unit, card, stands, plans, order.arrow or 0)
        return self.look(touched)

    def routes(self) -> Look:
        """A way along its arrow for every card that moves stands and has none yet. KIM-1.2e"""
        touched: list[str] = []
        for order in tuple(self.draft.orders):
            card = word(order.card)
            stands = [self.state.stands[id] for id in order.pieces]
            bare = moves(card) and not any(self.draft.plan_of(stand.id).route for stand in stands)
            if bare and stands and order.arrow is not None:
                self.go_on(order.unit, card, stands, order.arrow)
            touched += order.pieces
        return self.look(touched)

    def show(self) -> Look:
        """The draft as it is, drawn: all of it, or some stands."""
        return self.look(self.gesture.pieces or [id for order in self.draft.orders for id in order.pieces])

    # What an act is made of

    def card_for(self, stands: Sequence[Stand], enemy: Stand | None) -> OrderWord:
        """The card that a drag means: the one said, else what fits the place or the enemy it ends on."""
        if all(is_without_cards(stand) for stand in stands):
            return ""
        if self.given.card:
            return word(self.given.card)
        artillery = all(kind_of(stand).artillery for stand in stands)
        if enemy is None:
            return "fire" if artillery else "move"
        reach = charge_reach(self.state, self.view.options)
        guns = any(kind_of(stand).is_gun or kind_of(stand).artillery for stand in stands)
        if not guns and any(gap_is_within(stand.base, enemy.base, reach - 1) for stand in stands):
            return "charge"
        return "fire" if any(self.reaches(stand, enemy) for stand in stands) else "move"

    def reaches(self, stand: Stand, enemy: Stand) -> bool:
        manner: Literal["direct", "indirect"] = "indirect" if kind_of(stand).artillery else "direct"
        return distance(stand, enemy) <= range_of(self.state, stand, manner, self.view.options)

    def fitting(self, stands: Sequence[Stand], card: OrderWord) -> list[Stand]:
        """The stands that can obey a card; who cannot is named. KIM-1.2k, KIM-3.2a, KIM-4.19c, KIM-R107"""
        fit = []
        for stand in stands:
            faults = CardGuide().stand_faults(self.state, Order(stand.unit, card, (stand.id,)), "")
            if faults:
                self.lines.append(Line(f"{faults[0].reason}; it is left out.", faults[0].rows))
            else:
                fit.append(stand)
        return fit

    def lay(
        self, unit: str, card: OrderWord, stands: Sequence[Stand], to: Point, enemy: Stand | None
    ) -> None:
        """Lay a card with the plan that a drag to a place or an enemy means."""
        gives = RIGHTS[card].gives
        if moves(card):
            plans, arrow = self.march_plans(card, stands, to)
            self.draft.lay(unit, card, stands, plans, arrow)
            return
        plans = {}
        for stand in stands:
            if enemy is not None and ("fire" in gives or "charge" in gives):
                plans[stand.id] = StandPlan(target=enemy.id)
            elif card == "fire" and kind_of(stand).artillery:
                plans[stand.id] = StandPlan(template_at=to, template_kind=self.given.template)
            elif card == "opportunity" and self.given.condition:
                plans[stand.id] = StandPlan(standing_order=self.given.condition)
            elif card == "action" and self.given.task:
                plans[stand.id] = StandPlan(task=self.given.task)
        facing = self.given.facing
        arrow = facing_of(minus(to, middle_of(stands))) if facing is None else facing
        self.draft.lay(unit, card, stands, plans, arrow)

    def go_on(self, unit: str, card: OrderWord, stands: Sequence[Stand], arrow: Facing) -> None:
        """Lay a card for moving as far along its arrow as may be."""
        far = max(allowance(self.state, ordered_as(stand, card)).tenths for stand in stands)
        self.lay(unit, card, stands, self.on_table(along(middle_of(stands), arrow, far)), None)

    def march_plans(self, card: OrderWord, stands: Sequence[Stand], to: Point) -> tuple[Plans, Facing]:
        """Routes for a group towards a place, and the arrow that fits them. KIM-1.2e"""
        group = Group(self.view, [ordered_as(stand, card) for stand in stands], self.taken(ids_of(stands)))
        wish = Wish(to, self.given.formation, self.given.facing, self.given.via)
        plans = {
            found.stand.id: StandPlan(
                route=found.path[1:], end_facing=found.facing if len(found.path) > 1 else None
            )
            for found in group.march(wish, self.law, OffRoadLaw(self.view))
        }
        arrow = mean_arrow(self.state, plans)
        if arrow is None:
            return plans, facing_of(minus(to, middle_of(stands)))
        return {id: own for id, own in plans.items() if self.follows(id, own, arrow)}, arrow

    def follows(self, id: str, plan: StandPlan, arrow: Facing) -> bool:
        """Whether a route fits the arrow of the card; a stand whose way does not stays where it is. KIM-1.2e"""
        stand = copy(self.state.stands[id])
        stand.arrow = arrow
        if arrow_fault(self.state, stand, (stand.at, *plan.route), "") is None:
            return True
        name = short_name(self.state, stand)
        self.lines.append(Line(f"{name} stays: its way would lead back against the arrow.", ("KIM-1.2e",)))
        return False

    def kept(self, card: OrderWord, stands: Sequence[Stand]) -> tuple[Plans, Facing]:
        """What a new card keeps of the plans before it, and its arrow: where the routes lead, else the threat."""
        gives = RIGHTS[card].gives
        old = {stand.id: self.draft.plan_of(stand.id) for stand in stands}
        plans: Plans = {}
        marching = Marching(self.view, self.law, self.taken(set(old)))
        for stand in stands:
            plan = old[stand.id]
            if moves(card) and plan.route:
                moving = ordered_as(stand, card)
                end = stand.base.moved(plan.route[-1])
                found = marching.march(moving, end, plan.end_facing, plan.route[:-1])
                plans[stand.id] = StandPlan(
                    route=found.path[1:], end_facing=found.facing, at_halt=plan.at_halt
                )
            elif "fire" in gives or "charge" in gives:
                artillery = "indirect" in gives and kind_of(stand).artillery
                aim = StandPlan(template_at=plan.template_at, template_kind=plan.template_kind)
                plans[stand.id] = aim if artillery and plan.template_at else StandPlan(target=plan.target)
            elif "snap" in gives:
                plans[stand.id] = StandPlan(standing_order=self.given.condition or plan.standing_order)
            elif "act" in gives and self.given.task:
                plans[stand.id] = StandPlan(task=self.given.task)
        arrow = self.given.facing if self.given.facing is not None else mean_arrow(self.state, plans)
        if arrow is None:
            middle = middle_of(stands)
            arrow = facing_of(minus(threat_to(self.state, stands[0].side, middle), middle))
        return plans, arrow % FULL_TURN

    def taken(self, moving: set[str]) -> list[Base]:
        """Where everybody else stands or will stand, as far as the draft says. KIM-R44"""
        found = []
        for stand in self.state.stands.values():
            if stand.id in moving:
                continue
            plan = self.draft.plan_of(stand.id) if stand.id in self.draft.units else StandPlan()
            found.append(end_base(stand, plan.route, plan.end_facing) if plan.route else stand.base)
        return found

    def on_table(self, at: Point) -> Point:
        ground = ground_of(self.state)
        return min(max(at[0], 0), ground.width), min(max(at[1], 0), ground.height)

    def look(self, pieces: Iterable[str]) -> Look:
        """The draft, with the shapes and lines of the stands that were touched."""
        return CardLook(self.view, self.draft, self.law, self.lines).look(pieces)


def ids_of(stands: Iterable[Stand]) -> set[str]:
    return {stand.id for stand in stands}
