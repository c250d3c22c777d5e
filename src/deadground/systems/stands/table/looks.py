"""Questions a seat may put about the table, each answered from its own view. They change nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.requests import Order, Orders
from deadground.core.requests.base import Whole
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.space.plane import Point, distance
from deadground.space.units import shown, shown_at
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import enemies_of, ground_of, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.cards.card_law import NO_CARD
from deadground.systems.stands.rules.cards.command import RIGHTS
from deadground.systems.stands.rules.fire.firing import why_no_shot
from deadground.systems.stands.rules.fire.shots import chance_words, shot_at
from deadground.systems.stands.rules.visibility.sight_rules import line_of_fire, sees
from deadground.systems.stands.state import Stand, StandsState, side_of
from deadground.systems.stands.table.drawing import placed, seen_there
from deadground.systems.stands.table.looks_ground import about_ground, unseen_ground
from deadground.systems.stands.table.looks_piece import about_piece, reach_of
from deadground.systems.stands.table.reference_sheet import quick_reference
from deadground.systems.stands.table.scene_tokens import Reader

StandsView = View[StandsState]
Spot = tuple[Whole, Whole]


class OnePiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str


class Ends(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: str | Spot = msgspec.field(name="from")
    end: str | Spot = msgspec.field(name="to")


class PieceAndCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    card: str = "move"


class OneSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Spot


class SpotAndPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Spot
    id: str = ""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Drafted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    draft: list[Order] = []


def stand_named(state: StandsState, id: str, at: str = "with.id") -> Stand:
    found = state.stands.get(id)
    if found is None:
        raise Refused(Fault(at, f"no stand is called '{id}'"))
    return found


def on_table(state: StandsState, point: Point, at: str = "with.at") -> Point:
    if not ground_of(state).on(point):
        raise Refused(Fault(at, f"{shown_at(point, 'mm')} is off the table"))
    return point


def piece(view: StandsView, given: Mapping[str, Any]) -> Look:
    """What a stand is, what it does and where it reaches."""
    asked = given_as(OnePiece, given)
    return about_piece(Reader(view), stand_named(view.state, asked.id))


def reach(view: StandsView, given: Mapping[str, Any]) -> Look:
    """Where a stand can get to with a card."""
    asked = given_as(PieceAndCard, given)
    if asked.card not in RIGHTS:
        raise Refused(Fault("with.card", f"no card is called '{asked.card}'"))
    return reach_of(view, stand_named(view.state, asked.id), asked.card)


def ground(view: StandsView, given: Mapping[str, Any]) -> Look:
    """What lies at a place and what it does."""
    asked = given_as(OneSpot, given)
    return about_ground(view.state, on_table(view.state, asked.at))


def hidden(view: StandsView, given: Mapping[str, Any]) -> Look:
    """The ground that the seat's side cannot see."""
    given_as(Nothing, given)
    return unseen_ground(view)


def sight(view: StandsView, given: Mapping[str, Any]) -> Look:
    """Whether one sees another, or could fire at it, with every reason and where it lies. KIM-3.1a, KIM-4.18a"""
    asked = given_as(Ends, given)
    state, options = view.state, view.options
    looker = end_of(state, asked.start, "with.from", view.seat)
    target = end_of(state, asked.end, "with.to", view.seat)
    if looker.at == target.at:
        raise Refused(Fault("with.to", "a line needs two ends that are apart"))
    night = state.turn in state.night_turns
    seen = sees(state, looker, target, night=night, options=options)
    away = shown(distance(looker.at, target.at), "mm")
    verb = "sees" if seen.seen else "does not see"
    lines = [Line(f"{looker.name} {verb} {target.name}, {away} away.", ("KIM-3.1a",))]
    found = [one for one in (seen.why, *seen.notes) if one is not None]
    lines += [Line(sentence(one.reason), one.rows) for one in found]
    shapes = sight_shapes(looker.at, target.at, [(one.at, one.reason) for one in found if one.blocks])
    if looker.id and target.id and looker.side != target.side:
        lines += fire_lines(state, looker, target, options, night)
    return Look(title=f"{looker.name} to {target.name}", lines=tuple(lines), shapes=shapes)


def end_of(state: StandsState, given: str | Point, at: str, seat: str) -> Stand:
    """An end of a line: a stand, or an infantry stand that is put on a place to look from or to be looked at."""
    if isinstance(given, str):
        return stand_named(state, given, at)
    place = on_table(state, given, at)
    name = f"{shown(place[0], 'mm')}, {shown(place[1], 'mm')}"
    return Stand("", side_of(state, seat), "", "", "infantry", name, place, 0)


def sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def sight_shapes(start: Point, end: Point, stops: list[tuple[Point | None, str]]) -> tuple[Shape, ...]:
    """The line as far as it is clear, what is blocked of it, and a note where it stops."""
    places = [at for at, _ in stops if at is not None]
    first = min(places, key=lambda at: distance(start, at), default=end if not stops else start)
    shapes = []
    if first != start:
        shapes.append(Shape(kind="line", look="sight", points=(start, first)))
    if stops:
        shapes.append(Shape(kind="line", look="sight_blocked", points=(first, end)))
    shapes += [
        Shape(kind="note", look="sight_blocked", points=(at,), label=reason) for at, reason in stops if at
    ]
    return tuple(shapes)


def fire_lines(
    state: StandsState, shooter: Stand, target: Stand, options: Options, night: bool
) -> list[Line]:
    """Whether the line is free for fire, and what a shot along it would need. KIM-4.18a"""
    if kind_of(shooter).troop == "recon":
        return []
    free = line_of_fire(state, shooter, target, night=night, options=options)
    if free.why is not None:
        return [Line(f"No line of fire: {free.why.reason}.", free.why.rows)]
    shot = shot_at(state, shooter, target, night=night, options=options)
    if shot.needed is None:
        return [Line("The line of fire is free, but a shot could not hit.", ("KIM-4.18a", *shot.rows))]
    faults = why_no_shot(state, shooter, target, night=night, options=options)
    lines = [Line(f"A shot: {chance_words(state, shot, options)}.", ("KIM-4.18a", *shot.rows))]
    return lines + [Line(f"Not now: {fault.reason}.", fault.rows) for fault in faults[:2]]


def seen_from(view: StandsView, given: Mapping[str, Any]) -> Look:
    """Which enemies in view would see a stand at a place. KIM-3.1a"""
    asked = given_as(SpotAndPiece, given)
    at = on_table(view.state, asked.at)
    stand = stand_named(view.state, asked.id) if asked.id else end_of(view.state, at, "with.at", view.seat)
    there = placed(stand, stand.base.moved(at))
    if not any(not one.hidden for one in enemies_of(view.state, there.side)):
        return Look(lines=(Line("No enemy is in view."),))
    lines, shapes = seen_there(view, [there])
    return Look(lines=tuple(lines), shapes=tuple(shapes))


def left_out(view: StandsView, given: Mapping[str, Any]) -> Look:
    """Who would be without a card though there is one for him, and what else a draft leaves undone. KIM-1.2b"""
    draft = given_as(Drafted, given).draft
    request = next((one for one in view.requests if isinstance(one, Orders)), None)
    if request is None:
        raise Refused(Fault("", "no cards are being laid"))
    laid = {id for order in draft for id in order.pieces}
    lines: list[Line] = []
    shapes: list[Shape] = []
    own = [unit for unit in request.units if unit.most > request.spare]
    for unit in own:  # a team-mate's unit could be given a general card, and is none the worse without
        bare = [view.state.stands[id] for id in unit.pieces if id not in laid]
        used = sum(order.unit == unit.id for order in draft)
        if bare and used < unit.most and unit.cards != (NO_CARD.id,):
            left = "no card" if not used else f"{unit.most - used} of {unit.most} cards left"
            lines.append(Line(f"{unit.label}: {left}, {len(bare)} without orders.", ("KIM-1.2b",)))
            shapes += [
                Shape(kind="area", look="fault", points=one.base.corners, token=one.id) for one in bare
            ]
    lines += unmoved(view.state, draft)
    lines += rolled_for(Reader(view), draft)
    return Look(title="Left out" if lines else "", lines=tuple(lines), shapes=tuple(shapes))


def unmoved(state: StandsState, draft: list[Order]) -> list[Line]:
    """Move cards of which a stand has no route. KIM-1.2e"""
    lines = []
    for order in draft:
        card = next((rights for word, rights in RIGHTS.items() if word == order.card), None)
        still = [id for id in order.pieces if not order.plan.get(id, {}).get("route")]
        if card is not None and "move" in card.gives and still and order.unit in state.units:
            name = state.units[order.unit].name
            verb = "has" if len(still) == 1 else "have"
            text = f"{name}: {len(still)} with a {card.label} card {verb} no route."
            lines.append(Line(text, (card.row,)))
    return lines


def rolled_for(reader: Reader, draft: list[Order]) -> list[Line]:
    """Cards that will be rolled for, counted. KIM-1.3a"""
    stands = reader.state.stands
    out = [
        order
        for order in draft
        if any(id in stands and reader.is_out_of_command(stands[id]) for id in order.pieces)
    ]
    if not out:
        return []
    radius = shown(number(reader.state, "command_radius"), "mm")
    cards, whose = ("1 card is", "its") if len(out) == 1 else (f"{len(out)} cards are", "their")
    return [Line(f"{cards} beyond {radius} of {whose} HQ and will be rolled for.", ("KIM-1.3a",))]


def reference(view: StandsView, given: Mapping[str, Any]) -> Look:
    """The quick reference sheet with this battle's own numbers. KIM-A1a"""
    given_as(Nothing, given)
    return quick_reference(view.state)


LOOKS: dict[str, Callable[[StandsView, Mapping[str, Any]], Look]] = {
    "piece": piece,
    "sight": sight,
    "reach": reach,
    "ground": ground,
    "hidden": hidden,
    "seen_from": seen_from,
    "left_out": left_out,
    "reference": reference,
}
"""Every question by name."""
