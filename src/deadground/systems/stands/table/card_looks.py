"""A draft of cards as it is shown: ghosts, routes, arrows, arcs and templates on the map, and the words to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deadground.core.requests import Order
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.space.units import shown
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.cards.card_law import CARDS, NO_CARD
from deadground.systems.stands.rules.cards.command import RIGHTS
from deadground.systems.stands.rules.cards.plans import StandPlan
from deadground.systems.stands.rules.fire.bombardment import why_no_area
from deadground.systems.stands.rules.fire.fire_phase import best_shot
from deadground.systems.stands.rules.fire.firing import why_no_shot
from deadground.systems.stands.rules.fire.indirect import why_no_indirect, why_no_speculative
from deadground.systems.stands.rules.fire.ranges import distance
from deadground.systems.stands.rules.fire.shots import chance_words
from deadground.systems.stands.state import OrderWord, Stand, StandsState
from deadground.systems.stands.table.card_drafts import CardDraft, Plans, moves, ordered_as, word
from deadground.systems.stands.table.drawing import (
    arc_shapes,
    arrow_shape,
    command_line,
    march_lines,
    march_shapes,
    placed,
    seen_there,
    shot_shape,
    template_shape,
)
from deadground.systems.stands.table.forming import middle_of
from deadground.systems.stands.table.marching import DayLaw, March, Marching

LABELS = {card.id: card.label for card in (*CARDS, NO_CARD)}


class CardLook:
    """How a draft looks; `lines` is what was said of it already, and what is found is added to it."""

    def __init__(self, view: View[StandsState], draft: CardDraft, law: DayLaw, lines: list[Line]) -> None:
        self.view = view
        self.state = view.state
        self.draft = draft
        self.law = law
        self.lines = lines

    def look(self, pieces: Iterable[str]) -> Look:
        """The draft, with the shapes and lines of the stands that were touched."""
        touched = set(pieces)
        shapes: list[Shape] = []
        titles: list[str] = []
        for order in self.draft.orders:
            stands = [
                ordered_as(self.state.stands[id], word(order.card)) for id in order.pieces if id in touched
            ]
            if stands:
                titles.append(f"{self.draft.units[stands[0].id].label}: {LABELS[order.card]}")
                shapes += self.order_look(order, stands)
        return Look(
            title="; ".join(titles), lines=tuple(self.lines), shapes=tuple(shapes), value=self.draft.value
        )

    def order_look(self, order: Order, stands: Sequence[Stand]) -> list[Shape]:
        """One card of the draft, drawn; its lines are added to those of the gesture."""
        card = word(order.card)
        shapes: list[Shape] = []
        if order.arrow is not None:
            shapes.append(arrow_shape(middle_of(stands), order.arrow, stands[0].id))
        plans = {stand.id: self.draft.plan_of(stand.id) for stand in stands}
        if moves(card):
            shapes += self.marches_look(card, order.arrow, stands, plans)
        elif "fire" in RIGHTS[card].gives:
            shapes += self.fire_look(stands, plans)
        elif "charge" in RIGHTS[card].gives:
            targets = [(one, self.state.stands.get(plans[one.id].target)) for one in stands]
            shapes += [
                Shape(kind="line", look="aim", points=(one.at, enemy.at), token=one.id)
                for one, enemy in targets
                if enemy
            ]
        elif "snap" in RIGHTS[card].gives:
            shapes += arc_shapes(self.state, stands, self.view.options)
            self.lines += [condition_line(stand, plans[stand.id]) for stand in stands[:1]]
        if card:
            self.lines += command_line(self.view, stands)
        return shapes

    def marches_look(
        self, card: OrderWord, arrow: int | None, stands: Sequence[Stand], plans: Plans
    ) -> list[Shape]:
        marching = Marching(self.view, self.law, ())
        marches: list[March] = []
        for stand in stands:
            stand.arrow = -1 if arrow is None else arrow
            path = (stand.at, *plans[stand.id].route)
            marches.append(marching.foreseen(stand, path, plans[stand.id].end_facing))
        self.lines += march_lines(self.state, marches)
        ends = [placed(one.stand, one.end) for one in marches if len(one.path) > 1]
        said, seen = seen_there(self.view, ends)
        self.lines += said
        shapes = [shape for one in marches for shape in march_shapes(one)] + seen
        if card == "move_and_fire":
            shapes += arc_shapes(self.state, ends, self.view.options)
            self.lines.append(after_move_line(stands))
        return shapes

    def fire_look(self, stands: Sequence[Stand], plans: Plans) -> list[Shape]:
        """Targets with their chances as things stand, and templates. KIM-1.2h"""
        shapes: list[Shape] = []
        for stand in stands:
            plan = plans[stand.id]
            enemy = self.state.stands.get(plan.target)
            if plan.template_at is not None:
                shapes.append(template_shape(self.state, stand, plan.template_at, plan.template_kind))
                self.lines += self.template_lines(stand, plan.template_at, plan.template_kind)
            elif enemy is not None:
                shapes += self.aimed(stand, enemy)
            else:
                shapes += arc_shapes(self.state, [stand], self.view.options)
        return shapes

    def aimed(self, stand: Stand, enemy: Stand) -> list[Shape]:
        shot = best_shot(self.state, stand, enemy, self.view.options)
        if shot is not None:
            words = chance_words(self.state, shot, self.view.options)
            self.lines.append(Line(f"{stand.name} at {enemy.name}: {words}.", shot.rows))
            return [shot_shape(self.state, shot)]
        faults = why_no_shot(self.state, stand, enemy, options=self.view.options)
        if kind_of(stand).artillery:
            faults = why_no_indirect(self.state, stand, enemy, self.view.options) or faults
        self.lines += [Line(f"As things stand: {fault.reason}.", fault.rows) for fault in faults[:1]]
        return [Shape(kind="line", look="aim", points=(stand.at, enemy.at), token=stand.id)]

    def template_lines(self, gun: Stand, at: Point, kind: str) -> list[Line]:
        """Range, what is in the way of it, and what it costs. KIM-4.12a, KIM-4.14a, KIM-4.15a"""
        options = self.view.options
        why = why_no_area if kind == "area" else why_no_speculative
        faults = why(self.state, gun, at, options)
        chits = self.state.commands[gun.command].chits
        name = "Area fire" if kind == "area" else "Speculative fire"
        away = shown(distance(gun, placed(gun, gun.base.moved(at))), "mm")
        lines = [
            Line(f"{name} of {gun.name} at {away}; chits {chits} to {max(0, chits - 1)}.", ("KIM-4.15a",))
        ]
        return lines + [Line(f"As things stand: {fault.reason}.", fault.rows) for fault in faults]


def condition_line(stand: Stand, plan: StandPlan) -> Line:
    """A standing order in words. KIM-1.2i"""
    name, _, limit = plan.standing_order.partition(":")
    words = {
        "ask": "Asks before each snap shot",
        "first": "Fires at the first that comes",
        "armour": "Fires at armour only",
        "nearer": f"Fires at what comes within {limit} mm",
        "chance": f"Fires at a chance of {limit}% or better",
    }
    return Line(f"{words.get(name, plan.standing_order)}.", ("KIM-1.2i", "KIM-4.17a"))


def after_move_line(stands: Sequence[Stand]) -> Line:
    """What firing after a move costs. KIM-4.19a, KIM-4.19b"""
    if kind_of(stands[0]).is_infantry:
        return Line("Fires after the move with -1 on the die, and moves 50 mm less.", ("KIM-4.19a",))
    return Line("Fires after the move with -2 on the die, into its front.", ("KIM-4.19b",))
