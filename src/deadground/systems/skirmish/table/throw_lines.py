"""What is thrown, launched or poured in a draft: the line to its spot, its circle, the chance and who is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from deadground.core.dice import D6
from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import named_together
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_enemies
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.grenades.caught import circle_radius
from deadground.systems.skirmish.rules.grenades.grenades import is_in_view
from deadground.systems.skirmish.rules.grenades.lobs import munition
from deadground.systems.skirmish.rules.grenades.throwing import GivenLob, caught_by
from deadground.systems.skirmish.state import Figure, SkirmishState

SkirmishView = View[SkirmishState]

VERBS = {"thrown": "throws", "launched": "launches", "flame": "fires"}


def lobs_of(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[tuple[Figure, GivenLob]]:
    """Who sends what where in a plan."""
    for id, given in plan.get("throws", {}).items():
        at = (given["at"][0], given["at"][1])
        yield view.state.figures[id], GivenLob(given["what"], at, given.get("target", ""))


def throw_shapes(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[Shape]:
    """The line to each spot, and the circle of what goes off there; a flame has its path alone."""
    for figure, given in lobs_of(view, plan):
        one = munition(view.state, figure, given.what)
        yield Shape(kind="line", look="aim", points=(figure.at, given.at), token=figure.id)
        if one is not None and one.across:
            radius = circle_radius(one.across, view.options)
            yield Shape(
                kind="ring",
                look="template",
                points=(given.at,),
                radius=radius,
                label=one.name,
                token=figure.id,
            )


def throw_words(view: SkirmishView, plan: Mapping[str, Any]) -> Iterator[Line]:
    """Who sends what, how likely it comes down where it should, and whom it would catch there, friends by name."""
    for figure, given in lobs_of(view, plan):
        one = munition(view.state, figure, given.what)
        if one is None:
            continue
        text = f"{figure.name} {VERBS[one.how]} a {one.name}"
        if one.how == "thrown" and figure.reaction.reacting is None:
            text += f": {lands(view, figure, given.at):.0%} on the spot"
        yield Line(f"{text}.", LAWS["throw"].rows)
        men = caught_by(view.state, figure, given, view.options)
        foes = [man for man in men if are_enemies(man, figure)]
        friends = [man for man in men if man.side == figure.side]
        others = [man for man in men if man not in foes and man not in friends]
        yield Line(f"In it: {named_together(foes) or 'no enemy you see'}.", ("NUTS-GREN-08",))
        if others:
            yield Line(f"Others are in it too: {named_together(others)}.", ("NUTS-GREN-08",))
        if friends:
            yield Line(f"Your own are in it too: {named_together(friends)}.", ("NUTS-GREN-08",))


def lands(view: SkirmishView, figure: Figure, at: Point) -> float:
    """The chance that a throw comes down on its spot. NUTS-GREN-05, NUTS-GREN-06"""
    column = "in_view" if is_in_view(view.state, figure, at, view.options) else "out_of_view"
    table = chart("throwing_grenade")
    falls = list(product(range(1, D6 + 1), repeat=number("throwing_dice")))
    on_it = [
        table.look_up(str(at_most_two(passed(faces, figure.rep))), column).value == "lands" for faces in falls
    ]
    return sum(on_it) / len(falls)
