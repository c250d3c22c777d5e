"""What a drag or a key means on the table: a whole new draft of the open request, as near to the wish as may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.requests import Gesture, Order, Orders, Path, PathValue
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.space.paths import length
from deadground.space.units import shown
from deadground.systems.skirmish.rules.blasts import circle_radius
from deadground.systems.skirmish.rules.lobs import munition
from deadground.systems.skirmish.rules.orders import LAWS, Targets, as_order, targets_of
from deadground.systems.skirmish.rules.readying import Ready
from deadground.systems.skirmish.rules.throwing import Throw
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState
from deadground.systems.skirmish.table.marching import FORMATIONS, March, Seen, first_in_sight, marched

SkirmishView = View[SkirmishState]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may come with a gesture on orders."""

    card: str = ""
    formation: str = "kept"
    prone: bool = False
    facing: int | None = None
    what: str = ""
    """The thing to ready or to throw, where it matters which."""


def edit_orders(view: SkirmishView, request: Orders, draft: list[Order] | None, gesture: Gesture) -> Look:
    """Dragging men to a place moves them, onto an enemy shoots at him; an act of a card's name gives the card.

    With the card `throw` the place is where it goes. `clear` takes the orders of some men back, or all.
    """
    wish = given_as(Wish, gesture.given)
    unit = request.units[0]
    named = [id for id in gesture.pieces if id in unit.stands]
    orders = msgspec.to_builtins(list(draft or ()))
    if gesture.act == "clear":
        return Look(value=without(orders, named or list(unit.stands)))
    men = [view.state.figures[id] for id in named]
    if not men:
        raise Refused(Fault("pieces", "none of these men is asked for orders", request.rows))
    card = wish.card or ("fire" if gesture.act == "drag" else gesture.act)
    spot = gesture.to if isinstance(gesture.to, tuple) else None
    if gesture.act == "drag" and spot is not None and card != "throw":
        return drag_to(view, request, orders, men, spot, wish)
    if card not in unit.cards:
        raise Refused(Fault("act", f"there is no card '{card}' to be given now", request.rows))
    targets = (gesture.to,) if isinstance(gesture.to, str) else targets_of(request, card)
    free = [one for one in men if LAWS[card].why_not(view.state, one, view.options) is None]
    plan = plan_for(view, card, free, targets, spot, wish) if free else None
    if not plan:
        raise Refused(Fault("act", f"none of these men can be given the card '{card}' now", LAWS[card].rows))
    drawn = throws_drawn(view, plan) if card == "throw" else ()
    return Look(value=with_order(orders, unit.id, card, plan), shapes=tuple(drawn))


def plan_for(
    view: SkirmishView,
    card: str,
    men: Sequence[Figure],
    targets: Targets,
    spot: tuple[int, int] | None,
    wish: Wish,
) -> dict[str, Any] | None:
    """What a card asked for by name is to do: a spot or a thing that came with it is what is meant."""
    law = LAWS[card]
    if isinstance(law, Throw) and spot is not None:
        return law.at_spot(view, men, targets, spot, wish.what)
    if isinstance(law, Ready):
        return law.of(view, men, wish.what)
    return law.propose(view, men, targets)


def drag_to(
    view: SkirmishView,
    request: Orders,
    orders: list[dict[str, Any]],
    men: Sequence[Figure],
    to: tuple[int, int],
    wish: Wish,
) -> Look:
    """Men move to a place in a formation, facing the threat; ghosts, lengths and who comes into sight are shown."""
    card = wish.card or "move"
    if wish.formation not in FORMATIONS:
        raise Refused(Fault("with", f"a formation is one of {', '.join(FORMATIONS)}", request.rows))
    if card not in request.units[0].cards or not hasattr(LAWS[card], "most"):
        raise Refused(Fault("act", f"'{card}' moves nobody", request.rows))
    law: Any = LAWS[card]
    movers = [one for one in men if law.why_not(view.state, one, view.options) is None]
    if not movers:
        raise Refused(Fault("pieces", "none of these men can move now", law.rows))
    marches = marched(view.state, movers, to, law.most, wish.formation)
    ways = {march.id: way_of(march, wish) for march in marches}
    value = with_order(orders, request.units[0].id, card, {"paths": ways})
    seen = first_in_sight(view.state, marches, view.options)
    return Look(
        value=value, lines=tuple(lines(view, marches, seen, law)), shapes=tuple(shapes(view, marches, seen))
    )


def way_of(march: March, wish: Wish) -> dict[str, Any]:
    facing = march.facing if wish.facing is None else wish.facing
    return {"points": [list(point) for point in march.path[1:]], "facing": facing, "prone": wish.prone}


def without(orders: list[dict[str, Any]], men: Sequence[str]) -> list[dict[str, Any]]:
    """Orders with some men taken out of them."""
    found = []
    for order in orders:
        left = [id for id in order["stands"] if id not in men]
        if left:
            plan = {
                part: {id: value for id, value in given.items() if id in left}
                for part, given in order["plan"].items()
            }
            found.append(as_order(order["unit"], order["card"], left, plan))
    return found


def with_order(
    orders: list[dict[str, Any]], unit: str, card: str, plan: dict[str, Any]
) -> list[dict[str, Any]]:
    """Orders with the men of a plan given this card and no other; one order for each card."""
    men = LAWS[card].men_of(plan)
    rest = without(orders, men)
    for order in rest:
        if order["card"] == card:
            for part, given in plan.items():
                order["plan"].setdefault(part, {}).update(given)
            order["stands"] = [*order["stands"], *men]
            return rest
    return [*rest, as_order(unit, card, men, plan)]


def lines(view: SkirmishView, marches: Sequence[March], seen: Seen | None, law: Any) -> list[Line]:
    """How far of how far, and who comes into sight where. NUTS-MOVE-01, NUTS-SIGHT-02"""
    found = []
    for march in marches:
        figure = view.state.figures[march.id]
        text = f"{figure.name}: {shown(length(march.path), 'in')} of {shown(law.most(figure), 'in')}."
        found.append(Line(text, ("NUTS-MOVE-01",)))
    if seen is not None:
        names = f"{view.state.figures[seen.enemy].name} and {view.state.figures[seen.mover].name}"
        found.append(Line(f"{names} come into sight of each other on the way.", ("NUTS-SIGHT-02",)))
    return found


def shapes(view: SkirmishView, marches: Sequence[March], seen: Seen | None) -> list[Shape]:
    """The ways, where the men come to stand, and the place where somebody comes into sight."""
    found = []
    for march in marches:
        if len(march.path) > 1 and march.path[-1] != march.path[0]:
            found.append(Shape(kind="line", look="route", points=march.path, token=march.id))
        found.append(Shape(kind="ring", look="ghost", points=(march.path[-1],), radius=BASE, token=march.id))
    if seen is not None:
        label = f"{view.state.figures[seen.enemy].name} comes into sight here"
        found.append(Shape(kind="note", look="halt", points=(seen.at,), label=label, token=seen.mover))
    return found


def throws_drawn(view: SkirmishView, plan: dict[str, Any]) -> Iterator[Shape]:
    """The line to each spot, and the circle of what goes off there; a flame has its path alone."""
    for id, given in plan["throws"].items():
        figure, at = view.state.figures[id], (given["at"][0], given["at"][1])
        one = munition(view.state, figure, given["what"])
        yield Shape(kind="line", look="aim", points=(figure.at, at), token=id)
        if one is not None and one.across:
            radius = circle_radius(one.across, view.options)
            yield Shape(kind="ring", look="template", points=(at,), radius=radius, label=one.name, token=id)


def edit_paths(
    view: SkirmishView, request: Path, draft: dict[str, PathValue] | None, gesture: Gesture
) -> Look:
    """Men dragged to a place in the shape they have, as far as each may go; `clear` lets them stay."""
    value = {id: path for id, path in (draft or {}).items() if id not in gesture.pieces}
    if gesture.act == "clear":
        return Look(value=value if gesture.pieces else {})
    most = {one.piece: one.most for one in request.walkers}
    men = [view.state.figures[id] for id in gesture.pieces if id in most]
    if gesture.act != "drag" or not isinstance(gesture.to, tuple) or not men:
        raise Refused(Fault("act", f"'{gesture.act}' does nothing to this request", request.rows))
    marches = marched(view.state, men, gesture.to, lambda one: most[one.id])
    for march in marches:
        if march.path[-1] != march.path[0]:
            value[march.id] = PathValue(march.path[1:], march.facing)
    seen = first_in_sight(view.state, marches, view.options)
    return Look(value=value, shapes=tuple(shapes(view, marches, seen)))
