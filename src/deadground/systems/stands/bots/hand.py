"""A hand of cards being laid: never more than there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from deadground.space.plane import Facing
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.cards.card_law import deck_share, general_cards, on_sheet, why_beaten
from deadground.systems.stands.rules.cards.command import suits
from deadground.systems.stands.state import OrderWord, Stand


class Hand:
    """The cards of a seat for one turn, and those already laid."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.laid: list[dict[str, Any]] = []
        self.general = general_cards(picture.state, picture.seat)
        self.limited = picture.options["deck_limit"] == "on"
        self._by_unit: Counter[str] = Counter()
        self._by_order: Counter[str] = Counter()

    def left(self, unit: str) -> int:
        """How many cards of its own a unit still has."""
        return max(0, self.picture.unit(unit).cards - self._by_unit[unit])

    def lay(
        self,
        unit: str,
        order: OrderWord,
        stands: Sequence[Stand],
        arrow: Facing | None = None,
        plan: dict[str, Any] | None = None,
        *,
        may_be_general: bool = False,
    ) -> bool:
        """Lay one more card; False if there is none for it. Stands on their march off stand ready to fire."""
        if any(why_beaten(self.picture.state, one, order) for one in stands):
            order, arrow, plan = "fire", None, None
            stands = [one for one in stands if suits(kind_of(one), order) is None]
        is_general = not self.left(unit)
        if not stands or (is_general and not (may_be_general and self.general)):
            return False
        if self.limited:
            sheet = on_sheet(order)
            if self._by_order[sheet] >= deck_share(self.picture.state, self.picture.seat, sheet):
                return False
            self._by_order[sheet] += 1
        self.general -= is_general
        self._by_unit[unit] += 1
        self.laid.append(
            {
                "unit": unit,
                "card": order,
                "pieces": [one.id for one in stands],
                "arrow": arrow,
                "plan": plan or {},
            }
        )
        return True
