"""What a drag or a key means on the table: a whole new draft of the open request, as near to the wish as may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.requests import Gesture, Order, Orders, gestures_on
from deadground.core.scene import Line, Look
from deadground.core.view import View
from deadground.systems.skirmish.game import enemies_of, in_one_breath
from deadground.systems.skirmish.rules.activation.dropping import LayAside
from deadground.systems.skirmish.rules.activation.orders import (
    FINISHED,
    LAWS,
    Targets,
    as_order,
    finished,
    targets_of,
)
from deadground.systems.skirmish.rules.activation.side_actions import in_reach
from deadground.systems.skirmish.rules.fire.targets import Shot, as_given, shot_from
from deadground.systems.skirmish.rules.grenades.readying import Ready
from deadground.systems.skirmish.rules.grenades.throwing import Throw
from deadground.systems.skirmish.rules.movement.movement import MoveCard
from deadground.systems.skirmish.state import Figure, Marker, SkirmishState
from deadground.systems.skirmish.table.draft_lines import draft_look, why_not_given
from deadground.systems.skirmish.table.fire_lines import with_another
from deadground.systems.skirmish.table.going_lines import cover_words, march_shapes, march_words, seen_on
from deadground.systems.skirmish.table.gun_lines import ROUNDS, next_target, other_rounds
from deadground.systems.skirmish.table.machine_gestures import (
    MANNERS,
    machine_card,
    machine_plan,
    those_meant,
)
from deadground.systems.skirmish.table.marching import FORMATIONS, March, asked_beyond, marched, settled_march
from deadground.systems.skirmish.table.masking import masked_words, unmasked
from deadground.systems.skirmish.table.sharing import is_as_proposed, with_dice_shared
from deadground.systems.skirmish.thread import surname

SkirmishView = View[SkirmishState]
Draft = list[dict[str, Any]]

KEPT = ("kept", "file")
"""Formations in which men stand behind each other because their player wants it so."""

BEFORE_MOVING = ("fire", "reload")
"""What a man may do and still move after it."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may come with a gesture on orders."""

    card: str = ""
    formation: str = ""
    """One of FORMATIONS; "" for their shape, or into cover where they are dragged up to some."""
    prone: bool = False
    by: str = ""
    """The man who was taken hold of: where a group keeps its shape he comes to the place, and he fetches first."""
    facing: int | None = None
    what: str = ""
    """The thing to ready, to throw or to lay aside, where it matters which."""
    more: bool = False
    """A target besides those a man has: his dice are shared out."""


@gestures_on("skirmish.orders", "skirmish.winners", "skirmish.in_sight", "skirmish.charged")
def edit_orders(view: SkirmishView, request: Orders, draft: list[Order] | None, gesture: Gesture) -> Look:
    """Dragging men to a place moves them, onto an enemy shoots at him; an act of a card's name gives the card.

    Onto a wounded friend they fetch him, or treat him; onto a weapon they pick it up, or go there; onto a fallen
    enemy they go there. With the card
    `throw` the place is where it goes. `prone` drops men where they stand or end, `clear` takes the orders of some
    men back, or all, `show` draws the draft. `repeat` lays out what is proposed, the dice of guns shared where that
    promises more. `finished` says so of the group, or no longer.
    """
    wish = given_as(Wish, gesture.given)
    unit = request.units[0]
    named = those_meant(view.state, gesture.pieces, unit.pieces)
    orders: Draft = msgspec.to_builtins(list(draft or ()))
    if gesture.act == "repeat" and is_as_proposed(orders, request.proposal):
        return draft_look(view, request, with_dice_shared(view, orders, targets_of(request, "fire")))
    if gesture.act in ("show", "repeat"):
        return draft_look(view, request, orders)
    if gesture.act == FINISHED:
        return draft_look(view, request, with_word(orders, unit.id))
    if gesture.act == "clear":
        return draft_look(
            view, request, paired_anew(view, request, without(orders, named or list(unit.pieces)))
        )
    men = [view.state.figures[id] for id in sorted(named, key=lambda id: id != wish.by)]
    if not men:
        raise Refused(Fault("pieces", "none of these men is asked for orders", request.rows))
    if gesture.act == "prone":
        return draft_look(view, request, dropped(view, request, orders, men))
    wanted = "drive" if wish.card in MANNERS else wish.card or gesture.act
    card = machine_card(view, gesture, wanted, men)
    if card:
        return machine_order(view, request, orders, men, card, gesture)
    card = card_of(view, gesture, wish, men)
    spot = gesture.to if isinstance(gesture.to, tuple) else way_to_thing(view, gesture, men)
    if spot is None and not wish.card:
        spot = where_foe_lies(view, gesture, men)
    if gesture.act == "drag" and spot is not None and card != "throw":
        return drag_to(view, request, orders, men, spot, wish)
    return laid_out(view, request, orders, men, card, gesture, wish)


def laid_out(
    view: SkirmishView,
    request: Orders,
    orders: Draft,
    men: Sequence[Figure],
    card: str,
    gesture: Gesture,
    wish: Wish,
) -> Look:
    """A card given to men, at somebody or as it is proposed; a shot once more goes at the next."""
    unit, named = request.units[0], [one.id for one in men]
    if card not in unit.cards:
        raise Refused(Fault("act", f"nobody can be told to {in_words(card)} now", request.rows))
    targets = (gesture.to,) if isinstance(gesture.to, str) else targets_of(request, card)
    free = [one for one in men if LAWS[card].why_not(view.state, one, view.options) is None]
    plan: dict[str, Any] | None
    if card == "fire" and wish.what == ROUNDS:
        return draft_look(view, request, other_rounds(orders, named))
    if card == "fire" and gesture.act == "card" and (next_one := next_target(view, request, orders, named)):
        targets = (next_one,)
    if card == "fire" and gesture.act == "card" and (shot := shot_of(orders, named)):
        plan = turned(view, orders, free, shot, targets_of(request, card), wish)
    elif card == "fire" and wish.more and isinstance(gesture.to, str):
        plan = shared(view, orders, free, gesture.to, targets_of(request, card))
    else:
        plan = plan_for(view, card, free, targets, gesture.to, wish, orders) if free else None
    if not plan:
        raise Refused(why_not_given(view, card, men, gesture.to))
    value = with_order(orders, unit.id, card, plan)
    return draft_look(view, request, value if card == "fire" else paired_anew(view, request, value))


def machine_order(
    view: SkirmishView, request: Orders, orders: Draft, men: Sequence[Figure], card: str, gesture: Gesture
) -> Look:
    """Crews drive, men get in and out, guns are towed and pushed; it is drawn as it was laid out."""
    if card not in request.units[0].cards:
        raise Refused(Fault("act", f"nobody can be told to {in_words(card)} now", request.rows))
    manner = str(gesture.given.get("card", ""))
    plan = machine_plan(view, card, men, gesture, manner if manner in MANNERS else "")
    value = with_order(orders, request.units[0].id, card, plan)
    return msgspec.structs.replace(draft_look(view, request, value), title=LAWS[card].label)


def card_of(view: SkirmishView, gesture: Gesture, wish: Wish, men: Sequence[Figure]) -> str:
    """The card that is meant: the one that is named, or what a drop on somebody means."""
    if wish.card:
        return wish.card
    if gesture.act != "drag":
        return gesture.act
    if thing_at(view, gesture) is not None:
        return "pick_up"
    on = view.state.figures.get(gesture.to) if isinstance(gesture.to, str) else None
    if on is None or on.side != men[0].side:
        return "fire"
    tend = LAWS["tend"]
    medics = [one for one in men if tend.why_not(view.state, one, view.options) is None]
    return "tend" if tend.propose(view, medics, (on.id,)) else "fetch"


def thing_at(view: SkirmishView, gesture: Gesture) -> Marker | None:
    """What lies on the table where men are dragged to, a weapon or anything else."""
    return view.state.markers.get(gesture.to) if isinstance(gesture.to, str) else None


def way_to_thing(view: SkirmishView, gesture: Gesture, men: Sequence[Figure]) -> tuple[int, int] | None:
    """The place of what men are dragged on to, unless one of them can pick it up from where he is. NR-164"""
    marker = thing_at(view, gesture)
    if marker is None or any(marker in in_reach(view.state, one) for one in men):
        return None
    return marker.at


def where_foe_lies(view: SkirmishView, gesture: Gesture, men: Sequence[Figure]) -> tuple[int, int] | None:
    """The place of a fallen enemy whom men are dragged on to: nobody shoots at him, so they are to go there."""
    on = view.state.figures.get(gesture.to) if isinstance(gesture.to, str) else None
    return on.at if on is not None and on.side != men[0].side and not on.able else None


def plan_for(
    view: SkirmishView,
    card: str,
    men: Sequence[Figure],
    targets: Targets,
    to: tuple[int, int] | str | None,
    wish: Wish,
    orders: Draft,
) -> dict[str, Any] | None:
    """What a card asked for by name is to do: a place or a thing that came with it is what is meant."""
    law = LAWS[card]
    if isinstance(law, MoveCard):
        return {"paths": ways} if (ways := ways_of(orders, men)) else None
    if isinstance(law, Throw) and to is not None:
        return thrown(law, view, men, targets, to, wish.what)
    if isinstance(law, Ready):
        return law.of(view, men, wish.what)
    if isinstance(law, LayAside):
        return law.of(men, wish.what)
    if card == "charge" and targets is None:
        targets = tuple(foe.id for foe in enemies_of(view.state, men[0].side))
    return law.propose(view, men, targets)


def thrown(
    law: Throw,
    view: SkirmishView,
    men: Sequence[Figure],
    targets: Targets,
    to: tuple[int, int] | str,
    what: str,
) -> dict[str, Any] | None:
    """A throw at a place, or at a man: then where he is, whoever else is there. NUTS-GREN-05"""
    if isinstance(to, tuple):
        return law.at_spot(view, men, targets, to, what)
    on = view.state.figures.get(to)
    best = None if what else law.propose(view, men, targets)
    return best or (law.at_spot(view, men, targets, on.at, what) if on else None)


def ways_of(orders: Draft, men: Sequence[Figure]) -> dict[str, Any]:
    """The ways that a draft has for some men: another card for moving takes them over."""
    ids = {one.id for one in men}
    found = [order["plan"].get("paths", {}) for order in orders if order["card"] in ("move", "fast_move")]
    return {id: way for ways in found for id, way in ways.items() if id in ids}


def shared(
    view: SkirmishView, orders: Draft, men: Sequence[Figure], target: str, targets: Targets
) -> dict[str, Any] | None:
    """One more target for the shots of these men, where the swath reaches him. NUTS-FIRE-07"""
    have = {id: shot for order in orders for id, shot in order["plan"].get("shots", {}).items()}
    found = {
        one.id: as_given(shot)
        for one in men
        if one.id in have
        and (shot := with_another(view, shot_from(one.id, have[one.id]), target, targets)) is not None
    }
    return {"shots": found} if found else None


def shot_of(orders: Draft, men: Sequence[str]) -> Shot | None:
    """The shot that one man alone has in a draft."""
    shots = [order["plan"].get("shots", {}) for order in orders if order["card"] == "fire"]
    found = [shot_from(id, given) for some in shots for id, given in some.items() if [id] == list(men)]
    return found[0] if found else None


def turned(
    view: SkirmishView, orders: Draft, men: Sequence[Figure], shot: Shot, targets: Targets, wish: Wish
) -> dict[str, Any]:
    """Told to fire once more, a man shoots at the next enemy he may shoot at, or at him besides. NUTS-FIRE-07"""
    aimed = [aim.target for aim in shot.aims if aim.target]
    foes = targets or tuple(foe.id for foe in enemies_of(view.state, men[0].side)) if men else ()
    start = foes.index(aimed[0]) + 1 if aimed and aimed[0] in foes else 0
    others = [id for id in (*foes[start:], *foes[:start]) if id not in aimed]
    for id in others:
        plan = shared(view, orders, men, id, targets) if wish.more else LAWS["fire"].propose(view, men, (id,))
        if plan:
            return plan
    who = in_one_breath([surname(view.state.figures[id]) for id in aimed])
    if wish.more:
        raise Refused(Fault("with", f"the dice can be shared with nobody beside {who}", ("NUTS-FIRE-07",)))
    raise Refused(
        Fault("to", f"{who} is the only one whom {surname(men[0])} can shoot at", LAWS["fire"].rows)
    )


def dropped(view: SkirmishView, request: Orders, orders: Draft, men: Sequence[Figure]) -> Draft:
    """Men who go drop prone at the end of their way, or no longer; others drop where they stand. NUTS-MOVE-04

    Of those who stand and lie side by side only those who stand do anything; where all lie, they get up.
    """
    ids = {one.id for one in men}
    going = [
        way
        for order in orders
        if order["card"] in ("move", "fast_move")
        for id, way in order["plan"]["paths"].items()
        if id in ids
    ]
    if going:
        down = not all(way["prone"] for way in going)
        for way in going:
            way["prone"] = down
        return orders
    unit = request.units[0]
    if "move" not in unit.cards:
        raise Refused(why_not_given(view, "move", men, None))
    free = [one for one in men if LAWS["move"].why_not(view.state, one, view.options) is None]
    law = LAWS["prone"]
    others = [one for one in men if one not in free and law.why_not(view.state, one, view.options) is None]
    if not free and not others:
        raise Refused(why_not_given(view, "prone", men, None))
    if others:
        orders = with_order(orders, unit.id, "prone", {"drops": {one.id: True for one in others}})
    if not free:
        return orders
    down = not all(one.prone for one in free)
    ways: dict[str, Any] = {
        one.id: {"points": [], "facing": None, "prone": down} for one in free if one.prone != down
    }
    return with_order(orders, unit.id, "move", {"paths": ways})


def drag_to(
    view: SkirmishView,
    request: Orders,
    orders: Draft,
    men: Sequence[Figure],
    to: tuple[int, int],
    wish: Wish,
) -> Look:
    """Men move to a place in a formation, facing the threat; ghosts, lengths and who comes into sight are shown."""
    card = wish.card or "move"
    if wish.formation not in ("", *FORMATIONS):
        raise Refused(Fault("with", f"a formation is one of {', '.join(FORMATIONS)}", request.rows))
    law = LAWS.get(card)
    if card not in request.units[0].cards or not isinstance(law, MoveCard):
        raise Refused(not_there(card, request))
    movers = [one for one in men if law.why_not(view.state, one, view.options) is None]
    if not movers:
        raise Refused(why_not_given(view, card, men, None))
    by = next((one for one in movers if one.id == wish.by), None)
    asked = asked_beyond(view.state, movers, to, law.most, by)
    if wish.formation:
        marches, lined = marched(view.state, movers, to, law.most, wish.formation, by), None
    else:
        marches, lined = settled_march(view.state, movers, to, law.most, by)
    marches = [march for march in marches if march.path[-1] != march.path[0]]
    if not marches:
        raise Refused(Fault("to", "none of these men can get any nearer to there", law.rows))
    aside: list[str] = []
    if wish.formation not in KEPT:
        marches, aside = unmasked(view.state, marches, law.most, view.options)
    ways = {march.id: way_of(march, wish) for march in marches}
    value = paired_anew(view, request, with_order(orders, request.units[0].id, card, {"paths": ways}))
    seen = seen_on(view, marches)
    first, *others = march_words(view, marches, seen, law.most, law.fast, asked)
    covered = cover_words(view.state, movers, marches, lined)
    return Look(
        title=law.label,
        value=value,
        lines=(
            first,
            *dropped_words(view, orders, marches),
            *covered,
            *masked_words(view.state, marches, aside, view.options),
            *others,
        ),
        shapes=tuple(march_shapes(view, marches, seen)),
    )


def dropped_words(view: SkirmishView, orders: Draft, marches: Sequence[March]) -> Iterator[Line]:
    """What men who go would have done first, and now do not: they could do it, and then go. NUTS-ACT-08"""
    going = {march.id for march in marches}
    for order in orders:
        if order["card"] not in BEFORE_MOVING:
            continue
        men = [surname(view.state.figures[id]) for id in order["pieces"] if id in going]
        if men:
            label = LAWS[order["card"]].label
            yield Line(
                f"{label} is dropped for {in_one_breath(men)}: do that first, then move.", ("NUTS-ACT-08",)
            )


def not_there(card: str, request: Orders) -> Fault:
    """Why men who are told this cannot be sent to a place."""
    if card == "charge":
        return Fault("to", "a charge needs an enemy: point at one", LAWS[card].rows)
    return Fault("act", f"nobody can be told to {in_words(card)} to a place now", request.rows)


def in_words(card: str) -> str:
    return LAWS[card].label.lower() if card in LAWS else card


def way_of(march: March, wish: Wish) -> dict[str, Any]:
    facing = march.facing if wish.facing is None else wish.facing
    return {"points": [list(point) for point in march.path[1:]], "facing": facing, "prone": wish.prone}


def without(orders: Draft, men: Sequence[str]) -> Draft:
    """Orders with some men taken out of them."""
    found = []
    for order in orders:
        left = [id for id in order["pieces"] if id not in men]
        if LAWS[order["card"]].whole:
            found.append(order)
        elif left:
            plan = {
                part: {id: value for id, value in given.items() if id in left}
                for part, given in order["plan"].items()
            }
            found.append(as_order(order["unit"], order["card"], left, plan))
    return found


def paired_anew(view: SkirmishView, request: Orders, orders: Draft) -> Draft:
    """Orders in which those who still shoot, when others no longer do, pair off as they must. NUTS-FIRE-09"""
    if not any(".shots" in fault.at for fault in request.check(view, orders)):
        return orders
    found = []
    for order in orders:
        men = [view.state.figures[id] for id in order["pieces"]]
        plan = (
            LAWS["fire"].propose(view, men, targets_of(request, "fire")) if order["card"] == "fire" else None
        )
        found.append(order | {"plan": plan, "pieces": LAWS["fire"].men_of(plan)} if plan else order)
    return found


def with_word(orders: Draft, unit: str) -> Draft:
    """Orders with the word that the group is finished, or without it. NR-151"""
    rest = [order for order in orders if order["card"] != FINISHED]
    return rest if len(rest) < len(orders) else [*orders, finished(unit)]


def with_order(orders: Draft, unit: str, card: str, plan: dict[str, Any]) -> Draft:
    """Orders with the men of a plan given this card and no other; one order for each card."""
    men = LAWS[card].men_of(plan)
    rest = without(orders, men)
    for order in rest:
        if order["card"] == card:
            for part, given in plan.items():
                order["plan"].setdefault(part, {}).update(given)
            order["pieces"] = [*order["pieces"], *men]
            return rest
    return [*rest, as_order(unit, card, men, plan)]
