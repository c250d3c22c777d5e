"""A stand looked at: what it is, how it is led, what it can fire at now, and how far it can go."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from deadground.core.scene import Line, Look, Shape, enclosed
from deadground.core.view import View
from deadground.space.fields import Obstacles
from deadground.space.plane import distance
from deadground.space.reach import reach
from deadground.space.units import shown
from deadground.systems.stands.game import enemies_of, kind_of, stands_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.cards.command import RIGHTS, own_hqs
from deadground.systems.stands.rules.fire.fire_phase import best_shot
from deadground.systems.stands.rules.fire.ranges import arc_width, range_of
from deadground.systems.stands.rules.fire.shots import ARMOUR_HIT, chance, chance_words
from deadground.systems.stands.rules.movement.allowance import allowance, minimum, why_no_move
from deadground.systems.stands.rules.movement.route_guide import surface_of
from deadground.systems.stands.rules.visibility.look import is_dug_in, name_of
from deadground.systems.stands.rules.visibility.sight_rules import concealing_piece
from deadground.systems.stands.state import OrderWord, Stand, StandsState
from deadground.systems.stands.table.drawing import arc_shapes, short_name, span_of
from deadground.systems.stands.table.scene_tokens import Reader, card_face, signs
from deadground.systems.stands.table.symbols import MARKS

MOST_SHOTS = 5
"""Shots that are told of, the best first."""


def about_piece(reader: Reader, stand: Stand) -> Look:
    """Everything worth knowing about a stand, in words and on the map."""
    state, options = reader.state, reader.view.options
    lines = [
        *reader.hover.lines(stand),
        *state_lines(reader, stand),
        *cover_lines(state, stand),
        *command_lines(reader, stand),
        *shot_lines(reader, stand),
    ]
    shapes = [
        *arc_shapes(state, [stand], options),
        *range_shapes(reader, stand),
        *command_shapes(reader, stand),
    ]
    if reader.knows(stand.side):
        shapes += reach_shapes(reader.view, ready(stand, "move"))
    return Look(title=stand.name, lines=tuple(lines), shapes=tuple(shapes))


def ready(stand: Stand, card: OrderWord) -> Stand:
    """A stand as it would be with a card it has not got, or as it is if it has one."""
    if stand.order or stand.shown_order:
        return stand
    new = copy(stand)
    new.order, new.arrow, new.limit = card, -1, ""
    return new


def state_lines(reader: Reader, stand: Stand) -> Iterator[Line]:
    """Its card and the marks it carries."""
    card = card_face(stand)
    if card is not None:
        rights = next(rights for word, rights in RIGHTS.items() if word == card.card)
        yield Line(f"{card.label}: {rights.hint}.", (rights.row,))
    for sign in signs(reader, stand):
        yield Line(f"{MARKS[sign]}.")


def cover_lines(state: StandsState, stand: Stand) -> Iterator[Line]:
    """What the ground does for it. KIM-3.1b, KIM-3.1c, KIM-R86"""
    piece = concealing_piece(state, stand)
    if piece is not None:
        yield Line(f"In cover in {name_of(piece)}: one harder to hit.", ("KIM-3.1b", "KIM-4.6a", "KIM-R86"))
    elif not is_dug_in(state, stand):
        seen_at = shown(number(state, "open_view"), "mm")
        yield Line(f"In the open: seen at up to {seen_at}.", ("KIM-3.1a",))


def command_lines(reader: Reader, stand: Stand) -> Iterator[Line]:
    """How far it is from the HQ it obeys. KIM-1.3a, KIM-1.3j"""
    if not reader.knows(stand.side) or kind_of(stand).troop in ("hq", "supply"):
        return
    hqs = own_hqs(reader.state, reader.state.commands[stand.command])
    if not hqs:
        yield Line("No HQ is left to lead it: every card is rolled for.", ("KIM-1.3j",))
        return
    hq = min(hqs, key=lambda one: (distance(one.at, stand.at), one.id))
    away, radius = distance(hq.at, stand.at), reader.radius
    yield Line(f"{shown(away, 'mm')} from {hq.name}, which leads to {shown(radius, 'mm')}.", ("KIM-1.3a",))


def shot_lines(reader: Reader, stand: Stand) -> Iterator[Line]:
    """Whom it could fire at from where it is, or for an enemy, who could fire at it. KIM-4.18a"""
    state, options = reader.state, reader.view.options
    if reader.side and stand.side != reader.side:
        pairs = [(fires(one), stand) for one in stands_of(state, reader.side)]
        word = "{shooter} at it: {chance}."
    else:
        pairs = [(fires(stand), one) for one in enemies_of(state, stand.side) if not one.hidden]
        word = "At {target}: {chance}."
    shots = [(best_shot(state, shooter, target, options), shooter, target) for shooter, target in pairs]
    found = [one for one in shots if one[0] is not None and one[0].needed is not None]
    found.sort(key=lambda one: (-chance(one[0]) if one[0] else 0, one[1].id, one[2].id))
    for shot, shooter, target in found[:MOST_SHOTS]:
        if shot is not None:
            words = chance_words(state, shot, options)
            text = word.format(shooter=short_name(state, shooter), target=target.name, chance=words)
            yield Line(text, shot.rows)


def fires(stand: Stand) -> Stand:
    """A stand as if it stood and fired."""
    new = copy(stand)
    new.order, new.limit, new.moved, new.turned, new.fired = "fire", "", 0, False, False
    return new


def range_shapes(reader: Reader, stand: Stand) -> Iterator[Shape]:
    """The bands of the armour chart that lie within its range. KIM-4.3a, KIM-4.7a"""
    direct = range_of(reader.state, stand, "direct", reader.view.options)
    turn = span_of(stand.facing, arc_width(reader.state, stand) * 10)
    for name, limit in ARMOUR_HIT.axes[1].bands.items():
        if limit < direct and kind_of(stand).gun:
            yield Shape(
                kind="ring",
                look="range",
                points=(stand.at,),
                radius=limit,
                turn=turn,
                label=name,
                token=stand.id,
            )
    if kind_of(stand).artillery:
        far = number(reader.state, "indirect_range")
        label = "indirect"
        yield Shape(
            kind="ring", look="range", points=(stand.at,), radius=far, turn=turn, label=label, token=stand.id
        )


def command_shapes(reader: Reader, stand: Stand) -> Iterator[Shape]:
    """How far an HQ leads. KIM-1.3a, KIM-1.3c"""
    if kind_of(stand).troop == "hq" and reader.knows(stand.side):
        far = number(reader.state, "far_from_command")
        for radius, label in ((reader.radius, "in command"), (far, "half a move if the roll fails")):
            yield Shape(
                kind="ring", look="command", points=(stand.at,), radius=radius, label=label, token=stand.id
            )


def reach_of(view: View[StandsState], stand: Stand, card: str) -> Look:
    """Where a stand can get to with a card, and the least it must cover. KIM-2.1a, KIM-2.1b"""
    moving = copy(stand)
    moving.order = next(word for word in RIGHTS if word == card)
    moving.arrow, moving.limit = -1, ""
    barred = why_no_move(view.state, moving, view.options, "with.card")
    if barred is not None:
        return Look(title=stand.name, lines=(Line(f"{barred.reason}.", barred.rows),))
    allowed = allowance(view.state, moving)
    least = minimum(view.state, allowed.tenths)
    why = "; ".join(line.reason for line in allowed.tally.lines)
    text = f"{shown(allowed.tenths, 'mm')} ({why}), at least {shown(least, 'mm')}."
    rows = tuple(dict.fromkeys(row for line in allowed.tally.lines for row in line.rows))
    return Look(title=stand.name, lines=(Line(text, rows),), shapes=tuple(reach_shapes(view, moving)))


def reach_shapes(view: View[StandsState], stand: Stand) -> Iterator[Shape]:
    """The outline of the ground within a stand's move; bad going is taken as dear, which it is about."""
    if why_no_move(view.state, stand, view.options, "") is not None:
        return
    enemies = tuple(one.base for one in enemies_of(view.state, stand.side) if not one.hidden)
    allowed = allowance(view.state, stand).tenths
    found = reach(surface_of(view.state), stand.base, allowed, Obstacles(stand.base, blockers=enemies))
    yield from enclosed("reach", found.outlines, stand.id)
