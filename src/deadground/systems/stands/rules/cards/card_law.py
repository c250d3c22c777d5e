"""The law of the cards: which may be laid on which stands, how many, and which are worth a look. KIM-1.2, KIM-A2"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from deadground.core.charts import Chart, Charts
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Card, Guide, Order, OrderedUnit, Request, Suggestion, guide
from deadground.core.view import View
from deadground.space.plane import FULL_TURN
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.kinds import DATA
from deadground.systems.stands.overrides import cell
from deadground.systems.stands.rules.cards.command import (
    RIGHTS,
    card_groups,
    is_without_cards,
    may_not_advance,
    suits,
)
from deadground.systems.stands.rules.cards.plans import CONDITIONS, order_word, plan_faults
from deadground.systems.stands.rules.cards.tasks import why_no_task
from deadground.systems.stands.rules.morale.morale import why_retiring
from deadground.systems.stands.state import OrderWord, Seat, Stand, StandsState

StandsView = View[StandsState]

CARDS = tuple(
    Card(word, rights.label, rights.arrow, rights.hint, CONDITIONS if "snap" in rights.gives else ())
    for word, rights in RIGHTS.items()
    if word
)

NO_CARD = Card("", "Move without a card", False, "HQ and supply stands need none")
"""What an HQ or a supply stand is laid in place of a card, so that its way can be planned too. KIM-1.3h, KIM-R91"""

WHEN_RETIRING: tuple[OrderWord, ...] = ("", "fire", "prone", "dummy")
"""The cards of a command that is marching off. KIM-8.1c, KIM-R107"""

GENERAL = ".general."
"""Marks the group of a general card that was laid on another player's unit."""


@cache
def card_sheet() -> Chart:
    return Charts.load(DATA)["stands.card_sheet"]


def on_sheet(order: OrderWord) -> OrderWord:
    """The card an order uses up: the sheet has no Change Formation, which takes a Move. KIM-A2a, KIM-R37"""
    return "move" if card_sheet().number(order) is None else order


def deck_share(state: StandsState, seat: Seat, order: OrderWord) -> int:
    """How many cards of an order a seat may lay in a turn with the deck limit on. KIM-A2a, KIM-R37

    A side's sheets are dealt evenly to its players, since they lay in secret; what is left over is the army
    commander's.
    """
    cards = (cell(state, card_sheet(), on_sheet(order)) or 0) * state.sides[seat.side].sheets
    players = [one for one in state.seats.values() if one.side == seat.side]
    even, over = divmod(cards, len(players))
    first = next((one for one in players if one.commander), players[0])
    return even + (over if seat.id == first.id else 0)


def general_cards(state: StandsState, seat: Seat) -> int:
    """The general cards a seat may give out: they are the army commander's. KIM-1.2c"""
    return state.sides[seat.side].general_cards if seat.commander else 0


def stands_of_unit(state: StandsState, unit: str) -> tuple[Stand, ...]:
    """A unit's stands that take cards. KIM-1.2b, KIM-R91"""
    return tuple(one for one in state.stands.values() if one.unit == unit and not is_without_cards(one))


def units_for(state: StandsState, seat: Seat) -> Iterator[OrderedUnit]:
    """The units a seat lays cards for: those of its own commands, and with general cards any other of its army."""
    extra = general_cards(state, seat)
    for unit in state.units.values():
        stands = stands_of_unit(state, unit.id)
        own = unit.command in seat.commands
        most = (unit.cards if own else 0) + extra
        if unit.side != seat.side or not stands or not most:
            continue
        cards = [
            card.id for card in CARDS if any(suits(kind_of(one), word_of(card)) is None for one in stands)
        ]
        yield OrderedUnit(unit.id, unit.name, tuple(one.id for one in stands), most, tuple(cards))


def staffs_for(state: StandsState, seat: Seat) -> Iterator[OrderedUnit]:
    """The HQ and supply stands a seat plans for, each by itself and without a card. KIM-1.3h, KIM-R91"""
    for unit in state.units.values():
        stands = [one for one in state.stands.values() if one.unit == unit.id]
        if stands and unit.command in seat.commands and all(is_without_cards(one) for one in stands):
            yield OrderedUnit(unit.id, unit.name, tuple(one.id for one in stands), len(stands), (NO_CARD.id,))


def word_of(card: Card) -> OrderWord:
    return next(word for word in RIGHTS if word == card.id)


def is_fit(state: StandsState, stand: Stand, order: OrderWord) -> bool:
    if suits(kind_of(stand), order) is not None or why_beaten(state, stand, order) is not None:
        return False
    return order != "action" or why_no_task(state, stand) is None


def why_beaten(state: StandsState, stand: Stand, order: OrderWord, at: str = "value") -> Fault | None:
    """Why morale does not let a stand be given a card. KIM-8.1b, KIM-8.1c, KIM-R107"""
    barred = why_retiring(state, stand)
    if barred is not None and order in WHEN_RETIRING:
        return None
    if barred is None and order == "charge":
        barred = may_not_advance(state, state.commands[stand.command])
    if barred is None:
        return None
    cite("KIM-R107")
    return Fault(at, f"{barred.reason}: no {RIGHTS[order].label} card", (*barred.rows, "KIM-R107"))


@guide("stands.cards")
class CardGuide(Guide):
    """Which cards may be laid on which stands, and how many. KIM-1.2b to KIM-1.2m, KIM-4.19c, KIM-A2a"""

    def faults(self, view: StandsView, request: Request, value: list[Order]) -> list[Fault]:
        seat = view.state.seats[view.seat]
        faults: list[Fault] = []
        for i, order in enumerate(value):
            faults += self.stand_faults(view.state, order, f"value[{i}]")
            faults += plan_faults(view.state, order, view.options, f"value[{i}].plan")
        faults += self.general_faults(view.state, seat, value)
        if view.options["deck_limit"] == "on":
            faults += self.deck_faults(view.state, seat, value)
        return faults

    def explain(self, view: StandsView, request: Request, key: Order, at: str) -> list[Fault]:
        """Whose the unit or the stands of an order are, if not this seat's. KIM-1.2b"""
        state, seat = view.state, view.state.seats[view.seat]
        faults = []
        unit = state.units.get(key.unit)
        if unit is not None and unit.command not in seat.commands and not general_cards(state, seat):
            reason = f"{unit.name} is led by another player"
            faults.append(Fault(f"{at}.unit", reason, ("KIM-1.2b", "KIM-1.2c")))
        for id in key.pieces:
            stand = state.stands.get(id)
            if stand is not None and stand.side != seat.side:
                faults.append(Fault(f"{at}.pieces", f"{stand.name} is the enemy's", ("KIM-1.2b",)))
        return faults

    def stand_faults(self, state: StandsState, order: Order, at: str) -> list[Fault]:
        """Cards not for a troop type or a beaten command. KIM-1.2k, KIM-1.2l, KIM-3.2a, KIM-4.19c, KIM-R107"""
        faults = []
        for id in order.pieces:
            stand = state.stands[id]
            if order.card == NO_CARD.id and is_without_cards(stand):
                continue
            wrong = suits(kind_of(stand), order_word(order))
            if wrong is not None:
                faults.append(Fault(f"{at}.card", f"{stand.name} {wrong[0]}", wrong[1]))
            elif order.card == "action":
                none = why_no_task(state, stand, at=f"{at}.card")
                faults += [] if none is None else [none]
            beaten = why_beaten(state, stand, order_word(order), f"{at}.card")
            faults += [] if beaten is None else [beaten]
        return faults

    def general_faults(self, state: StandsState, seat: Seat, value: list[Order]) -> list[Fault]:
        """More cards than a unit has are general cards. KIM-1.2c"""
        laid = Counter(order.unit for order in value if order.card)
        used = sum(max(0, count - own_cards(state, seat, unit)) for unit, count in laid.items())
        have = general_cards(state, seat)
        if used <= have:
            return []
        cards = "general card" if used == 1 else "general cards"
        return [Fault("value", f"this takes {used} {cards}; you have {have}", ("KIM-1.2c",))]

    def deck_faults(self, state: StandsState, seat: Seat, value: list[Order]) -> list[Fault]:
        """More cards of an order than the sheets hold. KIM-A2a, KIM-R37"""
        faults = []
        for order, count in Counter(on_sheet(order_word(order)) for order in value if order.card).items():
            have = deck_share(state, seat, order)
            if count > have:
                reason = f"{count} {RIGHTS[order].label} cards are more than the {have} you have"
                faults.append(Fault("value", reason, ("KIM-A2a", "KIM-R37")))
        return faults

    def sample(self, view: StandsView, request: Request, rng: Random) -> list[dict[str, Any]]:
        state = view.state
        seat = state.seats[view.seat]
        laying = Laying(state, seat, limited=view.options["deck_limit"] == "on")
        for unit in units_for(state, seat):
            left = [state.stands[id] for id in unit.pieces]
            rng.shuffle(left)
            for _ in range(rng.randint(0, unit.most)):
                fitting = [card for card in CARDS if left and is_fit(state, left[0], word_of(card))]
                if not fitting:
                    break
                card = rng.choice(fitting)
                some = [one for one in left if is_fit(state, one, word_of(card))]
                some = some[: rng.randint(1, len(some))]
                arrow = rng.randrange(FULL_TURN) if card.arrow else None
                if laying.lay(unit.id, word_of(card), some, arrow):
                    left = [one for one in left if one not in some]
        return laying.value

    def suggest(self, view: StandsView, request: Request, k: int) -> list[Suggestion]:
        found = [
            Suggestion("As last turn", last_turn(view), "the same cards for the same stands"),
            Suggestion("All stand and fire", all_fire(view), "every unit holds its ground"),
        ]
        legal = [one for one in found if one.value and not request.check(view, one.value)]
        return legal[:k]


class Laying:
    """Cards being laid one after the other, as long as there are any."""

    def __init__(self, state: StandsState, seat: Seat, *, limited: bool) -> None:
        self.state, self.seat, self.limited = state, seat, limited
        self.laid: list[Order] = []

    def lay(self, unit: str, order: OrderWord, stands: Iterable[Stand], arrow: int | None = None) -> bool:
        """Lay one more card; False if there is none left."""
        more = [*self.laid, Order(unit, order, tuple(one.id for one in stands), arrow)]
        law = CardGuide()
        if law.general_faults(self.state, self.seat, more):
            return False
        if self.limited and law.deck_faults(self.state, self.seat, more):
            return False
        self.laid = more
        return True

    @property
    def value(self) -> list[dict[str, Any]]:
        """The cards as the plain data of a choice."""
        plain: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(self.laid))
        return plain


def own_cards(state: StandsState, seat: Seat, unit: str) -> int:
    """The cards of a unit that its own player lays; another player's unit has none for him. KIM-1.2b, KIM-1.2c"""
    found = state.units[unit]
    return found.cards if found.command in seat.commands else 0


def last_turn(view: StandsView) -> list[dict[str, Any]]:
    """The cards of the turn before, as far as their stands are still there."""
    state = view.state
    seat = state.seats[view.seat]
    orders = []
    for group in card_groups(state):
        first = group.first
        own = state.units[first.unit].command in seat.commands
        if first.side != seat.side or (GENERAL in first.group) == own:
            continue
        orders.append(
            {
                "unit": first.unit,
                "card": group.order,
                "pieces": [one.id for one in group.stands],
                "arrow": first.arrow if first.arrow >= 0 else None,
                "plan": {one.id: kept(state, one) for one in group.stands if kept(state, one)},
            }
        )
    return orders


def kept(state: StandsState, stand: Stand) -> dict[str, Any]:
    """What of a plan can be repeated: standing orders, templates, and targets that are still known."""
    plan: dict[str, Any] = {}
    if stand.standing_order != "ask":
        plan["standing_order"] = stand.standing_order
    if stand.template_at is not None:
        plan["template_at"], plan["template_kind"] = list(stand.template_at), stand.template_kind
    elif stand.target in state.stands:
        plan["target"] = stand.target
    return plan


def all_fire(view: StandsView) -> list[dict[str, Any]]:
    """One Stand and Fire card for each unit that has a card."""
    state = view.state
    seat = state.seats[view.seat]
    laying = Laying(state, seat, limited=view.options["deck_limit"] == "on")
    for unit in units_for(state, seat):
        stands = [state.stands[id] for id in unit.pieces if is_fit(state, state.stands[id], "fire")]
        if stands and own_cards(state, seat, unit.id):
            laying.lay(unit.id, "fire", stands)
    return laying.value
