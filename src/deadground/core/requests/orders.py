"""The request for orders: which unit gets which card, for which of its pieces, with which arrow."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

from deadground.core.faults import Fault
from deadground.core.requests.base import Request, Whole
from deadground.core.requests.ground import FULL_TURN
from deadground.core.requests.lists import Option


class Condition(msgspec.Struct, frozen=True):
    """Something that can be said with a card, such as at whom to fire; the plan holds its id."""

    id: str
    label: str


class Card(msgspec.Struct, frozen=True):
    """A kind of order card; `arrow` says whether it carries a direction, `conditions` what can be said with it.

    A `whole` card is laid on the unit itself, beside the others and on none of its pieces. `rows` are those of the
    `hint`, where it says why the card cannot be given.
    """

    id: str
    label: str
    arrow: bool = False
    hint: str = ""
    conditions: tuple[Condition, ...] = ()
    whole: bool = False
    rows: tuple[str, ...] = ()


class OrderedUnit(msgspec.Struct, frozen=True):
    """A unit to be ordered: its pieces, how many cards it may be given, and which kinds.

    `done` are those of its pieces that nobody need think of any more; they may be ordered all the same.
    """

    id: str
    label: str
    pieces: tuple[str, ...]
    most: int
    cards: tuple[str, ...]
    done: tuple[str, ...] = ()


class Order(msgspec.Struct, frozen=True):
    """One card laid: for a unit, on some of its pieces, with an arrow in tenths of a degree if it has one.

    `plan` is what goes with the card: how each piece means to carry it out. Its shape is the guide's to check.
    """

    unit: str
    card: str
    pieces: tuple[str, ...]
    arrow: Whole | None = None
    plan: dict[str, Any] = {}


class Orders(Request, frozen=True, kw_only=True, tag="orders"):
    """Cards for units; a piece obeys at most one card, and laying none is legal. Value: a list of orders.

    `spare` cards may go to any unit beyond its own; each unit's `most` counts them. `when_met` is what a piece that
    is stopped on its way may do, the usual thing first; the plan says which, where it is another.
    """

    units: tuple[OrderedUnit, ...]
    cards: tuple[Card, ...]
    spare: int = 0
    when_met: tuple[Option, ...] = ()

    kind: ClassVar[str] = "orders"
    value_type: ClassVar[Any] = list[Order]

    def told_alone(self, value: Any) -> str:
        if any(unit.pieces for unit in self.units):
            return super().told_alone(value)
        return "Nobody has anything left to do."

    def own_faults(self, value: list[Order]) -> list[Fault]:
        faults: list[Fault] = []
        units = {unit.id: unit for unit in self.units}
        laid: dict[str, int] = {}
        obeys: set[str] = set()
        for i, order in enumerate(value):
            unit = units.get(order.unit)
            if unit is None:
                faults.append(self._fault(i, "unit", f"'{order.unit}' is not one of your units"))
                continue
            laid[unit.id] = laid.get(unit.id, 0) + (order.card not in self.whole_cards)
            faults += self._card_faults(i, unit, order) + self._piece_faults(i, unit, order, obeys)
            if order.plan and not self.guide:
                faults.append(self._fault(i, "plan", "no plan goes with these cards"))
        for id, count in laid.items():
            if count > units[id].most:
                reason = f"{units[id].label} has {units[id].most} cards, not {count}"
                faults.append(Fault("value", reason, self.rows))
        return faults

    @property
    def whole_cards(self) -> list[str]:
        return [card.id for card in self.cards if card.whole]

    def _card_faults(self, i: int, unit: OrderedUnit, order: Order) -> list[Fault]:
        card = next((card for card in self.cards if card.id == order.card), None)
        if card is None or order.card not in unit.cards:
            return [self._fault(i, "card", f"{unit.label} has no card '{order.card}'")]
        if card.arrow != (order.arrow is not None):
            word = "needs an" if card.arrow else "takes no"
            return [self._fault(i, "arrow", f"a {card.label} card {word} arrow")]
        if order.arrow is not None and not 0 <= order.arrow < FULL_TURN:
            return [self._fault(i, "arrow", f"an arrow is 0 to 359.9 degrees, not {order.arrow / 10:g}")]
        return []

    def _piece_faults(self, i: int, unit: OrderedUnit, order: Order, obeys: set[str]) -> list[Fault]:
        faults = []
        if order.card in self.whole_cards:
            return [self._fault(i, "pieces", "this card is laid on the whole unit")] if order.pieces else []
        if not order.pieces:
            faults.append(
                self._fault(i, "pieces", f"the card for {unit.label} is laid on none of its pieces")
            )
        for piece in order.pieces:
            if piece not in unit.pieces:
                faults.append(self._fault(i, "pieces", f"'{piece}' does not belong to {unit.label}"))
            elif piece in obeys:
                faults.append(self._fault(i, "pieces", f"'{piece}' has two cards"))
            obeys.add(piece)
        return faults

    def _fault(self, i: int, part: str, reason: str) -> Fault:
        return Fault(f"value[{i}].{part}", reason, self.rows)

    def own_only(self) -> Any:
        return None if any(unit.most and unit.cards and unit.pieces for unit in self.units) else []

    def own_fits(self, key: Order, part: Order) -> bool:
        unit = next((unit for unit in self.units if unit.id == part.unit), None)
        return (
            unit is not None
            and any(card.id == part.card for card in self.cards)
            and set(part.pieces) <= set(unit.pieces)
        )

    def own_sample(self, rng: Random) -> list[dict[str, Any]]:
        kinds = {card.id: card for card in self.cards}
        orders = []
        for unit in self.units:
            left = list(unit.pieces)
            rng.shuffle(left)
            cards = [card for card in unit.cards if card not in self.whole_cards]
            for _ in range(rng.randint(0, min(unit.most, len(left)))):
                if not (left and cards):
                    break
                share = rng.randint(1, len(left))
                group, left = left[:share], left[share:]
                card = rng.choice(cards)
                arrow = rng.randrange(FULL_TURN) if kinds[card].arrow else None
                orders.append({"unit": unit.id, "card": card, "pieces": group, "arrow": arrow})
        return orders
