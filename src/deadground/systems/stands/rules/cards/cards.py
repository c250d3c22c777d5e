"""Cards: they are laid face down by all players at once and turned over together. KIM-1.2"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from deadground.core.agenda import Done, Next, procedure
from deadground.core.citing import cite
from deadground.core.requests import AnyRequest, Order, Orders
from deadground.core.shapes import Sealed
from deadground.systems.stands.game import Stands, named_together
from deadground.systems.stands.rules.cards.card_law import (
    CARDS,
    GENERAL,
    NO_CARD,
    StandsView,
    general_cards,
    last_turn,
    staffs_for,
    units_for,
)
from deadground.systems.stands.rules.cards.command import RIGHTS, card_groups, show_card
from deadground.systems.stands.rules.cards.plans import AT_HALT, StandPlan, order_word, plan_of
from deadground.systems.stands.state import Seat, Stand, StandsState


@procedure("stands.place_cards", rows=("KIM-1.2b", "KIM-1.2c", "KIM-1.2d"))
class PlaceCards(Sealed):
    """All players lay their cards face down at once; when the last is done, they are turned over together."""

    def seats(self, game: Stands) -> Iterable[str]:
        return [seat for seat in game.seats if seat in game.state.seats]

    def ask(self, view: StandsView) -> AnyRequest:
        seat = view.state.seats[view.seat]
        units = (*units_for(view.state, seat), *staffs_for(view.state, seat))
        request = Orders(
            "Lay your order cards.",
            units=units,
            cards=(*CARDS, NO_CARD),
            spare=general_cards(view.state, seat),
            when_met=AT_HALT,
            guide="stands.cards",
            rows=self.rows,
        )
        again = last_turn(view)
        proposal = again if again and not request.check(view, again) else []
        return msgspec.structs.replace(request, proposal=proposal)

    def reveal(self, game: Stands, answers: dict[str, Any]) -> Next:
        clear_cards(game.state)
        laid = self.answer(dict[str, list[Order]])
        for general in (False, True):
            for id, orders in laid.items():
                lay_all(game.state, game.state.seats[id], orders, general=general)
        turn_over(game)
        return Done()


def clear_cards(state: StandsState) -> None:
    """Take up the cards of the turn before, and what was planned with them."""
    blank = StandPlan()
    for stand in state.stands.values():
        stand.order, stand.arrow, stand.group = "", -1, ""
        stand.shown_order, stand.shown_arrow, stand.limit = "", -1, ""
        write_plan(stand, blank)


def lay_all(state: StandsState, seat: Seat, orders: list[Order], *, general: bool) -> None:
    """Lay a seat's cards: those for its own units, or the general cards it gives to other players' units.

    A general card takes its stands out of the group their own player put them in. KIM-1.2b, KIM-1.2c, KIM-R38
    """
    for n, order in enumerate(orders, 1):
        own = state.units[order.unit].command in seat.commands
        if own == general:
            continue
        cite("KIM-1.2c" if general else "KIM-1.2b", "KIM-R38")
        plan = plan_of(order)
        for id in order.pieces:
            stand = state.stands[id]
            stand.order = order_word(order)
            stand.arrow = -1 if order.arrow is None else order.arrow
            stand.group = f"{order.unit}{GENERAL if general else '.'}{n}"
            write_plan(stand, plan.get(id, StandPlan()))


def write_plan(stand: Stand, plan: StandPlan) -> None:
    stand.route = plan.route
    stand.end_facing = -1 if plan.end_facing is None else plan.end_facing
    stand.at_halt = plan.at_halt
    stand.target = plan.target
    stand.template_at, stand.template_kind = plan.template_at, plan.template_kind
    stand.standing_order = plan.standing_order
    stand.task = plan.task


def turn_over(g: Stands) -> None:
    """The joint reveal; a hidden stand's card stays secret until it acts or is revealed. KIM-1.2d, KIM-R36"""
    show_hidden = g.option("show_hidden_cards") == "on"
    g.tell("reveal", "The cards are turned over.", "KIM-1.2d")
    for stand in g.state.stands.values():
        if not stand.hidden or show_hidden:
            show_card(stand)
    for group in card_groups(g.state):
        for hidden in (False, True):
            tell_card(g, [one for one in group.stands if one.hidden == hidden], show_hidden)


def tell_card(g: Stands, stands: list[Stand], show_hidden: bool) -> None:
    """One line of the log for a card; what is hidden is read by its own side only, or named without its stands."""
    if not stands:
        return
    first = stands[0]
    card = RIGHTS[first.order]
    g.tell(
        "card",
        f"{named_together(stands)}: {card.label}.",
        "KIM-1.2d",
        card.row,
        to=g.who_knows(stands),
        masked=f"A hidden card of {g.state.sides[first.side].name}: {card.label}." if show_hidden else None,
        stands=[one.id for one in stands],
        order=first.order,
        arrow=first.arrow,
    )
