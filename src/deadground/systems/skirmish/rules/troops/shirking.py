"""Shirkers: men who may stay where they are when they are ordered at the enemy. COT-UNIT-11, LR-040"""

from __future__ import annotations

from deadground.core.dice import D6
from deadground.space.plane import Point, minus, square
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.game import Skirmish, enemies_of
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import Figure


def shirks(g: Skirmish, figure: Figure, end: Point) -> bool:
    """Ordered to charge, or nearer to an enemy he sees, a Shirker throws 1d6 and may stay put. LR-040"""
    found = effects_on(figure.attributes, "ordered_forward")
    if not found or not is_forward(g, figure, end):
        return False
    (attribute, effect), *_ = found
    die = g.roll(1, D6, "shirker", figure.side)
    stays = die.one <= effect.stays_on
    g.shows(figure, attribute.id)
    text = f"{figure.name} {'stays where he is' if stays else 'goes forward'}."
    g.tell_of([figure], "shirker", text, "COT-UNIT-11", "LR-040", rolls=[die], figure=figure.id, stays=stays)
    return stays


def is_forward(g: Skirmish, figure: Figure, end: Point) -> bool:
    """Whether a place is nearer to an enemy whom a man sees than where he stands. LR-040"""
    return any(
        square(minus(enemy.at, end)) < square(minus(enemy.at, figure.at))
        and has_los(g.state, figure, enemy, g.options)
        for enemy in enemies_of(g.state, figure.side)
    )
